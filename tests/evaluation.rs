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

#[test]
fn each_term_counts_what_it_says() {
    // Term, a position with it and one that lacks it; how much more of it White has in the first.
    let cases = [
        ("open files", "4k3/p7/8/8/8/8/8/4K2R", "4k3/7p/8/8/8/8/8/4K2R", 1),
        ("open files at the king", "4k3/8/8/8/8/8/5P1P/6K1", "4k3/8/8/8/8/8/5PPP/6K1", 1),
        ("storming pawns", "4k3/8/8/8/6p1/8/8/6K1", "4k3/8/8/6p1/8/8/8/6K1", 1),
        ("storming pawns", "4k3/8/8/8/6p1/8/8/6K1", "4k3/8/8/8/4p3/8/8/6K1", 1),
        ("far storming pawns", "4k3/8/6p1/8/8/8/8/6K1", "4k3/6p1/8/8/8/8/8/6K1", 1),
        ("supported pawns", "4k3/8/8/8/4P3/3P4/8/4K3", "4k3/8/8/8/4P3/2P5/8/4K3", 1),
        ("chained pawns", "4k3/8/4P3/3P4/8/8/8/4K3", "4k3/8/4P3/2P5/8/8/8/4K3", 8),
        ("pawns side by side", "4k3/8/8/8/3PP3/8/8/4K3", "4k3/8/8/8/3P1P2/8/8/4K3", 2),
        ("backward pawns", "4k3/8/8/4p3/4P3/3P4/8/4K3", "4k3/8/8/4p3/4P3/3P4/2P5/4K3", 1),
        ("backward pawns", "4k3/8/8/4p3/4P3/3P4/8/4K3", "4k3/8/4p3/8/4P3/3P4/8/4K3", 1),
        ("free passed pawns", "4k3/8/8/P7/8/8/8/4K3", "4k3/1b6/8/P7/8/8/8/4K3", 5),
        ("outposts", "4k3/8/8/4N3/3P4/8/8/4K3", "4k3/5p2/8/4N3/3P4/8/8/4K3", 1),
        ("outposts", "4k3/8/8/4N3/3P4/8/8/4K3", "4k3/8/8/4N3/8/3P4/8/4K3", 1),
        ("bad bishops", "4k3/8/8/8/8/4P3/8/2B1K3", "4k3/8/8/8/4P3/8/8/2B1K3", 1),
        ("cramped men", "4k3/8/8/8/8/8/6P1/3K3B", "4k3/8/8/8/8/8/5P2/3K3B", 16),
        ("loose men", "4k3/8/8/3N4/8/8/8/4K3", "4k3/8/8/3N4/4P3/8/8/4K3", 1),
        ("unsafe men", "3k4/8/1n6/3b4/8/8/8/3RK3", "3k4/8/2p5/3b4/8/8/8/3RK3", 1),
        ("unsafe men", "3k4/8/1n6/3b4/8/8/8/3RK3", "3k4/8/1n3n2/3b4/8/8/8/3RK3", 1),
        ("threats of pushes", "4k3/8/8/3n4/8/4P3/8/4K3", "4k3/8/8/3n1p2/8/4P3/8/4K3", 1),
        ("threats of pushes", "4k3/8/8/3n4/8/4P3/8/4K3", "4k3/8/5n2/3n4/8/4P3/8/4K3", 1),
    ];
    for (term, with, without, more) in cases {
        let found = [with, without].map(|men| count("chess", &format!("{men} w - - 0 1"), term));
        assert_eq!(found[0] - found[1], more, "{term}: {found:?} in {with} and {without}");
    }
}

#[test]
fn both_colours_count_alike() {
    let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mirrored = "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1";
    let [one, other] = [position, mirrored].map(|fen| terms_of(&mut *open("chess"), fen));
    assert_eq!(one.1, other.1);
    for (name, (count, middle, ending)) in one.0 {
        assert_eq!(other.0[&name], (-count, -middle, -ending), "{name}");
    }
}

#[test]
fn a_king_is_in_danger_by_men_checks_and_squares_that_nobody_else_protects() {
    let danger = |men: &str| count("chess", &format!("{men} w - - 0 1"), "danger of the king");
    let calm = danger("6k1/5ppp/8/8/8/8/5PPP/3Q2K1");
    let attacked = danger("6k1/5ppp/8/6NQ/8/8/5PPP/6K1");
    let defended = danger("5rk1/5ppp/6q1/6NQ/8/8/5PPP/6K1");
    assert!(
        attacked > 20 && attacked > calm && attacked > defended,
        "{calm} {attacked} {defended}"
    );
    // Without the greatest man the same squares are less dangerous.
    let small = danger("6k1/5ppp/8/6NR/8/8/5PPP/6K1");
    assert!(small < attacked / 2, "{small} {attacked}");
    // A check that can be taken is none.
    let free = danger("6k1/5ppp/8/8/8/8/5PPP/Q2R2K1");
    let taken = danger("3r1nk1/5ppp/8/8/8/8/5PPP/Q2R2K1");
    assert!(free > taken, "{free} {taken}");
}

#[test]
fn a_man_counts_by_its_rank_from_its_own_side_and_its_file_from_the_edge() {
    let mut game = open("chess");
    let value = |game: &mut dyn OpenedGame, rows: &str, men: &str| {
        let weights = game.weights().read(rows).unwrap();
        game.set_weights(&weights);
        game.static_values(&[format!("{men} w - - 0 1")])[0].unwrap()
    };
    let none =
        "N by rank: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\nN by file: 0 0 0 0 0 0 0 0\nmoves of N: 0 0\n";
    let sixth = "N by rank: 0 0 0 0 0 90 0 0 0 0 0 0 0 90 0 0\nN by file: 0 0 0 0 0 0 0 0\nmoves of N: 0 0\n";
    let third_file = "N by rank: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\nN by file: 0 0 70 0 0 0 70 0\nmoves of N: 0 0\n";
    let free = "N by rank: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\nN by file: 0 0 0 0 0 0 0 0\nmoves of N: 160 160\n";
    for (men, by_rank, by_file, by_moves) in [
        ("k7/8/5N2/8/8/8/8/4K3", 90, 70, 80),
        ("k7/8/8/8/8/2N5/8/4K3", 0, 70, 80),
        ("k7/8/8/8/8/2n5/8/4K3", -90, -70, -80),
        ("k7/8/2n5/8/8/8/8/N3K3", 0, -70, 20 - 80),
    ] {
        let before = value(&mut *game, none, men);
        let more = [sixth, third_file, free].map(|rows| value(&mut *game, rows, men) - before);
        // Terms are parts of a centipawn, of which the rest is cut off.
        let off = |(found, wanted): (&i32, &i32)| (found - wanted).abs();
        let wanted = [by_rank, by_file, by_moves];
        assert!(
            more.iter().zip(&wanted).map(off).all(|off| off <= 1),
            "{men}: {more:?} {wanted:?}"
        );
    }
}
