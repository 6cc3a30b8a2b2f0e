//! What must hold for every line: no bytes cause a panic, every reply is one line, and what is printed
//! is read back as it was.
#![allow(missing_docs)]

use caryatid_protocol::text::{Coordinate, looks_like_move, split_move, split_square};
use caryatid_protocol::{Bound, OptionDeclaration, OptionKind, Score, uci, xboard};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use std::time::Duration;

/// Text of any kind, rich in line breaks and in what the protocols treat in a special way.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<String>(),
        Just("\n".to_owned()),
        Just("\r\nuciok\n".to_owned()),
        Just("not found".to_owned()),
        Just("not\nfound".to_owned()),
        Just("can't alloc".to_owned()),
        Just("}\"<empty>".to_owned()),
        Just("é♔\u{2028}\u{85}\0\t".to_owned()),
    ];
    vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

/// Bytes, half of them a command's first word with bytes after it.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let words = "uci debug isready setoption register ucinewgame position go stop bench xboard \
                 protover level st sd nps time usermove ping result setboard exclude rating egtpath \
                 option lift #";
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let tail = prop_oneof![vec(any::<u8>(), 0..40), any_text().prop_map(String::into_bytes)];
    let arguments = "[ a-e0-9:.,@+=\u{e9}-]{0,20}".prop_map(String::into_bytes);
    (option::of(proptest::sample::select(words)), prop_oneof![tail, arguments]).prop_map(
        |(word, tail)| match word {
            Some(word) => [word.as_bytes(), b" ", &tail].concat(),
            None => tail,
        },
    )
}

fn word() -> impl Strategy<Value = String> {
    "[A-Za-z0-9@,/+]{1,8}"
}

fn uci_start() -> impl Strategy<Value = uci::Start> {
    let fen = vec(word(), 1..7).prop_map(|fields| uci::Start::Fen(fields.join(" ")));
    prop_oneof![Just(uci::Start::Standard), fen]
}

/// Moves that are no keywords: they hold a digit.
fn moves() -> impl Strategy<Value = Vec<String>> {
    vec("[a-p][0-9]{1,2}[a-p][0-9]{1,2}[a-z]?", 0..6)
}

fn uci_go() -> impl Strategy<Value = uci::Go> {
    let times = proptest::array::uniform5(option::of(any::<i64>()));
    let counts = proptest::array::uniform4(option::of(any::<u32>()));
    (moves(), any::<[bool; 2]>(), times, counts, option::of(0..=i64::MAX as u64)).prop_map(
        |(search_moves, [ponder, infinite], times, counts, nodes)| uci::Go {
            search_moves,
            ponder,
            infinite,
            white_time: times[0],
            black_time: times[1],
            white_increment: times[2],
            black_increment: times[3],
            move_time: times[4],
            moves_to_go: counts[0],
            depth: counts[1],
            mate: counts[2],
            perft: counts[3],
            nodes,
            unreadable: Vec::new(),
        },
    )
}

fn uci_command() -> impl Strategy<Value = uci::Command> {
    let option = (vec("[A-Z][a-z]{2,6}", 1..4), option::of(any_value()))
        .prop_map(|(name, value)| uci::Command::SetOption { name: name.join(" "), value });
    prop_oneof![
        Just(uci::Command::Blank),
        Just(uci::Command::Uci),
        any::<bool>().prop_map(uci::Command::Debug),
        Just(uci::Command::IsReady),
        option,
        Just(uci::Command::Register),
        Just(uci::Command::NewGame),
        (uci_start(), moves())
            .prop_map(|(start, moves)| uci::Command::Position(uci::Position { start, moves })),
        uci_go().prop_map(uci::Command::Go),
        Just(uci::Command::Stop),
        Just(uci::Command::PonderHit),
        Just(uci::Command::Quit),
        Just(uci::Command::Display),
        Just(uci::Command::Evaluate),
        vec(word(), 0..4).prop_map(uci::Command::Bench),
    ]
}

/// A value of an option, perhaps with runs of blanks inside, perhaps empty.
fn any_value() -> impl Strategy<Value = String> {
    "([!-~é]([ -~é]{0,12}[!-~é])?)?"
}

fn milliseconds() -> impl Strategy<Value = Duration> {
    (0..400_000_000u64).prop_map(Duration::from_millis)
}

