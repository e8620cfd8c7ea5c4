//! `GET /v1/presets` lists the recipes in the program; `GET /v1/presets/NAME.png` and the like compute one.

use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use wgpu_noise::Error;

use super::super::presets::summaries;
use super::super::terminal::json;
use super::app::{App, Caller};
use super::problem::Problem;
use super::query::{Parts, Query, name_and_extension, no_such_type};
use super::wanted::{Wanted, known_json};
use super::{media, recipes};

/// The list in JSON. Making it takes as long as parsing all presets.
static LIST: LazyLock<Result<String, Error>> =
    LazyLock::new(|| summaries().map(|list| json(&list)));

pub async fn list(
    State(app): State<Arc<App>>,
    query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    known_json(&app, query, &headers, LIST.clone()?)
}

pub async fn file(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Parts(file): Parts<String>,
    mut query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (v, time) = (query.take("v"), query.take_time()?);
    let (name, extension) = name_and_extension(&file)?;
    let file_type = media::by_extension(extension)
        .ok_or_else(|| no_such_type(extension, &media::extensions()))?;
    let (name, limits) = (name.to_string(), app.limits.clone());
    let wanted = app.plan(query.is_empty(), move || {
        let mut recipe = query.preset(&name)?;
        recipes::fit_frames(&mut recipe, file_type, time)?;
        Ok(Wanted::file(&recipe, file_type, &limits)?)
    });
    (wanted.await?)
        .answer(&app, &caller, &headers, v.as_deref())
        .await
}
