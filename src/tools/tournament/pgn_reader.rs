//! Reads PGN files: tags, actions, comments. What an action means is for the rules of the game to say.

/// A game as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// Names and values, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The actions of the main line as written.
    pub moves: Vec<String>,
    /// Comments, each with the number of actions before it.
    pub comments: Vec<(usize, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; empty where the text ends without one.
    pub result: String,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
}

impl PgnGame {
    /// The value of the first tag of a name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_empty()
    }
}

/// What is wrong with a file, and on which line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Reads all games of a text. Variations in round brackets, numeric annotation glyphs, move numbers, lines
/// that begin with `%`, and what follows `;` are passed over.
///
/// # Errors
/// A tag, comment or variation that is not closed, with the line on which it begins.
pub fn read_games(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    let mut reader = Reader {
        letters: text.trim_start_matches('\u{feff}').chars().peekable(),
        line: 1,
        games: Vec::new(),
        game: PgnGame::default(),
    };
    reader.read()?;
    Ok(reader.games)
}

struct Reader<'a> {
    letters: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    games: Vec<PgnGame>,
    game: PgnGame,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next();
        self.line += usize::from(letter == Some('\n'));
        letter
    }

    fn read(&mut self) -> Result<(), PgnError> {
        let mut at_line_start = true;
        while let Some(&letter) = self.letters.peek() {
            let was_line_start = std::mem::replace(&mut at_line_start, letter == '\n');
            if self.game.is_empty() {
                self.game.line = self.line;
            }
            match letter {
                '%' if was_line_start => self.skip_line(),
                ';' => self.skip_line(),
                '{' => self.comment()?,
                '(' => self.variation()?,
                '[' => self.tag()?,
                _ if letter.is_whitespace() => {
                    self.next();
                }
                ')' | '}' | ']' => {
                    return Err(self.error(self.line, format!("`{letter}` closes nothing")));
                }
                _ => self.word(),
            }
        }
        self.finish();
        Ok(())
    }

    fn error(&self, line: usize, what: impl Into<String>) -> PgnError {
        PgnError { line, what: what.into() }
    }

    fn finish(&mut self) {
        if !self.game.is_empty() {
            self.games.push(std::mem::take(&mut self.game));
        }
        self.game = PgnGame::default();
    }

    /// Up to the end of the line, which is left.
    fn skip_line(&mut self) {
        while self.letters.peek().is_some_and(|&letter| letter != '\n') {
            self.next();
        }
    }

    fn comment(&mut self) -> Result<(), PgnError> {
        let begun = self.line;
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                Some('}') => break,
                Some(letter) => text.push(letter),
                None => return Err(self.error(begun, "a comment is not closed")),
            }
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        self.game.comments.push((self.game.moves.len(), words.join(" ")));
        Ok(())
    }

    /// Skips a variation with those inside it, and their comments.
    fn variation(&mut self) -> Result<(), PgnError> {
        let begun = self.line;
        let (mut depth, mut in_comment) = (0usize, false);
        while let Some(letter) = self.next() {
            match letter {
                '{' => in_comment = true,
                '}' => in_comment = false,
                ';' if !in_comment => self.skip_line(),
                '(' if !in_comment => depth += 1,
                ')' if !in_comment => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
        Err(self.error(begun, "a variation is not closed"))
    }

    /// `[Name "value"]`; a tag behind moves begins another game.
    fn tag(&mut self) -> Result<(), PgnError> {
        if !self.game.moves.is_empty() {
            self.finish();
            self.game.line = self.line;
        }
        let begun = self.line;
        self.next();
        let mut name = String::new();
        while self.letters.peek().is_some_and(|&letter| letter != '"' && letter != ']') {
            name.extend(self.next());
        }
        let mut value = String::new();
        if self.next() == Some('"') {
            loop {
                match self.next() {
                    Some('\\') => value.extend(self.next()),
                    Some('"') => break,
                    Some(letter) => value.push(letter),
                    None => return Err(self.error(begun, "a tag's value is not closed")),
                }
            }
            while self.letters.peek().is_some_and(|letter| letter.is_whitespace()) {
                self.next();
            }
            if self.next() != Some(']') {
                return Err(self.error(begun, "a tag is not closed"));
            }
        }
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err(self.error(begun, "a tag has no name"));
        }
        self.game.tags.push((name, value));
        Ok(())
    }

    /// An action, a move number, a glyph or a result.
    fn word(&mut self) {
        let mut word = String::new();
        while let Some(&letter) = self.letters.peek() {
            if letter.is_whitespace() || "{}()[];".contains(letter) {
                break;
            }
            word.push(letter);
            self.next();
        }
        if RESULTS.contains(&word.as_str()) {
            self.game.result = word;
            self.finish();
            return;
        }
        let action = without_number(&word);
        if !action.is_empty() && !action.starts_with('$') {
            self.game.moves.push(action.to_owned());
        }
    }
}

/// A word without the move number before it: `12.e2e4` and `12...e7e5` hold an action, `12.` and `12`
/// hold none. A null move is digits only, but no number.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.is_empty() {
        return if word.starts_with('0') { word } else { "" };
    }
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() + 1 < word.len() => rest.trim_start_matches('.'),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::read_games;
    use crate::tools::tournament::record::MoveRecord;
    use crate::tools::tournament::record::tests::record;

    #[test]
    fn what_is_written_is_read_back() {
        let mut first = record();
        first.moves.resize(60, MoveRecord { text: "0000".to_owned(), ..MoveRecord::default() });
        first.fen = Some("8/8 w - - 0 1".to_owned());
        let text = first.pgn() + &record().pgn();
        let games = read_games(&text).unwrap();
        assert_eq!(games.len(), 2);
        for (read, written) in games.iter().zip([&first, &record()]) {
            let texts: Vec<String> =
                written.moves.iter().map(|action| action.text.clone()).collect();
            assert_eq!(read.moves, texts);
            assert_eq!((read.tag("White"), read.result.as_str()), (Some("A \"B\""), "0-1"));
            assert_eq!(read.tag("FEN"), written.fen.as_deref());
            assert_eq!(read.comments.first().unwrap(), &(1, "book".to_owned()));
            assert_eq!(read.comments.last().unwrap(), &(texts.len(), "checkmate".to_owned()));
        }
    }

    #[test]
    fn what_is_no_action_is_passed_over() {
        let text = "% escaped e2e4\n[A \"1\"]\n\n1.e2e4 $3 (1. d2d4 {a ) b} (c)) 1...e7e5 ; rest d7d5\n\
                    2. g1f3 0000 12. play *\n\nb1c3";
        let games = read_games(text).unwrap();
        assert_eq!(games[0].moves, ["e2e4", "e7e5", "g1f3", "0000", "play"]);
        assert_eq!((games[0].result.as_str(), games[0].line), ("*", 2));
        assert_eq!((games[1].moves.len(), games[1].result.as_str(), games[1].line), (1, "", 7));
    }

    #[test]
    fn what_is_not_closed_is_named_with_its_line() {
        for (text, line, what) in [
            ("\n{abc", 2, "comment"),
            ("e2e4\n(d2d4", 2, "variation"),
            ("[A \"x", 1, "value"),
            ("[A \"x\" e", 1, "tag"),
            ("[\"x\"]", 1, "name"),
            ("e2e4 )", 1, "closes nothing"),
        ] {
            let error = read_games(text).unwrap_err();
            assert!(error.line == line && error.what.contains(what), "{text}: {error}");
        }
    }
}
