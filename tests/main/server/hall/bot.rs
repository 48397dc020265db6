//! A program that is as well behaved as a test lets it be, over either kind of connection.

use super::super::{PATIENCE, Server};
use super::first_move;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{Shutdown, TcpStream};
use tungstenite::{Message, WebSocket};

/// How a program is connected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// Plain lines.
    Lines,
    /// A WebSocket.
    Socket,
}

impl Way {
    pub(super) const BOTH: [Self; 2] = [Self::Lines, Self::Socket];
}

pub(super) struct Bot {
    read: Reading,
    /// Bytes go there as they are, over a WebSocket too: what is wrong with a frame is part of a test.
    write: TcpStream,
    name: String,
}

enum Reading {
    Lines(BufReader<TcpStream>),
    Socket(Box<WebSocket<TcpStream>>),
}

impl Bot {
    /// Connects without a word.
    pub(super) fn silent(way: Way, server: &Server, name: &str) -> Self {
        let address = match way {
            Way::Lines => server.lines(),
            Way::Socket => &server.address,
        };
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        let write = stream.try_clone().unwrap();
        let read = match way {
            Way::Lines => Reading::Lines(BufReader::new(stream)),
            Way::Socket => {
                let (socket, _) = tungstenite::client(format!("ws://{address}/hall"), stream).unwrap();
                Reading::Socket(Box::new(socket))
            }
        };
        Self { read, write, name: name.to_owned() }
    }

    /// Connects over plain lines and says hello.
    pub(super) fn hello(server: &Server, name: &str, wish: Value) -> Self {
        Self::hello_over(Way::Lines, server, name, wish)
    }

    /// Connects and says hello.
    pub(super) fn hello_over(way: Way, server: &Server, name: &str, wish: Value) -> Self {
        let mut bot = Self::silent(way, server, name);
        bot.say_hello(wish);
        let answer = bot.hear();
        assert_eq!(answer["type"], "welcome", "{answer}");
        bot
    }

    pub(super) fn say_hello(&mut self, mut wish: Value) {
        wish["type"] = "hello".into();
        wish["name"] = self.name.as_str().into();
        self.say(&wish);
    }

    pub(super) fn say(&mut self, message: &Value) {
        self.say_bytes(message.to_string());
    }

    /// Says something that need not be a message.
    pub(super) fn say_bytes(&mut self, bytes: impl AsRef<[u8]>) {
        self.send(&self.wrapped(bytes.as_ref()));
    }

    /// Says several things in one piece.
    pub(super) fn say_at_once(&mut self, messages: &[&str]) {
        let whole: Vec<u8> = messages.iter().flat_map(|message| self.wrapped(message.as_bytes())).collect();
        self.send(&whole);
    }

    /// Begins to say something, and does not end.
    pub(super) fn begin(&mut self, bytes: &[u8]) {
        let head = self.head(bytes.len() as u64 + 1);
        self.send(&[&head, bytes].concat());
    }

    /// Says something of 1 GiB as far as it is listened to; how many bytes that was.
    pub(super) fn go_on_and_on(&mut self) -> u64 {
        const LENGTH: u64 = 1 << 30;
        let block = [b'x'; 1 << 16];
        let mut sent = 0;
        self.send(&self.head(LENGTH));
        while sent < LENGTH && self.send(&block) {
            sent += block.len() as u64;
        }
        sent
    }

    /// Sends bytes as they are; false where the hall has heard enough.
    pub(super) fn send(&mut self, bytes: &[u8]) -> bool {
        self.write.write_all(bytes).is_ok()
    }

    /// Breaks the connection off.
    pub(super) fn crash(&mut self) {
        let _ = self.write.shutdown(Shutdown::Both);
    }

    /// What stands before the bytes of a message.
    fn head(&self, length: u64) -> Vec<u8> {
        match self.read {
            Reading::Lines(_) => Vec::new(),
            Reading::Socket(_) => {
                // One frame of text, masked by zeros, which change nothing.
                let length = match u8::try_from(length) {
                    Ok(length @ 0..126) => vec![0x80 | length],
                    _ => [&[0x80 | 127][..], &length.to_be_bytes()].concat(),
                };
                [&[0x81][..], &length, &[0; 4]].concat()
            }
        }
    }

    fn wrapped(&self, bytes: &[u8]) -> Vec<u8> {
        let end: &[u8] = if matches!(self.read, Reading::Lines(_)) { b"\n" } else { b"" };
        [&self.head(bytes.len() as u64), bytes, end].concat()
    }

    pub(super) fn hear(&mut self) -> Value {
        self.hear_if().unwrap_or_else(|| panic!("{}: the hall closed the connection", self.name))
    }

    /// What is said next; nothing where the hall has closed the connection.
    pub(super) fn hear_if(&mut self) -> Option<Value> {
        let text = match &mut self.read {
            Reading::Lines(read) => {
                let mut line = String::new();
                match read.read_line(&mut line) {
                    Ok(0) => return None,
                    Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
                    read => read.unwrap(),
                };
                line
            }
            Reading::Socket(socket) => loop {
                match socket.read() {
                    Ok(Message::Text(text)) => break text.to_string(),
                    Ok(Message::Close(_)) | Err(tungstenite::Error::ConnectionClosed) => return None,
                    Err(tungstenite::Error::Protocol(_)) => return None,
                    Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::ConnectionReset => return None,
                    other => drop(other.unwrap()),
                }
            },
        };
        Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
    }

    /// Hears what is said until something of this kind is.
    pub(super) fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear();
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Plays the first legal move whenever asked, until a game is over.
    pub(super) fn play(&mut self) -> Value {
        loop {
            let message = self.hear();
            match message["type"].as_str().unwrap() {
                "your-move" => {
                    let mv = first_move(&message);
                    self.say(&json!({"type": "move", "game": message["game"], "ply": message["ply"], "move": mv}));
                }
                "over" => return message,
                _ => {}
            }
        }
    }

    /// The port of its own end.
    pub(super) fn port(&self) -> u16 {
        self.write.local_addr().unwrap().port()
    }
}
