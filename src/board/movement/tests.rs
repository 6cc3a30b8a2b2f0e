//! The exact step sets of the notation's test atoms, on an empty board without edges.

use super::{Castle, Movement, Way, compile};
use std::collections::BTreeSet;

fn steps(text: &str) -> Movement {
    compile(text).unwrap_or_else(|error| panic!("{error}"))
}

fn leaps(text: &str) -> BTreeSet<(i8, i8)> {
    steps(text).steps.iter().map(|step| step.vector).collect()
}

/// All sign and axis variants of a vector.
fn all(vectors: &[(i8, i8)]) -> BTreeSet<(i8, i8)> {
    vectors
        .iter()
        .flat_map(|&(a, b)| {
            [(a, b), (b, a), (-a, b), (b, -a), (a, -b), (-b, a), (-a, -b), (-b, -a)]
        })
        .collect()
}

fn set(vectors: &[(i8, i8)]) -> BTreeSet<(i8, i8)> {
    vectors.iter().copied().collect()
}

#[test]
fn plain_atoms() {
    for (text, vectors) in [
        ("W", vec![(0, 1)]),
        ("F", vec![(1, 1)]),
        ("D", vec![(0, 2)]),
        ("A", vec![(2, 2)]),
        ("H", vec![(0, 3)]),
        ("G", vec![(3, 3)]),
        ("N", vec![(1, 2)]),
        ("C", vec![(1, 3)]),
        ("L", vec![(1, 3)]),
        ("Z", vec![(2, 3)]),
        ("J", vec![(2, 3)]),
        ("K", vec![(0, 1), (1, 1)]),
        ("WD", vec![(0, 1), (0, 2)]),
        ("WX", vec![(0, 4)]),
        ("DX", vec![(0, 5)]),
        ("HX", vec![(0, 6)]),
        ("FX", vec![(1, 4)]),
        ("NX", vec![(1, 5)]),
        ("CX", vec![(1, 6)]),
        ("AX", vec![(2, 5)]),
        ("ZX", vec![(2, 6)]),
        ("GX", vec![(3, 6)]),
        ("DY", vec![(2, 4)]),
        ("NY", vec![(3, 4)]),
        ("AY", vec![(4, 4)]),
        ("CY", vec![(3, 5)]),
        ("ZY", vec![(4, 5)]),
        ("WXX", vec![(0, 7)]),
    ] {
        assert_eq!(leaps(text), all(&vectors), "{text}");
    }
    assert_eq!(leaps("U").len(), 31 * 31 - 1);
}

#[test]
fn directions_choose_among_the_symmetric_steps() {
    let all_diagonals = all(&[(1, 1)]);
    for (text, wanted) in [
        ("fW", set(&[(0, 1)])),
        ("rW", set(&[(1, 0)])),
        ("fsW", set(&[(0, 1), (1, 0), (-1, 0)])),
        ("bF", set(&[(-1, -1), (1, -1)])),
        ("lF", set(&[(-1, 1), (-1, -1)])),
        ("fF", set(&[(1, 1), (-1, 1)])),
        ("frF", set(&[(1, 1)])),
        ("sF", all_diagonals.clone()),
        ("vF", all_diagonals.clone()),
        ("fbF", all_diagonals),
        ("fK", set(&[(0, 1)])),
        ("ffK", set(&[(0, 1)])),
        ("frK", set(&[(1, 1)])),
        ("fsK", set(&[(1, 1), (-1, 1)])),
        ("fhK", set(&[(-1, 1), (0, 1), (1, 1)])),
        ("bsK", set(&[(1, -1), (-1, -1)])),
        ("fN", set(&[(1, 2), (-1, 2)])),
        ("ffN", set(&[(1, 2), (-1, 2)])),
        ("fsN", set(&[(2, 1), (-2, 1)])),
        ("rfN", set(&[(1, 2)])),
        ("frN", set(&[(2, 1)])),
        ("lfN", set(&[(-1, 2)])),
        ("flN", set(&[(-2, 1)])),
        ("rbN", set(&[(1, -2)])),
        ("brN", set(&[(2, -1)])),
        ("rvN", set(&[(1, 2), (1, -2)])),
        ("ffrrN", set(&[(1, 2), (-1, 2), (2, 1), (2, -1)])),
        ("fbN", set(&[(1, 2), (-1, 2), (1, -2), (-1, -2)])),
        ("vN", set(&[(1, 2), (-1, 2), (1, -2), (-1, -2)])),
        ("sN", set(&[(2, 1), (-2, 1), (2, -1), (-2, -1)])),
        ("bhN", set(&[(1, -2), (-1, -2), (2, -1), (-2, -1)])),
        ("rhN", set(&[(1, 2), (1, -2), (2, 1), (2, -1)])),
        ("lvN", set(&[(-1, 2), (-1, -2)])),
        ("frrfN", set(&[(2, 1), (1, 2)])),
        ("hrN", set(&[(1, 2), (2, -1), (-1, -2), (-2, 1)])),
        ("hlN", set(&[(-1, 2), (-2, -1), (1, -2), (2, 1)])),
        ("FfW", set(&[(1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1)])),
        ("WfF", set(&[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)])),
        ("vWfF", set(&[(0, 1), (0, -1), (1, 1), (-1, 1)])),
    ] {
        assert_eq!(leaps(text), wanted, "{text}");
    }
}

