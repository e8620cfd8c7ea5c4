//! Which file of a bake holds which samples: each a box of the grid, all but the last ones of the same size.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::contents::Contents;
use super::file_type::FileType;
use super::zarr;
use crate::grid::Brick;
use crate::recipe::Layout;

/// The files of a bake that hold texels.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// The samples along x, y and z, and the frames.
    whole: [u32; 4],
    /// Those of the first file.
    part: [u32; 4],
    naming: Naming,
}

/// What the files are called.
#[derive(Clone, Debug, PartialEq)]
enum Naming {
    /// There is one file, with the name that was given.
    Given,
    /// Each frame is a file with its number before the extension.
    Frames,
    /// The files are those of an array in a folder with the name that was given.
    Zarr(zarr::Axes),
}

impl Parts {
    /// Returns the files of a bake; one for a stream, which has no type.
    pub fn new(file_type: Option<FileType>, contents: &Contents) -> Parts {
        let mut whole = [1, 1, 1, contents.frames.unwrap_or(1)];
        whole[..contents.size.len()].copy_from_slice(&contents.size);
        let [x, y, z, _] = whole;
        let (part, naming) = match file_type {
            Some(FileType::Zarr) => (zarr::part(contents), Naming::Zarr(zarr::axes(contents))),
            _ if contents.tiling.layout == Some(Layout::Flipbook) => (whole, Naming::Given),
            Some(file_type) if file_type.numbers_frames() && contents.frames.is_some() => {
                ([x, y, z, 1], Naming::Frames)
            }
            _ => (whole, Naming::Given),
        };
        Parts {
            whole,
            part,
            naming,
        }
    }

    /// Returns the number of files.
    pub fn count(&self) -> u64 {
        (self.counts().iter()).fold(1, |count, &n| count.saturating_mul(n.into()))
    }

    /// Returns the number of files along x, y, z and time.
    fn counts(&self) -> [u32; 4] {
        std::array::from_fn(|axis| self.whole[axis].div_ceil(self.part[axis]))
    }

    /// Returns the place of a file among those along each axis. The first axis varies fastest.
    pub fn place(&self, file: u32) -> [u32; 4] {
        let mut rest = file;
        self.counts().map(|count| {
            let at = rest % count;
            rest /= count;
            at
        })
    }

    /// Returns the samples of a file.
    pub fn brick(&self, file: u32) -> Brick {
        let place = self.place(file);
        let start = std::array::from_fn(|axis| place[axis] * self.part[axis]);
        Brick {
            start,
            size: std::array::from_fn(|axis| self.part[axis].min(self.whole[axis] - start[axis])),
        }
    }

    /// Returns the path of a file of the bake to `path`.
    pub fn path(&self, path: &Path, file: u32) -> PathBuf {
        match &self.naming {
            Naming::Given => path.into(),
            Naming::Frames => {
                let digits = (self.whole[3] - 1).to_string().len().max(4);
                let mut name = OsString::from(path.file_stem().unwrap_or_default());
                name.push(format!("_{file:0digits$}."));
                name.push(path.extension().unwrap_or_default());
                path.with_file_name(name)
            }
            Naming::Zarr(axes) => zarr::path(path, axes, self.place(file)),
        }
    }

    /// Returns the paths of all files, in order.
    pub fn paths(&self, path: &Path) -> impl Iterator<Item = PathBuf> {
        (0..self.count() as u32).map(move |file| self.path(path, file))
    }

    /// Returns whether the bake may have several files, which are whole one by one.
    pub fn are_many(&self) -> bool {
        self.naming != Naming::Given
    }
}
