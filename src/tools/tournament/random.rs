//! A mover without any sense, and the generator of its choices.

use crate::game::Action;

/// SplitMix64 (Steele, Lea and Flood, 2014): a counter that grows by an odd constant, mixed. The same
/// seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub(super) struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    pub(super) const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which is not 0.
    fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.next()) * bound as u128;
        (product >> 64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}

/// Chooses a man, then a square for it to go to, then among the forms of that move, each evenly: a man
/// with many moves is not preferred to one with few.
pub(super) fn choose(actions: &[Action], random: &mut SplitMix64) -> Option<Action> {
    let man = random.pick(&distinct(actions.iter().map(|action| action.from())))?;
    let of_man: Vec<Action> =
        actions.iter().copied().filter(|action| action.from() == man).collect();
    let target = random.pick(&distinct(of_man.iter().map(|action| action.to())))?;
    let forms: Vec<Action> = of_man.into_iter().filter(|action| action.to() == target).collect();
    random.pick(&forms)
}

fn distinct(squares: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut squares: Vec<u8> = squares.collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

#[cfg(test)]
mod tests {
    use super::{SplitMix64, choose};
    use crate::game::Action;

    #[test]
    fn the_generator_gives_its_published_numbers() {
        // The reference implementation's first numbers for the seed 1234567.
        let mut random = SplitMix64::new(1_234_567);
        let numbers = [random.next(), random.next(), random.next()];
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn a_man_with_many_moves_is_not_preferred() {
        let mut actions: Vec<Action> = (10..109).map(|to| Action::new(1, to, 0, 0)).collect();
        actions.push(Action::new(2, 5, 0, 0));
        let mut random = SplitMix64::new(3);
        let second = (0..1000)
            .filter(|_| choose(&actions, &mut random).is_some_and(|action| action.from() == 2))
            .count();
        assert!((400..600).contains(&second), "{second}");
    }

    #[test]
    fn nothing_is_chosen_from_nothing() {
        assert_eq!(choose(&[], &mut SplitMix64::new(0)), None);
    }
}
