//! What one turns, reads and takes away, panel by panel.

mod bar;
mod canvas;
mod curve;
mod graph;
mod nodes;
mod number;
mod parameter;
mod parameters;
mod ramp;
mod solid;
mod status;
mod tabs;
mod take;
mod text;
mod thumbnail;
mod values;

pub use bar::bar;
pub use canvas::canvas;
pub use nodes::nodes;
pub use status::status;
pub use tabs::{Tab, tabs};
pub use take::Take;
pub use thumbnail::Thumbnails;
pub use values::Values;
