//! Rules of the definition format that no game of the catalogue uses.

use super::positions::set;
use super::table::Table;
use caryatid::games::diagram::open;

/// A definition with one more kind.
fn with(kind: &str) -> String {
    format!("royal=K promoChoice=N Knight:N:N:knight:b1 {kind} King:K:K:king:e1")
}

#[test]
fn two_ways_to_one_square_are_one_move() {
    for (betza, targets) in [
        ("fmWifmnW2", "a3 a4"),
        ("fmWifmW2", "a3 a4"),
        ("fmRifmnW3", "a3 a4 a5 a6"),
        ("fmDifmnD", "a4"),
    ] {
        let table = Table::defined(&with(&format!("Soldier:S:{betza}:x:a2 promoZone=0")));
        assert_eq!(table.goes("a2"), set(targets), "{betza}");
        let all = table.moves().len() as u64;
        assert_eq!(table.perft(1), all, "{betza}: a move is listed twice");
    }
}

#[test]
fn a_refusal_names_the_line_of_the_definition_and_no_law_that_it_changes() {
    let text = "A game of one's own\nroyal=K promoChoice=NB\npawn:P:fmWfcF:pawn:a2-h2\nknight:N:N:knight:b1,g1\n\
                bishop:B:B2:bishop:c1\nmorph=.......N\nrook:R:R:rook:a1,h1\n\nking:K:KisO2:king:e1";
    let start = Table::defined(text);
    for (moved, reason) in [
        ("a2a4", "line 3 of its definition: a pawn on a2 can't go to a4"),
        ("b1b3", "line 4 of its definition: a knight"),
        ("e1e3", "line 9 of its definition: a king"),
        ("O-O", "line 9 of its definition: castling"),
        ("a1a2", "FIDE 3.1: "),
        ("e7e6", "FIDE 1.2: "),
        ("e5e6", "FIDE 1.1: there is no man on e5"),
        ("a2a9", "its definition: a9 is not part of the board"),
    ] {
        let said = start.refusal(moved);
        assert!(said.starts_with(reason), "{moved}: {said}");
    }
    let mut table = Table::defined(text);
    table.set("4k3/P7/8/8/8/8/2B5/4K3 w - - 0 1").unwrap();
    assert!(table.refusal("a7a8").starts_with("line 2 of its definition: a pawn arriving on a8"));
    assert!(table.refusal("c2d3n").starts_with("line 6 of its definition: the bishop"));
}

#[test]
fn a_man_that_has_moved_to_where_one_of_its_kind_started_has_moved() {
    let text = with("Pawn:P:fmWfceFifmnD:x:a2,b3 promoZone=0");
    let table = Table::defined(&text);
    assert_eq!(table.goes("b3"), set("b4 b5"));
    let table = table.after("b3b4 b8a6 a2a3 a6b8 b4b5 b8a6 a3a4 a6b8");
    assert_eq!(table.goes("a4"), set("a5"));
    // From a2 to b3 by a capture: b3 is a start square, but not this pawn's.
    let mut table = Table::defined(&text);
    table.set("4k3/8/8/8/8/1n6/P7/4K3 w - - 0 1").unwrap();
    let table = table.after("a2b3 e8d8");
    assert_eq!(table.goes("b3"), set("b4"));
}

#[test]
fn every_square_passed_is_open_and_stays_so_in_a_fen() {
    let text =
        "royal=K promoChoice=N Pawn:P:fmWfceFifmnDifmnH:x:a2-h2 Knight:N:N:x:b1 King:K:K:x:e1";
    let mut table = Table::defined(text);
    table.set("4k3/8/8/1p6/1p6/8/P7/4K3 w - - 0 1").unwrap();
    let table = table.after("a2a5");
    assert_eq!(table.field(3), "a3a4");
    let mut read = Table::defined(text);
    assert_eq!(read.set(&table.fen()), Ok(Vec::new()));
    assert_eq!((read.fen(), read.key()), (table.fen(), table.key()));
    for (taker, empty) in [("b4a3", "a4"), ("b5a4", "a3")] {
        let mut read = Table::defined(text);
        read.set(&table.fen()).unwrap();
        let read = read.after(taker);
        assert_eq!((read.man("a5"), read.man(empty)), ('.', '.'), "{taker}");
    }
}

