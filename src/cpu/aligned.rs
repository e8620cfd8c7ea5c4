//! Memory that is aligned to cache lines, so that no vector crosses from one line to the next.

use std::ops::{Deref, DerefMut};

use crate::{Result, memory};

/// Numbers in a cache line of 64 bytes. It is a multiple of the lanes of every SIMD level.
pub(super) const CACHE_LINE: usize = 16;

#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
struct CacheLine([f32; CACHE_LINE]);

/// A buffer of f32 that consists of whole cache lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Aligned(Vec<CacheLine>);

impl Aligned {
    /// Makes a buffer of zeros: `length`, rounded up to whole cache lines.
    pub fn zeros(length: usize) -> Result<Aligned> {
        memory::zeros(length.div_ceil(CACHE_LINE) as u64).map(Aligned)
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
