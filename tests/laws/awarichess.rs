//! The laws for Awarichess: random walks from the start, from thinned-out Awari boards and from sparse
//! chess positions with short queues, so that slams, famine, decisions and both borders between the games
//! are common.

use super::any_game::{Case, Seen, below, list};
use caryatid::board::{KeyStream, write_placement};
use caryatid::game::{Action, Dialect, Game, Past, Want, Words};
use caryatid::games::awarichess::{Awarichess, FORBID, HOUSES, PLAY, Position, ROW, Stage, ZERO};

/// Positions looked at.
const POSITIONS: usize = 12_000;

/// The most actions of one walk.
const WALK: usize = 50;

/// Few seeds, so that rows run empty.
fn thin_houses(keys: &mut KeyStream) -> String {
    let mut seeds = [0_u32; HOUSES];
    if below(keys, 4) == 0 {
        // The last house of a row takes all that the other row has.
        let (sower, taken) = (below(keys, 2) * ROW, 1 + below(keys, 3));
        seeds[sower + ROW - 1] = taken as u32;
        for house in 0..taken {
            seeds[(sower + ROW + house) % HOUSES] = 1 + below(keys, 2) as u32;
        }
        return seeds.map(|count| count.to_string()).join(",");
    }
    if below(keys, 4) == 0 {
        // Two seeds that run round the board lead to indecision.
        for row in [0, ROW] {
            seeds[row + below(keys, ROW)] += 1;
        }
        return seeds.map(|count| count.to_string()).join(",");
    }
    let most = if below(keys, 3) == 0 { 2 } else { 1 + below(keys, 14) };
    let row = below(keys, 3);
    for _ in 0..most {
        let house = match row {
            0 => below(keys, HOUSES),
            1 => below(keys, ROW),
            _ => ROW + below(keys, ROW),
        };
        seeds[house] += 1;
    }
    // One long sowing now and then.
    if below(keys, 4) == 0 {
        seeds[below(keys, HOUSES)] += 10 + below(keys, 16) as u32;
    }
    // The last house of a row reaches the other one.
    for house in [ROW - 1, HOUSES - 1] {
        if below(keys, 2) == 0 {
            seeds[house] += below(keys, 5) as u32;
        }
    }
    seeds.map(|count| count.to_string()).join(",")
}

fn some_powers(keys: &mut KeyStream, most: usize) -> String {
    let powers: String = (0..below(keys, most)).map(|_| ['W', 'B'][below(keys, 2)]).collect();
    if powers.is_empty() { "-".to_owned() } else { powers }
}

/// Two kings and a few other men.
fn sparse_chess(keys: &mut KeyStream) -> String {
    let mut board = [['.'; 8]; 8];
    let men = ['P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q', 'P', 'p'];
    for number in 0..2 + below(keys, 8) {
        let man = ['K', 'k'].get(number).copied().unwrap_or_else(|| men[below(keys, men.len())]);
        let (rank, file) = (below(keys, 8), below(keys, 8));
        let pawn = man.eq_ignore_ascii_case(&'p');
        if board[rank][file] == '.' && !(pawn && (rank == 0 || rank == 7)) {
            board[rank][file] = man;
        }
    }
    write_placement(8, 8, |file, rank| {
        let man = board[usize::from(rank)][usize::from(file)];
        (man != '.').then_some(man)
    })
}

/// A position to begin a walk with.
fn begin(game: &Awarichess, keys: &mut KeyStream, round: usize) -> Position {
    const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    // White can take en passant, and both can promote.
    const BUSY: &str = "r3k2r/P1P3P1/8/3pP3/8/8/p1p3p1/R3K2R w KQkq d6 0 1";
    loop {
        let side = ["w", "b"][below(keys, 2)];
        let clock = [0, 0, 97, 99][below(keys, 4)];
        let fen = match round % 6 {
            0 => return game.start(),
            1 | 5 => {
                let sower = ["S", "N"][below(keys, 2)];
                let (houses, powers) = (thin_houses(keys), some_powers(keys, 4));
                format!("{CHESS} {houses} {sower} {powers}")
            }
            2 => {
                let (chess, powers) = (sparse_chess(keys), some_powers(keys, 7));
                format!("{chess} {side} - - {clock} 9 - - {powers}")
            }
            3 => format!("{BUSY} - {} {}", ["-", "!"][below(keys, 2)], some_powers(keys, 7)),
            _ => {
                let (chess, houses) = (sparse_chess(keys), thin_houses(keys));
                format!("{chess} {side} - - {clock} 9 {houses} S {}", some_powers(keys, 5))
            }
        };
        if let Ok(read) = game.read_fen(&fen) {
            return read.position;
        }
    }
}

