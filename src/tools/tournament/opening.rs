//! Where games begin: positions and move lists of a file, and moves by chance.

use super::ToolError;
use super::chance::{Chance, choose};
use super::player::WireMove;
use crate::game::{Dialect, PositionError};
use crate::search::Limits;
use crate::session::{HASH, OpenedGame, Session, is_null};
use caryatid_protocol::Score;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Start {
    /// The game's number, for players whose choices depend on it.
    pub(super) number: u64,
    /// The position; `None` is the game's own start. It is known to be good.
    pub(super) fen: Option<String>,
    /// Wire moves played for both sides.
    pub(super) opening: Vec<WireMove>,
}

impl Start {
    /// Puts a board there, before the opening.
    pub(super) fn set_up(&self, board: &mut dyn OpenedGame) -> Result<(), PositionError> {
        match &self.fen {
            Some(fen) => board.set_fen(fen).map(drop),
            None => {
                board.set_start(Dialect::Uci);
                Ok(())
            }
        }
    }

    /// Puts a board behind the opening.
    fn play(&self, board: &mut dyn OpenedGame) -> Result<(), PositionError> {
        self.set_up(board)?;
        self.opening.iter().try_for_each(|moved| {
            board.play(&moved.uci, Dialect::Uci).map_err(|refusal| PositionError(refusal.0))
        })
    }
}

/// Reads a file of openings: a line each, a FEN or EPD, or a list of moves as UCI writes them, which may
/// begin with `startpos` or follow a FEN after the word `moves`. Empty lines and those that begin with
/// `#` are skipped.
///
/// # Errors
/// The file can't be read, or the first line that can't, with the reason.
pub(super) fn read_file(path: &Path, board: &mut dyn OpenedGame) -> Result<Vec<Start>, ToolError> {
    let unreadable = |what: String| ToolError::Usage(format!("{}: {what}", path.display()));
    let text = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    let text = String::from_utf8_lossy(&text);
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = read_line(line, board)
            .map_err(|reason| unreadable(format!("line {}: {reason}", number + 1)))?;
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(unreadable("it holds no opening".to_owned()));
    }
    Ok(openings)
}

/// Reads one opening and checks that the game is not over behind it.
fn read_line(line: &str, board: &mut dyn OpenedGame) -> Result<Start, String> {
    let (position, moves) = match line.split_once(" moves ") {
        Some((position, moves)) => (position.trim(), moves),
        None => (line, ""),
    };
    let position = position.strip_prefix("position ").unwrap_or(position);
    let position = position.strip_prefix("fen ").unwrap_or(position);
    let start = Start::default();
    let start = match read_position(position, board) {
        _ if position == "startpos" => follow(start, moves, board)?,
        Ok(fen) => follow(Start { fen: Some(fen), ..start }, moves, board)?,
        Err(refusal) if moves.is_empty() => {
            let moves = position.strip_prefix("startpos").unwrap_or(position);
            follow(start, moves, board).map_err(|why| {
                format!("neither a position ({refusal}) nor moves from the start ({why})")
            })?
        }
        Err(refusal) => return Err(refusal),
    };
    match board.verdict() {
        Some(verdict) => Err(format!("the game is over there, {}", verdict.reason)),
        None => Ok(start),
    }
}

/// The position of a FEN, or of an EPD, whose operations are cut off word by word.
fn read_position(text: &str, board: &mut dyn OpenedGame) -> Result<String, String> {
    let whole = match board.set_fen(text) {
        Ok(_) => return Ok(text.to_owned()),
        Err(error) => error.to_string(),
    };
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_epd = text.contains(';');
    for length in (2..words.len()).rev().filter(|_| is_epd) {
        let shorter = words[..length].join(" ");
        if board.set_fen(&shorter).is_ok() {
            return Ok(shorter);
        }
    }
    Err(whole)
}

/// Adds moves, with the waits between them; move numbers are skipped. Waits may be written or left out: a
/// null move where the side on turn has to wait is that wait.
fn follow(mut start: Start, moves: &str, board: &mut dyn OpenedGame) -> Result<Start, String> {
    start.set_up(board).map_err(|error| error.to_string())?;
    let is_number =
        |word: &&str| word.ends_with('.') && word.starts_with(|c: char| c.is_ascii_digit());
    for word in moves.split_ascii_whitespace().filter(|word| !is_number(word)) {
        if board.must_wait() && board.verdict().is_none() {
            push(&mut start, board, WireMove::wait())?;
            if is_null(word) {
                continue;
            }
        }
        let action = board
            .read_action(word, Dialect::Uci)
            .map_err(|refusal| format!("{word}: {refusal}"))?;
        let moved = WireMove::of(board, action);
        push(&mut start, board, moved)?;
    }
    Ok(start)
}

