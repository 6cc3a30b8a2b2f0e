//! A small game for tests with four seats in two teams, of which any may be passed over.
//!
//! Coins are put on a pile, one each turn. `s1` gives the turn to the next seat, `s2` passes one seat over,
//! so that the same team acts again. Who puts the last coin wins for its team.

use crate::game::{
    Action, ActionList, BoardShape, Dialect, Game, Past, PositionError, Refusal, Seat, SetUp, Team,
    Verdict, Want, Words,
};

pub(super) struct Ring;

#[derive(Clone)]
pub(super) struct Coins {
    left: u8,
    seat: u8,
}

const NAMES: [&str; 4] = ["north", "east", "south", "west"];

impl Game for Ring {
    type Position = Coins;

    fn start(&self) -> Coins {
        Coins { left: 6, seat: 0 }
    }

    fn to_act(&self, position: &Coins) -> Seat {
        Seat(position.seat)
    }

    fn team(&self, seat: Seat) -> Team {
        if seat.0.is_multiple_of(2) { Team::White } else { Team::Black }
    }

    fn table_key(&self, position: &Coins) -> u64 {
        (u64::from(position.left) * 4 + u64::from(position.seat) + 1)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn repetition_key(&self, position: &Coins) -> u64 {
        self.table_key(position)
    }

    fn early_end(&self, _position: &Coins, _past: &Past) -> Option<Verdict> {
        None
    }

    fn actions(&self, position: &Coins, want: Want, out: &mut ActionList) {
        if want != Want::Tactical && position.left > 0 {
            (1..=2).for_each(|step| out.push(Action::new(step, 0, 0, 1)));
        }
    }

    /// The seat was not passed on by the last coin.
    fn end_without_actions(&self, position: &Coins) -> Verdict {
        Verdict::win(self.team(Seat(position.seat)), "the last coin is put")
    }

    fn play(&self, position: &mut Coins, action: Action, _past: &Past) {
        position.left -= 1;
        if position.left > 0 {
            position.seat = (position.seat + action.from()) % 4;
        }
    }

    fn pass(&self, _position: &Coins) -> Option<Coins> {
        None
    }

    fn in_check(&self, _position: &Coins) -> bool {
        false
    }

    fn evaluate(&self, position: &Coins) -> i32 {
        i32::from(position.left)
    }

    fn tactical(&self, _position: &Coins, _action: Action) -> bool {
        false
    }

    fn gain(&self, _position: &Coins, _action: Action) -> i32 {
        0
    }

    fn exchange(&self, _position: &Coins, _action: Action, threshold: i32) -> bool {
        threshold <= 0
    }

    fn slot(&self, position: &Coins, action: Action) -> usize {
        usize::from(action.from()) + 4 * usize::from(position.seat)
    }

    fn slots(&self) -> usize {
        16
    }
}

impl Words for Ring {
    fn id(&self) -> &str {
        "ring"
    }

    fn seat_names(&self) -> &'static [&'static str] {
        &NAMES
    }

    fn shape(&self) -> BoardShape {
        BoardShape { files: 1, ranks: 1 }
    }

    fn read_fen(&self, text: &str) -> Result<SetUp<Coins>, PositionError> {
        let mut fields = text.split_ascii_whitespace();
        let left = fields.next().and_then(|coins| coins.parse().ok());
        let name = fields.next().unwrap_or_default();
        let seat = NAMES.iter().zip(0u8..).find(|(known, _)| **known == name);
        let (Some(left), Some((_, seat))) = (left, seat) else {
            return Err(PositionError("coins and a seat".to_owned()));
        };
        let wire_first = self.team(Seat(seat));
        Ok(SetUp { position: Coins { left, seat }, wire_first, notes: Vec::new() })
    }

    fn write_fen(&self, position: &Coins) -> String {
        format!("{} {}", position.left, NAMES[usize::from(position.seat)])
    }

    fn write_action(&self, _position: &Coins, action: Action, _dialect: Dialect) -> String {
        format!("s{}", action.from())
    }

    fn refuse(&self, _position: &Coins, _text: &str, _dialect: Dialect) -> Refusal {
        Refusal("one or two seats (RING-1)".to_owned())
    }

    fn picture(&self, position: &Coins) -> String {
        self.write_fen(position)
    }

    fn explain_evaluation(&self, position: &Coins) -> String {
        self.write_fen(position)
    }

    fn highlight(&self, _position: &Coins, _square: &str) -> Option<String> {
        None
    }

    fn choice(&self, _position: &Coins, _from: &str, _to: &str) -> String {
        String::new()
    }

    fn summary(&self) -> String {
        "Put coins; the last one wins.".to_owned()
    }
}
