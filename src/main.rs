//! The `caryatid` binary.
fn main() {}
