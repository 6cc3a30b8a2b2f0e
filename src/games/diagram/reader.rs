//! Reads the text of an Interactive Diagram (H. G. Muller's format) into a [`Definition`].
//!
//! [`items`](super::items) finds the parameters and the lines of kinds. Rules that are not supported are
//! errors, unknown parameters warnings; parameters that only concern looks are skipped.

use super::definition::{Definition, DefinitionError, KindText, Place, PromotionChoice};
use super::items::{Items, KindLine, Parameter, items};
use super::names::{KNOWN, LOOKS, UNSUPPORTED, default_move};
use crate::board::{Geometry, Square, compile};

/// Reads a definition.
///
/// # Errors
/// Every fault found, with line and word; then the warnings, one of which often is the cause.
pub fn read(text: &str) -> Result<Definition, Vec<DefinitionError>> {
    let Items { parameters, kinds, holes, errors, warnings } = items(text);
    let mut reader = Reader { parameters, errors, warnings };
    let definition = reader.definition(&kinds, &holes);
    match definition {
        Some(definition) if reader.errors.is_empty() => {
            Ok(Definition { warnings: reader.warnings, ..definition })
        }
        _ => {
            reader.errors.append(&mut reader.warnings);
            Err(reader.errors)
        }
    }
}

struct Reader {
    parameters: Vec<Parameter>,
    errors: Vec<DefinitionError>,
    warnings: Vec<DefinitionError>,
}

impl Reader {
    fn fault(&mut self, line: usize, word: impl Into<String>, reason: impl Into<String>) {
        self.errors.push(DefinitionError { line, word: word.into(), reason: reason.into() });
    }

    fn warn(&mut self, line: usize, word: impl Into<String>, reason: impl Into<String>) {
        self.warnings.push(DefinitionError { line, word: word.into(), reason: reason.into() });
    }

    fn definition(&mut self, lines: &[KindLine], holes: &[KindLine]) -> Option<Definition> {
        self.check_names();
        self.check_repeated();
        let mut geometry = self.geometry()?;
        let symmetry = self.text("symmetry").map(|(_, value)| value.to_ascii_lowercase());
        let symmetry = symmetry.unwrap_or_else(|| "mirror".to_owned());
        self.check_words();
        for hole in holes {
            if let Some(text) = hole.fields.get(5).filter(|text| !text.is_empty()) {
                self.fault(hole.line, text, "stands behind the squares of a hole");
            }
            let (white, black) = self.squares(hole, &geometry, &symmetry);
            white.iter().chain(&black).for_each(|&square| geometry.punch(square));
        }
        if lines.is_empty() {
            self.fault(0, "definition", "there is no line that defines a piece");
            return None;
        }
        let mut kinds: Vec<KindText> = Vec::new();
        for line in lines {
            if let Some(kind) = self.kind(line, &geometry, &symmetry) {
                if kinds.iter().any(|other| other.id == kind.id) {
                    let reason = format!("the ID {} is taken by another piece", kind.id);
                    self.fault(line.line, &line.text, reason);
                }
                kinds.push(kind);
            }
        }
        if kinds.len() < lines.len() {
            return None;
        }
        self.morphs(&mut kinds, &geometry);
        let zone = self.number("promoZone", 1, 0, geometry.ranks());
        let royal = self.royal(&kinds);
        let definition = Definition {
            promotion_zone: zone,
            promoting_kinds: usize::from(self.number("maxPromote", 1, 0, kinds.len() as u8)),
            promotion_choices: self.promotion_choices(&kinds, &royal, zone, geometry.ranks()),
            promotion_line: self.promotion_place(&kinds[0]).line,
            stalemate_loses: self
                .text("stalemate")
                .is_some_and(|(_, value)| !value.eq_ignore_ascii_case("draw")),
            baring: self.baring(&kinds, &royal),
            castle_flip: self.number("castleFlip", 0, 0, 1) == 1,
            royal_place: self.royal_place(&kinds),
            royal,
            geometry,
            kinds,
            warnings: Vec::new(),
        };
        self.check_hands(&definition, lines);
        self.check_promotion(&definition);
        Some(definition)
    }

