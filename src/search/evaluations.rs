//! Static values that a thread has found before, by key: a position comes back by other ways, in the next
//! iteration, and when a reduced search is repeated.

/// How many values are kept; a value of a position that shares a slot takes the earlier one's place.
const SLOTS: usize = 1 << INDEX_BITS;
const INDEX_BITS: u32 = 16;

/// The values of one thread, 512 KiB.
///
/// A slot holds the upper 48 bits of a key and 16 bits of value. The lower bits of the key are the slot's
/// number, so that nothing of the key is lost.
#[derive(Debug)]
pub(super) struct Evaluations(Vec<u64>);

impl Evaluations {
    /// Nothing is known.
    pub(super) fn new() -> Evaluations {
        Evaluations(vec![0; SLOTS])
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The value kept for a key (a table key, by which the value is decided), otherwise the one that
    /// `evaluate` finds, within 16 bits; it is then kept.
    #[inline]
    pub(super) fn get_or(&mut self, key: u64, evaluate: impl FnOnce() -> i32) -> i32 {
        let slot = &mut self.0[key as usize % SLOTS];
        if *slot >> INDEX_BITS == key >> INDEX_BITS && *slot != 0 {
            return i32::from((*slot as u16).cast_signed());
        }
        let value = evaluate();
        *slot = key >> INDEX_BITS << INDEX_BITS | u64::from((value as i16).cast_unsigned());
        value
    }
}

#[cfg(test)]
mod tests {
    use super::Evaluations;

    #[test]
    fn a_value_is_found_once_for_a_key_and_lost_to_another_key_of_its_slot() {
        let mut known = Evaluations::new();
        let mut found = 0;
        let mut ask = |key: u64, value: i32| {
            known.get_or(key, || {
                found += 1;
                value
            })
        };
        let (key, other) = (0x1234_5678_9abc_def0, 0x2234_5678_9abc_def0);
        assert_eq!(
            [ask(key, -29_000), ask(key, 1), ask(other, 29_000), ask(key, 7)],
            [-29_000, -29_000, 29_000, 7]
        );
        assert_eq!(ask(0, 5), 5, "no value is known before the first");
        assert_eq!(found, 4);
        known.clear();
        assert_eq!(known.get_or(other, || 3), 3);
    }
}
