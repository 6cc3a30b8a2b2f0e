//! Programs that don't play the game of a match: it doesn't begin.

use super::{caryatid, fs, path, scratch};
use std::path::Path;

/// A program that greets with `greeting` over UCI or XBoard, answers XBoard's choice of a game with
/// `chosen`, and any `go` with a move that is never legal. What it hears is written to a file.
fn script(greeting: &str, chosen: &str, heard: &str) -> String {
    format!(
        "while read -r word rest; do echo \"$word $rest\" >> '{heard}'; case $word in\n\
         uci) echo 'id name script'; echo '{greeting}'; echo uciok;;\n\
         protover) echo 'feature ping=1 usermove=1 setboard=1 {greeting} done=1';;\n\
         variant) {chosen};;\nping) echo \"pong $rest\";;\nisready) echo readyok;;\n\
         go) echo 'bestmove a1a1'; echo 'move a1a1';;\nquit) exit;;\nesac; done\n"
    )
}

/// Exit code and complaint of a match of a script against chance, and what the script heard.
fn played(folder: &Path, texts: [&str; 2], words: &[&str]) -> (i32, String, String) {
    played_as(folder, texts, &[], words)
}

/// The same with something of the script replaced.
fn played_as(
    folder: &Path,
    [greeting, chosen]: [&str; 2],
    replaced: &[(&str, &str)],
    words: &[&str],
) -> (i32, String, String) {
    let [file, heard, pgn] = ["engine.sh", "heard", "games.pgn"].map(|name| path(folder, name));
    // From the match before.
    for left in [&heard, &pgn] {
        let _ = fs::remove_file(left);
    }
    let text = script(greeting, chosen, &heard);
    let text = replaced.iter().fold(text, |text, (old, new)| text.replace(old, new));
    fs::write(&file, text).unwrap();
    let program = format!("cmd=/bin/sh '{file}'");
    let mut arguments = vec!["match", "--engine", &program, "name=Script"];
    arguments.extend(words);
    arguments.extend(["--engine", "random", "--games", "1", "--pgn", &pgn]);
    let output = caryatid(&arguments);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code().unwrap();
    assert_eq!(code == 2, !Path::new(&pgn).exists(), "a match that doesn't begin leaves no file");
    (code, complaint, fs::read_to_string(&heard).unwrap())
}

#[test]
fn a_uci_program_that_does_not_offer_the_game() {
    let folder = scratch("other-uci");
    let words = ["proto=uci", "--variant", "avatar"];
    for (greeting, why) in [
        ("option name Hash type spin default 1 min 1 max 9", "it has no option UCI_Variant"),
        (
            "option name UCI_Variant type combo default chess var chess var atomic",
            "its option UCI_Variant offers chess, atomic",
        ),
    ] {
        let (code, complaint, _) = played(&folder, [greeting, ""], &words);
        let expected = format!("caryatid: engine Script: it does not play avatar: {why}\n");
        assert_eq!((code, complaint), (2, expected), "{greeting}");
    }
}

#[test]
fn a_uci_program_that_offers_it_in_its_own_way() {
    let folder = scratch("own-way-uci");
    let [string, combo] = ["string default chess", "combo default a var a var Normal"]
        .map(|kind| format!("option name UCI_Variant type {kind}"));
    for (greeting, words, chosen) in [
        (string.as_str(), &["proto=uci", "--variant", "avatar"][..], "UCI_Variant value avatar"),
        (combo.as_str(), &["proto=uci"], "UCI_Variant value normal"),
        ("", &["proto=uci"], "isready"),
    ] {
        let (code, complaint, heard) = played(&folder, [greeting, ""], words);
        assert_eq!(code, 1, "it plays, badly: {complaint}");
        assert!(heard.contains(chosen), "{heard}");
    }
}

