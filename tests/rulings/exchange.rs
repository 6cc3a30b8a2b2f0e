//! Static exchanges: what a capture wins when both sides take on its square as long as it pays.

use caryatid::game::{Action, Dialect, Game, Words};
use caryatid::games::diagram::{AnyDiagram, Diagram, Position, Width, open};

fn chess() -> Diagram<u64> {
    let text = include_str!("../../src/games/diagram/definitions/chess.txt");
    let AnyDiagram::Small(game) = open("chess", "normal", text).unwrap() else {
        panic!("64 squares fit the smallest width");
    };
    *game
}

fn avatar() -> Diagram<u128> {
    let text = include_str!("../../src/games/diagram/definitions/avatar.txt");
    let AnyDiagram::Medium(game) = open("avatar", "avatar", text).unwrap() else {
        panic!("121 squares fit 128 bits");
    };
    *game
}

fn set_up<S: Width>(game: &Diagram<S>, fen: &str, text: &str) -> (Position<S>, Action) {
    let position = game.read_fen(fen).unwrap().position;
    let action = game.read_action(&position, text, Dialect::Uci).unwrap();
    (position, action)
}

/// The largest threshold that the exchange reaches.
fn value<S: Width>(game: &Diagram<S>, position: &Position<S>, action: Action) -> i32 {
    let reached = |&threshold: &i32| game.exchange(position, action, threshold);
    (-5_000..=5_000).rev().find(reached).unwrap()
}

/// Value of a man in chess, by its letter.
fn man(game: &Diagram<u64>, letter: &str) -> i32 {
    let kinds = &game.rules().kinds;
    let kind = kinds.iter().position(|kind| kind.id == letter).unwrap();
    game.rules().values.value(kind)
}

#[test]
fn exchanges_of_chess_are_worth_what_is_taken() {
    let game = chess();
    let worth = |letter| man(&game, letter);
    let (pawn, knight, rook) = (worth("P"), worth("N"), worth("R"));
    for (fen, text, wanted) in [
        // Nobody takes back.
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", pawn),
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", pawn),
        // A pawn takes back.
        ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", pawn - rook),
        // Rooks behind rooks: three against two win the pawn, two against two lose the exchange.
        ("3r1k2/3r4/8/3p4/8/3R4/3R4/3RK3 w - - 0 1", "d3d5", pawn),
        ("3r1k2/3r4/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5", pawn - rook),
        // The knight is taken back, and White goes on no further than it pays.
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", pawn - knight),
        // The king takes back only where no second man guards the square.
        ("8/8/4k3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", pawn - rook),
        ("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", pawn),
        // En passant, and a promotion that is taken or not.
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", pawn),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", worth("Q") - pawn),
        ("1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -pawn),
    ] {
        let (position, action) = set_up(&game, fen, text);
        assert_eq!(value(&game, &position, action), wanted, "{text} in {fen}");
    }
}

#[test]
fn exchanges_see_what_a_man_becomes_on_arrival() {
    let game = avatar();
    // A nightrider that arrives on the e-file is an amazonrider from then on (RIFF-5).
    let free = "k10/11/11/11/10p/***********/11/11/11/11/2A7K w - - 0 1";
    let (position, action) = set_up(&game, free, "c1e2");
    let gain = game.gain(&position, action);
    assert!(gain > 0, "an amazonrider is worth more: {gain}");
    assert_eq!(value(&game, &position, action), gain);
    // A pawn on e4 takes it there, and the nightrider that it was is lost.
    let guarded = "k10/11/11/11/10p/***********/11/4p6/11/11/2A7K w - - 0 1";
    let (position, action) = set_up(&game, guarded, "c1e2");
    let lost = value(&game, &position, action);
    assert!(lost < -gain, "the nightrider is lost: {lost}");
    // With the king beside it the pawn would become an amazonrider by taking, and be lost as one.
    let answered = "k10/11/11/11/10p/***********/11/4p6/11/11/2A2K5 w - - 0 1";
    let (position, action) = set_up(&game, answered, "c1e2");
    assert!(value(&game, &position, action) > 0);
}