fn xboard_command() -> impl Strategy<Value = xboard::Command> {
    use xboard::{Centiseconds, Command, Level, MoveSelection, Outcome};
    let selection = || {
        prop_oneof![Just(MoveSelection::All), "[a-h][1-8][a-h][1-8]".prop_map(MoveSelection::Move)]
    };
    let outcome = prop_oneof![
        Just(Outcome::WhiteWins),
        Just(Outcome::BlackWins),
        Just(Outcome::Draw),
        Just(Outcome::Unfinished)
    ];
    let texts = prop_oneof![
        word().prop_map(Command::Accepted),
        word().prop_map(Command::Rejected),
        word().prop_map(Command::Variant),
        word().prop_map(Command::Move),
        word().prop_map(Command::SetBoard),
        word().prop_map(Command::OpponentName),
        word().prop_map(Command::Ics),
        word().prop_map(Command::Lift),
        word().prop_map(Command::Put),
        word().prop_map(Command::Hover),
        selection().prop_map(Command::Exclude),
        selection().prop_map(Command::Include),
        (outcome, "[a-z]{0,5}( [a-z]{1,5})?").prop_map(|(outcome, comment)| Command::Result {
            outcome,
            comment: comment.trim().to_owned()
        }),
        (word(), vec(word(), 1..3))
            .prop_map(|(kind, path)| Command::EndgameTablePath { kind, path: path.join(" ") }),
        (vec("[A-Za-z]{1,6}", 1..3), option::of(any_value()))
            .prop_map(|(name, value)| Command::SetOption { name: name.join(" "), value }),
    ];
    let numbers = prop_oneof![
        any::<u32>().prop_map(Command::ProtocolVersion),
        (any::<u32>(), milliseconds(), milliseconds()).prop_map(|(moves, base, increment)| {
            Command::Level(Level { moves, base, increment })
        }),
        milliseconds().prop_map(Command::MoveTime),
        any::<u32>().prop_map(Command::Depth),
        (0..=i64::MAX as u64).prop_map(Command::NodesPerSecond),
        any::<i64>().prop_map(|time| Command::Time(Centiseconds(time))),
        any::<i64>().prop_map(|time| Command::OpponentTime(Centiseconds(time))),
        any::<i64>().prop_map(Command::Ping),
        any::<(i64, i64)>().prop_map(|(own, opponent)| Command::Rating { own, opponent }),
        (0..=i64::MAX as u64).prop_map(Command::Memory),
        any::<u32>().prop_map(Command::Cores),
    ];
    prop_oneof![texts, numbers]
}

fn bare_xboard_commands() -> Vec<xboard::Command> {
    use xboard::Command;
    vec![
        Command::Blank,
        Command::XBoard,
        Command::New,
        Command::Quit,
        Command::Random,
        Command::Force,
        Command::Go,
        Command::PlayOther,
        Command::White,
        Command::Black,
        Command::MoveNow,
        Command::Draw,
        Command::Edit,
        Command::Hint,
        Command::Book,
        Command::Undo,
        Command::Remove,
        Command::Hard,
        Command::Easy,
        Command::Post,
        Command::NoPost,
        Command::Analyze,
        Command::AnalysisStatus,
        Command::Exit,
        Command::Computer,
        Command::Pause,
        Command::Resume,
    ]
}

fn declaration() -> impl Strategy<Value = OptionDeclaration> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<[i64; 3]>().prop_map(|[default, min, max]| OptionKind::Spin { default, min, max }),
        (any_text(), vec(any_text(), 0..3))
            .prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        Just(OptionKind::Button),
        any_text().prop_map(|default| OptionKind::String { default }),
        any_text().prop_map(|default| OptionKind::File { default }),
    ];
    (any_text(), kind).prop_map(|(name, kind)| OptionDeclaration { name, kind })
}

fn score() -> impl Strategy<Value = (Score, Bound)> {
    let score =
        prop_oneof![any::<i32>().prop_map(Score::Centipawns), any::<i32>().prop_map(Score::Mate)];
    (score, prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)])
}

fn uci_reply() -> impl Strategy<Value = uci::Reply> {
    let info = (option::of(score()), option::of(any_text()), vec(any_text(), 0..3)).prop_map(
        |(score, current_move, pv)| uci::Info { score, current_move, pv, ..Default::default() },
    );
    prop_oneof![
        any_text().prop_map(uci::Reply::Name),
        any_text().prop_map(uci::Reply::Author),
        declaration().prop_map(uci::Reply::Option),
        info.prop_map(uci::Reply::Info),
        any_text().prop_map(uci::Reply::InfoString),
        (option::of(any_text()), option::of(any_text()))
            .prop_map(|(best, ponder)| uci::Reply::BestMove { best, ponder }),
        (any_text(), any::<u64>())
            .prop_map(|(action, count)| uci::Reply::PerftMove { action, count }),
        any_text().prop_map(uci::Reply::Plain),
    ]
}

fn thinking() -> impl Strategy<Value = xboard::Thinking> {
    (score(), any::<[u64; 4]>(), any::<[u32; 2]>(), vec(any_text(), 0..3)).prop_map(
        |((score, bound), wide, [depth, selective_depth], pv)| xboard::Thinking {
            depth,
            score,
            bound,
            time: wide[0],
            nodes: wide[1],
            selective_depth,
            nodes_per_second: wide[2],
            table_base_hits: wide[3],
            pv,
        },
    )
}

