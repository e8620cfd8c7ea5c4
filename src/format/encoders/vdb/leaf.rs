//! The leaves of a tree, and the blocks of voxels from which they are cut.

use super::active::Active;
use super::node::Entry;

/// The number of voxels along a side of a leaf, and in a leaf.
pub const SIDE: usize = 8;
const VOXELS: usize = SIDE * SIDE * SIDE;

/// The voxels of one lower node that lie in the volume, x fastest. A voxel is the bytes of a float.
pub struct Block<const N: usize> {
    /// The index of the first voxel in the volume.
    pub start: [u32; 3],
    /// The number of voxels along x, y and z: 1 to 128.
    pub size: [usize; 3],
    pub voxels: Vec<[u8; N]>,
}

/// 8³ voxels in the order of the file, in which z varies fastest.
pub struct Leaf<const N: usize> {
    start: [u32; 3],
    /// Whether all voxels lie in the volume. Those that do not are 0.
    is_whole: bool,
    voxels: [[u8; N]; VOXELS],
    /// A bit for each active voxel; a word for each x.
    mask: [u64; SIDE],
}

impl<const N: usize> Leaf<N> {
    /// Cuts the leaf at a position in leaves from a block.
    pub fn cut(block: &Block<N>, at: [usize; 3]) -> Leaf<N> {
        let [x0, y0, z0] = at.map(|n| n * SIDE);
        let [width, height, depth] = block.size;
        let [nx, ny, nz] = [width - x0, height - y0, depth - z0].map(|rest| rest.min(SIDE));
        let mut voxels = [[0; N]; VOXELS];
        for z in 0..nz {
            for y in 0..ny {
                let row = ((z0 + z) * height + y0 + y) * width + x0;
                let row = &block.voxels[row..row + nx];
                for (x, voxel) in row.iter().enumerate() {
                    voxels[(x * SIDE + y) * SIDE + z] = *voxel;
                }
            }
        }
        let start = std::array::from_fn(|axis| block.start[axis] + (at[axis] * SIDE) as u32);
        Leaf {
            start,
            is_whole: [nx, ny, nz] == [SIDE; 3],
            mask: mask(&voxels),
            voxels,
        }
    }

    /// Returns what the entry of a lower node is.
    pub fn entry(&self) -> Entry<N> {
        let first = self.voxels[0];
        if self.mask == [0; SIDE] {
            Entry::Nothing
        } else if self.is_whole && self.voxels.iter().all(|voxel| *voxel == first) {
            Entry::Tile(first)
        } else {
            Entry::Child
        }
    }

    /// Returns the active voxels of the leaf.
    pub fn active(&self) -> Active {
        if self.mask == [0; SIDE] {
            return Active::NONE;
        }
        let is_empty = |plane: &&u64| **plane == 0;
        // Eight bytes for y, eight bits of each for z.
        let along_yz = self.mask.iter().fold(0, |all, plane| all | plane);
        let along_z = along_yz.to_le_bytes().iter().fold(0, |all, row| all | row);
        let low = [
            self.mask.iter().take_while(is_empty).count() as u32,
            along_yz.trailing_zeros() / 8,
            along_z.trailing_zeros(),
        ];
        let after = [
            self.mask.iter().rev().take_while(is_empty).count() as u32,
            along_yz.leading_zeros() / 8,
            along_z.leading_zeros(),
        ];
        let index = |axis: usize, at: u32| (self.start[axis] + at) as i32;
        Active {
            voxels: (self.mask.iter())
                .map(|plane| u64::from(plane.count_ones()))
                .sum(),
            low: [0, 1, 2].map(|axis| index(axis, low[axis])),
            high: [0, 1, 2].map(|axis| index(axis, 7 - after[axis])),
        }
    }

    /// Appends the mask, which is the topology of a leaf.
    pub fn put_mask(&self, out: &mut Vec<u8>) {
        out.extend(self.mask.map(u64::to_le_bytes).as_flattened());
    }

    /// Appends what follows the topology: the mask again, a byte that says that all inactive voxels are 0, and the active ones.
    pub fn put_values(&self, out: &mut Vec<u8>) {
        self.put_mask(out);
        out.push(0);
        if self.mask == [u64::MAX; SIDE] {
            out.extend(self.voxels.as_flattened());
        } else {
            let planes = self.mask.iter().zip(self.voxels.chunks_exact(64));
            for (mask, plane) in planes {
                let active = |i: &usize| mask >> i & 1 == 1;
                (0..64).filter(active).for_each(|i| out.extend(plane[i]));
            }
        }
    }
}

/// Returns the number of bytes that [`Leaf::put_values`] appends.
pub fn value_bytes<const N: usize>(active: &Active) -> u64 {
    (VOXELS / 8 + 1) as u64 + active.voxels * N as u64
}

/// Returns a bit for each voxel that is not 0.
fn mask<const N: usize>(voxels: &[[u8; N]; VOXELS]) -> [u64; SIDE] {
    // Counting is many times faster than collecting bits, and most leaves have no zeros.
    if voxels.iter().filter(|voxel| is_zero(voxel)).count() == 0 {
        return [u64::MAX; SIDE];
    }
    let mut mask = [0; SIDE];
    for (word, plane) in mask.iter_mut().zip(voxels.chunks_exact(64)) {
        let bits = plane.iter().enumerate();
        *word = bits.fold(0, |word, (i, voxel)| {
            word | (u64::from(!is_zero(voxel)) << i)
        });
    }
    mask
}

/// Returns whether a float, of which the bytes are given, is 0 or -0.
fn is_zero<const N: usize>(voxel: &[u8; N]) -> bool {
    let mut magnitude = *voxel;
    magnitude[N - 1] &= 0x7F;
    magnitude == [0; N]
}
