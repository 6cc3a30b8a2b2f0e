//! What FIDE's laws say and every orthodox game of the family follows.

use super::positions::set;
use super::table::Table;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const THREEFOLD: Option<(&str, &str)> = Some(("1/2-1/2", "threefold repetition"));
const HUNDRED: Option<(&str, &str)> =
    Some(("1/2-1/2", "100 plies without a capture or a pawn move"));
const DEAD: Option<(&str, &str)> = Some(("1/2-1/2", "dead position"));

fn at(fen: &str) -> Table {
    Table::at("chess", fen)
}

#[test]
fn the_third_occurrence_draws_and_the_set_up_position_counts() {
    let cycle = "g1f3 g8f6 f3g1 f6g8";
    let table = at(START).after(cycle);
    assert_eq!(table.end(), None);
    let table = table.after("g1f3 g8f6 f3g1");
    assert_eq!(table.end(), None);
    let table = table.after("f6g8");
    assert_eq!(table.end(), THREEFOLD);
    assert_eq!(table.moves().len(), 20, "a move list may run past the draw");
}

#[test]
fn castling_rights_tell_positions_apart() {
    let cycle = "e1e2 e8e7 e2e1 e7e8";
    let table = at("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1").after(cycle).after(cycle);
    assert_eq!(table.end(), None, "the first position had rights");
    assert_eq!(table.after(cycle).end(), THREEFOLD);
}

