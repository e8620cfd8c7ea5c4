//! Two readers of `.vdb` files: OpenVDB itself, where Python finds it, and one that shares no code with the library.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::skip;

/// What a reader finds in a file.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct File {
    pub metadata: BTreeMap<String, String>,
    pub grids: Vec<Grid>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Grid {
    pub name: String,
    pub class: String,
    pub map: String,
    /// The position of the index 0, and the size of a voxel.
    pub first: [f64; 3],
    pub step: [f64; 3],
    pub half: bool,
    /// What the metadata says of the active voxels: the box of their indices, and their number.
    pub low: [i32; 3],
    pub high: [i32; 3],
    pub counted: u64,
    /// What there is.
    pub voxels: u64,
    pub leaves: u64,
    /// The bits of each voxel's value, and whether it is active, x fastest.
    pub values: Vec<u32>,
    pub active: Vec<u8>,
}

/// What OpenVDB finds; `None`, and a line that says so, where it is not there. With `CI=true` it must be.
pub fn by_openvdb(path: &Path, size: &[usize]) -> Option<File> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format/vdb/read.py");
    let run = |python: &str| {
        let size = size.iter().map(usize::to_string);
        let mut command = Command::new(python);
        command.arg(&script).arg(path).args(size).output().ok()
    };
    let imports = |python: &&str| {
        let import =
            "import importlib.util as i; exit(not any(map(i.find_spec, ['openvdb', 'pyopenvdb'])))";
        let found = Command::new(python).args(["-c", import]).status();
        found.is_ok_and(|status| status.success())
    };
    // Packages of the system belong to its own Python, which need not be the first.
    let Some(python) = ["python3", "/usr/bin/python3"].into_iter().find(imports) else {
        skip::without_tool("there is no OpenVDB for Python, which is in python3-openvdb");
        return None;
    };
    let output = run(python).expect("Python starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// Reads a file by the description of the format. Panics if anything is not as OpenVDB would write it without compression.
pub fn by_hand(path: &Path, size: &[usize]) -> File {
    let file = std::fs::read(path).expect("the file");
    let mut rest = Bytes { file: &file, at: 0 };
    assert_eq!(rest.take(8), b" BDV\0\0\0\0");
    assert_eq!([rest.u32(), rest.u32(), rest.u32()], [224, 6, 2]);
    assert_eq!(rest.take(1), [1], "whether there are positions");
    let tag = std::str::from_utf8(rest.take(36)).expect("a tag");
    let groups: Vec<usize> = tag.split('-').map(str::len).collect();
    assert_eq!(groups, [8, 4, 4, 4, 12], "{tag}");
    assert!(tag.replace('-', "").chars().all(|c| c.is_ascii_hexdigit()));
    let text = |(kind, value): (String, Vec<u8>)| {
        assert_eq!(kind, "string");
        String::from_utf8(value).expect("a text")
    };
    let metadata = rest.metadata().into_iter();
    let metadata = metadata.map(|(name, value)| (name, text(value))).collect();
    let count = rest.u32();
    let mut names = Vec::new();
    let grids = (0..count).map(|_| {
        names.push(rest.text());
        let grid = rest.grid(size);
        assert!(!names[..names.len() - 1].contains(&names[names.len() - 1]));
        grid
    });
    let grids = grids.collect();
    assert_eq!(rest.at, file.len());
    File { metadata, grids }
}

struct Bytes<'a> {
    file: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    fn take(&mut self, count: usize) -> &[u8] {
        self.at += count;
        &self.file[self.at - count..self.at]
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        self.take(N).try_into().expect("as many bytes")
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn vector(&mut self) -> [f64; 3] {
        [(); 3].map(|()| f64::from_le_bytes(self.array()))
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = self.u32() as usize;
        self.take(length).to_vec()
    }

    fn text(&mut self) -> String {
        String::from_utf8(self.bytes()).expect("a text")
    }

    fn metadata(&mut self) -> Vec<(String, (String, Vec<u8>))> {
        let pairs = (0..self.u32()).map(|_| (self.text(), (self.text(), self.bytes())));
        let pairs: Vec<_> = pairs.collect();
        assert!(pairs.is_sorted());
        pairs
    }

    fn grid(&mut self, size: &[usize]) -> Grid {
        let kind = self.text();
        let half = match &kind[..] {
            "Tree_float_5_4_3" => false,
            "Tree_float_5_4_3_HalfFloat" => true,
            other => panic!("{other}"),
        };
        assert_eq!(self.text(), "", "it shares no tree");
        let [start, values, end] = [(); 3].map(|()| u64::from_le_bytes(self.array()) as usize);
        assert_eq!(self.at, start);
        assert_eq!(self.u32(), 2, "active values, not compressed");
        let metadata: BTreeMap<_, _> = self.metadata().into_iter().collect();
        assert_eq!(metadata.len(), 6 + usize::from(half), "{metadata:?}");
        let said = |name: &str, kind: &str| {
            let (found, value) = &metadata[name];
            assert_eq!(found, kind, "{name}");
            value.clone()
        };
        let text = |name| String::from_utf8(said(name, "string")).expect("a text");
        let indices = |name| {
            let value = said(name, "vec3i");
            let words = value
                .as_chunks()
                .0
                .iter()
                .map(|word| i32::from_le_bytes(*word));
            words.collect::<Vec<_>>().try_into().expect("three numbers")
        };
        assert_eq!(text("file_compression"), "active values");
        if half {
            assert_eq!(said("is_saved_as_half_float", "bool"), [1]);
        }
        let counted = said("file_voxel_count", "int64");
        let map = self.text();
        let [first, step] = [(); 2].map(|()| self.vector());
        assert_eq!(self.vector(), step);
        assert_eq!(self.vector(), step.map(|n| 1.0 / n));
        assert_eq!(self.vector(), step.map(|n| 1.0 / (n * n)));
        assert_eq!(self.vector(), step.map(|n| 0.5 / n));

        let count: usize = size.iter().product();
        let mut tree = Tree {
            size,
            half,
            leaves: Vec::new(),
            count: 0,
            voxels: 0,
            values: vec![0; count],
            active: vec![0; count],
        };
        assert_eq!(self.u32(), 1, "sets of values");
        assert_eq!(self.u32(), 0, "background");
        assert_eq!(self.u32(), 0, "tiles of the root");
        for _ in 0..self.u32() {
            let start = [(); 3].map(|()| self.u32() as usize);
            tree.node(self, start, &[(32, 128), (16, 8)]);
        }
        assert_eq!(self.at, values);
        for (start, mask) in std::mem::take(&mut tree.leaves) {
            assert_eq!(self.array(), mask);
            assert_eq!(self.take(1), [0], "inactive voxels are the background");
            for i in (0..512).filter(|i| mask[i / 8] >> (i % 8) & 1 == 1) {
                let value = tree.value(self);
                let at = [i / 64, i / 8 % 8, i % 8];
                tree.fill([0, 1, 2].map(|axis| start[axis] + at[axis]), 1, value);
            }
            tree.count += 1;
        }
        assert_eq!(self.at, end);
        Grid {
            name: text("name"),
            class: text("class"),
            map,
            first,
            step,
            half,
            low: indices("file_bbox_min"),
            high: indices("file_bbox_max"),
            counted: u64::from_le_bytes(counted.try_into().expect("8 bytes")),
            voxels: tree.voxels,
            leaves: tree.count,
            values: tree.values,
            active: tree.active,
        }
    }
}

struct Tree<'a> {
    size: &'a [usize],
    half: bool,
    /// The start and the mask of each leaf whose values come.
    leaves: Vec<([usize; 3], [u8; 64])>,
    count: u64,
    voxels: u64,
    values: Vec<u32>,
    active: Vec<u8>,
}

