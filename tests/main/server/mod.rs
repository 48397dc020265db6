//! The server as programs and browsers see it: the real program, asked over plain connections.

mod answers;
mod busy;
mod connect;
mod games;
mod hall;
mod hostile;
mod slow;

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server, ended when it is dropped.
struct Server {
    child: Child,
    address: String,
    /// Where programs speak to the hall in lines.
    lines: Option<String>,
    /// Held open: it may have more to print.
    _out: BufReader<ChildStdout>,
}

impl Server {
    /// Starts `gridsolve serve` at any port.
    fn start(arguments: &[&str]) -> Self {
        Self::start_at(&[&["--port", "0"], arguments].concat())
    }

    /// Starts `gridsolve serve` where the arguments say.
    fn start_at(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridsolve"));
        command.arg("serve").args(arguments).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = |before: &str| {
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            let address = line.split(before).nth(1).unwrap_or_else(|| panic!("it printed {line:?}"));
            address.trim_end().trim_end_matches('/').to_owned()
        };
        let address = line("http://");
        let lines = arguments.contains(&"--hall-port").then(|| line("tcp://"));
        Self { child, address, lines, _out: out }
    }

    fn lines(&self) -> &str {
        self.lines.as_ref().unwrap()
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes as they are and reads until the server closes the connection.
    fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that has heard enough reads no further.
        let _ = stream.write_all(request);
        Reply::read(stream)
    }

    fn get(&self, target: &str) -> Reply {
        self.raw(format!("GET {target} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n").as_bytes())
    }

    fn send(&self, method: &str, target: &str, body: &[u8]) -> Reply {
        self.raw(&request(method, target, body))
    }

    fn post(&self, target: &str, body: impl AsRef<[u8]>) -> Reply {
        self.send("POST", target, body.as_ref())
    }

    fn health(&self) -> Value {
        self.get("/api/v1/health").json()
    }

    /// Waits until the health of the server is as wanted, and says how long that took.
    fn until(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Duration {
        let started = Instant::now();
        loop {
            let health = self.health();
            if wanted(&health) {
                return started.elapsed();
            }
            assert!(started.elapsed() < PATIENCE, "{what}: {health}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Ends the server as a signal does and gives its status and what it said on standard error.
    #[cfg(unix)]
    fn end(mut self, signal: &str) -> (Option<i32>, Duration, String) {
        let started = Instant::now();
        let killed = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let status = self.child.wait().unwrap();
        let time = started.elapsed();
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (status.code(), time, said)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let mut said = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            let _ = stderr.read_to_string(&mut said);
        }
        if !std::thread::panicking() {
            assert!(!said.contains("panicked"), "{said}");
        }
    }
}

fn request(method: &str, target: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head =
        format!("{method} {target} HTTP/1.1\r\nhost: here\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

/// What the server answered.
#[derive(Debug)]
struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Reply {
    fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        let mut block = [0; 1 << 14];
        loop {
            match stream.read(&mut block) {
                Ok(0) => break,
                Ok(length) => bytes.extend_from_slice(&block[..length]),
                // Who sends more than is read may be cut off, with the answer on its way.
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
                Err(error) => panic!("{error} after {:?}", String::from_utf8_lossy(&bytes)),
            }
        }
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no answer but {text:?}"));
        Self { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// The code of an error, which has a message and the status.
    fn code(&self, status: u16) -> String {
        let json = self.json();
        assert_eq!(self.status, status, "{self:?}");
        assert!(json["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{self:?}");
        json["error"]["code"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }
}

/// The fastest of several tries: what else the machine does may slow any of them, but hardly all.
fn fastest(tries: usize, mut act: impl FnMut() -> Duration) -> Duration {
    (0..tries).map(|_| act()).min().unwrap()
}

/// A part of an address as it is written there.
fn quoted(text: &str) -> String {
    text.bytes().fold(String::new(), |quoted, byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b':' | b'.' | b'-' => quoted + &char::from(byte).to_string(),
        _ => quoted + &format!("%{byte:02x}"),
    })
}

/// Positions of every game that are answered at once.
const SMALL: [&str; 7] = [
    "dots:1x2:1010100",
    "dots:2x2",
    "dotdot:2x2",
    "domineering:..#|...:v",
    "cram:3x4",
    "xo:3x3",
    "kings:X...|....|....|...O",
];

/// A position that takes far longer than any test.
const ENDLESS: &str = "dots:8x8";
