//! Laws of Aliens vs Predators on random walks: the fast generators equal generate-and-test, keys and
//! sums equal those from scratch, text is read as what it was written from, and so on.
//!
//! A third of the walks begin at the start with one to four Aliens, the others at random positions with
//! few or many men, and actions that give check, attack Aliens, recruit or promote are preferred. The
//! walks are the same on every run.

#![allow(clippy::unwrap_used)]

#[path = "laws/any_game.rs"]
mod any_game;

use any_game::{Case, Seen, below, list};
use caryatid::board::{KeyStream, write_placement};
use caryatid::game::{Action, Game, Past, Team, Want, Words};
use caryatid::games::avp::{Avp, Position, kind, man};
use std::collections::BTreeMap;

/// Positions looked at.
const POSITIONS: usize = 16_000;

/// The most actions of one walk.
const WALK: usize = 80;

impl Case<'_, Avp> {
    fn check_all(&self, keys: &mut KeyStream, seen: &mut Seen) {
        let all = self.list(Want::All);
        self.state();
        let team = if self.here().contains(" w ") { Team::White } else { Team::Black };
        assert_eq!(self.fen(&all).wire_first, team, "{}", self.here());
        self.actions(&all, &self.game.slow_actions(self.position), keys);
        self.results(&all, seen);
        self.wire(&all);
        let black = self.game.to_act(self.position).0 == 1;
        let of = |wanted: u8| all.iter().any(|action| action.kind() == wanted);
        let danger = self.game.in_check(self.position);
        seen.note("check", danger && !black);
        seen.note("attacked", danger && black);
        seen.note("recruiting", of(kind::RECRUITING));
        seen.note("promotion", of(kind::PROMOTION));
        seen.note("white promotion", of(kind::PROMOTION) && !black);
        seen.note("en passant", of(kind::EN_PASSANT));
        seen.note("castling", of(kind::CASTLING));
        seen.note("placing", of(kind::PLACING));
        seen.note("mate or stalemate", all.is_empty());
    }

    fn state(&self) {
        let (game, position) = (self.game, self.position);
        let here = self.here();
        assert_eq!(game.repetition_key(position), game.key_from_scratch(position), "key, {here}");
        assert_eq!(game.score(position), game.score_from_scratch(position), "sum, {here}");
        self.judgement();
        if let Some(passed) = self.pass() {
            assert_eq!(game.repetition_key(&passed), game.key_from_scratch(&passed), "{here}");
        }
    }

    /// The board after each action is the one that generate-and-test arrives at, victims of the fork
    /// rule taken off.
    fn results(&self, all: &[Action], seen: &mut Seen) {
        let mut lost = 0;
        for (action, men) in self.game.slow_results(self.position) {
            let mut after = self.position.clone();
            self.game.play(&mut after, action, self.past);
            let found: String = (0..100)
                .map(|square| match after.man(square) {
                    None => '.',
                    Some(man) if man.colour == 0 => LETTERS[man.kind],
                    Some(man) => LETTERS[man.kind].to_ascii_lowercase(),
                })
                .collect();
            assert_eq!(found, men, "after {action:?}, {}", self.here());
            let aliens = |position: &Position| {
                let is =
                    |&square: &u8| position.man(square).is_some_and(|man| man.kind == man::ALIEN);
                (0..100).filter(is).count() + usize::from(position.in_hand())
            };
            lost = lost.max(aliens(self.position) - aliens(&after));
        }
        seen.note("fork", lost > 0);
        seen.note("double fork", lost > 1);
        assert!(lost == 0 || !all.is_empty());
    }

    /// No two actions have the same wire moves, and none's are the beginning of another's, so that
    /// whoever hears them knows when an action is complete.
    fn wire(&self, all: &[Action]) {
        if self.game.to_act(self.position).0 == 0 {
            return;
        }
        let mut wires: Vec<Vec<String>> =
            all.iter().map(|&action| self.game.wire(self.position, action)).collect();
        wires.sort_unstable();
        for pair in wires.windows(2) {
            assert!(!pair[1].starts_with(&pair[0]), "{pair:?}, {}", self.here());
        }
    }
}

const LETTERS: [char; man::KINDS] = ['P', 'N', 'B', 'R', 'Q', 'K', 'U', 'A', 'C', 'H', 'L'];

