//! Tries a program that claims to speak the protocol, and says what is wrong with it.

use super::process::{Process, Silence};
use super::program::position_line;
use super::words::{best_move, result, shortened};
use crate::chance::Chance;
use crate::games::{Move, Position, Round};
use crate::notation::GameName;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// What is tried, and how long each thing may take.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where games start.
    pub start: Position,
    /// How many games are played through.
    pub games: u32,
    /// What chance depends on.
    pub seed: u64,
    /// What the program is given for a move.
    pub time: Duration,
}

/// One thing that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What was tried, in words.
    pub name: &'static str,
    /// What is wrong; nothing where it went well.
    pub fault: Option<String>,
}

/// How long anything may take that needs no thought.
const AT_ONCE: Duration = Duration::from_secs(1);
/// How long a program may take to start.
const TO_START: Duration = Duration::from_secs(10);
/// How long a move may take where its time is not what is tried.
const FOR_A_MOVE: Duration = Duration::from_secs(10);
/// How long is listened for what nobody has asked for.
const LINGER: Duration = Duration::from_millis(300);
/// Legal moves from which on nobody solves a board at once.
const LARGE: usize = 80;
/// What a move may take beyond its time: the way there and back on a busy machine.
const TOLERANCE: Duration = Duration::from_millis(150);

type Attempt = fn(&mut Talk<'_>) -> Result<(), String>;

const ATTEMPTS: [(&str, Attempt); 9] = [
    ("greets: id and ugiok", |_| Ok(())),
    ("knows whose turn it is, also after an extra turn", follows_games),
    ("knows when a game is over, and who won", judges_ends),
    ("plays whole games by legal moves", plays_games),
    ("keeps to its time", keeps_time),
    ("answers go depth", looks_ahead),
    ("says readyok while it thinks, and stops when told", stops),
    ("answers each go once", answers_once),
    ("survives lines that it does not know", survives),
];

const ENDS: [(&str, Attempt); 3] = [
    ("ends when told to quit", |talk| talk.send("quit")),
    ("ends when told to quit while it thinks", |talk| {
        talk.lets_think()?;
        talk.send("quit")
    }),
    ("ends with its input while it thinks", |talk| {
        talk.lets_think()?;
        talk.process.end_input();
        Ok(())
    }),
];

/// Tries everything on `command`, a fresh process each time, and hands each result to `each`.
pub fn check(command: &str, settings: &Settings, each: &mut dyn FnMut(&Trial)) -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut note = |name, outcome: Result<(), String>| {
        let trial = Trial { name, fault: outcome.err() };
        each(&trial);
        trials.push(trial);
    };
    for (name, attempt) in ATTEMPTS {
        let outcome = Talk::start(command, settings).and_then(|mut talk| {
            attempt(&mut talk)?;
            // What it says too much, it has said before this.
            talk.ready()
        });
        let could_start = name != ATTEMPTS[0].0 || outcome.is_ok();
        note(name, outcome);
        if !could_start {
            // Nothing else can be learnt of a program that does not start.
            return trials;
        }
    }
    for (name, attempt) in ENDS {
        let outcome = Talk::start(command, settings).and_then(|mut talk| {
            attempt(&mut talk)?;
            talk.ends()
        });
        note(name, outcome);
    }
    trials
}

/// A conversation with the program on trial.
struct Talk<'s> {
    process: Process,
    settings: &'s Settings,
    /// How many moves were asked for that have not come.
    owed: Cell<usize>,
}

impl<'s> Talk<'s> {
    fn start(command: &str, settings: &'s Settings) -> Result<Self, String> {
        let talk = Self { process: Process::start(command)?, settings, owed: Cell::new(0) };
        let mut named = false;
        talk.send("ugi")?;
        talk.wait("ugiok", Instant::now() + TO_START, |line| {
            named |= line.starts_with("id name ");
            (line == "ugiok").then_some(())
        })?;
        talk.ready()?;
        if named { Ok(talk) } else { Err("it never sent \"id name …\" before \"ugiok\"".to_owned()) }
    }

    fn send(&self, line: &str) -> Result<(), String> {
        if line.split_whitespace().next() == Some("go") {
            self.owed.set(self.owed.get() + 1);
        }
        self.process.send(line).map_err(|silence| in_words(&silence, line))
    }

