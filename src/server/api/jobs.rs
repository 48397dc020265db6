//! Long solves that are watched.

use super::super::State;
use super::super::desk::{Asked, Ending, Stage};
use super::super::input::Input;
use super::super::problem::Problem;
use super::errors::{OfAny, OfPosition};
use super::solve::Options;
use axum::Json;
use axum::extract::{self, Path};
use axum::http::{Method, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use utoipa::ToSchema;

/// How long a job lives of which nobody wants to hear: one that is not done, and one that is.
const UNHEARD: Duration = Duration::from_secs(10);
const KEPT: Duration = Duration::from_secs(60);
/// The most jobs that are remembered.
const MOST: usize = 256;
/// How often a listener hears how far a job has come.
const TICK: Duration = Duration::from_millis(250);

/// The jobs that there are. Whether one stays is settled under the one lock under which listeners come and go: who
/// is let listen to a job keeps it.
#[derive(Default)]
pub(in super::super) struct Jobs {
    places: Mutex<HashMap<String, Place>>,
}

/// A job with those who listen to it.
struct Place {
    job: Arc<Job>,
    listeners: usize,
    /// Since when nobody listens or asks.
    silent_since: Instant,
}

struct Job {
    asked: Asked,
    position: String,
    began: Instant,
}

/// A job and how far it has come.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Report {
    /// Its number.
    id: String,
    /// The position in its text form.
    position: String,
    /// `waiting`, `searching`, `done` or `failed`.
    state: &'static str,
    /// Positions searched so far.
    nodes: u64,
    /// Of the questions that the answer needs, how many are settled.
    settled: u32,
    /// How many are known of so far.
    questions: u32,
    /// Seconds since it was asked for.
    seconds: f64,
    /// Where the events are told.
    events: String,
    /// The answer, once it is there.
    #[schema(value_type = Option<super::documents::Answer>)]
    answer: Option<Value>,
    /// What went wrong.
    #[schema(value_type = Option<Value>)]
    error: Option<Value>,
}

impl Job {
    fn report(&self, id: &str) -> Report {
        let (settled, questions) = self.asked.progress().questions();
        let stage = self.asked.stage();
        let json = |value: serde_json::Result<Value>| value.unwrap_or_default();
        let (state, answer, error) = match stage {
            Stage::Waiting => ("waiting", None, None),
            Stage::Searching => ("searching", None, None),
            Stage::Done(Ok(reply)) => ("done", Some(json(serde_json::to_value(&*reply))), None),
            Stage::Done(Err(problem)) => ("failed", None, Some(json(serde_json::to_value(&problem))["error"].take())),
        };
        Report {
            id: id.to_owned(),
            position: self.position.clone(),
            state,
            nodes: self.asked.progress().nodes(),
            settled,
            questions,
            seconds: self.began.elapsed().as_secs_f64(),
            events: format!("/api/v1/jobs/{id}/events"),
            answer,
            error,
        }
    }

    fn is_done(&self) -> bool {
        matches!(self.asked.stage(), Stage::Done(_))
    }
}

impl Place {
    /// Whether nobody wants the job any more.
    fn is_stale(&self) -> bool {
        let patience = if self.job.is_done() { KEPT } else { UNHEARD };
        self.listeners == 0 && self.silent_since.elapsed() > patience
    }
}

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        // A test is to notice whatever may happen between two locks, however rarely it does.
        #[cfg(test)]
        std::thread::sleep(Duration::from_micros(50));
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the jobs that nobody wants any more.
    pub(in super::super) fn sweep(&self) {
        self.lock().retain(|_, place| !place.is_stale());
    }

    /// Gives a job a place; where there is none, that of the one that is done for longest, and heard by nobody.
    fn add(&self, id: String, job: Job) -> Result<(), Problem> {
        let mut places = self.lock();
        places.retain(|_, place| !place.is_stale());
        if places.len() >= MOST {
            let done = places.iter().filter(|(_, place)| place.listeners == 0 && place.job.is_done());
            let oldest = done.min_by_key(|(_, place)| place.silent_since).map(|(id, _)| id.clone());
            let oldest =
                oldest.ok_or_else(|| Problem::busy(format!("{MOST} jobs are worked on already: come again")))?;
            places.remove(&oldest);
        }
        places.insert(id, Place { job: Arc::new(job), listeners: 0, silent_since: Instant::now() });
        Ok(())
    }

    /// The job, which somebody asks for now.
    fn find(&self, id: &str) -> Result<Arc<Job>, Problem> {
        self.with(id, |place| Arc::clone(&place.job))
    }

    /// Lets somebody listen to the job.
    fn listen(self: &Arc<Self>, id: &str) -> Result<Listener, Problem> {
        self.with(id, |place| {
            place.listeners += 1;
            Listener { jobs: Arc::clone(self), id: id.to_owned(), job: Arc::clone(&place.job) }
        })
    }

    fn with<T>(&self, id: &str, act: impl FnOnce(&mut Place) -> T) -> Result<T, Problem> {
        let mut places = self.lock();
        let place = places.get_mut(id).ok_or_else(|| gone(id))?;
        place.silent_since = Instant::now();
        Ok(act(place))
    }

    fn delete(&self, id: &str) -> Result<(), Problem> {
        let deleted = self.lock().remove(id);
        deleted.map(drop).ok_or_else(|| gone(id))
    }
}

