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
fn played(folder: &Path, [greeting, chosen]: [&str; 2], words: &[&str]) -> (i32, String, String) {
    let [file, heard, pgn] = ["engine.sh", "heard", "games.pgn"].map(|name| path(folder, name));
    // From the match before.
    for left in [&heard, &pgn] {
        let _ = fs::remove_file(left);
    }
    fs::write(&file, script(greeting, chosen, &heard)).unwrap();
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
        (
            combo.as_str(),
            &["proto=uci", "option.VariantPath=x", "--variant", "avatar"],
            "VariantPath value x\nsetoption name UCI_Variant value avatar",
        ),
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
    ] {
        let (code, complaint, _) = played(&folder, [greeting, chosen], &words);
        let expected = format!("caryatid: engine Script: it does not play avatar: {why}\n");
        assert_eq!((code, complaint), (2, expected), "{greeting}");
    }
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
