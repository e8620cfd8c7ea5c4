//! `/v1/openapi.json` is true: each route is asked with the examples of the description, and answers as it says.

use serde_json::Value;

use crate::client::Answer;
use crate::server::Server;

/// What is wrong with an answer, according to the description of its operation.
fn differs(operation: &Value, answer: &Answer) -> Option<String> {
    let status = answer.status.to_string();
    let Some(described) = operation["responses"].get(&status) else {
        return Some(format!("{status} is not described"));
    };
    let media = answer.header("content-type").unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default();
    match &described["content"] {
        // Errors, and 304, which has no body.
        Value::Null => {
            let is_error = media == "application/json" && answer.json()["error"].is_string();
            (answer.status != 304 && !is_error).then(|| format!("{status} is no error"))
        }
        content => content
            .get(media)
            .is_none()
            .then(|| format!("{media} is not described")),
    }
}

/// The path with the examples of its parameters.
fn filled(path: &str, operation: &Value) -> String {
    let parameters = operation["parameters"].as_array().expect("parameters");
    let of_path = parameters
        .iter()
        .filter(|parameter| parameter["in"] == "path");
    of_path.fold(path.to_owned(), |path, parameter| {
        let name = parameter["name"].as_str().expect("a name");
        let example = parameter["example"].to_string();
        path.replace(&format!("{{{name}}}"), example.trim_matches('"'))
    })
}

#[test]
fn every_route_answers_as_described() {
    let server = Server::start("");
    let description = server.get("/v1/openapi.json").json();
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    let paths = description["paths"].as_object().expect("paths");
    assert!(paths.len() > 10);
    for (path, item) in paths {
        if let Some(operation) = item.get("get") {
            let path = filled(path, operation);
            let answer = server.get(&path);
            assert_eq!(answer.status, 200, "{path}");
            assert_eq!(differs(operation, &answer), None, "{path}");

            let head = server.ask("HEAD", &path, "", b"");
            assert_eq!(head.status, 200, "{path}");
            assert!(head.body.is_empty());
            for name in ["content-type", "etag", "cache-control"] {
                assert_eq!(head.header(name), answer.header(name), "{path}");
            }

            let has_tag = operation["responses"].get("304").is_some();
            assert_eq!(answer.header("etag").is_some(), has_tag, "{path}");
            if let Some(tag) = answer.header("etag") {
                let again = server.ask("GET", &path, &format!("If-None-Match: {tag}\r\n"), b"");
                assert_eq!(again.status, 304, "{path}");
                assert_eq!(differs(operation, &again), None, "{path}");
            }

            let wrong = server.ask("DELETE", &path, "", b"");
            wrong.fails(405, &["Allow"]);
            assert_eq!(differs(operation, &wrong), None, "{path}");
            assert_eq!(wrong.header("allow"), Some("GET,HEAD"), "{path}");
        }
    }
}

#[test]
fn a_recipe_becomes_every_type_that_is_described() {
    let server = Server::start("");
    let description = server.get("/v1/openapi.json").json();
    let operation = &description["paths"]["/v1/bake"]["post"];
    let example = &operation["requestBody"]["content"]["application/toml"]["example"];
    let recipe = example.as_str().expect("a recipe");
    let types = operation["responses"]["200"]["content"]
        .as_object()
        .expect("types");
    assert_eq!(types.len(), 7);
    for media in types.keys() {
        let answer = server.bake(&format!("Accept: {media}\r\n"), recipe);
        assert_eq!(answer.header("content-type"), Some(media.as_str()));
        assert_eq!(differs(operation, &answer), None, "{media}");
    }
    let formats = operation["parameters"][0]["schema"]["enum"]
        .as_array()
        .expect("formats");
    for format in formats {
        let path = format!("/v1/bake?format={}", format.as_str().expect("a word"));
        assert_eq!(
            server.ask("POST", &path, "", recipe.as_bytes()).status,
            200,
            "{path}"
        );
    }
    for media in operation["requestBody"]["content"]
        .as_object()
        .expect("types")
        .keys()
    {
        let text = match media.as_str() {
            "application/json" => {
                r#"{"channels": ["n"], "nodes": {"n": {"kind": "perlin", "frequency": 4}}}"#
            }
            _ => recipe,
        };
        let answer = server.bake(&format!("Content-Type: {media}\r\n"), text);
        assert_eq!(answer.status, 200, "{media}");
    }
    let wrong = server.get("/v1/bake");
    wrong.fails(405, &[]);
    assert_eq!(wrong.header("allow"), Some("POST"));
}

#[test]
fn snippets_take_every_word_that_is_described() {
    let server = Server::start("");
    let description = server.get("/v1/openapi.json").json();
    let operation = &description["paths"]["/v1/snippets/{name}"]["get"];
    let parameters = operation["parameters"].as_array().expect("parameters");
    let mut sources = std::collections::BTreeSet::new();
    let mut words = 0;
    for parameter in parameters {
        let name = &parameter["name"].as_str().unwrap_or_default();
        for word in parameter["schema"]["enum"].as_array().into_iter().flatten() {
            let word = word.as_str().expect("a word");
            let entry = if word == "spirv" {
                "&entry=compute"
            } else {
                ""
            };
            let path = format!("/v1/snippets/classic?{name}={word}{entry}");
            let answer = server.get(&path);
            assert_eq!(differs(operation, &answer), None, "{path}");
            sources.insert(answer.good());
            words += 1;
        }
        if let Some(default) = parameter["schema"]["default"].as_str() {
            let given = server.get(&format!("/v1/snippets/classic?{name}={default}"));
            assert_eq!(
                given.good(),
                server.get("/v1/snippets/classic").good(),
                "{name}"
            );
        }
    }
    // Each word but the defaults of five parameters gives a source of its own.
    assert_eq!(sources.len(), words - 4);
}

#[test]
fn a_wrong_description_is_noticed() {
    let server = Server::start("");
    let description = server.get("/v1/openapi.json").json();
    let operation = &description["paths"]["/v1/presets"]["get"];
    let answer = server.get("/v1/presets");
    assert_eq!(differs(operation, &answer), None);
    let mut other = operation.clone();
    other["responses"]["200"]["content"] = serde_json::json!({"text/plain": {}});
    assert!(differs(&other, &answer).is_some());
    other["responses"] = serde_json::json!({"404": {}});
    assert!(differs(&other, &answer).is_some());
}
