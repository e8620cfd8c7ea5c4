//! The routes, and what surrounds each of them.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, ETAG, HOST, HeaderValue, IF_NONE_MATCH, RETRY_AFTER,
};
use axum::http::{Method, StatusCode, Version};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use tokio::time::sleep;
use tower_http::cors::{AllowOrigin, CorsLayer};
use wgpu_noise::{Error, Result};

use super::app::{App, Stage};
use super::problem::Problem;
use super::wanted::TEXELS;
use super::{bake, log, pages, presets, snippets, tiles, volumes};

/// A path, and its methods.
type Route = (&'static str, fn() -> MethodRouter<Arc<App>>);

/// The routes for everyone.
const OPEN: &[Route] = &[
    ("/", || get(pages::viewer)),
    ("/healthz", || get(pages::healthz)),
    ("/readyz", || get(pages::readyz)),
];

/// The routes that need the secret, if there is one.
const GUARDED: &[Route] = &[
    ("/metrics", || get(pages::metrics)),
    ("/v1/bake", || post(bake::bake)),
    ("/v1/openapi.json", || get(pages::openapi)),
    ("/v1/presets", || get(presets::list)),
    ("/v1/presets/{file}", || get(presets::file)),
    ("/v1/snippets/{name}", || get(snippets::source)),
    ("/v1/tiles/{name}/{z}/{x}/{file}", || get(tiles::tile)),
    ("/v1/volumes/{name}/{lod}/{x}/{y}/{file}", || {
        get(volumes::brick)
    }),
];

/// Returns all routes. From the outside to the inside: log, host, origins, secret, time limit.
pub fn router(app: &Arc<App>, cors: Option<CorsLayer>) -> Router {
    let of = |routes: &[Route]| {
        let add = |router: Router<Arc<App>>, (path, methods): &Route| router.route(path, methods());
        routes.iter().fold(Router::new(), add)
    };
    let guarded = of(GUARDED)
        .layer(from_fn_with_state(Arc::clone(app), limit_time))
        .layer(from_fn_with_state(Arc::clone(app), require_token));
    let all = of(OPEN)
        .merge(guarded)
        .fallback(pages::not_found)
        .method_not_allowed_fallback(pages::wrong_method);
    let shared = match cors {
        Some(cors) => all.layer(cors),
        None => all,
    };
    shared
        .layer(from_fn(require_host))
        .layer(from_fn_with_state(Arc::clone(app), log::observe))
        .with_state(Arc::clone(app))
}

/// Returns what pages of other origins may do: nothing, unless origins are given.
pub fn cors(origins: &[String]) -> Result<Option<CorsLayer>> {
    if origins.is_empty() {
        return Ok(None);
    }
    let allowed = if origins.iter().any(|origin| origin == "*") {
        AllowOrigin::any()
    } else {
        let values = origins.iter().map(|origin| header(origin));
        AllowOrigin::list(values.collect::<Result<Vec<_>>>()?)
    };
    let layer = CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        .allow_headers([AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, IF_NONE_MATCH])
        .expose_headers([ETAG, RETRY_AFTER, TEXELS]);
    Ok(Some(layer))
}

fn header(origin: &str) -> Result<HeaderValue> {
    let parsed = HeaderValue::from_str(origin).ok();
    let host = origin.split_once("://").map(|(_, host)| host);
    let is_origin = host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#']));
    parsed.filter(|_| is_origin).ok_or_else(|| {
        Error::invalid(
            "--allow-origin",
            origin,
            "an origin such as https://example.org, without a path, or *",
        )
    })
}

/// Refuses what RFC 9112, section 3.2, says to: a request in HTTP/1.1 without the header `Host`, or with several.
async fn require_host(request: Request, next: Next) -> Response {
    let hosts = request.headers().get_all(HOST).iter().count();
    if hosts > 1 || (hosts == 0 && request.version() == Version::HTTP_11) {
        let error = format!("{hosts} headers `Host`; a request in HTTP/1.1 has one");
        return Problem::new(StatusCode::BAD_REQUEST, error).into_response();
    }
    next.run(request).await
}

/// Refuses requests without the secret, if there is one.
async fn require_token(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let header = request.headers().get(AUTHORIZATION);
    let header = header.map_or(&[][..], HeaderValue::as_bytes);
    match &app.token {
        Some(token) if !token.is_in(header) => Problem::unauthorized().into_response(),
        _ => next.run(request).await,
    }
}

/// Ends a request that takes too long, or longer than the server: it is dropped, which cancels its work.
async fn limit_time(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let limit = app.limits.request_timeout;
    let (status, error) = tokio::select! {
        response = next.run(request) => return response,
        () = sleep(limit) => {
            let error = format!("the request took longer than {} s", limit.as_secs_f64());
            (StatusCode::GATEWAY_TIMEOUT, error)
        }
        () = app.is_at(Stage::Ending) => (StatusCode::SERVICE_UNAVAILABLE, "the server is stopping".into()),
    };
    Problem::new(status, error).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_description_has_every_route() {
        let description: serde_json::Value = serde_json::from_str(pages::OPENAPI).unwrap();
        let described = description["paths"].as_object().unwrap();
        let described: BTreeSet<&str> = described.keys().map(String::as_str).collect();
        let routed = OPEN.iter().chain(GUARDED).map(|(path, _)| *path);
        assert_eq!(described, routed.collect());
    }
}
