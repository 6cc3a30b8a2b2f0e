//! Avatar Riff Riders, RIFF-1 to RIFF-12.

use super::positions::{after, at, from, set, texts};
use caryatid::game::{ActionList, Dialect, Game, Past, Team, Want, Words};
use caryatid::games::diagram::{AnyDiagram, Diagram, Position, open};

type Avatar = Diagram<u128>;

fn avatar() -> Avatar {
    let text = include_str!("../../src/games/diagram/definitions/avatar.txt");
    match open("avatar", "avatar", text).unwrap() {
        AnyDiagram::Medium(game) => *game,
        other => panic!("121 squares need 128 bits: {other:?}"),
    }
}

fn played(game: &Avatar, fen: &str, moves: &str) -> Position<u128> {
    after(game, fen, moves).0
}

fn placement(game: &Avatar, position: &Position<u128>) -> String {
    game.write_fen(position).split(' ').next().unwrap().to_owned()
}

const EMPTY_UPPER: &str = "11/1k9/11/11/11/***********";

#[test]
fn riff_1_rank_6_is_no_part_of_the_board_and_only_long_leaps_cross_it() {
    let game = avatar();
    assert_eq!(game.rules().geometry().squares().count(), 110);
    let position =
        at(&game, &format!("{EMPTY_UPPER}/R10/11/11/11/K10 w - - 0 1").replace('R', "D"));
    let rook = from(&game, &position, "a5");
    assert!(rook.contains("a4") && rook.contains("b7") && !rook.contains("a7"), "{rook:?}");
    assert!(game.read_fen("11/1k9/11/11/11/11/11/11/11/11/K10 w - - 0 1").is_err());
}

#[test]
fn riff_2_start_position() {
    let game = avatar();
    let start = game.start();
    assert_eq!(
        game.write_fen(&start),
        "ppppppppppp/daczmkmzcad/11/11/11/***********/11/11/11/DACZMKMZCAD/PPPPPPPPPPP w KQkq - 0 1"
    );
    assert_eq!(texts(&game, &start).len(), 122);
    let mut captures = ActionList::new();
    game.actions(&start, Want::Tactical, &mut captures);
    assert_eq!(captures.len(), 6);
    let counts = [("a2", 7), ("b2", 5), ("c2", 11), ("d2", 15), ("e2", 16), ("f2", 3), ("a1", 1)];
    for (square, count) in counts {
        assert_eq!(from(&game, &start, square).len(), count, "{square}");
    }
    let zecari = set("a3 a4 b5 b8 c5 e5 f5 f8 g3 g4 h8 j4 a11 g11 j11");
    assert_eq!(from(&game, &start, "d2"), zecari);
}

#[test]
fn riff_3_a_ride_is_stopped_by_men_on_its_own_landing_squares_only() {
    let game = avatar();
    let position = at(&game, &format!("{EMPTY_UPPER}/11/2p8/1PP8/1A9/K10 w - - 0 1"));
    let rider = from(&game, &position, "b2");
    assert!(rider.contains("c4"), "it takes the man on its line: {rider:?}");
    assert!(!rider.contains("d6") && !rider.contains("e8"), "it does not pass it: {rider:?}");
    let free = at(&game, &format!("{EMPTY_UPPER}/11/11/1PP8/1A9/K10 w - - 0 1"));
    assert!(from(&game, &free, "b2").contains("c4"), "men on b3 and c3 have no effect");
}

#[test]
fn riff_4_a_pawn_attacks_two_squares_straight_ahead_and_there_is_no_en_passant() {
    let game = avatar();
    let position = at(&game, &format!("{EMPTY_UPPER}/11/11/a10/a10/P9K w - - 0 1"));
    assert_eq!(from(&game, &position, "a1"), set("a2 a3 b2"));
    let check = played(&game, "11/11/3k7/11/11/***********/5P5/11/11/11/5K5 w - - 0 1", "f5f7");
    assert!(!game.in_check(&check));
    let check = played(&game, "11/11/5k5/11/11/***********/5P5/11/11/11/5K5 w - - 0 1", "f5f7");
    assert!(game.in_check(&check), "f9 is two squares ahead of f7");
}

