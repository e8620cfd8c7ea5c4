//! What a URL has: the parts of its path, and its query, whose pairs must each be used.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use axum::extract::{FromRequestParts, Path, Query as Pairs};
use axum::http::StatusCode;
use axum::http::request::Parts as Head;
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use wgpu_noise::{Error, Recipe};

use super::problem::Problem;
use super::recipes;

/// The variable parts of the path.
pub struct Parts<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Parts<T> {
    type Rejection = Problem;

    async fn from_request_parts(head: &mut Head, state: &S) -> Result<Parts<T>, Problem> {
        match Path::from_request_parts(head, state).await {
            Ok(Path(parts)) => Ok(Parts(parts)),
            Err(error) => Err(Problem::new(error.status(), error.body_text())),
        }
    }
}

/// Splits the last part of a path into a name and an extension.
pub fn name_and_extension(file: &str) -> Result<(&str, &str), Problem> {
    (file.rsplit_once('.')).ok_or_else(|| no_such_type(file, "a name and an extension"))
}

/// Returns the problem of a file of a type that this route does not have.
pub fn no_such_type(given: &str, allowed: &str) -> Problem {
    Problem::invalid("file extension", given, allowed).status(StatusCode::NOT_FOUND)
}

/// Reads a number in a path.
///
/// # Errors
/// 400 if it is not a whole number in the range.
pub fn index_in(field: &str, given: &str, range: RangeInclusive<i64>) -> Result<i64, Problem> {
    let number = given.parse().ok().filter(|number| range.contains(number));
    // One tile has one URL: neither `+1` nor `01` is another.
    let number = number.filter(|number: &i64| number.to_string() == given);
    number.ok_or_else(|| {
        let allowed = format!("a whole number from {} to {}", range.start(), range.end());
        Problem::invalid(field, given, allowed).status(StatusCode::BAD_REQUEST)
    })
}

/// The pairs that are not used yet, and the keys that the route has for itself.
pub struct Query {
    pairs: Vec<(String, String)>,
    own: Vec<&'static str>,
}

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = Problem;

    async fn from_request_parts(head: &mut Head, _: &S) -> Result<Query, Problem> {
        let query = head.uri.query().unwrap_or_default();
        // What separates keys and values is ASCII, so that each of them is UTF-8 if all is.
        if percent_decode_str(query).decode_utf8().is_err() {
            let allowed = "texts in UTF-8, such as %C3%A9";
            let problem = Problem::invalid("query", query, allowed);
            return Err(problem.status(StatusCode::BAD_REQUEST));
        }
        match Pairs::try_from_uri(&head.uri) {
            Ok(Pairs(pairs)) => Query::new(pairs),
            Err(error) => Err(Problem::new(StatusCode::BAD_REQUEST, error.body_text())),
        }
    }
}

impl Query {
    fn new(pairs: Vec<(String, String)>) -> Result<Query, Problem> {
        let mut seen = HashSet::new();
        match pairs.iter().find(|(key, _)| !seen.insert(key)) {
            None => Ok(Query {
                pairs,
                own: Vec::new(),
            }),
            Some((key, _)) => Err(Problem::invalid(key, "a second value", "one value")),
        }
    }

    /// Takes the value of a key that the route has for itself.
    pub fn take(&mut self, key: &'static str) -> Option<String> {
        self.own.push(key);
        let found = self.pairs.iter().position(|(name, _)| name == key);
        found.map(|at| self.pairs.remove(at).1)
    }

    /// Takes one of a few words, of which the first is the default.
    pub fn take_word<T: Copy>(
        &mut self,
        key: &'static str,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<T, Problem> {
        let Some(given) = self.take(key) else {
            return Ok(all[0]);
        };
        let found = all.iter().copied().find(|&one| name(one) == given);
        found.ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|&one| name(one)).collect();
            Problem::invalid(key, &given, names.join(", "))
        })
    }

    /// Takes a whole number, by default 0.
    pub fn take_number(&mut self, key: &'static str) -> Result<u32, Problem> {
        let given = self.take(key).unwrap_or_else(|| "0".into());
        (given.parse()).map_err(|_| Problem::invalid(key, &given, "a whole number"))
    }

    /// Takes a time.
    pub fn take_time(&mut self) -> Result<Option<f64>, Problem> {
        let Some(given) = self.take("time") else {
            return Ok(None);
        };
        let time = given.parse().ok().filter(|time: &f64| time.is_finite());
        time.map(Some)
            .ok_or_else(|| Problem::invalid("time", &given, "a number"))
    }

    /// Whether no pairs are left.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns a preset with the changes of all pairs that are left: keys of the recipe and parameters of its nodes. What
    /// replaces the recipe or its nodes comes first, wherever it stands.
    pub fn preset(mut self, name: &str) -> Result<Recipe, Problem> {
        let mut recipe = recipes::preset(name)?;
        self.pairs.sort_by_key(|(key, _)| match &key[..] {
            "outputs" => 0,
            "expr" => 1,
            "output" => 2,
            _ => 3,
        });
        for (key, value) in &self.pairs {
            recipes::set(&mut recipe, key, value, &self.own)?;
        }
        Ok(recipe)
    }

    /// Refuses pairs that are left.
    pub fn finish(self) -> Result<(), Problem> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => Err(Problem::from(Error::unknown("query", key, self.own))),
        }
    }
}
