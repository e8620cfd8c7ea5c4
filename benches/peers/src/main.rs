//! Other crates on the same grids, one thread each, measured in turn with this one.
//!
//! `cargo run --release` measures every workload, `cargo run --release -- 3d-5 4d-1` some, and a number
//! among the arguments is how many rounds are measured, after one that is not. A figure is a median.
//!
//! They do not compute the same field: gradients differ, `noise` and `libnoise` compute in f64, and
//! `simdnoise` has simplex noise in place of perlin. What is equal is the grid, the cells and the octaves.

#[path = "../../../src/cli/bench/workload.rs"]
#[allow(dead_code, reason = "the other sources are not compared")]
mod workload;

mod ours;
mod theirs;

use std::hint::black_box;
use std::time::Instant;

use workload::{WORKLOADS, Workload};

/// A crate on a workload: fills or makes all samples, and returns one of them.
type Run = Box<dyn FnMut() -> f64>;

/// A crate, and how it gets ready for a workload; none where it lacks the dimension.
type Crate = (&'static str, fn(&Workload) -> Option<Run>);

const CRATES: [Crate; 6] = [
    ("wgpu-noise", ours::run),
    ("noise", theirs::noise),
    ("noise-functions", theirs::noise_functions),
    ("fastnoise-lite", theirs::fastnoise_lite),
    ("libnoise", theirs::libnoise),
    ("simdnoise", theirs::simdnoise),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = arguments.iter().find_map(|text| text.parse().ok());
    let names: Vec<&String> = (arguments.iter())
        .filter(|text| text.parse::<usize>().is_err())
        .collect();
    for name in &names {
        assert!(
            WORKLOADS.iter().any(|workload| workload.name == **name),
            "no workload is called {name}"
        );
    }
    println!("million samples a second on one thread (how many times faster wgpu-noise is)");
    print!("{:<8}", "");
    CRATES.iter().for_each(|(name, _)| print!("{name:>20}"));
    println!();
    for workload in WORKLOADS {
        if names.is_empty() || names.iter().any(|name| *name == workload.name) {
            line(&workload, rounds.unwrap_or(3).max(1));
        }
    }
}

/// Measures a workload and prints its line.
fn line(workload: &Workload, rounds: usize) {
    let samples = workload.grid(1).samples().expect("it fits") as f64;
    let mut runs: Vec<Option<Run>> = CRATES.iter().map(|(_, make)| make(workload)).collect();
    let mut seconds = vec![Vec::new(); runs.len()];
    for round in 0..=rounds {
        for (run, seconds) in runs.iter_mut().zip(&mut seconds) {
            let Some(run) = run else { continue };
            let start = Instant::now();
            black_box(run());
            if round > 0 {
                seconds.push(start.elapsed().as_secs_f64());
            }
        }
    }
    let medians: Vec<Option<f64>> = seconds.into_iter().map(median).collect();
    let ours = medians[0].expect("this crate has every dimension");
    print!("{:<8}", workload.name);
    for (i, median) in medians.iter().enumerate() {
        let text = match median {
            None => "-".to_string(),
            Some(seconds) if i == 0 => format!("{:.1}", samples / seconds / 1e6),
            Some(seconds) => {
                format!("{:.1} ({:.1})", samples / seconds / 1e6, seconds / ours)
            }
        };
        print!("{text:>20}");
    }
    println!();
}

fn median(mut seconds: Vec<f64>) -> Option<f64> {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied()
}
