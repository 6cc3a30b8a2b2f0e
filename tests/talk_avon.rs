//! Conversations about Avon with the real binary: missed turns, armies that change without moving, and what
//! XBoard is told of them.

#![allow(clippy::unwrap_used)]

mod driver;

use driver::{Engine, after, ms};

/// The start array as XBoard writes it.
const ARRAY: &str = "mkkmMQSM/nbbnRAAR/ppppPPPP/8/8/8/8/PPPPpppp/NBBNraar/MKKMmqsm";

/// Black's Marshal takes the last southern royal of White; after three more turns `ws` drops out.
const BEFORE_A_DROP_OUT: &str = "m3K2k/8/8/1B6/2P5/8/8/8/8/K6k bn - 0 1";

fn xboard() -> Engine {
    let mut engine = Engine::xboard();
    engine.tell("new\nvariant avon\nforce");
    engine
}

/// Moves that XBoard makes for both sides; none is illegal. Gives what was said.
fn make(engine: &mut Engine, moves: &str) -> Vec<String> {
    let mut heard = Vec::new();
    for text in moves.split_whitespace() {
        heard.extend(engine.tell(&format!("usermove {text}")));
    }
    assert!(!heard.iter().any(|line| line.contains("Illegal")), "{heard:?}");
    heard
}

#[test]
fn xboard_is_told_board_array_and_men_each_time_it_asks() {
    let mut engine = Engine::xboard();
    for _ in 0..2 {
        let heard = engine.tell("variant avon");
        let setup = format!(
            "setup (PNBRQSEAMWO.CUHVYI...Kpnbrqseamwo.cuhvyi...k) 8x10+0_lion {ARRAY} w - - 0 1"
        );
        assert_eq!(heard[0], setup);
        let pieces: Vec<&String> = heard.iter().filter(|l| l.starts_with("piece ")).collect();
        assert_eq!(pieces.len(), 12, "{heard:?}");
        assert!(pieces.contains(&&"piece N& ND".to_owned()), "{pieces:?}");
    }
    engine.quit();
}

#[test]
fn missed_turns_are_waits_in_uci() {
    let mut engine = Engine::playing("avon");
    engine.send(&format!("position fen {BEFORE_A_DROP_OUT} moves a9a0 e9e8 h0h1"));
    assert!(engine.fen().contains(" bn ws 0 2"));
    engine.send("go depth 3");
    let (best, lines) = engine.best_move();
    assert_eq!(best, "0000", "White waits: {lines:?}");
    engine.send(&format!("position fen {BEFORE_A_DROP_OUT} moves a9a0 e9e8 h0h1 0000 h9h8"));
    assert!(engine.fen().contains(" wn ws 1 2"));
    engine.send("go depth 5");
    let (_, lines) = engine.best_move();
    let pv = after(lines.iter().rfind(|line| line.contains(" pv ")).unwrap(), "pv").join(" ");
    engine.send(&format!("position fen {BEFORE_A_DROP_OUT} moves a9a0 e9e8 h0h1 0000 h9h8 {pv}"));
    let heard = engine.ask("d");
    assert!(!heard.iter().any(|line| line.contains("illegal")), "{pv}: {heard:?}");
    engine.quit();
}

#[test]
fn a_drop_out_is_told_and_the_promoted_men_with_it() {
    let mut engine = xboard();
    engine.tell(&format!("setboard {BEFORE_A_DROP_OUT}"));
    assert!(make(&mut engine, "a9a0 e9e8").is_empty());
    let heard = make(&mut engine, "h0h1");
    let wanted = "# ws has dropped out, wn moves all White men from now on, now Wazir (W): c5, \
                  now Primate (I): b6";
    assert_eq!(heard, [wanted]);
    // White misses a turn; then XBoard may send the men as it draws them, or as they are.
    assert!(engine.tell("usermove e8e7")[0].starts_with("Illegal move"));
    make(&mut engine, "@@@@ h9h8");
    let bare = "setboard 8/4K2k/8/1B6/2P5/8/8/8/7k/m7 w - - 0 3";
    assert!(engine.tell(bare).is_empty());
    assert!(engine.tell("usermove b6b5p")[0].starts_with("Illegal move"));
    make(&mut engine, "b6b5i");
    engine.quit();
}

#[test]
fn moves_of_an_army_taken_over_tell_xboard_what_the_men_are() {
    let mut engine = xboard();
    engine.tell("setboard 4K2k/8/8/8/2P5/8/8/8/8/m6k wn ws 0 3");
    // A forced change for the hand, and a letter on each move of a man that XBoard may draw otherwise.
    let heard = engine.tell("lift c5");
    assert_eq!(heard, ["highlight 8/8/8/2B5/1B1B4/2B5/8/8/8/8"], "a Wazir's moves");
    assert_eq!(engine.tell("put c6"), ["choice W"]);
    make(&mut engine, "c5c6");
    engine.tell("setboard 7k/8/8/8/8/8/8/8/8/k1K3P1 ws wn 0 3");
    engine.send("sd 2\ngo");
    let text = engine.line("move ")[5..].to_owned();
    assert!(text.starts_with("c0") == (text.len() == 4), "Princes don't change: {text}");
    engine.quit();
}