/// A random action. Rare kinds are preferred, then attacks that leave few answers: forks and mates.
fn choose(game: &Avp, position: &Position, past: &Past, keys: &mut KeyStream) -> Option<Action> {
    let all = list(game, position, Want::All);
    let mut drawn = *all.first()?;
    let mut fewest = u64::MAX;
    for _ in 0..10 {
        let action = all[below(keys, all.len())];
        let rare = [kind::PROMOTION, kind::EN_PASSANT, kind::CASTLING, kind::TWICE];
        if rare.contains(&action.kind()) {
            return Some(action);
        }
        let mut child = position.clone();
        game.play(&mut child, action, past);
        let answers = if game.in_check(&child) { game.count_actions(&child) } else { 10_000 };
        if answers < fewest && (answers > 0 || below(keys, 4) == 0) {
            (drawn, fewest) = (action, answers);
        }
    }
    Some(drawn)
}

/// A king, one to four Aliens and up to 24 other men anywhere, some of them Black's, with a graveyard.
fn sparse(game: &Avp, keys: &mut KeyStream) -> Position {
    loop {
        let mut letters = ['.'; 100];
        let aliens = 1 + below(keys, 4);
        let in_hand = if below(keys, 8) == 0 { 1 + below(keys, aliens) } else { 0 };
        let castles = below(keys, 4) == 0;
        if castles {
            for (square, letter) in [(10, 'R'), (15, 'K'), (19, 'R')] {
                letters[square] = letter;
            }
        } else {
            letters[below(keys, 100)] = 'K';
        }
        // Often nearly all of them are White's: forks.
        let (more, recruits) = if below(keys, 2) == 0 { (25, 3) } else { (16, 40) };
        let more = below(keys, more);
        let men: Vec<char> = (0..aliens - in_hand)
            .map(|_| 'l')
            .chain((0..more).map(|_| {
                let letter = ['P', 'P', 'P', 'P', 'N', 'B', 'R', 'Q', 'U', 'A', 'C', 'H', 'H']
                    [below(keys, 13)];
                if below(keys, recruits) == 0 { letter.to_ascii_lowercase() } else { letter }
            }))
            .collect();
        for letter in men {
            let square = match letter {
                // Where pawns can step twice, take en passant and promote.
                'P' => 10 * [2, 2, 4, 4, 8, 8][below(keys, 6)] + below(keys, 10),
                'p' => 10 * [1, 1, 5, 5, 7, 7][below(keys, 6)] + below(keys, 10),
                _ => below(keys, 100),
            };
            if letters[square] == '.' && !(castles && (11..19).contains(&square)) {
                letters[square] = letter;
            }
        }
        let placement = write_placement(10, 10, |file, rank| {
            let letter = letters[usize::from(10 * rank + file)];
            (letter != '.').then_some(letter)
        });
        let mut hand = "l".repeat(in_hand);
        hand.extend("NQRUH".chars().filter(|_| below(keys, 3) == 0));
        let side = if below(keys, 2) == 0 { "w" } else { "b" };
        let rights = if castles { "KQ" } else { "-" };
        let fen = format!("{placement}[{hand}] {side} {rights} - 0 1");
        if let Ok(read) = game.read_fen(&fen) {
            return read.position;
        }
    }
}

#[test]
fn every_law_holds_on_random_walks() {
    let games = [1, 2, 3, 4].map(Avp::new);
    let mut keys = KeyStream::new(0xa11e);
    let mut seen = Seen::default();
    let (mut positions, mut round) = (0, 0);
    while positions < POSITIONS {
        round += 1;
        let game = &games[round % 4];
        let mut past = Past::new();
        let mut position = if round % 3 == 0 { game.start() } else { sparse(game, &mut keys) };
        for _ in 0..WALK {
            positions += 1;
            let case = Case { game, position: &position, past: &past };
            case.check_all(&mut keys, &mut seen);
            let Some(action) = choose(game, &position, &past, &mut keys) else { break };
            position = game.child(&position, action, &mut past);
        }
    }
    seen.require(|what| match what {
        "double fork" => 5,
        "fork" => 50,
        "castling" | "en passant" => 25,
        _ => 100,
    });
}

/// Games of random actions come to an end by the rules.
#[test]
fn random_games_end() {
    let mut keys = KeyStream::new(7);
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for aliens in [1, 2, 3, 4] {
        let game = Avp::new(aliens);
        for _ in 0..20 {
            let (mut position, mut past) = (game.start(), Past::new());
            let verdict = (0..20_000).find_map(|_| {
                if let Some(verdict) = game.verdict(&position, &past) {
                    return Some(verdict);
                }
                let all = list(&game, &position, Want::All);
                position = game.child(&position, all[below(&mut keys, all.len())], &mut past);
                None
            });
            *ends.entry(verdict.unwrap().reason).or_default() += 1;
        }
    }
    assert!(ends.len() > 1, "{ends:?}");
}
