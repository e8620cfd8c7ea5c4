//! Noises that are equal by definition have equal bits.

use wgpu_noise::noise::{Axis, Hash, OctavePositions, OctaveTables, RidgedForm, of};
use wgpu_noise::verify;
use wgpu_noise::{Grid, Noise};

use crate::equal::{self, BACKENDS};
use crate::support::{case, case_samples, cpu, images_of, same_bits, samples};

fn grids() -> [Grid; 6] {
    [
        Grid::new([257]),
        Grid::new([33, 17]),
        Grid::new([17, 9, 5]),
        Grid::new([33]).frames(3),
        Grid::new([17, 9]).frames(3),
        Grid::new([9, 7, 5]).frames(2),
    ]
}

fn perlin() -> Noise<of::Perlin> {
    Noise::perlin()
        .frequency([4.3, 3.1, 5.7])
        .time_frequency(2.6)
}

fn hashes() -> [Noise<of::Perlin>; 2] {
    [perlin(), perlin().hash(Hash::Integer)]
}

/// Asserts equal bits on every backend and grid.
fn assert_equal<K, L>(a: &Noise<K>, b: &Noise<L>) {
    for grid in grids() {
        equal::assert_equal(a, b, &grid);
    }
}

/// A fractal with the lattices of its octaves where its source has its own.
fn aligned<K: of::Fractal>(fractal: Noise<K>) -> Noise<K> {
    fractal.octave_positions(OctavePositions::Aligned)
}

#[test]
fn a_picture_of_equal_pixels_is_a_constant() {
    let number = 0.7_f32;
    for image in images_of(number) {
        assert_equal(&image, &Noise::constant(number.into()));
    }
}

#[test]
fn aligned_fbm_of_one_octave_is_its_source() {
    for noise in hashes() {
        let one = |noise: &Noise| aligned(noise.clone().fbm().octaves(1));
        let noise = noise.any();
        assert_equal(&one(&noise), &noise);
        assert_equal(&one(&noise).gain(0.3).lacunarity(1.7), &noise);
        let displaced = noise.warp([Noise::x()], 0.7).any();
        assert_equal(&one(&displaced), &displaced);
    }
}

#[test]
fn the_second_octave_alone_is_the_source_with_that_table_and_frequency() {
    let pair = aligned(perlin().fbm())
        .octaves(2)
        .gain(1.0)
        .octave_tables(OctaveTables::Shared);
    let sum = (perlin() + perlin().scale(2.0).time_factor(2.0)) * 0.5;
    for grid in grids() {
        let [pair, sum] = [samples(&pair, &grid, &cpu), samples(&sum, &grid, &cpu)];
        let far = pair
            .iter()
            .zip(&sum)
            .map(|(a, b)| (a - b).abs())
            .max_by(f32::total_cmp)
            .expect("samples");
        assert!(far <= 3e-7, "{far:e} on {grid:?}");
    }
}

#[test]
fn a_sum_of_shapes_is_the_fbm_of_the_shape() {
    for noise in hashes() {
        let one = || noise.clone();
        assert_equal(&one().billow(), &one().abs().fbm());
        let plain = one().ridged().form(RidgedForm::Plain).offset(0.75);
        assert_equal(&plain, &(Noise::constant(0.75) - one().abs()).fbm());
        let ping_pong = one().ping_pong().strength(3.0);
        let turns = (one() + 1.0) * 3.0 * 0.5;
        let wave = (turns.triangle() * -1.0).fbm();
        for grid in grids() {
            let [found, wave] = [
                samples(&ping_pong, &grid, &cpu),
                samples(&wave, &grid, &cpu),
            ];
            assert_eq!(same_bits(&found, &wave), Ok(()));
        }
    }
}

#[test]
fn the_first_octave_of_a_multifractal_has_all_its_weight() {
    for noise in hashes() {
        let one = || noise.clone();
        let ridge = || Noise::constant(0.75) - one().abs();
        let ridged = aligned(one().ridged().offset(0.75)).octaves(1).any();
        let square = {
            let ridge = ridge();
            ridge.clone() * ridge
        };
        let hybrid = aligned(one().hybrid().offset(0.25)).octaves(1).any();
        for grid in grids() {
            for (a, b) in [(&ridged, &square), (&hybrid, &(one() + 0.25))] {
                let [a, b] = [a, b].map(|noise| samples(noise, &grid, &cpu));
                assert_eq!(same_bits(&a, &b), Ok(()));
            }
        }
    }
}

#[test]
fn scale_is_frequency() {
    for noise in hashes() {
        let scaled = noise.clone().scale(2.0).time_factor(4.0);
        let faster = noise.frequency([8.6, 6.2, 11.4]).time_frequency(10.4);
        assert_equal(&scaled, &faster);
    }
}

