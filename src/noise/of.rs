//! Types for the parameter `K` of [`Noise<K>`](crate::Noise), which select the methods of its outermost node.
//!
//! `Noise<of::Perlin>` has the parameters of Perlin noise, `Noise<of::Fbm>` those of a fractal. A plain `Noise`, which is
//! `Noise<of::Any>`, has none. The traits group the types; functions that take several kinds of noise use them as bounds:
//!
//! ```
//! use wgpu_noise::Noise;
//! use wgpu_noise::noise::of;
//!
//! fn repeated<K: of::Periodic>(source: Noise<K>) -> Noise<K> {
//!     source.period(4).time_period(1)
//! }
//! ```

mod sealed {
    pub trait Sealed {}
}

/// A node whose kind the type names. Its noise converts into a plain [`Noise`](crate::Noise).
pub trait Known: sealed::Sealed {}

/// A source on a lattice, with a frequency, a seed, a hash and axes.
pub trait Source: Known {}

/// A source that can repeat after a number of cells.
pub trait Periodic: Source {}

/// A sum over octaves.
pub trait Fractal: Known {}

/// Any node: arithmetic, a constant, a coordinate, or a node whose kind is known only at run time.
pub enum Any {}

impl sealed::Sealed for Any {}

/// Defines one type per kind: its documentation, its name, and the traits that it implements.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $($is:ident),+;)*) => {
        $(
            $(#[$doc])*
            pub enum $kind {}

            impl sealed::Sealed for $kind {}
            $(impl $is for $kind {})+
        )*
    };
}

kinds! {
    /// Improved Perlin noise, made by [`Noise::perlin`](crate::Noise::perlin).
    Perlin: Known, Source, Periodic;
    /// Gradient noise of 1985, made by [`Noise::classic`](crate::Noise::classic).
    Classic: Known, Source, Periodic;
    /// Value noise, made by [`Noise::value`](crate::Noise::value).
    Value: Known, Source, Periodic;
    /// White noise, made by [`Noise::white`](crate::Noise::white).
    White: Known, Source, Periodic;
    /// Simplex noise, made by [`Noise::simplex`](crate::Noise::simplex).
    Simplex: Known, Source;
    /// Periodic simplex noise, made by [`Noise::psrd`](crate::Noise::psrd).
    Psrd: Known, Source, Periodic;
    /// Cellular noise, made by [`Noise::worley`](crate::Noise::worley).
    Worley: Known, Source, Periodic;
    /// Fractional Brownian motion, made by [`Noise::fbm`](crate::Noise::fbm).
    Fbm: Known, Fractal;
    /// Billows, made by [`Noise::billow`](crate::Noise::billow).
    Billow: Known, Fractal;
    /// A ridged multifractal, made by [`Noise::ridged`](crate::Noise::ridged).
    Ridged: Known, Fractal;
    /// A ping-pong fractal, made by [`Noise::ping_pong`](crate::Noise::ping_pong).
    PingPong: Known, Fractal;
    /// A hybrid multifractal, made by [`Noise::hybrid`](crate::Noise::hybrid).
    Hybrid: Known, Fractal;
    /// Eroded hills, made by [`Noise::eroded`](crate::Noise::eroded).
    Eroded: Known, Fractal;
    /// A scaled noise, made by [`Noise::scale`](crate::Noise::scale).
    Scale: Known;
    /// A translated noise, made by [`Noise::translate`](crate::Noise::translate).
    Translate: Known;
    /// A warped noise, made by [`Noise::warp`](crate::Noise::warp).
    Warp: Known;
}
