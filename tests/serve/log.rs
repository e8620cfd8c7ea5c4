//! The access log and the metrics.

use serde_json::Value;

use crate::server::Server;

/// What the server wrote after some requests.
fn written(args: &str) -> String {
    let server = Server::start(args);
    let tag = server
        .get("/v1/presets")
        .header("etag")
        .expect("a tag")
        .to_owned();
    server.ask(
        "GET",
        "/v1/presets",
        &format!("If-None-Match: {tag}\r\n"),
        b"",
    );
    let forwarded = "X-Forwarded-For: 6.6.6.6 GET /forged, 10.1.2.3\r\n";
    server.ask("GET", "/v1/presets/nothing.png?seed=1", forwarded, b"");
    server.ask("GET", "/", "Authorization: Bearer s3cret\r\n", b"");
    server.signal("TERM");
    server.ended().1
}

#[test]
fn a_line_for_each_request() {
    let text = written("");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(
        lines[0].starts_with("127.0.0.1 GET /v1/presets 200 "),
        "{text}"
    );
    assert!(lines[0].ends_with(" ms"), "{text}");
    assert!(
        lines[1].starts_with("127.0.0.1 GET /v1/presets 304 0 B "),
        "{text}"
    );
    assert!(lines[1].ends_with(" ms etag"), "{text}");
    assert!(
        lines[2].starts_with("10.1.2.3 GET /v1/presets/nothing.png?seed=1 404 "),
        "{text}"
    );
    assert!(!text.contains("s3cret"));
}

#[test]
fn as_json_or_not_at_all() {
    let text = written("--log json");
    let lines: Vec<Value> = (text.lines())
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert_eq!(lines[1]["path"], "/v1/presets");
    assert_eq!(lines[2]["client"], "127.0.0.1");
    assert_eq!(lines[2]["forwarded_for"], "6.6.6.6 GET /forged, 10.1.2.3");
    assert_eq!(lines[1]["status"], 304);
    assert_eq!(
        [&lines[0]["etag_hit"], &lines[1]["etag_hit"]],
        [false, true]
    );
    assert!(lines[0]["bytes"].as_u64() > Some(1000));
    assert!(
        lines
            .iter()
            .all(|line| line["ms"].is_number() && line["time"].is_number())
    );
    assert_eq!(written("--quiet"), "");
}

#[test]
fn a_long_path_is_logged_in_part() {
    let server = Server::start("--log json");
    server.get(&format!("/{}", "x".repeat(5000)));
    server.signal("TERM");
    let (_, text) = server.ended();
    let line: Value = serde_json::from_str(&text).expect("JSON");
    let path = line["path"].as_str().expect("a path");
    assert!(path.starts_with("/xxx") && path.contains(" … "), "{path}");
    assert_eq!(line["status"], 404);
}

#[test]
fn a_path_cannot_forge_a_line() {
    let server = Server::start("");
    server.get("/%0aGET%20/forged");
    server.connect().send("GET /\x1b[31m HTTP/1.1\r\n\r\n");
    server.signal("TERM");
    let (_, text) = server.ended();
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(!text.contains('\x1b'));
}

#[test]
fn metrics_count_requests() {
    let server = Server::start("");
    let mut bytes = 0;
    for _ in 0..3 {
        bytes += server.get("/v1/presets/classic.png").good().len();
    }
    let route = "{method=\"GET\",route=\"/v1/presets/{file}\",status=\"200\"}";
    let sent = format!("noise_http_response_bytes_total{route}");
    assert_eq!(server.metric(&sent), bytes as f64);
    assert!(server.metric(&format!("noise_http_request_seconds_total{route}")) > 0.0);
    server.get("/v1/presets/nothing.png");
    server.ask("BREW", "/tea", "", b"");
    let count = |method: &str, route: &str, status: u16| {
        server.metric(&format!(
            "noise_http_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}}"
        ))
    };
    assert_eq!(count("GET", "/v1/presets/{file}", 200), 3.0);
    assert_eq!(count("GET", "/v1/presets/{file}", 404), 1.0);
    assert_eq!(count("other", "other", 404), 1.0);
    assert_eq!(server.metric("noise_service_completed_total"), 1.0);
    assert_eq!(server.metric("noise_service_hits_total"), 2.0);
    assert_eq!(server.metric("noise_service_total_seconds_count"), 3.0);
    assert_eq!(
        server.metric("noise_service_total_seconds_bucket{le=\"+Inf\"}"),
        3.0
    );

    let text = String::from_utf8(server.get("/metrics").good()).expect("text");
    let mut described = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            described = rest.split(' ').next();
        } else if !line.starts_with("# HELP ") {
            let (name, value) = line.rsplit_once(' ').expect("a value");
            value.parse::<f64>().expect("a number");
            assert!(name.starts_with(described.expect("a type")), "{line}");
        }
    }
}
