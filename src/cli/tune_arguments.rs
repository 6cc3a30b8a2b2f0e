//! The arguments of `tune`, and the order made of them.

use caryatid::session::Catalogue;
use caryatid::tools::ToolError;
use caryatid::tools::tournament::sprt::Sprt;
use caryatid::tools::tune::{Order, usual_file};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct TuneArguments {
    /// The game; `caryatid variants` lists them
    #[arg(long, value_name = "NAME")]
    variant: String,
    /// Games to learn from
    #[arg(long, value_name = "N", default_value_t = 1600, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Learn from the games in FILE, as `match --json` writes them, and play none; may be repeated
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "nodes"])]
    from: Vec<PathBuf>,
    /// Nodes of each search in them; the other side looks at an eighth more
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Learn from one quiet position of so many
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Games of the test at most; with 0 the numbers are written untested
    #[arg(long, value_name = "N", default_value_t = 1000)]
    test_games: u32,
    /// Nodes of each search in the test
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = clap::value_parser!(u64).range(1..))]
    test_nodes: u64,
    /// The test that the new numbers have to pass: elo0=A elo1=B [alpha=0.05 beta=0.05 model=normalized|logistic]
    #[arg(long, value_name = "WORD", num_args = 2..=5, default_values = ["elo0=0", "elo1=15"])]
    sprt: Vec<String>,
    /// Keep games in DIR, and go on from them after a stop
    #[arg(long, value_name = "DIR", default_value = "tune")]
    folder: PathBuf,
    /// Write the numbers to FILE: usually NAME.weights beside the definition, or here
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What chance begins with
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

impl TuneArguments {
    /// # Errors
    /// There is no such game, or the test makes no sense.
    pub(super) fn order(&self, catalogue: &Catalogue) -> Result<Order, ToolError> {
        let game = catalogue
            .find(&self.variant)
            .ok_or_else(|| ToolError::Usage(format!("no variant is called {}", self.variant)))?;
        Ok(Order {
            variant: game.id.clone(),
            games: self.games,
            from: self.from.clone(),
            nodes: self.nodes,
            every: self.every,
            test_games: self.test_games,
            test_nodes: self.test_nodes,
            sprt: Sprt::read(self.sprt.iter().map(String::as_str))?,
            folder: self.folder.clone(),
            file: self.out.clone().unwrap_or_else(|| usual_file(catalogue, &game.id)),
            seed: self.seed,
        })
    }
}
