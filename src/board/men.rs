//! The movement of every kind of man of both colours on one board, compiled to tables, and the same
//! read backwards: from a square to the men that attack it.

use super::crowd::{CrowdStep, crowd};
use super::geometry::{Geometry, Square};
use super::movement::{Movement, Step, Way};
use super::set::SquareSet;
use super::tables::{Hop, LameLeap, Ride, Tables};

/// How a man gets to the targets of a [`Special`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// Index into [`Tables::leaps`].
    Leap(usize),
    /// Index into [`Tables::quads`].
    Ride(usize),
    /// Index into [`Tables::lames`].
    Lame(usize),
    /// Index into [`Tables::hops`].
    Hop(usize),
}

/// Movement that is not a plain leap or ride: with conditions or consequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Special {
    /// Where it goes.
    pub path: Path,
    /// It may end on an empty square.
    pub quiet: bool,
    /// It may capture.
    pub capture: bool,
    /// Only while the man has never moved.
    pub initial: bool,
    /// The squares it passes may be taken en passant on the next ply.
    pub passes: bool,
}

/// What one kind of one colour can do, as indices of tables.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Moves {
    /// Leap table for quiet moves and captures alike.
    pub leaps: usize,
    /// Leap table for quiet moves only.
    pub quiet_leaps: usize,
    /// Leap table for captures only.
    pub capture_leaps: usize,
    /// Quads for quiet moves and captures alike.
    pub rides: Vec<usize>,
    /// Quads for quiet moves only.
    pub quiet_rides: Vec<usize>,
    /// Quads for captures only.
    pub capture_rides: Vec<usize>,
    /// Leap table for captures en passant.
    pub en_passant: usize,
    /// Everything else.
    pub specials: Vec<Special>,
    /// Quiet moves and captures differ, or there are specials.
    pub divergent: bool,
    /// A special may lead where another movement leads too.
    pub overlapping: bool,
}

/// The kinds that capture in one way, to be asked backwards from a target square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Index of a table, whose entry at the target gives the squares attacked from.
    pub table: usize,
    /// The kinds that have this capture.
    pub kinds: Vec<u8>,
}

/// Everything that one colour's men attack, read backwards.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Attacks {
    /// By leaps.
    pub leaps: Vec<Attack>,
    /// By rides; a table is a quad.
    pub rides: Vec<Attack>,
    /// By lame leaps.
    pub lames: Vec<Attack>,
    /// By hops.
    pub hops: Vec<Attack>,
    /// By leaps onto a square that is open to capture en passant.
    pub en_passant: Vec<Attack>,
}

/// The men of a game on its board. Kinds are numbered from 0; colour 0 is White.
#[derive(Clone, Debug)]
pub struct Men<S> {
    /// The tables that everything below points into.
    pub tables: Tables<S>,
    moves: Vec<Moves>,
    crowds: Vec<Vec<CrowdStep<S>>>,
    /// What each colour attacks.
    pub attacks: [Attacks; 2],
    kinds: usize,
}

impl<S: SquareSet> Men<S> {
    /// Compiles the movements of all kinds, in order.
    #[must_use]
    pub fn new(geometry: Geometry, movements: &[Movement]) -> Men<S> {
        let mut men = Men {
            tables: Tables::new(geometry),
            moves: Vec::new(),
            crowds: Vec::new(),
            attacks: [Attacks::default(), Attacks::default()],
            kinds: movements.len(),
        };
        for colour in 0..2 {
            for (kind, movement) in movements.iter().enumerate() {
                let steps: Vec<Step> =
                    movement.steps.iter().map(|step| as_seen_by(step, colour)).collect();
                let moves = men.compile(&steps);
                men.moves.push(moves);
                men.crowds.push(crowd(men.tables.geometry(), &steps));
                men.add_attacks(colour, kind as u8, &steps);
            }
        }
        men
    }

