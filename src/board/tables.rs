//! Movement tables of one board: leaps, rides, lame leaps and hops by square, each table stored once.
//!
//! Rides need no magic numbers and no per-line lookups: a ray is the set of its landing squares, the
//! squares up to the first men on two opposite ones come from one bit scan and one subtraction. That works
//! for riders of any leap on boards of any width.

use super::geometry::{Geometry, Square};
use super::set::SquareSet;

/// Targets by square.
pub type LeapTable<S> = Vec<S>;

/// Four rays by square: two that climb the square numbers, then two that descend. Missing ones are
/// empty.
pub type Quad<S> = Vec<[S; 4]>;

/// By square: `(target, the squares that must be empty)`.
pub type LameTable<S> = Vec<Vec<(Square, S)>>;

/// One direction of a ride.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ride {
    /// Files and ranks of one jump.
    pub vector: (i8, i8),
    /// The most jumps.
    pub reach: u8,
}

/// One direction of a hop: a man rides to its mount, over it, and on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hop {
    /// Files and ranks of one jump.
    pub vector: (i8, i8),
    /// The most jumps up to the mount, the jump onto it included.
    pub approach: u8,
    /// The most jumps behind the mount.
    pub beyond: u8,
    /// The most jumps altogether.
    pub total: u8,
}

/// A lame leap: the leap, and the offsets of the squares that must be empty.
pub type LameLeap = ((i8, i8), Vec<(i8, i8)>);

/// One direction of a hop, from one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct HopRay<S> {
    /// Where the mount may stand.
    approach: S,
    /// Every landing square.
    line: S,
    /// The most jumps behind the mount.
    beyond: u8,
    /// The ray climbs the square numbers.
    up: bool,
}

/// Hops over a mount, by square and direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hops<S>(Vec<Vec<HopRay<S>>>);

impl<S: SquareSet> Hops<S> {
    /// The squares behind the first man of each line, up to and including the second man.
    #[must_use]
    pub fn targets(&self, square: Square, occupied: S) -> S {
        let mut targets = S::EMPTY;
        for ray in &self.0[usize::from(square)] {
            let men = occupied & ray.approach;
            if men.is_empty() {
                continue;
            }
            let mount = if ray.up { men.first() } else { men.last() };
            let above = !(S::below(mount) | S::of(mount));
            let mut behind = ray.line & if ray.up { above } else { S::below(mount) };
            if ray.beyond != u8::MAX {
                behind = nearest(behind, ray.beyond, ray.up);
            }
            let men = behind & occupied;
            targets |= behind & if ray.up { men.through_first() } else { men.since_last() };
        }
        targets
    }

    /// Every square on any line from the square, whatever stands there.
    #[must_use]
    pub fn lines(&self, square: Square) -> S {
        self.0[usize::from(square)].iter().fold(S::EMPTY, |all, ray| all | ray.line)
    }
}

fn nearest<S: SquareSet>(mut line: S, most: u8, up: bool) -> S {
    let mut near = S::EMPTY;
    for _ in 0..most {
        if line.is_empty() {
            break;
        }
        let next = S::of(if up { line.first() } else { line.last() });
        near |= next;
        line ^= next;
    }
    near
}

/// All tables of one board. Index 0 of the leap tables is the empty one.
#[derive(Clone, Debug)]
pub struct Tables<S> {
    geometry: Geometry,
    /// Leap tables.
    pub leaps: Vec<LeapTable<S>>,
    /// Ride tables.
    pub quads: Vec<Quad<S>>,
    /// Lame leap tables.
    pub lames: Vec<LameTable<S>>,
    /// Hop tables.
    pub hops: Vec<Hops<S>>,
}

