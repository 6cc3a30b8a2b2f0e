//! XBoard text in both directions, command by command.
#![allow(missing_docs)]

use caryatid_protocol::ParseError;
use caryatid_protocol::text::Coordinate;
use caryatid_protocol::xboard::{
    Centiseconds, Command, EditCommand, Level, MoveSelection, Outcome, Reply, parse, parse_edit,
};
use std::time::Duration;

fn command(line: &str) -> Command {
    parse(line.as_bytes()).unwrap_or_else(|error| panic!("{line:?}: {error}"))
}

fn level(moves: u32, base_milliseconds: u64, increment_milliseconds: u64) -> Command {
    Command::Level(Level {
        moves,
        base: Duration::from_millis(base_milliseconds),
        increment: Duration::from_millis(increment_milliseconds),
    })
}

#[test]
fn words_without_arguments() {
    let table = [
        ("", Command::Blank),
        ("xboard\n", Command::XBoard),
        ("new", Command::New),
        ("quit\r\n", Command::Quit),
        ("random", Command::Random),
        ("force", Command::Force),
        ("go", Command::Go),
        ("playother", Command::PlayOther),
        ("white", Command::White),
        ("black", Command::Black),
        ("?", Command::MoveNow),
        ("draw", Command::Draw),
        ("edit", Command::Edit),
        ("hint", Command::Hint),
        ("bk", Command::Book),
        ("undo", Command::Undo),
        ("remove", Command::Remove),
        ("hard", Command::Hard),
        ("easy", Command::Easy),
        ("post", Command::Post),
        ("nopost", Command::NoPost),
        ("analyze", Command::Analyze),
        (".", Command::AnalysisStatus),
        ("exit", Command::Exit),
        ("computer", Command::Computer),
        ("pause", Command::Pause),
        ("resume", Command::Resume),
    ];
    for (line, expected) in table {
        assert_eq!(command(line), expected, "{line:?}");
    }
}

#[test]
fn commands_with_text() {
    let table = [
        ("accepted ping", Command::Accepted("ping".into())),
        ("accept smp", Command::Accepted("smp".into())),
        ("rejected setboard", Command::Rejected("setboard".into())),
        ("reject san", Command::Rejected("san".into())),
        ("variant avatar", Command::Variant("avatar".into())),
        ("variant nosuchthing", Command::Variant("nosuchthing".into())),
        (
            "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
            Command::SetBoard("8/8/8/8/8/8/8/8 w - - 0 1".into()),
        ),
        ("setboard [lll] w - - 0 1", Command::SetBoard("[lll] w - - 0 1".into())),
        ("name GM Smith", Command::OpponentName("GM Smith".into())),
        ("ics -", Command::Ics("-".into())),
        ("lift a0", Command::Lift("a0".into())),
        ("lift _N", Command::Lift("_N".into())),
        ("put e4", Command::Put("e4".into())),
        ("hover k11", Command::Hover("k11".into())),
        ("exclude all", Command::Exclude(MoveSelection::All)),
        ("exclude e2e4", Command::Exclude(MoveSelection::Move("e2e4".into()))),
        ("include all", Command::Include(MoveSelection::All)),
        ("include e2e4", Command::Include(MoveSelection::Move("e2e4".into()))),
        (
            "egtpath syzygy C:\\end games",
            Command::EndgameTablePath { kind: "syzygy".into(), path: "C:\\end games".into() },
        ),
        (
            "option Move Overhead=50",
            Command::SetOption { name: "Move Overhead".into(), value: Some("50".into()) },
        ),
        (
            "option VariantPath=/my games/a=b.txt",
            Command::SetOption {
                name: "VariantPath".into(),
                value: Some("/my games/a=b.txt".into()),
            },
        ),
        ("option Clear Hash", Command::SetOption { name: "Clear Hash".into(), value: None }),
        (
            "result 0-1 {Black mates}",
            Command::Result { outcome: Outcome::BlackWins, comment: "Black mates".into() },
        ),
        ("result *", Command::Result { outcome: Outcome::Unfinished, comment: String::new() }),
        (
            "result nobody {knows}",
            Command::Result { outcome: Outcome::Unfinished, comment: "nobody {knows".into() },
        ),
    ];
    for (line, expected) in table {
        assert_eq!(command(line), expected, "{line:?}");
    }
}

#[test]
fn commands_with_numbers() {
    let table = [
        ("protover 2", Command::ProtocolVersion(2)),
        ("protover 3", Command::ProtocolVersion(3)),
        ("ping 7", Command::Ping(7)),
        ("sd 4", Command::Depth(4)),
        ("nps 20000", Command::NodesPerSecond(20_000)),
        ("time 5800", Command::Time(Centiseconds(5800))),
        ("time -3", Command::Time(Centiseconds(-3))),
        ("otim 30000", Command::OpponentTime(Centiseconds(30_000))),
        ("memory 64", Command::Memory(64)),
        ("cores 2", Command::Cores(2)),
        ("cores 99999999999999999999", Command::Cores(u32::MAX)),
        ("rating 2000 -1", Command::Rating { own: 2000, opponent: -1 }),
        ("st 10", Command::MoveTime(Duration::from_secs(10))),
        ("st 0.25", Command::MoveTime(Duration::from_millis(250))),
        ("st 1", Command::MoveTime(Duration::from_secs(1))),
    ];
    for (line, expected) in table {
        assert_eq!(command(line), expected, "{line:?}");
    }
}

