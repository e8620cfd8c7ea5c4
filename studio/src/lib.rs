//! The studio: see a noise, tune it, take it away, in a window and in a browser.
//!
//! It uses wgpu-noise as any program would. From the inside out:
//!
//! * [`document`]: the recipe's text, the noise that it describes, undo; it knows nothing of windows;
//! * [`camera`] and [`scene`]: which samples are seen, and the program that computes their colours;
//! * [`picture`]: those samples in a texture, on egui's own device or on the CPU;
//! * [`solid`]: samples as a lit surface, or as a volume;
//! * [`take`]: files, commands, shaders and programs;
//! * `panels`: what one turns, reads and takes away;
//! * [`edge`]: a desktop's files, or a browser's page;
//! * [`app`]: all of it in one window, which the program shows on a desktop or in a browser's canvas.

pub mod app;
pub mod camera;
mod clock;
pub mod document;
pub mod edge;
mod panels;
pub mod picture;
pub mod scene;
pub mod solid;
pub mod take;

pub use app::Studio;
