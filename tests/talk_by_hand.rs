//! What XBoard is told while a person lifts and drops men with the mouse. The lines are those that a real
//! XBoard 4.9.1 sent when its board was clicked.

#![allow(clippy::unwrap_used)]

mod driver;

use driver::{Engine, after};

/// An engine that plays a game in force mode, White to move.
fn playing(variant: &str) -> Engine {
    let mut engine = Engine::xboard();
    engine.tell(&format!("variant {variant}\nforce"));
    engine
}

/// The ranks of the highlight text for a man, the highest first.
fn ranks(engine: &mut Engine, square: &str) -> Vec<String> {
    let heard = engine.tell(&format!("lift {square}"));
    assert_eq!(heard.len(), 1, "{square}: {heard:?}");
    after(&heard[0], "highlight")[0].split('/').map(str::to_owned).collect()
}

/// The same as one text.
fn lift(engine: &mut Engine, square: &str) -> String {
    ranks(engine, square).join("/")
}

const NOTHING: &str = "10/10/10/10/10/10/10/10/10/10";

#[test]
fn an_alien_in_hand_is_lifted_from_its_square_of_the_holdings() {
    let mut engine = playing("avp");
    assert_eq!(lift(&mut engine, "_4"), NOTHING, "White has to wait first");
    engine.tell("usermove @@@@");
    let marked = ranks(&mut engine, "_4");
    assert_eq!(marked[..3].concat(), "Y".repeat(30), "every square of three ranks");
    assert!(marked[3..].iter().all(|rank| rank == "10"));
    for other in ["_9", "_5", "_3", "_0"] {
        assert_eq!(lift(&mut engine, other), NOTHING, "{other}");
    }
    assert!(engine.tell("lift _10\nlift _\nlift _x").is_empty(), "no such squares");
    assert!(engine.tell("put e9\nusermove L@e9\nusermove @@@@").is_empty());
    let marked = ranks(&mut engine, "_4");
    assert_eq!(marked[..2], ["10", "YYY3YYYY"], "not beside the Alien on e9");
    engine.quit();
}

#[test]
fn a_recruit_is_lifted_after_the_capture_and_white_waits_in_between() {
    let mut engine = playing("avp");
    engine.tell("setboard 10/3l6/10/10/10/3N6/10/10/10/K9 b - - 0 1");
    let first = lift(&mut engine, "d8");
    assert!(first.contains('R'), "{first}");
    assert_eq!(lift(&mut engine, "_8"), NOTHING, "nothing is held yet");
    assert!(engine.tell("lift d8\nput d4\nusermove d8d4").last().unwrap().starts_with("highlight"));
    assert_eq!(lift(&mut engine, "a0"), NOTHING, "White has to wait");
    assert_eq!(lift(&mut engine, "d4"), NOTHING);
    engine.tell("usermove @@@@");
    let marked = ranks(&mut engine, "_8");
    assert_eq!(marked[..2].concat(), "Y".repeat(20), "the square that the Alien left, too");
    assert!(marked[2..].iter().all(|rank| rank == "10"));
    assert_eq!(lift(&mut engine, "_9"), NOTHING, "no pawn was taken");
    assert_eq!(lift(&mut engine, "d4"), NOTHING, "the Alien has moved");
    assert!(engine.tell("lift k0\nlift a10").is_empty(), "no such squares");
    assert!(engine.tell("usermove N@c8").is_empty());
    assert_ne!(lift(&mut engine, "a0"), NOTHING, "White's turn");
    engine.quit();
}

#[test]
fn a_capture_en_passant_goes_over_the_victim() {
    let mut engine = playing("avp");
    engine.tell("setboard 10/3l6/10/10/10/4p5/10/3P6/10/9K w - - 0 1\nusermove d2d4");
    let taker = ranks(&mut engine, "e4");
    assert_eq!(taker[5], "3C6", "the victim is clicked");
    assert_eq!(taker[6], "4Y5", "and its square of arrival isn't, at once");
    engine.tell("put d4");
    assert_eq!(ranks(&mut engine, "d4")[6], "3R6", "then the square behind it");
    assert!(engine.tell("put d3\nusermove e4d4,d4d3").is_empty());
    assert_ne!(lift(&mut engine, "j0"), NOTHING, "White's turn");
    engine.quit();
}

