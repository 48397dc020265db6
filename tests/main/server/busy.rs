//! Solves that take long: bounded, shared, and ended when nobody waits for them.

use super::{ENDLESS, Reply, Server, fastest, request};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Boards that take far longer than any test, all different.
fn endless(number: usize) -> String {
    format!("dots:8x{}", 8 + number)
}

/// Asks without waiting for the answer.
fn ask(server: &Server, position: &str) -> TcpStream {
    let mut stream = server.connect();
    stream.write_all(&request("POST", "/api/v1/solve", position.as_bytes())).unwrap();
    stream
}

/// How quickly somebody who finds the server full is told, and how soon a solve ends that nobody waits for.
const AT_ONCE: Duration = Duration::from_millis(100);
const SOON: Duration = Duration::from_secs(1);

/// How long something takes.
fn timed(act: impl FnOnce()) -> Duration {
    let started = Instant::now();
    act();
    started.elapsed()
}

fn solves(health: &Value) -> (u64, u64) {
    (health["solves"]["running"].as_u64().unwrap(), health["solves"]["waiting"].as_u64().unwrap())
}

#[test]
fn who_finds_it_full_is_told_at_once_while_small_things_stay_quick() {
    let server = Server::start(&["--threads", "2", "--queue", "2"]);
    let asked: Vec<TcpStream> = (0..4).map(|number| ask(&server, &endless(number))).collect();
    server.until("all are busy", |health| solves(health) == (2, 2));
    let mut number = 4;
    let refused = fastest(8, || {
        number += 1;
        timed(|| {
            let reply = server.post("/api/v1/solve", endless(number));
            assert_eq!(reply.code(503), "busy");
            assert!(reply.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok()), "{reply:?}");
        })
    });
    assert!(refused < AT_ONCE, "{refused:?}");
    assert_eq!(server.post("/api/v1/jobs", endless(4)).code(503), "busy");
    for (target, body) in [
        ("/api/v1/moves", "dots:2x2"),
        ("/api/v1/moves", "dots:3x4:1111111111111111111000000000000"),
        ("/api/v1/probe", "dots:3x3"),
        ("/api/v1/play", ENDLESS),
        ("/api/v1/render", ENDLESS),
        ("/api/v1/move", r#"{"position":"dots:8x8","player":"random"}"#),
    ] {
        let quick = fastest(8, || timed(|| assert_eq!(server.post(target, body).status, 200)));
        assert!(quick < AT_ONCE, "{target} {body}: {quick:?}");
    }
    drop(asked);
    server.until("nobody waits", |health| solves(health) == (0, 0));
    assert_eq!(server.post("/api/v1/solve", "dots:3x3").json()["value"], -3);
}

#[test]
fn who_hangs_up_makes_room_within_a_second() {
    let server = Server::start(&["--threads", "2", "--queue", "2"]);
    // What nobody reads behind the request hides the hang-up from nobody.
    let behind: &[&[u8]] = if cfg!(target_os = "linux") { &[b"", b"X", b"GET / HTTP/1.1\r\n\r\n"] } else { &[b""] };
    for behind in behind {
        let freed = fastest(3, || {
            let asked: Vec<TcpStream> = (0..4).map(|number| ask(&server, &endless(number))).collect();
            asked.iter().for_each(|mut stream| stream.write_all(behind).unwrap());
            server.until("all are busy", |health| solves(health) == (2, 2));
            drop(asked);
            server.until("nobody waits", |health| solves(health) == (0, 0))
        });
        assert!(freed < SOON, "{behind:?}: {freed:?}");
    }
}

#[test]
fn a_hundred_who_ask_the_same_share_one_solve() {
    let server = Server::start(&["--threads", "2", "--queue", "1", "--time", "4", "--no-tables"]);
    let mut asked: Vec<TcpStream> = (0..100).map(|_| ask(&server, ENDLESS)).collect();
    server.until("they have come", |health| health["connections"] == 101);
    server.until("one solve is worked on, and none waits", |health| solves(health) == (1, 0));
    // One who goes away takes nothing from the others.
    drop(asked.pop());
    let answers: Vec<Value> = asked.into_iter().map(|stream| Reply::read(stream).json()).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "the very same answer, its time included");
    assert_eq!((&answers[0]["exact"], answers[0]["nodes"].as_u64() > Some(0)), (&json!(false), true));
    let [one, again] = [(), ()].map(|()| server.post("/api/v1/solve", "dots:2x4").json());
    assert_eq!((&one, &one["value"]), (&again, &json!(2)), "what is exact is kept for those who come later");
}

