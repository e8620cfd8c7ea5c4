//! How a frame is cut: whole slices while they fit, else rows of a slice, else pieces of a row.
//!
//! Each of the three is one run of texels in the order of the file, so a brick is written as it is.

use crate::grid::Brick;

/// The most samples of a brick: 64 MiB of the largest texels, 16 bytes.
const SAMPLES_MAX: u64 = 1 << 22;

/// The most samples of a brick along one axis, which bounds the axis tables of a brick: some bytes
/// for every sample of an axis in every octave.
const SIDE_MAX: u64 = 1 << 14;

/// The size of a frame's bricks; the last on an axis may be shorter.
pub(super) fn brick_size(size: [u32; 3]) -> [u32; 3] {
    let [x, y, z] = size.map(u64::from);
    let row = x.min(SIDE_MAX);
    let rows = match row < x {
        true => 1,
        false => y.min(SIDE_MAX).min(SAMPLES_MAX / row),
    };
    let slices = match rows < y {
        true => 1,
        false => z.min(SIDE_MAX).min(SAMPLES_MAX / (row * rows)),
    };
    // None is over SIDE_MAX.
    [row as u32, rows as u32, slices as u32]
}

/// The bricks of one frame in the order of the file.
pub(super) fn bricks(size: [u32; 3], step: [u32; 3], frame: u32) -> impl Iterator<Item = Brick> {
    let starts = move |axis: usize| (0..size[axis]).step_by(step[axis] as usize);
    starts(2)
        .flat_map(move |z| starts(1).map(move |y| [y, z]))
        .flat_map(move |[y, z]| starts(0).map(move |x| [x, y, z]))
        .map(move |start| Brick {
            frame,
            start,
            size: std::array::from_fn(|axis| step[axis].min(size[axis] - start[axis])),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bricks of a frame are runs of texels that follow each other and end with the frame.
    fn check(size: [u32; 3]) {
        let [nx, ny, nz] = size.map(u64::from);
        let step = brick_size(size);
        let mut at = 0;
        for brick in bricks(size, step, 0) {
            let [x, y, z] = brick.start.map(u64::from);
            assert_eq!((z * ny + y) * nx + x, at, "{size:?} {brick:?}");
            let [bx, by, bz] = brick.size.map(u64::from);
            assert!(bx == nx || (by, bz) == (1, 1), "{size:?} {brick:?}");
            assert!(by == ny || bz == 1, "{size:?} {brick:?}");
            assert!(brick.samples() <= SAMPLES_MAX && bx.max(by).max(bz) <= SIDE_MAX);
            at += brick.samples();
        }
        assert_eq!(at, nx * ny * nz);
    }

    #[test]
    fn bricks_follow_each_other_in_the_order_of_the_file() {
        check([1, 1, 1]);
        check([64, 64, 64]);
        check([512, 512, 512]);
        check([3, 5, 100_000]);
        check([3, 100_000, 5]);
        check([100_000, 3, 5]);
        check([16_384, 16_384, 1]);
        check([2_000, 3_000, 7]);
        check([4_194_305, 1, 1]);
    }
}
