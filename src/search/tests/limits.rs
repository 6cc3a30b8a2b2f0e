//! Limits, and steering from outside.

use super::super::{Control, Limits, Pool, Score};
use super::search;
use super::skirmish::{Board, Skirmish};
use crate::clock::TimeControl;
use crate::game::{Action, ActionList, Game, Past, Team, Want};
use std::time::{Duration, Instant};

fn pool(threads: usize) -> Pool<Skirmish> {
    Pool::new(&Skirmish, threads, 1).unwrap()
}

fn run(threads: usize, limits: &Limits) -> (Vec<super::Report>, super::Outcome) {
    search(&mut pool(threads), &Skirmish, &Skirmish.start(), &Past::new(), limits)
}

#[test]
fn one_thread_repeats_itself_node_for_node() {
    let mut pool = pool(1);
    let mut nodes = |limits: &Limits| {
        pool.clear();
        let outcome = search(&mut pool, &Skirmish, &Skirmish.start(), &Past::new(), limits).1;
        (outcome.nodes, outcome.best, outcome.score)
    };
    let depth = Limits::to_depth(7);
    assert_eq!(nodes(&depth), nodes(&depth));
    let limit = Limits::to_nodes(5_000);
    assert_eq!(nodes(&limit), nodes(&limit));
}

#[test]
fn a_number_of_nodes_is_kept_exactly_by_one_thread() {
    for limit in [1, 2, 30, 999, 5_000] {
        let (reports, outcome) = run(1, &Limits::to_nodes(limit));
        assert_eq!(outcome.nodes, limit);
        assert!(outcome.best.is_some() && !reports.is_empty());
    }
}

#[test]
fn whatever_the_limit_there_is_an_action_and_a_report() {
    let exhausted = TimeControl { remaining: -500, increment: 0, moves_to_go: None };
    let hurried = [
        Limits { movetime: Some(Duration::ZERO), ..Limits::default() },
        Limits { movetime: Some(Duration::from_millis(1)), ..Limits::default() },
        Limits { clock: Some(exhausted), ..Limits::default() },
        Limits { clock: Some(TimeControl::default()), ..Limits::default() },
        Limits::to_nodes(0),
        Limits::to_depth(0),
    ];
    for limits in &hurried {
        let begun = Instant::now();
        let (reports, outcome) = run(2, limits);
        assert!(begun.elapsed() < Duration::from_millis(300), "{limits:?}");
        assert!(outcome.best.is_some(), "{limits:?}");
        let last = reports.last().unwrap();
        assert!(last.depth >= 1 && last.pv.first() == outcome.best.as_ref(), "{limits:?}");
    }
}

#[test]
fn a_stop_before_the_start_still_gives_an_action() {
    let control = Control::new();
    control.stop();
    let limits = Limits { infinite: true, ..Limits::default() };
    let mut reports = 0;
    let outcome =
        pool(2).search(&Skirmish, &Skirmish.start(), &Past::new(), &limits, &control, &mut |_| {
            reports += 1
        });
    assert!(outcome.best.is_some() && reports > 0);
}

#[test]
fn depths_are_told_one_by_one() {
    let (reports, outcome) = run(1, &Limits::to_depth(5));
    let depths: Vec<u32> = reports.iter().map(|report| report.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    assert_eq!(outcome.depth, 5);
}

#[test]
fn only_the_wanted_root_actions_are_searched() {
    let board = Skirmish.start();
    let mut list = ActionList::new();
    Skirmish.actions(&board, Want::All, &mut list);
    let unlikely = [list.get(0), list.get(list.len() - 1)];
    let limits = Limits { search_moves: unlikely.to_vec(), multi_pv: 9, ..Limits::to_depth(4) };
    let (reports, outcome) = run(1, &limits);
    assert!(unlikely.contains(&outcome.best.unwrap()));
    assert!(reports.iter().all(|report| unlikely.contains(&report.pv[0])));
    assert_eq!(reports.last().unwrap().multi_pv, 2);
    // Without a legal one among them the filter lapses.
    let illegal = Action::new(24, 24, 9, 9);
    let (_, outcome) = run(1, &Limits { search_moves: vec![illegal], ..Limits::to_depth(2) });
    assert!(Skirmish.legal(&board, outcome.best.unwrap()));
}

#[test]
fn a_search_for_mate_ends_when_it_is_found() {
    let board = Board::read(["..k..", "....r", "R....", ".....", "...K."], Team::White);
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let (_, outcome) = search(&mut pool(1), &Skirmish, &board, &Past::new(), &limits);
    assert_eq!(outcome.score, Score::Mate(2));
    assert!(outcome.depth < 10);
}

/// Runs a search on a thread, gives orders to it, and returns how long it went on after the last.
fn steered(threads: usize, limits: &Limits, orders: impl FnOnce(&Control)) -> Duration {
    let mut pool = pool(threads);
    let control = Control::new();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| {
            let start = Skirmish.start();
            let outcome =
                pool.search(&Skirmish, &start, &Past::new(), limits, &control, &mut |_| {});
            assert!(outcome.best.is_some());
            Instant::now()
        });
        orders(&control);
        let ordered = Instant::now();
        let ended = running.join().unwrap();
        ended.saturating_duration_since(ordered)
    })
}

