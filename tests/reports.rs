//! Faults that other engines were reported to have, each as a conversation with the real binary.
//!
//! The conversations are data, in `tests/reports/*.talk`. A line that begins with `==` begins one: the number
//! of the report, and what must hold. The lines below it:
//!
//! - `silent`, `uci [GAME]`, `xboard [GAME]`: start the engine; in the last two, greet it.
//! - `> LINE`: send a line. `\r`, `\t`, `\0`, `\xFF` are bytes; `{TEXT*600}` is repeated text.
//! - `< HEAD`, `<250 HEAD`: wait for a line that begins so (250 ms at most).
//! - `~300`: wait so many milliseconds. `sync`: wait until everything is obeyed.
//! - `? TEXT`, `! TEXT`: a line heard in the last wait holds the text; none does. `^` stands for a line's begin.
//! - `count N TEXT`: so many of the lines heard in the last wait hold it. `nothing`: none was heard.
//! - `took MIN MAX`: milliseconds between the last line sent and the last line awaited.
//! - `legal`: the best move heard is legal. `best MOVE...`: it is one of these. `variations`: every line of
//!   thinking heard can be played from the last position sent. `lines`: every line heard is of the protocol.
//! - `accepts MOVE...`, `refuses MOVE...`: after the last position sent, each by itself.
//! - `fen TEXT`: the position begins so. `moves N`: so many are legal.
//! - `nodes MIN MAX`: nodes in the last line of thinking that XBoard heard.
//! - `total [N]`: the state of an analysis that XBoard heard counts N moves, and no more than that are left.
//! - `threads`: remember how many threads there are; the second time, they are as many again.
//! - `interrupt`: the process gets the signal that a terminal sends.
//! - `idle`: no processor time is used for 300 ms. `ended`: the process ends well within a second; `quit`: on
//!   that command.
//! - `again N`: the lines of the conversation up to here once more, N times in all.

#![allow(clippy::unwrap_used)]

mod driver;

use driver::{Engine, after, ms, scored};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What one conversation remembers.
struct Talk {
    engine: Option<Engine>,
    is_uci: bool,
    /// Whether the protocol is still to be chosen.
    is_silent: bool,
    heard: Vec<String>,
    sent_at: Instant,
    took: Duration,
    position: String,
    threads: Option<usize>,
}

