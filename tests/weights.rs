//! The numbers of the evaluations: every game has some, each of them counts, and files of them are obeyed.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use caryatid::board::KeyStream;
use caryatid::game::{Dialect, MAX_EVALUATION, Weights};
use caryatid::session::{Catalogue, OpenedGame};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Positions of games by chance.
fn positions(game: &mut dyn OpenedGame, games: u64) -> Vec<String> {
    let mut fens = Vec::new();
    for seed in 1..=games {
        let mut keys = KeyStream::new(seed);
        game.set_start(Dialect::Uci);
        for _ in 0..160 {
            if game.must_wait() {
                game.play("0000", Dialect::Uci).unwrap();
            }
            let actions = game.legal_actions();
            if actions.is_empty() {
                break;
            }
            let text =
                game.action_text(actions[keys.next_key() as usize % actions.len()], Dialect::Uci);
            game.play(&text, Dialect::Uci).unwrap();
            fens.push(game.fen());
        }
    }
    fens
}

/// The weights with one number changed by a good many of its units.
fn nudged(weights: &Weights, number: usize) -> Weights {
    let all = weights.numbers().enumerate();
    weights.with_numbers(
        all.map(|(at, (value, unit))| value + if at == number { 50 * unit } else { 0 }),
    )
}

#[test]
fn every_row_counts_somewhere_and_its_own_numbers_change_nothing() {
    let catalogue = Catalogue::new();
    let (mut known, mut counted) = (BTreeSet::new(), BTreeSet::new());
    for id in catalogue.ids() {
        let mut game = catalogue.open_unheard(&id).unwrap();
        let fens = positions(&mut *game, 12);
        let weights = game.weights();
        let before = game.static_values(&fens);
        assert!(before.iter().all(Option::is_some), "{id}: what it writes it can't read");
        game.set_weights(&weights);
        assert_eq!(game.static_values(&fens), before, "{id}");
        let mut number = 0;
        for row in weights.rows() {
            let numbers = number..number + row.values.len();
            number = numbers.end;
            let counts = numbers.into_iter().any(|number| {
                game.set_weights(&nudged(&weights, number));
                game.static_values(&fens) != before
            });
            known.insert(row.name.clone());
            if counts {
                counted.insert(row.name.clone());
            }
        }
    }
    // No game has use for all rows: in some there is no light man.
    let useless: Vec<&String> = known.difference(&counted).collect();
    assert!(useless.is_empty(), "{useless:?} never count");
}

#[test]
fn the_largest_numbers_of_a_file_are_no_overflow() {
    let catalogue = Catalogue::new();
    for id in catalogue.ids() {
        let mut game = catalogue.open_unheard(&id).unwrap();
        let fens = positions(&mut *game, 6);
        let weights = game.weights();
        for number in [30_000, -30_000] {
            game.set_weights(&weights.with_numbers(vec![number; weights.count()]));
            let values = game.static_values(&fens);
            let is_value = |value: &Option<i32>| value.is_some_and(|v| v.abs() <= MAX_EVALUATION);
            assert!(values.iter().all(is_value), "{id}");
            for fen in fens.iter().step_by(40) {
                game.set_fen(fen).unwrap();
                assert!(!game.evaluation().is_empty(), "{id}: {fen}");
            }
        }
    }
}

