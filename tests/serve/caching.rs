//! Entity tags, and how long answers may be kept.

use crate::server::Server;

const TILE: &str = "/v1/tiles/marble/0/0/0.png";

#[test]
fn a_tag_names_the_bytes() {
    let server = Server::start("");
    let tag = |path: &str| server.get(path).header("etag").expect("a tag").to_owned();
    let one = tag(TILE);
    assert!(
        one.starts_with(&format!("W/\"{}-", env!("CARGO_PKG_VERSION"))),
        "{one}"
    );
    assert_eq!(tag(&format!("{TILE}?v=x")), one);
    let other = Server::start("");
    assert_eq!(other.get(TILE).header("etag"), Some(&*one));
    for path in [
        "/v1/tiles/marble/0/0/1.png",
        "/v1/tiles/marble/0/0/0.webp",
        "/v1/tiles/marble/0/0/0.png?seed=8",
        "/v1/presets/marble.png?size=256x256",
    ] {
        assert_ne!(tag(path), one, "{path}");
    }
}

#[test]
fn what_the_client_has_is_not_computed() {
    let server = Server::start("--cache 0");
    let tag = server.get(TILE).header("etag").expect("a tag").to_owned();
    let computed = || server.metric("noise_service_completed_total");
    assert_eq!(computed(), 1.0);
    for known in [
        tag.clone(),
        format!("\"a\", {tag}"),
        tag.replace("W/", ""),
        "*".into(),
    ] {
        let answer = server.ask("GET", TILE, &format!("If-None-Match: {known}\r\n"), b"");
        assert_eq!(answer.status, 304, "{known}");
        assert_eq!(answer.header("etag"), Some(&*tag));
        assert!(answer.header("cache-control").is_some());
    }
    assert_eq!(computed(), 1.0);
    let answer = server.ask("GET", TILE, "If-None-Match: \"a\", W/\"b\"\r\n", b"");
    assert_eq!(answer.status, 200);
    assert_eq!(computed(), 2.0);
}

#[test]
fn only_a_url_with_the_version_is_immutable() {
    let server = Server::start("");
    let version = env!("CARGO_PKG_VERSION");
    let secret = Server::start("--token t");
    for path in [
        TILE,
        "/v1/presets",
        "/v1/presets/classic.png",
        "/v1/snippets/classic",
        "/v1/openapi.json",
    ] {
        for (query, expected) in [
            (format!("?v={version}"), "max-age=31536000, immutable"),
            ("?v=0.0.0".into(), "max-age=300"),
            (String::new(), "max-age=300"),
        ] {
            let path = format!("{path}{query}");
            let answer = server.get(&path);
            assert_eq!(
                answer.header("cache-control"),
                Some(&*format!("public, {expected}"))
            );
            // A shared cache must not hand on what needs a secret.
            let answer = secret.ask("GET", &path, "Authorization: Bearer t\r\n", b"");
            assert_eq!(
                answer.header("cache-control"),
                Some(&*format!("private, {expected}"))
            );
        }
    }
}
