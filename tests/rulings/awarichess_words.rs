//! Text of Awarichess: FEN and its faults, moves in UCI and XBoard, and what XBoard is told.

use super::awarichess::{Board, CHESS};
use super::positions::set;
use caryatid::game::{Dialect, Words};
use caryatid::games::awarichess::Awarichess;
use caryatid::session::{BoardRead, Catalogue, OpenedGame};

fn opened() -> Box<dyn OpenedGame> {
    Catalogue::new().open_unheard("awarichess").unwrap()
}

#[test]
fn faults_of_a_fen_name_the_field_and_lose_nothing() {
    let mut game = opened();
    game.play("F", Dialect::Uci).unwrap();
    let stands = game.fen();
    let full = "4,4,4,4,4,4,4,4,4,4,4,4";
    for (rest, field) in [
        ("4,4,4,4,4,4,4,4,4,4,4,5 S -", "49 seeds"),
        ("99999999999999999999,0,0,0,0,0,0,0,0,0,0,0 S -", "seeds"),
        ("4,4,4,4 S -", "houses"),
        ("4,4,4,4,4,4,4,4,4,4,4,x S -", "houses"),
        ("4,4,4,4,4,4,4,4,4,4,4,-1 S -", "houses"),
        ("4,4,4,4,4,4,4,4,4,4,4, S -", "houses"),
        (&format!("{full} X -"), "sower"),
        ("- X W", "sower"),
        ("- - WXB", "powers"),
        (&format!("- - {}", "W".repeat(65)), "powers"),
        ("- S W", "both phases"),
        (&format!("{full} - W"), "both phases"),
        (&format!("{full} ! W"), "both phases"),
    ] {
        let error = game.set_fen(&format!("{CHESS} {rest}")).unwrap_err().to_string();
        assert!(error.contains(field), "{rest}: {error}");
        assert_eq!(game.fen(), stands, "{rest}");
    }
    let told_in_check = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1 - ! W";
    assert!(game.set_fen(told_in_check).unwrap_err().to_string().contains("check"));
    assert!(game.set_fen("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
    assert_eq!((game.fen(), game.moves_played()), (stands, 1));
    assert!(game.set_fen(&format!("{CHESS} - - {}", "WB".repeat(32))).is_ok(), "64 powers");
}

#[test]
fn fields_that_are_missing_have_defaults() {
    let start = format!("{CHESS} 4,4,4,4,4,4,4,4,4,4,4,4 S -");
    assert_eq!(Board::at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq").fen(), start);
    assert_eq!(Board::at(&format!("{CHESS} 4,4,4,4,4,4,4,4,4,4,4,4")).fen(), start);
    assert_eq!(
        Board::at(&format!("{CHESS} 4,4,4,4,4,4,4,4,4,4,4,4 N")).rest(),
        "4,4,4,4,4,4,4,4,4,4,4,4 N -"
    );
}

#[test]
fn the_wire_begins_with_the_side_of_the_fen() {
    let mut game = opened();
    game.set_fen(&format!("{CHESS} - - BW")).unwrap();
    assert!(game.must_wait(), "White is on turn, Black decides");
    for text in ["0000", "play", "e2e4"] {
        game.play(text, Dialect::Uci).unwrap();
    }
    assert!(game.fen().ends_with(" - - W"), "{}", game.fen());
    assert!(game.must_wait(), "Black is on turn, White decides");
}

#[test]
fn decisions_in_uci_are_words_and_the_null_move_is_none() {
    let board = Board::at(&format!("{CHESS} - - B"));
    let read = |text: &str| board.game.read_action(&board.position, text, Dialect::Uci);
    assert!(read("zero").is_ok() && read("PLAY").is_ok());
    let refusal = read("0000").unwrap_err().to_string();
    assert!(refusal.contains("zero or play"), "{refusal}");
    let told = board.play("play");
    assert!(told.game.read_action(&told.position, "0000", Dialect::Uci).is_err());
}

#[test]
fn refusals_say_why() {
    let why = |board: &Board, text: &str, dialect| {
        board.game.read_action(&board.position, text, dialect).unwrap_err().to_string()
    };
    let board = Board::awari("0 1 0 0 0 2 | 1 1 0 0 0 0", "S", "-");
    for (text, part) in [
        ("A", "empty"),
        ("F", "all the seeds"),
        ("c", "not theirs"),
        ("e2e4", "sow"),
        ("zero", "sow"),
        ("G", "sow"),
        ("é", "sow"),
    ] {
        let reason = why(&board, text, Dialect::Uci);
        assert!(reason.contains(part), "{text}: {reason}");
    }
    let over = Board::at("4k3/8/8/8/8/8/8/R3K3 w - - 100 80 0,0,0,0,1,0,0,0,0,0,0,0 S W");
    let reason = "AWARI-15: the game is over, 100 plies without a capture or a pawn move";
    assert_eq!(why(&over, "E", Dialect::Uci), reason);
    let none = "AWARI-14: no game of Awari is going on";
    assert_eq!(why(&Board::at(&format!("{CHESS} - - WB")), "A", Dialect::Uci), none);
    // A to F are South's houses alone, a to f North's.
    let start = Board::at(CHESS);
    assert!(
        why(&start, "f", Dialect::Uci).contains("AWARI-1: South is to sow, and house f is not")
    );
    assert!(why(&Board::at(CHESS).play("F"), "F", Dialect::Uci).contains("house F is not theirs"));
    assert_eq!(why(&start, "b0d0", Dialect::XBoard), "AWARI-1: to sow house A write b0c0");
    let feed = Board::awari("1 0 0 0 0 2 | 0 0 0 0 0 0", "S", "-");
    assert!(why(&feed, "A", Dialect::Uci).contains("without seeds"));
    assert!(why(&feed, "g9f9", Dialect::XBoard).contains("not theirs"));
    let chess = Board::at(&format!("{CHESS} - - W"));
    assert!(why(&chess, "e2e5", Dialect::Uci).contains("can't go"));
    assert!(why(&chess, "b0c0", Dialect::XBoard).contains("Awari"));
    for odd in ["é2e4", "@@", "", "0", "日本", "e2e4,e4é"] {
        let _ = why(&chess, odd, Dialect::XBoard);
        let _ = why(&board, odd, Dialect::XBoard);
    }
}

#[test]
fn houses_are_swapped_with_a_neighbour_in_xboard() {
    let board = Board::at(CHESS);
    let texts = |board: &Board| {
        let write = |action| board.game.write_action(&board.position, action, Dialect::XBoard);
        board.actions().into_iter().map(write).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(texts(&board), set("b0c0 c0d0 d0e0 e0f0 f0g0 g0f0"));
    let north = Board::at(CHESS).play("A");
    assert_eq!(texts(&north), set("g9f9 f9e9 e9d9 d9c9 c9b9 b9c9"));
    let house = |board: &Board, text: &str| {
        let action = board.game.read_action(&board.position, text, Dialect::XBoard).ok()?;
        Some(board.game.write_action(&board.position, action, Dialect::Uci))
    };
    assert_eq!(house(&board, "c0b0").as_deref(), Some("B"), "either neighbour");
    assert_eq!(house(&north, "g9f9").as_deref(), Some("a"));
    assert_eq!(house(&north, "b9c9").as_deref(), Some("f"));
    assert_eq!(house(&board, "b0d0"), None, "no neighbour");
    assert_eq!(house(&board, "a0b0"), None, "a corner is no house");
}

#[test]
fn decisions_in_xboard_are_the_null_move_and_any_move_of_two_own_houses() {
    let board = Board::at(&format!("{CHESS} - - B"));
    let meant = |text: &str| {
        let action = board.game.read_action(&board.position, text, Dialect::XBoard).ok()?;
        Some(board.game.write_action(&board.position, action, Dialect::Uci))
    };
    assert_eq!(meant("@@@@").as_deref(), Some("play"));
    for text in ["g9f9", "b9g9", "e9c9"] {
        assert_eq!(meant(text).as_deref(), Some("zero"), "{text}");
    }
    assert_eq!(meant("b0c0"), None, "White's houses");
    assert_eq!(meant("g9g9"), None);
    let own = Board::at(&format!("{CHESS} - - W"));
    let zero = own.game.read_action(&own.position, "@@@@", Dialect::XBoard).unwrap();
    assert_eq!(own.game.write_action(&own.position, zero, Dialect::Uci), "0000");
    assert_eq!(own.game.write_action(&own.position, zero, Dialect::XBoard), "@@@@");
}

#[test]
fn en_passant_is_two_legs_over_the_victim_in_xboard() {
    let board = Board::at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 - - W");
    let action = board.game.read_action(&board.position, "e5d6", Dialect::Uci).unwrap();
    assert_eq!(board.game.wire(&board.position, action), ["e5d5,d5d6"]);
    for text in ["e5d5,d5d6", "e5d6"] {
        assert_eq!(board.game.read_action(&board.position, text, Dialect::XBoard), Ok(action));
    }
    let colours = |square: &str| board.game.highlight(&board.position, square).unwrap();
    assert_eq!(colours("e5"), "8/8/8/4Y3/3C4/8/8/8/8/8");
    assert_eq!(colours("d5"), "8/8/8/3R4/8/8/8/8/8/8", "the second leg");
}

#[test]
fn promotions_in_xboard_keep_their_suffix_and_a_bare_one_is_a_queen() {
    let board = Board::at("7k/P7/8/8/8/8/8/4K3 w - - 0 1 - - W");
    let meant = |text: &str| {
        let action = board.game.read_action(&board.position, text, Dialect::XBoard).unwrap();
        board.game.write_action(&board.position, action, Dialect::Uci)
    };
    assert_eq!(meant("a7a8"), "a7a8q");
    assert_eq!(meant("a7a8+"), "a7a8q");
    assert_eq!(meant("a7a8n"), "a7a8n");
    assert_eq!(board.game.highlight(&board.position, "a7").unwrap(), "8/B7/8/8/8/8/8/8/8/8");
    assert_eq!(board.game.choice(&board.position, "a7", "a8"), "Q");
    assert_eq!(board.game.choice(&board.position, "e1", "e2"), "");
}

#[test]
fn houses_and_men_that_may_be_clicked_are_shown() {
    let board = Board::awari("1 0 0 0 0 2 | 1 1 0 0 0 0", "S", "-");
    let colours = |board: &Board, square: &str| board.game.highlight(&board.position, square);
    assert_eq!(colours(&board, "b0").unwrap(), "8/8/8/8/8/8/8/8/8/2Y5");
    assert_eq!(colours(&board, "g0").unwrap(), "8/8/8/8/8/8/8/8/8/8", "a slam is not legal");
    assert_eq!(colours(&board, "e2").unwrap(), "8/8/8/8/8/8/8/8/8/8", "nobody moves in chess now");
    assert_eq!(colours(&board, "z7"), None);
    let middle = Board::at(CHESS);
    assert_eq!(colours(&middle, "d0").unwrap(), "8/8/8/8/8/8/8/8/8/2Y1Y3");
    let decide = Board::at(&format!("{CHESS} - - B"));
    assert_eq!(colours(&decide, "g9").unwrap(), "5Y2/8/8/8/8/8/8/8/8/8", "a decision");
    let own = Board::at(&format!("{CHESS} - - W"));
    assert_eq!(colours(&own, "e2").unwrap(), "8/8/8/8/8/4Y3/4Y3/8/8/8");
}

#[test]
fn xboard_is_told_the_board_that_it_draws() {
    let lines = Awarichess::new().unwrap().setup_lines().unwrap();
    assert_eq!(
        lines.setup,
        "(PNBRQ......H.........Kpnbrq......h.........k) 8x10+0_chu \
         *hhhhhh*/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/*HHHHHH* w - - 0 1"
    );
    let kinds: Vec<&str> = lines.pieces.iter().filter_map(|line| line.split('&').next()).collect();
    assert_eq!(kinds, ["P", "N", "B", "R", "Q", "K", "H"]);
}

#[test]
fn a_board_from_xboard_is_a_moment_of_the_game_or_keeps_the_seeds() {
    let start = "*hhhhhh*/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/*HHHHHH*";
    let mut game = opened();
    for text in ["b0c0", "g9f9", "c0d0"] {
        game.play(text, Dialect::XBoard).unwrap();
    }
    let now = game.fen();
    assert_eq!(game.set_board(&format!("{start} b - 0 2")).unwrap(), BoardRead::Unchanged);
    assert_eq!(game.fen(), now);
    assert_eq!(game.set_board(&format!("{start} w - 0 2")).unwrap(), BoardRead::WentBack(1));
    let houses = |fen: &str| fen.split(' ').skip(6).collect::<Vec<_>>().join(" ");
    let seeds = houses(&game.fen());
    // Another placement: the houses keep their seeds.
    let edited = "*hhhhhh*/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR/*HHHHHH* w - - 0 1";
    assert_eq!(game.set_board(edited).unwrap(), BoardRead::SetUp(Vec::new()));
    assert_eq!(houses(&game.fen()), seeds);
    assert_eq!(game.set_board(&format!("{start} w - 0 1")).unwrap(), BoardRead::Start);
    assert_eq!(game.fen(), game.start_fen(), "with all castling rights");
    // Out of the chess phase a new game of Awari begins.
    game.set_fen(&format!("{CHESS} - - WWB")).unwrap();
    game.set_board(edited).unwrap();
    assert_eq!(houses(&game.fen()), "4,4,4,4,4,4,4,4,4,4,4,4 S -");
    // A man on a rank of houses is nowhere; houses that an editor has taken off are there all the same.
    for ranks in ["*hhQhhh*", "8/*hhh", "*hhhhhhh*", "rnbqkbnr"] {
        let wrong = edited.replace("*hhhhhh*", ranks);
        let error = game.set_board(&wrong).unwrap_err().to_string();
        assert!(error.contains("houses") || error.contains("ranks"), "{ranks}: {error}");
    }
    let cleared = edited.replace("*hhhhhh*", "*6*").replace("PPPPPPP1", "PPPPPP2");
    assert!(game.set_board(&cleared).is_ok() && game.fen().contains("/PPPPPP2/"));
}

#[test]
fn both_boards_are_drawn() {
    let board = Board::at(&format!("{CHESS} 4,4,4,4,4,0,5,5,5,5,4,4 N WWB"));
    let picture = board.game.picture(&board.position);
    for part in
        ["4  4  5  5  5  5", "4  4  4  4  4  0", "r n b q k b n r", "Powers: WWB", "North to sow"]
    {
        assert!(picture.contains(part), "{part}:\n{picture}");
    }
    let note = board.game.note(&board.position).unwrap();
    assert!(note.contains("A-F 4 4 4 4 4 0") && note.contains("WWB"), "{note}");
    let chess = Board::at(&format!("{CHESS} - - B"));
    assert!(chess.game.note(&chess.position).unwrap().contains("Black decides"));
}
