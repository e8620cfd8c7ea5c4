//! Devices and bytes on whatever adapter is here; lavapipe will do.
//!
//! Without an adapter every test prints that it is skipped; NOISE_REQUIRE_ADAPTER=1 makes that a
//! failure.
#![cfg(feature = "gpu")]

#[path = "support/environment.rs"]
mod environment;

use std::time::Duration;

use pollster::block_on;
use wgpu_noise::gpu::wgpu::{self, BufferUsages, Limits};
use wgpu_noise::gpu::{Choice, Context, Gpu, adapters};
use wgpu_noise::internals::gpu::{Readback, Ticket};
use wgpu_noise::{Backend, Error, Grid, Job, Noise, Result};

const PATIENCE: Duration = Duration::from_secs(20);

/// The first adapter, or `None` (and a line) where there is none and none is required.
fn choice() -> Option<Choice> {
    if !adapters::list_blocking().is_empty() {
        return Some(Choice::Index(0));
    }
    environment::skip("there is no adapter");
    None
}

fn context() -> Option<Context> {
    Some(Context::request_blocking(&choice()?).expect("the adapter gives a device"))
}

/// The smallest use of all parts: a pipeline, a dispatch, and its bytes. Word i becomes i · factor.
struct Count {
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    output: wgpu::Buffer,
    words: u64,
    workgroups: u32,
    readback: Readback,
}

impl Count {
    fn new(context: &Context, words: u64, factor: u32) -> Result<Count> {
        let main = format!("if id.x < arrayLength(&output) {{ output[id.x] = id.x * {factor}u; }}");
        Count::of(context, words, &main)
    }

    fn of(context: &Context, words: u64, main: &str) -> Result<Count> {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> output: array<u32>;
             @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {{ {main} }}"
        );
        block_on(context.attempt(|device, _| {
            let output = device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: words * 4,
                usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            });
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: None,
                source: wgpu::ShaderSource::Wgsl(source.into()),
            });
            let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: None,
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                cache: None,
            });
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &pipeline.get_bind_group_layout(0),
                entries: &[wgpu::BindGroupEntry {
                    binding: 0,
                    resource: output.as_entire_binding(),
                }],
            });
            Ok(Count {
                pipeline,
                group,
                output,
                words,
                workgroups: (words as u32).div_ceil(64),
                readback: Readback::new(context, PATIENCE),
            })
        }))
    }

    fn begin(&self, bytes: std::ops::Range<u64>) -> Result<Ticket> {
        block_on(self.readback.begin(&self.output, bytes, |encoder| {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &self.group, &[]);
            pass.dispatch_workgroups(self.workgroups, 1, 1);
            Ok(())
        }))
    }

    fn finish(&self, ticket: Ticket, into: &mut [u8]) -> Result<()> {
        block_on(
            self.readback
                .finish(ticket, |bytes| into.copy_from_slice(bytes)),
        )
    }

    fn run(&self) -> Result<Vec<u8>> {
        let mut bytes = vec![0; self.words as usize * 4];
        let ticket = self.begin(0..self.words * 4)?;
        self.finish(ticket, &mut bytes)?;
        Ok(bytes)
    }
}

fn expected(words: u64, factor: u32) -> Vec<u8> {
    (0..words as u32)
        .flat_map(|word| (word * factor).to_le_bytes())
        .collect()
}

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

#[test]
fn contexts_are_independent() {
    let Some(choice) = choice() else { return };
    let one = Context::request_blocking(&choice).unwrap();
    let two = Context::request_blocking(&choice).unwrap();
    let count = Count::new(&two, 64, 1).unwrap();
    one.device().destroy();
    assert_eq!(count.run().unwrap(), expected(64, 1));
    assert!(
        Count::new(&one, 64, 1)
            .and_then(|count| count.run())
            .is_err()
    );
    assert_eq!(count.run().unwrap(), expected(64, 1));
}

#[test]
fn several_threads_share_a_context() {
    let Some(context) = context() else { return };
    std::thread::scope(|scope| {
        for thread in 1..5 {
            let context = &context;
            scope.spawn(move || {
                let count = Count::new(context, 64 * thread, thread as u32).unwrap();
                for _ in 0..10 {
                    let bad = block_on(context.attempt(|device, _| {
                        let _ = device.create_buffer(&wgpu::BufferDescriptor {
                            label: None,
                            size: u64::MAX / 2,
                            usage: BufferUsages::COPY_DST,
                            mapped_at_creation: false,
                        });
                        Ok(())
                    }));
                    assert!(bad.is_err());
                    assert_eq!(count.run().unwrap(), expected(64 * thread, thread as u32));
                }
            });
        }
    });
}

#[test]
fn a_small_gpu_is_enough() {
    let Some(choice) = choice() else { return };
    let limits = Limits::downlevel_defaults();
    let context = block_on(Context::with_limits(&choice, limits)).unwrap();
    let count = Count::new(&context, 1000, 3).unwrap();
    assert_eq!(count.run().unwrap(), expected(1000, 3));
    let limits = Limits {
        max_buffer_size: 1 << 20,
        ..Limits::downlevel_defaults()
    };
    let context = block_on(Context::with_limits(&choice, limits)).unwrap();
    assert!(Count::new(&context, 1 << 19, 1).is_err());
}

