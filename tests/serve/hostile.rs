//! Clients that break the rules, or that stop in the middle.

use std::io::{Read, Write};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::server::{LARGE, LARGE_BYTES, Server};

/// The server still answers, and no request is left over.
#[track_caller]
fn is_well(server: &Server) {
    assert_eq!(server.get("/healthz").good(), b"ok\n");
    // The request for the metrics is one itself.
    server.wait_for("noise_http_in_flight", 1.0);
}

#[test]
fn what_is_not_http_is_refused() {
    let server = Server::start("");
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff\x00 HTTP/1.1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"\r\n\r\n\r\n\x00\x00\x00\x00",
        b"POST /v1/bake HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let mut connection = server.connect();
        connection.send(bytes);
        match connection.answer(false) {
            Some(answer) => assert!((400..500).contains(&answer.status), "{bytes:?} {answer:?}"),
            None => assert_eq!(connection.rest(), 0),
        }
        is_well(&server);
    }
}

#[test]
fn what_follows_a_request_is_read_as_the_next() {
    let server = Server::start("");
    let mut connection = server.connect();
    let one = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    connection.send(format!("{one}{one}\x00\x01garbage\r\n\r\n"));
    assert_eq!(connection.answer(false).expect("an answer").good(), b"ok\n");
    assert_eq!(connection.answer(false).expect("an answer").good(), b"ok\n");
    let garbage = connection.answer(false);
    assert!(garbage.is_none_or(|answer| answer.status == 400));
    assert_eq!(connection.rest(), 0);
    is_well(&server);
}

#[test]
fn headers_are_bounded() {
    let server = Server::start("--max-header 8192");
    let status = |server: &Server, headers: String| {
        let mut connection = server.connect();
        connection.ask("GET", "/healthz", &headers, b"");
        connection.answer(false).map(|answer| answer.status)
    };
    let one = |bytes| format!("X: {}\r\n", "x".repeat(bytes));
    assert_eq!(status(&server, one(6000)), Some(200));
    for bytes in [12_000, 100_000] {
        let large = status(&server, one(bytes));
        assert!(matches!(large, Some(431) | None), "{large:?}");
    }
    assert_eq!(status(&Server::start(""), one(12_000)), Some(200));
    let many = status(&server, "X: x\r\n".repeat(1000));
    assert!(matches!(many, Some(431) | None), "{many:?}");
    let long = server.connect();
    long.send(format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20)));
    is_well(&server);
}

#[test]
fn a_header_that_never_ends_is_given_up() {
    let server = Server::start("--read-timeout 0.5");
    for start in ["", "GET /healthz HTTP/1.1\r\nHost: x\r\n"] {
        let mut connection = server.connect();
        connection.send(start);
        let since = Instant::now();
        let answer = connection.answer(false);
        assert!(answer.is_none_or(|answer| answer.status == 408));
        assert_eq!(connection.rest(), 0);
        let after = since.elapsed();
        assert!(after > Duration::from_millis(400), "{after:?}");
        assert!(after < Duration::from_secs(20), "{after:?}");
    }
    // A client that sends a little now and then has no more time.
    let connection = server.connect();
    let since = Instant::now();
    let mut stream = connection.stream();
    while stream.write_all(b"G").is_ok() && since.elapsed() < Duration::from_secs(20) {
        sleep(Duration::from_millis(100));
    }
    assert!(since.elapsed() < Duration::from_secs(10));
    is_well(&server);
}

#[test]
fn connections_are_bounded() {
    let server = Server::start("--max-connections 1");
    let mut first = server.connect();
    first.ask("GET", "/healthz", "", b"");
    assert_eq!(first.answer(false).expect("an answer").good(), b"ok\n");
    let mut second = server.connect();
    second.ask("GET", "/healthz", "", b"");
    let wait = Some(Duration::from_millis(300));
    second
        .stream()
        .set_read_timeout(wait)
        .expect("a time limit");
    assert!(second.answer(false).is_none());
    second
        .stream()
        .set_read_timeout(None)
        .expect("no time limit");
    drop(first);
    assert_eq!(second.answer(false).expect("an answer").good(), b"ok\n");
}

#[test]
fn a_client_that_reads_nothing_is_given_up() {
    let server = Server::start("--write-timeout 0.5");
    let mut slow = server.connect();
    slow.ask("GET", LARGE, "", b"");
    server.wait_for("noise_service_completed_total", 1.0);
    // It has begun to write and cannot go on.
    sleep(Duration::from_secs(2));
    let read = slow.rest();
    assert!(read < LARGE_BYTES, "{read}");
}

/// However long it takes, also where the connection waits for another request.
#[test]
fn a_client_that_reads_slowly_gets_all() {
    let server = Server::start("--write-timeout 2 --read-timeout 0.5");
    let mut connection = server.connect();
    connection.ask("GET", LARGE, "", b"");
    let mut part = vec![0; LARGE_BYTES / 20];
    for _ in 0..10 {
        sleep(Duration::from_millis(200));
        connection.stream().read_exact(&mut part).expect("bytes");
    }
    let read = 10 * part.len() + connection.rest();
    assert!(read > LARGE_BYTES, "{read}");
}

#[test]
fn clients_that_go_away_at_any_point_leave_nothing() {
    let server = Server::start("");
    let request = "POST /v1/bake HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nx = 1";
    for length in (0..=request.len()).step_by(3) {
        server.connect().send(&request[..length]);
    }
    is_well(&server);
    server.wait_for("noise_http_connections", 1.0);
}

#[test]
fn answers_that_are_not_read_take_room() {
    let server = Server::start("--max-memory 130 --write-timeout 60");
    let path = |seed: u32| format!("{LARGE}&seed={seed}");
    // 64 MiB each.
    let held: Vec<_> = (0..2)
        .map(|seed| {
            let connection = server.connect();
            connection.ask("GET", &path(seed), "", b"");
            server.wait_for("noise_service_completed_total", f64::from(seed + 1));
            connection
        })
        .collect();
    server.get(&path(2)).fails(429, &["busy", "130 MiB"]);
    server.get("/v1/presets/classic.png").good();
    drop(held);
    server.wait_for("noise_http_connections", 1.0);
    server.get(&path(2)).good();
    server
        .get("/v1/presets/classic.raw?size=4096x4096&format=rgba32float")
        .fails(422, &["130 MiB"]);
}