impl Case<'_, Awarichess> {
    fn check(&self, keys: &mut KeyStream) {
        let (game, position) = (self.game, self.position);
        let here = self.here();
        assert_eq!(game.table_key(position), game.key_from_scratch(position), "{here}");
        self.judgement();
        assert!(game.pass(position).is_none(), "{here}");
        assert!(position.houses().total() + position.powers().count() <= 112, "{here}");
        let all = self.list(Want::All);
        assert_eq!(self.fen(&all).position.stage(), position.stage(), "{here}");
        self.actions(&all, &game.slow_actions(position), keys);
        self.decisions(&all, keys);
        self.every_word(&all);
        self.mirror(&all);
    }

    /// What is no move of a man is legal in its own stage alone.
    fn decisions(&self, all: &[Action], keys: &mut KeyStream) {
        let house = Action::new(below(keys, 16) as u8, 0, 0, 16 + below(keys, 4) as u8);
        for action in [ZERO, FORBID, PLAY, house] {
            self.legal_if_listed(action, all);
        }
    }

    /// All actions are read back, and so is what they are on the wire, which is one move.
    fn every_word(&self, all: &[Action]) {
        let (game, position) = (self.game, self.position);
        for &action in all {
            for dialect in [Dialect::Uci, Dialect::XBoard] {
                self.read_back(action, all, dialect);
            }
            let wire = game.wire(position, action);
            let [text] = wire.as_slice() else { panic!("{wire:?}, {}", self.here()) };
            assert_eq!(game.read_action(position, text, Dialect::XBoard), Ok(action), "{text}");
        }
    }

    /// With colours and sides of the Awari board swapped, the same position is worth the same.
    fn mirror(&self, all: &[Action]) {
        let text = mirrored(&self.game.write_fen(self.position));
        let read = self.game.read_fen(&text).unwrap_or_else(|error| panic!("{error}, {text}"));
        // A side without legal moves in Awari may have to be set up otherwise than it came about.
        assert_eq!(self.game.evaluate(&read.position), self.game.evaluate(self.position), "{text}");
        assert_eq!(self.game.count_actions(&read.position), all.len() as u64, "{text}");
        assert_ne!(self.game.to_act(&read.position), self.game.to_act(self.position), "{text}");
    }
}

fn swapped(letter: char) -> char {
    match letter {
        'W' => 'B',
        'B' => 'W',
        'S' => 'N',
        'N' => 'S',
        other => other,
    }
}

fn swapped_case(text: &str) -> String {
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    text.chars().map(swap).collect()
}

fn mirrored(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<String> = fields[0].rsplit('/').map(swapped_case).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passed = match fields[3].as_bytes() {
        [file, rank] => format!("{}{}", char::from(*file), char::from(b'1' + b'8' - rank)),
        _ => "-".to_owned(),
    };
    let houses: Vec<&str> = fields[6].split(',').collect();
    let houses = if houses.len() == HOUSES {
        [&houses[ROW..], &houses[..ROW]].concat().join(",")
    } else {
        fields[6].to_owned()
    };
    let sower: String = fields[7].chars().map(swapped).collect();
    let powers: String = fields[8].chars().map(swapped).collect();
    format!(
        "{} {side} {} {passed} {} {} {houses} {sower} {powers}",
        ranks.join("/"),
        swapped_case(fields[2]),
        fields[4],
        fields[5]
    )
}

#[test]
fn awarichess() {
    let game = Awarichess::new().unwrap();
    // What is asked on the way does not change the way.
    let (mut keys, mut questions) = (KeyStream::new(0xa3a1), KeyStream::new(0x9a3a));
    let mut seen = Seen::default();
    let (mut positions, mut round) = (0, 0);
    while positions < POSITIONS {
        round += 1;
        let mut position = begin(&game, &mut keys, round);
        let mut past = Past::new();
        for _ in 0..WALK {
            positions += 1;
            Case { game: &game, position: &position, past: &past }.check(&mut questions);
            note(&game, &position, &mut seen);
            if game.early_end(&position, &past).is_some_and(|verdict| !verdict.by_count) {
                break;
            }
            let all = list(&game, &position, Want::All);
            if all.is_empty() {
                break;
            }
            let action = all[below(&mut keys, all.len())];
            let child = game.child(&position, action, &mut past);
            let (before, after) = (position.sower().is_some(), child.sower().is_some());
            seen.note("Awari begins", !before && after);
            seen.note("Awari ends", before && !after);
            seen.note("indecision", game.by_history(&child));
            position = child;
        }
    }
    seen.require(|_| 10);
}

fn note(game: &Awarichess, position: &Position, seen: &mut Seen) {
    let stage = position.stage();
    for (name, wanted) in [
        ("sow", Stage::Sow),
        ("free", Stage::Free),
        ("own", Stage::Own),
        ("decide", Stage::Decide),
        ("told", Stage::Told),
        ("over", Stage::Over),
    ] {
        seen.note(name, stage == wanted);
    }
    if let (Stage::Sow, Some(sower)) = (stage, position.sower()) {
        let legal = position.houses().legal(sower);
        let filled =
            (0..ROW).filter(|&house| position.houses().in_house(sower.first() + house) > 0).count();
        let first = sower.first() + legal.trailing_zeros() as usize % ROW;
        seen.note("a slam must be played", legal != 0 && position.houses().sow(first).slam);
        seen.note("a house is barred", (legal.count_ones() as usize) < filled);
        seen.note("feeding", position.houses().in_row(sower.other()) == 0);
    }
    seen.note("over in chess", game.verdict(position, &Past::new()).is_some());
}