#[test]
fn riff_5_men_become_what_the_file_says_and_stay_on_the_f_file() {
    let game = avatar();
    for (file, letter) in "abcdefghijk".chars().zip("DACZM.MZCAD".chars()) {
        // A pawn on each file steps ahead.
        let before = file as usize - 'a' as usize;
        let run = |length: usize| if length == 0 { String::new() } else { length.to_string() };
        let row = format!("{}P{}", run(before), run(10 - before));
        let fen = format!("11/1k9/11/11/11/***********/11/11/{row}/11/K10 w - - 0 1");
        let played = played(&game, &fen, &format!("{file}3{file}4"));
        let wanted = if letter == '.' { 'P' } else { letter };
        assert!(
            placement(&game, &played).contains(wanted),
            "{file}: {}",
            placement(&game, &played)
        );
    }
}

#[test]
fn riff_6_check_is_judged_with_the_new_piece() {
    let game = avatar();
    let position = played(
        &game,
        "11/11/11/11/e10/***********/11/11/11/11/K10 w - - 0 1".replace('e', "k").as_str(),
        "a1b1",
    );
    assert!(!game.in_check(&position));
    // The pawn that steps to e4 is an amazonrider, and gives check along the diagonal.
    let check = played(&game, "11/11/11/11/11/***********/11/11/4P6/7k3/K10 w - - 0 1", "e3e4");
    assert!(!game.in_check(&check));
    let check = played(&game, "11/11/11/11/11/***********/11/11/4P6/6k4/K10 w - - 0 1", "e3e4");
    assert!(game.in_check(&check), "e4-f3-g2");
}

#[test]
fn riff_7_a_pawn_promotes_on_the_f_file_only() {
    let game = avatar();
    let fen = "11/5P5/11/11/k10/***********/11/11/11/11/K10 w - - 0 1";
    let position = at(&game, fen);
    assert_eq!(from(&game, &position, "f10"), set("f11a f11m f11c f11d f11z e11 g11"));
    assert!(game.read_action(&position, "f10f11", Dialect::Uci).is_err(), "the choice is a must");
    assert!(game.read_action(&position, "f10f11Z", Dialect::Uci).is_ok(), "either case");
    assert!(placement(&game, &played(&game, fen, "f10e11")).starts_with("4M6"));
}

#[test]
fn riff_8_and_9_castling_takes_the_king_four_squares_and_leaves_the_partner_its_type() {
    let game = avatar();
    let fen = "11/d4k4d/11/11/11/***********/11/11/11/D4K4D/11 w KQkq - 0 1";
    let position = at(&game, fen);
    assert!(from(&game, &position, "f2").is_superset(&set("j2 b2")));
    for (text, row) in [("f2j2", "D7DK1"), ("O-O", "D7DK1"), ("f2b2", "1KD7D"), ("0-0-0", "1KD7D")]
    {
        let played = placement(&game, &played(&game, fen, text));
        assert!(played.contains(row), "{text}: {played}");
    }
    for rights in ["-", "Q"] {
        let less = at(&game, &fen.replace("KQkq", rights));
        assert!(game.read_action(&less, "f2j2", Dialect::Uci).is_err(), "{rights}");
    }
    let read = game.read_fen(&fen.replace("D4K4D", "D4K5")).unwrap();
    assert_eq!(game.write_fen(&read.position).split(' ').nth(2), Some("Qkq"));
    assert_eq!(read.notes.len(), 1, "the dropped right is told");
    let crossed = at(&game, "11/1k4d4/11/11/11/***********/11/11/6d4/D4K4D/11 w KQ - 0 1");
    assert!(game.read_action(&crossed, "f2j2", Dialect::Uci).is_err(), "g2 is attacked");
}

