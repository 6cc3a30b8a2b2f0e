//! Counting action sequences, to check move generation and its speed.

use super::ToolError;
use crate::game::Dialect;
use crate::session::{Catalogue, countable, nodes_per_second};
use std::io::Write;
use std::time::Instant;

/// What is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The game's id.
    pub variant: String,
    /// Names and values of options of the game.
    pub options: Vec<(String, String)>,
    /// Length of the sequences.
    pub depth: u32,
    /// The position; `None` is the start.
    pub fen: Option<String>,
    /// Whether to show the count of each first action.
    pub divide: bool,
    /// Threads to count with.
    pub threads: usize,
}

/// Writes the counts; the last line is `nodes N`.
///
/// # Errors
/// The sequences are too long, the game can't be opened, the position can't be read, or the output fails.
pub fn run(catalogue: &Catalogue, order: &Order, output: &mut dyn Write) -> Result<(), ToolError> {
    countable(order.depth).map_err(|refusal| ToolError::Usage(format!("depth: {refusal}")))?;
    let mut game = catalogue.open_unheard(&order.variant)?;
    super::set_options(&mut *game, &order.options)?;
    if let Some(fen) = &order.fen {
        let notes = game.set_fen(fen).map_err(|error| ToolError::Usage(format!("fen: {error}")))?;
        notes.iter().for_each(|note| log::warn!("{note}"));
    }
    let begun = Instant::now();
    let counts = game.divide(order.depth, order.threads, Dialect::Uci);
    let nodes =
        if order.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum::<u64>() };
    let time = begun.elapsed();
    if order.divide {
        for (action, count) in counts {
            writeln!(output, "{action}: {count}")?;
        }
    }
    log::info!("{} ms, {} nodes a second", time.as_millis(), nodes_per_second(nodes, time));
    writeln!(output, "nodes {nodes}")?;
    Ok(())
}
