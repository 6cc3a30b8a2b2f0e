//! Every refusal of a move names the rule that it breaks by number: in each game, in positions of random
//! games and of a file, for moves that are wrong in every way.

#![allow(clippy::unwrap_used)]

use caryatid::board::KeyStream;
use caryatid::game::Dialect;
use caryatid::session::{Catalogue, OpenedGame};
use std::collections::BTreeSet;

const DIALECTS: [Dialect; 2] = [Dialect::Uci, Dialect::XBoard];

/// Games of chance for each beginning, and the most moves of one.
const WALKS: usize = 2;
const LONGEST: usize = 160;

/// Pairs of squares that are tried in each position and dialect.
const PAIRS: usize = 24;

/// Moves of whatever game: nulls, castlings, houses, decisions, men that are placed.
const WORDS: [&str; 25] = [
    "0000", "@@@@", "O-O", "O-O-O", "0-0", "A", "C", "F", "a", "d", "f", "zero", "play", "b0c0",
    "g0b0", "c9b9", "d9f9", "L@e9", "L@a10", "L@z9", "l@d0", "N@c9", "P@d8", "q@a1", "N@e5",
];

/// What may stand behind two squares.
const SUFFIXES: [&str; 10] = ["", "q", "k", "x", "w", "=n", "+", ",N@a9", ",P@e8", ",q@a10"];

/// The number of the rule before the colon, if there is one: a name in capitals, and numbers.
fn rule(refusal: &str) -> Option<&str> {
    let (rule, _) = refusal.split_once(": ")?;
    let name = rule.split([' ', '-']).next()?;
    let is_name = name.len() >= 3 && name.chars().all(|letter| letter.is_ascii_uppercase());
    (is_name && rule.chars().any(|letter| letter.is_ascii_digit())).then_some(rule)
}

/// A random number below a bound.
fn below(keys: &mut KeyStream, bound: usize) -> usize {
    (keys.next_key() % bound as u64) as usize
}

/// The name of a square of the board, or of one beside it.
fn square(board: &dyn OpenedGame, keys: &mut KeyStream) -> String {
    let shape = board.shape();
    let file = char::from(b'a' + below(keys, usize::from(shape.files) + 1) as u8);
    format!("{file}{}", below(keys, usize::from(shape.ranks) + 2))
}

/// Texts that are moves somewhere, if not here.
fn texts(board: &dyn OpenedGame, dialect: Dialect, keys: &mut KeyStream) -> Vec<String> {
    let mut texts: Vec<String> = WORDS.iter().map(|&word| word.to_owned()).collect();
    let legal: Vec<String> = board
        .legal_actions()
        .into_iter()
        .map(|action| board.action_text(action, dialect))
        .collect();
    for _ in 0..PAIRS {
        let (from, to) = (square(board, keys), square(board, keys));
        texts.push(format!("{from}{to}"));
        let some = &legal[below(keys, legal.len())];
        texts.push(some.clone() + SUFFIXES[below(keys, SUFFIXES.len())]);
        texts.push(some[..some.len() - 1].to_owned() + SUFFIXES[below(keys, SUFFIXES.len())]);
        // A man of the side to move goes anywhere.
        let digits = some.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            texts.push(some[..=digits].to_owned() + &to);
        }
    }
    texts
}

/// Whether a text is refused as none in any game: what breaks no rule but the protocol's.
fn is_no_move(refusal: &str) -> bool {
    refusal.starts_with("protocol, move text: ")
}

/// Two squares, with whatever behind, or a word with a meaning.
fn is_move(text: &str) -> bool {
    let square = |text: &str| -> usize {
        let letter = text.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let digits = text.bytes().skip(1).take(2).take_while(u8::is_ascii_digit).count();
        if letter && digits > 0 { 1 + digits } else { 0 }
    };
    let from = square(text);
    let is_pair = from > 0 && square(&text[from..]) > 0;
    is_pair || text.starts_with("O-O") || matches!(text, "0000" | "@@@@")
}

