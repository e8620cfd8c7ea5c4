//! The samples of a terrain.

/// The samples of a terrain, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrain {
    pub size: [usize; 2],
    /// Whether opposite borders meet. Other borders are walls.
    pub wraps: bool,
}
