//! Sets of squares in 64, 128 and 256 bits, behind one trait.
//!
//! Bit `n` is square `n` (`rank * files + file`). Boards of up to 64 squares use `u64`, so that chess
//! pays for nothing that a larger board needs.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares of a fixed width.
pub trait SquareSet:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const EMPTY: Self;
    /// Every square of the width.
    const FULL: Self;
    /// How many squares the width holds.
    const CAPACITY: usize;

    /// The set of one square.
    fn of(square: u8) -> Self;
    /// The squares below `square`.
    fn below(square: u8) -> Self;
    /// Whether the square is in the set.
    fn contains(self, square: u8) -> bool;
    /// Whether there is no square in it.
    fn is_empty(self) -> bool;
    /// The lowest square. Only for sets that are not empty.
    fn first(self) -> u8;
    /// The highest square. Only for sets that are not empty.
    fn last(self) -> u8;
    /// The set without its lowest square.
    fn without_first(self) -> Self;
    /// How many squares it holds.
    fn count(self) -> u32;
    /// All squares up to and including the lowest in the set; every square if the set is empty.
    fn through_first(self) -> Self;
    /// All squares from the highest in the set upwards; every square if the set is empty.
    fn since_last(self) -> Self;
    /// All squares from the highest of the set upwards through the lowest of `above`, which lies above the
    /// set: from the first square of the width if the set is empty, through the last one if `above` is.
    fn through(self, above: Self) -> Self;
    /// Every square moved up by `by` (down if negative), by less than the width, falling off at its ends.
    fn shifted(self, by: i16) -> Self;
    /// A key of the set, in whose highest bits every square has its share (multiplicative hashing).
    fn mixed(self) -> u64;

    /// Whether there is a square in it.
    #[inline(always)]
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// Whether it holds at least two squares.
    #[inline(always)]
    fn many(self) -> bool {
        self.without_first().any()
    }

    /// The squares, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over the squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<S>(S);

impl<S: SquareSet> Iterator for Squares<S> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }
}

macro_rules! integer_set {
    ($int:ty) => {
        impl SquareSet for $int {
            const EMPTY: Self = 0;
            const FULL: Self = <$int>::MAX;
            const CAPACITY: usize = <$int>::BITS as usize;

            #[inline(always)]
            fn of(square: u8) -> Self {
                1 << (u32::from(square) & (<$int>::BITS - 1))
            }
            #[inline(always)]
            fn below(square: u8) -> Self {
                Self::of(square) - 1
            }
            #[inline(always)]
            fn contains(self, square: u8) -> bool {
                self & Self::of(square) != 0
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline(always)]
            fn last(self) -> u8 {
                (<$int>::BITS - 1 - self.leading_zeros()) as u8
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn through_first(self) -> Self {
                self ^ self.wrapping_sub(1)
            }
            #[inline(always)]
            fn since_last(self) -> Self {
                // An empty set shifts by 0, since `self | 1` then has its highest bit at 0.
                <$int>::MAX << (<$int>::BITS - 1 - (self | 1).leading_zeros())
            }
            #[inline(always)]
            fn through(self, above: Self) -> Self {
                // Taking the highest square of the set, as a number, from `above` clears the lowest square of
                // `above` and sets all between; the set of all from a square up is that square negated.
                above ^ above.wrapping_add(self.since_last())
            }
            #[inline(always)]
            fn shifted(self, by: i16) -> Self {
                if by >= 0 { self << by } else { self >> -by }
            }
            #[inline(always)]
            fn mixed(self) -> u64 {
                mix(self as u64, (self >> (<$int>::BITS / 2)) as u64)
            }
        }
    };
}

integer_set!(u64);
integer_set!(u128);

/// The golden ratio in 64 bits, odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A key of two words.
#[inline(always)]
const fn mix(low: u64, high: u64) -> u64 {
    (low.wrapping_mul(GOLDEN) ^ high).wrapping_mul(GOLDEN)
}

/// 256 squares as two halves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct U256 {
    low: u128,
    high: u128,
}

macro_rules! by_halves {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt;)*) => {$(
        impl $trait for U256 {
            type Output = U256;
            #[inline(always)]
            fn $method(self, other: U256) -> U256 {
                U256 { low: self.low $op other.low, high: self.high $op other.high }
            }
        }
        impl $assign_trait for U256 {
            #[inline(always)]
            fn $assign(&mut self, other: U256) {
                *self = *self $op other;
            }
        }
    )*};
}

by_halves! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for U256 {
    type Output = U256;
    #[inline(always)]
    fn not(self) -> U256 {
        U256 { low: !self.low, high: !self.high }
    }
}

impl SquareSet for U256 {
    const EMPTY: Self = U256 { low: 0, high: 0 };
    const FULL: Self = U256 { low: u128::MAX, high: u128::MAX };
    const CAPACITY: usize = 256;

