//! Equal requests are computed once, and results are kept.

use std::sync::Arc;

use wgpu_noise::Error;
use wgpu_noise::service::{Options, Priority};

use crate::hand::{ByHand, now, small};

#[test]
fn equal_requests_in_flight_are_one_work_and_one_memory() {
    let mut by_hand = ByHand::new(Options::default());
    let callers: Vec<_> = (0..10).map(|_| by_hand.service.caller()).collect();
    let pending: Vec<_> = callers.iter().map(|one| one.volume(&small(1))).collect();
    let volumes: Vec<_> = (pending.into_iter())
        .map(|pending| by_hand.finish(pending).expect("a volume"))
        .collect();
    assert!(
        volumes
            .iter()
            .all(|volume| Arc::ptr_eq(volume, &volumes[0]))
    );
    let metrics = by_hand.service.metrics();
    assert_eq!([metrics.joined, metrics.completed], [9, 1]);
}

#[test]
fn a_joined_request_outlives_the_one_that_it_joined() {
    let mut by_hand = ByHand::new(Options::default());
    let first = by_hand.service.volume(&small(1));
    let second = by_hand.service.caller().volume(&small(1));
    drop(first);
    assert!(by_hand.finish(second).is_ok());
    assert_eq!(by_hand.service.metrics().cancelled, 1);
}

#[test]
fn a_joined_request_raises_the_priority() {
    let mut by_hand = ByHand::new(Options::default());
    let service = by_hand.service.clone();
    let _other = service.volume(&small(1));
    let _low = service.priority(Priority::Low).volume(&small(2));
    let mut high = service.priority(Priority::High).volume(&small(2));
    by_hand.turn();
    assert!(now(&mut high).is_some());
}

#[test]
fn results_are_kept_within_the_bytes_of_the_cache() {
    let bytes = 32 * 16 * 4;
    let mut by_hand = ByHand::new(Options::default().cache_bytes(3 * bytes));
    let service = by_hand.service.clone();
    for seed in [1, 2, 3] {
        let pending = service.volume(&small(seed));
        assert!(by_hand.finish(pending).is_ok());
    }
    let metrics = service.metrics();
    // What keeps them counts, too, so that three have no room.
    assert_eq!(metrics.cached, 2);
    assert!((2 * bytes..=3 * bytes).contains(&metrics.cached_bytes));
    assert!(now(&mut service.volume(&small(3))).is_some(), "it is kept");
    assert!(
        now(&mut service.volume(&small(1))).is_none(),
        "it was given up"
    );
    assert_eq!(service.metrics().hits, 1);
}

#[test]
fn errors_reach_all_who_wait_and_are_not_kept() {
    let mut by_hand = ByHand::new(Options::default());
    let service = by_hand.service.clone();
    let wrong = || service.points(&small(1), vec![[1e30; 4]]);
    for pending in [wrong(), wrong()] {
        let error = by_hand.finish(pending);
        assert!(matches!(error, Err(Error::Invalid { .. })), "{error:?}");
    }
    assert!(now(&mut wrong()).is_none(), "it is computed again");
    assert_eq!(service.metrics().failed, 1);
}
