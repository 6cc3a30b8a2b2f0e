//! The arguments of `match` and `check`, and the orders made of them.

use caryatid::session::Resources;
use caryatid::tools::ToolError;
use caryatid::tools::tournament::check::CheckOrder;
use caryatid::tools::tournament::sprt::Sprt;
use caryatid::tools::tournament::{
    Adjudication, ChanceRule, DrawRule, EngineSpec, Format, MatchOrder, ResignRule, SeatMode,
    TimeSetting,
};
use clap::{ArgMatches, Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// The argument that may be given several times, each time with several words.
const ENGINE: &str = "engines";

/// Time for each move where nothing else is asked for, in milliseconds.
const STANDARD_MOVETIME: Duration = Duration::from_millis(100);

#[derive(Clone, Copy, ValueEnum)]
enum FormatArgument {
    /// Everybody meets everybody
    RoundRobin,
    /// The first engine meets everybody else
    Gauntlet,
}

#[derive(Clone, Copy, ValueEnum)]
enum SeatsArgument {
    /// One engine with one clock serves all seats of a team
    Team,
    /// Each seat has an engine of its own, of the team's kind, with its own clock
    Apart,
    /// Each seat has an engine of its own; --engine is given for each seat of a team, team by team
    Listed,
}

#[derive(Args)]
pub(super) struct MatchArguments {
    /// The game; `caryatid variants` lists them
    #[arg(long, value_name = "NAME", default_value = "chess")]
    variant: String,
    /// Set an option that the game has of its own; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// An engine, given twice or more: `self`, `random`, or `cmd=PROGRAM proto=uci` (or `proto=xboard`; arguments
    /// of the program within quotes, `"cmd=PROGRAM ARGUMENTS"`); then, each as a word of its own, name=, tc=,
    /// movetime=, depth=, nodes=, option.NAME=VALUE, restart=on, dir=, and for `self` threads=, hash=, weights=FILE
    /// and without=, the techniques that its search does without, parted by commas: null-move,killers; `all` leaves
    /// plain alpha-beta, and a wrong name is answered with all of them
    #[arg(id = ENGINE, long = "engine", value_name = "ENGINE", required = true, num_args = 1..)]
    _engines: Vec<String>,
    /// Who serves the seats of a team, in games with several; alone: `apart`
    #[arg(long, value_name = "WHO", value_enum, num_args = 0..=1, default_value = "team", default_missing_value = "apart")]
    seats: SeatsArgument,
    /// Who meets whom
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "round-robin")]
    format: FormatArgument,
    /// Number of games of each encounter; sides change after each
    #[arg(long, value_name = "N", default_value_t = 2)]
    games: u32,
    #[command(flatten)]
    time: TimeArguments,
    #[command(flatten)]
    openings: OpeningArguments,
    #[command(flatten)]
    files: FileArguments,
    /// Games played at once; no more than the processors have threads for
    #[arg(long, value_name = "C", default_value_t = 1)]
    concurrency: u16,
    /// Let more threads think at once than there are processors, those of one engine included
    #[arg(long)]
    oversubscribe: bool,
    /// End the match when a test of the first engine's gain is decided: elo0=A elo1=B [alpha=0.05 beta=0.05
    /// model=normalized|logistic]
    #[arg(long, value_name = "WORD", num_args = 2..=5)]
    sprt: Vec<String>,
    /// End games as draws by the values of both engines: number=40 count=8 score=10 (from that move on, so
    /// many moves in a row of each, within that many centipawns)
    #[arg(long, value_name = "WORD", num_args = 0..=3)]
    draw: Option<Vec<String>>,
    /// End games that the loser's values admit: count=4 score=700 both=0 (1: the winner's say so too)
    #[arg(long, value_name = "WORD", num_args = 0..=3)]
    resign: Option<Vec<String>>,
    /// End a game as a draw after so many moves of both sides
    #[arg(long, value_name = "N", default_value_t = 4000)]
    max_moves: usize,
    /// Tell the standings after so many games, 0 never
    #[arg(long, value_name = "N", default_value_t = 10)]
    interval: u64,
    /// Hash table of `self` in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Search threads of `self`
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// What chance begins with: the same seed gives the same choices
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

/// How long engines may think that have no time control of their own.
#[derive(Args)]
struct TimeArguments {
    /// Time control, MOVES/TIME+INCREMENT in seconds: 5+0.05, 40/10+0.1, 2:30
    #[arg(long, value_name = "TC", conflicts_with = "movetime")]
    tc: Option<String>,
    /// Time for each move in milliseconds; 100 where no limit is given
    #[arg(long, value_name = "MS")]
    movetime: Option<String>,
    /// Depth of each search in plies
    #[arg(long, value_name = "D")]
    depth: Option<String>,
    /// Nodes of each search
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Time beyond its own that an engine is forgiven, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200)]
    margin: u64,
    /// How long an engine may be late, or take for anything that is no move, before it is given up, in
    /// milliseconds; at least 100
    #[arg(long, value_name = "MS", default_value_t = 15_000)]
    patience: u64,
}

