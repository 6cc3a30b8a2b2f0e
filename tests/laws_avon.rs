//! Laws of Avon on random walks and random sparse positions: the fast generator equals the slow one, and
//! playing equals playing slowly; keys and sums equal those from scratch; text is read as what it was
//! written from; the game looks the same from its mirrored sides.
//!
//! Sparse positions begin with few royals and with seats out, and captures of royals are preferred, so that
//! drop-outs, takeovers and players with one royal or none on their half are common. The walks are the same
//! on every run.

#![allow(clippy::unwrap_used)]

use caryatid::board::KeyStream;
use caryatid::game::{Action, ActionList, Dialect, Game, MAX_EVALUATION, Past, Want, Words};
use caryatid::games::avon::{Avon, Kind, Position, SlowBoard};
use std::collections::HashSet;

/// Positions looked at.
const POSITIONS: usize = 8_000;

/// The most actions of one walk.
const WALK: usize = 50;

const SEATS: [&str; 4] = ["ws", "bn", "wn", "bs"];
const FILES: u8 = 8;
const SQUARES: u8 = 80;

/// How often the rare cases came up.
#[derive(Default, Debug)]
struct Met {
    positions: usize,
    drop_outs: usize,
    taken_over: usize,
    sole_royal: usize,
    no_royal: usize,
    ends: usize,
    pawn_changes: usize,
}

fn below(keys: &mut KeyStream, limit: usize) -> usize {
    (keys.next_key() >> 20) as usize % limit
}

fn list(game: &Avon, position: &Position, want: Want) -> Vec<Action> {
    let mut list = ActionList::new();
    game.actions(position, want, &mut list);
    list.as_slice().to_vec()
}

fn sorted(mut actions: Vec<Action>) -> Vec<Action> {
    actions.sort_unstable_by_key(|action| action.raw());
    actions
}

/// How many royals of the seat to act stand on its half.
fn home_royals(position: &Position) -> usize {
    let seat = position.seat();
    let south = seat == 0 || seat == 3;
    let is_home = |&square: &u8| (square < SQUARES / 2) == south;
    let is_royal = |square: u8| {
        position
            .man(square)
            .is_some_and(|man| man.colour == usize::from(seat % 2) && man.kind.royal())
    };
    (0..SQUARES).filter(is_home).filter(|&square| is_royal(square)).count()
}

