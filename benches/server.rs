//! The server under load, against the real program: `cargo bench --bench server`.
//!
//! 64 clients ask for positions of a solution table of 2x3 boxes, each its next as soon as it has an answer; every
//! answer is compared with the table's own. `-- crowd` does the same for two minutes among 500 connections that say
//! nothing and 500 that say a letter now and then. `-- seconds 60` takes as long as that.

use gridsolve::Position;
use gridsolve::chance::Chance;
use gridsolve::table::Table;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
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
    let folder = std::env::temp_dir().join(format!("gridsolve-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("dots-2x3.gst");
    assert!(Command::new(GRIDSOLVE).args(["table", "build", "dots:2x3", "-o"]).arg(&path).status().unwrap().success());
    let table = Table::open(&path).unwrap();
    let (mut server, address) = start(&folder);
    let done = AtomicBool::new(false);
    let times = std::thread::scope(|scope| {
        if crowd {
            scope.spawn(|| annoy(&address, &done));
            std::thread::sleep(Duration::from_secs(2));
        }
        let client = |number| {
            scope.spawn({
                let (address, table) = (&address, &table);
                move || ask(address, table, number, Duration::from_secs(seconds))
            })
        };
        let clients: Vec<_> = (0..CLIENTS as u64).map(client).collect();
        let times: Vec<Duration> = clients.into_iter().flat_map(|client| client.join().unwrap()).collect();
        done.store(true, Ordering::Relaxed);
        times
    });
    server.kill().unwrap();
    server.wait().unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    report(times, seconds, crowd);
}

fn start(tables: &Path) -> (Child, String) {
    let mut command = Command::new(GRIDSOLVE);
    command.args(["serve", "--port", "0", "--tables"]).arg(tables).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().trim_end_matches('/').rsplit('/').next().unwrap().to_owned();
    (child, address)
}

/// Asks one position after another, and says how long each took.
fn ask(address: &str, table: &Table, seed: u64, time: Duration) -> Vec<Duration> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    let (mut chance, mut times, started) = (Chance::new(seed), Vec::new(), Instant::now());
    let mut block = vec![0; 1 << 14];
    while started.elapsed() < time {
        let lines: String = (0..17).map(|_| if chance.below(2) == 0 { '0' } else { '1' }).collect();
        let text = format!("dots:2x3:{lines}");
        let asked = Instant::now();
        write!(stream, "GET /api/v1/probe?position={text} HTTP/1.1\r\nhost: here\r\n\r\n").unwrap();
        let mut answer = String::new();
        while !is_whole(&answer) {
            let length = stream.read(&mut block).unwrap();
            assert!(length > 0, "the server closed the connection after {answer:?}");
            answer.push_str(std::str::from_utf8(&block[..length]).unwrap());
        }
        times.push(asked.elapsed());
        let known = table.probe(&Position::parse(&text).unwrap()).unwrap().unwrap();
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

fn report(mut times: Vec<Duration>, seconds: u64, crowd: bool) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    let each_second = times.len() as u64 / seconds;
    let among = if crowd { format!(" among {CROWD} silent and {CROWD} slow connections") } else { String::new() };
    println!("{CLIENTS} clients{among}: {each_second} probes a second; half take {:?}, 99 of 100 {:?}", at(50), at(99));
    assert!(each_second >= 2_000 && at(99) < Duration::from_millis(50), "2,000 a second within 50 ms are wanted");
}
