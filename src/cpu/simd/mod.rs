//! Vector instructions: which of them the machine has is asked here and nowhere else.
//!
//! A [`Kernel`] is written once over [`Lanes`]. [`Simd::run`] compiles it for each form, inside a
//! function that has the form's instructions, and runs the one that was chosen.
//!
//! All unsafe code of the crate's evaluators is in this folder. Its reasons are two: an instruction
//! is there because the form was detected, and memory is there because a slice was cut to length.
#![allow(unsafe_code, reason = "intrinsics, which only this folder calls")]

mod lanes;
mod portable;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

pub(super) use lanes::Lanes;

use crate::{Error, Result};

/// The instructions that the CPU backend is compiled for.
///
/// A form's samples have the same bits on every machine that has the form; those of two forms lie
/// within the bounds of both.
///
/// ```
/// use wgpu_noise::cpu::Form;
///
/// assert!(Form::available().contains(&Form::detect()));
/// assert!(Form::Portable.is_available());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// AVX-512 with its byte permutations (VBMI): 16 samples at a time.
    Avx512,
    /// AVX2 with fused multiplication: 8 samples at a time.
    Avx2,
    /// NEON: 4 samples at a time.
    Neon,
    /// What the compiler makes of plain Rust.
    Portable,
}

impl Form {
    /// Every form, the fastest first.
    pub const ALL: [Form; 4] = [Form::Avx512, Form::Avx2, Form::Neon, Form::Portable];

    /// The fastest form of this machine.
    pub fn detect() -> Form {
        (Form::ALL.into_iter())
            .find(|form| form.is_available())
            .unwrap_or(Form::Portable)
    }

    /// The forms that this machine has, the fastest first.
    pub fn available() -> Vec<Form> {
        (Form::ALL.into_iter())
            .filter(|form| form.is_available())
            .collect()
    }

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 => avx512::is_available(),
            #[cfg(target_arch = "x86_64")]
            Form::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "aarch64")]
            Form::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            Form::Portable => true,
            #[allow(
                unreachable_patterns,
                reason = "which forms are left depends on the processor"
            )]
            _ => false,
        }
    }

    /// The name in tables and reports.
    pub fn name(self) -> &'static str {
        match self {
            Form::Avx512 => "avx512",
            Form::Avx2 => "avx2",
            Form::Neon => "neon",
            Form::Portable => "portable",
        }
    }
}

impl std::fmt::Display for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Work that is compiled once for each form.
///
/// `run` and all that it is to be compiled with must be `#[inline(always)]`: a function that is
/// not inlined has only the instructions that every machine has.
pub(super) trait Kernel {
    /// What comes of it.
    type Output;

    /// Does the work with the instructions of `lanes`.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// A form that this machine has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd(Form);

impl Simd {
    /// # Errors
    /// [`Error::Invalid`] where this machine has not the form.
    pub fn new(form: Form) -> Result<Simd> {
        match form.is_available() {
            true => Ok(Simd(form)),
            false => {
                let names: Vec<&str> = Form::available().into_iter().map(Form::name).collect();
                Err(Error::invalid("form", form, names.join(", ")))
            }
        }
    }

    /// The fastest form of this machine.
    pub fn detect() -> Simd {
        Simd(Form::detect())
    }

    /// Which form it is.
    pub fn form(self) -> Form {
        self.0
    }

    /// Samples in a vector.
    pub fn width(self) -> usize {
        struct Width;
        impl Kernel for Width {
            type Output = usize;
            fn run<L: Lanes>(self, _: L) -> usize {
                L::WIDTH
            }
        }
        self.run(Width)
    }

    /// Runs a kernel in this form.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            // SAFETY: a `Simd` is made only of forms that the machine has.
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 => unsafe { avx512::run(kernel) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Form::Avx2 => unsafe { avx2::run(kernel) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Form::Neon => unsafe { neon::run(kernel) },
            _ => portable::run(kernel),
        }
    }
}
