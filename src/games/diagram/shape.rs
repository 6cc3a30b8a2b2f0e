//! What the evaluation knows of the board and of the kinds of men, computed once.

use super::position::Width;
use super::rules::{Minor, Rules};
use crate::board::{Movement, Square, Step, Way};
use arrayvec::ArrayVec;

/// From this size on a man counts as heavy, centipawns.
pub(super) const HEAVY: i32 = 420;

/// Squares that matter to a pawn, or to a man who stands where a pawn could.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spans<S> {
    /// Ahead of it on its own file.
    pub(super) ahead: S,
    /// Right ahead of it.
    pub(super) next: S,
    /// Ahead of it on its own and the neighbouring files.
    pub(super) passed: S,
    /// The neighbouring files.
    pub(super) beside: S,
    /// The neighbouring squares on its own rank.
    pub(super) abreast: S,
    /// The neighbouring files, from its own rank back.
    pub(super) helpers: S,
    /// The neighbouring files ahead of it.
    pub(super) aside: S,
    /// In the enemy's half of the board.
    pub(super) is_beyond: bool,
    /// The square of the part of its way that it has gone, in 16ths.
    pub(super) way: i32,
}

/// What the evaluation knows of the board, computed once.
#[derive(Clone, Default, Debug)]
pub struct Shape<S> {
    /// Squares around a king, by square.
    pub(super) rings: Vec<S>,
    /// The file of each square.
    pub(super) files: Vec<S>,
    /// The file of each square and those beside it.
    pub(super) wings: Vec<ArrayVec<S, 3>>,
    /// Squares on these files at most three ranks away, and those four or five ranks away.
    pub(super) storms: Vec<[S; 2]>,
    /// Kinds whose moves count: neither royal nor pawns.
    pub(super) active: Vec<usize>,
    /// The greatest of those with which the game begins.
    pub(super) greatest: Option<usize>,
    /// Those of them that are heavy.
    pub(super) heavy: Vec<usize>,
    /// Kinds that go ahead only, to be promoted.
    pub(super) pawns: Vec<usize>,
    /// Kinds that go ahead only, and the first one if it promotes.
    pub(super) bound_ahead: Vec<usize>,
    /// Kinds that never leave a colour of squares.
    pub(super) bound: Vec<usize>,
    /// The first kind is a pawn and stays one.
    pub(super) pawns_matter: bool,
    /// It goes straight ahead, and who would catch it goes a step at a time.
    pub(super) runs_count: bool,
    pub(super) spans: [Vec<Spans<S>>; 2],
    /// How many files and ranks together lie between a square and the middle of the board.
    pub(super) from_middle: Vec<i32>,
}

