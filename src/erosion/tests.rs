//! What holds for every erosion: nothing is lost, nothing depends on where a seamless grid begins, nothing overflows.

use super::fixed::{ONE, length, scaled, share};
use super::rules::{Cell, Flow, flow, slide, wash};
use super::task::{Site, Task, erode};
use super::{Erosion, terrain::Terrain};
use crate::hash;

const SIZE: [usize; 2] = [37, 29];

fn task(wraps: bool, erosion: &Erosion) -> Task {
    let site = Site {
        size: SIZE.map(|n| n as u32),
        wraps,
        step: 1.0 / 32.0,
        seed: 5,
    };
    Task::new(erosion, &site)
}

fn erosion() -> Erosion {
    Erosion {
        iterations: 60,
        ..Erosion::default()
    }
}

/// Steep and rough: up to 40 samples high, from the hash.
fn soil() -> Vec<u32> {
    let key = hash::integer_key(1, 0);
    let height = |i: u32| (hash::integer(&key, &[i]) >> 16) * 40;
    let rough: Vec<u32> = (0..(SIZE[0] * SIZE[1]) as u32).map(height).collect();
    // Neighbours in a row are averaged, so that slopes are longer than a sample.
    let mean = |i: usize| (0..5).map(|k| rough[(i + k) % rough.len()] / 5).sum();
    (0..rough.len()).map(mean).collect()
}

/// Returns the samples after all steps, computed one by one. Rain falls as on a terrain that begins elsewhere.
fn one_by_one(task: &Task, soil: &[u32], shift: [usize; 2]) -> Vec<Cell> {
    let Task { terrain, rates, .. } = task;
    let [w, h] = terrain.size;
    let mut cells: Vec<Cell> = (soil.iter())
        .map(|soil| Cell {
            soil: *soil,
            ..Cell::default()
        })
        .collect();
    let mut flows = vec![Flow::default(); cells.len()];
    let at = |i: usize| [i % w, i / w];
    for step in 0..task.iterations {
        for (i, own) in flows.iter_mut().enumerate() {
            *own = flow(terrain, &cells, i % w, i / w, own);
        }
        let washed = (0..cells.len()).map(|i| {
            let [x, y] = at(i);
            let rain = rates.rain_on([(x + shift[0]) % w, (y + shift[1]) % h], step);
            wash(terrain, rates, &cells, &flows, [x, y], rain)
        });
        let washed: Vec<Cell> = washed.collect();
        cells = (0..cells.len())
            .map(|i| slide(terrain, rates, &washed, i % w, i / w))
            .collect();
    }
    cells
}

fn sum(soil: &[u32]) -> u64 {
    soil.iter().map(|soil| u64::from(*soil)).sum()
}

#[test]
fn no_soil_is_lost_or_made() {
    for wraps in [false, true] {
        let task = task(wraps, &erosion());
        let (before, mut after) = (soil(), soil());
        task.run(&mut after).unwrap();
        assert_eq!(sum(&after), sum(&before));
        let moved: u64 = (before.iter().zip(&after))
            .map(|(a, b)| u64::from(a.abs_diff(*b)))
            .sum();
        assert!(
            moved > before.len() as u64 * u64::from(ONE) / 4,
            "the control: {moved}"
        );
        // Water carries some of it, which is not forgotten.
        let cells = one_by_one(&task, &before, [0, 0]);
        let loads = cells.iter().map(|cell| u64::from(cell.load)).sum::<u64>();
        assert!(loads > 0 && cells.iter().any(|cell| cell.water > 0));
        let ends = |of: &mut dyn Iterator<Item = u32>| {
            of.fold((u32::MAX, 0), |(low, high), one| {
                (low.min(one), high.max(one))
            })
        };
        let (low, high) = ends(&mut before.iter().copied());
        let within = ends(&mut cells.iter().map(|cell| cell.soil));
        assert!(low <= within.0 && within.1 <= high);
    }
}

#[test]
fn threads_compute_what_one_by_one_gives() {
    let task = task(false, &erosion());
    let expected: Vec<u32> = one_by_one(&task, &soil(), [0, 0])
        .iter()
        .map(|cell| cell.soil + cell.load)
        .collect();
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let mut found = soil();
        pool.unwrap().install(|| task.run(&mut found)).unwrap();
        assert_eq!(found, expected);
    }
    let other = Task {
        iterations: 59,
        ..task
    };
    let mut found = soil();
    other.run(&mut found).unwrap();
    assert_ne!(found, expected, "the control");
}

