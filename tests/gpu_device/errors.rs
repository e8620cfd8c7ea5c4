//! Wrong calls and lost devices are errors.

use pollster::block_on;
use wgpu_noise::gpu::Context;
use wgpu_noise::gpu::wgpu::{self, BufferUsages};
use wgpu_noise::{Error, Result};

use crate::count::{Count, choice, context, expected};

#[test]
fn a_wrong_call_is_an_error_with_the_first_complaint() {
    let Some(context) = context() else { return };
    let refused = block_on(context.attempt(|device, queue| {
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::MAX / 2,
            usage: BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        queue.write_buffer(&buffer, 0, &[0; 4]);
        Ok(())
    }));
    assert!(matches!(refused, Err(Error::Gpu(text)) if text.contains("create_buffer")));
    let own = block_on(context.attempt(|_, _| Err::<(), _>(Error::Worker("mine".into()))));
    assert!(matches!(own, Err(Error::Worker(text)) if text == "mine"));
    let panicked = block_on(context.attempt(|_, _| -> Result<()> { panic!("inside") }));
    assert!(matches!(panicked, Err(Error::Gpu(text)) if text == "inside"));
    context.check().unwrap();
}

#[test]
fn an_uncaptured_error_on_another_thread_is_recorded() {
    let Some(context) = context() else { return };
    let count = Count::new(&context, 64, 1).unwrap();
    let other = context.clone();
    std::thread::spawn(move || {
        let _ = other.device().create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::MAX / 2,
            usage: BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
    })
    .join()
    .expect("the thread does not panic");
    assert!(matches!(count.run(), Err(Error::Gpu(_))));
    assert_eq!(count.run().unwrap(), expected(64, 1));
}

#[test]
fn a_destroyed_device_is_an_error_at_every_point() {
    let Some(choice) = choice() else { return };
    for point in 0..5 {
        let context = Context::request_blocking(&choice).unwrap();
        let destroy_at = |here: u32| {
            if here == point {
                context.device().destroy();
            }
        };
        let outcome = (|| {
            destroy_at(0);
            let count = Count::new(&context, 1 << 16, 3)?;
            destroy_at(1);
            let mut bytes = vec![0; 1 << 18];
            let ticket = block_on(count.readback.begin(&count.output, 0..1 << 18, |_| {
                destroy_at(2);
                Ok(())
            }))?;
            destroy_at(3);
            if point == 4 {
                // Mapped, then destroyed, then read.
                context
                    .device()
                    .poll(wgpu::PollType::wait_indefinitely())
                    .unwrap();
                destroy_at(4);
            }
            count.finish(ticket, &mut bytes)
        })();
        assert!(outcome.is_err(), "destroyed at point {point}");
        let later = Count::new(&context, 64, 1).and_then(|count| count.run());
        assert!(later.is_err(), "used after it was destroyed at {point}");
    }
}