/// Pawns that go diagonally and take straight ahead.
const DIAGONAL: &str =
    "royal=K promoChoice=N Pawn:P:mfFcefWimfnA:x:a2-h2 Knight:N:N:x:b1 King:K:K:x:e1";

#[test]
fn the_man_that_passed_a_square_is_known_where_two_can_have_passed_it() {
    let crossed = |fen: &str, played: &str| {
        let mut table = Table::defined(DIAGONAL);
        table.set(fen).unwrap();
        table.after(played)
    };
    let right = crossed("4k3/8/8/8/2Pp4/8/2P5/4K3 w - - 0 1", "c2e4");
    let left = crossed("4k3/8/8/8/3pP3/8/4P3/4K3 w - - 0 1", "e2c4");
    assert_eq!((right.field(0), left.field(0)), (left.field(0), right.field(0)));
    assert_eq!((right.field(3), left.field(3)), ("d3@e4".to_owned(), "d3@c4".to_owned()));
    assert_ne!(right.key(), left.key());
    for (table, taken, stays) in [(right, "e4", "c4"), (left, "c4", "e4")] {
        let mut read = Table::defined(DIAGONAL);
        assert_eq!(read.set(&table.fen()), Ok(Vec::new()));
        assert_eq!((read.fen(), read.key()), (table.fen(), table.key()));
        for table in [table, read] {
            let after = table.after("d4d3");
            assert_eq!((after.man(taken), after.man(stays)), ('.', 'P'));
        }
    }
}

#[test]
fn the_man_that_passed_is_named_only_where_it_may_be_another() {
    for (fen, played, field) in [
        ("4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1", "c2e4", "d3"),
        ("4k3/8/8/8/2Np4/8/2P5/4K3 w - - 0 1", "c2e4", "d3"),
        ("4k3/8/8/8/2Pp4/8/2P1P3/4K3 w - - 0 1", "c2e4", "d3"),
        ("4k3/8/8/8/2P5/8/2P5/4K3 w - - 0 1", "c2e4", "-"),
    ] {
        let mut table = Table::defined(DIAGONAL);
        table.set(fen).unwrap();
        assert_eq!(table.after(played).field(3), field, "{fen}");
    }
    let mut table = Table::defined(DIAGONAL);
    let two = "4k3/8/8/8/2PpP3/8/8/4K3 b - ";
    let notes = table.set(&format!("{two}d3 0 1")).unwrap();
    assert_eq!(notes, ["several men can have passed `d3`; `d3@c4` is assumed"]);
    assert_eq!(table.field(3), "d3@c4");
    let notes = table.set(&format!("{two}d3@d4 0 1")).unwrap();
    assert_eq!(notes, ["en passant square d3 dropped: no man has passed it"]);
    assert_eq!(table.field(3), "-");
    for wrong in ["d3@", "d3@x9", "d3@e4e4", "@e4x"] {
        assert!(table.set(&format!("{two}{wrong} 0 1")).is_err(), "{wrong}");
    }
    let one = "4k3/8/8/8/3pP3/8/8/4K3 b - d3@e4 0 1";
    assert_eq!(table.set(one), Ok(Vec::new()));
    assert_eq!(table.field(3), "d3");
}

#[test]
fn a_man_that_changes_where_its_double_step_ends_may_still_be_taken_en_passant() {
    let text = "royal=K promoChoice=N Pawn:P:fmWfceFifmnD:x:a2-h2 morph=////N \
                Knight:N:N:x:b1 King:K:K:x:e1";
    let mut table = Table::defined(text);
    table.set("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1").unwrap();
    let table = table.after("a2a4");
    assert_eq!((table.man("a4"), table.field(3)), ('N', "a3".to_owned()));
    let mut read = Table::defined(text);
    assert_eq!(read.set(&table.fen()), Ok(Vec::new()));
    assert_eq!((read.fen(), read.key()), (table.fen(), table.key()));
    assert_eq!(read.after("b4a3").man("a4"), '.');
}

