//! The planes of a source's lattice across the walk axis.

use crate::program::{Hash, Lattice};

pub(super) struct Planes<'a> {
    source: &'a Lattice,
    /// Which of the source's axes is the walk axis.
    pub along: usize,
    /// The other axes: their names, which of the source's axes they are, and of the grid's.
    pub across: Vec<(&'static str, usize, usize)>,
    /// The pattern in the names of the functions: `a` is an axis across, `k` the walk axis.
    pattern: String,
}

impl Planes<'_> {
    pub fn of(source: &Lattice, walk_axis: usize) -> Planes<'_> {
        let mut planes = Planes {
            source,
            along: 0,
            across: Vec::new(),
            pattern: String::new(),
        };
        for (i, &axis) in source.axes.iter().enumerate() {
            if axis == walk_axis {
                planes.along = i;
                planes.pattern.push('k');
            } else {
                let name = ["a", "b", "c"][planes.across.len()];
                planes.across.push((name, i, axis));
                planes.pattern.push('a');
            }
        }
        planes
    }

    /// What is hashed once a run.
    pub fn stem(&self) -> Option<String> {
        let before = &self.pattern[..self.along];
        if self.source.hash == Hash::Integer || before.is_empty() {
            return None;
        }
        let axes = ["a", "a, b"][before.len() - 1];
        Some(format!("walk_table_stem_{before}k(layer.table, {axes})"))
    }

    /// The hashes and the corners of the plane of a key: `corners`, and with a third axis across
    /// `past` and `future`.
    pub fn plane(&self) -> Vec<String> {
        let kind = self.source.kind.info().name;
        let d = self.source.axes.len();
        let corners = |hashes: &str| format!("walk_{kind}_{d}d({hashes})");
        if d == 4 {
            let mut lines = vec!["let face = walk_table_aak(layer.table, stem, key);".to_string()];
            let mut faces = [
                "noise_perms(layer.table, face + vec4<u32>(c.low))",
                "noise_perms(layer.table, face + vec4<u32>(c.high))",
            ];
            if self.source.hash == Hash::Integer {
                lines.clear();
                faces = [
                    "walk_integer_aak(layer.key, key, a, b, c.low ^ layer.key.w) >> vec4<u32>(27u)",
                    "walk_integer_aak(layer.key, key, a, b, c.high ^ layer.key.w) >> vec4<u32>(27u)",
                ];
            }
            lines.push(format!("let past = {};", corners(faces[0])));
            lines.push(format!("let future = {};", corners(faces[1])));
            return lines;
        }
        let hashes = match self.source.hash {
            Hash::Table => self.table_hashes(d),
            Hash::Integer => self.integer_hashes(d),
        };
        vec![format!("let corners = {};", corners(&hashes))]
    }

    fn table_hashes(&self, d: usize) -> String {
        let pattern = &self.pattern;
        let args = match pattern.as_str() {
            "k" => "key",
            "ka" => "key, a",
            "aka" => "stem, key, b",
            _ => "stem, key",
        };
        let hashes = format!("walk_table_{pattern}(layer.table, {args})");
        match d {
            1 => format!("noise_table_value({hashes}.xy)"),
            2 => format!("walk_table_edge_plane(layer.table, {hashes})"),
            _ => hashes,
        }
    }

    fn integer_hashes(&self, d: usize) -> String {
        let pattern = &self.pattern;
        let args = match pattern.as_str() {
            "k" => "key",
            "ka" | "ak" => "key, a",
            "aka" => "key, a, b",
            _ => "key, a, b, 0u",
        };
        let hashes = format!("walk_integer_{pattern}(layer.key, {args})");
        match d {
            1 => format!("noise_integer_value({hashes}.xy)"),
            _ => format!("{hashes} >> vec4<u32>(28u)"),
        }
    }

    /// The axis across that is blended last, between a plane's two edges.
    pub fn between(&self) -> Option<(&'static str, usize, usize)> {
        self.along.checked_sub(1).map(|last| self.across[last])
    }

    /// The plane, or its edges where there is an axis between them.
    pub fn value(&self) -> &'static str {
        match self.pattern.as_str() {
            "k" => "walk_plane_k(corners)",
            "ka" => "walk_plane_ka(corners, a)",
            "ak" => "walk_edges_ak(corners)",
            "aak" => "walk_edges_aak(corners, a)",
            "aka" => "walk_edges_aka(corners, b)",
            _ => "walk_edges_aaka(past, future, a, c)",
        }
    }
}