#[test]
fn a_pawn_over_the_river_is_painted_anew() {
    let mut engine = xboard();
    engine.tell("setboard 4K2k/8/8/8/8/2P5/8/8/8/K6k ws - 0 1");
    assert_eq!(engine.tell("lift c4"), ["highlight 8/8/8/8/2B5/8/8/8/8/8"]);
    assert_eq!(engine.tell("put c5"), ["choice W"]);
    make(&mut engine, "c4c5w");
    // A typed move keeps the old picture, and the position is still the present one.
    engine.tell("setboard 4K2k/8/8/8/8/2P5/8/8/8/K6k ws - 0 1");
    make(&mut engine, "c4c5 h9h8");
    assert!(engine.tell("setboard 4K3/7k/8/8/2P5/8/8/8/8/K6k w - - 0 2").is_empty());
    make(&mut engine, "e9e8 h0h1");
    assert!(engine.tell("usermove c5c6w")[0].starts_with("Illegal move"), "it is a Wazir");
    engine.quit();
}

#[test]
fn a_bare_position_of_xboard_keeps_what_it_cannot_say() {
    let mut engine = xboard();
    engine.tell("setboard 4K2k/8/8/8/8/8/8/8/8/K6k ws bn 7 5");
    engine.tell("setboard 4K2k/8/8/8/8/8/8/8/8/K6k w - - 0 1");
    make(&mut engine, "a0a1");
    assert!(engine.tell("usermove h9h8")[0].starts_with("Illegal move"), "bn is still out");
    make(&mut engine, "@@@@ e9e8");
    // The start array is the start position.
    engine.tell(&format!("setboard {ARRAY} w - - 0 1"));
    make(&mut engine, "a2a3 a7a6 e7e6 e2e3 a3a4");
    // A full FEN says everything itself.
    engine.tell(&format!("setboard {ARRAY} wn - 0 1"));
    make(&mut engine, "e7e6");
    engine.quit();
}

#[test]
fn the_result_and_the_ranking_are_told() {
    let mut engine = xboard();
    engine.tell("setboard 7k/8/m3K3/8/8/8/8/8/8/7k bn ws 3 5");
    engine.send("sd 4\ngo");
    let heard = engine.until("0-1 {");
    assert!(heard.iter().any(|line| line == "move a7e7"), "{heard:?}");
    assert!(heard.iter().any(|line| line == "# standing: 1 bn, 2 bs, 3 wn, 4 ws"), "{heard:?}");
    assert!(engine.during(ms(50)).is_empty());
    engine.quit();
}

#[test]
fn a_bad_position_is_refused_and_the_old_one_stays() {
    let mut engine = Engine::playing("avon");
    let before = engine.fen();
    for (fen, field) in [
        ("m7/8/8/8/8/8/8/8/8/K6k xs - 0 1", "seat"),
        ("K7/8/8/8/8/8/8/8/8/K7 ws - 0 1", "Black"),
        ("m7/8/8/8/8/8/8/8/8/K6P ws - 0 1", "Pawn on h0"),
        ("m7/8/8/8/8/8/8/8/K6k ws - 0 1", "ranks"),
        ("m8/8/8/8/8/8/8/8/8/K6k ws - 0 1", "rank 9"),
        ("m7/8/8/8/8/8/8/8/8/K6k ws ws,wn,bn,bs 0 1", "out"),
    ] {
        let heard = engine.ask(&format!("position fen {fen}"));
        assert!(heard[0].contains("refused") && heard[0].contains(field), "{fen}: {heard:?}");
        assert_eq!(engine.fen(), before);
    }
    let heard = engine.ask("position fen 4K2k/8/8/8/8/8/8/8/8/K6k ws ws 0 1");
    assert!(heard[0].contains("ws is out"), "{heard:?}");
    assert!(engine.fen().contains(" bn ws 0 1"));
    engine.quit();
}

#[test]
fn a_wait_in_a_drawn_game_is_worth_nothing() {
    let mut engine = Engine::playing("avon");
    engine.send("position fen 3S4/8/8/8/8/8/8/6a1/6R1/1s6 bn bn 250 16\ngo movetime 1");
    let (best, lines) = engine.best_move();
    assert_eq!(best, "0000");
    let last = lines.iter().rfind(|line| line.contains(" score ")).unwrap();
    assert_eq!(after(last, "score")[..2], ["cp", "0"], "{last}");
    engine.quit();
}

#[test]
fn editing_leaves_whose_turn_it_is_and_who_is_out() {
    // It is the turn of the northern White player, whose Pawns go down.
    let mut engine = xboard();
    make(&mut engine, "a2a3 a7a6");
    engine.tell("edit\nxa3\n.");
    let heard = engine.tell("usermove c2c3");
    assert!(heard[0].starts_with("Illegal move (AVON-3"), "{heard:?}");
    make(&mut engine, "e7e6");
    // The southern Black player is out, so that White's move is followed by a wait.
    engine.tell("setboard mk6/8/8/8/8/8/4p3/8/8/K6k wn bs 3 9\nedit\nPa2\n.");
    let heard = engine.tell("usermove @@@@");
    assert!(heard[0].starts_with("Illegal move"), "{heard:?}");
    engine.quit();
}
