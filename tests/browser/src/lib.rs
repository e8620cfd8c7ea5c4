//! The suite in a browser, through the asynchronous calls alone: a browser cannot wait. `page.html` runs it.
#![cfg(target_arch = "wasm32")]

#[path = "../../support/buffers.rs"]
mod buffers;
mod frames;
mod lost;
mod memory;
mod observed;
mod service;
mod suite;
#[path = "../../generator/texels.rs"]
mod texels;

use std::error::Error;

use futures::FutureExt;
use wasm_bindgen::prelude::wasm_bindgen;
use wgpu_noise::gpu::{Choice, Context};

/// What a test says of itself, or why it failed.
type Outcome = Result<String, Box<dyn Error>>;

/// The adapter that the browser shows, whatever it is made of.
const ADAPTER: Choice = Choice::Index(0);

/// Runs all tests, of the suite's cases one in so many, and says how each ended. Whether all passed.
#[wasm_bindgen]
pub async fn run(every: usize) -> bool {
    std::panic::set_hook(Box::new(|panic| observed::error(&panic.to_string())));
    let context = match Context::request(&ADAPTER).await {
        Ok(context) => context,
        Err(error) => {
            observed::error(&error.to_string());
            return false;
        }
    };
    let tests = [
        ("adapters", suite::adapters().boxed_local()),
        (
            "kernels are refused aloud",
            lost::refused_kernels(&context).boxed_local(),
        ),
        (
            "a lost device stays lost",
            lost::lost_device().boxed_local(),
        ),
        ("memory is freed", memory::freed(&context).boxed_local()),
        (
            "a recorded frame outlives its generator",
            memory::recorded(&context).boxed_local(),
        ),
        (
            "another job uses the same buffers",
            memory::another_job(&context).boxed_local(),
        ),
        ("generators", frames::generators(&context).boxed_local()),
        ("mip levels", frames::mips(&context).boxed_local()),
        ("points", suite::points(&context, every).boxed_local()),
        ("presets", suite::presets(&context).boxed_local()),
        (
            "a wrong seed is noticed",
            suite::wrong_seed(&context).boxed_local(),
        ),
        ("cases", suite::cases(&context, every).boxed_local()),
        ("a service", service::callers().boxed_local()),
    ];
    let mut passed = true;
    for (name, test) in tests {
        match test.await {
            Ok(says) => observed::log(&format!("{name}: {says}")),
            Err(error) => {
                passed = false;
                observed::error(&format!("{name}: FAILED: {error}"));
            }
        }
    }
    passed
}