fn push(start: &mut Start, board: &mut dyn OpenedGame, moved: WireMove) -> Result<(), String> {
    board.play(&moved.uci, Dialect::Uci).map_err(|refusal| format!("{}: {refusal}", moved.uci))?;
    start.opening.push(moved);
    Ok(())
}

/// How openings are drawn by chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceRule {
    /// Actions played by chance; 0 is none.
    pub plies: u32,
    /// The largest value, for either side, that counts as balanced, in centipawns.
    pub balance: i32,
    /// Nodes of the search that finds the value.
    pub nodes: u64,
}

impl Default for ChanceRule {
    /// Nothing by chance; where something is, within a pawn by a quick search.
    fn default() -> ChanceRule {
        ChanceRule { plies: 0, balance: 100, nodes: 2000 }
    }
}

/// How often an opening is drawn anew before the most balanced one is taken.
const ATTEMPTS: u32 = 50;

/// The hash table of the search that finds values, in MiB.
const HASH_MB: &str = "4";

/// What a mate counts as in the search for balance.
const MATE_VALUE: u32 = 1_000_000;

/// What has been told of openings by chance; each is told once a match.
#[derive(Default)]
pub(super) struct Told {
    /// That balance can't be had.
    unbalanced: AtomicBool,
    /// That no game goes on behind so many moves.
    over: AtomicBool,
}

/// Draws openings.
pub(super) struct Drawer<'a> {
    session: Session,
    rule: ChanceRule,
    told: &'a Told,
}

