//! What a [`Noise`](crate::Noise) is the noise of: types that select the methods of its outermost node.
//!
//! `Noise<of::Perlin>` has the parameters of Perlin noise, `Noise<of::Fbm>` those of a fractal, and `Noise`, which is
//! `Noise<of::Any>`, none of its own. The types have no values.

mod sealed {
    pub trait Sealed {}
}

/// A node of a known kind: its noise converts into a plain [`Noise`](crate::Noise).
pub trait Known: sealed::Sealed {}

/// A source on a lattice: it has a frequency, a seed, a hash and axes.
pub trait Source: Known {}

/// A source that can repeat after a number of cells.
pub trait Periodic: Source {}

/// A sum over octaves.
pub trait Fractal: Known {}

/// Any node: arithmetic, constants, coordinates, or a node whose kind is not known when the program is compiled.
pub enum Any {}

impl sealed::Sealed for Any {}

/// One row a kind: its documentation, its name, what it is.
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
    /// [`Noise::perlin`](crate::Noise::perlin).
    Perlin: Known, Source, Periodic;
    /// [`Noise::classic`](crate::Noise::classic).
    Classic: Known, Source, Periodic;
    /// [`Noise::value`](crate::Noise::value).
    Value: Known, Source, Periodic;
    /// [`Noise::white`](crate::Noise::white).
    White: Known, Source, Periodic;
    /// [`Noise::simplex`](crate::Noise::simplex).
    Simplex: Known, Source;
    /// [`Noise::worley`](crate::Noise::worley).
    Worley: Known, Source, Periodic;
    /// [`Noise::fbm`](crate::Noise::fbm).
    Fbm: Known, Fractal;
    /// [`Noise::billow`](crate::Noise::billow).
    Billow: Known, Fractal;
    /// [`Noise::ridged`](crate::Noise::ridged).
    Ridged: Known, Fractal;
    /// [`Noise::ping_pong`](crate::Noise::ping_pong).
    PingPong: Known, Fractal;
    /// [`Noise::hybrid`](crate::Noise::hybrid).
    Hybrid: Known, Fractal;
    /// [`Noise::scale`](crate::Noise::scale).
    Scale: Known;
    /// [`Noise::translate`](crate::Noise::translate).
    Translate: Known;
    /// [`Noise::warp`](crate::Noise::warp).
    Warp: Known;
}
