//! The search against chess positions whose values are known (`positions.tsv`).
#![allow(clippy::unwrap_used)]

use caryatid::game::{Action, Dialect, Game, Past, Words};
use caryatid::games::diagram::{self, AnyDiagram, Diagram};
use caryatid::search::{Bound, Control, Limits, Outcome, Pool, Report, Score};

const POSITIONS: &str = include_str!("positions.tsv");
const CHESS: &str = include_str!("../src/games/diagram/definitions/chess.txt");
const AVATAR: &str = include_str!("../src/games/diagram/definitions/avatar.txt");

/// Nodes that a mate may take to be found.
const MATE_NODES: u64 = 2_000_000;

/// Iterations after which a defence must be known to its end.
const DEFENCE_DEPTH: u32 = 24;

/// Nodes that a best move may take to be found.
const NODES: u64 = 400_000;

/// Positions that ask for more than that: an ending that has to be known, and two long combinations.
const BEYOND: [&str; 3] = ["zz-3", "WAC.002", "WAC.071"];

struct Case {
    id: &'static str,
    value: &'static str,
    fen: &'static str,
}

fn cases(kind: &str) -> Vec<Case> {
    let rows = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let fields = rows.map(|line| line.split('\t').collect::<Vec<_>>());
    let cases: Vec<Case> = fields
        .filter(|fields| fields[1] == kind)
        .map(|fields| Case { id: fields[0], value: fields[2], fen: fields[3] })
        .collect();
    assert!(!cases.is_empty(), "no positions of kind {kind}");
    cases
}

fn chess() -> Diagram<u64> {
    match diagram::open("chess", "normal", CHESS).unwrap() {
        AnyDiagram::Small(game) => *game,
        other => panic!("chess is small: {other:?}"),
    }
}

type Board = <Diagram<u64> as Game>::Position;

fn read(game: &Diagram<u64>, fen: &str) -> Board {
    game.read_fen(fen).unwrap().position
}

fn search<G: Game>(
    pool: &mut Pool<G>,
    game: &G,
    position: &G::Position,
    past: &Past,
    limits: &Limits,
) -> (Vec<Report>, Outcome) {
    let mut reports = Vec::new();
    let mut note = |report| reports.push(report);
    let outcome = pool.search(game, position, past, limits, &Control::new(), &mut note);
    (reports, outcome)
}

fn name(game: &Diagram<u64>, position: &Board, action: Action) -> String {
    game.write_action(position, action, Dialect::Uci)
}

/// Plays moves given in UCI's words.
fn play(game: &Diagram<u64>, position: &mut Board, past: &mut Past, moves: &[&str]) {
    for text in moves {
        game.play_text(position, past, text, Dialect::Uci).unwrap();
    }
}

#[test]
fn mates_are_found_and_counted_and_their_lines_are_whole() {
    let game = chess();
    for Case { id, value, fen } in cases("mate") {
        let wanted: i32 = value.parse().unwrap();
        let position = read(&game, fen);
        let mut pool = Pool::new(&game, 1, 16).unwrap();
        let limits = Limits { mate: u32::try_from(wanted).ok(), ..Limits::to_nodes(MATE_NODES) };
        let limits = if wanted < 0 { Limits::to_depth(DEFENCE_DEPTH) } else { limits };
        let (reports, outcome) = search(&mut pool, &game, &position, &Past::new(), &limits);
        assert_eq!(outcome.score, Score::Mate(wanted), "{id}: {outcome:?}");
        let last = reports.last().unwrap();
        assert_eq!(last.bound, Bound::Exact, "{id}");
        let plies = 2 * wanted.unsigned_abs() as usize - usize::from(wanted > 0);
        assert_eq!(last.pv.len(), plies, "{id}: {:?}", last.pv);
        let (mut end, mut past) = (position, Past::new());
        for &action in &last.pv {
            assert!(game.legal(&end, action), "{id}");
            end = game.child(&end, action, &mut past);
        }
        let verdict = game.verdict(&end, &past).unwrap();
        assert!(verdict.winner.is_some(), "{id}: {verdict:?}");
    }
}

#[test]
fn best_moves_are_found_and_bad_ones_avoided() {
    let game = chess();
    for (kind, good) in [("bm", true), ("am", false)] {
        for Case { id, value, fen } in cases(kind) {
            if BEYOND.contains(&id) {
                continue;
            }
            let position = read(&game, fen);
            let mut pool = Pool::new(&game, 1, 16).unwrap();
            let limits = Limits::to_nodes(NODES);
            let (_, outcome) = search(&mut pool, &game, &position, &Past::new(), &limits);
            let best = name(&game, &position, outcome.best.unwrap());
            let named = value.split_whitespace().any(|text| text == best);
            assert_eq!(named, good, "{id}: {best} with {:?}", outcome.score);
        }
    }
}

#[test]
fn no_mate_is_claimed_where_the_move_count_ends_the_game_before_it() {
    let game = chess();
    for Case { id, fen, .. } in cases("nomate") {
        let position = read(&game, fen);
        let mut pool = Pool::new(&game, 1, 16).unwrap();
        let limits = Limits::to_nodes(NODES);
        let (reports, _) = search(&mut pool, &game, &position, &Past::new(), &limits);
        let mate = reports.iter().find(|report| matches!(report.score, Score::Mate(_)));
        assert_eq!(mate, None, "{id}");
    }
}

