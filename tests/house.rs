//! The rules of the house, checked by reading the source: who may import whom, where games may be
//! named, how long files and functions may be.
//!
//! The map of the floors is the head of `src/lib.rs`. Each check is also shown to find what it looks for.

#![allow(clippy::unwrap_used)]

#[path = "house/checks.rs"]
mod checks;
#[path = "house/checks_find.rs"]
mod checks_find;
#[path = "house/source.rs"]
mod source;

use source::{Fault, Source};
use std::fs;
use std::path::{Path, PathBuf};

/// Every file below `folder`, without what building and version control put there.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && name != ".git" {
                files(&path, found);
            }
        } else if is_ours(&path) {
            found.push(path);
        }
    }
}

/// Whether a file is one that people write here.
fn is_ours(path: &Path) -> bool {
    const ENDINGS: [&str; 8] = ["rs", "md", "toml", "sh", "py", "txt", "tsv", "perft"];
    match path.extension() {
        Some(ending) => ENDINGS.iter().any(|known| *known == ending),
        None => path.parent().and_then(Path::file_name) == Some(".ci".as_ref()),
    }
}

/// Path from the top of the repository and text of every readable file.
fn texts() -> Vec<(String, String)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    files(top, &mut found);
    found.sort();
    found
        .iter()
        .filter_map(|path| {
            let text = fs::read_to_string(path).ok()?;
            let inside = path.strip_prefix(top).unwrap().to_string_lossy().replace('\\', "/");
            Some((inside, text))
        })
        .collect()
}

/// Rust sources whose path begins with one of `folders`.
fn sources(folders: &[&str]) -> Vec<Source> {
    let sources: Vec<Source> = texts()
        .iter()
        .filter(|(path, _)| path.ends_with(".rs"))
        .filter(|(path, _)| folders.iter().any(|folder| path.starts_with(folder)))
        .map(|(path, text)| Source::new(path, text))
        .collect();
    assert!(!sources.is_empty(), "no source below {folders:?}");
    sources
}

/// Runs a check over the sources below `folders`.
fn keep(folders: &[&str], check: impl Fn(&Source) -> Vec<Fault>) {
    report(sources(folders).iter().flat_map(check).collect());
}

/// Fails with every fault on a line of its own.
fn report(faults: Vec<Fault>) {
    let lines: Vec<String> = faults.iter().map(Fault::to_string).collect();
    assert!(lines.is_empty(), "\n{}\n", lines.join("\n"));
}

#[test]
fn modules_import_only_from_floors_below() {
    keep(&["src/"], checks::floors);
}

#[test]
fn a_game_is_named_only_in_its_folder_and_the_catalogue() {
    keep(&["src/"], checks::games_apart);
}

#[test]
fn code_for_all_games_names_none() {
    keep(&["src/", "protocol/src/"], checks::no_game_ids);
}

#[test]
fn only_the_output_writes_to_the_standard_output() {
    keep(&["src/", "protocol/src/"], checks::one_output);
}

#[test]
fn the_protocol_crate_has_no_input_output_or_threads() {
    keep(&["protocol/src/"], checks::protocol_is_pure);
}

#[test]
fn every_file_has_a_head() {
    keep(&["src/", "protocol/", "tests/", "benches/"], checks::has_a_head);
}

#[test]
fn no_file_is_too_long() {
    keep(&["src/", "protocol/", "tests/", "benches/"], checks::file_size);
}

#[test]
fn no_function_is_too_long() {
    keep(&["src/", "protocol/", "tests/", "benches/"], checks::function_size);
}

#[test]
fn no_stubs_and_no_paths_of_a_machine() {
    report(texts().iter().flat_map(|(path, text)| checks::finished_text(path, text)).collect());
}
