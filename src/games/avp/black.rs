//! Black's legal actions: placing (AVP-2, AVP-3), moves, recruiting (AVP-8), and the fork rule (AVP-10).
//!
//! Every Alien is royal, so that an action is legal if White attacks no Alien after it. That is asked
//! only where it is in doubt: an Alien's own targets are compared with all of White's attacks; anything
//! else matters only if it touches a line that would expose an Alien (calm), or must touch what attacks
//! one (attacked). Where no action saves all Aliens, the count of losses is made for each (forked).

use super::Avp;
use super::action::{self, kind};
use super::position::{BLACK, NO_SQUARE, Position, Set, WHITE, man};
use super::sink::{Area, Sink};
use super::tables::{BLACK_LAST, BLACK_PAWNS, BOARD, DARK, PLACING, RECRUITS, SIDE, pawn_attacks};
use crate::board::{Square, SquareSet};
use crate::game::{Action, Want};

/// What an action changes on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// Squares that become empty: where the man came from, and a victim en passant.
    pub(super) emptied: Set,
    /// Squares that are occupied afterwards: where it goes, and a recruit.
    pub(super) filled: Set,
    /// White's man that is taken.
    pub(super) taken: Set,
    /// Where the acting Alien goes; none if another man acts.
    pub(super) alien: Set,
    /// Where the acting Alien came from.
    pub(super) alien_from: Set,
}

/// What is known before any action is looked at.
struct Frame<'a> {
    game: &'a Avp,
    position: &'a Position,
    occupied: Set,
    white: Set,
    aliens: Set,
    /// Squares that expose an Alien if they become empty.
    shields: Set,
    /// Squares that expose an Alien if they become occupied.
    mounts: Set,
    /// An attacked Alien, and squares of which an action that saves it without moving it must change
    /// one.
    relief: [(Set, Set); 4],
    attacked: usize,
    want: Want,
    area: Area,
}

/// What the fork rule has found.
#[derive(Default)]
struct Forked {
    least: u32,
    actions: Vec<Action>,
}

/// How an action is judged.
trait Judge {
    /// `doubtful` says that the change may expose an Alien though none is attacked.
    fn judge(&mut self, frame: &Frame<'_>, action: Action, change: Change, doubtful: bool);
}

/// Passes on what leaves no Alien attacked.
struct Saving<'s, K: Sink> {
    sink: &'s mut K,
    found: bool,
}

impl<K: Sink> Judge for Saving<'_, K> {
    #[inline(always)]
    fn judge(&mut self, frame: &Frame<'_>, action: Action, change: Change, doubtful: bool) {
        let saves = if frame.attacked > 0 {
            frame.relieves(change) && frame.exposed(change).is_empty()
        } else {
            !doubtful || frame.exposed(change).is_empty()
        };
        if saves {
            self.sink.push(action);
            self.found = true;
        }
    }
}

impl Judge for Forked {
    fn judge(&mut self, frame: &Frame<'_>, action: Action, change: Change, _: bool) {
        let first = frame.exposed(change);
        // AVP-7: judged before any victim is taken off.
        if first & change.alien != 0 || first.count() > self.least {
            return;
        }
        let lost = frame.game.lost_aliens(frame.position, change, first).count();
        if lost < self.least {
            self.least = lost;
            self.actions.clear();
        }
        if lost == self.least {
            self.actions.push(action);
        }
    }
}

