//! The options of the engine that do not belong to one game.

use super::machine;
use super::worker::Resources;
use crate::game::{GameOption, GameOptionKind, MAX_EVALUATION};
use caryatid_protocol::text::{same_option_name, saturating_integer};
use caryatid_protocol::{OptionDeclaration, OptionKind};
use std::sync::LazyLock;
use std::time::Duration;

/// The largest table that may be asked for, in MiB, however much memory there is.
const LARGEST_HASH: i64 = 1 << 20;

/// Hash as both protocols name it.
pub const HASH: &str = "Hash";
/// Threads as both protocols name it.
pub const THREADS: &str = "Threads";

/// The values of the options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads and memory.
    pub resources: Resources,
    /// How many best lines are shown.
    pub multi_pv: usize,
    /// Time lost outside of the engine for each move.
    pub move_overhead: Duration,
    /// Whether the user allows thinking in the opponent's time. Only the GUI acts on it.
    pub ponder: bool,
    /// Whether the user analyses rather than plays.
    pub analyse_mode: bool,
    /// The loss, in centipawns, at which games are given up that stay lost; 0 for never.
    pub resign_score: i32,
    /// Whether draws are offered in games that stay level.
    pub draw_offers: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            resources: Resources { threads: 1, hash_mb: 64 },
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            ponder: false,
            analyse_mode: false,
            resign_score: 0,
            draw_offers: false,
        }
    }
}

/// Which option a name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    Variant,
    Hash,
    Threads,
    MultiPv,
    Ponder,
    MoveOverhead,
    AnalyseMode,
    ResignScore,
    DrawOffers,
    ClearHash,
    VariantPath,
}

const NAMES: [(&str, Named); 11] = [
    ("UCI_Variant", Named::Variant),
    (HASH, Named::Hash),
    (THREADS, Named::Threads),
    ("MultiPV", Named::MultiPv),
    ("Ponder", Named::Ponder),
    ("Move Overhead", Named::MoveOverhead),
    ("UCI_AnalyseMode", Named::AnalyseMode),
    ("Resign Score", Named::ResignScore),
    ("Draw Offers", Named::DrawOffers),
    ("Clear Hash", Named::ClearHash),
    ("VariantPath", Named::VariantPath),
];

/// The option of a name, without regard to case.
pub(super) fn named(name: &str) -> Option<Named> {
    NAMES.iter().find(|(known, _)| same_option_name(known, name)).map(|&(_, option)| option)
}

/// The smallest and largest value of a numeric option.
fn range(option: Named) -> (i64, i64) {
    match option {
        Named::Hash => (1, *HASH_LIMIT),
        Named::MoveOverhead => (0, 5000),
        Named::ResignScore => (0, i64::from(MAX_EVALUATION)),
        _ => (1, 256),
    }
}

/// What memory allows: three quarters of what the machine has, where that can be told.
static HASH_LIMIT: LazyLock<i64> = LazyLock::new(|| {
    machine::memory().map_or(LARGEST_HASH, |memory| memory / 4 * 3).clamp(1, LARGEST_HASH)
});

impl Settings {
    /// The values to begin with where the protocol has words for giving up and for agreeing to a draw.
    #[must_use]
    pub fn outspoken() -> Settings {
        Settings { resign_score: 1000, draw_offers: true, ..Settings::default() }
    }

    /// Sets one of the plain values.
    ///
    /// # Errors
    /// Why the value is no value of the option; nothing has changed then.
    pub(super) fn set(&mut self, option: Named, value: &str) -> Result<Option<String>, String> {
        match option {
            Named::Ponder => self.ponder = truth(value)?,
            Named::AnalyseMode => self.analyse_mode = truth(value)?,
            Named::DrawOffers => self.draw_offers = truth(value)?,
            _ => return self.set_number(option, value),
        }
        Ok(None)
    }

    /// Sets a number, brought into its range; says so if that changed it.
    fn set_number(&mut self, option: Named, value: &str) -> Result<Option<String>, String> {
        let asked =
            saturating_integer(value).ok_or_else(|| format!("`{value}` is not a number"))?;
        let (smallest, largest) = range(option);
        let mut number = asked.clamp(smallest, largest);
        let mut note = (number != asked)
            .then(|| format!("{value} is outside of {smallest} to {largest}, {number} is used"));
        let share =
            if option == Named::Hash { machine::sane_share().max(smallest) } else { number };
        if number > share {
            number = share;
            note = Some(format!("{value} is more than half of the free memory, {number} is used"));
        }
        let count = usize::try_from(number).unwrap_or(usize::MAX);
        match option {
            Named::Hash => self.resources.hash_mb = count,
            Named::Threads => self.resources.threads = count,
            Named::MultiPv => self.multi_pv = count,
            Named::ResignScore => self.resign_score = i32::try_from(number).unwrap_or(0),
            _ => self.move_overhead = Duration::from_millis(number.unsigned_abs()),
        }
        Ok(note)
    }

