//! The plain opponent of `scripts/ladder.sh` plays every game by its rules.

#![allow(clippy::unwrap_used)]

use caryatid::session::Catalogue;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

const PROGRAM: &str = env!("CARGO_BIN_EXE_caryatid");

/// The opponent beside the engine, built as the engine was: examples are not built for single tests.
static PLAIN: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(PROGRAM).parent().unwrap();
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--example", "plain", "--target-dir"]);
    build.arg(folder.parent().unwrap()).current_dir(env!("CARGO_MANIFEST_DIR"));
    if folder.ends_with("release") {
        build.arg("--release");
    }
    assert!(build.status().unwrap().success(), "{build:?}");
    folder.join("examples").join(format!("plain{}", std::env::consts::EXE_SUFFIX))
});

/// Plays a short match against the engine.
fn play(variant: &str, depth: &str) {
    let program = format!("cmd='{}' {depth}", PLAIN.display());
    let mut game = Command::new(PROGRAM);
    game.args(["match", "--variant", variant, "--engine", &program, "proto=uci"]);
    game.args(["depth=9", "name=Plain"].map(|word| word.replace('9', depth)));
    game.args(["--engine", "self", "nodes=500", "hash=1", "--games", "2", "--max-moves", "30"]);
    let output = game.args(["--random-plies", "4"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{variant}: {output:?}");
    assert!(text.trim_end().ends_with("faults: 0"), "{variant}: {text}");
}

#[test]
fn the_games_of_the_ladder_are_played_without_fault() {
    for variant in ["avatar", "avon", "avp", "awarichess"] {
        play(variant, "2");
    }
}

#[test]
fn every_game_is_played_without_fault_one_action_deep() {
    for variant in Catalogue::new().ids() {
        play(&variant, "1");
    }
}