#[test]
fn ranges_make_rides() {
    let way = |text: &str| steps(text).steps[0].way.clone();
    assert_eq!(way("N"), Way::Leap);
    assert_eq!(way("N2"), Way::Ride(2));
    assert_eq!(way("NN"), Way::Ride(u8::MAX));
    assert_eq!(way("R"), way("WW"));
    assert_eq!(way("B3"), way("F3"));
    assert_eq!(way("K2"), way("Q2"));
    assert_eq!(way("R1"), Way::Leap);
}

#[test]
fn a_fide_pawn_in_both_spellings() {
    let pawn = steps("fmWfceFifmnD");
    let other = steps("ifmnDfmWfceF");
    assert_eq!(pawn.steps.len(), 4);
    assert!(pawn.steps.iter().all(|step| other.steps.contains(step)));
    let double = pawn.steps.iter().find(|step| step.initial).expect("a double step");
    assert_eq!(double.way, Way::Lame(vec![(0, 1)]));
    assert!(double.passes && double.quiet && !double.capture);
    let take = pawn.steps.iter().find(|step| step.vector == (1, 1)).expect("a capture");
    assert!(take.en_passant && take.capture && !take.quiet);
    assert!(!steps("fnmD").steps[0].passes, "without i or nn nothing is left to take");
    assert!(!steps("nifmD").steps[0].passes, "i must stand before n");
    assert!(steps("nnfmD").steps[0].passes);
}

#[test]
fn hoppers_toggle_their_range() {
    let way = |text: &str| steps(text).steps[0].way.clone();
    let far = u8::MAX;
    assert_eq!(way("pR"), Way::Hop { approach: far, beyond: far, total: far });
    assert_eq!(way("pR4"), Way::Hop { approach: far, beyond: far, total: 4 });
    assert_eq!(way("gQ"), Way::Hop { approach: far, beyond: 1, total: far });
    assert_eq!(way("gW"), Way::Hop { approach: 1, beyond: far, total: far });
    let cannon = steps("mRcpR");
    assert_eq!(cannon.steps.len(), 8);
    assert!(cannon.steps.iter().all(|step| step.quiet != step.capture));
}

#[test]
fn castling_gives_side_distance_and_partner() {
    let castles = |text: &str| steps(text).castles;
    let castle = |side, distance, inset| Castle { side, distance, inset, initial: true };
    assert_eq!(castles("KisO4"), [castle(1, 4, 0), castle(-1, 4, 0)]);
    assert_eq!(castles("isjO2"), [castle(1, 2, 1), castle(-1, 2, 1)]);
    assert_eq!(castles("irO4ilO3"), [castle(1, 4, 0), castle(-1, 3, 0)]);
}

#[test]
fn what_is_not_supported_is_named_with_its_column() {
    for (text, column, word) in [
        ("mafsW", 5, "legs"),
        ("WI", 2, "imitator"),
        ("@8", 1, "drop"),
        ("mdN", 2, "`d`"),
        ("kR", 1, "`k`"),
        ("zB", 1, "`z`"),
        ("oR", 1, "`o`"),
        ("N'", 1, "exempt"),
        ("jD", 1, "`j`"),
        ("jR", 1, "`j`"),
        ("nC", 2, "lame leap"),
        ("nDD", 1, "lame"),
        ("fW*", 3, "`*`"),
        ("isO0", 4, "number"),
        ("pW", 1, "`p`"),
        ("(paf)3R", 1, "groups"),
    ] {
        let error = compile(text).expect_err(text).error;
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.reason.contains(word), "{text}: {error}");
    }
}