#[test]
fn an_infinite_search_waits_for_the_stop_and_then_ends_at_once() {
    for (threads, depth) in [(1, None), (2, None), (64, None), (1, Some(2))] {
        let limits = Limits { infinite: true, depth, ..Limits::default() };
        let late = steered(threads, &limits, |control| {
            std::thread::sleep(Duration::from_millis(60));
            control.stop();
        });
        assert!(late < Duration::from_millis(100), "{threads} threads took {late:?}");
    }
}

#[test]
fn the_root_actions_left_are_told_while_an_iteration_runs() {
    let mut list = ActionList::new();
    Skirmish.actions(&Skirmish.start(), Want::All, &mut list);
    let all = u32::try_from(list.len()).unwrap();
    for threads in [1, 2] {
        let control = Control::new();
        let limits = Limits { infinite: true, ..Limits::default() };
        let mut told = false;
        std::thread::scope(|scope| {
            let running = scope.spawn(|| {
                let start = Skirmish.start();
                pool(threads).search(
                    &Skirmish,
                    &start,
                    &Past::new(),
                    &limits,
                    &control,
                    &mut |_| {},
                )
            });
            let begun = Instant::now();
            while !told && begun.elapsed() < Duration::from_secs(5) {
                let left = control.root_actions_left();
                assert!(left < all, "{left} of {all}");
                told = left > 0;
                std::thread::sleep(Duration::from_millis(1));
            }
            control.stop();
            running.join().unwrap();
        });
        assert!(told, "with {threads} threads");
        assert_eq!(control.root_actions_left(), 0, "nothing is left of a search that has ended");
    }
}

#[test]
fn an_infinite_search_does_not_end_by_itself() {
    let limits = Limits { infinite: true, ..Limits::to_depth(1) };
    let control = Control::new();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| {
            pool(1).search(
                &Skirmish,
                &Skirmish.start(),
                &Past::new(),
                &limits,
                &control,
                &mut |_| {},
            )
        });
        std::thread::sleep(Duration::from_millis(80));
        assert!(!running.is_finished());
        control.stop();
    });
}

#[test]
fn pondering_uses_no_time_before_the_hit() {
    let clock = TimeControl { remaining: 2_000, increment: 0, moves_to_go: None };
    let limits = Limits { ponder: true, clock: Some(clock), ..Limits::default() };
    let control = Control::new();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| {
            pool(1).search(
                &Skirmish,
                &Skirmish.start(),
                &Past::new(),
                &limits,
                &control,
                &mut |_| {},
            )
        });
        std::thread::sleep(Duration::from_millis(250));
        assert!(!running.is_finished(), "it answered before the hit");
        let hit = Instant::now();
        control.ponder_hit();
        running.join().unwrap();
        assert!(hit.elapsed() < Duration::from_millis(1_300), "{:?}", hit.elapsed());
    });
}

#[test]
fn a_movetime_is_used_and_kept() {
    let limits = Limits { movetime: Some(Duration::from_millis(200)), ..Limits::default() };
    let begun = Instant::now();
    run(2, &limits);
    let taken = begun.elapsed();
    assert!(taken < Duration::from_millis(260), "{taken:?}");
    assert!(taken > Duration::from_millis(150), "{taken:?}");
}
