//! Memory that is aligned to cache lines, so that no vector crosses from one line to the next.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;

use crate::{Result, memory};

/// Numbers of 32 bits in a cache line of 64 bytes. It is a multiple of the lanes of every SIMD level.
pub(super) const CACHE_LINE: usize = 16;

/// A cache line, and its alignment.
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(super) struct CacheLine([f32; CACHE_LINE]);

/// A buffer of numbers of 32 bits that consists of whole cache lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Aligned<T> {
    lines: Vec<CacheLine>,
    numbers: PhantomData<T>,
}

impl<T> Aligned<T> {
    /// Makes a buffer of zeros: `length`, rounded up to whole cache lines.
    pub fn zeros(length: usize) -> Result<Aligned<T>> {
        Ok(Aligned {
            lines: memory::zeros(length.div_ceil(CACHE_LINE) as u64)?,
            numbers: PhantomData,
        })
    }
}

impl<T: Pod> Deref for Aligned<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.lines)
    }
}

impl<T: Pod> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.lines)
    }
}
