//! The devices that the tests on the named adapter share, and the backends on them. Who includes this has `environment.rs` and
//! `skip.rs` beside it.

#![allow(
    dead_code,
    reason = "each suite that includes this uses its own part of it"
)]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use wgpu_noise::gpu::{Choice, Context, Gpu, wgpu};
use wgpu_noise::internals::gpu::Strategy;
use wgpu_noise::program::Job;
use wgpu_noise::verify::Case;
use wgpu_noise::{Backend, Result};

use super::{environment, skip};

/// The adapter that the environment names.
pub fn choice() -> Choice {
    Choice::Named(environment::adapter_name())
}

/// The device of this thread, which it may share with other threads; `None`, and a line that says so, where there is no such
/// adapter.
///
/// lavapipe compiles the kernels of one device one after the other, and most of the suite's time is that. So there are several.
pub fn context() -> Option<&'static Context> {
    static CONTEXTS: [OnceLock<Option<Context>>; 4] = [const { OnceLock::new() }; 4];
    static THREADS: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static THREAD: usize = THREADS.fetch_add(1, Ordering::Relaxed);
    }
    // What `bench --tune` found on this machine is no part of the suite.
    let open = || match pollster::block_on(Context::uncached(&choice())) {
        Ok(context) => Some(context),
        Err(error) => {
            skip::without_adapter(&error.to_string());
            None
        }
    };
    let own = THREAD.with(|thread| thread % CONTEXTS.len());
    CONTEXTS[own].get_or_init(open).as_ref()
}

/// A device of exactly these limits; `None` where there is no adapter.
pub fn limited(limits: wgpu::Limits) -> Option<Context> {
    context()?;
    let opened = pollster::block_on(Context::with_limits(&choice(), limits));
    Some(opened.unwrap_or_else(|error| panic!("{error}")))
}

/// Makes GPU backends on a device.
pub fn on(context: &Context) -> impl Fn(&Case, Job) -> Result<Box<dyn Backend>> + 'static {
    let context = context.clone();
    move |_, job| Ok(Box::new(Gpu::new(&context, job)?))
}

/// Makes GPU backends of one strategy on a device.
pub fn by_strategy(
    context: &Context,
    strategy: Strategy,
) -> impl Fn(&Case, Job) -> Result<Box<dyn Backend>> + 'static {
    let context = context.clone();
    move |_, job| Ok(Box::new(Gpu::with_strategy(&context, job, strategy)?))
}

/// Whether a case is swept where sweeps are asked for.
pub fn is_swept(context: &Context, case: &Case) -> bool {
    let job = case.job().expect("a case that can be computed");
    let gpu = Gpu::with_strategy(context, job, Strategy::Sweep);
    gpu.is_ok_and(|gpu| gpu.strategy() == Strategy::Sweep)
}
