//! Avatar Riff Riders: how games end (RIFF-10 to RIFF-12), and the counts of the rules file.

use super::positions::set;
use super::table::Table;

fn at(upper: &str, lower: &str, rest: &str) -> Table {
    Table::at("avatar", &format!("{upper}/***********/{lower} {rest}"))
}

const WHITE: Option<(&str, &str)> = Some(("1-0", "bare king"));
const BLACK: Option<(&str, &str)> = Some(("0-1", "bare king"));
const DRAW: Option<(&str, &str)> = Some(("1/2-1/2", "both sides are bare"));
const THREEFOLD: Option<(&str, &str)> = Some(("1/2-1/2", "threefold repetition"));

#[test]
fn riff_10_a_player_without_a_legal_move_loses() {
    // The pawn on k1 can't move; a10, b10 and b11 are attacked, a11 is not.
    let table = at("k10/7D3/11/11/1D9", "11/11/11/5K5/10p", "b - - 0 1");
    assert!(!table.in_check());
    assert_eq!(table.end(), Some(("1-0", "stalemate")));
    let table = at("k3M6/7D3/11/11/11", "11/11/11/5K5/10p", "b - - 0 1");
    assert_eq!(table.end(), Some(("1-0", "checkmate")));
}

#[test]
fn riff_11_a_bare_side_to_move_has_lost_unless_it_can_take_the_last_man() {
    for (upper, lower, end) in [
        // Nobody has a man.
        ("k10/11/11/11/11", "11/11/11/11/5K5", DRAW),
        // Two men against none; that one of them could be taken does not help.
        ("k10/11/11/11/11", "11/11/11/11/A4KA4", WHITE),
        ("kA9/11/11/11/11", "11/11/11/11/5KA4", WHITE),
        // One man that can't be reached, or is guarded.
        ("k10/11/11/11/11", "11/11/11/11/5KA4", WHITE),
        ("11/11/11/11/11", "11/11/11/kA9/2K8", WHITE),
    ] {
        assert_eq!(at(upper, lower, "b - - 0 1").end(), end, "{upper} {lower}");
    }
}

#[test]
fn riff_11_the_last_chance_is_a_capture_and_then_a_draw() {
    let table = at("k10/1A9/11/11/11", "11/11/11/11/5K5", "b - - 0 1");
    assert_eq!(table.end(), None);
    assert_eq!(table.moves(), set("a11b10"));
    assert_eq!(table.perft(1), 1);
    assert_eq!(table.after("a11b10").end(), DRAW);
}

#[test]
fn riff_11_the_side_that_still_has_a_man_when_it_is_to_move_has_won() {
    assert_eq!(at("k10/11/11/11/11", "11/11/11/11/5KA4", "w - - 0 1").end(), WHITE);
    assert_eq!(at("k9a/11/11/11/11", "11/11/11/11/4K6", "b - - 0 1").end(), BLACK);
}

#[test]
fn riff_11_baring_is_answered_by_baring() {
    let table = at("11/1k9/a10/11/D10", "11/11/11/11/5K5", "w - - 0 1").after("a7a9");
    assert_eq!(table.end(), None);
    assert_eq!(table.moves(), set("b10a9"));
    assert_eq!(table.after("b10a9").end(), DRAW);
    // With a second white man it is lost at once.
    let table = at("11/1k9/a10/11/D10", "11/11/11/11/P4K5", "w - - 0 1").after("a7a9");
    assert_eq!(table.end(), WHITE);
    assert!(table.moves().is_empty());
}

const KINGS_AND_D: (&str, &str) = ("11/d4k4d/11/11/11", "11/11/11/D4K4D/11");

#[test]
fn riff_12_the_third_occurrence_draws_and_the_set_up_position_counts() {
    let cycle = "a2a3 a10a9 a3a2 a9a10";
    let table = at(KINGS_AND_D.0, KINGS_AND_D.1, "w - - 0 1").after(cycle);
    assert_eq!(table.end(), None);
    let table = table.after("a2a3 a10a9 a3a2");
    assert_eq!(table.end(), None);
    assert_eq!(table.after("a9a10").end(), THREEFOLD);
}

