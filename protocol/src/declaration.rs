//! How an engine declares one of its options. Each protocol prints it in its own way.

/// An option as it is shown to a GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDeclaration {
    /// The name; it may hold blanks.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value at the start, one of `choices`.
        default: String,
        /// All values, in the order shown.
        choices: Vec<String>,
    },
    /// Nothing: setting it does something at once.
    Button,
    /// Any text.
    String {
        /// The value at the start; may be empty.
        default: String,
    },
    /// The path of a file.
    File {
        /// The value at the start; may be empty.
        default: String,
    },
}
