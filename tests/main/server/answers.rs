//! Exact answers over HTTP are those of the library.

use super::{ENDLESS, SMALL, Server, quoted};
use gridsolve::notation::AnswerRecord;
use gridsolve::table::Catalog;
use gridsolve::{Position, Solver};
use serde_json::{Value, json};

/// An answer without what changes from run to run.
fn settled(mut answer: Value) -> Value {
    for field in ["nodes", "memory_bytes", "seconds"] {
        answer.as_object_mut().unwrap().remove(field);
    }
    answer
}

#[test]
fn answers_are_those_of_the_library_however_they_are_asked_for() {
    let server = Server::start(&[]);
    for text in SMALL {
        let position = Position::parse(text).unwrap();
        let answer = Solver::new().tables(Catalog::shared()).all_moves(true).line(true).solve(&position).unwrap();
        let want = settled(serde_json::to_value(AnswerRecord { position: &position, answer: &answer }).unwrap());
        let object = serde_json::to_value(&position).unwrap();
        let query = format!("/api/v1/solve?position={}&all_moves=true&line=true", quoted(text));
        for reply in [
            server.get(&query),
            server.post("/api/v1/solve", json!({"position": text, "all_moves": true, "line": true}).to_string()),
            server.post("/api/v1/solve", json!({"position": object, "all_moves": true, "line": true}).to_string()),
            server.post("/api/v1/solve?all_moves=true&line=true", object.to_string()),
            server.post("/api/v1/moves?line=true", text),
            server.get(&format!("/api/v1/moves?line=true&position={}", quoted(&object.to_string()))),
        ] {
            assert_eq!(reply.status, 200, "{text}: {reply:?}");
            assert_eq!(settled(reply.json()), want, "{text}");
        }
    }
}

#[test]
fn moves_come_best_first() {
    let server = Server::start(&[]);
    let answer = server.post("/api/v1/moves", "dots:2x3:01000111000100010").json();
    let values: Vec<i64> = answer["moves"].as_array().unwrap().iter().map(|mv| mv["value"].as_i64().unwrap()).collect();
    assert!(values.len() > 5 && values.is_sorted_by(|a, b| a >= b), "{answer}");
    assert_eq!(answer["value"], values[0]);
}

#[test]
fn a_board_without_a_side_is_answered_for_both() {
    let server = Server::start(&[]);
    let answer =
        server.post("/api/v1/solve", json!({"position": "domineering:..#|...", "value": true}).to_string()).json();
    let one = |side| server.post("/api/v1/solve", format!("domineering:..#|...:{side}")).json()["value"].clone();
    assert_eq!([&answer["vertical"]["value"], &answer["horizontal"]["value"]], [&one("v"), &one("h")]);
    assert!(answer["outcome"].is_string() && answer["vertical"]["game_value"].is_string(), "{answer}");
}

#[test]
fn a_limit_that_is_reached_is_said() {
    let server = Server::start(&["--time", "0.1"]);
    let reply = server.post("/api/v1/solve", ENDLESS);
    let answer = reply.json();
    assert_eq!((reply.status, &answer["exact"], &answer["value"]), (200, &json!(false), &Value::Null));
    assert!(answer["bounds"].is_array() && answer["best"] == json!([]), "{answer}");
    assert_eq!(reply.header("limit-solve-seconds"), Some("0.1"));
    for format in ["svg", "text"] {
        // Half of the values, or none, would look like a picture of all.
        let reply = server.post(&format!("/api/v1/render?values=true&format={format}"), ENDLESS);
        assert_eq!(reply.code(422), "limit", "{format}");
    }
}

#[test]
fn pictures() {
    let server = Server::start(&[]);
    for text in SMALL {
        let reply = server.get(&format!("/api/v1/render?values=true&position={}", quoted(text)));
        assert_eq!(reply.header("content-type"), Some("image/svg+xml"));
        assert!(reply.body.starts_with("<svg") && reply.body.contains("optimal"), "{reply:?}");
        let reply = server.get(&format!("/api/v1/render?position={}", quoted(text)));
        assert!(reply.body.starts_with("<svg") && !reply.body.contains("optimal"), "{reply:?}");
        let drawn = server.get(&format!("/api/v1/render?format=text&position={}", quoted(text))).body;
        let position = Position::parse(text).unwrap();
        let of = match &position {
            Position::Domineering(_) => "domineering:v".to_owned(),
            position => position.game().to_string(),
        };
        assert_eq!(Position::parse_picture(&drawn, Some(of.parse().unwrap())).as_ref(), Ok(&position), "{drawn}");
    }
}

