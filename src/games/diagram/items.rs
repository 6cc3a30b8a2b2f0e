//! Splits the text of a definition into its items: parameters, lines of kinds and lines of holes.
//!
//! Words that belong to no item are a comment only where a whole line has none: beside items they are
//! told, and where they look like a part of one they are an error. What the items mean is the
//! [`reader`](super::reader)'s business.

use super::definition::DefinitionError;
use super::names::KNOWN;

/// `name=value`.
pub(super) struct Parameter {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) value: String,
    /// How many kinds of men stood above it.
    pub(super) after: usize,
}

/// `name:ID:move:image:squares:hand`, the last one or not.
pub(super) struct KindLine {
    pub(super) line: usize,
    pub(super) text: String,
    /// Without blanks around them.
    pub(super) fields: Vec<String>,
}

/// What a text consists of, each list in its order.
#[derive(Default)]
pub(super) struct Items {
    pub(super) parameters: Vec<Parameter>,
    pub(super) kinds: Vec<KindLine>,
    pub(super) holes: Vec<KindLine>,
    pub(super) errors: Vec<DefinitionError>,
    pub(super) warnings: Vec<DefinitionError>,
}

/// Fewest and most `:` of a line that defines a kind.
const COLONS: std::ops::RangeInclusive<usize> = 4..=5;

/// Splits a text into its items.
pub(super) fn items(text: &str) -> Items {
    let mut items = Items::default();
    for (index, raw) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let decoded = raw
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&nbsp;", " ")
            .replace("&amp;", "&");
        let (line, behind) = decoded.split_once("<br").unwrap_or((&decoded, ""));
        items.read_line(index + 1, line);
        // The format ends a line there; only what could be an item is missed.
        let behind = behind.split_once('>').map_or("", |(_, behind)| behind);
        let lost: Vec<&str> =
            behind.split_whitespace().filter(|word| word.contains('=') || is_field(word)).collect();
        if !lost.is_empty() {
            let reason = "stands behind `<br>`, where a line ends";
            items.fault(index + 1, &lost.join(" "), reason);
        }
    }
    items
}

/// Words of a line that follow each other without a parameter between them.
#[derive(Default)]
struct Run<'t> {
    words: Vec<&'t str>,
    colons: usize,
}

impl<'t> Run<'t> {
    fn push(&mut self, word: &'t str) {
        self.words.push(word);
        self.colons += colons(word);
    }

    /// It defines a kind.
    fn is_whole(&self) -> bool {
        self.colons >= *COLONS.start()
    }

    /// Whether the next word still belongs to the run.
    fn goes_on(&self, word: &str) -> bool {
        if self.is_whole() { self.is_continued_by(word) } else { self.is_head_of(word) }
    }

    /// A blank may stand beside the `,` and `-` of a kind's squares, and beside the `:` before its
    /// squares and before its hand.
    fn is_continued_by(&self, word: &str) -> bool {
        let last = self.words.last().copied().unwrap_or_default();
        match word.chars().next() {
            Some(',') => true,
            Some('-') => could_be_squares(word),
            Some(':') => self.colons + colons(word) <= *COLONS.end(),
            _ if last.ends_with([',', '-']) => could_be_squares(word),
            _ if !last.ends_with(':') => false,
            Some('0'..='9') => self.colons == *COLONS.end(),
            _ => self.colons == *COLONS.start() && could_be_squares(word),
        }
    }

    /// A name may have any words. A word that could define a kind alone is the rest of one whose name
    /// and `:` stand before it only if it ends in a number of pieces in hand.
    fn is_head_of(&self, word: &str) -> bool {
        let hand = word.rsplit(':').next().unwrap_or_default();
        self.colons == 0
            || colons(word) < *COLONS.start()
            || (self.colons + colons(word) <= *COLONS.end()
                && hand.starts_with(|first: char| first.is_ascii_digit()))
    }
}

impl Items {
    fn fault(&mut self, line: usize, word: &str, reason: &str) {
        let (word, reason) = (word.to_owned(), reason.to_owned());
        self.errors.push(DefinitionError { line, word, reason });
    }

    fn warn(&mut self, line: usize, word: &str, reason: &str) {
        let (word, reason) = (word.to_owned(), reason.to_owned());
        self.warnings.push(DefinitionError { line, word, reason });
    }

