//! A definition compiled for play on boards of one width.

use super::definition::{Definition, DefinitionError, Place};
use super::play::passed_squares;
use super::position::{Man, Width};
use super::shape::Shape;
use super::values::Values;
use super::weights::Numbers;
use crate::board::{Geometry, KeyStream, Men, Movement, Path, Square, Step, Way};

/// Actions of a diagram game.
pub mod kind {
    /// A man goes from one square to another, capturing or not.
    pub const PLAIN: u8 = 0;
    /// The same, and becomes the kind `extra - 1` by choice.
    pub const PROMOTION: u8 = 1;
    /// The king goes to `to`; `extra` is the index of the castling.
    pub const CASTLING: u8 = 2;
    /// A capture of the man that passed over `to`; the taker becomes the kind `extra - 1`, or stays what it is at 0.
    pub const EN_PASSANT: u8 = 3;
    /// A move whose passed squares are open to capture en passant.
    pub const PASSING: u8 = 4;
}

/// One way to castle.
#[derive(Clone, Debug)]
pub struct Castling<S> {
    /// Colour that castles.
    pub colour: usize,
    /// Its bit among the rights.
    pub right: u16,
    /// Letter in the FEN, `K` towards the higher files, `Q` towards the lower, lower case for Black.
    pub letter: char,
    /// The king's square.
    pub king_from: Square,
    /// Where it goes.
    pub king_to: Square,
    /// The partner's square.
    pub partner_from: Square,
    /// Where it goes.
    pub partner_to: Square,
    /// The partner's kind in the start array.
    pub partner_kind: usize,
    /// Squares that must be empty.
    pub empty: S,
    /// Squares that may not be attacked: the king's, the one it goes to, and those between.
    pub walk: S,
}

/// A kind that may be promoted to at some square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// Index of the kind.
    pub kind: u8,
    /// Only if a man of that kind has been lost.
    pub lost_only: bool,
}

/// What one kind is, beside how it moves.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Line of the definition that says so, counted from 1.
    pub line: usize,
    /// Line that says what it becomes on arrival; 0 where nothing does.
    pub morph_line: usize,
    /// Its letter, upper case, with `+` or not.
    pub id: String,
    /// Its name, lower case.
    pub name: String,
    /// Its move in XBetza.
    pub betza: String,
    /// Whether it is royal.
    pub royal: bool,
    /// It never goes back or sideways, so that it can't return to where it started.
    pub forward_only: bool,
    /// Moves exactly like an orthodox knight or bishop, for dead positions.
    pub minor: Option<Minor>,
}

/// Orthodox men that can't mate alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minor {
    /// The (1,2) leaper.
    Knight,
    /// The unlimited diagonal slider.
    Bishop,
}

/// Random numbers of position keys.
#[derive(Clone, Debug)]
pub struct Keys {
    men: Vec<u64>,
    squares: usize,
    kinds: usize,
    /// Black to move.
    pub side: u64,
    /// By set of rights.
    pub rights: Vec<u64>,
    /// By square open to capture en passant.
    pub passed: Vec<u64>,
    /// By square of the man that passed; empty where the squares passed tell which man it is.
    pub passer: Vec<u64>,
    /// By square of a man that has never moved.
    pub unmoved: Vec<u64>,
    /// By plies without progress, near the limit.
    pub clock: Vec<u64>,
}

impl Keys {
    fn new(kinds: usize, squares: usize, rights: usize, passers: bool) -> Keys {
        let mut stream = KeyStream::new(0x0043_6172_7961_7469);
        let mut many = |count: usize| (0..count).map(|_| stream.next_key()).collect::<Vec<u64>>();
        Keys {
            men: many(2 * kinds * squares),
            squares,
            kinds,
            side: many(1)[0],
            rights: many(1 << rights),
            passed: many(squares),
            unmoved: many(squares),
            clock: many(101),
            passer: many(if passers { squares } else { 0 }),
        }
    }

    /// Key of a man on a square.
    #[inline(always)]
    pub fn man(&self, man: Man, square: Square) -> u64 {
        self.men[(man.colour * self.kinds + man.kind) * self.squares + usize::from(square)]
    }
}

