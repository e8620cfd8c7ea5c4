//! The studio: see a noise, tune it, take it away, in a window and in a browser.
//!
//! It uses wgpu-noise as any program would. From the inside out:
//!
//! * [`document`]: the recipe's text, the noise that it describes, its wires, undo; it knows nothing of windows;
//! * [`view`], [`camera`] and [`scene`]: what is seen, its samples, and the program that computes their colours;
//! * [`picture`]: those samples in a texture, on egui's own device or on the CPU;
//! * [`stage`]: the scene and the pictures of one recipe, and [`compare`], two of them side by side;
//! * [`solid`]: samples as a lit surface, or as a volume;
//! * [`take`]: files, commands, shaders and programs;
//! * `panels`: what one turns, reads and takes away, and `keys`, what keys do;
//! * `files`: recipes that are opened and saved;
//! * `undo`: steps back and on, over the opening of other recipes, too, and `gesture`, what one step is;
//! * `colours`: texts that can be read;
//! * [`edge`]: a desktop's files, or a browser's page;
//! * [`app`]: all of it in one window, which the program shows on a desktop or in a browser's canvas, and [`remembered`], what it
//!   goes on with the next time.

pub mod app;
pub mod camera;
mod clock;
mod colours;
pub mod compare;
pub mod document;
pub mod edge;
mod files;
mod gesture;
mod keys;
mod notice;
mod panels;
pub mod picture;
pub mod remembered;
pub mod scene;
pub mod solid;
pub mod stage;
pub mod take;
mod undo;
pub mod view;
mod watch;

pub use app::Studio;
