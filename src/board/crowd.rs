//! Leaps of all men of a kind at once: the set of the men is shifted as a whole, as programs with bit
//! sets have long done for pawns.

use super::geometry::{Geometry, Square};
use super::movement::{Step, Way};
use super::set::SquareSet;

/// The most steps that a kind made to move as a crowd may have: of few men with many steps, one table
/// entry for each man costs less.
const MOST_STEPS: usize = 6;

/// One step of a whole crowd.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrowdStep<S> {
    /// How far it goes, in square numbers.
    pub by: i16,
    /// Where it can begin: it stays on the board and meets no hole.
    pub from: S,
    /// How far from its beginning the squares lie that must be empty, in square numbers.
    pub path: Vec<i16>,
    /// It may end on an empty square.
    pub quiet: bool,
    /// It may capture.
    pub capture: bool,
    /// Only while the man has never moved.
    pub initial: bool,
    /// The squares it passes may be taken en passant on the next ply.
    pub passes: bool,
}

impl<S: SquareSet> CrowdStep<S> {
    fn new(geometry: &Geometry, step: &Step) -> Option<CrowdStep<S>> {
        let path: &[(i8, i8)] = match &step.way {
            Way::Leap => &[],
            Way::Lame(path) => path,
            Way::Ride(_) | Way::Hop { .. } => return None,
        };
        let begins = |square: &Square| {
            let lands = |&(files, ranks): &(i8, i8)| geometry.step(*square, files, ranks).is_some();
            lands(&step.vector) && path.iter().all(lands)
        };
        let distance = |&(files, ranks): &(i8, i8)| {
            i16::from(ranks) * i16::from(geometry.files()) + i16::from(files)
        };
        Some(CrowdStep {
            by: distance(&step.vector),
            from: geometry.squares().filter(begins).fold(S::EMPTY, |set, at| set | S::of(at)),
            path: path.iter().map(distance).collect(),
            quiet: step.quiet,
            capture: step.capture,
            initial: step.initial,
            passes: step.passes,
        })
    }

    /// Where the step takes the men, whatever stands there.
    #[inline(always)]
    #[must_use]
    pub fn targets(&self, men: S, occupied: S) -> S {
        let mut starters = men & self.from;
        for &past in &self.path {
            starters &= !occupied.shifted(-past);
        }
        starters.shifted(self.by)
    }

    /// Where a man stood that the step took to a square.
    #[inline(always)]
    #[must_use]
    pub fn start(&self, to: Square) -> Square {
        (i16::from(to) - self.by) as Square
    }
}

/// The steps of a kind that can move as a crowd; none where it has to move man by man: it rides, hops, has
/// many steps, or two of its steps may be the same move.
pub(super) fn crowd<S: SquareSet>(geometry: &Geometry, steps: &[Step]) -> Vec<CrowdStep<S>> {
    let moving: Vec<&Step> = steps.iter().filter(|step| step.quiet || step.capture).collect();
    let same = |one: &Step, other: &Step| {
        one.vector == other.vector && (one.quiet && other.quiet || one.capture && other.capture)
    };
    let doubled = moving
        .iter()
        .enumerate()
        .any(|(index, step)| moving[..index].iter().any(|earlier| same(step, earlier)));
    let differ =
        moving.iter().any(|step| !(step.quiet && step.capture) || step.initial || step.passes);
    if doubled || !differ || moving.len() > MOST_STEPS {
        return Vec::new();
    }
    let compiled: Option<Vec<CrowdStep<S>>> =
        moving.into_iter().map(|step| CrowdStep::new(geometry, step)).collect();
    let mut steps = compiled.unwrap_or_default();
    // A step that leads off the board from everywhere is none; its distance may be beyond what a set holds.
    steps.retain(|step| step.from.any());
    steps
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::movement::compile;
    use super::super::{Geometry, SquareSet};
    use super::{CrowdStep, crowd};

    fn steps(betza: &str) -> Vec<CrowdStep<u128>> {
        crowd(&Geometry::new(10, 8, 1).unwrap(), &compile(betza).unwrap().steps)
    }

    #[test]
    fn a_pawn_goes_as_a_crowd_and_a_man_that_rides_or_has_two_ways_does_not() {
        assert_eq!(steps("mfWcfFimfnD").len(), 4);
        assert_eq!(steps("mfWcfFmfHXX").len(), 3, "a step that leads off the board is none");
        for betza in ["R", "mRcpR", "N", "F", "mFF", "mNcK"] {
            assert!(steps(betza).is_empty(), "{betza}");
        }
    }

    #[test]
    fn men_on_the_edge_do_not_come_round_and_a_man_in_the_way_stops_a_double_step() {
        let set = |squares: &[u8]| squares.iter().fold(0u128, |set, &at| set | u128::of(at));
        let pawn = steps("mfWcfFimfnD");
        let men = set(&[10, 15, 19]);
        let reached = |occupied: u128| {
            let mut reached: Vec<Vec<u8>> =
                pawn.iter().map(|step| step.targets(men, occupied).squares().collect()).collect();
            reached.sort();
            reached
        };
        assert_eq!(reached(men), [vec![20, 25, 29], vec![21, 26], vec![24, 28], vec![30, 35, 39]]);
        assert_eq!(
            reached(men | set(&[25])),
            [vec![20, 25, 29], vec![21, 26], vec![24, 28], vec![30, 39]]
        );
        for step in &pawn {
            for to in step.targets(men, men).squares() {
                assert!(men.contains(step.start(to)));
            }
        }
    }
}
