//! One solve for all who ask the same. It ends when the last of them has gone away, and its answer is kept
//! a while for those who come later.

use super::errand;
use super::pool::{Full, Lane, Load, Task};
use super::problem::Problem;
use crate::answer::Answer;
use crate::games::Position;
use crate::games::domineering::{DomineeringPosition, Turn};
use crate::games::dots::Rule;
use crate::notation::AnswerRecord;
use crate::player::Resources;
use crate::solver::{BothSides, Progress, Side, SolveError, Solver, StopSwitch};
use crate::table::Catalog;
use axum::http::StatusCode;
use serde::{Serialize, Serializer};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long an answer is kept, and how many are.
const KEPT: Duration = Duration::from_secs(60);
const MOST_KEPT: usize = 512;

/// What is asked of the solver.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) position: Position,
    pub(super) all_moves: bool,
    pub(super) line: bool,
    pub(super) game_value: bool,
    /// How long may be searched.
    pub(super) time: Duration,
}

/// Questions with the same key have the same answer.
type Key = (String, bool, bool, bool, Duration);

impl Question {
    fn key(&self) -> Key {
        (self.position.to_string(), self.all_moves, self.line, self.game_value, self.time)
    }

    /// Whether it is answered within milliseconds, as far as can be told from outside.
    fn is_small(&self) -> bool {
        let (open, most) = match &self.position {
            Position::Dots(position) => {
                let most = if position.rule() == Rule::Free { 24 } else { 16 };
                (position.free_lines().count(), most)
            }
            Position::Domineering(position) => (position.grid().free_squares().count(), 30),
            Position::Cram(position) | Position::Xo(position) => (position.grid().free_squares().count(), 20),
            Position::Kings(position) => (position.grid().free_squares().count(), 30),
        };
        open <= most && !self.game_value
    }
}

/// An answer with the position that was asked about, or with both where no side moves.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    One(Position, Answer),
    Both(BothSides),
}

impl Reply {
    fn to(question: &Question, solver: &Solver) -> Result<Self, SolveError> {
        match &question.position {
            Position::Domineering(board) if board.turn().is_none() => Ok(Self::Both(solver.solve_both_sides(board)?)),
            position => Ok(Self::One(position.clone(), solver.solve(position)?)),
        }
    }

    fn is_complete(&self) -> bool {
        match self {
            Self::One(_, answer) => answer.complete,
            Self::Both(both) => both.vertical.answer.complete && both.horizontal.answer.complete,
        }
    }
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(position, answer) => AnswerRecord { position, answer }.serialize(serializer),
            Self::Both(both) => both.serialize(serializer),
        }
    }
}

/// How a question ended.
pub(super) type Ending = Result<Arc<Reply>, Problem>;

/// How far a question has come.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// No thread is free.
    Waiting,
    /// It is searched.
    Searching,
    /// It is answered.
    Done(Ending),
}

/// A question that is worked on.
struct Work {
    /// Tells it from an earlier one with the same key.
    number: u64,
    switch: StopSwitch,
    progress: Progress,
    stage: watch::Receiver<Stage>,
    /// Who waits for it.
    askers: usize,
    /// Whether its answer is kept when nobody waits any more.
    is_kept: bool,
}

/// Takes questions and gives answers.
pub(super) struct Desk {
    quick: Lane,
    long: Lane,
    players: Lane,
    tables: Option<Arc<Catalog>>,
    /// What each long question may remember, and each of those that are small, and each player.
    memory_each: u64,
    memory_small: u64,
    book: Mutex<Book>,
}

#[derive(Default)]
struct Book {
    works: HashMap<Key, Work>,
    /// Those that are answered, the oldest first.
    answered: VecDeque<(Instant, Key, u64)>,
    /// How many there have been.
    count: u64,
}

/// Somebody who waits for an answer. Where the last one is dropped, the search ends.
pub(super) struct Asked {
    /// Where it stands in the book; nowhere, where the answer was there at once.
    place: Option<(Arc<Desk>, Key, u64)>,
    progress: Progress,
    stage: watch::Receiver<Stage>,
}

