//! The texels of every level, from rows of samples.

use super::halving::Halving;
use crate::Result;
use crate::format::contents::Contents;
use crate::format::levels::Level;
use crate::memory::{room, zeros};
use crate::texel::Packing;
use crate::texel::mean::Mean;
use crate::texel::packing::read_floats;

/// Is called with the number of a level and its next bytes; those of one level come in order.
pub type Sink<'a> = dyn FnMut(usize, &[u8]) -> Result<()> + 'a;

/// Makes the rows of all levels.
pub struct Mips {
    packing: Packing,
    mean: Mean,
    /// From each level to the next.
    halvings: Vec<Halving>,
    /// A row of the level that is being computed, as [`Mean::open`] makes it.
    values: Vec<f32>,
    /// What is stored for it.
    stored: Vec<f32>,
    texels: Vec<u8>,
}

impl Mips {
    pub fn new(contents: &Contents, levels: &[Level]) -> Result<Mips> {
        let packing = contents.packing;
        let [width, ..] = levels[0].size;
        let values = width as usize * packing.channels as usize;
        let smaller = levels.split_last().map_or(&[][..], |(_, others)| others);
        let halving = |level: &Level| Halving::new(level.size, packing.channels);
        Ok(Mips {
            packing,
            mean: Mean::new(contents.transfer, contents.is_normal),
            halvings: smaller.iter().map(halving).collect::<Result<_>>()?,
            values: room(values)?,
            stored: room(values)?,
            texels: zeros(u64::from(width) * u64::from(packing.bytes()))?,
        })
    }

    /// Returns the number of bytes that it takes in memory.
    pub fn bytes(contents: &Contents, levels: &[Level]) -> u64 {
        let packing = &contents.packing;
        let width = levels.first().map_or(0, |level| level.size[0]);
        let texel = packing.bytes() + 2 * packing.of_samples().bytes();
        let halvings = levels
            .iter()
            .map(|level| Halving::bytes(level.size, packing.channels));
        u64::from(width) * u64::from(texel) + halvings.sum::<u64>()
    }

    /// Takes a row of samples, as little-endian floats, and stores the rows of texels that it completes.
    pub fn take_row(&mut self, samples: &[u8], store: &mut Sink) -> Result<()> {
        self.values.resize(samples.len() / 4, 0.0);
        read_floats(samples, &mut self.values);
        store(0, pack(&self.packing, &self.values, &mut self.texels))?;
        let channels = self.packing.channels as usize;
        let packing = match self.mean {
            // A normal between those of two texels may be outside the range that a recipe gives.
            Mean::Normals => self.packing,
            Mean::Numbers | Mean::Colours => {
                self.packing.show(&mut self.values);
                self.packing.of_shown()
            }
        };
        let texels = self.values.chunks_exact_mut(channels);
        texels.for_each(|texel| self.mean.open(texel));
        for (level, halving) in (1..).zip(&mut self.halvings) {
            if !halving.halve(&mut self.values) {
                break;
            }
            self.stored.clone_from(&self.values);
            let texels = self.stored.chunks_exact_mut(channels);
            texels.for_each(|texel| self.mean.close(texel));
            store(level, pack(&packing, &self.stored, &mut self.texels))?;
        }
        Ok(())
    }
}

/// Packs a row, and returns its texels.
fn pack<'a>(packing: &Packing, values: &[f32], texels: &'a mut [u8]) -> &'a [u8] {
    let count = values.len() / packing.channels as usize;
    let texels = &mut texels[..count * packing.bytes() as usize];
    packing.pack(values, texels);
    texels
}
