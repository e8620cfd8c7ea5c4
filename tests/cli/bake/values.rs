//! Samples: their shape, and that they are those of the definition.

use crate::bake::npy;
use crate::program::Folder;

#[test]
fn shapes() {
    let folder = Folder::new();
    for (flags, shape) in [
        ("--size 5", &[5][..]),
        ("--size 5x4", &[4, 5]),
        ("--size 5x4x3", &[3, 4, 5]),
        ("--size 5x4x3 --frames 2", &[2, 3, 4, 5]),
        ("--size 5 --frames 1", &[1, 5]),
        ("--noise constant --size 5x4", &[4, 5]),
    ] {
        let (found, samples) = npy(&folder.baked(flags, "x.npy"));
        assert_eq!(found, shape, "{flags}");
        assert_eq!(samples.len() as u64, shape.iter().product::<u64>());
    }
}

#[test]
fn the_reference_and_the_cpu_agree() {
    let folder = Folder::new();
    for size in ["37", "37x11", "13x11x7", "7x5x3 --frames 3"] {
        let flags = format!("--size {size} --octaves 4 --frequency 3 --seed 5 --origin -2.5");
        let (_, cpu) = npy(&folder.baked(&flags, "cpu.npy"));
        folder.good(&format!(
            "bake {flags} --backend reference -o reference.npy"
        ));
        let (_, reference) = npy(&folder.read("reference.npy"));
        let apart = (cpu.iter().zip(&reference)).map(|(a, b)| (a - b).abs());
        let largest = apart.max_by(f32::total_cmp).expect("samples");
        assert!(largest <= 1e-6, "{size}: {largest}");
        assert!(reference.iter().any(|v| v.abs() > 0.1), "{size}");
    }
}

#[test]
fn one_aligned_octave_is_its_source() {
    let folder = Folder::new();
    let source = folder.baked("--size 9x8x7 --seed 2", "source.npy");
    let octave = |flags: &str| {
        folder.baked(
            &format!("--size 9x8x7 --seed 2 --octaves 1 {flags}"),
            "octave.npy",
        )
    };
    assert!(source == octave("--octave-positions aligned"));
    assert!(source != octave(""), "an octave is shifted");
}

#[test]
fn a_dash_writes_bare_samples_and_nothing_else() {
    let folder = Folder::new();
    let (_, samples) = npy(&folder.baked("--size 5x4x3", "x.npy"));
    let run = folder.good("bake --size 5x4x3 --backend cpu -o -");
    assert_eq!(
        run.stdout,
        samples
            .iter()
            .flat_map(|v| v.to_le_bytes())
            .collect::<Vec<u8>>()
    );
    let run = folder.good("bake --size 5x4x3 --backend cpu --format r8unorm -o -");
    assert_eq!(run.stdout.len(), 60);
    assert_eq!(folder.files(), ["x.npy"]);
}
