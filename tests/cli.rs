//! The commands of the command line: output, exit codes, help.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn caryatid(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_caryatid"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn run(arguments: &[&str]) -> String {
    let output = caryatid(arguments, "");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    text(&output)
}

/// A file of its own for a test.
fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("caryatid-{}-{name}", std::process::id()))
}

#[test]
fn perft_ends_with_the_number_of_nodes() {
    assert_eq!(run(&["perft", "--depth", "4"]), "nodes 197281\n");
    let avatar = run(&["perft", "--variant", "avatar", "--depth", "2", "--threads", "2"]);
    assert_eq!(avatar, "nodes 13932\n");
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let divided = run(&["perft", "--depth", "3", "--fen", fen, "--divide"]);
    assert_eq!(divided.lines().count(), 49);
    assert!(divided.ends_with("nodes 97862\n"));
    assert_eq!(run(&["perft", "--depth", "0"]), "nodes 1\n");
}

#[test]
fn bench_counts_the_same_nodes_each_time() {
    let nodes = |text: String| {
        let last = text.lines().last().unwrap().to_owned();
        let words: Vec<String> = last.split(' ').map(str::to_owned).collect();
        assert_eq!((words.len(), words[1].as_str(), words[3].as_str()), (4, "nodes", "nps"));
        words[0].parse::<u64>().unwrap()
    };
    let first = nodes(run(&["bench", "--depth", "4"]));
    assert!(first > 1000);
    assert_eq!(nodes(run(&["bench", "--depth", "4"])), first);
}

#[test]
fn variants_lists_every_game() {
    let listed = run(&["variants"]);
    for name in ["chess", "avatar", "capablanca", "grand", "riff-riders"] {
        assert!(listed.contains(name), "{name} in {listed}");
    }
}

#[test]
fn a_human_plays_over_a_pipe() {
    let input = "help\ne2e5\nhint\nmoves\nfen\ne2e4\nundo\nd2d4\nquit\n";
    let output = caryatid(&["play", "chess", "--movetime", "20"], input);
    assert!(output.status.success());
    let said = text(&output);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for expected in
        ["such as a2a3, h2h4.", "take back", "e2e5 is not legal", "Hint: ", "d2d4 e2e3 e2e4", start]
    {
        assert!(said.contains(expected), "{expected} in {said}");
    }
    assert_eq!(said.matches("Black plays ").count(), 2, "one answer before undo, one after");
}

#[test]
fn the_help_of_a_game_shows_its_own_moves() {
    for (game, side, examples) in [
        ("awarichess", "white", "such as A, F."),
        ("avp", "black", "such as L@a10, L@j9."),
        ("avon", "white", "such as "),
    ] {
        let arguments = ["play", game, "--human", side, "--movetime", "10"];
        let said = text(&caryatid(&arguments, "help\nquit\n"));
        assert!(said.contains(examples), "{game}: {said}");
        assert!(!said.contains("e2e4"), "{game}: {said}");
    }
}

#[test]
fn a_game_ends_with_the_input_or_with_its_result() {
    let output = caryatid(&["play", "chess", "--human", "black", "--movetime", "10"], "");
    assert!(output.status.success());
    assert!(text(&output).contains("White plays "));
    let definition = scratch("duel.txt");
    std::fs::write(
        &definition,
        "files=4 ranks=4 symmetry=none royal=K\nking:K:K:king:a1,,d4\nrook:R:R:rook:b1,,\n",
    )
    .unwrap();
    let path = definition.to_str().unwrap();
    let id = definition.file_stem().unwrap().to_str().unwrap().to_owned();
    let watched = run(&["--definition", path, "play", &id, "--watch", "--movetime", "20"]);
    let last = watched.lines().last().unwrap();
    assert!(["1-0 ", "0-1 ", "1/2-1/2 "].iter().any(|result| last.starts_with(result)), "{last}");
    std::fs::remove_file(definition).unwrap();
}