impl<S: Width> Shape<S> {
    /// Looks at the rules.
    pub(super) fn new(rules: &Rules<S>) -> Shape<S> {
        let geometry = rules.geometry();
        let squares = || (0..geometry.len()).map(|square| square as Square);
        let around = |square: Square| {
            let near = [-1, 0, 1].into_iter().flat_map(|f| [-1, 0, 1].map(|r| (f, r)));
            near.filter_map(|(files, ranks)| geometry.step(square, files, ranks))
                .fold(S::EMPTY, |set, to| set | S::of(to))
        };
        let file = |file: u8| {
            let squares = geometry.squares().filter(|&at| geometry.file(at) == file);
            squares.fold(S::EMPTY, |set, at| set | S::of(at))
        };
        let from_middle = |square: Square| {
            let off = |at: u8, count: u8| (2 * i32::from(at) + 1 - i32::from(count)).abs() / 2;
            off(geometry.file(square), geometry.files())
                + off(geometry.rank(square), geometry.ranks())
        };
        let pawnlike =
            |kind: usize| rules.promotion_squares(0, kind).any() && rules.kinds[kind].forward_only;
        let kinds = 0..rules.kinds.len();
        let royals = || kinds.clone().filter(|&kind| rules.kinds[kind].royal);
        let goes_a_step = |kind: usize| {
            let mut steps = rules.movements[kind].steps.iter();
            steps.all(|step| step.vector.0.abs().max(step.vector.1.abs()) <= 1 && is_a_leap(step))
        };
        let wing = |square: Square| {
            let near = [-1, 0, 1].into_iter().filter_map(|by| geometry.offset(square, by, 0));
            near.map(|at| file(geometry.file(at))).collect::<ArrayVec<S, 3>>()
        };
        let storm = |square: Square, ranks: std::ops::RangeInclusive<u8>| {
            let wing = wing(square).into_iter().fold(S::EMPTY, |all, file| all | file);
            let far = |at: &Square| geometry.rank(*at).abs_diff(geometry.rank(square));
            let squares = geometry.squares().filter(|at| ranks.contains(&far(at)));
            squares.fold(S::EMPTY, |set, at| set | S::of(at)) & wing
        };
        let spans = [0, 1].map(|colour| squares().map(|at| spans(rules, colour, at)).collect());
        let active: Vec<usize> =
            kinds.clone().filter(|&k| !rules.kinds[k].royal && !pawnlike(k)).collect();
        Shape {
            rings: squares().map(around).collect(),
            files: squares().map(|at| file(geometry.file(at))).collect(),
            wings: squares().map(wing).collect(),
            storms: squares().map(|at| [storm(at, 0..=3), storm(at, 4..=5)]).collect(),
            greatest: active
                .iter()
                .copied()
                .filter(|&kind| rules.start.iter().any(|(_, man)| man.kind == kind))
                .max_by_key(|&kind| rules.values.size(kind)),
            heavy: active
                .iter()
                .copied()
                .filter(|&kind| rules.values.size(kind) >= HEAVY)
                .collect(),
            active,
            bound_ahead: kinds
                .clone()
                .filter(|&kind| {
                    rules.kinds[kind].forward_only
                        || kind == 0 && rules.promotion_squares(0, 0).any()
                })
                .collect(),
            pawns: kinds.clone().filter(|&kind| pawnlike(kind)).collect(),
            bound: kinds.clone().filter(|&k| rules.kinds[k].minor == Some(Minor::Bishop)).collect(),
            pawns_matter: pawnlike(0) && rules.morph.is_empty(),
            runs_count: goes_ahead(&rules.movements[0]) && royals().all(goes_a_step),
            spans,
            from_middle: squares().map(from_middle).collect(),
        }
    }
}

/// Whether a pawn goes to the square right ahead where it captures nothing.
fn goes_ahead(pawn: &Movement) -> bool {
    pawn.steps.iter().any(|step| step.quiet && !step.initial && step.vector == (0, 1))
}

fn is_a_leap(step: &Step) -> bool {
    matches!(step.way, Way::Leap | Way::Ride(1))
}

fn spans<S: Width>(rules: &Rules<S>, colour: usize, square: Square) -> Spans<S> {
    let geometry = rules.geometry();
    let (file, rank) = (geometry.file(square), geometry.rank(square));
    let is_ahead = |other: u8| if colour == 0 { other > rank } else { other < rank };
    let set = |wanted: &dyn Fn(u8, u8) -> bool| {
        geometry
            .squares()
            .filter(|&other| wanted(geometry.file(other), geometry.rank(other)))
            .fold(S::EMPTY, |set, other| set | S::of(other))
    };
    let gone = i32::from(if colour == 0 { rank } else { geometry.ranks() - 1 - rank });
    let whole = i32::from(geometry.ranks() - 1).max(1);
    Spans {
        ahead: set(&|f, r| f == file && is_ahead(r)),
        next: set(&|f, r| f == file && is_ahead(r) && r.abs_diff(rank) == 1),
        passed: set(&|f, r| f.abs_diff(file) <= 1 && is_ahead(r)),
        beside: set(&|f, _| f.abs_diff(file) == 1),
        abreast: set(&|f, r| f.abs_diff(file) == 1 && r == rank),
        helpers: set(&|f, r| f.abs_diff(file) == 1 && !is_ahead(r)),
        aside: set(&|f, r| f.abs_diff(file) == 1 && is_ahead(r)),
        is_beyond: 2 * gone >= i32::from(geometry.ranks()),
        way: gone * gone * 16 / (whole * whole),
    }
}
