//! The wire, waits and the worker, on a game that needs them.

#![allow(clippy::unwrap_used)]

use super::event::Event;
use super::gui_board::BoardRead;
use super::opened::{Opened, OpenedGame};
use super::perft;
use super::toy::Pile;
use super::worker::Resources;
use super::{Catalogue, Session};
use crate::clock::TimeControl;
use crate::game::{Dialect, Game, Seat, Team};
use crate::search::{Control, Limits};
use caryatid_protocol::Score;
use crossbeam::channel::{Receiver, unbounded};
use std::sync::Arc;
use std::time::Duration;

const UCI: Dialect = Dialect::Uci;
const XBOARD: Dialect = Dialect::XBoard;

fn opened() -> (Opened<Pile>, Receiver<Event>) {
    let (sender, events) = unbounded();
    let mut game = Opened::new(Pile, sender);
    game.set_resources(Resources { threads: 1, hash_mb: 1 });
    (game, events)
}

fn play(game: &mut Opened<Pile>, moves: &[&str], dialect: Dialect) {
    moves.iter().for_each(|text| game.play(text, dialect).unwrap());
}

fn next(events: &Receiver<Event>) -> Event {
    events.recv_timeout(Duration::from_secs(20)).unwrap()
}

/// The events of a search up to its answer.
fn answer(events: &Receiver<Event>) -> (Vec<Event>, super::Finished) {
    let mut before = Vec::new();
    loop {
        match next(events) {
            Event::Finished(finished) => return (before, finished),
            other => before.push(other),
        }
    }
}

#[test]
fn where_a_team_acts_twice_the_other_side_waits() {
    let (mut game, _events) = opened();
    play(&mut game, &["t2"], UCI);
    assert_eq!(game.turn(), Team::Black);
    assert!(game.must_wait(), "White acts again");
    let refusal = game.play("t1", UCI).unwrap_err().to_string();
    assert!(refusal.contains("Black has to wait") && refusal.contains("0000"), "{refusal}");
    assert_eq!(game.fen(), "8 w - - 0 1");
    for null in ["0000", "@@@@", "--", "pass"] {
        play(&mut game, &[null], UCI);
        assert!(!game.must_wait() && game.turn() == Team::White);
        assert!(game.undo());
    }
    play(&mut game, &["0000", "t1"], UCI);
    assert_eq!((game.turn(), game.must_wait()), (Team::Black, false));
    assert!(game.play("0000", UCI).is_err(), "a null move is no wait on the own turn");
}

#[test]
fn any_number_of_moves_can_be_taken_back() {
    let (mut game, _events) = opened();
    let start = (game.fen(), game.key());
    play(&mut game, &["t2", "0000", "t1", "t3"], UCI);
    assert_eq!(game.moves_played(), 4);
    for _ in 0..4 {
        assert!(game.undo());
    }
    assert!(!game.undo());
    assert_eq!((game.fen(), game.key(), game.turn()), (start.0, start.1, Team::White));
}

#[test]
fn an_action_may_take_two_wire_moves_with_a_wait_between() {
    let (mut game, _events) = opened();
    play(&mut game, &["a1"], XBOARD);
    assert_eq!(game.fen(), "10 w - - 0 1", "nothing is done yet");
    assert!(game.must_wait());
    play(&mut game, &["@@@@"], XBOARD);
    assert!(game.play("t1", XBOARD).is_err(), "the action that was begun must be completed");
    play(&mut game, &["b1"], XBOARD);
    assert_eq!((game.fen().as_str(), game.turn()), ("7 b - - 0 1", Team::Black));
    assert!(game.play("b1", XBOARD).is_err());
    assert!(game.play("a1", UCI).is_err(), "UCI knows whole actions only");
}

#[test]
fn seats_and_the_wire_moves_of_an_action_are_told() {
    let (mut game, _events) = opened();
    assert_eq!(game.seats(), [("White", Team::White), ("Black", Team::Black)]);
    let three = game.read_action("t3", UCI).unwrap();
    assert_eq!(game.wire_moves(three, UCI), ["t3"]);
    assert_eq!(game.wire_moves(three, XBOARD), ["a1", "b1"]);
    play(&mut game, &["t2"], UCI);
    assert_eq!((game.seat(), game.turn()), (Seat(0), Team::Black), "White acts on Black's turn");
}

