//! Actions: one decision of one seat, the same 32 bits in every game.

use std::fmt;

/// One decision of one seat: `from` 8 bits, `to` 8, `extra` 8 (promotion piece or a second square),
/// `kind` 8 (what the game says).
///
/// Squares are numbered rank by rank from the lowest, `rank * files + file`. All 32 bits zero is
/// [`Action::NONE`], which no game uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Action(u32);

impl Action {
    /// No action.
    pub const NONE: Action = Action(0);

    /// Packs an action.
    #[inline]
    #[must_use]
    pub const fn new(from: u8, to: u8, extra: u8, kind: u8) -> Action {
        Action(from as u32 | (to as u32) << 8 | (extra as u32) << 16 | (kind as u32) << 24)
    }

    /// Unpacks what [`Action::raw`] gave.
    #[inline]
    #[must_use]
    pub const fn from_raw(raw: u32) -> Action {
        Action(raw)
    }

    /// The 32 bits.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// The square the acting man comes from.
    #[inline]
    #[must_use]
    pub const fn from(self) -> u8 {
        self.0 as u8
    }

    /// The square it goes to.
    #[inline]
    #[must_use]
    pub const fn to(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Promotion piece or second square.
    #[inline]
    #[must_use]
    pub const fn extra(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// The game's own kind of action.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// Whether this is [`Action::NONE`].
    #[inline]
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}+{}#{}", self.from(), self.to(), self.extra(), self.kind())
    }
}

/// Which actions a generator is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Every legal action.
    All,
    /// Captures, promotions and what else changes the balance at once.
    Tactical,
    /// The rest.
    Quiet,
}

/// A growing list of actions, used as one stack by a whole search thread: a node notes the length,
/// generates, walks what was added by index, and truncates.
#[derive(Clone, Default, Debug)]
pub struct ActionList(Vec<Action>);

impl ActionList {
    /// An empty list.
    #[must_use]
    pub fn new() -> ActionList {
        ActionList(Vec::new())
    }

    /// An empty list with room for `capacity` actions; it grows beyond.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> ActionList {
        ActionList(Vec::with_capacity(capacity))
    }

    /// Appends an action.
    #[inline]
    pub fn push(&mut self, action: Action) {
        self.0.push(action);
    }

    /// Makes room for `more` actions, so that pushing them does not grow the list.
    #[inline]
    pub fn reserve(&mut self, more: usize) {
        self.0.reserve(more);
    }

    /// How many actions are in the list.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the list is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Cuts the list back to `len` actions.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The action at an index.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Action {
        self.0[index]
    }

    /// Swaps two actions.
    #[inline]
    pub fn swap(&mut self, a: usize, b: usize) {
        self.0.swap(a, b);
    }

    /// The actions.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Action] {
        &self.0
    }

    /// The actions, to reorder them.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Action] {
        &mut self.0
    }

    /// Keeps only the actions after `start` for which `keep` holds.
    pub fn retain_from(&mut self, start: usize, mut keep: impl FnMut(Action) -> bool) {
        let mut kept = start;
        for index in start..self.0.len() {
            if keep(self.0[index]) {
                self.0.swap(kept, index);
                kept += 1;
            }
        }
        self.0.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, ActionList};

    #[test]
    fn an_action_gives_back_its_parts() {
        let action = Action::new(255, 1, 17, 3);
        assert_eq!((action.from(), action.to(), action.extra(), action.kind()), (255, 1, 17, 3));
        assert_eq!(Action::from_raw(action.raw()), action);
    }

    #[test]
    fn retain_from_leaves_what_stands_before() {
        let mut list = ActionList::new();
        for square in 1..7 {
            list.push(Action::new(square, 0, 0, 0));
        }
        list.retain_from(2, |action| action.from() % 2 == 0);
        let from: Vec<u8> = list.as_slice().iter().map(|action| action.from()).collect();
        assert_eq!(from, [1, 2, 4, 6]);
    }
}
