//! The command line: what was asked for, where messages go, the exit code.

use caryatid::front::{self, Output};
use caryatid::game::Team;
use caryatid::session::Catalogue;
use caryatid::tools::tournament::{self, check};
use caryatid::tools::{ToolError, bench, perft, play, tune, variants};
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use match_arguments::{CheckArguments, MatchArguments};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tune_arguments::TuneArguments;

mod match_arguments;
mod messages;
mod tune_arguments;

/// Exit code where the work was done and a fault was found.
const FAULT_FOUND: u8 = 1;

/// Exit code where the work could not be done as it was asked for.
const BAD_USAGE: u8 = 2;

/// An engine for chess games that no other engine plays.
///
/// Without a command it speaks UCI or XBoard on standard input and output, whichever the program at the
/// other end begins with: enter it in XBoard, WinBoard or Cute Chess as an engine.
#[derive(Parser)]
#[command(version, after_help = "Example: caryatid play avatar --watch")]
struct Arguments {
    /// Write messages to the end of FILE instead of standard error, and more of them: with a GUI, each line that
    /// is heard (`>`) and said (`<`), with the milliseconds since the begin
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Add the game of a definition file (Interactive Diagram text); may be repeated
    #[arg(long, global = true, value_name = "FILE")]
    definition: Vec<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count all sequences of moves of a length, to check the rules and their speed
    #[command(after_help = "Example: caryatid perft --variant avatar --depth 3")]
    Perft(PerftArguments),
    /// Search a fixed set of positions and tell the number of nodes and the speed
    #[command(
        after_help = "The node count is the same on every run and machine with one thread.\n\
                            Example: caryatid bench"
    )]
    Bench(BenchArguments),
    /// List the games
    #[command(after_help = "Example: caryatid variants")]
    Variants,
    /// Play a game in the terminal, or watch the engine play
    #[command(after_help = "Examples: caryatid play avatar --watch\n          \
                            caryatid play chess --human black --movetime 2000")]
    Play(PlayArguments),
    /// Let engines play games against each other, refereed by the rules of this one
    #[command(
        after_help = "The last line is `faults: N`, and the exit code 1 where N is not 0; it is 2 where the match \
                            can't begin.\n\
                            Examples: caryatid match --engine self --engine random --games 10 --pgn games.pgn\n          \
                            caryatid match --variant avatar --engine cmd=./new proto=uci --engine cmd=./old \
                            proto=uci tc=10+0.1\n          \
                            --tc 5+0.05 --games 20000 --random-plies 6 --concurrency 2 --sprt elo0=0 elo1=5 \
                            --resume match.jsonl"
    )]
    Match(Box<MatchArguments>),
    /// Replay the games of a PGN file by the rules and tell the first illegal move of each
    #[command(
        after_help = "The last line is `faults: N`, and the exit code 1 where N is not 0; it is 2 where moves can't be \
                            read or there is no game.\n\
                            Example: caryatid check games.pgn"
    )]
    Check(CheckArguments),
    /// Fit the numbers of a game's evaluation to games of the engine against itself
    #[command(
        after_help = "The new numbers play against the old ones; only where the test accepts that they gain are they \
                            written.\nThose beside a definition (game.weights beside game.txt) are used with it. The \
                            exit code is 1 where none were kept.\n\
                            Example: caryatid --definition game.txt tune --variant game"
    )]
    Tune(TuneArguments),
}

#[derive(Args)]
struct PerftArguments {
    /// The game; `caryatid variants` lists them
    #[arg(long, value_name = "NAME", default_value = "chess")]
    variant: String,
    /// Set an option that the game has of its own; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Number of moves in each sequence
    #[arg(long, value_name = "N")]
    depth: u32,
    /// The position to begin with, instead of the start
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Show the count of each first move
    #[arg(long)]
    divide: bool,
    /// Threads to count with
    #[arg(
        long,
        value_name = "T",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    threads: u16,
}

#[derive(Args)]
struct BenchArguments {
    /// Search threads
    #[arg(
        long,
        value_name = "T",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    threads: u16,
    /// Depth of each search
    #[arg(long, value_name = "D", default_value_t = bench::Order::default().depth)]
    depth: u32,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MB", default_value_t = bench::Order::default().hash_mb)]
    hash: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
}