fn gone(id: &str) -> Problem {
    Problem::not_found(format!("there is no job \"{id}\", or no longer"))
}

/// A listener; when the last one goes away, a job that is not done ends.
struct Listener {
    jobs: Arc<Jobs>,
    id: String,
    job: Arc<Job>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut places = self.jobs.lock();
        let Some(place) = places.get_mut(&self.id) else { return };
        place.listeners -= 1;
        place.silent_since = Instant::now();
        if place.listeners == 0 && !place.job.is_done() {
            places.remove(&self.id);
        }
    }
}

/// Begins a long solve. It ends when nobody has listened or asked for ten seconds, when its last listener goes away,
/// or when it is deleted. Its answer is kept a minute, or until the place is needed for another.
#[utoipa::path(post, path = "/api/v1/jobs", request_body = Options, tag = "solve",
    responses((status = 202, body = Report), OfPosition))]
pub(super) async fn post_job(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Response, Problem> {
    let position = input.position.to_string();
    let question = input.options.question(input.position, state.settings.job_time)?;
    let asked = state.desk.ask(question)?;
    let job = Job { asked, position, began: Instant::now() };
    let id = new_id();
    let report = job.report(&id);
    state.jobs.add(id, job)?;
    let place = format!("/api/v1/jobs/{}", report.id);
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, place)], Json(report)).into_response())
}

/// A name that cannot be guessed: a job belongs to who began it.
fn new_id() -> String {
    use std::hash::{BuildHasher, RandomState};
    format!("{:016x}{:016x}", RandomState::new().hash_one(0), RandomState::new().hash_one(1))
}

/// How far a job has come, and its answer.
#[utoipa::path(get, path = "/api/v1/jobs/{id}", params(("id" = String, Path)), tag = "solve",
    responses((status = 200, body = Report), OfAny, (status = 404, description = "There is no such job.", body = Problem)))]
pub(super) async fn get_job(
    extract::State(state): extract::State<State>,
    Path(id): Path<String>,
) -> Result<Json<Report>, Problem> {
    Ok(Json(state.jobs.find(&id)?.report(&id)))
}

/// Ends a job.
#[utoipa::path(delete, path = "/api/v1/jobs/{id}", params(("id" = String, Path)), tag = "solve",
    responses((status = 204), OfAny, (status = 404, description = "There is no such job.", body = Problem)))]
pub(super) async fn delete_job(
    extract::State(state): extract::State<State>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    state.jobs.delete(&id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// A job as it goes on, in server-sent events: `progress` several times a second, then `done` or `failed`, each
/// with a report as its data.
#[utoipa::path(get, path = "/api/v1/jobs/{id}/events", params(("id" = String, Path)), tag = "solve",
    responses((status = 200, content_type = "text/event-stream", body = String), OfAny, (status = 404, description = "There is no such job.", body = Problem)))]
pub(super) async fn get_events(
    extract::State(state): extract::State<State>,
    method: Method,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    if method == Method::HEAD {
        // Who asks for the head alone hears nothing, so it ends nothing by going away.
        state.jobs.find(&id)?;
        return Ok(Sse::new(stream::empty::<Result<Event, Infallible>>()).into_response());
    }
    Ok(Sse::new(events(state.jobs.listen(&id)?)).keep_alive(KeepAlive::default()).into_response())
}

