//! Parameters of every node.

use wgpu_noise::noise::{Kind, ParamType, Source};
use wgpu_noise::{Error, Noise};

use crate::refusals::bad_values::{NOT_FINITE, bad_values};
use crate::refusals::{check, grey};

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
