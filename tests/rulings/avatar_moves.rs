//! Avatar Riff Riders: board, men, morphing, castling and text (RIFF-1 to RIFF-9), case by case.

use super::positions::set;
use super::table::Table;

/// The pieces by file; `.` is the f-file.
const FILES: &str = "DACZM.MZCAD";

/// A position from its ranks 11 to 7 and 5 to 1, White to move, no rights.
fn at(upper: &str, lower: &str) -> Table {
    Table::at("avatar", &format!("{upper}/***********/{lower} w - - 0 1"))
}

#[test]
fn riff_1_slides_and_kings_stop_at_the_holes_and_leaps_cross_them() {
    let table = at("k9p/11/11/11/11", "5D5/11/11/11/K10");
    let rook = "a5 b5 c5 d5 e5 g5 h5 i5 j5 k5 f4 f3 f2 f1";
    let nightrider = "g7 h9 i11 e7 d9 c11 g3 h1 e3 d1 h4 j3 d4 b3";
    assert_eq!(table.goes("f5"), set(&format!("{rook} {nightrider}")));
    let table = at("k9p/11/11/11/11", "D4K5/11/11/11/11");
    assert_eq!(table.goes("f5"), set("e5 g5 e4 f4 g4"));
    let table = at("k9p/11/11/11/11", "5P5/11/11/11/K10");
    assert_eq!(table.goes("f5"), set("f7"), "the pawn leaps over the hole");
    let table = Table::at("avatar", "k9p/11/11/11/5p5/***********/11/11/11/10P/K10 b - - 0 1");
    assert_eq!(table.goes("f7"), set("f5"));
}

#[test]
fn riff_1_nothing_stands_on_a_hole() {
    let mut table = Table::of("avatar");
    let with_row = |row: &str| format!("k9p/11/11/11/11/{row}/11/11/11/10P/K10 w - - 0 1");
    assert_eq!(table.set(&with_row("***********")), Ok(Vec::new()));
    let before = table.fen();
    for row in ["11", "**********", "************", "*****P*****", "*****1*****", "5*5", ""] {
        assert!(table.set(&with_row(row)).is_err(), "{row}");
        assert_eq!(table.fen(), before, "{row}: a refused position changes nothing");
    }
    assert!(table.set("k9p/11/11/11/11/***********/5*5/11/11/10P/K10 w - - 0 1").is_err());
}

#[test]
fn riff_3_rides_end_at_the_first_man_at_holes_and_at_edges() {
    // An enemy on c3 may be taken, not passed; men beside the way (b2, c2) do not matter.
    let table = at("k9p/11/11/11/11", "11/11/2p8/1PP8/1A8K");
    assert_eq!(table.goes("b1"), set("c3 d2 f3 h4 j5 a3"));
    // An own man on c3 ends the ride before it.
    let table = at("k9p/11/11/11/11", "11/11/2P8/11/1A8K");
    assert_eq!(table.goes("b1"), set("d2 f3 h4 j5 a3"));
    // Over the barrier from b5; from b4 the landing squares c6 and f6 are holes.
    let table = at("k9p/11/11/11/11", "1A9/1A9/11/11/10K");
    assert_eq!(table.goes("b5"), set("a7 c7 d9 e11 d4 f3 h2 j1 c3 d1 a3"));
    assert_eq!(table.goes("b4"), set("d5 d3 f2 h1 c2 a2"));
    // Zecari: (2,3), (3,2), (1,3) and (3,1), repeated; a hole or a man on a landing square ends it.
    let table = at("k9p/11/11/11/11", "11/11/11/11/Z9K");
    assert_eq!(table.goes("a1"), set("c4 e7 g10 d3 g5 j7 b4 c7 d10 d2 g3 j4"));
    let table = at("k9p/11/11/11/11", "11/11/Z10/3p7/10K");
    assert_eq!(table.goes("a3"), set("d5 g7 j9 d4 g5 d1 d2"));
}

#[test]
fn riff_4_a_pawn_takes_straight_ahead_and_through_anything() {
    let table = at("k9p/11/11/11/11", "5p5/4pp5/5P5/11/10K");
    assert_eq!(table.goes("f3"), set("f4 f5 g4"), "e4 is not taken, f5 is, through f4");
    let table = at("k9p/11/11/11/11", "5P5/5P5/5P5/11/10K");
    assert_eq!(table.goes("f3"), set("e4 g4"));
}

