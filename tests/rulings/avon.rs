//! Avon, AVON-1 to AVON-11: board, men and moves.

use super::positions::{after, at, from, set, texts};
use caryatid::board::write_placement;
use caryatid::game::{Dialect, Game, Team, Words};
use caryatid::games::avon::{Avon, Kind, Position, START};
use std::collections::BTreeSet;

/// A FEN with the given men and nothing else.
fn board(men: &[(char, &str)], rest: &str) -> String {
    let standing = |file: u8, rank: u8| {
        let square = format!("{}{rank}", char::from(b'a' + file));
        men.iter().find(|man| man.1 == square).map(|man| man.0)
    };
    let placement = write_placement(8, 10, standing);
    format!("{placement} {rest}")
}

/// A Prince for each player, out of the way of most things.
const PRINCES: [(char, &str); 4] = [('K', "a0"), ('K', "h9"), ('k', "h0"), ('k', "a9")];

/// A FEN with such Princes and more men.
fn with_princes(men: &[(char, &str)], rest: &str) -> String {
    board(&[&PRINCES[..], men].concat(), rest)
}

#[test]
fn avon_1_the_river_lies_between_ranks_4_and_5() {
    let game = Avon::new();
    assert_eq!((game.shape().files, game.shape().ranks), (8, 10));
    let position = at(&game, "4K2k/8/8/8/8/4K3/W7/8/8/7k ws - 0 1");
    assert_eq!(from(&game, &position, "e4"), set("f4 d4 e3 f3 d3"), "not over the River");
    let position = at(&game, "4K2k/8/8/8/4K3/8/8/8/K7/7k wn - 0 1");
    assert!(from(&game, &position, "e5").is_superset(&set("e4 d4 f4")), "another royal stays");
    let position = at(&game, "7k/8/8/8/4K3/8/8/8/K7/7k wn - 0 1");
    assert_eq!(from(&game, &position, "e5"), set("d5 f5 d6 e6 f6"));
}

#[test]
fn avon_2_ws_bn_wn_bs_and_again() {
    let game = Avon::new();
    let mut seen = Vec::new();
    for moves in ["", "a2a3", "a2a3 a7a6", "a2a3 a7a6 e7e6", "a2a3 a7a6 e7e6 e2e3"] {
        let (position, _) = after(&game, START, moves);
        let fen = game.write_fen(&position);
        let fields: Vec<&str> = fen.split(' ').collect();
        seen.push(format!("{} {}", fields[1], fields[4]));
        let team = game.team(game.to_act(&position));
        assert_eq!(team, if fields[1].starts_with('w') { Team::White } else { Team::Black });
    }
    assert_eq!(seen, ["ws 1", "bn 1", "wn 1", "bs 1", "ws 2"]);
}

#[test]
fn avon_3_forward_is_away_from_the_player_who_moves() {
    let game = Avon::new();
    let men = [('P', "c3"), ('P', "f6"), ('p', "f3"), ('p', "c6")];
    for (seat, moves) in [("ws", "c3c4"), ("bn", "c6c5"), ("wn", "f6f5"), ("bs", "f3f4")] {
        let position = at(&game, &with_princes(&men, &format!("{seat} - 0 1")));
        let pawns: BTreeSet<String> = texts(&game, &position)
            .into_iter()
            .filter(|text| text.starts_with(['c', 'f']))
            .collect();
        assert_eq!(pawns, set(moves), "{seat}");
    }
    let men = [('A', "c3"), ('R', "b3"), ('A', "f6"), ('R', "g6"), ('S', "f2")];
    let position = at(&game, &with_princes(&men, "ws - 0 1"));
    assert_eq!(from(&game, &position, "c3"), set("c4 b4 a5 d4 e5"), "its f6 is its own");
    assert_eq!(from(&game, &position, "b3"), set("a4 c4 b4 b5 b6 b7 b8 b9"));
    assert!(from(&game, &position, "g6").is_empty(), "up is away from the south");
    let position = at(&game, &with_princes(&men, "wn - 0 1"));
    assert_eq!(from(&game, &position, "g6"), set("f5 h5 g5 g4 g3 g2 g1 g0"));
    assert_eq!(from(&game, &position, "f6"), set("f5 g5 h4 e5 d4"));
    assert!(from(&game, &position, "f2").is_empty());
}

