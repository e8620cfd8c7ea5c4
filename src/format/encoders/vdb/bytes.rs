//! The bytes around the trees: header, metadata, descriptor, transform.

/// The first eight bytes of every file.
pub const MAGIC: [u8; 8] = *b" BDV\0\0\0\0";

/// The version of the file format, and the version of OpenVDB that introduced it.
const VERSION: [u32; 3] = [224, 6, 2];

/// The compression of a grid: 2, which leaves out inactive values and stores the others as they are.
pub const COMPRESSION: [u8; 4] = [2, 0, 0, 0];

/// Returns the header: magic number, versions, whether grids have positions in the file, and the unique tag of the file.
pub fn header(tag: &str) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.map(u32::to_le_bytes).as_flattened());
    out.push(1);
    out.extend(tag.as_bytes());
    out
}

/// Returns the unique name of a grid, its type, and the name of the grid whose tree it shares: none.
pub fn descriptor(name: &str, is_half: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let half = if is_half { "_HalfFloat" } else { "" };
    put_text(&mut out, name);
    put_text(&mut out, &format!("Tree_float_5_4_3{half}"));
    put_text(&mut out, "");
    out
}

/// Returns the map from indices to positions: `first` is the position of index 0, and `step` the size of a voxel.
pub fn transform(first: [f64; 3], step: [f64; 3]) -> Vec<u8> {
    // Programs treat cubes better, so that rounding must not make them longer.
    let is_uniform = (step.iter()).all(|side| (side / step[0] - 1.0).abs() < 1e-12);
    let (name, step) = match is_uniform {
        true => ("UniformScaleTranslateMap", [step[0]; 3]),
        false => ("ScaleTranslateMap", step),
    };
    let mut out = Vec::new();
    put_text(&mut out, name);
    for vector in [
        first,
        step,
        step, // the size of a voxel
        step.map(|side| 1.0 / side),
        step.map(|side| 1.0 / (side * side)),
        step.map(|side| 0.5 / side),
    ] {
        out.extend(vector.map(f64::to_le_bytes).as_flattened());
    }
    out
}

/// Names with typed values. OpenVDB writes them sorted by name.
#[derive(Default)]
pub struct Metadata {
    count: u32,
    pairs: Vec<u8>,
}

impl Metadata {
    pub fn text(&mut self, name: &str, value: &str) {
        self.put(name, "string", value.as_bytes());
    }

    pub fn integers(&mut self, name: &str, value: [i32; 3]) {
        self.put(name, "vec3i", value.map(i32::to_le_bytes).as_flattened());
    }

    pub fn count(&mut self, name: &str, value: u64) {
        self.put(name, "int64", &value.to_le_bytes());
    }

    /// Stores that something is true.
    pub fn truth(&mut self, name: &str) {
        self.put(name, "bool", &[1]);
    }

    fn put(&mut self, name: &str, kind: &str, value: &[u8]) {
        self.count += 1;
        put_text(&mut self.pairs, name);
        put_text(&mut self.pairs, kind);
        put_bytes(&mut self.pairs, value);
    }

    /// Returns the number of pairs, then the pairs.
    pub fn bytes(self) -> Vec<u8> {
        let mut out = self.count.to_le_bytes().to_vec();
        out.extend(self.pairs);
        out
    }
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_bytes(out, text.as_bytes());
}

/// Appends a length, then the bytes.
fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}
