//! What one thread owns and reuses: stacks for the present branch, and the [`History`] that outlives
//! a search.

use super::corrections::Corrections;
use super::evaluations::Evaluations;
use super::history::{History, Rows};
use super::pv::Lines;
use super::{MAX_PLY, score::UNKNOWN};
use crate::game::{Action, ActionList, Team};

/// Frames before the root, so that a node may look back without asking.
const BEFORE_ROOT: usize = 4;

/// One ply of the present branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The team to act at this ply.
    pub(super) team: Team,
    /// The static value for that team; `UNKNOWN` where there is none (in check).
    pub(super) static_value: i32,
    /// Slot of the action being searched at this ply; `None` for a null move.
    pub(super) slot: Option<u32>,
    /// Quiet actions that caused cutoffs at this ply, newest first.
    pub(super) killers: [Action; 2],
}

impl Frame {
    const EMPTY: Frame =
        Frame { team: Team::White, static_value: UNKNOWN, slot: None, killers: [Action::NONE; 2] };
}

/// Stacks and tables of one thread.
#[derive(Debug)]
pub(super) struct Memory {
    /// The actions of all nodes of the present branch, one after the other.
    pub(super) actions: ActionList,
    /// The ordering score of each of them.
    pub(super) scores: Vec<i32>,
    /// What earlier nodes taught.
    pub(super) history: History,
    /// Static values found before.
    pub(super) evaluations: Evaluations,
    /// How wrong they were.
    pub(super) corrections: Corrections,
    /// The principal variations of the present branch.
    pub(super) lines: Lines,
    frames: Vec<Frame>,
}

impl Memory {
    /// Memory for a game with so many slots.
    pub(super) fn new(slots: usize) -> Memory {
        Memory {
            actions: ActionList::with_capacity(4096),
            scores: Vec::with_capacity(4096),
            history: History::new(slots),
            evaluations: Evaluations::new(),
            corrections: Corrections::new(slots),
            lines: Lines::new(),
            frames: vec![Frame::EMPTY; BEFORE_ROOT + MAX_PLY + 2],
        }
    }

    /// Forgets what earlier searches taught.
    pub(super) fn forget(&mut self) {
        self.history.clear();
        self.evaluations.clear();
        self.corrections.clear();
    }

    /// A new search begins: the branch is empty, the history stays.
    pub(super) fn begin(&mut self) {
        self.actions.clear();
        self.scores.clear();
        self.frames.fill(Frame::EMPTY);
    }

    /// The frame of a ply.
    #[inline]
    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[BEFORE_ROOT + ply]
    }

    /// The frame of a ply, to change it.
    #[inline]
    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BEFORE_ROOT + ply]
    }

    /// Slot of the action that led to `ply`; `None` at the root and after a null move.
    #[inline]
    pub(super) fn last_slot(&self, ply: usize) -> Option<u32> {
        self.frames[BEFORE_ROOT + ply - 1].slot
    }

    /// The rows of the continuation history for a node at `ply`.
    #[inline]
    pub(super) fn rows(&self, ply: usize) -> Rows {
        let index = BEFORE_ROOT + ply;
        History::rows(self.frames[index - 1].slot, self.frames[index - 2].slot)
    }

    /// The static value when `team` was last to act before `ply`, if it had one.
    #[inline]
    pub(super) fn earlier_static_value(&self, ply: usize, team: Team) -> Option<i32> {
        let index = BEFORE_ROOT + ply;
        self.frames[index - BEFORE_ROOT.min(ply)..index]
            .iter()
            .rev()
            .find(|frame| frame.team == team && frame.static_value > UNKNOWN)
            .map(|frame| frame.static_value)
    }

    /// A quiet action caused a cutoff at `ply`.
    #[inline]
    pub(super) fn add_killer(&mut self, ply: usize, action: Action) {
        let killers = &mut self.frame_mut(ply).killers;
        if killers[0] != action {
            *killers = [action, killers[0]];
        }
    }

    /// Forgets the actions from `start` on.
    #[inline]
    pub(super) fn truncate(&mut self, start: usize) {
        self.actions.truncate(start);
        self.scores.truncate(start);
    }

    /// Swaps two actions with their scores.
    #[inline]
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        self.actions.swap(a, b);
        self.scores.swap(a, b);
    }
}
