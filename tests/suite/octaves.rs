//! How many octaves there are, and what their lists mean.

use wgpu_noise::cpu::Cpu;
use wgpu_noise::noise::{Axis, Octaves, of};
use wgpu_noise::program::Resolution;
use wgpu_noise::reference::Reference;
use wgpu_noise::{Backend, Error, Grid, Job, Noise};

use crate::equal::{BACKENDS, assert_equal};
use crate::support::{cpu, job, same_bits, samples};

fn differ<K, L>(a: &Noise<K>, b: &Noise<L>, grid: &Grid) -> bool {
    (BACKENDS.iter())
        .all(|make| same_bits(&samples(a, grid, make), &samples(b, grid, make)).is_err())
}

/// By hand: two samples a cell are enough, less are not.
#[test]
fn auto_ends_at_two_samples_a_cell() {
    let plane = || Grid::new([64, 32]).extent([1.0, 0.5]);
    let perlin = |frequency: f64| Noise::perlin().frequency(frequency);
    let lists = |frequency: f64| perlin(frequency).fbm().frequencies([1.0, 3.0, 9.0, 2.0]);
    let warped = perlin(4.0).warp([perlin(16.0).fbm().octaves(2)], 0.01);
    for (noise, grid, octaves) in [
        (perlin(4.0).fbm().any(), plane(), 4),
        (perlin(4.001).fbm().any(), plane(), 3),
        (perlin(3.999).fbm().any(), plane(), 4),
        (perlin(4.0).fbm().lacunarity(3.0).any(), plane(), 2),
        (
            perlin(4.0).billow().any(),
            Grid::new([128, 64]).extent([1.0, 0.5]),
            5,
        ),
        // The finest axis, and the finest source.
        (
            Noise::perlin().frequency([1.0, 4.0]).fbm().any(),
            plane(),
            4,
        ),
        (
            Noise::perlin().frequency([4.0, 1.0]).ridged().any(),
            plane(),
            4,
        ),
        (Noise::perlin().cells([8.0, 1.0]).hybrid().any(), plane(), 3),
        (perlin(4.0).min(perlin(8.0)).fbm().any(), plane(), 3),
        (perlin(64.0).fbm().any(), plane(), 1),
        // What lies above and below.
        (perlin(4.0).scale(2.0).fbm().any(), plane(), 3),
        (warped.fbm().any(), plane(), 2),
        (perlin(4.0).fbm().octaves(3).fbm().any(), plane(), 4),
        // Time counts as any axis; what has one sample has none to be too far apart.
        (
            perlin(4.0).time_frequency(1.0).fbm().any(),
            plane().frames(8),
            3,
        ),
        (
            perlin(4.0).time_frequency(3.0).fbm().any(),
            plane().frames(8),
            1,
        ),
        (
            perlin(4.0).time_frequency(3.0).fbm().any(),
            plane().frames(1),
            4,
        ),
        (
            perlin(4.0)
                .time_frequency(4.0)
                .fbm()
                .time_lacunarity(1.0)
                .any(),
            plane().frames(8),
            4,
        ),
        (
            perlin(1e-9)
                .axes([Axis::Z])
                .fbm()
                .lacunarity(1.0)
                .gain(1.0)
                .any(),
            plane(),
            32,
        ),
        // A list ends them too, and is not gone on with after a gap.
        (lists(4.0).any(), plane(), 2),
        (lists(1.0).any(), plane(), 4),
    ] {
        // Fractals of several kinds: their common parameters by name.
        let auto = noise.clone().set("octaves", Octaves::Auto);
        let kept = |numbers: &[f64]| numbers[..octaves as usize].to_vec();
        let given = match noise.node().params.contains_key("frequencies") {
            true => noise
                .clone()
                .set("frequencies", kept(&[1.0, 3.0, 9.0, 2.0])),
            false => noise.clone().set("octaves", f64::from(octaves)),
        };
        assert_equal(&auto, &given, &grid);
    }
}

#[test]
fn auto_of_a_scaled_fractal_counts_where_it_is() {
    let grid = Grid::new([64]);
    let fbm = |octaves: u32| Noise::perlin().frequency(4.0).fbm().octaves(octaves);
    let auto = Noise::perlin().frequency(4.0).fbm().octaves(Octaves::Auto);
    assert_equal(&auto.clone().scale(4.0), &fbm(2).scale(4.0), &grid);
    // One node at two places.
    let both = auto.clone().scale(2.0) + auto;
    assert_equal(&both, &(fbm(3).scale(2.0) + fbm(4)), &grid);
}

