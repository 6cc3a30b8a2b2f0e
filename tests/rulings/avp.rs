//! Aliens vs Predators, AVP-1 to AVP-9: array, placing, both sides' moves, recruiting.

use super::positions::{self, set};
use caryatid::game::{Dialect, Game, Words};
use caryatid::games::avp::{Avp, Position};
use std::collections::BTreeSet;

pub(crate) fn at(fen: &str) -> Position {
    positions::at(&Avp::default(), fen)
}

pub(crate) fn texts(position: &Position) -> BTreeSet<String> {
    positions::texts(&Avp::default(), position)
}

pub(crate) fn legal(fen: &str) -> BTreeSet<String> {
    texts(&at(fen))
}

/// Where the man on a square may go, and how.
pub(crate) fn from(fen: &str, square: &str) -> BTreeSet<String> {
    positions::from(&Avp::default(), &at(fen), square)
}

/// The FEN after moves.
pub(crate) fn after(fen: &str, moves: &str) -> String {
    let game = Avp::default();
    game.write_fen(&positions::after(&game, fen, moves).0)
}

pub(crate) fn why(fen: &str, text: &str) -> String {
    let game = Avp::default();
    let refusal = game.read_action(&at(fen), text, Dialect::Uci).expect_err(text);
    refusal.to_string()
}

const ARRAY: &str = "10/10/10/10/10/10/10/PPPPPPPPPP/RNBUQKUBNR/2HA2CH2";

#[test]
fn avp_1_the_array() {
    let game = Avp::default();
    assert_eq!(game.write_fen(&game.start()), format!("{ARRAY}[lll] b KQ - 0 1"));
    let names = "e2 Q f2 K c1 H d1 A g1 C h1 H b2 N i2 N c2 B h2 B d2 U g2 U a2 R j2 R a3 P j3 P";
    let words: Vec<&str> = names.split(' ').collect();
    let picture = game.picture(&game.start());
    for pair in words.chunks(2) {
        let (file, rank) = (usize::from(pair[0].as_bytes()[0] - b'a'), &pair[0][1..]);
        let row = picture.lines().find(|line| line.trim_start().starts_with(&format!("{rank} ")));
        assert_eq!(&row.unwrap()[4 + 2 * file..5 + 2 * file], pair[1], "{}", pair[0]);
    }
}

#[test]
fn avp_2_all_aliens_are_placed_first_no_two_in_line() {
    let first = legal(&format!("{ARRAY}[lll] b KQ - 0 1"));
    assert_eq!(first.len(), 30);
    assert!(first.contains("L@a8") && first.contains("L@j10") && !first.contains("L@e7"));
    // Rank, file and diagonal of e10; a square hidden behind nothing counts too.
    let second = legal(&format!("4l5/10/10/{}[ll] b KQ - 0 1", &ARRAY[9..]));
    for gone in ["L@a10", "L@e8", "L@e9", "L@d9", "L@f9", "L@c8", "L@g8"] {
        assert!(!second.contains(gone), "{gone}");
    }
    assert!(second.contains("L@b9") && second.contains("L@d8"));
    // White has no action before the last is placed, whatever the side field says, and moves first then.
    let one = after(&format!("{ARRAY}[lll] w KQ - 0 1"), "L@e10");
    assert!(one.contains("[ll] b KQ - 0 1"), "{one}");
    let all = after(&format!("{ARRAY}[lll] b KQ - 3 7"), "L@e10 L@c9 L@h8");
    assert_eq!(all, format!("4l5/2l7/7l2/{} w KQ - 3 7", &ARRAY[9..]), "the counters stay");
    assert!(why(&format!("{ARRAY}[l] b - - 0 1"), "L@e5").contains("three highest ranks"));
}

#[test]
fn avp_2_a_placement_may_not_expose_an_alien() {
    // The rook looks at e8; a cannon would take e10 over a man on e9; b8 is attacked by the pawn.
    let fen = "4l5/10/7R2/1P8/10/4H5/10/10/10/K9[l] b - - 0 1";
    let open = legal(fen);
    assert!(!open.contains("L@d8") && !open.contains("L@b8"), "attacked squares: {open:?}");
    let screen = legal("10/1l8/10/10/10/10/10/10/1H8/K9[l] b - - 0 1");
    assert!(screen.contains("L@d10") && !screen.contains("L@b10"));
    let mount = legal("l9/10/10/10/10/10/10/10/H9/5K4[l] b - - 0 1");
    assert!(!mount.contains("L@a8"), "same file anyway");
    // Along a rank only four Aliens may stand together: the second of a pair would be the mount.
    let pair = legal("l5H3/10/10/10/10/10/10/1l8/3l6/5K4[l] b - - 0 1");
    assert!(!pair.contains("L@e10"), "a mount between cannon and a10: {pair:?}");
    assert!(legal("l9/10/10/10/10/10/10/1l8/3l6/5K4[l] b - - 0 1").contains("L@e10"));
}

