//! Lines that an engine sends.

use crate::text::{one_line, shortened};
use crate::{Bound, OptionDeclaration, OptionKind, Score};
use std::fmt;

/// One line of output. Its `Display` never holds a line break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name TEXT`.
    Name(String),
    /// `id author TEXT`.
    Author(String),
    /// `option name ...`.
    Option(OptionDeclaration),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info ...` about the search.
    Info(Info),
    /// `info string TEXT`.
    InfoString(String),
    /// `bestmove MOVE [ponder MOVE]`.
    BestMove {
        /// The move; `None` prints `(none)`, for a finished game.
        best: Option<String>,
        /// The reply to ponder on; not printed without a best move.
        ponder: Option<String>,
    },
    /// `MOVE: COUNT`, one root action of `go perft`.
    PerftMove {
        /// The action.
        action: String,
        /// Sequences that begin with it.
        count: u64,
    },
    /// `Nodes searched: COUNT`, the end of `go perft`.
    PerftTotal(u64),
    /// One line of `d`, `eval` or `bench`, as it is.
    Plain(String),
}

/// The fields of an `info` line; those that are `None` or empty are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Greatest depth reached, plies.
    pub selective_depth: Option<u32>,
    /// Which of several lines this is, from 1.
    pub multi_pv: Option<u32>,
    /// The score for the team to act, and how it is meant.
    pub score: Option<(Score, Bound)>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nodes_per_second: Option<u64>,
    /// How full the table is, permill.
    pub hash_full: Option<u32>,
    /// Hits in endgame tables.
    pub table_base_hits: Option<u64>,
    /// Time since the search began, milliseconds.
    pub time: Option<u64>,
    /// The root move being searched.
    pub current_move: Option<String>,
    /// Its number, from 1.
    pub current_move_number: Option<u32>,
    /// The principal variation.
    pub pv: Vec<String>,
}

impl fmt::Display for Info {
    /// The whole line, beginning with `info`; the variation stands last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        number(f, "depth", self.depth.map(u64::from))?;
        number(f, "seldepth", self.selective_depth.map(u64::from))?;
        number(f, "multipv", self.multi_pv.map(u64::from))?;
        if let Some((score, bound)) = self.score {
            match score {
                Score::Centipawns(value) => write!(f, " score cp {value}")?,
                Score::Mate(moves) => write!(f, " score mate {moves}")?,
            }
            f.write_str(match bound {
                Bound::Exact => "",
                Bound::Lower => " lowerbound",
                Bound::Upper => " upperbound",
            })?;
        }
        number(f, "nodes", self.nodes)?;
        number(f, "nps", self.nodes_per_second)?;
        number(f, "hashfull", self.hash_full.map(u64::from))?;
        number(f, "tbhits", self.table_base_hits)?;
        number(f, "time", self.time)?;
        if let Some(current) = &self.current_move {
            write!(f, " currmove {}", one_line(current))?;
        }
        number(f, "currmovenumber", self.current_move_number.map(u64::from))?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", one_line(&self.pv.join(" ")))?;
        }
        Ok(())
    }
}

/// One numeric field with its keyword, if there is a value.
fn number(f: &mut fmt::Formatter<'_>, keyword: &str, value: Option<u64>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {keyword} {value}"))
}

/// `option name NAME type ...`, with `<empty>` for empty texts.
fn write_option(f: &mut fmt::Formatter<'_>, option: &OptionDeclaration) -> fmt::Result {
    write!(f, "option name {} type ", one_line(&option.name))?;
    match &option.kind {
        OptionKind::Check { default } => write!(f, "check default {default}"),
        OptionKind::Spin { default, min, max } => {
            write!(f, "spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            write!(f, "combo default {}", one_line(default))?;
            choices.iter().try_for_each(|choice| write!(f, " var {}", one_line(choice)))
        }
        OptionKind::Button => f.write_str("button"),
        OptionKind::String { default } | OptionKind::File { default } => {
            let shown = one_line(default);
            write!(f, "string default {}", if shown.is_empty() { "<empty>" } else { &shown })
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {}", one_line(name)),
            Reply::Author(author) => write!(f, "id author {}", one_line(author)),
            Reply::Option(option) => write_option(f, option),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.fmt(f),
            Reply::InfoString(text) => write!(f, "info string {}", one_line(&shortened(text))),
            Reply::BestMove { best: None, .. } => f.write_str("bestmove (none)"),
            Reply::BestMove { best: Some(best), ponder } => {
                write!(f, "bestmove {}", one_line(best))?;
                ponder.as_ref().map_or(Ok(()), |reply| write!(f, " ponder {}", one_line(reply)))
            }
            Reply::PerftMove { action, count } => write!(f, "{}: {count}", one_line(action)),
            Reply::PerftTotal(count) => write!(f, "Nodes searched: {count}"),
            Reply::Plain(text) => {
                let line: String =
                    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
                f.write_str(line.trim_end())
            }
        }
    }
}