#[derive(Args)]
struct PlayArguments {
    /// The game; `caryatid variants` lists them
    #[arg(value_name = "GAME")]
    variant: String,
    /// Set an option that the game has of its own; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Let the engine play both sides
    #[arg(long, conflicts_with = "human")]
    watch: bool,
    /// Your side
    #[arg(long, value_name = "SIDE", value_enum, default_value = "white")]
    human: Side,
    /// Time for each move of the engine in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 500)]
    movetime: u64,
}

/// The command line, on which a number below zero is one, so that it is refused as such.
fn command() -> clap::Command {
    Arguments::command().mut_subcommands(|sub| {
        sub.mut_args(|argument| {
            let takes_values = argument.get_action().takes_values();
            argument.allow_negative_numbers(takes_values)
        })
    })
}

/// Reads the arguments, does what they ask for, and gives the exit code.
pub(crate) fn run() -> ExitCode {
    let matches = command().get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let done = messages::begin(arguments.log.as_deref()).and_then(|()| obey(&arguments, &matches));
    match done {
        Ok(code) => code,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody may be reading; the exit code says it too.
            let _ = writeln!(io::stderr(), "caryatid: {error}");
            ExitCode::from(BAD_USAGE)
        }
    }
}

fn obey(arguments: &Arguments, matches: &ArgMatches) -> Result<ExitCode, ToolError> {
    let mut catalogue = Catalogue::new();
    for path in &arguments.definition {
        let (_, warnings) = catalogue.add_file(path)?;
        warnings.iter().for_each(|warning| log::warn!("{}: {warning}", path.display()));
    }
    let Some(command) = &arguments.command else {
        front::converse(catalogue)?;
        return Ok(ExitCode::SUCCESS);
    };
    let mut output = Output::stdout();
    match command {
        Command::Perft(wanted) => perft::run(&catalogue, &perft_order(wanted)?, &mut output)?,
        Command::Bench(wanted) => bench::run(&catalogue, bench_order(wanted), &mut output)?,
        Command::Variants => variants::run(&catalogue, &mut output)?,
        Command::Play(wanted) => {
            play::run(&catalogue, &play_order(wanted)?, &mut io::stdin().lock(), &mut output)?;
        }
        Command::Match(wanted) => {
            let matches = matches.subcommand_matches("match").unwrap_or(matches);
            let tally = tournament::run(&catalogue, &wanted.order(matches)?, &mut output)?;
            return Ok(fault_code(tally.faults));
        }
        Command::Check(wanted) => {
            return Ok(fault_code(check::run(&catalogue, &wanted.order(), &mut output)?));
        }
        Command::Tune(wanted) => {
            let is_kept = tune::run(&catalogue, &wanted.order(&catalogue)?, &mut output)?;
            return Ok(fault_code(u32::from(!is_kept)));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn fault_code(faults: u32) -> ExitCode {
    if faults > 0 { ExitCode::from(FAULT_FOUND) } else { ExitCode::SUCCESS }
}

fn perft_order(wanted: &PerftArguments) -> Result<perft::Order, ToolError> {
    Ok(perft::Order {
        variant: wanted.variant.clone(),
        options: game_options(&wanted.options)?,
        depth: wanted.depth,
        fen: wanted.fen.clone(),
        divide: wanted.divide,
        threads: usize::from(wanted.threads),
    })
}

/// Names and values of options of the game.
fn game_options(texts: &[String]) -> Result<Vec<(String, String)>, ToolError> {
    let split = |text: &String| {
        text.split_once('=')
            .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
            .ok_or_else(|| ToolError::Usage(format!("option `{text}` is not NAME=VALUE")))
    };
    texts.iter().map(split).collect()
}

fn bench_order(wanted: &BenchArguments) -> bench::Order {
    bench::Order { depth: wanted.depth, threads: usize::from(wanted.threads), hash_mb: wanted.hash }
}

fn play_order(wanted: &PlayArguments) -> Result<play::Order, ToolError> {
    let human = (!wanted.watch).then_some(match wanted.human {
        Side::White => Team::White,
        Side::Black => Team::Black,
    });
    Ok(play::Order {
        variant: wanted.variant.clone(),
        options: game_options(&wanted.options)?,
        human,
        movetime: Duration::from_millis(wanted.movetime),
    })
}
