//! What is wrong is answered with what is wrong, and never costs the server anything.

use super::{Server, quoted};

#[test]
fn sizes_that_are_none() {
    let server = Server::start(&[]);
    let sizes = ["0", "-1", "1000000000", "18446744073709551616", "3.0", "", "x", "1e3", "NaN", "null"];
    for size in sizes {
        for text in [format!("dots:{size}x3"), format!("kings:3x{size}")] {
            let reply = server.get(&format!("/api/v1/solve?position={}", quoted(&text)));
            assert!((400..500).contains(&reply.status), "{text}: {reply:?}");
            assert!(["bad_position", "too_large"].contains(&&*reply.code(reply.status)), "{text}");
        }
        let json = format!(r#"{{"position":{{"game":"dots","rows":{size},"cols":3}}}}"#);
        let reply = server.post("/api/v1/solve", json);
        assert!((400..500).contains(&reply.status), "{size}: {reply:?}");
        assert!(["bad_position", "too_large", "bad_json"].contains(&&*reply.code(reply.status)), "{size}");
        let reply = server.get(&format!("/api/v1/opening?rows={size}&cols=3&free=3"));
        let (status, code) = if size == "1000000000" { (422, "too_large") } else { (400, "bad_request") };
        assert_eq!(reply.code(status), code, "{size}");
    }
    for target in ["solve?position=dots:1000x1000", "opening?rows=1000&cols=1000&free=3"] {
        let reply = server.get(&format!("/api/v1/{target}"));
        assert_eq!(reply.code(422), "too_large");
        assert!(reply.body.contains("1024"), "the most is said: {reply:?}");
    }
}

#[test]
fn requests_that_are_none() {
    let server = Server::start(&[]);
    for (target, body, status, code) in [
        ("/api/v1/solve", "", 400, "bad_request"),
        ("/api/v1/solve", "{", 400, "bad_json"),
        ("/api/v1/solve", "[1,2]", 400, "bad_position"),
        ("/api/v1/solve", "null", 400, "bad_position"),
        ("/api/v1/solve", r#"{"position":7}"#, 400, "bad_position"),
        ("/api/v1/solve", r#"{"position":"dots:2x2","al_moves":true}"#, 400, "bad_request"),
        ("/api/v1/solve", r#"{"position":"dots:2x2","all_moves":"yes"}"#, 400, "bad_request"),
        ("/api/v1/solve", r#"{"position":"dots:2x2","time":-1}"#, 400, "bad_request"),
        ("/api/v1/solve", r#"{"position":"dots:2x2","time":1e400}"#, 400, "bad_json"),
        ("/api/v1/solve", r#"{"position":"dots:2x2","value":true}"#, 400, "bad_request"),
        ("/api/v1/solve", r#"{"position":"dots:2x2"} {}"#, 400, "bad_json"),
        ("/api/v1/solve?all_moves=maybe", "dots:2x2", 400, "bad_request"),
        ("/api/v1/moves", r#"{"board":["..","..."]}"#, 400, "bad_position"),
        ("/api/v1/play", r#"{"position":"dots:2x2","moves":{"a":1}}"#, 400, "bad_request"),
        ("/api/v1/move", r#"{"position":"dots:2x2"}"#, 400, "bad_request"),
        ("/api/v1/move", r#"{"position":"dots:2x2","player":"random","seed":-1}"#, 400, "bad_request"),
        ("/api/v1/move", r#"{"position":"dots:2x2","player":"random","plies":1e99}"#, 400, "bad_request"),
        ("/api/v1/render?format=png", "dots:2x2", 400, "bad_request"),
        ("/api/v1/render?values=true", "domineering:..|..", 400, "bad_request"),
        ("/api/v1/nothing", "", 405, "method_not_allowed"),
        ("/api/v1/health", "", 405, "method_not_allowed"),
    ] {
        assert_eq!(server.post(target, body).code(status), code, "{target} {body}");
    }
    for target in ["/api/v1/nothing", "/api/v1/", "/api/v1/jobs/none", "/api/v1/jobs/none/events", "/api/v1/jobs/%00"] {
        assert_eq!(server.get(target).code(404), "not_found", "{target}");
    }
    assert_eq!(server.send("PUT", "/api/v1/solve", b"").code(405), "method_not_allowed");
    assert_eq!(server.post("/api/v1/solve", b"dots:\xff\xfe").code(400), "bad_request");
    assert_eq!(server.get("/api/v1/solve?position=%ff%fe").status / 100, 4);
}

#[test]
fn far_too_much_of_everything() {
    let server = Server::start(&[]);
    let reply = server.post("/api/v1/solve", vec![b'x'; 10 << 20]);
    assert_eq!(reply.code(413), "too_large");
    assert!(reply.body.contains("1048576"), "{reply:?}");
    let deep = |length: usize| format!(r#"{{"position":{}{}}}"#, "[".repeat(length), "]".repeat(length));
    for body in [deep(10_000), deep(100_000), "[".repeat(10_000), "{\"position\":".repeat(10_000)] {
        assert_eq!(server.post("/api/v1/solve", &body).status, 400);
        assert_eq!(server.post("/api/v1/play", &body).status, 400);
    }
    let moves = format!(r#"{{"position":"dots:2x2","moves":[{}]}}"#, vec!["\"h0,0\""; 100_000].join(","));
    assert_eq!(server.post("/api/v1/play", moves).code(400), "bad_move");
    let reply = server.get(&format!("/api/v1/solve?position={}", "x".repeat(40_000)));
    assert_eq!(reply.code(414), "too_large");
    let long = format!("GET / HTTP/1.1\r\nhost: here\r\nx: {}\r\n\r\n", "x".repeat(1 << 20));
    assert_eq!(server.raw(long.as_bytes()).code(431), "too_large");
    let many = format!("GET / HTTP/1.1\r\nhost: here\r\n{}\r\n", "x: y\r\n".repeat(10_000));
    assert_eq!(server.raw(many.as_bytes()).code(431), "too_large");
    assert_eq!(server.health()["status"], "ok");
}

#[test]
fn what_is_no_request_is_answered_in_words_too() {
    let server = Server::start(&["--hall"]);
    let head = |head: &str| format!("{head}\r\nhost: here\r\nconnection: close\r\n\r\n").into_bytes();
    let field = |field: &str| head(&format!("POST /api/v1/solve HTTP/1.1\r\n{field}"));
    let chunks = |body: &str| [&field("transfer-encoding: chunked")[..], body.as_bytes()].concat();
    for (bytes, status, code) in [
        (b"GET / HTTP/9.9\r\n\r\n".to_vec(), 400, "bad_request"),
        (b"\0\x01\x02\r\n\r\n".to_vec(), 400, "bad_request"),
        (b"GET /\xff HTTP/1.1\r\n\r\n".to_vec(), 400, "bad_request"),
        (b"GET /\x7f HTTP/1.1\r\n\r\n".to_vec(), 400, "bad_request"),
        (b"{\"position\":\"dots:2x2\"}\r\n\r\n".to_vec(), 400, "bad_request"),
        (head("GET / HTTP/1.1\r\nno field"), 400, "bad_request"),
        (head("GET / HTTP/1.1\r\nx: \0"), 400, "bad_request"),
        (head(&format!("GET /{} HTTP/1.1", "x".repeat(40_000))), 414, "too_large"),
        (field("content-length: some"), 400, "bad_request"),
        (field("content-length: -1"), 400, "bad_request"),
        (field("content-length: 1\r\ncontent-length: 2"), 400, "bad_request"),
        (field("content-length: 18446744073709551615"), 431, "too_large"),
        (field("transfer-encoding: gzip"), 400, "bad_request"),
        (chunks("not a number\r\n"), 400, "bad_request"),
        (chunks("ffffffffffffffffff\r\n"), 400, "bad_request"),
        (chunks("8\r\ndots:2x2 and more"), 400, "bad_request"),
        (head("GET /api/v1/jobs/%ff HTTP/1.1"), 400, "bad_request"),
        (head("POST /hall HTTP/1.1"), 405, "method_not_allowed"),
        (head("TRACE / HTTP/1.1"), 405, "method_not_allowed"),
        (head("BREW /api/v1/solve HTTP/1.1"), 405, "method_not_allowed"),
        (head("DELETE /api/v1/openapi.json HTTP/1.1"), 405, "method_not_allowed"),
        (head("CONNECT here:80 HTTP/1.1"), 405, "method_not_allowed"),
        (head("GET /api/v1/nothing HTTP/1.1"), 404, "not_found"),
    ] {
        let reply = server.raw(&bytes);
        let request = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
        assert_eq!(reply.code(status), code, "{request:?}");
        assert_eq!(reply.header("content-type"), Some("application/json"), "{request:?}");
        assert_eq!(reply.header("content-length"), Some(&*reply.body.len().to_string()), "{request:?}");
        assert!(reply.header("limit-body-bytes").is_some(), "{request:?}: {reply:?}");
        assert_eq!(reply.header("access-control-allow-origin"), Some("*"), "{request:?}: pages may read it");
    }
    // How much is read of an address that is far too long depends on how it arrives.
    let reply = server.raw(&head(&format!("GET /{} HTTP/1.1", "x".repeat(100_000))));
    assert!([414, 431].contains(&reply.status) && reply.code(reply.status) == "too_large", "{reply:?}");
    // What came before it, on the same connection, is answered as ever.
    let first = b"GET /api/v1/probe?position=dots:2x2 HTTP/1.1\r\nhost: here\r\n\r\n";
    let reply = server.raw(&[&first[..], first, b"nonsense\r\n\r\n"].concat());
    let (_, second) = reply.body.split_once("HTTP/1.1 200 OK").unwrap_or_else(|| panic!("{reply:?}"));
    let (_, last) = second.split_once("HTTP/1.1 400 Bad Request").unwrap_or_else(|| panic!("{reply:?}"));
    assert_eq!((reply.status, second.matches("\"value\":2,\"best\":").count()), (200, 1), "{second}");
    assert!(last.contains("\"code\":\"bad_request\""), "{last}");
}

#[test]
fn what_is_wrong_is_repeated_up_to_a_point_only() {
    let server = Server::start(&[]);
    let long = "\u{e9}".repeat(100_000);
    for (target, body) in [
        ("solve", format!("dots:{long}")),
        ("solve", format!("{{\"position\":\"dots:2x2\",\"{long}\":1}}")),
        ("solve", format!("{{\"position\":\"dots:2x2\",\"time\":\"{long}\"}}")),
        ("solve?all_moves=long", "dots:2x2".to_owned()),
        ("play", format!("{{\"position\":\"dots:2x2\",\"move\":\"{long}\"}}")),
        ("move", format!("{{\"position\":\"dots:2x2\",\"player\":\"{long}\"}}")),
        ("move", format!("{{\"position\":\"dots:2x2\",\"player\":\"perfect:pick={long}\"}}")),
    ] {
        let target = format!("/api/v1/{}", target.replace("long", &"x".repeat(30_000)));
        let reply = server.post(&target, body);
        assert!(!reply.code(400).is_empty() && reply.body.len() < 4000, "{}: {}", reply.body.len(), &reply.body[..200]);
    }
    let reply = server.get(&format!("/api/v1/jobs/{}", "x".repeat(30_000)));
    assert!(reply.code(404) == "not_found" && reply.body.len() < 4000, "{}", reply.body.len());
}

#[test]
fn times_beyond_all_clocks() {
    let longest = "18000000000000000000";
    let server = Server::start(&["--patience", longest, "--time", longest]);
    for time in [1e9, 1e18, 1e19] {
        let question = format!(r#"{{"position":"dots:2x2","time":{time}}}"#);
        assert_eq!(server.post("/api/v1/solve", question).json()["value"], 2, "{time}");
        let question = format!(r#"{{"position":"dots:2x2","player":"perfect","time":{time}}}"#);
        assert_eq!(server.post("/api/v1/move", question).json()["value"], 2, "{time}");
    }
}

#[test]
fn large_boards_are_played_and_shown_though_not_solved() {
    let server = Server::start(&["--time", "0.2"]);
    for board in ["dots:32x32", "dotdot:1x1024", "domineering:1024x1:v", "cram:32x32", "kings:16x64"] {
        for target in ["play", "render", "solve"] {
            assert_eq!(server.post(&format!("/api/v1/{target}"), board).status, 200, "{target} {board}");
        }
    }
}