    /// Reads lines until `found` finds something in one.
    fn wait<T>(&self, awaited: &str, deadline: Instant, mut found: impl FnMut(&str) -> Option<T>) -> Result<T, String> {
        loop {
            let line = self.process.receive(deadline).map_err(|silence| in_words(&silence, awaited))?;
            self.hear(&line)?;
            if let Some(found) = found(line.trim()) {
                return Ok(found);
            }
        }
    }

    /// Notes that a move has come, if it was asked for.
    fn hear(&self, line: &str) -> Result<(), String> {
        if best_move(line).is_none() {
            return Ok(());
        }
        let wrong = || format!("{:?}, though no move was asked for: each go has one answer", shortened(line));
        self.owed.set(self.owed.get().checked_sub(1).ok_or_else(wrong)?);
        Ok(())
    }

    /// Listens a while longer: what is said too much may come late.
    fn linger(&self) -> Result<(), String> {
        let deadline = Instant::now() + LINGER;
        loop {
            match self.process.receive(deadline) {
                Ok(line) => self.hear(&line)?,
                Err(Silence::Late) => return Ok(()),
                Err(silence) => return Err(in_words(&silence, "more")),
            }
        }
    }

    /// Whether it ends within two seconds, whatever it says until then.
    fn ends(&mut self) -> Result<(), String> {
        let deadline = Instant::now() + 2 * AT_ONCE;
        while self.process.receive(deadline).is_ok() {}
        if self.process.has_ended(deadline) { Ok(()) } else { Err("it still runs two seconds later".to_owned()) }
    }

    fn ready(&self) -> Result<(), String> {
        self.send("isready")?;
        self.wait("readyok", Instant::now() + AT_ONCE, |line| (line == "readyok").then_some(()))
    }

    fn set_up(&self, round: &Round) -> Result<(), String> {
        self.send(&position_line(round))?;
        self.ready()
    }

    fn ask(&self, query: &str, round: &Round, right: &str) -> Result<(), String> {
        self.send(&format!("query {query}"))?;
        let deadline = Instant::now() + AT_ONCE;
        let awaited = format!("response to query {query}");
        let answer =
            self.wait(&awaited, deadline, |line| line.strip_prefix("response").map(|rest| rest.trim().to_owned()))?;
        if answer == right {
            return Ok(());
        }
        Err(format!("after {:?} query {query} is {right}, not {}", position_line(round), shortened(&answer)))
    }

    /// Asks for a move with `go`, which must be there by `deadline`, and be legal.
    fn best_move(&self, round: &Round, go: &str, deadline: Instant) -> Result<Move, String> {
        self.send(go)?;
        let text = self.wait("bestmove", deadline, |line| best_move(line).map(str::to_owned))?;
        legal(round, &text)
    }

    fn at_start(&self, go: &str) -> Result<(), String> {
        let round = Round::new(self.settings.start.clone());
        self.set_up(&round)?;
        self.best_move(&round, go, Instant::now() + FOR_A_MOVE).map(|_| ())
    }

    /// Lets it think about a board that it cannot have done with.
    fn lets_think(&self) -> Result<Round, String> {
        let round = large(&self.settings.start)?;
        self.set_up(&round)?;
        self.send("go infinite")?;
        Ok(round)
    }

