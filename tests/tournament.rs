//! Matches of the real binary: programs that play well and badly, files, exit codes.

#![allow(clippy::unwrap_used)]

#[cfg(unix)]
#[path = "tournament/faults.rs"]
mod faults;
#[cfg(unix)]
#[path = "tournament/other_games.rs"]
mod other_games;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_caryatid");

/// A folder of its own for a test, empty at its beginning.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tournament-{name}"));
    // It may be there from an earlier run, or not.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn caryatid(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Runs a match that must be good.
fn good(arguments: &[&str]) -> String {
    let output = caryatid(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    said(&output)
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_match_is_refereed_and_written_down_and_the_games_are_legal() {
    let folder = scratch("written");
    let (pgn, json) = (path(&folder, "games.pgn"), path(&folder, "games.json"));
    let text = good(&[
        "match",
        "--engine",
        "self",
        "threads=2",
        "hash=1",
        "name=Two",
        "--engine",
        "random",
        "--movetime",
        "20",
        "--games",
        "2",
        "--oversubscribe",
        "--seed",
        "5",
        "--pgn",
        &pgn,
        "--json",
        &json,
    ]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.last(), Some(&"faults: 0"), "{text}");
    assert_eq!(lines[lines.len() - 2], "2-0-0 (100.0 %)", "{text}");
    let games = fs::read_to_string(&pgn).unwrap();
    assert_eq!(games.matches("[Variant \"chess\"]").count(), 2);
    assert!(games.contains("[White \"Two\"]") && games.contains("[White \"Random\"]"));
    assert!(games.contains("[Result \"1-0\"]") && games.contains("[Result \"0-1\"]"));
    assert!(games.contains("[TimeControl \"movetime 20 ms\"]"), "{games}");
    let lines = fs::read_to_string(&json).unwrap();
    assert_eq!(lines.lines().count(), 4, "a head, two games, a summary");
    assert!(lines.ends_with("}}\n") && lines.contains("\"wins\":2,\"draws\":0"));
    let checked = good(&["check", &pgn]);
    assert!(checked.starts_with("2 games, ") && checked.ends_with("faults: 0\n"), "{checked}");
}

#[test]
fn options_of_a_game_count_for_everybody_and_are_written_down() {
    let folder = scratch("options");
    let pgn = path(&folder, "games.pgn");
    let one = ["match", "--variant", "avp", "--option", "Aliens=1", "--engine", "random"];
    let program = format!("cmd={} proto=xboard", env!("CARGO_BIN_EXE_caryatid"));
    let rest = ["--engine", &program, "--movetime", "5", "--games", "2", "--pgn", &pgn];
    let text = good(&[&one[..], &rest[..]].concat());
    assert!(text.ends_with("faults: 0\n"), "{text}");
    let games = fs::read_to_string(&pgn).unwrap();
    assert_eq!(games.matches("[GameOptions \"Aliens=1\"]").count(), 2, "{games}");
    assert!(good(&["check", &pgn]).ends_with("faults: 0\n"));
    // With the standard three Aliens the second placement is missing.
    fs::write(&pgn, games.replace("Aliens=1", "Aliens=3")).unwrap();
    assert_eq!(caryatid(&["check", &pgn]).status.code(), Some(1));
}

#[test]
fn seats_have_engines_of_their_own_and_are_ranked() {
    let folder = scratch("seats");
    let pgn = path(&folder, "games.pgn");
    let text = good(&[
        "match",
        "--variant",
        "avon",
        "--seats",
        "listed",
        "--engine",
        "random",
        "name=A",
        "--engine",
        "random",
        "name=B",
        "--engine",
        "random",
        "name=C",
        "--engine",
        "random",
        "name=D",
        "--games",
        "4",
        "--pgn",
        &pgn,
    ]);
    assert!(text.ends_with("faults: 0\n"), "{text}");
    let games = fs::read_to_string(&pgn).unwrap();
    let decided =
        games.matches("[Result \"1-0\"]").count() + games.matches("[Result \"0-1\"]").count();
    assert!(decided > 0, "{games}");
    assert_eq!(games.matches("[Standing \"").count(), decided, "{games}");
    for name in ["A", "B", "C", "D"] {
        assert!(games.contains(&format!("\"{name}\"]")), "{name}: {games}");
    }
    assert!(good(&["check", &pgn]).ends_with("faults: 0\n"));
}

#[test]
fn check_tells_the_first_illegal_move_and_a_wrong_result() {
    let folder = scratch("check");
    let pgn = path(&folder, "bad.pgn");
    let fool = "1. f2f3 e7e5 2. g2g4 d8h4";
    fs::write(&pgn, format!("1. e2e4 e7e5 2. e4e5 g8f6 *\n\n{fool} 1-0\n\n{fool} 0-1\n")).unwrap();
    let output = caryatid(&["check", &pgn]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(
        lines[0].starts_with("game 1 (line 1): illegal move e4e5 by White, action 3: "),
        "{text}"
    );
    assert!(lines[1].contains("game 2") && lines[1].contains("checkmate, Black wins"), "{text}");
    assert_eq!(lines[3], "faults: 2");
    fs::write(&pgn, "1. e2e4 {no end").unwrap();
    assert_eq!(caryatid(&["check", &pgn]).status.code(), Some(2));
}

#[test]
fn check_reads_short_algebraic_notation_where_squares_tell_the_move() {
    let folder = scratch("short");
    let pgn = path(&folder, "games.pgn");
    // En passant, a promotion with a capture, castling on both sides, a rook told by its file.
    let chess = "1. e4 d5 2. e5 f5 3. exf6 Nc6 4. fxg7 Bf5 5. gxh8=Q Qd7 6. Nf3 O-O-O 7. Bb5 a6 8. O-O e6 \
                 9. a4 Nge7 10. Ra3 Ng8 11. Re1 Nf6 12. Nd4 Kb8 13. Rae3 Ka7 14. Nxc6+ bxc6 15. Bxa6 Kxa6 *";
    let large =
        "[Variant \"capablanca\"]\n\n1. h3 h6 2. Bh2 Bh7 3. Nj3 Nj6 4. Cg3 Cg6 5. O-O O-O *";
    fs::write(&pgn, format!("{chess}\n\n{large}\n")).unwrap();
    assert_eq!(good(&["check", &pgn]), "2 games, 40 moves in those without a fault\nfaults: 0\n");
    fs::write(&pgn, "1. e4 e5 2. Ke3 *\n\n1. e4 e5 2. O-O *\n\n1. e4 d5 2. exd5 d6 *\n").unwrap();
    let output = caryatid(&["check", &pgn]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for told in [
        "Ke3 by White, action 3: no legal move of the king goes to e3",
        "O-O by White, action 3: castling to that side is not legal here",
        "d6 by Black, action 4: no legal move of a pawn goes to d6",
    ] {
        assert!(text.contains(&format!("illegal move {told} (")), "{text}");
    }
}

#[test]
fn check_reads_squares_with_marks_and_long_notation() {
    let folder = scratch("marks");
    let pgn = path(&folder, "games.pgn");
    let knights = "[FEN \"4k3/8/8/8/8/4B3/8/1N2B2K w - - 0 1\"]";
    // The bishop goes, not the knight on b1; in the second game it is none of rank 1 that goes.
    let good_games = [
        &format!("{knights}\n\n1. B1d2 Kd8 2. Bd2-c1 Ke8 3. b1d2 *"),
        "1. e2-e4! d7-d5 2. e4-e5 f7-f5 3. exf6 e.p. Ng8xf6 4. d2-d3 h7h5 5. Bc1-g5 h5h4 6. g2-g4 h4xg3e.p. \
         7. g5xf6+ *",
        "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a7-a8=Q+ Kh7 *",
    ];
    for game in good_games {
        fs::write(&pgn, game).unwrap();
        assert!(good(&["check", &pgn]).ends_with("faults: 0\n"), "{game}");
    }
    let grand =
        "[Variant \"shako\"]\n[FEN \"R8k/10/10/10/10/10/10/10/10/K9 w - - 0 1\"]\n\n1. R1a9 *";
    for game in [grand, "1. e2-e5 *", "1. exd6 e.p. *", "1. Nb1-d2 *"] {
        fs::write(&pgn, game).unwrap();
        assert_eq!(caryatid(&["check", &pgn]).status.code(), Some(1), "{game}");
    }
}

#[test]
fn check_judges_nothing_that_it_can_not_read() {
    let folder = scratch("strange");
    let pgn = path(&folder, "games.pgn");
    for game in [
        "1. -- *",
        "1. Z0 *",
        "1. e.p. *",
        "1. Sf3 *",
        "1. e2:e4 *",
        "[Variant \"avon\"]\n\n1. a3 *",
        "[Variant \"avon\"]\n\n1. B1d2 *",
        "[Variant \"awarichess\"]\n\n1. Nf3 *",
        "[Variant \"avp\"]\n\n1. e4 *",
        "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8 *",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Kg1 *",
    ] {
        fs::write(&pgn, game).unwrap();
        let output = caryatid(&["check", &pgn]);
        assert_eq!(output.status.code(), Some(2), "{game}: {}", said(&output));
        assert!(said(&output).ends_with("faults: 0\n"), "{game}");
    }
}

#[test]
fn check_says_what_it_can_not_read() {
    let folder = scratch("unread");
    let pgn = path(&folder, "games.pgn");
    fs::write(&pgn, "1. e2e4 e7e5 *\n\n1. Nf3 d5 2. Nc3 d4 3. Ne4 a6 4. Ng5 *\n\n1. e2e5 *\n")
        .unwrap();
    let output = caryatid(&["check", &pgn]);
    assert_eq!(output.status.code(), Some(2));
    let (text, complaint) = (said(&output), String::from_utf8_lossy(&output.stderr).into_owned());
    assert!(
        text.contains("game 2 (line 3): not read, Ng5 does not say here which move is meant"),
        "{text}"
    );
    assert!(text.contains("game 3 (line 5): illegal move e2e5"), "{text}");
    assert!(text.ends_with("faults: 1\n"), "{text}");
    assert!(complaint.contains("moves of 1 of 3 games can't be read"), "{complaint}");
    for empty in ["", "\n", "% nothing\n{ or a remark }\n"] {
        fs::write(&pgn, empty).unwrap();
        let output = caryatid(&["check", &pgn]);
        assert_eq!(output.status.code(), Some(2), "{empty}");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(complaint.contains("games.pgn: there is no game in it"), "{complaint}");
    }
}

#[test]
fn files_of_other_games_are_not_written_over() {
    let folder = scratch("held");
    for option in ["--pgn", "--json"] {
        let file = path(&folder, option);
        fs::write(&file, "years of work\n").unwrap();
        let logs = path(&folder, "new/logs");
        let two = ["match", "--engine", "random", "--engine", "random"];
        let output = caryatid(&[&two[..], &["--log-dir", &logs, option, &file]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(!folder.join("new").exists(), "a match that doesn't begin leaves no folder");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(complaint.contains("exists and holds other things"), "{complaint}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "years of work\n");
    }
}

#[test]
fn chance_is_the_same_for_the_same_seed_however_many_games_run_at_once() {
    let folder = scratch("chance");
    let moves = |seed: &str, tables: &str| {
        let pgn = path(&folder, &format!("{seed}-{tables}.pgn"));
        good(&[
            "match",
            "--variant",
            "avatar",
            "--engine",
            "random",
            "--engine",
            "random",
            "--games",
            "4",
            "--random-plies",
            "4",
            "--balance-nodes",
            "200",
            "--seed",
            seed,
            "--concurrency",
            tables,
            "--oversubscribe",
            "--pgn",
            &pgn,
        ]);
        let text = fs::read_to_string(&pgn).unwrap();
        let mut games: Vec<String> = text.split("[Event ").skip(1).map(str::to_owned).collect();
        games.sort();
        games
    };
    let games = moves("9", "1");
    assert_eq!(games, moves("9", "3"));
    assert_ne!(games, moves("10", "1"));
    let openings: Vec<&str> = games
        .iter()
        .map(|game| game.split("\n\n").nth(1).unwrap().split("4. ").next().unwrap())
        .collect();
    assert_eq!(openings[0].matches("{book}").count(), 4);
}

#[test]
fn that_no_opening_can_be_drawn_is_told_once_however_many_games_run_at_once() {
    let two = ["match", "--engine", "random", "--engine", "random", "--games", "40"];
    let rest = ["--concurrency", "2", "--oversubscribe", "--random-plies", "2"];
    // Any move without a capture is a draw.
    let fen = ["--fen", "k7/8/8/8/8/8/8/K6R w - - 99 80"];
    let output = caryatid(&[&two[..], &rest, &fen].concat());
    let warned = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{warned}");
    assert_eq!(warned.matches("no game goes on after 2 moves by chance").count(), 1, "{warned}");
}

#[test]
fn programs_play_over_both_protocols_by_any_time_control() {
    for (variant, time) in [("chess", "tc=30/1+0.01"), ("avatar", "depth=2")] {
        let text = good(&[
            "match",
            "--variant",
            variant,
            "--engine",
            &format!("cmd={PROGRAM}"),
            "proto=uci",
            "name=U",
            "option.Hash=1",
            time,
            "--engine",
            &format!("cmd={PROGRAM}"),
            "proto=xboard",
            "name=X",
            "option.Hash=1",
            "tc=1+0.01",
            "--engine",
            "self",
            "nodes=200",
            "hash=1",
            "--games",
            "2",
            "--random-plies",
            "2",
            "--balance-nodes",
            "100",
            "--margin",
            "1000",
            "--max-moves",
            "60",
        ]);
        assert!(text.ends_with("faults: 0\n"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("game ")).count(), 6, "{text}");
    }
}

#[test]
fn openings_are_taken_from_a_file_and_sides_are_swapped() {
    let folder = scratch("openings");
    let (file, pgn) = (path(&folder, "o.epd"), path(&folder, "o.pgn"));
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    fs::write(&file, format!("e2e4 e7e5\n{fen}\n")).unwrap();
    let text = good(&[
        "match",
        "--engine",
        "random",
        "name=A",
        "--engine",
        "random",
        "name=B",
        "--games",
        "5",
        "--openings",
        &file,
        "--max-moves",
        "10",
        "--pgn",
        &pgn,
    ]);
    assert!(text.contains("{no end after 10 moves}"), "{text}");
    let games = fs::read_to_string(&pgn).unwrap();
    let games: Vec<&str> = games.split("[Event ").skip(1).collect();
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game.contains("[White \"A\"]"), index % 2 == 0, "{game}");
        let from_file = index / 2 == 1;
        assert_eq!(game.contains(&format!("[FEN \"{fen}\"]")), from_file, "{game}");
        assert_eq!(game.contains("1. e2e4 {book} 1... e7e5 {book}"), !from_file, "{game}");
    }
}

#[test]
fn a_stopped_match_goes_on_from_its_file() {
    let folder = scratch("resume");
    let [kept, pgn] = ["kept.jsonl", "games.pgn"].map(|name| path(&folder, name));
    let run = |games: &str, seed: &str| {
        caryatid(&[
            "match",
            "--engine",
            "random",
            "--engine",
            "random",
            "--games",
            games,
            "--seed",
            seed,
            "--max-moves",
            "60",
            "--resume",
            &kept,
            "--pgn",
            &pgn,
        ])
    };
    let whole = said(&run("4", "3"));
    let all = fs::read_to_string(&pgn).unwrap();
    [&kept, &pgn].iter().for_each(|path| fs::remove_file(path).unwrap());
    assert!(run("3", "3").status.success());
    // As if it had been killed while it wrote a game.
    let mut text = fs::read_to_string(&kept).unwrap();
    text.truncate(text.len() - 40);
    fs::write(&kept, text).unwrap();
    let rest = said(&run("4", "3"));
    assert!(
        !rest.contains("\ngame 2:") && rest.contains("game 3:") && rest.contains("game 4:"),
        "{rest}"
    );
    assert_eq!(fs::read_to_string(&pgn).unwrap(), all, "every game once, and the same ones");
    assert_eq!(
        rest.lines().rev().take(3).collect::<Vec<_>>(),
        whole.lines().rev().take(3).collect::<Vec<_>>()
    );
    let other = run("4", "4");
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another match"));
}

#[test]
fn a_stopped_match_does_not_go_on_with_another_definition() {
    let folder = scratch("redefined");
    let [kept, file] = ["kept.jsonl", "pile.txt"].map(|name| path(&folder, name));
    let game = "files=5 ranks=5 royal=K\nking:K:K:king:c1,,c5\nrook:R:R:rook:a1,,e5\n";
    let head = ["--definition", &file, "match", "--variant", "pile", "--max-moves", "9"];
    let rest = ["--engine", "random", "--engine", "random", "--games", "2", "--resume", &kept];
    for (text, code) in [(game, 0), (game, 0), (&*game.replace("a1,,e5", "b1,,d5"), 2)] {
        fs::write(&file, text).unwrap();
        let output = caryatid(&[&head[..], &rest].concat());
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{complaint}");
        assert_eq!(complaint.contains("another match"), code == 2, "{complaint}");
    }
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let text = good(&[
        "match",
        "--engine",
        "self",
        "nodes=300",
        "hash=1",
        "--engine",
        "random",
        "--games",
        "400",
        "--sprt",
        "elo0=0",
        "elo1=200",
        "model=logistic",
        "--random-plies",
        "2",
        "--balance-nodes",
        "100",
        "--concurrency",
        "2",
    ]);
    assert!(text.contains("elo1=200 is accepted"), "{text}");
    let games = text.lines().filter(|line| line.starts_with("game ")).count();
    assert!((2..200).contains(&games), "{games}");
}

#[test]
fn what_makes_no_sense_is_refused_with_exit_code_two() {
    let two = ["match", "--engine", "random", "--engine", "random"];
    for (more, reason) in [
        (&["--sprt", "elo0=5", "elo1=0"][..], "below"),
        (&["--tc", "5+x"], "time control"),
        (&["--tc", "5", "--movetime", "5"], "cannot be used"),
        (&["--openings", "/nonexistent"], "/nonexistent"),
        (&["--fen", "x"], "fen"),
        (&["--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], "over"),
        (&["--engine", "nobody"], "nobody"),
        (&["--engine", "self", "option.Nothing=1"], "Nothing"),
        (&["--engine", "cmd=/nonexistent", "proto=uci"], "started"),
        (&["--draw", "count=x"], "draw"),
        (&["--engine", "random", "--sprt", "elo0=0", "elo1=5"], "two"),
        (
            &["--pgn", "target/x.games", "--json", "target/../target/x.games"],
            "is named for two things",
        ),
        (&["--log-dir", "/dev/null/logs"], "/dev/null/logs can't be made a folder"),
        (&["--pgn", "/nonexistent/games.pgn"], "/nonexistent/games.pgn"),
        (&["--games", "0"], "at least 1 game for each encounter, not 0"),
        (&["--concurrency", "0"], "at least 1 game at once (concurrency), not 0"),
        (&["--patience", "0"], "a patience of 0 ms is shorter than a program may take to start"),
        (
            &["--engine", "self", "hash=99999999"],
            "a hash table of 99999999 MiB is too large; at most ",
        ),
        (&["--hash", "99999999", "--engine", "self"], "a hash table of 99999999 MiB is too large"),
        (
            &["--engine", "self", "option.Hash=0"],
            "a hash table of 0 MiB is too small; at least 1 MiB is needed",
        ),
        (&["--movetime", "99999999999999999999"], "movetime=99999999999999999999 is too large"),
        (&["--depth", "99999999999"], "depth=99999999999 is too large"),
        (&["--movetime", "0"], "movetime=0: a number above 0 is needed"),
        (&["--max-moves", "0"], "at least 1 move before it may be ended, not 0"),
        (&["--engine", "self", "threads=256"], "thinks with 256 threads"),
        (&["--engine", "self", "without=luck"], "no feature `luck`; it has null-move, "),
        (&["--engine", "cmd=x", "proto=uci", "without=killers"], "without is for self"),
        (&["--engine", "cmd=x", "proto=uci", "option.Threads=256"], "--oversubscribe"),
        (&["--engine", "cmd=x", "proto=xboard", "option.cores=256"], "--oversubscribe"),
        (
            &["--variant", "avp", "--engine", "self", "option.aliens=2"],
            "engine Caryatid: Aliens is an option of the game: give it to the match: --option \"Aliens=2\"",
        ),
        (
            &[
                "--variant",
                "awarichess",
                "--engine",
                "cmd=x",
                "proto=uci",
                "option.Handicap White=1",
            ],
            "give it to the match: --option \"Handicap White=1\"",
        ),
        (&["--variant", "avon", "--seats", "listed"], "4 engines, 2 for each side; only 2 named"),
    ] {
        let arguments: Vec<&str> = two.iter().chain(more).copied().collect();
        let output = caryatid(&arguments);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
    }
    let one = caryatid(&["match", "--engine", "self"]);
    assert_eq!(one.status.code(), Some(2));
    let complaint = String::from_utf8_lossy(&one.stderr).into_owned();
    assert_eq!(complaint, "caryatid: a match needs at least 2 engines; only 1 named\n");
}
