//! A small real game to test the search with.
//!
//! On 5x5 squares each team has a king, a rook and a knight; who takes the king wins. There is no
//! obligation to see to one's king. A quiet action that ends on a shrine lets the same team act again,
//! once in a row: teams do not alternate. Three times the same position, or 60 actions, are a draw.

use crate::game::{Action, ActionList, Game, Past, Seat, Team, Verdict, Want};
use std::cell::Cell;

const SIZE: i8 = 5;
const SQUARES: usize = 25;
const SHRINES: [u8; 3] = [2, 12, 22];
const MOST_ACTIONS: u16 = 60;
const VALUES: [i32; 3] = [1000, 500, 300];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Man {
    King,
    Rook,
    Knight,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub(super) squares: [Option<(Team, Man)>; SQUARES],
    pub(super) team: Team,
    /// Whether the team acts again, having ended on a shrine.
    pub(super) again: bool,
    pub(super) actions: u16,
}

pub(super) struct Skirmish;

thread_local! {
    static EVALUATED: Cell<u64> = const { Cell::new(0) };
}

/// How many positions this thread has judged.
pub(super) fn evaluated() -> u64 {
    EVALUATED.get()
}

impl Board {
    /// Reads rows of men from the highest rank down: `K.r..`, white in capitals.
    pub(super) fn read(rows: [&str; 5], team: Team) -> Board {
        let mut squares = [None; SQUARES];
        for (down, row) in rows.iter().enumerate() {
            for (file, letter) in row.chars().enumerate() {
                let man = match letter.to_ascii_lowercase() {
                    'k' => Man::King,
                    'r' => Man::Rook,
                    'n' => Man::Knight,
                    _ => continue,
                };
                let owner = if letter.is_uppercase() { Team::White } else { Team::Black };
                squares[(4 - down) * 5 + file] = Some((owner, man));
            }
        }
        Board { squares, team, again: false, actions: 0 }
    }

    fn find_king(&self, team: Team) -> Option<usize> {
        self.squares.iter().position(|&square| square == Some((team, Man::King)))
    }

    fn attacked(&self, square: usize, by: Team) -> bool {
        (0..SQUARES).any(|from| match self.squares[from] {
            Some((team, man)) if team == by => self.reach(from, man).contains(&(square as u8)),
            _ => false,
        })
    }

