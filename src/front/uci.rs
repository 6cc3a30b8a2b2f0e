//! UCI: what each command does.

use super::{Conversation, Flow, NAME, Output};
use crate::clock::TimeControl;
use crate::game::{Dialect, Team};
use crate::search::Limits;
use crate::session::{Divided, Event, Finished, Gesture, Line, Manners, Session, Settings};
use caryatid_protocol::ParseError;
use caryatid_protocol::uci::{Command, Go, Info, Position, Reply, Start, parse};
use crossbeam::channel::Receiver;
use std::time::Duration;

/// The most notes that one line is answered with.
const MOST_NOTES: usize = 10;

/// A conversation in UCI.
pub(super) struct Uci {
    session: Session,
    output: Output,
    /// How the game goes, for the options that let the engine resign and offer draws.
    manners: Manners,
}

impl Uci {
    /// Speaks UCI about a session.
    pub(super) fn new(session: Session, output: Output) -> Uci {
        Uci { session, output, manners: Manners::default() }
    }

    fn note(&mut self, text: impl Into<String>) {
        self.output.say(Reply::InfoString(text.into()));
    }

    /// Says several things, but no flood of them: a broken line may hold thousands of words.
    fn notes(&mut self, texts: Vec<String>) {
        let more = texts.len().saturating_sub(MOST_NOTES);
        texts.into_iter().take(MOST_NOTES).for_each(|text| self.note(text));
        if more > 0 {
            self.note(format!("and {more} more of the kind"));
        }
    }

    fn introduce(&mut self) {
        self.output.say(Reply::Name(NAME.to_owned()));
        self.output.say(Reply::Author(env!("CARGO_PKG_AUTHORS").to_owned()));
        let catalogue = self.session.catalogue();
        let (variants, opened) = (catalogue.ids(), self.session.game().id());
        for option in Settings::default().declarations(&variants, opened, &catalogue.game_options())
        {
            self.output.say(Reply::Option(option));
        }
        self.output.say(Reply::UciOk);
    }

    /// Ends what is in flight; its answer is printed.
    fn halt(&mut self) {
        let mut heard = Vec::new();
        self.session.halt(|event| heard.push(event.clone()));
        heard.iter().for_each(|event| self.tell(event));
    }

