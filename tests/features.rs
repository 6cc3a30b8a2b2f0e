//! Each technique of the search that can be left out: it does something, and the search is right without.
#![allow(clippy::unwrap_used)]

use caryatid::game::Dialect;
use caryatid::search::{Feature, Features, Limits};
use caryatid::session::{Catalogue, Finished, HASH, Session};
use caryatid_protocol::Score;

/// Positions in which every technique has something to do: game, position, depth. The deep searches come
/// last, for the few techniques of which the others see nothing.
const POSITIONS: [(&str, &str, u32); 7] = [
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 7),
    ("chess", "8/5k2/1p3p2/p1p1pPp1/P1P1P1P1/1P1K4/8/8 w - - 0 1", 18),
    ("chess", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 6),
    ("avp", "2r2n4/1p4l3/3l2p3/5q4/2P2N4/3PB2P2/P3P1Q1P1/2RU1KU2R/4A1C3/2H4H2[BN] w - - 4 21", 6),
    ("chess", "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 8),
    ("chess", "r1bq3r/ppp2pk1/3p1pp1/8/2BbPQ2/2NP2P1/PPP4P/R4R1K b - - 0 1", 13),
    ("chess", "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1", 17),
];

/// Positions with the own moves to their mate, and a depth at which it is seen by any search.
const MATES: [(&str, i32, u32); 4] = [
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, 4),
    ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 2, 8),
    ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2, 12),
    ("k7/8/1K6/8/8/8/8/7R b - - 0 1", -1, 4),
];

fn think(session: &mut Session, fen: &str, limits: Limits) -> Finished {
    let game = session.game_mut();
    game.forget();
    game.set_fen(fen).unwrap();
    session.think(limits, Dialect::Uci, |_| {}).unwrap()
}

fn open(game: &str) -> Session {
    let mut session = Session::with_game(Catalogue::new(), game).unwrap();
    assert!(session.set_option(HASH, Some("4")).is_empty());
    session
}

#[test]
fn every_feature_changes_what_is_searched() {
    let mut idle: Vec<Feature> = Feature::ALL.to_vec();
    // Values are found again without a change; the tests of the search count how often they are found.
    idle.retain(|&feature| feature != Feature::EvaluationStore);
    for (game, fen, depth) in POSITIONS {
        let mut session = open(game);
        let mut nodes = |features| {
            think(&mut session, fen, Limits { features, ..Limits::to_depth(depth) }).nodes
        };
        let all = nodes(Features::ALL);
        idle.retain(|&feature| nodes(Features::ALL.without(feature)) == all);
    }
    assert_eq!(idle, [], "left out, they change nothing");
}

#[test]
fn the_same_mates_are_found_without_each_feature() {
    let mut session = open("chess");
    let sets = Feature::ALL.iter().map(|&feature| Features::ALL.without(feature));
    for features in sets.chain([Features::ALL, Features::EXACT]) {
        for (fen, mate, depth) in MATES {
            let depth = if features == Features::EXACT { depth / 2 } else { depth };
            let limits = Limits { features, ..Limits::to_depth(depth) };
            let found = think(&mut session, fen, limits);
            assert_eq!(found.score, Score::Mate(mate), "without {features}: {fen}");
        }
    }
}
