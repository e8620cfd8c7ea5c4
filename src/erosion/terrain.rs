//! The samples of a terrain and which of them are neighbours.

/// The samples of a terrain, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrain {
    pub size: [usize; 2],
    /// Whether opposite borders meet. Other borders are walls.
    pub wraps: bool,
}

/// The neighbours of a sample: left, right, above, below, and the four across.
const NEIGHBOURS: [[isize; 2]; 8] = [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
];

impl Terrain {
    /// Returns the index of a sample.
    #[inline(always)]
    pub fn index(&self, x: usize, y: usize) -> usize {
        y * self.size[0] + x
    }

    /// Returns the index of one of the eight neighbours of a sample, unless there is a wall.
    #[inline(always)]
    pub fn around(&self, x: usize, y: usize, side: usize) -> Option<usize> {
        let [dx, dy] = NEIGHBOURS[side];
        let x = self.moved(x, dx, self.size[0])?;
        let y = self.moved(y, dy, self.size[1])?;
        Some(self.index(x, y))
    }

    #[inline(always)]
    fn moved(&self, at: usize, by: isize, size: usize) -> Option<usize> {
        match at.wrapping_add_signed(by) {
            inside if inside < size => Some(inside),
            _ if !self.wraps => None,
            _ if by < 0 => Some(size - 1),
            _ => Some(0),
        }
    }
}