    fn ready(&mut self) {
        self.output.say(Reply::ReadyOk);
        if !self.session.busy() {
            self.session.game_mut().prepare();
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        self.halt();
        let openings = self.session.openings();
        for note in self.session.set_option(name, value) {
            self.note(note);
        }
        if self.session.openings() != openings {
            self.manners = Manners::default();
        }
    }

    fn new_game(&mut self) {
        self.halt();
        self.manners = Manners::default();
        self.session.lose_track();
        self.session.game_mut().forget();
    }

    /// Sets up a position and follows the moves up to the first illegal one.
    fn position(&mut self, position: &Position) {
        self.halt();
        let game = self.session.game_mut();
        let mut notes = Vec::new();
        match &position.start {
            Start::Standard => game.set_start(Dialect::Uci),
            Start::Fen(fen) => match game.set_fen(fen) {
                Ok(corrections) => notes = corrections,
                Err(error) => {
                    return self.note(format!("position refused, the old one stays: {error}"));
                }
            },
        }
        for (index, text) in position.moves.iter().enumerate() {
            if let Err(refusal) = game.play(text, Dialect::Uci) {
                notes.push(format!(
                    "move {} of the list, {text}, is illegal: {refusal}; the list is followed up to \
                     there",
                    index + 1
                ));
                break;
            }
        }
        self.notes(notes);
    }

    fn go(&mut self, go: &Go) {
        self.halt();
        if self.count(go) {
            return;
        }
        let (search_moves, refused) = self.session.read_moves(&go.search_moves, Dialect::Uci);
        let all_refused = search_moves.is_empty() && !refused.is_empty();
        self.notes(refused.iter().map(|reason| format!("searchmoves: {reason}")).collect());
        if all_refused {
            self.note("searchmoves: no legal move is left, so all are searched");
        }
        let mut limits = limits(go, self.session.game().turn());
        if lacks_its_limit(go, &limits) {
            self.note("go: no limit that was meant is known, so there is no time to think");
            limits.movetime = Some(Duration::ZERO);
        }
        self.session.search(Limits { search_moves, ..limits }, Dialect::Uci);
    }

    /// Begins to count if that is asked for and can be done. If it can't be done, why not is said, and the
    /// rest of the line is a search: whoever waits for an answer must get one.
    fn count(&mut self, go: &Go) -> bool {
        match go.perft.map(|depth| self.session.count(depth, Dialect::Uci)) {
            Some(Ok(())) => return true,
            Some(Err(refusal)) => self.note(format!("perft: {refusal}")),
            None if go.unreadable.contains(&"perft") => {
                self.note("perft: a number of moves, 0 or more, is needed; nothing is counted");
            }
            None => {}
        }
        false
    }

    fn display(&mut self) {
        let game = self.session.game();
        let (picture, fen, key) = (game.picture(), game.fen(), game.key());
        self.lines(&picture);
        self.output.say(format!("Fen: {fen}"));
        self.output.say(format!("Key: {key:016X}"));
    }

    /// Passes on what a search tells. UCI has no words for resigning and draws: where the options ask for
    /// them they are said as text.
    fn tell(&mut self, event: &Event) {
        if let Event::Finished(finished) = event {
            let (resign_at, offers) =
                (self.session.resign_at(), self.session.settings().draw_offers);
            match self.manners.heed(finished, resign_at, offers) {
                Some(Gesture::Resignation) => self.note("the game is lost: resigns"),
                Some(Gesture::DrawOffer) => self.note("the game is level: offers a draw"),
                None => {}
            }
        }
        tell(&mut self.output, event);
    }

    fn lines(&mut self, text: &str) {
        for line in text.lines() {
            self.output.say(Reply::Plain(line.to_owned()));
        }
    }

    fn obey(&mut self, command: Command) -> Flow {
        match command {
            Command::Blank | Command::Debug(_) | Command::Register => {}
            Command::Uci => self.introduce(),
            Command::IsReady => self.ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.new_game(),
            Command::Position(position) => self.position(&position),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.session.stop(),
            Command::PonderHit => self.session.ponder_hit(),
            Command::Quit => return Flow::Quit,
            Command::Display => self.display(),
            Command::Evaluate => {
                let text = self.session.game().evaluation();
                self.lines(&text);
            }
            Command::Bench(_) => {
                self.note("bench is a command of the command line: caryatid bench");
            }
        }
        Flow::GoOn
    }
}

impl Conversation for Uci {
    fn hear(&mut self, line: &[u8]) -> Flow {
        match parse(line) {
            Ok(parsed) => {
                self.notes(parsed.notes);
                self.obey(parsed.command)
            }
            Err(error) => {
                let text = match &error {
                    ParseError::Unreadable => "a line that is not text was ignored".to_owned(),
                    other => other.to_string(),
                };
                self.note(text);
                Flow::GoOn
            }
        }
    }

    fn report(&mut self, event: &Event) {
        self.session.landed(event);
        self.tell(event);
    }

    fn events(&self) -> &Receiver<Event> {
        self.session.events()
    }

