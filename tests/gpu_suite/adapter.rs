//! The device that the suite runs on.

use std::sync::OnceLock;

use wgpu_noise::gpu::{Choice, Context, Gpu};
use wgpu_noise::program::Job;
use wgpu_noise::verify::Case;
use wgpu_noise::{Backend, Result};

/// The adapter that the environment names.
pub fn choice() -> Choice {
    let name = std::env::var("NOISE_ADAPTER").unwrap_or_else(|_| "llvmpipe".into());
    Choice::Named(name)
}

/// One device for all tests; `None`, and a line that says so, where there is no such adapter.
pub fn context() -> Option<&'static Context> {
    static CONTEXT: OnceLock<Option<Context>> = OnceLock::new();
    let context = CONTEXT.get_or_init(|| match Context::request_blocking(&choice()) {
        Ok(context) => Some(context),
        Err(error) => {
            let required = std::env::var("NOISE_REQUIRE_ADAPTER").is_ok_and(|value| value == "1");
            assert!(!required, "NOISE_REQUIRE_ADAPTER=1, but: {error}");
            None
        }
    });
    if context.is_none() {
        println!("skipped: no adapter {:?}", choice());
    }
    context.as_ref()
}

/// Makes GPU backends on a device.
pub fn on(context: &Context) -> impl Fn(&Case, Job) -> Result<Box<dyn Backend>> {
    let context = context.clone();
    move |_, job| Ok(Box::new(Gpu::new(&context, job)?))
}
