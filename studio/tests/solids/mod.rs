//! Surfaces and volumes, computed on the GPU and on the CPU.

use wgpu_noise_studio::view::{Computes, View};

use crate::BOUND;
use crate::preset;
use crate::support::Desk;

/// The share of pixels that may be others: where an edge of what is seen lies, a step of a height takes it to the next pixel.
const EDGES: f64 = 0.01;

/// Returns the share of parts of two pictures that are not equal.
fn strays(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    let strays = a.iter().zip(b).filter(|(a, b)| a.abs_diff(**b) > BOUND);
    strays.count() as f64 / a.len() as f64
}

#[test]
fn the_gpu_computes_what_the_cpu_does() {
    for (name, view) in [("mountains", View::Relief), ("caves", View::Volume)] {
        let Some(mut desk) = Desk::new([1024, 320]) else {
            return;
        };
        desk.studio.open(preset(name));
        desk.studio.view = view;
        let mut seen = |computes: Computes, seed: i64| {
            desk.studio.computes = computes;
            desk.studio.document.set_key("seed", Some(seed.into()));
            let picture = desk.picture();
            let adapter = match computes {
                Computes::Gpu => " · GPU, ",
                Computes::Cpu => " · CPU",
            };
            assert!(desk.says(adapter), "{name}, {computes:?}");
            picture
        };
        let first = seen(Computes::Cpu, 6);
        let on_gpu = seen(Computes::Gpu, 6);
        let share = strays(&on_gpu, &first);
        assert!(share < EDGES, "{name}: {share}");
        // The same generator, with other numbers.
        let other = seen(Computes::Gpu, 9);
        assert!(strays(&other, &first) > 10.0 * EDGES, "the control: {name}");
        let on_cpu = seen(Computes::Cpu, 9);
        assert!(strays(&other, &on_cpu) < EDGES, "{name}, another seed");
    }
}
