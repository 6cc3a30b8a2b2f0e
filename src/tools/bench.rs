//! Searching a fixed set of positions: the node count is the signature of what the search does, the
//! speed is what the machine makes of it.

use super::ToolError;
use crate::game::Dialect;
use crate::search::Limits;
use crate::session::{Catalogue, HASH, Session, THREADS, nodes_per_second};
use indicatif::ProgressBar;
use std::io::Write;
use std::time::{Duration, Instant};

/// One position a line: variant, a tab, FEN or `startpos`. Lines that begin with `#` are remarks.
const POSITIONS: &str = include_str!("bench.positions");

/// The deepest search that is taken for meant.
const DEEPEST: u32 = 100;

/// How the positions are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Depth of each search.
    pub depth: u32,
    /// Search threads.
    pub threads: usize,
    /// Hash table in MiB.
    pub hash_mb: usize,
}

impl Default for Order {
    /// What the signature is measured with.
    fn default() -> Order {
        Order { depth: 14, threads: 1, hash_mb: 16 }
    }
}

/// Searches every position with an empty memory; the last line is `N nodes M nps`. With one thread the
/// node count is the same on every run and machine.
///
/// # Errors
/// The order asks for what can't be, a game can't be opened, a position can't be read, or the output
/// fails.
pub fn run(catalogue: &Catalogue, order: Order, output: &mut dyn Write) -> Result<(), ToolError> {
    if !(1..=DEEPEST).contains(&order.depth) {
        let reason = format!("a depth of {}; it goes from 1 to {DEEPEST}", order.depth);
        return Err(ToolError::Usage(reason));
    }
    let positions: Vec<&str> =
        POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let progress = ProgressBar::new(positions.len() as u64);
    let mut session: Option<Session> = None;
    let mut nodes = 0u64;
    let mut time = Duration::ZERO;
    for line in positions {
        let (variant, fen) = line.split_once('\t').unwrap_or((line, "startpos"));
        let opened = match session.take() {
            Some(opened) if opened.game().id() == variant => opened,
            _ => open(catalogue, variant, order)?,
        };
        let session = session.insert(opened);
        let begun = Instant::now();
        let found = search(session, fen, order.depth)?;
        let spent = begun.elapsed();
        log::info!("{found:>12} nodes {:>10} nps  {variant} {fen}", nodes_per_second(found, spent));
        nodes += found;
        time += spent;
        progress.inc(1);
    }
    progress.finish_and_clear();
    writeln!(output, "{nodes} nodes {} nps", nodes_per_second(nodes, time))?;
    Ok(())
}

fn open(catalogue: &Catalogue, variant: &str, order: Order) -> Result<Session, ToolError> {
    let mut session = Session::with_game(catalogue.clone(), variant)?;
    for (name, value) in [(HASH, order.hash_mb), (THREADS, order.threads)] {
        // A bench with other resources than asked for would measure something else.
        if let Some(note) = session.set_option(name, Some(&value.to_string())).pop() {
            return Err(ToolError::Usage(note));
        }
    }
    // Getting memory is not part of what is measured; without it the search says so itself.
    let _ = session.game_mut().prepare().recv();
    Ok(session)
}

/// The nodes of one search.
fn search(session: &mut Session, fen: &str, depth: u32) -> Result<u64, ToolError> {
    let game = session.game_mut();
    game.forget();
    if fen == "startpos" {
        game.set_start(Dialect::Uci);
    } else {
        game.set_fen(fen).map_err(|error| ToolError::Usage(format!("{fen}: {error}")))?;
    }
    let finished = session.think(Limits::to_depth(depth), Dialect::Uci, |_| {});
    Ok(finished.map_or(0, |finished| finished.nodes))
}