/// Where games begin.
#[derive(Args)]
struct OpeningArguments {
    /// The position to begin with, instead of the start
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Begin with the lines of FILE, one for each two games: FEN, EPD, or moves such as e2e4 e7e5
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    openings: Option<PathBuf>,
    /// Take the lines in an order by chance
    #[arg(long, requires = "openings")]
    shuffle: bool,
    /// Moves at the beginning of each pair of games that are played by chance
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_plies: u32,
    /// How many centipawns moves by chance may give to either side, by a quick search
    #[arg(long, value_name = "CP", default_value_t = 100, value_parser = clap::value_parser!(i32).range(0..))]
    balance: i32,
    /// Nodes of that search
    #[arg(long, value_name = "N", default_value_t = 2000)]
    balance_nodes: u64,
}

/// Where games are written.
#[derive(Args)]
struct FileArguments {
    /// Write the games to FILE as PGN; a file that holds other things is refused, not written over
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the games to FILE as JSON, a line each; likewise
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Keep the games in FILE, and go on from it after a stop
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Explain each fault in a file in DIR: position, move, rule, the last lines of the talk
    #[arg(long, value_name = "DIR")]
    log_dir: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct CheckArguments {
    /// The PGN file, its moves as `caryatid match` writes them or, where every move goes from square to square,
    /// in short algebraic notation
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game of those without a Variant tag
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
}

impl CheckArguments {
    pub(super) fn order(&self) -> CheckOrder {
        CheckOrder { file: self.file.clone(), variant: self.variant.clone() }
    }
}

impl TimeArguments {
    fn setting(&self) -> Result<TimeSetting, ToolError> {
        let mut setting = TimeSetting::default();
        let values = [
            ("tc", &self.tc),
            ("movetime", &self.movetime),
            ("depth", &self.depth),
            ("nodes", &self.nodes),
        ];
        for (name, value) in values {
            if let Some(value) = value {
                setting.set(name, value)?;
            }
        }
        if setting.is_empty() {
            setting.movetime = Some(STANDARD_MOVETIME);
        }
        Ok(setting)
    }
}

fn words(words: &[String]) -> impl Iterator<Item = &str> {
    words.iter().map(String::as_str)
}

impl MatchArguments {
    /// The order; `matches` tells which words belong to which `--engine`.
    ///
    /// # Errors
    /// What makes no sense.
    pub(super) fn order(&self, matches: &ArgMatches) -> Result<MatchOrder, ToolError> {
        let standard = Resources {
            threads: usize::from(self.threads),
            hash_mb: usize::try_from(self.hash).unwrap_or(usize::MAX),
        };
        let engines = matches
            .get_occurrences::<String>(ENGINE)
            .into_iter()
            .flatten()
            .map(|words| EngineSpec::read(&words.cloned().collect::<Vec<String>>(), standard))
            .collect::<Result<Vec<EngineSpec>, ToolError>>()?;
        let sprt = match self.sprt.as_slice() {
            [] => None,
            given => Some(Sprt::read(words(given))?),
        };
        let adjudication = Adjudication {
            draw: self.draw.as_ref().map(|given| DrawRule::read(words(given))).transpose()?,
            resign: self.resign.as_ref().map(|given| ResignRule::read(words(given))).transpose()?,
        };
        let OpeningArguments { fen, openings, shuffle, random_plies, balance, balance_nodes } =
            &self.openings;
        Ok(MatchOrder {
            variant: self.variant.clone(),
            options: super::game_options(&self.options)?,
            engines,
            seats: match self.seats {
                SeatsArgument::Team => SeatMode::Team,
                SeatsArgument::Apart => SeatMode::Apart,
                SeatsArgument::Listed => SeatMode::Listed,
            },
            format: match self.format {
                FormatArgument::RoundRobin => Format::RoundRobin,
                FormatArgument::Gauntlet => Format::Gauntlet,
            },
            games: self.games,
            time: self.time.setting()?,
            margin: Duration::from_millis(self.time.margin),
            patience: Duration::from_millis(self.time.patience),
            fen: fen.clone(),
            openings: openings.clone(),
            shuffles: *shuffle,
            chance: ChanceRule { plies: *random_plies, balance: *balance, nodes: *balance_nodes },
            concurrency: usize::from(self.concurrency),
            oversubscribes: self.oversubscribe,
            pgn: self.files.pgn.clone(),
            json: self.files.json.clone(),
            resume: self.files.resume.clone(),
            log_dir: self.files.log_dir.clone(),
            sprt,
            adjudication,
            longest: self.max_moves,
            seed: self.seed,
            interval: self.interval,
        })
    }
}
