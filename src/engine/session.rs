//! An engine's side of the protocol: lines in, lines out, and a thread that thinks.

use super::words::{Command, Go, Query, read_round, result};
use crate::games::{Position, Round};
use crate::player::{AlphaBeta, Choice, Player, PlayerSpec, Turn, guarded, register};
use crate::solver::StopSwitch;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// More lines are awaited.
    Continue,
    /// It is over.
    Quit,
}

/// What is kept back of a move's time for the way to the referee.
const MARGIN: Duration = Duration::from_millis(20);

const NO_POSITION: &str = "the last position was wrong: send another";

/// One conversation. Lines are answered on `out`, whole lines at a time, from this thread and from the
/// one that thinks.
#[derive(Debug)]
pub struct Session<W> {
    out: Arc<Mutex<W>>,
    options: Options,
    /// The game that was set up last; nothing where the line that should have done it was wrong.
    round: Option<Round>,
    thinking: Option<Thinking>,
}

/// A move that is being looked for.
#[derive(Debug)]
struct Thinking {
    switch: StopSwitch,
    thread: JoinHandle<()>,
    /// Whether it goes on until somebody stops it.
    infinite: bool,
}

/// What `setoption` sets.
#[derive(Clone, Debug)]
struct Options {
    threads: u16,
    hash: u32,
    tables: String,
    depth: u32,
    player: PlayerSpec,
    start: Position,
}

/// The player that answers where none is set, and who the options are for.
const USUAL: &str = "perfect";

impl<W: Write + Send + 'static> Session<W> {
    /// A conversation that begins; `start` is what `position startpos` means until it is set.
    pub fn new(out: W, start: Position) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(1024) as u16);
        let player = PlayerSpec::named(USUAL);
        let options = Options { threads, hash: 1024, tables: String::new(), depth: 0, player, start: start.clone() };
        Self { out: Arc::new(Mutex::new(out)), options, round: Some(Round::new(start)), thinking: None }
    }

    /// Answers a line.
    ///
    /// # Errors
    /// What the system says where an answer cannot be written.
    pub fn line(&mut self, line: &str) -> io::Result<Next> {
        let command = match Command::read(line) {
            Ok(command) => command,
            Err(message) => return self.complain(&message),
        };
        match command {
            Command::Ugi => self.say(&self.options.greeting()),
            Command::IsReady => self.say("readyok"),
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(()) => Ok(Next::Continue),
                Err(message) => self.complain(&message),
            },
            Command::NewGame => {
                self.stop();
                self.round = Some(Round::new(self.options.start.clone()));
                Ok(Next::Continue)
            }
            Command::Position(text) => {
                self.stop();
                match read_round(&text, &self.options.start) {
                    Ok(round) => {
                        self.round = Some(round);
                        Ok(Next::Continue)
                    }
                    Err(error) => self.wrong_position(&error.to_string()),
                }
            }
            Command::Go(go) => self.go(go),
            Command::Stop => {
                self.stop();
                Ok(Next::Continue)
            }
            Command::Query(query) => self.answer(query),
            Command::Nothing => Ok(Next::Continue),
            Command::Quit => {
                self.stop();
                Ok(Next::Quit)
            }
        }
    }

    /// Answers a position that is none, or a line of which no more is known than that it can only have been one:
    /// what was set up before is not what anybody asks about.
    ///
    /// # Errors
    /// What the system says where an answer cannot be written.
    pub fn wrong_position(&mut self, why: &str) -> io::Result<Next> {
        self.stop();
        self.round = None;
        self.complain(why)
    }

    /// Waits until what is being thought about is answered, when no more lines come: what only a line could
    /// end is stopped.
    pub fn finish(&mut self) {
        match &self.thinking {
            Some(Thinking { infinite: true, .. }) => self.stop(),
            _ => self.wait(),
        }
    }

    fn say(&self, line: &str) -> io::Result<Next> {
        write(&self.out, line)?;
        Ok(Next::Continue)
    }

    fn complain(&self, message: &str) -> io::Result<Next> {
        self.say(&format!("info string error: {}", message.replace('\n', " ")))
    }

    fn answer(&self, query: Query) -> io::Result<Next> {
        let Some(round) = &self.round else { return self.complain(NO_POSITION) };
        let answer = match query {
            Query::FirstToMove => (round.to_move().index() == 0).to_string(),
            Query::GameOver => round.is_over().to_string(),
            Query::Result => result(round).to_owned(),
        };
        self.say(&format!("response {answer}"))
    }

    fn stop(&mut self) {
        if let Some(Thinking { switch, .. }) = &self.thinking {
            switch.stop();
        }
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(Thinking { thread, .. }) = self.thinking.take() {
            let _ = thread.join();
        }
    }

    /// Every `go` has one `bestmove`: where there is no move to look for, it is `none`.
    fn go(&mut self, go: Result<Go, String>) -> io::Result<Next> {
        self.stop();
        match go.and_then(|go| self.begin(&go)) {
            Ok(()) => Ok(Next::Continue),
            Err(message) => {
                self.complain(&message)?;
                self.say("bestmove none")
            }
        }
    }

    fn begin(&mut self, go: &Go) -> Result<(), String> {
        let round = self.round.clone().ok_or(NO_POSITION)?;
        if round.is_over() {
            return Err("the game is over: there is no move to make".to_owned());
        }
        let limits = Thought::new(go, &self.options, &round);
        let player = limits.player(&self.options);
        let switch = limits.switch.clone();
        let out = Arc::clone(&self.out);
        let thread = std::thread::Builder::new().spawn(move || limits.think(player, &round, &out));
        let thread = thread.map_err(|error| format!("no thread to think in: {error}"))?;
        self.thinking = Some(Thinking { switch, thread, infinite: go.infinite });
        Ok(())
    }
}

