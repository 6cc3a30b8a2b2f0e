//! The checks: each takes sources and gives the faults it finds.

use crate::source::{Fault, Source, is_test_module, is_word, item_length};

/// Top modules from the ground up. A module imports only from floors below its own.
const FLOORS: [&[&str]; 8] = [
    &["board"],
    &["game"],
    &["tt", "clock"],
    &["search", "games"],
    &["session"],
    &["front", "tools"],
    &["cli", "processor"],
    &["main"],
];

/// Modules of `games/` that are a game or a family of games of their own. What else stands there is a
/// toolbox that every game may use.
const GAMES: [&str; 4] = ["diagram", "avon", "awarichess", "avp"];

/// Games that are built on another one, by the rules of the house.
const BUILT_ON: [(&str, &str); 1] = [("awarichess", "diagram")];

/// What games are called on the wire.
const IDS: [&str; 11] = [
    "chess",
    "capablanca",
    "gothic",
    "embassy",
    "janus",
    "grand",
    "shako",
    "avatar",
    "avon",
    "awarichess",
    "avp",
];

/// The most lines a file may have.
const FILE_LIMIT: usize = 600;

/// The most lines a function may have, from `fn` to its closing brace.
const FUNCTION_LIMIT: usize = 100;

/// Imports from the same floor or from one above.
pub(crate) fn floors(source: &Source) -> Vec<Fault> {
    let module = source.module();
    let Some(own) = module.first() else { return Vec::new() };
    let floor = |name: &str| FLOORS.iter().position(|names| names.contains(&name));
    let Some(own_floor) = floor(own) else {
        return vec![source.fault(1, format!("module `{own}` stands on no floor"))];
    };
    let mut faults = Vec::new();
    for path in source.named_paths().iter().filter(|path| path.parts[0] == "crate") {
        let Some(other) = path.parts.get(1).filter(|other| *other != own) else { continue };
        if floor(other).is_some_and(|floor| floor >= own_floor) {
            faults.push(source.fault(path.line, format!("`{own}` must not know `{other}`")));
        }
    }
    faults
}

/// A game's module named outside its own folder, `games/mod.rs` and the catalogue.
pub(crate) fn games_apart(source: &Source) -> Vec<Fault> {
    if source.path == "src/games/mod.rs" || is_catalogue(source) {
        return Vec::new();
    }
    let module = source.module();
    let own = (module.first().map(String::as_str) == Some("games")).then(|| &module[1]);
    let mut faults = Vec::new();
    for path in source.named_paths() {
        let ["crate", "games", game, ..] =
            path.parts.iter().map(String::as_str).collect::<Vec<_>>()[..]
        else {
            continue;
        };
        let is_allowed = own.is_some_and(|own| own == game || BUILT_ON.contains(&(own, game)));
        if GAMES.contains(&game) && !is_allowed {
            faults.push(source.fault(path.line, format!("the game `{game}` is named here")));
        }
    }
    faults
}

/// A game's id in code that serves all games: as a word of a name or of a text.
pub(crate) fn no_game_ids(source: &Source) -> Vec<Fault> {
    let serves_all = !source.path.starts_with("src/")
        || source.module().first().is_some_and(|top| top != "games" && top != "cli");
    if !serves_all || is_catalogue(source) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for token in source.words().iter().filter(|token| is_word(token.text)) {
        if let Some(id) = IDS.iter().find(|id| has_part(token.text, id)) {
            faults
                .push(source.fault(token.line, format!("the name of `{id}` in `{}`", token.text)));
        }
    }
    for (line, text) in &source.literals {
        let mut words = text.split(|part: char| !part.is_alphanumeric());
        // "chess" is also a word of the language: only a text of nothing else is the id.
        if text == "chess" || words.any(|word| word != "chess" && IDS.contains(&word)) {
            faults.push(source.fault(*line, format!("the name of a game in {text:?}")));
        }
    }
    faults
}

/// Whether `part` is one of the words that a name in snake or camel case is made of.
fn has_part(name: &str, part: &str) -> bool {
    name.split('_').any(|piece| {
        let mut words: Vec<String> = Vec::new();
        let mut was_lower = false;
        for letter in piece.chars() {
            if words.is_empty() || (letter.is_uppercase() && was_lower) {
                words.push(String::new());
            }
            was_lower = !letter.is_uppercase();
            if let Some(last) = words.last_mut() {
                last.extend(letter.to_lowercase());
            }
        }
        words.iter().any(|word| word == part)
    })
}