#[test]
fn rows_have_names_of_their_own() {
    let catalogue = Catalogue::new();
    for id in catalogue.ids() {
        let weights = catalogue.open_unheard(&id).unwrap().weights();
        let mut names: Vec<&str> = weights.rows().iter().map(|row| row.name.as_str()).collect();
        assert!(names.iter().all(|name| !name.contains(':') && !name.starts_with('#')), "{id}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), weights.rows().len(), "{id}");
        assert_eq!(weights.read(&weights.write()).unwrap(), weights, "{id}");
    }
}

/// A folder of its own with a small definition in it.
fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("caryatid-weights-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = "files=6 ranks=6 royal=K promoChoice=R\npawn:P:fmWfcF:pawn:a2-f2\nking:K:K:king:d1,,d6\n\
                rook:R:R:rook:a1,f1\nknight:N:N:knight:b1,e1\n";
    std::fs::write(folder.join("tiny.txt"), text).unwrap();
    folder
}

/// How many of the games of a file differ in their moves.
fn distinct_games(file: &Path) -> usize {
    let text = std::fs::read_to_string(file).unwrap();
    let mut games = BTreeSet::new();
    for line in text.lines() {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(moves) = entry["game"]["moves"].as_array() {
            let words: Vec<&str> = moves.iter().map(|one| one["text"].as_str().unwrap()).collect();
            games.insert(words.join(" "));
        }
    }
    games.len()
}

fn caryatid(folder: &PathBuf, words: &[&str]) -> (Option<i32>, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_caryatid"))
        .current_dir(folder)
        .args(words)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn a_game_of_ones_own_is_tuned_and_its_weights_are_used_from_then_on() {
    let folder = folder("tuned");
    let tune = |more: &[&str]| {
        let words = [
            "--definition",
            "tiny.txt",
            "tune",
            "--variant",
            "tiny",
            "--games",
            "60",
            "--nodes",
            "150",
        ];
        let (code, told, wrong) =
            caryatid(&folder, &[&words[..], &["--every", "2"], more].concat());
        assert_eq!(wrong, "", "{told}");
        (code, told)
    };
    let (code, told) = tune(&["--test-games", "0"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(
        told.contains("60 games at 150 nodes") && told.contains("kept: tiny.weights"),
        "{told}"
    );
    let text = std::fs::read_to_string(folder.join("tiny.weights")).unwrap();
    assert!(text.contains("# caryatid tune --variant tiny --games 60 --nodes 150"), "{text}");
    let mut catalogue = Catalogue::new();
    catalogue.add_file(&folder.join("tiny.txt")).unwrap();
    let game = catalogue.open_unheard("tiny").unwrap();
    let own = game.weights();
    assert_eq!(own.read(&text).unwrap(), own);
    std::fs::remove_file(folder.join("tiny.weights")).unwrap();
    catalogue.add_file(&folder.join("tiny.txt")).unwrap();
    let plain = catalogue.open_unheard("tiny").unwrap().weights();
    assert_ne!(plain, own);
    // The same games are not played again, and give the same numbers.
    let (_, again) = tune(&["--test-games", "0", "--out", "again.weights"]);
    assert_eq!(std::fs::read_to_string(folder.join("again.weights")).unwrap(), text, "{again}");
    let kept = std::fs::read_dir(folder.join("tune")).unwrap().map(|file| file.unwrap().path());
    let games: Vec<PathBuf> =
        kept.filter(|file| file.extension().is_some_and(|ending| ending == "jsonl")).collect();
    assert_eq!(games.len(), 1);
    // Were the second game of each pair the first again, it would be 30 at most.
    assert!(distinct_games(&games[0]) > 40);
    // Nor are they when the file is named, which may be of any match of the game.
    let from = |variant: &str| {
        let kept = games[0].to_str().unwrap();
        let words = ["--definition", "tiny.txt", "tune", "--variant", variant, "--from", kept];
        let more = ["--every", "2", "--test-games", "0", "--out", "from.weights"];
        caryatid(&folder, &[&words[..], &more].concat())
    };
    let (code, told, wrong) = from("tiny");
    assert_eq!(code, Some(0), "{wrong}");
    assert!(told.contains("60 games of 1 file"), "{told}");
    let numbers = |text: &str| {
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    let learnt = std::fs::read_to_string(folder.join("from.weights")).unwrap();
    assert_eq!(numbers(&learnt), numbers(&text));
    assert!(learnt.contains("--from"), "{learnt}");
    let (code, _, wrong) = from("chess");
    assert_eq!(code, Some(2));
    assert!(wrong.contains("its games are of tiny, not of chess"), "{wrong}");
    let (code, told, wrong) = caryatid(
        &folder,
        &["--definition", "tiny.txt", "tune", "--variant", "tiny", "--out", "nowhere/x.weights"],
    );
    assert_eq!((code, told.as_str()), (Some(2), ""));
    assert!(wrong.contains("nowhere/x.weights can't be written"), "{wrong}");
    // Too short a test accepts nothing.
    let (code, told) = tune(&["--test-games", "2", "--test-nodes", "50", "--out", "none.weights"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("not kept, but in tune/tiny-") && !folder.join("none.weights").exists(),
        "{told}"
    );
    // Another test of the same numbers is another match.
    let more = ["--test-games", "2", "--test-nodes", "60", "--out", "tune/none.weights"];
    let (code, told) = tune(&more);
    assert_eq!(code, Some(1), "{told}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_is_played_with_weights_of_a_file_and_what_is_wrong_with_one_is_told() {
    let folder = folder("matched");
    std::fs::write(folder.join("good.weights"), "# heavy rooks\nworth of R: 900 900\n").unwrap();
    std::fs::write(folder.join("bad.weights"), "worth of Q: 900 900\n").unwrap();
    let duel = |weights: &str| {
        let own = format!("weights={weights}");
        let engines =
            ["--engine", "self", &own, "--engine", "self", "--nodes", "100", "--games", "2"];
        let words = ["--definition", "tiny.txt", "match", "--variant", "tiny"];
        caryatid(&folder, &[&words[..], &engines[..]].concat())
    };
    let (code, told, _) = duel("good.weights");
    assert_eq!((code, told.ends_with("faults: 0\n")), (Some(0), true), "{told}");
    let (code, _, wrong) = duel("bad.weights");
    assert_eq!(code, Some(2));
    assert!(
        wrong.contains("line 1: the evaluation of this game has no row `worth of Q`"),
        "{wrong}"
    );
    // Beside the definition, a fault is one of the definition.
    std::fs::rename(folder.join("bad.weights"), folder.join("tiny.weights")).unwrap();
    let (code, _, wrong) = caryatid(&folder, &["--definition", "tiny.txt", "variants"]);
    assert_eq!(code, Some(2));
    assert!(wrong.contains("tiny.weights: weights of tiny: line 1"), "{wrong}");
    std::fs::remove_dir_all(folder).unwrap();
}
