use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH,
};
use axum::http::{Method, Request, Response, StatusCode, Version};
use clap::Parser;
use http_body_util::BodyExt;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use serde_json::{Map, Value};
use tokio::runtime::{Builder, Runtime};

use crate::program::{serve, terminal};

/// Limits at which an answer costs milliseconds. A brick of a volume has 64³ samples.
const FLAGS: &str = "serve --backend cpu --max-samples 262144 --max-work 0.005 --max-memory 1 --max-body 8192 --cache 1";

/// The most bytes of a body: those of `--max-memory`.
const BODY_MAX: usize = 1 << 20;

/// The most characters of a text in an error.
const TEXT_MAX: usize = 603;

/// What a server that is neither full nor stopping may say of a request.
const STATUSES: [u16; 11] = [200, 304, 400, 401, 404, 405, 406, 408, 413, 415, 422];

/// Paths that answer with the state of the server, which is never kept.
const STATES: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Reads an HTTP request, and asks the routes of `wgpu-noise serve` for its answer.
///
/// `METHOD PATH` is the first line, and each further line a header, up to an empty one; the rest is the body.
///
/// No request makes the server panic, and each has a status that `docs/serve.md` lists for a fault of the client's. An error
/// is the JSON that it describes, and no text in it is long. What caches may keep has a tag, with which the client gets 304.
pub fn http(data: &[u8]) -> bool {
    let Some(asked) = Asked::read(data) else {
        return false;
    };
    SERVER.with(|server| {
        let answer = server.answer(&asked, None);
        let (status, uri) = (answer.status(), &asked.head.uri);
        assert!(STATUSES.contains(&status.as_u16()), "{status}");
        assert!(
            answer.body().len() <= BODY_MAX,
            "{uri} {}",
            answer.body().len()
        );
        if status.is_client_error() {
            is_problem(&answer, asked.head.method == Method::HEAD);
        } else if status == StatusCode::OK && !STATES.contains(&uri.path()) {
            can_be_kept(server, &asked, &answer);
        }
        status == StatusCode::OK
    })
}

thread_local! {
    static SERVER: Server = Server::open();
}

/// The routes, without a listener.
struct Server {
    runtime: Runtime,
    router: TowerToHyperService<Router>,
}

/// The flags of the server, as the program parses them.
#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    serve: serve::Args,
}

impl Server {
    fn open() -> Server {
        terminal::be_quiet();
        let flags = CommandLine::parse_from(FLAGS.split(' '));
        let (app, router) = serve::open(&flags.serve).expect("the CPU needs nothing");
        let runtime = Builder::new_current_thread().enable_time().build();
        Server {
            runtime: runtime.expect("it needs nothing"),
            router: TowerToHyperService::new(router.layer(axum::Extension(app.caller()))),
        }
    }

    /// Answers a request, with one more header or without.
    fn answer(&self, asked: &Asked, header: Option<(HeaderName, &HeaderValue)>) -> Response<Bytes> {
        let mut head = asked.head.clone();
        (head.headers).extend(header.map(|(name, value)| (name, value.clone())));
        let request = Request::from_parts(head, Body::from(asked.body.clone()));
        self.runtime.block_on(async {
            let Ok(answer) = self.router.call(request).await;
            let (head, body) = answer.into_parts();
            let body = body.collect().await.expect("it is in memory");
            Response::from_parts(head, body.to_bytes())
        })
    }
}

/// A request, which can be sent again.
struct Asked {
    head: axum::http::request::Parts,
    body: Bytes,
}

impl Asked {
    fn read(data: &[u8]) -> Option<Asked> {
        let end = data.windows(2).position(|two| two == b"\n\n");
        let (head, body) = match end {
            Some(end) => (&data[..end], &data[end + 2..]),
            None => (data, &[][..]),
        };
        let mut lines = head.split(|&byte| byte == b'\n');
        let mut words = lines.next()?.splitn(2, |&byte| byte == b' ');
        let request = Request::builder().method(words.next()?).uri(words.next()?);
        // Which needs no header `Host`.
        let mut request = request.version(Version::HTTP_10);
        for line in lines {
            let colon = line.iter().position(|&byte| byte == b':')?;
            request = request.header(&line[..colon], line[colon + 1..].trim_ascii());
        }
        let (head, ()) = request.body(()).ok()?.into_parts();
        Some(Asked {
            head,
            body: Bytes::copy_from_slice(body),
        })
    }
}

/// Checks that an error says in JSON what was wrong.
fn is_problem(answer: &Response<Bytes>, to_head: bool) {
    let headers = answer.headers();
    assert_eq!(headers[CONTENT_TYPE], "application/json");
    let is_wrong_method = answer.status() == StatusCode::METHOD_NOT_ALLOWED;
    assert!(!is_wrong_method || headers.contains_key(ALLOW));
    if to_head {
        assert!(answer.body().is_empty());
        return;
    }
    let problem: Map<String, Value> = serde_json::from_slice(answer.body()).expect("an object");
    assert!(
        problem["error"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    );
    for (key, value) in &problem {
        match (key.as_str(), value) {
            ("error" | "field" | "allowed", Value::String(text)) => {
                assert!(text.chars().count() <= TEXT_MAX, "{key}: {text}");
            }
            ("line", Value::Number(line)) => assert!(line.as_u64().is_some_and(|line| line > 0)),
            _ => panic!("{key}: {value}"),
        }
    }
}

/// Checks what caches are told of an answer to GET or HEAD, and that whoever has its tag is not sent it again.
fn can_be_kept(server: &Server, asked: &Asked, answer: &Response<Bytes>) {
    if ![Method::GET, Method::HEAD].contains(&asked.head.method) {
        return;
    }
    let (tag, control) = (&answer.headers()[ETAG], &answer.headers()[CACHE_CONTROL]);
    assert!(tag.as_bytes().starts_with(b"W/\""), "{tag:?}");
    assert!(
        control == "public, max-age=300" || control == "public, max-age=31536000, immutable",
        "{control:?}"
    );
    let again = server.answer(asked, Some((IF_NONE_MATCH, tag)));
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(
        (&again.headers()[ETAG], &again.headers()[CACHE_CONTROL]),
        (tag, control)
    );
    assert!(again.body().is_empty());
}
