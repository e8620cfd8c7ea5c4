//! Bad values of every parameter of every node, made from their descriptions, and of the grid: refused by name.

use wgpu_noise::noise::{
    Axis, Hash, Kind, Metric, ParamType, Picture, Source, Value, WorleyMotion, WorleyOutput, of,
};
use wgpu_noise::program::Program;
use wgpu_noise::{Error, Grid, Job, Noise};

use crate::support::job;

/// A node of a kind with what it needs.
fn valid(kind: Kind) -> Noise {
    let noise = (kind.params().iter())
        .filter(|param| matches!(param.of, ParamType::Signal { default: None, .. }))
        .fold(Noise::of_kind(kind), |noise, param| {
            noise.set(param.name, Noise::perlin())
        });
    // The grid below has more axes than it takes.
    match kind {
        Kind::Source(Source::Classic) => noise.set("axes", "xyz"),
        Kind::Source(Source::Image) => noise.set("file", grey()),
        _ => noise,
    }
}

/// A picture of one pixel.
fn grey() -> Picture {
    Picture::new("grey.png", [1, 1], 1, vec![0.5]).expect("a picture")
}

/// A volume needs a frequency along z.
#[test]
fn two_frequencies_of_a_volume_are_refused() {
    let volume = Picture::volume("v.npy", [2, 2, 2], 1, vec![0.5; 8]).expect("a volume");
    let with = |picture: &Picture, list: &[f64]| {
        let noise = Noise::image(picture.clone()).set("frequency", list.to_vec());
        Program::check([noise], Grid::new([4, 4]).axes())
    };
    assert!(with(&volume, &[1.0, 2.0, 3.0]).is_ok());
    assert!(with(&grey(), &[1.0, 2.0]).is_ok());
    let error = with(&volume, &[1.0, 2.0]).expect_err("no frequency along z");
    let message = error.to_string();
    assert!(
        message.contains("image.frequency") && message.contains("up to z"),
        "{message}"
    );
}

fn check<K>(noise: &Noise<K>) -> Result<Program, Error> {
    Program::check(
        std::slice::from_ref(noise),
        Grid::new([4, 4, 4]).frames(2).axes(),
    )
}

fn numbers(numbers: &[f64]) -> Vec<Value> {
    numbers.iter().copied().map(Value::Number).collect()
}

const NOT_FINITE: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

/// Values that a parameter of that type must not have.
fn bad_values(of: &ParamType) -> Vec<Value> {
    let outside = |[low, high]: [f64; 2]| {
        let below = if low > 0.0 {
            [0.0, -1.0]
        } else {
            [1.5 * low - 1.0, -f64::MAX]
        };
        [&NOT_FINITE[..], &below, &[1.5 * high, f64::MAX]].concat()
    };
    let words = ["", "4", "nan", "sideways"].map(|word| Value::Text(word.into()));
    let flag = vec![Value::Flag(true)];
    let list = |list: &[f64]| vec![Value::List(list.to_vec())];
    let noise = vec![Value::Noise(Noise::perlin().any())];
    match of {
        ParamType::Number { range, .. } => [
            numbers(&outside(*range)),
            words.to_vec(),
            flag,
            list(&[1.0]),
            noise,
        ]
        .concat(),
        ParamType::Whole { range, .. } => {
            let range = range.map(f64::from);
            [
                numbers(&outside(range)),
                numbers(&[1.5]),
                words.to_vec(),
                flag,
                list(&[1.0]),
                noise,
            ]
            .concat()
        }
        ParamType::PerAxis { range, whole, .. } => {
            let mut bad = [numbers(&outside(*range)), words.to_vec(), flag, noise].concat();
            bad.extend(list(&[]));
            bad.extend(list(&[1.0; 4]));
            for number in outside(*range) {
                bad.extend(list(&[1.0, number, 1.0]));
            }
            if *whole {
                bad.extend([numbers(&[1.5]), list(&[1.0, 2.5, 1.0])].concat());
            }
            bad
        }
        ParamType::Vector { .. } => {
            let lists = [&[][..], &[1.0; 4], &[1.0, f64::NAN], &[2e18, 0.0]].map(list);
            [lists.concat(), words.to_vec(), numbers(&[1.0]), flag, noise].concat()
        }
        ParamType::Path => [numbers(&[1.0]), flag, list(&[1.0]), noise].concat(),
        ParamType::Choice { .. } => {
            [words.to_vec(), numbers(&[1.0]), flag, list(&[1.0]), noise].concat()
        }
        ParamType::Axes => {
            let wrong = ["", "yx", "xx", "q", "X", "xyzwx"].map(|word| Value::Text(word.into()));
            [wrong.to_vec(), numbers(&[1.0]), flag, noise].concat()
        }
        ParamType::Flag { .. } => [words.to_vec(), numbers(&[1.0]), list(&[1.0]), noise].concat(),
        ParamType::List { range, most } => {
            let mut bad = [numbers(&[1.0]), words.to_vec(), flag, noise].concat();
            bad.extend([list(&[]), list(&vec![1.0; *most as usize + 1])].concat());
            for number in outside(*range) {
                bad.extend(list(&[1.0, number, 1.0]));
            }
            bad
        }
        ParamType::Points { .. } => {
            let number = NOT_FINITE.map(|n| vec![[0.0, 0.0], [1.0, n]]).to_vec();
            let many = (0..17).map(|n| [f64::from(n), 0.0]).collect();
            let lists = [number, vec![vec![], vec![[0.0, 1.0]], many]].concat();
            let points = lists.into_iter().map(Value::Points).collect();
            [
                points,
                words.to_vec(),
                numbers(&[1.0]),
                flag,
                list(&[0.0, 1.0]),
                noise,
            ]
            .concat()
        }
        ParamType::Signal { range, .. } => {
            let outside = numbers(&outside(*range));
            [outside, words.to_vec(), flag, list(&[1.0])].concat()
        }
        other => panic!("a parameter of a new type: {other:?}"),
    }
}

