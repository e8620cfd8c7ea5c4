//! Small devices compute the same bits, or refuse.

use wgpu_noise::gpu::{Context, Gpu, wgpu};
use wgpu_noise::grid::Brick;
use wgpu_noise::noise::Picture;
use wgpu_noise::{Error, Grid, Noise};

use crate::adapter::{context, limited, on};
use crate::support::{case, case_samples, few, filled, made, one_of_each_row, same_bits};

/// A device on which little fits: 64 KiB a binding, 1 MiB a buffer.
fn small() -> wgpu::Limits {
    wgpu::Limits {
        max_storage_buffer_binding_size: 64 << 10,
        max_buffer_size: 1 << 20,
        ..wgpu::Limits::downlevel_defaults()
    }
}

#[test]
fn a_device_of_downlevel_limits_has_the_same_bits() {
    let Some(context) = context() else { return };
    let Some(downlevel) = limited(wgpu::Limits::downlevel_defaults()) else {
        return;
    };
    // Another limit is another kernel to compile.
    for case in few(one_of_each_row().into_iter().step_by(5).collect()) {
        let [usual, low] = [context, &downlevel].map(|context| case_samples(&case, &on(context)));
        assert_eq!(
            same_bits(&low, &usual),
            Ok(()),
            "{} ({})",
            case.name,
            case.axes()
        );
    }
}

/// 32 octaves of tables are half of such a binding; axis tables and samples of this volume are far more than one.
#[test]
fn a_small_device_cuts_the_work_and_has_the_same_bits() {
    let Some(context) = context() else { return };
    let Some(small) = limited(small()) else {
        return;
    };
    let channels = [
        Noise::perlin().fbm().octaves(32).any(),
        Noise::x(),
        Noise::perlin().any(),
    ];
    for grid in [
        Grid::new([129, 65, 33]),
        Grid::new([40_001]),
        Grid::new([3, 40_001]),
    ] {
        let case = case(&channels, &grid);
        let [usual, cut] = [context, &small].map(|context| samples(context, &case));
        assert_eq!(same_bits(&cut, &usual), Ok(()), "{grid:?}");
    }
}

fn samples(context: &Context, case: &wgpu_noise::verify::Case) -> Vec<f32> {
    let mut gpu = made(case, &on(context));
    filled(gpu.as_mut(), &Brick::whole(&case.grid, 0))
}

/// Each of 65 layers has a table of 1 KiB, and each of 130 by 130 pixels 4 bytes: more than 64 KiB.
#[test]
fn a_small_device_refuses_what_cannot_be_cut() {
    let Some(small) = limited(small()) else {
        return;
    };
    let nested = Noise::perlin().fbm().octaves(13).fbm().octaves(5);
    let picture = Picture::new("large", [130; 2], 1, vec![0.5; 130 * 130]).expect("a picture");
    let jobs = [nested.lacunarity(1.5).any(), Noise::image(picture).any()].map(|noise| {
        let case = case(&[noise], &Grid::new([4, 4]));
        case.job().expect("a case that can be computed")
    });
    assert_eq!(jobs[0].layer_count(), 65);
    for job in jobs {
        let refused = Gpu::new(&small, job).map(|_| ());
        assert!(
            matches!(refused, Err(Error::TooLarge { .. })),
            "{refused:?}"
        );
    }
}

/// A driver would compile it for minutes.
#[test]
fn a_program_too_long_for_a_kernel_is_refused() {
    let Some(context) = context() else { return };
    let sum = |count| {
        (0..count).fold(Noise::constant(0.0), |sum, seed| {
            sum + Noise::perlin().seed(seed)
        })
    };
    let refused = |count| {
        let case = case(&[sum(count)], &Grid::new([4, 4]));
        Gpu::new(context, case.job().expect("a case that can be computed")).map(|_| ())
    };
    assert!(matches!(refused(100), Err(Error::TooLarge { .. })));
    assert!(refused(40).is_ok());
}
