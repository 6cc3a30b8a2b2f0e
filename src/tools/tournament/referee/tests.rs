//! The referee with players that follow a script, on games with waits, several seats, actions in parts.

#![allow(clippy::unwrap_used)]

use super::ring::Ring;
use super::{Course, Rules, Sitting, play};
use crate::game::{Dialect, Team, Words};
use crate::session::{Opened, OpenedGame, Pile};
use crate::tools::tournament::adjudication::Adjudication;
use crate::tools::tournament::control::{ClockRule, TimeSetting};
use crate::tools::tournament::opening::Start;
use crate::tools::tournament::player::{Answer, Choice, Fault, FaultKind, Player, Turn, WireMove};
use crossbeam::channel::unbounded;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

type Heard = Arc<Mutex<Vec<String>>>;

/// Gives its answers one after the other, and remembers what it heard and what its clock showed.
struct Scripted {
    answers: VecDeque<Result<Answer, Fault>>,
    heard: Heard,
    clocks: Arc<Mutex<Vec<u128>>>,
}

impl Player for Scripted {
    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    fn start(
        &mut self,
        _start: &Start,
        _board: &dyn OpenedGame,
        _turn: &Turn,
    ) -> Result<(), Fault> {
        Ok(())
    }

    fn hear(&mut self, moved: &WireMove) -> Result<(), Fault> {
        self.heard.lock().push(moved.uci.clone());
        Ok(())
    }

    fn choose(&mut self, _board: &dyn OpenedGame, turn: &Turn) -> Result<Answer, Fault> {
        self.clocks.lock().extend(turn.own.map(|face| face.left.as_millis()));
        self.answers.pop_front().unwrap()
    }

    fn talk(&self) -> Vec<String> {
        vec!["scripted".to_owned()]
    }
}

fn choice(text: &str, milliseconds: u64) -> Choice {
    let time = Duration::from_millis(milliseconds);
    Choice { entries: vec![text.to_owned()], time, ..Choice::default() }
}

/// A player that plays the words of a text, a word with `@N` taking N milliseconds.
fn scripted(team: Team, text: &str) -> (Sitting, Heard) {
    let answers = text.split_ascii_whitespace().map(|word| {
        let (text, time) = word.split_once('@').unwrap_or((word, "1"));
        Ok(Answer::Moves(choice(text, time.parse().unwrap())))
    });
    sitting(team, answers.collect())
}

fn sitting(team: Team, answers: VecDeque<Result<Answer, Fault>>) -> (Sitting, Heard) {
    let heard = Heard::default();
    let player = Scripted { answers, heard: Arc::clone(&heard), clocks: Arc::default() };
    (Sitting { player: Box::new(player), team, setting: TimeSetting::default() }, heard)
}

const RULES: Rules = Rules {
    margin: Duration::from_millis(10),
    patience: Duration::from_secs(1),
    adjudication: Adjudication { draw: None, resign: None },
    longest: 100,
};

fn game<G: Words>(game: G, sittings: &mut [Sitting], seats: &[usize], rules: &Rules) -> Course {
    let mut board = Opened::new(game, unbounded().0);
    play(&mut board, sittings, seats, &Start::default(), rules)
}

/// A game of stones between two scripts.
fn stones(white: &str, black: &str) -> Course {
    let mut sittings = [scripted(Team::White, white).0, scripted(Team::Black, black).0];
    game(Pile, &mut sittings, &[0, 1], &RULES)
}

fn moves(course: &Course) -> String {
    let moves: Vec<String> =
        course.moves.iter().map(|action| format!("{}{}", action.ply, action.text)).collect();
    moves.join(" ")
}

#[test]
fn waits_are_played_without_asking_and_heard_by_both() {
    let (white, white_heard) = scripted(Team::White, "t2 t2 t1 t1");
    let (black, black_heard) = scripted(Team::Black, "t3 t1");
    let course = game(Pile, &mut [white, black], &[0, 1], &RULES);
    assert_eq!(moves(&course), "0t2 2t2 4t1 5t3 6t1 7t1");
    let heard = ["t2", "0000", "t2", "0000", "t1", "t3", "t1", "t1"];
    assert_eq!(*white_heard.lock(), heard);
    assert_eq!(*black_heard.lock(), heard);
    assert_eq!((course.winner, course.termination), (Some(Team::Black), "normal"));
    assert!(course.faults.is_empty());
}

