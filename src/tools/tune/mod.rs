//! Tuning: fits the numbers of a game's evaluation to games of the engine against itself.
//!
//! 1. Games are played at a fixed number of nodes, from openings by chance; a stopped run goes on from its file. Or
//!    they are taken from files of matches.
//! 2. `samples` takes quiet positions out of them, each with the result and the search's own value.
//! 3. `fit` moves the numbers until the evaluation foretells both better, on games that it doesn't see, too.
//! 4. The new numbers play a match against the old ones, which goes on from its file, too. Only if a sequential
//!    test accepts their gain are they written, with what made them.
//!
//! Nothing here knows what the numbers mean: how much one of them counts in a position is found by changing it.

mod fit;
mod samples;

use super::tournament::sprt::{Decision, Sprt};
use super::tournament::{self, ChanceRule, EngineSpec, MatchOrder, TimeSetting, fingerprint};
use super::{ToolError, calendar};
use crate::game::Weights;
use crate::session::{Catalogue, OpenedGame, Resources, WEIGHTS_ENDING};
use fit::{Fitted, Problem};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};
use samples::Sample;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What is to be tuned, and at what cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The game's id.
    pub variant: String,
    /// Games that are played for the fit.
    pub games: u32,
    /// Files whose games are taken instead, if there are any.
    pub from: Vec<PathBuf>,
    /// Nodes of each search in them.
    pub nodes: u64,
    /// Of so many quiet positions one is taken.
    pub every: u64,
    /// Games of the test at most; 0 leaves it out, and the numbers are written untested.
    pub test_games: u32,
    /// Nodes of each search in the test.
    pub test_nodes: u64,
    /// The test.
    pub sprt: Sprt,
    /// Where games are kept.
    pub folder: PathBuf,
    /// Where the numbers are written.
    pub file: PathBuf,
    /// What chance begins with.
    pub seed: u64,
}

/// The file that a game's weights are written to where nothing else is asked for: beside its definition, or
/// called as the game is.
#[must_use]
pub fn usual_file(catalogue: &Catalogue, variant: &str) -> PathBuf {
    match catalogue.definition_file(variant) {
        Some(file) => file.with_extension(WEIGHTS_ENDING),
        None => PathBuf::from(format!("{variant}.{WEIGHTS_ENDING}")),
    }
}

/// The hash table of each side, in MiB.
const HASH_MB: usize = 8;

/// Actions by chance before each pair of games: more for those to learn from, so that they differ.
const PLIES: [u32; 2] = [8, 6];

/// By how many of its units a number is changed to see what it does.
const NUDGE: i32 = 64;

/// Tunes a game; tells whether new numbers were kept.
///
/// # Errors
/// The game has no numbers or can't be opened, what was asked for makes no sense, or a file or the output can't
/// be written.
pub fn run(
    catalogue: &Catalogue,
    order: &Order,
    output: &mut dyn Write,
) -> Result<bool, ToolError> {
    let board = catalogue.open_unheard(&order.variant)?;
    let old = board.weights();
    if old.count() == 0 {
        let reason = format!("the evaluation of {} has no numbers to tune", order.variant);
        return Err(ToolError::Usage(reason));
    }
    fs::create_dir_all(&order.folder).map_err(|error| {
        ToolError::Usage(format!("{} can't be made a folder: {error}", order.folder.display()))
    })?;
    check_place(&order.file)?;
    writeln!(output, "{}: {} numbers in {} rows", board.id(), old.count(), old.rows().len())?;
    let games = match order.from.is_empty() {
        true => self_play(catalogue, order, &old, output)?,
        false => played_before(order, board.id(), output)?,
    };
    let samples = samples::take(catalogue, &order.variant, &games, order.every, order.seed)?;
    let hidden = samples.iter().filter(|sample| sample.is_hidden).count();
    writeln!(output, "{} quiet positions, {hidden} of them hidden from the fit", samples.len())?;
    let problem = problem(catalogue, order, &old, &samples)?;
    let fitted = fit::fit(&problem).map_err(ToolError::Usage)?;
    let new = old.with_numbers(
        old.numbers()
            .zip(&fitted.changes)
            .map(|((number, _), change)| (f64::from(number) + change).round() as i32),
    );
    tell(&old, &new, &fitted, output)?;
    if new == old {
        writeln!(output, "nothing to change")?;
        return Ok(false);
    }
    let made = head(&*board, order, games.len(), samples.len(), &fitted);
    judge(catalogue, order, &old, &new, made, output)
}