impl Avp {
    /// Gives the sink Black's legal actions of the stage whose man stands and arrives in the area.
    pub(super) fn black_actions(
        &self,
        position: &Position,
        want: Want,
        area: Area,
        sink: &mut impl Sink,
    ) {
        let frame = self.black_frame(position, want, area);
        let mut saving = Saving { sink, found: false };
        frame.candidates(&mut saving);
        if saving.found || frame.attacked == 0 {
            return;
        }
        // Somewhere else, or in the other stage, there may be an action that saves all.
        let whole = area.from == Set::FULL && area.to == Set::FULL && want == Want::All;
        let everything = Frame { want: Want::All, area: Area::ALL, ..frame };
        if !whole {
            let mut counter = super::sink::Counter::default();
            let mut saving = Saving { sink: &mut counter, found: false };
            everything.candidates(&mut saving);
            if saving.found {
                return;
            }
        }
        let mut forked = Forked { least: position.all_aliens(), actions: Vec::new() };
        everything.candidates(&mut forked);
        // AVP-10: an action that loses all Aliens is none.
        if forked.least == position.all_aliens() {
            return;
        }
        for action in forked.actions {
            let inside = area.from.contains(action.from()) && area.to.contains(action.to());
            if inside && self.is_wanted(position, want, action) {
                sink.push(action);
            }
        }
    }

    fn is_wanted(&self, position: &Position, want: Want, action: Action) -> bool {
        match want {
            Want::All => true,
            Want::Tactical => self.is_tactical(position, action),
            Want::Quiet => !self.is_tactical(position, action),
        }
    }

    fn black_frame<'a>(&'a self, position: &'a Position, want: Want, area: Area) -> Frame<'a> {
        let mut frame = Frame {
            game: self,
            position,
            occupied: position.occupied(),
            white: position.colours[WHITE],
            aliens: position.aliens(),
            shields: 0,
            mounts: 0,
            relief: [(0, 0); 4],
            attacked: 0,
            want,
            area,
        };
        if position.danger.is_empty() {
            frame.find_doubts();
        } else {
            frame.find_relief();
        }
        frame
    }

    /// The Aliens lost by an action after which White attacks those of `first`: they leave the board all
    /// at once, and so on while one that is left is attacked (AVP-10).
    pub(super) fn lost_aliens(&self, position: &Position, change: Change, first: Set) -> Set {
        let white = position.colours[WHITE] & !change.taken;
        let all = (position.aliens() & !change.alien_from) | change.alien;
        let occupied = (position.occupied() & !change.emptied) | change.filled;
        let (mut lost, mut next) = (first, first);
        while next.any() {
            let left = all & !lost;
            next = self.attacked_aliens(position, left, occupied & !lost, white);
            lost |= next;
        }
        lost
    }

    /// Where a recruit of the captured man's kind may be placed when an Alien goes from `from` to `to`
    /// (AVP-8).
    #[inline]
    pub(super) fn recruit_squares(
        &self,
        position: &Position,
        from: Square,
        to: Square,
        captured: usize,
    ) -> Set {
        let ranks = if captured == man::PAWN { BLACK_PAWNS } else { RECRUITS };
        let colour = match captured {
            man::BISHOP | man::UNICORN if DARK.contains(to) => DARK,
            man::BISHOP | man::UNICORN => !DARK,
            _ => BOARD,
        };
        ranks & colour & !((position.occupied() & !Set::of(from)) | Set::of(to))
    }

    /// Where Aliens may be placed as far as other Aliens are concerned (AVP-2, AVP-3).
    pub(super) fn placing_squares(&self, position: &Position) -> Set {
        let mut open = PLACING & !position.occupied();
        let aliens = position.aliens();
        let ranks = (0..SIDE).map(super::tables::rank);
        let paired = ranks.clone().any(|rank| (aliens & rank).many());
        let pair_allowed = position.all_aliens() == 4 && !paired;
        for alien in aliens.squares() {
            let at = usize::from(alien);
            let own = super::tables::rank(alien / SIDE);
            let file = self.lines.straights[at] & !own;
            open &= !(self.lines.diagonals[at] | file);
            if !pair_allowed {
                open &= !own;
            }
        }
        open
    }
}

