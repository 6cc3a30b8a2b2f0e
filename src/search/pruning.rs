//! Every decision not to search something, or to search it less deeply: one small function each.
//!
//! All figures are centipawns, plies and points of history. Nothing here touches the tree. Each decision is
//! a [`Feature`] that may be missing.

use super::score::is_mate;
use super::{Feature, Features};

/// Deepest node that reverse futility may end.
const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Margin of reverse futility for each ply.
const REVERSE_FUTILITY_MARGIN: i32 = 75;
/// Deepest node that razoring may hand to quiescence.
const RAZORING_DEPTH: i32 = 3;
/// Margin of razoring for each ply.
const RAZORING_MARGIN: i32 = 280;
/// Shallowest node that tries a null move.
const NULL_MOVE_DEPTH: i32 = 3;
/// Shallowest node whose null-move cutoff is verified by a search without null moves.
const VERIFICATION_DEPTH: i32 = 10;
/// Shallowest node that is reduced for want of a table action.
const INTERNAL_REDUCTION_DEPTH: i32 = 4;
/// Deepest node in which late quiet actions are left out.
const LATE_ACTION_DEPTH: i32 = 7;
/// Deepest (reduced) search of an action that futility may save.
const FUTILITY_DEPTH: i32 = 7;
/// Margin of futility, and its growth for each ply.
const FUTILITY_MARGIN: (i32, i32) = (110, 95);
/// Deepest search of an action that is left out for losing the exchange.
const EXCHANGE_DEPTH: i32 = 7;
/// What a tactical action may lose for each ply.
const TACTICAL_LOSS: i32 = 95;
/// What a quiet action may lose for each ply.
const QUIET_LOSS: i32 = 60;
/// Shallowest node whose late actions are reduced.
const LATE_REDUCTION_DEPTH: i32 = 3;
/// Points of history that change a reduction by one ply.
const HISTORY_PER_PLY: i32 = 14_000;
/// Quiet evasions that quiescence searches once a way out of check is known.
const QUIET_EVASIONS: usize = 2;
/// What an action in quiescence may win beyond its gain.
const DELTA_MARGIN: i32 = 170;

/// What pruning asks of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    /// The techniques that are used.
    pub(super) features: Features,
    /// Actions still to look ahead.
    pub(super) depth: i32,
    /// The value that would cause a cutoff.
    pub(super) beta: i32,
    /// The static value, corrected by the table.
    pub(super) value: i32,
    /// Whether the team to act stands better than when it acted last.
    pub(super) improving: bool,
}

/// Reverse futility: the position is so good that the other team will avoid it.
#[inline]
pub(super) fn reverse_futile(node: Judged) -> bool {
    let margin = REVERSE_FUTILITY_MARGIN * (node.depth - i32::from(node.improving)).max(0);
    node.features.has(Feature::ReverseFutility)
        && node.depth <= REVERSE_FUTILITY_DEPTH
        && node.value - margin >= node.beta
        && !is_mate(node.beta)
}

/// Razoring: the position is so bad that only tactical actions could help.
#[inline]
pub(super) fn razored(node: Judged) -> bool {
    node.features.has(Feature::Razoring)
        && node.depth <= RAZORING_DEPTH
        && node.value + RAZORING_MARGIN * node.depth < node.beta
}

/// Whether a null move is worth trying.
#[inline]
pub(super) fn null_move_promises(node: Judged) -> bool {
    node.features.has(Feature::NullMove)
        && node.depth >= NULL_MOVE_DEPTH
        && node.value >= node.beta
        && !is_mate(node.beta)
}

/// How many plies shallower than the node a null move is searched.
#[inline]
pub(super) fn null_move_reduction(node: Judged) -> i32 {
    4 + node.depth / 4 + ((node.value - node.beta) / 200).min(3)
}

/// Whether a null-move cutoff is to be verified (zugzwang).
#[inline]
pub(super) fn null_move_needs_verification(features: Features, depth: i32) -> bool {
    features.has(Feature::NullMoveVerification) && depth >= VERIFICATION_DEPTH
}

/// Internal iterative reduction: without an action from the table a deep search is not worth its
/// price yet.
#[inline]
pub(super) fn internal_reduction(features: Features, depth: i32, has_table_action: bool) -> i32 {
    let reduces = features.has(Feature::InternalReduction);
    i32::from(reduces && depth >= INTERNAL_REDUCTION_DEPTH && !has_table_action)
}

/// Late move pruning: whether, `tried` actions having been searched, no more quiet ones are wanted.
#[inline]
pub(super) fn enough_quiet(features: Features, depth: i32, tried: usize, improving: bool) -> bool {
    let most = (4 + depth * depth) / (2 - i32::from(improving));
    features.has(Feature::LateMovePruning) && depth <= LATE_ACTION_DEPTH && tried as i32 >= most
}

/// Futility: a quiet action, to be searched so deeply, can't lift the static value to alpha.
#[inline]
pub(super) fn futile(features: Features, depth: i32, value: i32, alpha: i32) -> bool {
    features.has(Feature::Futility)
        && depth <= FUTILITY_DEPTH
        && value + FUTILITY_MARGIN.0 + FUTILITY_MARGIN.1 * depth.max(0) <= alpha
        && !is_mate(alpha)
}

