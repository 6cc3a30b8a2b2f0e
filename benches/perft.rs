//! Speed of move generation: perft of each game's start on one thread, the last ply counted from the
//! list, and cozy-chess doing the same in chess.
//!
//! `cargo bench --bench perft` tells nodes a second as elements a second.

use caryatid::game::Dialect;
use caryatid::session::Catalogue;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

/// Game, depth and nodes.
const CASES: [(&str, u32, u64); 5] = [
    ("chess", 5, 4_865_609),
    ("capablanca", 4, 805_128),
    ("grand", 3, 259_514),
    ("avatar", 3, 1_628_436),
    ("avon", 7, 4_882_269),
];

/// Nodes of cozy-chess, its last ply counted without making moves.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|of_piece| {
        if depth == 1 {
            nodes += of_piece.len() as u64;
        } else {
            for step in of_piece {
                let mut child = board.clone();
                child.play_unchecked(step);
                nodes += cozy_perft(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(20).measurement_time(Duration::from_secs(5));
    for (id, depth, nodes) in CASES {
        let game = Catalogue::new().open_unheard(id).expect("a game of the catalogue");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{id} {depth}"), |bencher| {
            bencher.iter(|| {
                let counts = game.divide(black_box(depth), 1, Dialect::Uci);
                assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), nodes);
            });
        });
    }
    let (_, depth, nodes) = CASES[0];
    group.throughput(Throughput::Elements(nodes));
    group.bench_function(format!("cozy-chess {depth}"), |bencher| {
        let board = cozy_chess::Board::startpos();
        bencher.iter(|| assert_eq!(cozy_perft(black_box(&board), depth), nodes));
    });
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
