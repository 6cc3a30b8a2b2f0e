//! Laws of Aliens vs Predators on random walks: the fast generators equal generate-and-test, keys and
//! sums equal those from scratch, text is read as what it was written from, and so on.
//!
//! A third of the walks begin at the start with one to four Aliens, the others at random positions with few
//! or many men, and actions that give check, attack Aliens or promote are preferred. Other, short walks
//! begin where White's men stand about several Aliens, and White does what costs Black an Alien, or more
//! (AVP-10). The walks are the same on every run.

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

/// Positions looked at where White's men stand about several Aliens.
const SIEGES: usize = 8_000;

/// The most actions of a walk that begins at such a one.
const SIEGE: usize = 8;

impl Case<'_, Avp> {
    fn check_all(&self, keys: &mut KeyStream, seen: &mut Seen) {
        let all = self.list(Want::All);
        self.state();
        let team = if self.here().contains(" w ") { Team::White } else { Team::Black };
        assert_eq!(self.fen(&all).wire_first, team, "{}", self.here());
        self.actions(&all, &self.game.slow_actions(self.position), keys);
        self.results(&all, seen);
        self.wire(&all);
        let white = self.position.side() == 0;
        let of = |wanted: u8| all.iter().any(|action| action.kind() == wanted);
        let danger = self.game.in_check(self.position);
        let several = aliens(self.position) > 1;
        seen.note("check", danger && white);
        seen.note("attacked", danger && !white);
        seen.note("recruiting", of(kind::RECRUITING));
        seen.note("white promotion", of(kind::PROMOTION) && white);
        seen.note("black promotion", of(kind::PROMOTION) && !white);
        seen.note("en passant", of(kind::EN_PASSANT));
        seen.note("castling", of(kind::CASTLING));
        seen.note("placing", of(kind::PLACING));
        seen.note("mate or stalemate", all.is_empty());
        seen.note("several Aliens mated", all.is_empty() && danger && !white && several);
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
        let (before, lost) = (aliens(self.position), loss(self.game, self.position));
        let (mut recruits, mut mover) = (false, false);
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
            assert_eq!(before - aliens(&after), lost, "after {action:?}, {}", self.here());
            recruits |= action.kind() == kind::RECRUITING;
            mover |= after.man(action.to()).is_none();
        }
        assert!(lost == 0 || !all.is_empty());
        seen.note("a loss", lost > 0);
        seen.note("a loss of two or more", lost > 1);
        seen.note("a loss of three", lost > 2);
        seen.note("a loss with a recruit", lost > 0 && recruits);
        seen.note("a loss of the Alien that moves", mover);
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

/// How many Aliens there are, on the board and in hand.
fn aliens(position: &Position) -> usize {
    let is = |&square: &u8| position.man(square).is_some_and(|man| man.kind == man::ALIEN);
    (0..100).filter(is).count() + usize::from(position.in_hand())
}

/// How many Aliens the side to act loses, whatever it does (AVP-10): one action tells it for all.
fn loss(game: &Avp, position: &Position) -> usize {
    let all = list(game, position, Want::All);
    let after = all.first().map(|&action| game.child(position, action, &mut Past::new()));
    after.map_or(0, |after| aliens(position) - aliens(&after))
}

/// A random action. A step that may be taken en passant is preferred and other rare kinds are, then attacks
/// that leave few answers: forks and mates.
fn choose(game: &Avp, position: &Position, past: &Past, keys: &mut KeyStream) -> Option<Action> {
    let all = list(game, position, Want::All);
    let opens = |action: &&Action| {
        let mut child = position.clone();
        game.play(&mut child, **action, past);
        list(game, &child, Want::All).iter().any(|answer| answer.kind() == kind::EN_PASSANT)
    };
    if let Some(&action) = all.iter().filter(|action| action.kind() == kind::TWICE).find(opens) {
        return Some(action);
    }
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

/// One of White's actions after which Black must lose most Aliens, or all; none where it loses none.
fn fork(game: &Avp, position: &Position, past: &Past, keys: &mut KeyStream) -> Option<Action> {
    let (mut drawn, mut most, mut equal) = (None, 1, 0);
    for action in list(game, position, Want::All) {
        let mut child = position.clone();
        game.play(&mut child, action, past);
        let lost = match (game.in_check(&child), game.count_actions(&child)) {
            (true, 0) => aliens(&child),
            (true, _) => loss(game, &child),
            (false, _) => 0,
        };
        if lost > most {
            (most, equal) = (lost, 0);
        }
        if lost == most {
            equal += 1;
            drawn = if below(keys, equal) == 0 { Some(action) } else { drawn };
        }
    }
    drawn
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
        let mut hand = "l".repeat(in_hand);
        hand.extend("NQRUH".chars().filter(|_| below(keys, 3) == 0));
        let side = if below(keys, 2) == 0 { "w" } else { "b" };
        let rights = if castles { "KQ" } else { "-" };
        if let Some(position) = read(game, &letters, &hand, &format!("{side} {rights}")) {
            return position;
        }
    }
}

