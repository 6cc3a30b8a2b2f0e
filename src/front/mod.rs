//! The two protocols in front of a session.
//!
//! Owns stdin, stdout and what a command does in each protocol. The text of the protocols is read and
//! written by `caryatid-protocol`; games appear only as the opened game of a session.

mod input;
mod output;
mod uci;
mod xboard;

pub use output::Output;

use crate::session::{Catalogue, Event, OpenError, Session};
use crossbeam::channel::{Receiver, select};
use input::Input;
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use uci::Uci;
use xboard::XBoard;

/// The engine's name and version, as both protocols tell it.
const NAME: &str = concat!("Caryatid ", env!("CARGO_PKG_VERSION"));

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    GoOn,
    Quit,
}

/// One protocol at work.
trait Conversation {
    /// Obeys one line.
    fn hear(&mut self, line: &[u8]) -> Flow;
    /// Passes on what a search tells.
    fn report(&mut self, event: &Event);
    /// What searches tell.
    fn events(&self) -> &Receiver<Event>;
    /// Whether somebody still reads what is said.
    fn is_heard(&self) -> bool;
}

/// Speaks UCI or XBoard on stdin and stdout until `quit` or the end of input. The first line that is
/// not blank decides: `xboard`, or anything else for UCI. Nothing is printed before it.
///
/// # Errors
/// The first game of the catalogue can't be opened.
pub fn converse(catalogue: Catalogue) -> Result<(), OpenError> {
    let input = input::listen();
    let session = Session::new(catalogue)?;
    let Some(first) = first_line(&input) else { return Ok(()) };
    let output = Output::stdout();
    if first.trim_ascii() == b"xboard" {
        ignore_interrupts();
        hold(XBoard::new(session, output), &first, &input);
    } else {
        hold(Uci::new(session, output), &first, &input);
    }
    Ok(())
}

/// XBoard may send an interrupt before each of its commands, as it did to programs of old. To take note of
/// it and go on is all that is asked.
fn ignore_interrupts() {
    if let Err(error) = flag::register(SIGINT, Arc::new(AtomicBool::new(false))) {
        log::warn!("interrupts would end the process: {error}");
    }
}

fn first_line(input: &Receiver<Input>) -> Option<Vec<u8>> {
    input.iter().find_map(|line| match line {
        Input::Line(line) if line.trim_ascii().is_empty() => None,
        Input::Line(line) => Some(Some(line)),
        Input::End => Some(None),
    })?
}

/// Hands a line on. The log tells what is heard behind `>`, what is said behind `<`.
fn hear(conversation: &mut impl Conversation, line: &[u8]) -> Flow {
    log::debug!("> {}", String::from_utf8_lossy(line));
    conversation.hear(line)
}

fn hold(mut conversation: impl Conversation, first: &[u8], input: &Receiver<Input>) {
    let mut flow = hear(&mut conversation, first);
    while flow == Flow::GoOn && conversation.is_heard() {
        let events = conversation.events().clone();
        select! {
            recv(input) -> line => flow = match line {
                Ok(Input::Line(line)) => hear(&mut conversation, &line),
                Ok(Input::End) | Err(_) => Flow::Quit,
            },
            recv(events) -> event => if let Ok(event) = event {
                conversation.report(&event);
            },
        }
    }
    // The process ends now. Dropping would wait for the thread at work, whatever it does.
    std::mem::forget(conversation);
}
