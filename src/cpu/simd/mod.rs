//! SIMD: the vector instructions, and the dispatch to those of the CPU at run time.
//!
//! A [`SimdKernel`] is written once, over the operations of [`Lanes`]. [`Simd::dispatch`] has a copy of it for each
//! [`SimdLevel`], compiled in a function for which the level's instructions are enabled, and calls the copy of the level
//! that was chosen.
//!
//! * `level`: the levels, and which of them the CPU has;
//! * `lanes`: the traits, `vector`: vectors with methods, and `operators`: theirs;
//! * `avx512`, `avx2`, `neon`, `portable`: the operations at each level.
//!
//! All unsafe code of the CPU backend is in this folder. It is sound for two reasons: an instruction is executed only after its
//! level was detected, and an address is accessed only after a slice was cut to the length of the access.
#![allow(unsafe_code, reason = "intrinsics, which only this folder calls")]

mod lanes;
mod level;
mod operators;
mod portable;
mod vector;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

use std::mem::MaybeUninit;

use super::aligned::CacheLine;
use crate::{Error, Result};

pub(super) use lanes::{Lanes, SimdKernel};
pub use level::SimdLevel;
pub(super) use vector::{Floats, Group, GroupMask, Words, load_group};

/// A SIMD level that this CPU has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd(SimdLevel);

impl Simd {
    /// Takes a level.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the CPU lacks it.
    pub fn new(level: SimdLevel) -> Result<Simd> {
        if level.is_available() {
            Ok(Simd(level))
        } else {
            let available = SimdLevel::available().into_iter();
            let names: Vec<&str> = available.map(SimdLevel::name).collect();
            Err(Error::invalid("simd_level", level, names.join(", ")))
        }
    }

    /// Takes the fastest level of this CPU.
    pub fn detect() -> Simd {
        Simd(SimdLevel::detect())
    }

    /// Returns the level.
    pub fn level(self) -> SimdLevel {
        self.0
    }

    /// Returns the lanes of a vector of f32.
    pub fn width(self) -> usize {
        struct Width;
        impl SimdKernel for Width {
            type Output = usize;
            fn execute<L: Lanes>(self, _: L) -> usize {
                L::WIDTH
            }
        }
        self.dispatch(Width)
    }

    /// Executes a kernel with the instructions of the level.
    #[inline]
    pub fn dispatch<K: SimdKernel>(self, kernel: K) -> K::Output {
        if cfg!(any(fuzzing, test)) {
            // Copies for the other levels are much of a build, and most of one with a fuzzer's counters. What the levels compute
            // is for the tests in `tests`.
            return portable::execute(kernel);
        }
        match self.0 {
            // SAFETY: a `Simd` is made only of a level that the CPU has.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => unsafe { avx512::execute(kernel) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => unsafe { avx2::execute(kernel) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            SimdLevel::Neon => unsafe { neon::execute(kernel) },
            _ => portable::execute(kernel),
        }
    }
}

/// Aligns the frame of the kernel that calls it to cache lines. A kernel with more vectors than there are registers calls it.
///
/// Those vectors are kept in the frame. LLVM aligns it for them only if some variable has to be aligned so before registers are
/// allocated; otherwise each may lie in two cache lines, and is stored and loaded in halves.
#[inline(always)]
pub(super) fn align_frame() {
    std::hint::black_box(&MaybeUninit::<CacheLine>::uninit());
}
