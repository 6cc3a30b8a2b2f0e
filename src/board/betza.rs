//! Reads XBetza move notation into its parts, without judging what can be compiled.
//!
//! `piece = { modifiers atom [extend] [range] ["'"] }`; each capital ends a move. Parts keep the column
//! at which they stand, so that whoever refuses one can point at it.

use thiserror::Error;

/// What is wrong with a description, and where: `column` counts characters from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: {reason}")]
pub struct BetzaError {
    /// Where it stands.
    pub column: usize,
    /// What is wrong.
    pub reason: String,
}

impl BetzaError {
    pub(crate) fn new(column: usize, reason: impl Into<String>) -> BetzaError {
        BetzaError { column, reason: reason.into() }
    }
}

/// How many equal steps a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// Nothing written: one step for leapers, unlimited for R, B and Q.
    Default,
    /// Up to that many steps.
    Steps(u8),
    /// `0` or the atom's letter once more.
    Unlimited,
    /// `*`: to the middle of the board.
    ToMiddle,
}

/// The modifiers of one leg, in the order written.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Leg {
    /// Lower-case letters with their columns.
    pub letters: Vec<(char, usize)>,
}

impl Leg {
    /// Whether the letter stands among the modifiers.
    #[must_use]
    pub fn has(&self, letter: char) -> bool {
        self.position(letter).is_some()
    }

    /// Index of the letter's first occurrence.
    #[must_use]
    pub fn position(&self, letter: char) -> Option<usize> {
        self.letters.iter().position(|&(other, _)| other == letter)
    }

    /// How often the letter occurs.
    #[must_use]
    pub fn times(&self, letter: char) -> usize {
        self.letters.iter().filter(|&&(other, _)| other == letter).count()
    }
}

/// One move of a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    /// The legs; a move without `a` has one.
    pub legs: Vec<Leg>,
    /// The capital that names the step.
    pub atom: char,
    /// `X` and `Y` behind the atom, in order.
    pub extensions: Vec<char>,
    /// Number of steps.
    pub range: Range,
    /// An apostrophe behind the move: it is exempt from changes of type on arrival.
    pub exempt: bool,
    /// Column of the atom.
    pub column: usize,
}

const ATOMS: &str = "WFDAHGNCLZJKQRBOUI@";

/// Splits a description into its moves.
///
/// # Errors
/// Unknown capitals, characters that are no part of the notation, modifiers without an atom.
pub fn parse(text: &str) -> Result<Vec<MoveText>, BetzaError> {
    let mut moves = Vec::new();
    let mut legs = vec![Leg::default()];
    let mut rest = text.chars().zip(1..).peekable();
    while let Some((letter, column)) = rest.next() {
        match letter {
            'a' => legs.push(Leg::default()),
            'a'..='z' => {
                let leg = legs.last_mut().expect("there is always a leg");
                leg.letters.push((letter, column));
            }
            _ if ATOMS.contains(letter) => {
                let mut extensions = Vec::new();
                while let Some(&(next @ ('X' | 'Y'), _)) = rest.peek() {
                    extensions.push(next);
                    rest.next();
                }
                let range = range_after(letter, column, &mut rest)?;
                let exempt = rest.next_if(|&(next, _)| next == '\'').is_some();
                let legs = std::mem::replace(&mut legs, vec![Leg::default()]);
                moves.push(MoveText { legs, atom: letter, extensions, range, exempt, column });
            }
            '(' | ')' | '[' | ']' => {
                let reason = format!("`{letter}`: groups of moves are not supported");
                return Err(BetzaError::new(column, reason));
            }
            _ => {
                let reason = format!("`{letter}` is no part of the move notation");
                return Err(BetzaError::new(column, reason));
            }
        }
    }
    if legs.len() > 1 || !legs[0].letters.is_empty() {
        let column = text.chars().count();
        return Err(BetzaError::new(column, "modifiers without a capital letter behind them"));
    }
    Ok(moves)
}

fn range_after(
    atom: char,
    column: usize,
    rest: &mut std::iter::Peekable<impl Iterator<Item = (char, usize)>>,
) -> Result<Range, BetzaError> {
    let doubled = |next: char| next == atom && !"KQRBOUI@".contains(atom);
    match rest.peek() {
        Some(&('*', _)) => {
            rest.next();
            Ok(Range::ToMiddle)
        }
        Some(&(next, _)) if doubled(next) => {
            rest.next();
            Ok(Range::Unlimited)
        }
        Some(&(next, _)) if next.is_ascii_digit() => {
            let mut number = 0_u32;
            let mut digits = 0;
            while let Some(digit) = rest.peek().and_then(|&(next, _)| next.to_digit(10)) {
                number = number.saturating_mul(10).saturating_add(digit);
                digits += 1;
                rest.next();
            }
            match (number, digits) {
                (0, 1) => Ok(Range::Unlimited),
                (1..=99, 1..=2) => Ok(Range::Steps(number as u8)),
                _ => Err(BetzaError::new(column + 1, "a range is a number from 0 to 99")),
            }
        }
        _ => Ok(Range::Default),
    }
}

#[cfg(test)]
mod tests {
    use super::{Range, parse};

    fn ranges(text: &str) -> Vec<(char, Range)> {
        parse(text).expect(text).iter().map(|part| (part.atom, part.range)).collect()
    }

    #[test]
    fn a_capital_ends_a_move() {
        let pawn = parse("fmWfceFifmnD").expect("a pawn");
        let atoms: String = pawn.iter().map(|part| part.atom).collect();
        assert_eq!(atoms, "WFD");
        assert!(pawn[2].legs[0].has('i') && pawn[2].legs[0].has('n'));
        assert_eq!(pawn[1].column, 7);
    }

    #[test]
    fn ranges_are_numbers_doubled_letters_or_stars() {
        use Range::{Default, Steps, ToMiddle, Unlimited};
        assert_eq!(ranges("BNN"), [('B', Default), ('N', Unlimited)]);
        assert_eq!(ranges("ZZCC"), [('Z', Unlimited), ('C', Unlimited)]);
        assert_eq!(ranges("R4F0"), [('R', Steps(4)), ('F', Unlimited)]);
        assert_eq!(ranges("W12N"), [('W', Steps(12)), ('N', Default)]);
        assert_eq!(ranges("RR"), [('R', Default), ('R', Default)]);
        assert_eq!(ranges("fW*"), [('W', ToMiddle)]);
    }

    #[test]
    fn legs_are_split_at_a() {
        let mao = parse("mafsW").expect("a mao");
        assert_eq!(mao[0].legs.len(), 2);
        assert!(mao[0].legs[1].has('f') && mao[0].legs[1].has('s'));
    }

    #[test]
    fn errors_name_their_column() {
        for (text, column) in
            [("WE", 2), ("fW-", 3), ("Wf", 2), ("[W-R]", 1), ("R100", 2), ("ca", 2)]
        {
            let error = parse(text).expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
        }
    }
}
