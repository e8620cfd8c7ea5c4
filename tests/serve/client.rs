//! A connection, and what comes back on it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    head: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let named = |(key, _): &&(String, String)| key == name;
        self.head
            .iter()
            .find(named)
            .map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    pub fn json(&self) -> serde_json::Value {
        let text = self.text();
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Checks the status, and returns the body.
    #[track_caller]
    pub fn good(self) -> Vec<u8> {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.body));
        self.body
    }

    /// Checks the status and that the body is an error with these words.
    #[track_caller]
    pub fn fails(&self, status: u16, words: &[&str]) {
        assert_eq!(
            self.status,
            status,
            "{}",
            String::from_utf8_lossy(&self.body)
        );
        assert_eq!(self.header("content-type"), Some("application/json"));
        let error = self.json()["error"].as_str().expect("a message").to_owned();
        for word in words {
            assert!(error.contains(word), "`{word}` is missing in: {error}");
        }
    }
}

/// An open connection.
pub struct Connection(BufReader<TcpStream>);

impl Connection {
    pub fn open(address: SocketAddr) -> Connection {
        let stream = TcpStream::connect(address).expect("a connection");
        let limit = Some(Duration::from_secs(60));
        stream.set_read_timeout(limit).expect("a time limit");
        Connection(BufReader::new(stream))
    }

    pub fn stream(&self) -> &TcpStream {
        self.0.get_ref()
    }

    /// Sends bytes. A server that has closed the connection is no error.
    pub fn send(&self, bytes: impl AsRef<[u8]>) {
        let _ = self.stream().write_all(bytes.as_ref());
    }

    /// Sends a request with these lines of headers, each with its line break.
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) {
        let length = match body.len() {
            0 => String::new(),
            length => format!("Content-Length: {length}\r\n"),
        };
        let head = format!("{method} {path} HTTP/1.1\r\nHost: x\r\n{length}{headers}\r\n");
        self.send([head.as_bytes(), body].concat());
    }

    /// Reads an answer; `None` if the server closes the connection before a whole one.
    pub fn answer(&mut self, to_head: bool) -> Option<Answer> {
        let mut line = || {
            let mut line = String::new();
            let read = self.0.read_line(&mut line);
            read.is_ok_and(|bytes| bytes > 0)
                .then(|| line.trim_end().to_owned())
        };
        let status = line()?.split(' ').nth(1)?.parse().ok()?;
        let mut head = Vec::new();
        loop {
            let line = line()?;
            let Some((key, value)) = line.split_once(':') else {
                break;
            };
            head.push((key.to_lowercase(), value.trim().to_owned()));
        }
        let mut answer = Answer {
            status,
            head,
            body: Vec::new(),
        };
        let length = answer.header("content-length");
        let length = length.map_or(0, |length| length.parse().expect("a length"));
        if !to_head && status != 304 {
            answer.body = vec![0; length];
            self.0.read_exact(&mut answer.body).ok()?;
        }
        Some(answer)
    }

    /// The bytes until the server closes the connection.
    pub fn rest(&mut self) -> usize {
        let mut rest = Vec::new();
        let _ = self.0.read_to_end(&mut rest);
        rest.len()
    }
}