#[test]
fn bad_usage_has_exit_code_two_and_a_reason() {
    for (arguments, reason) in [
        (&["perft"][..], "--depth"),
        (&["perft", "--depth", "1", "--variant", "nosuch"], "nosuch"),
        (&["perft", "--depth", "1", "--fen", "x"], "fen"),
        (&["play"], "GAME"),
        (&["check", "/nonexistent.pgn"], "/nonexistent.pgn"),
        (&["--definition", "/nonexistent.txt", "variants"], "/nonexistent.txt"),
        (&["--definition", "/", "variants"], "regular file"),
        (&["perft", "--variant", "avatar", "--depth", "4000"], "100"),
        (&["perft", "--depth", "-1"], "'-1' for '--depth"),
        (&["match", "--games", "-1"], "'-1' for '--games"),
        (&["tune", "--games", "-1"], "'-1' for '--games"),
        (&["perft", "--depth", "many"], "'many' for '--depth"),
        (&["bench", "--depth", "0"], "depth"),
        (&["bench", "--threads", "-1"], "'-1' for '--threads"),
        (&["bench", "--depth", "4294967295"], "depth"),
        (&["bench", "--hash", "0"], "Hash"),
        (&["bench", "--hash", "18446744073709551615"], "Hash"),
        (
            &["match", "--engine", "random", "--engine", "random", "--pgn", "/none/g.pgn"],
            "/none/g.pgn",
        ),
        (&["match", "--engine", "random", "--engine", "random", "--pgn", "/dev/full"], "/dev/full"),
        (&["frobnicate"], "frobnicate"),
    ] {
        let output = caryatid(arguments, "");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
    }
}

#[test]
fn every_command_explains_itself() {
    for command in
        [&[][..], &["perft"], &["bench"], &["variants"], &["play"], &["match"], &["check"]]
    {
        let mut arguments = command.to_vec();
        arguments.push("--help");
        let help = run(&arguments);
        assert!(help.contains("Example") && help.contains("Usage: caryatid"), "{help}");
    }
}

#[test]
fn messages_go_to_a_file_on_request() {
    let log = scratch("messages.txt");
    let output = caryatid(&["--log", log.to_str().unwrap(), "perft", "--depth", "2"], "");
    assert!(output.status.success() && output.stderr.is_empty());
    let messages = std::fs::read_to_string(&log).unwrap();
    assert!(messages.contains("nodes a second"), "{messages}");
    std::fs::remove_file(log).unwrap();
}

#[test]
fn a_log_holds_the_talk_with_a_gui_in_both_directions() {
    for (input, lines) in [
        ("uci\nisready\nquit\n", ["> uci", "< uciok", "> isready", "< readyok", "> quit"]),
        ("xboard\nping 3\nfoo\nquit\n", ["> xboard", "> ping 3", "< pong 3", "> foo", "> quit"]),
    ] {
        let log = scratch("talk.txt");
        let output = caryatid(&["--log", log.to_str().unwrap()], input);
        assert!(output.status.success() && output.stderr.is_empty());
        let messages = std::fs::read_to_string(&log).unwrap();
        let mut rest = messages.as_str();
        for line in lines {
            let place = rest.find(&format!("{line}\n"));
            rest = &rest[place.unwrap_or_else(|| panic!("{line}: {messages}"))..];
        }
        assert_eq!(messages.matches("] < ").count(), text(&output).lines().count(), "{messages}");
        std::fs::remove_file(log).unwrap();
    }
}

#[test]
fn a_log_goes_on_behind_an_older_one_and_tells_when() {
    let log = scratch("older.txt");
    // Its last line was cut.
    std::fs::write(&log, "older").unwrap();
    for input in ["uci\nquit\n", "xboard\nquit\n"] {
        assert!(caryatid(&["--log", log.to_str().unwrap()], input).status.success());
    }
    let messages = std::fs::read_to_string(&log).unwrap();
    assert!(messages.starts_with("older\n# Caryatid "), "{messages}");
    let version = env!("CARGO_PKG_VERSION");
    let heads: Vec<&str> =
        messages.lines().filter_map(|line| line.strip_prefix("# Caryatid ")).collect();
    assert_eq!(heads.len(), 2, "{messages}");
    for head in &heads {
        assert!(head.starts_with(version) && head.ends_with(" UTC"), "{head}");
        assert!(head.contains(", process ") && head.contains(", 20"), "{head}");
    }
    let mut starts = heads.iter();
    let mut own = "";
    for line in messages.lines().skip(1) {
        if line.starts_with('#') {
            own = starts.next().unwrap().split([' ', ',']).nth(3).unwrap();
            continue;
        }
        let mut words = line.split_ascii_whitespace();
        assert!(words.next().unwrap().parse::<u32>().unwrap() < 60_000, "milliseconds: {line}");
        assert_eq!(words.next(), Some(own), "process: {line}");
    }
    std::fs::remove_file(log).unwrap();
}