/// Tries wrong moves in a position; notes the rules that are named.
fn look(board: &dyn OpenedGame, keys: &mut KeyStream, named: &mut BTreeSet<String>) {
    for dialect in DIALECTS {
        for text in texts(board, dialect, keys) {
            let Err(refusal) = board.read_action(&text, dialect) else { continue };
            let refusal = refusal.to_string();
            match rule(&refusal) {
                Some(rule) => drop(named.insert(rule.to_owned())),
                None => assert!(
                    is_no_move(&refusal) && !is_move(&text),
                    "{} {text} ({dialect:?}): {refusal}, {}",
                    board.id(),
                    board.fen()
                ),
            }
        }
    }
}

/// Tries moves where the game is over; notes the rule that is named.
fn look_behind(board: &dyn OpenedGame, named: &mut BTreeSet<String>) {
    for dialect in DIALECTS {
        for text in ["e2e4", "0000", "A", "L@e9", "no move"] {
            let refusals = [
                board.read_action(text, dialect).unwrap_err(),
                board.meant(text, dialect).unwrap_err(),
                board.carry_on(&[text.to_owned()], dialect).unwrap_err(),
            ];
            for refusal in refusals.map(|refusal| refusal.to_string()) {
                assert!(refusal.contains("the game is over, "), "{}: {refusal}", board.id());
                let rule = rule(&refusal);
                assert!(rule.is_some(), "{}: {refusal}, {}", board.id(), board.fen());
                named.extend(rule.map(str::to_owned));
            }
        }
    }
}

/// Plays games of chance and tries wrong moves on the way.
fn walk(board: &mut dyn OpenedGame, keys: &mut KeyStream, named: &mut BTreeSet<String>) {
    for _ in 0..LONGEST {
        if board.final_verdict().is_some() {
            return look_behind(board, named);
        }
        if board.must_wait() {
            let refusal = board.play("e2e4", Dialect::Uci).unwrap_err().to_string();
            assert!(rule(&refusal).is_some(), "{}: {refusal}", board.id());
            board.play("0000", Dialect::Uci).unwrap();
            continue;
        }
        let legal = board.legal_actions();
        if legal.is_empty() {
            return;
        }
        look(board, keys, named);
        let action = legal[below(keys, legal.len())];
        let text = board.action_text(action, Dialect::Uci);
        board.play(&text, Dialect::Uci).unwrap();
    }
}

/// The rules that are named in a game.
fn named(id: &str, positions: &[&str]) -> BTreeSet<String> {
    let mut board = Catalogue::new().open_unheard(id).unwrap();
    let (mut keys, mut named) = (KeyStream::new(7), BTreeSet::new());
    for walks in 0..WALKS {
        board.set_start(Dialect::Uci);
        walk(&mut *board, &mut keys, &mut named);
        for fen in positions.iter().skip(walks).step_by(WALKS) {
            board.set_fen(fen).unwrap_or_else(|error| panic!("{id}, {fen}: {error}"));
            walk(&mut *board, &mut keys, &mut named);
        }
    }
    named
}

/// Positions near promotion, castling and check, by game.
fn positions(id: &str) -> &'static [&'static str] {
    match id {
        "chess" | "awarichess" => &[
            "r3k2r/p6P/8/8/8/8/p6P/R3K2R w KQkq - 0 1",
            "4k3/P6P/8/4r3/8/8/p6p/4K3 w - - 0 1",
            "R6k/6pp/8/8/8/8/8/K7 b - - 0 1",
        ],
        "avatar" => &[
            "k9p/5P5/11/11/11/***********/11/11/D4K4D/5p5/11 w - - 0 1",
            "k10/11/11/11/11/***********/11/11/11/2DD7/10K b - - 0 1",
        ],
        "capablanca" | "gothic" | "embassy" | "janus" => {
            &["4k5/P7P1/10/5r4/10/10/p7p1/4K5 w - - 0 1", "R8k/8pp/10/10/10/10/10/K9 b - - 0 1"]
        }
        "grand" | "shako" => &[
            "4k5/P7P1/2P7/5r4/10/10/10/7p2/p7p1/4K5 w - - 0 1",
            "R8k/8pp/10/10/10/10/10/10/10/K9 b - - 0 1",
        ],
        "avon" => &["7k/8/4m3/8/8/8/8/8/8/7k wn wn,ws 0 5"],
        "avp" => &[
            "3l6/10/10/3p6/10/10/10/2n5p1/R4K3R/10[Q] w - - 0 1",
            "3l6/P8P/10/10/4r5/10/10/8p1/R4K3R/10[QN] w - - 0 1",
            "l8R/9R/Q9/3P6/10/10/10/10/10/R1RR1K4 b - - 0 1",
            "9l/10/10/10/10/10/10/10/9r/K8r w - - 0 1",
        ],
        _ => &[],
    }
}

