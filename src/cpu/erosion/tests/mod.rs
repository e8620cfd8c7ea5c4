//! What holds for every erosion: nothing is lost, nothing depends on where a seamless grid begins, nothing overflows.

mod dry;
mod grids;
mod wet;

use crate::erosion::fixed::ONE;
use crate::erosion::rules::{Cell, Flow, WALL, flow, slide, wash};
use crate::erosion::terrain::Terrain;
use crate::erosion::{Erosion, Site, Task, erode};
use crate::hash;

const SIZE: [usize; 2] = [37, 29];
/// The neighbours: beside, then across.
const SIDES: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

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

/// Returns samples without water.
fn dry(soil: &[u32]) -> Vec<Cell> {
    soil.iter().map(|&soil| Cell::from([soil, 0, 0])).collect()
}

/// Returns the samples after all steps, computed one by one. Rain falls as on a terrain that begins elsewhere.
fn one_by_one(task: &Task, soil: &[u32], shift: [usize; 2]) -> Vec<Cell> {
    let Task { terrain, rates, .. } = task;
    let [w, h] = terrain.size;
    let mut cells = dry(soil);
    for step in 0..task.iterations {
        let flows = (0..cells.len()).map(|i| {
            let level = |side| around(terrain, i, side).map_or(WALL, |there| cells[there].level());
            flow(cells[i], SIDES.map(level))
        });
        let flows: Vec<Flow> = flows.collect();
        let washed = (0..cells.len()).map(|i| {
            let soil =
                |side| around(terrain, i, side).map_or(cells[i].soil, |there| cells[there].soil);
            // From the side of the neighbour that faces this sample.
            let facing = |side| if side < 4 { side ^ 1 } else { 11 - side };
            let into = |of: fn(&Flow) -> &[u32; 8]| {
                SIDES.map(|side| {
                    around(terrain, i, side).map_or(0, |there| of(&flows[there])[facing(side)])
                })
            };
            let into = Flow {
                water: into(|flow| &flow.water),
                load: into(|flow| &flow.load),
            };
            let at = [i % w + shift[0], i / w + shift[1]];
            let rain = rates.rain_on([(at[0] % w) as u32, (at[1] % h) as u32], step);
            wash(rates, cells[i], flows[i], SIDES.map(soil), into, rain)
        });
        let washed: Vec<Cell> = washed.collect();
        let slopes = SIDES.map(|side| rates.slopes()[side / 4]);
        let slid = (0..cells.len()).map(|i| {
            let own = washed[i].soil;
            let soil = |side| around(terrain, i, side).map_or(own, |there| washed[there].soil);
            Cell {
                soil: slide(own, SIDES.map(soil), slopes),
                ..washed[i]
            }
        });
        cells = slid.collect();
    }
    cells
}

/// Returns the index of one of the eight neighbours of a sample, unless there is a wall.
fn around(terrain: &Terrain, of: usize, side: usize) -> Option<usize> {
    let [w, h] = terrain.size;
    let [dx, dy] = [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
    ][side];
    let moved = |at: usize, by: isize, size: usize| match at.wrapping_add_signed(by) {
        inside if inside < size => Some(inside),
        _ if !terrain.wraps => None,
        _ if by < 0 => Some(size - 1),
        _ => Some(0),
    };
    Some(moved(of / w, dy, h)? * w + moved(of % w, dx, w)?)
}

fn sum(soil: &[u32]) -> u64 {
    soil.iter().map(|soil| u64::from(*soil)).sum()
}

#[test]
fn no_soil_is_lost_or_made() {
    for wraps in [false, true] {
        let task = task(wraps, &erosion());
        let (before, mut after) = (soil(), soil());
        super::erode(&task, &mut after).unwrap();
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
    let cells = one_by_one(&task, &soil(), [0, 0]);
    let expected: Vec<u32> = cells.iter().map(Cell::settled).collect();
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let mut found = soil();
        pool.unwrap()
            .install(|| super::erode(&task, &mut found))
            .unwrap();
        assert_eq!(found, expected);
    }
    let other = Task {
        iterations: 59,
        ..task
    };
    let mut found = soil();
    super::erode(&other, &mut found).unwrap();
    assert_ne!(found, expected, "the control");
}

#[test]
fn terrains_of_any_size_have_the_bits_of_one_by_one() {
    let key = hash::integer_key(3, 0);
    for size in [
        [1, 1],
        [1, 70],
        [70, 1],
        [3, 2],
        [2, 3],
        [64, 20],
        [131, 40],
    ] {
        for wraps in [false, true] {
            let task = Task {
                terrain: Terrain { size, wraps },
                ..task(wraps, &erosion())
            };
            let high = |i| hash::integer(&key, &[i]) >> 10;
            let before: Vec<u32> = (0..(size[0] * size[1]) as u32).map(high).collect();
            let settled =
                |cells: Vec<Cell>| -> Vec<u32> { cells.iter().map(Cell::settled).collect() };
            let mut found = before.clone();
            super::erode(&task, &mut found).unwrap();
            assert_eq!(
                found,
                settled(one_by_one(&task, &before, [0, 0])),
                "{size:?} {wraps}"
            );
            let other = Task {
                iterations: 59,
                ..task
            };
            let controls = settled(one_by_one(&other, &before, [0, 0]));
            assert!(size == [1, 1] || found != controls, "the control: {size:?}");
        }
    }
}

#[test]
fn a_shifted_terrain_erodes_to_the_shifted_result() {
    let [w, h] = SIZE;
    let [dx, dy] = [11, 4];
    let shifted = |cells: &[Cell]| -> Vec<Cell> {
        let from = |i: usize| (i / w + dy) % h * w + (i % w + dx) % w;
        (0..cells.len()).map(|i| cells[from(i)]).collect()
    };
    let moved: Vec<u32> = shifted(&dry(&soil()))
        .iter()
        .map(|cell| cell.soil)
        .collect();
    for (wraps, agree) in [(true, true), (false, false)] {
        let task = task(wraps, &erosion());
        let here = one_by_one(&task, &soil(), [0, 0]);
        let there = one_by_one(&task, &moved, [dx, dy]);
        assert_eq!(shifted(&here) == there, agree, "wraps {wraps}");
    }
}

#[test]
fn extreme_numbers_neither_overflow_nor_lose_soil() {
    let most = Erosion {
        iterations: 40,
        relief: 1.0,
        rain: 1.0,
        evaporation: 0.0,
        capacity: 64.0,
        dissolving: 1.0,
        deposition: 1.0,
        talus: 0.0,
        creep: 0.5,
        ..Erosion::default()
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
            super::erode(&task(wraps, &erosion), &mut towers).unwrap();
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
        super::erode(&small, &mut one).unwrap();
        assert_eq!(one, [7]);
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
        creep: 0.0,
        coarsest: 1,
        ..erosion()
    };
    let before: Vec<f32> = (0..64u8).map(|i| (f32::from(i) * 0.7).sin()).collect();
    let mut after = before.clone();
    erode(&still, &site, &mut after, super::erode).unwrap();
    assert_eq!(after, before);
    erode(&erosion(), &site, &mut after, super::erode).unwrap();
    assert_ne!(after, before, "the control");
    let high = Erosion {
        relief: 1000.0,
        ..erosion()
    };
    let error = erode(&high, &site, &mut after, super::erode)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("erosion.relief: got 1000") && error.contains("8192 samples"),
        "{error}"
    );
}
