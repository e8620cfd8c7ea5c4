//! The active voxels of a part of a tree.

/// How many active voxels there are, and the box of their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Active {
    pub voxels: u64,
    /// The least and the greatest index on each axis, both included.
    pub low: [i32; 3],
    pub high: [i32; 3],
}

impl Active {
    /// No voxels, as OpenVDB writes it.
    pub const NONE: Active = Active {
        voxels: 0,
        low: [i32::MAX; 3],
        high: [i32::MIN; 3],
    };

    /// Adds the voxels of another part.
    pub fn add(&mut self, other: &Active) {
        self.voxels += other.voxels;
        for axis in 0..3 {
            self.low[axis] = self.low[axis].min(other.low[axis]);
            self.high[axis] = self.high[axis].max(other.high[axis]);
        }
    }
}
