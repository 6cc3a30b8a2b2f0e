//! Random numbers for position keys, the same on every machine and run, and keys of sets of men.

use super::set::SquareSet;

/// A stream of 64-bit keys (SplitMix64: Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct KeyStream(u64);

impl KeyStream {
    /// A stream that depends on nothing but the seed.
    #[must_use]
    pub fn new(seed: u64) -> KeyStream {
        KeyStream(seed)
    }

    /// The next key.
    pub fn next_key(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Keys of the pawns of both sides together, and of the other men of each side.
#[inline(always)]
#[must_use]
pub fn structure_keys<S: SquareSet>(colours: [S; 2], pawns: S) -> [u64; 3] {
    let [white, black] = colours;
    let [own, all] = [white & pawns, pawns].map(SquareSet::mixed);
    [own ^ all.rotate_left(17), (white & !pawns).mixed(), (black & !pawns).mixed()]
}

#[cfg(test)]
mod tests {
    use super::{KeyStream, structure_keys};
    use crate::board::{SquareSet, U256};

    /// Moves each of a few men and sees which keys change in their highest bits, which tables go by.
    fn changed<S: SquareSet>() -> [usize; 3] {
        let set = |squares: &[u8]| squares.iter().fold(S::EMPTY, |set, &at| set | S::of(at));
        let keys = |pawns: [&[u8]; 2], others: [&[u8]; 2]| {
            let [white, black] = pawns.map(set);
            let colours = [white | set(others[0]), black | set(others[1])];
            structure_keys(colours, white | black).map(|key| key >> 51)
        };
        let pawns: [&[u8]; 2] = [&[8, 9, 10], &[48, 49, 50]];
        let before = keys(pawns, [&[0, 4], &[60, 63]]);
        let mut changed = [0; 3];
        for after in [
            keys([&[8, 17, 10], pawns[1]], [&[0, 4], &[60, 63]]),
            keys([&[8, 48, 10], &[9, 49, 50]], [&[0, 4], &[60, 63]]),
            keys(pawns, [&[1, 4], &[60, 63]]),
            keys(pawns, [&[0, 4], &[60, 62]]),
        ] {
            for (count, (old, new)) in changed.iter_mut().zip(before.into_iter().zip(after)) {
                *count += usize::from(old != new);
            }
        }
        changed
    }

    #[test]
    fn a_structure_has_its_own_key_on_every_width() {
        assert_eq!([changed::<u64>(), changed::<u128>(), changed::<U256>()], [[2, 1, 1]; 3]);
    }

    #[test]
    fn the_stream_gives_the_published_numbers() {
        // The reference implementation's first numbers for the seed 1234567.
        let mut stream = KeyStream::new(1_234_567);
        assert_eq!(
            [stream.next_key(), stream.next_key(), stream.next_key()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