#[test]
fn riff_12_castling_rights_and_types_tell_positions_apart() {
    let cycle = "a2a3 a10a9 a3a2 a9a10";
    let table = at(KINGS_AND_D.0, KINGS_AND_D.1, "w KQkq - 0 1").after(cycle).after(cycle);
    assert_eq!(table.end(), None, "the first cycle took rights away");
    assert_eq!(table.after(cycle).end(), THREEFOLD);
    // The chancellorriders on e3 and g9 come back from the f-file as amazonriders.
    let cycle = "e3f3 g9f9 f3e3 f9g9";
    let table = at("11/5k5/6d4/11/11", "11/11/4D6/5K5/11", "w - - 0 1").after(cycle).after(cycle);
    assert_eq!(table.man("e3"), 'M');
    assert_eq!(table.end(), None, "the first position had other men");
    assert_eq!(table.after(cycle).end(), THREEFOLD);
}

#[test]
fn riff_12_a_hundred_plies_without_capture_or_pawn_move_draw() {
    let drawn = Some(("1/2-1/2", "100 plies without a capture or a pawn move"));
    let upper = "k9p/7d3/11/11/11";
    let with_clock = |clock: u32| at(upper, "11/11/11/D4K4D/4PP4p", &format!("w KQ - {clock} 80"));
    assert_eq!(with_clock(98).after("a2a3").end(), None);
    assert_eq!(with_clock(99).after("a2a3").end(), drawn);
    assert_eq!(with_clock(100).end(), drawn);
    for (played, clock) in
        [("f2j2", "8"), ("a2a3", "8"), ("e1e2", "0"), ("f1f3", "0"), ("e1e3", "0")]
    {
        assert_eq!(with_clock(7).after(played).field(4), clock, "{played}");
    }
    let capture = at(upper, "p10/11/11/D4K4D/11", "w KQ - 99 80").after("a2a5");
    assert_eq!((capture.field(4).as_str(), capture.end()), ("0", None));
}

#[test]
fn riff_12_mate_on_the_last_ply_goes_before_the_count() {
    let table = at("k10/7D3/11/4M6/11", "11/11/11/5K5/10p", "w - - 99 80").after("e8e11");
    assert_eq!((table.field(4).as_str(), table.end()), ("100", Some(("1-0", "checkmate"))));
}

#[test]
fn the_start_position_has_the_moves_of_the_rules_file() {
    let table = Table::of("avatar");
    let counts = [
        ("abcdefghijk", '1', 1),
        ("ak", '2', 7),
        ("bj", '2', 5),
        ("ci", '2', 11),
        ("dh", '2', 15),
        ("eg", '2', 16),
        ("f", '2', 3),
    ];
    for (files, rank, count) in counts {
        for file in files.chars() {
            assert_eq!(table.goes(&format!("{file}{rank}")).len(), count, "{file}{rank}");
        }
    }
    let zecari = "a3 a4 b5 b8 c5 e5 f5 f8 g3 g4 h8 j4 a11 g11 j11";
    let gives_check = |to: &&str| Table::of("avatar").after(&format!("d2{to}")).in_check();
    let checks: Vec<&str> = zecari.split(' ').filter(gives_check).collect();
    assert_eq!(checks, ["b8", "g11"]);
    let fen = table.fen().replace(" w ", " b ");
    assert_eq!(Table::at("avatar", &fen).moves().len(), 122);
}

#[test]
fn hundreds_of_moves_are_listed() {
    // Amazonriders wherever they do not look at the black king in its corner.
    let mut table = Table::of("avatar");
    let mut men = [['.'; 11]; 11];
    (men[0][10], men[10][0], men[10][10]) = ('k', 'p', 'K');
    for (row, file) in (0..11).flat_map(|row| (0..11).map(move |file| (row, file))) {
        if row == 5 || (row + file) % 3 != 0 || men[row][file] != '.' {
            continue;
        }
        men[row][file] = 'M';
        if table.set(&fen_of(&men)).is_err() {
            men[row][file] = '.';
        }
    }
    assert_eq!(table.set(&fen_of(&men)), Ok(Vec::new()));
    let moves = table.moves().len();
    assert!(moves > 300, "{moves}");
    assert_eq!(table.perft(1), moves as u64);
}

/// The FEN of a whole board, White to move.
fn fen_of(men: &[[char; 11]; 11]) -> String {
    let row = |(rank, row): (usize, &[char; 11])| {
        if rank == 5 {
            return "*".repeat(11);
        }
        let mut text = String::new();
        let mut empty = 0;
        for man in row.iter().chain(['|'].iter()) {
            if *man == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(*man);
        }
        text.trim_end_matches('|').to_owned()
    };
    let rows: Vec<String> = men.iter().enumerate().map(row).collect();
    format!("{} w - - 0 1", rows.join("/"))
}
