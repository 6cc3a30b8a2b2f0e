//! Generate and test: the same legal actions by walking every step of every man and trying each move,
//! without tables, pins or check masks. The measure for the fast generator, and the source of reasons
//! why a move is refused.

use super::position::{Man, Position, Width};
use super::rules::{Rules, kind};
use crate::board::{Square, Step, Way};
use crate::game::Action;

impl<S: Width> Rules<S> {
    /// Every legal action, in no particular order; the bare rule's last chance is left to the caller.
    #[must_use]
    pub fn slow_actions(&self, position: &Position<S>) -> Vec<Action> {
        let us = position.side();
        let mut legal = self.slow_candidates(position);
        legal.retain(|&action| {
            let mut after = position.clone();
            self.play_action(&mut after, action);
            !self.slow_attacked(&after, after.kings[us], us ^ 1)
        });
        legal.extend(self.slow_castlings(position));
        legal.sort_unstable_by_key(|action| action.raw());
        legal.dedup();
        legal
    }

    /// Every move that the men can make, castling apart, whether or not it leaves the king in check.
    #[must_use]
    pub fn slow_candidates(&self, position: &Position<S>) -> Vec<Action> {
        let us = position.side();
        let mut actions = Vec::new();
        for from in self.geometry().squares() {
            let Some(man) = position.man(from).filter(|man| man.colour == us) else { continue };
            let mut plain: Vec<Action> = Vec::new();
            for step in &self.movements[man.kind].steps {
                if step.initial && !self.slow_unmoved(position, man, from) {
                    continue;
                }
                for to in self.slow_targets(position, man, from, step) {
                    self.slow_emit(position, man, from, to, step, &mut plain);
                }
            }
            // Two ways to one square with the same effect are one move.
            plain.sort_unstable_by_key(|action| action.raw());
            plain.dedup();
            let quiet = |list: &[Action], to: Square| {
                list.iter().any(|action| action.to() == to && action.kind() == kind::PLAIN)
            };
            let once: Vec<Action> = plain
                .iter()
                .copied()
                .filter(|action| action.kind() != kind::PASSING || !quiet(&plain, action.to()))
                .collect();
            actions.extend(once);
        }
        actions
    }

    fn slow_unmoved(&self, position: &Position<S>, man: Man, from: Square) -> bool {
        if self.kinds[man.kind].royal && position.checkers.any() {
            return false;
        }
        if self.remembers[man.kind] {
            position.unmoved.contains(from)
        } else {
            self.start.contains(&(from, man))
        }
    }

    /// Where a step ends: empty squares or enemies that it may capture, or squares open to it en passant.
    fn slow_targets(
        &self,
        position: &Position<S>,
        man: Man,
        from: Square,
        step: &Step,
    ) -> Vec<Square> {
        let sign = if man.colour == 0 { 1 } else { -1 };
        let geometry = self.geometry();
        let next = |at: Square| geometry.step(at, sign * step.vector.0, sign * step.vector.1);
        let free = |at: Square| position.man(at).is_none();
        let mut reached = Vec::new();
        match &step.way {
            Way::Leap => reached.extend(next(from)),
            Way::Lame(path) => {
                let open = path.iter().all(|&(files, ranks)| {
                    geometry.step(from, sign * files, sign * ranks).is_some_and(free)
                });
                reached.extend(next(from).filter(|_| open));
            }
            Way::Ride(most) => {
                let mut at = from;
                for _ in 0..*most {
                    let Some(to) = next(at) else { break };
                    reached.push(to);
                    if !free(to) {
                        break;
                    }
                    at = to;
                }
            }
            Way::Hop { approach, beyond, total } => {
                let mut at = from;
                let (mut jumps, mut behind) = (0_u8, None);
                while let Some(to) = next(at).filter(|_| jumps < *total) {
                    at = to;
                    jumps += 1;
                    match behind {
                        None if free(to) && jumps < *approach => {}
                        None if free(to) => break,
                        None => behind = Some(0),
                        Some(count) if count == *beyond => break,
                        Some(count) => {
                            behind = Some(count + 1);
                            reached.push(to);
                            if !free(to) {
                                break;
                            }
                        }
                    }
                }
            }
        }
        reached.retain(|&to| match position.man(to) {
            Some(other) => step.capture && other.colour != man.colour,
            None => step.quiet || (step.en_passant && position.passed.contains(to)),
        });
        reached
    }

