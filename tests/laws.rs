//! Laws of every game that a diagram defines, checked on random walks: the fast generator equals the
//! slow one, keys equal keys from scratch, text is read as what it was written from, and so on.
//!
//! Half of the walks begin at the start array, half at sparse random positions, and moves that give
//! check are preferred, so that checks, pins and promotions are common. The walks are the same on every
//! run.

#![allow(clippy::unwrap_used)]

#[path = "laws/any_game.rs"]
mod any_game;
#[path = "laws/awarichess.rs"]
mod awarichess;
#[path = "laws/checks.rs"]
mod checks;
#[path = "laws/definitions.rs"]
mod definitions;

use any_game::{Case, below, list};
use caryatid::board::{KeyStream, write_placement};
use caryatid::game::{Action, Game, Past, Want, Words};
use caryatid::games::diagram::{AnyDiagram, Diagram, Position, Width, open};
use definitions::Sample;
use std::collections::HashMap;

/// Positions looked at in each game.
const POSITIONS: usize = 8_000;

/// The most plies of one walk.
const WALK: usize = 60;

/// Checks every law on the walks of one game.
fn keep(sample: &Sample) {
    match open(sample.name, sample.name, sample.text).unwrap() {
        AnyDiagram::Small(game) => walks(sample, &game),
        AnyDiagram::Medium(game) => walks(sample, &game),
        AnyDiagram::Large(game) => walks(sample, &game),
    }
}

fn walks<S: Width>(sample: &Sample, game: &Diagram<S>) {
    let mut keys = KeyStream::new(0x5eed);
    let (mut seen, mut checks, mut round) = (0, 0, 0);
    let mut known = HashMap::new();
    while seen < POSITIONS {
        round += 1;
        let position = if round % 2 == 0 { sparse(game, &mut keys) } else { game.start() };
        walk(sample, game, position, &mut keys, &mut seen, &mut checks, &mut known);
    }
    assert!(checks * 20 > seen, "{}: {checks} checks in {seen} positions", sample.name);
}

fn walk<S: Width>(
    sample: &Sample,
    game: &Diagram<S>,
    mut position: Position<S>,
    keys: &mut KeyStream,
    seen: &mut usize,
    checks: &mut usize,
    known: &mut HashMap<u64, String>,
) {
    let mut past = Past::new();
    for _ in 0..WALK {
        *seen += 1;
        *checks += usize::from(game.in_check(&position));
        let case = Case { game, position: &position, past: &past };
        case.check_position(sample);
        case.key_tells_all(known);
        if game.early_end(&position, &past).is_some_and(|verdict| !verdict.by_count) {
            return;
        }
        case.check_actions(sample, keys);
        let Some(action) = choose(game, &position, &past, keys) else { return };
        position = game.child(&position, action, &mut past);
    }
}

/// A random action, with a preference for those that give check.
fn choose<S: Width>(
    game: &Diagram<S>,
    position: &Position<S>,
    past: &Past,
    keys: &mut KeyStream,
) -> Option<Action> {
    let all = list(game, position, Want::All);
    if all.is_empty() {
        return None;
    }
    let mut drawn = Action::NONE;
    for _ in 0..8 {
        drawn = all[below(keys, all.len())];
        let mut child = position.clone();
        game.play(&mut child, drawn, past);
        if game.in_check(&child) {
            break;
        }
    }
    Some(drawn)
}

/// A position with two kings and up to ten other men anywhere.
fn sparse<S: Width>(game: &Diagram<S>, keys: &mut KeyStream) -> Position<S> {
    let rules = game.rules();
    let squares: Vec<u8> = rules.geometry().squares().collect();
    let royal = rules.kinds.iter().position(|kind| kind.royal).unwrap();
    loop {
        let mut letters = vec![String::new(); rules.geometry().len()];
        let more = below(keys, 11);
        for man in 0..more + 2 {
            let square = squares[below(keys, squares.len())];
            let kind = below(keys, rules.kinds.len());
            let kind = if man < 2 { royal } else { kind };
            if (man >= 2 && rules.kinds[kind].royal) || !letters[usize::from(square)].is_empty() {
                continue;
            }
            let id = &rules.kinds[kind].id;
            let white = if man < 2 { man == 0 } else { below(keys, 2) == 0 };
            letters[usize::from(square)] = if white { id.clone() } else { id.to_lowercase() };
        }
        let side = if below(keys, 2) == 0 { "w" } else { "b" };
        let fen = format!("{} {side} - - 0 1", placement(game, &letters));
        if let Ok(read) = game.read_fen(&fen) {
            return read.position;
        }
    }
}

/// Placement text of one letter a square; empty squares have none.
fn placement<S: Width>(game: &Diagram<S>, letters: &[String]) -> String {
    let geometry = game.rules().geometry();
    write_placement(geometry.files(), geometry.ranks(), |file, rank| {
        let square = geometry.square(file, rank);
        let letter = letters[usize::from(square)].as_str();
        let here = if geometry.is_hole(square) { "*" } else { letter };
        (!here.is_empty()).then_some(here)
    })
}

/// One test a game, so that a failure names it.
macro_rules! laws {
    ($($name:ident: $sample:ident,)*) => {
        $(
            #[test]
            fn $name() {
                keep(&definitions::$sample);
            }
        )*
    };
}

laws! {
    chess: CHESS,
    avatar: AVATAR,
    capablanca: CAPABLANCA,
    gothic: GOTHIC,
    embassy: EMBASSY,
    janus: JANUS,
    grand: GRAND,
    shako: SHAKO,
    limited_ranges: LIMITED,
    lame_leaps: LAME,
    hoppers: HOPPERS,
    divergent_men: DIVERGENT,
    berolina_pawns: BEROLINA,
    crossing_pawns: CROSSING,
    zones_that_meet: ZONES,
    long_pushes: PUSHES,
    first_moves: MEMORY,
    a_rotated_array: ROTATED,
    changes_on_arrival: MORPHS,
    the_largest_board: GREAT,
}

fn perft<S: Width>(game: &Diagram<S>, position: &Position<S>, depth: u32) -> u64 {
    let all = list(game, position, Want::All);
    if depth == 1 {
        return all.len() as u64;
    }
    let mut past = Past::new();
    let mut total = 0;
    for &action in &all {
        let child = game.child(position, action, &mut past);
        total += perft(game, &child, depth - 1);
        past.pop();
    }
    total
}

#[test]
fn berolina_pawns_take_en_passant_straight_ahead() {
    let AnyDiagram::Small(game) = open("berolina", "berolina", definitions::BEROLINA.text).unwrap()
    else {
        panic!("64 squares and 6 kinds fit the smallest width");
    };
    let fen = "rnbqkbnr/pppp1ppp/8/2p5/5P2/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 1";
    let position = game.read_fen(fen).unwrap().position;
    for (depth, nodes) in [(1, 37), (2, 1_256), (3, 46_643)] {
        assert_eq!(perft(&game, &position, depth), nodes, "depth {depth}");
    }
}
