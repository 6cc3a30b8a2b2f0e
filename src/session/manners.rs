//! When to resign, and when to offer a draw.
//!
//! Owns what a player's own values over the last moves say about giving up or about agreeing to a draw. It must
//! not know a protocol: some have words for it, others none.

use super::event::Finished;
use caryatid_protocol::Score;

/// So many own moves in a row have to be lost before the game is given up.
const LOST_MOVES: usize = 4;

/// So many own moves in a row have to be level before a draw is offered.
const LEVEL_MOVES: usize = 10;

/// Values within this are level, in centipawns.
const LEVEL: i32 = 10;

/// Own moves that are made before a first offer, and from one offer to the next.
const MOVES_BETWEEN_OFFERS: usize = 30;

/// What a player may say beside a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gesture {
    /// The game is given up; no move is made.
    Resignation,
    /// A draw is offered with the move.
    DrawOffer,
}

/// What the own moves of a game were worth, the last ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Manners {
    /// How many moves in a row were lost by so much that the option asks for.
    lost: usize,
    /// How many moves in a row were level.
    level: usize,
    /// Own moves since the game began or a draw was offered.
    unoffered: usize,
}

impl Manners {
    /// Takes note of an answer; gives what is to be said with it. `resign_at` is the loss in centipawns at
    /// which games are given up, 0 for never. An answer that was not searched for says nothing.
    pub fn heed(&mut self, answer: &Finished, resign_at: i32, offers: bool) -> Option<Gesture> {
        if answer.depth == 0 || answer.best.is_empty() {
            return None;
        }
        let (is_lost, is_level) = match answer.score {
            Score::Mate(moves) => (moves <= 0, false),
            Score::Centipawns(value) => (value <= -resign_at, value.abs() <= LEVEL),
        };
        self.lost = if is_lost { self.lost + 1 } else { 0 };
        self.level = if is_level { self.level + 1 } else { 0 };
        self.unoffered += 1;
        if resign_at > 0 && self.lost >= LOST_MOVES {
            return Some(Gesture::Resignation);
        }
        if offers && self.level >= LEVEL_MOVES && self.unoffered > MOVES_BETWEEN_OFFERS {
            self.unoffered = 0;
            return Some(Gesture::DrawOffer);
        }
        None
    }
}

/// Whether a draw that is offered should be taken: the position is no better than that.
#[must_use]
pub fn accepts_draw(score: Score) -> bool {
    match score {
        Score::Centipawns(value) => value <= 0,
        Score::Mate(moves) => moves <= 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Gesture, Manners, accepts_draw};
    use crate::session::Finished;
    use caryatid_protocol::Score;
    use std::time::Duration;

    fn worth(score: Score, depth: u32) -> Finished {
        let best = vec!["a1a2".to_owned()];
        Finished { best, ponder: None, score, depth, nodes: 1, time: Duration::ZERO }
    }

    fn gestures(scores: &[i32], resign_at: i32, offers: bool) -> Vec<(usize, Gesture)> {
        let mut manners = Manners::default();
        let told = scores.iter().enumerate().filter_map(|(place, &value)| {
            let answer = worth(Score::Centipawns(value), 5);
            manners.heed(&answer, resign_at, offers).map(|gesture| (place, gesture))
        });
        told.collect()
    }

    #[test]
    fn a_game_is_given_up_when_it_stays_lost_and_only_where_that_is_wanted() {
        let course = [-900, -1000, -1200, -1300, -400, -1000, -1000, -1000, -1001];
        assert_eq!(gestures(&course, 1000, false), [(8, Gesture::Resignation)]);
        assert_eq!(gestures(&course, 0, false), []);
        assert_eq!(gestures(&course, 1002, false), []);
    }

    #[test]
    fn being_mated_is_lost_and_answers_without_a_search_say_nothing() {
        let mut manners = Manners::default();
        for _ in 0..3 {
            assert_eq!(manners.heed(&worth(Score::Mate(-5), 3), 29_000, false), None);
            assert_eq!(manners.heed(&worth(Score::Centipawns(-29_000), 0), 29_000, false), None);
        }
        let last = manners.heed(&worth(Score::Mate(-2), 3), 29_000, false);
        assert_eq!(last, Some(Gesture::Resignation));
    }

    #[test]
    fn a_draw_is_offered_late_in_level_games_and_not_again_at_once() {
        let offers = gestures(&[0; 70], 0, true);
        assert_eq!(offers, [(30, Gesture::DrawOffer), (61, Gesture::DrawOffer)]);
        assert_eq!(gestures(&[0; 70], 0, false), []);
        let swinging: Vec<i32> = (0..70).map(|place| if place % 9 == 0 { 50 } else { 0 }).collect();
        assert_eq!(gestures(&swinging, 0, true), []);
    }

    #[test]
    fn a_draw_is_taken_where_nothing_better_is_in_sight() {
        let taken = [Score::Centipawns(0), Score::Centipawns(-3), Score::Mate(-2), Score::Mate(0)];
        assert!(taken.into_iter().all(accepts_draw));
        assert!(![Score::Centipawns(1), Score::Mate(1)].into_iter().any(accepts_draw));
    }
}
