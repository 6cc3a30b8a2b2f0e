//! A small game for tests in which a team may act twice in a row and an action may take two wire moves.
//!
//! Stones lie in a pile; an action takes one, two or three. Who takes the last one wins. After taking
//! two, the same team acts again. XBoard takes three as `a1`, then `b1`.

use crate::game::{
    Action, ActionList, BoardShape, Dialect, Game, Past, PositionError, Refusal, Seat, SetUp,
    SetupLines, Team, Verdict, Want, Words,
};

pub(crate) struct Pile;

#[derive(Clone)]
pub(crate) struct Stones {
    left: u8,
    team: Team,
}

impl Game for Pile {
    type Position = Stones;

    fn start(&self) -> Stones {
        Stones { left: 10, team: Team::White }
    }

    fn to_act(&self, position: &Stones) -> Seat {
        Seat(position.team as u8)
    }

    fn team(&self, seat: Seat) -> Team {
        if seat.0 == 0 { Team::White } else { Team::Black }
    }

    fn table_key(&self, position: &Stones) -> u64 {
        let ordinal = u64::from(position.left) * 2 + position.team as u64;
        (ordinal + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn repetition_key(&self, position: &Stones) -> u64 {
        self.table_key(position)
    }

    fn early_end(&self, _position: &Stones, _past: &Past) -> Option<Verdict> {
        None
    }

    fn actions(&self, position: &Stones, want: Want, out: &mut ActionList) {
        if want != Want::Tactical {
            (1..=position.left.min(3)).for_each(|stones| out.push(Action::new(stones, 0, 0, 1)));
        }
    }

    fn end_without_actions(&self, position: &Stones) -> Verdict {
        Verdict::win(position.team.other(), "the last stone is taken")
    }

    fn play(&self, position: &mut Stones, action: Action, _past: &Past) {
        position.left -= action.from();
        if action.from() != 2 || position.left == 0 {
            position.team = position.team.other();
        }
    }

    fn pass(&self, _position: &Stones) -> Option<Stones> {
        None
    }

    fn in_check(&self, _position: &Stones) -> bool {
        false
    }

    fn evaluate(&self, position: &Stones) -> i32 {
        i32::from(position.left)
    }

    fn tactical(&self, _position: &Stones, _action: Action) -> bool {
        false
    }

    fn gain(&self, _position: &Stones, _action: Action) -> i32 {
        0
    }

    fn exchange(&self, _position: &Stones, _action: Action, threshold: i32) -> bool {
        threshold <= 0
    }

    fn slot(&self, position: &Stones, action: Action) -> usize {
        usize::from(action.from()) + 4 * position.team.index()
    }

    fn slots(&self) -> usize {
        8
    }
}

impl Words for Pile {
    fn id(&self) -> &str {
        "pile"
    }

    fn shape(&self) -> BoardShape {
        BoardShape { files: 3, ranks: 1 }
    }

    fn read_fen(&self, text: &str) -> Result<SetUp<Stones>, PositionError> {
        let mut fields = text.split_ascii_whitespace();
        let left = fields
            .next()
            .and_then(|stones| stones.parse().ok())
            .ok_or_else(|| PositionError("no number of stones".to_owned()))?;
        let team = if fields.next() == Some("b") { Team::Black } else { Team::White };
        Ok(SetUp { position: Stones { left, team }, wire_first: team, notes: Vec::new() })
    }

    fn write_fen(&self, position: &Stones) -> String {
        let side = if position.team == Team::White { 'w' } else { 'b' };
        format!("{} {side} - - 0 1", position.left)
    }

    fn write_action(&self, _position: &Stones, action: Action, _dialect: Dialect) -> String {
        format!("t{}", action.from())
    }

    fn wire(&self, position: &Stones, action: Action) -> Vec<String> {
        if action.from() == 3 {
            vec!["a1".to_owned(), "b1".to_owned()]
        } else {
            vec![self.write_action(position, action, Dialect::XBoard)]
        }
    }

    fn refuse(&self, _position: &Stones, _text: &str, _dialect: Dialect) -> Refusal {
        Refusal("not so many stones".to_owned())
    }

    fn picture(&self, position: &Stones) -> String {
        "o".repeat(usize::from(position.left))
    }

    fn explain_evaluation(&self, position: &Stones) -> String {
        format!("Stones {}", position.left)
    }

    fn setup_lines(&self) -> Option<SetupLines> {
        Some(SetupLines { setup: "(P.p.) 3x1+0_lion 10 w".to_owned(), pieces: Vec::new() })
    }

    fn highlight(&self, _position: &Stones, _square: &str) -> Option<String> {
        None
    }

    fn choice(&self, _position: &Stones, _from: &str, _to: &str) -> String {
        String::new()
    }

    fn summary(&self) -> String {
        "Take stones; the last one wins.".to_owned()
    }
}
