//! Compiles move notation into elementary steps, independent of any board.
//!
//! The steps are a white man's; a black man's are the same with both coordinates negated. What the
//! notation can say but this compiler cannot yet do is refused by name, never skipped.

use super::betza::{self, BetzaError, Leg, MoveText, Range};
use super::direction::{self, Class};
use thiserror::Error;

/// A movement that can't be compiled.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move `{text}`, {error}")]
pub struct MovementError {
    /// The whole description.
    pub text: String,
    /// What and where.
    pub error: BetzaError,
}

/// How a step gets from its start to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// One jump, whatever stands between.
    Leap,
    /// Up to so many equal jumps, every landing square but the last empty; `u8::MAX` is as far as the
    /// board goes.
    Ride(u8),
    /// One jump that needs these squares, offsets from the start, to be empty.
    Lame(Vec<(i8, i8)>),
    /// A ride to the first man, over it, and on in the same direction.
    Hop {
        /// The most jumps up to the mount, the jump onto it included.
        approach: u8,
        /// The most jumps behind the mount.
        beyond: u8,
        /// The most jumps altogether.
        total: u8,
    },
}

/// One elementary movement in one direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Files to the right and ranks ahead of one jump, as White sees it.
    pub vector: (i8, i8),
    /// How it travels.
    pub way: Way,
    /// It may end on an empty square.
    pub quiet: bool,
    /// It may capture an enemy.
    pub capture: bool,
    /// It may capture en passant.
    pub en_passant: bool,
    /// Only while the man has never moved.
    pub initial: bool,
    /// The squares that it passes may be taken en passant on the next ply.
    pub passes: bool,
}

impl Step {
    /// Whether this step and another may lead a man to the same square.
    #[must_use]
    pub fn meets(&self, other: &Step) -> bool {
        let landings = other.landings();
        self.landings().iter().any(|landing| landings.contains(landing))
    }

    /// Offsets of every square that it may end on, on the largest board.
    fn landings(&self) -> Vec<(i8, i8)> {
        let (least, most) = match self.way {
            Way::Leap | Way::Lame(_) => (1, 1),
            Way::Ride(reach) => (1, reach),
            Way::Hop { total, .. } => (2, total),
        };
        let (files, ranks) = self.vector;
        let fits = |jumps: &i8| files.abs().max(ranks.abs()).saturating_mul(*jumps) <= 15;
        let jumps = (least..=most.min(15) as i8).take_while(fits);
        jumps.map(|jumps| (files * jumps, ranks * jumps)).collect()
    }
}

/// A castling move of the man that owns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castle {
    /// To the man's right (1) or left (-1).
    pub side: i8,
    /// How many squares it moves.
    pub distance: u8,
    /// How many men stand outside the partner in the start array on its side: 0 is the corner.
    pub inset: u8,
    /// Only while it has never moved.
    pub initial: bool,
}

/// Everything one kind of man can do.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Movement {
    /// Its steps.
    pub steps: Vec<Step>,
    /// Its castling moves.
    pub castles: Vec<Castle>,
}

/// Unlimited reach.
const FAR: u8 = u8::MAX;

/// Compiles a description in XBetza.
///
/// # Errors
/// Text that is no XBetza, or a part of it that is not supported; the column and the reason.
pub fn compile(text: &str) -> Result<Movement, MovementError> {
    let wrap = |error| MovementError { text: text.to_owned(), error };
    let mut movement = Movement::default();
    for part in betza::parse(text).map_err(wrap)? {
        add(&part, &mut movement).map_err(wrap)?;
    }
    let mut seen: Vec<Step> = Vec::new();
    for step in movement.steps.drain(..) {
        if !seen.contains(&step) {
            seen.push(step);
        }
    }
    movement.steps = seen;
    let takes_or_goes = |step: &Step| {
        step.en_passant && movement.steps.iter().any(|other| other.quiet && other.meets(step))
    };
    if movement.steps.iter().any(takes_or_goes) {
        let reason = "`e` on a move that may end on the same empty square without capturing";
        return Err(wrap(unsupported(1, reason)));
    }
    Ok(movement)
}

