//! The Awari phase of Awarichess: AWARI-1 to AWARI-9, a test a rule.

use super::positions::set;
use caryatid::game::{Action, ActionList, Dialect, Game, Past, Verdict, Want, Words};
use caryatid::games::awarichess::{Awarichess, HOUSES, Houses, Position, Sower};
use std::collections::BTreeSet;

pub(crate) const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game being played, without the waits of the wire.
pub(crate) struct Board {
    pub(crate) game: Awarichess,
    pub(crate) position: Position,
    pub(crate) past: Past,
}

impl Board {
    pub(crate) fn at(fen: &str) -> Board {
        let game = Awarichess::new().unwrap();
        let read = game.read_fen(fen).unwrap_or_else(|error| panic!("{error}, {fen}"));
        assert_eq!(read.notes, Vec::<String>::new(), "{fen}");
        Board { position: read.position, past: Past::new(), game }
    }

    /// The chess start position with an Awari board, `3 0 0 0 0 1 | 0 0 0 0 0 0`.
    pub(crate) fn awari(houses: &str, sower: &str, powers: &str) -> Board {
        let houses = houses.replace(" | ", " ").replace(' ', ",");
        Board::at(&format!("{CHESS} {houses} {sower} {powers}"))
    }

    pub(crate) fn with_options(mut self, options: &[(&str, &str)]) -> Board {
        for (name, value) in options {
            self.game = self.game.with_option(name, value).unwrap();
        }
        self
    }

    pub(crate) fn actions(&self) -> Vec<Action> {
        let mut list = ActionList::new();
        if self.verdict().is_none_or(|verdict| verdict.by_count) {
            self.game.actions(&self.position, Want::All, &mut list);
        }
        list.as_slice().to_vec()
    }

    /// Every legal action in UCI's spelling.
    pub(crate) fn moves(&self) -> BTreeSet<String> {
        let write = |action| self.game.write_action(&self.position, action, Dialect::Uci);
        self.actions().into_iter().map(write).collect()
    }

    pub(crate) fn play(mut self, moves: &str) -> Board {
        for text in moves.split_whitespace() {
            let fen = self.fen();
            assert_eq!(self.verdict(), None, "{text}, {fen}");
            self.game
                .play_text(&mut self.position, &mut self.past, text, Dialect::Uci)
                .unwrap_or_else(|why| panic!("{text}: {why}, {fen}"));
        }
        self
    }

    pub(crate) fn fen(&self) -> String {
        self.game.write_fen(&self.position)
    }

