//! Positions and moves as text, sent to the real binary: what is refused, what is corrected, what is read.

#![allow(clippy::unwrap_used)]

mod driver;

use driver::{Engine, ms, scored};

/// Asserts that a FEN is refused with a reason and that the old position stays.
fn assert_refused(engine: &mut Engine, fen: &str) {
    let before = engine.fen();
    let heard = engine.ask(&format!("position fen {fen}"));
    let [note] = heard.as_slice() else { panic!("{fen}: {heard:?}") };
    assert!(note.starts_with("info string position refused"), "{fen}: {note}");
    assert_eq!(engine.fen(), before, "{fen}");
}

/// Whether a move is accepted after those of `before`.
fn accepts(engine: &mut Engine, before: &str, text: &str) -> bool {
    engine.ask(&format!("{before} {text}")).is_empty()
}

#[test]
fn boards_of_the_wrong_shape_are_refused() {
    let mut engine = Engine::uci();
    for fen in [
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "k////KPPPPPPPPPPPPPPP/N6NN/8B/Q w - - 0 1",
        "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR r KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQXq - 0 1",
    ] {
        assert_refused(&mut engine, fen);
    }
    engine.quit();
}

#[test]
fn kings_that_are_missing_doubled_or_capturable_are_refused() {
    let mut engine = Engine::uci();
    for fen in [
        "8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
        // White, who is not to move, stands in check: Black could take the king.
        "1n6/8/2Q5/1rK5/8/8/8/5k2 b - - 0 1",
        "8/8/8/8/8/8/5kK1/8 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ] {
        assert_refused(&mut engine, fen);
    }
    engine.quit();
}

#[test]
fn castling_rights_without_king_and_partner_are_dropped_with_a_note() {
    let mut engine = Engine::uci();
    let heard =
        engine.ask("position fen 2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14");
    assert!(!heard.is_empty() && heard.iter().all(|line| line.starts_with("info string")));
    assert!(engine.fen().contains(" b KQ - "));
    engine.send("go depth 6");
    engine.best_move();
    engine.quit();
}

