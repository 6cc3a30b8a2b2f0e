//! Avon, AVON-12 to AVON-17: dropping out, the end, and text.

use super::positions::{after, at, from, set, texts};
use caryatid::game::{Dialect, Game, Past, Team, Words};
use caryatid::games::avon::{Avon, START};
use caryatid::session::{Catalogue, OpenedGame};

fn opened(fen: &str) -> Box<dyn OpenedGame> {
    let mut game = Catalogue::new().open_unheard("avon").unwrap();
    game.set_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    game
}

/// A Marshal of Black's may take the only southern royal of White's.
const BEFORE_A_DROP_OUT: &str = "m3K2k/8/8/8/8/8/8/8/8/K6k bn - 7 1";

#[test]
fn avon_12_who_has_no_legal_move_when_his_turn_comes_drops_out() {
    let game = Avon::new();
    let (position, _) = after(&game, BEFORE_A_DROP_OUT, "a9a0 e9e8");
    assert_eq!(game.write_fen(&position), "7k/4K3/8/8/8/8/8/8/8/m6k bs - 1 1", "not his turn yet");
    let (position, _) = after(&game, BEFORE_A_DROP_OUT, "a9a0 e9e8 h0h1");
    assert_eq!(game.write_fen(&position), "7k/4K3/8/8/8/8/8/8/7k/m7 bn ws 0 2");
    // Stalemate, with a royal at home: the Wazirs may not move about in the north, nor anything else.
    let stuck = "4K2k/8/8/8/WWWW4/PPPP4/PPPP4/PPPP4/AAA5/KA5k ws - 9 1";
    let wanted = "4K2k/8/8/8/WWWW4/WWWW4/WWWW4/WWWW4/III5/KI5k bn ws 0 1";
    assert_eq!(game.write_fen(&at(&game, stuck)), wanted);
    assert_eq!(at(&game, &stuck.replace("/WWWW4", "/WWW5")).out(), 0, "a Pawn can move");
    // No royal at home, and one that can or can't come.
    let stuck = "4Q2k/8/8/8/p7/P7/8/8/8/7k ws - 0 1";
    assert_ne!(at(&game, stuck).out(), 1, "the Queen can come to the south");
    let stuck = "4KBNk/8/8/8/p7/P7/8/8/8/7k ws - 5 1";
    assert_eq!(game.write_fen(&at(&game, stuck)), "4KINk/8/8/8/p7/W7/8/8/8/7k bn ws 0 1");
}

#[test]
fn avon_13_the_partner_takes_over_a_promoted_army() {
    let game = Avon::new();
    let fen = START.replace("MKKMmqsm", "M2Mmqsm");
    let position = at(&game, &fen);
    assert_eq!(
        game.write_fen(&position),
        "mkkmMQQM/nbbnHIIH/ppppWWWW/8/8/8/8/WWWWpppp/NIINraar/M2Mmqsm bn ws 0 1"
    );
    // From then on AVON-7 does not bind the partner; AVON-8 and AVON-10 do.
    let men = "4K2k/8/8/4N3/8/8/2W5/8/d7/7k".replace("/d7/", "/3W4/");
    let bound = at(&game, &format!("{men} wn - 0 1"));
    assert!(from(&game, &bound, "c3").is_empty());
    let free = at(&game, &format!("{men} wn ws 0 1"));
    assert_eq!(from(&game, &free, "c3"), set("b3 d3 c2 c4"));
    assert_eq!(from(&game, &free, "d1"), set("c1 d0 d2"), "not over the wall");
    let lone = at(&game, "7k/8/8/8/4K3/8/8/8/8/K6k wn ws 0 1");
    assert_eq!(from(&game, &lone, "e5"), set("d5 f5 d6 e6 f6"), "a0 is not on his half");
    // Men of the other colour stay as they are.
    let both = at(&game, "4K2k/8/8/8/8/3PpBb1/8/8/8/K6k ws wn 0 1");
    assert!(game.write_fen(&both).starts_with("4K2k/8/8/8/8/3WpIb1/8/8/8/K6k "));
}

#[test]
fn avon_14_both_players_out_is_a_win_for_the_other_team() {
    let game = Avon::new();
    let (position, past) = after(&game, "7k/8/m3K3/8/8/8/8/8/8/7k bn ws 3 5", "a7e7");
    assert_eq!(game.write_fen(&position), "7k/8/4m3/8/8/8/8/8/8/7k wn wn,ws 0 5");
    let verdict = game.verdict(&position, &past).unwrap();
    assert_eq!((verdict.winner, verdict.by_count), (Some(Team::Black), false));
    assert_eq!(game.count_actions(&position), 0);
    assert!(game.read_action(&position, "e7e6", Dialect::Uci).is_err());
    let one_out = at(&game, "7k/8/m3K3/8/8/8/8/8/8/7k bn ws 3 5");
    assert_eq!(game.verdict(&one_out, &Past::new()), None);
}

