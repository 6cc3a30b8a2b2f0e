//! The legal actions of a position, by pins and checks instead of trial.

use super::attack::HopThreat;
use super::position::{Man, Position, Width};
use super::rules::{Rules, kind};
use crate::board::{CrowdStep, Moves, Special, Square, SquareSet};
use crate::game::{Action, ActionList, Want};

/// Where generated actions go.
pub(super) trait Sink<S: SquareSet> {
    /// A man's moves of one kind.
    fn moves(&mut self, from: Square, targets: S, kind: u8);
    /// One move of one kind of each man that a step took to one of the targets.
    fn crowd(&mut self, step: &CrowdStep<S>, targets: S, kind: u8);
    /// One action.
    fn one(&mut self, action: Action);
}

impl<S: SquareSet> Sink<S> for ActionList {
    #[inline(always)]
    fn moves(&mut self, from: Square, targets: S, kind: u8) {
        for to in targets.squares() {
            self.push(Action::new(from, to, 0, kind));
        }
    }
    #[inline(always)]
    fn crowd(&mut self, step: &CrowdStep<S>, targets: S, kind: u8) {
        for to in targets.squares() {
            self.push(Action::new(step.start(to), to, 0, kind));
        }
    }
    #[inline(always)]
    fn one(&mut self, action: Action) {
        self.push(action);
    }
}

/// Counts without listing.
#[derive(Default)]
pub(super) struct Counter(pub(super) u64);

impl<S: SquareSet> Sink<S> for Counter {
    #[inline(always)]
    fn moves(&mut self, _: Square, targets: S, _: u8) {
        self.0 += u64::from(targets.count());
    }
    #[inline(always)]
    fn crowd(&mut self, _: &CrowdStep<S>, targets: S, _: u8) {
        self.0 += u64::from(targets.count());
    }
    #[inline(always)]
    fn one(&mut self, _: Action) {
        self.0 += 1;
    }
}

/// What a generation needs to know all the time.
struct Frame<'a, S: Width> {
    rules: &'a Rules<S>,
    position: &'a Position<S>,
    us: usize,
    king: Square,
    own: S,
    enemies: S,
    occupied: S,
    /// Where men other than the king may go.
    evasions: S,
    pinned: S,
    hops: Option<HopThreat<S>>,
    want: Want,
}

impl<S: Width> Rules<S> {
    /// Gives the sink every legal action of the stage whose man stands on `only`.
    #[inline]
    pub(super) fn generate(
        &self,
        position: &Position<S>,
        want: Want,
        only: S,
        sink: &mut impl Sink<S>,
    ) {
        let us = position.side();
        let in_check = position.checkers.any();
        let frame = Frame {
            rules: self,
            position,
            us,
            king: position.kings[us],
            own: position.colours[us],
            enemies: position.colours[us ^ 1],
            occupied: position.occupied(),
            evasions: if in_check { self.evasions(position) } else { S::FULL },
            pinned: self.pinned(position),
            hops: self.hop_threat(position),
            want,
        };
        let own = frame.own & only;
        if own.contains(frame.king) {
            frame.king_moves(sink);
            if !in_check && want != Want::Tactical {
                frame.castlings(sink);
            }
        }
        if position.passed.any() && want != Want::Quiet {
            frame.en_passant(only, sink);
        }
        if frame.evasions.is_empty() {
            return;
        }
        let men = own & !S::of(frame.king);
        for kind in 0..self.kinds.len() {
            let of_kind = men & position.of_kind(kind);
            if of_kind.any() {
                frame.moves_of(kind, of_kind, sink);
            }
        }
    }
}

