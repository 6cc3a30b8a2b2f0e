//! The numbers of tests/perft/*.perft, through the games' own definitions.
#![allow(clippy::unwrap_used)]

use caryatid::game::{ActionList, Game, Past, Want, Words};
use caryatid::games::diagram::{AnyDiagram, open};

/// Counts above this are left to the command line.
const MOST_NODES: u64 = 6_000_000;

macro_rules! suite {
    ($($id:literal)*) => {
        [$((
            $id,
            include_str!(concat!("../src/games/diagram/definitions/", $id, ".txt")),
            include_str!(concat!("perft/", $id, ".perft")),
        )),*]
    };
}

fn count<G: Game>(game: &G, position: &G::Position, past: &mut Past, depth: u32) -> u64 {
    if game.early_end(position, past).is_some() {
        return 0;
    }
    if depth == 1 {
        return game.count_actions(position);
    }
    let mut list = ActionList::new();
    game.actions(position, Want::All, &mut list);
    let mut nodes = 0;
    for &action in list.as_slice() {
        let child = game.child(position, action, past);
        nodes += count(game, &child, past, depth - 1);
        past.pop();
    }
    nodes
}

/// Runs a file; gives the number of counts compared.
fn run<G: Words>(game: &G, suite: &str) -> usize {
    let mut compared = 0;
    let mut position = None;
    let mut id = "";
    for line in suite.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "id" => id = rest,
            "fen" => position = Some(game.read_fen(rest).unwrap().position),
            _ if word.starts_with('#') => {}
            _ => {
                let numbers = if word == "perft" || word == "depth" { rest } else { line };
                let mut numbers = numbers.split_whitespace();
                let depth: u32 = numbers.next().unwrap().parse().unwrap();
                let nodes: u64 = numbers.next().unwrap().parse().unwrap();
                if nodes <= MOST_NODES {
                    let found = count(game, position.as_ref().unwrap(), &mut Past::new(), depth);
                    assert_eq!(found, nodes, "{} {id}, depth {depth}", game.id());
                    compared += 1;
                }
            }
        }
    }
    compared
}

#[test]
fn every_count_is_exact() {
    for (id, definition, suite) in
        suite!["chess" "avatar" "capablanca" "gothic" "embassy" "janus" "grand" "shako"]
    {
        let compared = match open(id, id, definition).unwrap() {
            AnyDiagram::Small(game) => run(&*game, suite),
            AnyDiagram::Medium(game) => run(&*game, suite),
            AnyDiagram::Large(game) => run(&*game, suite),
        };
        assert!(compared >= 3, "{id}: only {compared} counts compared");
    }
}
