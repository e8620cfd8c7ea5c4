//! A [`Noise`]: a graph of nodes that describes a scalar function of position.
//!
//! A noise is pure data, independent of grids, backends and files. The GPU backend, the CPU backend and the
//! [`reference`](crate::reference) all evaluate the same graph.
//!
//! * [`Kind`]: the kinds of node, by role: sources, fractals, domain steps, derivatives, value steps;
//! * [`Param`]: what a parameter is, as data: name, unit, help, range, default;
//! * [`table`]: a graph as a table of named nodes, the form that recipes store.
//!
//! # Adding a node
//!
//! A new *source* `x` on a lattice takes seven places:
//!
//! 1. `src/noise/`: a variant of [`Source`] with its entry in [`Source::ALL`], its dimensions and its row of data (name, help,
//!    parameters) in `source.rs`, a type in `of.rs`, and a constructor in `build/sources.rs`. The constructor's documentation
//!    states paper, range, mean, variance, periods and derivatives. Lowering reads the parameters of `lattice!`, the seed
//!    included, from every such source, so all of them have these; `lower/sources.rs` in `src/program` names a source without
//!    periods or without a hash.
//! 2. `src/reference/x.rs`: the definition in f64, a function `x`, called from `value` in `src/reference/mod.rs`.
//! 3. `src/program/noises/x.rs`: its `Properties`, which are all that the program knows about it: axis tables, range, Lipschitz
//!    constant, bounds of derivatives, accuracy, jumps, checks. A variant of `LatticeNoise` in `noises/mod.rs` names it, and
//!    `lower/sources.rs` makes it from a node. `lower/derive.rs` names the sources with a derivative in an error.
//! 4. `src/cpu/pointwise/x.rs`: the CPU twin, called from `mod.rs` beside it, with a function `x` for any number of dimensions or
//!    one for each: `x_2d`. `src/cpu/cost.rs` has the number of its corners.
//! 5. `shaders/noise/x.wgsl`: the WGSL twin, one function `noise_x_2d` for each number of dimensions. Its derivatives are in
//!    `x_gradient.wgsl`, if it has any, and functions of a position, `noise_x_2d_at`, in `x_at.wgsl`. Each file begins with a
//!    header of five fields. `src/wgsl/mod.rs` lists the files in `NOISE`, and has a constant for each function of a position;
//!    `src/wgsl/compose/noises.rs` calls the function.
//! 6. `src/verify/`: a row for each variant of the source in `sources.rs`, `values.rs` or `kernels.rs`, and for its derivatives
//!    in `slopes.rs`. A source without derivatives is named in `tests/suite/derivatives.rs`. A row that puts samples on the
//!    edges of cells where the source jumps is named in `ON_EDGES` in `tests/support/mod.rs`.
//! 7. Values from outside the crate: `tests/golden/sources.py`, a part of `make.py`, writes `sources.json`, and
//!    `tests/golden.rs` has the number of its kinds. `tests/statistics.rs` has a row with mean and variance. Two more tests name
//!    sources: `tests/shaders.rs` its files and kernels, `tests/snippet/files.rs` its functions of a position.
//!
//! A source whose `Properties` say that it blends two corners along each axis also goes row by row: its corners are in
//! `src/cpu/corner.rs` and `src/gpu/kernel/planes.rs`, its walk is in `shaders/kernels/walk/x.wgsl`, which `KERNEL_WALK` in
//! `src/wgsl/mod.rs` lists. The compiler names only `corner.rs`.
//!
//! A new *value step* takes seven places, too:
//!
//! 1. `src/noise/`: its row (formula, variant of [`Step`], name, help, parameters) in `step.rs` and a method in `build/steps.rs`.
//! 2. `src/reference/steps.rs`: the definition in f64.
//! 3. `src/program/steps/`: its `Rules` (range, error, jump, winding) in the file of its family, named in `rules` in `mod.rs`.
//! 4. `src/program/lower/chain.rs`: its derivative in terms of other steps, or the refusal of one.
//! 5. `src/cpu/steps.rs`: the CPU twin; functions that are more than an expression are in `polynomials.rs` and `shaping.rs`.
//! 6. `src/wgsl/compose/steps.rs`: the WGSL twin, an expression, or a call of a function in `shaders/noise/shaping.wgsl`.
//! 7. Its tests: rows in `src/verify/steps.rs`, for its derivative in `derivatives.rs` beside it, and values in
//!    `tests/golden/make.py`, which writes `steps.json`.
//!
//! A new *fractal* has its row in `fractal.rs`, a type in `of.rs`, a method in `build/fractals.rs`, its definition in
//! `src/reference/fractals.rs`, the body of its fold in `src/program/lower/bodies.rs`, and rows in `src/verify/fractals.rs`, for
//! its derivative in `slopes.rs` beside it. `tests/golden/make.py` writes its values to `fractals.json`. The backends know only
//! folds and need no change.
//!
//! Every new node also has its name in the table of nodes in `README.md`, and a line in `CHANGELOG.md`.
//!
//! If a place is left out, the compiler or a test fails:
//!
//! * The matches over sources and steps have no wildcard arm, so the compiler names places 2 to 5 of a source and 3 to 6 of a
//!   step. It names 4 and 5 only after `LatticeNoise` has the variant, and 5 only with the feature `gpu` or `snippet`; it does
//!   not name [`Source::ALL`] and the files in `src/wgsl/mod.rs`.
//! * `every_node_and_every_parameter_has_a_case` (`cargo test --test suite coverage`) asks for a row of each node and of each of
//!   its parameters, `every_source_has_a_derivative_or_refuses_it` for the derivative.
//! * `value_steps_are_the_golden_ones` (`--test golden`) asks for values of each step, and finds a missing definition.
//! * `the_reference_is_every_golden_source` (`--test golden`) finds a source that is not in [`Source::ALL`], once it has values.
//! * `every_file_is_among_those_tested` (`--test shaders`) asks for each file of `shaders/noise` in the list above it,
//!   `twins_carry_one_name` there for the names of files and functions in places 2, 4 and 5, and `one_constant_has_every_file`
//!   (`--test snippet`) for each file in `NOISE`. The tests in `tests/snippet/headers.rs` and `costs.rs` check headers.
//! * `agreement` (`--test suite`, `--test gpu_suite`) compares every row with the reference within the bounds of the analyses,
//!   and `ranges` compares ranges with the values that occur: wrong rules or properties fail there.
//! * `public_api` fails until `docs/public-api.txt` has the new names: `NOISE_PUBLIC_API=write cargo test --test public_api`
//!   writes them. `the_commands_of_the_readme_work_from_a_clone` (`--test cli`) asks for the name in `README.md`.
//!
//! No test notices if a row in `tests/statistics.rs`, a source in `other_sources` in `tests/shaders.rs`, or a constant in
//! `src/wgsl/mod.rs` is missing.

