//! The positions a game has come through, for rules about repetition.

/// The repetition keys of the positions before the present one, oldest first.
///
/// A search marks where its root stands: inside the tree one earlier occurrence is enough to call a
/// line a repetition (whoever could repeat once can repeat again), while what happened before the root
/// needs the two earlier occurrences that the rule asks for.
#[derive(Clone, Default, Debug)]
pub struct Past {
    keys: Vec<u64>,
    root: Option<usize>,
}

impl Past {
    /// Nothing has happened.
    #[must_use]
    pub fn new() -> Past {
        Past::default()
    }

    /// The present position becomes part of the past.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Takes the last position back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// How many positions there were before the present one.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether the present position is the first.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The present position becomes the root of a search.
    pub fn mark_root(&mut self) {
        self.root = Some(self.keys.len());
    }

    /// How often `key` stands among the last `reach` positions, step by step (sides need not alternate).
    #[must_use]
    pub fn occurrences(&self, key: u64, reach: usize) -> usize {
        let first = self.keys.len().saturating_sub(reach);
        self.keys[first..].iter().filter(|&&earlier| earlier == key).count()
    }

    /// Whether the present position, whose key is `key`, counts as a threefold repetition: two earlier
    /// occurrences within `reach` positions, or one at or after the root of a search.
    #[inline]
    #[must_use]
    pub fn threefold(&self, key: u64, reach: usize) -> bool {
        let first = self.keys.len().saturating_sub(reach);
        let root = self.root.unwrap_or(usize::MAX);
        let mut earlier_ones = 0;
        for (index, &earlier) in self.keys.iter().enumerate().skip(first).rev() {
            if earlier == key {
                earlier_ones += 1;
                if earlier_ones == 2 || index >= root {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Past;

    fn past(keys: &[u64]) -> Past {
        let mut past = Past::new();
        keys.iter().for_each(|&key| past.push(key));
        past
    }

    #[test]
    fn two_earlier_occurrences_make_three() {
        assert!(past(&[7, 1, 7, 2]).threefold(7, 4));
        assert!(!past(&[7, 1, 7, 2]).threefold(7, 3));
        assert!(!past(&[7, 1, 2]).threefold(7, 3));
    }

    #[test]
    fn inside_a_search_one_occurrence_is_enough() {
        let mut past = past(&[7, 1]);
        past.mark_root();
        assert!(!past.threefold(7, 9), "before the root two are needed");
        past.push(5);
        past.push(6);
        assert!(past.threefold(5, 9), "the root itself counts");
        assert!(!past.threefold(5, 1), "beyond the reach nothing counts");
    }
}