    /// Of a parameter that is given more than once the last value counts.
    fn check_repeated(&mut self) {
        const LISTS: [&str; 3] = ["royal", "baring", "morph"];
        for (index, first) in self.parameters.iter().enumerate() {
            let lower = first.name.to_ascii_lowercase();
            if LISTS.contains(&lower.as_str()) || !KNOWN.contains(&lower.as_str()) {
                continue;
            }
            let again = |later: &&Parameter| later.name.eq_ignore_ascii_case(&first.name);
            let last = self.parameters[index + 1..].iter().rfind(again);
            if let Some(last) = last.filter(|last| last.value != first.value) {
                let Parameter { line, name, value, .. } = first;
                let (line, word) = (*line, format!("{name}={value}"));
                let reason = format!("skipped: line {} says {name}={}", last.line, last.value);
                self.warnings.push(DefinitionError { line, word, reason });
            }
        }
    }

    /// Looks at every parameter's name, so that nothing is skipped in silence.
    fn check_names(&mut self) {
        for index in 0..self.parameters.len() {
            let Parameter { line, name, value, .. } = &self.parameters[index];
            let (line, word, lower) = (*line, format!("{name}={value}"), name.to_ascii_lowercase());
            if UNSUPPORTED.contains(&lower.as_str()) || lower == "burnzone" {
                self.fault(line, word, format!("the rule `{lower}` is not supported"));
            } else if !LOOKS.contains(&lower.as_str()) && !KNOWN.contains(&lower.as_str()) {
                self.warn(line, word, "unknown parameter, skipped");
            }
        }
        if self.number("promoOffset", 0, 0, u8::MAX) != 0 {
            let line = self.text("promoOffset").map_or(0, |(line, _)| line);
            self.fault(line, "promoOffset", "promotion as in shogi is not supported");
        }
        self.number("extinction", 3, 0, 3);
    }

    /// The words of parameters that accept any: none with a blank, and unknown ones are told.
    fn check_words(&mut self) {
        let words = [
            ("symmetry", ["mirror", "rotate", "none"], "stands for `none`"),
            ("stalemate", ["draw", "win", "lose"], "stands for a loss of the side without a move"),
        ];
        for (name, known, meaning) in words {
            let Some((line, value)) = self.text(name) else { continue };
            let word = format!("{name}={value}");
            if value.is_empty() || value.contains(char::is_whitespace) {
                self.fault(line, word, format!("must be one word: {}", known.join(", ")));
            } else if !known.contains(&value.to_ascii_lowercase().as_str()) {
                self.warn(line, word, meaning);
            }
        }
    }

    /// The last value of a parameter, with its line.
    fn text(&self, name: &str) -> Option<(usize, String)> {
        let found = self.parameters.iter().rev().find(|p| p.name.eq_ignore_ascii_case(name))?;
        Some((found.line, found.value.clone()))
    }

    fn number(&mut self, name: &str, default: u8, least: u8, most: u8) -> u8 {
        let Some((line, value)) = self.text(name) else { return default };
        match value.parse::<u8>() {
            Ok(number) if (least..=most).contains(&number) => number,
            _ => {
                let reason = format!("must be a number from {least} to {most}");
                self.fault(line, format!("{name}={value}"), reason);
                default
            }
        }
    }

    fn geometry(&mut self) -> Option<Geometry> {
        let files = self.number("files", 8, 1, Geometry::MAX_SIDE);
        let ranks = self.number("ranks", 8, 1, Geometry::MAX_SIDE);
        let first_rank = self.number("firstRank", 1, 0, 9);
        Geometry::new(files, ranks, first_rank)
    }

    /// The white and black squares of a line, with the partners that the symmetry gives.
    fn squares(
        &mut self,
        line: &KindLine,
        geometry: &Geometry,
        symmetry: &str,
    ) -> (Vec<Square>, Vec<Square>) {
        let (mut white, mut black, mut listed) = (Vec::new(), Vec::new(), Vec::new());
        let mut on_black = false;
        let text = line.fields.get(4).map_or("", String::as_str);
        for item in text.split(',').map(str::trim) {
            if item.is_empty() {
                on_black = true;
                continue;
            }
            let Some(squares) = rectangle(item, geometry) else {
                self.fault(line.line, item, "is no square of the board");
                continue;
            };
            if on_black { &mut listed } else { &mut white }.extend(squares);
        }
        match symmetry {
            "mirror" => black.extend(white.iter().map(|&square| geometry.mirrored(square))),
            "rotate" => black.extend(white.iter().map(|&square| geometry.rotated(square))),
            _ => {}
        }
        listed.retain(|square| !black.contains(square));
        black.extend(listed);
        (white, black)
    }