#[test]
fn avon_15_drop_outs_happen_inside_the_action_before() {
    let game = Avon::new();
    // Reading passes over seats that are out, and lets drop out who can't move; the round counts on.
    let read = game.read_fen("4K2k/8/8/8/8/8/8/8/8/m6k ws ws 5 3").unwrap();
    assert_eq!(game.write_fen(&read.position), "4K2k/8/8/8/8/8/8/8/8/m6k bn ws 5 3");
    assert_eq!((read.wire_first, read.notes.len()), (Team::White, 1));
    let read = game.read_fen("4K2k/8/8/8/8/8/8/8/8/K7 bs - 5 3").unwrap();
    assert_eq!(game.write_fen(&read.position), "4K2k/8/8/8/8/8/8/8/8/K7 ws bs 0 4");
    assert_eq!(read.wire_first, Team::Black, "the side of the seat that is written");
    // Two drop-outs within one action: both White players, one turn apart, after the last royal fell.
    let (position, _) = after(&game, "7k/8/m3K3/8/8/8/8/8/8/7k bn - 3 5", "a7e7");
    assert_eq!(game.write_fen(&position), "7k/8/4m3/8/8/8/8/8/8/7k bs wn 0 5", "ws comes later");
    let (position, _) = after(&game, "7k/8/m3K3/8/8/8/8/8/8/7k bn - 3 5", "a7e7 h0h1");
    assert_eq!(game.write_fen(&position), "7k/8/4m3/8/8/8/8/8/7k/8 ws wn,ws 0 6");
}

#[test]
fn avon_15_one_missed_turn_is_one_wait_and_two_in_a_row_are_none() {
    let mut game = opened("4K2k/8/8/8/8/8/8/8/8/K6k ws bn 0 1");
    game.play("a0a1", Dialect::Uci).unwrap();
    assert_eq!((game.turn(), game.must_wait()), (Team::Black, true));
    assert!(game.play("h0h1", Dialect::Uci).is_err());
    game.play("0000", Dialect::Uci).unwrap();
    assert_eq!((game.turn(), game.must_wait()), (Team::White, false));
    game.play("e9e8", Dialect::Uci).unwrap();
    assert!(!game.must_wait());
    game.play("h0h1", Dialect::Uci).unwrap();
    assert_eq!((game.turn(), game.must_wait()), (Team::White, false));
    let mut game = opened("4K2k/8/8/8/8/8/8/8/8/K6k ws bn,wn 0 1");
    for text in ["a0a1", "h0h1", "a1a0", "h1h0"] {
        assert!(!game.must_wait());
        game.play(text, Dialect::Uci).unwrap();
    }
    assert!(game.play("0000", Dialect::Uci).is_err());
    // The written seat is out: its side is first on the wire, and waits.
    let game = opened("4K2k/8/8/8/8/8/8/8/8/K6k bn bn 0 1");
    assert_eq!((game.turn(), game.must_wait()), (Team::Black, true));
    assert!(game.fen().contains(" wn bn "));
}

const SHUFFLE: &str = "a0a1 h9h8 e9e8 h0h1 a1a0 h8h9 e8e9 h1h0";

#[test]
fn avon_16_the_same_position_a_third_time_is_a_draw() {
    let game = Avon::new();
    let fen = "4K2k/8/8/8/8/8/8/8/8/K6k ws - 0 1";
    let twice = format!("{SHUFFLE} {}", SHUFFLE.rsplit_once(' ').unwrap().0);
    let (position, past) = after(&game, fen, &twice);
    assert_eq!(game.verdict(&position, &past), None);
    let (position, past) = after(&game, fen, &format!("{SHUFFLE} {SHUFFLE}"));
    let verdict = game.verdict(&position, &past).unwrap();
    assert_eq!((verdict.winner, verdict.by_count), (None, true), "the first one counts");
    // Men, seat to act and who is out make the position.
    let key = |fen: &str| game.repetition_key(&at(&game, fen));
    let men = "4K2k/8/8/8/8/8/8/8/8/K6k";
    let keys = ["ws - 0 1", "bn - 0 1", "wn - 0 1", "ws bn 0 1", "ws bs 0 1"];
    let mut different: Vec<u64> = keys.iter().map(|rest| key(&format!("{men} {rest}"))).collect();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), keys.len());
    assert_eq!(key(&format!("{men} ws - 0 1")), key(&format!("{men} ws - 9 7")));
}