#[test]
fn riff_4_a_pawn_gives_check_two_squares_ahead() {
    for (upper, check) in [
        ("10p/11/5k5/5p5/5P5", true),
        ("10p/11/5k5/11/5P5", true),
        ("10p/11/11/5k5/5P5", true),
        ("10p/5k5/11/11/5P5", false),
        ("10p/11/11/4k6/5P5", false),
    ] {
        let fen = format!("{upper}/***********/11/11/11/10P/K10 b - - 0 1");
        assert_eq!(Table::at("avatar", &fen).in_check(), check, "{upper}");
    }
}

#[test]
fn riff_4_there_is_no_en_passant() {
    for lower in ["11/5p5/4p6/5P5/K10", "11/11/4p6/5P5/K10"] {
        let table = at("k9p/11/11/11/11", lower).after("f2f4");
        assert_eq!(table.field(3), "-");
        assert!(!table.goes("e3").contains("f3"));
        let table = table.after("e3f2");
        assert_eq!(table.man("f4"), 'P', "nothing but the arrival square is emptied");
    }
}

#[test]
fn riff_5_a_man_becomes_the_piece_of_the_file_it_arrives_on() {
    for (from, fen) in [
        ("f3", "k9p/11/11/11/11/***********/11/11/5M5/11/K10 w - - 0 1"),
        ("f9", "k10/11/5m5/11/11/***********/11/11/11/11/K9P b - - 0 1"),
    ] {
        for (file, becomes) in ('a'..='k').zip(FILES.chars()).filter(|&(file, _)| file != 'f') {
            let to = format!("{file}{}", &from[1..]);
            let table = Table::at("avatar", fen);
            assert!(table.moves().contains(&format!("{from}{to}")), "no suffix in UCI");
            let man = table.after(&format!("{from}{to}")).man(&to);
            let wanted = if from == "f3" { becomes } else { becomes.to_ascii_lowercase() };
            assert_eq!(man, wanted, "{to}");
        }
    }
}

#[test]
fn riff_5_captures_and_pawns_change_too_and_the_f_file_and_the_king_do_not() {
    for (lower, played, square, man) in [
        ("11/11/p4M5/11/10K", "f3a3", "a3", 'D'),
        ("11/11/D10/11/10K", "a3f3", "f3", 'D'),
        ("11/11/5M5/11/10K", "f3f5", "f5", 'M'),
        ("11/11/11/11/P9K", "a1a2", "a2", 'D'),
        ("11/11/11/11/P9K", "a1a3", "a3", 'D'),
        ("11/11/11/11/P9K", "a1b2", "b2", 'A'),
        ("11/11/11/11/4P5K", "e1f2", "f2", 'P'),
        ("11/11/11/5P5/10K", "f2g3", "g3", 'M'),
        ("11/11/11/11/P9K", "k1j1", "j1", 'K'),
    ] {
        let table = at("k9p/11/11/11/11", lower).after(played);
        assert_eq!(table.man(square), man, "{played}");
    }
}

#[test]
fn riff_6_check_is_judged_with_the_new_piece() {
    // From b1 the nightrider becomes a chancellorrider on a3 and checks along the rank.
    let table = at("10p/11/11/11/11", "11/11/10k/11/1A3K5");
    assert!(table.after("b1a3").in_check());
    // The amazonrider that goes to b3 is a nightrider there, and does not look along the rank.
    let table = at("10p/11/11/11/11", "3M7/11/10k/11/5K5");
    assert!(!table.after("d5b3").in_check());
}

#[test]
fn riff_7_a_pawn_promotes_on_f11_by_choice_and_beside_it_becomes_m() {
    let table = || at("11/5P5/11/11/k9p", "11/11/11/11/K10");
    assert_eq!(table().goes("f10"), set("f11a f11c f11d f11m f11z e11 g11"));
    assert!(table().refusal("f10f11").contains("must become"));
    assert!(!table().can("f10f11k") && !table().can("f10f11p"));
    assert_eq!(table().after("f10f11z").man("f11"), 'Z');
    assert_eq!(table().after("f10e11").man("e11"), 'M');
    // From f9 by a leap over a man, capturing.
    let table = at("5p5/5P5/5P5/11/k9p", "11/11/11/11/K10");
    assert_eq!(table.goes("f9"), set("f11a f11c f11d f11m f11z e10 g10"));
    // Other men that arrive there do not promote.
    let table = at("11/4M6/11/11/k9p", "11/11/11/11/K10").after("e10f11");
    assert_eq!(table.man("f11"), 'M');
    let black = || Table::at("avatar", "k10/11/11/11/11/***********/11/11/11/5p5/P9K b - - 0 1");
    assert_eq!(black().goes("f2"), set("f1a f1c f1d f1m f1z e1 g1"));
    assert_eq!(black().after("f2f1d").man("f1"), 'd');
}