#[test]
fn every_parameter_of_every_node_refuses_bad_values_by_name() {
    let mut refused = 0;
    for kind in Kind::all() {
        assert!(check(&valid(kind)).is_ok(), "{kind}");
        for param in kind.params() {
            for value in bad_values(&param.of) {
                let noise = valid(kind).set(param.name, value.clone());
                let field = format!("{kind}.{}", param.name);
                match check(&noise) {
                    Err(
                        Error::Invalid { field: named, .. } | Error::Unknown { field: named, .. },
                    ) => {
                        assert_eq!(named, field, "{value:?}");
                    }
                    Err(other) => panic!("{field} = {value:?}: {other}"),
                    Ok(_) => panic!("{field} = {value:?} was accepted"),
                }
                refused += 1;
            }
        }
    }
    assert!(refused > 500, "only {refused} values were tried");
}

#[test]
fn every_alias_is_checked_as_its_parameter() {
    for kind in Kind::all() {
        for param in kind.params() {
            for alias in param.aliases {
                let refused = check(&valid(kind).set(alias, f64::NAN));
                assert!(refused.is_err_and(|error| error.to_string().contains(param.name)));
            }
        }
    }
}

#[test]
fn every_end_of_every_range_is_accepted() {
    for kind in Kind::all() {
        for param in kind.params() {
            let ends = match param.of {
                ParamType::Number { range, .. } | ParamType::PerAxis { range, .. } => range,
                ParamType::Whole { range, .. } => range.map(f64::from),
                _ => continue,
            };
            for end in ends {
                let accepted = check(&valid(kind).set(param.name, end));
                assert!(
                    accepted.is_ok(),
                    "{kind}.{} = {end}: {accepted:?}",
                    param.name
                );
            }
        }
    }
}

#[test]
fn inputs_that_are_needed_are_asked_for() {
    for kind in Kind::all() {
        let needed: Vec<&str> = (kind.params().iter())
            .filter(|param| param.is_required())
            .map(|param| param.name)
            .collect();
        if let Some(first) = needed.first() {
            let refused = check(&Noise::of_kind(kind)).map(|_| ());
            let field = format!("{kind}.{first}");
            assert!(matches!(refused, Err(Error::Invalid { field: named, .. }) if named == field));
        }
    }
}