impl<S: Width> Frame<'_, S> {
    #[inline(always)]
    fn moves_of(&self, kind: usize, men: S, sink: &mut impl Sink<S>) {
        let moves = self.rules.men.moves(self.us, kind);
        let promotes = self.rules.promotion_squares(self.us, kind);
        let stage = match self.want {
            Want::All => !self.own,
            Want::Tactical => self.enemies | (promotes & !self.occupied),
            Want::Quiet => !(self.occupied | promotes),
        } & self.evasions;
        let crowd = self.rules.men.crowd(self.us, kind);
        let as_crowd =
            if crowd.is_empty() || self.hops.is_some() { S::EMPTY } else { men & !self.pinned };
        if as_crowd.any() {
            self.crowd_moves(crowd, kind, as_crowd, stage, promotes, sink);
        }
        for from in (men & !as_crowd).squares() {
            let mut open = stage;
            if self.pinned.contains(from) {
                open &= self.rules.pin_line(self.position, from);
            }
            let targets = self.targets(moves, from) & open;
            self.emit(kind, from, targets, promotes, kind::PLAIN, sink);
            if moves.divergent {
                self.specials(moves, kind, from, open, promotes, sink);
            }
        }
    }

    /// Moves of all men of a kind at once.
    #[inline(always)]
    fn crowd_moves(
        &self,
        crowd: &[CrowdStep<S>],
        kind: usize,
        men: S,
        open: S,
        promotes: S,
        sink: &mut impl Sink<S>,
    ) {
        for step in crowd {
            let starters = if step.initial { men & self.may_move_first(kind) } else { men };
            let targets = step.targets(starters, self.occupied) & open;
            let targets = self.as_allowed(targets, step.quiet, step.capture);
            let action = if step.passes { kind::PASSING } else { kind::PLAIN };
            let promoting = targets & promotes;
            for to in promoting.squares() {
                self.promotions(kind, step.start(to), S::of(to), action, sink);
            }
            sink.crowd(step, targets & !promoting, action);
        }
    }

    /// Targets that a movement may end on.
    #[inline(always)]
    fn as_allowed(&self, targets: S, quiet: bool, capture: bool) -> S {
        match (quiet, capture) {
            (true, true) => targets,
            (true, false) => targets & !self.occupied,
            _ => targets & self.enemies,
        }
    }

    /// Targets of leaps and rides, own men included.
    #[inline(always)]
    fn targets(&self, moves: &Moves, from: Square) -> S {
        let tables = &self.rules.men.tables;
        let at = usize::from(from);
        let mut targets = tables.leaps[moves.leaps][at];
        for &quad in &moves.rides {
            targets |= tables.slide(quad, from, self.occupied);
        }
        if moves.divergent {
            let mut quiet = tables.leaps[moves.quiet_leaps][at];
            let mut captures = tables.leaps[moves.capture_leaps][at];
            for &quad in &moves.quiet_rides {
                quiet |= tables.slide(quad, from, self.occupied);
            }
            for &quad in &moves.capture_rides {
                captures |= tables.slide(quad, from, self.occupied);
            }
            targets |= quiet & !self.occupied | captures & self.enemies;
        }
        targets
    }

    /// Moves with conditions: lame leaps, hops, first moves. One target is given once, even if several
    /// ways lead to it.
    #[inline(always)]
    fn specials(
        &self,
        moves: &Moves,
        kind: usize,
        from: Square,
        open: S,
        promotes: S,
        sink: &mut impl Sink<S>,
    ) {
        let mut given = if moves.overlapping { self.targets(moves, from) } else { S::EMPTY };
        for special in &moves.specials {
            if special.initial && !self.may_move_first(kind).contains(from) {
                continue;
            }
            let targets = self.special_targets(special, from);
            let targets = targets & open & !given;
            given |= targets;
            let action = if special.passes { kind::PASSING } else { kind::PLAIN };
            self.emit(kind, from, targets, promotes, action, sink);
        }
    }

    #[inline(always)]
    fn special_targets(&self, special: &Special, from: Square) -> S {
        let targets = self.rules.men.along(special.path, from, self.occupied);
        self.as_allowed(targets, special.quiet, special.capture)
    }

    /// Where men of a kind stand that count as never moved. Kinds that can't go back have only their start
    /// squares to be on; a royal in check may not.
    #[inline(always)]
    fn may_move_first(&self, kind: usize) -> S {
        let rules = self.rules;
        if !rules.remembers[kind] {
            rules.initial[self.us * rules.kinds.len() + kind]
        } else if rules.kinds[kind].royal && self.position.checkers.any() {
            S::EMPTY
        } else {
            self.position.unmoved
        }
    }

    #[inline(always)]
    fn emit(
        &self,
        man: usize,
        from: Square,
        mut targets: S,
        promotes: S,
        action: u8,
        sink: &mut impl Sink<S>,
    ) {
        if let Some(threat) = &self.hops {
            targets = self.safe_from_hoppers(threat, from, targets);
        }
        let promoting = targets & promotes;
        if promoting.any() {
            self.promotions(man, from, promoting, action, sink);
            targets &= !promotes;
        }
        sink.moves(from, targets, action);
    }

    /// What a man may become on targets in its zone; staying what it is is an action of the given kind.
    fn promotions(
        &self,
        kind: usize,
        from: Square,
        targets: S,
        action: u8,
        sink: &mut impl Sink<S>,
    ) {
        let man = Man { colour: self.us, kind };
        for to in targets.squares() {
            self.rules.choices(self.position, man, to, |extra| {
                let action = if extra == 0 { action } else { kind::PROMOTION };
                sink.one(Action::new(from, to, extra, action));
            });
        }
    }

    fn safe_from_hoppers(&self, threat: &HopThreat<S>, from: Square, targets: S) -> S {
        let doubtful = if threat.checked || threat.lines.contains(from) {
            targets
        } else {
            targets & threat.lines
        };
        let mut safe = targets;
        for to in doubtful.squares() {
            let one = S::of(to);
            let occupied = (self.occupied & !S::of(from)) | one;
            let hoppers = self.enemies & !one;
            if self.rules.hop_attacked(self.position, self.king, occupied, self.us ^ 1, hoppers) {
                safe ^= one;
            }
        }
        safe
    }

    fn king_moves(&self, sink: &mut impl Sink<S>) {
        let Some(man) = self.position.man(self.king) else { return };
        let moves = self.rules.men.moves(self.us, man.kind);
        let stage = match self.want {
            Want::All => !self.own,
            Want::Tactical => self.enemies,
            Want::Quiet => !self.occupied,
        };
        let mut targets = self.targets(moves, self.king);
        let mut passing = S::EMPTY;
        for special in &moves.specials {
            if !special.initial || self.may_move_first(man.kind).contains(self.king) {
                let to = if special.passes { &mut passing } else { &mut targets };
                *to |= self.special_targets(special, self.king);
            }
        }
        passing &= !targets;
        let mut safe = (targets | passing) & stage;
        let without = self.occupied & !S::of(self.king);
        for to in safe.squares() {
            let enemies = self.enemies & !S::of(to);
            let occupied = without | S::of(to);
            if self.rules.attacked(self.position, to, occupied, self.us ^ 1, enemies) {
                safe ^= S::of(to);
            }
        }
        sink.moves(self.king, safe & !passing, kind::PLAIN);
        sink.moves(self.king, safe & passing, kind::PASSING);
    }

    fn castlings(&self, sink: &mut impl Sink<S>) {
        for (index, castling) in self.rules.castlings.iter().enumerate() {
            if castling.colour != self.us
                || self.position.rights & castling.right == 0
                || (castling.empty & self.occupied).any()
            {
                continue;
            }
            let moving = S::of(castling.king_from) | S::of(castling.partner_from);
            let without_king = self.occupied & !S::of(castling.king_from);
            let attacked = |square: Square, occupied: S| {
                self.rules.attacked(self.position, square, occupied, self.us ^ 1, self.enemies)
            };
            let after =
                (self.occupied & !moving) | S::of(castling.king_to) | S::of(castling.partner_to);
            let safe = castling.walk.squares().all(|square| !attacked(square, without_king))
                && !attacked(castling.king_to, after);
            if safe {
                let (from, to) = (castling.king_from, castling.king_to);
                sink.one(Action::new(from, to, index as u8, kind::CASTLING));
            }
        }
    }

    fn en_passant(&self, only: S, sink: &mut impl Sink<S>) {
        for target in self.position.passed.squares() {
            let takers = self.rules.takers_en_passant(self.position, target) & only;
            for from in takers.squares() {
                let Some(man) = self.position.man(from) else { continue };
                self.rules.choices(self.position, man, target, |extra| {
                    sink.one(Action::new(from, target, extra, kind::EN_PASSANT));
                });
            }
        }
    }
}

