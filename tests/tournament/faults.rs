//! Scripts that speak a protocol, each wrong in its own way.

use super::{caryatid, fs, path, said, scratch};

/// A UCI program that does `answer` on `go` and `ready` on `isready`.
fn uci(answer: &str, ready: &str) -> String {
    format!(
        "while read -r word rest; do case $word in\nuci) echo id name script; echo uciok;;\n\
         isready) {ready};;\ngo) {answer};;\nquit) exit;;\nesac; done\n"
    )
}

/// An XBoard program that does `answer` on `go` and `hears` when a move is sent.
fn xboard(answer: &str, hears: &str) -> String {
    format!(
        "while read -r word rest; do case $word in\n\
         protover) echo 'feature done=0 ping=1 usermove=1 setboard=1 done=1';;\n\
         ping) echo \"pong $rest\";;\ngo) {answer};;\nusermove) {hears};;\nquit) exit;;\nesac; done\n"
    )
}

/// Plays two games of a script against chance; every fault must be of the kind, and explained.
fn is_named(name: &str, script: &str, proto: &str, kind: &str, explained: &str) {
    let folder = scratch(name);
    let (file, logs) = (path(&folder, "engine.sh"), path(&folder, "logs"));
    fs::write(&file, script).unwrap();
    let output = caryatid(&[
        "match",
        "--engine",
        &format!("cmd=/bin/sh '{file}'"),
        &format!("proto={proto}"),
        "name=Script",
        "--engine",
        "random",
        "--movetime",
        "300",
        "--margin",
        "0",
        "--patience",
        "700",
        "--games",
        "2",
        "--log-dir",
        &logs,
    ]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let faults: Vec<&str> = text.lines().filter(|line| line.starts_with("fault: ")).collect();
    // One ends each game: it is started anew after what it can't go on from.
    assert_eq!(faults.len(), 2, "{text}");
    for fault in &faults {
        assert!(fault.starts_with(&format!("fault: {kind} by Script in game ")), "{name}: {text}");
        assert!(fault.contains(" (position "), "{text}");
    }
    assert!(text.ends_with("0-0-2 (0.0 %)\nfaults: 2\n"), "{text}");
    let log = fs::read_to_string(format!("{logs}/game-00001.txt")).unwrap();
    for part in [kind, explained, "position ", "last lines of the talk with Script", " > "] {
        assert!(log.contains(part), "{part} in {log}");
    }
}

const READY: &str = "echo readyok";

#[test]
fn an_illegal_move() {
    is_named("cheat", &uci("echo bestmove e1e5", READY), "uci", "illegal move", "e1e5: ");
}

#[test]
fn what_is_illegal_is_told_with_the_rule_that_forbids_it() {
    let folder = scratch("rules");
    for (game, answer, is_white, rule) in [
        ("avatar", "b2b3", true, "b2b3: RIFF-3: "),
        ("avon", "a2a5", true, "a2a5: AVON-4: "),
        ("avp", "L@e1", false, "L@e1: AVP-2: "),
        ("awarichess", "a", true, "a: AWARI-1: "),
    ] {
        let file = path(&folder, game);
        let offers = "uci) echo option name UCI_Variant type combo default normal var normal var ";
        let script = uci(&format!("echo bestmove {answer}"), READY);
        fs::write(&file, script.replacen("uci) ", &format!("{offers}{game}; "), 1)).unwrap();
        let command = format!("cmd=/bin/sh '{file}'");
        let player = ["--engine", &command, "proto=uci", "name=Script"];
        let chance = ["--engine", "random"];
        let engines = if is_white {
            [&player[..], &chance].concat()
        } else {
            [&chance[..], &player].concat()
        };
        let rest = ["match", "--variant", game, "--games", "1", "--movetime", "300"];
        let output = caryatid(&[&rest[..], &engines].concat());
        let text = said(&output);
        assert_eq!(output.status.code(), Some(1), "{game}: {text}");
        let fault = text.lines().find(|line| line.starts_with("fault: illegal move by Script"));
        assert!(fault.is_some_and(|fault| fault.contains(rule)), "{game}: {text}");
    }
}

#[test]
fn the_part_of_an_action_that_is_illegal_is_told_with_its_rule() {
    let folder = scratch("part");
    let file = path(&folder, "engine.sh");
    // In XBoard the ranks count from 0: the Alien takes the knight, and its recruit is put on rank 1.
    let answer = "n=$((n+1)); if [ $n = 1 ]; then echo move d8d4; else echo move N@c0; fi";
    let script = xboard(answer, ":").replacen("done=0", "done=0 variants=avp", 1);
    fs::write(&file, script).unwrap();
    let command = format!("cmd=/bin/sh '{file}'");
    let fen = "10/3l6/10/10/10/3N6/10/10/10/K9 b - - 0 1";
    let output = caryatid(&[
        "match",
        "--variant",
        "avp",
        "--fen",
        fen,
        "--engine",
        "random",
        "--engine",
        &command,
        "proto=xboard",
        "name=Script",
        "--games",
        "1",
        "--movetime",
        "2000",
    ]);
    let text = said(&output);
    let told = "fault: illegal move by Script in game 1 after 0 moves: d8d4 N@c0: AVP-8: a recruited Knight";
    assert!(text.contains(told), "{text}");
}

#[test]
fn any_alien_that_stays_may_take_the_victim_off() {
    let folder = scratch("victim");
    let file = path(&folder, "engine.sh");
    let script =
        xboard("n=$((n+1)); eval \"$says\"", ":").replacen("ping=1", "ping=1 variants=avp", 1);
    // The Alien that moved does it as well as the one on a1, which the engine would choose.
    let fen = "10/10/3l1l4/10/10/4U5/10/10/l9/9K b - - 0 1";
    for (second, is_legal) in [
        ("echo move d8f7,; echo move f7d8", true),
        ("echo move a1f7,; echo move f7a1", true),
        ("echo move d8a1,; echo move a1d8", false),
    ] {
        let says = format!("says='if [ $n = 1 ]; then echo move d7d8; else {second}; fi'\n");
        fs::write(&file, says + &script).unwrap();
        let command = format!("cmd=/bin/sh '{file}'");
        let game = ["match", "--variant", "avp", "--fen", fen, "--games", "1", "--max-moves", "1"];
        let engines = ["--engine", "random", "--engine", &command, "proto=xboard", "name=Script"];
        let output = caryatid(&[&game[..], &engines, &["--movetime", "2000"]].concat());
        let text = said(&output);
        assert_eq!(text.ends_with("faults: 0\n"), is_legal, "{second}: {text}");
        assert_eq!(text.contains("illegal move by Script"), !is_legal, "{second}: {text}");
        assert!(is_legal || text.contains("d7d8 d8a1,a1d8: AVP-10: "), "{text}");
    }
}

#[test]
fn no_move_where_there_is_one() {
    is_named("none", &uci("echo 'bestmove (none)'", READY), "uci", "illegal move", "no move");
}

#[test]
fn a_crash_while_thinking_with_its_last_words() {
    let answer = "echo 'out of luck' >&2; sleep 0.1; exit 3";
    is_named("crash", &uci(answer, READY), "uci", "crash", "! out of luck");
}

#[test]
fn a_crash_before_the_game() {
    is_named("early", "read -r word; exit 1\n", "uci", "crash", "ended");
}

#[test]
fn a_move_that_comes_late() {
    let answer = "sleep 0.6; echo bestmove e2e4";
    is_named("late", &uci(answer, READY), "uci", "time loss", "ms of 300.0 ms and a margin of 0");
}

#[test]
fn silence() {
    is_named("stall", &uci(":", READY), "uci", "stall", "not even after stop");
}

#[test]
fn silence_before_the_game() {
    is_named("deaf", &uci("echo bestmove e2e4", ":"), "uci", "stall", "no readyok");
}

#[test]
fn garbage_for_a_move() {
    let answer = "head -c 100000 /dev/zero | tr '\\0' x; echo; printf 'bestmove \\377\\002?\\n'";
    is_named("garbage", &uci(answer, READY), "uci", "garbage", "its move is `");
}

#[test]
fn garbage_without_end() {
    let answer = "while :; do echo 'info nonsense pvv'; done";
    is_named("flood", &uci(answer, READY), "uci", "stall", "no bestmove");
}

#[test]
fn an_illegal_move_over_xboard() {
    is_named("xcheat", &xboard("echo move e1e5", ":"), "xboard", "illegal move", "e1e5: ");
}

#[test]
fn a_claim_of_a_win() {
    let script = xboard("echo '1-0 {Black resigns}'", ":");
    is_named("claim", &script, "xboard", "false claim", "Black resigns");
}

#[test]
fn a_legal_move_called_illegal() {
    // As White it passes to the second move; as Black it complains about the first.
    let script = xboard("echo move g1f3", "echo \"Illegal move (no): $rest\"");
    is_named("accuse", &script, "xboard", "false claim", "Illegal move (no)");
}

#[test]
fn silence_over_xboard() {
    is_named("xstall", &xboard(":", ":"), "xboard", "stall", "not even after ?");
}

#[test]
fn a_crash_over_xboard() {
    is_named("xcrash", &xboard("exit 7", ":"), "xboard", "crash", "7");
}

/// What is told of a match of one game of a script against chance, and its exit code.
fn one_game(name: &str, script: &str, proto: &str) -> (String, Option<i32>) {
    let folder = scratch(name);
    let file = path(&folder, "engine.sh");
    fs::write(&file, script).unwrap();
    let engine = format!("cmd=/bin/sh '{file}' proto={proto} name=Script");
    let output = caryatid(&["match", "--engine", &engine, "--engine", "random", "--games", "1"]);
    (said(&output), output.status.code())
}

#[test]
fn a_crash_between_moves_is_told_with_its_status() {
    for (end, status) in [("exit 4", "exit status: 4"), ("kill -9 $$", "signal: 9 (SIGKILL)")] {
        let answer = format!("echo bestmove e2e4; exec 0<&-; sleep 0.2; {end}");
        let (text, code) = one_game("between", &uci(&answer, READY), "uci");
        assert_eq!(code, Some(1), "{text}");
        let told =
            format!("crash by Script in game 1 after 2 moves: the program has ended, {status} ");
        assert!(text.contains(&told), "{text}");
    }
}

#[test]
fn a_second_answer_is_told_and_does_not_end_the_game() {
    let twice = uci("echo bestmove e2e4; echo bestmove d2d4", READY);
    let over_xboard = xboard("echo move e2e4; echo move d2d4", ":");
    for (script, proto, line) in
        [(twice, "uci", "bestmove d2d4"), (over_xboard, "xboard", "move d2d4")]
    {
        let (text, code) = one_game(&format!("twice-{proto}"), &script, proto);
        assert_eq!(code, Some(1), "{text}");
        let told = format!(
            "fault: move without being asked by Script in game 1 after 2 moves: not asked for, or a \
             second time, it says {line} "
        );
        assert!(text.contains(&told), "{text}");
        // The game ends by its second move, which is illegal.
        assert!(
            text.contains("fault: illegal move by Script in game 1 after 2 moves: e2e4"),
            "{text}"
        );
    }
}

/// A game in which Black mates with its second move, then does `last`; what is told of it, and warned of.
fn mated(name: &str, proto: &str, last: &str) -> (String, String) {
    mated_between(name, proto, [":", last])
}

/// The same, where Black does something before that move, too.
fn mated_between(name: &str, proto: &str, [before, last]: [&str; 2]) -> (String, String) {
    let folder = scratch(name);
    let files = ["white.sh", "black.sh"].map(|file| path(&folder, file));
    let moves = [[":", "f2f3", "g2g4", ":"], [before, "e7e5", "d8h4", last]];
    for (file, [before, first, second, last]) in files.iter().zip(moves) {
        let word = if proto == "uci" { "bestmove" } else { "move" };
        let answer = format!(
            "n=$((n+1)); if [ $n = 1 ]; then echo {word} {first}; else {before}; echo {word} {second}; \
             {last}; fi"
        );
        let script = if proto == "uci" { uci(&answer, READY) } else { xboard(&answer, ":") };
        fs::write(file, script).unwrap();
    }
    let [white, black] = files.map(|file| format!("cmd=/bin/sh '{file}'"));
    let proto = format!("proto={proto}");
    let output = caryatid(&[
        "match",
        "--engine",
        &white,
        &proto,
        "name=White",
        "--engine",
        &black,
        &proto,
        "name=Black",
        "--games",
        "1",
        "--movetime",
        "2000",
    ]);
    let text = said(&output);
    assert!(text.contains("0-1 {checkmate} after 4 moves"), "{text}");
    (text, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn what_is_said_behind_the_last_move_belongs_to_the_game() {
    for (proto, word) in [("uci", "bestmove"), ("xboard", "move")] {
        let second = format!("sleep 0.1; echo {word} a7a6");
        for (last, told) in [
            (second.as_str(), "move without being asked by Black in game 1 after 4 moves: "),
            (
                "sleep 0.1; exit 5",
                "crash by Black in game 1 after 4 moves: when the game was over, ",
            ),
        ] {
            let (text, _) = mated(&format!("behind-{proto}"), proto, last);
            assert!(text.contains(&format!("fault: {told}")), "{proto} {last}: {text}");
            assert!(text.ends_with("faults: 1\n"), "{text}");
        }
        // Who only takes long is started anew.
        let (text, warned) = mated(&format!("behind-{proto}"), proto, "sleep 3");
        assert!(text.ends_with("faults: 0\n"), "{text}");
        assert!(warned.contains("is started anew: when the game was over, no "), "{warned}");
    }
    let complaint = "sleep 0.1; echo 'Illegal move: d8h4'";
    let (text, _) = mated("behind-complaint", "xboard", complaint);
    let told = "fault: false claim by Black in game 1 after 4 moves: when the game was over, it says Illegal";
    assert!(text.contains(told), "{text}");
}

#[test]
fn a_second_answer_that_comes_with_the_next_game_is_told_of_its_own() {
    for (proto, word, begin) in [("uci", "bestmove", "ucinewgame"), ("xboard", "move", "new")] {
        let folder = scratch(&format!("left-over-{proto}"));
        let files = ["white.sh", "black.sh"].map(|file| path(&folder, file));
        // A game is begun once before the match, to see whether it is known.
        let late = format!("g=$((g+1)); if [ $g = 3 ]; then echo {word} a7a6; fi");
        for (file, [first, second]) in files.iter().zip([["f2f3", "g2g4"], ["e7e5", "d8h4"]]) {
            let answer = format!(
                "n=$((n+1)); if [ $n = 1 ]; then echo {word} {first}; else echo {word} {second}; fi"
            );
            let script = if proto == "uci" { uci(&answer, READY) } else { xboard(&answer, ":") };
            let script = script.replacen("quit)", &format!("{begin}) {late};;\nquit)"), 1);
            fs::write(file, script).unwrap();
        }
        let [white, black] = files.map(|file| format!("cmd=/bin/sh '{file}'"));
        let proto = format!("proto={proto}");
        let engines =
            ["--engine", &white, &proto, "name=White", "--engine", &black, &proto, "name=Black"];
        let output =
            caryatid(&[&["match"][..], &engines, &["--games", "2", "--movetime", "2000"]].concat());
        let text = said(&output);
        let told = format!(
            "fault: move without being asked by Black in game 2 after 0 moves: perhaps left over from game 1, it \
             says {word} a7a6 "
        );
        assert!(text.contains(&told), "{text}");
    }
}

#[test]
fn an_old_program_over_xboard_is_understood() {
    let said = "echo '1. ... e2e4'; echo 'My move is: e2e4'";
    let (text, _) = one_game("old", &xboard(said, ":"), "xboard");
    // The game ends by its second move, which is illegal.
    let told = "fault: illegal move by Script in game 1 after 2 moves: e2e4";
    assert!(text.contains(told) && text.ends_with("faults: 1\n"), "{text}");
}

/// Two scripts that say their moves of a short game, Black's second one a mate, with `saying` as a shell function of
/// the move in coordinates, the move in SAN and the number.
fn says(name: &str, saying: &str, handshake: &str) -> String {
    let folder = scratch(name);
    let files = ["white.sh", "black.sh"].map(|file| path(&folder, file));
    let moves = [["f2f3 f3", "g2g4 g4"], ["e7e5 e5", "d8h4 Qh4#"]];
    for (file, [first, second]) in files.iter().zip(moves) {
        let script = format!(
            "say() {{ {saying}; }}\nwhile read -r word rest; do case $word in\n{handshake}new) n=0;;\n\
             go) n=$((n+1)); if [ $n = 1 ]; then say {first} 1; else say {second} 2; fi;;\n\
             quit) exit;;\nesac; done\n"
        );
        fs::write(file, script).unwrap();
    }
    let [white, black] = files.map(|file| format!("cmd=/bin/sh '{file}'"));
    let engines = [["--engine", &white, "proto=xboard"], ["--engine", &black, "proto=xboard"]];
    said(&caryatid(
        &[&["match"], &engines.concat()[..], &["--games", "1", "--movetime", "2000"]].concat(),
    ))
}

#[test]
fn a_move_that_is_said_twice_in_two_ways_is_one() {
    let features = "protover) echo 'feature ping=1 done=1';;\nping) echo \"pong $rest\";;\n";
    for (saying, handshake) in [
        ("echo \"$3. ... $1\"; echo \"My move is : $2\"", ""),
        ("echo \"My move is: $1\"", ""),
        ("echo \"My move is : $2\"; echo \"move $1\"", features),
        ("echo \"move $1\"; echo \"My move is : $2\"", features),
    ] {
        let text = says("twice", saying, handshake);
        assert!(text.contains("0-1 {checkmate} after 4 moves"), "{saying}: {text}");
        assert!(text.ends_with("faults: 0\n"), "{saying}: {text}");
    }
}

#[test]
fn a_mate_counts_although_the_program_ends_behind_it() {
    for proto in ["uci", "xboard"] {
        // It listens no more when its move is heard.
        for before in [":", "exec 0<&-"] {
            let (text, _) = mated_between(&format!("mate-{proto}"), proto, [before, "exit 6"]);
            let told = "crash by Black in game 1 after 4 moves: when the game was over, the program has \
                        ended, exit status: 6 ";
            assert!(text.contains(told) && text.ends_with("faults: 1\n"), "{proto}: {text}");
        }
    }
}

#[test]
fn what_was_said_before_a_crash_counts_too() {
    for (proto, word) in [("uci", "bestmove"), ("xboard", "move")] {
        let told = [
            format!(
                "fault: move without being asked by Black in game 1 after 4 moves: not asked for, or a \
                 second time, it says {word} a7a6 "
            ),
            "fault: crash by Black in game 1 after 4 moves: when the game was over, ".to_owned(),
        ];
        for before in [":", "exec 0<&-"] {
            let last = format!("echo {word} a7a6; exit 6");
            let name = format!("before-{proto}");
            let (text, _) = mated_between(&name, proto, [before, &last]);
            for told in &told {
                assert!(text.contains(told), "{proto} {before}: {text}");
            }
            assert!(text.ends_with("faults: 2\n"), "{text}");
        }
    }
}

#[test]
fn lines_over_xboard_are_checked_where_they_are_in_coordinates() {
    for (line, bad) in [
        ("e2e4 e2e4", Some("e2e4 in e2e4 e2e4")),
        ("e2e5", Some("e2e5 in e2e5")),
        ("e2e4 e7e5 g1f3", None),
        ("e2e4 h7h5 a2a3 h5h4 a3a4 h4h3 a4a5 h3g2 a5a6 g2h1 b2b3", None),
        ("e2e4 h7h5 a2a3 h5h4 a3a4 h4h3 a4a5 h3g2 a5a6 g2e1", Some("g2e1 in e2e4 h7h5")),
        ("e4 e4", None),
        ("Ng1f3 e9", None),
    ] {
        let script = xboard(&format!("echo '5 13 7 99\t{line}'; echo move e2e4"), ":");
        let (text, _) = one_game("xline", &script, "xboard");
        let told = "fault: illegal move in a line by Script in game 1 after 0 moves: ";
        assert_eq!(text.contains(told), bad.is_some(), "{line}: {text}");
        assert!(text.contains(&format!("{told}{}", bad.unwrap_or_default())) || bad.is_none());
    }
}

#[test]
fn an_illegal_move_in_a_line_does_not_end_the_game() {
    let folder = scratch("line");
    let file = path(&folder, "engine.sh");
    let answer = "echo info depth 1 score cp 0 pv e2e4 e2e4; echo 'bestmove (none)'";
    fs::write(&file, uci(answer, READY)).unwrap();
    let engine = format!("cmd=/bin/sh {file} proto=uci");
    let output = caryatid(&["match", "--engine", &engine, "--engine", "random", "--games", "1"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("fault: illegal move in a line by sh") && text.contains("e2e4 in e2e4 e2e4")
    );
    assert!(text.ends_with("faults: 2\n"), "{text}");
}

#[test]
fn a_program_that_asks_for_it_is_started_anew_for_each_game() {
    let folder = scratch("restart");
    let (file, starts) = (path(&folder, "engine.sh"), path(&folder, "starts"));
    let script = format!("echo x >> '{starts}'\n{}", uci("echo bestmove a1a1", READY));
    fs::write(&file, script).unwrap();
    for (restart, expected) in [("off", 1), ("on", 3)] {
        fs::write(&starts, "").unwrap();
        caryatid(&[
            "match",
            "--engine",
            &format!("cmd=/bin/sh '{file}'"),
            "proto=uci",
            &format!("restart={restart}"),
            "--engine",
            "random",
            "--games",
            "3",
        ]);
        assert_eq!(fs::read_to_string(&starts).unwrap().lines().count(), expected, "{restart}");
    }
}
