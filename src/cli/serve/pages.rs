//! Pages that compute nothing: the viewer, the description of the routes, the state of the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::app::App;
use super::etag::VERSION;
use super::problem::Problem;
use super::query::Query;
use super::wanted::{known, known_json};

const VIEWER: &str = include_str!("../../../examples/tiles.html");

/// The description of the routes, in the form of OpenAPI 3.1.
pub const OPENAPI: &str = include_str!("openapi.json");

/// `GET /`: maps of all presets.
pub async fn viewer(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    known(&app, &headers, None, "text/html; charset=utf-8", VIEWER)
}

/// `GET /v1/openapi.json`.
pub async fn openapi(
    State(app): State<Arc<App>>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let text = OPENAPI.replacen("{version}", VERSION, 1);
    known_json(&app, query, &headers, text)
}

/// `GET /healthz`: the process answers.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: whether new requests are welcome.
pub async fn readyz(State(app): State<Arc<App>>) -> Response {
    match app.is_stopping() {
        false => "ready\n".into_response(),
        true => {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping").into_response()
        }
    }
}

/// `GET /metrics`, in the text form of Prometheus.
pub async fn metrics(State(app): State<Arc<App>>) -> Response {
    let media = "text/plain; version=0.0.4; charset=utf-8";
    let text = app
        .counters
        .text(&app.service.metrics(), app.answer_bytes());
    ([(CONTENT_TYPE, media)], text).into_response()
}

/// Every other path.
pub async fn not_found(uri: Uri) -> Problem {
    let error = format!("no route {}; /v1/openapi.json lists all", uri.path());
    Problem::new(StatusCode::NOT_FOUND, error)
}

/// Every other method of a path.
pub async fn wrong_method() -> Problem {
    let error = "this path has another method; see the header Allow";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, error)
}