mod argument;
mod axis;
mod build;
mod choices;
pub(crate) mod derivative;
pub(crate) mod domain;
mod fade;
pub(crate) mod foreign_names;
pub(crate) mod fractal;
pub(crate) mod key;
mod kind;
mod node;
pub mod of;
pub(crate) mod param;
pub(crate) mod picture;
mod read;
mod report;
mod shared;
pub(crate) mod source;
pub(crate) mod step;
pub mod table;
mod validate;

use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;
use std::sync::Arc;

pub use argument::{Octaves, PerAxis, Signal};
pub use axis::Axis;
pub use derivative::Derivative;
pub use domain::Domain;
pub use fade::Fade;
pub use fractal::{Fractal, OctavePeriod, OctavePositions, OctaveTables, RidgedForm};
pub(crate) use key::Key;
pub use kind::Kind;
pub use node::{Node, Value};
pub use param::{Info, Param, ParamType};
pub use picture::{Channel, Decoding, Edges, Filter, Picture};
pub(crate) use read::{Input, Read};
pub(crate) use shared::shared;
pub use source::{Hash, Metric, Source, WorleyMotion, WorleyOutput};
pub use step::Step;
pub(crate) use validate::DEPTH_MAX;

/// A scalar function of position, described as a graph of nodes.
///
/// Cloning is cheap and shares the graph. Methods such as [`Noise::fbm`] wrap a noise in another node; `+` and `*` combine
/// two. Ranges are not checked while a graph is built: the check comes once, when the graph becomes a
/// [`Program`](crate::program::Program).
///
/// `K` says what the outermost node is, and so which parameters it has: [`Noise::perlin`] has a
/// [`frequency`](Noise::frequency), [`Noise::fbm`] has [`octaves`](Noise::octaves). [`Noise::any`], or
/// `into`, makes a plain `Noise` of it, for lists, struct fields and the results of functions.
///
/// ```
/// use wgpu_noise::Noise;
///
/// let clouds = Noise::perlin().frequency(4.0).fbm().octaves(5).gain(0.6);
/// let marble = Noise::x() * 4.0 + clouds;
/// assert_eq!(marble.node().kind.name(), "add");
/// ```
///
/// A gain belongs to a fractal:
///
/// ```compile_fail,E0599
/// wgpu_noise::Noise::perlin().gain(0.5);
/// ```
pub struct Noise<K = of::Any> {
    node: Arc<Node>,
    of: PhantomData<fn() -> K>,
}

impl<K> Noise<K> {
    /// Returns the outermost node, which gives this noise its value.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// Returns an address that is equal for two handles of one node: a shared node is evaluated once.
    pub(crate) fn identity(&self) -> usize {
        Arc::as_ptr(&self.node) as usize
    }

    /// Returns the same noise as a plain `Noise`, as `into` does where the type is known from elsewhere.
    ///
    /// ```
    /// use wgpu_noise::Noise;
    ///
    /// let channels = [Noise::perlin().any(), Noise::worley().any(), Noise::x()];
    /// ```
    pub fn any(self) -> Noise {
        self.cast()
    }

    /// Returns the same noise under another type.
    fn cast<L>(self) -> Noise<L> {
        Noise {
            node: self.node,
            of: PhantomData,
        }
    }
}

impl<K> Clone for Noise<K> {
    fn clone(&self) -> Noise<K> {
        Noise {
            node: Arc::clone(&self.node),
            of: PhantomData,
        }
    }
}

/// Shows the table of the graph.
impl<K> Debug for Noise<K> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (nodes, roots) = table::write(&[self.into()]);
        f.debug_struct("Noise")
            .field("output", &roots[0])
            .field("nodes", &nodes)
            .finish()
    }
}

/// Two noises are equal if their graphs have equal nodes, names and parameters.
impl<K, L> PartialEq<Noise<L>> for Noise<K> {
    fn eq(&self, other: &Noise<L>) -> bool {
        node::are_equal(&self.node, &other.node)
    }
}

impl<K: of::Known> From<Noise<K>> for Noise {
    fn from(noise: Noise<K>) -> Noise {
        noise.any()
    }
}

/// Returns another handle of the same graph.
impl<K> From<&Noise<K>> for Noise {
    fn from(noise: &Noise<K>) -> Noise {
        noise.clone().any()
    }
}
