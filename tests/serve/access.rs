//! Who may ask: addresses, the secret, and pages of other origins.

use crate::server::{Server, command};

#[test]
fn an_address_for_others_needs_a_decision() {
    let run = |args: &str| command(&format!("serve {args}")).output().expect("it ends");
    for (args, words) in [
        (
            "--listen 0.0.0.0:0",
            &["--listen", "0.0.0.0:0", "--token", "--open"][..],
        ),
        ("--listen [::]:0", &["--listen", "--token"]),
        ("--listen localhost", &["--listen"]),
        ("--token-file /nonexistent", &["/nonexistent"]),
        ("--token-file /dev/null", &["--token-file"]),
        (
            "--allow-origin example.org",
            &["--allow-origin", "https://example.org"],
        ),
        ("--allow-origin https://x/path", &["without a path"]),
        ("--grace soon", &["--grace", "such as 10s"]),
        ("--backend reference", &["--backend", "reference", "cpu"]),
        ("--max-body 65537", &["--max-body"]),
    ] {
        let run = run(args);
        let stderr = String::from_utf8(run.stderr).expect("text");
        assert!(run.stdout.is_empty(), "{args}");
        assert!(matches!(run.status.code(), Some(1 | 2)), "{args}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{args}: {stderr}");
        for word in words {
            assert!(stderr.contains(word), "{args}: {stderr}");
        }
    }
    for args in ["--open", "--token t"] {
        let mut command = command(&format!("serve --backend cpu --listen 0.0.0.0:0 {args}"));
        let server = Server::of(&mut command);
        assert_ne!(server.address.port(), 0);
    }
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let server = Server::start("");
    let again = command(&format!("serve --backend cpu --listen {}", server.address)).output();
    let again = again.expect("it ends");
    assert_eq!(again.status.code(), Some(1));
    let stderr = String::from_utf8(again.stderr).expect("text");
    assert!(stderr.contains(&server.address.to_string()), "{stderr}");
}

/// A secret that no request could have is refused, and does not leave the server open.
#[test]
#[cfg(unix)]
fn a_secret_in_the_environment_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;

    for secret in [&b""[..], b"s3cret\xff"] {
        let secret = std::ffi::OsStr::from_bytes(secret);
        let mut command = Server::command("");
        let refused = command.env("WGPU_NOISE_TOKEN", secret).output();
        let refused = refused.expect("it starts");
        let text = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{text}");
        assert!(text.contains("WGPU_NOISE_TOKEN: got the secret"), "{text}");
    }
}

#[test]
fn the_secret_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("secret");
    std::fs::write(&file, "s3cret\nsecond line").expect("a file");
    let by_env = Server::of(Server::command("").env("WGPU_NOISE_TOKEN", "s3cret"));
    let by_file = Server::of(Server::command("--token-file").arg(&file));
    for server in [Server::start("--token s3cret"), by_env, by_file] {
        for path in [
            "/v1/presets",
            "/v1/openapi.json",
            "/metrics",
            "/v1/tiles/marble/0/0/0.png",
        ] {
            for header in [
                "",
                "Authorization: Bearer\r\n",
                "Authorization: Bearer \r\n",
                "Authorization: Bearer s3cre\r\n",
                "Authorization: Bearer s3cret2\r\n",
                "Authorization: Bearer S3cret\r\n",
                "Authorization: Basic s3cret\r\n",
                "Authorization: s3cret\r\n",
            ] {
                let answer = server.ask("GET", path, header, b"");
                answer.fails(401, &["Bearer"]);
                assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
            }
            for header in [
                "Authorization: Bearer s3cret\r\n",
                "authorization: bearer s3cret\r\n",
            ] {
                assert_eq!(server.ask("GET", path, header, b"").status, 200, "{path}");
            }
        }
        server.bake("", "").fails(401, &["Bearer"]);
        for path in ["/", "/healthz", "/readyz"] {
            assert_eq!(server.get(path).status, 200, "{path}");
        }
    }
}

#[test]
fn pages_of_other_origins_are_allowed_by_name() {
    let ask = |args: &str, origin: &str| {
        let server = Server::start(args);
        let origin = format!("Origin: {origin}\r\n");
        let preflight = format!("{origin}Access-Control-Request-Method: POST\r\n");
        let answer = server.ask("GET", "/v1/presets", &origin, b"");
        let before = server.ask("OPTIONS", "/v1/bake", &preflight, b"");
        [answer, before].map(|answer| {
            answer
                .header("access-control-allow-origin")
                .map(str::to_owned)
        })
    };
    let (own, other) = ("https://a.example", "https://b.example");
    let named = format!("--allow-origin {own}");
    assert_eq!(ask("", own), [None, None]);
    assert_eq!(ask(&named, own), [Some(own.into()), Some(own.into())]);
    assert_eq!(ask(&named, other), [None, None]);
    assert_eq!(
        ask("--allow-origin *", other),
        [Some("*".into()), Some("*".into())]
    );

    // The browser asks first without the secret, and may send it then.
    let server = Server::start("--allow-origin * --token t");
    let preflight = "Origin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n";
    let answer = server.ask("OPTIONS", "/v1/presets", preflight, b"");
    assert_eq!(answer.status, 200);
    let headers = answer
        .header("access-control-allow-headers")
        .expect("headers");
    for header in ["authorization", "cache-control", "if-none-match"] {
        assert!(headers.contains(header), "{headers}");
    }
}