#[test]
fn avp_3_of_four_aliens_one_pair_may_share_a_rank() {
    let four = legal(&format!("4l5/10/10/{}[lll] b KQ - 0 1", &ARRAY[9..]));
    assert!(four.contains("L@a10") && !four.contains("L@e9") && !four.contains("L@d9"));
    let paired = legal(&format!("l3l5/10/10/{}[ll] b KQ - 0 1", &ARRAY[9..]));
    assert!(paired.iter().all(|text| !text.ends_with("10")), "never three: {paired:?}");
    let last = legal(&format!("l3l5/6l3/10/{}[l] b KQ - 0 1", &ARRAY[9..]));
    assert!(last.iter().all(|text| text.ends_with('8')), "and no second pair: {last:?}");
    let three = legal(&format!("4l5/10/10/{}[ll] b KQ - 0 1", &ARRAY[9..]));
    assert!(!three.contains("L@a10"), "three Aliens have no pair");
}

#[test]
fn avp_4_white_plays_by_orthodox_rules() {
    // The rook on f5 is pinned; pawns step twice from rank 3.
    let fen = "l4r4/10/10/10/10/5R4/10/P9/10/5K4 w - - 0 1";
    assert_eq!(from(fen, "f5"), set("f2 f3 f4 f6 f7 f8 f9 f10"));
    assert_eq!(from(fen, "a3"), set("a4 a5"));
    assert_eq!(from("l9/10/10/10/10/10/P9/10/10/5K4 w - - 0 1", "a4"), set("a5"));
    // The knight's check of an Alien; only taking it or the king's move helps.
    let check = legal("10/10/10/10/10/10/4l5/10/5K4/R9 w - - 0 1");
    assert!(check.iter().all(|text| text.starts_with("f2")), "{check:?}");
    // En passant, and not where it would open the king's rank.
    let passing = after("9l/10/1p8/10/2P7/10/10/10/10/5K4 b - - 0 1", "b8b6");
    assert!(passing.contains(" b7 "), "{passing}");
    assert!(legal(&passing).contains("c6b7"));
    assert!(after(&passing, "c6b7").starts_with("9l/10/10/1P8/10/"));
    let pinned = after("3l6/10/1p8/10/r1P6K/10/10/10/10/10 b - - 0 1", "b8b6");
    assert!(pinned.contains(" w - - "), "an illegal capture is no right: {pinned}");
    // A cannon: as a rook without capture, over one man with it.
    let cannon = "l9/10/10/4p5/10/4p5/10/10/4H3p1/5K4 w - - 0 1";
    assert_eq!(
        from(cannon, "e2"),
        set("a2 b2 c2 d2 f2 g2 h2 e1 e3 e4 e7"),
        "e7 over e5; i2 has nothing to be taken over"
    );
    // A unicorn leaps (1,3).
    assert_eq!(
        from("l9/10/10/10/10/4U5/10/10/10/5K4 w - - 0 1", "e5"),
        set("d2 f2 d8 f8 b4 b6 h4 h6")
    );
}

#[test]
fn avp_5_castling() {
    let fen = "2l7/10/10/10/10/10/10/10/R4K3R/10 w KQ - 0 1";
    let both = from(fen, "f2");
    assert!(both.contains("h2") && both.contains("d2"));
    assert_eq!(after(fen, "f2h2"), "2l7/10/10/10/10/10/10/10/R5RK2/10 b - - 1 1");
    assert_eq!(after(fen, "f2d2"), "2l7/10/10/10/10/10/10/10/3KR4R/10 b - - 1 1");
    let passes = from("4l5/10/10/10/10/10/10/10/R4K3R/10 w KQ - 0 1", "f2");
    assert!(passes.contains("h2") && !passes.contains("d2"), "e2 is attacked");
    assert!(!from("5l4/10/10/10/10/10/10/10/R4K3R/10 w KQ - 0 1", "f2").contains("h2"), "in check");
    assert!(!from("3l6/10/10/10/10/10/10/10/R4K3R/10 w KQ - 0 1", "f2").contains("d2"));
    // A rook may pass an attacked square, but not a man.
    assert!(from("1l8/10/10/10/10/10/10/10/R4K3R/10 w KQ - 0 1", "f2").contains("d2"));
    assert!(!from("2l7/10/10/10/10/10/10/10/RN3K3R/10 w KQ - 0 1", "f2").contains("d2"));
    // The rook that has castled is the mount of a cannon.
    assert!(!from("l9/10/10/10/10/10/10/10/2h2K3R/10 w K - 0 1", "f2").contains("h2"));
    // Rights go with the first move of king or rook, and with the rook.
    assert!(after(fen, "j2j3").contains(" b Q "));
    assert!(after(fen, "f2f3").contains(" b - "));
    assert!(after("9l/10/10/10/10/10/10/10/R4K3R/10 b KQ - 0 1", "j10j2").contains(" w Q "));
}