/// The least that an action must win in its exchange to be searched (negative: may lose); `None`
/// where the exchange does not matter.
#[inline]
pub(super) fn exchange_needed(features: Features, depth: i32, tactical: bool) -> Option<i32> {
    let loss = if tactical { TACTICAL_LOSS } else { QUIET_LOSS };
    let matters = features.has(Feature::ExchangePruning) && depth <= EXCHANGE_DEPTH;
    matters.then(|| -loss * depth.max(1))
}

/// Delta pruning in quiescence: the best value the action could reach, if that is not above alpha.
#[inline]
pub(super) fn hopeless_gain(features: Features, stand: i32, gain: i32, alpha: i32) -> Option<i32> {
    let best = stand + gain + DELTA_MARGIN;
    (features.has(Feature::DeltaPruning) && best <= alpha).then_some(best)
}

/// Whether quiescence, in check and with a way out, has seen enough quiet actions.
#[inline]
pub(super) fn enough_evasions(features: Features, quiet_tried: usize) -> bool {
    features.has(Feature::EvasionLimit) && quiet_tried >= QUIET_EVASIONS
}

/// How many actions a quiescence node may search, `step` actions after the full search ended. Where
/// dozens of men attack each other, an unbounded one would look at more positions than any clock has
/// time for; far from the horizon the first actions of a good order tell enough.
#[inline]
pub(super) fn quiescence_breadth(features: Features, step: usize, in_check: bool) -> usize {
    match step {
        _ if !features.has(Feature::QuiescenceBreadth) => usize::MAX,
        0 | 1 => usize::MAX,
        2 | 3 => 8,
        4 | 5 => 4,
        _ if in_check => 2,
        _ => 1,
    }
}

/// What decides the reduction of a late action.
#[derive(Clone, Copy, Debug)]
pub(super) struct LateAction {
    /// Depth of its node.
    pub(super) depth: i32,
    /// Its place in the order, counted from 1.
    pub(super) place: usize,
    pub(super) tactical: bool,
    pub(super) refutation: bool,
    /// Whether it leaves the next team to act in check.
    pub(super) gives_check: bool,
    /// Whether the node may be part of the principal variation.
    pub(super) open: bool,
    pub(super) improving: bool,
    /// History of a quiet action.
    pub(super) history: i32,
}

/// Late move reductions by depth and place in the order.
#[derive(Debug)]
pub(super) struct Reductions {
    plies: Vec<[u8; 64]>,
}

impl Reductions {
    pub(super) fn new() -> Reductions {
        let reduction = |depth: usize, place: usize| {
            (0.6 + (depth.max(1) as f64).ln() * (place.max(1) as f64).ln() / 2.3) as u8
        };
        let row = |depth| std::array::from_fn(|place| reduction(depth, place));
        Reductions { plies: (0..64).map(row).collect() }
    }

    /// How many plies shallower a late action is searched first.
    #[inline]
    pub(super) fn of(&self, features: Features, late: LateAction) -> i32 {
        if !features.has(Feature::LateMoveReduction)
            || late.depth < LATE_REDUCTION_DEPTH
            || late.place < 2 + usize::from(late.open)
        {
            return 0;
        }
        let base = self.plies[late.depth.clamp(0, 63) as usize][late.place.min(63)];
        let mut plies = i32::from(base);
        if late.tactical {
            plies /= 2;
        } else if features.has(Feature::HistoryReduction) {
            plies -= (late.history / HISTORY_PER_PLY).clamp(-2, 2);
        }
        plies += i32::from(!late.improving) - i32::from(late.open);
        plies -= i32::from(late.refutation) + i32::from(late.gives_check);
        plies.clamp(0, late.depth - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::{Features, Judged, LateAction, Reductions, enough_quiet, reverse_futile};

    const ALL: Features = Features::ALL;

    const LATE: LateAction = LateAction {
        depth: 10,
        place: 20,
        tactical: false,
        refutation: false,
        gives_check: false,
        open: false,
        improving: true,
        history: 0,
    };

    #[test]
    fn later_and_deeper_actions_are_reduced_more_but_never_below_one_ply() {
        let reductions = Reductions::new();
        assert!(reductions.of(ALL, LATE) >= 2);
        assert!(reductions.of(ALL, LateAction { place: 60, ..LATE }) > reductions.of(ALL, LATE));
        assert!(reductions.of(ALL, LateAction { open: true, ..LATE }) < reductions.of(ALL, LATE));
        assert_eq!(reductions.of(ALL, LateAction { place: 1, ..LATE }), 0);
        for depth in 1..130 {
            for place in 1..500 {
                let plies =
                    reductions.of(ALL, LateAction { depth, place, history: -60_000, ..LATE });
                assert!(plies == 0 || (1..depth - 1).contains(&plies), "{depth} {place} {plies}");
            }
        }
    }

    #[test]
    fn deeper_nodes_need_more_to_be_cut() {
        let node = |depth| Judged { features: ALL, depth, beta: 0, value: 250, improving: false };
        assert!(reverse_futile(node(2)) && !reverse_futile(node(6)));
        assert!(enough_quiet(ALL, 1, 5, true) && !enough_quiet(ALL, 3, 5, true));
    }
}
