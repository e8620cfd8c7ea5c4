//! Reads a recipe from TOML.

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Deserializer};

use super::imports::{Found, Imports, Load};
use super::lines::{Lines, table_of};
use super::refusal::refusal;
use super::{Recipe, expression};
use crate::noise::Kind;
use crate::{Error, Result};

impl Recipe {
    /// Reads a recipe from TOML, and checks every key, the grid and every node, also nodes that no channel uses. `file` is its
    /// name in messages.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a text over [`Recipe::BYTES_MAX`], [`Error::Expression`] for an expression that cannot be
    /// read, else [`Error::Recipe`] with the file, the line and what is allowed.
    pub fn parse(text: &str, file: &str) -> Result<Recipe> {
        Recipe::parse_with(text, file, &mut |_, path| {
            let allowed = "no imports here, but in recipes that the program reads from files";
            Err(Error::invalid("imports", format!("`{path}`"), allowed))
        })
    }

    /// Reads a recipe from TOML, and with it those that it imports: under `[imports]`, `stone = "stone.toml"` makes the nodes and
    /// the parameters of that recipe `stone.NAME` of this one. `load` loads them.
    ///
    /// # Errors
    /// Those of [`Recipe::parse`] and of `load`; [`Error::Recipe`] for imports in a circle, and for too many.
    pub fn parse_with(text: &str, file: &str, load: &mut Load) -> Result<Recipe> {
        Recipe::parse_within(text, file, &mut Imports::new(file, load))
    }

    /// Reads a recipe that others may import.
    pub(super) fn parse_within(text: &str, file: &str, imports: &mut Imports) -> Result<Recipe> {
        if text.len() > Recipe::BYTES_MAX {
            return Err(Error::too_large(
                format!("the recipe {file}"),
                format!("{} bytes", text.len()),
                format!("{} bytes", Recipe::BYTES_MAX),
            ));
        }
        // Some editors write a byte order mark, which is not part of the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut table = DeTable::parse(text).map_err(|error| refusal(text, file, None, error))?;
        let whole = table.clone();
        let located = |error| match Lines::of_table(text, file, whole.get_ref()).locate(error) {
            error @ Error::Recipe { .. } => error,
            other => other.in_recipe(file, None),
        };
        check_shape(table.get_ref()).map_err(located)?;
        let imported = match table_of(table.get_ref(), "imports") {
            Some(table) => imports.read(table, text, file)?,
            None => Found::default(),
        };
        expression::check(table.get_ref(), &imported, text, file)?;

        table.get_mut().remove("imports");
        let mut recipe = Recipe::deserialize(Deserializer::from(table))
            .map_err(|error| refusal(text, file, Some(whole.get_ref()), error))?;
        imported.check_names(&recipe).map_err(located)?;
        recipe.nodes.extend(imported.nodes);
        for (name, parameter) in imported.parameters {
            recipe.parameters.entry(name).or_insert(parameter);
        }
        recipe.validate().map_err(located)?;
        Ok(recipe)
    }
}

/// Checks what serde would refuse without naming the field or its line.
fn check_shape(table: &DeTable) -> Result<()> {
    for key in table.keys().map(|key| key.get_ref().as_ref()) {
        if !Recipe::KEYS.contains(&key) {
            return Err(Error::unknown("recipe", key, Recipe::KEYS.iter().copied()));
        }
    }
    for (name, node) in table_of(table, "nodes").into_iter().flatten() {
        check_node(name.get_ref(), node.get_ref())?;
    }
    check_lists(table)
}

/// Refuses what serde would accept: a list in place of a table, whose fields it then is, and more than two of a pair, of which it
/// drops the others.
fn check_lists(table: &DeTable) -> Result<()> {
    if let Some(imports) = table.get("imports").map(Spanned::get_ref)
        && !imports.is_table()
    {
        return Err(Recipe::refused("imports", imports.type_str()));
    }
    check_pairs(table, "box", "box")?;
    check_pairs(table, "ramp", "ramp")?;
    for key in ["erosion", "parameters", "outputs"] {
        if list_of(table, key).is_some() {
            return Err(Recipe::refused(key, "a list"));
        }
    }
    for key in ["parameters", "outputs"] {
        for (name, value) in table_of(table, key).into_iter().flatten() {
            check_named(key, name.get_ref(), value.get_ref())?;
        }
    }
    Ok(())
}

/// Checks the lists of a parameter or an output.
fn check_named(key: &str, name: &str, value: &DeValue) -> Result<()> {
    let field = format!("{key}.{name}");
    let table = match value {
        DeValue::Array(_) => return Err(Recipe::refused(key, "a list").with_field(field)),
        DeValue::Table(table) => table,
        _ => return Ok(()),
    };
    check_pairs(table, "ramp", &format!("{field}.ramp"))?;
    match list_of(table, "range") {
        Some(range) if range.len() != 2 => {
            let (field, given) = (format!("{field}.range"), format!("{} numbers", range.len()));
            Err(Error::invalid(field, given, "two numbers"))
        }
        _ => Ok(()),
    }
}

