//! This engine as a player, without a process.

use super::ToolError;
use super::control::ClockFace;
use super::opening::Start;
use super::player::{Answer, Choice, Fault, FaultKind, Player, Thought, Turn, WireMove};
use super::process::Talk;
use super::repertoire::chooses_a_game;
use super::spec::EngineSpec;
use crate::clock::TimeControl;
use crate::game::Dialect;
use crate::search::{Features, Limits};
use crate::session::{Event, HASH, OpenedGame, Resources, Session, THREADS};
use caryatid_protocol::text::same_option_name;
use std::cmp::Ordering;
use std::time::{Duration, Instant};

/// The engine in a session of its own.
pub(super) struct OwnEngine {
    session: Session,
    features: Features,
    talk: Talk,
}

impl OwnEngine {
    /// Sets the options of a session.
    ///
    /// # Errors
    /// An option is refused, or asks for another game.
    pub(super) fn new(
        mut session: Session,
        resources: Resources,
        features: Features,
        spec: &EngineSpec,
    ) -> Result<OwnEngine, ToolError> {
        let standard = [(HASH, resources.hash_mb), (THREADS, resources.threads)]
            .map(|(name, value)| (name.to_owned(), value.to_string()));
        if let Some((name, _)) = spec.options.iter().find(|option| chooses_a_game(option)) {
            return Err(ToolError::Usage(format!(
                "engine self: it plays the game of the match, so that {name} is none of its options; \
                 --definition FILE gives the match a game of your own"
            )));
        }
        for (name, value) in standard.iter().chain(&spec.options) {
            let notes = session.set_option(name, Some(value));
            if notes.is_empty() {
                continue;
            }
            let fits = session.settings().resources.hash_mb;
            let table = same_option_name(name, HASH).then(|| refusal_of_table(value, fits));
            let why = table.flatten().unwrap_or_else(|| notes.join("; "));
            return Err(ToolError::Usage(format!("engine self: {why}")));
        }
        if let Some(text) = &spec.weights {
            let game = session.game_mut();
            let weights = game.weights().read(text).map_err(|error| {
                ToolError::Usage(format!("engine {}: weights, {error}", spec.name()))
            })?;
            game.set_weights(&weights);
        }
        Ok(OwnEngine { session, features, talk: Talk::new() })
    }
}

/// Why a hash table of so many MiB is refused, where one of `fits` MiB would take its place.
fn refusal_of_table(value: &str, fits: usize) -> Option<String> {
    let wanted: u128 = value.parse().ok()?;
    let why = match wanted.cmp(&(fits as u128)) {
        Ordering::Greater => format!("large; at most {fits} MiB can be had now"),
        Ordering::Less => format!("small; at least {fits} MiB is needed"),
        Ordering::Equal => return None,
    };
    Some(format!("a hash table of {value} MiB is too {why}"))
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn time_control(face: ClockFace) -> TimeControl {
    TimeControl {
        remaining: milliseconds(face.left),
        increment: milliseconds(face.increment),
        moves_to_go: face.moves_to_go,
    }
}

impl Player for OwnEngine {
    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    fn start(&mut self, start: &Start, _board: &dyn OpenedGame, _turn: &Turn) -> Result<(), Fault> {
        let game = self.session.game_mut();
        start.set_up(game).map_err(|error| Fault::new(FaultKind::Crash, error.to_string()))?;
        game.forget();
        // Without the memory, the search says so itself.
        let _ = game.prepare().recv();
        Ok(())
    }

    fn hear(&mut self, moved: &WireMove) -> Result<(), Fault> {
        self.talk.note('>', &moved.uci);
        self.session
            .game_mut()
            .play(&moved.uci, Dialect::Uci)
            .map_err(|refusal| Fault::new(FaultKind::Crash, refusal.to_string()))
    }

    fn choose(&mut self, _board: &dyn OpenedGame, turn: &Turn) -> Result<Answer, Fault> {
        let begun = Instant::now();
        let limits = Limits {
            depth: turn.setting.depth,
            nodes: turn.setting.nodes,
            movetime: turn.setting.movetime,
            clock: turn.own.map(time_control),
            features: self.features,
            ..Limits::default()
        };
        let allowed = turn.allowed().map_or_else(|| "any".to_owned(), |time| format!("{time:?}"));
        self.talk.note('>', &format!("search, time {allowed}"));
        let mut lines = Vec::new();
        let mut broken = None;
        let finished = self.session.think(limits, Dialect::Uci, |event| match event {
            Event::Line(line) => lines.push(line.pv.clone()),
            Event::Failed(text) => broken = Some(text.clone()),
            Event::Note(text) => log::warn!("{text}"),
            Event::Finished(_) | Event::Divided(_) => {}
        });
        let time = begun.elapsed();
        if let Some(text) = broken {
            return Err(Fault::new(FaultKind::Crash, text));
        }
        let finished = finished.ok_or_else(|| Fault::new(FaultKind::Crash, "no answer came"))?;
        self.talk.note('<', &format!("{finished:?}"));
        if finished.best.is_empty() {
            return Err(Fault::new(FaultKind::IllegalMove, "no move was found"));
        }
        let thought = Thought {
            score: Some(finished.score),
            depth: Some(finished.depth),
            nodes: Some(finished.nodes),
        };
        Ok(Answer::Moves(Choice {
            entries: finished.best,
            lines,
            thought,
            time,
            offers_draw: false,
        }))
    }

    fn talk(&self) -> Vec<String> {
        self.talk.lines()
    }
}
