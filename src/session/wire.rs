//! Strict alternation on the wire: where games need not alternate, waits fill the gaps.
//!
//! Owns the question whose turn it is for a program at the other end of a pipe, and the two null
//! moves. A wait changes nothing in the game; the game core never hears of it.

use super::gui_board::moved_on;
use crate::game::{
    Action, ActionList, Dialect, Game, Past, Refusal, Team, Verdict, Want, Words, is_null,
    null_move,
};

/// A position together with what the wire knows of it.
#[derive(Clone, Debug)]
pub(super) struct Place<P> {
    /// The position.
    pub(super) position: P,
    /// The side whose turn it is on the wire.
    pub(super) turn: Team,
    /// The wire moves so far of an action that takes several of them.
    pub(super) entered: Vec<String>,
}

impl<P: Clone> Place<P> {
    /// A position in which no action has been begun.
    pub(super) fn new(position: P, turn: Team) -> Place<P> {
        Place { position, turn, entered: Vec::new() }
    }

    /// Whether the side on turn has nothing to decide, so that its only move is the null move.
    pub(super) fn must_wait<G: Words<Position = P>>(&self, game: &G) -> bool {
        game.team(game.to_act(&self.position)) != self.turn
    }

    /// Plays one wire move.
    pub(super) fn play<G: Words<Position = P>>(
        &mut self,
        game: &G,
        past: &mut Past,
        text: &str,
        dialect: Dialect,
    ) -> Result<(), Refusal> {
        if let Some(verdict) = game.early_end(&self.position, past).filter(|end| !end.by_count) {
            return Err(Refusal(format!("the game is over, {}", verdict.reason)));
        }
        if self.must_wait(game) {
            if !is_null(text) {
                let wait = null_move(dialect);
                return Err(Refusal(format!("{} has to wait here: {wait}", self.turn)));
            }
            self.turn = self.turn.other();
            return Ok(());
        }
        match self.complete(game, text, dialect)? {
            Some(action) => self.act(game, past, action),
            None => {
                self.entered.push(text.to_owned());
                self.turn = self.turn.other();
            }
        }
        Ok(())
    }

    /// Plays a whole action of the side on turn at once.
    pub(super) fn act<G: Words<Position = P>>(
        &mut self,
        game: &G,
        past: &mut Past,
        action: Action,
    ) {
        self.position = game.child(&self.position, action, past);
        self.turn = self.turn.other();
        self.entered.clear();
    }

    /// The action that `text` completes; `None` where more wire moves of it have to follow.
    fn complete<G: Words<Position = P>>(
        &self,
        game: &G,
        text: &str,
        dialect: Dialect,
    ) -> Result<Option<Action>, Refusal> {
        if dialect == Dialect::Uci && self.entered.is_empty() {
            return game.read_action(&self.position, text, dialect).map(Some);
        }
        let mut begun = false;
        for (action, rest) in self.begun_actions(game) {
            if rest.first().is_some_and(|entry| is_relayed(entry, text)) {
                if rest.len() == 1 {
                    return Ok(Some(action));
                }
                begun = true;
            }
        }
        if begun {
            Ok(None)
        } else if self.entered.is_empty() {
            // Other spellings of whole actions.
            game.read_action(&self.position, text, dialect).map(Some)
        } else {
            Err(game.refuse(&self.position, text, dialect))
        }
    }

    /// The legal actions whose wire moves begin with those entered, each with the wire moves that are
    /// left of it.
    pub(super) fn begun_actions<G: Words<Position = P>>(
        &self,
        game: &G,
    ) -> Vec<(Action, Vec<String>)> {
        let mut list = ActionList::new();
        game.actions(&self.position, Want::All, &mut list);
        let begun = list.as_slice().iter().filter_map(|&action| {
            let mut wire = game.wire(&self.position, action);
            let entered = self.entered.len();
            let begins = wire.len() > entered
                && wire.iter().zip(&self.entered).all(|(entry, text)| is_relayed(entry, text));
            begins.then(|| (action, wire.split_off(entered)))
        });
        begun.collect()
    }

    /// The legal actions that can still become of the wire moves entered.
    pub(super) fn open_actions<G: Words<Position = P>>(&self, game: &G) -> Vec<Action> {
        if self.entered.is_empty() {
            let mut list = ActionList::new();
            game.actions(&self.position, Want::All, &mut list);
            return list.as_slice().to_vec();
        }
        self.begun_actions(game).into_iter().map(|(action, _)| action).collect()
    }

    /// In the middle of an action only what carries it on can be searched: takes the rest out of `wanted`,
    /// where nothing means everything.
    pub(super) fn keep_to_what_was_begun<G: Words<Position = P>>(
        &self,
        game: &G,
        wanted: &mut Vec<Action>,
    ) {
        if self.entered.is_empty() {
            return;
        }
        let open = self.open_actions(game);
        wanted.retain(|action| open.contains(action));
        if wanted.is_empty() {
            *wanted = open;
        }
    }