impl Frame<'_> {
    /// No Alien is attacked: what may change that.
    fn find_doubts(&mut self) {
        let white = self.white;
        let straight = super::attack::straight_riders(self.position) & white;
        let diagonal = super::attack::diagonal_riders(self.position) & white;
        let cannons = self.position.kinds[man::CANNON] & white;
        let lines = &*self.game.lines;
        for alien in self.aliens.squares() {
            for (first, second, is_straight) in lines.pairs(alien, self.occupied) {
                let riders = if is_straight { straight } else { diagonal };
                if riders.contains(second) {
                    self.shields |= Set::of(first);
                }
            }
            for cannon in (lines.straights[usize::from(alien)] & cannons).squares() {
                let between = lines.between(alien, cannon).unwrap_or(0);
                let men = between & self.occupied;
                if men.is_empty() {
                    self.mounts |= between;
                } else if men.many() && !men.without_first().many() {
                    self.shields |= men;
                }
            }
        }
    }

    /// Aliens are attacked: what may change that.
    fn find_relief(&mut self) {
        let lines = &*self.game.lines;
        for alien in self.position.danger.squares() {
            let attackers =
                self.game.attackers(self.position, alien, self.occupied, WHITE, self.white);
            // Each attack has to end; it is enough to look at one.
            let attacker = attackers.first();
            let leaps = lines.knight[usize::from(alien)].contains(attacker);
            let between = if leaps { None } else { lines.between(alien, attacker) };
            self.relief[self.attacked] = (Set::of(alien), between.unwrap_or(0) | Set::of(attacker));
            self.attacked += 1;
        }
    }

    /// Whether a change may end every attack on Aliens that stay.
    #[inline]
    fn relieves(&self, change: Change) -> bool {
        let touched = change.emptied | change.filled | change.taken;
        self.relief[..self.attacked]
            .iter()
            .all(|&(alien, relief)| alien == change.alien_from || touched & relief != 0)
    }

    /// The Aliens that White attacks after a change.
    #[inline]
    fn exposed(&self, change: Change) -> Set {
        let occupied = (self.occupied & !change.emptied) | change.filled;
        let aliens = (self.aliens & !change.alien_from) | change.alien;
        let white = self.white & !change.taken;
        self.game.attacked_aliens(self.position, aliens, occupied, white)
    }

    /// Looks at every action that the men can make.
    fn candidates(&self, judge: &mut impl Judge) {
        let position = self.position;
        if position.in_hand > 0 {
            return self.placings(judge);
        }
        for from in (self.aliens & self.area.from).squares() {
            self.alien(from, judge);
        }
        let own = position.colours[BLACK] & self.area.from;
        for from in (own & position.kinds[man::PAWN]).squares() {
            self.pawn(from, judge);
        }
        let stage = self.area.to
            & match self.want {
                Want::All => !position.colours[BLACK],
                Want::Tactical => self.white,
                Want::Quiet => !self.occupied,
            };
        let men = own & !(position.kinds[man::PAWN] | self.aliens);
        for from in men.squares() {
            let Some(man) = position.man(from) else { continue };
            let targets = if man.kind == man::CANNON {
                (self.game.lines.rook(from, self.occupied) & !self.occupied)
                    | (self.game.lines.hop(from, self.occupied) & self.white)
            } else {
                self.game.reach(BLACK, man.kind, from, self.occupied)
            };
            for to in (targets & stage).squares() {
                self.step(from, to, action::plain(from, to), judge);
            }
        }
    }

    fn placings(&self, judge: &mut impl Judge) {
        if self.want == Want::Tactical {
            return;
        }
        let open = self.game.placing_squares(self.position) & self.area.from & self.area.to;
        for square in open.squares() {
            let one = Set::of(square);
            let change = Change { emptied: 0, filled: one, taken: 0, alien: one, alien_from: 0 };
            judge.judge(self, action::placing(square), change, true);
        }
    }

    /// A man other than an Alien goes from square to square.
    #[inline]
    fn step(&self, from: Square, to: Square, action: Action, judge: &mut impl Judge) {
        let (emptied, filled) = (Set::of(from), Set::of(to));
        let taken = filled & self.white;
        let change = Change { emptied, filled, taken, alien: 0, alien_from: 0 };
        let mounts = self.mounts & filled & !self.occupied;
        judge.judge(self, action, change, (emptied & self.shields) | mounts != 0);
    }

    fn pawn(&self, from: Square, judge: &mut impl Judge) {
        let one = Set::of(from);
        let empty = BOARD & !self.occupied;
        let step = (one >> SIDE) & empty;
        let twice = if one & BLACK_PAWNS != 0 { (step >> SIDE) & empty } else { 0 };
        let captures = pawn_attacks(one, BLACK) & self.white;
        let (tactical, quiet) = (self.want != Want::Quiet, self.want != Want::Tactical);
        for to in ((step | captures) & self.area.to).squares() {
            if BLACK_LAST.contains(to) {
                // AVP-9: to any kind.
                for kind in man::PROMOTIONS.into_iter().filter(|_| tactical) {
                    self.step(from, to, action::promotion(from, to, kind), judge);
                }
            } else if if captures.contains(to) { tactical } else { quiet } {
                self.step(from, to, action::plain(from, to), judge);
            }
        }
        if quiet {
            for to in (twice & self.area.to).squares() {
                self.step(from, to, action::twice(from, to), judge);
            }
        }
        let passed = self.position.passed;
        if tactical
            && passed != NO_SQUARE
            && self.area.to.contains(passed)
            && pawn_attacks(one, BLACK).contains(passed)
        {
            let victim = Set::of(passed + SIDE);
            let change = Change {
                emptied: one | victim,
                filled: Set::of(passed),
                taken: victim,
                alien: 0,
                alien_from: 0,
            };
            judge.judge(self, action::en_passant(from, passed), change, true);
        }
    }

    /// An Alien's moves and captures, with all forms of recruiting.
    fn alien(&self, from: Square, judge: &mut impl Judge) {
        let (game, one) = (self.game, Set::of(from));
        let targets =
            game.reach(BLACK, man::ALIEN, from, self.occupied) & !self.position.colours[BLACK];
        let targets = targets & self.area.to;
        let captures = targets & self.white;
        let quiet = if self.want == Want::Tactical { 0 } else { targets & !self.white };
        if (captures | quiet).is_empty() {
            return;
        }
        // AVP-7, judged with the Alien gone from where it stood.
        let attacks = game.white_attacks(self.position, self.occupied & !one);
        let doubtful = one & self.shields != 0;
        for to in (quiet & !attacks).squares() {
            let filled = Set::of(to);
            let change = Change { emptied: one, filled, taken: 0, alien: filled, alien_from: one };
            judge.judge(
                self,
                action::plain(from, to),
                change,
                doubtful || self.mounts & filled != 0,
            );
        }
        for to in captures.squares() {
            let Some(captured) = self.position.man(to) else { continue };
            let capture = Capture { from, to, kind: captured.kind };
            if attacks.contains(to) {
                self.shielded_captures(&capture, judge);
            } else {
                self.safe_captures(&capture, doubtful, judge);
            }
        }
    }

    /// A capture on a square that White does not attack.
    fn safe_captures(&self, capture: &Capture, doubtful: bool, judge: &mut impl Judge) {
        let &Capture { from, to, kind } = capture;
        let change = capture.change(0);
        if self.want != Want::Quiet {
            judge.judge(self, action::plain(from, to), change, doubtful);
        }
        let open = self.game.recruit_squares(self.position, from, to, kind);
        if open.is_empty() {
            return;
        }
        let open = match self.want {
            Want::All => open,
            Want::Tactical => self.game.best_recruit(self.position, from, to, kind, open),
            Want::Quiet => open & !self.game.best_recruit(self.position, from, to, kind, open),
        };
        // A recruit may become the man over which a cannon takes.
        let cannons = self.position.kinds[man::CANNON] & self.white;
        let to_lines = self.game.lines.straights[usize::from(to)];
        let mounts = self.mounts | if to_lines & cannons != 0 { to_lines } else { 0 };
        for square in open.squares() {
            let recruit = Set::of(square);
            let doubtful = doubtful || mounts & recruit != 0;
            let action = action::recruiting(from, to, square);
            judge.judge(self, action, capture.change(recruit), doubtful);
        }
    }

    /// A capture on a square that White attacks: only a recruit between the attackers and the Alien can
    /// make it legal. All such forms are tactical.
    fn shielded_captures(&self, capture: &Capture, judge: &mut impl Judge) {
        if self.want == Want::Quiet {
            return;
        }
        let &Capture { from, to, kind } = capture;
        let mut open = self.game.recruit_squares(self.position, from, to, kind);
        if open.is_empty() {
            return;
        }
        let occupied = self.occupied & !Set::of(from);
        let by = self.white & !Set::of(to);
        let lines = &*self.game.lines;
        for attacker in self.game.attackers(self.position, to, occupied, WHITE, by).squares() {
            let leaps = lines.knight[usize::from(to)].contains(attacker);
            let between = if leaps { None } else { lines.between(to, attacker) };
            open &= between.unwrap_or(0);
            if open.is_empty() {
                return;
            }
        }
        for square in open.squares() {
            let action = action::recruiting(from, to, square);
            judge.judge(self, action, capture.change(Set::of(square)), true);
        }
    }
}