    fn slow_emit(
        &self,
        position: &Position<S>,
        man: Man,
        from: Square,
        to: Square,
        step: &Step,
        out: &mut Vec<Action>,
    ) {
        let empty = position.man(to).is_none();
        let mut arrive = |stays: u8, changes: u8| {
            if !self.promotion_squares(man.colour, man.kind).contains(to) {
                return out.push(Action::new(from, to, 0, stays));
            }
            for choice in self.promotions(man.colour, to) {
                if usize::from(choice.kind) == man.kind {
                    out.push(Action::new(from, to, 0, stays));
                } else if !choice.lost_only
                    || self.has_lost(position, man.colour, usize::from(choice.kind))
                {
                    out.push(Action::new(from, to, choice.kind + 1, changes));
                }
            }
        };
        if empty && step.en_passant && position.passed.contains(to) {
            arrive(kind::EN_PASSANT, kind::EN_PASSANT);
        }
        if !empty || step.quiet {
            let stays = if step.passes { kind::PASSING } else { kind::PLAIN };
            arrive(stays, kind::PROMOTION);
        }
    }

    /// Whether a man goes from one square to another only by moves whose passed squares are open to capture
    /// en passant then.
    pub(super) fn slow_passes(&self, position: &Position<S>, from: Square, to: Square) -> bool {
        let Some(man) = position.man(from) else { return false };
        let ends_there = |step: &&Step| {
            (!step.initial || self.slow_unmoved(position, man, from))
                && (step.quiet || position.man(to).is_some())
                && self.slow_targets(position, man, from, step).contains(&to)
        };
        let mut ways = self.movements[man.kind].steps.iter().filter(ends_there).peekable();
        ways.peek().is_some() && ways.all(|step| step.passes)
    }

    /// Whether a man could take the one that has just passed a square, were it not for its king.
    pub(super) fn slow_takes_passer(
        &self,
        position: &Position<S>,
        from: Square,
        to: Square,
    ) -> bool {
        let Some(man) = position.man(from) else { return false };
        let mut probe = position.clone();
        probe.passed |= S::of(to);
        let mut may_arrive = false;
        self.choices(position, man, to, |_| may_arrive = true);
        may_arrive
            && position.man(to).is_none()
            && self.passers_of(position, &[to]).contains(&position.passer)
            && self.movements[man.kind].steps.iter().any(|step| {
                step.en_passant && self.slow_targets(&probe, man, from, step).contains(&to)
            })
    }

    /// Whether a man could go somewhere to become another one there, if its side had lost one.
    pub(super) fn slow_lacks_loss(&self, position: &Position<S>, from: Square, to: Square) -> bool {
        let Some(man) = position.man(from) else { return false };
        let lost = |kind: u8| self.has_lost(position, man.colour, usize::from(kind));
        let mut choices = self.promotions(man.colour, to).iter();
        self.promotion_squares(man.colour, man.kind).contains(to)
            && choices.any(|choice| choice.lost_only && usize::from(choice.kind) != man.kind)
            && self.promotions(man.colour, to).iter().all(|choice| {
                usize::from(choice.kind) == man.kind || (choice.lost_only && !lost(choice.kind))
            })
            && self.movements[man.kind].steps.iter().any(|step| {
                (!step.initial || self.slow_unmoved(position, man, from))
                    && self.slow_targets(position, man, from, step).contains(&to)
            })
    }

    /// Whether a man of the colour could capture on `target`, by trying each of its steps.
    #[must_use]
    pub fn slow_attacked(&self, position: &Position<S>, target: Square, colour: usize) -> bool {
        self.geometry().squares().any(|from| {
            position.man(from).filter(|man| man.colour == colour).is_some_and(|man| {
                // The target counts as an enemy, whether or not a man stands there.
                let mut probe = position.clone();
                if probe.man(target).is_none() {
                    probe.set(target, Man { colour: colour ^ 1, kind: 0 });
                }
                self.movements[man.kind].steps.iter().any(|step| {
                    step.capture && self.slow_targets(&probe, man, from, step).contains(&target)
                })
            })
        })
    }

    fn slow_castlings(&self, position: &Position<S>) -> Vec<Action> {
        let us = position.side();
        let mut actions = Vec::new();
        for (index, castling) in self.castlings.iter().enumerate() {
            let between = castling.empty.squares().all(|square| position.man(square).is_none());
            if castling.colour != us || position.rights & castling.right == 0 || !between {
                continue;
            }
            let Some(king) = position.man(castling.king_from) else { continue };
            let safe_walk = castling.walk.squares().all(|square| {
                let mut probe = position.clone();
                probe.clear(castling.king_from, king);
                !self.slow_attacked(&probe, square, us ^ 1)
            });
            let action =
                Action::new(castling.king_from, castling.king_to, index as u8, kind::CASTLING);
            let mut after = position.clone();
            self.play_action(&mut after, action);
            if safe_walk && !self.slow_attacked(&after, castling.king_to, us ^ 1) {
                actions.push(action);
            }
        }
        actions
    }
}
