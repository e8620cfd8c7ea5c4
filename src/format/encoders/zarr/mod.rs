//! A Zarr store, version 3: a folder with one array, `noise`, in files that are written alone, in any order.
//!
//! The shape of the array is `(frame, z, y, x, channel)`, without the axes that are not there, as that of an `.npy`. Each file
//! holds a box of samples, its part, in chunks that a reader gets one by one (the codec `sharding_indexed`); each chunk is
//! compressed with Zstandard, or not at all. The positions of the samples are arrays `x`, `y` and `z`. The group at the root has
//! the recipe as an attribute, and the metadata of all arrays ("consolidated"). Unorm texels have the attributes `scale_factor`
//! and `add_offset` of the CF conventions, with which xarray returns values.
//!
//! Source: [Zarr core specification 3](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html).

#[cfg(feature = "zarr")]
mod array;
#[cfg(not(feature = "zarr"))]
mod no_zarr;
mod recipe;
#[cfg(feature = "zarr")]
mod store;

use std::path::{Path, PathBuf};

use crate::format::contents::Contents;

#[cfg(feature = "zarr")]
pub use array::Settings;
#[cfg(not(feature = "zarr"))]
pub use no_zarr::{Settings, Store};
pub use recipe::read_recipe;
#[cfg(feature = "zarr")]
pub use store::Store;

/// The name of the array.
const ARRAY: &str = "noise";

/// The name of a file of metadata.
pub const METADATA: &str = "zarr.json";

/// The number of samples of a chunk along each axis, by the number of axes: 256 Ki samples.
const CHUNK: [u32; 3] = [1 << 18, 1 << 9, 1 << 6];

/// The most bytes of the texels of a file. A file is computed and compressed in memory.
const PART_MAX: u64 = 16 << 20;

/// Returns the samples of a chunk along x, y, z and time.
fn chunk(contents: &Contents) -> [u32; 4] {
    let side = CHUNK[contents.size.len() - 1];
    let mut chunk = [1; 4];
    for (n, &size) in chunk.iter_mut().zip(&contents.size) {
        *n = side.min(size);
    }
    chunk
}

/// Returns the samples of a file along x, y, z and time: whole chunks, first along x, where long rows are fast.
pub fn part(contents: &Contents) -> [u32; 4] {
    let mut part = chunk(contents);
    for axis in 0..contents.size.len() {
        while part[axis] < contents.size[axis] && 2 * bytes(contents, part) <= PART_MAX {
            part[axis] *= 2;
        }
    }
    part
}

fn bytes(contents: &Contents, box_of: [u32; 4]) -> u64 {
    let samples: u64 = box_of.map(u64::from).iter().product();
    samples * u64::from(contents.packing.bytes())
}

/// Returns the path of the file at a place along x, y, z and time.
pub fn path(store: &Path, axes: &[Option<usize>], place: [u32; 4]) -> PathBuf {
    let mut name = "c".to_string();
    for axis in axes {
        // The components of a texel are in one file.
        let at = axis.map_or(0, |axis| place[axis]);
        name.push_str(&format!(".{at}"));
    }
    store.join(ARRAY).join(name)
}

/// The axes of an array, the slowest first: 0 (x) to 3 (time); `None` for the components of a texel.
pub type Axes = Vec<Option<usize>>;

/// Returns the axes of the array.
pub fn axes(contents: &Contents) -> Axes {
    let time = contents.frames.map(|_| 3);
    let space = (0..contents.size.len()).rev();
    let mut axes: Axes = time.into_iter().chain(space).map(Some).collect();
    if contents.packing.components > 1 {
        axes.push(None);
    }
    axes
}
