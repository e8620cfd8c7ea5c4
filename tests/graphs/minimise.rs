//! From a graph that breaks a promise to a small one that still does, which is printed as a recipe.

use std::collections::BTreeMap;

use wgpu_noise::Recipe;
use wgpu_noise::noise::table::{Cell, Row};
use wgpu_noise::noise::{Kind, ParamType};
use wgpu_noise::verify::Case;

/// The most candidates that are tried.
const TRIES: u32 = 3000;

/// The smallest case that is found for which `fails` still holds.
pub fn minimised(case: &Case, fails: impl Fn(&Case) -> bool) -> Case {
    let mut smallest = case.clone();
    let mut tries = TRIES;
    while let Some(smaller) = (candidates(&smallest).into_iter())
        .take_while(|_| {
            tries = tries.saturating_sub(1);
            tries > 0
        })
        .find(|candidate| size(candidate) < size(&smallest) && fails(candidate))
    {
        smallest = smaller;
    }
    smallest
}

/// The case as a recipe that can be pasted into a file.
pub fn recipe(case: &Case) -> Recipe {
    Recipe::new(&case.channels, &case.grid, case.seed)
}

/// Fewer nodes, then fewer words, then fewer samples.
fn size(case: &Case) -> (usize, usize, u64) {
    let recipe = recipe(case);
    let words = recipe.to_toml().len() + if recipe.seamless { 10 } else { 0 };
    (
        recipe.nodes.len(),
        words,
        case.grid.samples().unwrap_or(u64::MAX),
    )
}

/// Cases with one thing simpler, the greatest simplifications first.
fn candidates(case: &Case) -> Vec<Case> {
    let recipe = recipe(case);
    let channels = recipe.channels.iter().map(|channel| Recipe {
        channels: vec![channel.clone()],
        ..recipe.clone()
    });
    (channels
        .chain(replaced(&recipe))
        .chain(grids(&recipe))
        .chain(plainer(&recipe)))
    .filter_map(|recipe| {
        Some(Case {
            channels: recipe.noises().ok()?,
            grid: recipe.grid(),
            seed: recipe.seed,
            ..case.clone()
        })
    })
    .collect()
}

/// A node less: one of its inputs stands for it, or a source.
fn replaced(recipe: &Recipe) -> Vec<Recipe> {
    let mut all = Vec::new();
    for (name, row) in &recipe.nodes {
        for input in inputs(row) {
            all.push(with_for(recipe, name, input));
        }
        for kind in ["constant", "coordinate", "perlin", "value"] {
            let mut simpler = recipe.clone();
            let params = match kind {
                "constant" => BTreeMap::from([("value".to_string(), Cell::Number(0.5))]),
                _ => BTreeMap::new(),
            };
            simpler.nodes.insert(
                name.clone(),
                Row {
                    kind: kind.into(),
                    params,
                },
            );
            all.push(simpler);
        }
    }
    all
}

/// The names of the nodes that flow into a row.
fn inputs(row: &Row) -> Vec<&str> {
    let of = |name: &str| {
        Some(
            &Kind::from_name(&row.kind)?
                .params()
                .iter()
                .find(|param| param.name == name)?
                .of,
        )
    };
    (row.params.iter())
        .filter_map(|(name, cell)| match (cell, of(name)) {
            (Cell::Text(input), Some(ParamType::Signal { .. })) => Some(input.as_str()),
            _ => None,
        })
        .collect()
}

/// The recipe with one node in another's place.
fn with_for(recipe: &Recipe, old: &str, new: &str) -> Recipe {
    let mut simpler = recipe.clone();
    let rename = |name: &mut String| {
        if name == old {
            *name = new.to_string();
        }
    };
    simpler.channels.iter_mut().for_each(rename);
    for row in simpler.nodes.values_mut() {
        let signals: Vec<String> = inputs(row).into_iter().map(str::to_string).collect();
        for cell in row.params.values_mut() {
            if let Cell::Text(text) = cell
                && signals.contains(text)
            {
                rename(text);
            }
        }
    }
    simpler
}

/// A smaller grid, nearer to the origin.
fn grids(recipe: &Recipe) -> Vec<Recipe> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Recipe)| {
        let mut simpler = recipe.clone();
        change(&mut simpler);
        all.push(simpler);
    };
    add(&|recipe| {
        recipe.size.pop();
        if let Some(extent) = &mut recipe.extent {
            extent.pop();
        }
    });
    add(&|recipe| recipe.frames = None);
    add(&|recipe| recipe.frames = recipe.frames.map(|_| 1));
    add(&|recipe| recipe.seamless = false);
    add(&|recipe| recipe.extent = None);
    add(&|recipe| recipe.duration = 1.0);
    add(&|recipe| recipe.seed = 0);
    add(&|recipe| recipe.origin = vec![0.0; 4]);
    for axis in 0..recipe.size.len() {
        for size in [1, 2, recipe.size[axis] / 2, recipe.size[axis] - 1] {
            add(&|recipe| recipe.size[axis] = size);
        }
        add(&|recipe| {
            if let Some(extent) = &mut recipe.extent {
                extent[axis] = 1.0;
            }
        });
    }
    for axis in 0..4 {
        for plain in plainer_numbers(recipe.origin[axis]) {
            add(&|recipe| recipe.origin[axis] = plain);
        }
    }
    all
}

/// A parameter less, or a plainer one.
fn plainer(recipe: &Recipe) -> Vec<Recipe> {
    let mut all = Vec::new();
    for (name, row) in &recipe.nodes {
        for (param, cell) in &row.params {
            let mut with = |cell: Option<Cell>| {
                let mut simpler = recipe.clone();
                if let Some(row) = simpler.nodes.get_mut(name) {
                    match cell {
                        Some(cell) => row.params.insert(param.clone(), cell),
                        None => row.params.remove(param),
                    };
                }
                all.push(simpler);
            };
            with(None);
            match cell {
                Cell::Number(number) => {
                    plainer_numbers(*number).for_each(|plain| with(Some(Cell::Number(plain))));
                }
                Cell::List(list) => {
                    for (i, &number) in list.iter().enumerate() {
                        with(Some(Cell::Number(number)));
                        with(Some(Cell::List([&list[..i], &list[i + 1..]].concat())));
                        for plain in plainer_numbers(number) {
                            let mut list = list.clone();
                            list[i] = plain;
                            with(Some(Cell::List(list)));
                        }
                    }
                }
                Cell::Points(points) => {
                    for i in 0..points.len() {
                        with(Some(Cell::Points(
                            [&points[..i], &points[i + 1..]].concat(),
                        )));
                    }
                }
                Cell::Text(_) => {
                    let numbers = [0.5, 1.0, 2.0].into_iter();
                    numbers.for_each(|plain| with(Some(Cell::Number(plain))));
                }
                Cell::Flag(_) | Cell::Picture(_) => {}
            }
        }
    }
    all
}

/// Numbers that are shorter to write.
fn plainer_numbers(number: f64) -> impl Iterator<Item = f64> {
    let rounded = |digits: usize| format!("{number:.digits$e}").parse().unwrap_or(number);
    [
        0.0,
        1.0,
        2.0,
        0.5,
        number.round(),
        rounded(0),
        rounded(1),
        rounded(3),
    ]
    .into_iter()
    .filter(move |plain| plain.to_bits() != number.to_bits())
}
