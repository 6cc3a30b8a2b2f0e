//! The arguments of `go`.

use crate::text::{Words, saturating_integer};
use std::fmt;

/// What `go` asks for. Whatever the line does not name is `None`, empty or `false`.
///
/// Times are milliseconds as sent, so they may be zero or negative. Counts below zero are noted and read as
/// zero, numbers too large as the largest that fits. A keyword whose number is missing or is no number, and
/// `perft` with one below zero, is kept in `unreadable`: what was wanted was a limit, only which is not known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// `searchmoves`: only these moves, as written.
    pub search_moves: Vec<String>,
    /// `ponder`: think on the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// `wtime`: White's clock, milliseconds.
    pub white_time: Option<i64>,
    /// `btime`: Black's clock, milliseconds.
    pub black_time: Option<i64>,
    /// `winc`: White's increment a move, milliseconds.
    pub white_increment: Option<i64>,
    /// `binc`: Black's increment a move, milliseconds.
    pub black_increment: Option<i64>,
    /// `movestogo`: moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// `depth`: plies.
    pub depth: Option<u32>,
    /// `nodes`: nodes to search.
    pub nodes: Option<u64>,
    /// `mate`: look for a mate in so many moves.
    pub mate: Option<u32>,
    /// `movetime`: milliseconds for this move; zero and less mean at once.
    pub move_time: Option<i64>,
    /// `infinite`: until `stop`.
    pub infinite: bool,
    /// `perft`: count action sequences of this length instead of searching.
    pub perft: Option<u32>,
    /// Keywords that came without a number that can be used, each once, in the order of [`Go`]'s other fields.
    pub unreadable: Vec<&'static str>,
}

/// Whether a word begins an argument of `go`, and so ends a list of `searchmoves`.
fn is_keyword(word: &str) -> bool {
    matches!(word, "searchmoves" | "ponder" | "infinite") || Go::NUMBERED.contains(&word)
}

/// Whether the number of a keyword counts something, and is no time.
fn is_count(keyword: &str) -> bool {
    matches!(keyword, "movestogo" | "depth" | "nodes" | "mate" | "perft")
}

impl Go {
    /// The keywords that take a number, in the order of the fields.
    pub const NUMBERED: [&'static str; 10] = [
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "perft",
    ];

    /// Reads the words after `go`. What is skipped is noted.
    pub(super) fn read(mut words: Words<'_>, notes: &mut Vec<String>) -> Go {
        let mut go = Go::default();
        let mut unreadable = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => go.read_search_moves(&mut words, notes),
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                keyword if is_keyword(keyword) => match words.peek().and_then(saturating_integer) {
                    Some(number) => {
                        words.next();
                        if number < 0 && is_count(keyword) {
                            notes.push(format!("go: `{keyword} {number}` is below zero"));
                        }
                        if number < 0 && keyword == "perft" {
                            unreadable.push(keyword);
                        } else {
                            go.set(keyword, number);
                        }
                    }
                    None => {
                        notes.push(format!("go: `{keyword}` without a number, skipped"));
                        unreadable.push(keyword);
                    }
                },
                unknown => notes.push(format!("go: `{unknown}` skipped")),
            }
        }
        let is_lacking = |keyword: &&str| unreadable.contains(keyword) && !go.has(keyword);
        go.unreadable = Go::NUMBERED.into_iter().filter(is_lacking).collect();
        go
    }

    /// Whether a keyword that takes a number has one.
    fn has(&self, keyword: &str) -> bool {
        match keyword {
            "wtime" => self.white_time.is_some(),
            "btime" => self.black_time.is_some(),
            "winc" => self.white_increment.is_some(),
            "binc" => self.black_increment.is_some(),
            "movetime" => self.move_time.is_some(),
            "movestogo" => self.moves_to_go.is_some(),
            "depth" => self.depth.is_some(),
            "mate" => self.mate.is_some(),
            "perft" => self.perft.is_some(),
            _ => self.nodes.is_some(),
        }
    }

    fn read_search_moves(&mut self, words: &mut Words<'_>, notes: &mut Vec<String>) {
        let before = self.search_moves.len();
        while let Some(text) = words.peek().filter(|word| !is_keyword(word)) {
            self.search_moves.push(text.to_owned());
            words.next();
        }
        if self.search_moves.len() == before {
            notes.push("go: `searchmoves` without a move, skipped".to_owned());
        }
    }

    /// Stores the number of a keyword that takes one.
    fn set(&mut self, keyword: &str, number: i64) {
        let not_negative = u64::try_from(number).unwrap_or(0);
        let count = u32::try_from(not_negative).unwrap_or(u32::MAX);
        match keyword {
            "wtime" => self.white_time = Some(number),
            "btime" => self.black_time = Some(number),
            "winc" => self.white_increment = Some(number),
            "binc" => self.black_increment = Some(number),
            "movetime" => self.move_time = Some(number),
            "movestogo" => self.moves_to_go = Some(count),
            "depth" => self.depth = Some(count),
            "mate" => self.mate = Some(count),
            "perft" => self.perft = Some(count),
            _ => self.nodes = Some(not_negative),
        }
    }
}

impl fmt::Display for Go {
    /// The whole command, beginning with `go`; the list of moves stands last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        let times = [
            ("wtime", self.white_time),
            ("btime", self.black_time),
            ("winc", self.white_increment),
            ("binc", self.black_increment),
            ("movetime", self.move_time),
        ];
        for (keyword, time) in times {
            if let Some(time) = time {
                write!(f, " {keyword} {time}")?;
            }
        }
        let counts = [
            ("movestogo", self.moves_to_go.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("perft", self.perft.map(u64::from)),
        ];
        for (keyword, count) in counts {
            if let Some(count) = count {
                write!(f, " {keyword} {count}")?;
            }
        }
        for keyword in &self.unreadable {
            write!(f, " {keyword}")?;
        }
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}
