//! Many positions, one a line, answered in order by all threads, each as soon as it is ready and all
//! before it are.
//!
//! One thread reads, some solve, and the main thread puts the answers in order and writes them. What
//! is on the way at any time is limited, so memory does not grow with the file. Threads take lines in
//! small lots, which saves them from meeting at the queue for every easy position, and give back what
//! is left of a lot as soon as a position takes long.

mod answers;
mod lines;

use super::failure::{Failure, Status, say};
use super::progress::{watched, with_commas};
use super::reply::Reply;
use crate::games::Position;
use crate::notation::MAX_TEXT;
use crate::solver::Solver;
use answers::{Answered, InOrder, Kind, Outbox};
use lines::{Line, Queue};
use serde::Serialize;
use std::collections::VecDeque;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A thread that has been at a lot for so long gives back what is left of it.
const LONG: Duration = Duration::from_millis(1);
/// How often the writer looks for answers and interrupts by itself.
const POLL: Duration = Duration::from_millis(10);
/// Bytes written at once.
const BLOCK: usize = 1 << 16;

/// Answers the positions of `source` on standard output with `threads` threads that share `solver`.
pub(super) fn run(
    source: Box<dyn Read + Send>,
    solver: &Solver,
    threads: usize,
    stats: bool,
) -> Result<Status, Failure> {
    let queue = Arc::new(Queue::default());
    let reading = start_reading(source, &queue)?;
    let tally = Tally::default();
    let words = || format!("{} positions answered", with_commas(tally.answered.load(Ordering::Relaxed)));
    let work = || solve_and_write(&queue, solver, threads, &tally);
    // On a terminal the answers themselves show how far it has come.
    if io::stdout().is_terminal() { work() } else { watched(words, work) }?;
    if stats {
        say(&tally.stats());
    }
    if solver.stop_switch().is_stopped() {
        say(&tally.how_to_go_on());
        return Ok(Status::Interrupted);
    }
    let read = std::mem::replace(&mut *reading.lock().unwrap_or_else(PoisonError::into_inner), Ok(()));
    read.map_err(|error| Failure::Unreadable("the batch".to_owned(), error))?;
    Ok(tally.status())
}

/// Starts a thread that fills the queue, and gives what it says when it ends. It is not waited for:
/// it may wait for ever for somebody who types nothing.
fn start_reading(source: Box<dyn Read + Send>, queue: &Arc<Queue>) -> Result<Arc<Mutex<io::Result<()>>>, Failure> {
    let result = Arc::new(Mutex::new(Ok(())));
    let (queue, of_thread) = (Arc::clone(queue), Arc::clone(&result));
    let read = move || {
        let result = lines::read(source, &queue);
        *of_thread.lock().unwrap_or_else(PoisonError::into_inner) = result;
        queue.end();
    };
    match std::thread::Builder::new().spawn(read) {
        Ok(_) => Ok(result),
        Err(error) => Err(Failure::Limit(format!("there is no thread to read with: {error}"))),
    }
}

fn solve_and_write(queue: &Queue, solver: &Solver, threads: usize, tally: &Tally) -> io::Result<()> {
    let outbox = Outbox::new(threads);
    std::thread::scope(|scope| {
        let run = || {
            let _leaving = Leaving(&outbox);
            work(queue, solver, threads, &outbox);
        };
        // Where the system gives no more threads, those that are there do the work.
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, run).ok();
        let started = (0..threads).map_while(spawn).count();
        (started..threads).for_each(|_| outbox.leave());
        if started == 0 {
            return Err(io::Error::other("the system gives no thread to solve with"));
        }
        let written = write(&outbox, queue, solver, tally);
        queue.drop_all();
        if written.is_err() {
            solver.stop_switch().stop();
        }
        written
    })
}

/// Leaves the outbox when the thread ends, however it ends.
struct Leaving<'o>(&'o Outbox);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// Solves lots of lines until there are none.
fn work(queue: &Queue, solver: &Solver, threads: usize, outbox: &Outbox) {
    let mut lot = VecDeque::new();
    loop {
        queue.take(threads, &mut lot);
        if lot.is_empty() {
            return;
        }
        let started = Instant::now();
        while let Some(line) = lot.pop_front() {
            let answered = answer(&line, solver);
            // What an interrupt cut short was not asked to be short: it gets no answer.
            if answered.kind == Kind::Limit && solver.stop_switch().is_stopped() {
                return;
            }
            queue.hold(answered.json.len());
            outbox.put(answered);
            if !lot.is_empty() && started.elapsed() > LONG {
                queue.give_back(&mut lot);
            }
        }
        outbox.ring();
    }
}

fn answer(line: &Line, solver: &Solver) -> Answered {
    let (mut json, kind, nodes) = answer_json(line, solver);
    json.push(b'\n');
    Answered { index: line.index, number: line.number, line_bytes: line.bytes(), json, kind, nodes }
}

