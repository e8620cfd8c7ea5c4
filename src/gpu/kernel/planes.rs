//! The lattice planes of a source that lie across the walk axis: the expressions of their hashes, corners and values.
//!
//! The functions in these expressions are in `walk.wgsl` and the files under `walk/`. Their names end with a letter for each axis
//! of the source, in order: `k` for the walk axis, whose key selects the plane, and `a` for each other axis ("an axis across").
//! A walk along z of 3-D noise calls `..._aak`, and along y of 2-D noise `..._ak`.

use super::inputs::table_entry;
use crate::hash::ELIAS_STRIDES;
use crate::noise::Hash;
use crate::program::{Lattice, LatticeNoise};
use crate::wgsl::compose::FIELDS;

/// An axis across the walk axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Across {
    /// The name of its variable in the text.
    pub name: &'static str,
    /// Which of the source's axes it is.
    pub own: usize,
    /// Which of the grid's axes it is.
    pub axis: usize,
}

impl Across {
    /// The axis's entry of sample `at` in the tables of `layer`.
    pub fn entry(self) -> String {
        table_entry(self.axis, &format!("layer.first.{}", FIELDS[self.own]))
    }
}

/// What a sample takes of the two ends of its cell along an axis across: see `walk.wgsl`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ends {
    /// The name of their variable, which says whether they are those of a derivative.
    pub name: String,
    /// The expression that computes them.
    pub value: String,
    /// Whether corners are blended to edges by them.
    pub are_of_edges: bool,
}

/// A source's lattice, cut into planes across the walk axis.
pub(super) struct Planes<'a> {
    source: &'a Lattice,
    /// Which of the source's axes is the walk axis.
    pub along: usize,
    /// The other axes.
    pub across: Vec<Across>,
    /// The table of the look-ups.
    table: String,
    /// Whether a look-up finds a corner word instead of a hash: see `corner_words.wgsl`.
    has_words: bool,
    /// The pattern in the names of functions: `a` for an axis across, `k` for the walk axis.
    pattern: String,
}

