//! Derivatives: against differences of values, what they refuse, their ranges, and what must hold of a curl.

use wgpu_noise::noise::{Axis, Derivative, Kind, Picture, Signal, Source, Value, of};
use wgpu_noise::reference::Reference;
use wgpu_noise::verify::{self, Case};
use wgpu_noise::{Error, Grid, Noise};

use crate::support::{case, cpu, job, outcome, reference, samples};

/// The reference's values of channels at a sample of a case.
fn values(case: &Case, channels: &[Noise], index: [u32; 4]) -> Vec<f64> {
    let case = Case {
        channels: channels.to_vec(),
        ..case.clone()
    };
    case.job()
        .and_then(|job| Reference::new(&job))
        .unwrap_or_else(|error| panic!("{}: {error}", case.name))
        .values(index)
}

/// The value of one noise.
fn value(case: &Case, noise: Noise, index: [u32; 4]) -> f64 {
    values(case, &[noise], index)[0]
}

/// The central difference of a noise along an axis, half a step to both sides, where it stands in a graph.
fn difference<K>(noise: &Noise<K>, axis: usize, step: f64) -> Noise {
    let [low, high] = [-0.5, 0.5].map(|side| {
        let mut offset = [0.0; 4];
        offset[axis] = side * step;
        let [x, y, z, w] = offset;
        (noise.clone().translate([x, y, z])).time_offset(w)
    });
    (high - low) / step
}

/// The graph with central differences in place of its derivatives.
fn differenced<K>(noise: &Noise<K>, step: f64) -> Noise {
    let node = noise.node();
    let along = |param: &str, axis: &str| match node.params.get(param) {
        Some(Value::Noise(of)) => difference(of, "xyzw".find(axis).unwrap_or(0), step),
        _ => Noise::constant(0.0),
    };
    let word = |param: &str| match node.params.get(param) {
        Some(Value::Text(word)) => word.clone(),
        _ => "x".to_string(),
    };
    match node.kind {
        Kind::Derivative(Derivative::Partial) => along("of", &word("axis")),
        Kind::Derivative(Derivative::Curl) => match word("component").as_str() {
            "x" => along("z", "y") - along("y", "z"),
            "y" => along("x", "z") - along("z", "x"),
            _ => along("y", "x") - along("x", "y"),
        },
        kind => (node.params.iter()).fold(Noise::of_kind(kind), |made, (param, value)| {
            made.set(
                param,
                match value {
                    Value::Noise(of) => Value::Noise(differenced(of, step)),
                    other => other.clone(),
                },
            )
        }),
    }
}