#[test]
fn openings_are_those_of_the_command() {
    let server = Server::start(&[]);
    let answer = server.get("/api/v1/opening?rows=2&cols=2&free=6&seed=3").json();
    assert_eq!(answer["drawn"].to_string(), r#"[["v",0,1],["h",2,1],["v",1,2],["v",0,0],["h",0,1],["v",1,0]]"#);
    let solved = server.post("/api/v1/solve", answer["position"].as_str().unwrap());
    assert_eq!(solved.json()["exact"], true);
    // A number that JavaScript cannot count to is text.
    let large = server.get("/api/v1/opening?rows=2&cols=2&free=6&seed=18446744073709551615");
    assert_eq!(large.status, 200, "{large:?}");
}

#[test]
fn the_document_describes_what_there_is() {
    let server = Server::start(&["--hall"]);
    let document = server.get("/api/v1/openapi.json").json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"), "{}", document["openapi"]);
    let paths = document["paths"].as_object().unwrap();
    for path in [
        "solve",
        "moves",
        "probe",
        "render",
        "opening",
        "players",
        "move",
        "play",
        "health",
        "jobs",
        "jobs/{id}/events",
    ] {
        assert!(paths.contains_key(&format!("/api/v1/{path}")), "{path}");
    }
    for (path, methods) in paths {
        for (method, about) in methods.as_object().unwrap() {
            assert!(about["summary"].is_string() && about["responses"].is_object(), "{method} {path}: {about}");
            if path == "/api/v1/hall/events" {
                // It has no end, and a test of its own.
                continue;
            }
            let reply = server.send(&method.to_uppercase(), &path.replace("{id}", "none"), b"");
            let described = reply.status != 405 && (reply.status != 404 || path.contains("{id}"));
            assert!(described, "{method} {path}: {reply:?}");
        }
    }
}

#[test]
fn the_document_lists_every_status_that_an_error_has() {
    let server = Server::start(&["--time", "0.1"]);
    let document = server.get("/api/v1/openapi.json").json();
    let is_listed = |method: &str, path: &str, status: u16| {
        let response = &document["paths"][path][method]["responses"][status.to_string()];
        let schema = &response["content"]["application/json"]["schema"]["$ref"];
        response["description"].is_string() && schema == "#/components/schemas/Problem"
    };
    assert!(document["components"]["schemas"]["Problem"].is_object());
    server.get("/api/v1/opening?rows=99&cols=99&free=1").code(422);
    assert!(is_listed("get", "/api/v1/opening", 422));
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            for status in [400, 408, 414, 431, 500, 503] {
                assert!(is_listed(method, path, status), "{method} {path}: {status}");
            }
        }
    }
    let long = "x".repeat(2 << 20);
    for (path, body, status) in [
        ("solve", "dots:3", 400),
        ("solve", "dots:99x99", 422),
        ("solve", &long, 413),
        ("moves", "dots:99x99", 422),
        ("moves", &long, 413),
        ("probe", "dots:8x8", 404),
        ("probe", "dots:99x99", 422),
        ("render", "dots:99x99", 422),
        ("play", &long, 413),
        ("play", "dots:99x99", 422),
        ("move", r#"{"position":"dots:8x8","player":"textbook"}"#, 422),
        ("jobs", "dots:99x99", 422),
        ("jobs", &long, 413),
    ] {
        let path = format!("/api/v1/{path}");
        server.post(&path, body).code(status);
        assert!(is_listed("post", &path, status), "{path}: {status}");
    }
    for (method, path) in [
        ("GET", "jobs/none"),
        ("DELETE", "jobs/none"),
        ("GET", "jobs/none/events"),
        ("GET", "hall"),
        ("GET", "hall/events"),
    ] {
        server.send(method, &format!("/api/v1/{path}"), b"").code(404);
        assert!(is_listed(&method.to_lowercase(), &format!("/api/v1/{}", path.replace("none", "{id}")), 404), "{path}");
    }
}

