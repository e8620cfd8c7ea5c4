//! The files of a bake: how each is begun and published, with what is beside it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ::png::Compression;

use super::journal::{self, Journal};
use super::output::Output;
use super::sidecar;
use crate::Result;
use crate::format::contents::Contents;
use crate::format::disk::atomic::{self, Partial};
use crate::format::encoders::encoding::Encoding;
use crate::format::encoders::zarr;
use crate::format::file_type::FileType;
use crate::format::parts::Parts;

/// What the files of a bake have in common.
pub struct Files {
    pub encoding: Encoding,
    /// The bytes of a sidecar, and the files that get one.
    description: Vec<u8>,
    described: BTreeSet<PathBuf>,
    /// What must be there before them.
    store: Option<zarr::Store>,
    /// The file whose ranges are the parts of the bake, once it is begun.
    only: Option<Partial>,
}

impl Files {
    /// Checks everything that can be known before the texels are. No file is made yet.
    pub fn new(path: &Path, file_type: FileType, contents: &Contents) -> Result<Files> {
        let encoding = Encoding::new(file_type, contents, Compression::Balanced)?;
        let parts = Parts::new(Some(file_type), contents)?;
        let mut store = encoding.store(path, contents)?;
        match &mut store {
            Some(store) => store.check(journal::is_begun(path, contents))?,
            None => {
                let paths: Vec<PathBuf> = parts.paths(path).collect();
                atomic::prepare(&paths)?;
            }
        }
        let described = described(parts.paths(path), file_type, contents);
        let sidecars: Vec<PathBuf> = described
            .iter()
            .map(|path| sidecar::path_of(path))
            .collect();
        atomic::prepare(&sidecars)?;
        (described.iter()).try_for_each(|path| sidecar::check_replaced(path))?;
        Ok(Files {
            encoding,
            description: sidecar::bytes(file_type, contents)?,
            described,
            store,
            only: None,
        })
    }

    /// Makes what surrounds the files.
    pub fn surround(&self) -> Result<()> {
        self.store.as_ref().map_or(Ok(()), zarr::Store::create)
    }

    /// Writes what is missing beside the files that are whole.
    pub fn complete(&self, whole: &BTreeSet<PathBuf>) -> Result<()> {
        for path in self.described.intersection(whole) {
            let beside = sidecar::path_of(path);
            if !beside.exists() {
                atomic::write(&beside, &self.description)?;
            }
        }
        self.surround()
    }

    /// Goes on with the only file of a bake, if it was begun before.
    pub fn go_on(&mut self, journal: &Journal) -> Result<()> {
        if journal.is_unpublished() {
            self.only = Some(journal.open_kept()?);
        }
        Ok(())
    }

    /// Begins a part of the bake to `path`. With a journal the only file of a bake lies in its folder until it is whole.
    pub fn begin(
        &mut self,
        path: &Path,
        parts: &Parts,
        part: u32,
        journal: Option<&Journal>,
    ) -> Result<Output> {
        if !parts.are_ranges() {
            // Once a writer, not once a part: it reads what is there.
            if let Some(store) = self.store.take() {
                store.create()?;
            }
            let path = parts.path(path, part);
            let is_described = self.described.contains(&path);
            let description = is_described.then_some(&self.description[..]);
            return Output::begin(&self.encoding, &path, parts, part, description);
        }
        let file = match (&mut self.only, journal) {
            (Some(only), _) => only,
            (none, Some(journal)) => none.insert(journal.open_kept()?),
            (none, None) => none.insert(Partial::create(path)?),
        };
        Output::range(&self.encoding, file, parts, part)
    }

    /// Publishes the only file of the bake, if it is begun: all its parts are whole. Returns its path, and that of its sidecar.
    pub fn publish_only(&mut self) -> Result<Vec<PathBuf>> {
        let Some(only) = self.only.take() else {
            return Ok(Vec::new());
        };
        let beside = sidecar::path_of(only.path());
        let is_described = self.described.contains(only.path());
        let mut sealed = vec![only.seal()?];
        if is_described {
            sealed.push(Partial::whole(&beside, &self.description)?.seal()?);
        }
        atomic::publish(sealed)
    }
}

/// Returns the paths of all files that [`create`](crate::format::create) makes for `path`: the file itself or one for each
/// frame, and those beside them.
///
/// # Errors
/// Those of [`FileType::from_path`] and [`Contents::frame_bytes`], and
/// [`Error::TooLarge`](crate::Error::TooLarge) for as many files as [`create`](crate::format::create) refuses.
pub fn files(path: &Path, contents: &Contents) -> Result<Vec<PathBuf>> {
    let file_type = FileType::from_path(path)?;
    contents.frame_bytes()?;
    let parts = Parts::new(Some(file_type), contents)?;
    let mut files: Vec<PathBuf> = parts.paths(path).collect();
    let described = described(parts.paths(path), file_type, contents);
    files.extend(described.iter().map(|path| sidecar::path_of(path)));
    Ok(files)
}

/// Returns what belongs beside the parts of the bake to `path` and is not there, or not as it should be: the metadata and the
/// coordinates of a `.zarr`, and the sidecars of files that are there.
///
/// # Errors
/// Those of [`files`].
pub fn missing_beside(path: &Path, contents: &Contents) -> Result<Vec<PathBuf>> {
    let file_type = FileType::from_path(path)?;
    let encoding = Encoding::new(file_type, contents, Compression::Balanced)?;
    let store = encoding.store(path, contents)?;
    let mut missing = store.map_or_else(Vec::new, |store| store.missing());
    let parts = Parts::new(Some(file_type), contents)?;
    let described = described(parts.paths(path), file_type, contents).into_iter();
    let sidecars = (described.filter(|file| file.exists())).map(|file| sidecar::path_of(&file));
    missing.extend(sidecars.filter(|path| !sidecar::is_ours(path)));
    Ok(missing)
}

/// Returns those of the files that get a sidecar.
fn described(
    files: impl Iterator<Item = PathBuf>,
    file_type: FileType,
    contents: &Contents,
) -> BTreeSet<PathBuf> {
    files
        .filter(|file| sidecar::belongs(file, file_type, contents))
        .collect()
}
