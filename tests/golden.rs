//! The golden values, made in exact rational arithmetic by `golden/make.py`, and a second writing of the noise at random
//! points: the crate's tables, hashes, positions and reference against what shares no code with them.

#[path = "support/golden.rs"]
mod files;
mod second;

use std::collections::BTreeSet;

use serde_json::Value;
use wgpu_noise::grid::Span;
use wgpu_noise::internals::{Affine, hash, position};
use wgpu_noise::noise::{Axis, Fractal, Kind, OctavePositions, Step, of};
use wgpu_noise::reference::Reference;
use wgpu_noise::{Grid, Job, Noise, Program};

use files::{golden, list, natural, naturals, real, word};
use second::{Coordinate, Hash};

/// How far two numbers may lie apart; a NaN is near nothing.
fn near(found: f64, expected: f64, tolerance: f64) -> Result<(), String> {
    match (found - expected).abs() <= tolerance {
        true => Ok(()),
        false => Err(format!("{found} is not {expected}")),
    }
}

// ---- value steps

/// What a step of numbers alone is to the reference.
fn stepped(name: &str, params: &[&str], args: &[f64], points: &[[f64; 2]]) -> f64 {
    let kind = Kind::from_name(name).unwrap_or_else(|| panic!("no node {name}"));
    let pairs = params.iter().zip(args);
    let noise = pairs.fold(Noise::of_kind(kind), |noise, (param, &arg)| {
        noise.set(param, arg)
    });
    let noise = match name {
        "curve" => noise.set("points", points.to_vec()),
        _ => noise,
    };
    let job = Job::of([noise], &Grid::new([1]));
    job.and_then(|job| Reference::new(&job))
        .unwrap_or_else(|error| panic!("{name} {args:?}: {error}"))
        .values([0; 4])[0]
}

#[test]
fn value_steps_are_the_golden_ones() {
    let document = golden("steps.json");
    let points: Vec<[f64; 2]> = (list(&document["points"]).iter())
        .map(|point| [real(&point[0]), real(&point[1])])
        .collect();
    let mut known = BTreeSet::new();
    for step in list(&document["steps"]) {
        let name = word(&step["step"]);
        let params: Vec<&str> = list(&step["params"]).iter().map(word).collect();
        for case in list(&step["cases"]) {
            let args: Vec<f64> = list(&case["args"]).iter().map(real).collect();
            let expected = real(&case["value"]);
            let found = near(
                stepped(name, &params, &args, &points),
                expected,
                1e-14 * expected.abs().max(1.0),
            );
            assert_eq!(found, Ok(()), "{name} {args:?}");
        }
        known.insert(name);
    }
    for step in Step::ALL {
        assert!(
            known.contains(step.info().name),
            "no golden values of {step:?}"
        );
    }
}

// ---- domain steps

/// A parameter of a golden domain step: a number, a list of numbers, a flag.
fn given(value: &Value) -> wgpu_noise::noise::Value {
    use wgpu_noise::noise::Value as Given;
    match value {
        Value::Bool(flag) => Given::Flag(*flag),
        Value::Array(list) => Given::List(list.iter().map(real).collect()),
        number => Given::Number(real(number)),
    }
}

