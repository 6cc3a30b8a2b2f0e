//! What the search finds, against what is true.

use super::super::score::{MATE, is_mate};
use super::super::{Bound, Feature, Features, Limits, Pool, Score, minimax};
use super::skirmish::{Board, Skirmish, evaluated, random_positions};
use super::{assert_legal, search};
use crate::game::{Action, Game, Past, Team};

fn pool(threads: usize) -> Pool<Skirmish> {
    Pool::new(&Skirmish, threads, 1).unwrap()
}

/// The score that a minimax value means when its line is `plies` long, teams alternating or not.
fn centipawns(value: i32) -> Option<Score> {
    (!is_mate(value)).then_some(Score::Centipawns(value))
}

#[test]
fn without_selectivity_the_value_is_that_of_minimax() {
    for features in [Features::EXACT, Features::NONE] {
        compare_with_minimax(features);
    }
}

fn compare_with_minimax(features: Features) {
    let mut pool = pool(1);
    let mut mates = 0;
    for (index, (board, past)) in random_positions(1, 160).into_iter().enumerate() {
        let depth = 1 + index as u32 % 4;
        let mut marked = past.clone();
        marked.mark_root();
        let truth = minimax(&Skirmish, &board, &mut marked, depth);
        pool.clear();
        let limits = Limits { features, ..Limits::to_depth(depth) };
        let (_, outcome) = search(&mut pool, &Skirmish, &board, &past, &limits);
        match centipawns(truth) {
            Some(score) => assert_eq!(outcome.score, score, "depth {depth} {board:?}"),
            None => {
                mates += 1;
                assert_eq!(outcome.pv.len(), (MATE - truth.abs()) as usize, "{outcome:?}");
                let Score::Mate(count) = outcome.score else { panic!("{outcome:?}") };
                assert_eq!(count.signum(), truth.signum());
            }
        }
    }
    assert!(mates > 10, "only {mates} decided positions were seen");
}

#[test]
fn short_wins_and_losses_are_found_with_all_pruning() {
    let seen = find_mates(Features::ALL, 400);
    assert!(seen > 40, "only {seen} decided positions were seen");
}

#[test]
fn short_wins_and_losses_are_found_whatever_is_left_out() {
    for &feature in Feature::ALL {
        let seen = find_mates(Features::ALL.without(feature), 60);
        assert!(seen > 5, "only {seen} decided positions were seen");
    }
}

/// Compares the decided ones of random positions with what the search finds; gives their number.
fn find_mates(features: Features, positions: usize) -> usize {
    let mut pool = pool(1);
    let mut seen = 0;
    for (board, past) in random_positions(2, positions) {
        let mut marked = past.clone();
        marked.mark_root();
        let truth = minimax(&Skirmish, &board, &mut marked, 3);
        if !is_mate(truth) {
            continue;
        }
        seen += 1;
        pool.clear();
        let limits = Limits { features, ..Limits::to_depth(7) };
        let (_, outcome) = search(&mut pool, &Skirmish, &board, &past, &limits);
        let Score::Mate(count) = outcome.score else {
            panic!("{truth} was missed without {features}: {outcome:?} {board:?}")
        };
        assert_eq!(count.signum(), truth.signum(), "{outcome:?}");
        assert_eq!(outcome.pv.len(), (MATE - truth.abs()) as usize, "{outcome:?} {board:?}");
    }
    seen
}

#[test]
fn a_static_value_is_found_again_where_it_is_kept() {
    let evaluations = |features| {
        let before = evaluated();
        let limits = Limits { features, ..Limits::to_depth(6) };
        let outcome = search(&mut pool(1), &Skirmish, &Skirmish.start(), &Past::new(), &limits).1;
        (outcome.nodes, evaluated() - before)
    };
    let (nodes, kept) = evaluations(Features::ALL);
    let (same, anew) = evaluations(Features::ALL.without(Feature::EvaluationStore));
    assert_eq!(nodes, same);
    assert!(kept < anew, "{kept} evaluations with a store, {anew} without");
}

#[test]
fn a_pool_forgets_what_other_features_have_taught() {
    let plain = Limits { features: Features::EXACT, ..Limits::to_depth(4) };
    let nodes = |pool: &mut Pool<Skirmish>, limits: &Limits| {
        search(pool, &Skirmish, &Skirmish.start(), &Past::new(), limits).1.nodes
    };
    let fresh = nodes(&mut pool(1), &plain);
    let mut used = pool(1);
    nodes(&mut used, &Limits::to_depth(7));
    assert_eq!(nodes(&mut used, &plain), fresh);
    assert_ne!(nodes(&mut used, &plain), fresh, "with the same features it remembers");
}

#[test]
fn a_team_that_acts_twice_counts_both_actions_of_its_mate() {
    // The rook goes to the middle, acts again, and takes the king at once.
    let board = Board::read(["..k..", "....r", "R....", ".....", "...K."], Team::White);
    let (reports, outcome) =
        search(&mut pool(1), &Skirmish, &board, &Past::new(), &Limits::to_depth(6));
    assert_eq!(outcome.score, Score::Mate(2), "{outcome:?}");
    assert_eq!(outcome.pv.len(), 2);
    let mut past = Past::new();
    let between = Skirmish.child(&board, outcome.pv[0], &mut past);
    assert_eq!(between.team, Team::White);
    assert_eq!(reports.last().unwrap().bound, Bound::Exact);
}