    fn kind(&mut self, line: &KindLine, geometry: &Geometry, symmetry: &str) -> Option<KindText> {
        let field = |index: usize| line.fields.get(index).map_or("", String::as_str);
        let name = if field(0).is_empty() { field(3) } else { field(0) }.to_ascii_lowercase();
        if name.is_empty() {
            self.fault(line.line, &line.text, "the piece has neither a name nor an image");
            return None;
        }
        let id =
            if field(1).is_empty() { &name[..name.chars().next()?.len_utf8()] } else { field(1) };
        let id = id.to_ascii_uppercase();
        let letter = id.strip_prefix('+').unwrap_or(&id);
        if letter.len() != 1 || !letter.as_bytes()[0].is_ascii_uppercase() {
            self.fault(line.line, &id, "a piece ID must be one letter, with `+` before it or not");
            return None;
        }
        let betza = if field(2).is_empty() {
            default_move(&name, geometry.files()).unwrap_or_default()
        } else {
            field(2)
        };
        if betza.is_empty() {
            let reason = format!("no move is given, and `{name}` has no default move");
            self.fault(line.line, &line.text, reason);
            return None;
        }
        let movement = match compile(betza) {
            Ok(movement) => movement,
            Err(error) => {
                self.fault(line.line, betza, error.error.to_string());
                return None;
            }
        };
        let (white, black) = self.squares(line, geometry, symmetry);
        let on_hole = white.iter().chain(&black).find(|&&square| geometry.is_hole(square));
        if let Some(&square) = on_hole {
            self.fault(line.line, geometry.name(square), "a piece stands on a hole");
        }
        let hand = self.hand(line, field(5));
        let (betza, line) = (betza.to_owned(), line.line);
        let (morph, morph_line) = (Vec::new(), 0);
        Some(KindText { line, name, id, betza, movement, white, black, hand, morph, morph_line })
    }

    fn hand(&mut self, line: &KindLine, text: &str) -> [u8; 2] {
        let mut counts = text.split(',').map(|count| count.trim().parse::<u8>());
        match (counts.next(), counts.next()) {
            _ if text.is_empty() => [0, 0],
            (Some(Ok(both)), None) => [both, both],
            (Some(Ok(white)), Some(Ok(black))) => [white, black],
            _ => {
                self.fault(line.line, text, "pieces in hand are one number, or two with a comma");
                [0, 0]
            }
        }
    }

    /// Pieces in hand can only wait to be promoted to; dropping them is not supported.
    fn check_hands(&mut self, definition: &Definition, lines: &[KindLine]) {
        let holdings = self.text("holdingsType");
        let kept = holdings.as_ref().and_then(|(_, value)| value.parse::<i16>().ok());
        match (&holdings, kept) {
            (Some((line, value)), None) => {
                self.fault(*line, format!("holdingsType={value}"), "must be a number");
            }
            (Some((line, value)), Some(kept)) if kept < 0 => {
                let reason = "dropping captured pieces is not supported";
                self.fault(*line, format!("holdingsType={value}"), reason);
            }
            _ => {}
        }
        let kept = kept.is_some_and(|kept| kept > 0);
        for (kind, line) in definition.kinds.iter().zip(lines) {
            if kind.hand != [0, 0] && !kept {
                self.fault(line.line, &line.text, "pieces in hand need a positive holdingsType");
            }
        }
        if !kept && definition.promotion_choices.iter().any(|choice| choice.lost_only) {
            let place = self.promotion_place(&definition.kinds[0]);
            self.errors.push(place.fault("`*` needs a positive holdingsType"));
        }
    }

