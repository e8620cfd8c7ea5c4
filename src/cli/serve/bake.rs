//! `POST /v1/bake`: a recipe becomes a file.

use std::error::Error as _;
use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::State;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use http_body_util::LengthLimitError;
use tokio::time::timeout;

use super::app::{App, Caller};
use super::limits::Limits;
use super::problem::Problem;
use super::query::Query;
use super::wanted::Wanted;
use super::{media, recipes};

pub async fn bake(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    mut query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let file_type = match query.take("format") {
        Some(given) => media::by_extension(&given)
            .ok_or_else(|| Problem::invalid("format", &given, media::extensions()))?,
        None => media::accepted(&headers)?,
    };
    let time = query.take_time()?;
    query.finish()?;
    let syntax = media::syntax(&headers)?;
    let text = read(&headers, body, &app.limits).await?;
    let server = Arc::clone(&app);
    let wanted = app.plan(false, move || {
        let mut sent = recipes::read(&text, syntax, server.files.as_ref())?;
        recipes::fit_frames(&mut sent.recipe, file_type, time)?;
        let wanted = Wanted::file(&sent.recipe, file_type, &server.limits);
        wanted.map_err(|error| Problem::from(sent.lines.locate(error)))
    });
    wanted.await?.compute(&app, &caller).await
}

/// Reads a body of at most as many bytes as the limit allows.
async fn read(headers: &HeaderMap, body: Body, limits: &Limits) -> Result<Bytes, Problem> {
    let too_large = || {
        let error = format!("a body may have at most {} bytes", limits.max_body);
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    };
    // A client that says how much it will send is refused before it does.
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok());
    if length.and_then(|length| length.parse().ok()) > Some(limits.max_body) {
        return Err(too_large());
    }
    match timeout(
        limits.read_timeout,
        to_bytes(body, limits.max_body as usize),
    )
    .await
    {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_length_limit(&error) => Err(too_large()),
        Ok(Err(error)) => Err(Problem::new(
            StatusCode::BAD_REQUEST,
            format!("the body ended early, or is not as its headers say ({error})"),
        )),
        Err(_) => Err(Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "the body came too slowly",
        )),
    }
}

fn is_length_limit(error: &axum::Error) -> bool {
    error
        .source()
        .is_some_and(|source| source.is::<LengthLimitError>())
}
