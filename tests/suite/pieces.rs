//! How a grid is cut never changes a bit.

use wgpu_noise::cpu::Cpu;
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Backend, Grid, Job, Noise};

use crate::support::wrong::{Fault, with_fault};
use crate::support::{
    Make, case, cases, cpu, few, filled, in_pieces, made, reference, same_bits, samples,
};

/// Slabs, rows, columns, and bricks of odd sizes.
const CUTS: [[u32; 3]; 4] = [
    [4096, 4096, 1],
    [4096, 1, 4096],
    [1, 4096, 4096],
    [13, 5, 3],
];

#[test]
fn pieces_have_the_bits_of_the_whole() {
    for case in few(cases()) {
        let mut cpu = made(&case, &cpu);
        let last = case.grid.frame_count() - 1;
        let whole = filled(cpu.as_mut(), &Brick::whole(&case.grid, last));
        for cut in CUTS {
            let pieces = in_pieces(cpu.as_mut(), last, cut);
            if let Err(error) = same_bits(&pieces, &whole) {
                panic!("{} ({}) in {cut:?}: {error}", case.name, case.axes());
            }
        }
    }
}

#[test]
fn a_backend_that_looks_at_its_brick_is_noticed() {
    let case = case(&[Noise::perlin()], &Grid::new([17, 9, 5]));
    let mut wrong = made(&case, &with_fault(Fault::DependsOnBrick, cpu));
    let whole = filled(wrong.as_mut(), &Brick::whole(&case.grid, 0));
    for cut in CUTS {
        assert!(
            same_bits(&in_pieces(wrong.as_mut(), 0, cut), &whole).is_err(),
            "{cut:?}"
        );
    }
}

#[test]
fn a_row_longer_than_any_run_has_the_bits_of_its_pieces() {
    let case = case(
        &[Noise::perlin().frequency(333.3).fbm()],
        &Grid::new([70_003]),
    );
    let mut cpu = made(&case, &cpu);
    let whole = filled(cpu.as_mut(), &Brick::whole(&case.grid, 0));
    for cut in [1024, 16_384, 999] {
        let pieces = in_pieces(cpu.as_mut(), 0, [cut, 1, 1]);
        assert_eq!(same_bits(&pieces, &whole), Ok(()), "{cut}");
    }
}

/// Longer than the pieces that the CPU backend cuts for itself, along any axis, as floats and as bytes.
#[test]
fn a_brick_of_any_shape_has_the_bits_of_its_rows() {
    let noise = Noise::perlin().frequency(3.3).fbm().octaves(2);
    for size in [
        [50_003, 3, 1],
        [3, 20_001, 1],
        [2, 20_001, 2],
        [2, 1, 20_001],
        [40_000, 2, 2],
    ] {
        let job = Job::of(std::slice::from_ref(&noise), &Grid::new(size)).unwrap();
        let mut cpu = Cpu::new(job);
        for packing in [
            Packing::samples(1).unwrap(),
            Packing::new(Format::R8Unorm, 1, [-0.3, 0.3]).unwrap(),
        ] {
            let all = Brick::whole(cpu.grid(), 0);
            let bytes = |brick: &Brick| brick.samples() as usize * packing.bytes() as usize;
            let mut whole = vec![0; bytes(&all)];
            let saturated = cpu.fill(&all, &packing, &mut whole).unwrap();
            let (mut rows, mut of_rows) = (Vec::new(), 0);
            for row in all.pieces(u64::from(size[0])) {
                let mut texels = vec![0; bytes(&row)];
                of_rows += cpu.fill(&row, &packing, &mut texels).unwrap();
                rows.extend(texels);
            }
            assert!(whole == rows, "{size:?} as {}", packing.format());
            assert_eq!(saturated, of_rows);
            assert_eq!(saturated > 0, packing.format() == Format::R8Unorm);
        }
    }
}

#[test]
fn frames_alone_have_the_bits_of_all_together() {
    let animated = (cases().into_iter()).filter(|case| case.grid.frame_count() > 1);
    for case in animated.step_by(5) {
        let mut cpu = made(&case, &cpu);
        let together = filled(cpu.as_mut(), &Brick::all(&case.grid));
        let alone: Vec<f32> = (Brick::all(&case.grid).frames())
            .flat_map(|frame| filled(cpu.as_mut(), &frame))
            .collect();
        assert_eq!(same_bits(&alone, &together), Ok(()), "{}", case.name);
    }
}

/// A frame of an animation is the noise at its time: a grid of that one frame.
#[test]
fn a_frame_alone_has_the_bits_of_the_animation() {
    let noise = Noise::perlin()
        .frequency([4.3, 3.1, 5.7])
        .time_frequency(2.6)
        .fbm();
    let warped = noise.clone().warp([noise.clone()], 0.3).any();
    let noise = noise.any();
    for size in [vec![129], vec![37, 11], vec![13, 7, 5]] {
        let animation = Grid::new(size.clone()).frames(4).duration(4.0);
        for noise in [&noise, &warped] {
            let all = samples(noise, &animation, &cpu);
            for (time, frame) in all.chunks_exact(all.len() / 4).enumerate() {
                let alone = Grid::new(size.clone())
                    .frames(1)
                    .origin([0.0, 0.0, 0.0, time as f64]);
                assert_eq!(same_bits(&samples(noise, &alone, &cpu), frame), Ok(()));
            }
        }
    }
}

/// The right half of a grid is a grid of its own.
#[test]
fn a_grid_of_a_part_has_the_bits_of_the_whole() {
    let noise = Noise::perlin().frequency([4.3, 3.1, 5.7]).fbm();
    let whole = Grid::new([64, 1, 3]).extent([1.0, 0.5, 0.25]);
    let half = Grid::new([32, 1, 3])
        .extent([0.5, 0.5, 0.25])
        .origin([0.5, 0.0, 0.0, 0.0]);
    for make in [&reference as Make, &cpu] {
        let whole = samples(&noise, &whole, make);
        let right: Vec<f32> = (whole.chunks_exact(64))
            .flat_map(|row| &row[32..])
            .copied()
            .collect();
        assert_eq!(same_bits(&samples(&noise, &half, make), &right), Ok(()));
    }
}

#[test]
fn asking_again_gives_the_same_bits() {
    for case in cases().iter().step_by(7) {
        let mut cpu = made(case, &cpu);
        let brick = Brick::whole(&case.grid, 0);
        let first = filled(cpu.as_mut(), &brick);
        assert_eq!(
            same_bits(&filled(cpu.as_mut(), &brick), &first),
            Ok(()),
            "{}",
            case.name
        );
    }
}
