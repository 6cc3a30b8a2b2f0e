//! The shape of a board: files, ranks, holes, and the names of squares.

/// A square's number, `rank * files + file`, both counted from 0.
pub type Square = u8;

/// A rectangle of at most 256 squares (16 by 16), some of which may be holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    first_rank: u8,
    holes: Vec<bool>,
}

impl Geometry {
    /// The largest number of files and of ranks.
    pub const MAX_SIDE: u8 = 16;

    /// A board without holes. `first_rank` is the number of the lowest rank in text.
    ///
    /// `None` if a side is 0 or above [`Geometry::MAX_SIDE`].
    #[must_use]
    pub fn new(files: u8, ranks: u8, first_rank: u8) -> Option<Geometry> {
        let sides = 1..=Geometry::MAX_SIDE;
        (sides.contains(&files) && sides.contains(&ranks)).then(|| Geometry {
            files,
            ranks,
            first_rank,
            holes: vec![false; usize::from(files) * usize::from(ranks)],
        })
    }

    /// Takes a square out of the board.
    pub fn punch(&mut self, square: Square) {
        self.holes[usize::from(square)] = true;
    }

    /// Number of files.
    #[must_use]
    pub fn files(&self) -> u8 {
        self.files
    }

    /// Number of ranks.
    #[must_use]
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The number of the lowest rank in text.
    #[must_use]
    pub fn first_rank(&self) -> u8 {
        self.first_rank
    }

    /// How many steps of a king lie between two squares, holes or not.
    #[must_use]
    pub fn distance(&self, one: Square, other: Square) -> i32 {
        let files = self.file(one).abs_diff(self.file(other));
        i32::from(files.max(self.rank(one).abs_diff(self.rank(other))))
    }

    /// Number of squares, holes included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.holes.len()
    }

    /// Never: a board has at least one square.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether the square is a hole.
    #[must_use]
    pub fn is_hole(&self, square: Square) -> bool {
        self.holes[usize::from(square)]
    }

    /// Whether any square is a hole.
    #[must_use]
    pub fn has_holes(&self) -> bool {
        self.holes.contains(&true)
    }

    /// Every square that is no hole, lowest first.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.holes.len()).filter(|&square| !self.holes[square]).map(|square| square as Square)
    }

    /// The square at a file and rank counted from 0.
    #[must_use]
    pub fn square(&self, file: u8, rank: u8) -> Square {
        debug_assert!(file < self.files && rank < self.ranks);
        (u16::from(rank) * u16::from(self.files) + u16::from(file)) as Square
    }

    /// File of a square, counted from 0.
    #[must_use]
    pub fn file(&self, square: Square) -> u8 {
        square % self.files
    }

    /// Rank of a square, counted from 0.
    #[must_use]
    pub fn rank(&self, square: Square) -> u8 {
        square / self.files
    }

    /// The square `files` to the right and `ranks` up; `None` off the board. It may be a hole.
    #[must_use]
    pub fn offset(&self, square: Square, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file(square).checked_add_signed(files).filter(|&file| file < self.files)?;
        let rank = self.rank(square).checked_add_signed(ranks).filter(|&rank| rank < self.ranks)?;
        Some(self.square(file, rank))
    }

    /// Like [`Geometry::offset`], and `None` on a hole too.
    #[must_use]
    pub fn step(&self, square: Square, files: i8, ranks: i8) -> Option<Square> {
        self.offset(square, files, ranks).filter(|&to| !self.is_hole(to))
    }

    /// The same file on the opposite rank.
    #[must_use]
    pub fn mirrored(&self, square: Square) -> Square {
        self.square(self.file(square), self.ranks - 1 - self.rank(square))
    }

    /// The square that the board turned by 180 degrees has there.
    #[must_use]
    pub fn rotated(&self, square: Square) -> Square {
        (self.len() - 1 - usize::from(square)) as Square
    }

    /// The square's name with the board's own rank numbers.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        self.name_from(square, self.first_rank)
    }

    /// The square's name where the lowest rank is called `first_rank`.
    #[must_use]
    pub fn name_from(&self, square: Square, first_rank: u8) -> String {
        let file = char::from(b'a' + self.file(square));
        format!("{file}{}", self.rank(square) + first_rank)
    }

    /// Reads a square with the board's own rank numbers from the front of `text`: one file letter and
    /// as many digits as follow, two at most. Gives the square and the rest of the text.
    #[must_use]
    pub fn read<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        self.read_from(text, self.first_rank)
    }

    /// Like [`Geometry::read`] where the lowest rank is called `first_rank`.
    #[must_use]
    pub fn read_from<'t>(&self, text: &'t str, first_rank: u8) -> Option<(Square, &'t str)> {
        let (name, rest) = square_name(text)?;
        let (file, number) = name.split_at(1);
        let file = file.as_bytes()[0].to_ascii_lowercase() - b'a';
        if number.len() == 2 && number.starts_with('0') {
            return None;
        }
        let rank = number.parse::<u8>().ok()?.checked_sub(first_rank)?;
        (file < self.files && rank < self.ranks).then(|| (self.square(file, rank), rest))
    }

    /// The first of two names of squares at the front of `text` that is none of this board; `None` where both
    /// are, or where no two such names stand there.
    #[must_use]
    pub fn outside<'t>(&self, text: &'t str, first_rank: u8) -> Option<&'t str> {
        let (from, rest) = square_name(text)?;
        let (to, _) = square_name(rest)?;
        [from, to].into_iter().find(|name| self.read_from(name, first_rank).is_none())
    }
}

/// What names a square of some board, at the front of a text: a letter and as many digits as follow, two at
/// most; and the rest of the text.
fn square_name(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    bytes.first().filter(|first| first.is_ascii_alphabetic())?;
    let digits = bytes[1..].iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0).then(|| text.split_at(1 + digits))
}

#[cfg(test)]
mod tests {
    use super::Geometry;

    #[test]
    fn names_are_read_greedily_and_round_trip() {
        let board = Geometry::new(11, 11, 1).expect("a board");
        for square in 0..121 {
            let name = board.name(square);
            assert_eq!(board.read(&name), Some((square, "")));
        }
        assert_eq!(board.read("k10k7"), Some((board.square(10, 9), "k7")));
        for bad in ["", "a", "l1", "a12", "a0", "a01", "1a", "é1"] {
            assert_eq!(board.read(bad).map(|(square, _)| square), None, "{bad}");
        }
    }

    #[test]
    fn squares_of_other_boards_are_told() {
        let board = Geometry::new(8, 8, 1).expect("a board");
        for (text, outside) in [
            ("e2e9", Some("e9")),
            ("i1a1q", Some("i1")),
            ("a10a1", Some("a10")),
            ("e0e2", Some("e0")),
            ("e2e4", None),
            ("z9", None),
            ("O-O", None),
            ("0000", None),
            ("\u{e9}9a1", None),
        ] {
            assert_eq!(board.outside(text, 1), outside, "{text}");
        }
    }

    #[test]
    fn steps_stop_at_edges_and_holes() {
        let mut board = Geometry::new(16, 16, 1).expect("a board");
        board.punch(board.square(3, 4));
        assert_eq!(board.step(board.square(3, 3), 0, 1), None);
        assert_eq!(board.offset(board.square(3, 3), 0, 1), Some(board.square(3, 4)));
        assert_eq!(board.step(board.square(15, 15), 1, 0), None);
        assert_eq!(board.step(board.square(0, 0), -1, 0), None);
        assert_eq!(board.rotated(0), 255);
        assert_eq!(board.mirrored(0), 240);
        assert_eq!(Geometry::new(17, 8, 1), None);
    }
}