    fn is_heard(&self) -> bool {
        self.output.is_heard()
    }
}

/// What `go` asks of a search for the side on turn.
fn limits(go: &Go, turn: Team) -> Limits {
    let (time, increment) = match turn {
        Team::White => (go.white_time, go.white_increment),
        Team::Black => (go.black_time, go.black_increment),
    };
    let clocks = [go.white_time, go.black_time, go.white_increment, go.black_increment];
    // Where clocks run, a missing own one has nothing left.
    let clock = clocks.iter().any(Option::is_some).then(|| TimeControl {
        remaining: time.unwrap_or(0),
        increment: increment.unwrap_or(0),
        moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
    });
    Limits {
        depth: go.depth.map(|depth| depth.max(1)),
        nodes: go.nodes.map(|nodes| nodes.max(1)),
        mate: go.mate.filter(|&moves| moves > 0),
        movetime: go.move_time.map(|time| Duration::from_millis(time.max(0).unsigned_abs())),
        clock,
        infinite: go.infinite,
        ponder: go.ponder,
        ..Limits::default()
    }
}

/// Whether a limit was meant and none is known that would end the search: its number is missing, or it says
/// nothing alone, as `movestogo` without a clock, or asks for a count that is refused. A program whose clock runs must not wait for ever then. Where
/// any limit can be read, it is kept to, whatever else is wrong.
fn lacks_its_limit(go: &Go, limits: &Limits) -> bool {
    let is_meant = !go.unreadable.is_empty()
        || go.moves_to_go.is_some()
        || go.mate.is_some()
        || go.perft.is_some();
    let Limits { depth, nodes, mate, movetime, clock, infinite, .. } = limits;
    let counts = depth.is_some() || nodes.is_some() || mate.is_some();
    is_meant && !infinite && !counts && movetime.is_none() && clock.is_none()
}

fn tell(output: &mut Output, event: &Event) {
    match event {
        Event::Line(line) => output.say(Reply::Info(info(line))),
        Event::Finished(finished) => output.say(best_move(finished)),
        Event::Divided(divided) => tell_count(output, divided),
        Event::Note(text) => output.say(Reply::InfoString(text.clone())),
        Event::Failed(text) => {
            log::error!("{text}");
            output.say(Reply::InfoString(text.clone()));
        }
    }
}

fn info(line: &Line) -> Info {
    let score = Some((line.score, line.bound));
    if line.depth == 0 {
        return Info { depth: Some(0), score, ..Info::default() };
    }
    Info {
        depth: Some(line.depth),
        selective_depth: Some(line.selective_depth),
        multi_pv: u32::try_from(line.multi_pv).ok(),
        score,
        nodes: Some(line.nodes),
        nodes_per_second: Some(line.nodes_per_second()),
        hash_full: Some(line.hashfull),
        time: u64::try_from(line.time.as_millis()).ok(),
        pv: line.pv.clone(),
        ..Info::default()
    }
}

fn best_move(finished: &Finished) -> Reply {
    Reply::BestMove { best: finished.best.first().cloned(), ponder: finished.ponder.clone() }
}

fn tell_count(output: &mut Output, divided: &Divided) {
    let (Some(counts), Some(total)) = (&divided.counts, divided.total()) else {
        return output.say(Reply::InfoString("perft was stopped".to_owned()));
    };
    for (action, count) in counts {
        output.say(Reply::PerftMove { action: action.clone(), count: *count });
    }
    output.say(Reply::Plain(String::new()));
    output.say(Reply::PerftTotal(total));
}

#[cfg(test)]
mod tests {
    use super::limits;
    use crate::game::Team;
    use caryatid_protocol::uci::Go;
    use std::time::Duration;

    #[test]
    fn the_own_clock_is_taken_and_a_missing_one_is_empty() {
        let go = Go { white_time: Some(5000), black_increment: Some(70), ..Go::default() };
        let white = limits(&go, Team::White).clock.map(|clock| (clock.remaining, clock.increment));
        let black = limits(&go, Team::Black).clock.map(|clock| (clock.remaining, clock.increment));
        assert_eq!((white, black), (Some((5000, 0)), Some((0, 70))));
        assert_eq!(limits(&Go::default(), Team::White).clock, None);
    }

    #[test]
    fn zero_and_negative_limits_mean_at_once() {
        let go = Go {
            depth: Some(0),
            nodes: Some(0),
            move_time: Some(-5),
            moves_to_go: Some(0),
            white_time: Some(-1),
            ..Go::default()
        };
        let limits = limits(&go, Team::White);
        assert_eq!((limits.depth, limits.nodes), (Some(1), Some(1)));
        assert_eq!(limits.movetime, Some(Duration::ZERO));
        assert_eq!(limits.clock.and_then(|clock| clock.moves_to_go), None);
    }
}