#[test]
fn a_third_occurrence_is_a_draw_whatever_the_table_says() {
    let game = chess();
    for Case { id, value, fen } in cases("draw") {
        let moves: Vec<&str> = value.split_whitespace().collect();
        let (last, before) = moves.split_last().unwrap();
        let mut pool = Pool::new(&game, 1, 16).unwrap();
        // The table learns the position from where nothing has been repeated yet.
        let mut position = read(&game, fen);
        let mut past = Past::new();
        search(&mut pool, &game, &position, &past, &Limits::to_depth(8));
        play(&game, &mut position, &mut past, before);
        search(&mut pool, &game, &position, &Past::new(), &Limits::to_depth(8));
        let drawing = game.read_action(&position, last, Dialect::Uci).unwrap();
        for _ in 0..2 {
            let limits = Limits { search_moves: vec![drawing], ..Limits::to_depth(8) };
            let (reports, outcome) = search(&mut pool, &game, &position, &past, &limits);
            assert_eq!(outcome.best, Some(drawing), "{id}");
            assert!(reports.iter().all(|report| report.score == Score::Centipawns(0)), "{id}");
        }
        let drawn = game.child(&position, drawing, &mut past);
        assert!(game.early_end(&drawn, &past).is_some_and(|verdict| verdict.by_count), "{id}");
        let (_, outcome) = search(&mut pool, &game, &drawn, &past, &Limits::to_depth(4));
        assert_eq!(outcome.score, Score::Centipawns(0), "{id}");
        assert!(outcome.best.is_some(), "{id}");
    }
}

#[test]
fn every_line_of_an_analysis_is_legal() {
    let game = chess();
    for Case { id, fen, .. } in cases("bm") {
        let position = read(&game, fen);
        let mut pool = Pool::new(&game, 2, 4).unwrap();
        let limits = Limits { multi_pv: 3, ..Limits::to_nodes(60_000) };
        let (reports, _) = search(&mut pool, &game, &position, &Past::new(), &limits);
        for report in reports {
            let (mut reached, mut past) = (position.clone(), Past::new());
            for &action in &report.pv {
                assert!(game.legal(&reached, action), "{id}: {report:?}");
                reached = game.child(&reached, action, &mut past);
            }
        }
    }
}

#[test]
fn a_crowd_of_men_that_attack_each_other_is_looked_through_in_no_time() {
    let AnyDiagram::Medium(game) = diagram::open("avatar", "avatar", AVATAR).unwrap() else {
        panic!("Avatar's board has 121 squares");
    };
    let fen = "p2z1p2pp1/d1c4z1ad/1a1z1km4/1A5z1ad/6m1c1d/***********/3Z2MzCa1/7Z2D/3Z1D1Z3/\
               DACZ2M2A1/1P1ZKPP1PP1 b - - 10 30";
    let position = game.read_fen(fen).unwrap().position;
    let mut pool = Pool::new(&*game, 1, 16).unwrap();
    let (reports, outcome) =
        search(&mut pool, &*game, &position, &Past::new(), &Limits::to_depth(1));
    assert_eq!(outcome.score, Score::Mate(1));
    assert_eq!(game.write_action(&position, outcome.best.unwrap(), Dialect::Uci), "g7e3");
    assert!(reports.last().unwrap().nodes < 100_000, "{reports:?}");
}

#[test]
fn a_line_does_not_walk_into_a_mate_in_one() {
    let game = chess();
    let position = read(&game, "3rr1k1/5pp1/p4P1p/P7/8/6bP/6P1/7K w - - 0 37");
    let mut pool = Pool::new(&game, 1, 16).unwrap();
    for depth in 3..=5 {
        let limits = Limits::to_depth(depth);
        let (_, outcome) = search(&mut pool, &game, &position, &Past::new(), &limits);
        assert_eq!(outcome.score, Score::Mate(-1), "depth {depth}");
    }
}

#[test]
fn a_search_cut_short_neither_claims_nor_plays_a_mate_that_can_be_put_off() {
    let game = chess();
    // f6e5, which comes first, is mated at once; f6e7 and f6f7 are not.
    let position = read(&game, "8/8/b4k1Q/8/Q3b3/3Q4/1N6/K3B3 b - - 97 1");
    for nodes in 1..=60 {
        let mut pool = Pool::new(&game, 1, 1).unwrap();
        let limits = Limits::to_nodes(nodes);
        let (reports, outcome) = search(&mut pool, &game, &position, &Past::new(), &limits);
        assert_ne!(outcome.score, Score::Mate(-1), "{nodes} nodes: {reports:?}");
        if nodes > 2 {
            assert_ne!(name(&game, &position, outcome.best.unwrap()), "f6e5", "{nodes} nodes");
        }
    }
}

#[test]
fn a_search_cut_short_in_its_first_action_plays_that_one() {
    let game = chess();
    // The first action takes the queen.
    let position = read(&game, "4k3/8/8/3q4/8/4N3/3Q4/4K3 b - - 0 1");
    for nodes in 1..=5 {
        let mut pool = Pool::new(&game, 1, 1).unwrap();
        let limits = Limits::to_nodes(nodes);
        let outcome = search(&mut pool, &game, &position, &Past::new(), &limits).1;
        assert_eq!(name(&game, &position, outcome.best.unwrap()), "d5d2", "{nodes} nodes");
    }
}
