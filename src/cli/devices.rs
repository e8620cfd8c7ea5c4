//! `wgpu-noise devices`: the CPU and the adapters of this machine.

use wgpu_noise::Result;
use wgpu_noise::cpu::Form;

use super::exit::Exit;
use super::terminal;

/// List what computes: the CPU with the vector instructions that it has, those first that are used, and the GPU adapters:
/// index and name for --adapter, interface, type, and the limits that matter.
#[derive(clap::Args)]
pub struct Args {}

/// The CPU's line: `cpu: avx512 (also avx2, portable), 2 threads`.
fn cpu() -> String {
    let (used, threads) = (Form::detect(), rayon::current_num_threads());
    let others = Form::available().into_iter().filter(|form| *form != used);
    let others: Vec<&str> = others.map(Form::name).collect();
    let also = match others[..] {
        [] => String::new(),
        [..] => format!(" (also {})", others.join(", ")),
    };
    format!("cpu: {used}{also}, {threads} threads\n")
}

#[cfg(feature = "gpu")]
pub fn run(_: &Args) -> Result<Exit> {
    use wgpu_noise::gpu::adapters;

    let adapters = adapters::list_blocking();
    if adapters.is_empty() {
        terminal::say("no adapters; bake computes on the CPU");
    }
    let lines = adapters.iter().enumerate();
    let text: String = lines
        .map(|(index, adapter)| describe(index, adapter))
        .collect();
    terminal::print(&(cpu() + &text))?;
    Ok(Exit::Done)
}

#[cfg(feature = "gpu")]
fn describe(index: usize, adapter: &wgpu_noise::gpu::AdapterSummary) -> String {
    const MIB: u64 = 1 << 20;
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
pub fn run(_: &Args) -> Result<Exit> {
    terminal::say("this build has no GPU backend; bake computes on the CPU");
    terminal::print(&cpu())?;
    Ok(Exit::Done)
}
