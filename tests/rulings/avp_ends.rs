//! Aliens vs Predators, AVP-10 and AVP-11: the fork rule and the ends of games; text and bad input.

use super::avp::{after, at, from, legal, texts, why};
use super::positions::set;
use caryatid::game::{Dialect, Game, Past, Team, Verdict, Words};
use caryatid::games::avp::Avp;

fn verdict(fen: &str) -> Option<Verdict> {
    Avp::default().verdict(&at(fen), &Past::new())
}

fn refusal(fen: &str) -> String {
    Avp::default().read_fen(fen).expect_err(fen).to_string()
}

#[test]
fn avp_10_if_all_aliens_can_be_saved_they_must_be() {
    // The knight attacks both; the rook takes it.
    let fen = "10/10/3l1l4/10/r3N5/10/10/10/10/4R4K b - - 0 1";
    assert_eq!(legal(fen), set("a6e6"));
    assert!(why(fen, "d8a8").contains("too many Aliens"));
    // Nothing is attacked: a shield may not leave.
    let shield = from("3l6/10/3r6/10/10/10/10/10/10/3R1K4 b - - 0 1", "d8");
    assert_eq!(shield, set("d1 d2 d3 d4 d5 d6 d7 d9"));
    assert!(
        why("3l6/10/3r6/10/10/10/10/10/10/3R1K4 b - - 0 1", "d8a8").contains("White would attack")
    );
}

#[test]
fn avp_10_of_two_attacked_aliens_one_is_lost() {
    let fen = "10/10/3l1l4/10/10/4U5/10/10/10/9K b - - 0 1";
    let all = legal(fen);
    let by = |square: &str| all.iter().filter(|text| text.starts_with(square)).count();
    assert_eq!((all.len(), by("d8"), by("f8")), (62, 30, 32));
    // The other one leaves the board for good, to no graveyard; the count of plies starts anew.
    assert_eq!(
        after(&fen.replace("0 1", "7 1"), "d8a8"),
        "10/10/l9/10/10/4U5/10/10/10/9K w - - 0 2"
    );
    // The action may recruit all the same.
    let recruits = after("10/10/3l1l4/10/10/4U5/3N6/10/10/9K b - - 0 1", "d8d4,N@a10");
    assert_eq!(recruits, "n9/10/10/10/10/4U5/3l6/10/10/9K w - - 0 2");
}

#[test]
fn avp_10_victims_leave_round_by_round() {
    // The unicorn attacks d8 and f8; behind f8 the rook looks at f10 as soon as f8 is gone. Whoever
    // moves away, two are lost.
    let fen = "5l4/10/3l1l4/10/10/4U5/10/10/10/5RK3 b - - 0 1";
    assert_eq!(after(fen, "d8a8"), "10/10/l9/10/10/4U5/10/10/10/5RK3 w - - 0 2");
    assert_eq!(after(fen, "f8j8"), "10/10/9l/10/10/4U5/10/10/10/5RK3 w - - 0 2");
    // On f9 the Alien is safe behind f8 when it arrives, and a victim of the second round: all are lost.
    assert!(why(fen, "d8f9").contains("too many Aliens"));
    // On f7 it would be attacked at once (AVP-7).
    assert!(why(fen, "d8f7").contains("would be attacked there"));
}

#[test]
fn avp_10_counts_no_action_whose_own_alien_is_attacked() {
    // The rooks attack both Aliens, and one is lost. The recruit on f9 would save f8, but the cannon takes
    // c9 over it: that also loses one Alien, and is still not legal (AVP-7).
    let fen = "5R4/2N5H1/5lN3/R1l7/1P8/10/10/10/10/9K b - - 0 1";
    let all = from(fen, "c7");
    assert!(all.contains("c9") && all.contains("c9,N@a10"));
    assert!(!all.contains("c9,N@f9"));
    assert!(why(fen, "c7c9,N@f9").contains("would be attacked there"));
}

#[test]
fn avp_10_when_all_would_be_lost_white_has_won() {
    let fen = "l8R/9R/Q9/3P6/10/10/10/10/10/R1RR1K4 b - - 0 1";
    assert_eq!(legal(fen), set(""));
    assert_eq!(verdict(fen), Some(Verdict::win(Team::White, "checkmate")));
    // A pawn could move, but that would lose all Aliens too: it is no action.
    let fen = "l8R/9R/Q9/3P6/10/7p2/10/10/10/R1RR1K4 b - - 0 1";
    assert_eq!(legal(fen), set(""));
    assert_eq!(verdict(fen), Some(Verdict::win(Team::White, "checkmate")));
}