#[test]
fn a_man_that_is_promoted_where_its_double_step_ends_may_still_be_taken_en_passant() {
    let text = "royal=K promoZone=5 promoChoice=NR!P Pawn:P:fmWfceFifmnD:x:a2-h2 \
                Knight:N:N:x:b1 Rook:R:R:x:a1 King:K:K:x:e1";
    let own = text.replace("promoZone=5", "promoZone=0");
    for (text, promoted) in [(text, "a2a4n"), (text, "a2a4r"), (text, "a2a4"), (&own, "a2a4")] {
        let mut table = Table::defined(text);
        table.set("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1").unwrap();
        let table = table.after(promoted);
        assert_eq!(table.field(3), "a3", "{promoted}");
        let mut read = Table::defined(text);
        assert_eq!(read.set(&table.fen()), Ok(Vec::new()));
        assert_eq!((read.fen(), read.key()), (table.fen(), table.key()));
        assert_eq!(read.after("b4a3").man("a4"), '.', "{promoted}");
    }
}

#[test]
fn a_capture_en_passant_that_ends_in_the_zone_promotes() {
    let text = |choice: &str| {
        format!(
            "royal=K promoZone=3 holdingsType=1 promoChoice={choice} Pawn:P:fmWfceFifmnD:x:a2-h2 Knight:N:N:x:b1 \
             King:K:K:x:e1"
        )
    };
    let after_from = |choice: &str, first: &str| {
        let mut table = Table::defined(&text(choice));
        table.set(&format!("{first}/8/8/8/1p6/8/P7/4K3 w - - 0 1")).unwrap();
        table.after("a2a4")
    };
    let after = |choice: &str| after_from(choice, "4k3");
    assert_eq!(after("N").goes("b4"), set("a3n b3n"));
    let taken = after("N").after("b4a3n");
    assert_eq!((taken.man("a3"), taken.man("a4")), ('n', '.'));
    assert_eq!(after("!PN").goes("b4"), set("a3 a3n b3 b3n"));
    assert_eq!(after("!PN").after("b4a3").man("a3"), 'p');
    let refusal = after("N").refusal("b4a3");
    assert!(refusal.contains("a pawn arriving on a3 must become one of n"), "{refusal}");
    // Where nothing is lost, the pawn can't become anything.
    assert_eq!(
        (after("*N").field(3), after_from("*N", "4k1n1").field(3)),
        ("a3".into(), "-".into())
    );
}

#[test]
fn a_man_is_refused_where_it_had_to_become_another() {
    let text = |choice: &str, more: &str| {
        format!(
            "ranks=6 royal=K promoZone=2 promoChoice={choice} Pawn:P:fmWfcF:x:a2-h2{more} \
             Knight:N:N:x:b1 King:K:K:x:e1"
        )
    };
    let refused = |text: &str, fen: &str| Table::defined(text).set(fen).err();
    let (last, before) = ("P3k3/8/8/8/8/4K3 w - - 0 1", "4k3/P7/8/8/8/4K3 w - - 0 1");
    let (behind, black) = ("4k3/8/8/8/8/P3K3 w - - 0 1", "4k3/8/8/8/p7/4K3 w - - 0 1");
    for fen in [last, before, black] {
        let reason = refused(&text("N", ""), fen).unwrap();
        assert!(reason.starts_with("line 1 of its definition: a "), "{reason}");
        assert!(reason.ends_with("would have become another man"), "{reason}");
    }
    let reason = refused(&text("N", ""), behind).unwrap();
    assert!(reason.contains("a white pawn can't come to a1"), "{reason}");
    // It may stay what it is, on the last rank but one or on both.
    assert!(refused(&text("!PN", ""), last).is_some());
    assert_eq!(refused(&text("!PN", ""), before), None);
    assert_eq!(refused(&text("PN", ""), last), None);
    // It begins there, on its own first rank or on the last; another man becomes it there.
    assert_eq!(refused(&text("N", ",a1"), behind), None);
    assert_eq!(refused(&text("N", ",a6"), last), None);
    let morph = text("N", "").replace("b1", "b1 morph=P");
    assert_eq!(refused(&morph, last), None);
    assert_eq!(refused(&morph, behind), None);
}

