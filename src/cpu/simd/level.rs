//! The SIMD levels, and which of them the CPU has.

#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::words::words;

words! {
    /// A set of vector instructions that the CPU backend is compiled for.
    ///
    /// At one level the samples of a job have the same bits on every CPU that has it. The samples of two levels may differ in
    /// their last bits; both are within the stated error bounds.
    ///
    /// ```
    /// use wgpu_noise::cpu::SimdLevel;
    ///
    /// assert!(SimdLevel::available().contains(&SimdLevel::detect()));
    /// assert!(SimdLevel::Portable.is_available());
    /// ```
    #[non_exhaustive]
    pub enum SimdLevel {
        /// AVX-512 with its byte permutations (F, VL, BW, DQ and VBMI): 16 samples at a time.
        Avx512 "avx512",
        /// AVX2 with FMA: 8 samples at a time.
        Avx2 "avx2",
        /// NEON: 4 samples at a time.
        Neon "neon",
        /// Plain Rust, for every CPU: the compiler vectorises it with the instructions of the target.
        Portable "portable",
    }
}

impl SimdLevel {
    /// Returns the fastest level of this CPU.
    pub fn detect() -> SimdLevel {
        (SimdLevel::ALL.into_iter())
            .find(|level| level.is_available())
            .unwrap_or(SimdLevel::Portable)
    }

    /// Returns the levels of this CPU, the fastest first.
    pub fn available() -> Vec<SimdLevel> {
        (SimdLevel::ALL.into_iter())
            .filter(|level| level.is_available())
            .collect()
    }

    /// Returns whether this CPU has the level.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => avx512::is_available(),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "aarch64")]
            SimdLevel::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            SimdLevel::Portable => true,
            #[allow(
                unreachable_patterns,
                reason = "which levels are left depends on the target"
            )]
            _ => false,
        }
    }
}