fn write<W: Write>(out: &Mutex<W>, line: &str) -> io::Result<()> {
    // Somebody who panicked while writing has left at worst half a line.
    let mut out = out.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    writeln!(out, "{line}")?;
    out.flush()
}

/// A move to be found, and the limits it is under.
struct Thought {
    started: Instant,
    plies: Option<u32>,
    deadline: Option<Instant>,
    clock: Option<(Duration, Duration)>,
    switch: StopSwitch,
}

impl Thought {
    fn new(go: &Go, options: &Options, round: &Round) -> Self {
        let started = Instant::now();
        let side = round.to_move().index();
        let clock = go.left[side].map(|left| (left, go.increment[side]));
        let time = go.time.or(clock.map(|(left, _)| left));
        let time = time.map(|time| time.saturating_sub(MARGIN.min(time / 10)));
        let plies = go.depth.or((options.depth > 0).then_some(options.depth));
        let deadline = time.and_then(|time| started.checked_add(time));
        Self { started, plies, deadline, clock, switch: StopSwitch::default() }
    }

    /// The player that answers: where a depth is asked for of the perfect one, who knows none, the
    /// alpha-beta player.
    fn player(&self, options: &Options) -> Made {
        match self.plies {
            _ if options.player != PlayerSpec::named(USUAL) => make(&options.player),
            Some(_) => make(&PlayerSpec::named("alphabeta")),
            None => make(&options.perfect()),
        }
    }

    fn think<W: Write>(self, player: Made, round: &Round, out: &Mutex<W>) {
        let Self { deadline, clock, plies, ref switch, .. } = self;
        let turn = Turn { round, deadline, clock, plies, switch: switch.clone() };
        let chosen = chosen(player, &turn);
        let choice = chosen.unwrap_or_else(|error| in_a_hurry(round, &error, make(&PlayerSpec::named("alphabeta"))));
        // Nobody is left to be told where this cannot be written.
        let _ = write(out, &self.account(&choice));
        let mv = choice.mv.or_else(|| round.position().legal_moves().first().copied());
        if let Some(mv) = mv {
            let _ = write(out, &format!("bestmove {mv}"));
        }
    }

    /// The `info` lines that a choice is told with.
    fn account(&self, choice: &Choice) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let nodes = choice.leaves.unwrap_or(0);
        let mut line = "info".to_owned();
        if let Some(depth) = choice.depth {
            line += &format!(" depth {depth}");
        }
        if let Some(value) = choice.value {
            line += &format!(" score cp {}", i64::from(value) * 100);
        }
        line += &format!(" nodes {nodes} time {:.0} nps {:.0}", seconds * 1e3, nodes as f64 / seconds.max(1e-6));
        if let Some(mv) = choice.mv {
            line += &format!(" pv {mv}");
        }
        if choice.exact {
            line += "\ninfo string the value is exact";
        }
        if let Some(note) = &choice.note {
            line += &format!("\ninfo string {}", note.replace('\n', " "));
        }
        line
    }
}

/// A player, or why there is none.
type Made = Result<Box<dyn Player>, String>;

fn make(spec: &PlayerSpec) -> Made {
    register::make(spec).map_err(|error| error.to_string())
}

/// What a player chooses, or why it does not.
fn chosen(player: Made, turn: &Turn<'_>) -> Result<Choice, String> {
    let mut player = player?;
    let choice = guarded(|| {
        player.begin(0);
        player.choose(turn)
    });
    choice?.map_err(|error| error.to_string())
}

/// A move where the player has none, which `error` says: what looks best to `quick` one move ahead, or else the
/// first that there is.
fn in_a_hurry(round: &Round, error: &str, quick: Made) -> Choice {
    let turn = Turn { plies: Some(1), ..Turn::unlimited(round) };
    match chosen(quick, &turn) {
        Ok(choice) => Choice { note: Some(format!("{error}: a guess, one move ahead")), exact: false, ..choice },
        Err(_) => {
            let mv = round.position().legal_moves().first().copied();
            Choice { mv, note: Some(format!("{error}: the first move that there is")), ..Choice::default() }
        }
    }
}

