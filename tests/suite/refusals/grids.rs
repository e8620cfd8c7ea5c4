//! Parameters of the grid.

use wgpu_noise::{Error, Grid};

#[test]
fn a_grid_refuses_bad_values_by_name() {
    let grid = || Grid::new([4, 4, 4]).frames(2);
    let sizes: [&[u32]; 6] = [&[], &[0], &[4, 0], &[4, 4, 0], &[4, 4, 4, 4], &[u32::MAX]];
    for size in sizes {
        refused(&Grid::new(size.to_vec()), "size");
    }
    refused(&grid().frames(0), "frames");
    refused(&grid().frames(u32::MAX), "frames");
    for bad in [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        0.0,
        -1.0,
        1e-13,
        1e13,
        f64::MIN_POSITIVE,
    ] {
        refused(&grid().duration(bad), "duration");
        refused(&grid().extent([1.0, bad, 1.0]), "extent");
    }
    refused(&grid().extent(Vec::new()), "extent");
    refused(&Grid::new([4, 1]).edge_samples(), "edge_samples");
    refused(&grid().extent([1.0; 4]), "extent");
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e16, -1e300] {
        for axis in 0..4 {
            let mut origin = [0.0; 4];
            origin[axis] = bad;
            refused(&grid().origin(origin), "origin");
        }
    }
    let overflowing = Grid::new([1 << 31, 1 << 31, 1 << 31]);
    assert!(matches!(
        overflowing.validate(),
        Err(Error::TooLarge { .. })
    ));
}

pub fn refused(grid: &Grid, field: &str) {
    match grid.validate() {
        Err(Error::Invalid { field: named, .. }) => assert_eq!(named, field, "{grid:?}"),
        other => panic!("{grid:?}: {other:?}"),
    }
}
