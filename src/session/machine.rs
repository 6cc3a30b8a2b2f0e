//! What the machine tells of its memory, in MiB. Only Linux tells; elsewhere guesses have to do.

use std::fs;

/// What a table may take on a machine that does not tell what it has.
const UNTOLD: i64 = 8 << 10;

/// All memory of the machine, where it tells.
pub(super) fn memory() -> Option<i64> {
    field(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
}

/// What a table may take now: half of the memory that is free or held by this process already, so that
/// the machine does not begin to swap.
pub(super) fn sane_share() -> i64 {
    let told = |path: &str, name: &str| field(&fs::read_to_string(path).ok()?, name);
    let held = || told("/proc/self/status", "VmRSS:").unwrap_or(0);
    told("/proc/meminfo", "MemAvailable:").map_or(UNTOLD, |free| free.saturating_add(held()) / 2)
}

/// A line `NAME NUMBER kB` of a file that the kernel writes.
fn field(text: &str, name: &str) -> Option<i64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::{field, memory, sane_share};

    #[test]
    fn the_kernels_lines_are_read_and_other_text_says_nothing() {
        let text =
            "MemTotal:       24684012 kB\nMemFree:\t 1 kB\nMemAvailable:   2097152 kB\nX: 3\n";
        assert_eq!(field(text, "MemTotal:"), Some(24105));
        assert_eq!(field(text, "MemAvailable:"), Some(2048));
        assert_eq!(field(text, "X:"), None);
        assert_eq!(field("", "MemTotal:"), None);
    }

    #[test]
    fn the_share_leaves_half_to_others() {
        assert!(sane_share() > 0);
        if let Some(memory) = memory() {
            assert!(sane_share() <= memory / 2 + 1, "{} of {memory}", sane_share());
        }
    }
}