fn unsupported(column: usize, what: impl std::fmt::Display) -> BetzaError {
    BetzaError::new(column, format!("{what} is not supported"))
}

fn add(part: &MoveText, movement: &mut Movement) -> Result<(), BetzaError> {
    let [leg] = part.legs.as_slice() else {
        return Err(unsupported(part.column, "a move of several legs (`a`)"));
    };
    if part.exempt {
        return Err(unsupported(part.column, "`'` (exempt from changes of type)"));
    }
    match part.atom {
        'O' => return add_castles(part, leg, movement),
        'I' => return Err(unsupported(part.column, "`I` (imitator)")),
        '@' => return Err(unsupported(part.column, "`@` (drop)")),
        _ => check_letters(leg, "fblrsvhmceinjpg")?,
    }
    let mode = Mode::of(leg);
    if part.atom == 'U' {
        if leg.letters.iter().any(|&(letter, _)| !"mci".contains(letter)) {
            return Err(unsupported(part.column, "this modifier of `U`"));
        }
        movement.steps.extend(everywhere().map(|vector| mode.step(vector, Way::Leap, false)));
        return Ok(());
    }
    for (class, narrow, wide) in atom_vectors(part)? {
        let chosen = directions(class, leg);
        for number in (0..8).filter(|number| chosen >> number & 1 == 1) {
            let vector = direction::vector(class, narrow, wide, number);
            let (way, passes) = way(part, leg, vector)?;
            if mode.en_passant && way != Way::Leap {
                return Err(unsupported(part.column, "`e` on anything but a leap"));
            }
            movement.steps.push(mode.step(vector, way, passes));
        }
    }
    Ok(())
}

/// What a leg may do where it ends.
struct Mode {
    quiet: bool,
    capture: bool,
    en_passant: bool,
    initial: bool,
}

impl Mode {
    fn of(leg: &Leg) -> Mode {
        let free = !"mce".chars().any(|letter| leg.has(letter));
        Mode {
            quiet: free || leg.has('m'),
            capture: free || leg.has('c'),
            en_passant: leg.has('e'),
            initial: leg.has('i'),
        }
    }

    fn step(&self, vector: (i8, i8), way: Way, passes: bool) -> Step {
        Step {
            vector,
            way,
            quiet: self.quiet,
            capture: self.capture,
            en_passant: self.en_passant,
            initial: self.initial,
            passes,
        }
    }
}

fn check_letters(leg: &Leg, known: &str) -> Result<(), BetzaError> {
    match leg.letters.iter().find(|&&(letter, _)| !known.contains(letter)) {
        Some(&(letter, column)) => Err(unsupported(column, format!("modifier `{letter}`"))),
        None => Ok(()),
    }
}

/// Every vector that fits on the largest board but standing still.
fn everywhere() -> impl Iterator<Item = (i8, i8)> {
    let side = -15..=15_i8;
    side.clone()
        .flat_map(move |files| side.clone().map(move |ranks| (files, ranks)))
        .filter(|&vector| vector != (0, 0))
}

/// The step vectors of an atom with its extensions, as `(class, narrow, wide)`.
fn atom_vectors(part: &MoveText) -> Result<Vec<(Class, i8, i8)>, BetzaError> {
    let (mut narrow, mut wide) = match part.atom {
        'W' | 'R' => (0, 1),
        'F' | 'B' => (1, 1),
        'D' => (0, 2),
        'N' => (1, 2),
        'A' => (2, 2),
        'H' => (0, 3),
        'C' | 'L' => (1, 3),
        'Z' | 'J' => (2, 3),
        'G' => (3, 3),
        _ => {
            if !part.extensions.is_empty() {
                return Err(unsupported(part.column, format!("`X` or `Y` behind `{}`", part.atom)));
            }
            return Ok(vec![(Class::King, 1, 1)]);
        }
    };
    for extension in &part.extensions {
        if *extension == 'X' {
            wide += 3;
        } else {
            (narrow, wide) = (narrow + 2, wide + 2);
        }
        if wide > 15 {
            return Err(BetzaError::new(part.column, "the leap is longer than any board"));
        }
    }
    Ok(vec![(Class::of(narrow, wide), narrow, wide)])
}

