//! The secret that requests must have.

use std::path::Path;

use subtle::ConstantTimeEq;
use wgpu_noise::{Error, Result};

/// A secret, which is never printed.
pub struct Token(Vec<u8>);

impl Token {
    /// # Errors
    /// [`Error::Invalid`] for a secret that a header cannot hold.
    pub fn new(flag: &str, secret: &str) -> Result<Token> {
        if secret.is_empty() || !secret.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Error::invalid(
                flag,
                "the secret",
                "at least one ASCII letter, digit or sign, and no spaces",
            ));
        }
        Ok(Token(secret.into()))
    }

    /// Reads the first line of a file.
    pub fn read(path: &Path) -> Result<Token> {
        let text =
            std::fs::read_to_string(path).map_err(|source| Error::io("read", path, source))?;
        Token::new("--token-file", text.lines().next().unwrap_or_default())
    }

    /// Whether a value of the header `Authorization` has the secret. The time does not depend on where the two differ.
    pub fn is_in(&self, header: &[u8]) -> bool {
        let Some((scheme, secret)) = header.split_at_checked(7) else {
            return false;
        };
        scheme.eq_ignore_ascii_case(b"bearer ") && bool::from(self.0.ct_eq(secret))
    }
}
