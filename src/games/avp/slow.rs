//! Generate and test: the legal actions from the rules alone, on a board of letters, without sets of
//! squares, tables, pins or prefilters. The measure for the fast generators.

use super::action;
use super::position::{LETTERS, NO_SQUARE, Position, WHITE, man};
use crate::board::Square;
use crate::game::Action;

/// Files and ranks of one step.
type Step = (i32, i32);

const ROOK: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [Step; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const CAMEL: [Step; 8] = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];

/// Upper case is White; a dot is an empty square.
#[derive(Clone)]
struct Board([char; 100]);

fn step(from: usize, (files, ranks): Step) -> Option<usize> {
    let (file, rank) = ((from % 10) as i32 + files, (from / 10) as i32 + ranks);
    ((0..10).contains(&file) && (0..10).contains(&rank)).then_some((rank * 10 + file) as usize)
}

fn leaps(letter: char) -> Vec<Step> {
    match letter.to_ascii_uppercase() {
        'N' | 'A' | 'C' | 'L' => KNIGHT.to_vec(),
        'U' => CAMEL.to_vec(),
        'K' => ROOK.into_iter().chain(BISHOP).collect(),
        _ => Vec::new(),
    }
}

fn rides(letter: char) -> Vec<Step> {
    match letter.to_ascii_uppercase() {
        'B' | 'A' => BISHOP.to_vec(),
        'R' | 'C' => ROOK.to_vec(),
        'Q' | 'L' => ROOK.into_iter().chain(BISHOP).collect(),
        _ => Vec::new(),
    }
}

impl Board {
    fn new(position: &Position) -> Board {
        let mut board = Board(['.'; 100]);
        for square in 0..100 {
            if let Some(man) = position.man(square) {
                board.0[usize::from(square)] = super::fen::letter(man);
            }
        }
        board
    }

    fn empty(&self, square: usize) -> bool {
        self.0[square] == '.'
    }

    fn is_of(&self, square: usize, white: bool) -> bool {
        !self.empty(square) && self.0[square].is_ascii_uppercase() == white
    }

    /// Squares that the man on a square attacks, whatever stands there.
    fn attacks(&self, from: usize) -> Vec<usize> {
        let letter = self.0[from];
        let mut found: Vec<usize> =
            leaps(letter).into_iter().filter_map(|leap| step(from, leap)).collect();
        for direction in rides(letter) {
            let mut at = from;
            while let Some(next) = step(at, direction) {
                found.push(next);
                at = next;
                if !self.empty(at) {
                    break;
                }
            }
        }
        if letter.eq_ignore_ascii_case(&'P') {
            let ahead = if letter == 'P' { 1 } else { -1 };
            found.extend([-1, 1].into_iter().filter_map(|side| step(from, (side, ahead))));
        }
        if letter.eq_ignore_ascii_case(&'H') {
            for direction in ROOK {
                let (mut at, mut screens) = (from, 0);
                while let Some(next) = step(at, direction) {
                    at = next;
                    if screens == 1 {
                        found.push(at);
                    }
                    screens += usize::from(!self.empty(at));
                    if screens == 2 {
                        break;
                    }
                }
            }
        }
        found
    }

    fn attacked(&self, target: usize, by_white: bool) -> bool {
        (0..100).any(|from| self.is_of(from, by_white) && self.attacks(from).contains(&target))
    }

    /// Where a man may go without capturing, pawns apart.
    fn quiet(&self, from: usize) -> Vec<usize> {
        if self.0[from].eq_ignore_ascii_case(&'H') {
            let mut as_rook = self.clone();
            as_rook.0[from] = 'R';
            return as_rook.quiet(from);
        }
        let mut targets = self.attacks(from);
        targets.retain(|&to| self.empty(to));
        targets
    }

    fn aliens(&self) -> Vec<usize> {
        (0..100).filter(|&square| self.0[square] == 'l').collect()
    }

    fn attacked_aliens(&self) -> Vec<usize> {
        self.aliens().into_iter().filter(|&alien| self.attacked(alien, true)).collect()
    }

    /// AVP-10: how many Aliens are lost from here, and the board without them.
    fn losses(&self) -> (usize, Board) {
        let mut board = self.clone();
        let mut lost = 0;
        loop {
            let victims = board.attacked_aliens();
            if victims.is_empty() {
                return (lost, board);
            }
            lost += victims.len();
            victims.into_iter().for_each(|victim| board.0[victim] = '.');
        }
    }
}