#[test]
fn an_xboard_program_that_does_not_list_the_game_or_refuses_it() {
    let folder = scratch("other-xboard");
    let words = ["proto=xboard", "--variant", "avatar"];
    let listed = "variants=\"normal,avatar\"";
    for (greeting, chosen, why) in [
        ("", ":", "it has no feature variants"),
        ("variants=\"normal, atomic\"", ":", "its feature variants lists normal, atomic"),
        (
            listed,
            "echo \"Error (unsupported variant): $rest\"",
            "it says Error (unsupported variant): avatar",
        ),
        (
            listed,
            "echo \"Error (unsupported variant): $rest\"; exit 3",
            "it says Error (unsupported variant): avatar",
        ),
    ] {
        let (code, complaint, _) = played(&folder, [greeting, chosen], &words);
        let expected = format!("caryatid: engine Script: it does not play avatar: {why}\n");
        assert_eq!((code, complaint), (2, expected), "{greeting}");
    }
}

#[test]
fn an_xboard_program_that_refuses_something_else() {
    let folder = scratch("other-xboard-option");
    let chosen = "echo 'Error (unknown option): EvalFile=/variants/avatar.bin'";
    let words = ["proto=xboard", "--variant", "avatar"];
    let (code, complaint, _) = played(&folder, ["variants=\"normal,avatar\"", chosen], &words);
    assert_eq!(code, 1, "it plays, badly: {complaint}");
}

#[test]
fn an_xboard_program_is_started_anew_behind_the_question_of_its_first_move() {
    let folder = scratch("anew-xboard");
    let chosen = "echo '# error 7 in avatar tables'";
    let words = ["proto=xboard", "option.VariantPath=x", "--variant", "avatar", "--max-moves", "1"];
    let legal = [("move a1a1", "move f2f3")];
    let (code, complaint, heard) =
        played_as(&folder, ["variants=\"normal,avatar\"", chosen], &legal, &words);
    assert!(complaint.contains("an engine may not play avatar: it says "), "{code} {complaint}");
    assert_eq!(heard.matches("protover").count(), 2, "its limit of depth would stay: {heard}");
}

#[test]
fn an_xboard_program_that_offers_it_in_its_own_way() {
    let folder = scratch("own-way-xboard");
    let avatar = ["proto=xboard", "--variant", "avatar"];
    let brought = ["proto=xboard", "option.VariantPath=x", "--variant", "avatar"];
    for (greeting, words, chosen) in [
        ("variants=\"normal,avatar\"", &avatar[..], "variant avatar\n"),
        ("variants=\"riff-riders\"", &avatar, "variant riff-riders\n"),
        ("variants=\"normal\"", &brought, "variant avatar\n"),
        ("", &["proto=xboard"], "new \n"),
        ("variants=\"chess,atomic\"", &["proto=xboard"], "new \n"),
    ] {
        let (code, complaint, heard) = played(&folder, [greeting, ":"], words);
        assert_eq!(code, 1, "it plays, badly: {complaint}");
        assert!(heard.contains(chosen), "{heard}");
    }
}

#[test]
fn a_uci_program_that_was_given_a_game_shows_a_first_move() {
    let folder = scratch("brought-uci");
    let combo = "option name UCI_Variant type combo default a var a";
    let words = ["proto=uci", "option.VariantPath=x", "--variant", "avatar"];
    let (code, complaint, heard) = played(&folder, [combo, ""], &words);
    assert!(
        heard.contains("VariantPath value x\nsetoption name UCI_Variant value avatar"),
        "{heard}"
    );
    assert!(heard.contains("go depth 1"), "{heard}");
    let expected =
        "caryatid: engine Script: it does not play avatar: its first move is a1a1: FIDE 3.1: ";
    assert!(code == 2 && complaint.contains(expected), "{complaint}");
}