#[test]
fn en_passant_counts_only_where_it_can_be_played() {
    for (fen, pushed, square) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e3"),
        ("4k3/8/8/8/3p1p2/8/4P3/4K3 w - - 0 1", "e2e4", "e3"),
        // The taker is pinned on its file, or along the rank once both pawns have gone; a pin on the
        // diagonal of the capture does not matter.
        ("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "-"),
        ("8/8/1k6/8/3p4/8/4PB2/4K3 w - - 0 1", "e2e4", "e3"),
        ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
    ] {
        assert_eq!(at(fen).after(pushed).field(3), square, "{fen}");
    }
    // The pawn on e4 can't take on d3, since that leaves its king in check.
    let table =
        at("8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37").after("d2d4 h2h3 a2a3 h3h2 a3a2 h2h1 a2a3 h1h2");
    assert_eq!(table.end(), None);
    assert_eq!(table.after("a3a2").end(), THREEFOLD);
    // Nor can the pawn on e5 of a set-up position take on f6.
    let table = at_dropping("5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4")
        .after("d7c8 f8f7 c8d7 f7f8 d7d8 f8f7 d8d7");
    assert_eq!(table.end(), None);
    assert_eq!(table.after("f7f8").end(), THREEFOLD);
    // Where it can be taken, the position after the push is another than the later ones.
    let cycle = "e1d1 e8d8 d1e1 d8e8";
    let table = at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1").after("e2e4 e8d8 e1d1 d8e8 d1e1");
    assert_eq!(table.after("e8d8 e1d1 d8e8 d1e1").end(), None);
    assert_eq!(at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").after(cycle).after(cycle).end(), THREEFOLD);
}

/// A position in which an en passant square that nobody can use is written.
fn at_dropping(fen: &str) -> Table {
    let mut table = Table::of("chess");
    table.set(fen).unwrap();
    assert_eq!(table.field(3), "-");
    table
}

#[test]
fn a_capture_en_passant_that_only_the_king_forbids_is_refused_for_the_king() {
    let pinned = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1";
    let along = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1";
    for table in [
        at(pinned).after("e2e4"),
        at(along).after("e2e4"),
        at_dropping("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1"),
    ] {
        assert_eq!(table.refusal("d4e3"), "FIDE 3.9: the king would be in check");
    }
    let table = at("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1").after("e2e4 d8d7 e1e2");
    assert!(table.refusal("d4e3").starts_with("FIDE 3.7"), "a move too late");
    let table = at("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1").after("e2e3 d8d7 e3e4");
    assert!(table.refusal("d4e3").starts_with("FIDE 3.7"), "no double step");
}

#[test]
fn a_pawn_on_the_first_or_the_last_rank_is_refused() {
    let mut table = Table::of("chess");
    for (fen, reason) in [
        ("P3k3/8/8/8/8/8/8/4K3", "FIDE 3.7: a white pawn on a8 would have become another man"),
        ("4k3/8/8/8/8/8/8/p3K3", "FIDE 3.7: a black pawn on a1 would have become another man"),
        ("4k3/8/8/8/8/8/8/P3K3", "FIDE 3.7: a white pawn can't come to a1: it only goes ahead"),
        ("p3k3/8/8/8/8/8/8/4K3", "FIDE 3.7: a black pawn can't come to a8: it only goes ahead"),
    ] {
        assert_eq!(table.set(&format!("{fen} w - - 0 1")), Err(reason.to_owned()));
    }
}

#[test]
fn a_hundred_plies_draw_and_mate_on_the_last_one_wins() {
    let table = at("7k/8/8/8/8/8/8/R3K3 w - - 98 80").after("a1a2");
    assert_eq!(table.end(), None);
    assert_eq!(table.after("h8h7").end(), HUNDRED);
    assert_eq!(at("7k/8/8/8/8/8/8/R3K3 w - - 100 80").end(), HUNDRED);
    let table = at("7k/8/6K1/8/8/8/8/R7 w - - 99 80").after("a1a8");
    assert_eq!((table.field(4).as_str(), table.end()), ("100", Some(("1-0", "checkmate"))));
    let table = at("3r3k/7p/2Q5/8/2B2PK1/6P1/4P3/5q2 b - - 98 99").after("d8d4 c6f6");
    assert_eq!(table.end(), Some(("1-0", "checkmate")));
    for (played, clock) in [("e2e4", "0"), ("a1a7", "0"), ("a1b1", "41")] {
        let table = at("4k3/p7/8/8/8/8/4P3/R3K3 w Q - 40 60").after(played);
        assert_eq!(table.field(4), clock, "{played}");
    }
    let table = at("4k3/8/8/8/8/8/8/R3K3 w Q - 40 60").after("e1c1");
    assert_eq!(table.field(4), "41", "castling is no pawn move");
}

#[test]
fn a_clock_beyond_the_limit_is_kept_as_given() {
    let table = at("4k3/8/8/8/8/8/8/R3K3 w - - 255 1");
    assert_eq!((table.field(4).as_str(), table.end()), ("255", HUNDRED));
    assert_eq!(at("8/5kR1/8/3K4/8/8/8/8 b - - 0 143").perft(1), 4);
}

#[test]
fn dead_positions_are_drawn_and_what_is_not_dead_goes_on() {
    for (men, end) in [
        ("8/8/8", DEAD),
        ("8/3N4/8", DEAD),
        ("8/3b4/8", DEAD),
        // Bishops on squares of one colour, of one side or of both.
        ("3B4/8/3B4", DEAD),
        ("3B4/2b5/8", DEAD),
        ("3B4/3b4/8", None),
        ("3B4/3B4/8", None),
        ("3N4/3N4/8", None),
        ("3N4/3n4/8", None),
        ("3N4/3b4/8", None),
        ("8/3P4/8", None),
        ("8/3R4/8", None),
        ("8/3q4/8", None),
    ] {
        let fen = format!("8/7k/{men}/8/8/K7 w - - 0 1");
        assert_eq!(at(&fen).end(), end, "{men}");
    }
    // The capture that leaves nothing to mate with ends the game.
    assert_eq!(at("k7/8/8/8/8/8/6Kp/8 w - - 0 1").after("g2h2").end(), DEAD);
    // Other games than orthodox ones have no dead positions.
    assert_eq!(
        Table::at("avatar", "k9a/11/11/11/11/***********/11/11/11/11/K9A w - - 0 1").end(),
        None
    );
}

#[test]
fn stalemate_draws_and_checkmate_wins() {
    assert_eq!(at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").end(), Some(("1/2-1/2", "stalemate")));
    let table = at(START).after("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(table.end(), Some(("0-1", "checkmate")));
    assert!(table.moves().is_empty());
}

#[test]
fn the_king_does_not_castle_out_of_through_or_into_check() {
    for (file, short, long) in [
        ('a', true, true),
        ('b', true, true),
        ('c', true, false),
        ('d', true, false),
        ('e', false, false),
        ('f', false, true),
        ('g', false, true),
        ('h', true, true),
    ] {
        let before = file as u8 - b'a';
        let row: String = [before, 7 - before]
            .map(|run| if run == 0 { String::new() } else { run.to_string() })
            .join("r");
        let table = at(&format!("3k4/8/8/8/8/8/{row}/R3K2R w KQ - 0 1"));
        assert_eq!((table.can("e1g1"), table.can("e1c1")), (short, long), "{file}");
    }
    let table = at("3k4/8/8/8/8/8/8/RN2K1NR w KQ - 0 1");
    assert!(!table.can("e1g1") && !table.can("e1c1"), "men between");
    let table = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(table.after("h1h8").field(2), "Qq", "the capture takes the partner's right too");
}

#[test]
fn a_pawn_on_the_last_rank_must_become_something() {
    let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(at(fen).goes("a7"), set("a8q a8r a8b a8n"));
    assert!(at(fen).refusal("a7a8").contains("must become"));
    assert_eq!(at(fen).after("a7a8n").man("a8"), 'N');
    let table = at("8/5P1k/5K2/8/8/8/8/8 w - - 0 1").after("f7f8n");
    assert!(table.in_check(), "the knight looks at h7");
    assert_eq!(at("7k/8/8/8/8/8/p7/1R4K1 b - - 0 1").goes("a2"), {
        set("a1q a1r a1b a1n b1q b1r b1b b1n")
    });
}

#[test]
fn impossible_positions_are_refused_and_nothing_changes() {
    let mut table = Table::of("chess");
    for fen in [
        "",
        "8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "1n6/8/2Q5/1rK5/8/8/8/5k2 b - - 0 1",
        "8/8/8/8/8/8/5kK1/8 w - - 0 1",
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "k////KPPPPPPPPPPPPPPP/N6NN/8B/Q w - - 0 1",
        "rnbqkbnr/pppxpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR r KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQXq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z9 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
    ] {
        assert!(table.set(fen).is_err(), "{fen}");
        assert_eq!(table.fen(), START, "{fen}");
    }
}

#[test]
fn what_can_be_corrected_is_corrected_and_told() {
    let mut table = Table::of("chess");
    let notes = table.set("2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14").unwrap();
    assert_eq!((table.field(2).as_str(), notes.len()), ("KQ", 1), "{notes:?}");
    assert_eq!(table.set("4k3/8/8/8/8/8/8/R3K2R w KKQQ - 0 1"), Ok(Vec::new()));
    assert_eq!(table.field(2), "KQ");
    assert_eq!(table.set("8/8/8/8/8/k7/8/K7 b"), Ok(Vec::new()));
    assert_eq!(table.fen(), "8/8/8/8/8/k7/8/K7 b - - 0 1");
    let notes = table.set("4k3/8/8/8/8/8/8/R3K3 w - e6 0 1").unwrap();
    assert_eq!((table.field(3).as_str(), notes.len()), ("-", 1), "no pawn has passed e6");
}

#[test]
fn refusals_name_the_article() {
    let start = at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (text, reason) in [
        ("e7e5", "FIDE 1.2: White is to move"),
        ("a1a2", "FIDE 3.1: a man of the same side"),
        ("c1e3", "FIDE 3.2, 3.5: a bishop on c1"),
        ("a1a4", "FIDE 3.3, 3.5: a rook"),
        ("d1d4", "FIDE 3.4, 3.5: a queen"),
        ("b1b3", "FIDE 3.6: a knight"),
        ("e2e5", "FIDE 3.7: a pawn on e2 can't go to e5"),
        ("e2e4q", "FIDE 3.7: the pawn does not become `q` there"),
        ("e1e3", "FIDE 3.8: a king"),
    ] {
        let said = start.refusal(text);
        assert!(said.starts_with(reason), "{text}: {said}");
    }
    let blocked = at("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1");
    assert!(blocked.refusal("e1g1").starts_with("FIDE 3.8.2: a man stands between"));
    let pinned = at("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert!(pinned.refusal("e2c3").starts_with("FIDE 3.9: the king would be in check"));
}
