//! Men of the larger boards: cannons and inner partners of Shako, promotion of Grand chess, oblique
//! riders of Avatar Riff Riders.

use super::positions::set;
use super::table::Table;

fn shako(fen: &str) -> Table {
    Table::at("shako", fen)
}

#[test]
fn a_cannon_moves_like_a_rook_and_takes_over_exactly_one_man() {
    let table = shako("9k/2p7/2p7/10/10/2C1P1p1p1/10/10/10/K9 w - - 0 1");
    assert_eq!(table.goes("c5"), set("c6 c7 c9 d5 g5 a5 b5 c4 c3 c2 c1"));
    let table = shako("9k/10/10/10/10/2C1p3P1/10/10/10/K9 w - - 0 1");
    assert!(!table.can("c5e5") && !table.can("c5i5"), "no man between; an own one behind");
}

#[test]
fn a_cannon_checks_over_exactly_one_man_of_either_side() {
    for (between, check) in [
        (["10", "10"], false),
        (["5N4", "10"], true),
        (["5n4", "10"], true),
        (["10", "5p4"], true),
        (["5N4", "5p4"], false),
        (["5N4", "5N4"], false),
    ] {
        let fen = format!("9k/5c4/10/{}/{}/10/10/10/10/5K4 w - - 0 1", between[0], between[1]);
        assert_eq!(shako(&fen).in_check(), check, "{between:?}");
    }
}

#[test]
fn a_cannons_check_is_met_by_king_capture_a_second_man_or_the_mount_moving_away() {
    // King f1, own knight f5 as mount, cannon f9, rook a4.
    let table = shako("9k/5c4/10/10/10/5N4/R9/10/10/5K4 w - - 0 1");
    assert!(table.in_check());
    assert_eq!(table.goes("f5"), set("d4 d6 e3 e7 g3 g7 h4 h6"), "the mount leaves the line");
    assert_eq!(table.goes("a4"), set("f4"), "a second man on the line");
    assert_eq!(table.goes("f1"), set("e1 e2 g1 g2"), "f2 is on the line too");
    // The rook takes the cannon, or comes between.
    let table = shako("9k/R4c4/10/10/10/5n4/10/10/10/5K4 w - - 0 1");
    assert_eq!(table.goes("a9"), set("f9"));
    // Taking the mount makes the taker the mount.
    let table = shako("9k/5c4/10/10/10/R4p4/10/10/10/5K4 w - - 0 1");
    assert!(table.in_check());
    assert_eq!(table.goes("a5"), set(""));
}

#[test]
fn no_man_may_become_a_cannons_mount_or_leave_one_alone() {
    let table = shako("9k/5c4/10/10/10/R9/10/10/10/5K4 w - - 0 1");
    assert!(!table.in_check());
    assert!(table.can("a5e5") && table.can("a5g5") && !table.can("a5f5"));
    let table = shako("9k/5c4/10/5N4/10/5R4/10/10/10/5K4 w - - 0 1");
    assert!(!table.in_check());
    assert_eq!(table.goes("f7"), set(""), "the knight may not leave the rook alone on the line");
    assert_eq!(table.goes("f5"), set("f2 f3 f4 f6"), "nor the rook the knight");
}

#[test]
fn shako_castles_with_the_inner_rook_which_must_not_uncover_an_attack() {
    let row = |row: &str| format!("9k/10/10/10/10/10/10/10/{row}/10 w KQ - 0 1");
    for (men, short, long) in [
        ("ER3K2RE", true, true),
        ("1R3K2R1", true, true),
        // The rook that leaves i2 would let the enemy on j2 look at the king on h2.
        ("ER3K2Rr", false, true),
        // The rook on i2 is the mount of a cannon: the king is in check.
        ("ER3K2Rc", false, false),
        ("ER3K2Rn", true, true),
        ("rR3K2RE", true, false),
    ] {
        let table = shako(&row(men));
        assert_eq!((table.can("f2h2"), table.can("f2d2")), (short, long), "{men}");
    }
    let table = shako(&row("ER3K2RE")).after("f2h2");
    assert_eq!((table.man("h2"), table.man("g2"), table.man("j2")), ('K', 'R', 'E'));
    let table = shako(&row("ER3K2RE")).after("f2d2");
    assert_eq!((table.man("d2"), table.man("e2"), table.man("a2")), ('K', 'R', 'E'));
}