    /// The legal actions that a wire move completes or carries on.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn meant<G: Words<Position = P>>(
        &self,
        game: &G,
        text: &str,
        dialect: Dialect,
    ) -> Result<Vec<Action>, Refusal> {
        if dialect == Dialect::XBoard || !self.entered.is_empty() {
            let begun = self.begun_actions(game).into_iter();
            let fitting =
                begun.filter(|(_, rest)| rest.first().is_some_and(|entry| is_relayed(entry, text)));
            let actions: Vec<Action> = fitting.map(|(action, _)| action).collect();
            if !actions.is_empty() {
                return Ok(actions);
            }
            if !self.entered.is_empty() {
                return Err(game.refuse(&self.position, text, dialect));
            }
        }
        // Other spellings of whole actions.
        game.read_action(&self.position, text, dialect).map(|action| vec![action])
    }

    /// The placement as XBoard draws it, the wire moves entered included.
    pub(super) fn drawn<G: Words<Position = P>>(&self, game: &G) -> String {
        let placement = game.drawn(&self.position);
        if self.entered.is_empty() {
            return placement;
        }
        let mut list = ActionList::new();
        game.actions(&self.position, Want::All, &mut list);
        // As the action is written: what XBoard relays need not say where a man went.
        let begun = list.as_slice().iter().map(|&action| game.wire(&self.position, action));
        let is_begun = |wire: &Vec<String>| {
            wire.len() > self.entered.len()
                && wire.iter().zip(&self.entered).all(|(entry, text)| is_relayed(entry, text))
        };
        match begun.into_iter().find(is_begun) {
            Some(wire) => {
                let mover = game.team(game.to_act(&self.position));
                moved_on(&placement, game.shape(), mover, &wire[..self.entered.len()])
            }
            None => placement,
        }
    }

    /// The wire moves of an action from here, without the waits between them.
    pub(super) fn entries<G: Words<Position = P>>(
        &self,
        game: &G,
        action: Action,
        dialect: Dialect,
    ) -> Vec<String> {
        match dialect {
            Dialect::Uci => vec![game.write_action(&self.position, action, dialect)],
            Dialect::XBoard => {
                let mut wire = game.wire(&self.position, action);
                let entered = self.entered.len();
                let begins =
                    wire.iter().zip(&self.entered).all(|(own, text)| is_relayed(own, text));
                if begins && entered < wire.len() {
                    wire.drain(..entered);
                }
                wire
            }
        }
    }

    /// A line of actions as wire moves, waits included.
    pub(super) fn line<G: Words<Position = P>>(
        &self,
        game: &G,
        past: &Past,
        actions: &[Action],
        dialect: Dialect,
    ) -> Vec<String> {
        let mut place = self.clone();
        let mut past = past.clone();
        let mut line = Vec::with_capacity(actions.len());
        for &action in actions {
            if place.must_wait(game) {
                line.push(null_move(dialect).to_owned());
                place.turn = place.turn.other();
            }
            for (index, entry) in place.entries(game, action, dialect).into_iter().enumerate() {
                if index > 0 {
                    line.push(null_move(dialect).to_owned());
                }
                line.push(entry);
            }
            place.act(game, &mut past, action);
        }
        line
    }
}

/// Whether `text` is how a wire move arrives that was sent as `entry`. A move of two legs `AV,VB` that
/// takes one of the mover's own men off V is relayed as `AB,VX` with a meaningless square X, which may
/// even lie off the board.
fn is_relayed(entry: &str, text: &str) -> bool {
    if entry.eq_ignore_ascii_case(text) {
        return true;
    }
    let Some((first, second)) = entry.split_once(',') else { return false };
    let Some((way, rest)) = text.split_once(',') else { return false };
    let Some((from, victim)) = split_squares(first) else { return false };
    let Some((_, to)) = split_squares(second) else { return false };
    let starts = |text: &str, head: &str| {
        text.get(..head.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(head))
    };
    way.eq_ignore_ascii_case(&format!("{from}{to}"))
        && starts(rest, victim)
        && !rest[victim.len()..].starts_with(|next: char| next.is_ascii_digit())
}

/// A leg as its two squares: each a letter and digits.
pub(super) fn split_squares(leg: &str) -> Option<(&str, &str)> {
    let second = leg.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic())?.0;
    Some(leg.split_at(second))
}

/// The verdict of a position whose game is over for good: draws by repetition or move count, past
/// which a move list may run, are none.
pub(super) fn final_verdict<G: Game>(
    game: &G,
    position: &G::Position,
    past: &Past,
) -> Option<Verdict> {
    game.early_end(position, past)
        .filter(|verdict| !verdict.by_count)
        .or_else(|| (game.count_actions(position) == 0).then(|| game.end_without_actions(position)))
}

#[cfg(test)]
mod tests {
    use super::is_relayed;

    #[test]
    fn two_legs_may_arrive_in_another_form() {
        assert!(is_relayed("e4d5", "E4d5"));
        assert!(is_relayed("e5d5,d5d6", "e5d5,d5d6"));
        assert!(is_relayed("a9d10,d10a9", "a9a9,d10`0"));
        assert!(is_relayed("a9d10,d10a9", "a9a9,d10"));
        for other in
            ["a9a9,d1b1", "a9a9,d1", "a9d10,d10b9", "a9a9", "a8a9,d10b1", "a9b9,d10c1", "é"]
        {
            assert!(!is_relayed("a9d10,d10a9", other), "{other}");
        }
        assert!(!is_relayed("a9d1,d1a9", "a9a9,d10b1"), "another victim");
        assert!(!is_relayed("e4d5", "e4d5,d5e6"));
    }
}