/// Refuses a list of lists which are not pairs. `field` is the key in errors.
fn check_pairs(table: &DeTable, key: &str, field: &str) -> Result<()> {
    for list in list_of(table, key).into_iter().flatten() {
        if let Some(list) = list.get_ref().as_array().filter(|list| list.len() != 2) {
            let given = format!("a list of {} in it", list.len());
            return Err(Recipe::refused(key, given).with_field(field));
        }
    }
    Ok(())
}

fn list_of<'a, 'de>(table: &'a DeTable<'de>, key: &str) -> Option<&'a DeArray<'de>> {
    table.get(key)?.get_ref().as_array()
}

fn check_node(name: &str, node: &DeValue) -> Result<()> {
    if node.is_str() {
        return Ok(());
    }
    let table = node.as_table().ok_or_else(|| {
        let allowed = format!("a table, [nodes.{name}], or an expression in quotes");
        Error::invalid(name, node.type_str(), allowed)
    })?;
    match table.get("kind").map(Spanned::get_ref) {
        Some(DeValue::String(_)) => {}
        other => {
            let (field, kinds) = (format!("{name}.kind"), Kind::all().map(Kind::name));
            let kinds = kinds.collect::<Vec<_>>().join(", ");
            return Err(match other {
                Some(other) => Error::invalid(field, other.type_str(), kinds),
                None => Error::left_out(field, kinds),
            });
        }
    }
    for (param, value) in table {
        if !is_cell(value.get_ref()) {
            let field = format!("{name}.{}", param.get_ref());
            let allowed = "a number, numbers or pairs of numbers in a list, a text, true, false";
            return Err(Error::invalid(field, value.get_ref().type_str(), allowed));
        }
    }
    Ok(())
}

/// Whether a value has a type that some parameter takes.
fn is_cell(value: &DeValue) -> bool {
    let is_number = |value: &DeValue| value.is_integer() || value.is_float();
    let are_numbers = |list: &DeArray| list.iter().all(|n| is_number(n.get_ref()));
    let is_pair = |value: &DeValue| {
        (value.as_array()).is_some_and(|pair| pair.len() == 2 && are_numbers(pair))
    };
    match value {
        DeValue::Array(list) => {
            are_numbers(list) || list.iter().all(|pair| is_pair(pair.get_ref()))
        }
        other => is_number(other) || other.is_str() || other.is_bool(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::ramp::{Ramp, Space, Stop};
    use super::super::{Bounds, Codec, Layout, Named, Output, Parameter, Range};
    use super::*;
    use crate::erosion::Erosion;
    use crate::texel::{Format, Transfer};
    use crate::{Grid, Noise};

    #[test]
    fn a_recipe_with_every_key_survives_being_written() {
        let grid = Grid::new([4, 5])
            .extent([1.0, 2.5])
            .frames(2)
            .seamless()
            .edge_samples();
        let stop = |at, opacity| Stop {
            at,
            colour: [1, 2, 255],
            opacity,
        };
        let parameter = Parameter {
            default: 0.5,
            range: [0.0, 1.0],
            help: Some("how rough".into()),
        };
        let normal = Named {
            channels: vec!["add".into()],
            output: Some(Output::NormalDirectx),
            strength: Some(2.0),
            ..Named::default()
        };
        let marble = Noise::x() * 0.1 + Noise::perlin().frequency([2.0, 0.4]).fbm();
        let recipe = Recipe {
            title: Some("a title".into()),
            purpose: Some("a use".into()),
            licence: Some("CC0-1.0".into()),
            part: Some(vec![[1, 4], [0, 2]]),
            format: Some(Format::Rgba16Float),
            range: Some(Range::Bounds(Bounds::Measured)),
            layout: Some(Layout::Flipbook),
            columns: Some(2),
            pad_sheet: true,
            fps: Some(30),
            mips: true,
            supercompress: true,
            codec: Codec::None,
            ramp: Some(Ramp(vec![stop(0.0, None), stop(1.5, Some(7))])),
            ramp_space: Space::Linear,
            transfer: Some(Transfer::Srgb),
            outputs: [("normal".to_string(), normal)].into(),
            parameters: [("roughness".to_string(), parameter)].into(),
            ..Recipe::new(&[marble], &grid, 7)
        };
        // A ramp and a gradient are one or the other.
        let derived = Recipe {
            output: Some(Output::Gradient),
            strength: Some(0.5),
            ramp: None,
            transfer: None,
            supersample: 4,
            edge_samples: false,
            ..recipe.clone()
        };
        // Steps on the whole grid need one picture.
        let eroded = Recipe {
            erosion: Some(Erosion::default()),
            blur: 0.25,
            extent: None,
            frames: None,
            part: None,
            ramp: None,
            transfer: None,
            edge_samples: false,
            layout: None,
            outputs: [].into(),
            ..recipe.clone()
        };
        let mut keys = Vec::new();
        for recipe in [recipe, derived, eroded] {
            let text = recipe.to_toml();
            assert_eq!(Recipe::parse(&text, "r.toml").unwrap(), recipe, "{text}");
            let table: toml::Table = toml::from_str(&text).unwrap();
            keys.extend(table.keys().cloned());
        }
        keys.sort_unstable();
        keys.dedup();
        let mut known = Recipe::KEYS.to_vec();
        known.retain(|key| !["license", "imports"].contains(key));
        known.sort_unstable();
        assert_eq!(keys, known);
    }
}
