//! Each check on small sources that break its rule, and on the nearest ones that keep it.

use crate::checks;
use crate::source::{Fault, Source};

/// Lines and texts of what a check finds.
fn found(check: impl Fn(&Source) -> Vec<Fault>, path: &str, text: &str) -> Vec<usize> {
    check(&Source::new(path, text)).iter().map(|fault| fault.line).collect()
}

#[test]
fn floors_find_imports_from_the_same_floor_and_above() {
    let check = checks::floors;
    assert_eq!(found(check, "src/tt/mod.rs", "//! tt\nuse crate::search::Node;\n"), [2]);
    assert_eq!(found(check, "src/search/node.rs", "fn f() { crate::games::open(); }"), [1]);
    assert_eq!(found(check, "src/games/mod.rs", "use super::search;"), [1]);
    assert_eq!(found(check, "src/games/avp/mod.rs", "use super::super::search::Pool;"), [1]);
    assert_eq!(
        found(check, "src/front/uci.rs", "use crate::{game::Game,\n tools::{bench, perft}};"),
        [1, 1]
    );
    assert_eq!(found(check, "src/cli.rs", "use caryatid::main;"), [1]);
    assert_eq!(found(check, "src/attic/mod.rs", ""), [1], "a module that stands on no floor");
    assert!(found(check, "src/search/node.rs", "use crate::{tt, clock::Budget};").is_empty());
    assert!(
        found(check, "src/search/node.rs", "use super::pv; use self::a; use std::fmt;").is_empty()
    );
    assert!(found(check, "src/tt/mod.rs", "// crate::search\n/* crate::games */").is_empty());
    assert!(found(check, "src/tt/mod.rs", "const A: &str = \"crate::search::x\";").is_empty());
    assert!(
        found(check, "src/tt/mod.rs", "#[cfg(test)]\nmod tests {\n use crate::games::x;\n}")
            .is_empty(),
        "tests may look where they like"
    );
    assert_eq!(
        found(check, "src/tt/mod.rs", "#[cfg(test)]\nmod tests {\n a();\n}\nuse crate::front::x;"),
        [5],
        "behind the tests code counts again"
    );
}

#[test]
fn games_are_found_outside_their_folders() {
    let check = checks::games_apart;
    let named = "use crate::games::avon::Avon;";
    assert_eq!(found(check, "src/session/opened.rs", named), [1]);
    assert_eq!(found(check, "src/games/avp/mod.rs", "use super::avon::X;"), [1]);
    assert_eq!(found(check, "src/games/avp/mod.rs", "use crate::games::diagram;"), [1]);
    assert!(found(check, "src/session/catalogue.rs", named).is_empty());
    assert!(found(check, "src/games/mod.rs", named).is_empty());
    assert!(found(check, "src/games/avon/seats.rs", named).is_empty());
    assert!(
        found(check, "src/games/awarichess/mod.rs", "use crate::games::diagram::A;").is_empty()
    );
    assert!(found(check, "src/games/avp/mod.rs", "use crate::games::toolbox::A;").is_empty());
}

#[test]
fn ids_of_games_are_found_in_names_and_texts() {
    let check = checks::no_game_ids;
    assert_eq!(found(check, "src/search/node.rs", "fn is_avatar() {}"), [1]);
    assert_eq!(found(check, "src/search/node.rs", "\nstruct GrandTable;"), [2]);
    assert_eq!(found(check, "src/front/uci.rs", "if name == \"chess\" {}"), [1]);
    assert_eq!(found(check, "protocol/src/lib.rs", "let a = r#\"variant janus 1\"#;"), [1]);
    assert!(found(check, "src/search/node.rs", "// like chess\nlet grandfather = 1;").is_empty());
    assert!(found(check, "src/tools/variants.rs", "let a = \"chess variants\";").is_empty());
    assert!(found(check, "src/session/catalogue.rs", "let a = \"chess\";").is_empty());
    assert!(
        found(check, "src/tt/mod.rs", "#[cfg(test)]\nmod tests { fn f() { g(\"avon\") } }")
            .is_empty()
    );
}

#[test]
fn writing_to_the_output_is_found() {
    let check = checks::one_output;
    assert_eq!(found(check, "src/tools/perft.rs", "\nfn f() { println!(\"1\"); }"), [2]);
    assert_eq!(found(check, "src/tools/perft.rs", "let out = std::io::stdout();"), [1]);
    assert!(found(check, "src/front/output.rs", "let out = std::io::stdout();").is_empty());
    assert!(found(check, "src/tools/play.rs", "command.stdout(Stdio::piped());").is_empty());
    assert!(found(check, "src/tools/play.rs", "if io::stdout().is_terminal() {}").is_empty());
    assert!(found(check, "src/front/mod.rs", "let out = Output::stdout();").is_empty());
    assert!(
        found(check, "src/tools/play.rs", "eprintln!(); pretty_print(1); // println!()").is_empty()
    );
}

#[test]
fn input_and_output_in_the_protocol_are_found() {
    let check = checks::protocol_is_pure;
    let path = "protocol/src/lib.rs";
    assert_eq!(found(check, path, "use std::{fmt, io::Read};"), [1]);
    assert_eq!(found(check, path, "\nfn f() { std::thread::sleep(x); }"), [2]);
    assert!(found(check, path, "use std::fmt; use std::str::FromStr;").is_empty());
}

#[test]
fn missing_heads_are_found() {
    assert_eq!(found(checks::has_a_head, "src/a.rs", "use std::fmt;\n//! late"), [1]);
    assert!(found(checks::has_a_head, "src/a.rs", "//! A.").is_empty());
    assert!(found(checks::has_a_head, "src/a/tests.rs", "use super::A;").is_empty());
}

#[test]
fn long_files_and_functions_are_found() {
    assert_eq!(found(checks::file_size, "src/a.rs", &"\n".repeat(601)), [601]);
    assert!(found(checks::file_size, "src/a.rs", &"\n".repeat(600)).is_empty());

    let function = |lines: usize| {
        let body = "    a(\"}\", '}', b\"{\"); // }\n".repeat(lines - 2);
        format!(
            "const A: u8 = 1;\npub fn long<'a>(a: &'a [u8; 4]) -> u8 {{\n{body}}}\nfn short() {{}}\n"
        )
    };
    assert_eq!(found(checks::function_size, "src/a.rs", &function(101)), [2]);
    assert!(found(checks::function_size, "src/a.rs", &function(100)).is_empty());
    let declared =
        format!("trait A {{ fn a(&self, b: [u8; 2]);\n{} }}", "type B = fn (u8);\n".repeat(200));
    assert!(found(checks::function_size, "src/a.rs", &declared).is_empty());
}

#[test]
fn stubs_and_paths_of_a_machine_are_found() {
    let lines = |text: &str| -> Vec<usize> {
        checks::finished_text("README.md", text).iter().map(|fault| fault.line).collect()
    };
    assert_eq!(lines("what is left to do"), [] as [usize; 0]);
    assert_eq!(lines(&["a\n", "to", "do!()"].concat()), [2]);
    assert_eq!(lines(&["see /ho", "me/me/notes"].concat()), [1]);
    assert_eq!(lines("see src/games/mod.rs and framework/paths"), [] as [usize; 0]);
}
