//! What must be true of any position of any game, one function a law, by the contract alone. The laws of
//! single games stand beside their walks.

use caryatid::board::KeyStream;
use caryatid::game::{Action, ActionList, Dialect, MAX_EVALUATION, Past, SetUp, Want, Words};
use std::collections::{BTreeMap, HashSet};

const DIALECTS: [Dialect; 2] = [Dialect::Uci, Dialect::XBoard];

/// A random number below a bound.
pub(crate) fn below(keys: &mut KeyStream, bound: usize) -> usize {
    keys.next_key() as usize % bound
}

/// The actions of one stage, or all, as the game lists them.
pub(crate) fn list<G: Words>(game: &G, position: &G::Position, want: Want) -> Vec<Action> {
    let mut list = ActionList::new();
    game.actions(position, want, &mut list);
    list.as_slice().to_vec()
}

/// Actions in an order that does not depend on who listed them.
fn sorted(actions: &[Action]) -> Vec<Action> {
    let mut actions = actions.to_vec();
    actions.sort_unstable_by_key(|action| action.raw());
    actions
}

/// How often rare things were seen.
#[derive(Default)]
pub(crate) struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    /// Counts a thing, or that it was looked for.
    pub(crate) fn note(&mut self, what: &'static str, is: bool) {
        self.add(what, usize::from(is));
    }

    /// Counts a thing several times.
    pub(crate) fn add(&mut self, what: &'static str, times: usize) {
        *self.0.entry(what).or_default() += times;
    }

    /// Fails where something was seen less often than it must be.
    pub(crate) fn require(&self, least: impl Fn(&str) -> usize) {
        let short = |what: &&str| self.0[what] < least(what);
        let missing: Vec<&&str> = self.0.keys().filter(|what| short(what)).collect();
        assert!(missing.is_empty(), "too few of {missing:?}: {:#?}", self.0);
    }
}

/// One position under examination.
pub(crate) struct Case<'c, G: Words> {
    pub(crate) game: &'c G,
    pub(crate) position: &'c G::Position,
    pub(crate) past: &'c Past,
}

impl<G: Words> Case<'_, G> {
    /// Where the position is, for messages.
    pub(crate) fn here(&self) -> String {
        format!("{}: {}", self.game.id(), self.game.write_fen(self.position))
    }

    /// The actions of one stage, or all.
    pub(crate) fn list(&self, want: Want) -> Vec<Action> {
        list(self.game, self.position, want)
    }

    /// The verdict does not change by being asked, and the evaluation keeps its bounds.
    pub(crate) fn judgement(&self) {
        let ask = || self.game.verdict(self.position, self.past);
        assert_eq!(ask(), ask(), "verdict, {}", self.here());
        let value = self.game.evaluate(self.position);
        assert!(value.abs() <= MAX_EVALUATION, "evaluation {value}, {}", self.here());
    }

    /// The text of the position is read without a correction, as a position with the same text, key and
    /// actions, which is returned.
    pub(crate) fn fen(&self, all: &[Action]) -> SetUp<G::Position> {
        let text = self.game.write_fen(self.position);
        let read = self.game.read_fen(&text).unwrap_or_else(|error| panic!("{error}, {text}"));
        assert_eq!(read.notes, Vec::<String>::new(), "notes, {}", self.here());
        assert_eq!(self.game.write_fen(&read.position), text, "{}", self.here());
        let key = |position| self.game.table_key(position);
        assert_eq!(key(&read.position), key(self.position), "key of a FEN, {}", self.here());
        // Under one table key there is one evaluation, which a search may keep.
        let value = |position| self.game.evaluate(position);
        assert_eq!(value(&read.position), value(self.position), "value of a FEN, {}", self.here());
        let there = list(self.game, &read.position, Want::All);
        assert_eq!(there, all, "actions of a FEN, {}", self.here());
        read
    }

    /// A pass is made out of check alone, and gives the turn away. The position after it.
    pub(crate) fn pass(&self) -> Option<G::Position> {
        let passed = self.game.pass(self.position)?;
        assert!(!self.game.in_check(self.position), "pass in check, {}", self.here());
        assert_ne!(self.game.to_act(&passed), self.game.to_act(self.position), "{}", self.here());
        Some(passed)
    }

    /// The fast generator, the counter and a slow generator agree.
    pub(crate) fn generators(&self, all: &[Action], slow: &[Action]) {
        let (fast, slow) = (sorted(all), sorted(slow));
        let only = |these: &[Action], those: &[Action]| {
            let only = these.iter().filter(|action| !those.contains(action));
            let text = |&action: &Action| {
                let text = self.game.write_action(self.position, action, Dialect::Uci);
                format!("{action:?} {text}")
            };
            only.map(text).collect::<Vec<_>>()
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
    pub(crate) fn stages(&self, all: &[Action]) {
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
        assert_eq!(whole.len(), all.len(), "twice the same, {}", self.here());
    }

    /// Exactly the listed actions are legal, and each has its place in history tables.
    pub(crate) fn legal(&self, all: &[Action], keys: &mut KeyStream) {
        for &action in all {
            self.legal_if_listed(action, all);
            let slot = self.game.slot(self.position, action);
            assert!(slot < self.game.slots(), "slot of {action:?}, {}", self.here());
            self.legal_if_listed(Action::from_raw(action.raw() ^ 1 << below(keys, 32)), all);
        }
        self.legal_if_listed(Action::from_raw(keys.next_key() as u32), all);
        self.legal_if_listed(Action::NONE, all);
    }

    /// Any action, a sensible one or not, is legal where it is listed and nowhere else.
    pub(crate) fn legal_if_listed(&self, action: Action, all: &[Action]) {
        let said = self.game.legal(self.position, action);
        assert_eq!(said, all.contains(&action), "{action:?}, {}", self.here());
    }

    /// In either dialect no two actions are written alike, and some of them are read back.
    pub(crate) fn words(&self, all: &[Action], keys: &mut KeyStream) {
        for dialect in DIALECTS {
            let write = |&action| self.game.write_action(self.position, action, dialect);
            let texts: HashSet<String> = all.iter().map(write).collect();
            assert_eq!(texts.len(), all.len(), "{dialect:?}: {texts:?}, {}", self.here());
            for _ in 0..all.len().min(4) {
                self.read_back(all[below(keys, all.len())], all, dialect);
            }
        }
    }

    /// What is written for an action is read as that action and no other.
    pub(crate) fn read_back(&self, action: Action, all: &[Action], dialect: Dialect) {
        let (game, position) = (self.game, self.position);
        let text = game.write_action(position, action, dialect);
        let spelled = |other: &&Action| game.spelled(position, **other, &text, dialect);
        let read: Vec<Action> = all.iter().filter(spelled).copied().collect();
        assert_eq!(read, [action], "{dialect:?} {text}, {}", self.here());
        let read = game.read_action(position, &text, dialect);
        assert_eq!(read, Ok(action), "{dialect:?} {text}, {}", self.here());
    }

    /// An exchange that wins some amount wins every smaller one too, and never more than it takes.
    pub(crate) fn exchange(&self, all: &[Action]) {
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

    /// Every law about the actions of a game that goes on, the exchanges included.
    pub(crate) fn actions(&self, all: &[Action], slow: &[Action], keys: &mut KeyStream) {
        self.generators(all, slow);
        self.stages(all);
        self.legal(all, keys);
        self.words(all, keys);
        self.exchange(all);
    }
}
