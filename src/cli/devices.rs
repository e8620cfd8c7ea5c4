//! `wgpu-noise devices`: lists the CPU and the GPU adapters of this machine.

use serde::Serialize;
use wgpu_noise::cpu::SimdLevel;
use wgpu_noise::{Result, internals};

use super::exit::Exit;
use super::terminal::{self, print, print_json};

/// List the CPU with its SIMD instructions, of which the first are used, and the GPU adapters with the index and the name
/// that --adapter takes, their interface, type and limits.
#[derive(clap::Args)]
pub struct Args {
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Devices {
    cpu: CpuDevice,
    adapters: Vec<AdapterReport>,
}

#[derive(Serialize)]
struct CpuDevice {
    /// The SIMD instructions that are used.
    form: &'static str,
    /// The SIMD instructions that the CPU has, the fastest first.
    forms: Vec<&'static str>,
    threads: usize,
}

/// A GPU adapter, with the limits that bound the work.
#[cfg(feature = "gpu")]
#[derive(Serialize)]
struct AdapterReport {
    index: usize,
    #[serde(flatten)]
    adapter: wgpu_noise::gpu::AdapterSummary,
}

/// There is none without the feature.
#[cfg(not(feature = "gpu"))]
#[derive(Serialize)]
enum AdapterReport {}

pub fn run(args: &Args) -> Result<Exit> {
    let devices = Devices {
        cpu: CpuDevice {
            form: SimdLevel::detect().name(),
            forms: SimdLevel::available()
                .into_iter()
                .map(SimdLevel::name)
                .collect(),
            threads: internals::thread_count(),
        },
        adapters: adapters(),
    };
    if args.json {
        print_json(&devices)?;
        return Ok(Exit::Done);
    }
    if devices.adapters.is_empty() {
        terminal::note(NONE);
    }
    let adapters: String = devices.adapters.iter().map(AdapterReport::lines).collect();
    print(devices.cpu.line() + &adapters)?;
    Ok(Exit::Done)
}

#[cfg(feature = "gpu")]
const NONE: &str = "no adapters; bake computes on the CPU";

#[cfg(not(feature = "gpu"))]
const NONE: &str = "this build has no GPU backend; bake computes on the CPU";

#[cfg(feature = "gpu")]
fn adapters() -> Vec<AdapterReport> {
    let found = wgpu_noise::gpu::adapters::list_blocking().into_iter();
    let adapters = found.enumerate();
    let adapters = adapters.map(|(index, adapter)| AdapterReport { index, adapter });
    adapters.collect()
}

#[cfg(not(feature = "gpu"))]
fn adapters() -> Vec<AdapterReport> {
    Vec::new()
}

impl CpuDevice {
    /// Returns the line of the CPU: `cpu: avx512 (also avx2, portable), 2 threads`.
    fn line(&self) -> String {
        let others: Vec<&str> = (self.forms.iter().copied())
            .filter(|form| *form != self.form)
            .collect();
        let also = match others[..] {
            [] => String::new(),
            [..] => format!(" (also {})", others.join(", ")),
        };
        format!("cpu: {}{also}, {} threads\n", self.form, self.threads)
    }
}

impl AdapterReport {
    /// Returns the two lines of an adapter.
    #[cfg(feature = "gpu")]
    fn lines(&self) -> String {
        const MIB: u64 = 1 << 20;
        let AdapterReport { index, adapter } = self;
        format!(
            "{index}: {} ({}, {}) {}\n   buffer {} MiB, storage binding {} MiB, {} storage buffers, \
             {} workgroups, {} invocations, 3-D texture {}\n",
            adapter.name,
            adapter.backend,
            adapter.kind.name(),
            adapter.driver,
            adapter.max_buffer_bytes / MIB,
            adapter.max_storage_binding_bytes / MIB,
            adapter.max_storage_buffers,
            adapter.max_workgroups,
            adapter.max_invocations,
            adapter.max_texture_3d,
        )
    }

    #[cfg(not(feature = "gpu"))]
    fn lines(&self) -> String {
        match *self {}
    }
}