/// The events of a job, one by one.
fn events(server: &Server, id: &str) -> impl Iterator<Item = (String, Value)> {
    let mut stream = server.connect();
    write!(stream, "GET /api/v1/jobs/{id}/events HTTP/1.1\r\nhost: here\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    std::iter::from_fn(move || {
        let name = lines.by_ref().find_map(|line| line.strip_prefix("event: ").map(str::to_owned))?;
        let data = lines.by_ref().find_map(|line| line.strip_prefix("data: ").map(str::to_owned))?;
        Some((name, serde_json::from_str(&data).unwrap()))
    })
}

fn begin(server: &Server, question: Value) -> String {
    let reply = server.post("/api/v1/jobs", question.to_string());
    assert_eq!(reply.status, 202, "{reply:?}");
    let id = reply.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(reply.header("location"), Some(&*format!("/api/v1/jobs/{id}")));
    id
}

#[test]
fn a_job_tells_how_far_it_has_come_and_what_came_out() {
    let server = Server::start(&["--no-tables"]);
    let id = begin(&server, json!({"position": "dots:3x3", "all_moves": true}));
    let (name, report) = events(&server, &id).find(|(name, _)| name != "progress").unwrap();
    assert_eq!((&*name, &report["answer"]["value"], &report["state"]), ("done", &json!(-3), &json!("done")));
    assert!(report["nodes"].as_u64() > Some(1000), "{report}");
    assert_eq!(server.get(&format!("/api/v1/jobs/{id}")).json()["answer"], report["answer"]);
    let (name, again) = events(&server, &id).next().unwrap();
    assert_eq!((&*name, &again["answer"]), ("done", &report["answer"]), "who comes late hears it too");
}

#[test]
fn a_job_ends_with_its_last_listener_or_when_it_is_deleted() {
    let server = Server::start(&["--threads", "1"]);
    let id = begin(&server, json!({"position": ENDLESS}));
    let mut first = events(&server, &id);
    let mut second = events(&server, &id);
    assert!(first.next().is_some() && second.next().is_some());
    server.until("it runs", |health| solves(health).0 == 1);
    drop(first);
    let (name, report) = second.by_ref().nth(3).unwrap();
    assert_eq!((&*name, &report["state"]), ("progress", &json!("searching")), "one still listens");
    assert!(report["nodes"].as_u64() > Some(0) && report["questions"].as_u64() > Some(0), "{report}");
    drop(second);
    let ended = server.until("nobody listens", |health| solves(health).0 == 0);
    assert!(ended < 2 * SOON, "{ended:?}: the bound of a hang-up is another test's");
    assert_eq!(server.get(&format!("/api/v1/jobs/{id}")).code(404), "not_found");

    let id = begin(&server, json!({"position": ENDLESS}));
    server.until("it runs", |health| solves(health).0 == 1);
    let mut listener = events(&server, &id);
    assert_eq!(listener.next().unwrap().0, "progress");
    assert_eq!(server.send("DELETE", &format!("/api/v1/jobs/{id}"), b"").status, 204);
    assert_eq!(listener.find(|(name, _)| name != "progress").unwrap().0, "deleted");
    drop(listener);
    server.until("it is deleted", |health| solves(health).0 == 0);
}

#[test]
fn many_tiny_jobs_keep_nobody_out_and_cost_nobody_else_the_job() {
    let server = Server::start(&["--threads", "1"]);
    let runs = begin(&server, json!({"position": ENDLESS}));
    let mut listener = events(&server, &runs);
    assert_eq!(listener.next().unwrap().0, "progress");
    let ids: Vec<String> = (0..300).map(|_| begin(&server, json!({"position": "dots:1x1"}))).collect();
    let here = |id: &String| server.get(&format!("/api/v1/jobs/{id}")).status == 200;
    assert!(here(&runs) && here(&ids[299]) && here(&ids[290]), "what runs stays, and what is new");
    assert!(!here(&ids[0]), "the oldest that was done made room");
    assert_eq!(listener.nth(1).unwrap().0, "progress");
}

#[test]
fn who_asks_for_the_head_of_the_events_alone_ends_no_job() {
    let server = Server::start(&["--threads", "1"]);
    let id = begin(&server, json!({"position": ENDLESS}));
    let head = server.send("HEAD", &format!("/api/v1/jobs/{id}/events"), b"");
    assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")));
    assert_eq!(server.get(&format!("/api/v1/jobs/{id}")).json()["state"], "searching");
}

