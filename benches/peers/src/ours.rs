//! This crate, on one thread, with the fastest instructions of the machine.

use wgpu_noise::cpu::Cpu;

use crate::Run;
use crate::workload::{self, Workload};

pub fn run(workload: &Workload) -> Option<Run> {
    let grid = workload.grid(1);
    let mut cpu = Cpu::new(workload.job(&grid).expect("the workload is right"));
    let mut out = vec![0.0; grid.samples().expect("it fits") as usize];
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let one = one.expect("a thread");
    Some(Box::new(move || {
        let filled = one.install(|| workload::fill(&mut cpu, &mut out));
        filled.expect("the backend works");
        out[out.len() / 2].into()
    }))
}
