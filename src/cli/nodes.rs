//! `wgpu-noise nodes`: lists the kinds of node and the functions of expressions, or describes one.

use serde_json::{Value, json};
use wgpu_noise::Result;
use wgpu_noise::noise::{Kind, Param};
use wgpu_noise::recipe::{Function, functions};

use super::exit::Exit;
use super::terminal::{print, print_json};

/// List the kinds of node and the functions of expressions, or describe one
#[derive(clap::Args)]
pub struct Args {
    /// A kind, such as warp, or a function, such as bricks
    kind: Option<String>,

    /// Print the kinds with their parameters, one kind, or the signature of a function, as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Exit> {
    match (&args.kind, args.json) {
        (None, false) => print(list())?,
        (None, true) => print_json(&Kind::all().collect::<Vec<_>>())?,
        (Some(name), is_json) => match functions().find(|function| function.name() == name) {
            Some(function) if is_json => print_json(&json!({
                "name": name,
                "signature": function.signature,
                "help": function.help,
            }))?,
            Some(Function {
                signature, help, ..
            }) => {
                print(format!("{signature}, in an expression: {help}\n"))?;
            }
            None if is_json => print_json(&Kind::find("KIND", name)?)?,
            None => print(page(Kind::find("KIND", name)?))?,
        },
    }
    Ok(Exit::Done)
}

/// Returns the list of all kinds, each under its role, and of the functions.
fn list() -> String {
    let mut text = String::new();
    let mut last = "";
    for kind in Kind::all() {
        let role = kind.role();
        if role != last {
            text += &format!("{}\n", heading(role));
            last = role;
        }
        text += &format!("  {}", line(kind));
    }
    text += "Functions, in an expression:\n";
    for function in functions() {
        text += &format!("  {}\n", function.signature);
    }
    text
}

/// Returns the heading of a role in the list.
fn heading(role: &str) -> &'static str {
    match role {
        "source" => "Sources, with --noise or in a recipe:",
        "fractal" => "Fractals, in a recipe; fbm also with --octaves and the like:",
        "domain" => "Domain steps, in a recipe:",
        "derivative" => "Derivatives, in a recipe:",
        "step" => "Value steps, in a recipe:",
        _ => "Other nodes, in a recipe:",
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
    let report = json!(param);
    let default = match &report["default"] {
        Value::Null if report["required"] == true => "; required".to_string(),
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
