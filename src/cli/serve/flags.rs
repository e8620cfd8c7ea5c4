//! The flags of `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use wgpu_noise::{Error, Result};

use super::super::backend::BackendFlags;
use super::limits::{Limits, seconds};
use super::token::Token;

/// Answer requests for noise over HTTP: recipes, presets, map tiles, volumes and shader source.
///
/// GET / shows a map of each preset, and GET /v1/openapi.json describes every route. SIGINT and SIGTERM let the requests in
/// flight finish before the server ends; a second signal ends it at once.
#[derive(clap::Args)]
pub struct Args {
    /// The address and the port to listen on. Port 0 takes a free port. The address is printed to standard output
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    pub listen: SocketAddr,

    /// The secret that requests to /v1 and /metrics must have, as `Authorization: Bearer SECRET` [default: that of the environment
    /// variable WGPU_NOISE_TOKEN, which other users of this machine cannot see, unlike the arguments of a program]
    #[arg(long, value_name = "SECRET")]
    token: Option<String>,

    /// A file with the secret in its first line
    #[arg(long, value_name = "PATH", conflicts_with = "token")]
    token_file: Option<PathBuf>,

    /// Answer without a secret on an address that is not loopback
    #[arg(long)]
    open: bool,

    /// A folder with the recipes that a recipe in the body of a request may import, and the pictures that it may read, by paths
    /// within it. Without it there are none
    #[arg(long, value_name = "DIR")]
    pub files: Option<PathBuf>,

    /// An origin, such as https://example.org, whose pages may read the answers; may be given several times; * is any
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,

    /// The form of the line that each request writes to standard error; --quiet writes none
    #[arg(long, value_enum, default_value_t = LogForm::Text)]
    pub log: LogForm,

    /// How long, after a signal, /readyz says 503 while all requests are still taken, so that a balancer turns away first
    #[arg(long, value_name = "SECONDS", default_value = "0s", value_parser = seconds)]
    pub drain: Duration,

    /// How long requests in flight may then take to finish. The rest is answered with 503
    #[arg(long, value_name = "SECONDS", default_value = "10s", value_parser = seconds)]
    pub grace: Duration,

    #[command(flatten)]
    pub limits: Limits,

    #[command(flatten)]
    pub backend: BackendFlags,
}

/// The values of `--log`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogForm {
    /// Client, method, path, status, bytes, milliseconds
    Text,
    /// The same as a JSON object
    Json,
}

/// The environment variable of the secret.
const VARIABLE: &str = "WGPU_NOISE_TOKEN";

impl Args {
    /// Refuses flags that cannot go together.
    pub fn check(&self, has_token: bool) -> Result<()> {
        let is_loopback = self.listen.ip().to_canonical().is_loopback();
        if !is_loopback && !self.open && !has_token {
            return Err(Error::invalid(
                "--listen",
                self.listen,
                "a loopback address; any other with --token-file, or with --open for everyone",
            ));
        }
        self.backend.check()
    }

    /// Returns the secret, if there is one.
    pub fn token(&self) -> Result<Option<Token>> {
        match (&self.token_file, &self.token, std::env::var_os(VARIABLE)) {
            (Some(path), ..) => Token::read(path).map(Some),
            (None, Some(secret), _) => Token::new("--token", secret).map(Some),
            // One that is not UTF-8 is refused, as any character is that a header cannot hold.
            (None, None, Some(secret)) => Token::new(VARIABLE, &secret.to_string_lossy()).map(Some),
            (None, None, None) => Ok(None),
        }
    }
}

/// Parses an address with a port.
fn address(text: &str) -> Result<SocketAddr, String> {
    (text.parse()).map_err(|_| "an address and a port, such as 127.0.0.1:8080 or [::1]:8080".into())
}
