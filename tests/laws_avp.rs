//! Laws of Aliens vs Predators on random walks: the fast generators equal generate-and-test, keys and
//! sums equal those from scratch, text is read as what it was written from, and so on.
//!
//! A third of the walks begin at the start with one to four Aliens, the others at random positions with
//! few or many men, and actions that give check, attack Aliens, recruit or promote are preferred. The
//! walks are the same on every run.

#![allow(clippy::unwrap_used)]

use caryatid::board::KeyStream;
use caryatid::game::{Action, ActionList, Dialect, Game, MAX_EVALUATION, Past, Team, Want, Words};
use caryatid::games::avp::{Avp, Position, kind, man};
use std::collections::{BTreeMap, HashSet};

const POSITIONS: usize = 16_000;
const WALK: usize = 80;

fn list(game: &Avp, position: &Position, want: Want) -> Vec<Action> {
    let mut list = ActionList::new();
    game.actions(position, want, &mut list);
    list.as_slice().to_vec()
}

fn below(keys: &mut KeyStream, bound: usize) -> usize {
    keys.next_key() as usize % bound
}

/// How often rare things have been seen.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    counts: BTreeMap<&'static str, usize>,
}

impl Seen {
    fn note(&mut self, what: &'static str, is: bool) {
        *self.counts.entry(what).or_default() += usize::from(is);
    }
}

/// One position under examination.
struct Case<'c> {
    game: &'c Avp,
    position: &'c Position,
    past: &'c Past,
}