impl Planes<'_> {
    pub fn of(source: &Lattice, walk_axis: usize) -> Planes<'_> {
        let mut planes = Planes {
            source,
            along: 0,
            across: Vec::new(),
            table: "layer.table".to_string(),
            has_words: false,
            pattern: String::new(),
        };
        for (own, &axis) in source.axes.iter().enumerate() {
            if axis == walk_axis {
                planes.along = own;
                planes.pattern.push('k');
            } else {
                let name = ["a", "b", "c"][planes.across.len()];
                planes.across.push(Across { name, own, axis });
                planes.pattern.push('a');
            }
        }
        planes
    }

    /// The same planes with look-ups in a table of corner words, of which these are the members: see `corner_words.wgsl`.
    pub fn with_words(self, members: &str) -> Self {
        Planes {
            table: format!("WalkTable({members})"),
            has_words: true,
            ..self
        }
    }

    /// Returns the part of the hash that is computed once per run, if there is one. The table hash is a chain of look-ups,
    /// perm[perm[perm[x] + y] + z], so those of the axes before the walk axis are the same for all planes. The other hashes mix
    /// all keys at once and have no such part.
    pub fn stem(&self) -> Option<String> {
        let before = &self.pattern[..self.along];
        if self.source.hash != Hash::Table || before.is_empty() {
            return None;
        }
        let axes = ["a", "a, b"][before.len() - 1];
        let hash = if self.has_words { "word" } else { "table" };
        Some(format!(
            "walk_{hash}_stem_{before}k({}, {axes})",
            self.table
        ))
    }

    /// Returns the statements that hash the plane of `key` and set the variable `corners` to its corners. With a third axis
    /// across, a plane has eight corners, four in each of two variables: `past` at the low end of that axis, and `future` at its
    /// high end.
    pub fn plane(&self) -> Vec<String> {
        if self.source.axes.len() < 4 {
            let hashes = match self.source.hash {
                Hash::Table => self.table_hashes(),
                Hash::Integer => self.integer_hashes(),
                Hash::Elias => self.elias_hashes(None),
            };
            return vec![format!("let corners = {};", self.corners(&hashes))];
        }
        let mut statements = Vec::new();
        if self.source.hash == Hash::Table {
            let table = &self.table;
            statements.push(format!("let hashes = walk_table_aak({table}, stem, key);"));
        }
        for (name, end) in [("past", "c.low"), ("future", "c.high")] {
            let hashes = match self.source.hash {
                Hash::Table => {
                    format!("walk_perms({}, hashes + vec4<u32>({end}))", self.table)
                }
                Hash::Integer => {
                    format!("walk_integer_aak(layer.key, key, a, b, {end} ^ layer.key.w)")
                }
                Hash::Elias => self.elias_hashes(Some(end)),
            };
            statements.push(format!("let {name} = {};", self.corners(&hashes)));
        }
        statements
    }

    /// The corners of these hashes. Of the integer hash, gradients take the top bits: eight for classic noise, and as many as
    /// select one of the 16 or, in 4-D, 32 gradients of Perlin noise.
    fn corners(&self, hashes: &str) -> String {
        let d = self.source.axes.len();
        if self.has_words && self.source.noise == LatticeNoise::Perlin && d > 1 {
            return format!("walk_word_perlin_{d}d({hashes})");
        }
        let hashes = match self.has_words {
            true => &format!("({hashes} & vec4<u32>(255u))"),
            false => hashes,
        };
        let values = match self.source.hash {
            Hash::Table => format!("noise_table_value({hashes})"),
            Hash::Integer => format!("noise_integer_value({hashes})"),
            Hash::Elias => format!("noise_elias_value({hashes})"),
        };
        let top = |shift: u32| match self.source.hash {
            Hash::Integer => format!("{hashes} >> vec4<u32>({shift}u)"),
            _ => hashes.to_string(),
        };
        match (self.source.noise, d) {
            (LatticeNoise::Value(_), _) => format!("walk_value_corners({values})"),
            (LatticeNoise::Classic, _) => format!("walk_classic_{d}d({})", top(24)),
            (_, 1) => format!("walk_perlin_1d({values}.xy)"),
            (_, 4) => format!("walk_perlin_4d({})", top(27)),
            _ => format!("walk_perlin_{d}d({})", top(28)),
        }
    }

    fn table_hashes(&self) -> String {
        let pattern = &self.pattern;
        let args = match pattern.as_str() {
            "k" => "key",
            "ka" => "key, a",
            "aka" => "stem, key, b",
            _ => "stem, key",
        };
        let table = &self.table;
        let hashes = format!("walk_table_{pattern}({table}, {args})");
        match (self.source.noise, self.source.axes.len()) {
            (LatticeNoise::Perlin, 2) if !self.has_words => {
                format!("walk_table_edge_plane({table}, {hashes})")
            }
            _ => hashes,
        }
    }

    fn integer_hashes(&self) -> String {
        let pattern = &self.pattern;
        let args = match pattern.as_str() {
            "k" => "key",
            "ka" | "ak" => "key, a",
            "aka" => "key, a, b",
            _ => "key, a, b, 0u",
        };
        format!("walk_integer_{pattern}(layer.key, {args})")
    }

    /// Returns the hashes by Elias's polynomial of n, the dot product of a corner's keys and fixed strides. Along the corners the
    /// first axis across varies fastest; `end` is the key of the third axis across.
    fn elias_hashes(&self, end: Option<&str>) -> String {
        let mut n = format!("vec4<u32>(key * {}u)", ELIAS_STRIDES[self.along]);
        let ends = [
            "vec4<u32>(a.low, a.high, a.low, a.high)",
            "vec4<u32>(b.low, b.low, b.high, b.high)",
        ];
        for (across, ends) in self.across.iter().zip(ends) {
            n += &format!(" + {}u * {ends}", ELIAS_STRIDES[across.own]);
        }
        if let (Some(end), Some(third)) = (end, self.across.get(2)) {
            n += &format!(" + vec4<u32>({}u * {end})", ELIAS_STRIDES[third.own]);
        }
        format!("noise_elias(layer.key, {n})")
    }

    /// Returns the axes across along which corners are blended by the ends of cells: the fastest one, if edges are made along it,
    /// and the one after the walk axis.
    pub fn by_ends(&self) -> impl Iterator<Item = Across> {
        let fastest = (self.along > 1).then(|| self.across[0]);
        fastest
            .into_iter()
            .chain(self.across.get(self.along).copied())
    }

    /// Returns the ends along one of these axes, whose entry in the axis tables is given.
    pub fn ends(&self, across: Across, entry: &str) -> Ends {
        let (name, value) = match self.rise(across, entry) {
            Some(rise) => ("slope_ends", format!("walk_slope_ends({entry}, {rise})")),
            None => ("ends", format!("walk_ends({entry})")),
        };
        Ends {
            name: format!("{}_{name}", across.name),
            value,
            are_of_edges: across.own < self.along,
        }
    }

    /// If the source is a derivative along an axis across, returns the derivative of the fade.
    fn rise(&self, across: Across, entry: &str) -> Option<String> {
        let fade = self.source.derived_fade(across.own)?;
        Some(format!(
            "noise_fade_slope_{}({entry}.fraction)",
            fade.name()
        ))
    }

    /// Returns the axis along which the two edges of a plane are blended, the last one; `None` if a plane is computed without
    /// edges.
    pub fn between(&self) -> Option<Across> {
        self.along.checked_sub(1).map(|last| self.across[last])
    }

    /// The value of the plane: if it has two edges, their face is blended.
    pub fn blended(&self) -> String {
        match self.between() {
            Some(between) => self.blended_face(&self.value(), between),
            None => self.value(),
        }
    }

    /// The value of the plane that has this face between two edges.
    pub fn blended_face(&self, face: &str, between: Across) -> String {
        let b = between.name;
        match self.rise(between, b) {
            Some(rise) => format!("walk_plane_slope({face}, {b}, {rise})"),
            None => format!("walk_plane({face}, {b})"),
        }
    }

    /// The coefficients of a cell between these two planes.
    pub fn coefficients(&self, [low, high]: [&str; 2]) -> String {
        match self.source.partial == Some(self.along) {
            true => format!("walk_slope_coefficients({low}, {high})"),
            false => format!("walk_coefficients({low}, {high})"),
        }
    }

    /// The index of the plane with which a run begins. `run_index` counts runs along the walk axis.
    pub fn first(&self) -> String {
        let along = FIELDS[self.along];
        format!("axis_entry(layer.first.{along} + run_index).low")
    }

    /// The value of the plane, or the face between its two edges if there is an axis between them.
    pub fn value(&self) -> String {
        let ends = self.by_ends().map(|axis| self.ends(axis, axis.name).name);
        let ends: String = ends.map(|name| format!(", {name}")).collect();
        match self.pattern.as_str() {
            "k" => "walk_plane_k(corners)".to_string(),
            "ka" => format!("walk_plane_ka(corners{ends})"),
            "aaka" => format!("walk_face_aaka(past, future{ends})"),
            pattern => format!("walk_face_{pattern}(corners{ends})"),
        }
    }
}
