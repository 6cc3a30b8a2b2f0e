//! What the table keeps of a position, packed into 64 bits.

use crate::game::Action;

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

/// What a search found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best action, or [`Action::NONE`].
    pub action: Action,
    /// The value in centipawns; mates are counted from the position itself, not from a root.
    pub value: i16,
    /// How many actions ahead the value looks.
    pub depth: u8,
    /// What `value` says; `None` where only the action is worth keeping.
    pub bound: Option<Bound>,
}

/// Number of different ages; the age of an entry is the search it was written in, modulo this.
pub(super) const AGES: u8 = 1 << AGE_BITS;

const VALUE_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const AGE_SHIFT: u32 = 58;
const AGE_BITS: u32 = 6;

impl Entry {
    /// Packs an entry: from the lowest bit 32 action, 16 value, 8 depth, 2 bound, 6 age.
    #[inline]
    pub(super) fn pack(self, age: u8) -> u64 {
        let bound: u64 = match self.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        u64::from(self.action.raw())
            | u64::from(self.value.cast_unsigned()) << VALUE_SHIFT
            | u64::from(self.depth) << DEPTH_SHIFT
            | bound << BOUND_SHIFT
            | u64::from(age % AGES) << AGE_SHIFT
    }

    /// Unpacks an entry.
    #[inline]
    pub(super) fn unpack(data: u64) -> Entry {
        Entry {
            action: Action::from_raw(data as u32),
            value: ((data >> VALUE_SHIFT) as u16).cast_signed(),
            depth: packed_depth(data),
            bound: match data >> BOUND_SHIFT & 3 {
                0 => None,
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Exact),
            },
        }
    }
}

/// The depth of a packed entry.
#[inline]
pub(super) const fn packed_depth(data: u64) -> u8 {
    (data >> DEPTH_SHIFT) as u8
}

/// The age of a packed entry.
#[inline]
pub(super) const fn packed_age(data: u64) -> u8 {
    (data >> AGE_SHIFT) as u8
}
