//! Random numbers for position keys, the same on every machine and run.

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

#[cfg(test)]
mod tests {
    use super::KeyStream;

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
