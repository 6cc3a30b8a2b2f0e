//! What must be true of any position of any game defined by a diagram, one function a law.

use super::definitions::Sample;
use caryatid::board::{KeyStream, Square};
use caryatid::game::{Action, ActionList, Dialect, Game, MAX_EVALUATION, Past, Want, Words};
use caryatid::games::diagram::{Diagram, Position, Width};
use std::collections::{HashMap, HashSet};

const DIALECTS: [Dialect; 2] = [Dialect::Uci, Dialect::XBoard];

/// One position under examination.
pub(crate) struct Case<'c, S: Width> {
    pub(crate) sample: &'c Sample,
    pub(crate) game: &'c Diagram<S>,
    pub(crate) position: &'c Position<S>,
    pub(crate) past: &'c Past,
}

impl<S: Width> Case<'_, S> {
    /// Where the position is, for messages.
    fn here(&self) -> String {
        format!("{}: {}", self.sample.name, self.game.write_fen(self.position))
    }

    fn list(&self, want: Want) -> Vec<Action> {
        let mut list = ActionList::new();
        self.game.actions(self.position, want, &mut list);
        list.as_slice().to_vec()
    }

    /// Where the king of the side to move stands.
    fn king(&self) -> Square {
        let rules = self.game.rules();
        let own_king = |&square: &Square| {
            self.position.man(square).is_some_and(|man| {
                man.colour == self.position.side() && rules.kinds[man.kind].royal
            })
        };
        rules.geometry().squares().find(own_king).expect("there is a king")
    }

    /// Positions with one key are written alike, clocks apart.
    pub(crate) fn key_tells_all(&self, known: &mut HashMap<u64, String>) {
        let text = self.game.write_fen(self.position);
        let text = text.rsplitn(3, ' ').last().unwrap_or_default().to_owned();
        let first = known.entry(self.game.repetition_key(self.position)).or_insert(text.clone());
        assert_eq!(*first, text, "one key, {}", self.sample.name);
    }

    /// Where two men can have passed a square, positions that differ in which of them did have two keys.
    fn passers(&self) {
        let text = self.game.write_fen(self.position);
        let Some((squares, passer)) = text.split_once('@') else { return };
        let clocks = passer.split_once(' ').map_or("", |(_, clocks)| clocks);
        let read =
            self.game.read_fen(&format!("{squares} {clocks}")).expect("one of them is assumed");
        assert_eq!(read.notes.len(), 1, "an assumption, {}", self.here());
        let same = self.game.write_fen(&read.position) == text;
        let one_key = self.game.table_key(&read.position) == self.game.table_key(self.position);
        assert_eq!(same, one_key, "keys of two passers, {}", self.here());
    }

    /// Every law that holds whether or not the game is over.
    pub(crate) fn check_position(&self) {
        self.keys();
        self.passers();
        self.check();
        self.verdict();
        self.evaluation();
        self.fen();
        self.pass();
    }

    /// Every law about the actions of a game that goes on.
    pub(crate) fn check_actions(&self, keys: &mut KeyStream) {
        let all = self.list(Want::All);
        self.generators_agree(&all);
        self.stages(&all);
        self.legal(&all, keys);
        self.words(&all, keys);
        self.exchange(&all);
        if self.sample.mirrored {
            self.mirror(&all);
        }
    }

    fn keys(&self) {
        let (game, position) = (self.game, self.position);
        let scratch = game.rules().key_from_scratch(position);
        assert_eq!(game.repetition_key(position), scratch, "key, {}", self.here());
    }

    fn check(&self) {
        let rules = self.game.rules();
        let attacked = rules.slow_attacked(self.position, self.king(), self.position.side() ^ 1);
        assert_eq!(self.game.in_check(self.position), attacked, "check, {}", self.here());
    }

    fn verdict(&self) {
        let ask = || self.game.verdict(self.position, self.past);
        assert_eq!(ask(), ask(), "verdict, {}", self.here());
    }

    fn evaluation(&self) {
        let value = self.game.evaluate(self.position);
        assert!(value.abs() <= MAX_EVALUATION, "evaluation {value}, {}", self.here());
    }

    fn fen(&self) {
        if !self.sample.fen_is_whole {
            return;
        }
        let text = self.game.write_fen(self.position);
        let read = self.game.read_fen(&text).unwrap_or_else(|error| panic!("{error}, {text}"));
        assert_eq!(read.notes, Vec::<String>::new(), "notes, {}", self.here());
        assert_eq!(self.game.write_fen(&read.position), text, "{}", self.here());
        let key = |position: &Position<S>| self.game.table_key(position);
        assert_eq!(key(&read.position), key(self.position), "key of a FEN, {}", self.here());
        let mut list = ActionList::new();
        self.game.actions(&read.position, Want::All, &mut list);
        assert_eq!(list.as_slice(), self.list(Want::All), "actions of a FEN, {}", self.here());
        // Whatever else is remembered, such as which man passed a square, shows on the next ply.
        for &action in list.as_slice() {
            let next = |position: &Position<S>| {
                let mut child = position.clone();
                self.game.play(&mut child, action, self.past);
                key(&child)
            };
            let (one, other) = (next(&read.position), next(self.position));
            assert_eq!(one, other, "key after {action:?} from a FEN, {}", self.here());
        }
    }

    fn pass(&self) {
        let Some(passed) = self.game.pass(self.position) else { return };
        assert!(!self.game.in_check(self.position), "pass in check, {}", self.here());
        assert_ne!(self.game.to_act(&passed), self.game.to_act(self.position), "{}", self.here());
        let scratch = self.game.rules().key_from_scratch(&passed);
        assert_eq!(self.game.repetition_key(&passed), scratch, "key of a pass, {}", self.here());
    }

    /// The fast generator, the counter and generate-and-test agree.
    fn generators_agree(&self, all: &[Action]) {
        let sorted = |actions: &[Action]| {
            let mut actions = actions.to_vec();
            actions.sort_unstable_by_key(|action| action.raw());
            actions
        };
        let (fast, slow) = (sorted(all), sorted(&self.game.slow_actions(self.position)));
        let only = |these: &[Action], those: &[Action]| {
            let only = these.iter().filter(|action| !those.contains(action));
            only.map(|action| format!("{action:?}")).collect::<Vec<_>>()
        };
        assert!(
            fast == slow,
            "only fast {:?}, only slow {:?}, {} against {}, {}",
            only(&fast, &slow),
            only(&slow, &fast),
            fast.len(),
            slow.len(),
            self.here()
        );
        assert_eq!(self.game.count_actions(self.position), all.len() as u64, "{}", self.here());
    }

    /// The two stages make up the whole, without overlap, and each action knows its stage.
    fn stages(&self, all: &[Action]) {
        let (tactical, quiet) = (self.list(Want::Tactical), self.list(Want::Quiet));
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
    }

    /// Exactly the listed actions are legal, and each has its place in history tables.
    fn legal(&self, all: &[Action], keys: &mut KeyStream) {
        for &action in all {
            assert!(self.game.legal(self.position, action), "{action:?}, {}", self.here());
            let slot = self.game.slot(self.position, action);
            assert!(slot < self.game.slots(), "slot of {action:?}, {}", self.here());
            let mutated = Action::from_raw(action.raw() ^ 1 << (keys.next_key() % 32));
            let listed = all.contains(&mutated);
            let said = self.game.legal(self.position, mutated);
            assert_eq!(said, listed, "{mutated:?} from {action:?}, {}", self.here());
        }
        let random = Action::from_raw(keys.next_key() as u32);
        let listed = all.contains(&random);
        assert_eq!(self.game.legal(self.position, random), listed, "{random:?}, {}", self.here());
    }

    /// No two actions are written alike, and what is written is read as that action and no other.
    fn words(&self, all: &[Action], keys: &mut KeyStream) {
        for dialect in DIALECTS {
            let write = |action| self.game.write_action(self.position, action, dialect);
            let texts: Vec<String> = all.iter().map(|&action| write(action)).collect();
            let different: HashSet<&str> = texts.iter().map(String::as_str).collect();
            assert_eq!(different.len(), all.len(), "{dialect:?}: {texts:?}, {}", self.here());
            for _ in 0..all.len().min(4) {
                let index = keys.next_key() as usize % all.len();
                let text = &texts[index];
                let spelled =
                    |action: &&Action| self.game.spelled(self.position, **action, text, dialect);
                let read: Vec<Action> = all.iter().filter(spelled).copied().collect();
                assert_eq!(read, [all[index]], "{dialect:?} {text}, {}", self.here());
            }
        }
    }

    /// An exchange that wins some amount wins every smaller one too, and never more than it takes.
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

    /// The same position with the colours swapped is worth the same and has as many actions.
    fn mirror(&self, all: &[Action]) {
        let text = self.mirrored_fen();
        let read = self.game.read_fen(&text).unwrap_or_else(|error| panic!("{error}, {text}"));
        let (value, other) =
            (self.game.evaluate(self.position), self.game.evaluate(&read.position));
        assert_eq!(value, other, "value of {text}, {}", self.here());
        let count = self.game.count_actions(&read.position);
        assert_eq!(count, all.len() as u64, "actions of {text}, {}", self.here());
    }

    fn mirrored_fen(&self) -> String {
        let text = self.game.write_fen(self.position);
        let fields: Vec<&str> = text.split(' ').collect();
        let ranks: Vec<String> = fields[0].rsplit('/').map(swap_case).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        let geometry = self.game.rules().geometry();
        let mut passed = String::new();
        let mut rest = fields[3];
        while let Some((square, after)) = geometry.read(rest) {
            passed.push_str(&geometry.name(geometry.mirrored(square)));
            rest = after;
        }
        if let Some((passer, _)) = rest.strip_prefix('@').and_then(|passer| geometry.read(passer)) {
            passed = format!("{passed}@{}", geometry.name(geometry.mirrored(passer)));
        }
        let passed = if passed.is_empty() { "-".to_owned() } else { passed };
        let (rights, clock, number) = (swap_case(fields[2]), fields[4], fields[5]);
        format!("{} {side} {rights} {passed} {clock} {number}", ranks.join("/"))
    }
}

fn swap_case(text: &str) -> String {
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    text.chars().map(swap).collect()
}