#[test]
fn avon_16_two_hundred_quiet_actions_are_a_draw() {
    let game = Avon::new();
    let ends = |fen: &str, moves: &str| {
        let (position, past) = after(&game, fen, moves);
        game.verdict(&position, &past).map(|verdict| (verdict.winner, verdict.by_count))
    };
    let men = "4K2k/8/8/8/8/P6p/6P1/8/8/K6k";
    assert_eq!(ends(&format!("{men} ws - 198 60"), "a0a1"), None);
    assert_eq!(ends(&format!("{men} ws - 199 60"), "a0a1"), Some((None, true)));
    assert_eq!(ends(&format!("{men} ws - 199 60"), "a4a5"), None, "a Pawn move");
    assert_eq!(ends(&format!("{men} ws - 199 60"), "g3h4"), None, "a capture");
    assert_eq!(ends(&format!("{men} ws - 200 60"), ""), Some((None, true)));
    assert_eq!(ends(&format!("{men} bs - 65535 60"), ""), Some((None, true)));
    // A drop-out begins the count anew, and a win comes before a draw.
    assert_eq!(ends("4K2k/8/8/8/8/8/8/8/8/m6k ws - 300 60", ""), None);
    assert_eq!(ends("7k/4K3/8/8/8/8/8/8/8/m6k bs - 199 60", "h0h1"), None);
    let won = Some((Some(Team::Black), false));
    assert_eq!(ends("7k/8/4m3/8/8/8/8/8/8/7k wn wn,ws 300 5", ""), won);
    // The table knows the count where it is about to decide.
    let key = |quiet: u32| game.table_key(&at(&game, &format!("{men} ws - {quiet} 60")));
    assert_eq!(key(0), key(120));
    assert_ne!(key(198), key(199));
}

#[test]
fn avon_17_a_ranking_is_told_beside_the_result() {
    let game = Avon::new();
    let standing = |fen: &str, moves: &str| game.standing(&after(&game, fen, moves).0);
    let fen = "7k/8/m3K3/8/8/8/8/8/8/7k bn ws 3 5";
    assert_eq!(standing(fen, ""), None);
    assert_eq!(standing(fen, "a7e7").as_deref(), Some("1 bn, 2 bs, 3 wn, 4 ws"));
    // Who dropped out first is last, though his team has won.
    let fen = "7k/8/m3K3/8/8/8/8/8/8/K7 bn bs 0 1";
    let moves = "a7e7 a0a1 e7a7 a1a0 a7a0";
    assert_eq!(standing(fen, moves).as_deref(), Some("1 bn, 2 ws, 3 wn, 4 bs"));
    let read = "7k/8/4m3/8/8/8/8/8/8/7k wn wn,ws 0 5";
    assert_eq!(standing(read, ""), None, "a text does not say whose action it was");
    assert!(game.picture(&after(&game, fen, moves).0).contains("1 bn, 2 ws, 3 wn, 4 bs"));
}

#[test]
fn fen_has_five_fields_and_the_form_of_chess_is_read_too() {
    let game = Avon::new();
    let board = START.split(' ').next().unwrap();
    let read = |rest: &str| {
        let position = at(&game, format!("{board} {rest}").trim());
        game.write_fen(&position).split_once(' ').unwrap().1.to_owned()
    };
    for (rest, wanted) in [
        ("", "ws - 0 1"),
        ("bn", "bn - 0 1"),
        ("WN - 3", "wn - 3 1"),
        ("bs - 3 0", "bs - 3 1"),
        ("ws WN,bn 3 9", "ws bn,wn 3 9"),
        ("ws bs,wn 3 9", "ws bs,wn 3 9"),
        ("w - - 0 1", "ws - 0 1"),
        ("b KQkq e3 5 1", "bn - 5 1"),
        ("w - - 7 2", "wn - 7 1"),
        ("b - - 7 2", "bs - 7 1"),
        ("w - - 7 3", "ws - 7 2"),
        ("b - - 7 4", "bs - 7 2"),
        ("w - 7 4", "wn - 7 2"),
        ("w", "ws - 0 1"),
        ("b - -", "bn - 0 1"),
    ] {
        assert_eq!(read(rest), wanted, "{rest}");
    }
    assert_eq!(texts(&game, &at(&game, &format!("{board} b - - 0 1"))).len(), 8);
}

