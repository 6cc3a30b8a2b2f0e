//! Every two-player game that the text of an Interactive Diagram can define: chess, Avatar Riff Riders,
//! Capablanca, ... A game is a data file under `definitions/`; nothing here knows one by name.
//!
//! [`read`] makes a [`Definition`] of the text, [`Rules`] compiles it for a board of 64, 128 or 256
//! squares, and [`Diagram`] plays it. A [`Rulebook`] says what the rules are called. Draws, which the format
//! can't say, follow FIDE rules.

mod arising;
mod attack;
mod definition;
mod ending;
mod evaluate;
mod exchange;
mod fen;
mod generate;
mod items;
mod names;
mod notation;
mod play;
mod position;
mod reader;
mod refusal;
mod rulebook;
mod rules;
mod setup;
mod shape;
mod slow;
mod values;
mod weights;

pub use definition::{Definition, DefinitionError, Place};
pub use position::{Man, Position, Width};
pub use reader::read;
pub use rulebook::{Rulebook, Topic};
pub use rules::{Rules, kind};

use crate::board::{CrowdStep, SquareSet, U256, structure_keys};
use crate::game::{Action, ActionList, Game, Past, STRUCTURES, Seat, Team, Verdict, Want};
use ending::team;

/// A game defined by a diagram, on boards of one width.
#[derive(Clone, Debug)]
pub struct Diagram<S: Width> {
    id: String,
    xboard_id: String,
    rules: Rules<S>,
    start: Position<S>,
    rulebook: Rulebook,
}

/// A game of whichever width its board needs.
#[derive(Clone, Debug)]
pub enum AnyDiagram {
    /// Up to 64 squares and 8 kinds of men.
    Small(Box<Diagram<u64>>),
    /// Up to 128 squares and 16 kinds.
    Medium(Box<Diagram<u128>>),
    /// Up to 256 squares and 64 kinds.
    Large(Box<Diagram<U256>>),
}

/// Opens a game from its definition text. `id` is its name for programs; `xboard_id` the name that
/// XBoard has for it.
///
/// # Errors
/// Every fault of the text; then the warnings, one of which often is the cause.
pub fn open(id: &str, xboard_id: &str, text: &str) -> Result<AnyDiagram, Vec<DefinitionError>> {
    let definition = read(text)?;
    let warnings = definition.warnings.clone();
    open_definition(id, xboard_id, definition).map_err(|mut errors| {
        errors.extend(warnings);
        errors
    })
}

fn open_definition(
    id: &str,
    xboard_id: &str,
    definition: Definition,
) -> Result<AnyDiagram, Vec<DefinitionError>> {
    let (squares, kinds) = (definition.geometry.len(), definition.kinds.len());
    let fits = |width: usize, most: usize| squares <= width && kinds <= most;
    if fits(64, u64::KINDS) {
        Diagram::new(id, xboard_id, definition).map(|game| AnyDiagram::Small(Box::new(game)))
    } else if fits(128, u128::KINDS) {
        Diagram::new(id, xboard_id, definition).map(|game| AnyDiagram::Medium(Box::new(game)))
    } else if fits(256, U256::KINDS) {
        Diagram::new(id, xboard_id, definition).map(|game| AnyDiagram::Large(Box::new(game)))
    } else {
        let reason = format!("{kinds} kinds of pieces; at most {} are supported", U256::KINDS);
        Err(vec![definition.kinds[U256::KINDS.min(kinds - 1)].place().fault(reason)])
    }
}

impl<S: Width> Diagram<S> {
    fn new(
        id: &str,
        xboard_id: &str,
        definition: Definition,
    ) -> Result<Diagram<S>, Vec<DefinitionError>> {
        let royal_place = definition.royal_place.clone();
        let rules: Rules<S> = Rules::new(definition)?;
        let start = rules.start_position();
        // Programs send the start array back: what is refused there can't be a start.
        let text = rules.fen(&start);
        let refusal = match rules.read_fen_text(&text, rules.geometry().first_rank()) {
            Err(error) => Some(error.to_string()),
            Ok(read) => read.notes.into_iter().next(),
        };
        if let Some(reason) = refusal {
            let reason = format!("the start array `{text}` is refused: {reason}");
            return Err(vec![royal_place.fault(reason)]);
        }
        Ok(Diagram {
            id: id.to_owned(),
            xboard_id: xboard_id.to_owned(),
            rules,
            start,
            rulebook: Rulebook::default(),
        })
    }

    /// The compiled rules.
    #[must_use]
    pub fn rules(&self) -> &Rules<S> {
        &self.rules
    }

    /// Hands the turn over without a move, in games in which that is a real action: captures en passant
    /// end, castling rights stay, and the clock and the move number run on. In check there is none.
    #[inline]
    pub fn skip_turn(&self, position: &mut Position<S>) {
        self.rules.pass_turn(position);
    }

    /// The legal actions by generate and test, the measure for [`Game::actions`]; sorted.
    #[must_use]
    pub fn slow_actions(&self, position: &Position<S>) -> Vec<Action> {
        let mut list = ActionList::new();
        self.rules.slow_actions(position).into_iter().for_each(|action| list.push(action));
        self.rules.keep_last_chance(position, &mut list, 0);
        list.as_slice().to_vec()
    }
}

impl<S: Width> Game for Diagram<S> {
    type Position = Position<S>;

    fn start(&self) -> Position<S> {
        self.start.clone()
    }

    #[inline]
    fn to_act(&self, position: &Position<S>) -> Seat {
        Seat(position.side() as u8)
    }

    #[inline]
    fn team(&self, seat: Seat) -> Team {
        team(usize::from(seat.0))
    }