    /// Number of kinds.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// What a kind of a colour can do.
    #[inline(always)]
    #[must_use]
    pub fn moves(&self, colour: usize, kind: usize) -> &Moves {
        &self.moves[colour * self.kinds + kind]
    }

    /// Where a path leads from a square, whatever may end there.
    #[inline(always)]
    #[must_use]
    pub fn along(&self, path: Path, from: Square, occupied: S) -> S {
        let tables = &self.tables;
        match path {
            Path::Leap(table) => tables.leaps[table][usize::from(from)],
            Path::Ride(quad) => tables.slide(quad, from, occupied),
            Path::Hop(table) => tables.hops[table].targets(from, occupied),
            Path::Lame(table) => {
                let mut targets = S::EMPTY;
                for &(to, path) in &tables.lames[table][usize::from(from)] {
                    if (path & occupied).is_empty() {
                        targets |= S::of(to);
                    }
                }
                targets
            }
        }
    }

    /// The steps of a kind of a colour whose men can move all at once; none where they have to move one by
    /// one.
    #[inline(always)]
    #[must_use]
    pub fn crowd(&self, colour: usize, kind: usize) -> &[CrowdStep<S>] {
        &self.crowds[colour * self.kinds + kind]
    }

    fn compile(&mut self, steps: &[Step]) -> Moves {
        let plain = |step: &&Step| !step.initial && !step.passes;
        let mode = |quiet: bool, capture: bool| {
            steps.iter().filter(plain).filter(move |s| s.quiet == quiet && s.capture == capture)
        };
        let mut moves = Moves::default();
        moves.leaps = self.tables.leap(&leap_vectors(mode(true, true)));
        moves.quiet_leaps = self.tables.leap(&leap_vectors(mode(true, false)));
        moves.capture_leaps = self.tables.leap(&leap_vectors(mode(false, true)));
        moves.rides = self.tables.ride(&ride_rays(mode(true, true)));
        moves.quiet_rides = self.tables.ride(&ride_rays(mode(true, false)));
        moves.capture_rides = self.tables.ride(&ride_rays(mode(false, true)));
        moves.en_passant = self.tables.leap(&leap_vectors(steps.iter().filter(|s| s.en_passant)));
        moves.specials = self.specials(steps);
        moves.overlapping = steps.iter().enumerate().any(|(index, step)| {
            let special = !plain(&step) || !matches!(step.way, Way::Leap | Way::Ride(_));
            let others = steps.iter().enumerate().filter(|&(other, _)| other != index);
            special && others.map(|(_, other)| other).any(|other| step.meets(other))
        });
        moves.divergent = moves.quiet_leaps != 0
            || moves.capture_leaps != 0
            || !moves.quiet_rides.is_empty()
            || !moves.capture_rides.is_empty()
            || !moves.specials.is_empty();
        moves
    }

