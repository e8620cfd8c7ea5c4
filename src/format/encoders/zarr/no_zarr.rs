//! A build without the crate `zarrs` writes no arrays.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::format::contents::Contents;
use crate::format::encoders::Plain;
use crate::grid::Brick;
use crate::{Error, Result};

/// What all files of a store have in common.
pub enum Settings {}

/// A store that is to be written.
pub enum Store {}

impl Store {
    pub fn check(&mut self, _: bool) -> Result<()> {
        match *self {}
    }

    pub fn missing(&self) -> Vec<PathBuf> {
        match *self {}
    }

    pub fn create(&self) -> Result<()> {
        match *self {}
    }
}

impl Settings {
    pub fn new(_: &Contents) -> Result<Settings> {
        let allowed = "another file type: this build lacks the feature `zarr`";
        Err(Error::invalid("file type", ".zarr", allowed))
    }

    pub fn store(&self, _: &Path, _: &Contents) -> Result<Store> {
        match *self {}
    }

    pub fn begin<W: Write>(&self, _: W, _: &Path, _: &Brick) -> Plain<W> {
        match *self {}
    }
}
