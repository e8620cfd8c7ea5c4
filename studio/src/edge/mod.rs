//! Where the studio meets what it runs on: files of a desktop, or a browser's page.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::{File, deliver, open};
#[cfg(target_arch = "wasm32")]
pub use web::{Dropped, deliver, link, linked, read};
