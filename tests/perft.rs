//! Perft values of `tests/perft/`, counted through the catalogue as `caryatid perft` does.
//!
//! A line whose value is above the node limit is left out; `CARYATID_PERFT_LIMIT` sets another limit.

#![allow(clippy::unwrap_used)]

use caryatid::game::Dialect;
use caryatid::session::Catalogue;
use rayon::prelude::*;
use std::env;
use std::fs;
use std::path::Path;

/// Values above this many nodes are not counted by default.
const NODE_LIMIT: u64 = 200_000_000;

/// A position and its values.
#[derive(Debug, PartialEq, Eq)]
struct Case {
    id: String,
    fen: String,
    /// Depth and nodes, depths ascending.
    values: Vec<(u32, u64)>,
}

/// Reads the text of a perft file.
fn read(text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let bad = || format!("line {}: {line}", number + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').ok_or_else(bad)?;
        if word == "id" {
            cases.push(Case { id: rest.into(), fen: String::new(), values: Vec::new() });
            continue;
        }
        let case = cases.last_mut().ok_or_else(bad)?;
        match word {
            "fen" if case.fen.is_empty() => case.fen = rest.into(),
            "perft" if !case.fen.is_empty() => {
                let (depth, nodes) = rest.split_once(' ').ok_or_else(bad)?;
                let value = (depth.parse().map_err(|_| bad())?, nodes.parse().map_err(|_| bad())?);
                if case.values.last().is_some_and(|last| last.0 >= value.0) {
                    return Err(bad());
                }
                case.values.push(value);
            }
            _ => return Err(bad()),
        }
    }
    match cases.iter().find(|case| case.values.is_empty()) {
        Some(case) => Err(format!("{} has no value", case.id)),
        None => Ok(cases),
    }
}

/// Game and cases of every file.
fn suites() -> Vec<(String, Vec<Case>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut suites: Vec<(String, Vec<Case>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            assert_eq!(path.extension(), Some("perft".as_ref()), "{}", path.display());
            let game = path.file_stem().unwrap().to_str().unwrap().to_string();
            let cases = read(&fs::read_to_string(&path).unwrap());
            let cases = cases.unwrap_or_else(|fault| panic!("{game}: {fault}"));
            (game, cases)
        })
        .collect();
    suites.sort_by(|left, right| left.0.cmp(&right.0));
    suites
}

/// What is wrong with one case: the values that differ, or why the position can't be read.
fn faults(game: &str, case: &Case, limit: u64) -> Vec<String> {
    let mut opened = Catalogue::new().open_unheard(game).unwrap();
    let notes = match opened.set_fen(&case.fen) {
        Ok(notes) => notes,
        Err(error) => return vec![format!("{game}, {}: {error}", case.id)],
    };
    let mut faults: Vec<String> =
        notes.iter().map(|note| format!("{game}, {}: {note}", case.id)).collect();
    for &(depth, nodes) in case.values.iter().filter(|(_, nodes)| *nodes <= limit) {
        let counts = opened.divide(depth, 1, Dialect::Uci);
        let found: u64 = counts.iter().map(|(_, count)| count).sum();
        if found != nodes {
            faults.push(format!("{game}, {}, depth {depth}: {found}, not {nodes}", case.id));
        }
    }
    faults
}

#[test]
fn every_value_is_right() {
    let limit = env::var("CARYATID_PERFT_LIMIT").map_or(NODE_LIMIT, |text| text.parse().unwrap());
    let suites = suites();
    let cases: Vec<(&str, &Case)> = suites
        .iter()
        .flat_map(|(game, cases)| cases.iter().map(move |case| (game.as_str(), case)))
        .collect();
    let faults: Vec<String> =
        cases.par_iter().flat_map_iter(|(game, case)| faults(game, case, limit)).collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_game_has_a_file_that_begins_with_its_start() {
    let suites = suites();
    for id in Catalogue::new().ids() {
        let (_, cases) = suites.iter().find(|(game, _)| *game == id).expect(&id);
        let start = Catalogue::new().open_unheard(&id).unwrap().start_fen();
        assert_eq!((cases[0].id.as_str(), &cases[0].fen), ("start", &start), "{id}");
    }
}

#[test]
fn counting_with_two_threads_changes_nothing() {
    let game = Catalogue::new().open_unheard("avatar").unwrap();
    assert_eq!(game.divide(3, 2, Dialect::Uci), game.divide(3, 1, Dialect::Uci));
}

#[test]
fn wrong_values_and_positions_are_found() {
    let case = |fen: &str, value| Case { id: "x".into(), fen: fen.into(), values: vec![value] };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(faults("chess", &case(start, (2, 400)), 400), [] as [String; 0]);
    assert_eq!(faults("chess", &case(start, (2, 401)), 401).len(), 1);
    assert_eq!(faults("chess", &case("nonsense", (1, 1)), 1).len(), 1);
    let no_rook = "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(faults("chess", &case(no_rook, (1, 20)), 20).len(), 1, "a right without its rook");
}

#[test]
fn files_that_are_not_in_the_format_are_refused() {
    let good = "# a\n\nid a\nfen b c\nperft 1 2\nperft 3 4\n";
    let case = Case { id: "a".into(), fen: "b c".into(), values: vec![(1, 2), (3, 4)] };
    assert_eq!(read(good), Ok(vec![case]));
    for bad in [
        "fen a",
        "id a\nperft 1 2",
        "id a\nfen b",
        "id a\nfen b\nperft 2 1\nperft 1 2",
        "id a\nx y",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
    assert!(read("id a\nfen b\nperft 1 many").is_err());
}