#[test]
fn a_shifted_terrain_erodes_to_the_shifted_result() {
    let [w, h] = SIZE;
    let [dx, dy] = [11, 4];
    let shifted = |cells: &[Cell]| -> Vec<Cell> {
        let from = |i: usize| (i / w + dy) % h * w + (i % w + dx) % w;
        (0..cells.len()).map(|i| cells[from(i)]).collect()
    };
    let of = |soil: &[u32]| -> Vec<Cell> {
        let cell = |soil: &u32| Cell {
            soil: *soil,
            ..Cell::default()
        };
        soil.iter().map(cell).collect()
    };
    let moved: Vec<u32> = shifted(&of(&soil())).iter().map(|cell| cell.soil).collect();
    for (wraps, agree) in [(true, true), (false, false)] {
        let task = task(wraps, &erosion());
        let here = one_by_one(&task, &soil(), [0, 0]);
        let there = one_by_one(&task, &moved, [dx, dy]);
        assert_eq!(shifted(&here) == there, agree, "wraps {wraps}");
    }
}

#[test]
fn dry_soil_slides_down_to_its_talus() {
    let dry = Erosion {
        iterations: 20_000,
        rain: 0.0,
        talus: 45.0,
        ..Erosion::default()
    };
    let mut cone = vec![0; SIZE[0] * SIZE[1]];
    cone[14 * SIZE[0] + 18] = 300 * ONE;
    task(false, &dry).run(&mut cone).unwrap();
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

#[test]
fn extreme_numbers_neither_overflow_nor_lose_soil() {
    let most = Erosion {
        iterations: 40,
        relief: 1.0,
        rain: 1.0,
        evaporation: 0.0,
        capacity: 8.0,
        dissolving: 1.0,
        deposition: 1.0,
        talus: 0.0,
    };
    let mut towers: Vec<u32> = (soil().iter())
        .map(|soil| if soil % 3 == 0 { (1 << 29) - 1 } else { 0 })
        .collect();
    for wraps in [false, true] {
        for evaporation in [0.0, 1.0] {
            let before = sum(&towers);
            let erosion = Erosion {
                evaporation,
                ..most.clone()
            };
            task(wraps, &erosion).run(&mut towers).unwrap();
            assert_eq!(sum(&towers), before);
        }
    }
    // The smallest grid, of which each sample is its own neighbour.
    for wraps in [false, true] {
        let small = Task {
            terrain: Terrain {
                size: [1, 1],
                wraps,
            },
            ..task(wraps, &most)
        };
        let mut one = [7];
        small.run(&mut one).unwrap();
        assert_eq!(one, [7]);
    }
}

#[test]
fn shares_never_exceed_the_whole() {
    let key = hash::integer_key(2, 0);
    for i in 0..20_000 {
        let [a, b, c, d] = hash::integers(&key, &[i]);
        let (a, b) = (a >> (1 + c % 31), b >> (1 + d % 31));
        let (part, whole) = (a.min(b), a.max(b));
        let exact = u64::from(part) * u64::from(ONE);
        let share = share(part, whole);
        assert!(u64::from(share) * u64::from(whole.max(1)) <= exact.max(u64::from(share)));
        assert!(u64::from(scaled(whole, share)) <= u64::from(part));
        assert_eq!(
            u64::from(scaled(whole, share)),
            (u64::from(whole) * u64::from(share)) >> 16
        );
        if whole >= 1 << 16 {
            let wanted = exact as f64 / f64::from(whole);
            assert!(
                (wanted - f64::from(share)).abs() <= 4.0,
                "{part} of {whole}: {share}"
            );
        }
        let exact = f64::from(part).hypot(f64::from(whole));
        assert!((f64::from(length(part, whole)) - exact).abs() <= 0.04 * exact + 2.0);
    }
}

#[test]
fn heights_keep_their_last_bits_where_nothing_moves() {
    let site = Site {
        size: [8, 8],
        wraps: true,
        step: 0.125,
        seed: 0,
    };
    let still = Erosion {
        rain: 0.0,
        talus: 90.0,
        ..erosion()
    };
    let before: Vec<f32> = (0..64u8).map(|i| (f32::from(i) * 0.7).sin()).collect();
    let mut after = before.clone();
    erode(&still, &site, &mut after, Task::run).unwrap();
    assert_eq!(after, before);
    erode(&erosion(), &site, &mut after, Task::run).unwrap();
    assert_ne!(after, before, "the control");
    let high = Erosion {
        relief: 1000.0,
        ..erosion()
    };
    let error = erode(&high, &site, &mut after, Task::run)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("erosion.relief: 1000") && error.contains("8192 samples"),
        "{error}"
    );
}
