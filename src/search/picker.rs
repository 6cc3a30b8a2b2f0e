//! The order in which a node tries its actions, generated in stages so that a cutoff saves the rest.
//!
//! Owns the stages: the table's action; tactical actions by what they gain; killers and the counter
//! move; quiet actions by history; tactical actions that lose the exchange. In check all actions come
//! in one stage, in quiescence only the tactical ones. What is worth searching is not decided here.

use super::history::Rows;
use super::memory::Memory;
use super::{Feature, Features};
use crate::game::{Action, Game, Want};

/// What kind of node the actions are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// All actions in stages.
    Full,
    /// All actions in one stage, for a team in check.
    Evasion,
    /// Tactical actions only.
    Quiescence,
}

/// An action and what is known of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Picked {
    pub(super) action: Action,
    /// Whether it is tactical, as [`Game::tactical`] says.
    pub(super) tactical: bool,
    /// Whether it is tactical and was put aside because it loses the exchange.
    pub(super) losing: bool,
    /// Whether it is a killer or the counter move.
    pub(super) refutation: bool,
    /// What ordered it within its stage: history for quiet actions, gain and history for tactical ones;
    /// 0 where nothing did.
    pub(super) score: i32,
}

impl Picked {
    pub(super) const fn quiet(action: Action, score: i32) -> Picked {
        Picked { action, tactical: false, losing: false, refutation: false, score }
    }

    pub(super) const fn tactical(action: Action, score: i32) -> Picked {
        Picked { action, tactical: true, losing: false, refutation: false, score }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    GenerateTactical,
    Tactical,
    Refutations,
    GenerateQuiet,
    Quiet,
    Losing,
    GenerateAll,
    All,
    Done,
}

/// Weight of a centipawn gained against one point of history, in the order of tactical actions.
const GAIN_WEIGHT: i32 = 64;

/// What lifts every tactical action above every quiet one among evasions.
const TACTICAL_FIRST: i32 = 1 << 24;

/// Hands out the actions of one node, best first, each once.
///
/// The actions lie in the thread's [`Memory`] from the length it had when the picker was made; whoever
/// made the picker truncates the memory to that length again.
#[derive(Debug)]
pub(super) struct Picker {
    purpose: Purpose,
    features: Features,
    stage: Stage,
    table_action: Action,
    /// Killers and counter move; those found to be of no use here are set to none.
    refutations: [Action; 3],
    refutation: usize,
    rows: Rows,
    start: usize,
    next: usize,
    /// How many tactical actions were put aside at `start` because they lose the exchange.
    losing: usize,
    skip_quiet: bool,
}

impl Picker {
    /// A picker for a node. `table_action` is checked before it is used; none is fine.
    pub(super) fn new(
        purpose: Purpose,
        features: Features,
        table_action: Action,
        refutations: [Action; 3],
        rows: Rows,
        memory: &Memory,
    ) -> Picker {
        let start = memory.actions.len();
        let used = features.has(Feature::TableAction);
        Picker {
            purpose,
            features,
            stage: Stage::Table,
            table_action: if used { table_action } else { Action::NONE },
            refutations,
            refutation: 0,
            rows,
            start,
            next: start,
            losing: 0,
            skip_quiet: false,
        }
    }

    /// From now on no quiet action is wanted any more.
    #[inline]
    pub(super) fn skip_quiet(&mut self) {
        self.skip_quiet = true;
    }

    /// Whether an action from the same square to the same square was handed out before `action` in its
    /// stage: the same way with a form (promotion, recruit) that promises more.
    pub(super) fn gave_a_better_form(&self, action: Action, memory: &Memory) -> bool {
        let before = self.next.saturating_sub(1).max(self.start);
        memory.actions.as_slice()[self.start..before]
            .iter()
            .any(|earlier| earlier.from() == action.from() && earlier.to() == action.to())
    }

    /// The next action, or `None` after the last.
    pub(super) fn next<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        memory: &mut Memory,
    ) -> Option<Picked> {
        loop {
            let picked = match self.stage {
                Stage::Table => self.table_stage(game, position),
                Stage::GenerateTactical => {
                    game.actions(position, Want::Tactical, &mut memory.actions);
                    self.score_tactical(game, position, memory);
                    self.stage = Stage::Tactical;
                    None
                }
                Stage::Tactical => self.tactical_stage(game, position, memory),
                Stage::Refutations => self.refutation_stage(game, position),
                Stage::GenerateQuiet => {
                    self.generate_quiet(game, position, memory);
                    None
                }
                Stage::Quiet => self.quiet_stage(memory),
                Stage::Losing => self.losing_stage(memory),
                Stage::GenerateAll => {
                    game.actions(position, Want::All, &mut memory.actions);
                    self.score_all(game, position, memory);
                    self.stage = Stage::All;
                    None
                }
                Stage::All => self.evasion_stage(memory),
                Stage::Done => return None,
            };
            if picked.is_some() {
                return picked;
            }
        }
    }

    fn table_stage<G: Game>(&mut self, game: &G, position: &G::Position) -> Option<Picked> {
        self.stage = match self.purpose {
            Purpose::Evasion => Stage::GenerateAll,
            Purpose::Full | Purpose::Quiescence => Stage::GenerateTactical,
        };
        let action = self.table_action;
        if action.is_none() || !game.legal(position, action) {
            self.table_action = Action::NONE;
            return None;
        }
        let tactical = game.tactical(position, action);
        if self.purpose == Purpose::Quiescence && !tactical {
            self.table_action = Action::NONE;
            return None;
        }
        Some(Picked { tactical, ..Picked::quiet(action, 0) })
    }