#[test]
fn cells_are_frequency_over_the_extent() {
    let grid = Grid::new([64, 32]).extent([2.0, 0.5]);
    let cells = samples(&Noise::perlin().cells([6.0, 5.0]), &grid, &cpu);
    let frequency = samples(&Noise::perlin().frequency([3.0, 10.0]), &grid, &cpu);
    assert_eq!(same_bits(&cells, &frequency), Ok(()));
}

#[test]
fn translate_is_origin() {
    let moved = perlin().translate([-1.5, 0.25, 3.0]).time_offset(0.5);
    for grid in grids() {
        let shifted = grid.clone().origin([-1.5, 0.25, 3.0, 0.5]);
        for make in BACKENDS {
            let found = same_bits(
                &samples(&moved, &grid, make),
                &samples(&perlin(), &shifted, make),
            );
            assert_eq!(found, Ok(()), "on {grid:?}");
        }
    }
}

#[test]
fn a_noise_among_channels_is_the_noise_alone() {
    for shared in verify::cases()
        .iter()
        .filter(|case| case.channels.len() > 1)
    {
        let together = case_samples(shared, &cpu);
        for (channel, noise) in shared.channels.iter().enumerate() {
            let own: Vec<f32> = (together.iter().skip(channel))
                .step_by(shared.channels.len())
                .copied()
                .collect();
            let alone = samples(noise, &shared.grid, &cpu);
            assert_eq!(
                same_bits(&own, &alone),
                Ok(()),
                "{} ({})",
                shared.name,
                shared.axes()
            );
        }
    }
}

#[test]
fn seeds_add_up_and_wrap() {
    let grid = Grid::new([65, 3]);
    let seeded = |seed, own: u32| {
        let case = case(&[perlin().seed(own)], &grid);
        case_samples(&verify::Case { seed, ..case }, &cpu)
    };
    assert_eq!(same_bits(&seeded(7, 5), &seeded(0, 12)), Ok(()));
    assert_eq!(same_bits(&seeded(u32::MAX, 9), &seeded(0, 8)), Ok(()));
    assert_eq!(
        same_bits(&seeded(0x8000_0000, 0x8000_0000), &seeded(0, 0)),
        Ok(())
    );
    for other in [1, 2, u32::MAX, 0x8000_0000] {
        assert!(
            same_bits(&seeded(other, 0), &seeded(0, 0)).is_err(),
            "{other}"
        );
    }
}

/// Where nothing is turned, bent or cut, the values are those of the noise in space, within rounding.
#[test]
fn mappings_are_noise_in_space() {
    let grid = Grid::new([33, 17]);
    let noise = || perlin().axes([Axis::X, Axis::Y, Axis::Z]);
    let values = |noise: Noise| samples(&noise, &grid, &cpu);
    let apart = |a: &Noise, b: Noise| {
        let pairs = values(a.clone()).into_iter().zip(values(b));
        let apart = pairs.map(|(a, b)| (a - b).abs());
        apart.max_by(f32::total_cmp).expect("samples")
    };
    let flat = perlin().plane([0.0, 0.0, 0.3], [1.0], [0.0, 1.0]);
    let slice = noise().translate([0.0, 0.0, 0.3]);
    assert!(apart(&flat, slice.any()) < 5e-6);
    let upright = perlin().plane([0.1, 0.0, 0.0], [0.0, 1.0], [0.0, 0.0, 1.0]);
    let turned = noise().rotate([0.25, 0.0, 0.25]).translate([0.0, 0.0, 0.1]);
    assert!(apart(&upright, turned.any()) < 5e-6);
    let long = noise().stretch([0.0, 1.0], 2.0);
    assert!(apart(&long, noise().scale([1.0, 0.5, 1.0]).any()) < 5e-6);
    assert!(apart(&long, noise().any()) > 0.1);
}

/// A period of 256 is none, for a table: it repeats after 256 cells by itself. An integer hash does not.
#[test]
fn a_table_repeats_after_256_cells() {
    let noise = |hash| Noise::perlin().frequency(4.0).hash(hash);
    let moved = |cells: f64| Grid::new([33, 17]).origin([cells / 4.0, 0.0, 0.0, 0.0]);
    let at = |hash, cells: f64| samples(&noise(hash), &moved(cells), &cpu);
    assert_eq!(
        same_bits(&at(Hash::Table, 256.0), &at(Hash::Table, 0.0)),
        Ok(())
    );
    assert!(same_bits(&at(Hash::Table, 128.0), &at(Hash::Table, 0.0)).is_err());
    assert!(same_bits(&at(Hash::Integer, 256.0), &at(Hash::Integer, 0.0)).is_err());
}
