//! Conversations about which game is open, and about the games of definition files.

#![allow(clippy::unwrap_used)]

mod driver;

use driver::{Engine, keeps, ms};
use std::path::{Path, PathBuf};
use std::time::Instant;

const TINY: &str = "files=5 ranks=5 royal=K\nking:K:K:king:c1,,c5\nrook:R:R:rook:a1,,e5\n";

/// A folder of its own for a test, with definitions of a tiny game in it.
fn folder(name: &str, files: &[&str]) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("caryatid-variants-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    files.iter().for_each(|file| std::fs::write(folder.join(file), TINY).unwrap());
    folder
}

fn arguments(files: &[PathBuf]) -> Vec<&str> {
    files.iter().flat_map(|file| ["--definition", file.to_str().unwrap()]).collect()
}

/// The declared default of `UCI_Variant`.
fn default_variant(engine: &mut Engine) -> String {
    engine.send("uci");
    let heard = engine.until("uciok");
    let option = heard.iter().find(|line| line.starts_with("option name UCI_Variant ")).unwrap();
    driver::after(option, "default")[0].to_owned()
}

#[test]
fn the_declared_variant_is_the_open_one() {
    let folder = folder("declared", &["chess.txt", "normal.txt", "tiny.txt"]);
    for (name, expected) in
        [("chess.txt", "chess"), ("normal.txt", "normal"), ("tiny.txt", "chess")]
    {
        let file = [folder.join(name)];
        let mut engine = Engine::with_arguments(&arguments(&file));
        assert_eq!(default_variant(&mut engine), expected);
        let moves = if name == "tiny.txt" { 20 } else { 10 };
        assert_eq!(engine.legal_moves().len(), moves, "{name}");
        assert!(engine.ask("setoption name UCI_Variant value standard").is_empty(), "{name}");
        let heard = engine.ask("setoption name UCI_Variant value avatar");
        assert!(heard[0].starts_with("info string variant avatar"), "{heard:?}");
        assert_eq!(default_variant(&mut engine), "avatar");
        engine.quit();
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_users_game_that_hides_a_built_in_one_is_the_one_that_xboard_gets() {
    let folder = folder("hidden", &["chess.txt"]);
    let file = [folder.join("chess.txt")];
    let mut engine = Engine::with_arguments(&arguments(&file));
    engine.send("xboard\nprotover 2");
    let heard = engine.until("feature done=1");
    let variants = heard.iter().find(|line| line.starts_with("feature variants=")).unwrap();
    let called = |name: &str| {
        let list = variants.split('"').nth(1).unwrap_or_default();
        list.split(',').filter(|&known| known == name).count()
    };
    assert_eq!((called("normal"), called("chess")), (1, 0), "{variants}");
    for opening in ["new", "variant normal", "variant chess"] {
        let heard = engine.tell(&format!("{opening}\nforce\nusermove a1a4"));
        assert!(heard.is_empty(), "{opening}: {heard:?}");
    }
    engine.quit();
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn to_set_the_variant_that_is_set_changes_nothing() {
    let mut engine = Engine::playing("avatar");
    engine.ask("position startpos moves g2g4 a11a9");
    let before = engine.fen();
    for name in ["avatar", "Avatar", "riff-riders"] {
        assert!(engine.ask(&format!("setoption name UCI_Variant value {name}")).is_empty());
        assert_eq!(engine.fen(), before);
    }
    let heard = engine.ask("setoption name UCI_Variant value chess");
    assert!(heard[0].starts_with("info string variant chess"), "{heard:?}");
    engine.quit();
}

#[test]
fn a_game_opened_by_an_option_of_xboard_is_described_as_by_variant() {
    let folder = folder("option", &["tiny.txt"]);
    let path = folder.join("tiny.txt").display().to_string();
    let mut engine = Engine::xboard();
    let described = engine.tell("new\nvariant avatar");
    for (option, count) in [
        ("UCI_Variant=chess".to_owned(), 0),
        ("UCI_Variant=avatar".to_owned(), 8),
        (format!("VariantPath={path}"), 3),
    ] {
        let heard = engine.tell(&format!("option {option}"));
        let lines: Vec<&String> = heard.iter().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), count, "{option}: {heard:?}");
        if count == 8 {
            assert!(lines.into_iter().eq(&described), "{heard:?}");
        }
    }
    assert!(engine.tell("force\nusermove a1a4").is_empty());
    // Nothing of the old game is left.
    engine.tell("variant normal\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\nforce");
    engine.tell("option UCI_Variant=avatar");
    assert!(engine.tell("usermove b2d3").is_empty(), "the refused position is gone");
    engine.quit();
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn moves_left_out_of_an_analysis_come_back_with_the_next_position_or_game() {
    for (change, moves) in [
        ("usermove e2e4", 20),
        ("st 0.05\ngo", 20),
        ("option UCI_Variant=avatar", 122),
        ("variant avatar", 122),
        ("edit\n#\nKe1\nPe2\nc\nKe8\n.", 6),
        ("setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 6),
        ("new", 20),
    ] {
        let mut engine = Engine::xboard();
        engine.tell(&format!("force\nexclude d2d4\nexclude g1f3\n{change}"));
        engine.tell("analyze\n.");
        engine.send(".");
        let status = engine.line("stat01: ");
        assert_eq!(
            status.split(' ').nth(5),
            Some(moves.to_string().as_str()),
            "{change}: {status}"
        );
        engine.quit();
    }
}

#[test]
fn definitions_that_take_a_name_are_noted() {
    let folder = folder("noted", &["capablanca.txt"]);
    let path = folder.join("capablanca.txt").display().to_string();
    let mut engine = Engine::uci();
    for _ in 0..2 {
        let heard = engine.ask(&format!("setoption name VariantPath value {path}"));
        assert!(heard.iter().any(|line| line.contains("capablanca replaces")), "{heard:?}");
        assert!(heard.last().unwrap().contains("variant capablanca files 5"), "{heard:?}");
    }
    engine.quit();
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read_as_definitions() {
    let folder = folder("odd", &[]);
    let pipe = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut engine = Engine::uci();
    for path in [Path::new("/dev/zero"), &pipe, &folder] {
        let line = format!("setoption name VariantPath value {}", path.display());
        keeps(ms(300), &line, || {
            let begun = Instant::now();
            let heard = engine.ask(&line);
            assert!(heard.len() == 1 && heard[0].contains("regular file"), "{heard:?}");
            begun.elapsed()
        });
    }
    assert_eq!(engine.legal_moves().len(), 20, "the old game stays");
    engine.quit();
    std::fs::remove_dir_all(folder).unwrap();
}
