//! The types of answers, and the one that a client asks for.

use std::collections::BTreeSet;

use axum::http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use wgpu_noise::format::FileType;

use super::problem::Problem;
use super::recipes::Syntax;

/// Returns the media type of a file of a tile, or of one of [`FILES`].
pub fn of_file(file_type: FileType) -> &'static str {
    match file_type {
        FileType::Png => "image/png",
        FileType::Webp => "image/webp",
        FileType::Ktx2 => "image/ktx2",
        FileType::Npy => "application/x-npy",
        FileType::Dds => "image/vnd.ms-dds",
        FileType::Tif => "image/tiff",
        FileType::Exr => "image/x-exr",
        _ => "application/octet-stream",
    }
}

/// The types of file by preference, the default first.
const FILES: [FileType; 8] = [
    FileType::Png,
    FileType::Ktx2,
    FileType::Npy,
    FileType::Raw,
    FileType::Dds,
    FileType::Tif,
    FileType::Exr,
    FileType::Vdb,
];

/// Returns the extensions of these types, for messages.
pub fn extensions() -> String {
    FILES.map(FileType::extension).join(", ")
}

/// Returns the type of file of an extension.
pub fn by_extension(extension: &str) -> Option<FileType> {
    FILES.into_iter().find(|file| file.extension() == extension)
}

/// Returns the type of file that the header `Accept` prefers: the one with the greatest `q`, and of several the first.
///
/// # Errors
/// 406 if it takes none.
pub fn accepted(headers: &HeaderMap) -> Result<FileType, Problem> {
    let lines: Vec<String> = headers.get_all(ACCEPT).iter().filter_map(lowered).collect();
    if lines.is_empty() {
        return Ok(FILES[0]);
    }
    let accept: Vec<&str> = lines.iter().flat_map(|line| line.split(',')).collect();
    let quality = |file: FileType| {
        let media = of_file(file);
        // The most specific range of a type decides.
        (accept.iter())
            .filter_map(|range| matched(range, media))
            .max_by_key(|&(specific, _)| specific)
            .map_or(0.0, |(_, quality)| quality)
    };
    let mut best: Option<(FileType, f32)> = None;
    for file in FILES {
        let quality = quality(file);
        if quality > best.map_or(0.0, |(_, best)| best) {
            best = Some((file, quality));
        }
    }
    best.map(|(file, _)| file).ok_or_else(|| {
        let types = BTreeSet::from(FILES.map(of_file));
        let types = types.into_iter().collect::<Vec<_>>().join(", ");
        let error = format!("Accept: none of these types can be made; they can: {types}");
        Problem::new(StatusCode::NOT_ACCEPTABLE, error)
    })
}

/// Returns the text of a header in lower case. The case of types and of `q` has no meaning. `None` if it is not ASCII.
fn lowered(value: &HeaderValue) -> Option<String> {
    value.to_str().ok().map(str::to_ascii_lowercase)
}

/// Returns how specific a range such as `image/*;q=0.5` is and its quality, if a type is in it.
fn matched(range: &str, media: &str) -> Option<(u8, f32)> {
    let mut parts = range.split(';').map(str::trim);
    let name = parts.next()?;
    let specific = match name.strip_suffix("/*") {
        Some("*") => 0,
        Some(family) if media.split('/').next() == Some(family) => 1,
        None if name == media => 2,
        _ => return None,
    };
    let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
    Some((specific, quality.unwrap_or(1.0)))
}

/// Returns the syntax of a body; TOML if the client does not say.
///
/// # Errors
/// 415 for any other type, and for a body that is compressed.
pub fn syntax(headers: &HeaderMap) -> Result<Syntax, Problem> {
    let encoding = headers.get(CONTENT_ENCODING).and_then(lowered);
    if encoding.is_some_and(|encoding| encoding != "identity") {
        let error = "Content-Encoding: a recipe is sent as it is, not compressed";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error));
    }
    let Some(given) = headers.get(CONTENT_TYPE) else {
        return Ok(Syntax::Toml);
    };
    let given = lowered(given).unwrap_or_default();
    match given.split(';').next().unwrap_or_default().trim() {
        "application/toml" | "text/plain" => Ok(Syntax::Toml),
        "application/json" => Ok(Syntax::Json),
        _ => {
            let error = "Content-Type: a recipe is application/toml, text/plain (as TOML) or application/json";
            Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(accept: &str) -> Option<FileType> {
        let headers = HeaderMap::from_iter([(ACCEPT, accept.parse().unwrap())]);
        accepted(&headers).ok()
    }

    #[test]
    fn the_greatest_quality_of_the_most_specific_range_decides() {
        for (accept, expected) in [
            ("*/*", Some(FileType::Png)),
            ("image/ktx2", Some(FileType::Ktx2)),
            ("image/*", Some(FileType::Png)),
            ("application/x-npy, */*;q=0.1", Some(FileType::Npy)),
            (
                "image/png;q=0.2, application/octet-stream;q=0.3",
                Some(FileType::Raw),
            ),
            ("image/png;q=0, image/*", Some(FileType::Ktx2)),
            ("image/tiff, image/x-exr;q=0.5", Some(FileType::Tif)),
            // A .vdb has the type of a .raw, and is asked for by its extension.
            ("application/octet-stream", Some(FileType::Raw)),
            ("image/jpeg", None),
            ("image/png;q=0", None),
            ("IMAGE/*;Q=0.1, Application/X-NPY", Some(FileType::Npy)),
            ("image/png;Q=0", None),
            ("text/html, ,;;q=,*", None),
        ] {
            assert_eq!(of(accept), expected, "{accept}");
        }
        assert_eq!(accepted(&HeaderMap::new()).ok(), Some(FileType::Png));
    }

    #[test]
    fn the_case_of_a_type_has_no_meaning() {
        let of = |value: &str| {
            let headers = HeaderMap::from_iter([(CONTENT_TYPE, value.parse().unwrap())]);
            syntax(&headers).ok()
        };
        assert!(matches!(
            of("Application/JSON; Charset=UTF-8"),
            Some(Syntax::Json)
        ));
        assert!(matches!(of("Text/Plain"), Some(Syntax::Toml)));
        assert!(of("text/html").is_none());
    }
}
