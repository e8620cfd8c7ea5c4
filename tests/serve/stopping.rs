//! How the server ends, and what becomes of requests whose clients end.

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::server::{LARGE, LARGE_BYTES, Server, slow};

/// A path that takes some tenths of a second.
const SOME_TIME: &str = "/v1/presets/marble.npy?size=800x800";

#[test]
fn an_idle_server_ends_at_once() {
    for signal in ["TERM", "INT"] {
        let server = Server::start("");
        // Connections without a request do not count.
        let _open = server.connect();
        let mut kept = server.connect();
        kept.ask("GET", "/healthz", "", b"");
        kept.answer(false).expect("an answer").good();
        let since = Instant::now();
        server.signal(signal);
        assert_eq!(server.ended().0, Some(0), "{signal}");
        assert!(since.elapsed() < Duration::from_secs(8));
    }
}

/// Only a request in flight is waited for: neither a header that has begun, nor a client that is slow to send it.
#[test]
fn half_a_header_delays_no_end() {
    let server = Server::start("--grace 60 --read-timeout 60");
    let half = "GET /healthz HTTP/1.1\r\nHost:";
    let first = server.connect();
    first.send(half);
    let mut second = server.connect();
    second.ask("GET", "/healthz", "", b"");
    second.answer(false).expect("an answer").good();
    second.send(half);
    sleep(Duration::from_millis(200));
    let since = Instant::now();
    server.signal("TERM");
    assert_eq!(server.ended().0, Some(0));
    assert!(since.elapsed() < Duration::from_secs(8));
}

#[test]
fn an_answer_that_is_being_sent_is_sent_whole() {
    let server = Server::start("--grace 60");
    let mut connection = server.connect();
    connection.ask("GET", LARGE, "", b"");
    server.wait_for("noise_service_completed_total", 1.0);
    server.signal("TERM");
    server.wait_until_closed();
    let answer = connection.answer(false).expect("an answer");
    assert_eq!(answer.good().len(), LARGE_BYTES);
    assert_eq!(server.ended().0, Some(0));
}

#[test]
fn requests_in_flight_are_finished() {
    let server = Server::start("--grace 60");
    let expected = server.get(SOME_TIME).good();
    let path = SOME_TIME.replace("800x800", "800x800&title=again");
    let mut connection = server.connect();
    connection.ask("GET", &path, "", b"");
    server.wait_for("noise_service_running", 1.0);
    server.signal("TERM");
    server.wait_until_closed();
    let answer = connection.answer(false).expect("an answer");
    assert_eq!(answer.header("connection"), Some("close"));
    assert!(answer.good() == expected);
    let (code, words) = server.ended();
    assert_eq!(code, Some(0));
    assert!(!words.contains("cut off"), "{words}");
}

#[test]
fn what_outlasts_the_grace_is_cut_off() {
    let server = Server::start("--grace 0.3");
    let mut connection = server.connect();
    connection.ask("GET", &slow(1), "", b"");
    server.wait_for("noise_service_running", 1.0);
    server.signal("TERM");
    let answer = connection.answer(false).expect("an answer");
    answer.fails(503, &["stopping"]);
    assert_eq!(answer.header("retry-after"), Some("1"));
    let (code, words) = server.ended();
    assert_eq!(code, Some(0));
    assert!(words.contains("requests that were cut off: 1"), "{words}");
}

#[test]
fn a_balancer_is_told_before_connections_are_refused() {
    let server = Server::start("--drain 2");
    assert_eq!(server.get("/readyz").good(), b"ready\n");
    server.signal("TERM");
    let since = Instant::now();
    while server.get("/readyz").status == 200 {
        assert!(since.elapsed() < Duration::from_secs(1));
    }
    server.get("/readyz").fails(503, &["stopping"]);
    server.get("/healthz").good();
    server.get("/v1/presets/classic.png").good();
    assert_eq!(server.ended().0, Some(0));
    assert!(since.elapsed() > Duration::from_millis(1500));
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let server = Server::start("--grace 60");
    let connection = server.connect();
    connection.ask("GET", &slow(1), "", b"");
    server.wait_for("noise_service_running", 1.0);
    server.signal("TERM");
    server.wait_until_closed();
    server.signal("TERM");
    assert_eq!(server.ended().0, Some(143));
}

#[test]
fn a_client_that_goes_away_cancels_its_request() {
    let server = Server::start("");
    let connections: Vec<_> = (0..3).map(|_| server.connect()).collect();
    for (seed, connection) in (0..).zip(&connections) {
        connection.ask("GET", &slow(seed), "", b"");
    }
    // 4000 x 4000 samples each, as texels and as a file.
    server.wait_for("noise_service_bytes", 3.0 * 4e3 * 4e3 * 8.0);
    assert_eq!(server.metric("noise_service_cancelled_total"), 0.0);
    let since = Instant::now();
    drop(connections);
    server.wait_for("noise_service_cancelled_total", 3.0);
    server.wait_for("noise_service_running", 0.0);
    server.wait_for("noise_http_in_flight", 1.0);
    // Much sooner than the requests would have taken.
    assert!(since.elapsed() < Duration::from_secs(5));
    let gone =
        "noise_http_requests_total{method=\"GET\",route=\"/v1/presets/{file}\",status=\"499\"}";
    assert_eq!(server.metric(gone), 3.0);
}
