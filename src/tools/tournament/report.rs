//! What is told of a match: a line a game, standings, and the table at the end.

use super::ToolError;
use super::record::GameRecord;
use super::sprt::{Decision, EloModel, Sprt};
use super::statistics::{Estimate, Frequencies};
use super::store::Summary;
use std::collections::{BTreeMap, HashMap};
use std::io::Write;

/// Everything counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Standings {
    names: Vec<String>,
    rows: Vec<Row>,
    /// Half points of the participant with the smaller number in pairs that are not complete yet.
    open_pairs: HashMap<u32, usize>,
    /// How games ended: the reason, and how often.
    reasons: BTreeMap<String, u32>,
    /// Faults of all.
    pub(super) faults: u32,
    /// Games by result: White's wins, draws, Black's wins.
    sides: [u32; 3],
    /// The test between two participants.
    trial: Option<Trial>,
}

/// A sequential test. It ends at the first bound that is reached: games that were not finished then count, but
/// decide nothing any more.
#[derive(Clone, Copy, Debug)]
struct Trial {
    sprt: Sprt,
    /// With the ratio that decided.
    decided: Option<(Decision, f64)>,
}

/// What one participant has done.
#[derive(Clone, Debug, Default)]
struct Row {
    games: Frequencies<3>,
    pairs: Frequencies<5>,
    faults: u32,
    /// Actions it was asked for, their milliseconds, nodes and depths.
    actions: u64,
    time: f64,
    nodes: u64,
    depths: u64,
}

/// What came of a match, from the view of the first participant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Faults of all participants.
    pub faults: u32,
    /// What the match's test has found; `None` where there was none, or it isn't decided.
    pub decision: Option<Decision>,
}

impl Standings {
    pub(super) fn new(names: &[String], sprt: Option<Sprt>) -> Standings {
        let rows = vec![Row::default(); names.len()];
        let trial = sprt.map(|sprt| Trial { sprt, decided: None });
        Standings { names: names.to_vec(), rows, trial, ..Standings::default() }
    }

    /// Counts a game.
    pub(super) fn add(&mut self, game: &GameRecord) {
        for participant in game.participants {
            let points = game.half_points(participant).unwrap_or(0);
            self.rows[participant].games.add(points);
        }
        let first = game.participants[0].min(game.participants[1]);
        let second = game.participants[0].max(game.participants[1]);
        let points = game.half_points(first).unwrap_or(0);
        match self.open_pairs.remove(&game.pair) {
            Some(earlier) => {
                self.rows[first].pairs.add(earlier + points);
                self.rows[second].pairs.add(4 - earlier - points);
            }
            None => {
                self.open_pairs.insert(game.pair, points);
            }
        }
        // On the wire, White's plies are even.
        for action in &game.moves {
            if let Some(time) = action.time {
                let row = &mut self.rows[game.participants[action.ply % 2]];
                row.actions += 1;
                row.time += time;
                row.nodes += action.nodes.unwrap_or(0);
                row.depths += u64::from(action.depth.unwrap_or(0));
            }
        }
        for fault in &game.faults {
            self.rows[game.participants[fault.side.index()]].faults += 1;
        }
        self.faults += u32::try_from(game.faults.len()).unwrap_or(u32::MAX);
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        self.sides[game.winner.map_or(1, |winner| winner.index() * 2)] += 1;
        if let Some(trial) = &mut self.trial
            && trial.decided.is_none()
        {
            let ratio = trial.sprt.ratio(&self.rows[0].pairs);
            trial.decided = trial.sprt.decision(ratio).map(|decision| (decision, ratio));
        }
    }

    pub(super) fn games(&self) -> u64 {
        self.sides.iter().map(|&games| u64::from(games)).sum()
    }

    pub(super) fn tally(&self) -> Tally {
        let [losses, draws, wins] = self.rows[0].games.counts;
        Tally { wins, draws, losses, faults: self.faults, decision: self.decision() }
    }

    /// What the test has found.
    pub(super) fn decision(&self) -> Option<Decision> {
        self.trial?.decided.map(|(decision, _)| decision)
    }

    /// The state of a test between the first participant and the second; pairs count where there are
    /// any.
    fn ratio(&self, trial: &Trial) -> f64 {
        trial.decided.map_or_else(|| trial.sprt.ratio(&self.rows[0].pairs), |(_, ratio)| ratio)
    }

    /// The first participant's score in a line.
    pub(super) fn line(&self) -> String {
        let Tally { wins, draws, losses, .. } = self.tally();
        let percent = self.rows[0].games.estimate().map_or(50.0, |estimate| estimate.score * 100.0);
        format!("{wins}-{draws}-{losses} ({percent:.1} %)")
    }