#[test]
fn every_line_is_legal_and_every_depth_ends_exact() {
    for (threads, seed) in [(1, 3), (3, 4)] {
        let mut pool = pool(threads);
        for (board, past) in random_positions(seed, 40) {
            let limits = Limits { multi_pv: 3, ..Limits::to_depth(6) };
            let (reports, outcome) = search(&mut pool, &Skirmish, &board, &past, &limits);
            for report in &reports {
                assert!(!report.pv.is_empty());
                assert_legal(&Skirmish, &board, &past, &report.pv);
                if let Score::Mate(_) = report.score {
                    let mut position = board.clone();
                    let mut walked = past.clone();
                    for &action in &report.pv {
                        position = Skirmish.child(&position, action, &mut walked);
                    }
                    let ended = Skirmish.verdict(&position, &walked).is_some();
                    assert!(ended || report.bound != Bound::Exact, "{report:?}");
                }
            }
            let first = reports.iter().filter(|report| report.multi_pv == 1);
            let depths: Vec<u32> = first.map(|report| report.depth).collect();
            assert!(depths.is_sorted(), "{depths:?}");
            assert_eq!(outcome.best, outcome.pv.first().copied());
        }
    }
}

#[test]
fn the_lines_of_multi_pv_differ_and_are_in_order() {
    let (board, past) = (Skirmish.start(), Past::new());
    let limits = Limits { multi_pv: 500, ..Limits::to_depth(4) };
    let (reports, _) = search(&mut pool(1), &Skirmish, &board, &past, &limits);
    let last: Vec<_> = reports.iter().filter(|report| report.depth == 4).collect();
    assert_eq!(last.len() as u64, Skirmish.count_actions(&board), "one line for each action");
    let mut firsts: Vec<u32> = last.iter().map(|report| report.pv[0].raw()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), last.len());
    let value = |score| match score {
        Score::Centipawns(value) => value,
        Score::Mate(count) => (100_000 - count.abs()) * count.signum(),
    };
    assert!(last.is_sorted_by_key(|report| -value(report.score)), "{last:?}");
    assert!(last.iter().enumerate().all(|(index, report)| report.multi_pv == index + 1));
}

#[test]
fn a_draw_by_count_at_the_root_is_told_and_still_gives_an_action() {
    let mut board = Skirmish.start();
    board.actions = 60;
    let (reports, outcome) =
        search(&mut pool(1), &Skirmish, &board, &Past::new(), &Limits::to_depth(3));
    assert!(outcome.best.is_some());
    assert_eq!(outcome.score, Score::Centipawns(0));
    assert!(reports.iter().all(|report| report.score == Score::Centipawns(0)));
}

#[test]
fn a_finished_game_gives_no_action() {
    let board = Board::read(["....k", ".....", ".....", ".....", "....."], Team::White);
    let (reports, outcome) =
        search(&mut pool(2), &Skirmish, &board, &Past::new(), &Limits::to_depth(3));
    assert_eq!((outcome.best, outcome.score), (None, Score::Mate(0)));
    assert_eq!(reports.len(), 1);
    assert_eq!((reports[0].depth, reports[0].pv.len()), (0, 0));
}

#[test]
fn a_repetition_that_saves_is_found_although_the_table_knows_the_position_as_lost() {
    // White has only its king. Both kings go to and fro, so that White's next step repeats the first
    // position for the third time.
    let board = Board::read(["k....", ".....", ".r...", ".....", "..nK."], Team::White);
    let [out, back] = [Action::new(3, 4, 0, 1), Action::new(4, 3, 0, 1)];
    let [black_out, black_back] = [Action::new(20, 21, 0, 1), Action::new(21, 20, 0, 1)];
    let (mut walked, mut past) = (board.clone(), Past::new());
    for action in [out, black_out, back, black_back, out, black_out] {
        assert!(Skirmish.legal(&walked, action), "{action:?}");
        walked = Skirmish.child(&walked, action, &mut past);
        assert!(Skirmish.verdict(&walked, &past).is_none());
    }
    assert_eq!(walked.team, Team::White);
    let mut pool = pool(1);
    let lost = search(&mut pool, &Skirmish, &walked, &Past::new(), &Limits::to_depth(6)).1;
    assert!(matches!(lost.score, Score::Centipawns(..-300) | Score::Mate(..0)), "{lost:?}");
    // The position after the next step and its answer stood twice; the search from there must not
    // be told otherwise by what the table has just learnt.
    walked = Skirmish.child(&walked, back, &mut past);
    let limits = Limits { search_moves: vec![black_back], ..Limits::to_depth(6) };
    let drawn = search(&mut pool, &Skirmish, &walked, &past, &limits).1;
    assert_eq!(drawn.score, Score::Centipawns(0), "{drawn:?}");
}
