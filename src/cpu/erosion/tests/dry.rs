//! Soil without water slides where it is steep, and creeps on every slope.

use super::{SIZE, sum, task};
use crate::cpu::erode;
use crate::erosion::Erosion;
use crate::erosion::fixed::{ONE, scaled};

#[test]
fn dry_soil_slides_down_to_its_talus() {
    let dry = Erosion {
        iterations: 200,
        rain: 0.0,
        talus: 45.0,
        creep: 0.0,
        ..Erosion::default()
    };
    let mut cone = vec![0; SIZE[0] * SIZE[1]];
    cone[14 * SIZE[0] + 18] = 300 * ONE;
    // Without rain no water is left over, so iterations in parts are the same as all at once.
    let mut slides = || {
        let before = cone.clone();
        erode(&task(false, &dry), &mut cone).unwrap();
        cone != before
    };
    let parts = (0..50).take_while(|_| slides()).count();
    assert!(parts < 50, "it slides for ever");
    let rows = cone.chunks(SIZE[0]);
    let steepest = |cone: &[u32]| -> u32 {
        let differences = cone.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
        differences.max().unwrap_or_default()
    };
    let across = rows.map(steepest).max().unwrap();
    // What is left above the talus is less than slides at all: a sixteenth of it rounds to 0.
    assert!(across <= ONE + 16 && across > ONE / 2, "{across}");
    // As many samples in a row as in a column, and not many fewer across.
    let high = |[dx, dy]: [usize; 2]| {
        let at = |k: usize| cone[(14 + k * dy) * SIZE[0] + 18 + k * dx];
        (0..10).take_while(|&k| at(k) > 0).count()
    };
    assert_eq!(high([1, 0]), high([0, 1]));
    let diagonal = high([1, 1]) as f64 * 2f64.sqrt();
    assert!((diagonal - high([1, 0]) as f64).abs() <= 1.5, "{diagonal}");
}

/// Creep alone.
fn creeping(iterations: u32) -> Erosion {
    Erosion {
        iterations,
        rain: 0.0,
        talus: 90.0,
        ..Erosion::default()
    }
}

#[test]
fn a_ridge_as_wide_as_a_sample_creeps_away() {
    let mut ridge = vec![0; SIZE[0] * SIZE[1]];
    ridge
        .iter_mut()
        .skip(18)
        .step_by(SIZE[0])
        .for_each(|soil| *soil = ONE);
    let crest = |soil: &[u32]| soil[14 * SIZE[0] + 18] - soil[14 * SIZE[0] + 17];
    for (creep, wraps) in [(0.02, true), (0.02, false), (0.5, false), (0.0, false)] {
        let erosion = Erosion {
            creep,
            ..creeping(200)
        };
        let mut after = ridge.clone();
        erode(&task(wraps, &erosion), &mut after).unwrap();
        assert_eq!(sum(&after), sum(&ridge));
        match creep {
            0.0 => assert_eq!(after, ridge, "the control"),
            _ => assert!(crest(&after) < ONE / 4, "{creep}: {}", crest(&after)),
        }
    }
}

#[test]
fn soil_creeps_to_eight_neighbours_but_not_through_walls() {
    let [w, h] = SIZE;
    let height = 300 * ONE;
    let beside = scaled(height, 262); // 0.02 / 5
    let across = scaled(height, 65);
    for (x, y) in [(0, 0), (18, 0), (w - 1, 14), (18, h - 1), (18, 14)] {
        for wraps in [false, true] {
            let mut soil = vec![0; w * h];
            soil[y * w + x] = height;
            erode(&task(wraps, &creeping(1)), &mut soil).unwrap();
            assert_eq!(sum(&soil), u64::from(height));
            for (i, soil) in soil.into_iter().enumerate() {
                let away = |a: usize, b: usize, size: usize| match a.abs_diff(b) {
                    far if wraps => far.min(size - far),
                    far => far,
                };
                let found = match (away(i % w, x, w), away(i / w, y, h)) {
                    (0, 0) => continue,
                    (0, 1) | (1, 0) => beside,
                    (1, 1) => across,
                    _ => 0,
                };
                assert_eq!(soil, found, "{i} of {x} {y}, wraps {wraps}");
            }
        }
    }
}
