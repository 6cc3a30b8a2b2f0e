//! In every built-in game the search, with nothing left out, gives the value of plain minimax.
#![allow(clippy::unwrap_used)]

use caryatid::game::{Action, ActionList, Game, Past, Want, Words};
use caryatid::games::avon::Avon;
use caryatid::games::avp::Avp;
use caryatid::games::awarichess::Awarichess;
use caryatid::games::diagram::{self, AnyDiagram};
use caryatid::search::{Control, Features, Limits, Pool, Score, minimax};

/// The value of a win on the spot, from which the plies to the end are taken.
const MATE: i32 = 32_000;

/// Values beyond this, on either side, are decided games.
const DECIDED: i32 = 30_000;

/// Positions that minimax looks at for one comparison, at most.
const EFFORT: u64 = 60_000;

fn random_position<G: Game>(game: &G, seed: u64) -> (G::Position, Past) {
    let mut state = seed;
    let mut below = |limit: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let (mut position, mut past) = (game.start(), Past::new());
    for _ in 0..below(60) {
        let mut list = ActionList::new();
        game.actions(&position, Want::All, &mut list);
        let child = game.child(&position, list.get(below(list.len())), &mut past);
        if game.verdict(&child, &past).is_some() {
            past.pop();
            break;
        }
        position = child;
    }
    (position, past)
}

fn compare<G: Words>(game: &G) {
    for seed in 0..6 {
        let (position, past) = random_position(game, seed);
        compare_at(game, &position, &past);
    }
}

fn compare_at<G: Words>(game: &G, position: &G::Position, past: &Past) {
    let mut pool = Pool::new(game, 1, 2).unwrap();
    let actions = game.count_actions(position);
    let deepest = (1..=3).rev().find(|&depth| actions.pow(depth) <= EFFORT).unwrap_or(1);
    for depth in 1..=deepest {
        let mut marked = past.clone();
        marked.mark_root();
        let truth = minimax(game, position, &mut marked, depth);
        for features in [Features::EXACT, Features::NONE] {
            pool.clear();
            let limits = Limits { features, ..Limits::to_depth(depth) };
            let found = pool.search(game, position, past, &limits, &Control::new(), &mut |_| {});
            let place = format!("{} depth {depth}: {}", game.id(), game.write_fen(position));
            if truth.abs() < DECIDED {
                assert_eq!(found.score, Score::Centipawns(truth), "{place}");
            } else {
                let Score::Mate(count) = found.score else { panic!("{place}: {found:?}") };
                assert_eq!(count.signum(), truth.signum(), "{place}");
                assert_eq!(found.pv.len(), (MATE - truth.abs()) as usize, "{place}");
            }
            let legal = |action: Action| game.legal(position, action);
            assert!(found.best.is_some_and(legal), "{place}");
        }
    }
}

macro_rules! games {
    ($($test:ident: $id:literal),* $(,)?) => {$(
        #[test]
        fn $test() {
            let text = include_str!(concat!("../src/games/diagram/definitions/", $id, ".txt"));
            match diagram::open($id, $id, text).unwrap() {
                AnyDiagram::Small(game) => compare(&*game),
                AnyDiagram::Medium(game) => compare(&*game),
                AnyDiagram::Large(game) => compare(&*game),
            }
        }
    )*};
}

#[test]
fn awarichess() {
    compare(&Awarichess::new().unwrap());
}

#[test]
fn awarichess_where_powers_are_used() {
    let game = Awarichess::new().unwrap();
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 - - WWWBB",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1 - - WBW",
        "4k3/8/8/8/8/8/3R4/4K3 w - - 98 80 - - WBWB",
        "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1 0,0,0,0,0,1,0,1,0,0,0,1 S W",
    ] {
        compare_at(&game, &game.read_fen(fen).unwrap().position, &Past::new());
    }
}

games! {
    chess: "chess",
    avatar: "avatar",
    capablanca: "capablanca",
    gothic: "gothic",
    embassy: "embassy",
    janus: "janus",
    grand: "grand",
    shako: "shako",
}

#[test]
fn avon() {
    compare(&Avon::new());
}

#[test]
fn avp() {
    compare(&Avp::default());
    compare(&Avp::new(1));
}
