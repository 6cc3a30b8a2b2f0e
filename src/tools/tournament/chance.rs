//! Choices by chance: the generator, and moves without any sense.

use crate::board::KeyStream;
use crate::game::Action;

/// A stream of choices: the same seed gives the same ones on every machine.
#[derive(Clone, Debug)]
pub(in crate::tools) struct Chance(KeyStream);

impl Chance {
    pub(in crate::tools) fn new(seed: u64) -> Chance {
        Chance(KeyStream::new(seed))
    }

    /// Any number.
    pub(in crate::tools) fn number(&mut self) -> u64 {
        self.0.next_key()
    }

    /// A number below `bound`, which is not 0.
    fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.0.next_key()) * bound as u128;
        (product >> 64) as usize
    }

    /// Puts items into an order by chance.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}

/// Chooses a man, then a square for it to go to, then among the forms of that move, each evenly: a man
/// with many moves is not preferred to one with few.
pub(super) fn choose(actions: &[Action], random: &mut Chance) -> Option<Action> {
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
    use super::{Chance, choose};
    use crate::game::Action;

    #[test]
    fn a_man_with_many_moves_is_not_preferred() {
        let mut actions: Vec<Action> = (10..109).map(|to| Action::new(1, to, 0, 0)).collect();
        actions.push(Action::new(2, 5, 0, 0));
        let mut random = Chance::new(3);
        let second = (0..1000)
            .filter(|_| choose(&actions, &mut random).is_some_and(|action| action.from() == 2))
            .count();
        assert!((400..600).contains(&second), "{second}");
    }

    #[test]
    fn nothing_is_chosen_from_nothing() {
        assert_eq!(choose(&[], &mut Chance::new(0)), None);
    }
}
