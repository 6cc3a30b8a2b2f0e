//! The chess phase of Awarichess and the way from game to game: AWARI-10 to AWARI-16.

use super::awarichess::{Board, CHESS};
use super::positions::set;
use caryatid::game::{Game, Words};
use caryatid::games::awarichess::Stage;

fn with(chess: &str, rest: &str) -> Board {
    Board::at(&format!("{chess} {rest}"))
}

const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
const STUCK: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const CHECKED: &str = "6k1/5p1p/8/8/8/8/8/R3K1Q1 b - - 0 1";

#[test]
fn awari_10_without_a_legal_move_it_is_mate_or_stalemate_whoever_has_the_power() {
    for powers in ["W", "B", "-", "BBWW"] {
        let mated = with(MATED, &format!("- - {powers}"));
        assert_eq!(mated.end(), Some(("1-0", "checkmate")), "{powers}");
        let stuck = with(STUCK, &format!("- - {powers}"));
        assert_eq!(stuck.end(), Some(("1/2-1/2", "stalemate")), "{powers}");
        // No power is used, and neither the zero move nor a decision saves anybody.
        assert!(stuck.rest().ends_with(powers) && stuck.moves().is_empty(), "{powers}");
    }
    let in_awari = with(MATED, "4,4,4,4,4,4,4,4,4,4,4,4 S -");
    assert_eq!(in_awari.end(), Some(("1-0", "checkmate")), "in either phase");
    assert_eq!(with(STUCK, "- ! B").end(), Some(("1/2-1/2", "stalemate")));
}

#[test]
fn awari_11_a_check_is_answered_freely() {
    for powers in ["W", "B", "BBWW"] {
        let board = with(CHECKED, &format!("- - {powers}"));
        assert_eq!((board.actor(), board.position.stage()), (1, Stage::Free));
        assert_eq!(board.moves(), set("g8f8 g8h8"), "no zero move, no decision");
        let after = board.play("g8h8");
        assert_eq!(after.rest(), format!("- - {powers}"), "no power is used");
    }
}

#[test]
fn awari_12_the_first_power_decides() {
    let own = with(CHESS, "- - WB");
    assert_eq!((own.actor(), own.moves().len()), (0, 21));
    assert!(own.moves().contains("0000"));
    assert_eq!(own.play("e2e4").rest(), "- - B");
    let others = with(CHESS, "- - BB");
    assert_eq!((others.actor(), others.moves()), (1, set("zero play")));
    let told = others.play("play");
    assert_eq!((told.actor(), told.rest().as_str()), (0, "- ! B"));
    assert_eq!(told.moves().len(), 20, "the zero move is not open to White");
    let after = told.play("e2e4");
    assert_eq!(
        (after.actor(), after.rest().as_str()),
        (1, "- - B"),
        "the power was spent by `play`"
    );
    let passed = with(CHESS, "- - BB").play("zero");
    assert_eq!(passed.actor(), 1, "White has passed within the same action");
    assert!(passed.fen().contains(" b KQkq - 1 1 - - B"), "{}", passed.fen());
}

#[test]
fn awari_13_the_zero_move() {
    let fen = "4k2r/8/8/3pP3/8/8/8/4K3 w k d6 7 9";
    let chosen = with(fen, "- - WBW").play("0000");
    assert_eq!(chosen.fen(), "4k2r/8/8/3pP3/8/8/8/4K3 b k - 8 9 - - BW");
    let forced = with(fen, "- - BBW").play("zero");
    assert_eq!(forced.fen(), chosen.fen(), "chosen or forced");
    let black = chosen.play("0000");
    assert_eq!(black.fen(), "4k2r/8/8/3pP3/8/8/8/4K3 w k - 9 10 - - W");
    assert!(!black.moves().contains("e5d6"), "the right to capture en passant has ended");
}

#[test]
fn awari_14_the_next_game_of_awari_begins_when_the_powers_are_used_up() {
    let new = "4,4,4,4,4,4,4,4,4,4,4,4 S -";
    let board = with(CHESS, "- - W").play("e2e4");
    assert_eq!(
        (board.rest().as_str(), board.actor()),
        (new, 0),
        "South sows, Black is next in chess"
    );
    assert!(board.fen().contains(" b KQkq "), "{}", board.fen());
    // Not before who was told to play has played.
    let told = with(CHESS, "- - B").play("play");
    assert_eq!(told.rest(), "- ! -");
    assert_eq!(told.play("a2a3").rest(), new);
    // Even if the mover is in check; he answers after it.
    let check = with("4k3/8/8/8/8/8/3K4/R7 w - - 0 1", "- - W").play("a1a8");
    assert_eq!(check.rest(), new);
    assert!(!check.game.in_check(&check.position), "who sows is in no hurry");
    let answered = Board::at(&check.fen().replace(new, "- - W"));
    assert_eq!(answered.position.stage(), Stage::Free);
    // Not if the game is over.
    let mate = with("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "- - W").play("a1a8");
    assert_eq!((mate.rest().as_str(), mate.end()), ("- - -", Some(("1-0", "checkmate"))));
    // A plain chess FEN is the start of the first one.
    assert_eq!(Board::at(CHESS).rest(), new);
    assert_eq!(with(CHESS, "- - -").rest(), new);
    assert_eq!(Board::at(MATED).rest(), "- - -");
}

#[test]
fn awari_14_a_right_to_capture_en_passant_survives_play_and_awari() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert!(with(fen, "- - B").play("play").moves().contains("e5d6"));
    let awari = with(fen, "0,0,0,0,0,1,0,1,0,0,0,0 S W");
    let ended = awari.play("F");
    assert_eq!(ended.rest(), "- - WBB", "famine");
    assert!(ended.fen().contains(" w - d6 "), "{}", ended.fen());
    let chess = Board::at(&format!("{fen} 0,0,0,0,0,0,0,1,0,0,0,0 S W"));
    assert_eq!(chess.rest(), "- - WB");
    assert!(chess.moves().contains("e5d6"));
}

