//! Castling and men of the larger boards.

use caryatid::game::{Dialect, Words};
use caryatid::games::diagram::{AnyDiagram, Diagram, Rulebook, open};

fn medium(id: &str, text: &str) -> Diagram<u128> {
    match open(id, id, text).unwrap() {
        AnyDiagram::Medium(game) => *game,
        other => panic!("{id} needs 128 bits: {other:?}"),
    }
}

macro_rules! game {
    ($id:literal) => {
        medium($id, include_str!(concat!("../../src/games/diagram/definitions/", $id, ".txt")))
    };
}

/// The placement after a legal move, or the reason why it is none.
fn played(game: &Diagram<u128>, fen: &str, text: &str) -> Result<String, String> {
    use caryatid::game::{Game, Past};
    let mut position = game.read_fen(fen).map_err(|error| error.to_string())?.position;
    let action = game.read_action(&position, text, Dialect::Uci).map_err(|why| why.to_string())?;
    game.play(&mut position, action, &Past::new());
    Ok(game.write_fen(&position).split(' ').next().unwrap().to_owned())
}

#[test]
fn janus_castles_to_i_and_b_on_both_sides_of_the_board() {
    let game = game!("janus");
    let fen = |side| format!("r3k4r/10/10/10/10/10/10/R3K4R {side} KQkq - 0 1");
    for (side, text, row) in [
        ("w", "e1i1", "R6RK1"),
        ("w", "e1b1", "1KR6R"),
        ("b", "e8i8", "r6rk1"),
        ("b", "e8b8", "1kr6r"),
    ] {
        let after = played(&game, &fen(side), text).unwrap();
        assert!(after.contains(row), "{text}: {after}");
    }
}

#[test]
fn embassy_castles_to_h_and_b_on_both_sides_of_the_board() {
    let game = game!("embassy");
    let fen = |side| format!("r3k4r/10/10/10/10/10/10/R3K4R {side} KQkq - 0 1");
    for (side, text, row) in [
        ("w", "e1h1", "R5RK2"),
        ("w", "e1b1", "1KR6R"),
        ("b", "e8h8", "r5rk2"),
        ("b", "e8b8", "1kr6r"),
    ] {
        let after = played(&game, &fen(side), text).unwrap();
        assert!(after.contains(row), "{text}: {after}");
    }
}

#[test]
fn a_rotated_set_up_castles_rightly_without_a_flip() {
    let text = "files=10 symmetry=rotate Pawn::::a2-j2 Rook::::a1,j1 King:K:KirO4ilO3:x:e1";
    let game = medium("rotated", text);
    let fen = |side| format!("r4k3r/10/10/10/10/10/10/R3K4R {side} KQkq - 0 1");
    for (side, text, row) in [
        ("w", "e1i1", "R6RK1"),
        ("w", "e1b1", "1KR6R"),
        ("b", "f8b8", "1kr6r"),
        ("b", "f8i8", "r6rk1"),
    ] {
        let after = played(&game, &fen(side), text).unwrap();
        assert!(after.contains(row), "{text}: {after}");
    }
}

#[test]
fn a_cannon_attacks_over_exactly_one_man() {
    let game = game!("shako");
    let board = |file: &str| format!("4k5/10/10/{file}/10/10/10/10/10/4K5 w - - 0 1");
    let check = |between: &str| {
        let fen = format!("4k5/4c5/10/{between}/10/10/10/10/10/4K5 w - - 0 1");
        let position = game.read_fen(&fen).unwrap().position;
        caryatid::game::Game::in_check(&game, &position)
    };
    assert!(game.read_fen(&board("10")).is_ok());
    assert!(!check("10"), "no man between");
    assert!(check("4P5"), "an own man between");
    assert!(check("4p5"), "an enemy between");
    let two = "4k5/4c5/4P5/4N5/10/10/10/10/10/4K5 w - - 0 1";
    let why = played(&game, two, "e7f9").unwrap_err();
    assert!(why.contains("check"), "leaving one of two men exposes the king: {why}");
    let screen = "4k5/4c5/10/10/4N5/10/10/10/10/4K5 w - - 0 1";
    assert!(played(&game, screen, "e6f8").is_ok(), "the mount moves away");
    assert!(played(&game, screen, "e6d8").is_ok());
}

#[test]
fn a_pawn_of_grand_chess_becomes_nothing_where_nothing_is_lost() {
    let rules = include_str!("../../src/games/diagram/definitions/grand.rules");
    let text = include_str!("../../src/games/diagram/definitions/grand.txt");
    let AnyDiagram::Medium(game) =
        open("grand", "grand", text).unwrap().citing(Rulebook::read(rules))
    else {
        panic!("grand needs 128 bits")
    };
    let men = "10/10/10/10/10/1PPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";
    for (pawn, text) in [("10/P3k5", "a9a10"), ("4k5/10/P9", "a8a9q")] {
        let men = if text == "a9a10" { men } else { &men[3..] };
        let said = played(&game, &format!("{pawn}/{men}"), text).unwrap_err();
        assert!(said.starts_with("GRAND-5: a pawn arriving on "), "{text}: {said}");
    }
    let said = played(&game, &format!("10/P3k5/{men}"), "a9a8").unwrap_err();
    assert!(said.starts_with("FIDE 3.7: "), "{said}");
}
