//! `GET /v1/snippets/NAME`: a preset as shader source. The options are those of `wgpu-noise snippet`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use wgpu_noise::snippet::{Entry, Function, Lang, Options, Parameters, Table, Y, snippet};

use super::app::App;
use super::problem::Problem;
use super::query::{Parts, Query};
use super::recipes;
use super::wanted::known;

pub async fn source(
    State(app): State<Arc<App>>,
    Parts(name): Parts<String>,
    mut query: Query,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let v = query.take("v");
    let mut options = Options::default()
        .lang(query.take_word("lang", &Lang::ALL, Lang::name)?)
        .entry(query.take_word("entry", &Entry::ALL, Entry::name)?)
        .table(query.take_word("table", &Table::ALL, Table::name)?)
        .parameters(query.take_word("parameters", &Parameters::ALL, Parameters::name)?)
        .y(query.take_word("y", &Y::ALL, Y::name)?)
        .prefix(query.take("prefix").unwrap_or_default())
        .group(query.take_number("group")?)
        .binding(query.take_number("binding")?);
    let function = query.take("name").unwrap_or_else(|| "noise_at".into());
    let media = match options.lang {
        Lang::Spirv => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    };
    let source = app.plan(false, move || {
        let recipe = query.preset(&name)?;
        let job = recipe.job()?;
        if options.entry == Entry::Fragment {
            options = options.range(recipes::range(&recipe, &job)?);
        }
        let function = Function::new(&function, &job).recipe(&recipe);
        Ok(snippet(&[function], &options)?.bytes())
    });
    let source = source.await?;
    Ok(known(&app, &headers, v.as_deref(), media, source))
}