impl Options {
    fn greeting(&self) -> String {
        let Self { threads, hash, tables, depth, player, start } = self;
        let tables = if tables.is_empty() { "<empty>" } else { tables };
        format!(
            "id name gridsolve {version}\nid author the gridsolve authors\n\
             option name Threads type spin default {threads} min 1 max 1024\n\
             option name Hash type spin default {hash} min 1 max 1048576\n\
             option name Tables type string default {tables}\n\
             option name Depth type spin default {depth} min 0 max {most}\n\
             option name Player type string default {player}\n\
             option name Start type string default {start}\n\
             ugiok",
            version = env!("CARGO_PKG_VERSION"),
            most = AlphaBeta::MOST_DEPTH,
        )
    }

    /// The perfect player with what is set.
    fn perfect(&self) -> PlayerSpec {
        let spec = PlayerSpec::named(USUAL).with_option("time", 86_400);
        let spec = spec.with_option("threads", self.threads).with_option("memory", self.hash);
        if self.tables.is_empty() { spec } else { spec.with_option("tables", &self.tables) }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.threads = number(name, value, 1, 1024)? as u16,
            "hash" => self.hash = number(name, value, 1, 1 << 20)? as u32,
            // Who asks for more gets what there is.
            "depth" => self.depth = number(name, value, 0, u32::MAX.into())?.min(AlphaBeta::MOST_DEPTH.into()) as u32,
            "tables" => {
                let tables = if value == "<empty>" { String::new() } else { value.to_owned() };
                let changed = Self { tables, ..self.clone() };
                make(&changed.perfect())?;
                *self = changed;
            }
            "player" => {
                let spec = value.parse::<PlayerSpec>().map_err(|error| error.to_string())?;
                make(&spec)?;
                self.player = spec;
            }
            "start" => self.start = Position::parse(value).map_err(|error| error.to_string())?,
            _ => {
                return Err(format!(
                    "there is no option {name:?}: there are Threads, Hash, Tables, Depth, Player, Start"
                ));
            }
        }
        Ok(())
    }
}

fn number(name: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{name} is a whole number from {least} to {most}, not {value:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::PlayerError;

    /// Does what it is told when it is asked for a move.
    struct Told(fn() -> Result<Choice, PlayerError>);

    impl Player for Told {
        fn choose(&mut self, _: &Turn<'_>) -> Result<Choice, PlayerError> {
            (self.0)()
        }
    }

    /// What is said of a move that a player cannot find.
    fn thought(told: fn() -> Result<Choice, PlayerError>) -> String {
        let start = Position::parse("dots:1x2:1010100").unwrap();
        let session = Session::new(Vec::new(), start);
        let round = session.round.as_ref().unwrap();
        Thought::new(&Go::default(), &session.options, round).think(Ok(Box::new(Told(told))), round, &session.out);
        String::from_utf8(session.out.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn a_player_that_fails_is_helped_out_by_a_guess() {
        for (told, why) in [
            ((|| panic!("as planned")) as fn() -> Result<Choice, PlayerError>, "it panicked: as planned"),
            (|| Err(PlayerError::CannotPlay("not this".to_owned())), "not this"),
            (|| Err(PlayerError::Late), "no move in time"),
        ] {
            let said = thought(told);
            assert!(said.contains(&format!("info string {why}: a guess, one move ahead\n")), "{said}");
            assert!(said.ends_with("\nbestmove v0,1\n") && said.matches("bestmove").count() == 1, "{said}");
        }
    }

    #[test]
    fn where_even_the_guess_fails_there_is_a_move() {
        let round = Round::new(Position::parse("dots:1x2:1010100").unwrap());
        let panics = || Ok(Box::new(Told(|| panic!("as planned"))) as Box<dyn Player>);
        let fails = || Ok(Box::new(Told(|| Err(PlayerError::Stopped))) as Box<dyn Player>);
        for quick in [panics(), fails(), Err("not to be had".to_owned())] {
            let choice = in_a_hurry(&round, "why", quick);
            assert_eq!(choice.mv, round.position().legal_moves().first().copied());
            assert_eq!(choice.note.as_deref(), Some("why: the first move that there is"));
        }
        // A player that cannot be made is one that fails.
        let session = Session::new(Vec::new(), round.start().clone());
        let thought = Thought::new(&Go::default(), &session.options, &round);
        thought.think(Err("no such player".to_owned()), &round, &session.out);
        let said = String::from_utf8(session.out.lock().unwrap().clone()).unwrap();
        assert!(said.contains("no such player: a guess") && said.ends_with("\nbestmove v0,1\n"), "{said}");
    }
}
