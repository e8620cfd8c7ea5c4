//! From a job to a file, brick by brick, in memory that does not grow with the volume unless a step needs the whole grid.
//!
//! ```text
//! Job + file type + format + range --> Plan;   Plan + Backend + Writer --bake--> files
//! ```
//!
//! A [`Plan`] decides everything before anything is computed, and checks all sizes. It displays as the text of `--plan`, and
//! serializes as the object of `--plan --json`. [`Together`] bakes several plans of one graph, such as the maps of a material.
//!
//! ```
//! use wgpu_noise::bake::Plan;
//! use wgpu_noise::format::{self, FileType};
//! use wgpu_noise::recipe::Preset;
//! use wgpu_noise::cpu::Cpu;
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("marble.png");
//! let recipe = Preset::find("marble")?.recipe()?.sized(32);
//! let plan = Plan::of_recipe(&recipe, Some(FileType::Png))?;
//!
//! let mut writer = format::create(&path, &plan.contents(&recipe))?;
//! plan.bake(&mut Cpu::new(plan.job().clone()), &mut writer, &mut |_| ())?;
//! let files = writer.finish()?.paths;
//! # assert_eq!(files, [path]);
//! # Ok::<(), wgpu_noise::Error>(())
//! ```
//!
//! Texels take at most 64 MiB, those of a brick that is computed and of one that is written. A `.png` or an `.exr` takes at
//! most 128 MiB more, for a row of tiles and some rows of pixels, and so does a `.vdb`, whose texels wait in a temporary
//! file beside it. A `.webp`, and a frame of a `.gif` or an `.apng`, are compressed in memory, and take up to 512 MiB more.
//! A texture with mip levels keeps some slices of each level, at most 256 MiB; one whose levels are compressed as a whole
//! keeps up to 32 MiB of each, and the others in temporary files. Files that are baked together have up to 64 MiB of samples
//! besides, and the texels of their smaller bricks. A recipe with an erosion or a blur holds all of its samples, at most 2²⁶, with
//! 32 bytes for each while they erode. Backends need some tens of MiB for tables and registers, and the GPU
//! backend as much again as the texels of a brick to read them back.

mod blur;
mod bricks;
mod describe;
mod fill;
mod grid_steps;
mod measure;
mod notes;
mod plan;
mod summary;
mod supersample;
mod texels;
mod together;
mod write;

pub use plan::Plan;
#[cfg(all(feature = "service", not(target_arch = "wasm32")))]
pub(crate) use supersample::Supersample;
pub use texels::range;
pub use together::Together;
pub use write::{Progress, Statistics};
