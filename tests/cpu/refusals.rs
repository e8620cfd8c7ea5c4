//! Requests that the backend refuses.

use wgpu_noise::cpu::{Cpu, SimdLevel};
use wgpu_noise::grid::Brick;
use wgpu_noise::texel::Packing;
use wgpu_noise::{Backend, Grid};

use crate::compare::{bound, perlin};

#[test]
fn wrong_requests_are_refused() {
    let grid = Grid::new([4, 4]);
    let mut cpu = Cpu::new(bound(&[perlin("table", 1)], &grid));
    let packing = |channels| Packing::samples(channels).expect("right");
    let brick = Brick::whole(&grid, 0);
    assert!(cpu.fill(&brick, &packing(1), &mut [0; 63]).is_err());
    assert!(cpu.fill(&brick, &packing(2), &mut [0; 128]).is_err());
    let outside = Brick {
        start: [0, 0, 0, 1],
        ..brick
    };
    assert!(cpu.fill(&outside, &packing(1), &mut [0; 64]).is_err());
}

#[test]
fn forms_that_are_not_there_are_refused() {
    let grid = Grid::new([4, 4]);
    for level in SimdLevel::ALL {
        let cpu = Cpu::with_simd_level(bound(&[perlin("table", 1)], &grid), level);
        assert_eq!(cpu.is_ok(), level.is_available(), "{level}");
    }
    let detected = Cpu::new(bound(&[perlin("table", 1)], &grid)).simd_level();
    assert_eq!(detected, SimdLevel::detect());
}
