//! An opponent whose search can't become stronger: alpha-beta of a fixed depth, captures first, over the games
//! and the evaluations of its build, and nothing else. It speaks UCI and plays every built-in game.
//!
//! `cargo run --release --example plain -- 3` looks three actions ahead, as it does without a number, and
//! `go depth N` as far as that says. `scripts/ladder.sh` measures the engine against it.

use caryatid::game::{Action, ActionList, Dialect, Game, Past, Team, Verdict, Want, Words};
use caryatid::games::avon::Avon;
use caryatid::games::avp::Avp;
use caryatid::games::awarichess::Awarichess;
use caryatid::games::diagram::{self, AnyDiagram, DefinitionError};
use caryatid::session::{Catalogue, is_null};
use std::io::{self, BufRead, Write};

/// Above every evaluation; a win is worth the less, the later it comes.
const WIN: i32 = 32_000;

/// How far it looks where nobody says.
const DEPTH: u32 = 3;

/// The value for `team` of a game that ended `ply` actions after the root.
fn decided(verdict: &Verdict, team: Team, ply: i32) -> i32 {
    verdict.winner.map_or(0, |winner| if winner == team { WIN - ply } else { ply - WIN })
}

/// The best action and its value for the team to act, at least `alpha` and at most `beta` where it lies
/// beyond them. The value changes its sign only where the team changes.
fn search<G: Game>(
    game: &G,
    position: &G::Position,
    past: &mut Past,
    (mut alpha, beta): (i32, i32),
    (depth, ply): (u32, i32),
) -> (i32, Option<Action>) {
    let team = game.team(game.to_act(position));
    if let Some(verdict) = game.early_end(position, past)
        && (ply > 0 || !verdict.by_count)
    {
        return (decided(&verdict, team, ply), None);
    }
    if depth == 0 && game.count_actions(position) > 0 {
        return (game.evaluate(position), None);
    }
    let mut best = (-WIN, None);
    for want in [Want::Tactical, Want::Quiet] {
        let mut list = ActionList::new();
        game.actions(position, want, &mut list);
        for &action in list.as_slice() {
            let child = game.child(position, action, past);
            let next = (depth - 1, ply + 1);
            let value = if game.team(game.to_act(&child)) == team {
                search(game, &child, past, (alpha, beta), next).0
            } else {
                -search(game, &child, past, (-beta, -alpha), next).0
            };
            past.pop();
            if value > best.0 || best.1.is_none() {
                best = (value, Some(action));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                return best;
            }
        }
    }
    if best.1.is_none() {
        best.0 = decided(&game.end_without_actions(position), team, ply);
    }
    best
}

/// A game with a position, whichever it is.
trait Player {
    /// Goes to a position, `startpos` or `fen ...`, and plays moves from there; what can't be read is said.
    fn set_up(&mut self, first: &str, moves: &str) -> Result<(), String>;
    /// What to say of a search to a depth.
    fn go(&self, depth: u32) -> String;
}

struct Plain<G: Words> {
    game: G,
    position: G::Position,
    past: Past,
    /// The side on turn on the wire, where sides alternate and wait for each other.
    turn: Team,
}

impl<G: Words> Plain<G> {
    fn boxed(game: G) -> Box<dyn Player> {
        let position = game.start();
        let turn = game.team(game.to_act(&position));
        Box::new(Plain { game, position, past: Past::new(), turn })
    }

    fn must_wait(&self) -> bool {
        self.game.team(self.game.to_act(&self.position)) != self.turn
    }
}

impl<G: Words> Player for Plain<G> {
    fn set_up(&mut self, first: &str, moves: &str) -> Result<(), String> {
        self.past = Past::new();
        self.position = self.game.start();
        self.turn = self.game.team(self.game.to_act(&self.position));
        if let Some(fen) = first.strip_prefix("fen ") {
            let read = self.game.read_fen(fen).map_err(|error| error.to_string())?;
            (self.position, self.turn) = (read.position, read.wire_first);
        }
        for text in moves.split_ascii_whitespace() {
            if !(self.must_wait() && is_null(text)) {
                self.game
                    .play_text(&mut self.position, &mut self.past, text, Dialect::Uci)
                    .map_err(|refusal| refusal.to_string())?;
            }
            self.turn = self.turn.other();
        }
        Ok(())
    }

    fn go(&self, depth: u32) -> String {
        if self.must_wait() {
            return "bestmove 0000".to_owned();
        }
        let mut past = self.past.clone();
        past.mark_root();
        match search(&self.game, &self.position, &mut past, (-WIN, WIN), (depth.max(1), 0)) {
            (value, Some(action)) => {
                let text = self.game.write_action(&self.position, action, Dialect::Uci);
                format!("info depth {depth} score cp {value} pv {text}\nbestmove {text}")
            }
            (_, None) => "bestmove (none)".to_owned(),
        }
    }
}

macro_rules! definition {
    ($name:expr, $($id:literal)*) => {
        match $name {
            $($id => include_str!(concat!("../../src/games/diagram/definitions/", $id, ".txt")),)*
            _ => return Err(format!("no game is called {}", $name)),
        }
    };
}

fn open(name: &str) -> Result<Box<dyn Player>, String> {
    let faulty = |faults: Vec<DefinitionError>| format!("{faults:?}");
    match name {
        "avon" => return Ok(Plain::boxed(Avon::new())),
        "avp" => return Ok(Plain::boxed(Avp::default())),
        "awarichess" => return Awarichess::new().map(Plain::boxed).map_err(faulty),
        _ => {}
    }
    let text = definition!(
        name, "chess" "avatar" "capablanca" "gothic" "embassy" "janus" "grand" "shako"
    );
    match diagram::open(name, name, text).map_err(faulty)? {
        AnyDiagram::Small(game) => Ok(Plain::boxed(*game)),
        AnyDiagram::Medium(game) => Ok(Plain::boxed(*game)),
        AnyDiagram::Large(game) => Ok(Plain::boxed(*game)),
    }
}

/// What is to be said to a line.
fn answer(player: &mut Box<dyn Player>, line: &str, depth: u32) -> Result<String, String> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words[..] {
        ["uci"] => {
            let games = Catalogue::new().ids().join(" var ");
            let option = format!("option name UCI_Variant type combo default chess var {games}");
            return Ok(format!("id name Plain {depth}\n{option}\nuciok"));
        }
        ["isready"] => return Ok("readyok".to_owned()),
        ["setoption", "name", "UCI_Variant", "value", name] => *player = open(name)?,
        ["position", ..] => {
            let rest = line.trim().trim_start_matches("position").trim();
            let (first, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
            player.set_up(first, moves)?;
        }
        ["go", "depth", number, ..] => return Ok(player.go(number.parse().unwrap_or(depth))),
        ["go", ..] => return Ok(player.go(depth)),
        _ => {}
    }
    Ok(String::new())
}

fn main() -> io::Result<()> {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(DEPTH);
    let mut player = open("chess").map_err(io::Error::other)?;
    let mut output = io::stdout().lock();
    let lines = io::stdin().lock().lines().map_while(Result::ok);
    for line in lines.take_while(|line| line.trim() != "quit") {
        let text = answer(&mut player, &line, depth);
        let text = text.unwrap_or_else(|reason| format!("info string {reason}"));
        if !text.is_empty() {
            writeln!(output, "{text}")?;
        }
    }
    Ok(())
}
