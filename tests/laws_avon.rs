//! Laws of Avon on random walks and random sparse positions: the fast generator equals the slow one, and
//! playing equals playing slowly; keys and sums equal those from scratch; text is read as what it was
//! written from; the game looks the same from its mirrored sides.
//!
//! Sparse positions begin with few royals and with seats out, and captures of royals are preferred, so that
//! drop-outs, takeovers and players with one royal or none on their half are common. The walks are the same
//! on every run.

#![allow(clippy::unwrap_used)]

#[path = "laws/any_game.rs"]
mod any_game;

use any_game::{Case, Seen, below, list};
use caryatid::board::{KeyStream, write_placement};
use caryatid::game::{Action, Dialect, Game, Past, Want, Words};
use caryatid::games::avon::{Avon, Kind, Position, SlowBoard};

/// Positions looked at.
const POSITIONS: usize = 8_000;

/// The most actions of one walk.
const WALK: usize = 50;

const SEATS: [&str; 4] = ["ws", "bn", "wn", "bs"];
const FILES: u8 = 8;
const SQUARES: u8 = 80;

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
    let placement = write_placement(FILES, SQUARES / FILES, |file, rank| {
        let letter = letters[usize::from(rank * FILES + file)];
        (letter != '.').then_some(letter)
    });
    format!("{placement} {seat} {out} {quiet} 1")
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
    let mut seen = Seen::default();
    let (mut positions, mut round) = (0, 0);
    while positions < POSITIONS {
        round += 1;
        let start = if round % 3 == 0 { game.start() } else { sparse(&game, &mut keys) };
        positions += walk(&game, start, &mut keys, &mut seen);
    }
    seen.require(|what| match what {
        "taken over" | "sole royal" => 1_000,
        "drop-outs" => 150,
        "no royal" => 100,
        "ends" => 50,
        _ => 20,
    });
}

/// Checks every law on a walk; how many positions it had.
fn walk(game: &Avon, mut position: Position, keys: &mut KeyStream, seen: &mut Seen) -> usize {
    let mut past = Past::new();
    for length in 1..=WALK {
        let case = Case { game, position: &position, past: &past };
        let (here, all) = (case.here(), case.list(Want::All));
        case.check_position(&all);
        let end = game.early_end(&position, &past).filter(|end| !end.by_count);
        seen.note("ends", end.is_some());
        if let Some(verdict) = end {
            assert!(all.is_empty(), "{here}");
            assert!(verdict.winner.is_some(), "{here}");
            assert_eq!(game.end_without_actions(&position), verdict, "{here}");
            return length;
        }
        assert!(!all.is_empty(), "the seat to act always has an action (AVON-15), {here}");
        let royals = home_royals(&position);
        seen.note("no royal", royals == 0);
        seen.note("sole royal", royals == 1);
        seen.note("taken over", position.out() != 0);
        case.actions(&all, &SlowBoard::of(&position).actions(), keys);
        case.other_words(&all, keys);
        case.check_children(&all);
        let action = choose(&position, &all, keys);
        let was_pawn = position.man(action.from()).unwrap().kind == Kind::Pawn;
        let child = game.child(&position, action, &mut past);
        seen.add("drop-outs", (child.out() ^ position.out()).count_ones() as usize);
        let changed = was_pawn && child.man(action.to()).unwrap().kind == Kind::Wazir;
        seen.note("changes of pawns", changed);
        position = child;
    }
    WALK
}

impl Case<'_, Avon> {
    /// Every law that holds whether or not the game is over.
    fn check_position(&self, all: &[Action]) {
        let (game, position) = (self.game, self.position);
        let here = self.here();
        assert_eq!(game.repetition_key(position), game.key_from_scratch(position), "key, {here}");
        let white = game.score_from_scratch(position);
        assert_eq!(game.running_score(position), white, "sum of the men, {here}");
        self.judgement();
        self.fen(all);
        let (text, value) = (game.write_fen(position), game.evaluate(position));
        for (mirrored, seat) in
            [(mirror(&text, false), 0), (mirror(&text, true), 2), (swap(&text), 1)]
        {
            let mirrored = game.read_fen(&mirrored).unwrap().position;
            assert_eq!(mirrored.seat(), position.seat() ^ seat, "{here}");
            assert_eq!(game.evaluate(&mirrored), value, "value of the mirrored position, {here}");
            let (there, count) = (game.count_actions(&mirrored), game.count_actions(position));
            assert_eq!(there, count, "actions of the mirrored position, {here}");
        }
        if let Some(passed) = self.pass() {
            assert_eq!(passed.out(), position.out(), "{here}");
            let scratch = game.key_from_scratch(&passed);
            assert_eq!(game.repetition_key(&passed), scratch, "key of a pass, {here}");
        }
    }

    /// Actions are read in capitals and without what can be left out, on the wire they are what XBoard
    /// writes, and men are drawn as what they are.
    fn other_words(&self, all: &[Action], keys: &mut KeyStream) {
        let (game, position) = (self.game, self.position);
        let here = self.here();
        let action = all[below(keys, all.len())];
        for dialect in [Dialect::Uci, Dialect::XBoard] {
            let text = game.write_action(position, action, dialect);
            for spelling in [&text.to_uppercase(), &text[..4]] {
                let read = game.read_action(position, spelling, dialect);
                assert_eq!(read, Ok(action), "{spelling}, {here}");
            }
        }
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
    fn check_children(&self, all: &[Action]) {
        let (game, position) = (self.game, self.position);
        let slow = SlowBoard::of(position);
        for &action in all.iter().step_by(3) {
            let mut child = position.clone();
            game.play(&mut child, action, self.past);
            let mut slow_child = slow.clone();
            slow_child.play(action);
            let text = game.write_action(position, action, Dialect::Uci);
            assert_eq!(SlowBoard::of(&child), slow_child, "{text}, {}", self.here());
            let end = game.early_end(&child, &Past::new()).filter(|end| !end.by_count);
            assert_eq!(end.is_some(), slow_child.is_over(), "{text}, {}", self.here());
        }
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
