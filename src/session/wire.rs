//! Strict alternation on the wire: where games need not alternate, waits fill the gaps.
//!
//! Owns the question whose turn it is for a program at the other end of a pipe, and the two null
//! moves. A wait changes nothing in the game; the game core never hears of it.

use crate::game::{Action, ActionList, Dialect, Game, Past, Refusal, Team, Verdict, Want, Words};

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
        if self.entered.is_empty() {
            match game.read_action(&self.position, text, dialect) {
                Ok(action) => return Ok(Some(action)),
                Err(refusal) if dialect == Dialect::Uci => return Err(refusal),
                Err(_) => {}
            }
        }
        let mut list = ActionList::new();
        game.actions(&self.position, Want::All, &mut list);
        let mut begun = false;
        for &action in list.as_slice() {
            let wire = game.wire(&self.position, action);
            let place = self.entered.len();
            if wire.starts_with(&self.entered)
                && wire.get(place).is_some_and(|entry| entry.eq_ignore_ascii_case(text))
            {
                if wire.len() == place + 1 {
                    return Ok(Some(action));
                }
                begun = true;
            }
        }
        if begun { Ok(None) } else { Err(game.refuse(&self.position, text, dialect)) }
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
                if wire.starts_with(&self.entered) {
                    wire.drain(..self.entered.len());
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

/// The null move of a dialect.
#[must_use]
pub const fn null_move(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Uci => "0000",
        Dialect::XBoard => "@@@@",
    }
}

/// Whether a wire move is a null move, in whichever spelling.
#[must_use]
pub fn is_null(text: &str) -> bool {
    matches!(text, "0000" | "@@@@" | "--") || text.eq_ignore_ascii_case("pass")
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
