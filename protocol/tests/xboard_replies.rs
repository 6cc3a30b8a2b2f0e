//! What an engine says to XBoard.
#![allow(missing_docs)]

use caryatid_protocol::xboard::{
    AnalysisStatus, Feature, Outcome, Reply, Switch, Thinking, mate_score, negotiation,
};
use caryatid_protocol::{Bound, OptionDeclaration, OptionKind, Score};

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn lines(replies: &[Reply]) -> Vec<String> {
    replies.iter().map(Reply::to_string).collect()
}

#[test]
fn every_plain_reply() {
    let table = [
        (Reply::Move("k10k7".into()), "move k10k7"),
        (Reply::Pong(7), "pong 7"),
        (
            Reply::IllegalMove { reason: "no man on e2".into(), text: "e2e5".into() },
            "Illegal move (no man on e2): e2e5",
        ),
        (
            Reply::Error { reason: "command not legal now".into(), line: "undo".into() },
            "Error (command not legal now): undo",
        ),
        (Reply::TellUserError("Illegal position".into()), "tellusererror Illegal position"),
        (Reply::TellUser("hello".into()), "telluser hello"),
        (
            Reply::Result { outcome: Outcome::Draw, reason: "threefold {again}".into() },
            "1/2-1/2 {threefold (again)}",
        ),
        (Reply::Resign, "resign"),
        (Reply::OfferDraw, "offer draw"),
        (
            Reply::Setup("(PNK.pnk.) 8x10+0_lion 8/8 w - - 0 1".into()),
            "setup (PNK.pnk.) 8x10+0_lion 8/8 w - - 0 1",
        ),
        (Reply::Piece("Z& NN".into()), "piece Z& NN"),
        (Reply::Highlight("8/3Y4/8".into()), "highlight 8/3Y4/8"),
        (Reply::Choice("AMCDZ".into()), "choice AMCDZ"),
        (Reply::Hint("e2e4".into()), "Hint: e2e4"),
        (Reply::BookLine("no book".into()), "\tno book"),
        (Reply::BookEnd, ""),
        (Reply::Remark("64 MiB".into()), "# 64 MiB"),
    ];
    for (reply, expected) in table {
        assert_eq!(reply.to_string(), expected);
    }
}

#[test]
fn a_move_of_two_legs_takes_two_lines() {
    assert_eq!(lines(&Reply::moves("e2e4")), ["move e2e4"]);
    assert_eq!(lines(&Reply::moves("e5d5,d5d6")), ["move e5d5,", "move d5d6"]);
    assert_eq!(lines(&Reply::moves("e5d5,")), ["move e5d5,"]);
}

#[test]
fn features_begin_with_done_0_and_end_with_done_1() {
    let option = |name: &str, kind| Feature::Option(OptionDeclaration { name: name.into(), kind });
    let choices = strings(&["3/2", "none", "2/1"]);
    let replies = negotiation([
        Feature::Switch(Switch::Ping, true),
        Feature::Switch(Switch::San, false),
        Feature::MyName("Caryatid \"0.1\"".into()),
        Feature::Variants(strings(&["normal", "avatar"])),
        Feature::EndgameTables(strings(&["syzygy"])),
        option("Hash", OptionKind::Spin { default: 64, min: 1, max: 1024 }),
        option("Ponder", OptionKind::Check { default: true }),
        option("Handicap White", OptionKind::Combo { default: "none".into(), choices }),
        option("Clear Hash", OptionKind::Button),
        option("Label", OptionKind::String { default: "a b".into() }),
        option("VariantPath", OptionKind::File { default: "x.txt".into() }),
        option("Nothing", OptionKind::String { default: String::new() }),
        option("No file", OptionKind::File { default: " ".into() }),
    ]);
    let expected = [
        "feature done=0",
        "feature ping=1",
        "feature san=0",
        "feature myname=\"Caryatid '0.1'\"",
        "feature variants=\"normal,avatar\"",
        "feature egt=\"syzygy\"",
        "feature option=\"Hash -spin 64 1 1024\"",
        "feature option=\"Ponder -check 1\"",
        "feature option=\"Handicap White -combo 3/2 /// *none /// 2/1\"",
        "feature option=\"Clear Hash -button\"",
        "feature option=\"Label -string a b\"",
        "feature option=\"VariantPath -file x.txt\"",
        // XBoard 4.9.1 rejects them without the last blank.
        "feature option=\"Nothing -string \"",
        "feature option=\"No file -file \"",
        "feature done=1",
    ];
    assert_eq!(lines(&replies), expected);
}

fn thinking(score: Score, bound: Bound) -> Thinking {
    Thinking {
        depth: 9,
        score,
        bound,
        time: 1234,
        nodes: 56_789,
        selective_depth: 20,
        nodes_per_second: 1_000_000,
        table_base_hits: 0,
        pv: strings(&["b2d3z", "@@@@"]),
    }
}

#[test]
fn thinking_lines_mark_their_bounds() {
    let table = [
        (Bound::Exact, "9 -31 1234 56789 20 1000000 0\tb2d3z @@@@"),
        (Bound::Upper, "9 -31 1234 56789 20 1000000 0\tb2d3z @@@@?"),
        (Bound::Lower, "9 -31 1234 56789 20 1000000 0\tb2d3z @@@@!"),
    ];
    for (bound, expected) in table {
        let reply = Reply::Thinking(thinking(Score::Centipawns(-31), bound));
        assert_eq!(reply.to_string(), expected);
    }
}

#[test]
fn mates_count_from_100000_and_nothing_else_comes_near() {
    let table = [
        (Score::Mate(1), 100_001),
        (Score::Mate(12), 100_012),
        (Score::Mate(-2), -100_002),
        (Score::Mate(0), -100_000),
        (Score::Mate(i32::MAX), i32::MAX),
        (Score::Mate(i32::MIN), i32::MIN),
        (Score::Centipawns(-368), -368),
        (Score::Centipawns(2_000_000), 99_999),
        (Score::Centipawns(i32::MIN), -99_999),
    ];
    for (score, expected) in table {
        assert_eq!(mate_score(score), expected, "{score:?}");
    }
}

#[test]
fn the_state_of_an_analysis() {
    let mut status = AnalysisStatus {
        time: 1234,
        nodes: 30_000,
        depth: 7,
        moves_left: 5,
        moves_total: 30,
        current_move: None,
    };
    assert_eq!(Reply::AnalysisStatus(status.clone()).to_string(), "stat01: 1234 30000 7 5 30");
    status.current_move = Some("g1f3".into());
    assert_eq!(Reply::AnalysisStatus(status).to_string(), "stat01: 1234 30000 7 5 30 g1f3");
}

#[test]
fn phrases_that_mean_a_failed_start_are_broken_up() {
    let said = |text: &str| Reply::Remark(text.into()).to_string();
    assert_eq!(said("file not found"), "# file not-found");
    assert_eq!(said("NOT FOUND, not\nfound"), "# NOT-FOUND, not-found");
    assert_eq!(said("No such file or directory"), "# No-such file or directory");
    assert_eq!(said("Permission denied"), "# Permission-denied");
    assert_eq!(said("unknown host"), "# unknown-host");
    assert_eq!(said("can't alloc"), "# can't-alloc");
    let echo = Reply::Error { reason: "unknown command".into(), line: "x not found".into() };
    assert_eq!(echo.to_string(), "Error (unknown command): x not-found");
}