#[test]
fn every_seat_is_asked_when_it_acts_even_twice_in_a_team() {
    let sides = [Team::White, Team::Black, Team::White, Team::Black];
    let scripts = ["s2", "s1", "s1 s1", "s2 s1"];
    let mut sittings: Vec<Sitting> =
        sides.into_iter().zip(scripts).map(|(team, text)| scripted(team, text).0).collect();
    // North passes east over; south, west (passes north over), east, south, west.
    let course = game(Ring, &mut sittings, &[0, 1, 2, 3], &RULES);
    assert_eq!(moves(&course), "0s2 2s1 3s2 5s1 6s1 7s1");
    assert_eq!((course.winner, course.faults.len()), (Some(Team::Black), 0));
}

#[test]
fn one_player_serves_both_seats_of_its_team_on_one_clock() {
    let (mut white, _) = scripted(Team::White, "s2@300 s1@100 s1@50");
    let (mut black, _) = scripted(Team::Black, "s2@20 s1@20 s1@20");
    white.setting.clock = Some(ClockRule::read("4/1+0.1").unwrap());
    black.setting.clock = Some(ClockRule::read("1").unwrap());
    let course = game(Ring, &mut [white, black], &[0, 1, 0, 1], &RULES);
    assert_eq!((moves(&course).as_str(), course.faults.len()), ("0s2 2s1 3s2 5s1 6s1 7s1", 0));
}

#[test]
fn a_clock_runs_through_seats_and_waits() {
    let (mut white, _) = scripted(Team::White, "");
    let clocks = Arc::new(Mutex::new(Vec::new()));
    let answers = ["t2", "t2", "t1", "t2"].map(|text| Ok(Answer::Moves(choice(text, 100))));
    white.player = Box::new(Scripted {
        answers: answers.into(),
        heard: Heard::default(),
        clocks: Arc::clone(&clocks),
    });
    white.setting.clock = Some(ClockRule::read("4/1+0.01").unwrap());
    // Black takes two in its turn, so that White waits once: that is its fourth wire move.
    let (black, _) = scripted(Team::Black, "t2 t1");
    let course = game(Pile, &mut [white, black], &[0, 1], &RULES);
    assert_eq!(course.winner, Some(Team::White), "{course:?}");
    assert_eq!(*clocks.lock(), [1000, 910, 820, 1730]);
}

#[test]
fn the_flag_falls_behind_the_margin() {
    for (time, reason) in [(1009, "the last stone is taken"), (1011, "time loss by White")] {
        let (mut white, _) = scripted(Team::White, &format!("t3@{time} t3 t1"));
        white.setting.clock = Some(ClockRule::read("1+1").unwrap());
        let (black, _) = scripted(Team::Black, "t3 t1");
        let course = game(Pile, &mut [white, black], &[0, 1], &RULES);
        assert_eq!(course.reason, reason);
    }
    let (mut white, _) = scripted(Team::White, "t3@61");
    white.setting.movetime = Some(Duration::from_millis(50));
    let course = game(Pile, &mut [white, scripted(Team::Black, "").0], &[0, 1], &RULES);
    assert_eq!(
        (course.faults[0].fault.kind, course.termination),
        (FaultKind::TimeLoss, "time forfeit")
    );
}

#[test]
fn wrong_answers_lose_and_are_named() {
    for (answer, kind) in [
        ("t9", FaultKind::IllegalMove),
        ("0000", FaultKind::IllegalMove),
        ("(none)", FaultKind::IllegalMove),
        ("\u{fffd}\u{1}", FaultKind::Garbage),
        ("t1;rm", FaultKind::Garbage),
        ("abcdefghijklmnopqrstuvwxyzabcdefghijkl", FaultKind::Garbage),
    ] {
        let course = stones("t1 t1", &format!("t1 {answer}"));
        let [incident] = course.faults.as_slice() else { panic!("{answer}: {course:?}") };
        assert_eq!((incident.fault.kind, incident.side), (kind, Team::Black), "{answer}");
        assert_eq!((course.winner, course.termination), (Some(Team::White), "rules infraction"));
        assert_eq!((incident.fen.as_str(), incident.moves), ("7 b - - 0 1", 3));
        assert_eq!(incident.last.as_deref(), Some("t1"));
        assert_eq!(incident.talks, [["scripted"], ["scripted"]]);
    }
    let refused = stones("t4", "");
    assert_eq!(refused.faults[0].fault.detail, "t4: not so many stones");
}

#[test]
fn a_crash_loses() {
    let crash = Err(Fault::new(FaultKind::Crash, "gone"));
    let mut sittings =
        [scripted(Team::White, "t1").0, sitting(Team::Black, VecDeque::from([crash])).0];
    let course = game(Pile, &mut sittings, &[0, 1], &RULES);
    assert_eq!((course.reason.as_str(), course.termination), ("crash by Black", "abandoned"));
}