    /// Reads one line: a parameter, a kind, or several of them that were copied into one line.
    fn read_line(&mut self, line: usize, text: &str) {
        if let Some((name, value)) = lone_parameter(text) {
            self.parameter(line, name, value);
            return;
        }
        let mut left: Vec<Vec<&str>> = Vec::new();
        let mut any = false;
        let mut run = Run::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let Some((mut name, mut value)) = word.split_once('=') else {
                if !run.goes_on(word) {
                    any |= self.end_run(line, std::mem::take(&mut run), &mut left);
                }
                // What looks like squares behind an item was one of its parts, and begins no name.
                if any && run.words.is_empty() && is_field(word) && colons(word) == 0 {
                    left.push(vec![word]);
                    continue;
                }
                run.push(word);
                continue;
            };
            // Blanks on both sides of the `=`, or before it.
            if name.is_empty() && !run.is_whole() {
                name = run.words.pop().unwrap_or_default();
            }
            if word == "=" {
                value = words.next_if(|next| !next.contains(['=', ':'])).unwrap_or_default();
            }
            self.end_run(line, std::mem::take(&mut run), &mut left);
            self.parameter(line, name, value);
            any = true;
        }
        any |= self.end_run(line, run, &mut left);
        if any {
            left.iter().for_each(|words| self.left_over(line, words));
        } else {
            self.comment(line, text.trim());
        }
    }

    fn parameter(&mut self, line: usize, name: &str, value: &str) {
        if name.is_empty() || name.contains(':') {
            let word = format!("{name}={value}");
            self.fault(line, &word, "is neither a parameter nor a piece");
            return;
        }
        let (name, value, after) = (name.to_owned(), value.to_owned(), self.kinds.len());
        self.parameters.push(Parameter { line, name, value, after });
    }

    /// Keeps the kind that a run defines, or its words as left over; whether it was a kind.
    fn end_run<'t>(&mut self, line: usize, run: Run<'t>, left: &mut Vec<Vec<&'t str>>) -> bool {
        if !run.is_whole() {
            if !run.words.is_empty() {
                left.push(run.words);
            }
            return false;
        }
        let text = run.words.join(" ");
        if run.colons > *COLONS.end() {
            self.fault(line, &text, "has more fields than a piece, or it is two pieces in one");
        }
        let fields: Vec<String> = text.split(':').map(|field| field.trim().to_owned()).collect();
        let hole = fields[0].eq_ignore_ascii_case("hole");
        let list = if hole { &mut self.holes } else { &mut self.kinds };
        list.push(KindLine { line, text, fields });
        true
    }

    /// Words beside the items of a line.
    fn left_over(&mut self, line: usize, words: &[&str]) {
        let text = words.join(" ");
        if words.iter().any(|word| is_field(word)) {
            let reason = "looks like a part of a piece, but belongs to none; a piece has at least \
                          four `:`, and its squares have commas between them";
            self.fault(line, &text, reason);
        } else {
            self.warn(line, &text, "belongs to no parameter and no piece, skipped");
        }
    }

    /// A line without items, which may have been meant as one.
    fn comment(&mut self, line: usize, text: &str) {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let name = first.trim_end_matches(':').to_ascii_lowercase();
        let numbered = rest.trim_start().starts_with(|next: char| next.is_ascii_digit());
        let behind = text.rsplit_once(':').map(|(_, behind)| behind.replace(' ', ""));
        if KNOWN.contains(&name.as_str()) && (first.ends_with(':') || numbered) {
            self.warn(line, text, "is no parameter without `=`, skipped");
        } else if colons(text) > 1
            || text.split_whitespace().any(has_colon_within)
            || behind.is_some_and(|behind| are_squares(&behind))
        {
            self.warn(line, text, "has too few `:` for a piece, skipped");
        }
    }
}

fn colons(text: &str) -> usize {
    text.matches(':').count()
}

/// Name and value of a line that is one parameter and nothing else; the value may have blanks.
fn lone_parameter(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    // Of the words behind the first one none may begin another item.
    let mut behind = value.split_whitespace();
    if !text.contains("= ") {
        behind.next();
    }
    let alone = behind.all(|word| !word.contains(['=', ':']));
    (alone && !name.is_empty() && !name.contains(char::is_whitespace)).then_some((name, value))
}

/// Letters, digits, commas and dashes, one digit at least, or commas and dashes alone.
fn could_be_squares(word: &str) -> bool {
    let separators = |letter: char| letter == ',' || letter == '-';
    word.chars().all(|letter| letter.is_ascii_alphanumeric() || separators(letter))
        && (word.contains(|letter: char| letter.is_ascii_digit()) || word.chars().all(separators))
}

/// Whether every part of the word is named like a square.
fn are_squares(word: &str) -> bool {
    every_part(word, |part| {
        part.starts_with(|file: char| file.is_ascii_alphabetic()) && is_number(&part[1..])
    })
}

/// Whether a word has parts between commas and dashes, and all of them are so.
fn every_part(word: &str, is_so: impl Fn(&str) -> bool) -> bool {
    let mut parts = word.split([',', '-']).filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some() && parts.all(is_so)
}

/// One or two digits.
fn is_number(text: &str) -> bool {
    matches!(text.len(), 1 | 2) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A `:` that is not the end of the word, nor a part of an address.
fn has_colon_within(word: &str) -> bool {
    word.trim_end_matches(':').replace("://", "").contains(':')
}

/// Whether a word is more likely a lost part of an item than prose.
fn is_field(word: &str) -> bool {
    has_colon_within(word)
        || word.bytes().all(|byte| byte.is_ascii_digit())
        || every_part(word, |part| is_number(part) || are_squares(part))
}
