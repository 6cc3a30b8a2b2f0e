//! What must be true of any position of any game defined by a diagram, one function a law, beside what must be
//! true of any game.

use super::any_game::Case;
use super::definitions::Sample;
use caryatid::board::{KeyStream, Square};
use caryatid::game::{Action, Game, Want, Words};
use caryatid::games::diagram::{Diagram, Position, Width};
use std::collections::HashMap;

impl<S: Width> Case<'_, Diagram<S>> {
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
        assert_eq!(*first, text, "one key, {}", self.game.id());
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
    pub(crate) fn check_position(&self, sample: &Sample) {
        self.keys();
        self.passers();
        self.check();
        self.judgement();
        if sample.fen_is_whole {
            self.fen_is_whole();
        }
        if let Some(passed) = self.pass() {
            let scratch = self.game.rules().key_from_scratch(&passed);
            let here = self.here();
            assert_eq!(self.game.repetition_key(&passed), scratch, "key of a pass, {here}");
        }
    }

    /// Every law about the actions of a game that goes on.
    pub(crate) fn check_actions(&self, sample: &Sample, keys: &mut KeyStream) {
        let all = self.list(Want::All);
        self.actions(&all, &self.game.slow_actions(self.position), keys);
        if sample.mirrored {
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

    /// Whatever else is remembered than the FEN says, such as which man passed a square, shows on the next
    /// ply.
    fn fen_is_whole(&self) {
        let all = self.list(Want::All);
        let read = self.fen(&all).position;
        for &action in &all {
            let next = |position: &Position<S>| {
                let mut child = position.clone();
                self.game.play(&mut child, action, self.past);
                self.game.table_key(&child)
            };
            let (one, other) = (next(&read), next(self.position));
            assert_eq!(one, other, "key after {action:?} from a FEN, {}", self.here());
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
