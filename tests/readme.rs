//! What the README says of games, held against the engine.

#![allow(clippy::unwrap_used)]

use caryatid::game::Dialect;
use caryatid::session::Catalogue;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const README: &str = include_str!("../README.md");

#[test]
fn the_table_lists_the_games_of_the_catalogue_with_their_boards() {
    let catalogue = Catalogue::new();
    let table = README.split("## Games").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut listed = Vec::new();
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let id = cells[1].trim_matches('`').to_string();
        let shape = catalogue.open_unheard(&id).unwrap().shape();
        let board = cells[3].split(',').next().unwrap();
        assert_eq!(board, format!("{} x {}", shape.files, shape.ranks), "{id}");
        for name in cells[2].split('`').skip(1).step_by(2) {
            assert_eq!(catalogue.open_unheard(name).unwrap().id(), id, "{name}");
        }
        listed.push(id);
    }
    let (mut known, mut written) = (catalogue.ids(), listed);
    known.sort();
    written.sort();
    assert_eq!(written, known);
}

#[test]
fn the_example_of_a_game_of_ones_own_can_be_played() {
    let text = README.split("```").find(|block| block.starts_with("\nfiles=8")).unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("riders.txt");
    fs::write(&path, text).unwrap();
    let mut catalogue = Catalogue::new();
    let (id, warnings) = catalogue.add_file(&path).unwrap();
    assert_eq!((id.as_str(), warnings), ("riders", Vec::new()));
    let mut game = catalogue.open_unheard("riders").unwrap();
    for text in ["b1d5", "d8e5"] {
        game.play(text, Dialect::Uci).expect("a ride of two leaps; a leap like a camel's");
    }
}

#[test]
fn the_board_that_is_drawn_is_the_start() {
    let start = Catalogue::new().open_unheard("avatar").unwrap().start_fen();
    let drawn: Vec<String> = (1..=11)
        .rev()
        .map(|rank| {
            let head = format!("{rank:2}  ");
            let line = README.lines().find(|line| line.starts_with(&head)).unwrap();
            line[4..25].replace(' ', "").replace("...........", "11")
        })
        .collect();
    assert_eq!(Some(drawn.join("/").as_str()), start.split(' ').next());
}

#[test]
fn every_option_is_named() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_caryatid"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let opened = |id: &String| format!("setoption name UCI_Variant value {id}\nuci\n");
    let ids = Catalogue::new().ids();
    let talk: String = ids.iter().map(opened).collect();
    child.stdin.take().unwrap().write_all(format!("uci\n{talk}quit\n").as_bytes()).unwrap();
    let heard = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let names: Vec<&str> = heard
        .lines()
        .filter_map(|line| line.strip_prefix("option name ")?.split(" type ").next())
        .collect();
    // At first, and then in each game.
    let lists = names.iter().filter(|name| **name == "UCI_Variant").count();
    assert_eq!(lists, ids.len() + 1);
    for name in names {
        assert!(README.contains(&format!("`{name}`")), "{name}");
    }
}
