//! What a request wants, and how it becomes a response.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use tokio::sync::OwnedSemaphorePermit;
use wgpu_noise::bake::Plan;
use wgpu_noise::format::{Contents, FileType};
use wgpu_noise::service::Request;
use wgpu_noise::texel::Transfer;
use wgpu_noise::{Recipe, Result};

use super::app::{App, Caller};
use super::etag::Caching;
use super::limits::Limits;
use super::problem::Problem;
use super::query::Query;
use super::{media, recipes};

/// The header that describes the texels of an answer, for types that do not describe themselves.
pub const TEXELS: HeaderName = HeaderName::from_static("noise-texels");

/// An answer that the service can compute.
pub struct Wanted {
    request: Request<Arc<Vec<u8>>>,
    bytes: u64,
    media: &'static str,
    texels: HeaderValue,
}

impl Wanted {
    /// A whole file.
    pub fn file(recipe: &Recipe, file_type: FileType, limits: &Limits) -> Result<Wanted> {
        let plan = plan(recipe, file_type, limits)?;
        Wanted::of(&plan, &plan.contents(recipe), file_type)
    }

    /// A picture without its recipe, a `.png` or a `.webp`.
    pub fn picture(recipe: &Recipe, file_type: FileType, limits: &Limits) -> Result<Wanted> {
        let plan = plan(recipe, file_type, limits)?;
        let mut contents = plan.contents(recipe);
        contents.recipe = None;
        Wanted::of(&plan, &contents, file_type)
    }

    fn of(plan: &Plan, contents: &Contents, file_type: FileType) -> Result<Wanted> {
        let transfer = match contents.transfer {
            Transfer::Srgb if file_type.decodes_colours() => Transfer::Linear,
            transfer => transfer,
        };
        Ok(Wanted {
            request: Request::file(plan, contents)?,
            bytes: plan.bytes(),
            media: media::of_file(file_type),
            texels: describe(plan, transfer),
        })
    }

    /// Answers a request: with 304 if the client has the answer, else computes it.
    pub async fn answer(
        self,
        app: &App,
        caller: &Caller,
        headers: &HeaderMap,
        v: Option<&str>,
    ) -> Result<Response, Problem> {
        let caching = Caching::new(&self.request.digest().to_string(), v, app.token.is_some());
        match caching.not_modified(headers) {
            Some(response) => Ok(response),
            None => Ok(caching.mark(self.compute(app, caller).await?)),
        }
    }

    /// Computes the answer.
    pub async fn compute(self, app: &App, caller: &Caller) -> Result<Response, Problem> {
        let room = app.room(self.bytes)?;
        let bytes = caller.0.submit(&self.request).await?;
        let media = HeaderValue::from_static(self.media);
        let headers = [(CONTENT_TYPE, media), (TEXELS, self.texels)];
        let body = Bytes::from_owner(Shared(bytes, room));
        Ok((headers, Body::from(body)).into_response())
    }
}

/// Answers a request without parameters of its own with JSON that is there already.
pub fn known_json(
    app: &App,
    mut query: Query,
    headers: &HeaderMap,
    json: String,
) -> Result<Response, Problem> {
    let v = query.take("v");
    query.finish()?;
    Ok(known(app, headers, v.as_deref(), "application/json", json))
}

/// Answers with bytes that are there already.
pub fn known(
    app: &App,
    headers: &HeaderMap,
    v: Option<&str>,
    media: &'static str,
    bytes: impl Into<Bytes>,
) -> Response {
    let bytes = bytes.into();
    let digest = Sha256::digest(&bytes);
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let caching = Caching::new(&digest, v, app.token.is_some());
    caching.not_modified(headers).unwrap_or_else(|| {
        let media = HeaderValue::from_static(media);
        caching.mark(([(CONTENT_TYPE, media)], bytes).into_response())
    })
}

/// Plans the answer, within the limits.
fn plan(recipe: &Recipe, file_type: FileType, limits: &Limits) -> Result<Plan> {
    let plan = Plan::of_recipe(recipe, Some(file_type))?;
    if plan.must_measure() {
        return Err(recipes::measured());
    }
    limits.check(&plan)?;
    Ok(plan)
}

/// Texels in JSON, with the names that `presets --json` and `docs/json.md` use.
#[derive(Serialize)]
struct Texels<'a> {
    size: &'a [u32],
    frames: Option<u32>,
    format: &'static str,
    components: u32,
    range: Option<[f32; 2]>,
    transfer: &'static str,
}

fn describe(plan: &Plan, transfer: Transfer) -> HeaderValue {
    let packing = plan.packing();
    let is_unorm = packing.format().component().is_unorm();
    let texels = Texels {
        size: plan.size(),
        frames: plan.grid().frames,
        format: packing.format().name(),
        components: packing.components(),
        range: is_unorm.then_some(packing.range()),
        transfer: transfer.name(),
    };
    let text = serde_json::to_string(&texels).unwrap_or_default();
    // Numbers and plain names are ASCII.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("{}"))
}

/// Bytes that the cache of the service may hold as well, and the room that they take until they are sent.
struct Shared(
    Arc<Vec<u8>>,
    #[expect(dead_code, reason = "it is freed when this is dropped")] OwnedSemaphorePermit,
);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use wgpu_noise::recipe::Preset;

    use super::super::flags::Args;
    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn an_answer_takes_room_until_it_is_sent() {
        let flags = ["serve", "--backend", "cpu", "--max-memory", "1"];
        let app = App::new(&Command::parse_from(flags).args, None).unwrap();
        let caller = app.caller();
        let all = 1 << 20;
        let recipe = Preset::find("classic").unwrap().recipe().unwrap();
        for file_type in [FileType::Png, FileType::Webp] {
            let wanted = Wanted::picture(&recipe, file_type, &app.limits).unwrap();
            let runtime = tokio::runtime::Builder::new_current_thread().build();
            let answer = runtime.unwrap().block_on(wanted.compute(&app, &caller));
            let answer = answer.unwrap();
            assert!(app.room(all).is_err(), "{file_type:?}");
            drop(answer);
            assert!(app.room(all).is_ok(), "{file_type:?}");
        }
    }
}