#[test]
fn a_text_that_is_no_move_anywhere_is_refused_by_the_protocol_and_in_awari_by_its_rule() {
    for id in Catalogue::new().ids() {
        let board = Catalogue::new().open_unheard(&id).unwrap();
        for dialect in DIALECTS {
            for text in ["", "x", "e", "move", "resign", "Nf3!?", "\u{e9}2e4", "1."] {
                let refusal = board.read_action(text, dialect).unwrap_err().to_string();
                let is_named = rule(&refusal).is_some() || is_no_move(&refusal);
                assert!(is_named, "{id} {text:?} ({dialect:?}): {refusal}");
            }
        }
    }
}

#[test]
fn every_refusal_of_a_move_names_its_rule() {
    const FIDE: [&str; 10] = [
        "FIDE 1.1",
        "FIDE 1.2",
        "FIDE 3.1",
        "FIDE 3.2, 3.5",
        "FIDE 3.3, 3.5",
        "FIDE 3.4, 3.5",
        "FIDE 3.6",
        "FIDE 3.7",
        "FIDE 3.8",
        "FIDE 3.9",
    ];
    let mut played = 0;
    for id in Catalogue::new().ids() {
        let found = named(&id, positions(&id));
        let (prefix, numbers): (&str, &[u32]) = match id.as_str() {
            "avatar" => ("RIFF", &[1, 3, 4, 5, 6, 7, 8, 10, 11]),
            "avon" => ("AVON", &[1, 3, 4, 7, 8, 9, 10, 14, 15]),
            "avp" => ("AVP", &[1, 2, 4, 5, 6, 7, 8, 9, 10, 11]),
            "awarichess" => ("AWARI", &[1, 3, 10, 12, 14]),
            "capablanca" => ("CAPABLANCA", &[1, 2, 3, 4, 5]),
            "gothic" => ("GOTHIC", &[1, 2, 3, 4, 5]),
            "embassy" => ("EMBASSY", &[1, 2, 3, 4, 5]),
            "janus" => ("JANUS", &[1, 2, 3, 4]),
            "grand" => ("GRAND", &[1, 2, 3, 4, 5]),
            "shako" => ("SHAKO", &[1, 2, 3, 4, 5]),
            _ => ("FIDE", &[]),
        };
        let missing =
            |name: &str| !found.iter().any(|rule| rule.split(", ").any(|one| one == name));
        let numbered = numbers.iter().map(|number| format!("{prefix}-{number}"));
        let missing: Vec<String> = numbered.filter(|name| missing(name)).collect();
        assert!(missing.is_empty(), "{id}: {missing:?} missing among {found:?}");
        let has_ends = ["RIFF", "AVON", "AVP", "AWARI"].contains(&prefix);
        assert!(has_ends || found.contains("FIDE 5.1, 5.2"), "{id}: {found:?}");
        if prefix == "FIDE" {
            let missing: Vec<&&str> = FIDE.iter().filter(|&&name| !found.contains(name)).collect();
            assert!(missing.is_empty(), "{id}: {missing:?} missing among {found:?}");
            assert!(found.contains("FIDE 2.1") && found.contains("FIDE 3.8.2"), "{found:?}");
        }
        played += 1;
    }
    assert!(played > 0);
}
