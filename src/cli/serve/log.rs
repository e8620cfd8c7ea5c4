//! The access log: a line for each request, also for one whose client went away.

use std::io::{self, Write};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

use axum::body::HttpBody;
use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use serde_json::json;

use super::super::terminal::{is_quiet, shown};
use super::app::{App, Peer};
use super::flags::LogForm;

/// The status of a request whose client went away before the answer, as nginx writes it.
const CLIENT_GONE: u16 = 499;

/// Counts a request and logs it.
pub async fn observe(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut seen = Seen::new(app, &request);
    let response = next.run(request).await;
    seen.answered(&response);
    response
}

/// A request, which is counted and logged when it is dropped.
struct Seen {
    app: Arc<App>,
    start: Instant,
    /// The address of the other end, and what it says of those for whom it forwards.
    client: String,
    forwarded_for: Option<String>,
    method: String,
    path: String,
    route: String,
    status: u16,
    bytes: u64,
}

impl Seen {
    fn new(app: Arc<App>, request: &Request) -> Seen {
        app.counters.in_flight.fetch_add(1, Ordering::Relaxed);
        let path = request.uri().path_and_query();
        let route = request.extensions().get::<MatchedPath>();
        let client = request.extensions().get::<Peer>();
        let forwarded = request.headers().get("x-forwarded-for");
        Seen {
            app,
            start: Instant::now(),
            client: client.map_or_else(String::new, |peer| peer.0.ip().to_canonical().to_string()),
            forwarded_for: forwarded.and_then(|value| Some(shown(value.to_str().ok()?))),
            method: shown(request.method().as_str()),
            path: path.map_or_else(String::new, |path| shown(path.as_str())),
            route: route.map_or("other", MatchedPath::as_str).into(),
            status: CLIENT_GONE,
            bytes: 0,
        }
    }

    fn answered(&mut self, response: &Response) {
        self.status = response.status().as_u16();
        let body = response.body().size_hint().exact().unwrap_or_default();
        self.bytes = if self.method == "HEAD" { 0 } else { body };
    }

    fn line(&self, form: LogForm, time: Duration) -> String {
        let Seen {
            client,
            forwarded_for,
            method,
            path,
            status,
            bytes,
            ..
        } = self;
        let millis = time.as_secs_f64() * 1e3;
        match form {
            LogForm::Text => {
                let hit = match *status == StatusCode::NOT_MODIFIED.as_u16() {
                    true => " etag",
                    false => "",
                };
                // The last address is what the proxy next to this server has added; the others may be made up.
                let last = forwarded_for
                    .as_ref()
                    .and_then(|all| all.rsplit(',').next());
                let last = last.and_then(|last| last.trim().parse::<IpAddr>().ok());
                let client = last.map_or_else(|| client.clone(), |last| last.to_string());
                format!("{client} {method} {path} {status} {bytes} B {millis:.1} ms{hit}")
            }
            LogForm::Json => {
                let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
                let (at, millis) = (now.as_millis() as f64 / 1e3, (millis * 10.0).round() / 10.0);
                let line = json!({"time": at, "client": client, "forwarded_for": forwarded_for, "method": method, "path": path, "status": status,
                    "bytes": bytes, "ms": millis, "etag_hit": *status == 304});
                line.to_string()
            }
        }
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        let time = self.start.elapsed();
        log(&self.line(self.app.log, time));
        let counters = &self.app.counters;
        counters.count(&self.method, &self.route, self.status, self.bytes, time);
    }
}

/// Prints one line as it is to standard error, unless `--quiet` was given. What is from a client has been [`shown`] before.
fn log(line: &str) {
    if !is_quiet() {
        let _ = writeln!(io::stderr(), "{line}");
    }
}
