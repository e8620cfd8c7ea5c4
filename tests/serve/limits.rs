//! What is too large, too much or too slow is refused.

use std::time::{Duration, Instant};

use crate::server::{Server, slow};

const TOML: &str = "Content-Type: application/toml\r\n";

#[test]
fn bodies_that_are_too_large() {
    let server = Server::start("--max-body 100");
    server
        .bake(TOML, &"#".repeat(101))
        .fails(413, &["100 bytes"]);
    server
        .bake(TOML, &"#".repeat(100))
        .fails(422, &["channels"]);
    // Without a length that says so.
    let mut connection = server.connect();
    connection.ask("POST", "/v1/bake", "Transfer-Encoding: chunked\r\n", b"");
    connection.send(format!("65\r\n{}\r\n0\r\n\r\n", "#".repeat(101)));
    connection
        .answer(false)
        .expect("an answer")
        .fails(413, &["100 bytes"]);
}

#[test]
fn requests_that_are_too_large() {
    let server = Server::start("--max-samples 4096 --max-work 0.0001");
    let answer = server.get("/v1/presets/classic.png?size=64x65&seamless=false");
    answer.fails(422, &["4160 samples", "4096"]);
    assert_eq!(answer.json()["field"], "size");
    server
        .get("/v1/presets/classic.png?size=2147483648x2147483648&seamless=false")
        .fails(422, &["size"]);
    server.get("/v1/presets/classic.png?size=64x64").good();
    let octaves = "nodes.sum.octaves=32&nodes.sum.lacunarity=1";
    let answer = server.get(&format!("/v1/presets/elias.png?size=64x64&{octaves}"));
    answer.fails(422, &["s of computing", "0.0001 s"]);
    // Compressing counts, too.
    let blocks = "/v1/presets/classic.ktx2?size=1024x1024&seamless=false&format=bc7rgbaunorm";
    let hurried = Server::start("--max-work 0.01");
    hurried.get(blocks).fails(422, &["s of computing"]);
    hurried.get(&blocks.replace("bc7rgba", "r8")).good();
    // And so do sub-samples.
    let deep = "/v1/presets/classic.png?size=256x256&seamless=false&expr=fbm(perlin(4),octaves=32,lacunarity=1)";
    hurried.get(deep).good();
    hurried
        .get(&format!("{deep}&supersample=8"))
        .fails(422, &["s of computing"]);
    // However few samples there are: each octave takes memory.
    let nested = |frequency: u32| {
        let octaves = format!("fbm(perlin({frequency}),octaves=32,lacunarity=1)");
        format!("fbm({octaves},octaves=32,lacunarity=1)")
    };
    let ask = |expression: &str| {
        let path = format!("/v1/presets/classic.png?size=8x8&expr={expression}");
        server.get(&path)
    };
    let answer = ask(&format!("{}%2B{}", nested(4), nested(5)));
    answer.fails(422, &["99 MiB for each thread", "64 MiB"]);
    let answer = ask(&nested(4));
    answer.fails(422, &["s of computing"]);
}

#[test]
fn a_full_service_asks_to_try_again() {
    let server = Server::start("--max-queue 1");
    let first = server.connect();
    first.ask("GET", &slow(1), "", b"");
    server.wait_for("noise_service_running", 1.0);
    let answer = server.get("/v1/presets/marble.png");
    answer.fails(429, &["busy"]);
    assert_eq!(answer.header("retry-after"), Some("1"));
    drop(first);
    server.wait_for("noise_service_running", 0.0);
    server.get("/v1/presets/classic.png").good();
}

/// A recipe that takes long to read keeps a thread busy, and others wait for that thread. They are not kept until their time
/// limit.
#[test]
fn many_large_recipes_are_refused_soon() {
    let server = Server::start("");
    let warp = |i: u32| {
        format!(
            "[nodes.n{i}]\nkind = \"warp\"\nof = \"n{}\"\nx = \"n{}\"\n",
            i - 1,
            i / 2
        )
    };
    let nodes: String = (1..44).map(warp).collect();
    let recipe =
        format!("size = [4, 4]\nchannels = [\"n43\"]\n[nodes.n0]\nkind = \"perlin\"\n{nodes}");
    let asked: Vec<_> = (0..200)
        .map(|_| {
            let connection = server.connect();
            connection.ask("POST", "/v1/bake", TOML, recipe.as_bytes());
            connection
        })
        .collect();
    let mut refused = 0;
    for mut connection in asked {
        let answer = connection.answer(false).expect("an answer");
        if answer.status == 429 {
            answer.fails(429, &["busy", "thread"]);
            refused += 1;
        } else {
            answer.good();
        }
    }
    assert!((1..200).contains(&refused), "{refused}");
    server.get("/v1/presets/classic.png").good();
}

#[test]
fn a_request_takes_no_longer_than_the_limit() {
    // Long enough for the service to begin with it, also on a busy machine.
    let server = Server::start("--request-timeout 2");
    server.get(&slow(1)).fails(504, &["longer than 2 s"]);
    // Its work has ended, too.
    server.wait_for("noise_service_cancelled_total", 1.0);
    server.wait_for("noise_service_running", 0.0);
    server.get("/v1/presets/classic.png").good();
}

#[test]
fn a_body_must_come_in_time() {
    let server = Server::start("--read-timeout 0.3");
    let mut connection = server.connect();
    let start = Instant::now();
    connection.send("POST /v1/bake HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    connection
        .answer(false)
        .expect("an answer")
        .fails(408, &["slowly"]);
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "another limit than that of the flag"
    );
    let limit = Some(Duration::from_secs(5));
    connection
        .stream()
        .set_read_timeout(limit)
        .expect("a time limit");
    assert_eq!(connection.rest(), 0);
}
