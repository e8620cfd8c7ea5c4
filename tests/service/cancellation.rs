//! Futures that are dropped, and the end of a service.

use futures::StreamExt;
use futures::executor::block_on;
use wgpu_noise::Error;
use wgpu_noise::service::{Options, Service};

use crate::hand::{ByHand, assert_idle, large, now, small};

#[test]
fn a_dropped_request_frees_its_place_and_is_not_computed() {
    let mut by_hand = ByHand::new(Options::default().requests(1));
    let service = by_hand.service.clone();
    let dropped = service.volume(&small(1));
    let mut waits = service.volume(&small(2));
    assert!(now(&mut waits).is_none());
    drop(dropped);
    assert_eq!(service.metrics().waiting, 0);
    assert!(by_hand.finish(waits).is_ok());
    let metrics = service.metrics();
    assert_eq!([metrics.completed, metrics.cancelled], [1, 1]);
}

#[test]
fn a_dropped_request_ends_with_its_turn() {
    let mut by_hand = ByHand::new(Options::default());
    let service = by_hand.service.clone();
    let dropped = service.volume(&large(1));
    by_hand.turn();
    by_hand.turn();
    assert!(service.metrics().bytes > 0);
    drop(dropped);
    assert_eq!(service.metrics().bytes, 0);
    let before = service.metrics().compute.count;
    by_hand.turn();
    assert_eq!(service.metrics().compute.count, before);
}

#[test]
fn a_request_that_is_dropped_while_it_waits_lets_others_pass() {
    let by_hand = ByHand::new(Options::default().bytes(3 * 32 * 16 * 4));
    let service = by_hand.service.clone();
    let _first = service.volume(&small(1));
    let too_much = service.points(&small(2), vec![[0.0; 4]; 300]);
    let mut behind = service.volume(&small(3));
    assert_eq!(service.metrics().waiting, 2);
    drop(too_much);
    assert_eq!(service.metrics().waiting, 0);
    assert!(now(&mut behind).is_none());
}

#[test]
fn a_dropped_stream_cancels_the_frames_ahead() {
    let mut by_hand = ByHand::new(Options::default());
    let service = by_hand.service.clone();
    let mut frames = Box::pin(service.frames(&small(1), (0..100).map(f64::from)));
    assert!(now(&mut frames.next()).is_none());
    by_hand.turn();
    assert!(now(&mut frames.next()).is_some());
    assert!(now(&mut frames.next()).is_none());
    drop(frames);
    let metrics = service.metrics();
    assert_eq!((metrics.queued, metrics.completed), (0, 1));
}

#[test]
fn a_thousand_requests_dropped_at_any_moment_leave_nothing_behind() {
    let service = Service::start(Options::default().requests(50)).expect("the CPU");
    let mut state = 1u64;
    let mut held = Vec::new();
    for seed in 0..1000 {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        held.push(service.caller().volume(&small(seed % 300)));
        if state >> 62 == 0 && !held.is_empty() {
            drop(held.swap_remove((state >> 32) as usize % held.len()));
        }
        if state >> 60 == 15 {
            std::thread::yield_now();
            held.truncate(held.len() / 2);
        }
    }
    drop(held);
    for seed in 0..100 {
        assert!(block_on(service.volume(&small(seed))).is_ok());
    }
    assert_idle(&service);
}

#[test]
fn a_stopped_service_finishes_what_it_has() {
    let mut by_hand = ByHand::new(Options::default().requests(1));
    let service = by_hand.service.clone();
    let admitted = service.volume(&small(1));
    let mut waits = service.volume(&small(2));
    service.stop();
    let mut late = service.volume(&small(3));
    for pending in [&mut waits, &mut late] {
        assert!(matches!(now(pending), Some(Err(Error::Stopped))));
    }
    assert!(by_hand.finish(admitted).is_ok());
}

#[test]
fn the_workers_end_with_the_last_handle() {
    let mut by_hand = ByHand::new(Options::default());
    assert!(!by_hand.turn());
    let pending = by_hand.service.volume(&small(1));
    let other = by_hand.service.clone();
    by_hand.service = ByHand::new(Options::default()).service;
    assert!(!by_hand.turn(), "`other` and the request are still there");
    drop(other);
    assert!(by_hand.finish(pending).is_ok());
    assert!((0..3).any(|_| by_hand.turn()));
}
