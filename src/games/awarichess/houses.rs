//! The Awari board: sowing, captures, slams, feeding and famine (AWARI-1 to AWARI-5).
//!
//! Owns twelve houses and nothing else: whose powers the seeds become, and what happens after an Awari
//! game, is decided in [`play`](super::play).

/// Houses on the board; the first six are South's.
pub const HOUSES: usize = 12;

/// Houses of one side.
pub const ROW: usize = 6;

/// The most seeds there are.
pub const SEEDS: u32 = 48;

/// All bytes of South's row.
const SOUTH: u128 = 0x0000_ffff_ffff_ffff;
/// All bytes of North's row.
const NORTH: u128 = SOUTH << (8 * ROW);
/// The bits that are set in some house of four or more seeds.
const FOUR_OR_MORE: u128 = 0xfcfc_fcfc_fcfc_fcfc_fcfc_fcfc;
/// One seed in every house.
const ONES: u128 = 0x0101_0101_0101_0101_0101_0101;

/// Brings bit 0 of byte i of a row to bit 42 + i of the product.
const GATHER: u64 = 1 << 42 | 1 << 35 | 1 << 28 | 1 << 21 | 1 << 14 | 1 << 7;

/// Who sows: South is White, North is Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sower {
    /// Houses 0 to 5.
    South,
    /// Houses 6 to 11.
    North,
}

impl Sower {
    /// 0 for South, 1 for North, as colours are numbered.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side of a colour.
    #[inline]
    #[must_use]
    pub const fn of(colour: usize) -> Sower {
        if colour == 0 { Sower::South } else { Sower::North }
    }

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Sower {
        match self {
            Sower::South => Sower::North,
            Sower::North => Sower::South,
        }
    }

    /// The first of the side's houses.
    #[inline]
    #[must_use]
    pub const fn first(self) -> usize {
        self.index() * ROW
    }

    #[inline]
    const fn row(self) -> u128 {
        match self {
            Sower::South => SOUTH,
            Sower::North => NORTH,
        }
    }
}

/// Where the seeds of a house go.
#[derive(Clone, Copy)]
struct Sowing {
    /// One byte a house: the seeds that it gets.
    seeds: u128,
    /// The house of the last seed.
    last: usize,
}

/// By house and number of its seeds (AWARI-1: the house they came from is always skipped).
static SOWINGS: [[Sowing; SEEDS as usize + 1]; HOUSES] = {
    let mut table = [[Sowing { seeds: 0, last: 0 }; SEEDS as usize + 1]; HOUSES];
    let mut house = 0;
    while house < HOUSES {
        let mut sowing = Sowing { seeds: 0, last: house };
        let mut seeds = 0;
        while seeds <= SEEDS as usize {
            table[house][seeds] = sowing;
            sowing.last = (sowing.last + 1) % HOUSES;
            if sowing.last == house {
                sowing.last = (sowing.last + 1) % HOUSES;
            }
            sowing.seeds += 1 << (8 * sowing.last);
            seeds += 1;
        }
        house += 1;
    }
    table
};

/// What a sowing leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sown {
    /// The houses afterwards; captured seeds are gone, unless it was a slam (AWARI-3).
    pub houses: Houses,
    /// Seeds captured; none in a slam.
    pub captured: u32,
    /// All seeds of the opponent's row would have been captured.
    pub slam: bool,
}

/// Twelve houses, a byte each, house 0 lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Houses(u128);

impl Houses {
    /// No seeds at all.
    pub const EMPTY: Houses = Houses(0);

    /// Four seeds in every house, as each Awari game begins.
    pub const START: Houses = Houses(ONES * 4);

    /// Houses with so many seeds each.
    #[must_use]
    pub fn new(seeds: [u8; HOUSES]) -> Houses {
        let bytes = seeds.iter().enumerate();
        Houses(bytes.fold(0, |all, (house, &count)| all | u128::from(count) << (8 * house)))
    }

    /// The seeds of each house.
    #[must_use]
    pub fn seeds(self) -> [u8; HOUSES] {
        std::array::from_fn(|house| self.in_house(house) as u8)
    }

    /// The houses as a number, to make a key of.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Seeds in one house.
    #[inline]
    #[must_use]
    pub const fn in_house(self, house: usize) -> u32 {
        (self.0 >> (8 * house)) as u32 & 0xff
    }

