//! Generate and test, written from the rules alone: the measure for the fast generator and for playing.
//!
//! A board of squares by file and rank, every pair of squares tried, the wall judged square by square as
//! AVON-8 is worded. Nothing here uses the tables, the sets or the way of playing of the rest.

use super::kinds::Kind;
use super::position::{Man, Position};
use crate::game::Action;

/// A square as file and rank.
type Spot = (i32, i32);

const FILES: i32 = 8;
const RANKS: i32 = 10;
/// Order of play, each a colour and whether the half is the south one (AVON-2).
const PLAYERS: [(usize, bool); 4] = [(0, true), (1, false), (0, false), (1, true)];

/// A position as a table of men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlowBoard {
    men: Vec<Option<Man>>,
    /// Index of the player whose turn it is.
    pub player: usize,
    /// Who has dropped out.
    pub out: [bool; 4],
    /// Actions in a row without a capture, a Pawn move or a drop-out.
    pub quiet: u32,
    /// Number of the round.
    pub round: u32,
}

fn spot(square: u8) -> Spot {
    (i32::from(square) % FILES, i32::from(square) / FILES)
}

fn square((file, rank): Spot) -> u8 {
    (rank * FILES + file) as u8
}

fn in_south(rank: i32) -> bool {
    rank <= 4
}

impl SlowBoard {
    /// The same position.
    #[must_use]
    pub fn of(position: &Position) -> SlowBoard {
        SlowBoard {
            men: (0..(FILES * RANKS) as u8).map(|square| position.man(square)).collect(),
            player: usize::from(position.seat()),
            out: [0, 1, 2, 3].map(|seat| position.out() & (1 << seat) != 0),
            quiet: u32::from(position.quiet),
            round: position.round,
        }
    }

    fn man(&self, at: Spot) -> Option<Man> {
        self.men[usize::from(square(at))]
    }

    /// The squares of a move by one jump after another from `from` to `to`, both included, if all between
    /// are empty.
    fn path(&self, from: Spot, to: Spot, (files, ranks): Spot, jumps: i32) -> Option<Vec<Spot>> {
        let mut path = vec![from];
        for jump in 1..=jumps {
            let at = (from.0 + files * jump, from.1 + ranks * jump);
            path.push(at);
            if at == to {
                return Some(path);
            }
            if self.man(at).is_some() {
                return None;
            }
        }
        None
    }

    /// The squares that a man moved by a player of that direction touches from `from` to `to`, if its kind
    /// moves so (the table of pieces, AVON-3).
    fn way(&self, kind: Kind, up: i32, from: Spot, to: Spot) -> Option<Vec<Spot>> {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let (wide, far) = (files.abs(), ranks.abs());
        let forward = ranks * up > 0;
        let orthogonal = wide == 0 || far == 0;
        let diagonal = wide == far;
        let one = wide.max(far) == 1;
        let captures = self.man(to).is_some();
        let knight = wide.min(far) == 1 && wide.max(far) == 2;
        let dabbaba = wide.min(far) == 0 && wide.max(far) == 2;
        let slides = match kind {
            Kind::Pawn => one && forward && diagonal == captures,
            Kind::Wazir => one && orthogonal,
            Kind::Marshal => orthogonal,
            Kind::Carpenter => false,
            Kind::Bishop => diagonal,
            Kind::Abbot => (diagonal || one && files == 0) && forward,
            Kind::Caryatid => (files == 0 || one) && forward,
            Kind::Princess => (files == 0 || diagonal) && forward,
            Kind::Queen => orthogonal || diagonal,
            Kind::Prince => one,
            Kind::Chatelaine => orthogonal || one,
            Kind::Primate => diagonal || one,
        };
        let leaps = match kind {
            Kind::Marshal => knight,
            Kind::Carpenter => knight || dabbaba,
            _ => false,
        };
        if leaps {
            return Some(vec![from, to]);
        }
        if !slides || from == to {
            return None;
        }
        self.path(from, to, (files.signum(), ranks.signum()), wide.max(far))
    }

