//! Bytes come back, any range of them, while the next piece begins.

use std::time::Duration;

use wgpu_noise::Error;
use wgpu_noise::internals::gpu::Readback;

use crate::count::{Count, context, expected};

#[test]
fn a_dispatch_comes_back() {
    let Some(context) = context() else { return };
    let count = Count::new(&context, 1000, 3).unwrap();
    for _ in 0..5 {
        assert_eq!(count.run().unwrap(), expected(1000, 3));
    }
    context.check().unwrap();
}

#[test]
fn the_next_piece_may_begin_before_the_last_is_finished() {
    let Some(context) = context() else { return };
    let (one, two) = (
        Count::new(&context, 500, 1).unwrap(),
        Count::new(&context, 90, 7).unwrap(),
    );
    let tickets = [
        one.begin(0..2000).unwrap(),
        one.begin(0..2000).unwrap(),
        two.begin(0..360).unwrap(),
    ];
    let [first, second, third] = tickets;
    let mut bytes = vec![0; 360];
    two.finish(third, &mut bytes).unwrap();
    assert_eq!(bytes, expected(90, 7));
    let mut bytes = vec![0; 2000];
    one.finish(second, &mut bytes).unwrap();
    assert_eq!(bytes, expected(500, 1));
    // Given up: its buffer is freed, and the device goes on.
    drop(first);
    assert_eq!(one.run().unwrap(), expected(500, 1));
}

#[test]
fn a_wait_that_is_given_up_leaves_the_rest_as_it_is() {
    let Some(context) = context() else { return };
    let count = Count::new(&context, 100, 5).unwrap();
    let ticket = count.begin(0..400).unwrap();
    drop(count.readback.finish(ticket, |_| panic!("nobody waits")));
    assert_eq!(count.run().unwrap(), expected(100, 5));
}

#[test]
fn any_range_of_bytes_is_read() {
    let Some(context) = context() else { return };
    let count = Count::new(&context, 64, 0x01020304).unwrap();
    let all = expected(64, 0x01020304);
    // 27 = 3 x 3 x 3 bytes; odd starts and ends; nothing.
    for range in [0..27, 1..28, 3..5, 8..9, 253..256, 255..256, 0..0, 17..17] {
        let mut bytes = vec![0xaa; (range.end - range.start) as usize];
        let ticket = count.begin(range.clone()).unwrap();
        count.finish(ticket, &mut bytes).unwrap();
        let wanted = &all[range.start as usize..range.end as usize];
        assert_eq!(bytes, wanted, "{range:?}");
    }
}

#[test]
fn wrong_ranges_are_errors() {
    let Some(context) = context() else { return };
    let count = Count::new(&context, 64, 1).unwrap();
    assert!(matches!(count.begin(0..260), Err(Error::Gpu(_))));
    assert!(matches!(
        count.begin(0..u64::MAX),
        Err(Error::TooLarge { .. })
    ));
    let ticket = count.begin(0..256).unwrap();
    drop(ticket);
    assert_eq!(count.run().unwrap(), expected(64, 1));
}

#[test]
fn a_wait_ends_at_its_time() {
    let Some(context) = context() else { return };
    let main = "var sum = id.x;
        for (var i = 0u; i < 4096u; i++) { sum = sum * 747796405u + i; }
        output[id.x % 64u] = sum;";
    let mut slow = Count::of(&context, 64, main).unwrap();
    slow.workgroups = 4096;
    slow.readback = Readback::new(&context, Duration::from_millis(1));
    // Some drivers do the work inside the submission.
    let ticket = slow.begin(0..256).unwrap();
    let start = std::time::Instant::now();
    match slow.finish(ticket, &mut [0; 256]) {
        Err(Error::Timeout { seconds }) => assert_eq!(seconds, 0.001),
        // A GPU that is done within a millisecond is no failure.
        Ok(()) => assert!(start.elapsed() < Duration::from_millis(100)),
        Err(other) => panic!("{other}"),
    }
    // The device goes on when the work is done.
    let count = Count::new(&context, 64, 1).unwrap();
    assert_eq!(count.run().unwrap(), expected(64, 1));
}
