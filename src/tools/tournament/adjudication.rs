//! When a referee ends a game that the players' own values say is decided.

use super::ToolError;
use super::player::Thought;
use crate::game::Team;
use caryatid_protocol::Score;

/// A draw by agreement of the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// The first move number at which it applies.
    pub number: usize,
    /// Moves in a row of each side whose value must be small.
    pub count: u32,
    /// How small, in centipawns.
    pub score: i32,
}

/// A loss that the loser's values admit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Moves in a row of the losing side whose value must be that bad.
    pub count: u32,
    /// How bad, in centipawns.
    pub score: i32,
    /// Whether the winner's values must say the same.
    pub both: bool,
}

/// The rules for ending games early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// When a game is a draw.
    pub draw: Option<DrawRule>,
    /// When a game is lost.
    pub resign: Option<ResignRule>,
}

/// Reads `NAME=NUMBER` words into the places of their names.
fn read_numbers<'a>(
    what: &str,
    words: impl IntoIterator<Item = &'a str>,
    places: &mut [(&str, &mut u32)],
) -> Result<(), ToolError> {
    let names: Vec<String> = places.iter().map(|(name, _)| (*name).to_owned()).collect();
    for word in words {
        let read = word.split_once('=').and_then(|(name, value)| {
            let value = value.parse().ok().filter(|&value: &u32| value <= 1_000_000)?;
            let (_, place) = places.iter_mut().find(|(known, _)| *known == name)?;
            **place = value;
            Some(())
        });
        if read.is_none() {
            let names = names.join("=N, ");
            return Err(ToolError::Usage(format!("{what}: `{word}` is none of {names}=N")));
        }
    }
    Ok(())
}

fn signed(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

impl DrawRule {
    /// Reads `number=N count=N score=CENTIPAWNS`; what is missing is 40, 8 and 10.
    ///
    /// # Errors
    /// The word that can't be read.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<DrawRule, ToolError> {
        let (mut number, mut count, mut score) = (40, 8, 10);
        let places = &mut [("number", &mut number), ("count", &mut count), ("score", &mut score)];
        read_numbers("draw", words, places)?;
        Ok(DrawRule { number: number as usize, count: count.max(1), score: signed(score) })
    }
}

impl ResignRule {
    /// Reads `count=N score=CENTIPAWNS both=0|1`; what is missing is 4, 700 and 0.
    ///
    /// # Errors
    /// The word that can't be read.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<ResignRule, ToolError> {
        let (mut count, mut score, mut both) = (4, 700, 0);
        let places = &mut [("count", &mut count), ("score", &mut score), ("both", &mut both)];
        read_numbers("resign", words, places)?;
        Ok(ResignRule { count: count.max(1), score: signed(score), both: both > 0 })
    }
}

/// Watches the values of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    rules: Adjudication,
    /// Moves in a row, by team.
    small: [u32; 2],
    bad: [u32; 2],
    good: [u32; 2],
}

impl Watch {
    pub(super) fn new(rules: Adjudication) -> Watch {
        Watch { rules, ..Watch::default() }
    }

    /// Notes what a team thought of its move. A team that tells no value ends every row.
    pub(super) fn note(&mut self, team: Team, thought: &Thought) {
        let value = thought.score.map(|score| match score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        });
        let holds = |rule: &dyn Fn(i32) -> bool| value.is_some_and(rule);
        let draw = self.rules.draw.is_some_and(|draw| holds(&|value| value.abs() <= draw.score));
        let bad = self.rules.resign.is_some_and(|rule| holds(&|value| value <= -rule.score));
        let good = self.rules.resign.is_some_and(|rule| holds(&|value| value >= rule.score));
        for (row, goes_on) in
            [(&mut self.small, draw), (&mut self.bad, bad), (&mut self.good, good)]
        {
            let row = &mut row[team.index()];
            *row = if goes_on { *row + 1 } else { 0 };
        }
    }

    /// The winner, or `Some(None)` for a draw, where the values decide; `number` is the move's number.
    pub(super) fn verdict(&self, number: usize) -> Option<Option<Team>> {
        if let Some(rule) = self.rules.resign {
            for team in [Team::White, Team::Black] {
                let other = team.other();
                let agrees = !rule.both || self.good[other.index()] >= rule.count;
                if self.bad[team.index()] >= rule.count && agrees {
                    return Some(Some(other));
                }
            }
        }
        let draw = self.rules.draw?;
        let are_small = self.small.iter().all(|&row| row >= draw.count);
        (number >= draw.number && are_small).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Adjudication, DrawRule, ResignRule, Watch};
    use crate::game::Team::{Black, White};
    use crate::tools::tournament::player::Thought;
    use caryatid_protocol::Score;

    fn thought(score: Score) -> Thought {
        Thought { score: Some(score), ..Thought::default() }
    }

    fn cp(value: i32) -> Thought {
        thought(Score::Centipawns(value))
    }

    #[test]
    fn a_draw_needs_small_values_of_both_in_a_row_and_the_move_number() {
        let draw = DrawRule::read(["count=2", "number=10", "score=15"]).unwrap();
        let mut watch = Watch::new(Adjudication { draw: Some(draw), resign: None });
        watch.note(White, &cp(15));
        watch.note(Black, &cp(-15));
        watch.note(White, &cp(0));
        assert_eq!(watch.verdict(10), None, "Black has one only");
        watch.note(Black, &cp(3));
        assert_eq!((watch.verdict(9), watch.verdict(10)), (None, Some(None)));
        watch.note(White, &cp(16));
        assert_eq!(watch.verdict(10), None);
        watch.note(White, &cp(0));
        watch.note(White, &Thought::default());
        assert_eq!(watch.verdict(10), None, "without a value");
    }

    #[test]
    fn a_loss_is_what_the_loser_admits() {
        let resign = ResignRule::read(["count=2", "score=500"]).unwrap();
        let mut watch = Watch::new(Adjudication { draw: None, resign: Some(resign) });
        watch.note(White, &cp(-500));
        watch.note(White, &thought(Score::Mate(-3)));
        assert_eq!(watch.verdict(1), Some(Some(Black)));
        let both = ResignRule::read(["count=2", "score=500", "both=1"]).unwrap();
        let mut watch = Watch::new(Adjudication { draw: None, resign: Some(both) });
        for _ in 0..2 {
            watch.note(Black, &cp(-900));
            assert_eq!(watch.verdict(1), None);
            watch.note(White, &thought(Score::Mate(5)));
        }
        assert_eq!(watch.verdict(1), Some(Some(White)));
    }

    #[test]
    fn words_that_are_no_rule_are_refused() {
        for words in [["count"], ["moves=3"], ["count=x"], ["count=-1"], ["score=9999999999"]] {
            assert!(
                DrawRule::read(words).is_err() && ResignRule::read(words).is_err(),
                "{words:?}"
            );
        }
    }
}