#[test]
fn avp_10_without_an_attack_it_is_stalemate() {
    // White attacks every square that the Alien could go to, but not the Alien.
    let fen = "lN8/PN8/PP8/10/10/10/10/10/10/1R5K2 b - - 0 1";
    assert_eq!(legal(fen), set(""));
    assert_eq!(verdict(fen), Some(Verdict::draw("stalemate")));
    // The knight could move, but would leave the Alien to the rook: actions with V = 1 don't count.
    let fen = "ln7R/PN8/PP8/10/10/10/10/10/10/1R5K2 b - - 0 1";
    assert_eq!(legal(fen), set(""));
    assert_eq!(verdict(fen), Some(Verdict::draw("stalemate")));
    // Attacked, it would be mate.
    let fen = "l8R/PN6P1/PP8/10/10/10/10/10/10/1R5K2 b - - 0 1";
    assert_eq!(verdict(fen), Some(Verdict::win(Team::White, "checkmate")));
}

#[test]
fn avp_11_draws() {
    let fen = "9l/10/10/10/10/10/10/10/10/5K4 w - - 99 60";
    let (game, mut past) = (Avp::default(), Past::new());
    let mut position = at(fen);
    assert_eq!(game.verdict(&position, &past), None);
    game.play_text(&mut position, &mut past, "f1f2", Dialect::Uci).unwrap();
    let end = game.verdict(&position, &past).unwrap();
    assert!(end.winner.is_none() && end.by_count && end.reason.contains("100 plies"));
    // Mate comes before the count.
    let mate = "l8R/9R/Q9/3P6/10/10/10/10/10/R1RR1K4 b - - 100 90";
    assert_eq!(verdict(mate), Some(Verdict::win(Team::White, "checkmate")));
    // Threefold repetition, the graveyard being part of the position.
    let (mut position, mut past) = (at("9l/10/10/10/10/10/10/10/10/5K4 w - - 0 1"), Past::new());
    for text in ["f1f2", "j10a10", "f2f1", "a10j10"].into_iter().cycle().take(8) {
        assert_eq!(game.verdict(&position, &past), None, "before {text}");
        game.play_text(&mut position, &mut past, text, Dialect::Uci).unwrap();
    }
    assert_eq!(
        game.verdict(&position, &past),
        Some(Verdict::draw_by_count("threefold repetition"))
    );
    let key = |fen: &str| game.repetition_key(&at(fen));
    let keys: Vec<u64> = [
        "9l/10/10/10/10/10/10/10/10/5K4 w - - 0 1",
        "9l/10/10/10/10/10/10/10/10/5K4[N] w - - 0 1",
        "9l/10/10/10/10/10/10/10/10/5K4[NN] w - - 0 1",
        "9l/10/10/10/10/10/10/10/10/5K4[l] w - - 0 1",
        "9l/10/10/10/10/10/10/10/10/5K4 b - - 0 1",
    ]
    .map(key)
    .to_vec();
    for (index, one) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(one), "{index}");
    }
    assert_eq!(
        key("9l/10/10/10/10/10/10/10/10/5K4[QN] w - - 5 9"),
        key("9l/10/10/10/10/10/10/10/10/5K4[NQ] w - - 0 1")
    );
    // White checkmated: Black has won.
    let mated = "l9/10/10/10/10/10/10/1l8/10/K9 w - - 0 1";
    assert_eq!(verdict(mated), Some(Verdict::win(Team::Black, "checkmate")));
}

#[test]
fn the_option_sets_the_number_of_aliens() {
    let game = Avp::default();
    for number in ["1", "2", "3", "4"] {
        let other = game.with_option("aliens", number).unwrap();
        let hand = "l".repeat(number.parse().unwrap());
        assert!(other.write_fen(&other.start()).contains(&format!("[{hand}]")), "{number}");
    }
    for bad in ["0", "5", "-1", "x", ""] {
        assert!(game.with_option("Aliens", bad).is_err(), "{bad}");
    }
    assert!(game.with_option("Handicap", "2").is_err());
}