/// Replies whose text comes from elsewhere, and so must be made fit.
fn worded_xboard_reply() -> impl Strategy<Value = xboard::Reply> {
    use xboard::{Feature, Reply};
    prop_oneof![
        any_text().prop_map(|name| Reply::Feature(Feature::MyName(name))),
        vec(any_text(), 0..3).prop_map(|names| Reply::Feature(Feature::Variants(names))),
        declaration().prop_map(|option| Reply::Feature(Feature::Option(option))),
        any_text().prop_map(Reply::Move),
        (any_text(), any_text()).prop_map(|(reason, text)| Reply::IllegalMove { reason, text }),
        (any_text(), any_text()).prop_map(|(reason, line)| Reply::Error { reason, line }),
        any_text().prop_map(Reply::TellUserError),
        any_text().prop_map(Reply::TellUser),
        any_text().prop_map(Reply::Setup),
        any_text().prop_map(Reply::Piece),
        any_text().prop_map(Reply::Highlight),
        any_text().prop_map(Reply::Choice),
        any_text().prop_map(Reply::Hint),
        any_text().prop_map(Reply::BookLine),
        any_text().prop_map(Reply::Remark),
    ]
}

fn is_one_line(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && c != '\t')
}

fn holds_a_fatal_phrase(text: &str) -> bool {
    let text = text.to_lowercase();
    ["not found", "no such file", "permission denied", "unknown host", "can't alloc"]
        .iter()
        .any(|phrase| text.contains(phrase))
}

#[test]
fn bare_xboard_commands_are_read_back() {
    for command in bare_xboard_commands() {
        assert_eq!(xboard::parse(command.to_string().as_bytes()), Ok(command));
    }
}

proptest! {
    #[test]
    fn no_bytes_cause_a_panic_and_what_is_understood_is_read_back(line in any_line()) {
        if let Ok(parsed) = uci::parse(&line) {
            let again = uci::parse(parsed.command.to_string().as_bytes());
            prop_assert_eq!(again.map(|again| again.command), Ok(parsed.command));
        }
        if let Ok(command) = xboard::parse(&line) {
            prop_assert_eq!(xboard::parse(command.to_string().as_bytes()), Ok(command));
        }
        if let Ok(command) = xboard::parse_edit(&line) {
            prop_assert_eq!(xboard::parse_edit(command.to_string().as_bytes()), Ok(command));
        }
    }

    #[test]
    fn uci_commands_are_read_back(command in uci_command()) {
        let line = command.to_string();
        prop_assert!(is_one_line(&line));
        let expected = uci::Parsed { command, notes: Vec::new() };
        prop_assert_eq!(uci::parse(line.as_bytes()), Ok(expected));
    }

    #[test]
    fn xboard_commands_are_read_back(command in xboard_command()) {
        let line = command.to_string();
        prop_assert!(is_one_line(&line));
        prop_assert_eq!(xboard::parse(line.as_bytes()), Ok(command));
    }

    #[test]
    fn uci_replies_are_one_line(reply in uci_reply()) {
        let line = reply.to_string();
        prop_assert!(is_one_line(&line) && !line.contains('\t'), "{:?}", line);
    }

    #[test]
    fn xboard_replies_are_one_line_that_xboard_does_not_mistake(reply in worded_xboard_reply()) {
        let line = reply.to_string();
        prop_assert!(is_one_line(&line), "{:?}", line);
        prop_assert!(!line.starts_with(|c: char| c.is_ascii_digit()), "{:?}", line);
        prop_assert!(!holds_a_fatal_phrase(&line), "{:?}", line);
    }

    #[test]
    fn thinking_is_seven_numbers_a_tab_and_the_variation(thinking in thinking()) {
        let line = xboard::Reply::Thinking(thinking).to_string();
        prop_assert!(is_one_line(&line) && !holds_a_fatal_phrase(&line), "{:?}", line);
        let numbers = line.split('\t').next().unwrap_or_default();
        prop_assert_eq!(numbers.split(' ').filter(|word| word.parse::<i128>().is_ok()).count(), 7);
    }

    #[test]
    fn moves_come_apart_as_they_were_put_together(
        files in any::<[proptest::sample::Index; 2]>(),
        ranks in proptest::array::uniform2(0u8..100),
        suffix in "[a-zA-Z=+]{0,2}",
    ) {
        let file = |index: proptest::sample::Index| char::from(b'a' + index.index(26) as u8);
        let from = Coordinate { file: file(files[0]), rank: ranks[0] };
        let to = Coordinate { file: file(files[1]), rank: ranks[1] };
        let text = format!("{from}{to}{suffix}");
        prop_assert!(looks_like_move(&text));
        let parts = split_move(&text).map(|parts| (parts.from, parts.to, parts.suffix));
        prop_assert_eq!(parts, Some((from, to, suffix.as_str())));
    }

    #[test]
    fn any_text_may_be_asked_whether_it_is_a_move(text in any_text()) {
        if let Some(parts) = split_move(&text) {
            prop_assert!(text.ends_with(parts.suffix));
            prop_assert!(looks_like_move(&text));
        }
        if let Some((square, rest)) = split_square(&text) {
            prop_assert_eq!(format!("{square}{rest}").len(), text.len());
        }
    }
}