/// By hand: gain ½ falls below the half of 2/255 of its sum with the ninth octave; the eighth is 1/255 exactly.
#[test]
fn auto_ends_below_half_a_step_of_the_output() {
    let grid = Grid::new([33, 9]);
    let slow = || {
        Noise::perlin()
            .frequency(0.1)
            .fbm()
            .lacunarity(1.3)
            .octaves(Octaves::Auto)
    };
    let open = || slow().normalize(false);
    let bytes = Resolution::Absolute(2.0 / 255.0);
    let halves = Resolution::Relative(1.0 / 1024.0);
    for (noise, resolution, octaves) in [
        (slow(), bytes, 8),
        (slow(), Resolution::Absolute(2.001 / 255.0), 7),
        (slow().gain(0.1), Resolution::default(), 8),
        (slow().gain(0.1), halves, 4),
        // As it is added, and as a part of the sum.
        (open(), bytes, 8),
        (open(), Resolution::Absolute(1.999 / 128.0), 8),
        (open(), Resolution::Absolute(2.001 / 128.0), 7),
        (open(), Resolution::Relative(2.001 / 255.0), 7),
        (slow().gain(0.0), Resolution::default(), 1),
        (slow().gain(1.0), bytes, 20),
    ] {
        let auto = job(&noise, &grid).expect("a right noise");
        let auto = auto.with_resolution(resolution).expect("a right noise");
        let given = job(&noise.clone().octaves(octaves), &grid).expect("a right noise");
        let [found, expected] =
            [auto, given].map(|job| Cpu::new(job).sample(0).expect("samples").into_samples());
        assert_eq!(
            same_bits(&found, &expected),
            Ok(()),
            "{noise:?} for {resolution:?}"
        );

        let exact = |noise: Noise| {
            let job = Job::of([noise], &grid).and_then(|job| job.with_resolution(resolution));
            Reference::new(&job.expect("a right noise")).expect("numbers as they were built")
        };
        let auto = exact(noise.clone().any());
        let given = exact(noise.octaves(octaves).any());
        assert_eq!(auto.values([7, 3, 0, 0]), given.values([7, 3, 0, 0]));
    }
}

#[test]
fn no_octaves_are_auto_among_the_numbers() {
    let (grid, fbm) = (Grid::new([64]), Noise::perlin().frequency(4.0).fbm());
    let mut found = job(&fbm, &grid).expect("a right noise");
    found.set("fbm.octaves", 0.0).expect("auto");
    let mut found = Cpu::new(found);
    let expected = samples(&fbm.octaves(4), &grid, &cpu);
    assert_eq!(
        same_bits(found.sample(0).expect("samples").samples(), &expected),
        Ok(())
    );
}

#[test]
fn lists_stand_in_place_of_ratios() {
    let grid = Grid::new([33, 17]);
    let of = || Noise::perlin().frequency([4.3, 3.1]);
    fn check<K: of::Fractal>(plain: Noise<K>, grid: &Grid) {
        let amplitudes = [1.0, 0.5, 0.25, 0.125, 0.0625];
        assert_equal(&plain.clone().amplitudes(amplitudes), &plain, grid);
        let frequencies = [1.0, 2.0, 4.0, 8.0, 16.0];
        assert_equal(&plain.clone().frequencies(frequencies), &plain, grid);
        let first = plain.clone().octaves(1);
        assert_equal(&plain.clone().amplitudes([4.0]), &first, grid);
        let other = plain.clone().amplitudes([1.0, 0.5, 0.25, 0.125, 0.06]);
        assert!(differ(&other, &plain, grid));
        let other = plain.clone().frequencies([1.0, 2.0, 4.0, 8.0, 15.9]);
        assert!(differ(&other, &plain, grid));
    }
    check(of().fbm(), &grid);
    check(of().billow(), &grid);
    check(of().ridged(), &grid);
    check(of().ping_pong(), &grid);
    check(of().hybrid(), &grid);
    check(of().eroded(), &grid);
    // A frequency is one in time too, unless that has its own.
    let (line, listed) = (
        Grid::new([33]).frames(5),
        of().fbm().frequencies([1.0, 3.0, 9.0]),
    );
    assert_equal(&listed, &of().fbm().octaves(3).lacunarity(3.0), &line);
    let [listed, powers] = [listed, of().fbm().octaves(3).lacunarity(3.0)];
    let slow = |noise: Noise<of::Fbm>| noise.time_lacunarity(1.5);
    assert_equal(&slow(listed.clone()), &slow(powers), &line);
    assert!(differ(&slow(listed.clone()), &listed, &line));
}