    /// Makes random moves from the start and looks at each position on the way.
    fn along_games(&self, look: impl Fn(&Self, &Round) -> Result<(), String>) -> Result<(), String> {
        for game in 0..self.settings.games.max(1) {
            let mut chance = Chance::of(self.settings.seed, u64::from(game));
            let mut round = Round::new(self.settings.start.clone());
            loop {
                look(self, &round)?;
                let moves = round.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                round.play(*chance.one_of(&moves)).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }
}

/// Reads a move that is one, and can be made.
fn legal(round: &Round, text: &str) -> Result<Move, String> {
    let mv = round.position().parse_move(text);
    mv.map_err(|error| format!("after {:?}, bestmove {}: {error}", position_line(round), shortened(text)))
}

/// A board of the same game on which nobody sees the end of the game at once.
fn large(start: &Position) -> Result<Round, String> {
    if start.legal_moves().len() >= LARGE {
        return Ok(Round::new(start.clone()));
    }
    let board = match start.game() {
        GameName::Dots => "dots:6x6",
        GameName::DotDot => "dotdot:6x6",
        GameName::Domineering => "domineering:12x12:v",
        GameName::Cram => "cram:9x9",
        GameName::Xo => "xo:9x9",
        GameName::Kings => "kings:10x10",
    };
    Position::parse(board).map(Round::new).map_err(|error| error.to_string())
}

fn in_words(silence: &Silence, awaited: &str) -> String {
    match silence {
        Silence::Late => format!("no {awaited:?} in time"),
        Silence::Gone(why) => format!("waiting for {awaited:?}: {why}"),
    }
}

fn follows_games(talk: &mut Talk<'_>) -> Result<(), String> {
    talk.along_games(|talk, round| {
        talk.set_up(round)?;
        talk.ask("p1turn", round, if round.to_move().index() == 0 { "true" } else { "false" })
    })
}

fn judges_ends(talk: &mut Talk<'_>) -> Result<(), String> {
    talk.along_games(|talk, round| {
        talk.set_up(round)?;
        talk.ask("gameover", round, if round.is_over() { "true" } else { "false" })?;
        talk.ask("result", round, result(round))
    })
}

fn plays_games(talk: &mut Talk<'_>) -> Result<(), String> {
    let go = format!("go movetime {}", talk.settings.time.as_millis());
    for _ in 0..talk.settings.games.max(1) {
        talk.send("uginewgame")?;
        let mut round = Round::new(talk.settings.start.clone());
        while !round.is_over() {
            talk.set_up(&round)?;
            let mv = talk.best_move(&round, &go, Instant::now() + talk.settings.time + FOR_A_MOVE)?;
            round.play(mv).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

fn keeps_time(talk: &mut Talk<'_>) -> Result<(), String> {
    let Settings { time, start, .. } = talk.settings;
    let round = Round::new(start.clone());
    for go in [
        format!("go movetime {}", time.as_millis()),
        format!("go p1time {0} p2time {0} p1inc 0 p2inc 0", time.as_millis()),
    ] {
        talk.set_up(&round)?;
        let started = Instant::now();
        talk.best_move(&round, &go, started + *time + FOR_A_MOVE)?;
        let taken = started.elapsed();
        if taken > *time + TOLERANCE {
            return Err(format!("{go:?} took {} ms", taken.as_millis()));
        }
    }
    Ok(())
}

/// Two plies of a board whose end is far.
fn looks_ahead(talk: &mut Talk<'_>) -> Result<(), String> {
    let round = large(&talk.settings.start)?;
    talk.set_up(&round)?;
    talk.best_move(&round, "go depth 2", Instant::now() + FOR_A_MOVE).map(|_| ())
}

fn stops(talk: &mut Talk<'_>) -> Result<(), String> {
    let round = talk.lets_think()?;
    talk.send("isready")?;
    talk.send("stop")?;
    let (mut is_ready, mut move_made) = (false, None);
    let deadline = Instant::now() + 2 * AT_ONCE;
    talk.wait("readyok and bestmove after stop", deadline, |line| {
        is_ready |= line == "readyok";
        move_made = move_made.take().or_else(|| best_move(line).map(str::to_owned));
        (is_ready && move_made.is_some()).then_some(())
    })?;
    legal(&round, &move_made.unwrap_or_default()).map(|_| ())
}

/// One that is told to stop when it has answered has nothing to add.
fn answers_once(talk: &mut Talk<'_>) -> Result<(), String> {
    let go = format!("go movetime {}", talk.settings.time.as_millis());
    talk.at_start(&go)?;
    talk.send("stop")?;
    talk.ready()?;
    talk.at_start(&go)?;
    talk.linger()
}

fn survives(talk: &mut Talk<'_>) -> Result<(), String> {
    for line in
        ["", "xyzzy", "position fen nonsense:9", "go depth", "stop", "setoption name", "isready\r", "query nothing"]
    {
        talk.send(line)?;
    }
    let long = "x".repeat(10_000);
    talk.send(&long)?;
    talk.send("isready")?;
    let mut answers = 0;
    talk.wait("readyok", Instant::now() + AT_ONCE, |line| {
        answers += u32::from(line == "readyok");
        (answers == 2).then_some(())
    })
    .map_err(|error| format!("{error} (after lines it does not know; a line may end with CR LF)"))?;
    // It may answer a go that is none, or not; what comes now belongs to another.
    talk.linger()?;
    talk.owed.set(0);
    talk.at_start(&format!("go movetime {}", talk.settings.time.as_millis()))
}
