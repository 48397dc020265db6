//! A program's connection to the hall: WebSocket, or lines over plain TCP.

use super::messages::MOST_BYTES;
use super::{Hall, Happens};
use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;

/// How many messages may wait for a program that does not read.
const OUTBOX: usize = 256;
/// How many messages of a program may wait for the hall: who floods it waits by itself.
const IN_FLIGHT: usize = 4;
/// How long a program may take to take a message.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// How often a WebSocket is asked whether anybody is still there.
const PING: Duration = Duration::from_secs(20);
/// How many of these may go without an answer.
const MOST_UNANSWERED: u32 = 3;

/// A program's end in the hall, until [`Line::leave`].
struct Line {
    hall: Hall,
    id: u64,
    turns: Arc<Semaphore>,
}

impl Line {
    /// A program comes.
    async fn come(hall: Hall) -> Option<(Self, mpsc::Receiver<String>)> {
        static IDS: AtomicU64 = AtomicU64::new(0);
        let id = IDS.fetch_add(1, Ordering::Relaxed);
        let (outbox, messages) = mpsc::channel(OUTBOX);
        hall.happens.send(Happens::Came(id, outbox)).await.ok()?;
        Some((Self { hall, id, turns: Arc::new(Semaphore::new(IN_FLIGHT)) }, messages))
    }

    /// It says something, now.
    async fn say(&self, line: Result<String, String>) -> Option<()> {
        let at = Instant::now();
        let turn = Arc::clone(&self.turns).acquire_owned().await.ok()?;
        self.hall.happens.send(Happens::Said(self.id, line, at, turn)).await.ok()
    }

    async fn leave(self, why: &str) {
        let _ = self.hall.happens.send(Happens::Left(self.id, why.to_owned())).await;
    }
}

/// A program that speaks over a WebSocket, a message a frame.
pub(in super::super) async fn over_web_socket(socket: WebSocket, hall: Hall) {
    let Some((line, mut messages)) = Line::come(hall).await else { return };
    let (mut write, mut read) = socket.split();
    let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
    let mut unanswered = 0;
    let why = loop {
        tokio::select! {
            said = read.next() => match said.inspect(|_| unanswered = 0) {
                Some(Ok(Message::Text(text))) => {
                    if line.say(Ok(text.to_string())).await.is_none() {
                        break "the hall is closed";
                    }
                }
                Some(Ok(Message::Binary(_))) => {
                    if line.say(Err("a frame of bytes is no message: send text".to_owned())).await.is_none() {
                        break "the hall is closed";
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_))) | None => break "it closed the connection",
                Some(Err(_)) => break "the connection broke",
            },
            message = messages.recv() => {
                let Some(message) = message else { break "it was shown the door" };
                if !matches!(timeout(WRITE_TIME, write.send(Message::Text(message.into()))).await, Ok(Ok(()))) {
                    break "it took nothing of what was sent to it";
                }
            }
            _ = ping.tick() => {
                unanswered += 1;
                if unanswered > MOST_UNANSWERED {
                    break "it answered nothing";
                }
                if !matches!(timeout(WRITE_TIME, write.send(Message::Ping(Vec::new().into()))).await, Ok(Ok(()))) {
                    break "it took nothing of what was sent to it";
                }
            }
        }
    };
    line.leave(why).await;
    let _ = timeout(WRITE_TIME, write.close()).await;
}

/// A program that speaks in lines over a plain connection.
pub(in super::super) async fn over_lines(stream: TcpStream, hall: Hall) {
    let Some((line, mut messages)) = Line::come(hall).await else { return };
    let (read, mut write) = stream.into_split();
    let mut read = BufReader::new(read);
    let mut bytes = Vec::new();
    let why = loop {
        tokio::select! {
            whole = next_line(&mut read, &mut bytes) => match whole {
                Ok(true) => {
                    let said = String::from_utf8(std::mem::take(&mut bytes)).map_err(|_| "that is not UTF-8 text".to_owned());
                    if line.say(said).await.is_none() {
                        break "the hall is closed";
                    }
                }
                Ok(false) if bytes.len() > MOST_BYTES => {
                    let _ = line.say(Err(format!("a message has at most {MOST_BYTES} bytes"))).await;
                    break "it sent a line without end";
                }
                Ok(false) => break "it closed the connection",
                Err(_) => break "the connection broke",
            },
            message = messages.recv() => {
                let Some(message) = message else { break "it was shown the door" };
                if !matches!(timeout(WRITE_TIME, write.write_all((message + "\n").as_bytes())).await, Ok(Ok(()))) {
                    break "it took nothing of what was sent to it";
                }
            }
        }
    };
    line.leave(why).await;
    // What was said to it last may still be on its way.
    while let Ok(message) = messages.try_recv() {
        if !matches!(timeout(WRITE_TIME, write.write_all((message + "\n").as_bytes())).await, Ok(Ok(()))) {
            break;
        }
    }
}

/// Reads on until a line is whole; false at the end, or where it is too long. What is read of a line stays in
/// `bytes` where this is given up before.
async fn next_line(read: &mut (impl AsyncBufRead + Unpin), bytes: &mut Vec<u8>) -> std::io::Result<bool> {
    let room = (MOST_BYTES + 1).saturating_sub(bytes.len()) as u64;
    read.take(room).read_until(b'\n', bytes).await?;
    Ok(bytes.last() == Some(&b'\n'))
}