#[test]
fn limits_that_the_adapter_lacks_are_an_error() {
    let Some(choice) = choice() else { return };
    let limits = Limits {
        max_buffer_size: u64::MAX,
        ..Limits::default()
    };
    let refused = block_on(Context::with_limits(&choice, limits)).unwrap_err();
    assert!(matches!(refused, Error::DeviceInit { .. }), "{refused}");
    let none = Limits::downlevel_webgl2_defaults();
    let refused = block_on(Context::with_limits(&choice, none)).unwrap_err();
    assert!(refused.to_string().contains("no compute"), "{refused}");
}

#[test]
fn a_missing_adapter_is_an_error_that_lists_the_others() {
    let Some(_) = choice() else { return };
    let listed = adapters::list_blocking();
    for choice in [Choice::Named("no such gpu".into()), Choice::Index(99)] {
        let missing = Context::request_blocking(&choice).unwrap_err();
        let Error::NoAdapter { reason, .. } = missing else {
            panic!("{missing}")
        };
        assert!(reason.contains(&listed[0].name), "{reason}");
    }
}

#[test]
fn a_device_of_the_caller_is_left_as_it_is() {
    let Some(own) = context() else { return };
    let (device, queue) = (own.device().clone(), own.queue().clone());
    let context = Context::from_device(&device, &queue);
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let count = Count::new(&context, 64, 1).unwrap();
    assert!(count.begin(0..260).is_err());
    assert_eq!(count.run().unwrap(), expected(64, 1));
    // Our complaint stayed in our scope, and the caller's handlers are where they were.
    assert!(block_on(scope.pop()).is_none());
    let wrong = wgpu::BufferDescriptor {
        label: None,
        size: u64::MAX / 2,
        usage: BufferUsages::COPY_DST,
        mapped_at_creation: false,
    };
    let _ = device.create_buffer(&wrong);
    context.check().unwrap();
    assert!(matches!(own.check(), Err(Error::Gpu(_))));
    // Nobody tells of the loss of such a device, yet no bytes come from it, and it is known as soon as a call fails.
    device.destroy();
    let job = Job::of([Noise::perlin()], &Grid::new([8, 8])).unwrap();
    let new = Gpu::new(&context, job);
    let failed = new.and_then(|mut gpu| gpu.sample(0));
    assert!(matches!(failed, Err(Error::DeviceLost(_))), "{failed:?}");
    assert!(matches!(context.check(), Err(Error::DeviceLost(_))));
    assert!(matches!(count.run(), Err(Error::DeviceLost(_))));
}

#[test]
fn limits_are_checked_without_any_gpu() {
    let limits = Limits {
        max_buffer_size: 1 << 20,
        max_storage_buffer_binding_size: 1 << 16,
        ..Limits::downlevel_defaults()
    };
    let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor {
        required_limits: limits,
        ..Default::default()
    });
    let context = Context::from_device(&device, &queue);
    assert!(Count::new(&context, 1 << 14, 1).is_ok());
    assert!(matches!(
        Count::new(&context, (1 << 14) + 1, 1),
        Err(Error::Gpu(_))
    ));
    assert!(matches!(
        Count::new(&context, (1 << 18) + 1, 1),
        Err(Error::Gpu(_))
    ));
    // The device runs no shader, but its buffers map.
    let count = Count::new(&context, 16, 1).unwrap();
    assert_eq!(count.run().unwrap(), vec![0; 64]);
    assert!(matches!(
        count.begin(0..1 << 21),
        Err(Error::TooLarge { .. })
    ));
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

/// The drivers are found through the environment, so this asks a second process that has none.
#[test]
#[cfg(target_os = "linux")]
fn without_a_driver_there_is_no_adapter_and_no_panic() {
    let this = std::env::current_exe().unwrap();
    let child = std::process::Command::new(this)
        .args([
            "--exact",
            "in_a_process_without_drivers",
            "--include-ignored",
        ])
        .env("VK_DRIVER_FILES", "/nonexistent.json")
        .env("VK_ICD_FILENAMES", "/nonexistent.json")
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent.json")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&child.stdout);
    assert!(
        child.status.success() && text.contains("1 passed"),
        "{text}"
    );
    let errors = String::from_utf8_lossy(&child.stderr);
    assert!(!errors.contains("panicked"), "{errors}");
}

#[test]
#[ignore = "the test above runs it"]
fn in_a_process_without_drivers() {
    assert_eq!(adapters::list_blocking(), []);
    for choice in [
        Choice::Hardware,
        Choice::Named("llvm".into()),
        Choice::Index(0),
    ] {
        let missing = Context::request_blocking(&choice).unwrap_err();
        assert!(matches!(missing, Error::NoAdapter { .. }), "{missing}");
        assert!(
            missing.to_string().contains("could not be loaded"),
            "{missing}"
        );
    }
}
