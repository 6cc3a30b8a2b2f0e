//! The queue of powers (AWARI-7): first in, first out, White's and Black's.

/// The most powers that a text may hold. Play never holds more than there are seeds.
pub const MOST_READ: usize = 64;

/// A queue of up to 128 powers. The first to be used is the lowest bit; a set bit is Black's.
///
/// Bits beyond the count are zero, so that equal queues are equal values, however they came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Powers {
    bits: u128,
    count: u8,
}

impl Powers {
    /// No powers.
    pub const NONE: Powers = Powers { bits: 0, count: 0 };

    /// How many powers there are.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.count as u32
    }

    /// Whether every power has been used.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The owners, the first to be used lowest: a set bit is Black's.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.bits
    }

    /// The colour of the first power: 0 White, 1 Black. White's where there is none.
    #[inline]
    #[must_use]
    pub const fn first(self) -> usize {
        (self.bits & 1) as usize
    }

    /// The colour of each power, first to be used first.
    pub fn colours(self) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |place| (self.bits >> place & 1) as usize)
    }

    /// Powers of a colour.
    #[inline]
    #[must_use]
    pub const fn of(self, colour: usize) -> u32 {
        let black = self.bits.count_ones();
        if colour == 1 { black } else { self.count as u32 - black }
    }

    /// Uses the first power.
    #[inline]
    pub const fn spend(&mut self) {
        self.bits >>= 1;
        self.count = self.count.saturating_sub(1);
    }

    /// Puts powers of a colour at the end.
    #[inline]
    pub const fn add(&mut self, colour: usize, more: u32) {
        if colour == 1 {
            let many = if more >= 128 { u128::MAX } else { (1 << more) - 1 };
            self.bits |= many << self.count;
        }
        self.count += more as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::Powers;

    #[test]
    fn first_in_first_out() {
        let mut powers = Powers::NONE;
        powers.add(0, 3);
        powers.add(1, 2);
        powers.add(0, 1);
        assert_eq!(powers.colours().collect::<Vec<_>>(), [0, 0, 0, 1, 1, 0]);
        assert_eq!((powers.of(0), powers.of(1), powers.count()), (4, 2, 6));
        powers.spend();
        powers.spend();
        powers.spend();
        assert_eq!((powers.first(), powers.count()), (1, 3));
        powers.add(1, 40);
        assert_eq!((powers.of(0), powers.of(1)), (1, 42));
    }

    #[test]
    fn what_was_used_leaves_no_trace() {
        let mut used = Powers::NONE;
        used.add(1, 5);
        used.add(0, 2);
        (0..5).for_each(|_| used.spend());
        let mut fresh = Powers::NONE;
        fresh.add(0, 2);
        assert_eq!(used, fresh);
    }
}
