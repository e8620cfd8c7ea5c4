//! Which part of a bake holds which samples: each a box of the grid, all but the last ones of the same size.

use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::contents::Contents;
use super::encoders::{npy, zarr};
use super::file_type::FileType;
use crate::grid::Brick;
use crate::recipe::Layout;
use crate::{Error, Result};

/// The most bytes of a brick's texels. A bake has two of them in memory. It is large enough for a GPU to walk along z through
/// large slices, and for many rows to share the values that depend on x alone.
pub const BRICK_MAX: u64 = 32 << 20;

/// The most files of one bake.
pub const FILES_MAX: u32 = 1_000_000;

/// The most ranges of a file.
const RANGES_MAX: u64 = 1 << 16;

/// The parts of a bake that hold texels: its files, or ranges of the bytes of its only file.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// The samples along x, y and z, and the frames.
    whole: [u32; 4],
    /// Those of the first part.
    part: [u32; 4],
    texel_bytes: u32,
    place: Place,
}

/// Where the parts are.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// There is one part, a file with the name that was given.
    Given,
    /// They follow each other in a file with the name that was given, after a head of that many bytes.
    Ranges { head: u64 },
    /// Each frame is a file with its number before the extension.
    Frames,
    /// The files are those of an array in a folder with the name that was given.
    Zarr(zarr::Axes),
}

impl Parts {
    /// Returns the parts of a bake; one for a stream, which has no type.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than [`FILES_MAX`] files.
    pub fn new(file_type: Option<FileType>, contents: &Contents) -> Result<Parts> {
        let whole = contents.size4();
        let [x, y, z, _] = whole;
        let texel_bytes = contents.packing.bytes();
        let ranges = |head| (range(whole, texel_bytes), Place::Ranges { head });
        let (part, place) = match file_type {
            Some(FileType::Zarr) => (zarr::part(contents), Place::Zarr(zarr::axes(contents))),
            Some(FileType::Npy) => ranges(npy::header(contents).len() as u64),
            Some(FileType::Raw) => ranges(0),
            _ if contents.tiling.layout == Some(Layout::Flipbook) => (whole, Place::Given),
            Some(file_type) if file_type.numbers_frames() && contents.frames.is_some() => {
                ([x, y, z, 1], Place::Frames)
            }
            _ => (whole, Place::Given),
        };
        let parts = Parts {
            whole,
            part,
            texel_bytes,
            place,
        };
        match parts.files() <= FILES_MAX.into() {
            true => Ok(parts),
            false => Err(too_many(parts.files(), file_type, contents)),
        }
    }

    /// Whether the same parts hold the same samples.
    pub fn are_cut_like(&self, other: &Parts) -> bool {
        (self.whole, self.part) == (other.whole, other.part)
    }

    /// Returns the number of files.
    pub fn files(&self) -> u64 {
        if self.are_ranges() { 1 } else { self.count() }
    }

    /// Returns the number of parts.
    pub fn count(&self) -> u64 {
        (self.counts().iter()).fold(1, |count, &n| count.saturating_mul(n.into()))
    }

    /// Returns the number of parts along x, y, z and time.
    fn counts(&self) -> [u32; 4] {
        std::array::from_fn(|axis| self.whole[axis].div_ceil(self.part[axis]))
    }

    /// Returns the index of a part among those along each axis. The first axis varies fastest.
    fn index(&self, part: u32) -> [u32; 4] {
        let mut rest = part;
        self.counts().map(|count| {
            let at = rest % count;
            rest /= count;
            at
        })
    }

    /// Returns the samples of a part.
    pub fn brick(&self, part: u32) -> Brick {
        let at = self.index(part);
        let start = std::array::from_fn(|axis| at[axis] * self.part[axis]);
        Brick {
            start,
            size: std::array::from_fn(|axis| self.part[axis].min(self.whole[axis] - start[axis])),
        }
    }

    /// Returns which bytes of its file a part is. The first has what comes before the texels, and the last all that the file has
    /// left.
    pub fn bytes(&self, part: u32) -> Range<u64> {
        let Place::Ranges { head } = self.place else {
            return 0..u64::MAX;
        };
        let is_last = u64::from(part) + 1 == self.count();
        let start = if part == 0 {
            0
        } else {
            head + self.before(part)
        };
        let end = if is_last {
            u64::MAX
        } else {
            head + self.before(part + 1)
        };
        start..end
    }

    /// Returns the length of the file whose ranges are the parts.
    pub fn length(&self) -> u64 {
        let head = if let Place::Ranges { head } = self.place {
            head
        } else {
            0
        };
        let samples = self.whole.iter().map(|&n| u64::from(n)).product::<u64>();
        head + samples * u64::from(self.texel_bytes)
    }

