//! The runs on the CPU: each level of SIMD instructions, on one thread and on all.

use rayon::{ThreadPool, ThreadPoolBuilder};
use wgpu_noise::cpu::{Cpu, SimdLevel};
use wgpu_noise::{Error, Result, internals};

use super::rounds::{Rounds, timed};
use super::workload::fill;
use super::{Measurement, Task};

/// Returns a pool of one thread and, if the machine has more, a pool of all.
pub fn pools() -> Result<Vec<ThreadPool>> {
    let all = internals::thread_count();
    let counts = if all > 1 { vec![1, all] } else { vec![1] };
    counts.into_iter().map(pool).collect()
}

/// Adds the runs of a workload with each pool, each after its write limit.
pub fn add<'a>(
    pools: &'a [ThreadPool],
    task: &Task,
    rounds: &mut Rounds<'a>,
) -> Result<Vec<Measurement>> {
    let mut measurements = Vec::new();
    for pool in pools {
        let limit = rounds.add(|out| {
            timed(|| {
                pool.install(|| internals::fill_memory(1.0, out));
                Ok(())
            })
        });
        for level in SimdLevel::available() {
            let mut cpu = Cpu::with_simd_level(task.job()?, level)?;
            let run = rounds.add(move |out| timed(|| pool.install(|| fill(&mut cpu, out))));
            let mut row = task.row("cpu", level.name());
            row.threads = Some(pool.current_num_threads());
            measurements.push(Measurement { run, limit, row });
        }
    }
    Ok(measurements)
}

fn pool(threads: usize) -> Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::io("start threads for", "bench", std::io::Error::other(error)))
}
