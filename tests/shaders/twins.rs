//! What the evaluators write twice is the same: in Rust and in WGSL.

use std::path::Path;

use crate::valid::shader;

/// A source is one file in each evaluator, of one stem, with functions of one name.
#[test]
fn twins_carry_one_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: String| {
        let names = [format!("{path}.rs"), format!("{path}/mod.rs")];
        let mut texts = (names.iter()).map(|name| std::fs::read_to_string(root.join(name)));
        texts.find_map(std::io::Result::ok).expect(&path)
    };
    for source in wgpu_noise::noise::Source::ALL {
        let stem = source.info().name;
        // Operations of their own; and white noise is value noise.
        if matches!(stem, "constant" | "coordinate" | "white" | "image") {
            continue;
        }
        let reference = read(format!("src/reference/{stem}"));
        assert!(reference.contains(&format!("fn {stem}(")));
        let points = read(format!("src/cpu/pointwise/{stem}"));
        let wgsl = shader(&format!("noise/{stem}.wgsl"));
        let [fewest, mut most] = source.dimensions();
        if stem == "psrd" {
            // Time is no axis of its lattice.
            most = 3;
        }
        for d in fewest..=most {
            // One for each dimension, or one for all.
            let named = [format!("fn {stem}_{d}d("), format!("fn {stem}<")];
            assert!(
                named.iter().any(|name| points.contains(name)),
                "{stem} in {d}-D"
            );
            assert!(
                wgsl.contains(&format!("fn noise_{stem}_{d}d(")),
                "{stem} in {d}-D"
            );
        }
    }
}

/// The functions of value steps are the same in both evaluators: names, arguments and every number, in one order.
#[test]
fn functions_of_steps_are_twins() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (stem, least) in [("polynomials", 10), ("shaping", 7)] {
        let path = root.join(format!("src/cpu/{stem}.rs"));
        let cpu = functions(&std::fs::read_to_string(path).unwrap());
        let wgsl = functions(&shader(&format!("noise/{stem}.wgsl")));
        assert_eq!(cpu, wgsl, "{stem}");
        assert!(cpu.len() >= least, "{stem}: {cpu:?}");
    }
}

/// The negative control of the comparison: it sees names, arguments and coefficients.
#[test]
fn functions_that_differ_are_no_twins() {
    let twin = functions("pub fn twice(of: f32) -> f32 {\n    2.0 * of\n}");
    assert_eq!(
        twin,
        functions("fn noise_twice(of: f32) -> f32 {\n    return 2.0 * of;\n}")
    );
    for other in [
        "fn noise_thrice(of: f32) -> f32 {\n    return 2.0 * of;\n}",
        "fn noise_twice(x: f32) -> f32 {\n    return 2.0 * x;\n}",
        "fn noise_twice(of: f32) -> f32 {\n    return 2.5 * of;\n}",
    ] {
        assert_ne!(twin, functions(other));
    }
}

/// Each function's head and the fractions among its numbers that are not bounds: 0, ±1 and ½ stand in `clamp` and `select`
/// where one language has them and the other has not.
fn functions(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
    {
        let head = line
            .strip_prefix("pub fn ")
            .or(line.strip_prefix("fn noise_"));
        if let Some(head) = head {
            found.push((head.to_string(), Vec::new()));
        } else if let Some((_, numbers)) = found.last_mut() {
            let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'));
            let fractions = words.filter(|word| {
                word.starts_with(|c: char| c.is_ascii_digit())
                    && word.contains('.')
                    && !matches!(*word, "0.0" | "1.0")
            });
            numbers.extend(fractions.map(str::to_string));
        }
    }
    found
}
