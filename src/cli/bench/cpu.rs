//! The runs on the CPU: each level of SIMD instructions, on one thread and on all.

use rayon::{ThreadPool, ThreadPoolBuilder};
use wgpu_noise::cpu::{self, Cpu, Form};
use wgpu_noise::{Error, Result};

use super::rounds::Rounds;
use super::workload::fill;
use super::{Measurement, Task};

/// A pool of one thread and, if the machine has more, a pool of all.
pub struct Pools(Vec<ThreadPool>);

impl Pools {
    pub fn new() -> Result<Pools> {
        let all = cpu::threads();
        let counts = if all > 1 { vec![1, all] } else { vec![1] };
        Ok(Pools(counts.into_iter().map(pool).collect::<Result<_>>()?))
    }

    /// Adds the runs of a workload, each after its write limit.
    pub fn add<'a>(&'a self, task: &Task, rounds: &mut Rounds<'a>) -> Result<Vec<Measurement>> {
        let mut measurements = Vec::new();
        for pool in &self.0 {
            let limit = rounds.add(|out| {
                pool.install(|| cpu::store(1.0, out));
                Ok(())
            });
            for form in Form::available() {
                let mut cpu = Cpu::with_form(task.job()?, form)?;
                let run = rounds.add(move |out| pool.install(|| fill(&mut cpu, out)));
                let mut row = task.row("cpu", form.name());
                row.threads = Some(pool.current_num_threads());
                measurements.push(Measurement { run, limit, row });
            }
        }
        Ok(measurements)
    }
}

fn pool(threads: usize) -> Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::Io {
        action: "start threads for",
        path: "bench".into(),
        source: std::io::Error::other(error),
    })
}