    /// Returns the bytes of the texels before a part, if the parts follow each other.
    fn before(&self, part: u32) -> u64 {
        let [x, y, z, w] = self.brick(part).start.map(u64::from);
        let [nx, ny, nz, _] = self.whole.map(u64::from);
        (((w * nz + z) * ny + y) * nx + x) * u64::from(self.texel_bytes)
    }

    /// Returns the path of the file that is a part of the bake to `path`, or holds it.
    pub fn path(&self, path: &Path, part: u32) -> PathBuf {
        match &self.place {
            Place::Given | Place::Ranges { .. } => path.into(),
            Place::Frames => {
                let digits = (self.whole[3] - 1).to_string().len().max(4);
                let mut name = OsString::from(path.file_stem().unwrap_or_default());
                name.push(format!("_{part:0digits$}."));
                name.push(path.extension().unwrap_or_default());
                path.with_file_name(name)
            }
            Place::Zarr(axes) => zarr::path(path, axes, self.index(part)),
        }
    }

    /// Returns the paths of all files, in order.
    pub fn paths(&self, path: &Path) -> impl Iterator<Item = PathBuf> {
        (0..self.files() as u32).map(move |file| self.path(path, file))
    }

    /// Returns whether the parts are frames in numbered files.
    pub fn are_frames(&self) -> bool {
        self.place == Place::Frames
    }

    /// Returns whether the parts are ranges of one file.
    pub fn are_ranges(&self) -> bool {
        matches!(self.place, Place::Ranges { .. })
    }

    /// Returns whether a part can be complete while others are not: parts that are files, or ranges of a file whose texels follow
    /// a header unchanged.
    pub fn can_be_resumed(&self) -> bool {
        self.place != Place::Given
    }
}

fn too_many(files: u64, file_type: Option<FileType>, contents: &Contents) -> Error {
    let extension = file_type.map_or("", FileType::extension);
    let (field, what) = match contents.frames {
        Some(frames) => ("frames", frames.to_string()),
        None => ("size", contents.describe_size()),
    };
    let in_one = FileType::listed("and", |other| {
        let fits = contents.size.len() < 3 || other.has_volumes();
        fits && !other.numbers_frames() && other != FileType::Zarr
    });
    Error::too_large(
        format!("{what} as .{extension}"),
        format!("{files} files"),
        format!("{FILES_MAX} files; {in_one} hold all frames in one"),
    )
    .with_field(field)
}

/// Returns the samples of a range of a file: those of a brick, or of several in a file that would have too many.
fn range(whole: [u32; 4], texel_bytes: u32) -> [u32; 4] {
    let all = Brick {
        start: [0; 4],
        size: whole,
    };
    let mut part = all.piece(0, BRICK_MAX / u64::from(texel_bytes)).size;
    for axis in 0..4 {
        let sides = whole.iter().zip(part).map(|(n, part)| n.div_ceil(part));
        let count = sides.fold(1, |count: u64, n| count.saturating_mul(n.into()));
        // A range follows the one before it, so it has all samples along the faster axes.
        let more = u64::from(part[axis]) * count.div_ceil(RANGES_MAX);
        part[axis] = more.min(whole[axis].into()) as u32;
        if part[axis] < whole[axis] {
            break;
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texel::Packing;

    #[test]
    fn ranges_follow_each_other_through_the_file() {
        for (size, frames, count) in [
            (vec![7], None, 1),
            (vec![512, 512, 100], Some(3), 12),
            (vec![3, 1 << 24], None, 7),
            (vec![1 << 31, 5], None, 1280),
            (vec![1 << 31, 1 << 20], Some(2), 1 << 16),
            (vec![1 << 20, 1 << 20, 1 << 18], None, 1 << 16),
        ] {
            let mut contents = Contents::new(size, Packing::samples(1).unwrap());
            contents.frames = frames;
            let parts = Parts::new(Some(FileType::Npy), &contents).unwrap();
            assert_eq!(parts.count(), count, "{:?}", contents.size);
            let head = npy::header(&contents).len() as u64;
            let (mut end, mut samples) = (0, 0);
            for part in 0..count as u32 {
                let bytes = parts.bytes(part);
                assert_eq!(bytes.start, end);
                samples += parts.brick(part).samples();
                end = bytes.end;
                let is_last = u64::from(part) + 1 == count;
                assert!(is_last == (end == u64::MAX) && (is_last || end == head + 4 * samples));
            }
            assert_eq!(4 * samples, contents.bytes().unwrap());
        }
    }
}