impl Desk {
    /// A desk that works on `threads` long questions at once; `waiting` more may wait. As many threads of their own
    /// have small questions, and as many players, so that they never stand behind those. All of it remembers at
    /// most `memory` bytes: each long question has a share, the small ones together another, the players together
    /// another.
    ///
    /// # Errors
    /// What the system says where it gives no thread.
    pub(super) fn new(
        threads: usize,
        memory: u64,
        waiting: usize,
        tables: Option<Arc<Catalog>>,
    ) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let memory_each = memory / (threads as u64 + 2);
        Ok(Self {
            quick: Lane::new("quick", threads, 64 * waiting)?,
            long: Lane::new("long", threads, waiting)?,
            players: Lane::new("player", threads, 4 * waiting)?,
            tables,
            memory_each,
            memory_small: memory_each / threads as u64,
            book: Mutex::default(),
        })
    }

    /// What the tables say, and nothing searched: `None` where they do not hold the position. The answer is not
    /// complete where they do not hold all that was asked for.
    pub(super) fn probe(&self, question: &Question) -> Option<Reply> {
        self.tables.as_ref()?;
        let solver = self.solver(question);
        let Position::Domineering(board) = &question.position else {
            return Some(Reply::One(question.position.clone(), solver.probe(&question.position)?));
        };
        let side = |turn| {
            let position = Position::Domineering(DomineeringPosition::new(board.grid().clone(), Some(turn)));
            Some(Side { answer: solver.probe(&position)?, position })
        };
        if let Some(turn) = board.turn() {
            let Side { position, answer } = side(turn)?;
            return Some(Reply::One(position, answer));
        }
        Some(Reply::Both(BothSides { vertical: side(Turn::Vertical)?, horizontal: side(Turn::Horizontal)? }))
    }

    /// Who finds out what is asked, with the tables.
    fn solver(&self, question: &Question) -> Solver {
        let solver = Solver::new()
            .time(question.time)
            .all_moves(question.all_moves)
            .line(question.line)
            .game_value(question.game_value);
        match &self.tables {
            Some(tables) => solver.tables(Arc::clone(tables) as _),
            None => solver,
        }
    }

    /// Asks a question; who asks what is being answered waits with the others.
    pub(super) fn ask(self: &Arc<Self>, question: Question) -> Result<Asked, Problem> {
        // What tables hold is looked up before anybody is kept waiting for the book. A whole line takes so many
        // look-ups that it is left to a thread that may take its time.
        if !question.line
            && let Some(reply) = self.probe(&question).filter(Reply::is_complete)
        {
            return Ok(Asked::answered(reply));
        }
        let key = question.key();
        let mut book = self.lock();
        book.forget_old();
        if !book.works.contains_key(&key) {
            book.count += 1;
            let work = self.begin(question, book.count)?;
            book.works.insert(key.clone(), work);
        }
        let Some(work) = book.works.get_mut(&key) else {
            return Err(Problem::busy("the question is gone: ask again"));
        };
        work.askers += 1;
        let (number, progress, stage) = (work.number, work.progress.clone(), work.stage.clone());
        Ok(Asked { place: Some((Arc::clone(self), key, number)), progress, stage })
    }

    fn begin(self: &Arc<Self>, question: Question, number: u64) -> Result<Work, Problem> {
        let small = question.is_small();
        let (lane, memory) = if small { (&self.quick, self.memory_small) } else { (&self.long, self.memory_each) };
        let solver = self.solver(&question).memory(memory);
        let (sender, stage) = watch::channel(Stage::Waiting);
        let (switch, progress) = (solver.stop_switch(), solver.progress());
        let desk = Arc::downgrade(self);
        let run = move |threads| {
            sender.send_replace(Stage::Searching);
            let solver = solver.threads(if small { 1 } else { threads });
            let ending = Reply::to(&question, &solver).map(Arc::new).map_err(Problem::from);
            let is_kept = ending.as_ref().is_ok_and(|reply| reply.is_complete());
            if let Some(desk) = desk.upgrade() {
                desk.lock().finish(question.key(), number, is_kept);
            }
            sender.send_replace(Stage::Done(ending));
        };
        lane.submit(Task { switch: switch.clone(), run: Box::new(run) })?;
        Ok(Work { number, switch, progress, stage, askers: 0, is_kept: false })
    }

    /// What each player may use.
    pub(super) fn resources(&self) -> Resources {
        Resources { memory: self.memory_small, tables: self.tables.clone() }
    }

    /// Lets a player think on a thread of those that are for players, until nobody waits for it any more.
    ///
    /// # Errors
    /// [`Problem`] where no more can wait, and at the end.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        act: impl FnOnce(StopSwitch) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        errand::done(&self.players, act).await
    }

    /// Does something small on a thread of those that are for small questions.
    ///
    /// # Errors
    /// [`Problem`] where no more can wait, and at the end.
    pub(super) async fn small<T: Send + 'static>(
        &self,
        act: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        errand::done(&self.quick, |_| act()).await
    }

    /// What there is to do: long questions, small ones, players.
    pub(super) fn load(&self) -> [Load; 3] {
        [&self.long, &self.quick, &self.players].map(Lane::load)
    }

    /// Whether it is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.long.is_closed()
    }

    /// Stops whatever is searched or thought about. Nothing is begun any more.
    pub(super) fn close(&self) {
        [&self.long, &self.quick, &self.players].into_iter().for_each(Lane::close);
    }

    fn leave(&self, key: &Key, number: u64) {
        let mut book = self.lock();
        let Some(work) = book.work(key, number) else { return };
        work.askers -= 1;
        if work.askers == 0 && !work.is_kept {
            work.switch.stop();
            book.works.remove(key);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    /// Notes that a question is answered, for a while or for those alone who wait for it.
    fn finish(&mut self, key: Key, number: u64, is_kept: bool) {
        let Some(work) = self.work(&key, number) else { return };
        work.is_kept = is_kept;
        if is_kept {
            self.answered.push_back((Instant::now(), key, number));
        } else {
            self.remove(&key, number);
        }
    }

    fn forget_old(&mut self) {
        let is_old = |at: &Instant| at.elapsed() > KEPT;
        while self.answered.len() > MOST_KEPT || self.answered.front().is_some_and(|(at, ..)| is_old(at)) {
            if let Some((_, key, number)) = self.answered.pop_front() {
                self.remove(&key, number);
            }
        }
    }

    fn work(&mut self, key: &Key, number: u64) -> Option<&mut Work> {
        self.works.get_mut(key).filter(|work| work.number == number)
    }

    fn remove(&mut self, key: &Key, number: u64) {
        if self.work(key, number).is_some() {
            self.works.remove(key);
        }
    }
}

impl Asked {
    fn answered(reply: Reply) -> Self {
        let (_, stage) = watch::channel(Stage::Done(Ok(Arc::new(reply))));
        Self { place: None, progress: Progress::default(), stage }
    }

    /// Waits for the answer.
    pub(super) async fn answer(&self) -> Ending {
        let mut stage = self.stage.clone();
        let _ = stage.wait_for(|stage| matches!(stage, Stage::Done(_))).await;
        match self.stage() {
            Stage::Done(ending) => ending,
            Stage::Waiting | Stage::Searching => Err(Problem::internal("the solver gave no answer")),
        }
    }

    /// How far it has come.
    pub(super) fn stage(&self) -> Stage {
        // Nobody works on it any more, since before the stage is looked at.
        let is_over = self.stage.has_changed().is_err();
        match self.stage.borrow().clone() {
            Stage::Waiting if is_over => Stage::Done(Err(Problem::ending())),
            Stage::Searching if is_over => Stage::Done(Err(Problem::internal("the search broke off"))),
            stage => stage,
        }
    }

    /// What the search shows of itself.
    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if let Some((desk, key, number)) = &self.place {
            desk.leave(key, *number);
        }
    }
}

