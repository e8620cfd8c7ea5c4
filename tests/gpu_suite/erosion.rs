//! An erosion has the same bits on a device as on the CPU.

use pollster::block_on;
use wgpu_noise::erosion::Erosion;
use wgpu_noise::gpu::Gpu;
use wgpu_noise::internals::erosion::{Site, Task, erode};
use wgpu_noise::internals::hash;
use wgpu_noise::{Grid, Job, Noise};

use crate::adapter::context;

/// Steep and rough: up to 64 samples high, from the hash.
fn soil([x, y]: [u32; 2]) -> Vec<u32> {
    let key = hash::integer_key(1, 0);
    (0..x * y)
        .map(|i| hash::integer(&key, &[i]) >> 10)
        .collect()
}

fn site(size: [u32; 2], wraps: bool) -> Site {
    Site {
        size,
        wraps,
        step: 1.0 / 32.0,
        seed: 5,
    }
}

#[test]
fn an_erosion_has_equal_bits() {
    let Some(context) = context() else { return };
    let job = Job::of(&[Noise::perlin()], &Grid::new([1, 1])).expect("a job");
    let mut gpu = Gpu::new(context, job).expect("a backend");
    let usual = Erosion {
        iterations: 60,
        ..Erosion::default()
    };
    let extreme = Erosion {
        rain: 1.0,
        evaporation: 1.0,
        capacity: 64.0,
        dissolving: 1.0,
        deposition: 1.0,
        talus: 0.0,
        creep: 0.5,
        ..usual.clone()
    };
    let dry = Erosion {
        rain: 0.0,
        ..usual.clone()
    };
    for (size, wraps) in [
        ([37, 29], true),
        ([37, 29], false),
        ([1, 70], true),
        ([70, 1], false),
        ([3, 2], true),
    ] {
        for erosion in [&usual, &extreme, &dry] {
            let before = soil(size);
            let task = Task::new(erosion, &site(size, wraps));
            let (mut on_cpu, mut on_gpu) = (before.clone(), before.clone());
            erode(&task, &mut on_cpu).expect("memory");
            block_on(gpu.erode_here(&task, &mut on_gpu)).expect("a device");
            assert_eq!(on_cpu, on_gpu, "{size:?} {wraps} {erosion:?}");
            assert_ne!(on_cpu, before, "the control");
        }
    }
}

/// The control: another seed rains elsewhere, and that shows.
#[test]
fn another_rain_has_other_bits() {
    let erosion = Erosion::default();
    let [one, other] = [5, 6].map(|seed| {
        let mut soil = soil([37, 29]);
        let site = Site {
            seed,
            ..site([37, 29], true)
        };
        erode(&Task::new(&erosion, &site), &mut soil).expect("memory");
        soil
    });
    assert_ne!(one, other);
}
