//! Floor 3: the rules of the games, a folder each. No game knows the search, and none knows another,
//! but for the one that is built on the diagram family.

pub mod avon;
pub mod avp;
pub mod awarichess;
pub mod diagram;
mod fields;
