//! Which node takes which as input.

use std::collections::BTreeMap;

use wgpu_noise::Recipe;
use wgpu_noise::noise::table::{Cell, Row};
use wgpu_noise::noise::{Kind, Param, ParamType};

/// Returns the value that is given for a parameter, under its name or another.
pub fn given<'a>(row: &'a Row, param: &Param) -> Option<&'a Cell> {
    let names = std::iter::once(&param.name).chain(param.aliases);
    names.copied().find_map(|name| row.params.get(name))
}

/// Returns the inputs of a node: the parameters that take a noise, and the name that each has, if it has one.
pub fn inputs(row: &Row) -> Vec<(&'static str, Option<&str>)> {
    let params = Kind::from_name(&row.kind).map_or(&[][..], Kind::params);
    let signals = (params.iter()).filter(|param| matches!(param.of, ParamType::Signal { .. }));
    let name = |param| match given(row, param) {
        Some(Cell::Text(name)) => Some(name.as_str()),
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
    let mut order: Vec<&str> = Vec::new();
    let mut next: Vec<&str> = recipe.channels.iter().map(String::as_str).collect();
    while !next.is_empty() {
        for name in std::mem::take(&mut next) {
            if !order.contains(&name) && recipe.nodes.contains_key(name) {
                next.extend(taken(recipe, name));
                order.push(name);
            }
        }
    }
    let rest: Vec<&str> = (recipe.nodes.keys().map(String::as_str))
        .filter(|name| !order.contains(name))
        .collect();
    order.into_iter().chain(rest).map(str::to_string).collect()
}

/// Returns the names of the nodes in columns: what a node takes as input stands left of it.
pub fn columns(recipe: &Recipe) -> Vec<Vec<String>> {
    let names = in_order(recipe);
    let mut depths: BTreeMap<&str, usize> = names.iter().map(|name| (name.as_str(), 0)).collect();
    // Once for each node is enough, and ends in a cycle, too.
    for _ in 0..names.len() {
        for name in &names {
            let deepest = taken(recipe, name)
                .iter()
                .map(|input| depths[input] + 1)
                .max();
            depths.insert(name, deepest.unwrap_or(0).min(names.len() - 1));
        }
    }
    let last = depths.values().copied().max().unwrap_or(0);
    let column = |depth| {
        let of = names.iter().filter(|name| depths[name.as_str()] == depth);
        of.cloned().collect()
    };
    (0..=last).map(column).collect()
}

/// Returns why a node cannot take another as input: it would become its own.
pub fn refusal(recipe: &Recipe, from: &str, to: &str) -> Option<String> {
    let mut above = vec![from];
    let mut next = 0;
    while let Some(name) = above.get(next).copied() {
        if name == to {
            return Some(match from == to {
                true => format!("{to} cannot take itself as input"),
                false => format!("{to} cannot take {from} as input: {from} is made of {to}"),
            });
        }
        let new: Vec<&str> = taken(recipe, name);
        above.extend(new);
        // A graph that has a cycle already ends, too.
        if above.len() > recipe.nodes.len().pow(2) + 1 {
            return None;
        }
        next += 1;
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
    fn a_cycle_is_refused_in_a_sentence() {
        let recipe = recipe();
        assert_eq!(refusal(&recipe, "a", "c"), None, "the control");
        let refused = refusal(&recipe, "c", "a").expect("a refusal");
        assert_eq!(refused, "a cannot take c as input: c is made of a");
        assert!(refusal(&recipe, "b", "b").is_some());
    }
}
