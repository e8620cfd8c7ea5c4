//! Devices: several at once, small ones, those of the caller, and none.

use pollster::block_on;
use wgpu_noise::gpu::wgpu::{self, BufferUsages, Limits};
use wgpu_noise::gpu::{Choice, Context, Gpu, adapters};
use wgpu_noise::{Backend, Error, Grid, Job, Noise};

use crate::count::{Count, choice, context, expected};

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

/// The drivers are found through the environment, so this asks a second process that has none.
#[test]
#[cfg(target_os = "linux")]
fn without_a_driver_there_is_no_adapter_and_no_panic() {
    let this = std::env::current_exe().unwrap();
    let child = std::process::Command::new(this)
        .args([
            "--exact",
            "devices::in_a_process_without_drivers",
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
