//! What a GPU's compiler makes of the kernels: Mesa's Vulkan driver for AMD compiles for GPUs that are not there. So what would
//! be slow on hardware is seen without any: scratch memory, spills, too many registers, and ladders of branches, which a
//! compiler makes of an array in registers that a loop indexes.
//!
//! `cargo test --test machine_code -- --ignored --nocapture` prints the tables of `benches/GPU_KERNELS.md`.

mod compiler;
mod disassembly;
mod kernels;
mod march;
#[path = "../support/skip.rs"]
mod skip;
mod tables;

use compiler::{Compiled, available};
use kernels::{Kernel, large, recipes, workload_job};
use wgpu_noise::internals::gpu::Strategy;
use wgpu_noise::{Grid, Job, Noise};

#[path = "../../src/cli/bench/workload.rs"]
#[allow(dead_code, reason = "what the program measures")]
mod workload;
use workload::WORKLOADS;

/// RDNA 2.
const FAMILY: &str = "navi21";
/// Half of the registers of a wave of 64, so that at least two waves share a processor.
const REGISTERS_MAX: u64 = 128;
/// An array of 64 samples that is a ladder has a branch for each of them. Shorter ones are found in the text.
const BRANCHES_MAX: f64 = 48.0;

/// What would be slow on hardware. Of scalar registers, a few may be spilled, which takes lanes of a vector register.
fn faults(kernel: &Kernel, compiled: &Compiled, spilled_scalars: u64) -> Vec<String> {
    let mut faults = Vec::new();
    for (statistic, most) in [
        ("Scratch size", 0),
        ("Spilled SGPRs", spilled_scalars),
        ("Spilled VGPRs", 0),
        ("VGPRs", REGISTERS_MAX),
    ] {
        let found = compiled.statistic(statistic);
        if found > most {
            faults.push(format!("{statistic}: {found}, at most {most}"));
        }
    }
    if kernel.has_arrays() {
        faults.push("an array of samples, which becomes a ladder".to_string());
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
    let linux = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    match available() {
        Ok(()) => true,
        Err(reason) if linux => {
            skip::without_adapter(reason);
            false
        }
        Err(reason) => {
            skip::say(&format!("skipped: {reason}"));
            false
        }
    }
}

#[test]
fn the_kernels_of_presets_have_no_scratch_memory_spills_or_ladders() {
    if !can_compile() {
        return;
    }
    let mut failed = Vec::new();
    let presets = recipes().into_iter().map(|(name, job)| (name, job, 0));
    let large = large().into_iter().map(|(name, job)| (name, job, 8));
    for (name, job, spilled) in presets.chain(large) {
        let kernel = Kernel::of(&job);
        let faults = faults(&kernel, &kernel.compile(FAMILY), spilled);
        failed.extend(faults.iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// What has anything to walk marches, however many octaves it has.
#[test]
fn whatever_is_walked_marches() {
    let workloads = WORKLOADS
        .iter()
        .map(|workload| (workload.name, workload_job(workload)));
    let mut marched = 0;
    for (name, job) in workloads.chain(recipes()).chain(large()) {
        let [walked, own] = [Strategy::Runs, Strategy::March].map(|by| Kernel::by(&job, by));
        assert!(!walked.is_march(), "{name}: the control");
        let has_walked = walked.text.contains("fn noise_run(");
        assert_eq!(own.is_march(), has_walked, "{name}");
        assert!(!own.has_arrays(), "{name}");
        marched += usize::from(has_walked);
    }
    assert!(marched > 30, "{marched}");
}

/// Sweeps are for other GPUs, but a user may choose them.
#[test]
fn the_kernels_of_sweeps_have_no_scratch_memory_spills_or_ladders() {
    if !can_compile() {
        return;
    }
    for workload in &WORKLOADS {
        let kernel = Kernel::by(&workload_job(workload), Strategy::Sweep);
        assert!(
            kernel.text.contains("fn sweep_copy_record("),
            "{}",
            workload.name
        );
        let faults = faults(&kernel, &kernel.compile(FAMILY), 0);
        assert!(faults.is_empty(), "{}: {faults:#?}", workload.name);
    }
}

/// The larger the program, the shorter are its arrays: of 64, 32 and 16 samples.
#[test]
fn the_kernel_with_an_array_of_samples_is_a_ladder() {
    if !can_compile() {
        return;
    }
    let channel = |seed: u32| Noise::perlin().seed(seed).abs().fbm();
    for (channels, run) in [(1, 64), (2, 32), (4, 16)] {
        let noises: Vec<_> = (0..channels).map(channel).collect();
        let job = Job::of(&noises, &Grid::new([64, 64, 64])).expect("a job");
        let runs = Kernel::by(&job, Strategy::Runs);
        assert!(
            runs.text.contains(&format!("const RUN = {run}u;")),
            "{channels}"
        );
        assert!(runs.has_arrays());
        let compiled = runs.compile(FAMILY);
        let faults = faults(&runs, &compiled, 0);
        let has = |what: &str| faults.iter().any(|fault| fault.contains(what));
        assert!(has("array"), "{run}: {faults:?}");
        assert_eq!(has("branches"), run == 64, "{run}: {faults:?}");
        // The machine code of the shorter ones has a branch for each sample, too, in one loop or another.
        let code = &compiled.code;
        let most = (0..code.loops.len()).map(|number| code.own(Some(number)).branches);
        let most = most.fold(0.0, f64::max);
        assert!(most >= f64::from(run) / 2.0, "{run}: {most} branches");
    }
}

#[test]
#[ignore = "prints tables"]
fn tables() {
    for family in [FAMILY, "gfx1100"] {
        tables::print(family);
    }
}