#[test]
fn nothing_is_played_after_the_end() {
    let (mut game, _events) = opened();
    game.set_fen("1 w").unwrap();
    play(&mut game, &["t1"], UCI);
    let verdict = game.verdict().unwrap();
    assert_eq!((verdict.winner, game.final_verdict()), (Some(Team::White), Some(verdict)));
    assert!(game.play("t1", UCI).is_err());
    assert!(game.legal_actions().is_empty());
}

#[test]
fn a_line_is_followed_without_leaving_the_position() {
    let (game, _events) = opened();
    let line = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    assert_eq!(game.follow(&line("t2 0000 t3 t1"), UCI), Ok(()));
    let (index, _) = game.follow(&line("t2 0000 t9"), UCI).unwrap_err();
    assert_eq!((index, game.fen().as_str()), (2, "10 w - - 0 1"));
}

#[test]
fn sequences_are_counted_to_the_end_of_the_game() {
    let (mut game, _events) = opened();
    let count = |game: &Opened<Pile>, depth, threads| -> u64 {
        game.divide(depth, threads, UCI).iter().map(|(_, count)| count).sum()
    };
    assert_eq!(count(&game, 3, 1), 27);
    assert_eq!(count(&game, 6, 1), count(&game, 6, 2));
    game.set_fen("3 w").unwrap();
    assert_eq!([1, 2, 3, 4].map(|depth| count(&game, depth, 1)), [3, 3, 1, 0]);
}

#[test]
fn a_count_can_be_stopped() {
    assert_eq!(perft::divide(&Pile, &Pile.start(), 8, false, &|| true), None);
    let (mut game, events) = opened();
    let control = Arc::new(Control::new());
    control.stop();
    game.start_divide(9, UCI, control);
    assert!(matches!(next(&events), Event::Divided(divided) if divided.counts.is_none()));
}

#[test]
fn a_wait_is_answered_without_a_search() {
    let (mut game, events) = opened();
    play(&mut game, &["t2"], UCI);
    game.search(Limits::to_depth(5), UCI, Arc::new(Control::new()));
    let (before, finished) = answer(&events);
    assert_eq!(finished.best, ["0000"]);
    let [Event::Line(line)] = before.as_slice() else { panic!("one scored line: {before:?}") };
    assert_eq!(line.score, Score::Centipawns(-8), "the view of the side that waits");
    assert_eq!(line.pv, ["0000"]);
}

#[test]
fn an_analysis_of_a_wait_holds_its_answer_back() {
    let (mut game, events) = opened();
    play(&mut game, &["t2"], XBOARD);
    let control = Arc::new(Control::new());
    game.search(Limits { infinite: true, ..Limits::default() }, XBOARD, Arc::clone(&control));
    let Event::Line(line) = next(&events) else { panic!("a line comes first") };
    assert_eq!(line.pv[0], "@@@@");
    std::thread::sleep(Duration::from_millis(50));
    assert!(events.try_iter().all(|event| matches!(event, Event::Line(_))));
    control.stop();
    assert_eq!(answer(&events).1.best, ["@@@@"]);
}

#[test]
fn lines_and_answers_can_be_replayed() {
    let (mut game, events) = opened();
    for dialect in [UCI, XBOARD] {
        game.search(Limits::to_depth(6), dialect, Arc::new(Control::new()));
        let (before, finished) = answer(&events);
        let lines = before.iter().filter_map(|event| match event {
            Event::Line(line) => Some(&line.pv),
            _ => None,
        });
        for line in lines {
            assert_eq!(game.follow(line, dialect), Ok(()), "{line:?}");
        }
        let mut answered = vec![finished.best[0].clone()];
        answered.extend(finished.ponder);
        assert_eq!(game.follow(&answered, dialect), Ok(()));
    }
}