#[test]
fn avon_4_captures_are_by_displacement_and_never_of_ones_own_colour() {
    let game = Avon::new();
    let men = [('M', "c2"), ('P', "c6"), ('p', "f2"), ('N', "d4"), ('P', "b2")];
    let position = at(&game, &with_princes(&men, "ws - 0 1"));
    let marshal = from(&game, &position, "c2");
    assert!(marshal.contains("c5") && !marshal.contains("c6"), "the partner's Pawn: {marshal:?}");
    assert!(marshal.contains("f2") && !marshal.contains("g2"), "{marshal:?}");
    assert!(!marshal.contains("d4"));
    assert_eq!(from(&game, &position, "b2"), set("b3"), "no double step");
    let (position, _) = after(&game, &with_princes(&men, "ws - 0 1"), "c2f2");
    assert_eq!(position.man(21).map(|man| man.letter()), Some('M'));
    assert!((0..80).filter_map(|square| position.man(square)).all(|man| man.letter() != 'p'));
}

#[test]
fn avon_5_men_that_move_the_same_way_may_capture_each_other() {
    let game = Avon::new();
    let position = at(&game, &with_princes(&[('P', "e3"), ('p', "f4")], "ws - 0 1"));
    assert_eq!(from(&game, &position, "e3"), set("e4 f4"));
}

#[test]
fn avon_6_the_start_array() {
    let game = Avon::new();
    assert_eq!(
        game.write_fen(&game.start()),
        "mkkmMQSM/nbbnRAAR/ppppPPPP/8/8/8/8/PPPPpppp/NBBNraar/MKKMmqsm ws - 0 1"
    );
    for (seat, count) in [("ws", 8), ("bn", 8), ("wn", 4), ("bs", 4)] {
        let position = at(&game, &START.replace(" ws ", &format!(" {seat} ")));
        assert_eq!(game.count_actions(&position), count, "{seat}");
    }
}

#[test]
fn avon_7_a_move_starts_or_ends_on_the_movers_half() {
    let game = Avon::new();
    let men = [('B', "c2"), ('W', "b7"), ('N', "c6")];
    let position = at(&game, &with_princes(&men, "wn - 0 1"));
    assert_eq!(from(&game, &position, "c2"), set("f5 g6 h7"), "called over, but not moved about");
    assert_eq!(from(&game, &position, "b7"), set("b8 b6 a7 c7"));
    let position = at(&game, &with_princes(&men, "ws - 0 1"));
    assert!(from(&game, &position, "b7").is_empty());
    assert_eq!(from(&game, &position, "c6"), set("b4 d4 c4"), "leaps into the south only");
    assert!(from(&game, &position, "c2").is_superset(&set("d1 d3 h7")));
}

/// The squares strictly between two squares of a line.
fn between(one: &str, other: &str) -> Vec<String> {
    let spot = |text: &str| {
        let bytes = text.as_bytes();
        (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'0'))
    };
    let (a, b) = (spot(one), spot(other));
    let (files, ranks) = (b.0 - a.0, b.1 - a.1);
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    let name = |(file, rank): (i32, i32)| format!("{}{rank}", char::from(b'a' + file as u8));
    (1..files.abs().max(ranks.abs()))
        .map(|step| name((a.0 + files.signum() * step, a.1 + ranks.signum() * step)))
        .collect()
}

/// Whether a man alone on the board may go that way, by a move and by a capture, for a player whose
/// partner is out.
fn may_go(game: &Avon, letter: char, text: &str) -> bool {
    let (one, other) = text.split_at(2);
    let way = between(one, other);
    let free =
        |square: &&str| *square != one && *square != other && !way.contains(&square.to_string());
    let mut spots = ["a1", "h2", "c4", "g1", "b4", "f3"].into_iter().filter(free);
    let (own, enemy) = (spots.next().unwrap(), spots.next().unwrap());
    let men = [(letter, one), ('K', own), ('k', enemy)];
    let quiet = at(game, &board(&men, "ws wn 0 1"));
    let capture = at(game, &board(&[&men[..], &[('w', other)]].concat(), "ws wn 0 1"));
    let [quiet, capture] = [quiet, capture].map(|position| texts(game, &position).contains(text));
    assert_eq!(quiet, capture, "{text}");
    quiet
}

