//! Reading stdin without ever making the conversation wait.

use crossbeam::channel::{Receiver, Sender, unbounded};
use std::io::{self, BufRead, Read};
use std::process;
use std::thread;
use std::time::Duration;

/// How long the conversation may be busy with one line after the end has come in.
const PATIENCE: Duration = Duration::from_millis(400);

/// The longest line that is read, in bytes: a game of two million moves.
const LONGEST_LINE: u64 = 16 << 20;

/// What came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A line without its line feed, as bytes: it need not be text.
    Line(Vec<u8>),
    /// Nothing more will come.
    End,
}

/// Starts a thread that reads stdin line by line, up to its end or `quit`. Where the conversation does
/// not come to that end, whatever keeps it, the thread ends the process.
pub(super) fn listen() -> Receiver<Input> {
    let (sender, receiver) = unbounded();
    let started = thread::Builder::new().name("input".to_owned()).spawn({
        let sender = sender.clone();
        move || {
            read_lines(io::stdin().lock(), &sender);
            wait_for_standstill(&sender, PATIENCE);
            log::info!("the conversation did not end by itself");
            process::exit(0);
        }
    });
    if let Err(error) = started {
        log::error!("no thread for the input: {error}");
    }
    receiver
}

/// Returns when no line has been taken for so long.
fn wait_for_standstill(sender: &Sender<Input>, patience: Duration) {
    let mut left = sender.len();
    loop {
        thread::sleep(patience);
        match sender.len() {
            same if same == left => return,
            fewer => left = fewer,
        }
    }
}

/// Sends each line, the last one even without its line feed, then the end. In both protocols nothing
/// can come after `quit`.
fn read_lines(mut source: impl BufRead, sender: &Sender<Input>) {
    loop {
        match next_line(&mut source) {
            Ok(None) => break,
            Ok(Some(line)) => {
                let is_last = line.trim_ascii() == b"quit";
                if sender.send(Input::Line(line)).is_err() {
                    return;
                }
                if is_last {
                    break;
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

/// The next line without its line feed. One that is too long is passed over.
fn next_line(source: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut is_rest = false;
    loop {
        let mut line = Vec::new();
        if source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let is_whole = line.pop_if(|last| *last == b'\n').is_some();
        if !is_whole && line.len() as u64 == LONGEST_LINE {
            is_rest = true;
        } else if is_rest {
            log::warn!("a line of more than {LONGEST_LINE} bytes was ignored");
            is_rest = false;
        } else {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Input, LONGEST_LINE, read_lines, wait_for_standstill};
    use crossbeam::channel::unbounded;
    use std::thread;
    use std::time::{Duration, Instant};

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

    #[test]
    fn a_line_too_long_is_passed_over() {
        let longest = usize::try_from(LONGEST_LINE).unwrap_or(0);
        for length in [longest, longest + 1, 2 * longest + 5] {
            let (sender, receiver) = unbounded();
            let text = [b"uci\n", vec![b'x'; length].as_slice(), b"\nquit\n"].concat();
            read_lines(text.as_slice(), &sender);
            let heard: Vec<Input> = receiver.try_iter().collect();
            let line = |bytes: &[u8]| Input::Line(bytes.to_vec());
            assert_eq!(heard, [line(b"uci"), line(b"quit"), Input::End], "{length}");
        }
    }

    #[test]
    fn nothing_is_read_after_quit() {
        let (sender, receiver) = unbounded();
        read_lines(&b"xboard\n quit\r\nnew\n"[..], &sender);
        let heard: Vec<Input> = receiver.try_iter().collect();
        assert_eq!(heard.len(), 3, "{heard:?}");
        assert_eq!(heard[1..], [Input::Line(b" quit\r".to_vec()), Input::End]);
    }

    #[test]
    fn a_conversation_that_still_takes_lines_is_not_cut_off() {
        const PATIENCE: Duration = Duration::from_millis(400);
        let (sender, receiver) = unbounded();
        (0..9).for_each(|_| sender.send(Input::End).unwrap_or_default());
        let begun = Instant::now();
        let slow = thread::spawn(move || {
            for _ in receiver.iter().take(8) {
                thread::sleep(PATIENCE / 4);
            }
            receiver
        });
        wait_for_standstill(&sender, PATIENCE);
        assert!(begun.elapsed() > 2 * PATIENCE, "{:?}", begun.elapsed());
        assert!(slow.join().is_ok_and(|receiver| receiver.len() == 1));
        let begun = Instant::now();
        wait_for_standstill(&sender, PATIENCE);
        assert!(begun.elapsed() < 3 * PATIENCE, "{:?}", begun.elapsed());
    }
}
