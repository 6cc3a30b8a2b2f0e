//! UCI text in both directions, command by command.
#![allow(missing_docs)]

use caryatid_protocol::text::same_option_name;
use caryatid_protocol::uci::{Command, Go, Info, Parsed, Position, Reply, Start, parse};
use caryatid_protocol::{Bound, OptionDeclaration, OptionKind, ParseError, Score};

fn parsed(line: &str) -> Parsed {
    parse(line.as_bytes()).unwrap_or_else(|error| panic!("{line:?}: {error}"))
}

/// The command of a line in which nothing is skipped.
fn command(line: &str) -> Command {
    let Parsed { command, notes } = parsed(line);
    assert!(notes.is_empty(), "{line:?} gave {notes:?}");
    command
}

fn go(line: &str) -> Go {
    match parsed(line).command {
        Command::Go(go) => go,
        other => panic!("{line:?} gave {other:?}"),
    }
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn position(start: Start, moves: &[&str]) -> Command {
    Command::Position(Position { start, moves: strings(moves) })
}

fn fen(text: &str) -> Start {
    Start::Fen(text.to_owned())
}

fn option(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
}

#[test]
fn words_without_arguments() {
    let table = [
        ("", Command::Blank),
        (" \t ", Command::Blank),
        ("uci", Command::Uci),
        ("isready", Command::IsReady),
        ("register name Stefan code 4359874324", Command::Register),
        ("ucinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("d", Command::Display),
        ("eval", Command::Evaluate),
        ("bench", Command::Bench(Vec::new())),
        ("bench 16 1 13", Command::Bench(strings(&["16", "1", "13"]))),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
    ];
    for (line, expected) in table {
        assert_eq!(command(line), expected, "{line:?}");
    }
}

#[test]
fn line_ends_and_runs_of_blanks_do_not_matter() {
    assert_eq!(command("uci\r\n"), Command::Uci);
    assert_eq!(command(" isready\r\n"), Command::IsReady);
    assert_eq!(command(" position startpos\t \r\n"), position(Start::Standard, &[]));
    assert_eq!(command("go  \t depth\t2 \r\n"), command("go depth 2"));
    assert_eq!(command("\u{feff}uci\n"), Command::Uci, "a byte order mark");
}

#[test]
fn unknown_words_before_a_command_are_skipped_and_noted() {
    let found = parsed("joho debug on");
    assert_eq!(found.command, Command::Debug(true));
    assert_eq!(found.notes, ["`joho` skipped"]);
    let unknown = ParseError::Unknown { line: "foobar baz".to_owned() };
    assert_eq!(parse(b"  foobar baz\r\n"), Err(unknown));
}

#[test]
fn bytes_that_are_no_text_are_unreadable() {
    let lines: [&[u8]; 4] = [b"\xFF\xFE\0go\n", b"\xFF\xFE go", b"go\0", b"uci\xC3"];
    for line in lines {
        assert_eq!(parse(line), Err(ParseError::Unreadable), "{line:?}");
    }
}

#[test]
fn positions() {
    let kiwi = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let table = [
        ("position startpos".to_owned(), position(Start::Standard, &[])),
        ("position startpos moves".to_owned(), position(Start::Standard, &[])),
        (
            "position startpos moves e2e4 e7e5 a8a1 g1f3".to_owned(),
            position(Start::Standard, &["e2e4", "e7e5", "a8a1", "g1f3"]),
        ),
        (
            "position startpos moves L@e10 0000 A zero".to_owned(),
            position(Start::Standard, &["L@e10", "0000", "A", "zero"]),
        ),
        (format!("position fen {kiwi}"), position(fen(kiwi), &[])),
        (format!("position fen {kiwi} moves e1g1"), position(fen(kiwi), &["e1g1"])),
        ("position fen startpos".to_owned(), position(fen("startpos"), &[])),
        ("position fen blah".to_owned(), position(fen("blah"), &[])),
        ("position fen 8/8 ws -  0\t1 moves".to_owned(), position(fen("8/8 ws - 0 1"), &[])),
        ("position startpos moves é2e4".to_owned(), position(Start::Standard, &["é2e4"])),
        (
            "position fen ♔7/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            position(fen("♔7/8/8/8/8/8/8/8 w - - 0 1"), &[]),
        ),
    ];
    for (line, expected) in table {
        assert_eq!(command(&line), expected, "{line:?}");
    }
}

#[test]
fn long_move_lists_are_kept_whole() {
    let line = format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(500));
    let Command::Position(position) = command(&line) else { panic!("no position") };
    assert_eq!(position.moves.len(), 2000);
}

#[test]
fn skipped_words_of_a_position_are_noted() {
    let found = parsed("position now startpos here moves e2e4");
    assert_eq!(found.command, position(Start::Standard, &["e2e4"]));
    assert_eq!(found.notes, ["position: `now` skipped", "position: `here` skipped"]);
}

#[test]
fn commands_that_lack_what_they_need_are_bad_arguments() {
    for line in [
        "position",
        "position moves e2e4",
        "position fen",
        "position fen moves e2e4",
        "position e2e4",
        "setoption",
        "setoption Hash value 3",
        "setoption name",
        "setoption name value 3",
        "debug",
        "debug perhaps",
    ] {
        match parse(line.as_bytes()) {
            Err(ParseError::BadArgument { line: named, reason }) => {
                assert_eq!(named, line);
                assert!(!reason.is_empty());
            }
            other => panic!("{line:?} gave {other:?}"),
        }
    }
}

#[test]
fn options_keep_names_and_values_as_written() {
    let table = [
        ("setoption name hASH value 32", option("hASH", Some("32"))),
        ("setoption name Move Overhead value 50", option("Move Overhead", Some("50"))),
        ("setoption name Move \t Overhead value 50", option("Move Overhead", Some("50"))),
        ("setoption name Clear Hash", option("Clear Hash", None)),
        ("setoption name Log value", option("Log", Some(""))),
        ("setoption name Log value <empty>", option("Log", Some(""))),
        (
            "setoption name VariantPath value C:\\my  games\\a value.txt ",
            option("VariantPath", Some("C:\\my  games\\a value.txt")),
        ),
        ("setoption name Hash value -1", option("Hash", Some("-1"))),
        (
            "setoption name Hash value 18446744073709551616",
            option("Hash", Some("18446744073709551616")),
        ),
    ];
    for (line, expected) in table {
        assert_eq!(command(line), expected, "{line:?}");
    }
    assert_eq!(parsed("setoption the name Hash").notes, ["setoption: `the` skipped"]);
}

#[test]
fn option_names_are_compared_without_case_and_with_blanks() {
    assert!(same_option_name("hASH", "Hash"));
    assert!(same_option_name(" move   overhead", "Move Overhead"));
    assert!(!same_option_name("MoveOverhead", "Move Overhead"));
    assert!(!same_option_name("Move", "Move Overhead"));
    assert!(!same_option_name("Move Overhead", "Move"));
}

#[test]
fn every_keyword_of_go() {
    let empty = Go::default();
    let table = [
        ("go", empty.clone()),
        ("go infinite", Go { infinite: true, ..empty.clone() }),
        ("go ponder", Go { ponder: true, ..empty.clone() }),
        ("go depth 5", Go { depth: Some(5), ..empty.clone() }),
        ("go nodes 2000", Go { nodes: Some(2000), ..empty.clone() }),
        ("go mate 3", Go { mate: Some(3), ..empty.clone() }),
        ("go perft 4", Go { perft: Some(4), ..empty.clone() }),
        ("go movetime 1000", Go { move_time: Some(1000), ..empty.clone() }),
        ("go movetime 0", Go { move_time: Some(0), ..empty.clone() }),
        ("go movetime -1", Go { move_time: Some(-1), ..empty.clone() }),
        (
            "go wtime 1000 btime 2000 movestogo 1",
            Go {
                white_time: Some(1000),
                black_time: Some(2000),
                moves_to_go: Some(1),
                ..empty.clone()
            },
        ),
        (
            "go wtime 165661 btime -170671 winc 2000 binc 2001",
            Go {
                white_time: Some(165_661),
                black_time: Some(-170_671),
                white_increment: Some(2000),
                black_increment: Some(2001),
                ..empty.clone()
            },
        ),
        (
            "go ponder wtime 1000 btime 1000",
            Go { ponder: true, white_time: Some(1000), black_time: Some(1000), ..empty.clone() },
        ),
        (
            "go nodes 2000 searchmoves a1a2 a2a3 a3a4",
            Go {
                nodes: Some(2000),
                search_moves: strings(&["a1a2", "a2a3", "a3a4"]),
                ..empty.clone()
            },
        ),
        (
            "go searchmoves a2a3 depth 2",
            Go { depth: Some(2), search_moves: strings(&["a2a3"]), ..empty.clone() },
        ),
        (
            "go depth 3 searchmoves e2e5 infinite",
            Go {
                depth: Some(3),
                infinite: true,
                search_moves: strings(&["e2e5"]),
                ..empty.clone()
            },
        ),
    ];
    for (line, expected) in table {
        assert_eq!(command(line), Command::Go(expected), "{line:?}");
    }
}

#[test]
fn words_of_go_that_are_skipped_never_take_the_next_keyword_along() {
    let table: [(&str, &str, &[&str]); 3] = [
        ("go foo movetime 100", "go movetime 100", &["go: `foo` skipped"]),
        ("go searchmoves depth 2", "go depth 2", &["go: `searchmoves` without a move, skipped"]),
        ("go 5 infinite", "go infinite", &["go: `5` skipped"]),
    ];
    for (line, meant, notes) in table {
        let found = parsed(line);
        assert_eq!(found.command, command(meant), "{line:?}");
        assert_eq!(found.notes, notes, "{line:?}");
    }
}

#[test]
fn a_keyword_of_go_without_its_number_is_remembered() {
    for keyword in Go::NUMBERED {
        for line in [format!("go {keyword}"), format!("go {keyword} 0x5 {keyword} 1.5")] {
            let found = parsed(&line);
            let expected = Go { unreadable: vec![keyword], ..Go::default() };
            assert_eq!(found.command, Command::Go(expected), "{line}");
            let note = format!("go: `{keyword}` without a number, skipped");
            assert!(found.notes.contains(&note), "{:?}", found.notes);
        }
        let later = go(&format!("go {keyword} {keyword} 7 infinite"));
        assert_eq!(later.unreadable, [""; 0], "the number came later");
    }
    let skipped = parsed("go depth abc movetime 100");
    let expected = Go { move_time: Some(100), unreadable: vec!["depth"], ..Go::default() };
    assert_eq!(skipped.command, Command::Go(expected));
    assert_eq!(skipped.notes, ["go: `depth` without a number, skipped", "go: `abc` skipped"]);
    let several = go("go movetime depth wtime btime 5");
    assert_eq!(several.unreadable, ["wtime", "depth", "movetime"]);
    assert_eq!(several.to_string(), "go btime 5 wtime depth movetime");
}

#[test]
fn numbers_of_go_saturate() {
    let huge = "99999999999999999999999";
    assert_eq!(go(&format!("go wtime {huge}")).white_time, Some(i64::MAX));
    assert_eq!(go(&format!("go btime -{huge}")).black_time, Some(i64::MIN));
    assert_eq!(go(&format!("go depth {huge}")).depth, Some(u32::MAX));
    assert_eq!(go("go depth 4294967296").depth, Some(u32::MAX));
    assert_eq!(go("go depth -3 nodes -7 movestogo -1").depth, Some(0));
    assert_eq!(go("go nodes -7").nodes, Some(0));
    assert_eq!(go("go movestogo -1").moves_to_go, Some(0));
}

#[test]
fn replies() {
    let declared = |name: &str, kind| Reply::Option(OptionDeclaration { name: name.into(), kind });
    let best = |best: Option<&str>, ponder: Option<&str>| Reply::BestMove {
        best: best.map(str::to_owned),
        ponder: ponder.map(str::to_owned),
    };
    let choices = strings(&["chess", "avatar"]);
    let table = [
        (Reply::Name("Caryatid 0.1.0".into()), "id name Caryatid 0.1.0"),
        (Reply::Author("the founders".into()), "id author the founders"),
        (Reply::UciOk, "uciok"),
        (Reply::ReadyOk, "readyok"),
        (
            declared("Hash", OptionKind::Spin { default: 64, min: 1, max: 65536 }),
            "option name Hash type spin default 64 min 1 max 65536",
        ),
        (
            declared("Ponder", OptionKind::Check { default: false }),
            "option name Ponder type check default false",
        ),
        (
            declared("UCI_Variant", OptionKind::Combo { default: "chess".into(), choices }),
            "option name UCI_Variant type combo default chess var chess var avatar",
        ),
        (declared("Clear Hash", OptionKind::Button), "option name Clear Hash type button"),
        (
            declared("Name", OptionKind::String { default: "x y".into() }),
            "option name Name type string default x y",
        ),
        (
            declared("VariantPath", OptionKind::File { default: String::new() }),
            "option name VariantPath type string default <empty>",
        ),
        (best(Some("e2e4"), None), "bestmove e2e4"),
        (best(Some("e2e4"), Some("e7e5")), "bestmove e2e4 ponder e7e5"),
        (best(None, Some("e7e5")), "bestmove (none)"),
        (Reply::InfoString("first\r\nsecond".into()), "info string first  second"),
        (Reply::PerftMove { action: "a2a3".into(), count: 20 }, "a2a3: 20"),
        (Reply::PerftTotal(400), "Nodes searched: 400"),
        (Reply::Plain("  +---+ ".into()), "  +---+"),
    ];
    for (reply, expected) in table {
        assert_eq!(reply.to_string(), expected);
    }
}

#[test]
fn info_lines_name_the_kind_of_score_and_end_with_the_variation() {
    let full = Info {
        depth: Some(12),
        selective_depth: Some(20),
        multi_pv: Some(1),
        score: Some((Score::Centipawns(-368), Bound::Exact)),
        nodes: Some(123_456),
        nodes_per_second: Some(1_000_000),
        hash_full: Some(999),
        table_base_hits: Some(0),
        time: Some(123),
        pv: strings(&["e2e4", "0000"]),
        ..Info::default()
    };
    assert_eq!(
        Reply::Info(full).to_string(),
        "info depth 12 seldepth 20 multipv 1 score cp -368 nodes 123456 nps 1000000 hashfull 999 \
         tbhits 0 time 123 pv e2e4 0000"
    );
    let scores = [
        (Score::Mate(0), Bound::Exact, "info depth 0 score mate 0"),
        (Score::Mate(-2), Bound::Upper, "info depth 0 score mate -2 upperbound"),
        (Score::Centipawns(31), Bound::Lower, "info depth 0 score cp 31 lowerbound"),
    ];
    for (score, bound, expected) in scores {
        let info = Info { depth: Some(0), score: Some((score, bound)), ..Info::default() };
        assert_eq!(info.to_string(), expected);
    }
    let current =
        Info { current_move: Some("a2a3".into()), current_move_number: Some(3), ..Info::default() };
    assert_eq!(current.to_string(), "info currmove a2a3 currmovenumber 3");
}