    fn specials(&mut self, steps: &[Step]) -> Vec<Special> {
        let mut specials: Vec<Special> = Vec::new();
        // A move that passes nothing comes before one to the same square that does.
        let flags = |step: &Step| (step.passes, step.quiet, step.capture, step.initial);
        let mut groups: Vec<_> = steps.iter().filter(|s| s.quiet || s.capture).map(flags).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            let of_group: Vec<&Step> = steps.iter().filter(|step| flags(step) == group).collect();
            let (passes, quiet, capture, initial) = group;
            let mut paths = Vec::new();
            let lames = lame_leaps(of_group.iter().copied());
            if !lames.is_empty() {
                paths.push(Path::Lame(self.tables.lame(&lames)));
            }
            let hops = hop_rays(&of_group);
            if !hops.is_empty() {
                paths.push(Path::Hop(self.tables.hop(&hops)));
            }
            if initial || passes {
                let leaps = leap_vectors(of_group.iter().copied());
                if !leaps.is_empty() {
                    paths.push(Path::Leap(self.tables.leap(&leaps)));
                }
                let rides = self.tables.ride(&ride_rays(of_group.iter().copied()));
                paths.extend(rides.into_iter().map(Path::Ride));
            }
            specials.extend(paths.into_iter().map(|path| Special {
                path,
                quiet,
                capture,
                initial,
                passes,
            }));
        }
        specials
    }

    fn add_attacks(&mut self, colour: usize, kind: u8, steps: &[Step]) {
        let backwards: Vec<Step> = steps
            .iter()
            .filter(|step| step.capture)
            .map(|step| Step { vector: (-step.vector.0, -step.vector.1), ..step.clone() })
            .collect();
        let leap = self.tables.leap(&leap_vectors(backwards.iter()));
        let rides = self.tables.ride(&ride_rays(backwards.iter()));
        let forwards = lame_leaps(steps.iter().filter(|step| step.capture));
        let passing: Vec<(i8, i8)> = steps
            .iter()
            .filter(|step| step.en_passant)
            .map(|step| (-step.vector.0, -step.vector.1))
            .collect();
        let passing = self.tables.leap(&passing);
        let lame = (!forwards.is_empty()).then(|| {
            let table = self.tables.lame(&forwards);
            self.tables.lame_reversed(table)
        });
        // Seen from the target, what lies behind the mount comes first.
        let hops: Vec<_> = hop_rays(&backwards.iter().collect::<Vec<_>>())
            .into_iter()
            .map(|hop| Hop { approach: hop.beyond, beyond: hop.approach, ..hop })
            .collect();
        let hop = (!hops.is_empty()).then(|| self.tables.hop(&hops));
        let attacks = &mut self.attacks[colour];
        if leap != 0 {
            join(&mut attacks.leaps, leap, kind);
        }
        if passing != 0 {
            join(&mut attacks.en_passant, passing, kind);
        }
        rides.into_iter().for_each(|quad| join(&mut attacks.rides, quad, kind));
        lame.into_iter().for_each(|table| join(&mut attacks.lames, table, kind));
        hop.into_iter().for_each(|table| join(&mut attacks.hops, table, kind));
    }
}

/// A step as a colour makes it: Black's directions are White's turned by 180 degrees.
fn as_seen_by(step: &Step, colour: usize) -> Step {
    let turn =
        |(files, ranks): (i8, i8)| if colour == 0 { (files, ranks) } else { (-files, -ranks) };
    let way = match &step.way {
        Way::Lame(path) => Way::Lame(path.iter().copied().map(turn).collect()),
        other => other.clone(),
    };
    Step { vector: turn(step.vector), way, ..step.clone() }
}

fn join(attacks: &mut Vec<Attack>, table: usize, kind: u8) {
    match attacks.iter_mut().find(|attack| attack.table == table) {
        Some(attack) => attack.kinds.push(kind),
        None => attacks.push(Attack { table, kinds: vec![kind] }),
    }
}

fn leap_vectors<'s>(steps: impl Iterator<Item = &'s Step>) -> Vec<(i8, i8)> {
    steps.filter(|step| step.way == Way::Leap).map(|step| step.vector).collect()
}

fn ride_rays<'s>(steps: impl Iterator<Item = &'s Step>) -> Vec<Ride> {
    steps
        .filter_map(|step| match step.way {
            Way::Ride(reach) => Some(Ride { vector: step.vector, reach }),
            _ => None,
        })
        .collect()
}

fn lame_leaps<'s>(steps: impl Iterator<Item = &'s Step>) -> Vec<LameLeap> {
    steps
        .filter_map(|step| match &step.way {
            Way::Lame(path) => Some((step.vector, path.clone())),
            _ => None,
        })
        .collect()
}

fn hop_rays(steps: &[&Step]) -> Vec<Hop> {
    steps
        .iter()
        .filter_map(|step| match step.way {
            Way::Hop { approach, beyond, total } => {
                Some(Hop { vector: step.vector, approach, beyond, total })
            }
            _ => None,
        })
        .collect()
}