/// Every derivative of the suite, wherever it stands in its graph, at a few samples of each grid. Left out are kinks, where
/// the differences of two steps differ, or of which the suite says so, and differences whose range is too wide for what they
/// flow into.
#[test]
fn derivatives_are_the_limits_of_differences() {
    let (mut compared, mut kinks, mut refused) = (0, 0, 0);
    let is_smooth = |case: &Case| !case.name.starts_with("at a kink");
    for case in verify::cases().into_iter().filter(is_smooth) {
        for noise in &case.channels {
            let [near, wide] = [1e-5, 3e-5].map(|step| differenced(noise, step));
            if *noise == near {
                continue;
            }
            let case = Case {
                channels: vec![noise.clone(), near, wide],
                ..case.clone()
            };
            let Ok(reference) = case.job().and_then(|job| Reference::new(&job)) else {
                refused += 1;
                continue;
            };
            for part in [0.0, 0.31, 0.77] {
                let index =
                    [0, 1, 2, 3].map(|axis| (part * f64::from(case.grid.span(axis).count)) as u32);
                let values = reference.values(index);
                let (found, near, wide) = (values[0], values[1], values[2]);
                let scale = found.abs().max(1.0);
                if (near - wide).abs() > 1e-5 * scale {
                    kinks += 1;
                    continue;
                }
                assert!(
                    (found - near).abs() <= 1e-5 * scale,
                    "{} ({}): {found}, not {near}, at {index:?}",
                    case.name,
                    case.axes()
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1500, "only {compared} were compared");
    assert!(kinks < compared / 20, "{kinks} kinks, {compared} others");
    assert!(refused < 20, "{refused} refused");
}

/// Halfway between two equal values a smooth minimum or maximum follows both alike.
#[test]
fn a_smooth_step_of_equal_values_has_the_mean_of_their_slopes() {
    let half = || Noise::constant(0.5);
    for noise in [
        half().smooth_min(Noise::x(), 0.25),
        Noise::x().smooth_min(half(), 0.25),
        half().smooth_max(Noise::x(), 0.25),
        Noise::x().smooth_max(half(), 0.25),
    ] {
        // The one sample lies at x = 0.5.
        let case = case(&[noise.partial(Axis::X)], &Grid::new([1]));
        assert_eq!(value(&case, case.channels[0].clone(), [0; 4]), 0.5);
        let outcome = outcome(&case, &cpu);
        assert!(outcome.passed, "{outcome}");
    }
}

#[test]
fn only_within_piecewise_may_a_derivative_cross_jumps() {
    let grid = Grid::new([9, 9]);
    let (x, white) = (|| Noise::x() * 4.0, || Noise::white().any());
    for (of, field) in [
        (x().fract(), "fract"),
        (x().floor(), "floor"),
        (x().step(0.3), "step"),
        (x().sign(), "sign"),
        (white(), "white"),
        (Noise::constant(1.0).select(2.0, x(), 0.3), "select"),
        (x().threshold(0.3, 0.0), "threshold"),
    ] {
        let within = job(&of.clone().piecewise().partial(Axis::X), &grid);
        assert!(within.is_ok(), "{of:?}");
        // What stands beside it is not within it.
        let beside = of.clone() + of.clone().piecewise();
        for refused in [of.clone(), beside] {
            let job = job(&refused.partial(Axis::X), &grid);
            assert!(
                matches!(&job, Err(Error::Invalid { field: at, .. }) if at == field),
                "{of:?}"
            );
        }
    }
}

#[test]
fn a_wrong_partial_is_noticed() {
    let case = case(&[Noise::perlin()], &Grid::new([9, 9]));
    let index = [3, 4, 0, 0];
    let [along_x, along_y] =
        [0, 1].map(|axis| value(&case, difference(&Noise::perlin(), axis, 1e-5), index));
    let slope = |noise: Noise| value(&case, noise.partial(Axis::X), index);
    assert!((slope(Noise::perlin().any()) - along_x).abs() < 1e-6);
    assert!((slope(Noise::perlin().any()) - along_y).abs() > 1e-2);
    assert!((slope(Noise::perlin().scale(1.001).any()) - along_x).abs() > 1e-6);
}

/// What flows along a curl neither gathers nor thins out.
#[test]
fn a_curl_has_no_divergence() {
    let potential = |seed| {
        Noise::perlin()
            .frequency([4.3, 3.1, 5.7])
            .seed(seed)
            .fbm()
            .octaves(3)
    };
    let flow = |component| Noise::curl_of([1, 2, 0].map(potential), component);
    let plane = case::<of::Any>(&[], &Grid::new([7, 5]));
    let solid = case::<of::Any>(&[], &Grid::new([7, 5, 3]));
    for index in [[0, 0, 0, 0], [3, 2, 1, 0], [6, 4, 2, 0]] {
        let along = |case, noise: &Noise, axis| value(case, difference(noise, axis, 1e-5), index);
        let flat = [Axis::X, Axis::Y].map(|component| potential(0).curl(component));
        let [x, y] = [0, 1].map(|axis| along(&plane, &flat[axis], axis));
        assert!(
            x.abs() > 0.1 && (x + y).abs() < 1e-5 * x.abs().max(1.0),
            "{x} and {y}"
        );
        let flow = Axis::SPACE.map(flow);
        let [x, y, z] = [0, 1, 2].map(|axis| along(&solid, &flow[axis], axis));
        let size = x.abs() + y.abs() + z.abs();
        assert!(
            size > 0.1 && (x + y + z).abs() < 1e-5 * size,
            "{x}, {y} and {z}"
        );
    }
}

#[test]
fn the_curl_of_a_plane_is_the_turned_gradient() {
    let noise = || Noise::perlin().fbm().octaves(3);
    let grid = Grid::new([33, 17]);
    for make in [&reference as crate::support::Make, &cpu] {
        let curl =
            [Axis::X, Axis::Y].map(|component| samples(&noise().curl(component), &grid, make));
        let gradient = [Axis::X, Axis::Y].map(|axis| samples(&noise().partial(axis), &grid, make));
        assert_eq!(curl[0], gradient[1]);
        let turned: Vec<f32> = gradient[0].iter().map(|slope| -slope).collect();
        assert_eq!(curl[1], turned);
    }
}

#[test]
fn what_jumps_has_no_derivative() {
    let grid = Grid::new([4, 4]);
    let perlin = Noise::perlin;
    for (noise, name) in [
        (perlin().sign(), "sign"),
        (perlin().floor(), "floor"),
        (perlin().fract(), "fract"),
        (perlin().step(0.0), "step"),
        (perlin().threshold(0.0, 1.0), "threshold"),
        (perlin().select(0.0, perlin(), 0.0), "select"),
        (perlin().terrace(4.0, 0.0), "terrace"),
        (perlin().sqrt(), "sqrt"),
        ((perlin().floor() + 1.0).exp(), "floor"),
        (perlin().floor().fbm().any(), "floor"),
        (perlin().warp([perlin().floor()], 0.1).any(), "floor"),
        (perlin().partial(Axis::Y), "partial"),
        (perlin().curl(Axis::X).fbm().any(), "partial"),
    ] {
        for derivative in [noise.clone().partial(Axis::X), noise.clone().curl(Axis::Y)] {
            match job(&derivative, &grid).map(|_| ()) {
                Err(Error::Invalid { field, .. }) if field == name => {}
                Err(Error::Invalid { field, .. }) if name == "partial" && field == "curl" => {}
                other => panic!("{name}: {other:?}"),
            }
        }
    }
    // Along an axis on which nothing jumps there is one.
    let stripes = || Noise::y().floor() * Noise::x();
    assert!(job(&stripes().partial(Axis::X), &grid).is_ok());
    assert!(job(&stripes().partial(Axis::Y), &grid).is_err());
    // Nor where a fractal does not read the position along the axis on which it is moved by jumps.
    let moved = |axis| {
        let by: [Signal; 2] = [0.0.into(), perlin().floor().into()];
        perlin().axes([axis]).fbm().warp(by, 0.1)
    };
    assert!(job(&moved(Axis::X).partial(Axis::X), &grid).is_ok());
    assert!(job(&moved(Axis::Y).partial(Axis::X), &grid).is_err());
}

/// What a derivative does not need must be right all the same: a reference evaluates it.
#[test]
fn a_derivative_excuses_no_wrong_number() {
    let grid = Grid::new([4, 4]);
    let zero = || Noise::constant(0.0);
    for (noise, name) in [
        (
            Noise::perlin().cells(3.0).axes([Axis::Z]).any(),
            "perlin.cells",
        ),
        (
            Noise::perlin().frequency(1e300).axes([Axis::Z]).any(),
            "perlin.frequency",
        ),
        (zero() / zero(), "div"),
        (Noise::constant(-1.0).log() + Noise::x(), "log"),
        ((Noise::y() * 1e3).exp(), "exp"),
    ] {
        for derivative in [noise.clone().partial(Axis::X), noise.clone().curl(Axis::Y)] {
            match job(&derivative, &grid).map(|_| ()) {
                Err(Error::Invalid { field, .. }) => assert_eq!(field, name),
                other => panic!("{name}: {other:?}"),
            }
        }
        // The same where it is right.
        let right = Noise::perlin()
            .frequency(3.0)
            .axes([Axis::Z])
            .partial(Axis::X);
        assert_eq!(
            samples(&right, &grid, &reference),
            samples(&right, &grid, &cpu)
        );
    }
}

#[test]
fn every_source_has_a_derivative_or_refuses_it() {
    let grid = Grid::new([4, 4]);
    for &source in Source::ALL {
        let mut noise = Noise::of_kind(Kind::Source(source));
        if source == Source::Image {
            let grey = Picture::new("grey.png", [1, 1], 1, vec![0.5]);
            noise = noise.set("file", grey.expect("a picture"));
        }
        let derivative = noise.partial(Axis::X);
        let refuses = matches!(source, Source::White | Source::Worley | Source::Image);
        match job(&derivative, &grid) {
            // Another filter has one.
            Err(Error::Invalid { field, .. }) if source == Source::Image => {
                assert_eq!(field, "image.filter");
            }
            Err(Error::Invalid { field, .. }) if refuses => assert_eq!(field, source.info().name),
            other => assert_eq!(other.is_err(), refuses, "{source:?}"),
        }
    }
    for fade in ["quintic", "cubic", "cosine", "linear", "none", "elias"] {
        let derivative = Noise::value().set("fade", fade).partial(Axis::X);
        assert_eq!(job(&derivative, &grid).is_err(), fade == "none", "{fade}");
    }
}
