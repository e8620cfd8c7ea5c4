//! How a grid is cut, and how often it is asked for, never changes a bit.

use wgpu_noise::gpu::Gpu;
use wgpu_noise::grid::Brick;
use wgpu_noise::internals::gpu::Strategy;
use wgpu_noise::noise::Axis;
use wgpu_noise::{Backend, Grid, Job, Noise};

use crate::adapter::{by_strategy, context, is_swept, on};
use crate::support::{
    case, few, filled, in_pieces, made, one_of_each_row, outcome, same_bits, samples,
};
use crate::turns::by_turns;

/// What a backend keeps from one job to the next never shows: it has the bits of one that was made for the job.
#[test]
fn a_backend_goes_from_job_to_job() {
    let Some(context) = context() else { return };
    let mut gpu: Option<Gpu> = None;
    for case in one_of_each_row().iter().step_by(11) {
        let label = format!("{} ({})", case.name, case.axes());
        let job = case
            .job()
            .unwrap_or_else(|error| panic!("{label}: {error}"));
        let turned = match &mut gpu {
            Some(gpu) => gpu.set_job(job).map(|()| gpu),
            None => Gpu::new(context, job).map(|made| gpu.insert(made)),
        };
        let turned = turned.unwrap_or_else(|error| panic!("{label}: {error}"));
        let mut fresh = made(case, &on(context));
        let brick = Brick::all(&case.grid);
        same_bits(&filled(turned, &brick), &filled(fresh.as_mut(), &brick))
            .unwrap_or_else(|error| panic!("{label}: {error}"));
    }
}

#[test]
fn a_frame_comes_without_blocking_as_it_does_with() {
    let Some(context) = context() else { return };
    let grid = Grid::new([19, 11]).frames(3);
    let job = Job::of(&[Noise::perlin().frequency(3.7)], &grid).expect("a right job");
    let mut gpu = Gpu::new(context, job).expect("a backend");
    let frames = [0, 2].map(|frame| {
        let blocking = gpu.sample(frame).expect("samples");
        let not = pollster::block_on(gpu.sample_async(frame)).expect("samples");
        assert_eq!(blocking, not);
        not
    });
    assert_ne!(frames[0], frames[1]);
}

#[test]
fn pieces_have_the_bits_of_the_whole() {
    let Some(context) = context() else { return };
    let sums = one_of_each_row()
        .into_iter()
        .map(|case| (case, Strategy::Sweep));
    let swept = sums.filter(|(case, _)| is_swept(context, case)).collect();
    let turns = few(by_turns(one_of_each_row()));
    for (case, strategy) in turns.into_iter().chain(few(swept)) {
        let mut gpu = made(&case, &by_strategy(context, strategy));
        let last = case.grid.frame_count() - 1;
        let whole = filled(gpu.as_mut(), &Brick::whole(&case.grid, last));
        for cut in [[4096, 4096, 3], [13, 5, 4]] {
            let pieces = in_pieces(gpu.as_mut(), last, cut);
            if let Err(error) = same_bits(&pieces, &whole) {
                panic!(
                    "{strategy:?}, {} ({}) in {cut:?}: {error}",
                    case.name,
                    case.axes()
                );
            }
        }
    }
}

