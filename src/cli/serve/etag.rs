//! What caches are told: entity tags, and how long an answer may be kept.
//!
//! The tag has the version of the program, the digest of the request, and the type of the answer. It is weak, because the
//! texels of two backends may differ in their last bit. The same URL can give other bytes in another version: a URL with
//! `?v=VERSION` is answered as immutable by that version, and any other is kept for some minutes and then compared by its tag.

use axum::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// The version of the program, as `?v=` gives it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a response says to caches.
pub struct Caching {
    tag: String,
    control: &'static str,
}

impl Caching {
    /// `digest` names the bytes within this version; `v` is the version in the URL, if any.
    pub fn new(digest: &str, v: Option<&str>, has_token: bool) -> Caching {
        let control = match (v == Some(VERSION), has_token) {
            (true, false) => "public, max-age=31536000, immutable",
            (true, true) => "private, max-age=31536000, immutable",
            (false, false) => "public, max-age=300",
            (false, true) => "private, max-age=300",
        };
        Caching {
            tag: format!("W/\"{VERSION}-{digest}\""),
            control,
        }
    }

    /// Returns 304 if the client has these bytes already.
    pub fn not_modified(&self, headers: &HeaderMap) -> Option<Response> {
        let known = (headers.get_all(IF_NONE_MATCH).iter())
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .any(|tag| tag == "*" || weak(tag) == weak(&self.tag));
        known.then(|| self.mark(StatusCode::NOT_MODIFIED.into_response()))
    }

    /// Adds the headers to a response.
    pub fn mark(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(ETAG, tag);
        }
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(self.control));
        if self.control.starts_with("private") {
            headers.insert(VARY, HeaderValue::from_static("authorization"));
        }
        response
    }
}

fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}
