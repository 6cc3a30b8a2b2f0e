//! What XBoard must be told to draw and relay a game that it does not know.

use super::Diagram;
use super::position::Width;
use super::rules::Kind;
use crate::board::{Step, Way};
use crate::game::{SetupLines, Words};

/// Slots of XBoard's letter table for one side, the king's last.
const SLOTS: usize = 22;
/// Slot of the orthodox pawn, which has en passant side effects of XBoard's own.
const PAWN: usize = 0;
/// Slots by likeness, then those that any other man may have, in order of preference.
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const ELEPHANT: usize = 6;
const CANNON: usize = 11;
const KING: usize = SLOTS - 1;
const OTHERS: [usize; 16] = [7, 8, 9, 6, 5, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 10];
/// Slot for pawns that move otherwise than orthodox ones.
const ODD_PAWN: usize = 10;

/// Games that XBoard plays by itself.
pub(super) fn xboard_knows(xboard_id: &str) -> bool {
    ["normal", "capablanca", "gothic", "janus", "grand"].contains(&xboard_id)
}

/// The `setup` line and a `piece` line for each kind.
///
/// The parent `lion` relays null moves and leaves legality to the engine. XBoard sends rights with the
/// start array itself, so that the FEN carries them.
pub(super) fn lines<S: Width>(game: &Diagram<S>) -> SetupLines {
    let rules = &game.rules;
    let mut table: [Option<&Kind>; SLOTS] = [None; SLOTS];
    let mut left = Vec::new();
    for (index, kind) in rules.kinds.iter().enumerate() {
        let steps = &rules.movements[index].steps;
        let slot = preferred_slot(kind, steps, rules.promotion_squares(0, index).is_empty());
        match slot {
            Some(slot) if table[slot].is_none() => table[slot] = Some(kind),
            _ => left.push(kind),
        }
    }
    for kind in left {
        if let Some(&slot) = OTHERS.iter().find(|&&slot| table[slot].is_none()) {
            table[slot] = Some(kind);
        }
    }
    let letters: String = table
        .iter()
        .map(|kind| kind.map_or('.', |kind| kind.id.chars().last().unwrap_or('.')))
        .collect();
    let shape = game.shape();
    let setup = format!(
        "({letters}{}) {}x{}+0_lion {}",
        letters.to_ascii_lowercase(),
        shape.files,
        shape.ranks,
        game.write_fen(&game.start)
    );
    let piece = |kind: &Kind| format!("{}& {}", kind.id, kind.betza);
    SetupLines { setup, pieces: rules.kinds.iter().map(piece).collect() }
}

/// The slot whose picture resembles how the man moves.
fn preferred_slot(kind: &Kind, steps: &[Step], never_promotes: bool) -> Option<usize> {
    let rides = |vector: (i8, i8)| {
        steps.iter().any(|step| step.vector == vector && matches!(step.way, Way::Ride(_)))
    };
    if kind.royal {
        return Some(KING);
    }
    if kind.forward_only && !never_promotes {
        let quiet_diagonal = steps.iter().any(|step| step.vector == (1, 1) && step.quiet);
        return Some(if quiet_diagonal { ODD_PAWN } else { PAWN });
    }
    if hops_to_capture(steps) {
        return Some(CANNON);
    }
    match (rides((0, 1)), rides((1, 1))) {
        (true, true) => Some(QUEEN),
        (true, false) => Some(ROOK),
        (false, true) => Some(BISHOP),
        (false, false) if leaps_only(steps, &[(1, 2)]) => Some(KNIGHT),
        (false, false) if leaps_only(steps, &[(1, 1), (2, 2)]) => Some(ELEPHANT),
        (false, false) => None,
    }
}

/// Whether every capture is a ride over a man that stands between.
fn hops_to_capture(steps: &[Step]) -> bool {
    let mut captures = steps.iter().filter(|step| step.capture).peekable();
    captures.peek().is_some() && captures.all(|step| matches!(step.way, Way::Hop { .. }))
}

/// Whether the steps are all leaps of these lengths, in every direction.
fn leaps_only(steps: &[Step], lengths: &[(i8, i8)]) -> bool {
    let directions: usize = lengths.iter().map(|&(x, y)| if x == y { 4 } else { 8 }).sum();
    let is_one = |step: &Step| {
        let (x, y) = (step.vector.0.abs(), step.vector.1.abs());
        step.way == Way::Leap && lengths.contains(&(x.min(y), x.max(y)))
    };
    steps.len() == directions && steps.iter().all(is_one)
}
