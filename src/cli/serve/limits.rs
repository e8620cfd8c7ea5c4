//! What one request and one connection may take.

use std::thread;
use std::time::Duration;

use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::texel::Format;
use wgpu_noise::{Error, Result};

use super::super::values::whole_number;

/// The most memory that each thread takes for the octaves of an answer, in MiB.
const OCTAVES_MAX: u64 = 64;

/// The flags of the limits.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// The most samples of an answer, over all frames
    #[arg(long, value_name = "N", default_value_t = 1 << 24, value_parser = whole_number(0..=u64::MAX))]
    pub max_samples: u64,

    /// The most seconds that the CPU may need for an answer, as estimated beforehand
    #[arg(long, value_name = "SECONDS", default_value = "10s", value_parser = seconds)]
    pub max_work: Duration,

    /// The most bytes of a request's body
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 10, value_parser = whole_number(1..=64_u64 << 10))]
    pub max_body: u64,

    /// The most bytes of a request's line and headers
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 10, value_parser = whole_number(8192..=1_u32 << 20))]
    pub max_header: u32,

    /// The most connections; others wait to be accepted
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = whole_number(1..=100_000_u32))]
    pub max_connections: u32,

    /// The most requests that are computed or queued; more are answered with 429
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = whole_number(1..=u32::MAX))]
    pub max_queue: u32,

    /// The memory for answers that are queued, computed or being sent, in MiB; more are answered with 429
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = whole_number(1..=u32::MAX))]
    pub max_memory: u32,

    /// The memory for answers that are kept, in MiB; 0 keeps none
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = whole_number(0..=u32::MAX))]
    pub cache: u32,

    /// The most time in which a client may send the headers of a request, or be idle, and in which it may send the body
    #[arg(long, value_name = "SECONDS", default_value = "10s", value_parser = seconds)]
    pub read_timeout: Duration,

    /// The most time of a request, waiting included
    #[arg(long, value_name = "SECONDS", default_value = "30s", value_parser = seconds)]
    pub request_timeout: Duration,

    /// The most time in which a client may take no bytes of an answer
    #[arg(long, value_name = "SECONDS", default_value = "10s", value_parser = seconds)]
    pub write_timeout: Duration,
}

impl Limits {
    /// Refuses a plan that needs too much.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn check(&self, plan: &Plan) -> Result<()> {
        let samples = plan.samples().saturating_mul(plan.sub_samples());
        if samples > self.max_samples {
            return Err(too_large(
                "size",
                format!("{samples} samples"),
                format!("{} samples", self.max_samples),
            ));
        }
        if plan.bytes() > u64::from(self.max_memory) << 20 {
            return Err(too_large(
                "size",
                format!("{} bytes", plan.bytes()),
                format!("{} MiB", self.max_memory),
            ));
        }
        let cpu = Cpu::new(plan.job().clone());
        if cpu.octave_bytes() > OCTAVES_MAX << 20 {
            return Err(too_large(
                "octaves",
                format!("{} MiB for each thread", cpu.octave_bytes() >> 20),
                format!("{OCTAVES_MAX} MiB"),
            ));
        }
        // Of a box only a part of the grid is computed.
        let share = plan.samples() as f64 / plan.grid().samples()? as f64;
        let work = share * cpu.expected_seconds() + compression(plan);
        if work > self.max_work.as_secs_f64() {
            return Err(too_large(
                "size",
                format!("about {work:.3} s of computing"),
                format!("{} s", self.max_work.as_secs_f64()),
            ));
        }
        Ok(())
    }
}

/// How long one thread takes to compress a texel into a block of BC7, in seconds: 28 µs for a block. What other encoders take is
/// not counted.
const BC7_TEXEL: f64 = 1.8e-6;

/// Estimates how many seconds compressing the texels of a plan takes on all threads.
fn compression(plan: &Plan) -> f64 {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    match plan.packing().format() {
        Format::Bc7RgbaUnorm => plan.samples() as f64 * BC7_TEXEL / threads as f64,
        _ => 0.0,
    }
}

/// Parses a time such as `10s` or `0.5`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).parse().ok();
    let seconds = number.filter(|seconds| (0.0..=1e6).contains(seconds));
    (seconds.map(Duration::from_secs_f64))
        .ok_or_else(|| "seconds from 0 to 1e6, such as 10s".into())
}

fn too_large(field: &str, needed: String, limit: String) -> Error {
    Error::too_large("the request", needed, limit).with_field(field)
}