/// The games to learn from.
fn self_play(
    catalogue: &Catalogue,
    order: &Order,
    old: &Weights,
    output: &mut dyn Write,
) -> Result<Vec<tournament::GameRecord>, ToolError> {
    // Of players that search alike the second game of a pair would be the first again.
    let sides = [("first", order.nodes), ("second", order.nodes + order.nodes / 8 + 1)];
    let engines = sides.map(|(name, nodes)| player(name, nodes, old)).to_vec();
    let file = own_file(catalogue, order, &format!("{} {}", old.write(), order.nodes), "jsonl");
    let plays = MatchOrder {
        chance: ChanceRule { plies: PLIES[0], ..ChanceRule::default() },
        resume: Some(file),
        seed: order.seed,
        ..MatchOrder::between(&order.variant, engines, order.games)
    };
    tournament::run(catalogue, &plays, &mut std::io::sink())?;
    let mut games = tournament::kept_games(catalogue, &plays)?;
    games.sort_by_key(|game| game.number);
    writeln!(output, "{} games at {} nodes", games.len(), order.nodes)?;
    Ok(games)
}

/// Games of other matches to learn from.
fn played_before(
    order: &Order,
    variant: &str,
    output: &mut dyn Write,
) -> Result<Vec<tournament::GameRecord>, ToolError> {
    let read = order.from.iter().map(|file| tournament::recorded_games(file, variant));
    let games = read.collect::<Result<Vec<_>, ToolError>>()?.concat();
    let files = order.from.len();
    let many = if files == 1 { "" } else { "s" };
    writeln!(output, "{} games of {files} file{many}", games.len())?;
    Ok(games)
}

fn player(name: &str, nodes: u64, weights: &Weights) -> EngineSpec {
    let time = TimeSetting { nodes: Some(nodes), ..TimeSetting::default() };
    let resources = Resources { threads: 1, hash_mb: HASH_MB };
    EngineSpec { weights: Some(weights.write()), ..EngineSpec::own(name, resources, time) }
}

/// How each number counts in each position: by what the value changes when the number does.
fn problem(
    catalogue: &Catalogue,
    order: &Order,
    old: &Weights,
    samples: &[Sample],
) -> Result<Problem, ToolError> {
    let fens: Vec<String> = samples.iter().map(|sample| sample.fen.clone()).collect();
    let values = |weights: &Weights| -> Result<Vec<i32>, ToolError> {
        let mut board = catalogue.open_unheard(&order.variant)?;
        board.set_weights(weights);
        // What was written by the same game is read by it.
        Ok(board.static_values(&fens).into_iter().map(Option::unwrap_or_default).collect())
    };
    let base = values(old)?;
    let numbers: Vec<(i32, i32)> = old.numbers().collect();
    let columns = (0..numbers.len())
        .into_par_iter()
        .map(|changed| {
            let (number, unit) = numbers[changed];
            // Away from the limit.
            let nudge = if number > 0 { -NUDGE * unit } else { NUDGE * unit };
            let nudged = numbers.iter().enumerate();
            let nudged =
                nudged.map(|(at, &(number, _))| number + if at == changed { nudge } else { 0 });
            let values = values(&old.with_numbers(nudged))?;
            let slopes = values
                .iter()
                .zip(&base)
                .map(|(after, before)| (after - before) as f32 / nudge as f32);
            Ok((unit, slopes.collect()))
        })
        .collect::<Result<Vec<(i32, Vec<f32>)>, ToolError>>()?;
    Ok(Problem::new(&base, columns, samples))
}

/// The rows that changed, and how much better the evaluation foretells.
fn tell(
    old: &Weights,
    new: &Weights,
    fitted: &Fitted,
    output: &mut dyn Write,
) -> Result<(), ToolError> {
    let Fitted { seen, hidden, scale, .. } = fitted;
    writeln!(
        output,
        "loss {:.4} to {:.4}, on hidden games {:.4} to {:.4} ({scale:.0} centipawns to a unit)",
        seen[0], seen[1], hidden[0], hidden[1]
    )?;
    for (before, after) in old.rows().iter().zip(new.rows()).filter(|(one, two)| one != two) {
        writeln!(output, "  {}: {:?} becomes {:?}", before.name, before.values, after.values)?;
    }
    Ok(())
}

