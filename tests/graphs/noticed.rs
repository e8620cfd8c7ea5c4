//! That what is wrong is noticed and made small, and that nothing is left out of what is drawn.

use std::collections::BTreeSet;

use wgpu_noise::noise::{Kind, Source, Value};
use wgpu_noise::program::Job;
use wgpu_noise::verify::Case;
use wgpu_noise::{Backend, Noise, Recipe, Result};

use crate::bits::cut;
use crate::draw::draw;
use crate::hunt::{Plan, Until, hunt};
use crate::promises::Promise;
use crate::support::cpu;
use crate::support::wrong::{Fault, Wrong};
use crate::values::agrees;

fn of_seed_1(graphs: u64) -> Plan {
    let until = Until::Graphs(graphs);
    Plan {
        seed: 1,
        first: 0,
        until,
        aloud: false,
    }
}

/// Every node of a graph.
fn visit(noise: &Noise, seen: &mut impl FnMut(&Noise)) {
    seen(noise);
    for value in noise.node().params.values() {
        if let Value::Noise(input) = value {
            visit(input, seen);
        }
    }
}

fn has(noise: &Noise, kind: &str) -> bool {
    let mut found = false;
    visit(noise, &mut |node| found |= node.node().kind.name() == kind);
    found
}

/// A backend that is wrong wherever a graph has a node of that kind.
fn wrong_with(kind: &'static str) -> impl Fn(&Case, Job) -> Result<Box<dyn Backend>> {
    move |case, job| {
        let right = cpu(case, job)?;
        match case.channels.iter().any(|noise| has(noise, kind)) {
            true => Ok(Box::new(Wrong {
                right,
                fault: Fault::Adds(1.0),
            })),
            false => Ok(right),
        }
    }
}

/// The smallest of the cases that are found with a wrong backend.
fn smallest(graphs: u64, promise: Promise) -> Recipe {
    let found = hunt(of_seed_1(graphs), &[promise]);
    let recipes = found
        .failures
        .iter()
        .map(|failure| crate::minimise::recipe(&failure.smallest));
    recipes
        .min_by_key(|recipe| recipe.to_toml().len())
        .expect("nothing was noticed")
}

#[test]
fn a_backend_that_is_wrong_about_a_node_is_noticed_and_the_node_is_left() {
    for kind in ["rotate", "ridged", "smooth_min", "curl"] {
        let make = wrong_with(kind);
        let recipe = smallest(200, Promise::new("agrees", 1, |case| agrees(case, &make)));
        let text = recipe.to_toml();
        assert!(recipe.nodes.values().any(|row| row.kind == kind), "{text}");
        assert!(
            recipe.nodes.len() <= 3 && recipe.grid().samples().unwrap() == 1,
            "{text}"
        );
        assert!(Recipe::parse(&text, "smallest.toml").is_ok(), "{text}");
    }
}

#[test]
fn a_backend_that_looks_at_its_brick_is_noticed() {
    let make = |case: &Case, job| -> Result<Box<dyn Backend>> {
        let right = cpu(case, job)?;
        Ok(Box::new(Wrong {
            right,
            fault: Fault::DependsOnBrick,
        }))
    };
    let recipe = smallest(10, Promise::new("cut", 1, |case| cut(case, &make)));
    assert!(recipe.nodes.len() == 1, "{}", recipe.to_toml());
}

#[test]
fn a_panic_is_noticed() {
    let panics = |case: &Case| match has(&case.channels[0], "fbm") {
        true => panic!("an fbm"),
        false => Ok(()),
    };
    let recipe = smallest(200, Promise::new("no panic", 1, panics));
    assert!(recipe.nodes.len() <= 2, "{}", recipe.to_toml());
}

#[test]
fn a_seed_always_draws_the_same() {
    for number in 0..20 {
        let [a, b] = [draw(3, number).case, draw(3, number).case];
        assert_eq!((a.channels, a.grid, a.seed), (b.channels, b.grid, b.seed));
    }
    assert!(
        draw(3, 0).case.grid != draw(4, 0).case.grid
            || draw(3, 1).case.grid != draw(4, 1).case.grid
    );
}

/// The role of a node in what stands within what.
fn role(noise: &Noise) -> &'static str {
    match noise.node().kind {
        Kind::Source(_) => "source",
        Kind::Fractal(_) => "fold",
        Kind::Domain(_) => "frame",
        Kind::Derivative(_) => "derivative",
        Kind::Step(_) => "step",
        other => panic!("a node of a new role: {other}"),
    }
}

/// Every pair of roles along a way from a channel to a source.
fn nestings(noise: &Noise, above: &mut Vec<&'static str>, seen: &mut BTreeSet<String>) {
    let own = role(noise);
    seen.extend(above.iter().map(|outer| format!("{own} in {outer}")));
    above.push(own);
    for value in noise.node().params.values() {
        if let Value::Noise(input) = value {
            nestings(input, above, seen);
        }
    }
    above.pop();
}

#[test]
fn all_kinds_parameters_and_nestings_are_drawn() {
    let (mut seen, mut nested, mut grids) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for number in 0..1500 {
        let case = draw(0, number).case;
        assert!(case.job().is_ok(), "{number} is refused");
        let closed = if case.grid.seamless { "closed" } else { "open" };
        grids.insert(format!("{} {closed}", case.axes()));
        for noise in &case.channels {
            nestings(noise, &mut Vec::new(), &mut nested);
            visit(noise, &mut |node| {
                let node = node.node();
                seen.insert(node.kind.name().to_string());
                seen.extend(
                    node.params
                        .keys()
                        .map(|param| format!("{}.{param}", node.kind)),
                );
            });
        }
    }
    // A picture is no part of a recipe's text, so `image` is not drawn.
    let image = Kind::Source(Source::Image);
    for kind in Kind::all().filter(|kind| *kind != image) {
        assert!(seen.contains(kind.name()), "no {kind} is drawn");
        for param in kind.params() {
            let name = format!("{kind}.{}", param.name);
            assert!(seen.contains(&name), "{name} is never set");
        }
    }
    // One derivative below another is refused.
    let roles = ["fold", "frame", "derivative", "step"];
    for (outer, inner) in roles
        .iter()
        .flat_map(|outer| roles.map(|inner| (outer, inner)))
    {
        let pair = format!("{inner} in {outer}");
        let expected = (*outer, inner) != ("derivative", "derivative");
        assert_eq!(nested.contains(&pair), expected, "{pair}");
    }
    assert_eq!(grids.len(), 12, "{grids:?}");
}