/// The rules of one game.
#[derive(Clone, Debug)]
pub struct Rules<S: Width> {
    /// Every kind of man.
    pub kinds: Vec<Kind>,
    /// How they move, step by step.
    pub movements: Vec<Movement>,
    /// How they move, as tables.
    pub men: Men<S>,
    /// The start array.
    pub start: Vec<(Square, Man)>,
    /// Ways to castle.
    pub castlings: Vec<Castling<S>>,
    /// Rights lost when a man leaves or is taken on a square.
    pub rights_lost: Vec<u16>,
    /// Squares where a kind promotes, by `colour * kinds + kind`.
    pub promotes: Vec<S>,
    /// What may be promoted to, by `colour * ranks + rank`.
    pub promotions: Vec<Vec<Promotion>>,
    /// Line of the definition that says so.
    pub promotion_line: usize,
    /// How many men of a kind a side owns at the start, hand included, by `colour * kinds + kind`.
    pub owned: Vec<u32>,
    /// The kind that a man becomes on arrival, by `(colour * kinds + kind) * squares + square`; empty
    /// where no man ever changes.
    pub morph: Vec<u8>,
    /// Start squares of kinds whose first-move options need no memory, by `colour * kinds + kind`.
    pub initial: Vec<S>,
    /// Kinds whose first-move options need the memory of who has moved.
    pub remembers: Vec<bool>,
    /// The first kind is a pawn, so that its moves begin the count of plies anew.
    pub pawns_first: bool,
    /// Kinds that count for the bare rule.
    pub baring: Option<Vec<u8>>,
    /// A side without a legal move loses.
    pub stalemate_loses: bool,
    /// Bare kings and their like are drawn as dead positions.
    pub dead_positions: bool,
    /// Kinds that move exactly like orthodox knights, for dead positions.
    pub knights: Vec<u8>,
    /// Kinds that move exactly like orthodox bishops.
    pub bishops: Vec<u8>,
    /// The dark squares.
    pub dark: S,
    /// Keys.
    pub keys: Keys,
    /// The numbers of the evaluation.
    pub(super) weights: Numbers,
    /// Values of men for the evaluation.
    pub values: Values,
    /// What the evaluation knows of the board.
    pub shape: Shape<S>,
    /// What the reader warned of, a sentence each.
    pub warnings: Vec<String>,
}

impl<S: Width> Rules<S> {
    /// Compiles a definition that fits the width.
    ///
    /// # Errors
    /// What the definition says but this engine can't play.
    pub fn new(definition: Definition) -> Result<Rules<S>, Vec<DefinitionError>> {
        let geometry = &definition.geometry;
        let movements: Vec<_> = definition.kinds.iter().map(|kind| kind.movement.clone()).collect();
        let men = Men::new(geometry.clone(), &movements);
        let mut errors = Vec::new();
        let start = start_array(&definition);
        for (colour, name) in ["White", "Black"].into_iter().enumerate() {
            let royals = start
                .iter()
                .filter(|(_, man)| man.colour == colour && definition.royal[man.kind])
                .count();
            if royals != 1 {
                let reason = format!("{name} has {royals} royal pieces; exactly one is supported");
                errors.push(definition.royal_place.fault(reason));
            }
        }
        for (index, kind) in definition.kinds.iter().enumerate() {
            let royal = definition.royal[index];
            if kind.morph.iter().flatten().any(|&becomes| definition.royal[becomes] != royal) {
                let reason = "a morph between royal and other pieces is not supported";
                let place = Place { line: kind.morph_line, word: format!("morph of {}", kind.id) };
                errors.push(place.fault(reason));
            }
            if kind.movement.steps.iter().any(|step| step.initial && step.capture) {
                let reason = "a capture that only an unmoved piece can make is not supported";
                errors.push(kind.move_place().fault(reason));
            }
        }
        let castlings = castlings(&definition, &start).unwrap_or_else(|error| {
            errors.push(error);
            Vec::new()
        });
        if !errors.is_empty() {
            return Err(errors);
        }
        let kinds = describe_kinds(&definition);
        let count = kinds.len();
        let morph = morph_table(&definition);
        let promotes = promotion_squares(&definition);
        let mut initial = vec![S::EMPTY; 2 * count];
        let mut owned = vec![0; 2 * count];
        for &(square, man) in &start {
            initial[man.colour * count + man.kind] |= S::of(square);
            owned[man.colour * count + man.kind] += 1;
        }
        for (index, kind) in definition.kinds.iter().enumerate() {
            for colour in 0..2 {
                owned[colour * count + index] += u32::from(kind.hand[colour]);
            }
        }
        let remembers = (0..count).map(|index| needs_memory(&definition, &kinds, index)).collect();
        let promotions = promotion_choices(&definition);
        let mut rules = Rules {
            rights_lost: rights_lost(&castlings, geometry.len()),
            keys: Keys::new(count, geometry.len(), castlings.len(), passers_differ(&men, count)),
            weights: Numbers::standard(),
            values: Values::default(),
            shape: Shape::default(),
            promotions,
            promotion_line: definition.promotion_line,
            pawns_first: super::ending::pawns_first(&definition, &kinds),
            baring: counted(&definition.baring),
            dead_positions: !definition.stalemate_loses
                && definition.baring.is_empty()
                && morph.is_empty()
                && !geometry.has_holes(),
            stalemate_loses: definition.stalemate_loses,
            knights: of_minor(&kinds, Minor::Knight),
            bishops: of_minor(&kinds, Minor::Bishop),
            dark: dark_squares(geometry),
            warnings: definition.warnings.iter().map(ToString::to_string).collect(),
            castlings,
            promotes,
            initial,
            owned,
            remembers,
            morph,
            start,
            kinds,
            movements,
            men,
        };
        rules.values = Values::new(&rules);
        rules.shape = Shape::new(&rules);
        rules.name_weights();
        Ok(rules)
    }