#[test]
fn headers_state_limits_and_let_pages_from_elsewhere_ask() {
    let server = Server::start(&["--queue", "3"]);
    let reply = server.get("/api/v1/health");
    for (name, value) in [
        ("limit-body-bytes", "1048576"),
        ("limit-board-squares", "1024"),
        ("limit-waiting", "3"),
        ("access-control-allow-origin", "*"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(reply.header(name), Some(value), "{reply:?}");
        assert_eq!(reply.head.matches(&format!("\n{name}: ")).count(), 1, "{reply:?}");
    }
    let policy = server.get("/").header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
    // Who asks for what is not there may hear of it, too.
    for path in ["solve", "nothing"] {
        let asked = format!(
            "OPTIONS /api/v1/{path} HTTP/1.1\r\nhost: here\r\norigin: http://elsewhere\r\nconnection: close\r\n\
             access-control-request-method: POST\r\naccess-control-request-headers: content-type\r\n\r\n"
        );
        let reply = server.raw(asked.as_bytes());
        assert_eq!(reply.status, 200, "{path}: {reply:?}");
        for name in ["origin", "methods", "headers"] {
            assert_eq!(reply.header(&format!("access-control-allow-{name}")), Some("*"), "{path}: {reply:?}");
        }
    }
}

#[test]
fn the_page_is_part_of_the_program() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.body.contains("<title>"), "{page:?}");
    let tag = page.header("etag").unwrap();
    let again = format!("GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\nif-none-match: {tag}\r\n\r\n");
    assert_eq!(server.raw(again.as_bytes()).status, 304);
    assert_eq!(server.get("/../Cargo.toml").code(404), "not_found");
    assert_eq!(server.get("/%2e%2e/Cargo.toml").code(404), "not_found");
}

/// An answer without what differs between a search and a table, which may choose other lines of best play.
fn plain(mut answer: Value) -> Value {
    answer["source"].take();
    answer["line"].take();
    settled(answer)
}

#[test]
fn tables_of_the_program_are_asked_before_anything_is_searched() {
    let [server, searching] = [&[][..], &["--no-tables"]].map(Server::start);
    for text in
        ["dots:3x3", "dots:2x2:110000000000", "dotdot:2x2", "domineering:..#|...:v", "cram:3x4", "xo:3x4", "kings:8x8"]
    {
        for target in ["/api/v1/probe", "/api/v1/moves", "/api/v1/solve", "/api/v1/solve?line=true"] {
            let answer = server.post(target, text).json();
            assert_eq!(
                (&answer["source"], &answer["nodes"], &answer["exact"]),
                (&json!("table"), &json!(0), &json!(true)),
                "{target} {text}: {answer}"
            );
            assert_eq!(
                (answer["moves"].is_array(), answer["line"].is_array()),
                (!target.contains("solve"), target.contains("line")),
                "{target} {text}: {answer}"
            );
            if target.contains("probe") {
                assert_eq!(searching.post(target, text).code(404), "not_in_tables");
            } else if text != "kings:8x8" {
                let searched = searching.post(target, text).json();
                assert_eq!(
                    (&searched["source"], plain(searched.clone())),
                    (&json!("search"), plain(answer)),
                    "{target} {text}"
                );
            }
        }
    }
    assert_eq!(server.post("/api/v1/probe", "dots:7x7").code(404), "not_in_tables");
    let both = server.post("/api/v1/probe", "domineering:..#|...").json();
    assert_eq!((&both["outcome"], &both["vertical"]["source"]), (&json!("first"), &json!("table")), "{both}");
    // A book holds the value of its last positions but not where their moves lead.
    let value = |text: &str| server.post("/api/v1/probe", text).json();
    let whole = value("dots:4x4");
    assert_eq!((&whole["exact"], &whole["value"]), (&json!(true), &json!(0)), "{whole}");
}

#[test]
fn tables_of_a_folder_come_first_and_a_broken_one_is_named_and_left_out() {
    let folder = std::env::temp_dir().join(format!("gridsolve-{}-tables", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let build = |game: &str, name: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gridsolve"));
        let built = command.args(["table", "build", game, "-o"]).arg(folder.join(name)).output().unwrap();
        assert!(built.status.success(), "{built:?}");
    };
    build("domineering:1x6", "long.gst");
    std::fs::write(folder.join("broken.gst"), "no table").unwrap();
    let server = Server::start(&["--tables", folder.to_str().unwrap()]);
    assert_eq!(server.post("/api/v1/probe", "domineering:1x6:h").json()["source"], "table");
    assert_eq!(server.post("/api/v1/probe", "dots:2x2").json()["value"], 2);
    let (_, _, said) = server.end("-TERM");
    assert!(said.contains("broken.gst is not used") && !said.contains("long.gst"), "{said}");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gridsolve"));
    let refused = command.args(["serve", "--port", "0", "--tables", "/no/such/folder"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(3), "{refused:?}");
    std::fs::remove_dir_all(folder).unwrap();
}