#[test]
fn ranks_may_be_numbered_from_0() {
    let text = "firstRank=0 royal=K Pawn::::a1-h1\nKnight:N:::b0,g0\nRook::::a0,h0\nKing::::e0";
    let mut table = Table::defined(text);
    assert_eq!(table.field(0), "rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR");
    assert_eq!(table.goes("a1"), set("a2 a3"));
    assert_eq!(table.goes("b0"), set("a2 c2"));
    table.set("r3k3/8/8/8/1p6/8/P7/4K3 w q - 0 1").unwrap();
    let table = table.after("a1a3");
    assert_eq!(table.field(3), "a2");
    assert!(table.can("b3a2") && table.can("e7c7"));
    assert!(faults(&text.replace("e0", "e8")).contains("`e8`"), "the ranks are 0 to 7");
}

#[test]
fn short_rows_of_a_morph_board_repeat_their_last_symbol_and_missing_ones_change_nothing() {
    // From the last rank down: a6 nothing, b6-f6 N; all of rank 5 N; b4 +B; a3 N, b3-f3 B.
    let text = "files=6 ranks=6 royal=K promoZone=0 Rook:R:R:x:a1 morph=.N/N/.,+B , ./NB/ \
                Knight:N:N:x: Bishop:B:B:x: Great:+B:BW:x: King:K:K:x:d2";
    let text = text.replace(" morph=.N/N/.,+B , ./NB/ ", "\nmorph=.N/N/.,+B , ./NB/\n");
    let arrives = |fen: &str, played: &str| {
        let mut table = Table::defined(&text);
        table.set(fen).unwrap();
        table.after(played).man(&played[2..])
    };
    let from = |file: char| match file {
        'a' => "6/4k1/6/6/3K2/R5 w - - 0 1",
        'b' => "6/4k1/6/6/3K2/1R4 w - - 0 1",
        'c' => "6/4k1/6/6/3K2/2R3 w - - 0 1",
        _ => "6/4k1/6/6/3K2/5R w - - 0 1",
    };
    for (played, man) in [
        ("a1a6", 'R'),
        ("b1b6", 'N'),
        ("f1f6", 'N'),
        ("a1a5", 'N'),
        ("f1f5", 'N'),
        ("a1a4", 'R'),
        ("b1b4", '+'),
        ("c1c4", 'R'),
        ("f1f4", 'R'),
        ("a1a3", 'N'),
        ("b1b3", 'B'),
        ("f1f3", 'B'),
        ("a1a2", 'R'),
        ("f1f2", 'R'),
    ] {
        assert_eq!(arrives(from(played.chars().next().unwrap()), played), man, "{played}");
    }
    // Black turns the board: his f1 is a6, his b1 e6.
    assert_eq!(arrives("5r/4k1/6/6/3K2/6 b - - 0 1", "f6f1"), 'r');
    assert_eq!(arrives("1r4/4k1/6/6/3K2/6 b - - 0 1", "b6b1"), 'n');
    let rows = "morph=./././././././.";
    assert!(faults(&text.replace("morph=", &format!("{rows}\nmorph="))).contains("more rows"));
}

#[test]
fn a_king_that_passes_may_be_taken_en_passant_by_nobody_but_its_move_is_known() {
    let text = "royal=K promoZone=0 Pawn:P:fmWfceF:x:a2 King:K:KinmW2:x:e1";
    let table = Table::defined(text);
    assert!(table.moves().contains("e1e3") && table.can("e1g1"));
    assert_eq!(table.perft(1), table.moves().len() as u64);
}

