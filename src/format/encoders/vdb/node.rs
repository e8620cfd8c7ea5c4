//! The nodes of a tree that have children.

/// What a node has in one of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<const N: usize> {
    /// Nothing: all voxels are inactive.
    Nothing,
    /// One value, of which these are the bytes: all voxels are active.
    Tile([u8; N]),
    /// A node or a leaf.
    Child,
}

/// The entries of a node.
pub struct Node<const N: usize> {
    side: usize,
    /// A bit for each entry that is a child, and one for each that is a tile.
    children: Vec<u64>,
    active: Vec<u64>,
    tiles: Vec<[u8; N]>,
    has_children: bool,
}

impl<const N: usize> Node<N> {
    /// Returns a node of `side`³ entries, which are nothing.
    pub fn new(side: usize) -> Node<N> {
        let words = side.pow(3) / 64;
        Node {
            side,
            children: vec![0; words],
            active: vec![0; words],
            tiles: Vec::new(),
            has_children: false,
        }
    }

    /// Sets an entry. Entries are set in the order of [`places`].
    pub fn set(&mut self, [x, y, z]: [usize; 3], entry: Entry<N>) {
        let index = (x * self.side + y) * self.side + z;
        let bit = 1 << (index % 64);
        match entry {
            Entry::Nothing => {}
            Entry::Tile(value) => {
                self.active[index / 64] |= bit;
                self.tiles.push(value);
            }
            Entry::Child => {
                self.children[index / 64] |= bit;
                self.has_children = true;
            }
        }
    }

    /// Returns what the entry of the node above is.
    pub fn entry(&self) -> Entry<N> {
        match self.tiles.first() {
            _ if self.has_children => Entry::Child,
            None => Entry::Nothing,
            Some(first) => {
                let is_one_tile = self.tiles.len() == self.side.pow(3)
                    && self.tiles.iter().all(|tile| tile == first);
                if is_one_tile {
                    Entry::Tile(*first)
                } else {
                    Entry::Child
                }
            }
        }
    }

    /// Returns whether an entry is a child.
    pub fn is_child(&self, [x, y, z]: [usize; 3]) -> bool {
        let index = (x * self.side + y) * self.side + z;
        self.children[index / 64] >> (index % 64) & 1 == 1
    }

    /// Returns the number of bytes that [`Node::put`] appends.
    pub fn bytes(&self) -> u64 {
        (8 * (self.children.len() + self.active.len()) + 1 + N * self.tiles.len()) as u64
    }

    /// Appends the masks, a byte that says that all inactive tiles are 0, and the active tiles.
    pub fn put(&self, out: &mut Vec<u8>) {
        for word in self.children.iter().chain(&self.active) {
            out.extend(word.to_le_bytes());
        }
        out.push(0);
        out.extend(self.tiles.as_flattened());
    }
}

/// Returns the places of a box of entries in the order of the file, in which z varies fastest.
pub fn places([nx, ny, nz]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    let rows = (0..nx).flat_map(move |x| (0..ny).map(move |y| [x, y]));
    rows.flat_map(move |[x, y]| (0..nz).map(move |z| [x, y, z]))
}
