//! Derivatives: against differences of values, what they refuse, their ranges, and what must hold of a curl.

use wgpu_noise::noise::{Kind, Source};
use wgpu_noise::reference::Reference;
use wgpu_noise::verify::{self, Case};
use wgpu_noise::{Error, Grid, Noise};

use crate::support::{case, cpu, job, reference, samples};

/// The reference's values of a case's channels at a sample.
fn values(case: &Case, channels: &[Noise], grid: &Grid, index: [u32; 4]) -> Vec<f64> {
    let reference = Reference::new(channels, grid, case.seed);
    reference
        .unwrap_or_else(|error| panic!("{}: {error}", case.name))
        .values(index)
}

/// The central difference of a noise at a sample, half a step to both sides.
fn difference(case: &Case, noise: &Noise, axis: usize, index: [u32; 4], step: f64) -> f64 {
    let [low, high] = [-0.5, 0.5].map(|side| {
        let mut grid = case.grid.clone();
        grid.origin[axis] += side * step;
        values(case, std::slice::from_ref(noise), &grid, index)[0]
    });
    (high - low) / step
}

/// The axis and the noise below of a channel that is a partial derivative.
fn derived(noise: &Noise) -> Option<(usize, &Noise)> {
    use wgpu_noise::noise::Value;
    let node = noise.node();
    match (
        node.kind.name(),
        node.params.get("axis"),
        node.params.get("of"),
    ) {
        ("partial", Some(Value::Text(axis)), Some(Value::Noise(of))) => {
            Some(("xyzw".find(axis.as_str())?, of))
        }
        _ => None,
    }
}

/// Every partial derivative of the suite, at a few samples of each grid. Kinks are left out: there the differences of
/// two steps differ.
#[test]
fn partials_are_the_limits_of_differences() {
    let (mut compared, mut kinks) = (0, 0);
    for case in verify::cases() {
        // A closed box that is moved has other samples, and far away an origin has no room for a small step.
        if case.grid.seamless || case.grid.origin[0].abs() > 1e6 {
            continue;
        }
        for (axis, of) in case.channels.iter().filter_map(derived) {
            let noise = of.clone().partial(["x", "y", "z", "w"][axis]);
            let size = |axis: usize| case.grid.span(axis).count;
            for part in [0.0, 0.31, 0.77] {
                let index = [0, 1, 2, 3].map(|axis| (part * f64::from(size(axis))) as u32);
                let found = values(&case, std::slice::from_ref(&noise), &case.grid, index)[0];
                let [near, wide] =
                    [1e-5, 3e-5].map(|step| difference(&case, of, axis, index, step));
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
    assert!(compared > 500, "only {compared} were compared");
    assert!(kinks < compared / 20, "{kinks} kinks, {compared} others");
}

#[test]
fn a_wrong_partial_is_noticed() {
    let case = case(&[Noise::perlin()], &Grid::new([9, 9]));
    let index = [3, 4, 0, 0];
    let [along_x, along_y] =
        [0, 1].map(|axis| difference(&case, &Noise::perlin(), axis, index, 1e-5));
    let slope = |noise: Noise| values(&case, &[noise.partial("x")], &case.grid, index)[0];
    assert!((slope(Noise::perlin()) - along_x).abs() < 1e-6);
    assert!((slope(Noise::perlin()) - along_y).abs() > 1e-2);
    assert!((slope(Noise::perlin().scale(1.001)) - along_x).abs() > 1e-6);
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
    let flow = |component: &str| {
        let curl = potential(0).curl(component);
        curl.set("x", potential(1)).set("y", potential(2))
    };
    let plane = case(&[], &Grid::new([7, 5]));
    let solid = case(&[], &Grid::new([7, 5, 3]));
    for index in [[0, 0, 0, 0], [3, 2, 1, 0], [6, 4, 2, 0]] {
        let along = |case, noise: &Noise, axis| difference(case, noise, axis, index, 1e-5);
        let flat = ["x", "y"].map(|component| potential(0).curl(component));
        let [x, y] = [0, 1].map(|axis| along(&plane, &flat[axis], axis));
        assert!(
            x.abs() > 0.1 && (x + y).abs() < 1e-5 * x.abs().max(1.0),
            "{x} and {y}"
        );
        let flow = ["x", "y", "z"].map(flow);
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
        let curl = ["x", "y"].map(|component| samples(&noise().curl(component), &grid, make));
        let gradient = ["x", "y"].map(|axis| samples(&noise().partial(axis), &grid, make));
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
        (perlin().floor().fbm(), "floor"),
        (perlin().warp([perlin().floor()], 0.1), "floor"),
        (perlin().partial("y"), "partial"),
        (perlin().curl("x").fbm(), "partial"),
    ] {
        for derivative in [noise.clone().partial("x"), noise.clone().curl("y")] {
            match job(&derivative, &grid).map(|_| ()) {
                Err(Error::Invalid { field, .. }) if field == name => {}
                Err(Error::Invalid { field, .. }) if name == "partial" && field == "curl" => {}
                other => panic!("{name}: {other:?}"),
            }
        }
    }
    // Along an axis on which nothing jumps there is one.
    let stripes = || Noise::y().floor() * Noise::x();
    assert!(job(&stripes().partial("x"), &grid).is_ok());
    assert!(job(&stripes().partial("y"), &grid).is_err());
}

#[test]
fn every_source_has_a_derivative_or_refuses_it() {
    let grid = Grid::new([4, 4]);
    for &source in Source::ALL {
        let derivative = Noise::of_kind(Kind::Source(source)).partial("x");
        let refuses = matches!(source, Source::White | Source::Worley);
        match job(&derivative, &grid) {
            Err(Error::Invalid { field, .. }) if refuses => assert_eq!(field, source.info().name),
            other => assert_eq!(other.is_err(), refuses, "{source:?}"),
        }
    }
    for fade in ["quintic", "cubic", "cosine", "linear", "none", "elias"] {
        let derivative = Noise::value().set("fade", fade).partial("x");
        assert_eq!(job(&derivative, &grid).is_err(), fade == "none", "{fade}");
    }
}
