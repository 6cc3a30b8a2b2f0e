//! The table that all threads of a search share.

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// Why there is no table of the size asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MiB")]
pub struct TableError {
    /// The size asked for.
    pub megabytes: usize,
}
