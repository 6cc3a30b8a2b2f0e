//! Actions that take several wire moves, through the real binary.

#![allow(clippy::unwrap_used)]

mod driver;

use driver::Engine;

/// The Alien on e9 (as XBoard numbers ranks) takes the Knight on e8 and may recruit one, while the Queen
/// on a2 could win a Queen.
const POSITION: &str = "4l5/4N5/10/10/10/10/10/q8Q/10/6K3 b - - 0 1";

#[test]
fn an_action_that_has_been_begun_is_completed_by_whoever_thinks() {
    let mut engine = Engine::xboard();
    engine.tell("new\nvariant avp\nforce\nsd 2\npost");
    let heard = engine.tell(&format!("setboard {POSITION}\nusermove e9e8\nusermove @@@@"));
    assert!(!heard.iter().any(|line| line.starts_with("Illegal")), "{heard:?}");
    engine.send("go");
    let heard = engine.until("move ");
    let last = heard.last().unwrap();
    assert!(last.starts_with("move N@") || last == "move @@@@", "{heard:?}");
    let shown = heard.iter().filter_map(|line| line.split_once('\t'));
    for (_, line) in shown {
        assert!(line.starts_with("N@") || line.starts_with("@@@@"), "{heard:?}");
    }
    engine.quit();
}

#[test]
fn a_start_array_with_other_men_in_hand_is_another_position() {
    let mut engine = Engine::xboard();
    engine.tell("new\nvariant avp\nforce");
    let array = "10/10/10/10/10/10/10/PPPPPPPPPP/RNBUQKUBNR/2HA2CH2";
    let moves = "usermove @@@@\nusermove L@e9\nusermove e2e4";
    let heard = engine.tell(&format!("setboard {array}[l] w - - 0 1\n{moves}"));
    assert!(!heard.iter().any(|line| line.starts_with("Illegal")), "{heard:?}");
    // As XBoard sends it, with the three Aliens of the option, it is the start: two are still to come.
    let heard = engine.tell(&format!("setboard {array}[lll] w - - 0 1\n{moves}"));
    assert!(
        heard.iter().any(|line| line.starts_with("Illegal move (AVP-2: White has to wait")),
        "{heard:?}"
    );
    engine.quit();
}

#[test]
fn men_are_edited_in_the_middle_of_an_action() {
    let mut engine = Engine::xboard();
    engine.tell("new\nvariant avp\nforce");
    let heard = engine.tell("setboard 3l6/10/10/10/10/3N6/10/10/10/1K8 b - - 0 1\nusermove d9d4");
    assert!(!heard.iter().any(|line| line.starts_with("Illegal")), "{heard:?}");
    // The White king goes to a0; the Alien stands on d4, where its action has brought it.
    let heard = engine.tell("edit\nxb0\nKa0\n.\nusermove a0b0");
    assert!(!heard.iter().any(|line| line.contains("llegal")), "{heard:?}");
    engine.quit();
}