/// The faults of a text.
fn faults(text: &str) -> String {
    let errors = open("test", "test", text).expect_err(text);
    errors.iter().map(|error| format!("{error}\n")).collect()
}

#[test]
fn royals_neither_promote_nor_are_promoted_to() {
    let men = "Pawn:P:fmWfcF:x:a2\nKnight:N:N:x:b1\nKing:K:K:x:e1";
    let found = faults(&format!("promoChoice=NK\n{men}"));
    assert!(found.contains("line 1") && found.contains("royal"), "{found}");
    let found = faults(&format!("files=8\nmaxPromote=3 promoChoice=N\n{men}"));
    assert!(found.contains("line 2, `maxPromote`"), "{found}");
}

#[test]
fn a_king_whose_line_comes_first_stays_a_king_on_the_last_rank() {
    let text = "royal=K promoChoice=N King:K:K:x:e1 Knight:N:N:x:b1";
    let mut table = Table::defined(text);
    table.set("8/4K3/8/8/8/n6N/8/k7 w - - 0 1").unwrap();
    assert_eq!(table.goes("e7"), set("d8 e8 f8 d7 f7 d6 e6 f6"));
    assert_eq!(table.after("e7e8").man("e8"), 'K');
}

#[test]
fn a_promotion_zone_needs_something_to_become() {
    let men = "Pawn:P:fmWfcF:x:a2\nWazir:W:W:x:b1\nKing:K:K:x:e1";
    assert!(faults(men).contains("promoChoice"), "none of Q, N, R, B is in the game");
    Table::defined(&format!("promoZone=0\n{men}"));
    Table::defined(&format!("promoChoice=W\n{men}"));
    Table::defined(&format!("promoChoice=\n{men}"));
}

#[test]
fn en_passant_is_for_leaps_that_only_capture() {
    for betza in ["fmWceB", "fmWfceB2", "fmWfmceF", "fmFfmceF", "fmWfceW"] {
        let found = faults(&with(&format!("Pawn:P:{betza}:x:a2 promoZone=0")));
        assert!(found.contains("`e`"), "{betza}: {found}");
    }
}

#[test]
fn plies_are_counted_where_the_first_piece_is_no_pawn() {
    let king = "King:K:K:x:e1";
    let rook = "Rook:R:R:x:a1";
    for men in [
        format!("{king} {rook} Pawn:P:fmWfcF:x:a2"),
        format!("{rook} {king} Pawn:P:fmWfcF:x:a2"),
        format!("Soldier:S:fW:x:h2 {king} {rook}"),
    ] {
        let start = |clock: u32| {
            let mut table = Table::defined(&format!("royal=K promoZone=0\n{men}"));
            table.set(&format!("4k2r/8/8/8/8/8/8/R3K3 w - - {clock} 1")).unwrap();
            table
        };
        for (out, back) in [("e1d1 e8d8", "d1e1 d8e8"), ("a1b1 h8g8", "b1a1 g8h8")] {
            let twice = start(0).after(&format!("{out} {back} {out}"));
            assert_eq!(twice.end(), None, "{men}");
            let table = twice.after(back);
            assert_eq!(table.end(), Some(("1/2-1/2", "threefold repetition")), "{men}");
            let last = start(99).after(&out[..4]).end();
            assert!(last.is_some_and(|(_, why)| why.starts_with("100 plies")), "{men}: {last:?}");
        }
    }
}

#[test]
fn a_position_comes_again_across_moves_of_a_pawn_that_others_become() {
    let text = "royal=K promoZone=0\nSoldier:S:fR:x:a2\nmorph=././././R\nRook:R:R:x:h1\n\
                morph=././././././S\nKing:K:K:x:e1";
    let mut table = Table::defined(text);
    table.set("4k3/8/8/8/8/8/S7/4K3 w - - 0 1").unwrap();
    let once = "a2a4 e8d8 a4a2 d8e8";
    let table = table.after(once);
    assert_eq!((table.man("a2"), table.end()), ('S', None));
    assert_eq!(table.after(once).end(), Some(("1/2-1/2", "threefold repetition")));
}