#[test]
fn each_of_a_list_is_a_number() {
    let grid = Grid::new([33, 17]);
    let fbm = |last: f64| {
        let fbm = Noise::perlin().fbm().amplitudes([1.0, 0.5, last]);
        fbm.frequencies([1.0, 2.0, 4.0 * last])
    };
    let mut found = job(&fbm(0.25), &grid).expect("a right noise");
    found.set("fbm.amplitudes.2", 0.75).expect("a right number");
    found.set("fbm.frequencies.2", 3.0).expect("a right number");
    let expected = samples(&fbm(0.75), &grid, &cpu);
    let found = Cpu::new(found.clone())
        .sample(0)
        .expect("samples")
        .into_samples();
    assert_eq!(same_bits(&found, &expected), Ok(()));
}

#[test]
fn lists_that_do_not_fit_are_refused() {
    let grid = Grid::new([8, 8]);
    let fbm = || Noise::perlin().fbm();
    let zero = || fbm().amplitudes([0.0, 0.0]);
    let periodic = Noise::perlin().period(3).fbm();
    let closed = Noise::perlin().cells(3.0).fbm().frequencies([1.0, 1.5]);
    for (noise, grid, field) in [
        (
            fbm().amplitudes([1.0, 0.5]).octaves(3),
            grid.clone(),
            "fbm.octaves",
        ),
        (
            fbm().amplitudes([1.0, 0.5]).frequencies([1.0]),
            grid.clone(),
            "fbm.frequencies",
        ),
        (zero(), grid.clone(), "fbm.amplitudes"),
        (
            fbm().amplitudes([1.0]).set("persistence", 0.3),
            grid.clone(),
            "fbm.amplitudes",
        ),
        (
            fbm().frequencies([1.0]).lacunarity(2.0),
            grid.clone(),
            "fbm.frequencies",
        ),
        (
            periodic.frequencies([1.0, 1.5]),
            grid.clone(),
            "perlin.period",
        ),
        (closed, grid.clone().seamless(), "fbm.frequencies.1"),
    ] {
        match job(&noise, &grid).map(|_| ()) {
            Err(Error::Invalid { field: named, .. }) => assert_eq!(named, field, "{noise:?}"),
            other => panic!("{field}: {other:?}"),
        }
    }
    let listed = fbm().amplitudes([1.0, 0.5]);
    for good in [
        listed.clone(),
        listed.clone().octaves(2),
        listed.clone().octaves(Octaves::Auto),
        zero().normalize(false),
    ] {
        assert!(job(&good, &grid).is_ok(), "{good:?}");
    }
    let mut job = job(&listed, &grid).expect("a right noise");
    assert!(job.set("fbm.octaves", 1.0).is_ok());
    let refused = job.set("fbm.octaves", 3.0);
    assert!(matches!(refused, Err(Error::Invalid { field, .. }) if field == "fbm.octaves"));
}

#[test]
fn auto_needs_cells_to_count() {
    let grid = Grid::new([64, 64]);
    let stripes = || (Noise::x() * 8.0).cos();
    let auto = |noise: Noise| noise.fbm().octaves(Octaves::Auto);
    match job(&auto(stripes()), &grid).map(|_| ()) {
        Err(Error::Invalid { field, given, .. }) => {
            assert_eq!((&*field, &*given), ("fbm.octaves", "auto"));
        }
        other => panic!("{other:?}"),
    }
    for good in [
        auto(stripes() + Noise::perlin()),
        auto(stripes()).amplitudes([1.0, 0.5]),
        stripes().fbm().octaves(3),
    ] {
        assert!(job(&good, &grid).is_ok(), "{good:?}");
    }
}