fn events(listener: Listener) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((Some(listener), true), |(listener, is_first)| async move {
        let listener = listener?;
        if !is_first {
            let _: Result<Ending, _> = tokio::time::timeout(TICK, listener.job.asked.answer()).await;
        }
        let gone = !listener.job.is_done() && !listener.jobs.lock().contains_key(&listener.id);
        let report = listener.job.report(&listener.id);
        let name = match report.state {
            "done" | "failed" => report.state,
            _ if gone => "deleted",
            _ => "progress",
        };
        let event = Event::default().event(name).json_data(&report).unwrap_or_default();
        let rest = (name == "progress").then_some(listener);
        Some((Ok(event), (rest, false)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::desk::{Desk, Question};
    use super::*;
    use crate::games::Position;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn job(desk: &Arc<Desk>, position: &str) -> Job {
        let (position, time) = (Position::parse(position).unwrap(), Duration::from_secs(60));
        let text = position.to_string();
        let question = Question { position, all_moves: false, line: false, game_value: false, time };
        Job { asked: desk.ask(question).unwrap(), position: text, began: Instant::now() }
    }

    /// A job that is done.
    fn done(desk: &Arc<Desk>) -> Job {
        let job = job(desk, "dots:1x1");
        while !job.is_done() {
            std::thread::yield_now();
        }
        job
    }

    fn desk() -> Arc<Desk> {
        Arc::new(Desk::new(1, 1 << 24, 4, None).unwrap())
    }

    const ENDLESS: &str = "dots:8x8";

    #[test]
    fn what_is_done_and_unheard_makes_room_the_oldest_first_and_nothing_else_does() {
        let (desk, jobs) = (desk(), Arc::new(Jobs::default()));
        jobs.add("runs".to_owned(), job(&desk, ENDLESS)).unwrap();
        for number in 1..MOST {
            jobs.add(number.to_string(), done(&desk)).unwrap();
        }
        // The oldest is asked for, and so is younger; the next one is heard.
        jobs.find("1").unwrap();
        let listener = jobs.listen("2").unwrap();
        jobs.add("new".to_owned(), done(&desk)).unwrap();
        assert!(jobs.find("3").is_err(), "it was the oldest");
        for id in ["runs", "1", "2", "4", "new"] {
            assert!(jobs.find(id).is_ok(), "{id}");
        }
        drop(listener);
        for number in 0..2 * MOST {
            jobs.add(format!("tiny {number}"), done(&desk)).unwrap();
            assert_eq!(jobs.lock().len(), MOST);
        }
        assert!(jobs.find("runs").is_ok(), "what is worked on stays");
        // Where all are worked on, nobody has to go.
        let jobs = Arc::new(Jobs::default());
        for number in 0..MOST {
            jobs.add(number.to_string(), job(&desk, ENDLESS)).unwrap();
        }
        let refused = jobs.add("one more".to_owned(), done(&desk)).unwrap_err();
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!((0..MOST).all(|number| jobs.find(&number.to_string()).is_ok()));
    }

    #[test]
    fn who_is_let_listen_keeps_the_job_whoever_else_goes() {
        let (desk, jobs) = (desk(), Arc::new(Jobs::default()));
        // All jobs are the same search, which this one keeps alive.
        let _keeps = job(&desk, ENDLESS);
        let (both, heard, mut lost) = (Barrier::new(2), AtomicUsize::new(0), 0);
        let ids: Vec<String> = (1..=300).map(|number| number.to_string()).collect();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for (round, id) in ids.iter().enumerate() {
                    jobs.add(id.clone(), job(&desk, ENDLESS)).unwrap();
                    let listener = jobs.listen(id).unwrap();
                    both.wait();
                    while heard.load(Ordering::Relaxed) == round {
                        std::thread::yield_now();
                    }
                    std::thread::sleep(Duration::from_micros(round as u64 % 30 * 10));
                    drop(listener);
                    both.wait();
                }
            });
            for (round, id) in ids.iter().enumerate() {
                both.wait();
                // Comes and goes until the job has ended, which it may not while somebody listens.
                while let Ok(listener) = jobs.listen(id) {
                    heard.store(round + 1, Ordering::Relaxed);
                    lost += usize::from(jobs.find(id).is_err());
                    drop(listener);
                }
                both.wait();
            }
        });
        assert_eq!(lost, 0, "jobs ended to which somebody listened");
        assert!(jobs.lock().is_empty(), "all have ended");
    }
}