#[test]
fn bad_positions_are_refused_by_name() {
    for (fen, reason) in [
        ("10/10/10/10/10/10/10/10/10/5K4 w - - 0 1", "0 Aliens"),
        ("lllll5/10/10/10/10/10/10/10/10/5K4 b - - 0 1", "5 Aliens"),
        ("lll7/10/10/10/10/10/10/10/10/5K4[ll] b - - 0 1", "5 Aliens"),
        ("l9/10/10/10/10/10/10/10/10/10 b - - 0 1", "no king"),
        ("l9/10/10/10/10/10/10/10/10/5K2K1 b - - 0 1", "two kings"),
        ("l9/10/10/10/10/10/10/10/R9/5K4 w - - 0 1", "attacks the Alien on a10"),
        ("5l4/10/10/10/10/10/10/10/10/5K4 b - - 0 1", "attacks the king"),
        ("9l/10/10/10/10/10/10/10/10/5K4[P] w - - 0 1", "`P` in brackets"),
        ("9l/10/10/10/10/10/10/10/10/5K4[K] w - - 0 1", "`K` in brackets"),
        ("9l/10/10/10/10/10/10/10/10/5K4[n] w - - 0 1", "`n` in brackets"),
        ("9l/10/10/10/10/10/10/10/10/5K4[N w - - 0 1", "not closed"),
        ("9l/10/10/10/10/10/10/10/10/5K4[N]x w - - 0 1", "behind the men"),
        ("9l/10/10/10/10/10/10/10/5K4 w - - 0 1", "9 ranks"),
        ("9l/11/10/10/10/10/10/10/10/5K4 w - - 0 1", "rank 9 has 11"),
        ("9l/9/10/10/10/10/10/10/10/5K4 w - - 0 1", "rank 9 has 9"),
        ("9l/9k/10/10/10/10/10/10/10/5K4 w - - 0 1", "`k` on j9"),
        ("9l/9L/10/10/10/10/10/10/10/5K4 w - - 0 1", "`L` on j9"),
        ("P8l/10/10/10/10/10/10/10/10/5K4 w - - 0 1", "pawn on a10"),
        ("9l/10/10/10/10/10/10/10/10/p4K4 w - - 0 1", "pawn on a1"),
        ("9l/10/10/10/10/10/10/10/10/5K4 x - - 0 1", "side `x`"),
        ("9l/10/10/10/10/10/10/10/10/5K4 w k - 0 1", "castling right `k`"),
        ("9l/10/10/10/10/10/10/10/10/5K4 w - z9 0 1", "en passant square `z9`"),
        ("9l/10/10/10/10/10/10/10/10/5K4 w - - x 1", "half-move clock `x`"),
        ("", "empty"),
    ] {
        let said = refusal(fen);
        assert!(said.contains(reason), "{fen}: {said}");
    }
    let read = Avp::default().read_fen("9l/10/10/10/10/10/10/10/10/5K4 w KQ e7 0 1").unwrap();
    assert_eq!(read.notes.len(), 3, "{:?}", read.notes);
    assert!(!texts(&read.position).is_empty());
}

#[test]
fn a_graveyard_holds_what_a_position_that_was_set_up_can_have_lost() {
    let full =
        |men: usize| format!("9l/10/10/10/10/10/10/10/10/5K4[{}] w - - 0 1", "R".repeat(men));
    assert!(Avp::default().read_fen(&full(99)).is_ok());
    for men in [100, 300] {
        let said = refusal(&full(men));
        assert!(said.contains("more than the board has squares"), "{men}: {said}");
    }
}

#[test]
fn avp_5_castling_is_refused_with_a_reason() {
    let fen = |board: &str, rights: &str| {
        format!("{board}/10/10/10/10/10/10/10/{} w {rights} - 0 1", "R4K3R/10")
    };
    let gone = "AVP-5: the right to castle there is gone";
    assert_eq!(why(&fen("2l7", "Q"), "f2h2"), gone);
    assert_eq!(
        why(&fen("4l5", "KQ"), "f2d2"),
        "AVP-5: the king would castle out of check, through check or into check"
    );
    let between = "2l7/10/10/10/10/10/10/10/R3NK3R/10 w KQ - 0 1";
    assert_eq!(why(between, "f2d2"), "AVP-5: a man stands between king and rook");
    assert_eq!(
        why(&fen("2l7", "KQ"), "f2c2"),
        "AVP-4: the King on f2 can't go to c2: it goes one square in any direction"
    );
}

#[test]
fn avp_8_what_is_written_behind_a_capture_has_a_meaning_or_none() {
    let fen = "10/3l6/10/10/10/3N6/10/10/10/K9 b - - 0 1";
    assert_eq!(
        why(fen, "d9d5q"),
        "AVP-8: no Alien becomes another man; `q` behind the squares means nothing; a recruit is written \
         d9d5,N@a9"
    );
    assert_eq!(
        why(fen, "d9d8q"),
        "AVP-8: no Alien becomes another man; `q` behind the squares means nothing"
    );
}

