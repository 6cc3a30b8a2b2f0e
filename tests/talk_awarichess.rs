//! Conversations about Awarichess with the real binary, in both protocols.

#![allow(clippy::unwrap_used)]

mod driver;

use driver::Engine;

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn xboard_draws_ten_ranks_and_is_told_seeds_and_powers_at_each_turn() {
    let mut engine = Engine::xboard();
    engine.send("variant awarichess");
    let setup = engine.line("setup ");
    assert!(setup.contains("8x10+0_chu *hhhhhh*/rnbqkbnr/"), "{setup}");
    engine.tell("post\nforce");
    let heard = engine.tell("usermove b0c0");
    let told = |heard: &[String], part: &str| heard.iter().any(|line| line.contains(part));
    assert!(told(&heard, "A-F 0 5 5 5 5 4"), "{heard:?}");
    assert!(
        heard.iter().any(|line| line.starts_with("0 ") && line.contains("to sow")),
        "{heard:?}"
    );
    let heard = engine.tell("usermove b0c0");
    assert!(told(&heard, "Illegal move"), "North is to sow: {heard:?}");
    engine.tell("usermove g9f9");
    let heard = engine.tell("lift d0");
    assert!(told(&heard, "highlight 8/8/8/8/8/8/8/8/8/2Y1Y3"), "{heard:?}");
    engine.send("st 1\nsd 6\ngo");
    let moved = engine.line("move ");
    assert_eq!(&moved[6..7], "0", "a house of rank 0: {moved}");
    engine.quit();
}

#[test]
fn xboard_decisions_and_waits() {
    let mut engine = Engine::xboard();
    engine.send("variant awarichess");
    engine.line("setup ");
    engine.tell(&format!("force\nsetboard {CHESS} - - BBW"));
    // White is on turn on the wire but Black decides.
    let heard = engine.tell("usermove e2e4");
    assert!(heard.iter().any(|line| line.starts_with("Illegal move")), "{heard:?}");
    let heard = engine.tell("usermove @@@@\nusermove b9c9");
    assert!(heard.iter().any(|line| line.contains("powers BW")), "zero: {heard:?}");
    let heard = engine.tell("usermove @@@@\nusermove e7e5");
    assert!(heard.iter().any(|line| line.contains("powers W")), "{heard:?}");
    let heard = engine.tell("usermove e2e4");
    assert!(heard.iter().any(|line| line.contains("A-F 4 4 4 4 4 4")), "Awari again: {heard:?}");
    engine.quit();
}

#[test]
fn uci_draws_both_boards_and_answers_waits() {
    let mut engine = Engine::playing("awarichess");
    let heard = engine.ask("d");
    for part in ["North", "South", "Powers: none", "r n b q k b n r"] {
        assert!(heard.iter().any(|line| line.contains(part)), "{part}: {heard:?}");
    }
    engine.send(&format!("position fen {CHESS} - - BW\ngo depth 4"));
    assert_eq!(engine.best_move().0, "0000", "White waits for Black's decision");
    engine.send(&format!("position fen {CHESS} - - BW moves 0000\ngo depth 4"));
    let decision = engine.best_move().0;
    assert!(decision == "zero" || decision == "play", "{decision}");
    engine.quit();
}

#[test]
fn faults_in_a_position_leave_the_old_one() {
    let mut engine = Engine::playing("awarichess");
    engine.ask("position startpos moves F f");
    let stands = engine.fen();
    for rest in ["4,4,4,4,4,4,4,4,4,4,4,5 S -", "- - WXB", "- S W", "4,4,4,4,4,4,4,4,4,4,4,4 ! W"] {
        let heard = engine.ask(&format!("position fen {CHESS} {rest}"));
        assert!(heard.iter().any(|line| line.contains("position refused")), "{rest}: {heard:?}");
        assert_eq!(engine.fen(), stands, "{rest}");
    }
    engine.quit();
}