/// Bytes of a line as it is written in the data.
fn bytes(text: &str) -> Vec<u8> {
    let mut line = text.to_owned();
    while let Some(begin) = line.find('{').filter(|_| line.contains("*") && line.contains('}')) {
        let Some(end) = line[begin..].find('}').map(|end| begin + end) else { break };
        let Some((part, count)) = line[begin + 1..end].rsplit_once('*') else { break };
        let Ok(count) = count.parse() else { break };
        line = format!("{}{}{}", &line[..begin], part.repeat(count), &line[end + 1..]);
    }
    let mut bytes = Vec::new();
    let mut rest = line.as_str();
    while let Some(place) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..place]);
        let escape = &rest[place + 1..];
        let (byte, length) = match escape.as_bytes()[0] {
            b'r' => (b'\r', 1),
            b't' => (b'\t', 1),
            b'0' => (0, 1),
            _ => (u8::from_str_radix(&escape[1..3], 16).unwrap(), 3),
        };
        bytes.push(byte);
        rest = &escape[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// Whether a line holds a text, at its begin where the text says so.
fn holds(line: &str, text: &str) -> bool {
    text.strip_prefix('^').map_or_else(|| line.contains(text), |begin| line.starts_with(begin))
}

/// Whether a line is one of those that the protocol has.
fn is_of_protocol(line: &str, is_uci: bool) -> bool {
    let heads: &[&str] = if is_uci {
        &["id ", "option name ", "uciok", "readyok", "info string ", "info depth ", "bestmove "]
    } else {
        &[
            "feature ",
            "move ",
            "pong ",
            "Illegal move (",
            "Error (",
            "tellusererror ",
            "# ",
            "stat01: ",
            "Hint: ",
            "highlight ",
            "choice ",
            "setup (",
            "piece ",
            "1-0 {",
            "0-1 {",
            "1/2-1/2 {",
            "offer draw",
            "resign",
            "\t",
        ]
    };
    let thinking = line.split('\t').next().unwrap_or_default();
    let numbers = || thinking.split(' ').all(|number| number.parse::<i64>().is_ok());
    heads.iter().any(|head| line.starts_with(head))
        || line.is_empty()
        || !is_uci && line.contains('\t') && thinking.split(' ').count() == 7 && numbers()
}

impl Talk {
    fn new() -> Talk {
        let now = Instant::now();
        Talk {
            engine: None,
            is_uci: true,
            is_silent: false,
            heard: Vec::new(),
            sent_at: now,
            took: Duration::ZERO,
            position: "position startpos".to_owned(),
            threads: None,
        }
    }

    fn engine(&mut self) -> &mut Engine {
        self.engine.as_mut().unwrap()
    }

    /// Obeys one line of the data.
    fn obey(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if ["silent", "uci", "xboard"].contains(&word) {
            // The one before has to go first.
            self.engine = None;
        }
        match word {
            "silent" => {
                self.is_silent = true;
                self.engine = Some(Engine::silent());
            }
            "uci" if rest.is_empty() => self.engine = Some(Engine::uci()),
            "uci" => self.engine = Some(Engine::playing(rest)),
            "xboard" => self.greet_xboard(rest),
            ">" => self.send(rest),
            "sync" => self.synchronise(),
            "?" => assert!(
                self.heard.iter().any(|said| holds(said, rest)),
                "{line}: {:#?}",
                self.heard
            ),
            "!" => assert!(
                !self.heard.iter().any(|said| holds(said, rest)),
                "{line}: {:#?}",
                self.heard
            ),
            "count" => self.count(rest),
            "nothing" => assert!(self.heard.is_empty(), "{:#?}", self.heard),
            "took" => self.check_time(rest),
            "lines" => self.check_lines(),
            "legal" => self.check_best(None),
            "best" => self.check_best(Some(rest)),
            "variations" => self.check_variations(),
            "accepts" | "refuses" => self.try_moves(word == "accepts", rest),
            "fen" => {
                let fen = self.engine().fen();
                assert!(fen.starts_with(rest), "{fen}");
            }
            "moves" => assert_eq!(self.engine().legal_moves().len(), rest.parse().unwrap()),
            "nodes" => self.check_nodes(rest),
            "total" => self.check_total(rest),
            "threads" => self.check_threads(),
            "idle" => self.check_idle(),
            "interrupt" => self.engine().interrupt(),
            "ended" => {
                self.engine().close_input();
                assert!(self.engine().ended().success());
            }
            "quit" => {
                self.engine().send("quit");
                assert!(self.engine().ended().success());
            }
            _ if word.starts_with('<') => self.wait(&word[1..], rest),
            _ if word.starts_with('~') => {
                let pause = ms(word[1..].parse().unwrap());
                self.heard = self.engine().during(pause);
            }
            _ => panic!("the data has a line of no known kind: {line}"),
        }
    }

    fn greet_xboard(&mut self, variant: &str) {
        self.is_uci = false;
        let mut engine = Engine::xboard();
        if !variant.is_empty() {
            engine.tell(&format!("variant {variant}"));
        }
        self.engine = Some(engine);
    }

    fn send(&mut self, text: &str) {
        let mut line = bytes(text);
        if line.starts_with(b"position ") {
            self.position = String::from_utf8_lossy(&line).into_owned();
        }
        if self.is_silent && !line.trim_ascii().is_empty() {
            self.is_uci = line != b"xboard";
            self.is_silent = false;
        }
        line.push(b'\n');
        self.sent_at = Instant::now();
        self.engine().send_bytes(&line);
    }

    fn synchronise(&mut self) {
        self.heard = if self.is_uci { self.engine().ask("") } else { self.engine().tell("") };
        self.took = self.sent_at.elapsed();
    }

    fn wait(&mut self, limit: &str, head: &str) {
        let limit = limit.parse().map_or(driver::PATIENCE, ms);
        self.heard = self.engine().until_within(head, limit);
        self.took = self.sent_at.elapsed();
    }

    fn count(&mut self, rest: &str) {
        let (number, text) = rest.split_once(' ').unwrap();
        let found = self.heard.iter().filter(|said| holds(said, text)).count();
        assert_eq!(found, number.parse().unwrap(), "{text}: {:#?}", self.heard);
    }

    fn check_time(&mut self, rest: &str) {
        let (least, most) = rest.split_once(' ').unwrap();
        let range = ms(least.parse().unwrap())..=ms(most.parse().unwrap());
        assert!(range.contains(&self.took), "it took {:?}, not {range:?}", self.took);
    }

    fn check_lines(&mut self) {
        for line in &self.heard {
            assert!(is_of_protocol(line, self.is_uci), "{line:?}");
        }
    }

    fn check_best(&mut self, wanted: Option<&str>) {
        let answer =
            self.heard.iter().rfind(|line| line.starts_with("bestmove ")).expect("an answer");
        let best = answer.split(' ').nth(1).unwrap().to_owned();
        match wanted {
            Some(wanted) => assert!(wanted.split(' ').any(|text| text == best), "{answer}"),
            None => {
                let legal = self.engine().legal_moves();
                assert!(legal.contains(&best), "{best} is none of {legal:?}");
            }
        }
    }

    /// The position with moves after it.
    fn followed_by(&self, moves: &str) -> String {
        let joint = if self.position.contains(" moves") { "" } else { " moves" };
        format!("{}{joint} {moves}", self.position)
    }

    fn check_variations(&mut self) {
        let lines = self.heard.clone();
        let lines = scored(&lines);
        assert!(!lines.is_empty(), "no line of thinking");
        for line in lines {
            let variation = after(line, "pv").join(" ");
            let command = self.followed_by(&variation);
            let heard = self.engine().ask(&command);
            assert!(!heard.iter().any(|said| said.contains("illegal")), "{variation}: {heard:?}");
        }
        let position = self.position.clone();
        self.engine().ask(&position);
    }

    fn try_moves(&mut self, wanted: bool, moves: &str) {
        for text in moves.split(' ') {
            let is_refused = if self.is_uci {
                let command = self.followed_by(text);
                self.engine().ask(&command).iter().any(|line| line.contains("illegal"))
            } else {
                let heard = self.engine().tell(&format!("usermove {text}"));
                let is_refused = heard.iter().any(|line| line.starts_with("Illegal move ("));
                if !is_refused {
                    self.engine().tell("undo");
                }
                is_refused
            };
            assert_eq!(is_refused, !wanted, "{text}");
        }
        if self.is_uci {
            let position = self.position.clone();
            self.engine().ask(&position);
        }
    }

    fn check_nodes(&mut self, rest: &str) {
        let (least, most) = rest.split_once(' ').unwrap();
        let range = least.parse::<u64>().unwrap()..=most.parse().unwrap();
        let line = self.heard.iter().rfind(|line| line.contains('\t')).expect("a line of thinking");
        let nodes = line.split(' ').nth(3).unwrap().parse().unwrap();
        assert!(range.contains(&nodes), "{nodes} nodes, not {range:?}");
    }

    fn check_total(&self, rest: &str) {
        let line = self.heard.iter().rfind(|line| line.starts_with("stat01: ")).expect("a state");
        let number = |place| line.split(' ').nth(place).unwrap().parse::<u32>().unwrap();
        let (left, total) = (number(4), number(5));
        assert!(left < total.max(1), "{line}");
        assert!(rest.is_empty() || rest == total.to_string(), "{line}, not {rest}");
    }

    fn check_threads(&mut self) {
        let present = self.engine().threads();
        assert_eq!(present, *self.threads.get_or_insert(present));
    }

    fn check_idle(&mut self) {
        let before = self.engine().processor_ticks();
        self.heard = self.engine().during(ms(300));
        let used = self.engine().processor_ticks() - before;
        assert!(used <= 3, "{used} ticks");
    }
}

/// One conversation of the data.
struct Case<'a> {
    title: &'a str,
    lines: Vec<&'a str>,
}

