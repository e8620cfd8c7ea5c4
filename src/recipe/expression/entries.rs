//! The nodes of a recipe as its file has them: tables, and expressions, which become tables.
//!
//! serde reads the nodes without the recipe's parameters, so an unknown name is taken for a parameter, and the check of the recipe
//! refuses it later. The check of a TOML file comes first and knows the parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Formatter};

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use toml::de::{DeTable, DeValue};

use super::super::imports::Found;
use super::super::lines::table_of;
use super::names::Names;
use super::refusal::Refusal;
use super::{EXPRESSION, expand};
use crate::Result;
use crate::noise::table::{Row, Table};

/// A node in the file of a recipe.
enum Entry {
    Row(Row),
    Expression(String),
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        deserializer.deserialize_any(EntryVisitor)
    }
}

struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = Entry;

    fn expecting(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("a table with a `kind`, or an expression in quotes")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Entry, E> {
        Ok(Entry::Expression(text.to_string()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Entry, A::Error> {
        Row::deserialize(MapAccessDeserializer::new(map)).map(Entry::Row)
    }
}

/// Reads the nodes by name. A name that stands twice, as it may in JSON, is refused.
struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = BTreeMap<String, Entry>;

    fn expecting(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = BTreeMap::new();
        while let Some((name, entry)) = map.next_entry::<String, Entry>()? {
            if entries.contains_key(&name) {
                return Err(de::Error::custom(format!("two nodes `{name}`")));
            }
            entries.insert(name, entry);
        }
        Ok(entries)
    }
}

/// Reads the nodes of a recipe.
pub fn nodes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Table, D::Error> {
    let entries = deserializer.deserialize_map(EntriesVisitor)?;
    let names = entries.keys().map(String::as_str).collect();
    let mut table = Table::new();
    for (name, entry) in &entries {
        match entry {
            Entry::Row(row) => drop(table.insert(name.clone(), row.clone())),
            Entry::Expression(text) => {
                let names = Names {
                    parts: Some(&table),
                    ..of(name, &names, None)
                };
                let expansion = expand(text, &names);
                let expansion = expansion.map_err(|refusal| {
                    let error = refusal.in_text(text, &format!("nodes.{name}, {EXPRESSION}"));
                    de::Error::custom(error)
                })?;
                table.extend(expansion.rows);
            }
        }
    }
    Ok(table)
}

/// Checks the expressions of a file in TOML, and that no node has the name of an import. Errors name its line and column.
pub fn check(recipe: &DeTable, imported: &Found, text: &str, file: &str) -> Result<()> {
    let names_of = |key: &str| {
        let table = table_of(recipe, key).into_iter().flatten();
        table.map(|(name, _)| name.get_ref().as_ref())
    };
    let nodes = names_of("nodes").chain(imported.nodes.keys().map(String::as_str));
    let nodes = nodes.collect();
    let parameters = imported.parameters.keys().map(String::as_str);
    let parameters = parameters.chain(names_of("parameters")).collect();
    let aliases: BTreeSet<&str> = names_of("imports").collect();
    for (name, value) in table_of(recipe, "nodes").into_iter().flatten() {
        if aliases.contains(name.get_ref().as_ref()) {
            let at = name.span().start;
            let refusal = Refusal::new(at, "an import has this name");
            return Err(refusal.in_text(text, file));
        }
        let DeValue::String(expression) = value.get_ref() else {
            continue;
        };
        if let Err(mut refusal) = expand(expression, &of(name.get_ref(), &nodes, Some(&parameters)))
        {
            // Without escapes in it, the expression is in the file as it is; else the error is at its begin.
            let span = value.span();
            let within = text
                .get(span.clone())
                .and_then(|raw| raw.find(&**expression));
            refusal.at = within.map_or(span.start, |begin| span.start + begin + refusal.at);
            return Err(refusal.in_text(text, file));
        }
    }
    Ok(())
}

fn of<'a>(
    name: &'a str,
    nodes: &'a BTreeSet<&'a str>,
    parameters: Option<&'a BTreeSet<&'a str>>,
) -> Names<'a> {
    Names {
        nodes,
        parts: None,
        owner: Some(name),
        parameters,
        alias: None,
    }
}