fn answer_json(line: &Line, solver: &Solver) -> (Vec<u8>, Kind, u64) {
    let wrong = |code: &str, message: &str, kind| (error_record(line.number, code, message).into_bytes(), kind, 0);
    let Some(text) = &line.text else {
        return wrong(
            "too_large",
            &format!("the line is longer than {MAX_TEXT} bytes: no position takes so many"),
            Kind::Wrong,
        );
    };
    let text = match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(error) => {
            let message = format!("the line is not UTF-8 text from byte {} on", error.valid_up_to() + 1);
            return wrong("bad_position", &message, Kind::Wrong);
        }
    };
    let position = match Position::parse(text) {
        Ok(position) => position,
        Err(error) => return wrong(error.fault().code(), &error.to_string(), Kind::Wrong),
    };
    match Reply::to(&position, solver) {
        Ok(reply) => {
            let mut json = Vec::with_capacity(320);
            // Writing to memory cannot fail.
            let _ = serde_json::to_writer(&mut json, &reply);
            let kind = if reply.is_complete() { Kind::Exact } else { Kind::Limit };
            (json, kind, reply.nodes())
        }
        Err(error) => wrong("limit", &error.to_string(), Kind::Limit),
    }
}

#[derive(Serialize)]
struct ErrorRecord<'a> {
    error: ErrorFields<'a>,
}

#[derive(Serialize)]
struct ErrorFields<'a> {
    line: u64,
    code: &'a str,
    message: &'a str,
}

/// The JSON object that says what is wrong with a line.
pub(super) fn error_record(line: u64, code: &str, message: &str) -> String {
    let record = ErrorRecord { error: ErrorFields { line, code, message } };
    serde_json::to_string(&record).unwrap_or_default()
}

/// Writes the answers in order until all are written or the work is interrupted. Whenever there is
/// nothing to do, what was written is flushed.
fn write(outbox: &Outbox, queue: &Queue, solver: &Solver, tally: &Tally) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(BLOCK, io::stdout().lock());
    let mut in_order = InOrder::default();
    let mut answers = Vec::new();
    loop {
        if !outbox.fetch(Duration::ZERO, &mut answers) {
            return out.flush();
        }
        if answers.is_empty() {
            out.flush()?;
            outbox.fetch(POLL, &mut answers);
            if solver.stop_switch().is_stopped() {
                queue.drop_all();
            }
        }
        answers.drain(..).for_each(|answered| in_order.add(answered));
        let (mut lines, mut bytes) = (0, 0);
        while let Some(answered) = in_order.next() {
            out.write_all(&answered.json)?;
            tally.count(&answered);
            lines += 1;
            bytes += answered.line_bytes + answered.json.len();
        }
        queue.release(lines, bytes);
    }
}

/// What was done, for the status and for those who watch.
#[derive(Debug, Default)]
struct Tally {
    answered: AtomicU64,
    wrong: AtomicU64,
    limited: AtomicU64,
    nodes: AtomicU64,
    last_line: AtomicU64,
}

impl Tally {
    fn count(&self, answered: &Answered) {
        let add = |counter: &AtomicU64, number| counter.fetch_add(number, Ordering::Relaxed);
        add(&self.answered, 1);
        add(&self.nodes, answered.nodes);
        match answered.kind {
            Kind::Exact => 0,
            Kind::Wrong => add(&self.wrong, 1),
            Kind::Limit => add(&self.limited, 1),
        };
        self.last_line.store(answered.number, Ordering::Relaxed);
    }

    fn stats(&self) -> String {
        let [answered, nodes] =
            [&self.answered, &self.nodes].map(|counter| with_commas(counter.load(Ordering::Relaxed)));
        format!("{answered} positions answered, {nodes} searched")
    }

    fn how_to_go_on(&self) -> String {
        let last = self.last_line.load(Ordering::Relaxed);
        let rest = last + 1;
        format!(
            "interrupted: the lines up to {last} are answered. To go on: \
             tail -n +{rest} FILE | gridsolve solve --batch - (with the same options)"
        )
    }

    /// The status of the whole batch; says on standard error what is not as it should be.
    fn status(&self) -> Status {
        let [answered, wrong, limited] =
            [&self.answered, &self.wrong, &self.limited].map(|counter| counter.load(Ordering::Relaxed));
        if wrong > 0 {
            say(&format!("error: {wrong} of {answered} lines hold no position; their answers say why"));
        }
        if limited > 0 {
            say(&format!("{limited} of {answered} positions reached a limit and have no exact answer"));
        }
        match (wrong, limited) {
            (0, 0) => Status::Done,
            (0, _) => Status::Limit,
            _ => Status::Wrong,
        }
    }
}