/// Two to four Aliens, men of White's about them, some of which may promote, and few recruits. With Black to
/// act an Alien must be lost, or all.
fn besieged(game: &Avp, keys: &mut KeyStream) -> Position {
    loop {
        let mut letters = ['.'; 100];
        letters[below(keys, 20)] = 'K';
        for _ in 0..2 + below(keys, 3) {
            letters[50 + below(keys, 50)] = 'l';
        }
        // Many men mate several Aliens now and then.
        let least = [4, 4, 4, 20, 36][below(keys, 5)];
        for _ in 0..least + below(keys, 9) {
            let kinds = ['N', 'B', 'R', 'Q', 'U', 'A', 'C', 'H', 'P', 'P', 'p', 'n', 'r'];
            let letter = kinds[below(keys, kinds.len())];
            let square = match letter {
                // Every other pawn may promote.
                'P' => [40, 50, 60, 80, 80, 80][below(keys, 6)] + below(keys, 10),
                'p' => [10, 20][below(keys, 2)] + below(keys, 10),
                _ => 30 + below(keys, 70),
            };
            if letters[square] == '.' {
                letters[square] = letter;
            }
        }
        let side = ["w", "b"][below(keys, 2)];
        let Some(position) = read(game, &letters, "NQR", &format!("{side} -")) else { continue };
        let mated = || game.in_check(&position) && game.count_actions(&position) == 0;
        if side == "w" || loss(game, &position) > 0 || mated() {
            return position;
        }
    }
}

/// The position with these men, letters by square and `.` for none, where there can be such a one.
fn read(game: &Avp, letters: &[char; 100], hand: &str, rest: &str) -> Option<Position> {
    let placement = write_placement(10, 10, |file, rank| {
        let letter = letters[usize::from(10 * rank + file)];
        (letter != '.').then_some(letter)
    });
    let read = game.read_fen(&format!("{placement}[{hand}] {rest} - 0 1"));
    read.ok().map(|read| read.position)
}

/// Checks every law on a walk. The next action is chosen by `next`, which may end it. How many positions
/// the walk had.
fn walk(
    game: &Avp,
    mut position: Position,
    length: usize,
    seen: &mut Seen,
    mut next: impl FnMut(&Position, &Past) -> Option<Action>,
) -> usize {
    let (mut past, mut questions) = (Past::new(), KeyStream::new(game.table_key(&position)));
    for walked in 1..=length {
        let case = Case { game, position: &position, past: &past };
        case.check_all(&mut questions, seen);
        let Some(action) = next(&position, &past) else { return walked };
        position = game.child(&position, action, &mut past);
    }
    length
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
        let begin = if round % 3 == 0 { game.start() } else { sparse(game, &mut keys) };
        positions += walk(game, begin, WALK, &mut seen, |position, past| {
            choose(game, position, past, &mut keys)
        });
    }
    seen.require(|what| match what {
        "check" | "recruiting" => 3_000,
        "attacked" => 2_500,
        "placing" => 300,
        "mate or stalemate" => 200,
        "white promotion" => 120,
        "a loss" => 60,
        "en passant" => 40,
        "castling" => 35,
        "black promotion" | "a loss with a recruit" => 30,
        // These are for the walks below.
        _ => 0,
    });
}

#[test]
fn every_law_holds_where_aliens_must_be_lost() {
    let game = Avp::new(Avp::MOST_ALIENS);
    let mut keys = KeyStream::new(0xf0_4c);
    let mut seen = Seen::default();
    let mut positions = 0;
    while positions < SIEGES {
        let begin = besieged(&game, &mut keys);
        positions += walk(&game, begin, SIEGE, &mut seen, |position, past| {
            if aliens(position) == 1 {
                return None;
            }
            let white = position.side() == 0;
            let fork = white.then(|| fork(&game, position, past, &mut keys)).flatten();
            fork.or_else(|| choose(&game, position, past, &mut keys))
        });
    }
    seen.require(|what| match what {
        "check" | "attacked" => 2_000,
        "recruiting" => 2_500,
        "a loss" => 1_500,
        "a loss with a recruit" => 1_200,
        "a loss of two or more" => 450,
        "a loss of three" => 100,
        "a loss of the Alien that moves" => 5,
        "several Aliens mated" => 20,
        "mate or stalemate" => 150,
        "white promotion" => 800,
        "black promotion" => 250,
        // There is nothing to castle or to place, and next to no pawn that steps twice.
        _ => 0,
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