    /// Where a man goes on this board, own men included as if they could be taken.
    fn reach(&self, from: usize, man: Man) -> Vec<u8> {
        let (rank, file) = (from as i8 / SIZE, from as i8 % SIZE);
        let steps: &[(i8, i8)] = match man {
            Man::King => &[(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)],
            Man::Rook => &[(1, 0), (0, 1), (-1, 0), (0, -1)],
            Man::Knight => {
                &[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
            }
        };
        let most = if man == Man::Rook { SIZE } else { 1 };
        let mut reached = Vec::new();
        for &(up, right) in steps {
            for distance in 1..=most {
                let (rank, file) = (rank + up * distance, file + right * distance);
                if !(0..SIZE).contains(&rank) || !(0..SIZE).contains(&file) {
                    break;
                }
                reached.push((rank * SIZE + file) as u8);
                if self.squares[(rank * SIZE + file) as usize].is_some() {
                    break;
                }
            }
        }
        reached
    }
}

/// A number that differs for different boards, for keys.
fn mix(board: &Board, with_count: bool) -> u64 {
    let mut key = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |part: u64| {
        key = (key ^ part).wrapping_mul(0x0100_0000_01b3_u64).rotate_left(29);
    };
    for square in &board.squares {
        add(square.map_or(0, |(team, man)| 1 + team.index() as u64 * 3 + man as u64));
    }
    add(board.team.index() as u64);
    add(u64::from(board.again));
    if with_count {
        add(u64::from(board.actions));
    }
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Game for Skirmish {
    type Position = Board;

    fn start(&self) -> Board {
        Board::read(["rnk..", ".....", ".....", ".....", "..KNR"], Team::White)
    }

    fn to_act(&self, board: &Board) -> Seat {
        Seat(board.team.index() as u8)
    }

    fn team(&self, seat: Seat) -> Team {
        if seat.0 == 0 { Team::White } else { Team::Black }
    }

    fn table_key(&self, board: &Board) -> u64 {
        mix(board, board.actions + 20 > MOST_ACTIONS)
    }

    fn repetition_key(&self, board: &Board) -> u64 {
        mix(board, false)
    }

    fn early_end(&self, board: &Board, past: &Past) -> Option<Verdict> {
        for team in [Team::White, Team::Black] {
            if board.find_king(team).is_none() {
                return Some(Verdict::win(team.other(), "king taken"));
            }
        }
        if board.actions >= MOST_ACTIONS {
            return Some(Verdict::draw_by_count("action limit"));
        }
        past.threefold(self.repetition_key(board), usize::from(board.actions))
            .then_some(Verdict::draw_by_count("threefold repetition"))
    }

    fn actions(&self, board: &Board, want: Want, out: &mut ActionList) {
        for from in 0..SQUARES {
            let Some((team, man)) = board.squares[from] else { continue };
            if team != board.team {
                continue;
            }
            for to in board.reach(from, man) {
                let target = board.squares[usize::from(to)];
                let wanted = match want {
                    Want::All => true,
                    Want::Tactical => target.is_some(),
                    Want::Quiet => target.is_none(),
                };
                if wanted && target.is_none_or(|(owner, _)| owner != team) {
                    out.push(Action::new(from as u8, to, 0, 1));
                }
            }
        }
    }

    fn end_without_actions(&self, board: &Board) -> Verdict {
        Verdict::win(board.team.other(), "stuck")
    }

    fn play(&self, board: &mut Board, action: Action, _past: &Past) {
        let (from, to) = (usize::from(action.from()), usize::from(action.to()));
        let quiet = board.squares[to].is_none();
        board.squares[to] = board.squares[from].take();
        board.again = quiet && !board.again && SHRINES.contains(&action.to());
        if !board.again {
            board.team = board.team.other();
        }
        board.actions += 1;
    }

    fn pass(&self, board: &Board) -> Option<Board> {
        let men = board.squares.iter().flatten().filter(|(team, _)| *team == board.team).count();
        let sound = men > 1 && !board.again && !self.in_check(board);
        sound.then(|| Board { team: board.team.other(), again: false, ..board.clone() })
    }

    fn in_check(&self, board: &Board) -> bool {
        let king = board.find_king(board.team);
        king.is_some_and(|king| board.attacked(king, board.team.other()))
    }

    fn evaluate(&self, board: &Board) -> i32 {
        EVALUATED.set(EVALUATED.get() + 1);
        let mut value = 7;
        for (square, man) in board.squares.iter().enumerate() {
            let Some((team, man)) = *man else { continue };
            let (rank, file) = (square as i32 / 5 - 2, square as i32 % 5 - 2);
            let worth = VALUES[man as usize] - 9 * (rank.abs() + file.abs());
            value += if team == board.team { worth } else { -worth };
        }
        value
    }

    fn tactical(&self, board: &Board, action: Action) -> bool {
        board.squares[usize::from(action.to())].is_some()
    }

    fn gain(&self, board: &Board, action: Action) -> i32 {
        board.squares[usize::from(action.to())].map_or(0, |(_, man)| VALUES[man as usize])
    }

    fn exchange(&self, board: &Board, action: Action, threshold: i32) -> bool {
        let (from, to) = (usize::from(action.from()), usize::from(action.to()));
        let risk = match board.squares[from] {
            Some((team, man)) if board.attacked(to, team.other()) => VALUES[man as usize],
            _ => 0,
        };
        let gain = self.gain(board, action);
        gain >= 1000 || gain - risk >= threshold
    }

    fn slot(&self, board: &Board, action: Action) -> usize {
        let man = board.squares[usize::from(action.from())];
        let kind = man.map_or(0, |(team, man)| team.index() * 3 + man as usize);
        kind * SQUARES + usize::from(action.to())
    }

    fn slots(&self) -> usize {
        6 * SQUARES
    }
}

/// A small generator of numbers that look random.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// Positions from random games, each with the past that led to it.
pub(super) fn random_positions(seed: u64, count: usize) -> Vec<(Board, Past)> {
    let game = Skirmish;
    let mut dice = Dice(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let (mut board, mut past) = (game.start(), Past::new());
        for _ in 0..4 + dice.below(36) {
            let mut list = ActionList::new();
            game.actions(&board, Want::All, &mut list);
            let action = list.get(dice.below(list.len()));
            let child = game.child(&board, action, &mut past);
            if game.verdict(&child, &past).is_some() {
                past.pop();
                break;
            }
            board = child;
        }
        positions.push((board, past));
    }
    positions
}
