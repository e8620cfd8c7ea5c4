//! `wgpu-noise devices`: lists the CPU and the GPU adapters of this machine.

use serde::Serialize;
use wgpu_noise::cpu::SimdLevel;
use wgpu_noise::{Result, internals};

use super::exit::Exit;
use super::terminal::{self, print, print_json};

/// List the CPU with its SIMD instructions, those first that are used, and the GPU adapters with the index and the name
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
#[derive(Serialize)]
struct AdapterReport {
    index: usize,
    name: String,
    backend: &'static str,
    kind: &'static str,
    driver: String,
    max_buffer_bytes: u64,
    max_storage_binding_bytes: u64,
    max_storage_buffers: u32,
    max_workgroups: u32,
    max_invocations: u32,
    max_texture_3d: u32,
}

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
    use wgpu_noise::gpu::adapters;

    let found = adapters::list_blocking().into_iter().enumerate();
    let adapters = found.map(|(index, adapter)| AdapterReport {
        index,
        name: adapter.name,
        backend: adapter.backend,
        kind: adapter.kind.name(),
        driver: adapter.driver,
        max_buffer_bytes: adapter.max_buffer_bytes,
        max_storage_binding_bytes: adapter.max_storage_binding_bytes,
        max_storage_buffers: adapter.max_storage_buffers,
        max_workgroups: adapter.max_workgroups,
        max_invocations: adapter.max_invocations,
        max_texture_3d: adapter.max_texture_3d,
    });
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
    fn lines(&self) -> String {
        const MIB: u64 = 1 << 20;
        format!(
            "{}: {} ({}, {}) {}\n   buffer {} MiB, storage binding {} MiB, {} storage buffers, \
             {} workgroups, {} invocations, 3-D texture {}\n",
            self.index,
            self.name,
            self.backend,
            self.kind,
            self.driver,
            self.max_buffer_bytes / MIB,
            self.max_storage_binding_bytes / MIB,
            self.max_storage_buffers,
            self.max_workgroups,
            self.max_invocations,
            self.max_texture_3d,
        )
    }
}
