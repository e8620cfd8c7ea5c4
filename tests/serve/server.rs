//! Running the server.

use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use crate::client::{Answer, Connection};
use crate::command::command_with_signals;

/// A server on a free port, which ends with the test.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    stderr: Option<JoinHandle<String>>,
}

/// A path that takes many seconds to answer, and is computed in many turns. The number makes it another request.
pub fn slow(seed: u32) -> String {
    format!("/v1/presets/marble.npy?size=4000x4000&seed={seed}")
}

/// A path whose answer no buffer of the system holds.
pub const LARGE: &str = "/v1/presets/classic.raw?size=2048x2048&format=rgba32float";
pub const LARGE_BYTES: usize = 2048 * 2048 * 16;

/// The program with these arguments, parted by spaces, with no signal ignored, and with pipes.
pub fn command(args: &str) -> Command {
    let mut command = command_with_signals(args);
    command
        .env_remove("WGPU_NOISE_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Server {
    pub fn start(args: &str) -> Server {
        Server::of(&mut Server::command(args))
    }

    /// The server with these arguments, not yet started.
    pub fn command(args: &str) -> Command {
        command(&format!("serve --listen 127.0.0.1:0 --backend cpu {args}"))
    }

    pub fn of(command: &mut Command) -> Server {
        let mut child = command.spawn().expect("it starts");
        let mut line = String::new();
        let stdout = child.stdout.as_mut().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let mut stderr = child.stderr.take().expect("a pipe");
        let Some(address) = line.trim_end().strip_prefix("http://") else {
            let mut words = String::new();
            let _ = ChildStderr::read_to_string(&mut stderr, &mut words);
            panic!("no address in {line:?}: {words}");
        };
        let stderr = std::thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).expect("text");
            text
        });
        Server {
            child,
            address: address.parse().expect("an address"),
            stderr: Some(stderr),
        }
    }

    pub fn connect(&self) -> Connection {
        Connection::open(self.address)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", b"")
    }

    /// Asks on a connection of its own.
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let mut connection = self.connect();
        connection.ask(method, path, headers, body);
        let answer = connection.answer(method == "HEAD");
        answer.unwrap_or_else(|| panic!("no answer to {method} {path}"))
    }

    pub fn bake(&self, headers: &str, recipe: &str) -> Answer {
        self.ask("POST", "/v1/bake", headers, recipe.as_bytes())
    }

    /// The value of a line of `/metrics`.
    pub fn metric(&self, name: &str) -> f64 {
        let text = self.get("/metrics").good();
        let text = String::from_utf8(text).expect("text");
        let mut lines = text
            .lines()
            .filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let value = lines
            .next()
            .unwrap_or_else(|| panic!("no {name} in {text}"));
        value.parse().expect("a number")
    }

    /// Waits until a line of `/metrics` has a value.
    pub fn wait_for(&self, name: &str, value: f64) {
        let start = Instant::now();
        while self.metric(name) != value {
            let waited = start.elapsed();
            assert!(waited < Duration::from_secs(20), "{name} is never {value}");
            sleep(Duration::from_millis(5));
        }
    }

    /// Waits until no connection is accepted any more.
    pub fn wait_until_closed(&self) {
        let start = Instant::now();
        while TcpStream::connect(self.address).is_ok() {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "it still listens"
            );
            sleep(Duration::from_millis(5));
        }
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.expect("kill").success());
    }

    /// Waits for the end, and returns the exit code and what it wrote to standard error.
    pub fn ended(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        while self.child.try_wait().expect("a child").is_none() {
            assert!(start.elapsed() < Duration::from_secs(30), "it does not end");
            sleep(Duration::from_millis(5));
        }
        let code = self.child.wait().expect("a child").code();
        (
            code,
            self.stderr.take().expect("once").join().expect("text"),
        )
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