impl From<Full> for Problem {
    fn from(_: Full) -> Self {
        Self::busy("all threads are busy, and no more can wait: come again")
    }
}

impl From<SolveError> for Problem {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Memory { .. } => Self::busy(error.to_string()),
            SolveError::GameValue(_) => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "limit", error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(position: &str) -> Question {
        let (position, time) = (Position::parse(position).unwrap(), Duration::from_secs(60));
        Question { position, all_moves: false, line: false, game_value: false, time }
    }

    #[test]
    fn what_is_remembered_together_is_within_the_memory() {
        for threads in 0..9 {
            let desk = Desk::new(threads, 1 << 30, 1, None).unwrap();
            let lanes = [
                (&desk.long, desk.memory_each),
                (&desk.quick, desk.memory_small),
                (&desk.players, desk.resources().memory),
            ];
            let most: u64 = lanes.iter().map(|(_, memory)| threads.max(1) as u64 * memory).sum();
            assert!(most <= 1 << 30 && most > 9 << 26, "{threads} threads: {most}");
            assert!(desk.resources().tables.is_none());
        }
    }

    #[tokio::test]
    async fn all_who_wait_hear_of_it_when_the_desk_is_closed() {
        let desk = Arc::new(Desk::new(1, 1 << 24, 1, None).unwrap());
        let searched = desk.ask(question("dots:8x8")).unwrap();
        while !matches!(searched.stage(), Stage::Searching) {
            tokio::task::yield_now().await;
        }
        let waits = desk.ask(question("dots:8x9")).unwrap();
        desk.close();
        let Reply::One(_, answer) = &*searched.answer().await.unwrap() else { panic!("one position was asked about") };
        assert!(!answer.exact, "it was stopped");
        assert_eq!(waits.answer().await.unwrap_err().status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(matches!(waits.stage(), Stage::Done(Err(_))), "who watches it sees that it is over");
        let late = desk.ask(question("dots:8x10")).err().map(|problem| problem.status());
        assert_eq!(late, Some(StatusCode::SERVICE_UNAVAILABLE));
    }
}