#[test]
fn awari_15_a_hundred_plies_zero_moves_counted() {
    let fen = |clock: u32| format!("4k3/8/8/8/8/8/3R4/4K3 w - - {clock} 80");
    let board = with(&fen(99), "- - WW");
    assert_eq!(board.end(), None);
    let drawn = board.play("0000");
    let reason = "100 plies without a capture or a pawn move";
    assert_eq!(drawn.end(), Some(("1/2-1/2", reason)));
    assert!(drawn.verdict().is_some_and(|verdict| verdict.by_count));
    assert!(!drawn.moves().is_empty(), "a move list may run past it");
    // With an empty queue there is nothing to run on to.
    let last = with(&fen(99), "- - W").play("d2d3");
    assert_eq!((last.end(), last.rest().as_str()), (Some(("1/2-1/2", reason)), "- - -"));
    assert!(last.verdict().is_some_and(|verdict| !verdict.by_count) && last.moves().is_empty());
    // Mate on the last ply wins.
    let mate = with("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "- - W").play("a1a8");
    assert_eq!(mate.end(), Some(("1-0", "checkmate")));
    // A pawn's move on the last ply lets the game go on.
    let pawn = with("4k3/8/8/8/8/8/P7/4K3 w - - 99 80", "- - W").play("a2a3");
    assert_eq!(pawn.end(), None);
    // In either phase.
    assert!(with(&fen(100), "4,4,4,4,4,4,4,4,4,4,4,4 S -").end().is_some());
    // The draw comes before a famine (AWARI-14).
    let houses = "0,0,0,0,1,0,0,0,0,0,0,0 S W";
    let drawn = with(&fen(100), houses);
    assert_eq!((drawn.end(), drawn.rest().as_str()), (Some(("1/2-1/2", reason)), houses));
    assert!(drawn.moves().is_empty());
    assert_eq!(with(&fen(99), houses).rest(), "- - WW", "famine");
}

#[test]
fn awari_15_there_is_no_threefold_rule() {
    let powers = "WB".repeat(16);
    let shuffle = "b1c3 b8c6 c3b1 c6b8 ".repeat(5);
    assert_eq!(with(CHESS, &format!("- - {powers}")).play(&shuffle).end(), None);
}

#[test]
fn awari_16_dead_positions_are_drawn() {
    for chess in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
    ] {
        for rest in ["- - WB", "4,4,4,4,4,4,4,4,4,4,4,4 S -", "- - -"] {
            assert_eq!(
                with(chess, rest).end(),
                Some(("1/2-1/2", "dead position")),
                "{chess} {rest}"
            );
        }
    }
    assert_eq!(with("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "- - WB").end(), None);
}

#[test]
fn the_example_of_the_page_power_by_power() {
    let board = with(CHESS, "- - WWWBBWWWWBBWWWWW");
    let script = [
        ("e2e4", 15),
        ("zero", 14),
        ("f1c4", 13),
        ("b8c6", 12),
        ("zero", 11),
        ("zero", 10),
        ("g1f3", 9),
        ("zero", 8),
        ("f3g5", 7),
        ("g8h6", 6),
        ("zero", 5),
        ("zero", 4),
        ("d1h5", 3),
        ("zero", 2),
        ("c4f7", 1),
    ];
    let mut board = board;
    for (text, left) in script {
        board = board.play(text);
        assert_eq!(board.position.powers().count(), left, "after {text}");
    }
    let check = "r1bqkb1r/pppppBpp/2n4n/6NQ/4P3/8/PPPP1PPP/RNB1K2R b KQkq - 0 8 - - W";
    assert_eq!(board.fen(), check);
    assert_eq!(board.moves(), set("h6f7"), "the answer to the check is free");
    let mate = board.play("h6f7").play("h5f7");
    assert_eq!(mate.position.powers().count(), 0);
    assert_eq!(mate.end(), Some(("1-0", "checkmate")));
}

#[test]
fn the_key_covers_all_that_decides_the_future() {
    let base = with(CHESS, "- - WWB");
    let key = |board: &Board| board.game.table_key(&board.position);
    let others = [
        with(CHESS, "- - WBW"),
        with(CHESS, "- - WWBW"),
        with(CHESS, "- - WWBB"),
        with(CHESS, "- ! WWB"),
        with(CHESS, "4,4,4,4,4,4,4,4,4,4,4,4 S WWB"),
        with(CHESS, "4,4,4,4,4,4,4,4,4,4,4,4 N WWB"),
        with(CHESS, "4,4,4,4,4,4,4,4,4,4,3,5 S WWB"),
        with(&CHESS.replace("- 0 1", "- 95 1"), "- - WWB"),
        with(CHESS, "- - WWB").with_options(&[("Handicap Black", "2/1")]),
    ];
    let mut keys: Vec<u64> = others.iter().map(key).chain([key(&base)]).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), others.len() + 1);
    // The queue counts as it stands, not by what was used before.
    let used = with(CHESS, "- - WBWWB").play("0000 0000");
    let plies = used.game.read_fen(&used.fen()).unwrap().position;
    assert_eq!(used.game.table_key(&plies), key(&used));
}
