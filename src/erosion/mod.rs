//! Erosion of a height map by water and by gravity.
//!
//! # Theory
//!
//! It rains on every sample. Water flows to those of the eight neighbours that are lower, in proportion to the differences of
//! level. Much water on a steep slope takes up soil, and drops it where it slows down, in lakes and on plains. Soil that
//! lies steeper than the talus slides to the neighbours (Musgrave, Kolb and Mace, *The Synthesis and Rendering of Eroded
//! Fractal Terrains*, SIGGRAPH 1989). Soil creeps down every slope, by a share of the difference of height, which
//! rounds what is as narrow as a sample (Culling, *Analytical Theory of Erosion*, Journal of Geology 68, 1960).
//!
//! It differs from the first paper in three ways. What water can carry grows with the slope, so that streams cut deeper than
//! the rain on a plain. Water lowers a sample by no more than a part of its height above the lowest neighbour, and raises it to
//! no more than the height of the highest, as they were before the step. So there are no spikes, though pits remain. And
//! since water moves by a sample in a step, a terrain is eroded on coarser grids first, where a few steps carve valleys. Each
//! grid changes as the coarser one has changed, and is then eroded itself.
//!
//! # Practice
//!
//! All numbers of a step are integers of 32 bits, and from grid to grid there are only sums, products and quotients in f64. So
//! every machine computes the same bits of the same heights, with any number of threads, and a GPU does, too. A GPU erodes the
//! heights that it has computed, unless its driver computes on the CPU or its buffers are too small. The heights of two backends
//! differ by up to [`Job::tolerance`](crate::Job::tolerance) before erosion, which enlarges the difference, since little decides
//! where a stream turns.
//!
//! Opposite borders of seamless grids meet; other borders are walls, along which water collects. On one grid the sum of all
//! heights stays the same: what water carries at the end lies where it is. In the last quarter of the steps it does not rain, so
//! that this is little.

pub(crate) mod fixed;
pub(crate) mod rules;
mod settings;
mod task;
pub(crate) mod terrain;

pub use settings::Erosion;
pub(crate) use task::erode;
#[doc(hidden)]
pub use task::{Site, Task};