/// The union over the runs of adjacent direction letters; all directions where there are none.
fn directions(class: Class, leg: &Leg) -> u8 {
    let mut chosen = 0;
    let mut run: Vec<char> = Vec::new();
    let mut any = false;
    for letter in leg.letters.iter().map(|&(letter, _)| letter).chain(['|']) {
        if direction::is_direction(letter) {
            run.push(letter);
            any = true;
        } else {
            chosen |= direction::select(class, &run);
            run.clear();
        }
    }
    if any { chosen } else { direction::every(class) }
}

fn reach(part: &MoveText) -> Result<u8, BetzaError> {
    match (part.range, part.atom) {
        (Range::Steps(steps), _) => Ok(steps),
        (Range::Unlimited, _) | (Range::Default, 'R' | 'B' | 'Q') => Ok(FAR),
        (Range::Default, _) => Ok(1),
        (Range::ToMiddle, _) => Err(unsupported(part.column + 1, "range `*`")),
    }
}

/// How the move travels, and whether it leaves squares to be taken en passant.
fn way(part: &MoveText, leg: &Leg, vector: (i8, i8)) -> Result<(Way, bool), BetzaError> {
    let reach = reach(part)?;
    let slide = vector.0.abs().max(vector.1.abs()) == 1;
    let column = |letter| leg.position(letter).map_or(part.column, |index| leg.letters[index].1);
    let hop = leg.has('p') || leg.has('g');
    if hop {
        if leg.has('n') || leg.has('j') || leg.has('e') || (leg.has('p') && leg.has('g')) {
            return Err(unsupported(part.column, "this combination with `p` or `g`"));
        }
        let way = match (leg.has('g'), reach) {
            (true, 1) => Way::Hop { approach: 1, beyond: FAR, total: FAR },
            (true, steps) => Way::Hop { approach: steps, beyond: 1, total: FAR },
            (false, 1) => return Err(unsupported(column('p'), "`p` on a single step")),
            (false, steps) => Way::Hop { approach: FAR, beyond: FAR, total: steps },
        };
        return Ok((way, false));
    }
    if leg.has('j') {
        return Err(unsupported(column('j'), "modifier `j` (jumping)"));
    }
    if leg.has('n') {
        if slide {
            return Ok((Way::Ride(reach), true));
        }
        if reach != 1 {
            return Err(unsupported(column('n'), "a ride of lame leaps"));
        }
        let passes = leg.times('n') > 1 || (leg.has('i') && leg.position('i') < leg.position('n'));
        return Ok((Way::Lame(between(part, vector)?), passes));
    }
    Ok(if reach == 1 { (Way::Leap, false) } else { (Way::Ride(reach), false) })
}

/// The squares that a lame leap passes.
fn between(part: &MoveText, (files, ranks): (i8, i8)) -> Result<Vec<(i8, i8)>, BetzaError> {
    let (narrow, wide) = (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()));
    if narrow == 0 || narrow == wide {
        let (file, rank) = (files.signum(), ranks.signum());
        return Ok((1..wide).map(|step| (file * step, rank * step)).collect());
    }
    if (narrow, wide) == (1, 2) {
        // The knight's neighbour on the long side, as the horse of xiangqi.
        return Ok(vec![(files / 2, ranks / 2)]);
    }
    Err(unsupported(part.column, "a lame leap of this shape"))
}

fn add_castles(part: &MoveText, leg: &Leg, movement: &mut Movement) -> Result<(), BetzaError> {
    check_letters(leg, "islrj")?;
    let distance = match part.range {
        Range::Default => 1,
        Range::Steps(steps @ 1..=15) => steps,
        _ => return Err(BetzaError::new(part.column + 1, "castling needs a number of squares")),
    };
    let both = leg.has('s') || !(leg.has('l') || leg.has('r'));
    for (letter, side) in [('r', 1), ('l', -1)] {
        if both || leg.has(letter) {
            movement.castles.push(Castle {
                side,
                distance,
                inset: leg.times('j') as u8,
                initial: leg.has('i'),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