#[test]
fn a_victim_of_the_fork_rule_is_taken_off_by_an_alien_that_stays() {
    let mut engine = playing("avp");
    engine.tell("setboard 10/10/3l1l4/10/10/4U5/10/10/10/9K b - - 0 1");
    let target = ranks(&mut engine, "d7");
    assert!(target.iter().any(|rank| rank.contains('Y')), "{target:?}");
    engine.tell("usermove d7c7\nusermove @@@@");
    let taker = ranks(&mut engine, "c7");
    assert_eq!(taker[2], "5C4", "the victim on f7 is clicked: {taker:?}");
    engine.tell("put f7");
    assert_eq!(ranks(&mut engine, "f7")[2], "2R7");
    assert!(engine.tell("put c7\nusermove c7f7,f7c7").is_empty());
    assert_ne!(lift(&mut engine, "j0"), NOTHING, "White's turn");
    engine.quit();
}

#[test]
fn any_alien_that_stays_may_be_clicked_to_take_a_victim_off() {
    let mut engine = playing("avp");
    engine.tell("setboard l9/10/3l1l4/10/10/4U5/10/10/10/8K1 b - - 0 1");
    engine.tell("usermove d7c7\nusermove @@@@");
    for taker in ["c7", "a9"] {
        assert_eq!(ranks(&mut engine, taker)[2], "5C4", "{taker}: the victim on f7 is clicked");
    }
    for (taker, home) in [("c7", "10/10/2R7"), ("a9", "R9/10/10")] {
        engine.tell(&format!("lift {taker}\nput f7"));
        let marked = ranks(&mut engine, "f7");
        assert_eq!(marked[..3].join("/"), home, "whoever was lifted goes back");
    }
    assert!(engine.tell("put a9\nusermove a9f7,f7a9").is_empty());
    assert_ne!(lift(&mut engine, "i0"), NOTHING, "White's turn");
    engine.quit();
}

#[test]
fn who_has_to_wait_is_shown_no_move() {
    let mut engine = Engine::xboard();
    engine.tell("variant awarichess\nforce");
    let nothing = "8/8/8/8/8/8/8/8/8/8";
    engine.tell("setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 - - BW");
    for square in ["e2", "g9", "b0"] {
        assert_eq!(
            lift(&mut engine, square),
            nothing,
            "White waits for Black's decision: {square}"
        );
    }
    engine.tell("usermove @@@@");
    assert_eq!(lift(&mut engine, "g9"), "5Y2/8/8/8/8/8/8/8/8/8", "Black forbids by his houses");
    assert_eq!(lift(&mut engine, "e2"), nothing);
    engine.tell("usermove @@@@");
    assert_eq!(lift(&mut engine, "e2"), "8/8/8/8/8/4Y3/4Y3/8/8/8", "White has been told to play");
    engine.quit();
}

#[test]
fn the_first_man_to_choose_from_is_the_queen_and_the_others_go_by_value() {
    let mut engine = playing("avp");
    for (side, way, letters) in [
        ("l9/4P5/10/10/10/10/10/10/10/8K1[ABCHHNQRUU] w", ["e8", "e9"], "QCARUNHB"),
        ("1l8/4P5/10/10/10/10/10/10/10/8K1[BHN] w", ["e8", "e9"], "NHB"),
        ("l9/10/10/10/10/10/10/10/4p5/8K1 b", ["e1", "e0"], "QCRAHNBU"),
    ] {
        engine.tell(&format!("setboard {side} - - 0 1"));
        assert!(lift(&mut engine, way[0]).contains('M'), "{side}");
        assert_eq!(engine.tell(&format!("put {}", way[1])), [format!("choice {letters}")]);
    }
    engine.quit();
}