    /// The board.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        self.men.tables.geometry()
    }

    /// The kind that a man is after arriving on a square.
    #[inline(always)]
    pub fn arriving(&self, man: Man, square: Square) -> usize {
        if self.morph.is_empty() {
            return man.kind;
        }
        let row = man.colour * self.kinds.len() + man.kind;
        usize::from(self.morph[row * self.geometry().len() + usize::from(square)])
    }

    /// Where a man promotes.
    #[inline(always)]
    pub fn promotion_squares(&self, colour: usize, kind: usize) -> S {
        self.promotes[colour * self.kinds.len() + kind]
    }

    /// What a man of the colour may become on a square of its promotion zone.
    #[inline]
    pub fn promotions(&self, colour: usize, square: Square) -> &[Promotion] {
        let geometry = self.geometry();
        &self.promotions
            [colour * usize::from(geometry.ranks()) + usize::from(geometry.rank(square))]
    }
}

fn start_array(definition: &Definition) -> Vec<(Square, Man)> {
    let mut start: Vec<(Square, Man)> = Vec::new();
    let mut place = |square: Square, man: Man| {
        start.retain(|&(taken, _)| taken != square);
        start.push((square, man));
    };
    for (kind, text) in definition.kinds.iter().enumerate() {
        text.white.iter().for_each(|&square| place(square, Man { colour: 0, kind }));
        text.black.iter().for_each(|&square| place(square, Man { colour: 1, kind }));
    }
    start.sort_by_key(|&(square, _)| square);
    start
}

fn describe_kinds(definition: &Definition) -> Vec<Kind> {
    let orthodox = |steps: &[Step], way: &Way, wide: i8, count: usize| {
        steps.len() == count
            && steps.iter().all(|step| {
                step.quiet
                    && step.capture
                    && !step.initial
                    && step.way == *way
                    && step.vector.0.abs().max(step.vector.1.abs()) == wide
                    && step.vector.0 != 0
                    && step.vector.1 != 0
            })
    };
    definition
        .kinds
        .iter()
        .enumerate()
        .map(|(index, kind)| {
            let steps = &kind.movement.steps;
            Kind {
                line: kind.line,
                morph_line: kind.morph_line,
                id: kind.id.clone(),
                name: kind.name.clone(),
                betza: kind.betza.clone(),
                royal: definition.royal[index],
                forward_only: steps.iter().all(|step| step.vector.1 > 0),
                minor: if orthodox(steps, &Way::Leap, 2, 8) {
                    Some(Minor::Knight)
                } else if orthodox(steps, &Way::Ride(u8::MAX), 1, 4) {
                    Some(Minor::Bishop)
                } else {
                    None
                },
            }
        })
        .collect()
}

