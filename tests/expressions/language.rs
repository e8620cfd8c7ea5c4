//! What each part of the language makes.

use wgpu_noise::noise::{Derivative, Kind, Value};
use wgpu_noise::{Grid, Noise, Program, cpu};

/// The noise of an expression.
#[track_caller]
fn read(text: &str) -> Noise {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Checks that an expression makes the same operations with the same numbers as a graph of methods.
#[track_caller]
fn makes(text: &str, expected: impl Into<Noise>) {
    assert_eq!(program(&read(text)), program(&expected.into()), "{text}");
}

/// The operations and the numbers of a noise, without the names of its nodes.
fn program(noise: &Noise) -> (String, Vec<f32>) {
    let axes = Grid::new([4, 4]).frames(2).axes();
    let program = Program::check(std::slice::from_ref(&nameless(noise)), axes)
        .unwrap_or_else(|error| panic!("{error}"));
    let grid = Grid::new([5, 4]).frames(2);
    let samples = cpu::sample(noise, &grid).unwrap_or_else(|error| panic!("{error}"));
    (program.to_string(), samples.samples().to_vec())
}

/// The same graph without names.
fn nameless(noise: &Noise) -> Noise {
    let node = noise.node();
    let made = Noise::of_kind(node.kind);
    node.params
        .iter()
        .fold(made, |made, (name, value)| match value {
            Value::Noise(input) => made.set(name, nameless(input)),
            other => made.set(name, other.clone()),
        })
}

fn perlin() -> Noise {
    Noise::perlin().any()
}

#[test]
fn nodes_have_a_positional_parameter_and_named_ones() {
    makes("perlin", Noise::perlin());
    makes("perlin()", Noise::perlin());
    makes("perlin(3)", Noise::perlin().frequency(3.0));
    makes(
        "perlin(frequency = 3, seed = 1)",
        Noise::perlin().frequency(3.0).seed(1),
    );
    makes("perlin((3, 2))", Noise::perlin().frequency([3.0, 2.0]));
    makes("perlin([3, 2],)", Noise::perlin().frequency([3.0, 2.0]));
    makes("perlin(hash = integer)", perlin().set("hash", "integer"));
    makes("perlin(axes = x)", perlin().set("axes", "x"));
    makes("fbm(perlin, octaves = 3)", Noise::perlin().fbm().octaves(3));
    makes(
        "fbm(perlin, persistence = 0.3)",
        Noise::perlin().fbm().gain(0.3),
    );
    makes(
        "fbm(perlin, normalize = false)",
        Noise::perlin().fbm().any().set("normalize", false),
    );
    makes("fbm(perlin, amplitudes = [1, 0.3], octaves = 2)", {
        Noise::perlin()
            .fbm()
            .octaves(2)
            .any()
            .set("amplitudes", [1.0, 0.3])
    });
    makes(
        "constant(0.3)",
        Noise::of_kind(Kind::from_name("constant").unwrap()).set("value", 0.3),
    );
    makes(
        "0.3",
        Noise::of_kind(Kind::from_name("constant").unwrap()).set("value", 0.3),
    );
    makes("coordinate(y)", Noise::y());
    makes("y", Noise::y());
    makes(
        "curve(x, [(0, 0.5), [1, 0]])",
        Noise::x().curve([[0.0, 0.5], [1.0, 0.0]]),
    );
}

#[test]
fn steps_take_their_arguments_as_shading_languages_do() {
    let p = perlin;
    makes("mix(perlin, x, 0.3)", p().mix(Noise::x(), 0.3));
    makes("clamp(perlin, 0, 0.5)", p().clamp(0.0, 0.5));
    makes("smoothstep(-0.1, 0.2, perlin)", p().smoothstep(-0.1, 0.2));
    makes(
        "smoothstep(perlin, low = -0.1, high = 0.2)",
        p().smoothstep(-0.1, 0.2),
    );
    makes("step(0.2, perlin)", p().step(0.2));
    makes("min(perlin, 0.1)", p().min(0.1));
    makes("pow(perlin, 2)", p().pow(2.0));
}

#[test]
fn domain_steps_take_vectors() {
    makes("warp(perlin, (x, 0.2), 0.5)", {
        perlin_of("warp")
            .set("of", perlin())
            .set("x", Noise::x())
            .set("y", 0.2)
            .set("amplitude", 0.5)
    });
    makes("rotate(perlin, (0, 0, 90deg))", {
        perlin_of("rotate").set("of", perlin()).set("z", 0.25)
    });
    makes(
        "translate(perlin, (0.5, 0.25))",
        Noise::perlin().translate([0.5, 0.25]),
    );
    makes("scale(perlin, 2)", Noise::perlin().scale(2.0));
    makes("curl(z = perlin, component = y)", {
        perlin_of("curl").set("z", perlin()).set("component", "y")
    });
    makes(
        "rotate(perlin, z = 0.25, x = 0)",
        (perlin_of("rotate").set("of", perlin()))
            .set("x", 0.0)
            .set("z", 0.25),
    );
    makes(
        "curl((0, 0, perlin), y)",
        perlin_of("curl").set("z", perlin()).set("component", "y"),
    );
}

fn perlin_of(kind: &str) -> Noise {
    Noise::of_kind(Kind::from_name(kind).unwrap())
}

#[test]
fn operators_have_the_usual_precedence() {
    let (x, y) = (Noise::x, Noise::y);
    makes("x + y * 2 - 1", x() + y() * 2.0 - 1.0);
    makes("(x + y) * 2", (x() + y()) * 2.0);
    makes("x - y - 1", x() - y() - 1.0);
    makes("x - (y - 1)", x() - (y() - 1.0));
    makes("x / 4 * 2", x() / 4.0 * 2.0);
    makes("-x", -x());
    makes("-x * y", -x() * y());
    makes("x * -1", x() * -1.0);
    makes("2 - -3 * x", {
        perlin_of("sub")
            .set("a", 2.0)
            .set("b", perlin_of("mul").set("a", -3.0).set("b", x()))
    });
    makes(
        "1 + 2 * 3 ^ 2 + x",
        perlin_of("add").set("a", 19.0).set("b", x()),
    );
    makes(
        "2 ^ 3 ^ 2 * x",
        perlin_of("mul").set("a", 512.0).set("b", x()),
    );
    makes("-2 ^ 2 * x", perlin_of("mul").set("a", -4.0).set("b", x()));
}

#[test]
fn whole_powers_are_multiplications() {
    let x = Noise::x;
    let square = || x() * x();
    makes("x ^ 1", x());
    makes("x ^ 2", square());
    makes("-x ^ 2", -square());
    makes("x ^ 3", square() * x());
    makes("x ^ 4", square() * square());
    makes("x ^ 0.5", x().pow(0.5));
    makes("(x + 1) ^ -1", (x() + 1.0).pow(-1.0));
    // A square of a negative value is positive; that of the node `pow` is 0.
    let negative = cpu::sample(read("(x - 2) ^ 2"), &Grid::new([4])).unwrap();
    assert!(negative.samples().iter().all(|sample| *sample > 0.9));
}

#[test]
fn comparisons_choose() {
    let x = Noise::x;
    let select = |by: Noise, edge: f64| x().select(2.0, by, edge);
    makes("y < 0.5 ? x : 2", select(Noise::y(), 0.5));
    makes("y >= 0.5 ? 2 : x", select(Noise::y(), 0.5));
    makes("0.5 > y ? x : 2", select(Noise::y(), 0.5));
    makes("0.5 <= y ? 2 : x", select(Noise::y(), 0.5));
    makes("y < 0.5", {
        perlin_of("select")
            .set("a", 1.0)
            .set("b", 0.0)
            .set("by", Noise::y())
            .set("edge", 0.5)
    });
    makes("y < 0.5 ? 1 : y < 0.7 ? 2 : 3", {
        let inner = perlin_of("select")
            .set("a", 2.0)
            .set("b", 3.0)
            .set("by", Noise::y())
            .set("edge", 0.7);
        perlin_of("select")
            .set("a", 1.0)
            .set("b", inner)
            .set("by", Noise::y())
            .set("edge", 0.5)
    });
    makes("1 < 2 ? x : y", x());
    makes("1 >= 2 ? x : y", Noise::y());
}

#[test]
fn derivatives_are_components() {
    let Kind::Derivative(Derivative::Partial) = read("perlin(3).dy").node().kind else {
        panic!("no derivative");
    };
    makes("perlin(3).dy", {
        perlin_of("partial")
            .set("of", Noise::perlin().frequency(3.0))
            .set("axis", "y")
    });
    makes("let n = fbm(perlin); n.dx + n.dw", {
        let n = Noise::perlin().fbm().any();
        let d = |axis: &str| perlin_of("partial").set("of", n.clone()).set("axis", axis);
        d("x") + d("w")
    });
}

#[test]
fn numbers_have_units() {
    makes("x * 50%", Noise::x() * 0.5);
    makes("x + 1.5e-3", Noise::x() + 1.5e-3);
    makes("x + .5 + 2.", Noise::x() + 0.5 + 2.0);
    makes("x + 3turns", Noise::x() + 3.0);
    makes("x + 1rad", Noise::x() + std::f64::consts::TAU.recip());
}

#[test]
fn bindings_and_functions_name_parts() {
    let tunnel = |seed| {
        let n = Noise::perlin().frequency(4.0).seed(seed).any();
        n.clone() * n
    };
    let text = "
        # two noises that are both near 0
        let tunnel(s, f = 4) = perlin(f, seed = s) ^ 2;
        let both = tunnel(1) + tunnel(s = 2);   # summed
        both - 0.03
    ";
    makes(text, tunnel(1) + tunnel(2) - 0.03);
    // Later bindings hide earlier ones, and a function sees those before it.
    makes(
        "let a = x; let f(b) = a + b; let a = y; f(a)",
        Noise::x() + Noise::y(),
    );
    makes("let perlin(n) = n * 2; perlin(x)", Noise::x() * 2.0);
}

#[test]
fn equal_parts_are_one_node() {
    let noise = read("perlin(4) * perlin(4) + fbm(perlin(4))");
    let (table, _) = wgpu_noise::noise::table::write(&[noise]);
    let names: Vec<&str> = table.keys().map(String::as_str).collect();
    assert_eq!(names, ["add", "fbm", "mul", "perlin"]);
    let other = read("perlin(4) * perlin(5)");
    let (table, _) = wgpu_noise::noise::table::write(&[other]);
    assert_eq!(table.len(), 3);
}

#[test]
fn powers_of_numbers_are_those_of_nodes() {
    for (text, value) in [
        ("(-8)^(1/3)", 0.0),
        ("(-8)^0.5", 0.0),
        ("(-2)^3", -8.0),
        ("8^(1/3)", 2.0),
    ] {
        makes(text, Noise::constant(value));
    }
}
