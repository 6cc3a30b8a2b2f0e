//! Floor 3: the rules of the games, a folder each. No game knows the search, and none knows another.

pub mod avon;
pub mod avp;
pub mod diagram;
