//! What a GPU's compiler makes of the kernels: Mesa's Vulkan driver for AMD compiles for GPUs that are not there. So what would
//! be slow on hardware is seen without any: scratch memory, spills, too many registers, and ladders of branches, which a
//! compiler makes of an array in registers that a loop indexes.
//!
//! `cargo test --test machine_code -- --ignored --nocapture` prints the tables of `benches/RESULTS.md`.

mod compiler;
mod disassembly;
mod march;

use compiler::{Compiled, available, compile};
use wgpu_noise::internals::gpu::{Strategy, grid_kernel, run_kernel};
use wgpu_noise::noise::Axis;
use wgpu_noise::program::Program;
use wgpu_noise::recipe::Preset;
use wgpu_noise::{Grid, Noise};

#[path = "../../src/cli/bench/workload.rs"]
#[allow(dead_code, reason = "what the program measures")]
mod workload;
use workload::{WORKLOADS, Workload};

/// RDNA 2.
const FAMILY: &str = "navi21";
/// The vectors of the uniform `walked`, as on most devices.
const WALKED: u32 = 4096;
/// Half of the registers of a wave of 64, so that at least two waves share a processor.
const REGISTERS_MAX: u64 = 128;
/// An array of 64 samples that is a ladder has a branch for each of them.
const BRANCHES_MAX: f64 = 48.0;

/// The kernel of a program on a GPU.
fn kernel(program: &Program) -> String {
    run_kernel(program, Strategy::March, WALKED).unwrap_or_else(|| grid_kernel(program))
}

/// What would be slow on hardware.
fn faults(compiled: &Compiled) -> Vec<String> {
    let mut faults = Vec::new();
    for (statistic, most) in [
        ("Scratch size", 0),
        ("Spilled SGPRs", 0),
        ("Spilled VGPRs", 0),
        ("VGPRs", REGISTERS_MAX),
    ] {
        let found = compiled.statistic(statistic);
        if found > most {
            faults.push(format!("{statistic}: {found}, at most {most}"));
        }
    }
    for number in 0..compiled.code.loops.len() {
        let branches = compiled.code.own(Some(number)).branches;
        if branches > BRANCHES_MAX {
            faults.push(format!(
                "{branches} branches in a loop, at most {BRANCHES_MAX}"
            ));
        }
    }
    faults
}

/// Whether kernels can be compiled. Where an adapter is required, so is this.
fn can_compile() -> bool {
    let required = std::env::var_os("NOISE_REQUIRE_ADAPTER").is_some();
    let linux = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    match available() {
        Ok(()) => true,
        Err(reason) if required && linux => panic!("{reason}"),
        Err(reason) => {
            eprintln!("skipped: {reason}");
            false
        }
    }
}

fn workload_program(workload: &Workload) -> Program {
    let job = workload.job(&workload.grid(1));
    job.expect("the workload is right").program().clone()
}

#[test]
fn the_kernels_of_presets_have_no_scratch_memory_spills_or_ladders() {
    if !can_compile() {
        return;
    }
    let mut failed = Vec::new();
    for preset in Preset::ALL {
        let recipe = preset.recipe().expect("a preset is right");
        let job = recipe.job().expect("a preset has a job");
        let faults = faults(&compile(&kernel(job.program()), FAMILY));
        failed.extend(
            faults
                .iter()
                .map(|fault| format!("{}: {fault}", preset.name)),
        );
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn the_kernel_with_an_array_of_samples_is_a_ladder() {
    if !can_compile() {
        return;
    }
    let program = workload_program(&WORKLOADS[3]);
    let runs = run_kernel(&program, Strategy::Runs, WALKED).expect("perlin noise is walked");
    let faults = faults(&compile(&runs, FAMILY));
    assert!(
        faults.iter().any(|fault| fault.contains("branches")),
        "{faults:?}"
    );
}

#[test]
#[ignore = "prints tables"]
fn tables() {
    for family in [FAMILY, "gfx1100"] {
        println!("| {family} | vector | scalar | registers | waves | workgroup memory |");
        println!("|---|---:|---:|---:|---:|---:|");
        for workload in &WORKLOADS {
            let kernel = kernel(&workload_program(workload));
            let rows = if kernel.contains("const ROWS = 2u;") {
                2
            } else {
                1
            };
            let compiled = compile(&kernel, family);
            let counts = march::per_sample(&compiled.code, workload, rows);
            let figures = format!("{:.0} | {:.0}", counts.vector, counts.scalar);
            println!(
                "| {} | {figures} | {} |",
                workload.name,
                resources(&compiled)
            );
        }
        for preset in Preset::ALL {
            let job = preset.recipe().and_then(|recipe| recipe.job());
            let job = job.expect("a preset has a job");
            let compiled = compile(&kernel(job.program()), family);
            println!("| {} | | | {} |", preset.name, resources(&compiled));
        }
        point_by_point(family);
    }
}

/// Prints what the compiler makes of noise that is not walked: all instructions of its kernel, those of loops once.
fn point_by_point(family: &str) {
    println!(
        "| {family} | vector | scalar | branches | loops | registers | waves | workgroup memory |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let perlin = Noise::perlin;
    for (name, noise) in [
        ("simplex", Noise::from(Noise::simplex())),
        ("worley", Noise::worley().into()),
        ("derivative of perlin", perlin().partial(Axis::X)),
        ("derivative of simplex", Noise::simplex().partial(Axis::X)),
        (
            "perlin, warped by x",
            perlin().warp([Noise::x()], 0.1).into(),
        ),
    ] {
        for axes in [Grid::new([64, 64]), Grid::new([64, 64, 64])] {
            let axes = axes.axes();
            let program =
                Program::check(std::slice::from_ref(&noise), axes).expect("the noise is right");
            let compiled = compile(&kernel(&program), family);
            let mut counts = compiled.code.own(None);
            let loops = compiled.code.loops.len();
            for number in 0..loops {
                counts += compiled.code.own(Some(number));
            }
            println!(
                "| {name}, {}-D | {} | {} | {} | {loops} | {} |",
                axes.space,
                counts.vector,
                counts.scalar,
                counts.branches,
                resources(&compiled)
            );
        }
    }
}

/// Registers, waves and workgroup memory, as cells of a table.
fn resources(compiled: &Compiled) -> String {
    let cells = ["VGPRs", "Subgroups per SIMD", "LDS size"];
    cells
        .map(|name| compiled.statistic(name).to_string())
        .join(" | ")
}