#[test]
fn positions_that_cannot_be_are_refused_with_the_field_named() {
    let game = Avon::new();
    for (fen, named) in [
        (START.replace(" ws ", " xs "), "seat"),
        (START.replace(" ws - ", " ws ws,bn,wn,bs "), "out"),
        (START.replace(" ws - ", " ws nobody "), "out"),
        (START.replace(" 0 1", " x 1"), "quiet actions"),
        (START.replace(" 0 1", " 0 x"), "round"),
        (START.replace(" ws - 0 1", " w - - -3 1"), "half-move clock"),
        (START.replace(" ws - 0 1", " w - - 3 ?"), "move number"),
        ("4K3/8/8/8/8/8/8/8/8/K7 ws - 0 1".to_owned(), "Black has no man"),
        ("4k3/8/8/8/8/8/8/8/8/k7 ws - 0 1".to_owned(), "White has no man"),
        (START.replace("/8/8/8/8/", "/8/8/8/"), "9 ranks instead of 10"),
        (START.replace("/8/8/8/8/", "/8/8/8/8/8/"), "11 ranks instead of 10"),
        (START.replace("/8/8/8/8/", "/8/7/8/8/"), "rank 5 has 7 squares"),
        (START.replace("/8/8/8/8/", "/8/9/8/8/"), "rank 5 has 9 squares"),
        (START.replace("NBBNraar", "NBBNraark"), "rank 1 has 9 squares"),
        (START.replace("NBBNraar", "NBXNraar"), "`X` on c1"),
        (START.replace("NBBNraar", "NPBNraar"), "a Pawn on b1"),
        (START.replace("mkkmMQSM", "mkkmMQSP"), "a Pawn on h9"),
        (START.replace(" ws", "[Q] ws"), "holdings"),
        (START.replace(" ws", "[ ws"), "not closed"),
        (START.replace(" ws", "[]] ws"), "behind the men in brackets"),
        (String::new(), "empty"),
    ] {
        let error = game.read_fen(&fen).map(|read| read.notes).unwrap_err().to_string();
        assert!(error.contains(named), "{fen}: {error}");
    }
    let mut game = opened(BEFORE_A_DROP_OUT);
    assert!(game.set_fen("8/8 xs").is_err());
    assert_eq!(game.fen(), BEFORE_A_DROP_OUT, "the old position stays");
}

#[test]
fn refusals_say_what_is_wrong() {
    let game = Avon::new();
    let why = |fen: &str, text: &str| game.refuse(&at(&game, fen), text, Dialect::Uci).to_string();
    let fen = "4K2k/8/8/8/5N2/3K4/2W5/8/3W4/7k ws - 0 1";
    for (text, words) in [
        ("e3e4", "no man on e3"),
        ("h9h8", "is not White"),
        ("d4d5", "royal would stand on the south half"),
        ("f5f7", "must start or end on the south half"),
        ("d1e1", "AVON-8: the Wazir on d1 can't go to e1"),
        ("c3d4", "a White man stands on d4"),
        ("c3e3", "AVON-4: the Wazir on c3 can't go to e3: it goes one orthogonally"),
        ("c3c4w", "does not become `w`"),
        ("nonsense", "write the two squares"),
    ] {
        assert!(why(fen, text).contains(words), "{text}: {}", why(fen, text));
    }
    let start = |text| why(START, text);
    assert!(
        start("a2a5").starts_with("AVON-4: the Pawn on a2 can't go to a5: it goes one forward")
    );
    assert!(start("a0a5").ends_with("a man stands in between"));
    assert!(!start("a2a5").contains("files d and e"));
    let south = "4K3/8/8/8/4R3/3P4/K7/2A5/8/k6k ws - 0 1";
    assert!(why(south, "d4d3").starts_with("AVON-3: the Pawn on d4 can't go to d3: forward is up"));
    assert!(why(south, "c2a0").starts_with("AVON-3: the Abbot on c2"));
    let over = "7k/8/4m3/8/8/8/8/8/8/7k wn wn,ws 0 5";
    assert!(why(over, "e7e6").starts_with("AVON-14: the game is over, both "));
}

#[test]
fn the_picture_shows_river_wall_and_turn() {
    let game = Avon::new();
    let picture = game.picture(&game.start());
    assert!(picture.contains("River") && picture.contains("ws (White, south) to move"));
    assert_eq!(picture.matches('|').count(), 4, "the wall stands on four ranks:\n{picture}");
    let lines: Vec<&str> = picture.lines().collect();
    assert!(lines[0].starts_with('9') && lines[4].starts_with('5') && lines[5].contains("River"));
    let out = game.picture(&at(&game, "4K2k/8/8/8/8/8/8/8/8/K6k ws bn 0 1"));
    assert!(out.contains("out: bn"), "{out}");
}