impl<S: Width> Rules<S> {
    /// Whether the colour has lost a man of the kind, so that a pawn may become one.
    pub(super) fn has_lost(&self, position: &Position<S>, colour: usize, kind: usize) -> bool {
        let on_board = (position.of_kind(kind) & position.colours[colour]).count();
        on_board < self.owned[colour * self.kinds.len() + kind]
    }

    /// Hands over what a man that arrives on a square may become, each as an action's `extra` has it; 0 where
    /// it stays what it is, or changes without a choice.
    #[inline(always)]
    pub(super) fn choices(
        &self,
        position: &Position<S>,
        man: Man,
        to: Square,
        mut take: impl FnMut(u8),
    ) {
        if !self.promotion_squares(man.colour, man.kind).contains(to) {
            return take(0);
        }
        for choice in self.promotions(man.colour, to) {
            let kind = usize::from(choice.kind);
            if kind == man.kind {
                take(0);
            } else if !choice.lost_only || self.has_lost(position, man.colour, kind) {
                take(choice.kind + 1);
            }
        }
    }

    /// Men of the side to move that may legally capture en passant on `target`; the man that passed
    /// stands on `position.passer`.
    pub(super) fn takers_en_passant(&self, position: &Position<S>, target: Square) -> S {
        let us = position.side();
        let king = position.kings[us];
        let victim = S::of(position.passer);
        let mut takers = S::EMPTY;
        for attack in &self.men.attacks[us].en_passant {
            let men = position.of_kinds(&attack.kinds) & position.colours[us];
            takers |= self.men.tables.leaps[attack.table][usize::from(target)] & men;
        }
        for from in takers.squares() {
            let occupied = (position.occupied() & !(S::of(from) | victim)) | S::of(target);
            let enemies = position.colours[us ^ 1] & !victim;
            let king = if from == king { target } else { king };
            let mut may_arrive = false;
            if let Some(man) = position.man(from) {
                self.choices(position, man, target, |_| may_arrive = true);
            }
            if !may_arrive || self.attacked(position, king, occupied, us ^ 1, enemies) {
                takers ^= S::of(from);
            }
        }
        takers
    }
}
