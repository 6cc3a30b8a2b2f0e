//! The techniques of the search by name, so that what each is worth can be measured by leaving it out.
//!
//! None of them is needed for the search to be right. Without any it is alpha-beta to a fixed depth, in
//! the order in which actions are generated, with the static value at the horizon; with those in
//! [`Features::EXACT`] it still gives the value of [`minimax`](super::minimax), only sooner.

use std::fmt;
use std::str::FromStr;

macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident = $name:literal),* $(,)?) => {
        /// A technique of the search that can be left out.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Feature {
            $($(#[$doc])* $feature,)*
        }

        impl Feature {
            /// All of them.
            pub const ALL: &'static [Feature] = &[$(Feature::$feature),*];

            /// What it is called in settings: `null-move`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Feature::$feature => $name,)*
                }
            }
        }
    };
}

features! {
    /// Ends a node in which the team stands above beta even after passing.
    NullMove = "null-move",
    /// Verifies deep cutoffs of null moves by a search without them.
    NullMoveVerification = "null-move-verification",
    /// Ends a node whose static value is far above beta.
    ReverseFutility = "reverse-futility",
    /// Leaves a node whose static value is far below beta to quiescence.
    Razoring = "razoring",
    /// Ends a node where a shorter mate is known already.
    MateDistance = "mate-distance",
    /// Ends a node by the value that the table has of a search as deep as is wanted.
    TableCutoff = "table-cutoff",
    /// Takes values of deeper searches than wanted from the table in the full search, too; quiescence always does.
    DeeperEntries = "deeper-entries",
    /// Looks one action further where the team is in check.
    CheckExtension = "check-extension",
    /// Looks one action less far where the table has no action.
    InternalReduction = "internal-reduction",
    /// Searches late actions less deeply at first.
    LateMoveReduction = "late-move-reduction",
    /// Lets the history of an action change how much it is reduced.
    HistoryReduction = "history-reduction",
    /// Leaves out quiet actions after so many others.
    LateMovePruning = "late-move-pruning",
    /// Leaves out quiet actions that can't lift the static value to alpha.
    Futility = "futility",
    /// Leaves out actions that lose too much in the exchange.
    ExchangePruning = "exchange-pruning",
    /// Goes on with tactical actions beyond the horizon, instead of judging statically there.
    Quiescence = "quiescence",
    /// Searches fewer actions the farther beyond the horizon.
    QuiescenceBreadth = "quiescence-breadth",
    /// Leaves out actions that lose the exchange beyond the horizon.
    QuiescenceExchange = "quiescence-exchange",
    /// Leaves out actions beyond the horizon that can't gain enough to reach alpha.
    DeltaPruning = "delta-pruning",
    /// Searches few quiet ways out of check beyond the horizon.
    EvasionLimit = "evasion-limit",
    /// Takes only the most promising form of an action (promotion, recruit) beyond the horizon.
    BestForm = "best-form",
    /// Corrects the static value by the one in the table.
    TableValue = "table-value",
    /// Corrects the static value by how wrong it was lately in like positions.
    CorrectionHistory = "correction-history",
    /// Keeps static values by key.
    EvaluationStore = "evaluation-store",
    /// Tells apart whether the team stands better than when it acted last.
    Improving = "improving",
    /// Tries the table's action first.
    TableAction = "table-action",
    /// Orders tactical actions by what they gain.
    GainOrder = "gain-order",
    /// Tries tactical actions that lose the exchange last.
    LosingLast = "losing-last",
    /// Tries quiet actions early that caused a cutoff at the same ply.
    Killers = "killers",
    /// Tries the quiet action early that last refuted the action before.
    Replies = "replies",
    /// Learns which quiet actions cause cutoffs.
    QuietHistory = "quiet-history",
    /// Learns which quiet actions cause cutoffs after the two actions before.
    ContinuationHistory = "continuation-history",
    /// Learns which tactical actions cause cutoffs.
    TacticalHistory = "tactical-history",
    /// Begins an iteration with a narrow window around the value of the one before.
    Aspiration = "aspiration",
    /// Asks of all actions but the first only whether they are better than the best so far.
    NullWindow = "null-window",
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No feature has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search has no feature `{0}`; it has {names}", names = all_names())]
pub struct UnknownFeature(pub String);

fn all_names() -> String {
    Feature::ALL.iter().map(|feature| feature.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Feature {
    type Err = UnknownFeature;

    fn from_str(name: &str) -> Result<Feature, UnknownFeature> {
        let known = Feature::ALL.iter().copied().find(|feature| feature.name() == name);
        known.ok_or_else(|| UnknownFeature(name.to_owned()))
    }
}

/// The techniques that a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(u64);

impl Features {
    /// Every one: how the engine plays.
    pub const ALL: Features = Features((1 << Feature::ALL.len()) - 1);

    /// None: alpha-beta of full width to a fixed depth.
    pub const NONE: Features = Features(0);

    /// Those that never change the value found: order, windows, and what the table knows of searches to
    /// the same depth.
    pub const EXACT: Features = Features::NONE
        .with(Feature::MateDistance)
        .with(Feature::TableCutoff)
        .with(Feature::EvaluationStore)
        .with(Feature::TableAction)
        .with(Feature::GainOrder)
        .with(Feature::LosingLast)
        .with(Feature::Killers)
        .with(Feature::Replies)
        .with(Feature::QuietHistory)
        .with(Feature::ContinuationHistory)
        .with(Feature::TacticalHistory)
        .with(Feature::Aspiration)
        .with(Feature::NullWindow);

    /// These and one more.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature as u32)
    }

    /// These but one.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Features {
        Features(self.0 & !(1 << feature as u32))
    }

    /// These but those whose names are given, parted by commas; `all` names every one.
    ///
    /// # Errors
    /// There is no feature of a name.
    pub fn without_named(self, names: &str) -> Result<Features, UnknownFeature> {
        names.split(',').try_fold(self, |features, name| match name {
            "all" => Ok(Features::NONE),
            name => Ok(features.without(name.parse()?)),
        })
    }

    /// Whether it is used.
    #[inline]
    #[must_use]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u32 != 0
    }
}

impl Default for Features {
    fn default() -> Features {
        Features::ALL
    }
}

impl fmt::Display for Features {
    /// What is left out, as [`Features::without_named`] reads it; nothing where nothing is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Features::NONE {
            return f.write_str("all");
        }
        let missing = Feature::ALL.iter().filter(|&&feature| !self.has(feature));
        for (index, feature) in missing.enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{feature}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Feature, Features};

    #[test]
    fn what_is_written_is_read_again() {
        for &feature in Feature::ALL {
            assert_eq!(feature.name().parse(), Ok(feature));
            let rest = Features::ALL.without(feature);
            assert!(!rest.has(feature) && rest.with(feature) == Features::ALL);
            assert_eq!(rest.to_string(), feature.name());
            assert_eq!(Features::ALL.without_named(feature.name()), Ok(rest));
        }
        let two = Features::ALL.without(Feature::NullMove).without(Feature::Killers);
        assert_eq!(two.to_string(), "null-move,killers");
        assert_eq!(Features::ALL.without_named("killers,null-move"), Ok(two));
        assert_eq!(Features::ALL.without_named("all"), Ok(Features::NONE));
        assert_eq!(Features::NONE.to_string(), "all");
    }

    #[test]
    fn a_name_that_is_none_is_told_with_those_that_are() {
        for wrong in ["null_move", "", "Killers", "null-move,", "all,nothing"] {
            let told = Features::ALL.without_named(wrong).unwrap_err().to_string();
            assert!(told.contains("null-move, null-move-verification"), "{told}");
        }
    }
}