/// An action with the board after it, and where the acting Alien ends.
struct Candidate {
    action: Action,
    after: Board,
    alien: Option<usize>,
}

/// Every legal action, sorted.
pub(super) fn actions(position: &Position) -> Vec<Action> {
    let mut legal: Vec<Action> = judged(position).into_iter().map(|(action, _)| action).collect();
    legal.sort_unstable_by_key(|action| action.raw());
    legal
}

/// Every legal action with the men on the board after it, as FEN letters and dots from a1.
pub(super) fn judged(position: &Position) -> Vec<(Action, String)> {
    let board = Board::new(position);
    let candidates = if position.side() == WHITE {
        white(position, &board)
    } else if position.in_hand() > 0 {
        placings(position, &board)
    } else {
        black(position, &board)
    };
    if position.side() == WHITE {
        let in_check = |after: &Board| {
            let king = after.0.iter().position(|&letter| letter == 'K');
            king.is_some_and(|king| after.attacked(king, false))
        };
        let legal = candidates.into_iter().filter(|candidate| !in_check(&candidate.after));
        return legal.map(|one| (one.action, one.after.0.iter().collect())).collect();
    }
    let attacked = !board.attacked_aliens().is_empty();
    let total = board.aliens().len() + usize::from(position.in_hand());
    // AVP-7, then AVP-10.
    let judged: Vec<(Action, usize, Board)> = candidates
        .into_iter()
        .filter(|one| one.alien.is_none_or(|alien| !one.after.attacked(alien, true)))
        .map(|one| {
            let (lost, left) = one.after.losses();
            (one.action, lost, left)
        })
        .collect();
    let least = judged.iter().map(|&(_, lost, _)| lost).min().unwrap_or(total);
    if least == total || (least > 0 && !attacked) {
        return Vec::new();
    }
    judged
        .into_iter()
        .filter(|&(_, lost, _)| lost == least)
        .map(|(action, _, left)| (action, left.0.iter().collect()))
        .collect()
}

fn moved(board: &Board, from: usize, to: usize) -> Board {
    let mut after = board.clone();
    after.0[to] = after.0[from];
    after.0[from] = '.';
    after
}

/// A pawn's moves of either colour; `promotes` are the letters that it may become.
fn pawn(position: &Position, board: &Board, from: usize, promotes: &[char]) -> Vec<Candidate> {
    let white = board.0[from] == 'P';
    let (ahead, home, last) = if white { (1, 2, 9) } else { (-1, 7, 0) };
    let mut found = Vec::new();
    let mut add = |action: Action, after: Board| {
        found.push(Candidate { action, after, alien: None });
    };
    let go = |to: usize, add: &mut dyn FnMut(Action, Board)| {
        if to / 10 != last {
            add(action::plain(from as Square, to as Square), moved(board, from, to));
            return;
        }
        for &letter in promotes {
            let kind = LETTERS.iter().position(|&known| known == letter).unwrap_or(man::PAWN);
            let mut after = moved(board, from, to);
            after.0[to] = if white { letter } else { letter.to_ascii_lowercase() };
            add(action::promotion(from as Square, to as Square, kind), after);
        }
    };
    let one = step(from, (0, ahead)).filter(|&to| board.empty(to));
    if let Some(one) = one {
        go(one, &mut add);
        let two = step(one, (0, ahead)).filter(|&to| board.empty(to) && from / 10 == home);
        if let Some(two) = two {
            add(action::twice(from as Square, two as Square), moved(board, from, two));
        }
    }
    for to in board.attacks(from) {
        if board.is_of(to, !white) {
            go(to, &mut add);
        }
        if position.passed != NO_SQUARE && to == usize::from(position.passed) {
            let mut after = moved(board, from, to);
            let victim = step(to, (0, -ahead)).unwrap_or(to);
            after.0[victim] = '.';
            add(action::en_passant(from as Square, to as Square), after);
        }
    }
    found
}

