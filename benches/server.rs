//! The server under load, against the real program: `cargo bench --bench server`.
//!
//! 64 clients ask for positions of 3x3 boxes, which a table of the program holds, each its next as soon as it has an
//! answer; every answer is compared with what the table says here. What the server itself needed is told too, on
//! Linux: unlike the rest it does not hang on what else the machine does, the clients included. `-- crowd` does the
//! same for two minutes among 500 connections that say nothing and 500 that say a letter now and then.
//! `-- seconds 60` takes as long as that.

use gridsolve::Position;
use gridsolve::chance::Chance;
use gridsolve::solver::Lookup;
use gridsolve::table::Catalog;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const CLIENTS: usize = 64;
/// Connections of each useless kind.
const CROWD: usize = 500;
const GRIDSOLVE: &str = env!("CARGO_BIN_EXE_gridsolve");

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let crowd = arguments.iter().any(|argument| argument == "crowd");
    let place = arguments.iter().position(|argument| argument == "seconds");
    let seconds =
        place.and_then(|place| arguments.get(place + 1)?.parse().ok()).unwrap_or(if crowd { 120 } else { 10 });
    let (mut server, address) = start();
    let done = AtomicBool::new(false);
    let times = std::thread::scope(|scope| {
        if crowd {
            scope.spawn(|| annoy(&address, &done));
            std::thread::sleep(Duration::from_secs(2));
        }
        let client = |number| {
            scope.spawn({
                let address = &address;
                move || ask(address, number, Duration::from_secs(seconds))
            })
        };
        let clients: Vec<_> = (0..CLIENTS as u64).map(client).collect();
        let times: Vec<Duration> = clients.into_iter().flat_map(|client| client.join().unwrap()).collect();
        done.store(true, Ordering::Relaxed);
        times
    });
    let worked = worked(server.id());
    server.kill().unwrap();
    server.wait().unwrap();
    report(times, seconds, crowd, worked);
}

fn start() -> (Child, String) {
    let mut command = Command::new(GRIDSOLVE);
    command.args(["serve", "--port", "0"]).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().trim_end_matches('/').rsplit('/').next().unwrap().to_owned();
    (child, address)
}

/// How long the processors have worked for a process, where that can be seen.
fn worked(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields = text.rsplit(')').next()?.split_whitespace();
    // Time for the program itself, then for the system on its behalf, in hundredths of a second.
    let ticks = fields.skip(11).take(2).map(|field| field.parse::<u64>().ok()).sum::<Option<u64>>()?;
    Some(Duration::from_millis(10 * ticks))
}

/// Asks one position after another, and says how long each took.
fn ask(address: &str, seed: u64, time: Duration) -> Vec<Duration> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    let tables = Catalog::shared();
    let (mut chance, mut times, started) = (Chance::new(seed), Vec::new(), Instant::now());
    let mut block = vec![0; 1 << 14];
    while started.elapsed() < time {
        let lines: String = (0..24).map(|_| if chance.below(2) == 0 { '0' } else { '1' }).collect();
        let text = format!("dots:3x3:{lines}");
        let asked = Instant::now();
        write!(stream, "GET /api/v1/probe?position={text} HTTP/1.1\r\nhost: here\r\n\r\n").unwrap();
        let mut answer = String::new();
        while !is_whole(&answer) {
            let length = stream.read(&mut block).unwrap();
            assert!(length > 0, "the server closed the connection after {answer:?}");
            answer.push_str(std::str::from_utf8(&block[..length]).unwrap());
        }
        times.push(asked.elapsed());
        let known = tables.known(&Position::parse(&text).unwrap()).unwrap();
        assert!(answer.contains(&format!("\"value\":{},", known.value)), "{text}: {answer}");
    }
    times
}

/// Whether an answer has as many bytes as its head says.
fn is_whole(answer: &str) -> bool {
    let Some((head, body)) = answer.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    body.len() == length.unwrap_or(usize::MAX)
}

/// Keeps connections open that are silent, and others that send a letter now and then.
fn annoy(address: &str, done: &AtomicBool) {
    let connect = |_| TcpStream::connect(address).ok();
    while !done.load(Ordering::Relaxed) {
        let _silent: Vec<TcpStream> = (0..CROWD).filter_map(connect).collect();
        let mut slow: Vec<TcpStream> = (0..CROWD).filter_map(connect).collect();
        slow.iter_mut().for_each(|stream| drop(stream.write_all(b"GET /api/v1/health HTTP/1.1\r\nx: ")));
        // The server lets go of them after ten seconds.
        for _ in 0..10 {
            std::thread::sleep(Duration::from_secs(1));
            slow.iter_mut().for_each(|stream| drop(stream.write_all(b"y")));
            if done.load(Ordering::Relaxed) {
                return;
            }
        }
    }
}

fn report(mut times: Vec<Duration>, seconds: u64, crowd: bool, worked: Option<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    let each_second = times.len() as u64 / seconds;
    let among = if crowd { format!(" among {CROWD} silent and {CROWD} slow connections") } else { String::new() };
    println!("{CLIENTS} clients{among}: {each_second} probes a second; half take {:?}, 99 of 100 {:?}", at(50), at(99));
    if let Some(worked) = worked {
        println!("the server worked {:?} for each probe", worked / u32::try_from(times.len()).unwrap());
    }
    assert!(each_second >= 2_000 && at(99) < Duration::from_millis(50), "2,000 a second within 50 ms are wanted");
}
