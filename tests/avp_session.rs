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
    assert!(game.play("B@c9", XBOARD).is_err() && game.play("d8d5", XBOARD).is_err());
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
