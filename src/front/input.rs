//! Reading stdin without ever making the conversation wait.

use crossbeam::channel::{Receiver, Sender, unbounded};
use std::io::{self, BufRead};
use std::thread;

/// What came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A line without its line feed, as bytes: it need not be text.
    Line(Vec<u8>),
    /// Nothing more will come.
    End,
}

/// Starts a thread that reads stdin line by line.
pub(super) fn listen() -> Receiver<Input> {
    let (sender, receiver) = unbounded();
    let started = thread::Builder::new().name("input".to_owned()).spawn({
        let sender = sender.clone();
        move || read_lines(io::stdin().lock(), &sender)
    });
    if let Err(error) = started {
        log::error!("no thread for the input: {error}");
    }
    receiver
}

/// Sends each line, the last one even without its line feed, then the end.
fn read_lines(mut source: impl BufRead, sender: &Sender<Input>) {
    loop {
        let mut line = Vec::new();
        match source.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) => {
                if line.last() == Some(&b'\n') {
                    line.pop();
                }
                if sender.send(Input::Line(line)).is_err() {
                    return;
                }
            }
            Err(error) => {
                log::warn!("reading input: {error}");
                break;
            }
        }
    }
    // The conversation may have ended meanwhile.
    let _ = sender.send(Input::End);
}

#[cfg(test)]
mod tests {
    use super::{Input, read_lines};
    use crossbeam::channel::unbounded;

    #[test]
    fn lines_may_hold_any_bytes_and_the_last_needs_no_line_feed() {
        let (sender, receiver) = unbounded();
        read_lines(&b"uci\n\xff\xfe\0go\n\nquit"[..], &sender);
        let heard: Vec<Input> = receiver.try_iter().collect();
        let line = |bytes: &[u8]| Input::Line(bytes.to_vec());
        assert_eq!(
            heard,
            [line(b"uci"), line(b"\xff\xfe\0go"), line(b""), line(b"quit"), Input::End]
        );
    }
}