/// Whether it must be remembered which men of a kind have moved: the kind has moves that only an unmoved
/// man may make, and a man that has moved can stand where one of its kind started.
fn needs_memory(definition: &Definition, kinds: &[Kind], index: usize) -> bool {
    let kind = &definition.kinds[index];
    if !kind.movement.steps.iter().any(|step| step.initial) {
        return false;
    }
    let geometry = &definition.geometry;
    let one_rank = |squares: &[Square]| {
        let mut ranks = squares.iter().map(|&square| geometry.rank(square));
        let first = ranks.next();
        ranks.all(|rank| Some(rank) == first)
    };
    let arrives = |colour: usize, square: Square| {
        let seen = usize::from(seen_by(colour, square, geometry));
        let morphs = definition.kinds.iter().enumerate().any(|(other, text)| {
            other != index && text.morph.get(seen).copied().flatten() == Some(index)
        });
        morphs
            || (from_end(colour, square, geometry) < definition.promotion_zone
                && definition.promotion_choices.iter().any(|choice| choice.kind == index))
    };
    !kinds[index].forward_only
        || [&kind.white, &kind.black].into_iter().enumerate().any(|(colour, starts)| {
            !one_rank(starts) || starts.iter().any(|&square| arrives(colour, square))
        })
}

/// Where a move that passes squares ends, men on its way stopping it; the last square may have one.
pub(super) fn passing_ends<S: Width>(men: &Men<S>, path: Path, start: Square, occupied: S) -> S {
    match path {
        Path::Lame(table) => men.tables.lames[table][usize::from(start)]
            .iter()
            .filter(|(_, path)| (*path & occupied).is_empty())
            .fold(S::EMPTY, |ends, &(to, _)| ends | S::of(to)),
        Path::Ride(quad) => men.tables.slide(quad, start, occupied),
        Path::Leap(_) | Path::Hop(_) => S::EMPTY,
    }
}

/// Whether men that end on different squares can pass the same one, so that the square passed does not
/// tell which man may be taken en passant.
fn passers_differ<S: Width>(men: &Men<S>, kinds: usize) -> bool {
    let geometry = men.tables.geometry();
    (0..2).any(|colour| {
        let mut passers: Vec<Option<Square>> = vec![None; geometry.len()];
        let specials = (0..kinds).flat_map(|kind| &men.moves(colour, kind).specials);
        for special in specials.filter(|special| special.passes) {
            for start in geometry.squares() {
                for to in passing_ends(men, special.path, start, S::EMPTY).squares() {
                    for square in passed_squares(geometry, start, to) {
                        if *passers[usize::from(square)].get_or_insert(to) != to {
                            return true;
                        }
                    }
                }
            }
        }
        false
    })
}

fn counted(baring: &[bool]) -> Option<Vec<u8>> {
    let kinds = baring.iter().enumerate().filter(|&(_, &counts)| counts);
    (!baring.is_empty()).then(|| kinds.map(|(kind, _)| kind as u8).collect())
}

fn of_minor(kinds: &[Kind], minor: Minor) -> Vec<u8> {
    let found = kinds.iter().enumerate().filter(|(_, kind)| kind.minor == Some(minor));
    found.map(|(kind, _)| kind as u8).collect()
}

fn dark_squares<S: Width>(geometry: &Geometry) -> S {
    geometry
        .squares()
        .filter(|&square| (geometry.file(square) + geometry.rank(square)).is_multiple_of(2))
        .fold(S::EMPTY, |set, square| set | S::of(square))
}

/// The square of the definition's morph board that a colour's man looks up: Black turns the board.
fn seen_by(colour: usize, square: Square, geometry: &Geometry) -> Square {
    if colour == 0 { square } else { geometry.rotated(square) }
}

fn morph_table(definition: &Definition) -> Vec<u8> {
    let geometry = &definition.geometry;
    if definition.kinds.iter().all(|kind| kind.morph.is_empty()) {
        return Vec::new();
    }
    let mut table = Vec::new();
    for colour in 0..2 {
        for (index, kind) in definition.kinds.iter().enumerate() {
            for square in (0..geometry.len()).map(|square| square as Square) {
                let seen = usize::from(seen_by(colour, square, geometry));
                let becomes = kind.morph.get(seen).copied().flatten().unwrap_or(index);
                table.push(becomes as u8);
            }
        }
    }
    table
}

/// A change of type on arrival goes before promotion by choice.
fn promotion_squares<S: Width>(definition: &Definition) -> Vec<S> {
    let geometry = &definition.geometry;
    let mut promotes = Vec::new();
    for colour in 0..2 {
        for (index, kind) in definition.kinds.iter().enumerate() {
            let zone = geometry.squares().filter(|&square| {
                let seen = usize::from(seen_by(colour, square, geometry));
                index < definition.promoting_kinds
                    && !definition.royal[index]
                    && from_end(colour, square, geometry) < definition.promotion_zone
                    && kind.morph.get(seen).copied().flatten().is_none()
            });
            promotes.push(zone.fold(S::EMPTY, |set, square| set | S::of(square)));
        }
    }
    promotes
}