    /// The options as a GUI is told of them, these values as their defaults. `variants` are the ids of all games, `opened` is that of the
    /// game which is open: what an option is until it is set; `own` the options that single games have,
    /// which are always listed: a GUI asks only once.
    #[must_use]
    pub fn declarations(
        &self,
        variants: &[String],
        opened: &str,
        own: &[GameOption],
    ) -> Vec<OptionDeclaration> {
        let spin = |option: Named, default: usize| {
            let (min, max) = range(option);
            OptionKind::Spin { default: i64::try_from(default).unwrap_or(max).min(max), min, max }
        };
        let overhead = usize::try_from(self.move_overhead.as_millis()).unwrap_or(0);
        let resign_score = usize::try_from(self.resign_score).unwrap_or(0);
        NAMES
            .iter()
            .map(|&(name, option)| OptionDeclaration {
                name: name.to_owned(),
                kind: match option {
                    Named::Variant => {
                        OptionKind::Combo { default: opened.to_owned(), choices: variants.to_vec() }
                    }
                    Named::Hash => spin(option, self.resources.hash_mb),
                    Named::Threads => spin(option, self.resources.threads),
                    Named::MultiPv => spin(option, self.multi_pv),
                    Named::MoveOverhead => spin(option, overhead),
                    Named::ResignScore => spin(option, resign_score),
                    Named::Ponder => OptionKind::Check { default: self.ponder },
                    Named::AnalyseMode => OptionKind::Check { default: self.analyse_mode },
                    Named::DrawOffers => OptionKind::Check { default: self.draw_offers },
                    Named::ClearHash => OptionKind::Button,
                    Named::VariantPath => OptionKind::String { default: String::new() },
                },
            })
            .chain(own.iter().map(declaration))
            .collect()
    }
}

/// An option of one game as a GUI is told of it.
fn declaration(option: &GameOption) -> OptionDeclaration {
    let kind = match option.kind {
        GameOptionKind::Spin { default, min, max } => OptionKind::Spin { default, min, max },
        GameOptionKind::Combo { default, choices } => OptionKind::Combo {
            default: default.to_owned(),
            choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
        },
    };
    OptionDeclaration { name: option.name.to_owned(), kind }
}

/// The value of a game's option that a text means, and what is to be said about it: a number is brought
/// into its range.
///
/// # Errors
/// Why the text is no value of the option.
pub(super) fn game_value(
    option: &GameOption,
    text: &str,
) -> Result<(String, Option<String>), String> {
    match option.kind {
        GameOptionKind::Spin { min, max, .. } => {
            let asked =
                saturating_integer(text).ok_or_else(|| format!("`{text}` is not a number"))?;
            let number = asked.clamp(min, max);
            let note = (number != asked)
                .then(|| format!("{text} is outside of {min} to {max}, {number} is used"));
            Ok((number.to_string(), note))
        }
        GameOptionKind::Combo { choices, .. } => choices
            .iter()
            .find(|choice| same_option_name(choice, text))
            .map(|&choice| (choice.to_owned(), None))
            .ok_or_else(|| format!("`{text}` is none of {}", choices.join(", "))),
    }
}

fn truth(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" => Ok(true),
        "false" | "0" | "off" => Ok(false),
        _ => Err(format!("`{value}` is neither true nor false")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{LARGEST_HASH, Named, Settings, machine, named};
    use caryatid_protocol::OptionKind;

    #[test]
    fn names_are_found_without_regard_to_case() {
        assert_eq!(named("hASH"), Some(Named::Hash));
        assert_eq!(named("move  overhead"), Some(Named::MoveOverhead));
        assert_eq!(named("Hash Clear"), None);
    }

    #[test]
    fn numbers_are_brought_into_range_and_that_is_said() {
        let mut settings = Settings::default();
        assert_eq!(settings.set(Named::Threads, "4").unwrap(), None);
        assert_eq!(settings.resources.threads, 4);
        for (value, threads) in [("0", 1), ("-1", 1), ("999999", 256)] {
            assert!(settings.set(Named::Threads, value).unwrap().unwrap().contains(value));
            assert_eq!(settings.resources.threads, threads);
        }
        assert!(settings.set(Named::Hash, "18446744073709551616").unwrap().is_some());
        assert!(settings.resources.hash_mb <= LARGEST_HASH as usize);
        // Nobody else takes or gives back a quarter of all memory while the test runs.
        if let Some(memory) = machine::memory() {
            let most = (machine::sane_share() + memory / 4) as usize;
            assert!(settings.resources.hash_mb <= most, "{} MiB", settings.resources.hash_mb);
        }
        assert!(settings.set(Named::Threads, "abc").is_err());
        assert_eq!(settings.resources.threads, 256, "a bad value changes nothing");
    }

    #[test]
    fn truth_values() {
        let mut settings = Settings::default();
        settings.set(Named::Ponder, "true").unwrap();
        assert!(settings.ponder);
        assert!(settings.set(Named::Ponder, "maybe").is_err());
    }

    #[test]
    fn every_default_lies_in_its_range() {
        let own = crate::session::Catalogue::new().game_options();
        for option in Settings::default().declarations(&["chess".to_owned()], "chess", &own) {
            match option.kind {
                OptionKind::Spin { default, min, max } => {
                    assert!(min <= default && default <= max, "{}", option.name);
                }
                OptionKind::Combo { default, choices } => assert!(choices.contains(&default)),
                _ => {}
            }
        }
    }
}