#[test]
fn a_grand_pawn_becomes_only_what_its_side_has_lost() {
    // White lacks one knight.
    let fen = |pawn: &str| format!("{pawn}/10/10/10/1NBQKCAB2/R8R w - - 0 1");
    let table = Table::at("grand", &fen("8k1/10/10/6P3/10"));
    assert_eq!(table.goes("g7"), set("g8 g8n"), "it may stay a pawn on the eighth rank");
    let table = Table::at("grand", &fen("8k1/10/6P3/10/10"));
    assert_eq!(table.goes("g8"), set("g9 g9n"));
    let table = Table::at("grand", &fen("8k1/6P3/10/10/10"));
    assert_eq!(table.goes("g9"), set("g10n"), "and must promote on the tenth");
    assert_eq!(table.after("g9g10n").man("g10"), 'N');
    let table = Table::at("grand", &fen("8k1/10/10/6P3/4P5")).after("g7g8n i10h9 e6e7 h9i10");
    assert_eq!(table.goes("e7"), set("e8"), "the lost knight has come back");
}

#[test]
fn men_that_were_lost_may_be_told_in_brackets_but_nothing_else() {
    let placement = "8k1/10/10/6P3/10/10/10/10/1NBQKCAB2/R8R";
    for (hand, bad) in [
        ("[]", ""),
        ("[-]", ""),
        ("[NPPrq]", ""),
        ("[N9]", "holdings: `9` is no man of this game"),
        ("[N", "the bracket behind the placement is not closed"),
        ("[N]x", "`x` behind the men in brackets"),
    ] {
        let read = Table::of("grand").set(&format!("{placement}{hand} w - - 0 1"));
        assert_eq!(read.err().unwrap_or_default(), bad, "{hand}");
    }
}

#[test]
fn a_grand_pawn_waits_before_the_last_rank_and_gives_check_there() {
    let full = |upper: &str, side: &str| {
        let fen = format!("{upper}/10/10/10/10/10/10/1NBQKCABN1/R8R {side} - - 0 1");
        Table::at("grand", &fen)
    };
    assert_eq!(full("8k1/6P3", "w").goes("g9"), set(""), "nothing is lost that it could become");
    assert_eq!(full("5r2k1/6P3", "w").goes("g9"), set(""), "not by a capture either");
    let table = full("7k2/6P3", "b");
    assert!(table.in_check());
    assert!(!full("8k1/6P3", "b").in_check());
    assert!(!full("8k1/6P3", "b").can("i10h10"), "h10 is attacked");
    let black = "r8r/1nbqkcabn1/10/10/10/10/10/10/6p3/8K1 b - - 0 1";
    assert_eq!(Table::at("grand", black).goes("g2"), set(""));
}

fn avatar(upper: &str, lower: &str) -> Table {
    Table::at("avatar", &format!("{upper}/***********/{lower} w - - 0 1"))
}

#[test]
fn a_riders_check_is_met_on_its_landing_squares_between() {
    // The zecari on e7 looks at a1 by way of c4, over the barrier.
    let table = avatar("10k/11/11/11/4z6", "11/11/11/1A9/K10");
    assert!(table.in_check());
    assert_eq!(table.moves(), set("b2c4 a1a2 a1b1"));
    assert_eq!(table.after("b2c4").man("c4"), 'C');
    // And at c1 by way of d4.
    let table = avatar("10k/11/11/11/4z6", "11/11/1A9/11/2K8");
    assert!(table.in_check());
    assert_eq!(table.goes("b3"), set("d4"));
    // Its capture is an answer too; a man on a square that it only passes over is none.
    let table = avatar("10k/11/4D6/11/4z6", "11/11/11/11/K10");
    assert_eq!(table.goes("e9"), set("e7"));
}

#[test]
fn a_man_pinned_by_a_rider_stays_on_its_landing_squares() {
    let table = avatar("5k5/6z4/11/11/11", "11/2Z8/11/11/K10");
    assert!(!table.in_check());
    assert_eq!(table.goes("c4"), set("e7 g10"));
    let table = avatar("5k5/6z4/11/11/4Z6", "11/11/11/11/K10");
    assert_eq!(table.goes("e7"), set("c4 g10"));
    let table = avatar("5k5/6z4/11/11/4M6", "11/11/11/11/K10");
    assert_eq!(table.goes("e7"), set(""), "no step of the amazonrider keeps to the line");
    let table = avatar("5k5/6z4/11/11/4M6", "11/2P8/11/11/K10");
    assert!(table.goes("e7").len() > 5, "with two men on the line neither is pinned");
}