#[test]
fn domain_steps_are_the_golden_ones() {
    let (x, y, z) = (Noise::x, Noise::y, Noise::z);
    let mut compared = 0;
    for step in list(&golden("domain.json")["steps"]) {
        let kind = Kind::from_name(word(&step["kind"])).expect("a kind");
        for case in list(&step["cases"]) {
            let mut node = Noise::of_kind(kind);
            if word(&step["kind"]) == "warp" {
                let by = [("x", y()), ("y", x() * z()), ("z", x() + y())];
                node = (by.into_iter()).fold(node, |node, (axis, by)| node.set(axis, by));
            }
            let params = case["params"].as_object().expect("parameters");
            node = (params.iter()).fold(node, |node, (name, value)| node.set(name, given(value)));
            let point: Vec<f64> = list(&case["point"]).iter().map(real).collect();
            for (coordinate, expected) in [x(), y(), z()].iter().zip(list(&case["position"])) {
                let found = at_point(
                    &node.clone().set("of", coordinate.clone()),
                    "xyz",
                    &point,
                    0,
                );
                assert_eq!(near(found, real(expected), 1e-13), Ok(()), "{kind} {case}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "only {compared} values were compared");
}

// ---- tables and hashes, bit for bit

#[test]
fn tables_and_keys_are_the_golden_ones() {
    let document = golden("tables.json");
    let cases = list(&document["tables"]);
    assert!(cases.len() >= 8);
    for case in cases {
        let (seed, octave) = (natural(&case["seed"]), natural(&case["octave"]));
        let table = hash::permutation(seed, octave).map(u32::from);
        assert_eq!(
            table.as_slice(),
            naturals(&case["permutation"]),
            "{seed}, {octave}"
        );
        let key = hash::integer_key(seed, octave);
        assert_eq!(key.as_slice(), naturals(&case["key"]), "{seed}, {octave}");
    }
}

#[test]
fn the_integer_hash_is_the_golden_one() {
    let document = golden("integer_hash.json");
    let corners = list(&document["corners"]);
    let mut compared = 0;
    for case in list(&document["hashes"]) {
        let key = hash::integer_key(natural(&case["seed"]), natural(&case["octave"]));
        let words = list(&case["words"]);
        assert_eq!(words.len(), corners.len());
        for (corner, word) in corners.iter().zip(words) {
            assert_eq!(
                hash::integer(&key, &naturals(corner)),
                natural(word),
                "{corner}"
            );
            compared += 1;
        }
    }
    assert!(compared >= 400, "only {compared} hashes were compared");
}

/// All but the published ones are the words of the integer hash, made odd.
#[test]
fn the_constants_of_elias_are_odd_words() {
    assert_eq!(hash::elias_key(0, 0), [15_731, 789_221, 1_376_312_589, 0]);
    for seed in 1..50 {
        for octave in 0..4 {
            let words = hash::integer_key(seed, octave);
            let odd = |i: usize| words[i] + u32::from(words[i].is_multiple_of(2));
            assert_eq!(hash::elias_key(seed, octave), [odd(0), odd(1), odd(2), 0]);
        }
    }
}

#[test]
fn every_table_is_a_permutation() {
    for seed in [0, 1, 2, 0x8000_0000, u32::MAX] {
        for octave in (0..64).chain([1023]) {
            let mut table = hash::permutation(seed, octave);
            table.sort_unstable();
            assert!(
                table
                    .iter()
                    .enumerate()
                    .all(|(i, &entry)| i == usize::from(entry))
            );
        }
    }
}

// ---- positions

#[test]
fn positions_are_the_golden_ones() {
    let document = golden("positions.json");
    let cases = list(&document["cases"]);
    assert!(cases.len() >= 150, "only {} positions", cases.len());
    for case in cases {
        let span = Span {
            origin: real(&case["origin"]),
            extent: real(&case["extent"]),
            count: natural(&case["n"]),
            steps: natural(&case["n"]),
            first: if case["at"] == "centre" { 0.5 } else { 0.0 },
        };
        let map = Affine {
            scale: real(&case["scale"]),
            offset: real(&case["offset"]),
            ..Affine::IDENTITY
        };
        let found = position(span.at(natural(&case["i"])), map);
        if let Err(error) = placed(found, case) {
            panic!("{error} at {case}");
        }
    }
}

/// Whether a cell and a fraction are those of a case.
fn placed((cell, fraction): (i64, f64), case: &Value) -> Result<(), String> {
    if !(0.0..1.0).contains(&fraction) {
        return Err(format!("a fraction of {fraction:e}"));
    }
    if case["whole"] == true && fraction != 0.0 {
        return Err(format!("a fraction of {fraction:e} on the lattice"));
    }
    // A fraction just below 1 may be the next cell's 0.
    let cells = cell - case["cell"].as_i64().expect("a cell");
    near(
        cells as f64 + fraction,
        real(&case["fraction"]),
        f64::EPSILON / 2.0,
    )
}

#[test]
fn a_wrong_position_is_noticed() {
    let case = serde_json::json!({ "cell": -3, "fraction": "0.25", "whole": false });
    assert!(placed((-3, 0.25), &case).is_ok());
    for wrong in [
        (-2, 0.25),
        (-3, 0.75),
        (-3, 0.25 + 1e-15),
        (-2, -0.75),
        (-3, f64::NAN),
    ] {
        assert!(placed(wrong, &case).is_err(), "{wrong:?}");
    }
    let whole = serde_json::json!({ "cell": 4, "fraction": "0.0", "whole": true });
    assert!(placed((4, 0.0), &whole).is_ok());
    assert!(placed((3, 1.0 - 1e-16), &whole).is_err());
}

// ---- the reference

/// The reference's value of a noise at one point, exactly: axes by their letters.
fn at_point<K>(noise: &Noise<K>, axes: &str, point: &[f64], seed: u32) -> f64 {
    let mut origin = [0.0; 4];
    for (letter, at) in axes.chars().zip(point) {
        origin["xyzw".find(letter).expect("an axis")] = *at;
    }
    let space = axes.trim_end_matches('w').len();
    let grid = Grid::new(vec![1; space])
        .extent(vec![1.0; space])
        .origin(origin);
    let grid = if axes.ends_with('w') {
        grid.frames(1)
    } else {
        grid
    };
    // The one sample lies half a unit from the corner, in space.
    let noise = noise.clone().translate(-0.5);
    let with_seed =
        |program: Program| program.bind(&program.params().clone().with_seed(seed), &grid);
    let reference = (Program::check([noise], grid.axes()).and_then(with_seed))
        .and_then(|job| Reference::new(&job))
        .unwrap_or_else(|error| panic!("{error}"));
    reference.values([0; 4])[0]
}

/// Perlin noise of one cell a unit.
/// `hash` is the word of recipes.
fn perlin(hash: &str, period: &[u32]) -> Noise<of::Perlin> {
    let along = |axis: usize| period.get(axis).copied().unwrap_or(0);
    let noise = Noise::perlin().frequency(1.0).time_frequency(1.0);
    noise
        .set("hash", hash)
        .period([along(0), along(1), along(2)])
        .time_period(along(3))
}

/// Perlin noise in an octave of its own: the last of octaves that all lie at the same position.
fn perlin_in_octave<K>(noise: &Noise<K>, octave: u32, value: impl Fn(&Noise) -> f64) -> f64 {
    if octave == 0 {
        return value(&noise.into());
    }
    let sum = |octaves| {
        let fbm = noise
            .clone()
            .fbm()
            .octaves(octaves)
            .octave_positions(OctavePositions::Aligned)
            .lacunarity(1.0)
            .gain(1.0);
        value(&fbm.normalize(false).any())
    };
    sum(octave + 1) - sum(octave)
}

/// The reference's value, at a golden point, of what `of` makes of a noise of one cell a unit.
fn at_golden<K>(of: &Noise<K>, axes: &str, point: &Value, seed: u32) -> f64 {
    let cells: Vec<f64> = (list(&point["cell"]).iter())
        .map(|cell| cell.as_i64().expect("a cell") as f64)
        .collect();
    let fraction: Vec<f64> = list(&point["fraction"]).iter().map(real).collect();
    // A cell and a fraction are more than one f64 holds: the fraction comes as an offset.
    let along = |axis: usize| fraction.get(axis).copied().unwrap_or(0.0);
    let moved = of.clone().translate([along(0), along(1), along(2)]);
    at_point(&moved.time_offset(along(3)), axes, &cells, seed)
}

#[test]
fn the_reference_is_the_golden_perlin() {
    let document = golden("perlin.json");
    let mut compared = 0;
    for case in list(&document["cases"]) {
        let axes = &"xyzw"[..natural(&case["axes"]) as usize];
        let (seed, octave) = (natural(&case["seed"]), natural(&case["octave"]));
        for point in list(&case["points"]) {
            let noise = perlin(word(&case["hash"]), &naturals(&point["period"]));
            let found =
                perlin_in_octave(&noise, octave, |noise| at_golden(noise, axes, point, seed));
            if let Err(error) = near(found, real(&point["value"]), 1e-12) {
                panic!("{error} at {point} (seed {seed}, octave {octave})");
            }
            compared += 1;
        }
    }
    assert!(compared >= 600, "only {compared} values were compared");
}

#[test]
fn the_references_partials_are_the_golden_ones() {
    let document = golden("perlin_gradient.json");
    let mut compared = 0;
    for case in list(&document["cases"]) {
        let axes = &"xyzw"[..natural(&case["axes"]) as usize];
        for point in list(&case["points"]) {
            let noise = perlin(word(&case["hash"]), &naturals(&point["period"]));
            for (axis, slope) in Axis::ALL.iter().zip(list(&point["gradient"])) {
                let partial = noise.clone().partial(*axis);
                let found = at_golden(&partial, axes, point, natural(&case["seed"]));
                if let Err(error) = near(found, real(slope), 1e-12) {
                    panic!("{error} along {axis} at {point} of {axes}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared >= 400, "only {compared} values were compared");
}

#[test]
fn the_reference_is_the_golden_fbm() {
    let document = golden("fbm.json");
    let mut compared = 0;
    for case in list(&document["cases"]) {
        let axes = word(&case["axes"]);
        // The file has a period for each letter of `axes`, a noise one for each of x, y, z, w.
        let mut period = [0; 4];
        for (letter, cells) in axes.chars().zip(naturals(&case["period"])) {
            period["xyzw".find(letter).expect("an axis")] = cells;
        }
        let fbm = perlin(word(&case["hash"]), &period)
            .fbm()
            .octaves(natural(&case["octaves"]))
            .gain(real(&case["gain"]))
            .lacunarity(real(&case["lacunarity"]))
            .time_lacunarity(real(&case["time_lacunarity"]))
            .set("octave_tables", word(&case["octave_tables"]))
            .set("octave_positions", word(&case["octave_positions"]))
            .set("octave_period", word(&case["octave_period"]));
        for point in list(&case["points"]) {
            let at: Vec<f64> = list(&point["point"]).iter().map(real).collect();
            let found = at_point(&fbm, axes, &at, natural(&case["seed"]));
            if let Err(error) = near(found, real(&point["value"]), 1e-12) {
                panic!("{error} at {point} of {axes}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 180, "only {compared} values were compared");
}

/// A source of one cell a unit.
fn source(node: &Value, axes: &str) -> Noise {
    let kind = Kind::from_name(word(&node["kind"])).expect("a kind");
    let noise = Noise::of_kind(kind).set("frequency", 1.0);
    let noise = match axes.contains('w') {
        true => noise.set("time_frequency", 1.0),
        false => noise,
    };
    let params = node.as_object().expect("parameters").iter();
    params.fold(noise, |noise, (param, value)| {
        match (param.as_str(), value) {
            ("kind", _) => noise,
            ("periods", cells) => {
                let mut period = [0.0; 4];
                for (letter, cells) in axes.chars().zip(naturals(cells)) {
                    period["xyzw".find(letter).expect("an axis")] = f64::from(cells);
                }
                let [x, y, z, w] = period;
                noise.set("period", [x, y, z]).set("time_period", w)
            }
            (param, Value::Bool(flag)) => noise.set(param, *flag),
            (param, Value::Number(number)) => noise.set(param, number.as_f64().expect("a number")),
            (param, value) => noise.set(param, word(value)),
        }
    })
}

#[test]
fn the_reference_is_every_golden_source() {
    let document = golden("sources.json");
    let (mut compared, mut kinds) = (0, BTreeSet::new());
    for case in list(&document["cases"]) {
        let axes = word(&case["axes"]);
        let noise = source(&case["node"], axes);
        kinds.insert(noise.node().kind.name());
        for point in list(&case["points"]) {
            let at: Vec<f64> = list(&point["point"]).iter().map(real).collect();
            let found = at_point(&noise, axes, &at, natural(&case["seed"]));
            if let Err(error) = near(found, real(&point["value"]), 1e-12) {
                panic!("{error} at {point} of {axes}, {}", case["node"]);
            }
            compared += 1;
        }
    }
    assert!(compared >= 900, "only {compared} values were compared");
    assert_eq!(kinds.len(), 6, "{kinds:?}");
}

#[test]
fn the_reference_has_every_golden_gradient() {
    let document = golden("source_gradients.json");
    let mut compared = 0;
    for case in list(&document["cases"]) {
        let axes = word(&case["axes"]);
        let noise = source(&case["node"], axes);
        for point in list(&case["points"]) {
            let at: Vec<f64> = list(&point["point"]).iter().map(real).collect();
            for (axis, slope) in Axis::ALL.iter().zip(list(&point["gradient"])) {
                let partial = noise.clone().partial(*axis);
                let found = at_point(&partial, axes, &at, natural(&case["seed"]));
                if let Err(error) = near(found, real(slope), 1e-12) {
                    panic!("{error} along {axis} at {point}, {}", case["node"]);
                }
                compared += 1;
            }
        }
    }
    assert!(compared >= 300, "only {compared} values were compared");
}

/// A list, or the ratio in its place.
fn per_octave(fractal: Noise, case: &Value, list: &str, ratio: &str) -> Noise {
    match &case[list] {
        Value::Array(_) => {
            let numbers: Vec<f64> = self::list(&case[list]).iter().map(real).collect();
            fractal.set(list, numbers)
        }
        number => fractal.set(ratio, real(number)),
    }
}

#[test]
fn the_reference_has_the_golden_fractals() {
    let document = golden("fractals.json");
    let mut known = BTreeSet::from(["fbm"]);
    for case in list(&document["cases"]) {
        let name = word(&case["kind"]);
        let kind = Kind::from_name(name).expect("a fractal");
        let fractal = Noise::of_kind(kind).set("of", perlin("table", &[]));
        let fractal = fractal.set("octaves", natural(&case["octaves"]));
        let fractal = per_octave(fractal, case, "amplitudes", "gain");
        let fractal = per_octave(fractal, case, "frequencies", "lacunarity");
        let fractal = fractal.set("normalize", case["normalize"] == true);
        let fractal = fractal.set("octave_positions", word(&case["octave_positions"]));
        let own = case["own"].as_object().expect("numbers").iter();
        let fractal = own.fold(fractal, |fractal, (param, number)| {
            fractal.set(param, real(number))
        });
        let fractal = match &case["form"] {
            Value::String(form) => fractal.set("form", form.as_str()),
            _ => fractal,
        };
        for point in list(&case["points"]) {
            let at: Vec<f64> = list(&point["point"]).iter().map(real).collect();
            let found = at_point(&fractal, word(&case["axes"]), &at, natural(&case["seed"]));
            if let Err(error) = near(found, real(&point["value"]), 1e-12) {
                panic!("{error} at {point} of {case}");
            }
        }
        known.insert(name);
    }
    for fractal in Fractal::ALL {
        let name = fractal.info().name;
        assert!(known.contains(name), "no golden values of {name}");
    }
}

#[test]
fn a_wrong_value_is_noticed() {
    assert!(near(0.25, 0.25 + 0.5e-12, 1e-12).is_ok());
    for wrong in [0.25 + 2e-12, -0.25, f64::NAN, f64::INFINITY] {
        assert!(near(wrong, 0.25, 1e-12).is_err(), "{wrong}");
    }
}

/// What ports of the 2002 Java program print for noise(3.14, 42, 7).
#[test]
#[expect(
    clippy::approx_constant,
    reason = "the published point, which is not pi"
)]
fn the_published_value() {
    let value = at_point(&perlin("table", &[]), "xyz", &[3.14, 42.0, 7.0], 0);
    assert_eq!(near(value, 0.136_919_958_784_000_12, 1e-15), Ok(()));
}

// ---- the second writing, at thousands of points

/// Numbers that look random and are the same in each run: SplitMix64.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end)) as u32
    }

    /// From -reach to reach.
    fn real(&mut self, reach: f64) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        (2.0 * unit - 1.0) * reach
    }
}

fn agrees_with_the_second_writing(dimension: usize) {
    let mut draws = Draws(dimension as u64);
    let axes = &"xyzw"[..dimension];
    for _ in 0..3000 {
        let seed = [0, 0, 1, 7, u32::MAX][draws.below(5) as usize];
        let reach = [1.0, 40.0, 3000.0][draws.below(3) as usize];
        let point: Vec<f64> = (0..dimension).map(|_| draws.real(reach)).collect();
        let period: Vec<u32> = (0..dimension)
            .map(|_| [0, 0, 1, 2, 3, 5, 7, 256, 257][draws.below(9) as usize])
            .collect();
        let found = at_point(&perlin("table", &period), axes, &point, seed);
        let at: Vec<Coordinate> = (point.iter().zip(&period))
            .map(|(&position, &period)| Coordinate::at(position, period))
            .collect();
        let expected = second::perlin(&Hash::table(seed, 0), &at);
        if let Err(error) = near(found, expected, 1e-13) {
            panic!("{error} at {point:?}, period {period:?}, seed {seed}");
        }
    }
}

#[test]
fn perlin_1d_is_the_second_writing() {
    agrees_with_the_second_writing(1);
}

#[test]
fn perlin_2d_is_the_second_writing() {
    agrees_with_the_second_writing(2);
}

#[test]
fn perlin_3d_is_the_second_writing() {
    agrees_with_the_second_writing(3);
}

#[test]
fn perlin_4d_is_the_second_writing() {
    agrees_with_the_second_writing(4);
}
