//! `wgpu-noise nodes`: what a recipe's nodes can be.

use wgpu_noise::noise::{Kind, Param, ParamType};
use wgpu_noise::{Error, Result};

use super::exit::Exit;
use super::terminal::print;

/// List the kinds of node that recipes are made of, or the parameters of one
#[derive(clap::Args)]
pub struct Args {
    /// A kind, such as warp
    kind: Option<String>,
}

pub fn run(args: &Args) -> Result<Exit> {
    let text = match &args.kind {
        None => Kind::all().map(line).collect(),
        Some(name) => page(find(name)?),
    };
    print(&text)?;
    Ok(Exit::Done)
}

fn find(name: &str) -> Result<Kind> {
    Kind::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Kind::all().map(Kind::name).collect();
        Error::Unknown {
            field: "KIND".into(),
            given: name.into(),
            nearest: None,
            known: known.join(", "),
        }
    })
}

fn line(kind: Kind) -> String {
    format!("{:<11} {}\n", kind.name(), kind.info().help)
}

/// A kind with its parameters: help, unit, what is allowed, default.
fn page(kind: Kind) -> String {
    let params: String = kind.params().iter().map(param).collect();
    format!("{}\n{params}", line(kind))
}

fn param(param: &Param) -> String {
    let default = match &param.of {
        ParamType::Choice { words } => format!("; default {}", words[0]),
        ParamType::Flag { default } => format!("; default {default}"),
        ParamType::Points { default } => format!("; default {default:?}"),
        ParamType::Vector { default } => format!("; default {default:?}"),
        ParamType::Signal { default: None } => "; required".to_string(),
        _ => param
            .default_number()
            .map_or_else(String::new, |number| format!("; default {number}")),
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