const CASTLING: &str = "11/d4k4d/11/11/11/***********/11/ROW/11/D4K4D/11 w KQkq - 0 1";

fn castling(row: &str) -> Table {
    Table::at("avatar", &CASTLING.replace("ROW", row))
}

#[test]
fn riff_8_the_king_goes_four_squares_and_the_partner_beside_it() {
    for (moves, king, partner, empty) in [
        ("f2j2", "j2", "i2", "k2"),
        ("f2b2", "b2", "c2", "a2"),
        ("a2a3 f10j10", "j10", "i10", "k10"),
        ("a2a3 f10b10", "b10", "c10", "a10"),
    ] {
        let table = castling("11").after(moves);
        assert_eq!(table.man(king).to_ascii_uppercase(), 'K', "{moves}");
        assert_eq!(table.man(partner).to_ascii_uppercase(), 'D', "{moves}");
        assert_eq!(table.man(empty), '.', "{moves}");
    }
    assert_eq!(castling("11").after("f2j2").field(2), "kq");
}

#[test]
fn riff_8_no_square_of_the_kings_way_may_be_attacked_but_the_partner_may() {
    // A black pawn on the fourth rank attacks the second.
    for (file, short, long) in [
        ('a', true, true),
        ('b', true, false),
        ('c', true, false),
        ('d', true, false),
        ('e', true, false),
        ('f', false, false),
        ('g', false, true),
        ('h', false, true),
        ('i', false, true),
        ('j', false, true),
        ('k', true, true),
    ] {
        let before = file as u8 - b'a';
        let row: String = [before, 10 - before]
            .map(|run| if run == 0 { String::new() } else { run.to_string() })
            .join("p");
        let table = castling(&row);
        assert_eq!((table.can("f2j2"), table.can("f2b2")), (short, long), "{file}");
    }
}

#[test]
fn riff_8_every_square_between_must_be_empty() {
    for (row, short, long) in [
        ("D4K3AD", false, true),
        ("D4KA3D", false, true),
        ("DA3K4D", true, false),
        ("D3AK4D", true, false),
        ("D4K3aD", false, true),
    ] {
        let fen = CASTLING.replace("ROW", "11").replace("D4K4D", row);
        let table = Table::at("avatar", &fen);
        assert_eq!((table.can("f2j2"), table.can("f2b2")), (short, long), "{row}");
    }
}

#[test]
fn riff_8_rights_go_with_king_and_partner() {
    for (moves, rights) in [
        ("f2f1", "kq"),
        ("a2a3", "Kkq"),
        ("k2k3", "Qkq"),
        ("a2a3 a10a9 a3a2 a9a10", "Kk"),
        ("f2f1 f10f11 f1f2 f11f10", "-"),
    ] {
        assert_eq!(castling("11").after(moves).field(2), rights, "{moves}");
    }
    assert!(!castling("11").after("f2f1 a10a9 f1f2 a9a10").can("f2j2"));
    let taken = "11/d4k4d/11/11/11/***********/11/11/8a2/D4K4D/11 b KQkq - 0 1";
    assert_eq!(Table::at("avatar", taken).after("i3k2").field(2), "Qkq");
}

#[test]
fn riff_9_the_partner_keeps_its_type_until_it_moves() {
    let table = castling("11").after("f2j2");
    assert_eq!(table.man("i2"), 'D');
    assert_eq!(table.after("a10a9 i2i3").man("i3"), 'C');
    assert_eq!(castling("11").after("f2b2").man("c2"), 'D');
}

#[test]
fn castling_has_three_spellings_and_is_written_as_the_kings_move() {
    let table = castling("11");
    assert!(table.moves().contains("f2j2") && table.moves().contains("f2b2"));
    for (spelling, king) in
        [("f2j2", "j2"), ("O-O", "j2"), ("0-0", "j2"), ("f2b2", "b2"), ("O-O-O", "b2")]
    {
        assert!(table.can_xboard(spelling), "{spelling}");
        assert_eq!(castling("11").after(spelling).man(king), 'K', "{spelling}");
    }
    assert_eq!(table.xboard("f2j2"), "f2j2");
    let table = Table::at("avatar", &table.fen().replace("KQkq", "-"));
    assert!(!table.can("f2j2") && !table.can("O-O"));
}

