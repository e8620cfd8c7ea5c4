//! A build without the crate `zstd` compresses no levels.

use std::convert::Infallible;
use std::io::Write;
use std::marker::PhantomData;
use std::path::Path;

use super::container::Container;
use crate::format::levels::Level;
use crate::{Error, Result};

/// A file of compressed levels, of which there are none.
pub struct Compressed<W> {
    never: Infallible,
    sink: PhantomData<W>,
}

impl<W: Write> Compressed<W> {
    pub fn new(_: W, _: &Path, _: &Container, _: &[Level]) -> Result<Self> {
        let allowed = "false: this build lacks the feature `zstd`";
        Err(Error::invalid("supercompress", true, allowed))
    }

    pub fn write(&mut self, _: usize, _: &[u8]) -> Result<()> {
        match self.never {}
    }

    pub fn finish(self) -> Result<()> {
        let Compressed { never, sink: _ } = self;
        match never {}
    }
}