#[test]
fn more_men_than_a_game_begins_with_are_no_trouble() {
    let mut engine = Engine::uci();
    engine.send("position fen rnbqkbnr/pppppppp/8/8/8/N2NNNNN/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    engine.send("go depth 4");
    let best = engine.best_move().0;
    assert!(engine.legal_moves().contains(&best));
    engine.quit();
}

#[test]
fn odd_checks_are_answered() {
    for (fen, counts) in [
        ("2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1", [3, 81, 1217]),
        ("5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1", [2, 56, 1030]),
    ] {
        let mut engine = Engine::uci();
        engine.send(&format!("position fen {fen}"));
        for (depth, count) in (1..).zip(counts) {
            engine.send(&format!("go perft {depth}"));
            assert_eq!(engine.line("Nodes searched"), format!("Nodes searched: {count}"));
        }
        engine.quit();
    }
}

#[test]
fn a_double_step_past_nobody_is_the_same_position_for_repetition() {
    let mut engine = Engine::xboard();
    engine.tell("force\nsetboard 8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37");
    for text in "d2d4 h2h3 a2a3 h3h2 a3a2 h2h1 a2a3 h1h2".split(' ') {
        assert!(engine.tell(&format!("usermove {text}")).is_empty(), "{text}");
    }
    engine.send("usermove a3a2\ngo");
    assert!(engine.line("1/2-1/2 {").contains("repetition"));
    engine.quit();
}

#[test]
fn large_clocks_are_kept_and_harmless() {
    let mut engine = Engine::uci();
    for clock in ["255", "65535", "99999999999999999999"] {
        engine.ask(&format!("position fen 4k3/8/8/8/8/8/8/R3K3 w - - {clock} 1"));
        engine.send("go depth 6");
        assert_eq!(engine.best_move().0.len(), 4, "{clock}");
    }
    engine.ask("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 255 1");
    assert!(engine.fen().contains(" - - 255 "));
    engine.quit();
}

#[test]
fn missing_fields_get_their_defaults_in_both_protocols() {
    let mut engine = Engine::uci();
    assert!(engine.ask("position fen 8/8/8/8/8/k7/8/K6R b").is_empty());
    assert_eq!(engine.fen(), "8/8/8/8/8/k7/8/K6R b - - 0 1");
    engine.send("go depth 2");
    engine.best_move();
    engine.quit();
    let mut engine = Engine::xboard();
    assert!(engine.tell("force\nsetboard 8/8/8/8/8/k7/8/K6R b").is_empty());
    assert!(engine.tell("usermove a3b3").is_empty());
    engine.quit();
}

#[test]
fn holes_are_written_as_stars_and_nothing_stands_on_them() {
    let mut engine = Engine::playing("avatar");
    let board = |row: &str| format!("11/1k9/a10/11/D10/{row}/11/11/11/1K9/11 w - - 0 1");
    for row in ["11", "5p5", "**********", "************", "*****P*****", "10*"] {
        assert_refused(&mut engine, &board(row));
    }
    assert!(engine.ask(&format!("position fen {}", board("***********"))).is_empty());
    engine.quit();
}

#[test]
fn two_digit_ranks_are_read_greedily_and_come_back() {
    let mut engine = Engine::playing("avatar");
    let start = "position startpos moves";
    for text in engine.legal_moves() {
        assert!(accepts(&mut engine, start, &text), "{text}");
    }
    assert!(accepts(&mut engine, start, "a2a5 a11a9"));
    for near in ["a1a12", "l1a1", "a0a1", "a01a2", "a1a1", "a1", "a1a2a3", "a11 a10", "a2a5q"] {
        assert!(!accepts(&mut engine, start, near), "{near}");
        assert_eq!(engine.legal_moves().len(), 122, "{near}");
    }
    engine.quit();
}

#[test]
fn promotion_letters_are_understood_in_either_case() {
    let before = "position fen 11/2k2P5/a10/11/11/***********/11/11/11/5K5/11 w - - 0 1 moves";
    let mut engine = Engine::playing("avatar");
    for text in ["f10f11a", "f10f11c", "f10f11d", "f10f11Z", "f10f11m"] {
        assert!(accepts(&mut engine, before, text), "{text}");
    }
    for text in ["f10f11", "f10f11p", "f10f11k"] {
        assert!(!accepts(&mut engine, before, text), "{text}");
    }
    engine.ask(before);
    let legal = engine.legal_moves();
    let promotions: Vec<&String> = legal.iter().filter(|text| text.starts_with("f10f11")).collect();
    assert_eq!(promotions.len(), 5);
    assert!(promotions.iter().all(|text| **text == text.to_lowercase()));
    engine.quit();
}

#[test]
fn wide_castling_needs_its_right() {
    let board = "11/d4k4d/11/11/11/***********/11/11/11/D4K4D/11 w";
    let mut engine = Engine::playing("avatar");
    engine.ask(&format!("position fen {board} KQkq - 0 1 moves f2j2"));
    assert!(engine.fen().contains("/D7DK1/"), "{}", engine.fen());
    for text in ["f2b2", "O-O", "O-O-O"] {
        assert!(accepts(&mut engine, &format!("position fen {board} KQkq - 0 1 moves"), text));
        assert!(!accepts(&mut engine, &format!("position fen {board} - - 0 1 moves"), text));
    }
    engine.quit();
}

#[test]
fn a_man_becomes_what_the_file_says() {
    let mut engine = Engine::playing("avatar");
    engine.ask("position startpos moves b2d3");
    assert!(engine.fen().contains("/3Z7/"), "{}", engine.fen());
    assert!(accepts(&mut engine, "position startpos moves", "b2d3z"));
    assert!(!accepts(&mut engine, "position startpos moves", "b2d3a"));
    engine.ask("position startpos moves f1f3");
    assert!(engine.fen().contains("/5P5/DACZMKMZCAD/"), "{}", engine.fen());
    engine.quit();
}

#[test]
fn mirrored_positions_have_the_same_score() {
    let pairs = [
        (
            "chess",
            "r1bq3r/ppp2pk1/3p1pp1/8/2BbPQ2/2NP2P1/PPP4P/R4R1K w - - 0 1",
            "r4r1k/ppp4p/2np2p1/2bBpq2/8/3P1PP1/PPP2PK1/R1BQ3R b - - 0 1",
        ),
        (
            "avatar",
            "11/d4k4d/11/11/11/***********/2D8/11/11/D4K4D/11 w KQkq - 0 1",
            "11/d4k4d/11/11/2d8/***********/11/11/11/D4K4D/11 b KQkq - 0 1",
        ),
    ];
    for (variant, white, black) in pairs {
        let mut scores = Vec::new();
        for fen in [white, black] {
            let mut engine = Engine::playing(variant);
            engine.send(&format!("position fen {fen}\ngo depth 1"));
            let (_, lines) = engine.best_move();
            scores.push(driver::after(scored(&lines).last().unwrap(), "score")[1].to_owned());
            engine.quit();
        }
        assert_eq!(scores[0], scores[1], "{variant}");
    }
}

#[test]
fn history_before_the_root_counts_for_repetition() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    engine.send("go depth 4 searchmoves f6g8");
    let (best, lines) = engine.best_move();
    assert_eq!(best, "f6g8");
    assert!(scored(&lines).last().unwrap().contains(" score cp 0 "), "{lines:?}");
    engine.during(ms(10));
    engine.quit();
}