#[test]
fn parameters_that_do_not_exist_are_refused_with_the_nearest() {
    for kind in Kind::all() {
        for param in kind.params().iter().filter(|param| param.name.len() > 3) {
            let misspelt = &param.name[..param.name.len() - 1];
            let known = |name| {
                kind.params()
                    .iter()
                    .any(|p| p.name == name || p.aliases.contains(&name))
            };
            if known(misspelt) {
                continue;
            }
            match check(&valid(kind).set(misspelt, 1.0)) {
                Err(Error::Unknown { given, nearest, .. }) => {
                    assert_eq!(given, misspelt);
                    assert_eq!(nearest.as_deref(), Some(param.name));
                }
                other => panic!("{kind}.{misspelt}: {other:?}"),
            }
        }
    }
}

#[test]
fn numbers_of_a_program_refuse_bad_values_by_name() {
    for kind in Kind::all() {
        let mut params = check(&valid(kind)).expect("a right noise").params().clone();
        for slot in params.slots().to_vec() {
            for bad in [
                &NOT_FINITE[..],
                &[1.5 * slot.range[0] - 1.0, 1.5 * slot.range[1] + 1.0],
            ]
            .concat()
            {
                match params.set(&slot.name, bad) {
                    Err(Error::Invalid { field, .. }) => assert_eq!(field, slot.name),
                    other => panic!("{} = {bad}: {other:?}", slot.name),
                }
            }
        }
    }
}

#[test]
fn a_grid_refuses_bad_values_by_name() {
    let grid = || Grid::new([4, 4, 4]).frames(2);
    let sizes: [&[u32]; 6] = [&[], &[0], &[4, 0], &[4, 4, 0], &[4, 4, 4, 4], &[u32::MAX]];
    for size in sizes {
        refused(&Grid::new(size.to_vec()), "size");
    }
    refused(&grid().frames(0), "frames");
    refused(&grid().frames(u32::MAX), "frames");
    for bad in [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        0.0,
        -1.0,
        1e-13,
        1e13,
        f64::MIN_POSITIVE,
    ] {
        refused(&grid().duration(bad), "duration");
        refused(&grid().extent([1.0, bad, 1.0]), "extent");
    }
    refused(&grid().extent(Vec::new()), "extent");
    refused(&Grid::new([4, 1]).edge_samples(), "edge_samples");
    refused(&grid().extent([1.0; 4]), "extent");
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e16, -1e300] {
        for axis in 0..4 {
            let mut origin = [0.0; 4];
            origin[axis] = bad;
            refused(&grid().origin(origin), "origin");
        }
    }
    let overflowing = Grid::new([1 << 31, 1 << 31, 1 << 31]);
    assert!(matches!(
        overflowing.validate(),
        Err(Error::TooLarge { .. })
    ));
}

fn refused(grid: &Grid, field: &str) {
    match grid.validate() {
        Err(Error::Invalid { field: named, .. }) => assert_eq!(named, field, "{grid:?}"),
        other => panic!("{grid:?}: {other:?}"),
    }
}

/// Positions that even an exact cell cannot count are refused, wherever they come from.
#[test]
fn positions_out_of_reach_are_refused() {
    let plane = Grid::new([4, 4]);
    let perlin = || Noise::perlin().frequency(1.0);
    let scaled =
        |times: u32, noise: Noise| (0..times).fold(noise, |noise, _| noise.scale(1e12).any());
    let outside = || perlin().axes([Axis::Z]);
    for (noise, grid) in [
        (
            perlin().frequency(1e6).any(),
            plane.clone().origin([1e15, 0.0, 0.0, 0.0]),
        ),
        (
            perlin().frequency(1e6).any(),
            plane.clone().origin([0.0, -1e15, 0.0, 0.0]),
        ),
        (
            perlin().scale(1e3).translate(1e15).translate(1e15).any(),
            plane.clone(),
        ),
        (
            perlin()
                .translate(1e15)
                .translate(1e15)
                .translate(1e15)
                .translate(1e15)
                .translate(1e15)
                .any(),
            plane.clone(),
        ),
        (scaled(2, perlin().any()), plane.clone()),
        (scaled(30, perlin().any()), plane.clone()),
        // Infinitely many cells of nothing: the axis has no extent.
        (scaled(30, outside().any()), plane.clone()),
        (
            perlin().fbm().octaves(32).lacunarity(4.0).any(),
            plane.clone(),
        ),
        (
            perlin().fbm().octaves(32).lacunarity(100.0).any(),
            plane.clone(),
        ),
        (
            perlin().time_frequency(1e6).any(),
            Grid::new([4]).frames(2).origin([0.0, 0.0, 0.0, 1e15]),
        ),
    ] {
        let refused = job(&noise, &grid).map(|_| ());
        assert!(
            matches!(refused, Err(Error::Invalid { .. })),
            "{refused:?} for {noise:?}"
        );
    }
    assert!(job(&perlin(), &plane.clone().origin([4e15, 0.0, 0.0, 0.0])).is_err());
    assert!(job(&perlin(), &plane.origin([9e14, 0.0, 0.0, 0.0])).is_ok());
}