#[test]
fn a_uci_program_that_begins_elsewhere() {
    let folder = scratch("elsewhere-uci");
    for (fen, is_known) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
        ("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1", false),
    ] {
        let greeting = format!("'; echo uciok;; d) echo 'Fen: {fen}';; no) echo '");
        let (code, complaint, _) = played(&folder, [&greeting, ""], &["proto=uci"]);
        assert_eq!(code, if is_known { 1 } else { 2 }, "{complaint}");
        let told = format!("it does not play chess: it begins with {fen}, the game with rnbqkbnr/");
        assert_eq!(complaint.contains(&told), !is_known, "{complaint}");
    }
}

/// A game of a user's own that is called as a built-in one, and a match of it.
fn own_game(folder: &Path, engine: &[&str]) -> (i32, String) {
    own_game_called("chess", folder, engine)
}

/// A game of a user's own and a match of it.
fn own_game_called(id: &str, folder: &Path, engine: &[&str]) -> (i32, String) {
    let file = path(folder, &format!("{id}.txt"));
    let text = "files=5 ranks=5 royal=K newFangled=3\nking:K:K:king:c1,,c5\nrook:R:R:rook:a1,,e5\n";
    fs::write(&file, text).unwrap();
    let head = ["--definition", &file, "match", "--variant", id, "--engine", "random", "--engine"];
    let rest = ["--games", "1", "--movetime", "50", "--max-moves", "6"];
    let output = caryatid(&[&head[..], engine, &rest].concat());
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_game_of_the_users_own_is_played_by_programs_that_are_given_it() {
    let folder = scratch("own-game");
    let program = format!("cmd={}", super::PROGRAM);
    let given = format!("option.VariantPath={}", path(&folder, "chess.txt"));
    let wrong = "option.VariantPath=/nonexistent.txt";
    let command = format!("{program} --definition '{}'", path(&folder, "chess.txt"));
    for proto in ["proto=uci", "proto=xboard"] {
        for engine in [&[&*program, proto, &given][..], &[&command, proto]] {
            let (code, complaint) = own_game(&folder, engine);
            assert_eq!(code, 0, "{engine:?}: {complaint}");
        }
        let (code, complaint) = own_game(&folder, &[&program, proto]);
        assert!(code == 2 && complaint.contains("which the program is not given"), "{complaint}");
        assert!(complaint.contains(&format!(": {given} gives it\n")), "{complaint}");
        let (code, complaint) = own_game(&folder, &[&program, proto, wrong]);
        assert!(
            code == 2 && complaint.contains("it does not play chess: it says /nonexistent.txt: "),
            "{complaint}"
        );
    }
    let (code, complaint) = own_game(&folder, &["self", &given]);
    assert!(code == 2 && complaint.contains("--definition FILE gives the match"), "{complaint}");
    assert_eq!(own_game(&folder, &["self"]).0, 0);
}

#[test]
fn what_a_program_seems_to_say_against_a_game_that_it_plays_is_a_warning() {
    let folder = scratch("seems");
    let program = format!("cmd={}", super::PROGRAM);
    let wrapper = path(&folder, "wrapper.sh");
    let script = format!("echo 'terror: error 7' >&2\nexec '{}'\n", super::PROGRAM);
    fs::write(&wrapper, script).unwrap();
    let wrapped = format!("cmd=/bin/sh '{wrapper}'");
    for proto in ["proto=uci", "proto=xboard"] {
        for id in ["terror", "failing", "error"] {
            let given = format!("option.VariantPath={}", path(&folder, &format!("{id}.txt")));
            let (code, complaint) = own_game_called(id, &folder, &[&program, proto, &given]);
            assert!(code == 0 && !complaint.contains("may not play"), "{id}: {complaint}");
        }
        let given = format!("option.VariantPath={}", path(&folder, "terror.txt"));
        let (code, complaint) = own_game_called("terror", &folder, &[&wrapped, proto, &given]);
        let told = "an engine may not play terror: it says terror: error 7";
        assert!(code == 0 && complaint.contains(told), "{complaint}");
    }
}
