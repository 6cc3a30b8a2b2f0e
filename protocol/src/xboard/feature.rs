//! What an engine tells XBoard about itself in answer to `protover`.

use super::Reply;
use crate::text::one_line;
use crate::{OptionDeclaration, OptionKind};
use std::fmt;

/// One feature, printed as `NAME=VALUE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feature {
    /// A feature that is on or off.
    Switch(Switch, bool),
    /// `myname`: the engine's name.
    MyName(String),
    /// `variants`: every variant that is played.
    Variants(Vec<String>),
    /// `egt`: the kinds of endgame tables that are read.
    EndgameTables(Vec<String>),
    /// `option`: an option to show to the user.
    Option(OptionDeclaration),
    /// `done`: `false` asks XBoard to wait, `true` ends the list.
    Done(bool),
}

/// Features that are on or off; XBoard's own name for each is [`Switch::name`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// The engine answers `ping`.
    Ping,
    /// `setboard` instead of `edit`.
    SetBoard,
    /// The engine knows `playother`.
    PlayOther,
    /// Moves in standard algebraic notation.
    San,
    /// Moves come as `usermove MOVE`.
    UserMove,
    /// The GUI sends `time` and `otim`.
    Time,
    /// The engine wants to hear of draw offers.
    Draw,
    /// The engine wants SIGINT as a signal.
    SigInt,
    /// The engine wants SIGTERM as a signal.
    SigTerm,
    /// One process may play several games.
    Reuse,
    /// The engine can analyze.
    Analyze,
    /// The obsolete `white` and `black` are sent.
    Colors,
    /// The GUI sends `ics`.
    Ics,
    /// The GUI sends the opponent's `name`.
    Name,
    /// The engine knows `pause` and `resume`.
    Pause,
    /// The engine knows `nps`.
    NodesPerSecond,
    /// Lines that begin with `#` are remarks.
    Debug,
    /// The GUI sends `memory`.
    Memory,
    /// The GUI sends `cores`.
    Smp,
    /// The engine knows `exclude` and `include`.
    Exclude,
    /// The GUI sends `lift`, `put` and `hover`.
    Highlight,
}

impl Switch {
    /// The feature's name in the protocol.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Switch::Ping => "ping",
            Switch::SetBoard => "setboard",
            Switch::PlayOther => "playother",
            Switch::San => "san",
            Switch::UserMove => "usermove",
            Switch::Time => "time",
            Switch::Draw => "draw",
            Switch::SigInt => "sigint",
            Switch::SigTerm => "sigterm",
            Switch::Reuse => "reuse",
            Switch::Analyze => "analyze",
            Switch::Colors => "colors",
            Switch::Ics => "ics",
            Switch::Name => "name",
            Switch::Pause => "pause",
            Switch::NodesPerSecond => "nps",
            Switch::Debug => "debug",
            Switch::Memory => "memory",
            Switch::Smp => "smp",
            Switch::Exclude => "exclude",
            Switch::Highlight => "highlight",
        }
    }
}

/// The whole answer to `protover`: `done=0`, the features, `done=1`, a line each.
pub fn negotiation(features: impl IntoIterator<Item = Feature>) -> Vec<Reply> {
    std::iter::once(Feature::Done(false))
        .chain(features)
        .chain(std::iter::once(Feature::Done(true)))
        .map(Reply::Feature)
        .collect()
}

/// Text between double quotes, which the protocol can't escape.
fn quotable(text: &str) -> String {
    one_line(text).replace('"', "'")
}

/// The same for an option. Without a blank behind the type XBoard rejects an option whose text is empty.
fn quotable_option(option: &OptionDeclaration) -> String {
    let text = quotable(&option_text(option));
    let takes_text = matches!(option.kind, OptionKind::String { .. } | OptionKind::File { .. });
    let is_empty = takes_text && (text.ends_with(" -string") || text.ends_with(" -file"));
    if is_empty { text + " " } else { text }
}

/// An option as XBoard reads it; the value in force of a combo is starred.
fn option_text(option: &OptionDeclaration) -> String {
    let name = &option.name;
    match &option.kind {
        OptionKind::Check { default } => format!("{name} -check {}", i32::from(*default)),
        OptionKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        OptionKind::Combo { default, choices } => {
            let shown: Vec<String> = choices
                .iter()
                .map(|choice| format!("{}{choice}", if choice == default { "*" } else { "" }))
                .collect();
            format!("{name} -combo {}", shown.join(" /// "))
        }
        OptionKind::Button => format!("{name} -button"),
        OptionKind::String { default } => format!("{name} -string {default}"),
        OptionKind::File { default } => format!("{name} -file {default}"),
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Feature::Switch(switch, on) => write!(f, "{}={}", switch.name(), i32::from(*on)),
            Feature::MyName(name) => write!(f, "myname=\"{}\"", quotable(name)),
            Feature::Variants(names) => write!(f, "variants=\"{}\"", quotable(&names.join(","))),
            Feature::EndgameTables(kinds) => write!(f, "egt=\"{}\"", quotable(&kinds.join(","))),
            Feature::Option(option) => write!(f, "option=\"{}\"", quotable_option(option)),
            Feature::Done(done) => write!(f, "done={}", i32::from(*done)),
        }
    }
}
