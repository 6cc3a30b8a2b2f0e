//! The search in Awarichess: chess mates by powers of the attacker alone, the border between the two
//! games, and lines that can be replayed.
#![allow(clippy::unwrap_used)]

use caryatid::game::{Action, ActionList, Dialect, Game, Past, Want, Words};
use caryatid::games::awarichess::{Awarichess, Position};
use caryatid::games::diagram::{self, Diagram};
use caryatid::search::{Control, Limits, Outcome, Pool, Report, Score};

type Board = diagram::Position<u64>;

const POSITIONS: &str = include_str!("positions.tsv");

/// Nodes that a mate may take to be found.
const MATE_NODES: u64 = 3_000_000;

fn search(
    pool: &mut Pool<Awarichess>,
    game: &Awarichess,
    position: &Position,
    limits: &Limits,
) -> (Vec<Report>, Outcome) {
    let mut reports = Vec::new();
    let mut note = |report| reports.push(report);
    let outcome = pool.search(game, position, &Past::new(), limits, &Control::new(), &mut note);
    (reports, outcome)
}

fn read(game: &Awarichess, fen: &str) -> Position {
    game.read_fen(fen).unwrap().position
}

/// Whether the side to move in chess mates within so many moves that all give check; the tree is walked
/// to its end.
fn mates_by_checks(chess: &Diagram<u64>, position: &Board, moves: u32) -> bool {
    let children = |position: &Board| -> Vec<Board> {
        let mut list = ActionList::new();
        chess.actions(position, Want::All, &mut list);
        let child = |&action: &Action| chess.child(position, action, &mut Past::new());
        list.as_slice().iter().map(child).collect()
    };
    let mated = |checked: &Board| {
        children(checked).iter().all(|reply| mates_by_checks(chess, reply, moves - 1))
    };
    let checks = |child: &Board| chess.in_check(child);
    moves > 0 && children(position).iter().any(|child| checks(child) && mated(child))
}

#[test]
fn mates_by_checks_are_found_with_a_power_for_each_move() {
    let game = Awarichess::new().unwrap();
    let rows = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let mut found = 0;
    for fields in rows.map(|line| line.split('\t').collect::<Vec<_>>()) {
        let Ok(moves) = fields[2].parse::<i32>() else { continue };
        // Longer ones would take the walk through the tree too long.
        if fields[1] != "mate" || !(1..=4).contains(&moves) {
            continue;
        }
        let owner = if fields[3].contains(" w ") { "W" } else { "B" };
        let fen = format!("{} - - {}", fields[3], owner.repeat(moves as usize));
        let position = read(&game, &fen);
        if !mates_by_checks(game.chess(), position.chess(), moves as u32) {
            continue;
        }
        let mut pool = Pool::new(&game, 1, 16).unwrap();
        let limits = Limits { mate: Some(moves as u32), ..Limits::to_nodes(MATE_NODES) };
        let (_, outcome) = search(&mut pool, &game, &position, &limits);
        let Score::Mate(count) = outcome.score else { panic!("{fen}: {outcome:?}") };
        assert!((1..=moves).contains(&count), "{fen}: {outcome:?}");
        found += 1;
    }
    assert!(found >= 3, "only {found} mates were looked at");
}

#[test]
fn a_mate_counts_the_own_actions_decisions_included() {
    let game = Awarichess::new().unwrap();
    let mate = |fen: &str, wanted| {
        let mut pool = Pool::new(&game, 1, 4).unwrap();
        let limits = Limits { mate: Some(wanted), ..Limits::to_nodes(MATE_NODES) };
        search(&mut pool, &game, &read(&game, fen), &limits).1.score
    };
    assert_eq!(mate("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 - - WB", 1), Score::Mate(1));
    // The king comes up, Black is not let move, and the rook mates.
    assert_eq!(mate("7k/8/5K2/8/8/8/8/R7 w - - 0 1 - - WWW", 3), Score::Mate(3));
}

#[test]
fn an_awari_move_is_judged_by_the_powers_that_it_takes_and_what_they_do() {
    let game = Awarichess::new().unwrap();
    // F takes two seeds; North's only answer is a slam, which takes nothing, and South's famine gives
    // it two more. White, to move in chess, mates with the first of its powers.
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let position = read(&game, &format!("{mate} 1,0,0,0,0,1,1,0,0,0,0,1 S -"));
    let (_, outcome) =
        search(&mut Pool::new(&game, 1, 4).unwrap(), &game, &position, &Limits::to_depth(8));
    assert_eq!(outcome.score, Score::Mate(2), "{outcome:?}");
    assert_eq!(outcome.best, game.read_action(&position, "F", Dialect::Uci).ok());
}

#[test]
fn a_capture_is_answered_by_nobody_if_the_next_power_is_the_captors() {
    let game = Awarichess::new().unwrap();
    // The pawn is defended: the queen takes it only if Black may not take back.
    let chess = "4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1";
    for (powers, wins) in [("WWBB", true), ("WBBB", false)] {
        let position = read(&game, &format!("{chess} - - {powers}"));
        let take = game.read_action(&position, "d1d6", Dialect::Uci).unwrap();
        assert_eq!(game.exchange(&position, take, 0), wins, "{powers}");
    }
}

#[test]
fn every_line_can_be_replayed() {
    let game = Awarichess::new().unwrap();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 - - WWWBBWWWWBB",
        "4k3/8/8/8/8/8/3R4/4K3 w - - 90 80 - - WBWBBW",
        "4k3/8/8/8/8/8/3R4/4K3 b - - 0 80 0,0,0,0,0,1,0,1,0,0,0,1 S WB",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 - - B",
    ] {
        let position = read(&game, fen);
        let mut pool = Pool::new(&game, 2, 4).unwrap();
        let limits = Limits { multi_pv: 3, ..Limits::to_nodes(60_000) };
        for report in search(&mut pool, &game, &position, &limits).0 {
            let (mut reached, mut past) = (position.clone(), Past::new());
            for &action in &report.pv {
                assert!(game.legal(&reached, action), "{fen}: {report:?}");
                reached = game.child(&reached, action, &mut past);
            }
        }
    }
}

#[test]
fn the_clock_is_divided_by_the_actions_to_come() {
    let game = Awarichess::new().unwrap();
    let expected = |fen: &str| game.expected_actions(&read(&game, fen));
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let start = expected(chess);
    let later = expected(&format!("{chess} 1,0,0,0,0,1,1,1,0,0,0,1 S -"));
    assert!(start > later, "{start} {later}");
    let (few, many) =
        (expected(&format!("{chess} - - W")), expected(&format!("{chess} - - WWWWW")));
    assert!(few < many, "{few} {many}");
}
