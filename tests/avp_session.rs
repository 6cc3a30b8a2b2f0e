//! Aliens vs Predators as an opened game: its option, the wire's first side, and actions that take
//! several wire moves in XBoard.

#![allow(clippy::unwrap_used)]

use caryatid::game::{Dialect, Team};
use caryatid::session::{Catalogue, OpenedGame, Session};

const XBOARD: Dialect = Dialect::XBoard;

fn opened(fen: &str) -> Box<dyn OpenedGame> {
    let mut game = Catalogue::new().open_unheard("avp").unwrap();
    game.set_fen(fen).unwrap();
    game
}

fn play(game: &mut dyn OpenedGame, moves: &[&str]) {
    for text in moves {
        game.play(text, XBOARD).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

#[test]
fn the_option_is_kept_for_games_opened_later() {
    let mut session = Session::with_game(Catalogue::new(), "chess").unwrap();
    assert!(session.set_option("ALIENS", Some("2")).is_empty(), "chess has no such option");
    session.select("avp").unwrap();
    assert!(session.game().fen().contains("[ll]"), "{}", session.game().fen());
    session.select("chess").unwrap();
    session.select("aliens-vs-predators").unwrap();
    assert!(session.game().start_fen().contains("[ll]"));
    assert!(session.set_option("Aliens", Some("x"))[0].contains("not a number"));
    assert!(session.set_option("Aliens", Some("9"))[0].contains("4 is used"));
    assert!(session.game().start_fen().contains("[llll]"));
    assert!(session.game().fen().contains("[ll]"), "the position that stands stays");
    session.game_mut().set_start(Dialect::Uci);
    assert!(session.game().fen().contains("[llll]"));
}

#[test]
fn a_search_after_the_option_has_changed_plays_the_new_game() {
    let mut session = Session::with_game(Catalogue::new(), "avp").unwrap();
    let limits = || caryatid::search::Limits::to_depth(1);
    assert!(session.think(limits(), Dialect::Uci, |_| {}).is_some());
    session.set_option("Aliens", Some("1"));
    session.game_mut().set_start(Dialect::Uci);
    let finished = session.think(limits(), Dialect::Uci, |_| {}).unwrap();
    assert!(finished.best[0].starts_with("L@"), "{:?}", finished.best);
    session.game_mut().play(&finished.best[0], Dialect::Uci).unwrap();
    assert!(!session.game().must_wait() && session.game().turn() == Team::White);
}

#[test]
fn black_is_first_in_uci_and_white_waits_first_in_xboard() {
    let mut game = Catalogue::new().open_unheard("avp").unwrap();
    assert_eq!((game.turn(), game.must_wait()), (Team::Black, false));
    for text in ["L@e10", "0000", "L@c9", "0000", "L@h8", "e3e5"] {
        game.play(text, Dialect::Uci).unwrap();
    }
    game.set_start(XBOARD);
    assert_eq!((game.turn(), game.must_wait()), (Team::White, true));
    play(&mut *game, &["@@@@", "L@e9", "@@@@", "L@c8", "@@@@", "L@h7", "e2e4"]);
    // The array as XBoard writes it is the start, with its rights.
    let sent = "10/10/10/10/10/10/10/PPPPPPPPPP/RNBUQKUBNR/2HA2CH2[lll] w - - 0 1";
    game.set_board(sent).unwrap();
    assert!(game.fen().contains(" b KQ ") && game.turn() == Team::White);
}

#[test]
fn a_recruiting_capture_is_a_capture_a_wait_and_a_drop() {
    let fen = "10/3l6/10/10/10/3N6/10/10/10/K9 b - - 0 1";
    let mut game = opened(fen);
    play(&mut *game, &["d8d4"]);
    assert_eq!((game.fen(), game.must_wait()), (fen.to_owned(), true), "nothing is done yet");
    play(&mut *game, &["@@@@"]);
    for text in ["B@c9", "d8d5", "N@e7", "d4d5"] {
        let refusal = game.play(text, XBOARD).unwrap_err().to_string();
        assert!(
            refusal.contains("d8d4 is not a whole move yet; it goes on with @@@@ N@a8 N@a9"),
            "{refusal}"
        );
    }
    for (text, reason) in [
        ("N@e7", "AVP-8: a recruited Knight is placed on the two highest ranks, not on e7; "),
        ("B@c9", "AVP-8: the recruit is the captured Knight, N@ and its square; "),
    ] {
        let refusal = game.play(text, XBOARD).unwrap_err().to_string();
        assert!(refusal.starts_with(reason), "{refusal}");
    }
    play(&mut *game, &["N@c9"]);
    assert_eq!(game.fen(), "2n7/10/10/10/10/3l6/10/10/10/K9 w - - 0 2");
    // Declined.
    let mut game = opened(fen);
    play(&mut *game, &["d8d4", "@@@@", "@@@@"]);
    assert_eq!(game.fen(), "10/10/10/10/10/3l6/10/10/10/K9[N] w - - 0 2");
    // Taken back in the middle.
    let mut game = opened(fen);
    play(&mut *game, &["d8d4", "@@@@"]);
    assert!(game.undo() && game.undo() && !game.undo());
    play(&mut *game, &["d8d5"]);
    assert_eq!(game.turn(), Team::White);
}

#[test]
fn victims_are_taken_off_by_an_alien_that_stays() {
    let fen = "10/10/3l1l4/10/10/4U5/3N6/10/10/9K b - - 0 1";
    for relayed in ["d3f7,f7d3", "d3d3,f7`4", "d3d3,f7a1"] {
        let mut game = opened(fen);
        play(&mut *game, &["d7d3", "@@@@", "N@a9", "@@@@"]);
        assert_eq!(game.fen(), fen, "the action is not complete");
        play(&mut *game, &[relayed]);
        assert_eq!(game.fen(), "n9/10/10/10/10/4U5/3l6/10/10/9K w - - 0 2", "{relayed}");
    }
}

#[test]
fn any_alien_that_stays_takes_victims_off_in_any_order() {
    let capture = ["d7d3", "@@@@", "N@a9", "@@@@"];
    // One of three Aliens is lost.
    let one = "7l2/10/3l1l4/10/10/4U5/3N6/10/10/9K b - - 0 1";
    for taken in ["d3f7,f7d3", "h9f7,f7h9", "h9h9,f7`4"] {
        let mut game = opened(one);
        play(&mut *game, &capture);
        play(&mut *game, &[taken]);
        assert_eq!(game.fen(), "n6l2/10/10/10/10/4U5/3l6/10/10/9K w - - 0 2", "{taken}");
    }
    let mut game = opened(one);
    play(&mut *game, &capture);
    // Not by the victim, the recruit, White's man, an empty square, nor the one that stays.
    for text in ["f7f7,f7f7", "a9f7,f7a9", "e4f7,f7e4", "b5f7,f7b5", "d3h9,h9d3", "d3f7", "@@@@"] {
        let refusal = game.play(text, XBOARD).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "AVP-10: behind a move and its recruit stand the victims of the fork rule; \
             d7d3 N@a9 is not a whole move yet; it goes on with d3f7,f7d3 h9f7,f7h9",
            "{text}"
        );
    }
    // Two of four.
    let two = "1l8/10/3l1l2l1/10/10/4U2U2/3N6/10/10/9K b - - 0 1";
    for [first, second] in [["d3f7,f7d3", "d3i7,i7d3"], ["b9i7,i7b9", "d3f7,f7d3"]] {
        let mut game = opened(two);
        play(&mut *game, &capture);
        play(&mut *game, &[first]);
        assert_eq!(game.fen(), two, "{first} is not all");
        assert!(game.play("@@@@", XBOARD).is_ok() && game.play(first, XBOARD).is_err());
        play(&mut *game, &[second]);
        assert_eq!(game.fen(), "nl8/10/10/10/10/4U2U2/3l6/10/10/9K w - - 0 2", "{first} {second}");
    }
}

#[test]
fn an_array_with_another_number_of_aliens_keeps_the_rights_to_castle() {
    let array = "10/10/10/10/10/10/10/PPPPPPPPPP/RNBUQKUBNR/2HA2CH2";
    for hand in ["l", "ll", "llll"] {
        let mut game = opened(&format!("{array}[lll] b KQ - 0 1"));
        game.set_board(&format!("{array}[{hand}] w - - 0 1")).unwrap();
        assert_eq!(game.fen(), format!("{array}[{hand}] b KQ - 0 1"));
    }
    // Not with a rook away from home, nor once White moves.
    let mut game = opened(&format!("{array}[lll] b KQ - 0 1"));
    let away = "10/10/10/10/10/10/10/PPPPPPPPPP/RNBUQKUBN1/2HA2CHR1[ll] w - - 0 1";
    game.set_board(away).unwrap();
    assert!(game.fen().ends_with("[ll] b Q - 0 1"), "{}", game.fen());
    let placed = "10/10/10/l9/10/10/10/PPPPPPPPPP/RNBUQKUBNR/2HA2CH2 b - - 0 1";
    game.set_board(placed).unwrap();
    assert!(game.fen().ends_with(" b - - 0 1"), "{}", game.fen());
}

#[test]
fn what_xboard_holds_for_black_is_the_graveyard() {
    let board = "10/4l5/10/10/10/10/10/10/4P5/9K";
    let sent = |held: &str| {
        let mut game = opened("9l/10/10/10/10/10/10/10/10/5K4 w - - 0 1");
        game.set_board(&format!("{board}{held} b - - 0 9")).map(|_| game.fen())
    };
    for (held, buried) in [("[npqL]", "[NQ]"), ("[nNlp]", "[lNN]"), ("[pPp]", ""), ("[]", "")] {
        let fen = sent(held).unwrap();
        assert!(fen.starts_with(&format!("{board}{buried} b ")), "{held}: {fen}");
    }
    for wrong in ["[k]", "[x]", "[n"] {
        assert!(sent(wrong).is_err(), "{wrong}");
    }
}
