//! Long solves that are watched.

use super::super::State;
use super::super::desk::{Asked, Ending, Stage};
use super::super::input::Input;
use super::super::problem::Problem;
use super::errors::{OfAny, OfPosition};
use super::solve::Options;
use axum::Json;
use axum::extract::{self, Path};
use axum::http::{StatusCode, header};
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

/// How long a job lives to which nobody listens: one that is new, and one that is done.
const UNHEARD: Duration = Duration::from_secs(10);
const KEPT: Duration = Duration::from_secs(60);
/// The most jobs that are remembered.
const MOST: usize = 256;
/// How often a listener hears how far a job has come.
const TICK: Duration = Duration::from_millis(250);

/// The jobs that there are.
#[derive(Default)]
pub(in super::super) struct Jobs {
    jobs: Mutex<HashMap<String, Arc<Job>>>,
}

struct Job {
    asked: Asked,
    position: String,
    began: Instant,
    hearing: Mutex<Hearing>,
}

/// Who listens to a job.
struct Hearing {
    listeners: usize,
    /// Since when nobody does.
    silent_since: Instant,
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

    fn hearing(&self) -> MutexGuard<'_, Hearing> {
        self.hearing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nobody wants it any more.
    fn is_stale(&self) -> bool {
        let hearing = self.hearing();
        let patience = if self.is_done() { KEPT } else { UNHEARD };
        hearing.listeners == 0 && hearing.silent_since.elapsed() > patience
    }
}

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the jobs that nobody wants any more.
    pub(in super::super) fn sweep(&self) {
        self.lock().retain(|_, job| !job.is_stale());
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, Problem> {
        let job = self.lock().get(id).map(Arc::clone);
        job.ok_or_else(|| Problem::not_found(format!("there is no job \"{id}\", or no longer")))
    }
}

/// A listener; when the last one goes away, a job that is not done ends.
struct Listener {
    jobs: Arc<Jobs>,
    id: String,
    job: Arc<Job>,
}

impl Listener {
    fn new(jobs: Arc<Jobs>, id: String, job: Arc<Job>) -> Self {
        job.hearing().listeners += 1;
        Self { jobs, id, job }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut hearing = self.job.hearing();
        hearing.listeners -= 1;
        hearing.silent_since = Instant::now();
        let ends = hearing.listeners == 0 && !self.job.is_done();
        drop(hearing);
        if ends {
            self.jobs.lock().remove(&self.id);
        }
    }
}

/// Begins a long solve. It ends when nobody has listened for ten seconds after its beginning, when its last
/// listener goes away, or when it is deleted; its answer is kept a minute.
#[utoipa::path(post, path = "/api/v1/jobs", request_body = Options, tag = "solve",
    responses((status = 202, body = Report), OfPosition))]
pub(super) async fn post_job(
    extract::State(state): extract::State<State>,
    input: Input<Options>,
) -> Result<Response, Problem> {
    state.jobs.sweep();
    if state.jobs.lock().len() >= MOST {
        return Err(Problem::busy(format!("there are {MOST} jobs already: come again")));
    }
    let position = input.position.to_string();
    let question = input.options.question(input.position, state.settings.job_time)?;
    let asked = state.desk.ask(question)?;
    let now = Instant::now();
    let hearing = Mutex::new(Hearing { listeners: 0, silent_since: now });
    let job = Arc::new(Job { asked, position, began: now, hearing });
    let id = new_id();
    let report = job.report(&id);
    state.jobs.lock().insert(id, job);
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
    state.jobs.find(&id)?;
    state.jobs.lock().remove(&id);
    Ok(StatusCode::NO_CONTENT)
}

/// A job as it goes on, in server-sent events: `progress` several times a second, then `done` or `failed`, each
/// with a report as its data.
#[utoipa::path(get, path = "/api/v1/jobs/{id}/events", params(("id" = String, Path)), tag = "solve",
    responses((status = 200, content_type = "text/event-stream", body = String), OfAny, (status = 404, description = "There is no such job.", body = Problem)))]
pub(super) async fn get_events(
    extract::State(state): extract::State<State>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let job = state.jobs.find(&id)?;
    let listener = Listener::new(Arc::clone(&state.jobs), id, job);
    Ok(Sse::new(events(listener)).keep_alive(KeepAlive::default()).into_response())
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
