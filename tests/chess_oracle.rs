//! Our chess beside another one: on random walks cozy-chess must know the same moves in every position,
//! and after each move the same position.

#![allow(clippy::unwrap_used)]

use caryatid::board::KeyStream;
use caryatid::game::{Dialect, Team};
use caryatid::session::{Catalogue, OpenedGame};
use cozy_chess::{Board, Color, GameStatus, Move, Piece, util};

/// Where walks begin: the start, and positions close to castling, promotion and en passant.
const ROOTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
];

/// Walks from each root, and the plies after which a walk ends.
const WALKS: u64 = 100;
const PLIES: usize = 80;

/// Kinds of moves that the walks must have met to prove anything.
#[derive(Default, Debug)]
struct Met {
    positions: usize,
    castlings: usize,
    en_passants: usize,
    promotions: usize,
    mates: usize,
    stalemates: usize,
}

/// The legal moves by cozy-chess with their UCI text, sorted by it.
fn their_moves(board: &Board) -> Vec<(String, Move)> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece.into_iter().map(|step| (text(board, step), step)));
        false
    });
    moves.sort_by(|left, right| left.0.cmp(&right.0));
    moves
}

/// UCI text of a move; castling as the king's move.
fn text(board: &Board, step: Move) -> String {
    util::display_uci_move(board, step).to_string()
}

/// Our legal moves, sorted.
fn our_moves(game: &dyn OpenedGame) -> Vec<String> {
    let legal = game.legal_actions();
    let mut moves: Vec<String> =
        legal.into_iter().map(|action| game.action_text(action, Dialect::Uci)).collect();
    moves.sort();
    moves
}

/// A FEN without its en passant field: whether a square is written that nobody can capture on is custom.
fn without_en_passant(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    [&fields[..3], &fields[4..]].concat().join(" ")
}

/// Counts what kind of move `step` is.
fn meet(met: &mut Met, board: &Board, step: Move) {
    let piece = board.piece_on(step.from);
    met.castlings += usize::from(board.color_on(step.to) == Some(board.side_to_move()));
    met.promotions += usize::from(step.promotion.is_some());
    let leaves_file = piece == Some(Piece::Pawn) && step.from.file() != step.to.file();
    met.en_passants += usize::from(leaves_file && board.piece_on(step.to).is_none());
}

/// Compares the end of a walk in a position without moves.
fn compare_end(met: &mut Met, board: &Board, game: &dyn OpenedGame) {
    let verdict = game.verdict().expect("no move is left");
    if board.status() == GameStatus::Won {
        met.mates += 1;
        let winner = match board.side_to_move() {
            Color::White => Team::Black,
            Color::Black => Team::White,
        };
        assert_eq!(verdict.winner, Some(winner), "{board}");
    } else {
        met.stalemates += 1;
        assert_eq!(verdict.winner, None, "{board}");
    }
}

/// One walk: at each ply the same moves and the same position.
fn walk(met: &mut Met, root: &str, seed: u64) {
    let mut board: Board = root.parse().unwrap();
    let mut game = Catalogue::new().open_unheard("chess").unwrap();
    assert_eq!(game.set_fen(root).unwrap(), [] as [String; 0]);
    let mut chance = KeyStream::new(seed);
    for _ in 0..PLIES {
        assert_eq!(without_en_passant(&game.fen()), without_en_passant(&board.to_string()));
        if game.final_verdict().is_some_and(|verdict| verdict.reason != "checkmate")
            && !their_moves(&board).is_empty()
        {
            // Dead positions are over for us; cozy-chess does not look at material.
            return;
        }
        let theirs = their_moves(&board);
        let texts: Vec<&str> = theirs.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(our_moves(&*game), texts, "{board}");
        met.positions += 1;
        if theirs.is_empty() {
            return compare_end(met, &board, &*game);
        }
        let (text, step) = &theirs[(chance.next_key() % theirs.len() as u64) as usize];
        meet(met, &board, *step);
        board.play(*step);
        game.play(text, Dialect::Uci).unwrap();
    }
}

#[test]
fn cozy_chess_knows_the_same_moves() {
    let mut met = Met::default();
    for root in ROOTS {
        (0..WALKS).for_each(|seed| walk(&mut met, root, seed));
    }
    assert!(met.positions >= 2_000, "{met:?}");
    assert!(met.castlings >= 20 && met.en_passants >= 20 && met.promotions >= 20, "{met:?}");
    assert!(met.mates > 0 && met.stalemates > 0, "{met:?}");
}