#[test]
fn avp_6_promotion_from_the_graveyard_only() {
    let fen = "9l/4P5/10/10/10/10/10/10/10/5K4[HNNQ] w - - 0 1";
    assert_eq!(from(fen, "e9"), set("e10h e10n e10q"));
    assert!(after(fen, "e9e10n").starts_with("4N4l/10/10/10/10/10/10/10/10/5K4[HNQ] b"));
    // Nothing to become: no way forward, but the square ahead is still attacked.
    let empty = "9l/4P5/10/10/10/10/10/10/10/5K4 w - - 0 1";
    assert_eq!(from(empty, "e9"), set(""));
    assert!(why(empty, "e9e10q").contains("graveyard is empty"));
    let attacked = from("9l/4P5/10/10/10/10/10/10/10/5K4 b - - 0 1", "j10");
    assert!(attacked.contains("e10") && !attacked.contains("d10") && !attacked.contains("f10"));
    // Captured men, promoted or not, lie there by their type when captured; pawns don't.
    let taken = after("9l/9N/10/10/10/10/10/10/10/5K4 b - - 0 1", "j10j9");
    assert!(taken.contains("[N] w"), "{taken}");
    assert!(after("9l/9P/10/10/10/10/10/10/10/5K4 b - - 0 1", "j10j9").contains("K4 w"));
    let by_recruit = after("l9/10/9r/10/10/9C/10/10/10/5K4 b - - 0 1", "j8j5");
    assert!(by_recruit.contains("[C] w"), "{by_recruit}");
    let recruited = after("9l/9N/10/10/10/10/10/10/10/5K4 b - - 0 1", "j10j9,N@a9");
    assert!(recruited.starts_with("10/n8l/"), "{recruited}");
    assert!(!recruited.contains('['), "a recruit lies in no graveyard");
}

#[test]
fn avp_6_a_position_that_was_set_up_may_lose_more_men_than_the_array_has() {
    let lost = after("9l/9R/10/10/10/R9/RRRRRRR3/10/10/5K4[QQRR] b - - 0 1", "j10j9");
    assert!(lost.contains("[QQRRR] w"), "{lost}");
    assert!(!texts(&at(&lost)).is_empty(), "and can be read");
}

#[test]
fn avp_7_an_alien_may_not_end_its_move_on_an_attacked_square() {
    // A pinned man attacks too: the rook on f5 can't leave the file, yet b5 is no square for the Alien.
    let fen = "5r4/10/10/10/1l8/10/10/5R4/10/5K4 b - - 0 1";
    let open = from(fen, "b6");
    assert!(!open.contains("b3") && open.contains("b4"), "{open:?}");
    assert!(why(fen, "b6b3").contains("would be attacked"));
    // It can't hide behind where it stood.
    let line = from("7K2/10/10/10/10/10/10/10/R2l6/10 b - - 0 1", "d2");
    assert!(!line.contains("e2") && !line.contains("j2"), "{line:?}");
    // A protected man can't be taken; an unprotected one can.
    let guarded = from("10/10/10/3l6/10/10/3N6/10/10/3R1K4 b - - 0 1", "d7");
    assert!(!guarded.contains("d4"));
    assert!(from("10/10/10/3l6/10/10/3N6/10/10/4RK4 b - - 0 1", "d7").contains("d4"));
}

#[test]
fn avp_7_is_judged_with_the_recruit_in_place() {
    let fen = "l8R/10/10/10/10/10/10/10/10/5K3R b - - 0 1";
    let all = legal(fen);
    assert!(all.contains("a10j10,R@j9") && !all.contains("a10j10"));
    assert_eq!(all.len(), 21);
    assert!(why(fen, "a10j10").contains("only with a recruit: a10j10,R@j9"));
    // A recruit between a cannon and the Alien makes the cannon's mount.
    let cannon = from("10/3R6/H9/3l6/10/10/10/10/10/K9 b - - 0 1", "d7");
    assert!(cannon.contains("d9"), "{cannon:?}");
    let row = from("H2R6/10/10/3l6/10/10/10/10/10/K9 b - - 0 1", "d7");
    assert!(row.contains("d10,R@a9") && !row.contains("d10,R@b10") && !row.contains("d10,R@c10"));
}