#[test]
fn riff_10_a_player_without_a_legal_move_loses_in_check_or_not() {
    let game = avatar();
    // The chancellorrider covers rank 10 and, with a knight's leap, b11.
    let stuck = at(&game, "k10/3D7/11/11/11/***********/11/11/11/11/K10 b - - 0 1");
    assert!(!game.in_check(&stuck));
    assert_eq!(texts(&game, &stuck), set(""));
    let verdict = game.verdict(&stuck, &Past::new()).unwrap();
    assert_eq!((verdict.winner, verdict.reason), (Some(Team::White), "stalemate"));
    // From b9 the amazonrider gives check by a knight's leap and covers the whole corner.
    let mated = at(&game, "k10/11/1M9/3D7/11/***********/11/11/11/11/K10 b - - 0 1");
    assert!(game.in_check(&mated));
    assert_eq!(texts(&game, &mated), set(""));
    let verdict = game.verdict(&mated, &Past::new()).unwrap();
    assert_eq!((verdict.winner, verdict.reason), (Some(Team::White), "checkmate"));
}

#[test]
fn riff_11_a_bare_king_loses_unless_it_bares_the_other_at_once() {
    let game = avatar();
    let verdict = |fen: &str| game.verdict(&at(&game, fen), &Past::new());
    let winner = |fen: &str| verdict(fen).map(|verdict| verdict.winner);
    assert_eq!(winner("11/1k9/11/11/11/***********/11/11/11/1K9/11 w - - 0 1"), Some(None));
    assert_eq!(
        winner("11/1k9/11/11/11/***********/11/11/11/1K7DD/11 b - - 0 1"),
        Some(Some(Team::White))
    );
    assert_eq!(
        winner("11/1k9/11/11/11/***********/11/11/11/1K8D/11 b - - 0 1"),
        Some(Some(Team::White)),
        "the last man can't be taken"
    );
    let chance = "11/1kD8/11/11/11/***********/11/11/11/1K9/11 b - - 0 1";
    assert_eq!(winner(chance), None);
    assert_eq!(texts(&game, &at(&game, chance)), set("b10c10"), "nothing but the capture");
    let bared = played(&game, chance, "b10c10");
    assert_eq!(game.verdict(&bared, &Past::new()).map(|verdict| verdict.winner), Some(None));
    assert_eq!(
        winner("11/1k9/11/11/11/***********/11/11/11/1K8D/11 w - - 0 1"),
        Some(Some(Team::White))
    );
}

#[test]
fn riff_12_threefold_repetition_and_100_plies_draw() {
    let game = avatar();
    let fen = "11/1k4a4/11/11/11/***********/11/11/11/1K4A4/11 w - - 0 1";
    let (mut position, mut past) = (at(&game, fen), Past::new());
    for round in 0..2 {
        for text in ["b2a2", "b10a10", "a2b2", "a10b10"] {
            assert_eq!(game.verdict(&position, &past), None, "round {round}");
            game.play_text(&mut position, &mut past, text, Dialect::Uci).unwrap();
        }
    }
    let verdict = game.verdict(&position, &past).unwrap();
    assert!(verdict.winner.is_none() && verdict.by_count, "{verdict:?}");
    let full = game.verdict(&at(&game, &fen.replace("0 1", "100 80")), &Past::new()).unwrap();
    assert!(full.winner.is_none() && full.by_count);
    assert_eq!(game.verdict(&at(&game, &fen.replace("0 1", "99 80")), &Past::new()), None);
    let pawn = played(&game, "11/1k4a4/11/11/11/***********/11/11/4P6/1K9/11 w - - 30 1", "e3e4");
    assert_eq!(
        game.write_fen(&pawn).split(' ').nth(4),
        Some("0"),
        "a pawn's morphing is a pawn move"
    );
}

#[test]
fn suffixes_in_both_dialects() {
    let game = avatar();
    let start = game.start();
    let action = game.read_action(&start, "b2d3", Dialect::Uci).unwrap();
    assert_eq!(game.write_action(&start, action, Dialect::Uci), "b2d3");
    assert_eq!(game.write_action(&start, action, Dialect::XBoard), "b2d3z");
    assert_eq!(game.read_action(&start, "b2d3z", Dialect::Uci), Ok(action));
    assert!(game.read_action(&start, "b2d3a", Dialect::Uci).is_err());
    for bad in ["a1a12", "l1a1", "a0a1", "a01a2", "a1a1", "a1", "a1a2a3", "a11 a10", "\u{e9}2e4"] {
        assert!(game.read_action(&start, bad, Dialect::Uci).is_err(), "{bad}");
    }
}
