//! The grids of the suite: a few thousand samples each, with sizes that are not multiples of a workgroup or a SIMD width.

use crate::Grid;

pub(super) fn line() -> Grid {
    Grid::new([1037])
}

pub(super) fn plane() -> Grid {
    Grid::new([67, 19])
}

pub(super) fn solid() -> Grid {
    Grid::new([19, 11, 7])
}

pub(super) fn line_in_time() -> Grid {
    Grid::new([129]).frames(5).duration(1.7)
}

pub(super) fn plane_in_time() -> Grid {
    Grid::new([37, 11]).frames(3).duration(1.7)
}

pub(super) fn solid_in_time() -> Grid {
    Grid::new([13, 7, 5]).frames(3).duration(1.7)
}

/// Returns one grid for each set of axes that a noise can have.
pub(super) fn everywhere() -> [Grid; 6] {
    [
        line(),
        plane(),
        solid(),
        line_in_time(),
        plane_in_time(),
        solid_in_time(),
    ]
}

/// Returns one grid for each number of dimensions, one to four.
pub(super) fn each_dimension() -> [Grid; 4] {
    [line(), plane(), solid(), solid_in_time()]
}

/// Returns grids that are narrow and long, so that evaluators that walk along y or z walk far.
pub(super) fn towers() -> [Grid; 2] {
    [Grid::new([5, 311]), Grid::new([3, 5, 131])]
}

/// Returns grids with long rows for two to four dimensions, one of them longer than a tile of the CPU backend.
pub(super) fn long_rows() -> [Grid; 4] {
    [
        Grid::new([1337, 5]),
        Grid::new([203, 5, 3]),
        Grid::new([149, 4]).frames(2).duration(0.3),
        Grid::new([131, 3, 2]).frames(2).duration(0.3),
    ]
}

/// Returns a grid of one sample, and grids with one sample along all axes but one.
pub(super) fn slivers() -> [Grid; 5] {
    [
        Grid::new([1]),
        Grid::new([1, 1, 1]).frames(1),
        Grid::new([1, 33]),
        Grid::new([1, 1, 65]),
        Grid::new([257, 1, 1]),
    ]
}

/// Moves the grids to another origin.
pub(super) fn at(origin: [f64; 4], grids: impl IntoIterator<Item = Grid>) -> Vec<Grid> {
    let moved = |grid: Grid| grid.origin(origin);
    grids.into_iter().map(moved).collect()
}

/// Gives the grids a number of units along every axis, so that there are several cells per sample. They lie around 0, so that
/// cells of both signs occur.
pub(super) fn wide(units: f64, grids: impl IntoIterator<Item = Grid>) -> Vec<Grid> {
    (grids.into_iter())
        .map(|grid| {
            let extent = vec![units; grid.size.len()];
            grid.extent(extent)
                .origin([-0.47 * units; 4])
                .duration(units)
        })
        .collect()
}

/// Makes the grids seamless.
pub(super) fn seamless(grids: impl IntoIterator<Item = Grid>) -> Vec<Grid> {
    grids.into_iter().map(Grid::seamless).collect()
}

/// Returns grids with coordinates that are exact in f32: an odd number of samples, 1/64 apart, of both signs.
pub(super) fn dyadic() -> [Grid; 2] {
    let sizes = [[67, 43, 1], [21, 13, 11]];
    sizes.map(|size| {
        let extent = size.map(|n| f64::from(n) / 64.0);
        Grid::new(size)
            .extent(extent)
            .origin([-11.0 / 64.0, -6.0 / 64.0, -3.0 / 64.0, 0.0])
    })
}