#[test]
fn an_illegal_line_is_a_fault_but_one_beyond_the_end_is_none() {
    let line = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let with_lines = |lines: Vec<Vec<String>>| {
        let first = Choice { lines, ..choice("t3", 1) };
        let mut answers = VecDeque::from([Ok(Answer::Moves(first))]);
        answers.extend(["t3"].map(|text| Ok(Answer::Moves(choice(text, 1)))));
        let mut sittings = [sitting(Team::White, answers).0, scripted(Team::Black, "t3 t1").0];
        game(Pile, &mut sittings, &[0, 1], &RULES)
    };
    let beyond = with_lines(vec![line("t3 t3 t3 t1 t1"), line("t2 0000 t1")]);
    assert_eq!(beyond.faults.len(), 0, "{beyond:?}");
    let illegal = with_lines(vec![line("t3 t9"), line("t2 t1")]);
    assert_eq!(illegal.faults.len(), 2);
    assert!(illegal.faults.iter().all(|incident| incident.fault.kind == FaultKind::IllegalLine));
    assert_eq!(illegal.reason, "the last stone is taken");
}

#[test]
fn players_may_resign_and_agree() {
    let mut sittings = [
        scripted(Team::White, "t1").0,
        sitting(Team::Black, VecDeque::from([Ok(Answer::Resigns)])).0,
    ];
    let course = game(Pile, &mut sittings, &[0, 1], &RULES);
    assert_eq!((course.winner, course.reason.as_str()), (Some(Team::White), "Black resigns"));
    let offer = |text: &str| Ok(Answer::Moves(Choice { offers_draw: true, ..choice(text, 1) }));
    let plain = |text: &str| Ok(Answer::Moves(choice(text, 1)));
    let mut sittings = [
        sitting(Team::White, VecDeque::from([offer("t1"), plain("t1"), offer("t1")])).0,
        sitting(Team::Black, VecDeque::from([plain("t1"), offer("t1")])).0,
    ];
    let course = game(Pile, &mut sittings, &[0, 1], &RULES);
    assert_eq!((course.winner, course.reason.as_str()), (None, "draw by agreement"));
    assert_eq!(course.moves.len(), 5, "an offer lapses with the next move of its team");
}

#[test]
fn a_game_without_end_is_a_draw() {
    let rules = Rules { longest: 3, ..RULES };
    let mut sittings = [scripted(Team::White, "t1 t1").0, scripted(Team::Black, "t1").0];
    let course = game(Pile, &mut sittings, &[0, 1], &rules);
    assert_eq!((course.winner, course.reason.as_str()), (None, "no end after 3 moves"));
}

/// An action of two wire moves, by a program that speaks XBoard.
#[cfg(unix)]
#[test]
fn an_xboard_program_enters_and_hears_actions_in_parts() {
    use crate::tools::tournament::process::{Launch, Process};
    use crate::tools::tournament::repertoire::GameNames;
    use crate::tools::tournament::xboard_program::XBoardProgram;
    // It answers each `go` with the next of its entries, and tells what it hears in remarks.
    let script = "set -- a1 b1 t1 t1\nwhile read -r word rest; do case $word in\n\
                  protover) echo 'feature ping=1 usermove=1 setboard=1 variants=pile done=1';;\n\
                  ping) echo \"pong $rest\";;\nusermove) echo \"# heard $rest\";;\n\
                  go) echo \"move $1\"; shift;;\nquit) exit;;\nesac; done";
    let command = ["/bin/sh", "-c", script].map(str::to_owned).to_vec();
    let process = Process::start(Launch { command, folder: None }).unwrap();
    let pile = "pile".to_owned();
    let names = GameNames { id: pile.clone(), xboard_id: pile, aliases: Vec::new() };
    let program = XBoardProgram::new(process, names, Vec::new(), false);
    let white =
        Sitting { player: Box::new(program), team: Team::White, setting: TimeSetting::default() };
    let rules = Rules { patience: Duration::from_secs(20), ..RULES };
    let (black, heard) = scripted(Team::Black, "t3 t2 t1");
    let mut sittings = [white, black];
    let course = game(Pile, &mut sittings, &[0, 1], &rules);
    assert_eq!(moves(&course), "0t3 1t3 2t1 3t2 5t1", "{course:?}");
    assert_eq!((course.winner, course.faults.len()), (Some(Team::Black), 0));
    assert_eq!(*heard.lock(), ["t3", "t3", "t1", "t2", "0000", "t1"]);
    let talk = sittings[0].player.talk().join("\n");
    let order: Vec<usize> = ["# heard @@@@", "# heard a1", "# heard b1"]
        .iter()
        .map(|text| talk.find(text).unwrap_or_else(|| panic!("{text} in {talk}")))
        .collect();
    assert!(order.is_sorted(), "{talk}");
}