    #[inline(always)]
    fn of(square: u8) -> Self {
        if square < 128 {
            U256 { low: 1 << square, high: 0 }
        } else {
            U256 { low: 0, high: 1 << (square - 128) }
        }
    }
    #[inline(always)]
    fn below(square: u8) -> Self {
        if square < 128 {
            U256 { low: (1 << square) - 1, high: 0 }
        } else {
            U256 { low: u128::MAX, high: (1 << (square - 128)) - 1 }
        }
    }
    #[inline(always)]
    fn contains(self, square: u8) -> bool {
        (self & Self::of(square)).any()
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.low | self.high == 0
    }
    #[inline(always)]
    fn first(self) -> u8 {
        if self.low != 0 { self.low.first() } else { self.high.first().wrapping_add(128) }
    }
    #[inline(always)]
    fn last(self) -> u8 {
        if self.high != 0 { self.high.last() + 128 } else { self.low.last() }
    }
    #[inline(always)]
    fn without_first(self) -> Self {
        if self.low != 0 {
            U256 { low: self.low.without_first(), high: self.high }
        } else {
            U256 { low: 0, high: self.high.without_first() }
        }
    }
    #[inline(always)]
    fn mixed(self) -> u64 {
        mix(self.low.mixed(), self.high.mixed())
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }
    #[inline(always)]
    fn through_first(self) -> Self {
        if self.low != 0 {
            U256 { low: self.low.through_first(), high: 0 }
        } else {
            U256 { low: u128::MAX, high: self.high.through_first() }
        }
    }
    #[inline(always)]
    fn since_last(self) -> Self {
        if self.high != 0 {
            U256 { low: 0, high: self.high.since_last() }
        } else {
            U256 { low: self.low.since_last(), high: u128::MAX }
        }
    }
    #[inline(always)]
    fn through(self, above: Self) -> Self {
        self.since_last() & above.through_first()
    }
    #[inline(always)]
    fn shifted(self, by: i16) -> Self {
        let bits = u32::from(by.unsigned_abs());
        match (by, bits) {
            (0, _) => self,
            (_, 256..) => U256::EMPTY,
            (1.., 128..) => U256 { low: 0, high: self.low << (bits - 128) },
            (1.., _) => {
                U256 { low: self.low << bits, high: self.high << bits | self.low >> (128 - bits) }
            }
            (_, 128..) => U256 { low: self.high >> (bits - 128), high: 0 },
            (_, _) => {
                U256 { low: self.low >> bits | self.high << (128 - bits), high: self.high >> bits }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SquareSet, U256};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Every operation agrees with a plain set of numbers.
    fn agrees<S: SquareSet>(squares: &BTreeSet<u8>, by: i16) {
        let set = squares.iter().fold(S::EMPTY, |set, &square| set | S::of(square));
        let all = 0..S::CAPACITY as i16;
        let back: BTreeSet<u8> = set.squares().collect();
        assert_eq!(&back, squares);
        assert_eq!(set.count() as usize, squares.len());
        assert_eq!(set.is_empty(), squares.is_empty());
        assert_eq!(set.many(), squares.len() > 1);
        let first = squares.first().map_or(i16::MAX, |&square| i16::from(square));
        let last = squares.last().map_or(0, |&square| i16::from(square));
        if set.any() {
            assert_eq!(i16::from(set.first()), first);
            assert_eq!(i16::from(set.last()), last);
        }
        let moved: BTreeSet<u8> = set.shifted(by).squares().collect();
        let wanted: BTreeSet<u8> = squares
            .iter()
            .map(|&square| i16::from(square) + by)
            .filter(|square| all.contains(square))
            .map(|square| square as u8)
            .collect();
        assert_eq!(moved, wanted, "shifted by {by}");
        for square in all {
            let one = square as u8;
            assert_eq!(set.contains(one), squares.contains(&one));
            assert_eq!((!set).contains(one), !squares.contains(&one));
            assert_eq!(set.through_first().contains(one), square <= first);
            assert_eq!(set.since_last().contains(one), square >= last);
            assert_eq!(S::below(one).count(), square as u32);
            let (lower, upper) = (set & S::below(one), set & !S::below(one));
            assert_eq!(lower.through(upper), lower.since_last() & upper.through_first());
        }
    }

    proptest! {
        #[test]
        fn sets_agree_with_plain_ones(
            squares in proptest::collection::btree_set(any::<u8>(), 0..20),
            by in -40i16..40,
        ) {
            let under = |limit: u8| squares.iter().copied().filter(|&s| s < limit).collect();
            agrees::<u64>(&under(64), by);
            agrees::<u128>(&under(128), by);
            agrees::<U256>(&squares, by * 4);
        }
    }
}
