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
        assert_eq!(reply.code(400), "bad_request", "{size}");
    }
    let reply = server.get("/api/v1/solve?position=dots:1000x1000");
    assert_eq!(reply.code(422), "too_large");
    assert!(reply.body.contains("1024"), "the most is said: {reply:?}");
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
    // What is no request of HTTP at all is refused without words.
    for noise in [&b"GET / HTTP/9.9\r\n\r\n"[..], b"\0\x01\x02\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n"] {
        assert_eq!(server.raw(noise).status / 100, 4);
    }
    let long = format!("GET / HTTP/1.1\r\nhost: here\r\nx: {}\r\n\r\n", "x".repeat(1 << 20));
    assert_eq!(server.raw(long.as_bytes()).status, 431);
    let many = format!("GET / HTTP/1.1\r\nhost: here\r\n{}\r\n", "x: y\r\n".repeat(10_000));
    assert_eq!(server.raw(many.as_bytes()).status, 431);
    assert_eq!(server.health()["status"], "ok");
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