fn white(position: &Position, board: &Board) -> Vec<Candidate> {
    let promotes: Vec<char> = man::PROMOTIONS
        .into_iter()
        .filter(|&kind| position.in_graveyard(kind) > 0)
        .map(|kind| LETTERS[kind])
        .collect();
    let mut found = Vec::new();
    for from in (0..100).filter(|&square| board.is_of(square, true)) {
        if board.0[from] == 'P' {
            found.extend(pawn(position, board, from, &promotes));
            continue;
        }
        let captures = board.attacks(from).into_iter().filter(|&to| board.is_of(to, false));
        for to in captures.chain(board.quiet(from)) {
            let action = action::plain(from as Square, to as Square);
            found.push(Candidate { action, after: moved(board, from, to), alien: None });
        }
    }
    // AVP-5: f2h2 with j2g2, f2d2 with a2e2.
    for (right, rook, way) in [(1, 19, [16, 17, 18].as_slice()), (2, 10, &[14, 13, 12, 11])] {
        let king = 15;
        if position.rights & right == 0
            || way.iter().any(|&square| !board.empty(square))
            || board.attacked(king, false)
        {
            continue;
        }
        let mut lifted = board.clone();
        lifted.0[king] = '.';
        if lifted.attacked(way[0], false) {
            continue;
        }
        let after = moved(&moved(board, king, way[1]), rook, way[0]);
        found.push(Candidate { action: action::castling(right), after, alien: None });
    }
    found
}

fn black(position: &Position, board: &Board) -> Vec<Candidate> {
    let every = ['Q', 'C', 'A', 'R', 'B', 'N', 'U', 'H'];
    let mut found = Vec::new();
    for from in (0..100).filter(|&square| board.is_of(square, false)) {
        if board.0[from] == 'p' {
            found.extend(pawn(position, board, from, &every));
            continue;
        }
        let is_alien = board.0[from] == 'l';
        let captures = board.attacks(from).into_iter().filter(|&to| board.is_of(to, true));
        for to in captures.chain(board.quiet(from)) {
            let after = moved(board, from, to);
            let alien = is_alien.then_some(to);
            let action = action::plain(from as Square, to as Square);
            if is_alien && !board.empty(to) {
                found.extend(recruits(board, &after, from, to));
            }
            found.push(Candidate { action, after, alien });
        }
    }
    found
}

/// AVP-8: the forms of an Alien's capture in which the captured man is placed.
fn recruits(board: &Board, after: &Board, from: usize, to: usize) -> Vec<Candidate> {
    let victim = board.0[to];
    let colour = |square: usize| (square / 10 + square % 10) % 2;
    let fits = |square: usize| match victim {
        'P' => square / 10 == 7,
        'B' | 'U' => square / 10 >= 8 && colour(square) == colour(to),
        _ => square / 10 >= 8,
    };
    (0..100)
        .filter(|&square| after.empty(square) && fits(square))
        .map(|square| {
            let mut placed = after.clone();
            placed.0[square] = victim.to_ascii_lowercase();
            let action = action::recruiting(from as Square, to as Square, square as Square);
            Candidate { action, after: placed, alien: Some(to) }
        })
        .collect()
}

/// AVP-2 and AVP-3.
fn placings(position: &Position, board: &Board) -> Vec<Candidate> {
    let placed = board.aliens();
    let total = placed.len() + usize::from(position.in_hand());
    let pairs = |aliens: &[usize]| {
        let pairs = aliens.iter().enumerate();
        pairs
            .map(|(index, one)| {
                aliens[index + 1..].iter().filter(|other| *other / 10 == one / 10).count()
            })
            .sum::<usize>()
    };
    let mut found = Vec::new();
    for square in (70..100).filter(|&square| board.empty(square)) {
        let (file, rank) = ((square % 10) as i32, (square / 10) as i32);
        let joined = placed.iter().any(|&alien| {
            let (files, ranks) = (file - (alien % 10) as i32, rank - (alien / 10) as i32);
            files == 0 || files.abs() == ranks.abs()
        });
        let shares = placed.iter().any(|alien| alien / 10 == square / 10);
        let mut with = placed.clone();
        with.push(square);
        let too_many = shares && (total < 4 || pairs(&with) > 1);
        if joined || too_many {
            continue;
        }
        let mut after = board.clone();
        after.0[square] = 'l';
        let action = action::placing(square as Square);
        found.push(Candidate { action, after, alien: Some(square) });
    }
    found
}