    /// AVON-8, as it is worded: a move that crosses the wall includes a square of each side on ranks 2-7.
    fn passes_the_wall(way: &[Spot]) -> bool {
        let is_west = |&&(file, _): &&Spot| file < 4;
        let is_east = |&&(file, _): &&Spot| file >= 4;
        let on_gate = |&(_, rank): &Spot| (2..=7).contains(&rank);
        let crosses = way.iter().any(|at| is_west(&at)) && way.iter().any(|at| is_east(&at));
        !crosses
            || (way.iter().filter(is_west).any(on_gate) && way.iter().filter(is_east).any(on_gate))
    }

    fn moved(&self, from: Spot, to: Spot) -> SlowBoard {
        let mut after = self.clone();
        let mut man = after.men[usize::from(square(from))].take();
        if let Some(man) = &mut man
            && man.kind == Kind::Pawn
            && in_south(from.1) != in_south(to.1)
        {
            man.kind = Kind::Wazir;
        }
        after.men[usize::from(square(to))] = man;
        after
    }

    fn is_legal(&self, player: usize, from: Spot, to: Spot) -> bool {
        let (colour, south) = PLAYERS[player];
        let Some(man) = self.man(from).filter(|man| man.colour == colour) else { return false };
        if self.man(to).is_some_and(|other| other.colour == colour) {
            return false;
        }
        let home = |rank: i32| in_south(rank) == south;
        let partner_is_in = !self.out[(player + 2) % 4];
        if partner_is_in && !home(from.1) && !home(to.1) {
            return false;
        }
        let up = if south { 1 } else { -1 };
        let Some(way) = self.way(man.kind, up, from, to) else { return false };
        if !Self::passes_the_wall(&way) {
            return false;
        }
        let after = self.moved(from, to);
        let is_home_royal = |(square, man): (usize, &Option<Man>)| {
            home(square as i32 / FILES)
                && man.is_some_and(|man| man.colour == colour && man.kind.royal())
        };
        after.men.iter().enumerate().any(is_home_royal)
    }

    fn moves_of(&self, player: usize) -> Vec<Action> {
        let squares = 0..(FILES * RANKS) as u8;
        let mut moves = Vec::new();
        for from in squares.clone() {
            for to in squares.clone() {
                if self.is_legal(player, spot(from), spot(to)) {
                    moves.push(Action::new(from, to, 0, 0));
                }
            }
        }
        moves
    }

    /// Whether both players of a colour are out.
    #[must_use]
    pub fn is_over(&self) -> bool {
        (self.out[0] && self.out[2]) || (self.out[1] && self.out[3])
    }

    /// Every legal action; none where the game is over.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        if self.is_over() { Vec::new() } else { self.moves_of(self.player) }
    }

    /// Plays an action, and lets everybody drop out whose turn comes and who has no move.
    pub fn play(&mut self, action: Action) {
        let (from, to) = (spot(action.from()), spot(action.to()));
        let pawn = self.man(from).is_some_and(|man| man.kind == Kind::Pawn);
        let progress = pawn || self.man(to).is_some();
        let quiet = if progress { 0 } else { self.quiet + 1 };
        *self = SlowBoard { quiet, ..self.moved(from, to) };
        self.pass_on();
        loop {
            if self.out[self.player] {
                self.pass_on();
                continue;
            }
            if !self.moves_of(self.player).is_empty() {
                return;
            }
            self.out[self.player] = true;
            self.quiet = 0;
            if self.is_over() {
                return;
            }
            self.promote_army(PLAYERS[self.player].0);
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        self.player = (self.player + 1) % 4;
        self.round += u32::from(self.player == 0);
    }

    /// AVON-13.
    fn promote_army(&mut self, colour: usize) {
        for man in self.men.iter_mut().flatten().filter(|man| man.colour == colour) {
            man.kind = match man.kind {
                Kind::Princess => Kind::Queen,
                Kind::Caryatid => Kind::Chatelaine,
                Kind::Abbot | Kind::Bishop => Kind::Primate,
                Kind::Pawn => Kind::Wazir,
                other => other,
            };
        }
    }

    /// Number of sequences of so many actions.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let count = |action: Action| {
            let mut child = self.clone();
            child.play(action);
            child.perft(depth - 1)
        };
        self.actions().into_iter().map(count).sum()
    }
}