impl Case<'_> {
    fn here(&self) -> String {
        self.game.write_fen(self.position)
    }

    fn check_all(&self, keys: &mut KeyStream, seen: &mut Seen) {
        let all = list(self.game, self.position, Want::All);
        self.state();
        self.fen(&all);
        self.generators(&all);
        self.results(&all, seen);
        self.stages(&all);
        self.legal(&all, keys);
        self.words(&all, keys);
        self.wire(&all);
        self.exchange(&all);
        let black = self.game.to_act(self.position).0 == 1;
        let of = |wanted: u8| all.iter().any(|action| action.kind() == wanted);
        let danger = self.game.in_check(self.position);
        seen.positions += 1;
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
        let ask = || game.verdict(position, self.past);
        assert_eq!(ask(), ask(), "verdict, {here}");
        assert!(game.evaluate(position).abs() <= MAX_EVALUATION, "evaluation, {here}");
        if let Some(passed) = game.pass(position) {
            assert!(!game.in_check(position), "pass in check, {here}");
            assert_ne!(game.to_act(&passed), game.to_act(position), "{here}");
            assert_eq!(game.repetition_key(&passed), game.key_from_scratch(&passed), "{here}");
        }
    }

    fn fen(&self, all: &[Action]) {
        let text = self.here();
        let read = self.game.read_fen(&text).unwrap_or_else(|error| panic!("{error}, {text}"));
        assert_eq!(read.notes, Vec::<String>::new(), "notes, {text}");
        assert_eq!(self.game.write_fen(&read.position), text);
        let key = |position| self.game.table_key(position);
        assert_eq!(key(&read.position), key(self.position), "key of a FEN, {text}");
        assert_eq!(list(self.game, &read.position, Want::All), all, "actions of a FEN, {text}");
        let team = if text.contains(" w ") { Team::White } else { Team::Black };
        assert_eq!(read.wire_first, team, "{text}");
    }

    fn generators(&self, all: &[Action]) {
        let mut fast = all.to_vec();
        fast.sort_unstable_by_key(|action| action.raw());
        let slow = self.game.slow_actions(self.position);
        let only = |these: &[Action], those: &[Action]| {
            let only = these.iter().filter(|action| !those.contains(action));
            let text = |action: &Action| {
                format!(
                    "{action:?} {}",
                    self.game.write_action(self.position, *action, Dialect::Uci)
                )
            };
            only.map(text).collect::<Vec<_>>()
        };
        assert!(
            fast == slow,
            "only fast {:?}, only slow {:?}, {}",
            only(&fast, &slow),
            only(&slow, &fast),
            self.here()
        );
        assert_eq!(self.game.count_actions(self.position), all.len() as u64, "{}", self.here());
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

    fn stages(&self, all: &[Action]) {
        let tactical = list(self.game, self.position, Want::Tactical);
        let quiet = list(self.game, self.position, Want::Quiet);
        for (stage, is_tactical) in [(&tactical, true), (&quiet, false)] {
            for &action in stage {
                let said = self.game.tactical(self.position, action);
                assert_eq!(said, is_tactical, "stage of {action:?}, {}", self.here());
            }
        }
        let together: HashSet<Action> = tactical.iter().chain(&quiet).copied().collect();
        let whole: HashSet<Action> = all.iter().copied().collect();
        assert!(together == whole, "stages, {}", self.here());
        assert_eq!(tactical.len() + quiet.len(), all.len(), "overlap of stages, {}", self.here());
        assert_eq!(whole.len(), all.len(), "twice the same, {}", self.here());
    }

    fn legal(&self, all: &[Action], keys: &mut KeyStream) {
        let ask = |action| self.game.legal(self.position, action);
        for &action in all {
            assert!(ask(action), "{action:?}, {}", self.here());
            assert!(self.game.slot(self.position, action) < self.game.slots(), "{action:?}");
            let mutated = Action::from_raw(action.raw() ^ 1 << below(keys, 32));
            assert_eq!(ask(mutated), all.contains(&mutated), "{mutated:?}, {}", self.here());
        }
        let random = Action::from_raw(keys.next_key() as u32);
        assert_eq!(ask(random), all.contains(&random), "{random:?}, {}", self.here());
        assert!(!ask(Action::NONE));
    }

    fn words(&self, all: &[Action], keys: &mut KeyStream) {
        for dialect in [Dialect::Uci, Dialect::XBoard] {
            let write = |action| self.game.write_action(self.position, action, dialect);
            let texts: Vec<String> = all.iter().map(|&action| write(action)).collect();
            let different: HashSet<&str> = texts.iter().map(String::as_str).collect();
            assert_eq!(different.len(), all.len(), "{dialect:?}: {texts:?}, {}", self.here());
            for _ in 0..all.len().min(4) {
                let index = below(keys, all.len());
                let read = self.game.read_action(self.position, &texts[index], dialect);
                assert_eq!(read, Ok(all[index]), "{dialect:?}, {}", self.here());
            }
        }
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

    fn exchange(&self, all: &[Action]) {
        let tactical = all.iter().filter(|&&action| self.game.tactical(self.position, action));
        for &action in tactical.take(6) {
            let wins = |threshold| self.game.exchange(self.position, action, threshold);
            let gain = self.game.gain(self.position, action);
            assert!(!wins(gain + 1), "{action:?} wins more than {gain}, {}", self.here());
            let answers: Vec<bool> = (-30..=30).map(|step| wins(step * 60)).collect();
            let falls = answers.windows(2).all(|pair| pair[0] || !pair[1]);
            assert!(falls, "{action:?}: {answers:?}, {}", self.here());
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
        let rows: Vec<String> = letters
            .chunks(10)
            .rev()
            .map(|row| row.iter().map(|letter| letter.to_string().replace('.', "1")).collect())
            .collect();
        let mut hand = "l".repeat(in_hand);
        hand.extend("NQRUH".chars().filter(|_| below(keys, 3) == 0));
        let side = if below(keys, 2) == 0 { "w" } else { "b" };
        let placement = rows.join("/").replace("1111111111", "10");
        let rights = if castles { "KQ" } else { "-" };
        let fen = format!("{placement}[{hand}] {side} {rights} - 0 1");
        // A run of ones is not how squares are counted.
        if let Ok(read) = game.read_fen(&counted(&fen)) {
            return read.position;
        }
    }
}

/// The text with runs of single empty squares counted together in the placement.
fn counted(fen: &str) -> String {
    let (placement, rest) = fen.split_once('[').unwrap();
    let mut text = String::new();
    for row in placement.split('/') {
        let mut run = 0;
        let flush = |run: &mut usize, text: &mut String| {
            if *run > 0 {
                text.push_str(&run.to_string());
            }
            *run = 0;
        };
        if row == "10" {
            text.push_str("10");
        } else {
            for letter in row.chars() {
                if letter == '1' {
                    run += 1;
                } else {
                    flush(&mut run, &mut text);
                    text.push(letter);
                }
            }
            flush(&mut run, &mut text);
        }
        text.push('/');
    }
    text.pop();
    format!("{text}[{rest}")
}

#[test]
fn every_law_holds_on_random_walks() {
    let games = [1, 2, 3, 4].map(Avp::new);
    let mut keys = KeyStream::new(0xa11e);
    let mut seen = Seen::default();
    let mut round = 0;
    while seen.positions < POSITIONS {
        round += 1;
        let game = &games[round % 4];
        let mut past = Past::new();
        let mut position = if round % 3 == 0 { game.start() } else { sparse(game, &mut keys) };
        for _ in 0..WALK {
            let case = Case { game, position: &position, past: &past };
            case.check_all(&mut keys, &mut seen);
            let Some(action) = choose(game, &position, &past, &mut keys) else { break };
            position = game.child(&position, action, &mut past);
        }
    }
    for (what, &count) in &seen.counts {
        let least = match *what {
            "double fork" => 5,
            "fork" => 50,
            "castling" | "en passant" => 25,
            _ => 100,
        };
        assert!(count >= least, "{what}: only {count} in {} positions", seen.positions);
    }
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