/// Those of a fractal of a fractal are multiplied.
#[test]
fn octaves_of_all_sources_are_bounded() {
    let sum = |count: u32| {
        let sum = (0..count).fold(Noise::constant(0.0), |sum, seed| {
            let octaves = Noise::perlin().seed(seed).fbm().octaves(32).lacunarity(1.0);
            sum + octaves.fbm().octaves(32).lacunarity(1.0)
        });
        Job::of(&[sum], &Grid::new([4, 4])).map(|job| job.layer_count())
    };
    assert_eq!(sum(64).ok(), Some(1 << 16));
    let refused = sum(65).expect_err("more than 65536").to_string();
    assert!(
        refused.contains("66560 octaves of all sources"),
        "{refused}"
    );
}

#[test]
fn values_that_leave_f32_are_refused() {
    let huge = (0..4).fold(Noise::x(), |noise, _| noise * 1e18);
    let divided = Noise::x().set("axis", "x").remap([0.0, 0.0], [0.0, 1.0]);
    let crossing = Noise::constant(1.0)
        .remap([-1.0, 1.0], [0.0, 1.0])
        .set("from_high", Noise::perlin());
    for noise in [huge.clone(), huge.fbm().any(), divided, crossing] {
        let refused = job(&noise, &Grid::new([4, 4])).map(|_| ());
        assert!(
            matches!(refused, Err(Error::Invalid { .. })),
            "{refused:?} for {noise:?}"
        );
    }
}

/// What a backend computes on the way must be an f32 too, and a difference more than its rounding.
#[test]
fn steps_whose_middle_leaves_f32_are_refused() {
    let grid = Grid::new([4, 4]);
    let huge = || Noise::constant(1e18) * 1e18;
    let perlin = Noise::perlin;
    for noise in [
        (-(huge() * 300.0)).mix(huge() * 300.0, 0.5),
        perlin().remap([1.0, 1.000_000_01], [0.0, 1.0]),
        perlin().remap([1.0, 1.000_000_06], [0.0, 1.0]),
        perlin().remap([0.0, 1e-46], [2.0, 2.0]),
        perlin().remap([0.0, 1e-30], [0.0, 1e18]),
        perlin().remap([0.5, 0.5], [0.0, 1.0]),
    ] {
        assert!(
            matches!(job(&noise, &grid), Err(Error::Invalid { .. })),
            "{noise:?}"
        );
    }
    for noise in [
        perlin().remap([1.0, 1.001], [0.0, 1.0]),
        perlin().remap([1.0, -1.0], [0.0, 1.0]),
        huge().mix(-huge(), 0.5),
    ] {
        assert!(job(&noise, &grid).is_ok(), "{noise:?}");
    }
}

#[test]
fn displacements_that_an_f32_cannot_hold_are_refused() {
    let warp = |amplitude| {
        Noise::perlin()
            .frequency(1.0)
            .warp([Noise::constant(1.0)], amplitude)
    };
    let grid = Grid::new([4, 4]);
    assert!(job(&warp(4096.0), &grid).is_ok());
    assert!(job(&warp(4097.0), &grid).is_err());
    let fbm = Noise::perlin().frequency(1.0).fbm();
    let warp = |amplitude| fbm.clone().warp([Noise::constant(1.0)], amplitude);
    assert!(job(&warp(256.0), &grid).is_ok());
    let refused = job(&warp(257.0), &grid);
    assert!(refused.is_err(), "the fastest octave has 16 cells a unit");
}

