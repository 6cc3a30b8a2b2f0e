//! Strict alternation on the wire: where games need not alternate, waits fill the gaps.
//!
//! Owns the question whose turn it is for a program at the other end of a pipe, and the two null
//! moves. A wait changes nothing in the game; the game core never hears of it.

use super::gui_board::{moved_on, squares_alike};
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

/// A legal action whose first wire moves have been entered.
pub(super) struct Begun {
    pub(super) action: Action,
    /// Its wire moves that were entered, as the action itself writes them, in the order in which they came.
    done: Vec<String>,
    /// Its wire moves that are left.
    pub(super) left: Vec<String>,
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
            return Err(game.refuse_over(&self.position, verdict));
        }
        if self.must_wait(game) {
            if !is_null(text) {
                let wait = null_move(dialect);
                let reason = format!("{} has to wait here: {wait}", self.turn);
                // The waits within an action are the wire's own.
                let rule = game.wait_rule(&self.position).filter(|_| self.entered.is_empty());
                return Err(Refusal::by_rule(rule, &reason));
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
        let open = self.begun_actions(game);
        let mut begun = false;
        for action in &open {
            match self.next_entry(game, action, text) {
                Some(_) if action.left.len() == 1 => return Ok(Some(action.action)),
                Some(_) => begun = true,
                None => {}
            }
        }
        if begun {
            Ok(None)
        } else if self.entered.is_empty() {
            // Other spellings of whole actions.
            game.read_action(&self.position, text, dialect).map(Some)
        } else {
            Err(self.not_carried_on(game, text))
        }
    }

    /// The action that wire moves complete which follow on each other, with nothing but waits between them;
    /// `None` where more of them have to follow.
    ///
    /// # Errors
    /// Why the first that fits nothing is refused.
    pub(super) fn carry_on<G: Words<Position = P>>(
        &self,
        game: &G,
        entries: &[String],
        dialect: Dialect,
    ) -> Result<Option<Action>, Refusal> {
        let mut place = self.clone();
        let mut completed = None;
        for text in entries {
            if completed.is_some() {
                let whole = place.entered.join(" ");
                return Err(Refusal::of_text(&format!("{whole} is a whole move already")));
            }
            completed = place.complete(game, text, dialect)?;
            place.entered.push(text.clone());
        }
        Ok(completed)
    }

    /// Why a wire move is refused in the middle of an action: the game's reason, and what would carry it on.
    fn not_carried_on<G: Words<Position = P>>(&self, game: &G, text: &str) -> Refusal {
        let whole = format!("{},{text}", self.entered.join(","));
        let reason = game.refuse(&self.position, &whole, Dialect::XBoard);
        let (begun, next) = (self.entered.join(" "), self.next_entries(game).join(" "));
        Refusal(format!("{reason}; {begun} is not a whole move yet; it goes on with {next}"))
    }

    /// The legal actions whose wire moves begin with those entered.
    pub(super) fn begun_actions<G: Words<Position = P>>(&self, game: &G) -> Vec<Begun> {
        let mut list = ActionList::new();
        game.actions(&self.position, Want::All, &mut list);
        list.as_slice().iter().filter_map(|&action| self.begin(game, action)).collect()
    }

    /// An action with what has been entered of it; `None` where that is another's, or all of it.
    fn begin<G: Words<Position = P>>(&self, game: &G, action: Action) -> Option<Begun> {
        let left = game.wire(&self.position, action);
        let mut begun = Begun { action, done: Vec::new(), left };
        for text in &self.entered {
            let place = self.next_entry(game, &begun, text)?;
            let entry = begun.left.remove(place);
            begun.done.push(entry);
        }
        (!begun.left.is_empty()).then_some(begun)
    }

    /// Which of the wire moves that are left of an action `text` is.
    ///
    /// It is the first one, with one exception: behind the action's own move, men may be taken off by two
    /// legs of a man that stays where it is, and then neither the order in which they go means anything,
    /// nor which man of that kind takes them off.
    fn next_entry<G: Words<Position = P>>(
        &self,
        game: &G,
        begun: &Begun,
        text: &str,
    ) -> Option<usize> {
        if is_relayed(begun.left.first()?, text) {
            return Some(0);
        }
        let is_meant = |(taker, victim): &(String, &str)| {
            takes_off(text, victim).is_some_and(|by| taker.eq_ignore_ascii_case(by))
        };
        let (_, victim) = self.removals(game, begun).into_iter().find(is_meant)?;
        begun.left.iter().position(|entry| removal(entry).is_some_and(|(_, off)| off == victim))
    }

    /// Who may take whom off by two legs at this point of an action: [`Place::next_entry`].
    fn removals<'b, G: Words<Position = P>>(
        &self,
        game: &G,
        begun: &'b Begun,
    ) -> Vec<(String, &'b str)> {
        if begun.done.is_empty() {
            return Vec::new();
        }
        let left: Vec<(&str, &str)> = begun.left.iter().map_while(|entry| removal(entry)).collect();
        let Some(&(usual, _)) = left.first() else { return Vec::new() };
        let mover = game.team(game.to_act(&self.position));
        let board = moved_on(&game.drawn(&self.position), game.shape(), mover, &begun.done);
        let mut takers = squares_alike(&board, game.shape(), usual);
        takers.retain(|taker| left.iter().all(|(_, victim)| taker != victim));
        let pairs = left
            .iter()
            .flat_map(|&(_, victim)| takers.iter().map(move |taker| (taker.clone(), victim)));
        pairs.collect()
    }

    /// The wire moves that may come next, each once, as the actions themselves write them.
    pub(super) fn next_entries<G: Words<Position = P>>(&self, game: &G) -> Vec<String> {
        let mut next = Vec::new();
        for begun in self.begun_actions(game) {
            let off = self.removals(game, &begun).into_iter();
            next.extend(off.map(|(taker, victim)| format!("{taker}{victim},{victim}{taker}")));
            next.extend(begun.left.into_iter().next());
        }
        next.sort_unstable();
        next.dedup();
        next
    }

    /// The legal actions that can still become of the wire moves entered.
    pub(super) fn open_actions<G: Words<Position = P>>(&self, game: &G) -> Vec<Action> {
        if self.entered.is_empty() {
            let mut list = ActionList::new();
            game.actions(&self.position, Want::All, &mut list);
            return list.as_slice().to_vec();
        }
        self.begun_actions(game).into_iter().map(|begun| begun.action).collect()
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
            let open = self.begun_actions(game);
            let fitting = open.iter().filter(|begun| self.next_entry(game, begun, text).is_some());
            let actions: Vec<Action> = fitting.map(|begun| begun.action).collect();
            if !actions.is_empty() {
                return Ok(actions);
            }
            if !self.entered.is_empty() {
                return Err(self.not_carried_on(game, text));
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
        match list.as_slice().iter().find_map(|&action| self.begin(game, action)) {
            Some(begun) => {
                let mover = game.team(game.to_act(&self.position));
                // As the action is written: what XBoard relays need not say where a man went.
                moved_on(&placement, game.shape(), mover, &begun.done)
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
            Dialect::XBoard => match self.begin(game, action) {
                Some(begun) => begun.left,
                None => game.wire(&self.position, action),
            },
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

/// Whose two legs `AV,VA` take which man off: `A` and `V`.
fn removal(entry: &str) -> Option<(&str, &str)> {
    let (first, second) = entry.split_once(',')?;
    let ((from, victim), (over, to)) = (split_squares(first)?, split_squares(second)?);
    (from == to && over == victim).then_some((from, victim))
}

/// The square of the man that takes off the one on `victim` as `text` says, in either form of
/// [`is_relayed`]; `None` where it does something else.
fn takes_off<'t>(text: &'t str, victim: &str) -> Option<&'t str> {
    let (taker, _) = split_squares(text.split_once(',')?.0)?;
    is_relayed(&format!("{taker}{victim},{victim}{taker}"), text).then_some(taker)
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
    use super::{is_relayed, removal, takes_off};

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
    }

    #[test]
    fn a_removal_is_known_by_its_victim() {
        assert_eq!(removal("a9d10,d10a9"), Some(("a9", "d10")));
        assert_eq!((removal("a9d10,d10b9"), removal("a9d10"), removal("N@d9")), (None, None, None));
        assert_eq!(takes_off("c3d10,d10c3", "d10"), Some("c3"));
        assert_eq!(takes_off("c3c3,d10`0", "d10"), Some("c3"));
        assert_eq!((takes_off("c3d10,d10c3", "d1"), takes_off("c3d10", "d10")), (None, None));
        assert!(!is_relayed("e4d5", "e4d5,d5e6"));
    }
}
