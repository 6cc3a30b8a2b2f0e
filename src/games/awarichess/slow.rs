//! Generate and test, written from the rules alone: the measure for the fast generator.
//!
//! Awari on twelve plain numbers, seed by seed; chess by the diagram family's own generate and test.

use super::houses::{HOUSES, ROW, Sower};
use super::position::{Position, Stage};
use super::{Awarichess, FORBID, PLAY, ZERO, kind};
use crate::game::Action;
use crate::games::diagram::Man;

/// Every legal action, sorted by its bits.
pub(super) fn actions(game: &Awarichess, position: &Position) -> Vec<Action> {
    let chess = || game.chess().slow_actions(position.chess());
    let mover = position.chess().side();
    let first = position.powers().colours().next();
    let mut actions = match first {
        _ if position.sower().is_some() => {
            let seeds = position.houses().seeds().map(u32::from);
            let houses = sowable(&seeds, position.sower() == Some(Sower::South));
            houses.into_iter().map(|house| Action::new(house as u8, 0, 0, kind::SOW)).collect()
        }
        _ if position.stage() == Stage::Told => chess(),
        None => Vec::new(),
        Some(_) if in_check(game, position) => chess(),
        Some(_) if chess().is_empty() => Vec::new(),
        Some(owner) if owner == mover => {
            let mut moves = chess();
            moves.push(ZERO);
            moves
        }
        Some(_) => vec![FORBID, PLAY],
    };
    actions.sort_unstable_by_key(|action| action.raw());
    actions
}

/// Whether the king of the side to move is attacked.
fn in_check(game: &Awarichess, position: &Position) -> bool {
    let (rules, chess) = (game.chess().rules(), position.chess());
    let own_king = |&square: &u8| {
        let is_king = |man: Man| man.colour == chess.side() && rules.kinds[man.kind].royal;
        chess.man(square).is_some_and(is_king)
    };
    let king = rules.geometry().squares().find(own_king);
    king.is_some_and(|king| rules.slow_attacked(chess, king, chess.side() ^ 1))
}

/// The houses that may be sown (AWARI-3, AWARI-4).
fn sowable(seeds: &[u32; HOUSES], south: bool) -> Vec<usize> {
    let own = |house: usize| (house < ROW) == south;
    let mut feeding = Vec::new();
    let mut slams = Vec::new();
    for house in (0..HOUSES).filter(|&house| own(house) && seeds[house] > 0) {
        let (after, captured) = sow(seeds, house);
        let left: u32 = (0..HOUSES).filter(|&other| !own(other)).map(|other| after[other]).sum();
        if left > 0 {
            feeding.push(house);
        } else if captured > 0 {
            slams.push(house);
        }
    }
    if feeding.is_empty() { slams } else { feeding }
}

/// Sows seed by seed and captures backwards, a slam like any other; the seeds captured.
fn sow(seeds: &[u32; HOUSES], house: usize) -> ([u32; HOUSES], u32) {
    let mut after = *seeds;
    let mut hand = std::mem::take(&mut after[house]);
    let mut at = house;
    while hand > 0 {
        at = (at + 1) % HOUSES;
        if at != house {
            after[at] += 1;
            hand -= 1;
        }
    }
    let mut captured = 0;
    while (at < ROW) != (house < ROW) && (after[at] == 2 || after[at] == 3) {
        captured += std::mem::take(&mut after[at]);
        at = (at + HOUSES - 1) % HOUSES;
    }
    (after, captured)
}