    /// What is known of the first participant's strength.
    pub(super) fn strength(&self) -> String {
        self.rows[0].estimate().map_or_else(String::new, |estimate| {
            let spread = estimate.spread;
            format!(
                "Elo {} +- {}, LOS {}",
                number(Some(estimate.elo)),
                number(spread.map(|spread| spread.error)),
                percent(spread.map(|spread| spread.superiority), " %")
            )
        })
    }

    /// The numbers for machines.
    pub(super) fn summary(&self) -> Summary {
        let estimate = self.rows[0].estimate();
        Summary {
            elo: estimate.map(|estimate| estimate.elo),
            elo_error: estimate.and_then(|estimate| Some(estimate.spread?.error)),
            llr: self.trial.map(|trial| self.ratio(&trial)),
            ..Summary::new(self.tally())
        }
    }

    /// The test in a line.
    pub(super) fn sprt_line(&self) -> Option<String> {
        let trial = self.trial?;
        let (sprt, ratio) = (trial.sprt, self.ratio(&trial));
        let (lower, upper) = sprt.bounds();
        let model = match sprt.model {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalized",
        };
        let decision = match self.decision() {
            Some(Decision::Upper) => format!("elo1={} is accepted", sprt.elo1),
            Some(Decision::Lower) => format!("elo0={} is accepted", sprt.elo0),
            None => "undecided".to_owned(),
        };
        Some(format!(
            "SPRT {model} elo0={} elo1={}: LLR {ratio:.2} of [{lower:.2}, {upper:.2}], {decision}",
            sprt.elo0, sprt.elo1
        ))
    }

    /// The table of all participants, best first, for a terminal or a file.
    pub(super) fn table(&self) -> String {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        let score = |row: &Row| row.games.estimate().map_or(0.0, |estimate| estimate.score);
        order.sort_by(|&a, &b| score(&self.rows[b]).total_cmp(&score(&self.rows[a])));
        let wide = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
        let mut lines = vec![format!(
            "{:>4}  {:wide$}  {:>6}  {:>5} {:>5} {:>5}  {:>6}  {:>16}  {:>6}  {:>8} {:>6} {:>9}  {:>6}",
            "rank",
            "name",
            "games",
            "won",
            "drawn",
            "lost",
            "score",
            "Elo",
            "LOS",
            "ms/move",
            "depth",
            "nodes/s",
            "faults"
        )];
        for (rank, &index) in order.iter().enumerate() {
            lines.push(format!(
                "{:>4}  {:wide$}  {}",
                rank + 1,
                self.names[index],
                self.rows[index].cells()
            ));
        }
        lines.join("\n")
    }

    /// Everything that is told at the end, apart from the score and the faults.
    pub(super) fn write_end(&self, output: &mut dyn Write) -> Result<(), ToolError> {
        writeln!(output, "{}", self.table())?;
        let [white, draws, black] = self.sides;
        writeln!(output, "White won {white}, drawn {draws}, Black won {black}")?;
        if self.rows.len() == 2 {
            let [ll, ld, even, wd, ww] = self.rows[0].pairs.counts;
            writeln!(output, "pairs (0, 0.5, 1, 1.5, 2 points): {ll}, {ld}, {even}, {wd}, {ww}")?;
            if let Some(estimate) = self.rows[0].estimate() {
                writeln!(
                    output,
                    "{}, normalized Elo {} +- {}",
                    self.strength(),
                    number(estimate.spread.map(|spread| spread.normalised_elo)),
                    number(estimate.spread.map(|spread| spread.normalised_error))
                )?;
            }
        }
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let reasons: Vec<String> =
            reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(output, "ends: {}", reasons.join(", "))?;
        if let Some(line) = self.sprt_line() {
            writeln!(output, "{line}")?;
        }
        Ok(())
    }
}

impl Row {
    /// By pairs where every game has its pair, else by single games.
    fn estimate(&self) -> Option<Estimate> {
        if self.pairs.total() * 2 == self.games.total() {
            self.pairs.estimate()
        } else {
            self.games.estimate()
        }
    }

    fn cells(&self) -> String {
        let [lost, drawn, won] = self.games.counts;
        let estimate = self.estimate();
        let score = estimate.map_or(0.0, |estimate| estimate.score * 100.0);
        let elo = estimate.map_or_else(String::new, |estimate| {
            let error = estimate.spread.map(|spread| spread.error);
            format!("{} +- {}", number(Some(estimate.elo)), number(error))
        });
        let spread = estimate.and_then(|estimate| estimate.spread);
        let superiority = percent(spread.map(|spread| spread.superiority), "%");
        let each = |sum: f64| if self.actions == 0 { 0.0 } else { sum / self.actions as f64 };
        let speed = if self.time > 0.0 { self.nodes as f64 * 1000.0 / self.time } else { 0.0 };
        format!(
            "{:>6}  {won:>5} {drawn:>5} {lost:>5}  {score:>5.1}%  {elo:>16}  {superiority:>6}  {:>8.1} {:>6.1} {speed:>9.0}  {:>6}",
            self.games.total(),
            each(self.time),
            each(self.depths as f64),
            self.faults
        )
    }
}