fn cases(data: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let is_said = |line: &&str| !line.is_empty() && !line.starts_with("# ");
    for line in data.lines().filter(is_said) {
        match line.strip_prefix("== ") {
            Some(title) => cases.push(Case { title, lines: Vec::new() }),
            None => cases.last_mut().unwrap().lines.push(line),
        }
    }
    cases
}

fn hold(case: &Case<'_>) {
    let mut talk = Talk::new();
    for (place, line) in case.lines.iter().enumerate() {
        if let Some(times) = line.strip_prefix("again ") {
            for _ in 1..times.parse().unwrap() {
                case.lines[..place].iter().for_each(|line| talk.obey(line));
            }
        } else {
            talk.obey(line);
        }
    }
}

/// Holds every conversation of a file; tells all that went wrong.
fn hold_all(data: &str) {
    let mut failed = Vec::new();
    for case in cases(data) {
        let held = catch_unwind(AssertUnwindSafe(|| hold(&case)));
        if held.is_err() {
            failed.push(case.title);
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

const FILES: [&str; 9] = [
    include_str!("reports/uci.talk"),
    include_str!("reports/xboard.talk"),
    include_str!("reports/positions.talk"),
    include_str!("reports/search.talk"),
    include_str!("reports/games.talk"),
    include_str!("reports/time.talk"),
    include_str!("reports/decisions.talk"),
    include_str!("reports/xboard_games.talk"),
    include_str!("reports/xboard_commands.talk"),
];

#[test]
fn commands_of_uci() {
    hold_all(FILES[0]);
}

#[test]
fn commands_of_xboard() {
    hold_all(FILES[1]);
}

#[test]
fn positions() {
    hold_all(FILES[2]);
}

#[test]
fn searches() {
    hold_all(FILES[3]);
}

#[test]
fn games() {
    hold_all(FILES[4]);
}

#[test]
fn time_and_resources() {
    hold_all(FILES[5]);
}

#[test]
fn what_was_decided() {
    hold_all(FILES[6]);
}

#[test]
fn games_that_xboard_does_not_know() {
    hold_all(FILES[7]);
}

#[test]
fn every_command_of_xboard() {
    hold_all(FILES[8]);
}

/// P02: folders whose names hold blanks and other letters, and another working directory.
#[test]
fn the_place_of_the_program_does_not_matter() {
    let folder = std::env::temp_dir().join(format!("Ärger mit Blank {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("caryatid é");
    // A process begun in between would hold the copy open.
    let turn = driver::turn();
    std::fs::copy(env!("CARGO_BIN_EXE_caryatid"), &program).unwrap();
    let definition = folder.join("tiny game.txt");
    let text = "files=5 ranks=5 royal=K\nking:K:K:king:c1,,c5\nrook:R:R:rook:a1,,e5\n";
    std::fs::write(&definition, text).unwrap();
    let output = std::process::Command::new(&program)
        .args(["perft", "--depth", "1", "--variant", "tiny-game", "--definition"])
        .arg(&definition)
        .current_dir("/")
        .output()
        .unwrap();
    drop(turn);
    assert!(String::from_utf8_lossy(&output.stdout).contains("nodes 10"), "{output:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_input_may_end_after_any_byte() {
    let talks = [
        "uci\nsetoption name Threads value 2\nposition startpos moves e2e4\ngo infinite\nd\nstop\ngo ponder\n",
        "xboard\nprotover 2\nvariant avp\nhard\nanalyze\nedit\n#\nKe1\n.\nexit\nnew\nst 9\ngo\n",
    ];
    for talk in talks {
        for end in 0..=talk.len() {
            let mut engine = Engine::silent();
            engine.send_bytes(&talk.as_bytes()[..end]);
            engine.close_input();
            assert!(engine.ended().success(), "{:?}", &talk[..end]);
        }
    }
}

#[test]
fn every_report_is_held_or_said_to_be_held_elsewhere() {
    let elsewhere = include_str!("reports/elsewhere.tsv");
    let mut known: Vec<&str> =
        elsewhere.lines().filter_map(|line| line.split('\t').next()).collect();
    for data in FILES {
        known.extend(cases(data).iter().filter_map(|case| case.title.split(' ').next()));
    }
    for report in include_str!("reports/numbers.txt").split_ascii_whitespace() {
        assert!(known.contains(&report), "{report}");
    }
}

/// Every sentence of what was decided about the protocols has a conversation that holds it.
#[test]
fn every_sentence_has_its_conversation() {
    let titles: Vec<&str> = FILES.into_iter().flat_map(cases).map(|case| case.title).collect();
    for line in include_str!("reports/sentences.tsv").lines() {
        let (sentence, beginning) = line.split_once('\t').unwrap();
        let held = titles.iter().any(|title| title.starts_with(beginning));
        assert!(held, "{sentence}: no conversation begins with {beginning}");
    }
}