#[test]
fn avon_8_the_wall_is_crossed_on_ranks_2_to_7() {
    let game = Avon::new();
    for text in "b0e3 d2e3 b5f1 f8c5 a0h7 h0a7 b9g4 d6e7 a2h2 a7h7 c1f4".split(' ') {
        assert!(may_go(&game, 'Q', text), "{text}");
    }
    for text in "d1e2 d2e1 b4f0 f9c6 a5f0 c9h4 d7e8 a1h1 a8h8 d0e0 c0f3".split(' ') {
        assert!(!may_go(&game, 'Q', text), "{text}");
    }
    for text in "d2e4 c2e3 c2e2 d2f2".split(' ') {
        assert!(may_go(&game, 'N', text), "{text}");
    }
    for text in "d1e3 c1e2 d3e1 d1f1".split(' ') {
        assert!(!may_go(&game, 'N', text), "{text}");
    }
    let position = at(&game, &with_princes(&[('P', "d2"), ('p', "e3"), ('R', "d7")], "ws - 0 1"));
    assert_eq!(from(&game, &position, "d2"), set("d3 e3"), "a Pawn's capture");
    let position = at(&game, &with_princes(&[('R', "e8"), ('p', "d7")], "wn - 0 1"));
    assert!(!from(&game, &position, "e8").contains("d7"), "e8 is behind the wall");
}

#[test]
fn avon_9_a_pawn_that_crosses_the_river_becomes_a_wazir() {
    let game = Avon::new();
    let men = [('P', "c4"), ('p', "d5"), ('P', "f5"), ('p', "e4"), ('P', "b3"), ('W', "g4")];
    let fen = with_princes(&men, "ws - 0 1");
    let letter = |position: &Position, square: u8| position.man(square).map(|man| man.letter());
    for (text, square) in [("c4c5", 42), ("c4d5w", 43), ("C4C5W", 42)] {
        assert_eq!(letter(&after(&game, &fen, text).0, square), Some('W'), "{text}");
    }
    let north = with_princes(&men, "wn - 0 1");
    assert_eq!(letter(&after(&game, &north, "f5f4").0, 37), Some('W'));
    assert_eq!(letter(&after(&game, &north, "f5e4w").0, 36), Some('W'));
    assert_eq!(letter(&after(&game, &fen, "b3b4").0, 33), Some('P'));
    let position = at(&game, &fen);
    for wrong in ["b3b4w", "g4g5w", "c4c5q", "c4c5p", "c4c5ww"] {
        for dialect in [Dialect::Uci, Dialect::XBoard] {
            assert!(game.read_action(&position, wrong, dialect).is_err(), "{wrong}");
        }
    }
    let action = game.read_action(&position, "c4c5", Dialect::Uci).unwrap();
    assert_eq!(game.write_action(&position, action, Dialect::Uci), "c4c5");
    assert_eq!(game.write_action(&position, action, Dialect::XBoard), "c4c5w");
    let slides = at(&game, &with_princes(&[('M', "b2")], "ws - 0 1"));
    assert!(from(&game, &slides, "b2").contains("b9"), "the River stops nothing");
}

#[test]
fn avon_10_a_royal_stays_on_the_movers_half() {
    let game = Avon::new();
    let position = at(&game, "4S2k/8/8/8/5Q2/8/8/8/8/M6k ws - 0 1");
    let wanted = "f5f4 f5f3 f5f2 f5f1 f5f0 f5g4 f5h3 f5e4 f5d3 f5c2 f5b1";
    assert_eq!(texts(&game, &position), set(wanted), "a royal has to come");
    // The only royal may be left to be captured, and move to where it is.
    let position = at(&game, "4K2k/8/8/8/8/7m/8/8/8/K5mk ws - 0 1");
    assert_eq!(from(&game, &position, "a0"), set("a1 b0 b1"));
    assert!(!game.in_check(&position));
    let position = at(&game, "4K2k/8/8/8/4r3/3K4/8/8/8/7k ws - 0 1");
    assert_eq!(from(&game, &position, "d4"), set("c4 e4 c3 d3 e3"), "not even to capture");
    // Any royal counts, whoever's army it came from.
    for royal in [Kind::Queen, Kind::Princess, Kind::Prince] {
        let men = [(royal.letter(), "d3"), ('K', "d4"), ('K', "e9"), ('k', "h9"), ('k', "h0")];
        let position = at(&game, &board(&men, "ws - 0 1"));
        assert!(from(&game, &position, "d4").contains("d5"), "{royal:?}");
    }
    let (position, _) = after(&game, "4K2k/8/8/8/8/8/8/7M/8/K6k ws - 0 1", "h2h0");
    assert_eq!(position.out(), 0, "a captured royal ends nothing by itself");
}

#[test]
fn avon_11_the_partners_half_may_be_left_without_a_royal() {
    let game = Avon::new();
    let position = at(&game, "7k/8/8/8/4Q3/8/8/8/8/K6k ws - 0 1");
    assert!(from(&game, &position, "e5").contains("e4"));
    let position = at(&game, "7k/8/8/8/4Q3/8/8/8/8/K6k wn - 0 1");
    assert!(!from(&game, &position, "e5").contains("e4"), "his own half is another matter");
}