/// What stands for a number that can't be known.
const UNKNOWN: &str = "n/a";

/// A difference with a decimal.
fn number(value: Option<f64>) -> String {
    // Zero has no sign.
    value.map_or_else(|| UNKNOWN.to_owned(), |value| format!("{:.1}", value + 0.0))
}

/// A share as a percentage, with the sign that is put behind it.
fn percent(share: Option<f64>, sign: &str) -> String {
    share.map_or_else(|| UNKNOWN.to_owned(), |share| format!("{:.1}{sign}", share * 100.0))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Standings;
    use crate::tools::tournament::record::Side;
    use crate::tools::tournament::record::tests::record;
    use crate::tools::tournament::sprt::Sprt;

    fn standings(results: &[(u32, [usize; 2], Option<Side>)]) -> Standings {
        let sprt = Sprt::read(["elo0=0", "elo1=50"]).unwrap();
        let mut standings = Standings::new(&["A".to_owned(), "B".to_owned()], Some(sprt));
        for &(pair, participants, winner) in results {
            let mut game = record();
            (game.pair, game.participants, game.winner) = (pair, participants, winner);
            game.moves[1].time = Some(20.0);
            game.moves[1].nodes = Some(4000);
            game.moves[1].depth = Some(7);
            standings.add(&game);
        }
        standings
    }

    const WHITE: Option<Side> = Some(Side::White);

    #[test]
    fn games_and_pairs_are_the_first_participants() {
        let standings = standings(&[
            (0, [0, 1], WHITE),
            (0, [1, 0], WHITE),
            (1, [1, 0], None),
            (1, [0, 1], WHITE),
            (2, [0, 1], None),
        ]);
        let tally = standings.tally();
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 2, 1));
        assert_eq!(standings.line(), "2-2-1 (60.0 %)");
        assert_eq!(standings.rows[0].pairs.counts, [0, 0, 1, 1, 0]);
        assert_eq!(standings.rows[1].pairs.counts, [0, 1, 1, 0, 0]);
        assert_eq!(standings.games(), 5);
    }

    #[test]
    fn the_end_tells_strength_times_and_reasons() {
        let games: Vec<_> =
            (0..39).flat_map(|pair| [(pair, [0, 1], WHITE), (pair, [1, 0], None)]).collect();
        let games = [games, vec![(39, [0, 1], None), (39, [1, 0], None)]].concat();
        let standings = standings(&games);
        let mut text = Vec::new();
        standings.write_end(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        for part in [
            "pairs (0, 0.5, 1, 1.5, 2 points): 0, 0, 1, 39, 0",
            "White won 39, drawn 41, Black won 0",
            "ends: checkmate 80",
            "elo1=50 is accepted",
            "Elo 185.1 +- 11.0, LOS 100.0 %",
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        let row = text.lines().nth(1).unwrap();
        assert!(row.contains(" A ") && row.contains("20.0    7.0    200000"), "{row}");
    }

    #[test]
    fn games_that_end_after_a_test_was_decided_decide_nothing() {
        let mut games: Vec<_> =
            (0..40).flat_map(|pair| [(pair, [0, 1], WHITE), (pair, [1, 0], None)]).collect();
        let decided = standings(&games);
        let line = decided.sprt_line().unwrap();
        assert!(line.contains("elo1=50 is accepted"), "{line}");
        games.extend((40..80).flat_map(|pair| [(pair, [1, 0], WHITE), (pair, [0, 1], None)]));
        let later = standings(&games);
        assert_eq!(later.sprt_line().unwrap(), line);
        assert_eq!((later.tally().decision, later.games()), (decided.tally().decision, 160));
        assert!(decided.tally().decision.is_some());
    }

    #[test]
    fn a_single_pair_tells_no_error_and_no_likelihood() {
        let standings = standings(&[(0, [0, 1], WHITE), (0, [1, 0], None)]);
        assert_eq!(standings.strength(), "Elo 190.8 +- n/a, LOS n/a");
        let row = standings.table().lines().nth(1).unwrap().to_owned();
        assert!(row.contains("75.0%      190.8 +- n/a     n/a "), "{row}");
        let summary = standings.summary();
        assert!(summary.elo.is_some() && summary.elo_error.is_none());
    }
}