/// Text of a position: letters by square, `.` for none.
fn fen(letters: &[char], seat: &str, out: &str, quiet: usize) -> String {
    let rank = |rank: u8| -> String {
        let from = usize::from(rank * FILES);
        let mut text = String::new();
        let mut empty = 0;
        for &letter in &letters[from..from + usize::from(FILES)] {
            if letter == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(letter);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    let ranks: Vec<String> = (0..10).rev().map(rank).collect();
    format!("{} {seat} {out} {quiet} 1", ranks.join("/"))
}

/// A position with few men, at most one royal on each half of each colour, and perhaps seats out.
fn sparse(game: &Avon, keys: &mut KeyStream) -> Position {
    loop {
        let mut letters = vec!['.'; usize::from(SQUARES)];
        for colour in 0..2 {
            for south in [true, false] {
                if below(keys, 4) == 0 {
                    continue;
                }
                let royal = ['K', 'Q', 'S'][below(keys, 3)];
                let square = below(keys, 40) + if south { 0 } else { 40 };
                letters[square] = if colour == 0 { royal } else { royal.to_ascii_lowercase() };
            }
        }
        for _ in 0..below(keys, 16) {
            let square = below(keys, usize::from(SQUARES));
            let kind = Kind::ALL[below(keys, Kind::ALL.len())];
            let outer = !(16..64).contains(&square);
            if letters[square] == '.' && !(outer && kind == Kind::Pawn) {
                let letter = kind.letter();
                let white = below(keys, 2) == 0;
                letters[square] = if white { letter } else { letter.to_ascii_lowercase() };
            }
        }
        let out = ["-", "-", "ws", "bn", "wn", "bs", "bn,ws", "bs,ws", "bn,wn", "bs,wn"];
        let (out, seat) = (out[below(keys, out.len())], SEATS[below(keys, 4)]);
        let quiet = [0, 0, 0, 190][below(keys, 4)];
        if let Ok(read) = game.read_fen(&fen(&letters, seat, out, quiet)) {
            return read.position;
        }
    }
}

/// A random action, with a preference for captures of royals.
fn choose(position: &Position, actions: &[Action], keys: &mut KeyStream) -> Action {
    let mut drawn = actions[below(keys, actions.len())];
    for _ in 0..6 {
        if position.man(drawn.to()).is_some_and(|man| man.kind.royal()) {
            break;
        }
        drawn = actions[below(keys, actions.len())];
    }
    drawn
}

#[test]
fn every_law_holds_on_walks_and_sparse_positions() {
    let game = Avon::new();
    let mut keys = KeyStream::new(0x41_76_6f_6e);
    let mut met = Met::default();
    let mut round = 0;
    while met.positions < POSITIONS {
        round += 1;
        let start = if round % 3 == 0 { game.start() } else { sparse(&game, &mut keys) };
        walk(&game, start, &mut keys, &mut met);
    }
    assert!(met.drop_outs >= 150, "{met:?}");
    assert!(met.taken_over >= 1_000, "{met:?}");
    assert!(met.sole_royal >= 1_000, "{met:?}");
    assert!(met.no_royal >= 100, "{met:?}");
    assert!(met.ends >= 50 && met.pawn_changes >= 20, "{met:?}");
}

fn walk(game: &Avon, mut position: Position, keys: &mut KeyStream, met: &mut Met) {
    let mut past = Past::new();
    for _ in 0..WALK {
        met.positions += 1;
        let here = game.write_fen(&position);
        check_position(game, &position, &past, &here);
        let all = list(game, &position, Want::All);
        if let Some(verdict) = game.early_end(&position, &past).filter(|end| !end.by_count) {
            assert!(all.is_empty(), "{here}");
            assert!(verdict.winner.is_some(), "{here}");
            assert_eq!(game.end_without_actions(&position), verdict, "{here}");
            met.ends += 1;
            return;
        }
        assert!(!all.is_empty(), "the seat to act always has an action (AVON-15), {here}");
        match home_royals(&position) {
            0 => met.no_royal += 1,
            1 => met.sole_royal += 1,
            _ => {}
        }
        met.taken_over += usize::from(position.out() != 0);
        check_actions(game, &position, &all, keys, &here);
        check_children(game, &position, &past, &all, &here);
        let action = choose(&position, &all, keys);
        let was_pawn = position.man(action.from()).unwrap().kind == Kind::Pawn;
        let child = game.child(&position, action, &mut past);
        met.drop_outs += (child.out() ^ position.out()).count_ones() as usize;
        met.pawn_changes +=
            usize::from(was_pawn && child.man(action.to()).unwrap().kind == Kind::Wazir);
        position = child;
    }
}

fn check_position(game: &Avon, position: &Position, past: &Past, here: &str) {
    assert_eq!(game.repetition_key(position), game.key_from_scratch(position), "key, {here}");
    let white = game.score_from_scratch(position);
    assert_eq!(game.running_score(position), white, "sum of the men, {here}");
    let ask = || game.verdict(position, past);
    assert_eq!(ask(), ask(), "verdict, {here}");
    let value = game.evaluate(position);
    assert!(value.abs() <= MAX_EVALUATION, "evaluation {value}, {here}");
    let read = game.read_fen(here).unwrap_or_else(|error| panic!("{error}, {here}"));
    assert_eq!(read.notes, Vec::<String>::new(), "{here}");
    assert_eq!(game.write_fen(&read.position), here);
    assert_eq!(game.table_key(&read.position), game.table_key(position), "{here}");
    assert_eq!(
        list(game, &read.position, Want::All),
        list(game, position, Want::All),
        "actions of a FEN, {here}"
    );
    for (mirrored, seat) in [(mirror(here, false), 0), (mirror(here, true), 2), (swap(here), 1)] {
        let mirrored = game.read_fen(&mirrored).unwrap().position;
        assert_eq!(mirrored.seat(), position.seat() ^ seat, "{here}");
        assert_eq!(game.evaluate(&mirrored), value, "value of the mirrored position, {here}");
        let (there, count) = (game.count_actions(&mirrored), game.count_actions(position));
        assert_eq!(there, count, "actions of the mirrored position, {here}");
    }
    if let Some(passed) = game.pass(position) {
        assert_ne!(game.to_act(&passed), game.to_act(position), "{here}");
        assert_eq!(passed.out(), position.out(), "{here}");
        let scratch = game.key_from_scratch(&passed);
        assert_eq!(game.repetition_key(&passed), scratch, "key of a pass, {here}");
    }
}

/// The position mirrored left to right, or with south and north exchanged: each keeps the rules as they
/// are, the second with the seats of each colour exchanged.
fn mirror(here: &str, halves: bool) -> String {
    let fields: Vec<&str> = here.split(' ').collect();
    if !halves {
        let flipped: Vec<String> =
            fields[0].split('/').map(|row| row.chars().rev().collect()).collect();
        return format!("{} {}", flipped.join("/"), fields[1..].join(" "));
    }
    let exchange = |text: &str| {
        text.chars()
            .map(|letter| match letter {
                's' => 'n',
                'n' => 's',
                other => other,
            })
            .collect::<String>()
    };
    let rows: Vec<&str> = fields[0].split('/').rev().collect();
    let (seat, out) = (exchange(fields[1]), exchange(fields[2]));
    format!("{} {seat} {out} {} {}", rows.join("/"), fields[3], fields[4])
}

/// The position with the colours exchanged and south and north too. The order of play becomes another one,
/// but whoever acts has the same actions, and the men are worth the same.
fn swap(here: &str) -> String {
    let text = mirror(here, true);
    let (board, rest) = text.split_once(' ').unwrap();
    let exchange = |letter: char| {
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    let colours = |text: String| text.replace('w', "x").replace('b', "w").replace('x', "b");
    format!("{} {}", board.chars().map(exchange).collect::<String>(), colours(rest.to_owned()))
}

fn check_actions(
    game: &Avon,
    position: &Position,
    all: &[Action],
    keys: &mut KeyStream,
    here: &str,
) {
    let slow = sorted(SlowBoard::of(position).actions());
    assert_eq!(sorted(all.to_vec()), slow, "fast and slow generator, {here}");
    assert_eq!(game.count_actions(position), all.len() as u64, "{here}");
    let (tactical, quiet) =
        (list(game, position, Want::Tactical), list(game, position, Want::Quiet));
    let together: HashSet<Action> = tactical.iter().chain(&quiet).copied().collect();
    assert_eq!(together, all.iter().copied().collect(), "stages, {here}");
    assert_eq!(tactical.len() + quiet.len(), all.len(), "overlap of stages, {here}");
    for (stage, is_tactical) in [(&tactical, true), (&quiet, false)] {
        assert!(stage.iter().all(|&a| game.tactical(position, a) == is_tactical), "{here}");
    }
    for &action in all {
        assert!(game.legal(position, action), "{action:?}, {here}");
        assert!(game.slot(position, action) < game.slots(), "{action:?}, {here}");
        let changed = Action::from_raw(action.raw() ^ 1 << below(keys, 32));
        let listed = all.contains(&changed);
        assert_eq!(game.legal(position, changed), listed, "{changed:?}, {here}");
    }
    let random = Action::from_raw(keys.next_key() as u32);
    assert_eq!(game.legal(position, random), all.contains(&random), "{random:?}, {here}");
    for &action in tactical.iter().take(6) {
        let wins = |threshold| game.exchange(position, action, threshold);
        assert!(!wins(game.gain(position, action) + 1), "{action:?}, {here}");
        let answers: Vec<bool> = (-30..=30).map(|step| wins(step * 60)).collect();
        assert!(answers.windows(2).all(|pair| pair[0] || !pair[1]), "{answers:?}, {here}");
    }
    words(game, position, all, keys, here);
}

/// No two actions are written alike, what is written is read as that action alone, and on the wire too.
fn words(game: &Avon, position: &Position, all: &[Action], keys: &mut KeyStream, here: &str) {
    for dialect in [Dialect::Uci, Dialect::XBoard] {
        let write = |action| game.write_action(position, action, dialect);
        let texts: HashSet<String> = all.iter().map(|&action| write(action)).collect();
        assert_eq!(texts.len(), all.len(), "{dialect:?}, {here}");
        for _ in 0..3 {
            let action = all[below(keys, all.len())];
            let text = write(action);
            assert_eq!(game.read_action(position, &text, dialect), Ok(action), "{text}, {here}");
            let upper = text.to_uppercase();
            assert_eq!(game.read_action(position, &upper, dialect), Ok(action), "{upper}, {here}");
            let bare = &text[..4];
            assert_eq!(game.read_action(position, bare, dialect), Ok(action), "{bare}, {here}");
        }
    }
    let action = all[below(keys, all.len())];
    let wire = [game.write_action(position, action, Dialect::XBoard)];
    assert_eq!(game.wire(position, action), wire, "{here}");
    // Every man may be drawn as what it is, and no man as one of the other colour.
    for square in 0..SQUARES {
        let Some(man) = position.man(square) else { continue };
        assert!(game.drawn_as(position, man.letter(), man.letter()), "{here}");
        let other = if man.colour == 0 { 'p' } else { 'P' };
        assert!(!game.drawn_as(position, man.letter(), other), "{here}");
    }
}

/// Playing each action gives the position that playing it slowly gives, drop-outs and changes included.
fn check_children(game: &Avon, position: &Position, past: &Past, all: &[Action], here: &str) {
    let slow = SlowBoard::of(position);
    for &action in all.iter().step_by(3) {
        let mut child = position.clone();
        game.play(&mut child, action, past);
        let mut slow_child = slow.clone();
        slow_child.play(action);
        let text = game.write_action(position, action, Dialect::Uci);
        assert_eq!(SlowBoard::of(&child), slow_child, "{text}, {here}");
        let end = game.early_end(&child, &Past::new()).filter(|end| !end.by_count);
        assert_eq!(end.is_some(), slow_child.is_over(), "{text}, {here}");
    }
}

/// The values of the perft file, as far as they are small: `CARYATID_SLOW_LIMIT` sets how far.
#[test]
fn slow_perft_agrees() {
    let limit = std::env::var("CARYATID_SLOW_LIMIT").map_or(3_000, |text| text.parse().unwrap());
    let game = Avon::new();
    let mut board = SlowBoard::of(&game.start());
    let mut compared = 0;
    for line in include_str!("perft/avon.perft").lines() {
        if let Some(fen) = line.strip_prefix("fen ") {
            board = SlowBoard::of(&game.read_fen(fen).unwrap().position);
        }
        let Some((depth, nodes)) =
            line.strip_prefix("perft ").and_then(|value| value.split_once(' '))
        else {
            continue;
        };
        let nodes: u64 = nodes.parse().unwrap();
        if nodes <= limit {
            assert_eq!(board.perft(depth.parse().unwrap()), nodes, "{line}");
            compared += 1;
        }
    }
    assert!(compared >= 16, "{compared} values");
}

#[test]
fn random_games_end_by_the_rules() {
    let game = Avon::new();
    let mut keys = KeyStream::new(7);
    for number in 0..20 {
        let (mut position, mut past) = (game.start(), Past::new());
        let mut actions = 0;
        let verdict = loop {
            if let Some(verdict) = game.verdict(&position, &past) {
                break verdict;
            }
            let all = list(&game, &position, Want::All);
            let action = all[below(&mut keys, all.len())];
            position = game.child(&position, action, &mut past);
            actions += 1;
            assert!(actions < 20_000, "game {number} does not end");
        };
        assert!(!verdict.reason.is_empty());
    }
}
