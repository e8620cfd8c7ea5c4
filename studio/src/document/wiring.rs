//! Which node takes which as input.

use std::collections::{BTreeMap, BTreeSet};

use wgpu_noise::Recipe;
use wgpu_noise::noise::table::{Cell, Row};
use wgpu_noise::noise::{Kind, Param, ParamType};

/// Returns the value that is given for a parameter, with the name that it has there: the parameter's own, or an alias.
pub fn given<'a>(row: &'a Row, param: &Param) -> Option<(&'static str, &'a Cell)> {
    let names = std::iter::once(&param.name).chain(param.aliases);
    (names.copied()).find_map(|name| Some((name, row.params.get(name)?)))
}

/// Returns the inputs of a node: the parameters that take a noise, and the name that each has, if it has one.
pub fn inputs(row: &Row) -> Vec<(&'static str, Option<&str>)> {
    let params = Kind::from_name(&row.kind).map_or(&[][..], Kind::params);
    let signals = (params.iter()).filter(|param| matches!(param.of, ParamType::Signal { .. }));
    let name = |param| match given(row, param) {
        Some((_, Cell::Text(name))) => Some(name.as_str()),
        _ => None,
    };
    signals.map(|param| (param.name, name(param))).collect()
}

/// Returns the nodes of a recipe that a node takes as input.
fn taken<'a>(recipe: &'a Recipe, node: &str) -> Vec<&'a str> {
    let names = recipe.nodes.get(node).map_or(Vec::new(), inputs);
    let names = names.into_iter().filter_map(|(_, name)| name);
    names
        .filter(|name| recipe.nodes.contains_key(*name))
        .collect()
}

/// Returns the names of the nodes: the channels first, then what each takes as input, nearest first, then the rest.
pub fn in_order(recipe: &Recipe) -> Vec<String> {
    let (mut order, mut seen) = (Vec::new(), BTreeSet::new());
    let mut next: Vec<&str> = recipe.channels.iter().map(String::as_str).collect();
    while !next.is_empty() {
        for name in std::mem::take(&mut next) {
            if recipe.nodes.contains_key(name) && seen.insert(name) {
                next.extend(taken(recipe, name));
                order.push(name);
            }
        }
    }
    let rest: Vec<&str> = (recipe.nodes.keys().map(String::as_str))
        .filter(|name| !seen.contains(name))
        .collect();
    order.into_iter().chain(rest).map(str::to_string).collect()
}

/// Returns the names of the nodes in columns: what a node takes as input stands left of it.
pub fn columns(recipe: &Recipe) -> Vec<Vec<String>> {
    let names = in_order(recipe);
    let places: BTreeMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let inputs: Vec<Vec<usize>> = (names.iter())
        .map(|name| {
            taken(recipe, name)
                .iter()
                .map(|input| places[input])
                .collect()
        })
        .collect();
    let mut depths = vec![0; names.len()];
    let mut columns = Vec::new();
    // Inputs come late in the order, so a few rounds from its end are enough. A cycle has no end.
    for _ in 0..names.len() {
        let before = depths.clone();
        for node in (0..names.len()).rev() {
            let deepest = inputs[node].iter().map(|&input| depths[input] + 1).max();
            depths[node] = deepest.unwrap_or(0).min(names.len() - 1);
        }
        if depths == before {
            break;
        }
    }
    for (name, depth) in names.into_iter().zip(depths) {
        if columns.len() <= depth {
            columns.resize(depth + 1, Vec::new());
        }
        columns[depth].push(name);
    }
    // A cycle leaves some without nodes.
    columns.retain(|column| !column.is_empty());
    columns
}

/// Returns why a node cannot take another as input: it would become its own.
pub fn refusal(recipe: &Recipe, from: &str, to: &str) -> Option<String> {
    let (mut above, mut seen) = (vec![from], BTreeSet::new());
    while let Some(name) = above.pop() {
        if name == to {
            return Some(match from == to {
                true => format!("{to} cannot take itself as input"),
                false => format!("{to} cannot take {from} as input: {from} is made of {to}"),
            });
        }
        if seen.insert(name) {
            above.extend(taken(recipe, name));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::edit::draft;

    fn recipe() -> Recipe {
        let text = "channels = ['c']\n[nodes]\na = 'perlin(3)'\nb = 'abs(a)'\nc = 'mix(a, b, a)'";
        draft(text).expect("a recipe")
    }

    #[test]
    fn inputs_stand_left_of_what_takes_them() {
        assert_eq!(columns(&recipe()), [["a"], ["b"], ["c"]]);
        assert_eq!(in_order(&recipe()), ["c", "a", "b"]);
    }

    #[test]
    fn a_large_graph_and_a_cycle_have_columns() {
        let chain: String = (1..1500)
            .map(|i| format!("n{i} = 'abs(n{})'\n", i - 1))
            .collect();
        let of = |first: &str| {
            let text = format!("channels = ['n1499']\n[nodes]\nn0 = '{first}'\n{chain}");
            columns(&draft(&text).expect("a recipe"))
        };
        assert_eq!(of("perlin(3)").len(), 1500);
        assert_eq!(of("abs(n1499)").concat().len(), 1500);
    }

    #[test]
    fn a_cycle_is_refused_in_a_sentence() {
        let recipe = recipe();
        assert_eq!(refusal(&recipe, "a", "c"), None, "the control");
        let refused = refusal(&recipe, "c", "a").expect("a refusal");
        assert_eq!(refused, "a cannot take c as input: c is made of a");
        assert!(refusal(&recipe, "b", "b").is_some());
    }
}