    /// A royal neither promotes nor is promoted to, and what promotes can become something.
    fn check_promotion(&mut self, definition: &Definition) {
        let Definition { royal, promotion_choices: choices, promoting_kinds, .. } = definition;
        let promoting = &royal[..*promoting_kinds];
        // Where no number is given, a royal that happens to stand first simply stays what it is.
        if let Some((line, _)) = self.text("maxPromote").filter(|_| promoting.contains(&true)) {
            self.fault(line, "maxPromote", "promotion of a royal piece is not supported");
        }
        for choice in choices.iter().filter(|choice| royal[choice.kind]) {
            let place = self.promotion_place(&definition.kinds[choice.kind]);
            let reason = "promotion to a royal piece is not supported, and promoChoice (QNRB where \
                          it is not given) names one";
            self.errors.push(place.fault(reason));
        }
        if choices.is_empty() && promoting.contains(&false) && definition.promotion_zone > 0 {
            let place = self.promotion_place(&definition.kinds[0]);
            let reason = "there is nothing that a piece in the promotion zone could become; \
                          promoChoice names what, promoZone=0 is a game without promotion";
            self.errors.push(place.fault(reason));
        }
    }

    /// What says what men become: `promoChoice`, or else the kind that its default concerns.
    fn promotion_place(&self, kind: &KindText) -> Place {
        match self.text("promoChoice") {
            Some((line, value)) => Place { line, word: format!("promoChoice={value}") },
            None => kind.place(),
        }
    }

    /// What says which kinds are royal.
    fn royal_place(&self, kinds: &[KindText]) -> Place {
        match (self.text("royal"), kinds.last()) {
            (None, Some(kind)) => kind.place(),
            (given, _) => {
                let (line, value) = given.unwrap_or_default();
                Place { line, word: format!("royal={value}") }
            }
        }
    }

    fn royal(&mut self, kinds: &[KindText]) -> Vec<bool> {
        let mut royal = vec![false; kinds.len()];
        let given: Vec<(usize, String)> = self
            .parameters
            .iter()
            .filter(|p| p.name.eq_ignore_ascii_case("royal"))
            .map(|p| (p.line, p.value.clone()))
            .collect();
        for (line, value) in &given {
            self.mark_kinds(*line, value, kinds, &mut royal);
        }
        if given.is_empty() {
            royal[kinds.len() - 1] = true;
        }
        royal
    }

    /// Marks the kinds that a value names: a number counted from 1, or IDs.
    fn mark_kinds(&mut self, line: usize, value: &str, kinds: &[KindText], marks: &mut [bool]) {
        if let Ok(number) = value.parse::<usize>() {
            if (1..=kinds.len()).contains(&number) {
                marks[number - 1] = true;
            } else {
                self.fault(line, value, "there is no piece of that number");
            }
            return;
        }
        let mut rest = value;
        while !rest.is_empty() {
            let Some((kind, after)) = id_at(rest, kinds) else {
                self.fault(line, rest, "is no ID of a piece");
                return;
            };
            marks[kind] = true;
            rest = after;
        }
    }

    fn baring(&mut self, kinds: &[KindText], royal: &[bool]) -> Vec<bool> {
        let given: Vec<(usize, String)> = self
            .parameters
            .iter()
            .filter(|p| p.name.eq_ignore_ascii_case("baring"))
            .map(|p| (p.line, p.value.clone()))
            .collect();
        let mut counted = vec![false; if given.is_empty() { 0 } else { kinds.len() }];
        for (line, value) in given {
            if value == "0" {
                counted = royal.iter().map(|royal| !royal).collect();
            } else {
                self.mark_kinds(line, &value, kinds, &mut counted);
            }
        }
        counted
    }

    fn promotion_choices(
        &mut self,
        kinds: &[KindText],
        royal: &[bool],
        zone: u8,
        ranks: u8,
    ) -> Vec<PromotionChoice> {
        let choice =
            |kind| PromotionChoice { kind, not_on_last: false, lost_only: false, within: zone };
        let Some((line, value)) = self.text("promoChoice") else {
            // The default names chess pieces; those that the game lacks are left out.
            return "QNRB"
                .split_inclusive(|_| true)
                .filter_map(|id| id_at(id, kinds))
                .map(|(k, _)| choice(k))
                .collect();
        };
        if value.is_empty() {
            return (1..kinds.len()).filter(|&kind| !royal[kind]).map(choice).collect();
        }
        if value.contains('/') {
            self.fault(line, value, "several sets of promotion choices are not supported");
            return Vec::new();
        }
        let mut choices = Vec::new();
        let mut rest = value.as_str();
        while !rest.is_empty() {
            let marks = rest.len() - rest.trim_start_matches(['!', '*']).len();
            let Some((kind, after)) = id_at(&rest[marks..], kinds) else {
                self.fault(line, &rest[marks..], "is no ID of a piece");
                return choices;
            };
            let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let within = match after[..digits].parse::<u8>() {
                _ if digits == 0 => zone,
                Ok(number) if (1..=ranks).contains(&number) => number,
                _ => {
                    let reason = format!("must be a number of ranks from 1 to {ranks}");
                    self.fault(line, &rest[..rest.len() - after.len() + digits], reason);
                    zone
                }
            };
            choices.push(PromotionChoice {
                not_on_last: rest[..marks].contains('!'),
                lost_only: rest[..marks].contains('*'),
                within,
                ..choice(kind)
            });
            rest = &after[digits..];
        }
        choices
    }

