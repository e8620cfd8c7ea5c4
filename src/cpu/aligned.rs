//! Memory that vectors load from without crossing cache lines.

use std::ops::{Deref, DerefMut};

use crate::{Result, memory};

/// Numbers in a cache line: every vector width divides it.
pub(super) const LINE: usize = 16;

#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
struct CacheLine([f32; LINE]);

/// A run of f32 that begins at a cache line and is a whole number of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Aligned(Vec<CacheLine>);

impl Aligned {
    /// Zeros, `length` or a few more.
    pub fn zeros(length: usize) -> Result<Aligned> {
        memory::zeros(length.div_ceil(LINE) as u64).map(Aligned)
    }
}

impl Deref for Aligned {
    type Target = [f32];

    #[inline(always)]
    fn deref(&self) -> &[f32] {
        bytemuck::cast_slice(&self.0)
    }
}

impl DerefMut for Aligned {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}
