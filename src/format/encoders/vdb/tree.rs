//! The tree of one channel.

use std::io::{self, Read, Seek, Write};

use tempfile::SpooledTempFile;

use super::active::Active;
use super::columns::Columns;
use super::leaf::{self, Block, Leaf};
use super::node::{Entry, Node, places};

/// The number of entries along a side of an upper node, and of a lower node.
const UPPER: usize = 32;
const LOWER: usize = 16;

/// A tree, as far as its topology goes. The values of its leaves stay in the columns.
pub struct Tree<const N: usize> {
    uppers: Vec<Upper<N>>,
    /// The topologies of all lower nodes, in the order of the file.
    lowers: SpooledTempFile,
    value_bytes: u64,
    active: Active,
}

struct Upper<const N: usize> {
    /// The position of the first entry, and the number of entries that lie in the volume, in lower nodes.
    first: [usize; 3],
    size: [usize; 3],
    node: Node<N>,
    /// The number of bytes of the topologies of its lower nodes.
    lower_bytes: u64,
}

impl<const N: usize> Tree<N> {
    /// Finds the topology of a channel. That of the lower nodes is kept in the empty temporary file.
    pub fn new(
        columns: &mut Columns<N>,
        channel: usize,
        block: &mut Block<N>,
        lowers: SpooledTempFile,
    ) -> io::Result<Tree<N>> {
        let mut tree = Tree {
            uppers: Vec::new(),
            lowers,
            value_bytes: 0,
            active: Active::NONE,
        };
        let nodes = columns.nodes();
        for place in places(nodes.map(|n| n.div_ceil(UPPER))) {
            let first = place.map(|n| n * UPPER);
            let mut upper = Upper {
                first,
                size: [0, 1, 2].map(|axis| UPPER.min(nodes[axis] - first[axis])),
                node: Node::new(UPPER),
                lower_bytes: 0,
            };
            for place in places(upper.size) {
                columns.read(channel, upper.position(place), block)?;
                let (entry, topology) = tree.add_lower(block);
                tree.lowers.write_all(&topology)?;
                upper.lower_bytes += topology.len() as u64;
                upper.node.set(place, entry);
            }
            if upper.node.entry() != Entry::Nothing {
                tree.uppers.push(upper);
            }
        }
        Ok(tree)
    }

    /// Counts the voxels of a lower node. Returns what it is in the node above and, if it is a child, its topology.
    fn add_lower(&mut self, block: &Block<N>) -> (Entry<N>, Vec<u8>) {
        let (mut node, mut masks, mut value_bytes) = (Node::new(LOWER), Vec::new(), 0);
        for place in leaves(block) {
            let leaf = Leaf::cut(block, place);
            let (entry, active) = (leaf.entry(), leaf.active());
            if entry == Entry::Child {
                leaf.put_mask(&mut masks);
                value_bytes += leaf::value_bytes::<N>(&active);
            }
            self.active.add(&active);
            node.set(place, entry);
        }
        self.value_bytes += value_bytes;
        let mut topology = Vec::new();
        if node.entry() == Entry::Child {
            node.put(&mut topology);
            topology.extend(masks);
        }
        (node.entry(), topology)
    }

    /// Returns the active voxels.
    pub fn active(&self) -> &Active {
        &self.active
    }

    /// Returns the number of bytes that [`Tree::write_topology`] writes.
    pub fn topology_bytes(&self) -> u64 {
        let root = 16 + 12 * self.uppers.len() as u64;
        let uppers = self.uppers.iter();
        root + (uppers.map(|upper| upper.node.bytes() + upper.lower_bytes)).sum::<u64>()
    }

    /// Returns the number of bytes that [`Tree::write_values`] writes.
    pub fn value_bytes(&self) -> u64 {
        self.value_bytes
    }

    /// Writes the root, then each upper node with its lower nodes.
    pub fn write_topology(&mut self, out: &mut impl Write) -> io::Result<()> {
        let buffers = 1_u32;
        let (background, tiles, children) = (0_f32, 0_u32, self.uppers.len() as u32);
        let root = [buffers, background.to_bits(), tiles, children];
        out.write_all(root.map(u32::to_le_bytes).as_flattened())?;
        self.lowers.rewind()?;
        for upper in &self.uppers {
            let index = upper
                .first
                .map(|n| ((n * LOWER * leaf::SIDE) as u32).to_le_bytes());
            let mut bytes = index.as_flattened().to_vec();
            upper.node.put(&mut bytes);
            out.write_all(&bytes)?;
            io::copy(&mut (&mut self.lowers).take(upper.lower_bytes), out)?;
        }
        Ok(())
    }

    /// Writes the values of all leaves.
    pub fn write_values(
        &self,
        columns: &mut Columns<N>,
        channel: usize,
        block: &mut Block<N>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        for upper in &self.uppers {
            for place in places(upper.size).filter(|place| upper.node.is_child(*place)) {
                columns.read(channel, upper.position(place), block)?;
                let leaves = leaves(block).map(|place| Leaf::cut(block, place));
                for leaf in leaves.filter(|leaf| leaf.entry() == Entry::Child) {
                    bytes.clear();
                    leaf.put_values(&mut bytes);
                    out.write_all(&bytes)?;
                }
            }
        }
        Ok(())
    }
}

impl<const N: usize> Upper<N> {
    /// Returns the position of an entry, in lower nodes.
    fn position(&self, place: [usize; 3]) -> [usize; 3] {
        [0, 1, 2].map(|axis| self.first[axis] + place[axis])
    }
}

/// Returns the places of the leaves of a lower node that lie in the volume.
fn leaves<const N: usize>(block: &Block<N>) -> impl Iterator<Item = [usize; 3]> {
    places(block.size.map(|n| n.div_ceil(leaf::SIDE)))
}
