//! The list of games.

use super::ToolError;
use crate::session::Catalogue;
use std::io::Write;

/// Writes one line a game: id, what it is, other names.
///
/// # Errors
/// A game can't be opened, or the output fails.
pub fn run(catalogue: &Catalogue, output: &mut dyn Write) -> Result<(), ToolError> {
    let listings = catalogue.listings();
    let width = listings.iter().map(|listing| listing.id.len()).max().unwrap_or(0);
    for listing in listings {
        let game = catalogue.open_unheard(&listing.id)?;
        let mut names = listing.aliases;
        if listing.xboard_id != listing.id && !names.contains(&listing.xboard_id) {
            names.insert(0, listing.xboard_id);
        }
        let also =
            if names.is_empty() { String::new() } else { format!(" (also {})", names.join(", ")) };
        writeln!(output, "{:width$}  {}{also}", listing.id, game.summary())?;
    }
    Ok(())
}