    /// The fields behind the chess position.
    pub(crate) fn rest(&self) -> String {
        self.fen().split(' ').skip(6).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn verdict(&self) -> Option<Verdict> {
        self.game.verdict(&self.position, &self.past)
    }

    pub(crate) fn end(&self) -> Option<(&'static str, &'static str)> {
        self.verdict().map(|verdict| (verdict.result(), verdict.reason))
    }

    /// 0 White, 1 Black.
    pub(crate) fn actor(&self) -> u8 {
        self.game.to_act(&self.position).0
    }
}

#[test]
fn awari_1_seeds_go_round_and_the_house_they_came_from_is_skipped() {
    let board = Board::awari("4 4 4 4 4 4 | 4 4 4 4 4 4", "S", "-").play("F");
    assert_eq!(board.rest(), "4,4,4,4,4,0,5,5,5,5,4,4 N -");
    let board = board.play("f");
    assert_eq!(board.rest(), "5,5,5,5,4,0,5,5,5,5,4,0 S -", "North's last house feeds A");
    // Twelve seeds pass A, where they came from.
    let round = Board::awari("12 1 0 0 0 0 | 0 0 0 0 0 1", "S", "-").play("A");
    assert_eq!(round.rest(), "0,3,1,1,1,1,1,1,1,1,1,2 N -");
}

#[test]
fn awari_2_captures_go_backwards_while_houses_hold_two_or_three() {
    let board = Board::awari("0 0 0 0 0 4 | 1 4 1 2 0 5", "S", "-").play("F");
    assert_eq!(board.rest(), "0,0,0,0,0,0,2,5,0,0,0,5 N WWWWW", "d and c, but not b of five");
    // The run stops where the own row begins, and never takes own seeds.
    let own = Board::awari("1 1 1 1 1 2 | 1 1 4 0 0 0", "S", "-").play("F");
    assert_eq!(own.rest(), "1,1,1,1,1,0,0,0,4,0,0,0 N WWWW");
    // Four, or one, is not taken.
    let four = Board::awari("0 0 0 0 0 2 | 1 3 4 0 0 0", "S", "-").play("F");
    assert_eq!(four.rest(), "0,0,0,0,0,0,2,4,4,0,0,0 N -");
    // The last seed in the own row takes nothing, whatever it makes there.
    let home = Board::awari("1 1 0 0 0 0 | 4 0 0 0 0 0", "S", "-").play("A");
    assert_eq!(home.rest(), "0,2,0,0,0,0,4,0,0,0,0,0 N -");
}

#[test]
fn awari_3_slams_are_for_want_of_other_moves_and_capture_nothing() {
    assert_eq!(Board::awari("1 0 0 0 0 2 | 1 1 0 0 0 0", "S", "-").moves(), set("A"));
    let only = Board::awari("0 0 0 0 0 2 | 1 1 0 0 0 0", "S", "-");
    assert_eq!(only.moves(), set("F"));
    // North keeps all four seeds, and can't feed South: they become his by famine.
    assert_eq!(only.play("F").rest(), "- - BBBB");
    let two = Board::awari("0 0 0 0 3 2 | 1 1 0 0 0 0", "S", "-");
    assert_eq!(two.moves(), set("E F"));
    assert_eq!(two.play("E").rest(), "0,0,0,0,0,3,2,2,0,0,0,0 N -");
    // Taking all but one house is no slam.
    let most = Board::awari("1 0 0 0 0 2 | 1 1 0 0 1 0", "S", "-");
    assert_eq!(most.moves(), set("A F"));
    assert_eq!(most.play("F").rest(), "1,0,0,0,0,0,0,0,0,0,1,0 N WWWW");
}

#[test]
fn awari_4_an_empty_row_must_be_fed_if_it_can_be() {
    assert_eq!(Board::awari("3 0 0 0 0 1 | 0 0 0 0 0 0", "S", "-").moves(), set("F"));
    assert_eq!(Board::awari("0 0 0 0 0 0 | 6 1 0 0 0 1", "N", "-").moves(), set("a f"));
    assert_eq!(Board::awari("3 0 0 0 0 1 | 3 0 0 0 0 0", "S", "-").moves(), set("A F"));
}

#[test]
fn awari_5_famine_gives_each_his_own_row_inside_the_action_before() {
    let at_once = Board::awari("0 0 0 0 1 0 | 0 0 0 0 0 0", "S", "-");
    assert_eq!(at_once.rest(), "- - W");
    let both = Board::awari("2 2 0 0 0 0 | 0 0 0 0 0 1", "S", "BB");
    // North's last seed takes three, and South can't feed him with the two that are left.
    let ended = both.play("B").play("f");
    assert_eq!(ended.rest(), "- - BBBBBWW");
    // The sower's row is empty: what is left is the opponent's.
    let empty = Board::awari("0 0 0 0 0 0 | 0 3 0 0 0 2", "S", "-");
    assert_eq!(empty.rest(), "- - BBBBB");
    let last = Board::awari("0 0 0 0 0 1 | 0 0 0 0 0 2", "S", "W").play("F");
    assert_eq!(last.rest(), "0,0,0,0,0,0,1,0,0,0,0,2 N W");
}

#[test]
fn awari_6_a_second_occurrence_ends_the_game_of_awari() {
    // Two single seeds follow each other round the board.
    let board = Board::awari("1 0 0 0 0 0 | 1 0 0 0 0 0", "S", "WB");
    let last = board.play("A a B b C c D d E e");
    assert_eq!(last.rest(), "0,0,0,0,0,1,0,0,0,0,0,1 S WB");
    let ended = last.play("F");
    assert_eq!(ended.rest(), "0,0,0,0,0,0,1,0,0,0,0,1 N WB");
    let ended = ended.play("f");
    assert_eq!(ended.rest(), "- - WB", "the remaining seeds give nothing");
    assert!(ended.game.by_history(&ended.position));
    // A FEN is a first occurrence: the same position without its past is none.
    let fresh = Board::awari("0 0 0 0 0 0 | 1 0 0 0 0 1", "N", "WB").play("f");
    assert_eq!(fresh.rest(), "1,0,0,0,0,0,1,0,0,0,0,0 S WB");
}

#[test]
fn awari_7_powers_join_the_end_of_the_queue_in_the_order_of_captures() {
    let board = Board::awari("0 0 0 0 1 1 | 2 0 0 0 4 2", "S", "BW");
    let taken = board.play("F");
    assert_eq!(taken.rest(), "0,0,0,0,1,0,0,0,0,0,4,2 N BWWWW");
    // There is no stop at 25.
    let many = "W".repeat(40);
    let more = Board::awari("0 0 0 0 1 1 | 2 0 0 0 4 2", "S", &many).play("F");
    assert!(more.rest().ends_with(&format!(" {}", "W".repeat(43))));
}

#[test]
fn awari_8_a_handicap_gives_powers_for_full_groups_and_keeps_the_rest() {
    let five = |option: &str, value: &str| {
        Board::awari("0 0 0 0 0 4 | 1 4 1 2 0 5", "S", "-")
            .with_options(&[(option, value)])
            .play("F")
    };
    for (value, powers, kept) in
        [("none", "WWWWW", 0), ("3/2", "WW", 2), ("2/1", "WW", 1), ("3/1", "W", 2)]
    {
        let board = five("Handicap White", value);
        assert!(board.rest().ends_with(&format!(" {powers}")), "{value}: {}", board.rest());
        assert_eq!(board.position.kept(), [kept, 0], "{value}");
    }
    assert!(five("handicap black", "3/1").rest().ends_with(" WWWWW"), "White bears none");
    // What is kept is used with the next capture, and dropped with the game of Awari.
    let next = Board::awari("0 0 0 0 2 1 | 2 1 0 0 0 4", "S", "-")
        .with_options(&[("Handicap White", "2/1")])
        .play("F");
    assert_eq!(
        (next.position.kept(), next.rest().as_str()),
        ([1, 0], "0,0,0,0,2,0,0,1,0,0,0,4 N W")
    );
    let next = next.play("b E");
    assert_eq!(next.rest(), "0,0,0,0,0,1,1,0,1,0,0,4 N W", "nothing is taken");
    let start = Awarichess::new().unwrap();
    assert!(start.with_option("Handicap White", "5/4").is_err());
    assert!(start.with_option("Handicap Red", "none").is_err());
}

#[test]
fn awari_8_the_rest_decides_the_future_and_is_part_of_the_key() {
    let options = [("Handicap White", "3/1")];
    let fen = "0 0 0 0 0 4 | 1 4 1 2 0 5";
    let played = Board::awari(fen, "S", "-").with_options(&options).play("F");
    let read = Board::at(&played.fen()).with_options(&options);
    assert_eq!(played.fen(), read.fen());
    assert_ne!(
        played.game.table_key(&played.position),
        read.game.table_key(&read.position),
        "two seeds are kept in one and none in the other"
    );
}

#[test]
fn awari_9_no_powers_at_all_is_a_draw() {
    let zeros = "0,0,0,0,0,0,0,0,0,0,0,0";
    let board = Board::awari("0 0 0 0 0 0 | 0 0 0 0 0 0", "N", "-");
    assert_eq!(board.rest(), format!("{zeros} N -"));
    assert_eq!(board.end(), Some(("1/2-1/2", "the game of Awari gave no powers")));
    assert_eq!(board.moves(), set(""));
    // By indecision, from a game: nobody has taken anything.
    let round = "A a B b C c D d E e F f";
    let ended = Board::awari("1 0 0 0 0 0 | 1 0 0 0 0 0", "S", "-").play(round);
    assert_eq!(ended.rest(), format!("{zeros} S -"));
    assert!(ended.verdict().is_some_and(|verdict| verdict.winner.is_none() && !verdict.by_count));
    // With powers the chess goes on.
    assert_eq!(Board::awari("0 0 0 0 0 0 | 0 0 0 0 0 0", "N", "W").rest(), "- - W");
}

#[test]
fn a_whole_opening_from_the_inventors_site() {
    let moves = "F c D d F f F b E f C d A c E e E d D f B a B b A f E e D d A";
    let board = Board::at(CHESS).play(moves);
    assert!(board.rest().starts_with("0,6,7,1,1,12,0,0,6,0,1,2 N "), "{}", board.rest());
    // C took five, f three, D four.
    assert!(board.rest().ends_with(" WWWWWBBBWWWW"), "{}", board.rest());
}

/// Binomial coefficient.
fn choose(from: u128, many: u128) -> u128 {
    (0..many).fold(1, |product, step| product * (from - step) / (step + 1))
}

/// Every Awari board with so many seeds.
fn boards(
    seeds: u8,
    house: usize,
    board: &mut [u8; HOUSES],
    visit: &mut impl FnMut(&[u8; HOUSES]),
) {
    if house == HOUSES - 1 {
        board[house] = seeds;
        return visit(board);
    }
    for here in 0..=seeds {
        board[house] = here;
        boards(seeds - here, house + 1, board, visit);
    }
}

#[test]
fn positions_with_an_empty_house_beyond_are_as_many_as_romein_and_bal_say() {
    // South is to sow, so North has just sown and has an empty house; C(n+11,11) - C(n+5,11) of all.
    let formula = |n: u128| choose(n + 11, 11) - if n >= 6 { choose(n + 5, 11) } else { 0 };
    for seeds in 0..=12_u8 {
        let mut counted = 0_u128;
        boards(seeds, 0, &mut [0; HOUSES], &mut |board| {
            let houses = Houses::new(*board);
            assert_eq!(houses.total(), u32::from(seeds));
            let empty = (Sower::North.first()..HOUSES).any(|house| houses.in_house(house) == 0);
            counted += u128::from(empty);
        });
        assert_eq!(counted, formula(u128::from(seeds)), "{seeds} seeds");
    }
    let all: u128 = (0..=46).chain([48]).map(formula).sum();
    assert_eq!(all + 1, 889_063_398_406);
}

#[test]
fn every_small_board_has_the_same_moves_fast_and_slow() {
    let mut board = Board::at(CHESS);
    let mut checked = 0;
    for seeds in 0..=6_u8 {
        boards(seeds, 0, &mut [0; HOUSES], &mut |houses| {
            let text: Vec<String> = houses.iter().map(u8::to_string).collect();
            // Famine moves on to chess: only boards on which somebody can sow are compared.
            let fen = format!("{CHESS} {} S W", text.join(","));
            board.position = board.game.read_fen(&fen).unwrap().position;
            if board.position.sower().is_some() {
                let mut fast = board.actions();
                fast.sort_unstable_by_key(|action| action.raw());
                assert_eq!(fast, board.game.slow_actions(&board.position), "{fen}");
                checked += 1;
            }
        });
    }
    assert!(checked > 15_000, "{checked}");
}
