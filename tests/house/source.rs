//! Rust source text as the house checks read it: code apart from comments and literals, test code
//! apart from the rest, paths with the module they lead to.
//!
//! A scanner for well-formed source that the compiler has accepted, not a parser: it knows comments,
//! literals, brackets and `use` trees, and nothing else.

use std::fmt;

/// One file with its code laid bare.
pub(crate) struct Source {
    /// Path from the top of the repository, with `/`.
    pub(crate) path: String,
    /// The text as it stands.
    pub(crate) text: String,
    /// The text with comments and the inside of literals blanked, line for line.
    pub(crate) code: String,
    /// Like `code`, with the items behind `#[cfg(test)]` blanked too; empty for a test module's own file.
    pub(crate) shipped: String,
    /// String literals outside test code: line and content.
    pub(crate) literals: Vec<(usize, String)>,
}

/// Something that the house does not allow, and where.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The file.
    pub(crate) path: String,
    /// The line, from 1.
    pub(crate) line: usize,
    /// What is wrong.
    pub(crate) what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// A path that the code names, such as `crate::tt::Table`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NamedPath {
    /// The line, from 1.
    pub(crate) line: usize,
    /// Its parts. A path within the crate begins with `crate`, also where `super` or `self` was written.
    pub(crate) parts: Vec<String>,
}

impl Source {
    /// Reads a file's text.
    pub(crate) fn new(path: &str, text: &str) -> Source {
        let (code, literals) = lay_bare(text);
        let shipped = if is_test_module(path) { String::new() } else { without_tests(&code) };
        let lines: Vec<&str> = shipped.lines().collect();
        let literals = literals
            .into_iter()
            .filter(|(line, _)| lines.get(line - 1).is_some_and(|text| !text.trim().is_empty()))
            .collect();
        Source { path: path.into(), text: text.into(), code, shipped, literals }
    }

    /// A fault in this file.
    pub(crate) fn fault(&self, line: usize, what: impl Into<String>) -> Fault {
        Fault { path: self.path.clone(), line, what: what.into() }
    }

    /// The module the file holds, from the crate's root: `src/tt/slot.rs` is `tt`, `slot`.
    pub(crate) fn module(&self) -> Vec<String> {
        let inside = self.path.rsplit_once("src/").map_or(self.path.as_str(), |(_, rest)| rest);
        let stem = inside.strip_suffix(".rs").unwrap_or(inside);
        let mut parts: Vec<String> = stem.split('/').map(String::from).collect();
        if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
            parts.pop();
        }
        parts
    }

    /// Every path of two parts or more that code outside tests names.
    pub(crate) fn named_paths(&self) -> Vec<NamedPath> {
        let tokens = tokens(&self.shipped);
        let mut found = Vec::new();
        let mut index = 0;
        while index < tokens.len() {
            if tokens[index].text == "use" {
                let line = tokens[index].line;
                index = use_tree(&tokens, index + 1, &mut Vec::new(), &mut |parts| {
                    found.push(NamedPath { line, parts });
                });
            } else if is_word(tokens[index].text) {
                let line = tokens[index].line;
                let mut parts = vec![tokens[index].text.to_string()];
                while index + 2 < tokens.len()
                    && tokens[index + 1].text == "::"
                    && is_word(tokens[index + 2].text)
                {
                    parts.push(tokens[index + 2].text.to_string());
                    index += 2;
                }
                if parts.len() > 1 {
                    found.push(NamedPath { line, parts });
                }
                index += 1;
            } else {
                index += 1;
            }
        }
        let module = self.module();
        found.iter_mut().for_each(|path| resolve(&mut path.parts, &module));
        found
    }

    /// Words and signs of the code outside tests, with their lines.
    pub(crate) fn words(&self) -> Vec<Token<'_>> {
        tokens(&self.shipped)
    }
}