/// An Alien's capture.
struct Capture {
    from: Square,
    to: Square,
    /// Kind of the man captured.
    kind: usize,
}

impl Capture {
    /// What it changes, with the recruit's square if there is one.
    fn change(&self, recruit: Set) -> Change {
        let (from, to) = (Set::of(self.from), Set::of(self.to));
        Change { emptied: from, filled: to | recruit, taken: to, alien: to, alien_from: from }
    }
}

impl Avp {
    /// What an action that is known to be possible changes on the board.
    pub(super) fn change(&self, position: &Position, action: Action) -> Change {
        let (from, to) = (Set::of(action.from()), Set::of(action.to()));
        let alien = action.kind() == kind::PLACING || position.aliens() & from != 0;
        let mut change = Change {
            emptied: from,
            filled: to,
            taken: to & position.colours[WHITE],
            alien: if alien { to } else { 0 },
            alien_from: if alien { from } else { 0 },
        };
        match action.kind() {
            kind::PLACING => (change.emptied, change.alien_from) = (0, 0),
            kind::RECRUITING => change.filled |= Set::of(action.extra()),
            kind::EN_PASSANT => {
                change.taken = Set::of(action.to() + SIDE);
                change.emptied |= change.taken;
            }
            _ => {}
        }
        change
    }