    #[inline]
    fn table_key(&self, position: &Position<S>) -> u64 {
        // Only where the count can decide within a search does it change what a position is worth.
        const NEAR: u16 = ending::PLY_LIMIT - 16;
        if position.clock < NEAR {
            position.key
        } else {
            position.key ^ self.rules.keys.clock[usize::from(position.clock.min(ending::PLY_LIMIT))]
        }
    }

    /// Right where a man goes or captures and nothing else changes.
    #[inline]
    fn foreseen_key(&self, position: &Position<S>, action: Action) -> Option<u64> {
        let (from, to) = (action.from(), action.to());
        let keys = &self.rules.keys;
        let man = position.man(from)?;
        let arriving = Man { kind: self.rules.arriving(man, to), ..man };
        let captured = position.man(to).map_or(0, |captured| keys.man(captured, to));
        Some(position.key ^ keys.side ^ keys.man(man, from) ^ keys.man(arriving, to) ^ captured)
    }

    #[inline]
    fn repetition_key(&self, position: &Position<S>) -> u64 {
        position.key
    }

    #[inline]
    fn early_end(&self, position: &Position<S>, past: &Past) -> Option<Verdict> {
        self.rules.early_verdict(position, past)
    }

    #[inline]
    fn actions(&self, position: &Position<S>, want: Want, out: &mut ActionList) {
        let start = out.len();
        self.rules.generate(position, want, S::FULL, out);
        self.rules.keep_last_chance(position, out, start);
    }

    fn end_without_actions(&self, position: &Position<S>) -> Verdict {
        self.rules.stuck(position)
    }

    #[inline]
    fn play(&self, position: &mut Position<S>, action: Action, _: &Past) {
        self.rules.play_action(position, action);
    }

    #[inline]
    fn pass(&self, position: &Position<S>) -> Option<Position<S>> {
        let own = position.colours[position.side()];
        let pawns_and_king =
            self.rules.bound_ahead(position) | S::of(position.kings[position.side()]);
        let zugzwang = (own & !pawns_and_king).is_empty() && self.rules.morph.is_empty();
        if position.checkers.any() || zugzwang || self.rules.in_last_chance(position) {
            return None;
        }
        let mut passed = position.clone();
        self.rules.pass_turn(&mut passed);
        Some(passed)
    }

    #[inline]
    fn in_check(&self, position: &Position<S>) -> bool {
        position.checkers.any()
    }

    #[inline]
    fn evaluate(&self, position: &Position<S>) -> i32 {
        self.rules.evaluation(position)
    }

    /// The first kind's men (pawns, if there are any), and the others of each side.
    #[inline]
    fn structures(&self, position: &Position<S>) -> [u64; STRUCTURES] {
        structure_keys(position.colours, position.of_kind(0))
    }

    #[inline]
    fn tactical(&self, position: &Position<S>, action: Action) -> bool {
        if matches!(action.kind(), kind::PROMOTION | kind::EN_PASSANT) {
            return true;
        }
        if action.kind() == kind::CASTLING {
            return false;
        }
        // Staying what it is in the promotion zone is generated with the promotions.
        position.man(action.to()).is_some()
            || position.man(action.from()).is_some_and(|man| {
                self.rules.promotion_squares(man.colour, man.kind).contains(action.to())
            })
    }

    #[inline]
    fn gain(&self, position: &Position<S>, action: Action) -> i32 {
        self.rules.immediate_gain(position, action)
    }

    #[inline]
    fn exchange(&self, position: &Position<S>, action: Action, threshold: i32) -> bool {
        self.rules.exchange_wins(position, action, threshold)
    }

    #[inline]
    fn slot(&self, position: &Position<S>, action: Action) -> usize {
        let squares = self.rules.geometry().len();
        let man = position.man(action.from()).unwrap_or(Man { colour: 0, kind: 0 });
        (man.colour * self.rules.kinds.len() + man.kind) * squares + usize::from(action.to())
    }

    fn slots(&self) -> usize {
        2 * self.rules.kinds.len() * self.rules.geometry().len()
    }

    #[inline]
    fn legal(&self, position: &Position<S>, action: Action) -> bool {
        let inside = |square: u8| usize::from(square) < self.rules.geometry().len();
        if !inside(action.from()) || !inside(action.to()) {
            return false;
        }
        let mut probe = Probe { wanted: action, found: false };
        self.rules.generate(position, Want::All, S::of(action.from()), &mut probe);
        probe.found
            && (!self.rules.in_last_chance(position) || {
                let mut list = ActionList::new();
                list.push(action);
                self.rules.keep_last_chance(position, &mut list, 0);
                !list.is_empty()
            })
    }

    #[inline]
    fn count_actions(&self, position: &Position<S>) -> u64 {
        if self.rules.in_last_chance(position) {
            let mut list = ActionList::new();
            self.actions(position, Want::All, &mut list);
            return list.len() as u64;
        }
        self.rules.count(position)
    }
}

/// Looks for one action among those generated.
struct Probe {
    wanted: Action,
    found: bool,
}

impl<S: SquareSet> generate::Sink<S> for Probe {
    #[inline]
    fn moves(&mut self, from: u8, targets: S, kind: u8) {
        let to = self.wanted.to();
        if targets.contains(to) && Action::new(from, to, 0, kind) == self.wanted {
            self.found = true;
        }
    }
    #[inline]
    fn crowd(&mut self, step: &CrowdStep<S>, targets: S, kind: u8) {
        let to = self.wanted.to();
        if targets.contains(to) {
            self.found |= Action::new(step.start(to), to, 0, kind) == self.wanted;
        }
    }
    #[inline]
    fn one(&mut self, action: Action) {
        self.found |= action == self.wanted;
    }
}
