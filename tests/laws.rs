//! What must hold in every diagram game, on random walks.
#![allow(clippy::unwrap_used)]

use caryatid::board::KeyStream;
use caryatid::game::{Action, ActionList, Dialect, Game, MAX_EVALUATION, Past, Want, Words};
use caryatid::games::diagram::{AnyDiagram, Diagram, Position, Width, open};

/// Positions looked at in each game.
const POSITIONS: usize = 2_000;

macro_rules! definition {
    ($id:literal) => {
        ($id, include_str!(concat!("../src/games/diagram/definitions/", $id, ".txt")))
    };
}

const GAMES: [(&str, &str); 8] = [
    definition!("chess"),
    definition!("avatar"),
    definition!("capablanca"),
    definition!("gothic"),
    definition!("embassy"),
    definition!("janus"),
    definition!("grand"),
    definition!("shako"),
];

/// Games made for what the built-in ones lack: limited ranges, lame leaps, hoppers, divergent men,
/// pawns that pass two squares or move diagonally, and the widest board.
const ODD: [(&str, &str); 4] = [
    (
        "ranges",
        "Pawn:P:ifmnHfmWfceF:x:a2-h2 Horse:N:nN:x:b1,g1 Fil:B:nAF2:x:c1,f1 Short:R:R3:x:a1,h1 \
         Queen:Q:N2:x:d1 King::::e1",
    ),
    (
        "hoppers",
        "Pawn::::a2-h2 Locust:N:gQ:x:b1,g1 Vao:B:mBcpB:x:c1,f1 Cannon:R:mRcpR:x:a1,h1 Mixed:Q:mBcR:x:d1 \
         King:K:K:x:e1",
    ),
    (
        "berolina",
        "Pawn:P:mfFcefWimfnA:x:a2-h2 Knight:N:::b1,g1 Bishop::::c1,f1 Rook::::a1,h1 Queen::::d1 King::::e1",
    ),
    (
        "wide",
        "files=16 ranks=16 Pawn::::a3-p3 Knight:N:::b1,o1 Bishop::::c1,n1 Rook::::a1,p1 Camel:C:::d1,m1 \
         Zebra::::e1,l1 Nightrider:I:NN:x:f1,k1 Queen::::g1 King:K:KisO3:x:h1",
    ),
];

fn moves(list: &ActionList) -> Vec<Action> {
    let mut moves = list.as_slice().to_vec();
    moves.sort_unstable_by_key(|action| action.raw());
    moves
}

fn listed<S: Width>(game: &Diagram<S>, position: &Position<S>, want: Want) -> Vec<Action> {
    let mut list = ActionList::new();
    game.actions(position, want, &mut list);
    moves(&list)
}

fn check<S: Width>(game: &Diagram<S>, position: &Position<S>, past: &Past) {
    let fen = game.write_fen(position);
    let all = listed(game, position, Want::All);
    assert_eq!(all, game.slow_actions(position), "slow and fast generator: {fen}");
    assert_eq!(game.count_actions(position), all.len() as u64, "{fen}");

    let (tactical, quiet) =
        (listed(game, position, Want::Tactical), listed(game, position, Want::Quiet));
    assert!(tactical.iter().all(|&action| game.tactical(position, action)), "{fen}");
    assert!(quiet.iter().all(|&action| !game.tactical(position, action)), "{fen}");
    let mut stages = [tactical, quiet].concat();
    stages.sort_unstable_by_key(|action| action.raw());
    assert_eq!(stages, all, "stages: {fen}");

    for &action in &all {
        assert!(game.legal(position, action), "{action:?} in {fen}");
        assert!(game.slot(position, action) < game.slots());
        let changed = Action::from_raw(action.raw() ^ 1);
        assert_eq!(game.legal(position, changed), all.contains(&changed), "{changed:?} in {fen}");
        for dialect in [Dialect::Uci, Dialect::XBoard] {
            let text = game.write_action(position, action, dialect);
            assert_eq!(game.read_action(position, &text, dialect), Ok(action), "{text} in {fen}");
        }
    }
    let rules = game.rules();
    assert_eq!(game.repetition_key(position), rules.key_from_scratch(position), "{fen}");
    let side = position.side();
    let king = rules.geometry().squares().find(|&at| {
        position.man(at).is_some_and(|m| m.colour == side && rules.kinds[m.kind].royal)
    });
    assert_eq!(game.in_check(position), rules.slow_attacked(position, king.unwrap(), side ^ 1));
    let read = game.read_fen(&fen).unwrap().position;
    assert_eq!(game.write_fen(&read), fen);
    assert_eq!(game.table_key(&read), game.table_key(position), "{fen}");
    assert_eq!(listed(game, &read, Want::All), all, "{fen}");
    assert!(game.evaluate(position).abs() <= MAX_EVALUATION, "{fen}");
    assert_eq!(game.verdict(position, past), game.verdict(position, past));
}