/// Ranks between a square and the last rank of a colour.
fn from_end(colour: usize, square: Square, geometry: &Geometry) -> u8 {
    let rank = geometry.rank(square);
    if colour == 0 { geometry.ranks() - 1 - rank } else { rank }
}

fn promotion_choices(definition: &Definition) -> Vec<Vec<Promotion>> {
    let ranks = definition.geometry.ranks();
    let allowed = |from_end: u8| {
        definition
            .promotion_choices
            .iter()
            .filter(|choice| from_end < choice.within && !(choice.not_on_last && from_end == 0))
            .map(|choice| Promotion { kind: choice.kind as u8, lost_only: choice.lost_only })
            .collect::<Vec<_>>()
    };
    (0..ranks).map(|rank| allowed(ranks - 1 - rank)).chain((0..ranks).map(allowed)).collect()
}

fn rights_lost<S>(castlings: &[Castling<S>], squares: usize) -> Vec<u16> {
    let mut lost = vec![0; squares];
    for castling in castlings {
        lost[usize::from(castling.king_from)] |= castling.right;
        lost[usize::from(castling.partner_from)] |= castling.right;
    }
    lost
}

/// The castlings of both colours. One right belongs to one king and one partner.
fn castlings<S: Width>(
    definition: &Definition,
    start: &[(Square, Man)],
) -> Result<Vec<Castling<S>>, DefinitionError> {
    let mut all: Vec<Castling<S>> = Vec::new();
    for &(king_from, man) in start {
        let text = &definition.kinds[man.kind];
        for castle in &text.movement.castles {
            if !castle.initial || !definition.royal[man.kind] {
                let reason = "castling of a piece that has moved or is not royal is not supported";
                return Err(text.move_place().fault(reason));
            }
            let turned = man.colour == 1 && !definition.castle_flip;
            let side = if turned { -castle.side } else { castle.side };
            let Some(partner) =
                castling_partner(definition, start, king_from, man.colour, side, castle.inset)
            else {
                continue;
            };
            let castling = castling(definition, king_from, partner, side, castle.distance)
                .ok_or_else(|| text.move_place().fault("the king would castle past its partner"))?;
            if all
                .iter()
                .any(|other| other.letter == castling.letter && other.partner_from != partner.0)
            {
                return Err(text.move_place().fault("two partners on one side are not supported"));
            }
            let known = all.iter().find(|other| other.letter == castling.letter);
            let right = known.map_or(1 << all.len(), |other| other.right);
            all.push(Castling { right, ..castling });
        }
    }
    Ok(all)
}

/// The outermost man of the king's rank on a side in the start array, or the `inset`th further in, if
/// it is an own one; only the stretch without holes counts.
fn castling_partner(
    definition: &Definition,
    start: &[(Square, Man)],
    king: Square,
    colour: usize,
    side: i8,
    inset: u8,
) -> Option<(Square, Man)> {
    let mut on_rank = Vec::new();
    let mut at = king;
    while let Some(next) = definition.geometry.step(at, side, 0) {
        at = next;
        on_rank.push(next);
    }
    let occupied = |square: &Square| start.iter().any(|(taken, _)| taken == square);
    let outermost = on_rank.iter().rposition(occupied)?;
    let partner = *on_rank.get(outermost.checked_sub(usize::from(inset))?)?;
    start.iter().copied().find(|&(square, man)| square == partner && man.colour == colour)
}

fn castling<S: Width>(
    definition: &Definition,
    king_from: Square,
    (partner_from, partner): (Square, Man),
    side: i8,
    distance: u8,
) -> Option<Castling<S>> {
    let geometry = &definition.geometry;
    let along = |steps: u8| geometry.offset(king_from, side * steps as i8, 0);
    let gap = geometry.file(king_from).abs_diff(geometry.file(partner_from));
    let king_to = along(distance).filter(|_| distance <= gap)?;
    let set = |range: std::ops::Range<u8>| {
        range.filter_map(along).fold(S::EMPTY, |set, square| set | S::of(square))
    };
    let letter = if side > 0 { 'K' } else { 'Q' };
    Some(Castling {
        colour: partner.colour,
        right: 0,
        letter: if partner.colour == 0 { letter } else { letter.to_ascii_lowercase() },
        king_from,
        king_to,
        partner_from,
        partner_to: along(distance - 1)?,
        partner_kind: partner.kind,
        empty: set(1..gap),
        walk: set(0..distance + 1),
    })
}