/// The place where games are listed.
fn is_catalogue(source: &Source) -> bool {
    source.path.starts_with("src/session/catalogue")
}

/// Writing to the standard output elsewhere than in `front/output.rs`.
pub(crate) fn one_output(source: &Source) -> Vec<Fault> {
    if source.path == "src/front/output.rs" {
        return Vec::new();
    }
    let words = source.words();
    let prints = words
        .windows(2)
        .filter(|pair| matches!(pair[0].text, "print" | "println") && pair[1].text == "!");
    let mut lines: Vec<usize> = prints.map(|pair| pair[0].line).collect();
    // Asking whether the output is a terminal writes nothing.
    let asks = |line: usize| {
        source.shipped.lines().nth(line - 1).is_some_and(|text| text.contains(".is_terminal()"))
    };
    let paths = source.named_paths();
    let opens = paths.iter().filter(|path| path.parts.ends_with(&["io".into(), "stdout".into()]));
    lines.extend(opens.map(|path| path.line).filter(|&line| !asks(line)));
    lines.iter().map(|&line| source.fault(line, "the standard output outside its file")).collect()
}

/// Input, output, threads, clocks or the environment in the protocol crate.
pub(crate) fn protocol_is_pure(source: &Source) -> Vec<Fault> {
    const OUTSIDE: [&str; 7] = ["io", "fs", "thread", "net", "process", "env", "sync"];
    let is_outside = |parts: &[String]| parts[0] == "std" && OUTSIDE.contains(&parts[1].as_str());
    source
        .named_paths()
        .iter()
        .filter(|path| path.parts.len() > 1 && is_outside(&path.parts))
        .map(|path| source.fault(path.line, format!("`{}` in the protocol", path.parts.join("::"))))
        .collect()
}

/// A file without a head that says what it owns. A module's own tests need none.
pub(crate) fn has_a_head(source: &Source) -> Vec<Fault> {
    if source.text.starts_with("//!") || is_test_module(&source.path) {
        Vec::new()
    } else {
        vec![source.fault(1, "no head (`//!`) that says what the file owns")]
    }
}

/// A file of too many lines.
pub(crate) fn file_size(source: &Source) -> Vec<Fault> {
    let lines = source.text.lines().count();
    if lines <= FILE_LIMIT {
        return Vec::new();
    }
    vec![source.fault(FILE_LIMIT + 1, format!("{lines} lines, {FILE_LIMIT} are allowed"))]
}

/// Functions of too many lines, tests included.
pub(crate) fn function_size(source: &Source) -> Vec<Fault> {
    let mut faults = Vec::new();
    let code = &source.code;
    for (at, _) in code.match_indices("fn ") {
        let begins_a_word =
            !code[..at].ends_with(|last: char| last.is_alphanumeric() || last == '_');
        let name: String = code[at + 3..]
            .chars()
            .take_while(|part| part.is_alphanumeric() || *part == '_')
            .collect();
        if !begins_a_word || name.is_empty() {
            continue;
        }
        let lines = code[at..at + item_length(&code[at..])].lines().count();
        if lines > FUNCTION_LIMIT {
            let line = code[..at].matches('\n').count() + 1;
            let what = format!("`{name}` has {lines} lines, {FUNCTION_LIMIT} are allowed");
            faults.push(source.fault(line, what));
        }
    }
    faults
}

/// Stubs, skipped tests and paths of somebody's machine, in any text file.
pub(crate) fn finished_text(path: &str, text: &str) -> Vec<Fault> {
    let bang = |name: &str| format!("{name}!(");
    let mut words = vec![bang("todo"), bang("unimplemented"), "FIX".to_string() + "ME"];
    words.push("#[ign".to_string() + "ore");
    words.extend(["home", "root", "work", "Users"].map(|folder| format!("/{folder}/")));
    let mut faults = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for word in words.iter().filter(|word| line.contains(word.as_str())) {
            let what = format!("`{word}` does not belong here");
            faults.push(Fault { path: path.into(), line: number + 1, what });
        }
    }
    faults
}