/// Plays random games, every tenth of them from a thinned-out board by preferring captures.
fn walk<S: Width>(game: &Diagram<S>, seed: u64) {
    let mut random = KeyStream::new(seed);
    let mut pick = |below: usize| (random.next_key() % below as u64) as usize;
    let mut looked = 0;
    let mut greedy = false;
    while looked < POSITIONS {
        let mut position = game.start();
        let mut past = Past::new();
        for _ in 0..160 {
            if game.verdict(&position, &past).is_some() || looked == POSITIONS {
                break;
            }
            check(game, &position, &past);
            looked += 1;
            let captures = listed(game, &position, Want::Tactical);
            let choices = if greedy && !captures.is_empty() && pick(3) > 0 {
                captures
            } else {
                listed(game, &position, Want::All)
            };
            position = game.child(&position, choices[pick(choices.len())], &mut past);
        }
        greedy = !greedy;
    }
}

fn walk_through(id: &str, text: &str) {
    match open(id, id, text).unwrap() {
        AnyDiagram::Small(game) => walk(&*game, 11),
        AnyDiagram::Medium(game) => walk(&*game, 12),
        AnyDiagram::Large(game) => walk(&*game, 13),
    }
}

#[test]
fn built_in_games_keep_the_laws() {
    std::thread::scope(|scope| {
        for (id, text) in GAMES {
            scope.spawn(move || walk_through(id, text));
        }
    });
}

#[test]
fn odd_games_keep_the_laws() {
    std::thread::scope(|scope| {
        for (id, text) in ODD {
            scope.spawn(move || walk_through(id, text));
        }
    });
}

#[test]
fn swapping_the_colours_mirrors_the_evaluation() {
    let AnyDiagram::Small(game) = open("chess", "normal", GAMES[0].1).unwrap() else {
        panic!("chess fits 64 squares")
    };
    let mut random = KeyStream::new(5);
    for _ in 0..40 {
        let (mut position, mut past) = (game.start(), Past::new());
        for _ in 0..60 {
            if game.verdict(&position, &past).is_some() {
                break;
            }
            let fen = game.write_fen(&position);
            let fields: Vec<&str> = fen.split(' ').collect();
            let swap = |c: char| {
                if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
            };
            let ranks: Vec<&str> = fields[0].rsplit('/').collect();
            let side = if fields[1] == "w" { "b" } else { "w" };
            let swapped = format!(
                "{} {side} {} - 0 1",
                ranks.join("/").chars().map(swap).collect::<String>(),
                fields[2].chars().map(swap).collect::<String>()
            );
            let mirrored = game.read_fen(&swapped).unwrap().position;
            assert_eq!(game.evaluate(&position), game.evaluate(&mirrored), "{fen} {swapped}");
            let all = listed(&game, &position, Want::All);
            let action = all[(random.next_key() % all.len() as u64) as usize];
            position = game.child(&position, action, &mut past);
        }
    }
}