    fn tactical_stage<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        memory: &mut Memory,
    ) -> Option<Picked> {
        while let Some((action, score)) = self.select(memory) {
            if action == self.table_action {
                continue;
            }
            let losing_last =
                self.purpose == Purpose::Full && self.features.has(Feature::LosingLast);
            if losing_last && !game.exchange(position, action, 0) {
                memory.swap(self.start + self.losing, self.next - 1);
                self.losing += 1;
                continue;
            }
            return Some(Picked::tactical(action, score));
        }
        self.stage = if self.purpose == Purpose::Full { Stage::Refutations } else { Stage::Done };
        None
    }

    fn refutation_stage<G: Game>(&mut self, game: &G, position: &G::Position) -> Option<Picked> {
        while self.refutation < self.refutations.len() && !self.skip_quiet {
            let index = self.refutation;
            self.refutation += 1;
            let action = self.refutations[index];
            let usable = !action.is_none()
                && action != self.table_action
                && !self.refutations[..index].contains(&action)
                && game.legal(position, action)
                && !game.tactical(position, action);
            if usable {
                return Some(Picked { refutation: true, ..Picked::quiet(action, 0) });
            }
            self.refutations[index] = Action::NONE;
        }
        self.stage = Stage::GenerateQuiet;
        None
    }

    fn generate_quiet<G: Game>(&mut self, game: &G, position: &G::Position, memory: &mut Memory) {
        // Behind the losing ones nothing is left of the tactical actions.
        memory.truncate(self.start + self.losing);
        self.next = memory.actions.len();
        if !self.skip_quiet {
            game.actions(position, Want::Quiet, &mut memory.actions);
            let (rows, from) = (self.rows, self.next);
            score_from(memory, from, |action, memory| {
                memory.history.quiet_score(game.slot(position, action), rows)
            });
        }
        self.stage = Stage::Quiet;
    }

    fn quiet_stage(&mut self, memory: &mut Memory) -> Option<Picked> {
        while !self.skip_quiet
            && let Some((action, score)) = self.select(memory)
        {
            if action != self.table_action && !self.refutations.contains(&action) {
                return Some(Picked::quiet(action, score));
            }
        }
        self.next = self.start;
        self.stage = Stage::Losing;
        None
    }

    fn losing_stage(&mut self, memory: &Memory) -> Option<Picked> {
        if self.next == self.start + self.losing {
            self.stage = Stage::Done;
            return None;
        }
        // They were put aside in their order.
        let (action, score) = (memory.actions.get(self.next), memory.scores[self.next]);
        self.next += 1;
        Some(Picked { action, losing: true, ..Picked::tactical(action, score) })
    }

    fn evasion_stage(&mut self, memory: &mut Memory) -> Option<Picked> {
        while let Some((action, score)) = self.select(memory) {
            let tactical = score > TACTICAL_FIRST / 2;
            if action != self.table_action && (tactical || !self.skip_quiet) {
                let score = if tactical { score - TACTICAL_FIRST } else { score };
                return Some(Picked { tactical, ..Picked::quiet(action, score) });
            }
        }
        self.stage = Stage::Done;
        None
    }

    #[inline]
    fn gain_weight(&self) -> i32 {
        if self.features.has(Feature::GainOrder) { GAIN_WEIGHT } else { 0 }
    }

    fn score_tactical<G: Game>(&self, game: &G, position: &G::Position, memory: &mut Memory) {
        let weight = self.gain_weight();
        score_from(memory, self.start, |action, memory| {
            tactical_score(game, position, action, weight, memory)
        });
    }

    fn score_all<G: Game>(&self, game: &G, position: &G::Position, memory: &mut Memory) {
        let (rows, weight) = (self.rows, self.gain_weight());
        score_from(memory, self.start, |action, memory| {
            if game.tactical(position, action) {
                TACTICAL_FIRST + tactical_score(game, position, action, weight, memory)
            } else {
                memory.history.quiet_score(game.slot(position, action), rows)
            }
        });
    }

    /// Brings the best of the actions not yet handed out to the front and hands it out.
    #[inline]
    fn select(&mut self, memory: &mut Memory) -> Option<(Action, i32)> {
        let scores = &memory.scores[self.next..];
        let (mut best, mut most) = (0, *scores.first()?);
        for (index, &score) in scores.iter().enumerate().skip(1) {
            if score > most {
                (best, most) = (index, score);
            }
        }
        memory.swap(self.next, self.next + best);
        self.next += 1;
        Some((memory.actions.get(self.next - 1), most))
    }
}

#[inline]
fn tactical_score<G: Game>(
    game: &G,
    position: &G::Position,
    action: Action,
    gain_weight: i32,
    memory: &Memory,
) -> i32 {
    gain_weight * game.gain(position, action)
        + memory.history.tactical_score(game.slot(position, action))
}

/// Scores the actions from index `from` on.
#[inline]
fn score_from(memory: &mut Memory, from: usize, score: impl Fn(Action, &Memory) -> i32) {
    memory.scores.truncate(from);
    for index in from..memory.actions.len() {
        let score = score(memory.actions.get(index), memory);
        memory.scores.push(score);
    }
}