#[test]
fn openings_are_small_things_that_wait_in_their_lane() {
    let server = Server::start(&["--threads", "1"]);
    let small = |health: &Value| ["running", "waiting"].map(|field| health["small_solves"][field].as_u64().unwrap());
    let asked: Vec<TcpStream> = (0..40)
        .map(|seed| {
            let mut stream = server.connect();
            let target = format!("/api/v1/opening?rows=32&cols=32&free=0&seed={seed}");
            stream.write_all(&request("GET", &target, b"")).unwrap();
            stream
        })
        .collect();
    server.until("one is drawn, and others wait", |health| small(health)[0] == 1 && small(health)[1] > 0);
    drop(asked);
    server.until("nobody waits", |health| small(health) == [0, 0]);
    assert_eq!(server.get("/api/v1/opening?rows=2&cols=2&free=6&seed=3").status, 200);
}

/// Asks a player for a move without waiting for it.
fn ask_player(server: &Server, player: &str) -> TcpStream {
    ask_player_for(server, player, 60.0)
}

fn ask_player_for(server: &Server, player: &str, time: f64) -> TcpStream {
    let mut stream = server.connect();
    let body = json!({"position": ENDLESS, "player": player, "time": time}).to_string();
    stream.write_all(&request("POST", "/api/v1/move", body.as_bytes())).unwrap();
    stream
}

#[test]
fn a_player_has_its_time_however_long_it_waited_for_a_thread() {
    let server = Server::start(&["--threads", "1"]);
    let first = ask_player_for(&server, "perfect", 2.5);
    server.until("it thinks", |health| health["players"]["running"] == 1);
    let second = ask_player_for(&server, "alphabeta", 1.5);
    server.until("the other waits", |health| health["players"]["waiting"] == 1);
    assert_eq!(Reply::read(first).status, 200);
    let chosen = Reply::read(second).json();
    assert!(chosen["note"].is_null() && chosen["depth"].as_u64() > Some(0), "no guess: {chosen}");
}

#[cfg(target_os = "linux")]
#[test]
fn players_stay_under_the_limit_of_memory() {
    let server = Server::start(&["--threads", "2", "--memory", "8M", "--time", "4", "--no-tables"]);
    let players = ["perfect", "perfect", "alphabeta"].map(|player| ask_player(&server, player));
    server.until("they think", |health| health["players"]["running"] == 2);
    server.until("they have thought", |health| health["players"]["running"] == 0);
    drop(players);
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    let peak: u64 = peak.unwrap_or_else(|| panic!("{status}")).parse().unwrap();
    assert!(peak <= (8 + 48) << 10, "{peak} KiB");
}

#[cfg(unix)]
#[test]
fn a_player_that_thinks_is_stopped_at_the_end_and_whoever_waits_is_told() {
    for player in ["perfect", "alphabeta:depth=100", "perfect"] {
        let time = fastest(2, || {
            let server = Server::start(&["--threads", "1"]);
            let thinks = ask_player(&server, player);
            server.until("it thinks", |health| health["players"]["running"] == 1);
            let waits = ask_player(&server, player);
            server.until("the other waits", |health| health["players"]["waiting"] == 1);
            let (ended, time, said) = server.end("-INT");
            assert_eq!(ended, Some(130), "{said}");
            for stream in [thinks, waits] {
                assert_eq!(Reply::read(stream).code(503), "busy", "{player}");
            }
            time
        });
        assert!(time < SOON, "{player}: {time:?}");
    }
}

#[cfg(unix)]
#[test]
fn who_waits_for_a_picture_with_values_at_the_end_is_told() {
    let server = Server::start(&["--threads", "1"]);
    let mut stream = server.connect();
    stream.write_all(&request("POST", "/api/v1/render?values=true", ENDLESS.as_bytes())).unwrap();
    server.until("it is searched", |health| solves(health).0 == 1);
    let (ended, _, said) = server.end("-INT");
    assert_eq!(ended, Some(130), "{said}");
    assert_eq!(Reply::read(stream).code(503), "busy");
}

#[cfg(unix)]
#[test]
fn it_ends_within_a_second_whatever_is_going_on() {
    for (signal, status) in [("-TERM", 0), ("-INT", 130)] {
        let time = fastest(2, || {
            let server = Server::start(&["--threads", "2"]);
            let _solve = ask(&server, ENDLESS);
            let _silent = server.connect();
            server.until("it is busy", |health| solves(health).0 == 1);
            let (ended, time, said) = server.end(signal);
            assert_eq!(ended, Some(status), "{said}");
            time
        });
        assert!(time < SOON, "{signal}: {time:?}");
    }
}