#[test]
fn avp_10_what_is_no_recruit_behind_a_move_is_of_the_fork_rule() {
    let fork = "10/10/3l1l4/10/10/4U5/10/10/10/9K b - - 0 1";
    let victims = "AVP-10: behind a move that recruits nobody stand the victims of the fork rule";
    assert_eq!(why(fork, "d8d9,f8"), victims);
    assert_eq!(why(fork, "d8d9,N@a9"), "AVP-8: only an Alien that captures recruits");
    let said = Avp::default().refuse(&at(fork), "d7d8,@@@@", Dialect::XBoard);
    assert_eq!(said.to_string(), victims);
}

#[test]
fn avp_4_the_king_is_what_forbids_a_capture_en_passant() {
    let game = Avp::default();
    let after = |fen: &str, text: &str| {
        let mut position = at(fen);
        let mut past = Past::new();
        game.play_text(&mut position, &mut past, text, Dialect::Uci).unwrap();
        position
    };
    // The pawn on f6 may take the one that has just passed e7, the one on d6 is pinned.
    let pinned = after("10/10/3rp5/10/3P1P4/10/10/9l/10/3K6 b - - 0 1", "e8e6");
    for (text, dialect) in
        [("d6e7", Dialect::Uci), ("d5e6", Dialect::XBoard), ("d5e5,e5e6", Dialect::XBoard)]
    {
        let reason = game.refuse(&pinned, text, dialect).to_string();
        assert_eq!(reason, "AVP-4: the king would be in check", "{text}");
    }
    // Black's pawn on d5 shields the Alien, that on f5 does not.
    let shield = after("3R6/10/10/10/10/3p1p4/9K/4P5/10/3l6 w - - 0 1", "e3e5");
    let reason = game.refuse(&shield, "d5e4", Dialect::Uci).to_string();
    assert_eq!(reason, "AVP-10: White would attack an Alien: d1");
}

#[test]
fn avp_4_men_of_the_own_side_are_not_taken() {
    let array = "10/10/10/l9/10/10/10/PPPPPPPPPP/RNBUQKUBNR/2HA2CH2 w KQ - 0 1";
    for text in ["d1e3", "d1d2", "a2a3"] {
        assert!(why(array, text).starts_with("AVP-4: a man of the same side"), "{text}");
    }
}

#[test]
fn xboard_sees_captures_drops_and_victims() {
    let game = Avp::default();
    let wire = |fen: &str, text: &str| {
        let position = at(fen);
        let action = game.read_action(&position, text, Dialect::Uci).unwrap();
        game.wire(&position, action)
    };
    let knight = "10/3l6/10/10/10/3N6/10/10/10/K9 b - - 0 1";
    assert_eq!(wire(knight, "d9d5,N@c10"), ["d8d4", "N@c9"]);
    assert_eq!(wire(knight, "d9d5"), ["d8d4", "@@@@"]);
    assert_eq!(wire(knight, "d9d6"), ["d8d5"]);
    assert_eq!(wire("l8R/10/10/10/10/10/10/10/10/5K3R b - - 0 1", "a10j10,R@j9"), ["a9j9", "R@j8"]);
    // No empty square for the pawn: the capture alone.
    let full = "10/10/nnnnnnnnnn/3l6/10/3P6/10/10/10/K9 b - - 0 1";
    assert_eq!(wire(full, "d7d5"), ["d6d4"]);
    let fork = "10/10/3l1l4/10/10/4U5/3N6/10/10/9K b - - 0 1";
    assert_eq!(wire(fork, "d8d4,N@a10"), ["d7d3", "N@a9", "d3f7,f7d3"]);
    assert_eq!(wire(fork, "d8a8"), ["d7a7", "a7f7,f7a7"]);
    let placing =
        format!("{}[lll] b KQ - 0 1", "10/10/10/10/10/10/10/PPPPPPPPPP/RNBUQKUBNR/2HA2CH2");
    assert_eq!(wire(&placing, "L@e10"), ["L@e9"]);
    let castling = "2l7/10/10/10/10/10/10/10/R4K3R/10 w KQ - 0 1";
    assert_eq!(wire(castling, "f2h2"), ["f1h1"]);
    let passed = "9l/10/10/10/1pP7/10/10/10/10/5K4 w - b7 0 1";
    assert_eq!(wire(passed, "c6b7"), ["c5b5,b5b6"]);
    let lines = game.setup_lines().unwrap();
    assert_eq!(
        lines.setup,
        "(PNBRQL.AC.UH..........Kpnbrql.ac.uh..........k) 10x10+10_lion \
         10/10/10/10/10/10/10/PPPPPPPPPP/RNBUQKUBNR/2HA2CH2[lll] w - - 0 1"
    );
    assert_eq!(lines.pieces, ["L& QN", "A& BN", "C& RN", "U& C", "H& mRcpR"]);
}
