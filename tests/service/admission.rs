//! Bounds, priorities, deadlines and fair shares.

use std::time::Duration;

use wgpu_noise::bake::Plan;
use wgpu_noise::format::FileType;
use wgpu_noise::service::{Options, Priority, Request, WhenFull};
use wgpu_noise::{Error, Grid, Noise, Recipe};

use crate::hand::{ByHand, assert_idle, large, now, of_size, small};

/// The bytes of [`small`].
const SMALL: u64 = 32 * 16 * 4;

#[test]
fn a_full_service_refuses_or_lets_wait_as_the_caller_chose() {
    for options in [
        Options::default().requests(2),
        Options::default().bytes(2 * SMALL),
    ] {
        let mut by_hand = ByHand::new(options);
        let service = by_hand.service.clone();
        let first = [service.volume(&small(1)), service.volume(&small(2))];
        let mut refused = service.when_full(WhenFull::Refuse).volume(&small(3));
        let refused = now(&mut refused).expect("an answer at once");
        assert!(matches!(refused, Err(Error::Busy { .. })), "{refused:?}");
        let mut waits = service.volume(&small(4));
        assert!(now(&mut waits).is_none());
        let metrics = service.metrics();
        assert_eq!([metrics.waiting, metrics.queued], [1, 2]);
        assert_eq!([metrics.refused, metrics.bytes], [1, 2 * SMALL]);
        for pending in first {
            assert!(by_hand.finish(pending).is_ok());
        }
        assert!(by_hand.finish(waits).is_ok());
        assert_idle(&service);
    }
}

#[test]
fn a_request_that_never_has_room_is_refused_at_once() {
    let by_hand = ByHand::new(Options::default().bytes(SMALL - 1));
    let refused = now(&mut by_hand.service.volume(&small(1)));
    assert!(
        matches!(refused, Some(Err(Error::TooLarge { .. }))),
        "{refused:?}"
    );
}

#[test]
fn sub_samples_are_charged_as_floats_and_texels_once_for_each_sample() {
    let recipe = Recipe {
        supersample: 2,
        ..Recipe::new([Noise::perlin()], &Grid::new([8, 8]), 0)
    };
    let plan = Plan::of_recipe(&recipe, Some(FileType::Png)).expect("a plan");
    let by_hand = ByHand::new(Options::default());
    let request = Request::texels_of(&plan).expect("a request");
    let _pending = by_hand.service.submit(&request);
    let floats = 16 * 16 * 4;
    assert_eq!(by_hand.service.metrics().bytes, floats + plan.bytes());
}

#[test]
fn whoever_waits_is_admitted_by_priority_and_then_in_order() {
    let mut by_hand = ByHand::new(Options::default().requests(1));
    let service = by_hand.service.clone();
    let first = service.volume(&small(0));
    let (high, low) = (
        service.priority(Priority::High),
        service.priority(Priority::Low),
    );
    let mut waiting = [
        low.volume(&small(1)),
        service.volume(&small(2)),
        service.volume(&small(3)),
        high.volume(&small(4)),
    ];
    assert!(by_hand.finish(first).is_ok());
    let mut order = Vec::new();
    while order.len() < 4 {
        by_hand.turn();
        for (i, pending) in waiting.iter_mut().enumerate() {
            if !order.contains(&i) && now(pending).is_some() {
                order.push(i);
            }
        }
    }
    assert_eq!(order, [3, 1, 2, 0]);
}

#[test]
fn a_small_request_does_not_wait_for_a_large_one_of_someone_else() {
    let mut by_hand = ByHand::new(Options::default());
    let service = by_hand.service.clone();
    let mut bake = service.caller().volume(&large(1));
    // Some turns of the large one.
    by_hand.turns(3);
    let mut small = service.caller().volume(&small(2));
    let turns = (1..).find(|_| {
        by_hand.turn();
        now(&mut small).is_some()
    });
    assert!(turns <= Some(2), "{turns:?} turns");
    assert!(now(&mut bake).is_none(), "the large one was too small");
}

#[test]
fn two_callers_get_equal_shares_however_many_requests_they_have() {
    let mut by_hand = ByHand::new(Options::default().cache_bytes(0));
    let (one, many) = (by_hand.service.caller(), by_hand.service.caller());
    let crowd: Vec<_> = (0..60).map(|seed| many.volume(&small(seed))).collect();
    let mut alone: Vec<_> = (100..110).map(|seed| one.volume(&small(seed))).collect();
    // Ten requests of each are served after twenty turns, and a few more.
    by_hand.turns(24);
    assert!(alone.iter_mut().all(|pending| now(pending).is_some()));
    drop(crowd);
}

#[test]
fn a_higher_priority_goes_first() {
    let mut by_hand = ByHand::new(Options::default());
    let service = by_hand.service.clone();
    let mut bake = service.volume(&large(1));
    by_hand.turn();
    let mut high = service
        .priority(Priority::High)
        .volume(&of_size(2, &[64, 64]));
    by_hand.turn();
    by_hand.turn();
    assert!(now(&mut high).is_some() && now(&mut bake).is_none());
}

#[test]
fn a_deadline_ends_a_request_wherever_it_is() {
    let mut by_hand = ByHand::new(Options::default().requests(1));
    let service = by_hand.service.clone();
    let at_once = service.deadline(Duration::ZERO);
    // One that is admitted, one that waits, and one without a deadline.
    let mut hurried = at_once.volume(&large(1));
    let mut waits = at_once.volume(&small(2));
    let patient = service.volume(&small(3));
    by_hand.turn();
    for pending in [&mut hurried, &mut waits] {
        let ended = now(pending);
        assert!(
            matches!(ended, Some(Err(Error::DeadlineExceeded))),
            "{ended:?}"
        );
    }
    assert!(by_hand.finish(patient).is_ok());
    let metrics = service.metrics();
    assert_eq!([metrics.expired, metrics.completed], [2, 1]);
    let in_time = service
        .deadline(Duration::from_secs(3600))
        .volume(&small(4));
    assert!(by_hand.finish(in_time).is_ok());
}
