//! A generator moves over a noise: to finer grids, to bricks of them, and back.

use wgpu_noise::cpu::Cpu;
use wgpu_noise::gpu::{Generator, Target};
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Backend, Error, Grid, Job, Noise};

use crate::device::own;
use crate::texels::texture;

const SIZE: u32 = 16;

fn job(grid: &Grid) -> Job {
    let noise = Noise::perlin().frequency(4.0).fbm().octaves(3);
    Job::of(&[noise + Noise::x().sin()], grid).expect("a right job")
}

/// The bytes that the CPU computes of a brick at a time.
fn computed(grid: &Grid, brick: &Brick, time: f64) -> Vec<u8> {
    let mut grid = grid.clone();
    grid.origin[3] += time;
    let packing = Packing::new(Format::Rgba8Unorm, 1, [-1.0, 1.0]).expect("a packing");
    let mut texels = vec![0; 4 * brick.samples() as usize];
    (Cpu::new(job(&grid)).fill(brick, &packing, &mut texels)).expect("texels");
    texels
}

fn apart(a: &[u8], b: &[u8]) -> u8 {
    assert_eq!(a.len(), b.len());
    (a.iter().zip(b)).fold(0, |most, (a, b)| most.max(a.abs_diff(*b)))
}

#[test]
fn bricks_of_finer_grids_are_those_of_the_cpu() {
    let Some(own) = own() else { return };
    let target = texture(&own.device, Format::Rgba8Unorm, [SIZE, SIZE, 1], false);
    let grid = |size: u32| {
        Grid::new([size, size])
            .extent([1.0, 1.0])
            .frames(1)
            .seamless()
    };
    let mut generator = Generator::new(&own.device, job(&grid(SIZE)), &Target::texture(&target))
        .expect("a generator");
    let params = generator.job().params().clone();
    let brick = |x, y| Brick {
        start: [x, y, 0, 0],
        size: [SIZE, SIZE, 1, 1],
    };
    let third = Brick {
        start: [0, 0, 0, 2],
        ..brick(0, 0)
    };
    let shifted = grid(4 * SIZE).origin([0.3, -2.0, 0.0, 0.0]);
    let views = [
        (grid(4 * SIZE), brick(40, 8)),
        (shifted, brick(0, 48)),
        (grid(SIZE).frames(4), third),
        (grid(SIZE), brick(0, 0)),
    ];
    let mut last = Vec::new();
    for (grid, brick) in views {
        generator.show(&grid, brick).expect("a brick of the grid");
        for time in [0.0, 0.4] {
            own.submit(|encoder| generator.encode(encoder, &params, time).expect("a frame"));
            let found = own.texels(&target, 0);
            assert!(apart(&found, &computed(&grid, &brick, time)) <= 1);
            assert!(last.is_empty() || apart(&found, &last) > 8, "the control");
            last = found;
        }
    }
    // A volume's slices are bricks of planes; what is not a brick of the target's size is refused, and changes nothing.
    for wrong in [
        brick(1, 0),
        Brick {
            size: [8, SIZE, 1, 1],
            ..brick(0, 0)
        },
    ] {
        match generator.show(&grid(SIZE), wrong) {
            Err(error @ Error::Invalid { .. }) => {
                assert!(error.to_string().contains("16x16x1 samples"));
            }
            other => panic!("{other:?}"),
        }
    }
    own.submit(|encoder| generator.encode(encoder, &params, 0.4).expect("a frame"));
    assert_eq!(own.texels(&target, 0), last);
}

#[test]
fn targets_take_turns_and_compile_once() {
    let Some(own) = own() else { return };
    let grid = Grid::new([SIZE, SIZE]).frames(1);
    let targets =
        [(); 2].map(|()| texture(&own.device, Format::Rgba8Unorm, [SIZE, SIZE, 1], false));
    let mut generator = Generator::new(&own.device, job(&grid), &Target::texture(&targets[0]))
        .expect("a generator");
    let params = generator.job().params().clone();
    let brick = Brick::whole(&grid, 0);
    for (time, target) in [0.0, 0.4, 0.7].into_iter().zip(targets.iter().cycle()) {
        (generator.set_target(&Target::texture(target))).expect("a target of this size");
        own.submit(|encoder| generator.encode(encoder, &params, time).expect("a frame"));
        let found = own.texels(target, 0);
        assert!(apart(&found, &computed(&grid, &brick, time)) <= 1);
        assert!(
            apart(&found, &computed(&grid, &brick, 0.2)) > 8,
            "the control"
        );
    }
    let other = texture(&own.device, Format::Rgba8Unorm, [SIZE, 2 * SIZE, 1], false);
    let refused = generator.set_target(&Target::texture(&other));
    assert!(matches!(refused, Err(Error::Invalid { .. })), "{refused:?}");
    own.submit(|encoder| generator.encode(encoder, &params, 0.0).expect("a frame"));
    assert!(apart(&own.texels(&targets[0], 0), &computed(&grid, &brick, 0.0)) <= 1);
}
