//! A connection to a hall: WebSocket, or lines over plain TCP.

use crate::solver::StopSwitch;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::handshake::HandshakeError;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// How often it is looked whether somebody wants to stop.
const TICK: Duration = Duration::from_millis(100);
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// How long a name may take to be found, a connection to be made and the hall to greet, together.
const OPENING_TIME: Duration = Duration::from_secs(15);
/// How long saying goodbye may take.
const LEAVE_TIME: Duration = Duration::from_millis(500);
/// The most bytes of a message.
const MOST_BYTES: usize = 1 << 20;

pub(super) enum Wire {
    Socket(Box<WebSocket<TcpStream>>),
    Lines(TcpStream, Vec<u8>),
}

/// Why there is no connection.
pub(super) enum OpenError {
    /// The address is none.
    Url,
    /// What the system, or the other side, says.
    Failed(String),
    /// Somebody stopped it.
    Stopped,
}

impl Wire {
    /// Connects to `ws://HOST:PORT/PATH` or `tcp://HOST:PORT`.
    pub(super) fn open(url: &str, switch: &StopSwitch) -> Result<Self, OpenError> {
        // The system cannot be told to stop looking for a machine, but need not be waited for.
        let (sender, opened) = channel();
        let (url, started) = (url.to_owned(), Instant::now());
        std::thread::Builder::new().spawn(move || sender.send(Self::reach(&url))).map_err(failed)?;
        while started.elapsed() < OPENING_TIME {
            match opened.recv_timeout(TICK) {
                Ok(opened) => return opened,
                Err(RecvTimeoutError::Timeout) if switch.is_stopped() => return Err(OpenError::Stopped),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Err(OpenError::Failed("no answer".to_owned()))
    }

    fn reach(url: &str) -> Result<Self, OpenError> {
        let (kind, rest) = url.split_once("://").ok_or(OpenError::Url)?;
        let host = rest.split('/').next().unwrap_or_default();
        match kind {
            "tcp" => Ok(Self::Lines(connected(host)?, Vec::new())),
            "ws" | "http" => {
                // A hall is asked for by its path; the address of the page is enough.
                let path = rest.get(host.len()..).filter(|path| path.len() > 1).unwrap_or("/hall");
                let stream = connected(host)?;
                stream.set_read_timeout(Some(CONNECT_TIME)).map_err(failed)?;
                let socket = match tungstenite::client(format!("ws://{host}{path}"), stream) {
                    Ok((socket, _)) => socket,
                    Err(HandshakeError::Failure(error)) => return Err(OpenError::Failed(error.to_string())),
                    Err(HandshakeError::Interrupted(_)) => return Err(OpenError::Failed("no answer".to_owned())),
                };
                socket.get_ref().set_read_timeout(Some(TICK)).map_err(failed)?;
                Ok(Self::Socket(Box::new(socket)))
            }
            _ => Err(OpenError::Url),
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// Why the connection is lost.
    pub(super) fn send(&mut self, text: &str) -> Result<(), String> {
        match self {
            Self::Socket(socket) => socket.send(Message::text(text)).map_err(|error| error.to_string()),
            Self::Lines(stream, _) => {
                stream.write_all(format!("{text}\n").as_bytes()).map_err(|error| error.to_string())
            }
        }
    }

    /// Says that the program leaves, if that can be said at once.
    pub(super) fn leave(mut self) {
        let stream = match &self {
            Self::Socket(socket) => socket.get_ref(),
            Self::Lines(stream, _) => stream,
        };
        let _ = stream.set_write_timeout(Some(LEAVE_TIME));
        let _ = self.send("{\"type\":\"leave\"}");
    }

    /// The next message; nothing once the switch is thrown. `until` is how long it is waited for, if not for ever.
    ///
    /// # Errors
    /// Why the connection is lost.
    pub(super) fn receive(&mut self, switch: &StopSwitch, until: Option<Instant>) -> Result<Option<String>, String> {
        while !switch.is_stopped() {
            if until.is_some_and(|until| Instant::now() >= until) {
                return Err("it says nothing that a hall would say".to_owned());
            }
            let received = match self {
                Self::Socket(socket) => match socket.read() {
                    Ok(Message::Text(text)) => Ok(Some(text.to_string())),
                    Ok(Message::Close(_)) => return Err("the hall closed the connection".to_owned()),
                    Ok(_) => Ok(None),
                    Err(tungstenite::Error::Io(error)) => Err(error),
                    Err(error) => return Err(error.to_string()),
                },
                Self::Lines(stream, bytes) => next_line(stream, bytes),
            };
            match received {
                Ok(Some(text)) => return Ok(Some(text)),
                Ok(None) => {}
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                }
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(None)
    }
}

fn connected(host: &str) -> Result<TcpStream, OpenError> {
    let host = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let mut failure = "there is no such host".to_owned();
    for address in host.to_socket_addrs().map_err(failed)? {
        match TcpStream::connect_timeout(&address, CONNECT_TIME) {
            Ok(stream) => {
                stream.set_nodelay(true).map_err(failed)?;
                stream.set_read_timeout(Some(TICK)).map_err(failed)?;
                stream.set_write_timeout(Some(CONNECT_TIME)).map_err(failed)?;
                return Ok(stream);
            }
            Err(error) => failure = error.to_string(),
        }
    }
    Err(OpenError::Failed(failure))
}

fn failed(error: io::Error) -> OpenError {
    OpenError::Failed(error.to_string())
}

/// A whole line, once there is one.
fn next_line(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> io::Result<Option<String>> {
    loop {
        if let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = bytes.drain(..=end).collect();
            return Ok(Some(String::from_utf8_lossy(line.trim_ascii()).into_owned()));
        }
        if bytes.len() > MOST_BYTES {
            return Err(io::Error::other("a line without end"));
        }
        let mut block = [0; 4096];
        match stream.read(&mut block)? {
            0 => return Err(io::Error::other("the hall closed the connection")),
            length => bytes.extend_from_slice(&block[..length]),
        }
    }
}