impl<'a> Drawer<'a> {
    /// Draws by the session of the game.
    pub(super) fn new(mut session: Session, rule: ChanceRule, told: &'a Told) -> Drawer<'a> {
        let notes = session.set_option(HASH, Some(HASH_MB));
        notes.iter().for_each(|note| log::warn!("{note}"));
        Drawer { session, rule, told }
    }

    /// Adds actions by chance to an opening. The same seed gives the same ones on every machine.
    pub(super) fn draw(&mut self, base: &Start, seed: u64) -> Start {
        if self.rule.plies == 0 {
            return base.clone();
        }
        let mut chance = Chance::new(seed);
        let mut best: Option<(u32, Start)> = None;
        for _ in 0..ATTEMPTS {
            let Some(start) = self.attempt(base, &mut chance) else { continue };
            let value = self.value();
            let is_balanced = value <= self.rule.balance.unsigned_abs();
            if best.as_ref().is_none_or(|(least, _)| value < *least) {
                best = Some((value, start));
            }
            if is_balanced {
                break;
            }
        }
        match best {
            Some((value, start)) => {
                log::debug!("an opening of the value {value}");
                self.warn_of(value);
                start
            }
            None => {
                if !self.told.over.swap(true, Ordering::Relaxed) {
                    log::warn!(
                        "no game goes on after {} moves by chance (--random-plies)",
                        self.rule.plies
                    );
                }
                base.clone()
            }
        }
    }

    /// Tells, once, that an opening of this value is the best that could be drawn.
    fn warn_of(&self, value: u32) {
        let ChanceRule { plies, balance, .. } = self.rule;
        if value <= balance.unsigned_abs() || self.told.unbalanced.swap(true, Ordering::Relaxed) {
            return;
        }
        let value = if value == MATE_VALUE { "a mate".to_owned() } else { format!("{value} cp") };
        log::warn!(
            "openings of {plies} moves by chance are not all within {balance} cp: the most balanced of \
             {ATTEMPTS} is worth {value} to one side (--random-plies, --balance)"
        );
    }

    /// Plays by chance; `None` where that ends the game.
    fn attempt(&mut self, base: &Start, chance: &mut Chance) -> Option<Start> {
        let board = self.session.game_mut();
        base.play(board).ok()?;
        let mut start = base.clone();
        let mut actions = 0;
        while actions < self.rule.plies {
            let moved = if board.must_wait() {
                WireMove::wait()
            } else {
                actions += 1;
                WireMove::of(board, choose(&board.legal_actions(), chance)?)
            };
            push(&mut start, board, moved).ok()?;
            if board.verdict().is_some() {
                return None;
            }
        }
        Some(start)
    }

    /// How far from balance the position is, in centipawns.
    fn value(&mut self) -> u32 {
        self.session.game_mut().forget();
        let limits = Limits::to_nodes(self.rule.nodes);
        match self.session.think(limits, Dialect::Uci, |_| {}).map(|finished| finished.score) {
            Some(Score::Centipawns(value)) => value.unsigned_abs(),
            Some(Score::Mate(_)) | None => MATE_VALUE,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{ChanceRule, Drawer, Start, Told, read_file, read_line};
    use crate::session::{Catalogue, Opened, OpenedGame, Pile, Session};
    use crossbeam::channel::unbounded;

    fn board() -> Box<dyn OpenedGame> {
        let catalogue = Catalogue::new();
        catalogue.open_unheard(&catalogue.first_id()).unwrap()
    }

    fn moves(start: &Start) -> Vec<&str> {
        start.opening.iter().map(|moved| moved.uci.as_str()).collect()
    }

    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9";

    #[test]
    fn positions_epd_and_move_lists_are_read() {
        let mut board = board();
        let mut read = |line: &str| read_line(line, &mut *board).unwrap();
        assert_eq!(read(FEN).fen.as_deref(), Some(FEN));
        let epd = read("4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id \"a b\";");
        assert_eq!(epd.fen.as_deref(), Some("4k3/8/8/8/8/8/4P3/4K3 w - -"));
        assert_eq!(moves(&read("e2e4 e7e5")), ["e2e4", "e7e5"]);
        assert_eq!(moves(&read("1. e2e4 e7e5 2. g1f3")), ["e2e4", "e7e5", "g1f3"]);
        assert_eq!(moves(&read("startpos moves d2d4")), ["d2d4"]);
        assert_eq!(read("startpos"), Start::default());
        let both = read(&format!("{FEN} moves e2e4 e8d7"));
        assert_eq!((both.fen.as_deref(), moves(&both)), (Some(FEN), vec!["e2e4", "e8d7"]));
    }

    #[test]
    fn what_is_no_opening_is_refused_with_the_reason() {
        let mut board = board();
        for (line, reason) in [
            ("e2e5", "e2e5"),
            ("8/8/8 w - - 0 1", "neither a position"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "over"),
            (&format!("{FEN} moves e2e9"), "e2e9"),
        ] {
            let error = read_line(line, &mut *board).unwrap_err();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }

    #[test]
    fn a_bad_line_of_a_file_is_named() {
        let path = std::env::temp_dir().join(format!("caryatid-openings-{}", std::process::id()));
        std::fs::write(&path, "# first\n\ne2e4\nd2d4 d7d5\n").unwrap();
        assert_eq!(read_file(&path, &mut *board()).unwrap().len(), 2);
        std::fs::write(&path, "e2e4\n\nx\n").unwrap();
        let error = read_file(&path, &mut *board()).unwrap_err().to_string();
        assert!(error.contains("line 3"), "{error}");
        std::fs::write(&path, "# nothing\n").unwrap();
        assert!(read_file(&path, &mut *board()).is_err());
        std::fs::remove_file(&path).unwrap();
        assert!(read_file(&path, &mut *board()).is_err());
    }

    #[test]
    fn waits_are_put_between_the_actions_of_a_list() {
        let mut board = Opened::new(Pile, unbounded().0);
        let short = read_line("t2 t2 t1 t1", &mut board).unwrap();
        assert_eq!(moves(&short), ["t2", "0000", "t2", "0000", "t1", "t1"]);
        let written = read_line("t2 0000 t2 0000 t1 t1", &mut board).unwrap();
        assert_eq!(written, short);
        assert!(read_line("t1 0000", &mut board).is_err(), "nobody waits there");
    }

    #[test]
    fn chance_is_balanced_and_the_same_for_a_seed() {
        let catalogue = Catalogue::new();
        let told = Told::default();
        let drawer = |balance| {
            let rule = ChanceRule { plies: 6, balance, nodes: 500 };
            Drawer::new(Session::new(catalogue.clone()).unwrap(), rule, &told)
        };
        let mut balanced = drawer(60);
        let first = balanced.draw(&Start::default(), 7);
        assert_eq!(first.opening.len(), 6);
        assert_eq!(first, balanced.draw(&Start::default(), 7));
        assert_ne!(first, balanced.draw(&Start::default(), 8));
        let value = |drawer: &mut Drawer<'_>, start: &Start| {
            start.play(drawer.session.game_mut()).unwrap();
            drawer.value()
        };
        let mut loose = drawer(1_000_000);
        let (mut worst, mut worst_balanced) = (0, 0);
        for seed in 0..12 {
            let (any, good) =
                (loose.draw(&Start::default(), seed), balanced.draw(&Start::default(), seed));
            worst = worst.max(value(&mut loose, &any));
            worst_balanced = worst_balanced.max(value(&mut balanced, &good));
        }
        assert!(worst_balanced <= 60 && worst > 60, "{worst_balanced} {worst}");
    }
}