#[test]
fn men_that_xboard_does_not_know_are_drawn_by_what_they_resemble() {
    let table = |variant: &str| {
        let mut engine = Engine::xboard();
        let heard = engine.tell(&format!("variant {variant}"));
        let line = heard.iter().find(|line| line.starts_with("setup (")).unwrap().clone();
        engine.quit();
        line["setup (".len()..][..22].to_owned()
    };
    assert_eq!(table("shako"), "PNBRQ.E....C.........K", "an elephant and a cannon");
    assert_eq!(table("embassy"), "PNBRQ..AC............K", "archbishop and chancellor");
    assert_eq!(table("avatar"), "..CDM..AZ.P..........K");
}

#[test]
fn a_wait_within_an_action_may_come_as_the_board_that_xboard_draws() {
    let mut engine = playing("avp");
    let waits = |engine: &mut Engine, fen: &str| {
        let heard = engine.tell(&format!("setboard {fen}"));
        assert!(heard.is_empty(), "{fen}: {heard:?}");
    };
    let south = "RNBUQKUBNR/2HA2CH2";
    waits(&mut engine, &format!("10/10/10/10/10/10/10/PPPPPPPPPP/{south}[lll] b - - 0 1"));
    engine.tell("usermove L@e8");
    waits(&mut engine, &format!("10/4l5/10/10/10/10/10/PPPPPPPPPP/{south}[ll] b - - 0 2"));
    engine.tell("usermove L@c9");
    waits(&mut engine, &format!("2l7/4l5/10/10/10/10/10/PPPPPPPPPP/{south}[l] b - - 0 3"));
    assert!(engine.tell("usermove L@j7\nusermove g2g4\nusermove j7g4").is_empty());
    // The pawn taken is held by now, and White's wait is a board with Black to move.
    let board = format!("2l7/4l5/10/10/10/6l3/10/PPPPPP1PPP/{south}[p]");
    waits(&mut engine, &format!("{board} b - - 0 5"));
    assert_eq!(ranks(&mut engine, "_9")[2], "YYYYYYYYYY", "the pawn may be placed");
    assert!(engine.tell("usermove P@b7").is_empty());
    assert_ne!(lift(&mut engine, "b1"), NOTHING, "White's turn");
    // Taken back to before the wait, it is a board too.
    waits(&mut engine, &format!("{board} w - - 0 5"));
    assert!(engine.tell("usermove @@@@\nusermove P@c7").is_empty());
    engine.quit();
}

#[test]
fn a_promotion_is_a_choice_with_the_best_man_first_even_where_none_is_a_must() {
    // Every man that White has lost can come back; on the first ranks of the zone the pawn may stay one.
    let mut engine = playing("grand");
    engine.tell("setboard 4k5/10/1r8/P9/10/10/10/10/10/4K5 w - - 0 1");
    let marked = ranks(&mut engine, "a6");
    assert_eq!(marked[2], "MM8", "a promotion, and one by a capture");
    let fen = "4k5/10/1r8/P9/10/10/10/10/10/4K5[NNBBRRQCAnnbbrqca] w - 0 1";
    assert!(engine.tell(&format!("setboard {fen}")).is_empty(), "XBoard writes who was lost");
    engine.tell("lift a6");
    let letters = engine.tell("put a7").concat();
    let letters = letters.strip_prefix("choice ").unwrap();
    assert!(letters.starts_with("QC") && letters.ends_with("NP"), "{letters}");
    assert!(engine.tell("usermove a6a7p\nusermove b7a7").is_empty(), "it stayed a pawn");
    assert!(engine.tell("undo\nundo\nusermove a6b7q\nusermove e9f9").is_empty());
    engine.tell("setboard 4k5/10/10/P9/10/10/10/10/10/RNBQKCARNB w - - 0 1");
    assert_eq!(ranks(&mut engine, "a6")[2], "Y9", "no man was lost that could come back");
    engine.tell("variant normal\nforce\nsetboard 8/P3k3/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(lift(&mut engine, "a7"), "M7/8/8/8/8/8/8/8");
    assert_eq!(engine.tell("put a8"), ["choice QRBN"]);
    engine.quit();
}