    fn morphs(&mut self, kinds: &mut [KindText], geometry: &Geometry) {
        let given: Vec<(usize, usize, String)> = self
            .parameters
            .iter()
            .filter(|p| p.name.eq_ignore_ascii_case("morph"))
            .map(|p| (p.line, p.after, p.value.clone()))
            .collect();
        for (line, after, value) in given {
            let Some(kind) = after.checked_sub(1) else {
                self.fault(line, "morph", "stands above every piece");
                continue;
            };
            if kinds[kind].morph_line > 0 {
                let reason = format!("line {line} gives {} another morph", kinds[kind].id);
                self.warn(kinds[kind].morph_line, "morph", format!("skipped: {reason}"));
            }
            kinds[kind].morph = self.morph_board(line, &value, kinds, geometry);
            kinds[kind].morph_line = line;
        }
    }

    /// A board of changes: rows from the last rank as White sees it, one symbol a file, or IDs
    /// separated by commas. A short row repeats its last symbol, missing rows change nothing.
    fn morph_board(
        &mut self,
        line: usize,
        value: &str,
        kinds: &[KindText],
        geometry: &Geometry,
    ) -> Vec<Option<usize>> {
        let mut board = vec![None; geometry.len()];
        for (row, text) in value.split('/').enumerate() {
            if row >= usize::from(geometry.ranks()) {
                self.fault(line, text, "the morph board has more rows than the board has ranks");
                break;
            }
            let rank = geometry.ranks() - 1 - row as u8;
            let symbols: Vec<&str> = if text.contains(',') {
                text.split(',').map(str::trim).collect()
            } else {
                text.trim().split_inclusive(|_| true).collect()
            };
            for file in 0..geometry.files() {
                let Some(&symbol) = symbols.get(usize::from(file)).or(symbols.last()) else {
                    break;
                };
                let kind = id_at(symbol, kinds).filter(|(_, rest)| rest.is_empty());
                match kind {
                    Some((kind, _)) => {
                        board[usize::from(geometry.square(file, rank))] = Some(kind);
                    }
                    None if symbol == "." => {}
                    None => {
                        let reason = "is neither `.` nor the ID of a piece; other symbols of a \
                                      morph board are not supported";
                        self.fault(line, symbol, reason);
                        return board;
                    }
                }
            }
        }
        board
    }
}

/// The kind whose ID stands at the front of the text, and the rest.
fn id_at<'t>(text: &'t str, kinds: &[KindText]) -> Option<(usize, &'t str)> {
    let found = |(index, kind): (usize, &KindText)| {
        text.strip_prefix(kind.id.as_str()).map(|rest| (index, rest))
    };
    kinds.iter().enumerate().find_map(found)
}

/// The squares of `a1` or `a1-c2`.
fn rectangle(item: &str, geometry: &Geometry) -> Option<Vec<Square>> {
    let (from, rest) = geometry.read(item)?;
    let to = match rest.trim_start().strip_prefix('-') {
        Some(to) => geometry.read(to.trim_start()).filter(|(_, rest)| rest.is_empty())?.0,
        None if rest.is_empty() => from,
        None => return None,
    };
    let files = geometry.file(from)..=geometry.file(to);
    let ranks = geometry.rank(from)..=geometry.rank(to);
    if files.is_empty() || ranks.is_empty() {
        return None;
    }
    let squares =
        ranks.flat_map(|rank| files.clone().map(move |file| geometry.square(file, rank))).collect();
    Some(squares)
}