#[test]
fn suffixes_are_printed_in_xboard_and_read_in_both_dialects() {
    let table = Table::of("avatar");
    assert_eq!(table.xboard("b2d3"), "b2d3z");
    for (text, accepted) in
        [("b2d3", true), ("b2d3z", true), ("b2d3Z", true), ("b2d3a", false), ("b2d3m", false)]
    {
        assert_eq!(table.can(text), accepted, "{text}");
        assert_eq!(table.can_xboard(text), accepted, "{text}");
    }
    let table = at("11/5P5/11/11/k9p", "11/11/11/11/K10");
    for (text, printed) in [("f10e11", "f10e11m"), ("f10f11c", "f10f11c"), ("a1a2", "a1a2")] {
        assert_eq!(table.xboard(text), printed);
        assert!(table.can(printed) && table.can_xboard(printed), "{printed}");
    }
    assert!(table.can("f10f11A") && table.can_xboard("f10f11D"));
    assert!(!table.can_xboard("f10f11"), "a promotion needs its letter");
}

#[test]
fn two_digit_ranks_are_read_greedily_and_near_misses_are_refused() {
    let table = at("k9p/10D/11/11/11", "11/11/11/11/K10");
    assert!(table.can("k10k7") && table.can("k10k11") && table.can("k10a10"));
    for text in [
        "k10k12",
        "l1a1",
        "k0k7",
        "k010k7",
        "k10k10",
        "k10",
        "k10k7k8",
        "k10 k7",
        "k1k7",
        "",
        "k",
        "k10k6",
        "k10k07",
        "\u{e9}10k7",
        "k10k7\u{e9}",
    ] {
        assert!(!table.can(text), "{text}");
    }
}

#[test]
fn impossible_positions_are_refused_and_rights_without_men_dropped() {
    let mut table = Table::of("avatar");
    let lower = "11/11/11/D4K4D/11";
    for (upper, lower, side) in [
        ("11/11/11/11/11", lower, "w"),
        ("5kk4/11/11/11/11", lower, "w"),
        ("5k5/11/11/11/11", "11/11/11/D9D/11", "w"),
        ("5k5/5P5/11/11/11", lower, "w"),
        ("5k5/11/11/11/11", "11/5p5/11/D4K4D/11", "b"),
        ("5k5/11/11/11/11", "11/11/11/D4K4D/11/11", "w"),
        ("5k5/11/11/11/11", "11/11/11/D4K5D/11", "w"),
        ("5k5/11/11/11/11", "11/11/11/D4K3D/11", "w"),
        ("5k5/11/11/11/11", "11/11/11/D4K4Q/11", "w"),
        ("5k5/11/11/11/11", lower, "r"),
    ] {
        let fen = format!("{upper}/***********/{lower} {side} - - 0 1");
        assert!(table.set(&fen).is_err(), "{fen}");
    }
    for (row, rights, notes) in [
        ("D4K4D", "KQ", 0),
        ("D4K3D1", "Q", 1),
        ("D3K5D", "-", 2),
        ("A4K4D", "K", 1),
        ("d4K4D", "K", 1),
    ] {
        let fen = format!("5k4p/11/11/11/11/***********/11/11/11/{row}/11 w KQ - 0 1");
        let told = table.set(&fen).unwrap();
        assert_eq!((table.field(2).as_str(), told.len()), (rights, notes), "{row}: {told:?}");
    }
    assert!(table.set(&CASTLING.replace("ROW", "11").replace("KQkq", "KQX")).is_err());
}

#[test]
fn refusals_name_the_rule() {
    let start = Table::of("avatar");
    for (text, reason) in [
        ("b2b6", "RIFF-1: b6 is not part of the board"),
        ("b10c8", "FIDE 1.2: White is to move"),
        ("b2b3", "RIFF-3: a nightrider on b2 can't go to b3"),
        ("b1b4", "RIFF-4: a pawn on b1 can't go to b4"),
        ("c2c4", "RIFF-3: a cardinalrider"),
        ("a2b2", "FIDE 3.1: a man of the same side stands on b2"),
        ("b2d3a", "RIFF-5: the nightrider becomes a zecari there, not `a`"),
        ("O-O", "RIFF-8: castling is not possible now"),
    ] {
        let said = start.refusal(text);
        assert!(said.starts_with(reason), "{text}: {said}");
    }
    let promoting = at("k9p/5P5/11/11/11", "11/11/11/11/K10");
    let said = promoting.refusal("f10f11");
    assert!(said.starts_with("RIFF-7: a pawn arriving on f11 must become one of "), "{said}");
    let castling = at("k9p/11/11/11/11", "11/11/11/D4K4D/11");
    assert_eq!(castling.refusal("f2j2"), "RIFF-8: king or partner has moved");
    let beside = at("9k1/11/11/11/11", "11/11/d10/5K5/10P");
    assert_eq!(beside.refusal("f2f3"), "RIFF-6: the king would be in check");
}
