//! Recipes that import others: the nodes and the parameters of one file become those of another, under names that begin with an
//! alias.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::DeTable;

use super::lines::line;
use super::parameters::{Parameter, takes_parameter};
use super::pictures::move_file;
use crate::noise::table::{COORDINATES, Cell, Table};
use crate::{Error, Recipe, Result};

/// The most recipes between one and one that it imports.
const IMPORT_DEPTH_MAX: usize = 8;

/// The most nodes that a recipe imports, counted once for each import.
const NODES_MAX: usize = 1 << 12;

/// A recipe that another one imports, as it was loaded.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The file, as messages name it. Paths in it are relative to its folder.
    pub file: String,
    /// The recipe in TOML.
    pub text: String,
}

/// Loads a recipe by the file that imports it and the path that is given there.
pub type Load<'a> = dyn FnMut(&str, &str) -> Result<Imported> + 'a;

/// The imports of a recipe while it is read.
pub(super) struct Imports<'a> {
    load: &'a mut Load<'a>,
    /// The files that are being read, outermost first.
    open: Vec<String>,
    nodes: usize,
}

/// What a recipe imports.
#[derive(Default)]
pub(super) struct Found {
    aliases: BTreeSet<String>,
    pub nodes: Table,
    pub parameters: BTreeMap<String, Parameter>,
}

impl<'a> Imports<'a> {
    pub fn new(file: &str, load: &'a mut Load<'a>) -> Imports<'a> {
        Imports {
            load,
            open: vec![file.to_string()],
            nodes: 0,
        }
    }

    /// Reads the table of the imports of a file: aliases, and paths relative to the file.
    pub fn read(&mut self, imports: &DeTable, text: &str, file: &str) -> Result<Found> {
        let mut found = Found::default();
        for (key, path) in imports {
            let alias = key.get_ref();
            let field = || format!("imports.{alias}");
            let here = |fault: Error| fault.in_recipe(file, Some(line(text, key)));
            let refused = |message: String| here(Error::malformed(message).with_field(field()));
            let Some(path) = path.get_ref().as_str() else {
                let given = path.get_ref().type_str();
                return Err(here(Error::invalid(field(), given, "the path of a recipe")));
            };
            if alias.contains('.') || COORDINATES.contains(&alias.as_ref()) {
                let allowed = "a name without dots that is no coordinate";
                return Err(here(Error::invalid(field(), "this name", allowed)));
            }
            let loaded = (self.load)(file, path).map_err(|error| refused(error.to_string()));
            let Imported { file: inner, text } = loaded?;
            let chain = || format!("{} -> {inner}", self.open.join(" -> "));
            if self.open.contains(&inner) {
                return Err(refused(format!("{} is a cycle", chain())));
            }
            if self.open.len() > IMPORT_DEPTH_MAX {
                return Err(refused(format!(
                    "{} are more than {IMPORT_DEPTH_MAX} imports",
                    chain()
                )));
            }
            self.open.push(inner.clone());
            let recipe = Recipe::parse_within(&text, &inner, self)?;
            self.open.pop();
            self.nodes += recipe.nodes.len();
            if self.nodes > NODES_MAX {
                return Err(refused(format!(
                    "the imports have more than {NODES_MAX} nodes"
                )));
            }
            found.add(recipe, alias, path);
        }
        Ok(found)
    }
}

impl Found {
    /// Refuses a node with the name of one that is imported, and the default of a parameter that no import has.
    pub fn check_names(&self, own: &Recipe) -> Result<()> {
        if let Some(name) = self.nodes.keys().find(|name| own.nodes.contains_key(*name)) {
            let allowed = "a name that no imported node has";
            return Err(Error::invalid(name, "this name", allowed));
        }
        let is_of_import = |name: &str| {
            let alias = name.split_once('.').map(|(alias, _)| alias);
            alias.is_some_and(|alias| self.aliases.contains(alias))
        };
        let mut own = own.parameters.keys();
        match own.find(|name| is_of_import(name) && !self.parameters.contains_key(*name)) {
            None => Ok(()),
            Some(name) => {
                let known = self.parameters.keys().map(String::as_str);
                Err(Error::unknown("parameters", name, known))
            }
        }
    }

    /// Adds the nodes and the parameters of a recipe that is imported by a path, as `alias.NAME`.
    fn add(&mut self, recipe: Recipe, alias: &str, path: &str) {
        self.aliases.insert(alias.to_string());
        let new_name = |name: &str| format!("{alias}.{name}");
        let names: BTreeSet<String> =
            (recipe.nodes.keys().chain(recipe.parameters.keys()).cloned()).collect();
        for (name, mut row) in recipe.nodes {
            for (param, cell) in &mut row.params {
                if let Cell::Text(used) = cell
                    && names.contains(used)
                    && takes_parameter(&row.kind, param)
                {
                    *used = new_name(used);
                }
            }
            move_file(&mut row, path);
            self.nodes.insert(new_name(&name), row);
        }
        let parameters = recipe.parameters.into_iter();
        self.parameters
            .extend(parameters.map(|(name, parameter)| (new_name(&name), parameter)));
    }
}
