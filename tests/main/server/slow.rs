//! Who is slow or silent takes nothing from those who are not.

use super::Server;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many of each kind.
const MANY: usize = 50;

/// The time that one in a hundred requests exceeds.
fn p99(server: &Server, time: Duration) -> Duration {
    let mut stream = server.connect();
    let request = b"GET /api/v1/solve?position=dots:1x2:1010100 HTTP/1.1\r\nhost: here\r\n\r\n";
    let (mut times, started) = (Vec::new(), Instant::now());
    let mut block = [0; 1 << 14];
    while started.elapsed() < time {
        let asked = Instant::now();
        stream.write_all(request).unwrap();
        let mut answer = String::new();
        while !answer.ends_with("}") {
            let length = stream.read(&mut block).unwrap();
            assert!(length > 0, "{answer:?}");
            answer.push_str(std::str::from_utf8(&block[..length]).unwrap());
        }
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"value\":2"), "{answer:?}");
        times.push(asked.elapsed());
    }
    times.sort_unstable();
    times[times.len() * 99 / 100]
}

#[test]
fn slow_and_silent_connections_do_not_slow_the_others_and_are_let_go() {
    let server = Server::start(&["--patience", "2"]);
    let alone = p99(&server, Duration::from_secs(1));
    let silent: Vec<TcpStream> = (0..MANY).map(|_| server.connect()).collect();
    let slow: Vec<TcpStream> = (0..MANY).map(|_| server.connect()).collect();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // A letter now and then, of the head or of the body.
            let head = b"GET /api/v1/health HTTP/1.1\r\nhost: here\r\nx: y";
            let body = b"POST /api/v1/solve HTTP/1.1\r\nhost: here\r\ncontent-length: 1000\r\n\r\ndots";
            for (number, mut stream) in slow.iter().enumerate() {
                stream.write_all(if number % 2 == 0 { &head[..] } else { body }).unwrap();
            }
            while !done.load(Ordering::Relaxed) {
                for mut stream in &slow {
                    let _ = stream.write_all(b"x");
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let crowded = p99(&server, Duration::from_secs(3));
        done.store(true, Ordering::Relaxed);
        assert!(crowded < 4 * alone + Duration::from_millis(20), "{alone:?} alone, {crowded:?} in a crowd");
    });
    // Both kinds have been let go, those who had begun to say something with a word.
    for (number, mut stream) in silent.iter().chain(&slow).enumerate() {
        let mut text = Vec::new();
        let end = stream.read_to_end(&mut text);
        let is_reset = end.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset);
        assert!(end.is_ok() || is_reset, "{number}: {end:?}");
        let text = String::from_utf8_lossy(&text);
        assert_eq!(text.contains("too_slow"), number >= MANY, "{number}: {text}");
    }
}

#[test]
fn who_reads_nothing_is_let_go() {
    let server = Server::start(&["--patience", "1"]);
    let mut stream = server.connect();
    // Answers of 200 KB each fill whatever lies between.
    let request = b"GET /api/v1/render?position=dots:32x32 HTTP/1.1\r\nhost: here\r\n\r\n";
    stream.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
    for _ in 0..200 {
        if stream.write_all(request).is_err() {
            break;
        }
    }
    server.until("it is let go", |health| health["connections"] == 1);
}

#[test]
fn there_are_as_many_connections_as_there_may_be() {
    let server = Server::start(&["--connections", "8"]);
    let kept: Vec<TcpStream> = (0..8).map(|_| server.connect()).collect();
    std::thread::sleep(Duration::from_millis(200));
    let reply = server.get("/api/v1/health");
    assert_eq!(reply.code(503), "busy");
    assert!(reply.header("retry-after").is_some());
    drop(kept);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(server.health()["connections"], 1);
}

#[test]
fn a_web_socket_has_the_one_place_that_its_connection_had() {
    let server = Server::start(&["--hall", "--connections", "1"]);
    for path in ["hall", "hall/watch"] {
        let (socket, _) = tungstenite::connect(format!("ws://{}/{path}", server.address)).unwrap();
        assert_eq!(server.get("/api/v1/health").code(503), "busy", "{path}: it keeps it");
        drop(socket);
        server.until("the place is free", |health| health["connections"] == 1);
    }
}