impl<S: SquareSet> Tables<S> {
    /// No tables yet but the empty leap table.
    #[must_use]
    pub fn new(geometry: Geometry) -> Tables<S> {
        let empty = vec![S::EMPTY; geometry.len()];
        Tables {
            geometry,
            leaps: vec![empty],
            quads: Vec::new(),
            lames: Vec::new(),
            hops: Vec::new(),
        }
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Index of the table of these leaps.
    pub fn leap(&mut self, vectors: &[(i8, i8)]) -> usize {
        let geometry = &self.geometry;
        let table = by_square(geometry, S::EMPTY, |square| {
            vectors
                .iter()
                .filter_map(|&(files, ranks)| geometry.step(square, files, ranks))
                .fold(S::EMPTY, |set, to| set | S::of(to))
        });
        intern(&mut self.leaps, table)
    }

    /// Indices of the quads of these rides. Rides of one shape share quads, so that a queen uses the
    /// tables of rook and bishop.
    pub fn ride(&mut self, rides: &[Ride]) -> Vec<usize> {
        let shape = |ride: &Ride| {
            let (files, ranks) = (ride.vector.0.abs(), ride.vector.1.abs());
            (files.min(ranks), files.max(ranks), ride.reach)
        };
        let mut shapes: Vec<_> = rides.iter().map(shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        let mut quads = Vec::new();
        for one in shapes {
            let climbs =
                |ride: &Ride| ride.vector.1 > 0 || (ride.vector.1 == 0 && ride.vector.0 > 0);
            let mut same: Vec<Ride> =
                rides.iter().copied().filter(|ride| shape(ride) == one).collect();
            // Opposite rays stand at the same places of one quad.
            same.sort_unstable_by_key(|ride| (ride.vector.0.abs(), ride.vector.0 * ride.vector.1));
            let (up, down): (Vec<Ride>, Vec<Ride>) = same.into_iter().partition(climbs);
            for index in (0..up.len().max(down.len())).step_by(2) {
                let pick = |from: &[Ride], place: usize| from.get(index + place).copied();
                let rays = [pick(&up, 0), pick(&up, 1), pick(&down, 0), pick(&down, 1)];
                let table = by_square(&self.geometry, [S::EMPTY; 4], |square| {
                    rays.map(|ray| ray.map_or(S::EMPTY, |ray| self.ray(square, ray)))
                });
                quads.push(intern(&mut self.quads, table));
            }
        }
        quads
    }

    /// Index of the table of these lame leaps.
    pub fn lame(&mut self, leaps: &[LameLeap]) -> usize {
        let geometry = &self.geometry;
        let table = by_square(geometry, Vec::new(), |square| {
            leaps
                .iter()
                .filter_map(|((files, ranks), path)| {
                    let to = geometry.step(square, *files, *ranks)?;
                    // A hole on the way counts as occupied.
                    let mut passed = S::EMPTY;
                    for &(files, ranks) in path {
                        passed |= S::of(geometry.step(square, files, ranks)?);
                    }
                    Some((to, passed))
                })
                .collect()
        });
        intern(&mut self.lames, table)
    }

    /// The lame leaps seen from their targets: by target `(start, the squares that must be empty)`.
    pub fn lame_reversed(&mut self, table: usize) -> usize {
        let mut reversed = vec![Vec::new(); self.geometry.len()];
        for (from, leaps) in self.lames[table].iter().enumerate() {
            for &(to, path) in leaps {
                reversed[usize::from(to)].push((from as Square, path));
            }
        }
        intern(&mut self.lames, reversed)
    }

    /// Index of the table of these hops.
    pub fn hop(&mut self, hops: &[Hop]) -> usize {
        let rows = by_square(&self.geometry, Vec::new(), |square| {
            hops.iter()
                .map(|&Hop { vector, approach, beyond, total }| HopRay {
                    approach: self.ray(square, Ride { vector, reach: approach.min(total) }),
                    line: self.ray(square, Ride { vector, reach: total }),
                    beyond,
                    up: vector.1 > 0 || (vector.1 == 0 && vector.0 > 0),
                })
                .filter(|ray| ray.line.many())
                .collect()
        });
        intern(&mut self.hops, Hops(rows))
    }

    fn ray(&self, square: Square, ride: Ride) -> S {
        let (files, ranks) = ride.vector;
        let mut set = S::EMPTY;
        let mut at = square;
        for _ in 0..ride.reach {
            let Some(to) = self.geometry.step(at, files, ranks) else { break };
            set |= S::of(to);
            at = to;
        }
        set
    }

    /// The squares that the rides of one quad reach, the first man of each ray included.
    #[inline(always)]
    #[must_use]
    pub fn slide(&self, quad: usize, square: Square, occupied: S) -> S {
        let [up, up2, down, down2] = self.quads[quad][usize::from(square)];
        slide_both(up, down, occupied) | slide_both(up2, down2, occupied)
    }
}

/// The squares of two rays from one square, one that climbs the square numbers and one that descends, up to
/// the first man of each, which is included. One subtraction does for both, as in the technique known as
/// obstruction difference.
#[inline(always)]
#[must_use]
pub fn slide_both<S: SquareSet>(up: S, down: S, occupied: S) -> S {
    (down & occupied).through(up & occupied) & (up | down)
}

/// One entry a square, `empty` on holes.
fn by_square<T: Clone>(geometry: &Geometry, empty: T, entry: impl Fn(Square) -> T) -> Vec<T> {
    (0..geometry.len())
        .map(|square| square as Square)
        .map(|square| if geometry.is_hole(square) { empty.clone() } else { entry(square) })
        .collect()
}

fn intern<T: PartialEq>(pool: &mut Vec<T>, table: T) -> usize {
    pool.iter().position(|known| *known == table).unwrap_or_else(|| {
        pool.push(table);
        pool.len() - 1
    })
}