/// Whether the file at `path` holds the tests of a module.
pub(crate) fn is_test_module(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

/// Puts `crate` in place of `self`, `super` and the crate's own name at the beginning of a path.
fn resolve(parts: &mut Vec<String>, module: &[String]) {
    let mut here = module.to_vec();
    let mut used = 0;
    match parts[0].as_str() {
        "crate" | "caryatid" => {
            here.clear();
            used = 1;
        }
        "self" => used = 1,
        "super" => {
            while parts.get(used).is_some_and(|part| part == "super") {
                here.pop();
                used += 1;
            }
        }
        _ => return,
    }
    here.insert(0, "crate".into());
    parts.splice(..used, here);
}

/// Walks one `use` tree from `index` and reports each path in it; returns the index behind it.
fn use_tree(
    tokens: &[Token<'_>],
    mut index: usize,
    stem: &mut Vec<String>,
    report: &mut dyn FnMut(Vec<String>),
) -> usize {
    let depth = stem.len();
    let mut is_leaf = true;
    while index < tokens.len() {
        match tokens[index].text {
            "::" => {}
            "{" => {
                is_leaf = false;
                index += 1;
                while index < tokens.len() && tokens[index].text != "}" {
                    index = use_tree(tokens, index, stem, report);
                    if tokens.get(index).is_some_and(|token| token.text == ",") {
                        index += 1;
                    }
                }
            }
            "as" => index += 1,
            "," | "}" | ";" => break,
            part => stem.push(part.into()),
        }
        index += 1;
    }
    if is_leaf && !stem.is_empty() {
        report(stem.clone());
    }
    stem.truncate(depth);
    index
}

/// A word or a sign of the code.
#[derive(Clone, Copy)]
pub(crate) struct Token<'a> {
    /// The line, from 1.
    pub(crate) line: usize,
    /// A word, `::`, or a single sign.
    pub(crate) text: &'a str,
}

/// Whether a token is a word.
pub(crate) fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Splits laid-bare code into words and signs.
pub(crate) fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    for (number, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_part = |part: char| part.is_alphanumeric() || part == '_';
            let length = if is_part(first) {
                rest.find(|part| !is_part(part)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            found.push(Token { line: number + 1, text: &rest[..length] });
            rest = rest[length..].trim_start();
        }
    }
    found
}

/// Blanks comments and the inside of literals; gives the string literals with their lines.
fn lay_bare(text: &str) -> (String, Vec<(usize, String)>) {
    let mut code = String::with_capacity(text.len());
    let mut literals = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some((head, body, whole)) = string_literal(rest, &code) {
            let line = code.matches('\n').count() + 1;
            literals.push((line, rest[head..head + body].to_string()));
            code.push_str("\"\"");
            blank(&rest[..whole], &mut code);
            rest = &rest[whole..];
            continue;
        } else if let Some(length) = char_literal(rest) {
            length
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        blank(&rest[..length], &mut code);
        rest = &rest[length..];
    }
    (code, literals)
}

/// Appends the line breaks of `text` and a blank for what stands between them.
fn blank(text: &str, code: &mut String) {
    code.push(' ');
    code.extend(text.chars().filter(|&part| part == '\n'));
}

/// Length of the block comment at the head of `rest`; they nest.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The string literal at the head of `rest`: length of what stands before its content, of the content,
/// and of the whole.
fn string_literal(rest: &str, before: &str) -> Option<(usize, usize, usize)> {
    let in_a_word = before.ends_with(|last: char| last.is_alphanumeric() || last == '_');
    let prefix = rest.len() - rest.trim_start_matches(['b', 'r', 'c']).len();
    if prefix > 2 || (prefix > 0 && in_a_word) {
        return None;
    }
    let raw = rest[..prefix].contains('r');
    let hashes =
        if raw { rest[prefix..].len() - rest[prefix..].trim_start_matches('#').len() } else { 0 };
    let head = prefix + hashes + 1;
    if !rest[prefix + hashes..].starts_with('"') {
        return None;
    }
    if raw {
        let closing = format!("\"{}", "#".repeat(hashes));
        let body = rest[head..].find(&closing)?;
        return Some((head, body, head + body + closing.len()));
    }
    let mut escaped = false;
    let body = rest[head..].find(|part| {
        let ends = part == '"' && !escaped;
        escaped = part == '\\' && !escaped;
        ends
    })?;
    Some((head, body, head + body + 1))
}

/// Length of the character literal at the head of `rest`; a lifetime is none.
fn char_literal(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    let first = inside.chars().next()?;
    if first == '\\' {
        let body = 2 + inside.get(2..)?.find('\'')?;
        return Some(body + 2);
    }
    inside[first.len_utf8()..].starts_with('\'').then_some(first.len_utf8() + 2)
}

/// Blanks every item that stands behind `#[cfg(test)]`.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(MARK) {
        out.push_str(&rest[..at]);
        let behind = at + MARK.len();
        let end = behind + item_length(&rest[behind..]);
        blank(&rest[at..end], &mut out);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Length of the item at the head of `code`: up to its closing brace or semicolon.
pub(crate) fn item_length(code: &str) -> usize {
    let mut braces = 0_usize;
    let mut others = 0_usize;
    for (at, part) in code.char_indices() {
        match part {
            '{' => braces += 1,
            '(' | '[' => others += 1,
            ')' | ']' => others = others.saturating_sub(1),
            '}' => {
                braces = braces.saturating_sub(1);
                if braces == 0 && others == 0 {
                    return at + 1;
                }
            }
            ';' if braces == 0 && others == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}