#[test]
fn xboard_means_moments_of_the_game_that_it_shows() {
    let (mut game, _events) = opened();
    play(&mut game, &["t2", "@@@@", "t1"], XBOARD);
    let now = game.fen();
    assert_eq!(game.set_board("7 b - - 0 2").unwrap(), BoardRead::Unchanged);
    assert_eq!((game.fen(), game.moves_played()), (now, 3));
    assert_eq!(game.set_board("8 b - - 0 1").unwrap(), BoardRead::WentBack(2));
    assert!(game.must_wait() && game.moves_played() == 1);
    assert_eq!(game.set_board("8 w - - 0 2").unwrap(), BoardRead::NullMove);
    assert_eq!((game.turn(), game.must_wait()), (Team::White, false));
    assert_eq!(game.set_board("10 w - - 0 9").unwrap(), BoardRead::Start);
    assert_eq!((game.fen().as_str(), game.moves_played()), ("10 w - - 0 1", 0));
    assert_eq!(game.set_board("5 b - - 0 3").unwrap(), BoardRead::SetUp(Vec::new()));
    assert_eq!((game.fen().as_str(), game.turn()), ("5 b - - 0 1", Team::Black));
    assert!(game.set_board("x").is_err());
    assert_eq!(game.fen(), "5 b - - 0 1", "an error changes nothing");
}

/// A session of chess whose moves are made in pairs, whatever it answers.
struct Clocked {
    session: Session,
    /// Milliseconds on the own clock.
    left: i64,
    pairs: std::vec::IntoIter<[&'static str; 2]>,
}

impl Clocked {
    fn new() -> Clocked {
        let pairs = vec![
            ["e2e4", "e7e5"],
            ["g1f3", "b8c6"],
            ["f1c4", "f8c5"],
            ["d2d3", "d7d6"],
            ["b1c3", "g8f6"],
            ["h2h3", "h7h6"],
            ["a2a3", "a7a6"],
        ];
        let session = Session::new(Catalogue::new()).unwrap();
        Clocked { session, left: 60_007, pairs: pairs.into_iter() }
    }

    fn limits(&self) -> Limits {
        let clock = TimeControl { remaining: self.left, increment: 0, moves_to_go: None };
        Limits { clock: Some(clock), ..Limits::to_depth(1) }
    }

    /// Answers and makes a pair of moves, behind which so much more is gone.
    fn pair(&mut self, lost: i64) {
        let limits = self.limits();
        let finished = self.session.think(limits, UCI, |_| {}).unwrap();
        self.left -= i64::try_from(finished.time.as_millis()).unwrap() + lost;
        for text in self.pairs.next().unwrap() {
            self.session.game_mut().play(text, UCI).unwrap();
        }
    }

    fn learnt(&self) -> u128 {
        self.session.lag.mean().as_millis()
    }
}

#[test]
fn what_a_clock_loses_between_two_answers_is_learnt() {
    let mut game = Clocked::new();
    game.pair(40);
    assert_eq!(game.learnt(), 0);
    game.pair(40);
    assert_eq!(game.learnt(), 5, "one eighth of it");
    // The own clock stands still while the other side thinks.
    let pondered = Limits { ponder: true, ..game.limits() };
    game.session.search(pondered.clone(), UCI);
    game.session.halt(|_| {});
    game.pair(40);
    assert_eq!(game.learnt(), 9);
    // Whoever thought before its turn began, or for no clock, can't tell what the clock has to say.
    game.session.search(pondered, UCI);
    game.session.ponder_hit();
    game.session.halt(|_| {});
    game.pair(40);
    assert_eq!(game.learnt(), 9);
    game.session.think(Limits::to_depth(1), UCI, |_| {}).unwrap();
    game.pair(40);
    assert_eq!(game.learnt(), 9);
    game.pair(40);
    assert_eq!(game.learnt(), 13);
}

#[test]
fn answers_that_are_not_played_and_other_games_teach_nothing() {
    let mut game = Clocked::new();
    game.pair(0);
    let limits = game.limits();
    game.session.search(limits, UCI);
    game.session.abandon();
    game.session.halt(|_| {});
    game.pair(0);
    game.left -= 40;
    game.pair(0);
    let once = game.learnt();
    assert!(once > 0, "what was abandoned is not in the way of the next");
    // Moves that were taken back, and a new game whose opening is as long.
    (0..2).for_each(|_| assert!(game.session.game_mut().undo()));
    game.left -= 40;
    game.pair(0);
    assert_eq!(game.learnt(), once);
    game.session.lose_track();
    game.left -= 40;
    game.pair(0);
    assert_eq!(game.learnt(), once);
}