#[test]
fn time_controls() {
    let table = [
        ("level 40 1 0", level(40, 60_000, 0)),
        ("level 39 0:58 0", level(39, 58_000, 0)),
        ("level 1 0:03 0", level(1, 3_000, 0)),
        ("level 40 0:30 0", level(40, 30_000, 0)),
        ("level 0 0:02 0", level(0, 2_000, 0)),
        ("level 0 5 0", level(0, 300_000, 0)),
        ("level 0 1 0.05", level(0, 60_000, 50)),
        ("level 0 0.5 12", level(0, 30_000, 12_000)),
        ("level 0 1:30.5 .1", level(0, 90_500, 100)),
        ("level  40\t5 2 ", level(40, 300_000, 2_000)),
    ];
    for (line, expected) in table {
        assert_eq!(command(line), expected, "{line:?}");
    }
    let Command::Level(endless) = command("level 0 99999999999999999999 0") else {
        panic!("no level")
    };
    assert!(endless.base > Duration::from_secs(3_000_000_000), "too long becomes a century");
    assert_eq!(Centiseconds(100).milliseconds(), 1000);
    assert_eq!(Centiseconds(i64::MIN).milliseconds(), i64::MIN);
}

#[test]
fn moves_with_and_without_usermove() {
    for text in [
        "e2e4",
        "b2b3",
        "e7e8q",
        "e7e8=Q",
        "k10k7",
        "f10f11a",
        "b2d3z",
        "b0c0",
        "a7a8+",
        "P@b7",
        "+P@b7",
        "O-O",
        "O-O-O",
        "0-0",
        "o-o-o",
        "@@@@",
        "0000",
        "--",
        "e5d5,d5d6",
        "e5d5,",
        "d7f8,f8d7",
        "a4b5,b5`9",
        "E2E4",
    ] {
        assert_eq!(command(text), Command::Move(text.into()), "{text:?}");
        assert_eq!(command(&format!("usermove {text}\r\n")), Command::Move(text.into()));
    }
    assert_eq!(command("usermove pass"), Command::Move("pass".into()), "the game knows its words");
}

#[test]
fn anything_else_is_unknown() {
    for line in [
        "foobar",
        "foobar 3",
        "e2",
        "e2e",
        "a1a2a3",
        "a01a2",
        "a100b2",
        "é2e4",
        "e2e4 e7e5",
        "@b7",
        "PP@b7",
        "P@b",
        "P@b7q",
        "e2e4,x",
        ",",
        ",e5d5",
        "O-O-O-O",
        "e2e4é",
        "♔",
        "NEW",
        "2",
    ] {
        let expected = ParseError::Unknown { line: line.into() };
        assert_eq!(parse(line.as_bytes()), Err(expected), "{line:?}");
    }
    let lines: [&[u8]; 3] = [b"\xFF\xFE\0go\n", b"go\0", b"usermove \xC3"];
    for line in lines {
        assert_eq!(parse(line), Err(ParseError::Unreadable), "{line:?}");
    }
}

#[test]
fn arguments_that_cannot_be_read_are_named() {
    for line in [
        "protover",
        "protover two",
        "variant",
        "level",
        "level 40 5",
        "level x y z",
        "level 40 x 0",
        "level 40 5 z",
        "level -1 5 0",
        "level 40 -5 0",
        "level 40 :30 0",
        "level 40 5: 0",
        "st",
        "st abc",
        "st -1",
        "st .",
        "st 1e3",
        "sd",
        "sd -1",
        "sd 3.5",
        "nps -1",
        "time",
        "time soon",
        "otim 1.5",
        "usermove",
        "ping",
        "ping x",
        "setboard",
        "exclude",
        "include",
        "rating",
        "rating 1",
        "rating a b",
        "memory",
        "memory -1",
        "cores many",
        "egtpath",
        "egtpath syzygy",
        "option",
        "option =3",
        "lift",
        "put",
        "hover",
    ] {
        let error = parse(line.as_bytes()).expect_err(line);
        let answer = Reply::from_parse_error(&error).map(|reply| reply.to_string());
        assert_eq!(answer, Some(format!("Error (bad argument): {line}")));
        let ParseError::BadArgument { reason, .. } = error else { panic!("{error:?}") };
        assert!(!reason.is_empty(), "{line:?}");
    }
}

#[test]
fn errors_become_the_lines_that_xboard_expects() {
    let answer = |line: &[u8]| {
        parse(line).err().and_then(|error| Reply::from_parse_error(&error)).map(|r| r.to_string())
    };
    assert_eq!(answer(b" foobar \r\n").as_deref(), Some("Error (unknown command): foobar"));
    assert_eq!(answer(b"st abc").as_deref(), Some("Error (bad argument): st abc"));
    assert_eq!(answer(b"\xFF"), None);
}

#[test]
fn lines_of_edit_mode() {
    let place = |man: &str, file, rank| EditCommand::Place {
        man: man.to_owned(),
        square: Coordinate { file, rank },
    };
    let table = [
        ("", EditCommand::Blank),
        ("#\r\n", EditCommand::ClearBoard),
        ("c", EditCommand::OtherColour),
        (".", EditCommand::Done),
        ("Pa4", place("P", 'a', 4)),
        ("Kk11", place("K", 'k', 11)),
        ("+Rb0", place("+R", 'b', 0)),
        ("N'c3", place("N'", 'c', 3)),
        ("Xa4", place("X", 'a', 4)),
        ("xa4", EditCommand::Remove(Coordinate { file: 'a', rank: 4 })),
    ];
    for (line, expected) in table {
        assert_eq!(parse_edit(line.as_bytes()), Ok(expected), "{line:?}");
    }
    for line in ["P", "Pa", "a4", "Pa4b", "Pa04", "4a4", "éa4", "go", "P a4", "+"] {
        assert_eq!(
            parse_edit(line.as_bytes()),
            Err(ParseError::Unknown { line: line.into() }),
            "{line:?}"
        );
    }
    assert_eq!(parse_edit(b"P\xFF4"), Err(ParseError::Unreadable));
}