#[test]
fn avp_8_recruiting() {
    let captures = |man: &str| {
        let fen = format!("10/3l6/10/10/10/3{man}6/10/10/10/K9 b - - 0 1");
        from(&fen, "d9").into_iter().filter(|text| text.starts_with("d5")).collect::<BTreeSet<_>>()
    };
    assert_eq!(captures("N").len(), 21, "1 plain, 20 squares");
    assert!(captures("N").contains("d5,N@d9"), "the square that the Alien left");
    assert_eq!(
        captures("P"),
        set("d5 d5,P@a8 d5,P@b8 d5,P@c8 d5,P@d8 d5,P@e8 d5,P@f8 d5,P@g8 d5,P@h8 d5,P@i8 d5,P@j8")
    );
    let of_colour = set(
        "d5 d5,B@a10 d5,B@b9 d5,B@c10 d5,B@d9 d5,B@e10 d5,B@f9 d5,B@g10 d5,B@h9 d5,B@i10 d5,B@j9",
    );
    let dark: BTreeSet<String> = of_colour.iter().map(|text| text.replace('B', "X")).collect();
    for man in ["B", "U"] {
        let found: BTreeSet<String> =
            captures(man).iter().map(|text| text.replace(&format!("{man}@"), "X@")).collect();
        assert_eq!(found, dark, "{man}");
    }
    for man in ["R", "Q", "A", "C", "H"] {
        assert!(
            captures(man).len() <= 21
                && captures(man).iter().all(|text| text.len() == 2 || text.contains(man))
        );
    }
    // The same on a square of the other colour.
    for man in ["B", "U"] {
        let fen = format!("10/3l6/10/10/10/10/3{man}6/10/10/K9 b - - 0 1");
        let on = |square: &str| from(&fen, "d9").contains(&format!("d4,{man}@{square}"));
        assert!(on("b10") && on("a9") && !on("a10") && !on("b9"), "{man}");
    }
    // The square that the Alien arrives on is not empty; recruits don't recruit.
    let high = from("3N6/10/10/3l6/10/10/10/10/10/K9 b - - 0 1", "d7");
    assert!(high.contains("d10,N@c10") && !high.contains("d10,N@d10"));
    let recruit = from("1l8/10/10/3r6/10/3N6/10/10/10/K9 b - - 0 1", "d7");
    assert!(recruit.contains("d5") && !recruit.iter().any(|text| text.contains('@')));
    let fen = "10/3l6/10/10/10/3B6/10/10/10/K9 b - - 0 1";
    assert!(why(fen, "d9d5,B@a9").contains("colour"));
    assert!(why(fen, "d9d5,B@a8").contains("two highest ranks"));
    assert!(why(fen, "d9d5,N@a9").contains("captured Bishop"));
    assert!(why(fen, "d9d6,B@a9").contains("captures"));
    assert!(why("10/3l6/10/10/10/3P6/10/10/10/K9 b - - 0 1", "d9d5,P@a9").contains("third rank"));
    // What a promoted pawn has become is what is recruited: the type is that of the man on the board.
    assert!(after("3C6/10/10/3l6/10/10/10/10/10/K9 b - - 0 1", "d7d10,C@a10").starts_with("c2l6/"));
}

#[test]
fn avp_9_black_pawns() {
    let fen = "9l/10/1p8/4p5/10/10/10/10/8p1/3K6 b - - 0 1";
    assert_eq!(from(fen, "b8"), set("b7 b6"));
    assert_eq!(from(fen, "e7"), set("e6"));
    assert_eq!(from(fen, "i2"), set("i1q i1c i1a i1r i1b i1n i1u i1h"));
    // En passant, after a step of White's from rank 3.
    let passing = after("9l/10/10/10/10/10/3p6/2P7/10/3K6 w - - 0 1", "c3c5");
    assert!(passing.contains(" - "), "a pawn on rank 4 takes downwards only");
    let passing = after("9l/10/10/10/10/3p6/10/2P7/10/3K6 w - - 0 1", "c3c5");
    assert!(passing.contains(" b - c4 "), "{passing}");
    assert!(after(&passing, "d5c4").starts_with("9l/10/10/10/10/10/2p7/10/10/3K6 w"));
    // Not where it would open a line to an Alien.
    let opens = after("3l6/10/10/10/10/3p6/10/2P7/10/3R2K3 w - - 0 1", "c3c5");
    assert!(opens.contains(" b - - "), "{opens}");
}