/// What made the numbers, as lines of comment.
fn head(
    board: &dyn OpenedGame,
    order: &Order,
    games: usize,
    positions: usize,
    fitted: &Fitted,
) -> String {
    let Order { variant, nodes, every, seed, .. } = order;
    let source = match order.from.is_empty() {
        true => format!("--games {games} --nodes {nodes}"),
        false => order.from.iter().map(|file| from_file(file)).collect::<Vec<_>>().join(" "),
    };
    format!(
        "# Weights of the evaluation of {}, fitted on {}.\n\
         # caryatid tune --variant {variant} {source} --every {every} --seed {seed}\n\
         # {games} games, {positions} positions; loss on games not seen {:.4} to {:.4}\n",
        board.id(),
        calendar::today(),
        fitted.hidden[0],
        fitted.hidden[1]
    )
}

/// How a file of games was named, without where it stands.
fn from_file(file: &Path) -> String {
    format!("--from {}", file.file_name().unwrap_or_default().display())
}

/// Lets the new numbers play against the old ones and keeps them if they gain. Whatever comes of it, they stay
/// beside the games.
fn judge(
    catalogue: &Catalogue,
    order: &Order,
    old: &Weights,
    new: &Weights,
    mut text: String,
    output: &mut dyn Write,
) -> Result<bool, ToolError> {
    let pair = format!("{} {}", old.write(), new.write());
    let fitted = own_file(catalogue, order, &pair, WEIGHTS_ENDING);
    replace(&fitted, &(text.clone() + &new.write()))?;
    if order.test_games > 0 {
        let sides = [("new", new), ("old", old)];
        let engines = sides.map(|(name, weights)| player(name, order.test_nodes, weights)).to_vec();
        let duel = MatchOrder {
            chance: ChanceRule { plies: PLIES[1], ..ChanceRule::default() },
            resume: Some(own_file(
                catalogue,
                order,
                &format!("{pair} {}", order.test_nodes),
                "duel.jsonl",
            )),
            sprt: Some(order.sprt),
            seed: order.seed.wrapping_add(1),
            ..MatchOrder::between(&order.variant, engines, order.test_games)
        };
        let tally = tournament::run(catalogue, &duel, &mut std::io::sink())?;
        let Sprt { elo0, elo1, .. } = order.sprt;
        let verdict = match tally.decision {
            Some(Decision::Upper) => format!("elo1={elo1} is accepted"),
            Some(Decision::Lower) => format!("elo0={elo0} is accepted"),
            None => "not decided, more games may tell".to_owned(),
        };
        let result = format!(
            "against the numbers before at {} nodes: won {}, drawn {}, lost {}; SPRT {elo0} to {elo1}: {verdict}",
            order.test_nodes, tally.wins, tally.draws, tally.losses
        );
        writeln!(output, "{result}")?;
        if tally.decision != Some(Decision::Upper) {
            writeln!(output, "not kept, but in {}", fitted.display())?;
            return Ok(false);
        }
        let _ = writeln!(text, "# {result}");
    }
    text += &new.write();
    replace(&order.file, &text)?;
    writeln!(output, "kept: {}", order.file.display())?;
    Ok(true)
}

/// A file in the folder of games for what hangs on the definition, the seed, this build's version, and on `what`.
fn own_file(catalogue: &Catalogue, order: &Order, what: &str, ending: &str) -> PathBuf {
    let definition = catalogue.definition(&order.variant).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    let kind = fingerprint(&format!("{version} {definition} {} {what}", order.seed));
    order.folder.join(format!("{}-{kind:016x}.{ending}", order.variant))
}

/// Refuses a place where nothing can be written before anything is played.
fn check_place(file: &Path) -> Result<(), ToolError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let why = match (file.is_dir(), folder.is_dir()) {
        (true, _) => "it is a folder".to_owned(),
        (_, false) => format!("{} is no folder", folder.display()),
        (false, true) => return Ok(()),
    };
    Err(ToolError::Usage(format!("{} can't be written: {why}", file.display())))
}

/// Writes a file in one step, so that whoever stops us leaves the old one whole.
fn replace(file: &Path, text: &str) -> Result<(), ToolError> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, file))
        .map_err(|error| ToolError::Usage(format!("{} can't be written: {error}", file.display())))
}
