//! What `tracing` is told: each turn of a worker is a span.

use std::fmt;
use std::sync::{Arc, LazyLock, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Event, Level, Metadata, Subscriber, subscriber};
use wgpu_noise::service::{Options, Request};

use crate::hand::{ByHand, large, small};

/// A span as its subscriber saw it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    digest: String,
    engine: String,
    was_entered: bool,
    is_open: bool,
    /// The messages of the events inside of it.
    events: Vec<String>,
}

/// Keeps all spans of the crate. Those of a thread that runs nothing else are entered one at a time.
#[derive(Clone, Default)]
struct Spans {
    all: Arc<Mutex<Vec<Seen>>>,
    open: Arc<Mutex<Vec<usize>>>,
}

impl Spans {
    fn seen(&self) -> Vec<Seen> {
        self.all.lock().expect("no panic").clone()
    }

    fn change(&self, index: usize, change: impl FnOnce(&mut Seen)) {
        change(&mut self.all.lock().expect("no panic")[index]);
    }
}

fn index(id: &Id) -> usize {
    id.into_u64() as usize - 1
}

impl Subscriber for Spans {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::DEBUG && metadata.target().starts_with("wgpu_noise")
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        assert_eq!(attributes.metadata().name(), "turn");
        let mut seen = Seen::default();
        attributes.record(&mut seen);
        let mut all = self.all.lock().expect("no panic");
        all.push(seen);
        Id::from_u64(all.len() as u64)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut message = Message::default();
        event.record(&mut message);
        if let Some(&open) = self.open.lock().expect("no panic").last() {
            self.change(open, |seen| seen.events.push(message.0));
        }
    }

    fn enter(&self, id: &Id) {
        self.open.lock().expect("no panic").push(index(id));
        self.change(index(id), |seen| {
            (seen.was_entered, seen.is_open) = (true, true);
        });
    }

    fn exit(&self, id: &Id) {
        let last = self.open.lock().expect("no panic").pop();
        assert_eq!(last, Some(index(id)));
        self.change(index(id), |seen| seen.is_open = false);
    }
}

impl Visit for Seen {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        match field.name() {
            "digest" => self.digest = format!("{value:?}"),
            "worker" => {}
            other => panic!("a field {other}"),
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        assert_eq!(field.name(), "engine");
        self.engine = value.to_string();
    }
}

#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

/// Subscribes on this thread.
///
/// Where there is just one subscriber, `tracing` decides for good whether a span is wanted when any thread first comes to it, by that
/// thread's subscriber; the thread of another test has none. So there is always a second one.
fn subscribe(spans: &Spans) -> DefaultGuard {
    static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(Spans::default()));
    LazyLock::force(&SECOND);
    subscriber::set_default(spans.clone())
}

#[test]
fn each_turn_is_a_span_with_its_request_and_its_engine() {
    let spans = Spans::default();
    let _subscribed = subscribe(&spans);
    let mut by_hand = ByHand::new(Options::default());
    let service = by_hand.service.clone();
    by_hand.turn();
    assert_eq!(spans.seen(), [], "nothing was asked for");

    let request = Request::volume(&small(1)).expect("a request");
    let pending = service.submit(&request);
    assert_eq!(spans.seen(), [], "nothing was computed");
    assert!(by_hand.finish(pending).is_ok());
    let one = Seen {
        digest: request.digest().to_string(),
        engine: "cpu".into(),
        was_entered: true,
        is_open: false,
        events: vec!["done".into()],
    };
    assert_eq!(spans.seen(), std::slice::from_ref(&one));

    // A large request has a span for each of its turns, and only the last one ends it.
    let request = Request::volume(&large(2)).expect("a request");
    let pending = service.submit(&request);
    by_hand.turns(2);
    let begun = Seen {
        digest: request.digest().to_string(),
        events: vec![],
        ..one.clone()
    };
    assert_eq!(spans.seen()[1..], [begun.clone(), begun]);
    drop(pending);
}

#[test]
fn a_request_that_fails_says_so_inside_of_its_span() {
    let spans = Spans::default();
    let _subscribed = subscribe(&spans);
    let mut by_hand = ByHand::new(Options::default());
    let wrong = by_hand.service.points(&small(1), vec![[1e30; 4]]);
    assert!(by_hand.finish(wrong).is_err());
    let seen = spans.seen();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].events, ["failed"]);
}

#[cfg(feature = "gpu")]
#[test]
fn small_requests_that_share_a_submission_share_a_span() {
    let Some(options) = crate::devices::with_adapter(Options::default()) else {
        return;
    };
    let spans = Spans::default();
    let _subscribed = subscribe(&spans);
    let mut by_hand = ByHand::new(options);
    let service = by_hand.service.clone();
    let requests = [small(1), small(2)].map(|job| Request::volume(&job).expect("a request"));
    let pending = requests.each_ref().map(|request| service.submit(request));
    for one in pending {
        assert!(by_hand.finish(one).is_ok());
    }
    let seen = spans.seen();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].engine, "gpu");
    let both: Vec<String> = requests
        .iter()
        .map(|request| request.digest().to_string())
        .collect();
    assert_eq!(seen[0].digest, both.join(","));
    assert!(seen[0].was_entered && !seen[0].is_open);
    assert_eq!(seen[0].events, ["done", "done"]);
}
