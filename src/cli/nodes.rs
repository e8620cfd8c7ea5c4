//! `wgpu-noise nodes`: lists the kinds of node, or describes one.

use serde::Serialize;
use serde_json::{Value, json};
use wgpu_noise::Result;
use wgpu_noise::noise::{Kind, Param, ParamType};

use super::exit::Exit;
use super::terminal::{print, print_json};

/// List the kinds of node that a recipe can have, or describe the parameters of one kind
#[derive(clap::Args)]
pub struct Args {
    /// A kind, such as warp
    kind: Option<String>,

    /// Print the kinds with their parameters, or one kind, as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Exit> {
    match (&args.kind, args.json) {
        (None, false) => print(list())?,
        (None, true) => print_json(&Kind::all().map(KindReport::of).collect::<Vec<_>>())?,
        (Some(name), false) => print(page(Kind::find("KIND", name)?))?,
        (Some(name), true) => print_json(&KindReport::of(Kind::find("KIND", name)?))?,
    }
    Ok(Exit::Done)
}

/// Returns the list of all kinds, each under its role.
fn list() -> String {
    let mut text = String::new();
    let mut last = "";
    for kind in Kind::all() {
        let (role, head) = role(kind);
        if role != last {
            text += &format!("{head}\n");
            last = role;
        }
        text += &format!("  {}", line(kind));
    }
    text
}

/// Returns the name of a kind's role, and the heading of that role in the list.
fn role(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Source(_) => ("source", "Sources, with --noise or in a recipe:"),
        Kind::Fractal(_) => (
            "fractal",
            "Fractals, in a recipe; fbm also with --octaves and the like:",
        ),
        Kind::Domain(_) => ("domain", "Domain steps, in a recipe:"),
        Kind::Derivative(_) => ("derivative", "Derivatives, in a recipe:"),
        Kind::Step(_) => ("step", "Value steps, in a recipe:"),
        _ => ("node", "Other nodes, in a recipe:"),
    }
}

fn line(kind: Kind) -> String {
    format!("{:<11} {}\n", kind.name(), kind.info().help)
}

/// Returns the page of a kind: its parameters with unit, help, allowed values and default.
fn page(kind: Kind) -> String {
    let params: String = kind.params().iter().map(param).collect();
    format!("{}\n{params}", line(kind))
}

fn param(param: &Param) -> String {
    let default = match default(param) {
        Value::Null if is_required(param) => "; required".to_string(),
        Value::Null => String::new(),
        Value::String(word) => format!("; default {word}"),
        other => format!("; default {other}"),
    };
    let aliases: String = param
        .aliases
        .iter()
        .map(|alias| format!(" or {alias}"))
        .collect();
    let unit = match param.unit {
        "" => String::new(),
        unit => format!(" [{unit}]"),
    };
    format!(
        "  {}{aliases}{unit}: {}\n      {}{default}\n",
        param.name,
        param.help,
        param.allowed()
    )
}

fn is_required(param: &Param) -> bool {
    matches!(param.of, ParamType::Signal { default: None })
}

/// Returns the default of a parameter; null if it has none.
fn default(param: &Param) -> Value {
    match &param.of {
        ParamType::Choice { words } => json!(words[0]),
        ParamType::Flag { default } => json!(default),
        ParamType::Points { default } => json!(default),
        ParamType::Vector { default, .. } => json!(default),
        _ => param.default_number().map_or(Value::Null, number),
    }
}

/// Returns a number as JSON, without a decimal point if it is whole.
fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e9 {
        json!(number as i64)
    } else {
        json!(number)
    }
}

/// A kind, as `--json` prints it.
#[derive(Serialize)]
struct KindReport {
    name: &'static str,
    role: &'static str,
    help: &'static str,
    parameters: Vec<Parameter>,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    aliases: &'static [&'static str],
    help: &'static str,
    /// Empty for numbers without a unit and for words.
    unit: &'static str,
    #[serde(rename = "type")]
    of: &'static str,
    required: bool,
    default: Value,
    /// The least and the greatest number; null if there is no limit.
    minimum: Value,
    maximum: Value,
    /// The words that are allowed; empty for numbers.
    words: &'static [&'static str],
}

impl KindReport {
    fn of(kind: Kind) -> KindReport {
        KindReport {
            name: kind.name(),
            role: role(kind).0,
            help: kind.info().help,
            parameters: kind.params().iter().map(Parameter::of).collect(),
        }
    }
}

impl Parameter {
    fn of(param: &Param) -> Parameter {
        let auto: &[&str] = &["auto"];
        let (of, [minimum, maximum], words): (_, _, &[&str]) = match &param.of {
            ParamType::Number { range, .. } => ("number", range.map(number), &[]),
            ParamType::Whole {
                range, auto: is, ..
            } => {
                let range = range.map(|n| json!(n));
                ("whole", range, if *is { auto } else { &[] })
            }
            ParamType::List { range, .. } => ("numbers", range.map(number), &[]),
            ParamType::PerAxis { range, .. } => ("number per axis", range.map(number), &[]),
            ParamType::Vector { .. } => ("vector", [Value::Null, Value::Null], &[]),
            ParamType::Choice { words } => ("word", [Value::Null, Value::Null], words),
            ParamType::Axes => ("axes", [Value::Null, Value::Null], &[]),
            ParamType::Flag { .. } => ("flag", [Value::Null, Value::Null], &[]),
            ParamType::Points { .. } => ("points", [Value::Null, Value::Null], &[]),
            ParamType::Signal { .. } => ("number or node", [Value::Null, Value::Null], &[]),
            _ => ("value", [Value::Null, Value::Null], &[]),
        };
        Parameter {
            name: param.name,
            aliases: param.aliases,
            help: param.help,
            unit: param.unit,
            of,
            required: is_required(param),
            default: default(param),
            minimum,
            maximum,
            words,
        }
    }
}
