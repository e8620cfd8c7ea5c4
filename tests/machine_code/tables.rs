//! The tables of `benches/GPU_KERNELS.md`.

use wgpu_noise::noise::{Axis, WorleyOutput};
use wgpu_noise::{Grid, Job, Noise};

use crate::compiler::Compiled;
use crate::kernels::{Kernel, large, recipes, workload_job};
use crate::workload::WORKLOADS;

const RESOURCES: [(&str, &str); 4] = [
    ("registers", "VGPRs"),
    ("waves", "Subgroups per SIMD"),
    ("scratch", "Scratch size"),
    ("workgroup memory", "LDS size"),
];

/// Prints the tables for a family of GPUs.
pub fn print(family: &str) {
    head(family, &["strands", "vector", "scalar", "loops"]);
    for workload in &WORKLOADS {
        line(workload.name, &Kernel::of(&workload_job(workload)), family);
    }
    for (name, job) in recipes().into_iter().chain(large()) {
        line(name, &Kernel::of(&job), family);
    }
    point_by_point(family);
}

fn head(family: &str, columns: &[&str]) {
    let resources = RESOURCES.map(|(title, _)| title);
    let columns = [columns, &resources].concat();
    println!("| {family} | {} |", columns.join(" | "));
    println!("|---|{}", "---:|".repeat(columns.len()));
}

/// Prints the row of a kernel: for a sample, its instructions.
fn line(name: &str, kernel: &Kernel, family: &str) {
    let compiled = kernel.compile(family);
    let counts = kernel.per_sample(&compiled);
    let strands = match kernel.is_march() {
        true => kernel.strands().to_string(),
        false => "–".to_string(),
    };
    println!(
        "| {name} | {strands} | {:.0} | {:.0} | {} | {} |",
        counts.vector,
        counts.scalar,
        compiled.code.loops.len(),
        resources(&compiled)
    );
}

/// Prints what the compiler makes of noise that is not walked: all instructions of its kernel, those of loops once.
fn point_by_point(family: &str) {
    head(family, &["vector", "scalar", "branches", "loops"]);
    let perlin = Noise::perlin;
    let worley = |output| Noise::worley().output(output).any();
    for (name, noise) in [
        ("simplex", Noise::from(Noise::simplex())),
        ("psrd", Noise::psrd().any()),
        ("worley", Noise::worley().into()),
        ("worley, edge", worley(WorleyOutput::Edge)),
        ("worley, smooth_f1", worley(WorleyOutput::SmoothF1)),
        (
            "derivative of perlin, warped by x",
            perlin().warp([Noise::x()], 0.1).partial(Axis::Y),
        ),
        ("derivative of simplex", Noise::simplex().partial(Axis::X)),
        (
            "perlin, warped by x",
            perlin().warp([Noise::x()], 0.1).into(),
        ),
    ] {
        for grid in [Grid::new([64, 64]), Grid::new([64, 64, 64])] {
            // Not every noise has every number of axes.
            let Ok(job) = Job::of(std::slice::from_ref(&noise), &grid) else {
                continue;
            };
            let kernel = Kernel::of(&job);
            let compiled = kernel.compile(family);
            let counts = kernel.per_sample(&compiled);
            println!(
                "| {name}, {}-D | {} | {} | {} | {} | {} |",
                grid.size.len(),
                counts.vector,
                counts.scalar,
                counts.branches,
                compiled.code.loops.len(),
                resources(&compiled)
            );
        }
    }
}

/// Registers, waves, scratch and workgroup memory, as cells of a table.
fn resources(compiled: &Compiled) -> String {
    let cells = RESOURCES.map(|(_, name)| compiled.statistic(name).to_string());
    cells.join(" | ")
}
