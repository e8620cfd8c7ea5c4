//! Counters of requests, and `/metrics`: the text form of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use wgpu_noise::service::{Metrics, Timing};

/// What the server did.
#[derive(Default)]
pub struct Counters {
    pub connections: AtomicI64,
    pub in_flight: AtomicI64,
    requests: Mutex<BTreeMap<Key, Sums>>,
}

/// Method, route and status.
type Key = (&'static str, String, u16);

#[derive(Default)]
struct Sums {
    count: u64,
    bytes: u64,
    time: Duration,
}

impl Counters {
    /// Counts a request that is done. Methods that no route has are one, so that clients cannot add lines.
    pub fn count(&self, method: &str, route: &str, status: u16, bytes: u64, time: Duration) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
        let known = ["GET", "HEAD", "POST", "OPTIONS"];
        let known = known.into_iter().find(|name| *name == method);
        let key = (known.unwrap_or("other"), route.to_string(), status);
        // Nothing panics while it holds the lock.
        let Ok(mut requests) = self.requests.lock() else {
            return;
        };
        let sums = requests.entry(key).or_default();
        sums.count += 1;
        sums.bytes += bytes;
        sums.time += time;
    }

    /// Returns all counters, and those of the service, as text. `answer_bytes` are what `--max-memory` bounds.
    pub fn text(&self, service: &Metrics, answer_bytes: u64) -> String {
        let mut text = String::new();
        self.write_http(&mut text);
        let name = "noise_http_answer_bytes";
        head(
            &mut text,
            name,
            "gauge",
            "Bytes of answers that are computed and sent.",
        );
        line(&mut text, name, "", answer_bytes);
        for (name, kind, help, value) in numbers(service) {
            let name = format!("noise_service_{name}");
            head(&mut text, &name, kind, help);
            line(&mut text, &name, "", value);
        }
        for (name, help, timing) in [
            ("wait", "From admission to the first turn.", &service.wait),
            ("compute", "All turns of a work.", &service.compute),
            ("read_back", "Copying out of a device.", &service.read_back),
            ("total", "From submission to result.", &service.total),
        ] {
            histogram(
                &mut text,
                &format!("noise_service_{name}_seconds"),
                help,
                timing,
            );
        }
        text
    }

    fn write_http(&self, text: &mut String) {
        for (name, help, gauge) in [
            ("connections", "Open connections.", &self.connections),
            (
                "in_flight",
                "Requests without an answer yet.",
                &self.in_flight,
            ),
        ] {
            let name = format!("noise_http_{name}");
            head(text, &name, "gauge", help);
            line(text, &name, "", gauge.load(Ordering::Relaxed));
        }
        let Ok(requests) = self.requests.lock() else {
            return;
        };
        let mut each = |name: &str, help: &str, value: fn(&Sums) -> f64| {
            head(text, name, "counter", help);
            for ((method, route, status), sums) in requests.iter() {
                let labels =
                    format!("{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}}");
                line(text, name, &labels, value(sums));
            }
        };
        let help = "Requests that are done; 499 if the client went away.";
        each("noise_http_requests_total", help, |sums| sums.count as f64);
        let help = "Bytes of the bodies of answers.";
        each("noise_http_response_bytes_total", help, |sums| {
            sums.bytes as f64
        });
        let help = "The sum of the times to answer.";
        each("noise_http_request_seconds_total", help, |sums| {
            sums.time.as_secs_f64()
        });
    }
}

/// Returns the numbers of the service: name, type, help, value.
fn numbers(service: &Metrics) -> [(&'static str, &'static str, &'static str, u64); 15] {
    let gauge = |name, help, value| (name, "gauge", help, value);
    let counter = |name, help, value| (name, "counter", help, value);
    [
        gauge(
            "waiting",
            "Requests that wait for admission.",
            service.waiting as u64,
        ),
        gauge(
            "queued",
            "Works that are admitted and not being computed.",
            service.queued as u64,
        ),
        gauge(
            "running",
            "Works that are being computed.",
            service.running as u64,
        ),
        gauge(
            "bytes",
            "Bytes of the results of all admitted works.",
            service.bytes,
        ),
        gauge("cached", "Results in the cache.", service.cached as u64),
        gauge("cached_bytes", "Bytes in the cache.", service.cached_bytes),
        counter(
            "hits_total",
            "Requests that the cache answered.",
            service.hits,
        ),
        counter(
            "joined_total",
            "Requests that joined an equal one in flight.",
            service.joined,
        ),
        counter(
            "refused_total",
            "Requests that were not admitted.",
            service.refused,
        ),
        counter(
            "completed_total",
            "Works that were computed.",
            service.completed,
        ),
        counter("failed_total", "Works that failed.", service.failed),
        counter(
            "cancelled_total",
            "Requests whose callers went away.",
            service.cancelled,
        ),
        counter(
            "expired_total",
            "Requests whose deadlines passed.",
            service.expired,
        ),
        counter(
            "shared_submissions_total",
            "Submissions to a device with more than one work.",
            service.shared_submissions,
        ),
        counter(
            "devices_lost_total",
            "Devices that were lost.",
            service.devices_lost,
        ),
    ]
}

fn histogram(text: &mut String, name: &str, help: &str, timing: &Timing) {
    head(text, name, "histogram", help);
    let mut below = 0;
    let bounds = Timing::BOUNDS
        .iter()
        .map(|bound| bound.as_secs_f64().to_string());
    for (bound, count) in bounds.chain(["+Inf".into()]).zip(timing.buckets) {
        below += count;
        line(
            text,
            &format!("{name}_bucket"),
            &format!("{{le=\"{bound}\"}}"),
            below,
        );
    }
    line(text, &format!("{name}_sum"), "", timing.sum.as_secs_f64());
    line(text, &format!("{name}_count"), "", timing.count);
}

// Writing to a `String` cannot fail.
fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn line(text: &mut String, name: &str, labels: &str, value: impl std::fmt::Display) {
    let _ = writeln!(text, "{name}{labels} {value}");
}
