//! A program's connection to the hall: WebSocket, or lines over plain TCP.

use super::messages::MOST_BYTES;
use super::{Hall, Happens};
use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use socket2::{SockRef, TcpKeepalive};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::error::ProtocolError;

/// How many messages may wait for a program that does not read.
const OUTBOX: usize = 256;
/// How many messages of a program may wait for the hall: who floods it waits by itself.
const IN_FLIGHT: usize = 4;
/// How long a program may take to take a message.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// How long, and how many bytes, a program may go on speaking that is not listened to any more.
const LAST_WORDS: Duration = Duration::from_secs(1);
const MOST_UNHEARD: u64 = 1 << 20;
/// How often the other side is asked whether anybody is still there, by whom nothing is said.
const PING: Duration = Duration::from_secs(20);
/// How many of these may go without an answer.
const MOST_UNANSWERED: u32 = 3;
const NO_TEXT: &str = "that is not UTF-8 text";

/// A program's end in the hall, which it leaves when this is dropped, by whatever.
struct Line {
    hall: Hall,
    id: u64,
    turns: Arc<Semaphore>,
    /// Why it leaves.
    why: &'static str,
}

impl Line {
    /// A program comes.
    async fn come(hall: Hall) -> Option<(Self, mpsc::Receiver<String>)> {
        static IDS: AtomicU64 = AtomicU64::new(0);
        let id = IDS.fetch_add(1, Ordering::Relaxed);
        let (outbox, messages) = mpsc::channel(OUTBOX);
        let line = Self { hall, id, turns: Arc::new(Semaphore::new(IN_FLIGHT)), why: "its connection was dropped" };
        line.hall.happens.send(Happens::Came(id, outbox)).await.ok()?;
        Some((line, messages))
    }

    /// It says something, now.
    async fn say(&self, line: Result<String, String>) -> Option<()> {
        let at = Instant::now();
        let turn = Arc::clone(&self.turns).acquire_owned().await.ok()?;
        self.hall.happens.send(Happens::Said(self.id, line, at, turn)).await.ok()
    }

    /// It leaves, for a reason; what the hall says to it until it has let it go.
    async fn leave(mut self, why: &'static str, mut messages: mpsc::Receiver<String>) -> Vec<String> {
        self.why = why;
        drop(self);
        let mut last = Vec::new();
        let hearing = async {
            while let Some(message) = messages.recv().await {
                last.push(message);
            }
        };
        let _ = timeout(WRITE_TIME, hearing).await;
        last
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let left = Happens::Left(self.id, self.why.to_owned());
        // Where much waits to happen, this waits too, on a task of its own.
        if let Err(TrySendError::Full(left)) = self.hall.happens.try_send(left)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let happens = self.hall.happens.clone();
            runtime.spawn(async move { happens.send(left).await });
        }
    }
}

fn too_long() -> String {
    format!("a message has at most {MOST_BYTES} bytes")
}

