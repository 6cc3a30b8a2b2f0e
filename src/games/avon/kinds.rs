//! The twelve kinds of men: letters, names, and what they turn into.

/// A kind of man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// One forward without capturing, or one diagonally forward capturing.
    Pawn,
    /// One orthogonally.
    Wazir,
    /// Rook or Knight.
    Marshal,
    /// Knight leap, or leap of two orthogonally.
    Carpenter,
    /// Diagonal slide.
    Bishop,
    /// Slide along either forward diagonal, or one straight forward.
    Abbot,
    /// Slide straight forward, or one diagonally forward.
    Caryatid,
    /// Slide straight or diagonally forward; royal.
    Princess,
    /// Every slide; royal.
    Queen,
    /// One step in any direction; royal.
    Prince,
    /// Rook, or one diagonally.
    Chatelaine,
    /// Bishop, or one orthogonally.
    Primate,
}

/// Number of kinds.
pub(super) const KINDS: usize = 12;

impl Kind {
    /// Every kind, in the order of its number. Those that an army still has after it was taken over come
    /// behind the Pawn in rising order of size.
    pub const ALL: [Kind; KINDS] = [
        Kind::Pawn,
        Kind::Wazir,
        Kind::Marshal,
        Kind::Carpenter,
        Kind::Bishop,
        Kind::Abbot,
        Kind::Caryatid,
        Kind::Princess,
        Kind::Queen,
        Kind::Prince,
        Kind::Chatelaine,
        Kind::Primate,
    ];

    /// Its letter in FEN, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        ['P', 'W', 'M', 'N', 'B', 'A', 'R', 'S', 'Q', 'K', 'H', 'I'][self as usize]
    }

    /// The kind that a letter means, in either case.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Kind> {
        let upper = letter.to_ascii_uppercase();
        Kind::ALL.into_iter().find(|kind| kind.letter() == upper)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "Pawn",
            "Wazir",
            "Marshal",
            "Carpenter",
            "Bishop",
            "Abbot",
            "Caryatid",
            "Princess",
            "Queen",
            "Prince",
            "Chatelaine",
            "Primate",
        ][self as usize]
    }

    /// Its moves in words.
    pub(super) const fn way(self) -> &'static str {
        [
            "one forward without capturing, or one diagonally forward capturing",
            "one orthogonally",
            "like a Rook or a Knight",
            "by a Knight's leap, or a leap of two orthogonally",
            "like a Bishop",
            "along either forward diagonal, or one straight forward",
            "straight forward, or one diagonally forward",
            "straight or diagonally forward",
            "in any direction",
            "one in any direction",
            "like a Rook, or one diagonally",
            "like a Bishop, or one orthogonally",
        ][self as usize]
    }

    /// Its moves in Betza's notation for a program that does not know who moves it: those of both
    /// players of its colour together, whose forward directions are opposite (AVON-3).
    #[must_use]
    pub(super) const fn betza(self) -> &'static str {
        ["mvWcF", "W", "RN", "ND", "B", "BvW", "vRF", "vRB", "Q", "K", "RF", "BW"][self as usize]
    }

    /// Whether it is royal (AVON-10).
    #[must_use]
    pub const fn royal(self) -> bool {
        matches!(self, Kind::Queen | Kind::Princess | Kind::Prince)
    }

    /// What it becomes when a player of its colour drops out (AVON-13).
    #[must_use]
    pub const fn taken_over(self) -> Kind {
        match self {
            Kind::Pawn => Kind::Wazir,
            Kind::Princess => Kind::Queen,
            Kind::Caryatid => Kind::Chatelaine,
            Kind::Abbot | Kind::Bishop => Kind::Primate,
            same => same,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn kinds_are_numbered_in_their_order_and_told_by_their_letters() {
        for (number, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
            assert_eq!(Kind::of_letter(kind.letter().to_ascii_lowercase()), Some(kind));
            assert_eq!(kind.taken_over().taken_over(), kind.taken_over());
        }
        assert_eq!(Kind::of_letter('x'), None);
    }
}