    /// Of the squares where a recruit may be placed, the one that quiescence looks at: one from which it
    /// attacks White's king if there is one, else the first in a fixed order of preference. It depends on
    /// nothing but the board and the capture.
    pub(super) fn best_recruit(
        &self,
        position: &Position,
        from: Square,
        to: Square,
        kind: usize,
        open: Set,
    ) -> Set {
        let occupied = (position.occupied() & !Set::of(from)) | Set::of(to);
        let checks = match kind {
            man::PAWN | man::CANNON => 0,
            // These attack a square from wherever they would reach from it.
            _ => self.reach(BLACK, kind, position.king, occupied) & open,
        };
        let among = if checks.any() { checks } else { open };
        let choice = self.values.recruit_order.iter().find(|&&square| among.contains(square));
        choice.map_or(0, |&square| Set::of(square))
    }

    /// Whether an action belongs to the stage of captures and promotions. Of the forms of a recruiting
    /// capture these are the one without recruit, the best one, and those without which the Alien would
    /// be attacked where it arrives.
    pub(super) fn is_tactical(&self, position: &Position, action: Action) -> bool {
        let (from, to) = (action.from(), action.to());
        match action.kind() {
            kind::PROMOTION | kind::EN_PASSANT => true,
            kind::PLACING | kind::TWICE | kind::CASTLING => false,
            kind::RECRUITING => {
                let Some(captured) = position.man(to) else { return false };
                let open = self.recruit_squares(position, from, to, captured.kind);
                let best = self.best_recruit(position, from, to, captured.kind, open);
                best.contains(action.extra()) || {
                    let occupied = position.occupied() & !Set::of(from);
                    let by = position.colours[WHITE] & !Set::of(to);
                    self.attacked(position, to, occupied, WHITE, by)
                }
            }
            _ => position.occupied().contains(to),
        }
    }
}
