//! Chess beside the independent generator of the crate `cozy-chess`, on random games.
#![allow(clippy::unwrap_used)]

use caryatid::board::KeyStream;
use caryatid::game::{ActionList, Dialect, Game, Past, Want, Words};
use caryatid::games::diagram::{AnyDiagram, open};
use cozy_chess::Board;
use std::collections::BTreeSet;

/// The other generator's moves as squares and promotion; it writes castling as king takes rook.
fn others(board: &Board) -> BTreeSet<String> {
    let mut moves = BTreeSet::new();
    board.generate_moves(|of_piece| {
        for one in of_piece {
            let castles = board.color_on(one.to) == Some(board.side_to_move());
            let text = match (castles, one.to > one.from) {
                (true, right) => {
                    let from = one.from.to_string();
                    let rank = &from[1..];
                    format!("{from}{}{rank}", if right { 'g' } else { 'c' })
                }
                _ => one.to_string(),
            };
            moves.insert(text);
        }
        false
    });
    moves
}

#[test]
fn the_same_moves_on_random_games() {
    let text = include_str!("../src/games/diagram/definitions/chess.txt");
    let AnyDiagram::Small(game) = open("chess", "normal", text).unwrap() else {
        panic!("chess fits 64 squares")
    };
    let mut random = KeyStream::new(2_026);
    let mut looked = 0;
    while looked < 4_000 {
        let (mut position, mut past) = (game.start(), Past::new());
        for _ in 0..200 {
            if game.verdict(&position, &past).is_some() {
                break;
            }
            let mut list = ActionList::new();
            game.actions(&position, Want::All, &mut list);
            let ours: BTreeSet<String> = list
                .as_slice()
                .iter()
                .map(|&action| game.write_action(&position, action, Dialect::Uci))
                .collect();
            let fen = game.write_fen(&position);
            let board: Board = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(ours, others(&board), "{fen}");
            looked += 1;
            let action = list.get((random.next_key() % list.len() as u64) as usize);
            position = game.child(&position, action, &mut past);
        }
    }
}
