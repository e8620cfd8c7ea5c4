//! A service at overload, with devices that are destroyed again and again. A plain run takes some seconds;
//! `NOISE_SOAK=600 cargo test --workspace --test service -- soak --nocapture` takes ten minutes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use futures::executor::block_on;
use wgpu_noise::gpu::Choice;
use wgpu_noise::service::{Options, Priority, Service, WhenFull};
use wgpu_noise::{Backend, Error, cpu::Cpu};

use crate::hand::{assert_idle, of_size};
use crate::{adapter, skip};

/// Callers at a time: many more than there is room for.
const CALLERS: u64 = 24;

/// What became of all requests.
#[derive(Debug, Default)]
struct Counts {
    right: AtomicU64,
    wrong: AtomicU64,
    busy: AtomicU64,
    late: AtomicU64,
    dropped: AtomicU64,
    failed: AtomicU64,
}

fn add(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// The next of a row of random numbers (SplitMix64).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// One request of a kind at random; its values are compared with those of the CPU.
fn ask(service: &Service, state: &mut u64, counts: &Counts) {
    let draw = random(state);
    let sizes = [&[64, 64][..], &[255, 33], &[32, 32, 32], &[128, 128, 16]];
    let job = of_size((draw >> 32) as u32 % 500, sizes[draw as usize % 4]);
    let service = match draw >> 8 & 7 {
        0 => service.priority(Priority::High),
        1 => service.when_full(WhenFull::Refuse),
        2 => service.deadline(Duration::from_millis(draw >> 16 & 255)),
        _ => service.clone(),
    };
    let pending = service.volume(&job);
    if draw >> 12 & 7 == 0 {
        thread::sleep(Duration::from_micros(draw >> 20 & 4095));
        drop(pending);
        return add(&counts.dropped);
    }
    match block_on(pending) {
        Ok(volume) => {
            let exact = Cpu::new(job.clone()).sample(0).expect("samples");
            let bound = 2.0 * job.tolerance(0) as f32;
            let pairs = volume.samples().iter().zip(exact.samples());
            let is_right = pairs
                .map(|(a, b)| (a - b).abs())
                .all(|error| error <= bound);
            add(if is_right {
                &counts.right
            } else {
                &counts.wrong
            });
        }
        Err(Error::Busy { .. }) => add(&counts.busy),
        Err(Error::DeadlineExceeded) => add(&counts.late),
        Err(error) => {
            eprintln!("soak: {error}");
            add(&counts.failed);
        }
    }
}

#[test]
fn overload_and_lost_devices_give_no_wrong_answer_and_leave_no_one_waiting() {
    let Some(context) = adapter::context() else {
        return;
    };
    let asked = std::env::var("NOISE_SOAK").ok();
    let seconds: u64 = asked.map_or(4, |text| text.parse().expect("seconds"));
    let every = Duration::from_secs((seconds / 20).max(1));
    let name = context.device().adapter_info().name;
    let options = Options::default().requests(8).cache_bytes(4 << 20);
    let service = Service::start(options.gpu(Choice::Named(name))).expect("a device");
    let (counts, is_over) = (Counts::default(), AtomicBool::new(false));
    thread::scope(|scope| {
        for caller in 0..CALLERS {
            let (service, counts, is_over) = (service.caller(), &counts, &is_over);
            scope.spawn(move || {
                let mut state = caller;
                while !is_over.load(Ordering::Relaxed) {
                    ask(&service, &mut state, counts);
                }
            });
        }
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(seconds) {
            thread::sleep(every.min(Duration::from_secs(30)));
            service.destroy_devices();
        }
        is_over.store(true, Ordering::Relaxed);
        // The scope ends when no caller waits any more: a request that hangs hangs the test.
    });
    let lost = service.metrics().devices_lost;
    skip::say(&format!(
        "soak of {seconds} s: {counts:?}, {lost} devices lost"
    ));
    assert_idle(&service);
    assert_eq!(counts.wrong.into_inner(), 0);
    assert_eq!(counts.failed.into_inner(), 0);
    assert!(counts.right.into_inner() > 0 && lost > 0);
}
