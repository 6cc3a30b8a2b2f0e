//! Which of a step's symmetric directions the letters f b l r s v h choose.
//!
//! Directions are numbered clockwise from straight ahead, 0 to 7; a set of them is one byte. Orthogonal
//! steps use the even numbers, diagonal ones the odd, oblique ones (narrow coordinate first) all eight:
//! 0 is one narrow to the right and one wide ahead, 1 one wide to the right and one narrow ahead.

/// A set of directions, bit `n` for direction `n`.
pub(crate) type Directions = u8;

/// The symmetry class of a step, which decides what direction letters mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Orthogonal,
    Diagonal,
    /// Orthogonal and diagonal together: K and Q.
    King,
    Oblique,
}

impl Class {
    /// The class of a vector with coordinates `0 <= narrow <= wide`.
    pub(crate) fn of(narrow: i8, wide: i8) -> Class {
        if narrow == 0 {
            Class::Orthogonal
        } else if narrow == wide {
            Class::Diagonal
        } else {
            Class::Oblique
        }
    }

    fn all(self) -> Directions {
        match self {
            Class::Orthogonal => 0b0101_0101,
            Class::Diagonal => 0b1010_1010,
            Class::King | Class::Oblique => 0xff,
        }
    }
}

/// Whether the letter is a direction letter.
pub(crate) fn is_direction(letter: char) -> bool {
    "fblrsvh".contains(letter)
}

/// The vector of direction `number` of a step `(narrow, wide)`: files to the right, ranks ahead.
pub(crate) fn vector(class: Class, narrow: i8, wide: i8, number: u8) -> (i8, i8) {
    if class == Class::Oblique {
        let (a, b) = (narrow, wide);
        return [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)]
            [usize::from(number & 7)];
    }
    let (right, ahead) = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        [usize::from(number & 7)];
    (right * wide, ahead * wide)
}

fn narrow(class: Class, letter: char) -> Directions {
    let oblique = class == Class::Oblique;
    match letter {
        'f' => {
            if oblique {
                0b1000_0001
            } else {
                0b0000_0001
            }
        }
        'b' => {
            if oblique {
                0b0001_1000
            } else {
                0b0001_0000
            }
        }
        'r' => {
            if oblique {
                0b0000_0110
            } else {
                0b0000_0100
            }
        }
        'l' => {
            if oblique {
                0b0110_0000
            } else {
                0b0100_0000
            }
        }
        'v' => narrow(class, 'f') | narrow(class, 'b'),
        's' => narrow(class, 'l') | narrow(class, 'r'),
        _ => 0,
    }
}

fn wide(class: Class, letter: char) -> Directions {
    let oblique = class == Class::Oblique;
    match letter {
        'f' => {
            if oblique {
                0b1100_0011
            } else {
                0b1000_0011
            }
        }
        'b' => {
            if oblique {
                0b0011_1100
            } else {
                0b0011_1000
            }
        }
        'r' => {
            if oblique {
                0b0000_1111
            } else {
                0b0000_1110
            }
        }
        'l' => {
            if oblique {
                0b1111_0000
            } else {
                0b1110_0000
            }
        }
        'v' => wide(class, 'f') | wide(class, 'b'),
        's' => wide(class, 'l') | wide(class, 'r'),
        _ => 0,
    }
}

/// What two adjacent letters mean together, or `None` where the second stands for itself.
fn pair(class: Class, first: char, second: char) -> Option<Directions> {
    if second == 'h' {
        return Some(wide(class, first));
    }
    if first == 'h' {
        // Every other of the eight: a chiral knight and its mirror image.
        return match second {
            'r' => Some(0b0101_0101),
            'l' => Some(0b1010_1010),
            _ => None,
        };
    }
    let both = match class {
        Class::Orthogonal => 0,
        Class::Diagonal => wide(class, first) & wide(class, second) & class.all(),
        Class::King => {
            let overlap = wide(class, first) & wide(class, second);
            let straight = narrow(class, first);
            if straight & wide(class, second) != 0 { straight } else { overlap }
        }
        Class::Oblique => wide(class, first) & narrow(class, second),
    };
    (both != 0).then_some(both)
}

/// The directions that one run of adjacent direction letters chooses, read from left to right; a letter
/// takes its neighbour with it when the pair means something.
pub(crate) fn select(class: Class, run: &[char]) -> Directions {
    let mut chosen = 0;
    let mut rest = run;
    while let Some((&first, after)) = rest.split_first() {
        let together = after.first().and_then(|&second| pair(class, first, second));
        if let Some(both) = together {
            chosen |= both;
            rest = &after[1..];
        } else {
            let alone = if class == Class::Diagonal { wide } else { narrow };
            chosen |= alone(class, first);
            rest = after;
        }
    }
    chosen & class.all()
}

/// All directions of a class.
pub(crate) fn every(class: Class) -> Directions {
    class.all()
}