/// A brick that was begun ahead, one of which another was announced, one that was announced with another job, and one outside.
#[test]
fn what_was_announced_changes_no_bit() {
    let Some(context) = context() else { return };
    let grid = Grid::new([40, 30, 12]);
    let job = |seed| {
        let noise = Noise::perlin().seed(seed).fbm();
        Job::of(&[noise], &grid).expect("a right job")
    };
    let bricks: Vec<Brick> = Brick::whole(&grid, 0).pieces(40 * 30 * 3).collect();
    assert_eq!(bricks.len(), 4);
    let mut plain = Gpu::new(context, job(1)).expect("a backend");
    let expected: Vec<Vec<f32>> = (bricks.iter())
        .map(|brick| filled(&mut plain, brick))
        .collect();
    let mut gpu = Gpu::new(context, job(2)).expect("a backend");
    gpu.announce(&bricks[0]);
    filled(&mut gpu, &bricks[3]);
    gpu.set_job(job(1)).expect("a right job");
    for (asked, announced) in [(0, 1), (1, 2), (2, 0), (3, 3), (3, 0), (0, 1)] {
        gpu.announce(&bricks[announced]);
        same_bits(&filled(&mut gpu, &bricks[asked]), &expected[asked])
            .unwrap_or_else(|error| panic!("{asked}, with {announced} announced: {error}"));
    }
    gpu.announce(&Brick {
        start: [u32::MAX; 4],
        ..bricks[0]
    });
    assert_eq!(
        same_bits(&filled(&mut gpu, &bricks[2]), &expected[2]),
        Ok(())
    );
    assert!(
        same_bits(&expected[0], &expected[1]).is_err(),
        "the control"
    );
}

#[test]
fn frames_alone_have_the_bits_of_all_together() {
    let Some(context) = context() else { return };
    let turns = by_turns(one_of_each_row()).into_iter();
    let animated = turns.filter(|(case, _)| case.grid.frame_count() > 1);
    for (case, strategy) in few(animated.collect()) {
        let mut gpu = made(&case, &by_strategy(context, strategy));
        let together = filled(gpu.as_mut(), &Brick::all(&case.grid));
        let alone: Vec<f32> = (Brick::all(&case.grid).frames())
            .flat_map(|frame| filled(gpu.as_mut(), &frame))
            .collect();
        if let Err(error) = same_bits(&alone, &together) {
            panic!("{strategy:?}, {} ({}): {error}", case.name, case.axes());
        }
    }
}

/// As on the CPU: an angle of whole turns is the same a box further.
#[test]
fn turns_close_bit_for_bit() {
    let Some(context) = context() else { return };
    let perlin = || Noise::perlin().frequency(2.3);
    let here = Grid::new([67, 19]).extent([1.0, 1.0]).seamless();
    let next = here.clone().origin([1.0, -3.0, 0.0, 0.0]);
    for noise in [
        perlin().axes([Axis::X, Axis::Z]).cylinder(0.4),
        perlin().sphere(0.4),
        (Noise::x().sin() - Noise::y()).cos(),
    ] {
        let [here, next] = [&here, &next].map(|grid| samples(&noise, grid, &on(context)));
        assert_eq!(same_bits(&here, &next), Ok(()), "{noise:?}");
    }
}

#[test]
fn a_hundred_runs_have_the_same_bits() {
    let Some(context) = context() else { return };
    let case = case(
        &[Noise::perlin().frequency(4.3).fbm()],
        &Grid::new([67, 19]),
    );
    let mut gpu = made(&case, &on(context));
    let brick = Brick::whole(&case.grid, 0);
    let first = filled(gpu.as_mut(), &brick);
    for run in 1..100 {
        // Every other run is cut, so that buffers are used again for other sizes.
        let again = match run % 2 {
            0 => filled(gpu.as_mut(), &brick),
            _ => in_pieces(gpu.as_mut(), 0, [run, 3, 1]),
        };
        assert_eq!(same_bits(&again, &first), Ok(()), "run {run}");
    }
}

/// One row of more workgroups than one dimension of a dispatch may have.
#[test]
fn the_longest_row_is_right_to_its_last_sample() {
    const LONGEST: u32 = 65_536 * 64 + 1;
    let Some(context) = context() else { return };
    let case = case(
        &[Noise::perlin().frequency(12_345.6)],
        &Grid::new([LONGEST]),
    );
    let outcome = outcome(&case, &on(context));
    assert!(outcome.passed, "{outcome}");
    assert_eq!(outcome.samples, u64::from(LONGEST));
}