    /// Seeds in one side's row.
    #[inline]
    #[must_use]
    pub const fn in_row(self, sower: Sower) -> u32 {
        // No row holds more than 48, so that a byte holds the sum.
        let row = (self.0 & sower.row()) >> (8 * sower.first());
        ((row as u64).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Seeds on the board.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u32 {
        self.in_row(Sower::South) + self.in_row(Sower::North)
    }

    /// Whether no seed is left.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Sows a house with seeds in it, and captures (AWARI-1, AWARI-2). A slam captures nothing
    /// (AWARI-3); whether it is legal is for [`Houses::legal`] to say.
    #[inline]
    #[must_use]
    pub fn sow(self, house: usize) -> Sown {
        let sower = if house < ROW { Sower::South } else { Sower::North };
        let sowing = &SOWINGS[house][(self.in_house(house) as usize).min(SEEDS as usize)];
        let sown = Houses((self.0 & !(0xff << (8 * house))) + sowing.seeds);
        let opponent = sower.other();
        let first = opponent.first();
        let mut last = sowing.last;
        let mut left = sown.0;
        let mut captured = 0;
        while (first..first + ROW).contains(&last) {
            let here = sown.in_house(last);
            if here != 2 && here != 3 {
                break;
            }
            captured += here;
            left &= !(0xff << (8 * last));
            if last == 0 {
                break;
            }
            last -= 1;
        }
        if captured > 0 && left & opponent.row() == 0 {
            return Sown { houses: sown, captured: 0, slam: true };
        }
        Sown { houses: Houses(left), captured, slam: false }
    }

    /// Which houses the side may sow, a bit each from its own left: those after which the opponent has
    /// seeds, slams apart; where there is none, the slams (AWARI-3, AWARI-4). None at all is famine
    /// (AWARI-5).
    #[inline]
    #[must_use]
    pub fn legal(self, sower: Sower) -> u8 {
        let filled = self.filled(sower);
        // A house of four or more can't be captured, so that there is no slam and no need to feed.
        if self.0 & FOUR_OR_MORE & sower.other().row() != 0 {
            return filled;
        }
        self.sifted(sower, filled)
    }

    /// [`Houses::legal`] where the opponent has few seeds.
    fn sifted(self, sower: Sower, filled: u8) -> u8 {
        let opponent = sower.other().row();
        let (mut feeding, mut slams) = (0, 0);
        let mut rest = filled;
        while rest != 0 {
            let house = rest.trailing_zeros();
            rest &= rest - 1;
            let sown = self.sow(sower.first() + house as usize);
            if sown.slam {
                slams |= 1 << house;
            } else if sown.houses.0 & opponent != 0 {
                feeding |= 1 << house;
            }
        }
        if feeding != 0 { feeding } else { slams }
    }

    /// Whether the side may sow anything, faster than [`Houses::legal`].
    #[inline]
    #[must_use]
    pub fn can_sow(self, sower: Sower) -> bool {
        if self.0 & sower.other().row() != 0 {
            // The opponent keeps seeds, or else it is a slam.
            return self.0 & sower.row() != 0;
        }
        // Somebody must reach the other row; whatever is captured then, it may be sown.
        (0..ROW).any(|house| self.in_house(sower.first() + house) as usize >= ROW - house)
    }

    /// Own houses that are not empty, a bit each.
    #[inline]
    fn filled(self, sower: Sower) -> u8 {
        let row = ((self.0 & sower.row()) >> (8 * sower.first())) as u64;
        // A house holds at most 48 seeds: adding 127 carries into the highest bit where there are any.
        let high = row.wrapping_add(0x7f7f_7f7f_7f7f) & 0x8080_8080_8080;
        ((high >> 7).wrapping_mul(GATHER) >> 42) as u8 & 0x3f
    }
}

#[cfg(test)]
mod tests {
    use super::{HOUSES, Houses, ROW, Sower};
    use crate::board::KeyStream;

    #[test]
    fn rows_are_summed_and_their_filled_houses_found() {
        let mut keys = KeyStream::new(12);
        for _ in 0..20_000 {
            let seeds: [u8; HOUSES] =
                std::array::from_fn(|_| (keys.next_key() % 9).saturating_sub(4) as u8);
            let houses = Houses::new(seeds);
            assert_eq!(houses.seeds(), seeds);
            for sower in [Sower::South, Sower::North] {
                let row = &seeds[sower.first()..sower.first() + ROW];
                let seeds: u32 = row.iter().map(|&count| u32::from(count)).sum();
                assert_eq!(houses.in_row(sower), seeds);
                let filled =
                    (0..ROW).filter(|&house| row[house] > 0).fold(0, |set, house| set | 1 << house);
                assert_eq!(houses.filled(sower), filled, "{seeds:?}");
                assert_eq!(houses.can_sow(sower), houses.legal(sower) != 0, "{seeds:?}");
            }
        }
        let full = Houses::new([0, 0, 0, 0, 0, 48, 0, 0, 0, 0, 0, 0]);
        assert_eq!(
            (full.in_row(Sower::South), full.total(), full.filled(Sower::South)),
            (48, 48, 32)
        );
    }
}