impl Tree<'_> {
    /// Reads the topology of a node, of which `levels` has the number of entries and of voxels along a side of an entry.
    fn node(&mut self, rest: &mut Bytes, start: [usize; 3], levels: &[(usize, usize)]) {
        let Some((&(side, step), below)) = levels.split_first() else {
            self.leaves.push((start, rest.array()));
            return;
        };
        let entries = side.pow(3);
        let [children, active] = [(); 2].map(|()| rest.take(entries / 8).to_vec());
        let set = |mask: &[u8]| -> Vec<usize> {
            (0..entries)
                .filter(|i| mask[i / 8] >> (i % 8) & 1 == 1)
                .collect()
        };
        let place = |i: usize| {
            let at = [i / (side * side), i / side % side, i % side];
            [0, 1, 2].map(|axis| start[axis] + at[axis] * step)
        };
        assert_eq!(rest.take(1), [0], "inactive tiles are the background");
        for i in set(&active) {
            let value = self.value(rest);
            self.fill(place(i), step, value);
        }
        for i in set(&children) {
            assert_eq!(active[i / 8] >> (i % 8) & 1, 0, "a child and a tile");
            self.node(rest, place(i), below);
        }
    }

    fn value(&self, rest: &mut Bytes) -> u32 {
        match self.half {
            true => half::f16::from_le_bytes(rest.array()).to_f32().to_bits(),
            false => rest.u32(),
        }
    }

    fn fill(&mut self, start: [usize; 3], side: usize, value: u32) {
        self.voxels += side.pow(3) as u64;
        let &[nx, ny, nz] = self.size else { return };
        for i in 0..side.pow(3) {
            let at = [i % side, i / side % side, i / side / side];
            let [x, y, z] = [0, 1, 2].map(|axis| start[axis] + at[axis]);
            assert!(
                x < nx && y < ny && z < nz,
                "an active voxel outside the volume"
            );
            let voxel = (z * ny + y) * nx + x;
            self.values[voxel] = value;
            self.active[voxel] = 1;
        }
    }
}
