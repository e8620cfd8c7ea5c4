//! Graphs: their depth, nodes that are shared, and the names of their numbers.

use wgpu_noise::{Error, Grid, Noise};

use crate::refusals::check;
use crate::support::job;

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
