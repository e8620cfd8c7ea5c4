//! What one turns, reads and takes away, panel by panel.

mod bar;
mod canvas;
mod curve;
mod graph;
mod help;
mod nodes;
mod number;
mod own;
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
pub use help::help;
pub use status::status;
pub use tabs::{Place, Tabs, tabs};
pub use take::Take;
pub use thumbnail::Thumbnails;
pub use values::Values;