/// What is wrong with what came over a WebSocket and is no message; nothing where the connection is gone.
fn what_is_wrong(error: axum::Error) -> Option<String> {
    use tungstenite::Error;
    match *error.into_inner().downcast::<Error>().ok()? {
        Error::Capacity(_) => Some(too_long()),
        Error::Utf8(_) => Some(NO_TEXT.to_owned()),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Error::Protocol(error) => Some(format!("that is no WebSocket: {error}")),
        _ => None,
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
                Some(Err(error)) => match what_is_wrong(error) {
                    Some(why) => {
                        let _ = line.say(Err(why)).await;
                        break "it sent what is no message";
                    }
                    None => break "the connection broke",
                },
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
    let last = line.leave(why, messages).await;
    let saying = async {
        for message in last {
            write.feed(Message::Text(message.into())).await?;
        }
        write.close().await
    };
    let _ = timeout(WRITE_TIME, saying).await;
    // Who is hung up on while it speaks may not hear what was said to it.
    let _ = timeout(LAST_WORDS, async { while let Some(Ok(_)) = read.next().await {} }).await;
}

/// A program that speaks in lines over a plain connection.
pub(in super::super) async fn over_lines(stream: TcpStream, hall: Hall) {
    notice_if_gone(&stream);
    let Some((line, mut messages)) = Line::come(hall).await else { return };
    let (read, mut write) = stream.into_split();
    let mut read = BufReader::new(read);
    let mut bytes = Vec::new();
    let why = loop {
        tokio::select! {
            whole = next_line(&mut read, &mut bytes) => match whole {
                Ok(true) => {
                    let said = String::from_utf8(std::mem::take(&mut bytes)).map_err(|_| NO_TEXT.to_owned());
                    if line.say(said).await.is_none() {
                        break "the hall is closed";
                    }
                }
                Ok(false) if bytes.len() > MOST_BYTES => {
                    let _ = line.say(Err(too_long())).await;
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
    let last = line.leave(why, messages).await;
    let saying = async {
        for message in last {
            write.write_all((message + "\n").as_bytes()).await?;
        }
        write.shutdown().await
    };
    let _ = timeout(WRITE_TIME, saying).await;
    // Who is hung up on while it speaks may not hear what was said to it.
    let _ = timeout(LAST_WORDS, tokio::io::copy(&mut read.take(MOST_UNHEARD), &mut tokio::io::sink())).await;
}

/// Lets the system ask now and then whether anybody is still there: a machine without power closes no connection. Where
/// it cannot, whoever is gone loses by silence.
fn notice_if_gone(stream: &TcpStream) {
    let stream = SockRef::from(stream);
    let asking = TcpKeepalive::new().with_time(PING).with_interval(PING).with_retries(MOST_UNANSWERED);
    let _ = stream.set_tcp_keepalive(&asking);
    // Nobody is asked while there is something that was sent and not confirmed.
    #[cfg(target_os = "linux")]
    let _ = stream.set_tcp_user_timeout(Some(PING * (MOST_UNANSWERED + 1)));
}

/// Reads on until a line is whole; false at the end, or where it is too long. What is read of a line stays in
/// `bytes` where this is given up before.
async fn next_line(read: &mut (impl AsyncBufRead + Unpin), bytes: &mut Vec<u8>) -> std::io::Result<bool> {
    let room = (MOST_BYTES + 1).saturating_sub(bytes.len()) as u64;
    read.take(room).read_until(b'\n', bytes).await?;
    Ok(bytes.last() == Some(&b'\n'))
}

#[cfg(test)]
mod tests {
    use super::super::HallSettings;
    use super::*;
    use serde_json::Value;
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    /// Waits until as many programs are in the hall.
    async fn until_here(hall: &Hall, count: usize) {
        let waiting = async {
            loop {
                let shown: Value = serde_json::from_str(&hall.look().await.unwrap()).unwrap();
                if shown["players"].as_array().unwrap().len() == count {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(Duration::from_secs(60), waiting).await.unwrap();
    }

    #[tokio::test]
    async fn whose_task_is_cancelled_leaves_the_hall() {
        let (hall, running) = Hall::open(&HallSettings::default()).unwrap();
        let running = tokio::spawn(running);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut program = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let task = tokio::spawn(over_lines(stream, hall.clone()));
        program.write_all(b"{\"type\":\"hello\",\"name\":\"Alan\"}\n").await.unwrap();
        until_here(&hall, 1).await;
        task.abort();
        until_here(&hall, 0).await;
        running.abort();
    }

    #[tokio::test]
    async fn who_leaves_while_much_waits_to_happen_leaves_all_the_same() {
        let (happens, mut queue) = mpsc::channel(1);
        let hall = Hall { happens, seen: Arc::default() };
        let (line, messages) = Line::come(hall).await.unwrap();
        let id = line.id;
        let leaving = tokio::spawn(line.leave("it is a test", messages));
        let Some(Happens::Came(came, outbox)) = queue.recv().await else { panic!("it came") };
        assert_eq!(came, id);
        outbox.send("goodbye".to_owned()).await.unwrap();
        drop(outbox);
        assert_eq!(leaving.await.unwrap(), ["goodbye"]);
        assert!(matches!(queue.recv().await, Some(Happens::Left(left, why)) if left == id && why == "it is a test"));
    }
}
