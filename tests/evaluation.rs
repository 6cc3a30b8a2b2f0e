//! What the evaluation of the games of Interactive Diagrams counts, as `eval` tells it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use caryatid::session::{Catalogue, OpenedGame};
use std::collections::HashMap;

/// Count, and centipawns in the middle game and the ending, of every term, by its name.
type Terms = HashMap<String, (i32, f64, f64)>;

fn terms_of(game: &mut dyn OpenedGame, fen: &str) -> (Terms, i32) {
    game.set_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let text = game.evaluation();
    let mut terms = HashMap::new();
    for line in text.lines().skip(1).take_while(|line| !line.starts_with("phase")) {
        let Some((name, numbers)) = line.split_at_checked(22) else { continue };
        let numbers: Vec<&str> = numbers.split_ascii_whitespace().collect();
        let number = |index: usize| numbers[index].parse::<f64>().unwrap();
        match numbers.len() {
            2 => terms.insert(name.trim().to_owned(), (0, number(0), number(1))),
            3 => terms.insert(name.trim().to_owned(), (number(0) as i32, number(1), number(2))),
            _ => None,
        };
    }
    let value = text.lines().last().unwrap().strip_prefix("for the side to move: ").unwrap();
    (terms, value.strip_suffix(" cp").unwrap().parse().unwrap())
}

fn open(id: &str) -> Box<dyn OpenedGame> {
    Catalogue::new().open_unheard(id).unwrap()
}

fn count(id: &str, fen: &str, term: &str) -> i32 {
    terms_of(&mut *open(id), fen).0[term].0
}

#[test]
fn the_lines_of_eval_add_up() {
    let mut game = open("chess");
    for fen in [
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let (terms, value) = terms_of(&mut *game, fen);
        let (_, middle, ending) = terms["sum"];
        let added = |part: fn(&(i32, f64, f64)) -> f64| -> f64 {
            terms.iter().filter(|(name, _)| *name != "sum").map(|(_, term)| part(term)).sum()
        };
        // Each line is rounded to a tenth.
        assert!((added(|term| term.1) - middle).abs() < 1.5, "{fen}: {terms:?}");
        assert!((added(|term| term.2) - ending).abs() < 1.5, "{fen}: {terms:?}");
        let white = f64::from(if fen.contains(" w ") { value } else { -value });
        let (low, high) = (middle.min(ending) - 1.0, middle.max(ending) + 1.0);
        assert!((low..=high).contains(&white), "{fen}: {value} of {middle} and {ending}");
    }
}

#[test]
fn pawns_protect_in_games_in_which_men_change() {
    let with_pawn_on =
        |ranks: &str| format!("10k/11/11/11/11/***********/4d6/4A6/{ranks}/K10 w - - 0 1");
    let hanging = |ranks| count("avatar", &with_pawn_on(ranks), "hanging men");
    assert_eq!(hanging("4P6/11") - hanging("11/4P6"), 1);
}

#[test]
fn a_cannon_attacks_over_a_mount_only() {
    let threats = |rank: &str| {
        count(
            "shako",
            &format!("4r5/10/{rank}/10/10/4C5/10/10/10/K8k w - - 0 1"),
            "threats of light men",
        )
    };
    assert_eq!((threats("10"), threats("4P5")), (0, 1));
}

#[test]
fn a_knight_that_is_attacked_by_a_pawn_is_in_danger_and_a_lone_king_is_hunted() {
    assert_eq!(count("chess", "4k3/8/8/3n1n2/4P3/8/8/4K3 b - - 0 1", "threats of pawns"), 2);
    let hunted = |king: &str| {
        count("chess", &format!("{king}/8/8/8/8/2K5/7R/8 w - - 0 1"), "king hunted alone")
    };
    assert!(hunted("k7") > hunted("3k4"));
}

#[test]
fn the_greatest_armies_are_not_too_much_for_the_sum() {
    let path = std::env::temp_dir().join(format!("amazons-{}.txt", std::process::id()));
    let text = "files=16\nranks=16\npromoZone=1\npromoChoice=A\nroyal=K\n\
                pawn:P:fmWfcF:pawn:a7-p7\namazon:A:mU:queen:a2-p2,a3-c3\nking:K:K:king:h1\n";
    std::fs::write(&path, text).unwrap();
    let mut catalogue = Catalogue::new();
    let (id, _) = catalogue.add_file(&path).unwrap();
    let mut game = catalogue.open_unheard(&id).unwrap();
    let empty = "16/".repeat(12);
    let fen = format!("7k8/pppppppppppppppp/{empty}AAAAAAAAAAAAAAAA/7K8 w - - 0 1");
    let value = terms_of(&mut *game, &fen).1;
    std::fs::remove_file(&path).unwrap();
    assert_eq!(value, 29_000);
}

#[test]
fn a_pawn_that_no_king_can_catch_runs() {
    let runners = |fen: &str| count("chess", fen, "runners");
    assert!(runners("8/8/8/1k3P2/8/8/8/4K3 w - - 0 1") > 0);
    // The king is in its square, it is his turn, he isn't alone, or somebody stands in the way.
    for fen in [
        "8/8/8/3k1P2/8/8/8/4K3 w - - 0 1",
        "8/8/8/2k2P2/8/8/8/4K3 b - - 0 1",
        "8/8/8/1k3P2/8/8/n7/4K3 w - - 0 1",
        "5K2/8/8/1k3P2/8/8/8/8 w - - 0 1",
    ] {
        assert_eq!(runners(fen), 0, "{fen}");
    }
    let value = |fen: &str| terms_of(&mut *open("chess"), fen).1;
    assert!(
        value("8/8/8/1k3P2/8/8/8/4K3 w - - 0 1") > value("8/8/8/3k1P2/8/8/8/4K3 w - - 0 1") + 400
    );
}

#[test]
fn no_pawn_runs_from_a_king_who_rides() {
    let path = std::env::temp_dir().join(format!("rider-{}.txt", std::process::id()));
    let kings = |royal: &str| {
        format!(
            "files=8\nranks=8\nroyal=K\npromoChoice=R\npawn:P:fmWfcF:pawn:a2-h2\nrook:R:R:rook:a1,h1\n\
                 king:K:{royal}:king:e1\n"
        )
    };
    let runners = |royal: &str| {
        std::fs::write(&path, kings(royal)).unwrap();
        let mut catalogue = Catalogue::new();
        let (id, _) = catalogue.add_file(&path).unwrap();
        let mut game = catalogue.open_unheard(&id).unwrap();
        terms_of(&mut *game, "8/8/8/1k3P2/8/8/8/4K3 w - - 0 1").0["runners"].0
    };
    let found = [runners("K"), runners("Q")];
    std::fs::remove_file(&path).unwrap();
    assert!(found[0] > 0 && found[1] == 0, "{found:?}");
}
