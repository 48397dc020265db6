//! The tournament hall: what is seen of it, and the way in.

use super::super::hall::{Hall, MOST_BYTES, Watching, over_web_socket};
use super::super::problem::Problem;
use super::super::{Place, State};
use super::errors::OfAny;
use axum::Router;
use axum::extract;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use futures_util::StreamExt;
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::timeout;

/// How long a watcher may take to take a message.
const WRITE_TIME: Duration = Duration::from_secs(10);

/// Programs play at `/hall` and people watch at `/hall/watch`, both over WebSockets.
pub(in super::super) fn sockets() -> Router<State> {
    Router::new().route("/hall", get(play)).route("/hall/watch", get(watch))
}

fn hall(state: &State) -> Result<Hall, Problem> {
    state
        .hall
        .clone()
        .ok_or_else(|| Problem::not_found("there is no hall here: it is opened by \"gridsolve serve --hall\""))
}

async fn watching(state: &State) -> Result<Watching, Problem> {
    hall(state)?.watch().await.ok_or_else(|| Problem::busy("the hall is closed"))
}

type Upgrade = Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>;

fn upgraded(upgrade: Upgrade) -> Result<WebSocketUpgrade, Problem> {
    let upgrade =
        upgrade.map_err(|error| Problem::bad_request(format!("this is for WebSockets: {}", error.body_text())))?;
    Ok(upgrade.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES))
}

/// Whether somebody at a browser asks for something to look at.
fn is_for_the_eye(headers: &HeaderMap) -> bool {
    let kinds = headers.get(ACCEPT).and_then(|kinds| kinds.to_str().ok());
    kinds.is_some_and(|kinds| kinds.split(',').any(|kind| kind.trim_start().starts_with("text/html")))
}

/// Lets programs in, and shows people who come here by their browser to the page.
async fn play(
    extract::State(state): extract::State<State>,
    extract::Extension(place): extract::Extension<Place>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    if upgrade.is_err() && is_for_the_eye(&headers) {
        return Ok(Redirect::to("/hall.html").into_response());
    }
    let hall = hall(&state)?;
    Ok(upgraded(upgrade)?.on_upgrade(|socket| async move {
        over_web_socket(socket, hall).await;
        drop(place);
    }))
}

async fn watch(
    extract::State(state): extract::State<State>,
    extract::Extension(place): extract::Extension<Place>,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let (watching, upgrade) = (watching(&state).await?, upgraded(upgrade)?);
    Ok(upgrade.on_upgrade(|socket| async move {
        show(socket, watching).await;
        drop(place);
    }))
}

/// Shows somebody the hall until one of both has enough.
async fn show(mut socket: WebSocket, watching: Watching) {
    let mut events = std::pin::pin!(watching.events());
    loop {
        tokio::select! {
            event = events.next() => {
                let Some(event) = event else { break };
                let message = Message::Text(event.as_ref().into());
                if !matches!(timeout(WRITE_TIME, socket.send(message)).await, Ok(Ok(()))) {
                    return;
                }
            }
            said = socket.recv() => if !matches!(said, Some(Ok(_))) { return },
        }
    }
    let _ = timeout(WRITE_TIME, socket.send(Message::Close(None))).await;
}

/// The tournament hall as it is: tournaments with their standings, live games, the last results.
#[utoipa::path(get, path = "/api/v1/hall", tag = "hall",
    responses((status = 200, body = serde_json::Value), OfAny, (status = 404, description = "There is no hall.", body = Problem)))]
pub(super) async fn get_hall(extract::State(state): extract::State<State>) -> Result<Response, Problem> {
    let snapshot = hall(&state)?.look().await.ok_or_else(|| Problem::busy("the hall is closed"))?;
    Ok(([(CONTENT_TYPE, "application/json")], snapshot.to_string()).into_response())
}

/// The hall, in server-sent events: first as it is (`hall`), then what happens (`came`, `left`, `paired`, `moved`,
/// `over`, `standings`, `closed`). Whoever falls too far behind is disconnected, and sees the hall anew by asking again.
#[utoipa::path(get, path = "/api/v1/hall/events", tag = "hall",
    responses((status = 200, content_type = "text/event-stream", body = String), OfAny, (status = 404, description = "There is no hall.", body = Problem)))]
pub(super) async fn get_hall_events(extract::State(state): extract::State<State>) -> Result<Response, Problem> {
    let events = watching(&state).await?.events();
    let events = events.map(|event| Ok::<_, Infallible>(Event::default().data(event.as_ref())));
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}