/// A position that operations make is an f32 from the origin on.
#[test]
fn positions_that_an_f32_cannot_hold_are_refused() {
    let perlin = || Noise::perlin().frequency(1.0);
    for (noise, name) in [
        (perlin().rotate([0.0, 0.0, 0.1]), "rotate"),
        (perlin().stretch([1.0, 1.0], 2.0), "stretch"),
        (perlin().plane([0.0], [1.0], [0.0, 1.0]), "plane"),
    ] {
        let at = |origin| Grid::new([4, 4]).origin([origin, origin, 0.0, 0.0]);
        assert!(job(&noise, &at(1000.0)).is_ok(), "{name}");
        match job(&noise, &at(9000.0)).map(|_| ()) {
            Err(Error::Invalid { field, .. }) if field == name => {}
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(job(&perlin().sphere(5000.0), &Grid::new([4, 4])).is_err());
    let nowhere = perlin().stretch([0.0, 0.0], 2.0);
    let refused = job(&nowhere, &Grid::new([4, 4])).map(|_| ());
    assert!(refused.is_err_and(|error| error.to_string().contains("stretch")));
}

/// A cylinder wraps around. A picture of a sphere ends at the poles; over a whole turn of the polar angle it closes.
#[test]
fn only_mappings_that_close_are_seamless() {
    let perlin = || Noise::perlin().frequency(3.0);
    let grid = |height| {
        Grid::new([8, height])
            .extent([1.0, f64::from(height) / 8.0])
            .seamless()
    };
    assert!(job(&perlin().sphere(0.5), &grid(4)).is_err());
    assert!(job(&perlin().sphere(0.5), &grid(8)).is_ok());
    assert!(job(&perlin().cylinder(0.5), &grid(4)).is_err());
    assert!(job(&perlin().cylinder(0.5), &grid(8)).is_ok());
}

fn perlin_in_space() -> Noise<of::Perlin> {
    Noise::perlin().frequency(3.0).time_frequency(1.0 / 1.7)
}

#[test]
fn what_does_not_close_is_refused() {
    let grid = Grid::new([4, 4]).frames(2).duration(1.7).seamless();
    let closed = || Noise::perlin().cells(3.0).time_frequency(1.0 / 1.7);
    assert!(job(&closed(), &grid).is_ok());
    for (noise, field) in [
        (Noise::perlin().frequency(4.3).any(), "perlin.frequency"),
        (Noise::perlin().cells(3.5).any(), "perlin.cells"),
        (Noise::perlin().cells([3.0, 0.5]).any(), "perlin.cells.y"),
        (closed().time_frequency(1.0).any(), "perlin.time_frequency"),
        (closed().fbm().lacunarity(1.9).any(), "fbm.lacunarity"),
        (closed().period(2).any(), "perlin.period"),
        (closed().scale(1.1).any(), "perlin.cells"),
        (Noise::x(), "coordinate"),
        (Noise::x().scale(1e-12).any(), "coordinate"),
        (closed().warp([Noise::x()], 1.0).any(), "warp"),
        (closed().rotate([0.0, 0.0, 0.25]), "rotate"),
        (closed().stretch([1.0, 1.0], 2.0), "stretch"),
        (perlin_in_space().plane([0.0], [1.0], [0.0, 1.0]), "plane"),
    ] {
        match job(&noise, &grid).map(|_| ()) {
            Err(Error::Invalid { field: named, .. }) if named == field => {}
            other => panic!("{field}: {other:?}"),
        }
    }
}

/// What an error advises is accepted, in the units of the parameter that it names.
#[test]
fn the_nearest_that_close_do_close() {
    let grid = Grid::new([4, 4]).extent([2.0, 2.0]).seamless();
    for (noise, nearest) in [
        (Noise::perlin().cells(2.5), [2.0, 3.0]),
        (Noise::perlin().frequency(1.2), [1.0, 1.5]),
    ] {
        let message = job(&noise, &grid).expect_err("it is open").to_string();
        let advised = format!("{} or {}", nearest[0], nearest[1]);
        assert!(message.ends_with(&advised), "{message}");
        for number in nearest {
            let closed = match message.contains("cells: got") {
                true => noise.clone().cells(number),
                false => noise.clone().frequency(number),
            };
            assert!(job(&closed, &grid).is_ok(), "{number}");
        }
    }
    let slow = Noise::perlin().cells(2.0).time_frequency(0.2);
    let moving = Grid::new([4, 4]).frames(2).duration(3.0).seamless();
    let message = job(&slow, &moving).expect_err("it is open").to_string();
    assert!(
        message.ends_with("0.333333333333 is the least"),
        "{message}"
    );
}

/// A product in f64 is a whole period, whatever its last bits.
#[test]
fn periods_of_octaves_are_whole_but_for_rounding() {
    let grid = Grid::new([4, 4]);
    for (period, lacunarity) in [(100, 1.1), (50, 1.1), (20, 1.1), (300, 1.63)] {
        let noise = Noise::perlin().frequency(4.0).period(period);
        let noise = noise.fbm().lacunarity(lacunarity).octaves(2);
        assert!(job(&noise, &grid).is_ok(), "{period} x {lacunarity}");
    }
    for (period, lacunarity, cells) in [(100, 1.101, "110.1"), (1_000_001, 1.5, "1500001.5")] {
        let open = Noise::perlin().period(period).fbm().lacunarity(lacunarity);
        let message = job(&open, &grid).expect_err(cells).to_string();
        let said = format!("a period of {cells} cells");
        assert!(message.contains(&said), "{message}");
    }
}

#[test]
fn sources_are_refused_where_they_are_not_defined() {
    let (line, solid) = (Grid::new([4]), Grid::new([4, 4, 4]));
    let moving = Grid::new([4, 4, 4]).frames(2);
    let flat = Grid::new([4, 4]);
    let swing = || Noise::worley().motion(WorleyMotion::Swing);
    let second = || Noise::worley().output(WorleyOutput::F2);
    let edge = || Noise::worley().output(WorleyOutput::Edge);
    let smooth = || Noise::worley().output(WorleyOutput::SmoothF1);
    for (noise, grid, field) in [
        (Noise::classic().any(), &line, "classic.axes"),
        (Noise::classic().any(), &moving, "classic.axes"),
        (Noise::simplex().any(), &line, "simplex.axes"),
        (Noise::psrd().any(), &line, "psrd.axes"),
        (
            Noise::psrd().axes([Axis::X, Axis::W]).any(),
            &moving,
            "psrd.axes",
        ),
        (Noise::psrd().period([3, 3]).any(), &flat, "psrd.period.y"),
        (
            Noise::psrd().frequency(3.0).any(),
            &flat.clone().seamless(),
            "psrd.frequency",
        ),
        (Noise::psrd().angle(1.5).any(), &solid, "psrd.angle"),
        (Noise::worley().any(), &line, "worley.axes"),
        (Noise::worley().axes([Axis::X]).any(), &solid, "worley.axes"),
        (swing().any(), &solid, "worley.motion"),
        (
            swing().axes([Axis::X, Axis::W]).any(),
            &moving,
            "worley.motion",
        ),
        (second().any(), &solid, "worley.jitter"),
        (second().jitter(0.51).any(), &moving, "worley.jitter"),
        (
            second().motion(WorleyMotion::Swing).any(),
            &moving,
            "worley.jitter",
        ),
        (edge().any(), &moving, "worley.output"),
        (smooth().any(), &moving, "worley.output"),
        (
            edge().metric(Metric::Squared).any(),
            &solid,
            "worley.metric",
        ),
        (
            smooth().metric(Metric::Manhattan).any(),
            &solid,
            "worley.metric",
        ),
        (edge().partial(Axis::X), &solid, "worley"),
        (
            smooth().motion(WorleyMotion::Swing).partial(Axis::X),
            &moving,
            "worley",
        ),
        (smooth().smoothness(0.04).any(), &solid, "worley.smoothness"),
        (
            Noise::simplex().any(),
            &solid.clone().seamless(),
            "simplex.frequency",
        ),
        (
            Noise::perlin().hash(Hash::Elias).any(),
            &line,
            "perlin.hash",
        ),
        (Noise::simplex().set("period", 4.0).any(), &solid, "simplex"),
    ] {
        match job(&noise, grid) {
            Err(Error::Invalid { field: named, .. } | Error::Unknown { field: named, .. }) => {
                assert_eq!(named, field, "{noise:?}");
            }
            other => panic!("{field}: {:?}", other.map(|_| ())),
        }
    }
    for (noise, grid) in [
        (Noise::classic().axes([Axis::X, Axis::Z]).any(), &moving),
        (swing().any(), &moving),
        (second().jitter(0.5).any(), &solid),
        (second().axes([Axis::X, Axis::Y]).any(), &solid),
        (edge().motion(WorleyMotion::Swing).any(), &moving),
        (Noise::psrd().period([3, 2]).any(), &flat),
        (
            Noise::psrd().frequency([3.0, 2.0, 1.0]).any(),
            &flat.clone().seamless(),
        ),
        (Noise::psrd().period([3, 3, 3]).any(), &solid),
        (smooth().partial(Axis::X), &solid),
    ] {
        assert!(job(&noise, grid).is_ok(), "{noise:?}");
    }
}

/// Nodes that are dropped each within the drop of the one above would overflow the stack.
#[test]
fn a_graph_that_is_too_deep_is_refused_and_dropped() {
    let deep = (0..100_000).fold(Noise::x(), |noise, _| noise + 1.0);
    let refused = job(&deep, &Grid::new([4])).map(drop);
    assert!(
        matches!(&refused, Err(Error::TooLarge { what, .. }) if what == "the graph's depth"),
        "{refused:?}"
    );
    let copy = deep.clone();
    drop(deep);
    assert_eq!(copy.node().kind.name(), "add");
    let again = (0..100_000).fold(Noise::x(), |noise, _| noise + 1.0);
    assert!(copy == again && copy != Noise::x() + 1.0);
    assert!(format!("{copy:?}").contains("add_100000"));
}

/// A node that is shared twice at each of 60 levels would be met 2⁶⁰ times.
#[test]
fn shared_nodes_are_compared_and_shown_once() {
    let made = |first: f64| {
        (0..60).fold(Noise::constant(first), |noise, _| {
            noise.clone() + noise.clone()
        })
    };
    assert!(made(1.0) == made(1.0) && made(1.0) != made(2.0));
    assert!(format!("{:?}", made(1.0)).contains("add_60"));
    assert!(serde_json::to_string(&made(f64::from(i32::MIN).powi(2) * -2.0)).is_ok());
}

/// `rock` has a number `factor.x`, and the node below it, `rock.factor`, one that is called `x`.
#[test]
fn two_numbers_of_one_name_are_refused() {
    let scaled = |name: &str| {
        let turned = Noise::perlin().rotate([0.1, 0.0, 0.2]).name(name);
        turned.scale([2.0, 3.0, 1.0]).name("rock")
    };
    let error = check(&scaled("rock.factor")).expect_err("two numbers of one name");
    let expected =
        "rock.factor.x: got numbers of two nodes; allowed: another name for one of the nodes";
    assert_eq!(error.to_string(), expected);
    assert!(check(&scaled("rock.turned")).is_ok());
}

/// A parameter's name stands for its numbers along all axes; a node's name stands for none.
#[test]
fn the_name_of_a_node_is_no_number() {
    let program = check(
        &Noise::perlin()
            .frequency([4.0, 2.0, 1.0])
            .rotate([0.1, 0.0, 0.2]),
    );
    let mut params = program.expect("a right noise").params().clone();
    params.set("perlin.frequency", 3.0).expect("its numbers");
    assert_eq!(params.get("perlin.frequency.y"), Some(3.0));
    params.set("rotate.z", 0.25).expect("its number");
    let unknown = params.set("rotate", 0.5);
    assert!(matches!(unknown, Err(Error::Unknown { .. })), "{unknown:?}");
    assert_eq!(params.get("rotate.z"), Some(0.25));
}

#[test]
fn a_number_may_come_first() {
    let x = Noise::x;
    let sampled = |noise| {
        let volume = wgpu_noise::cpu::sample(&noise, &Grid::new([2])).expect("a right noise");
        volume.samples().to_vec()
    };
    let all = [1.0 + x(), 1.0 - x(), 2.0 * x(), 1.0 / (x() + 1.0)].map(sampled);
    assert_eq!(all[..3], [[1.25, 1.75], [0.75, 0.25], [0.5, 1.5]]);
    assert!((all[3][0] - 0.8).abs() < 1e-6, "{:?}", all[3]);
}
