//! Flags that set a parameter of a node, such as `--octaves`. Their help comes from the descriptions of the parameters.

use clap::parser::ArgMatches;
use clap::{Arg, Args, Command, FromArgMatches};
use wgpu_noise::noise::{Fractal, Kind, Param, ParamType, Source};

/// A flag and the parameter that it sets.
#[derive(Clone, Copy, Debug)]
pub struct ParamFlag {
    /// The flag without its dashes.
    pub name: &'static str,
    /// The kind of node whose description of the parameter is shown as help.
    pub kind: Kind,
    /// The name of the parameter. The flag sets it in a node of any kind that has it.
    pub param: &'static str,
}

const fn source(name: &'static str, param: &'static str) -> ParamFlag {
    of(Source::Perlin, name, param)
}

const fn of(source: Source, name: &'static str, param: &'static str) -> ParamFlag {
    let kind = Kind::Source(source);
    ParamFlag { name, kind, param }
}

const fn fractal(name: &'static str, param: &'static str) -> ParamFlag {
    let kind = Kind::Fractal(Fractal::Fbm);
    ParamFlag { name, kind, param }
}

/// All flags, in the order of the help.
pub const FLAGS: [ParamFlag; 11] = [
    source("frequency", "frequency"),
    source("cells", "cells"),
    source("time-frequency", "time_frequency"),
    source("period", "period"),
    // Value noise has one more hash than the others.
    of(Source::Value, "hash", "hash"),
    fractal("octaves", "octaves"),
    fractal("lacunarity", "lacunarity"),
    fractal("gain", "gain"),
    fractal("octave-tables", "octave_tables"),
    fractal("octave-positions", "octave_positions"),
    fractal("octave-period", "octave_period"),
];

/// The section of the help that lists them.
const HEADING: &str = "Noise";

/// The flags that were given, with their values as text.
#[derive(Clone, Debug, Default)]
pub struct ParamFlags {
    pub given: Vec<(ParamFlag, String)>,
}

impl ParamFlag {
    /// Returns the flag with its dashes.
    pub fn flag(&self) -> String {
        format!("--{}", self.name)
    }

    fn described(&self) -> Option<&'static Param> {
        (self.kind.params().iter()).find(|param| param.name == self.param)
    }

    fn arg(&self) -> Arg {
        let arg = Arg::new(self.name)
            .long(self.name)
            .help_heading(HEADING)
            // A negative number is not taken for a flag, so that the error says what is allowed.
            .allow_hyphen_values(true);
        let arg = match self.name {
            "cells" => arg.conflicts_with("frequency"),
            _ => arg,
        };
        match self.described() {
            Some(param) => arg
                .help(help(self.kind, param))
                .value_name(value_name(param)),
            None => arg,
        }
    }
}

fn value_name(param: &Param) -> &'static str {
    match param.of {
        ParamType::PerAxis { .. } => "N[,N[,N]]",
        ParamType::Choice { .. } => "WORD",
        _ => "N",
    }
}

/// Returns the help of a flag: the description of the parameter, what is allowed, and the default.
fn help(kind: Kind, param: &Param) -> String {
    let word = match kind {
        Kind::Fractal(_) => "default of an fbm",
        _ => "default",
    };
    let default = match (&param.of, param.default_number()) {
        (ParamType::Choice { words }, _) => {
            let others = other_defaults(param, words[0]);
            format!(" [{word}: {}{others}]", words[0])
        }
        (_, Some(number)) => format!(" [{word}: {number}]"),
        _ => String::new(),
    };
    let (first, rest) = param.help.split_at(param.help.len().min(1));
    let allowed = param.allowed();
    format!("{}{rest}; {allowed}{default}", first.to_uppercase())
}

/// Returns the kinds that have another default of a parameter: `; of white integer`.
fn other_defaults(param: &Param, usual: &str) -> String {
    let of_kind = |kind: Kind| match kind.param(param.name)?.of {
        ParamType::Choice { words } if words[0] != usual => {
            Some(format!("; of {} {}", kind.name(), words[0]))
        }
        _ => None,
    };
    Kind::all().filter_map(of_kind).collect()
}

impl Args for ParamFlags {
    fn augment_args(command: Command) -> Command {
        command.args(FLAGS.iter().map(ParamFlag::arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ParamFlags::augment_args(command)
    }
}

impl FromArgMatches for ParamFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ParamFlags, clap::Error> {
        let given = |flag: &ParamFlag| Some((*flag, matches.get_one::<String>(flag.name)?.clone()));
        Ok(ParamFlags {
            given: FLAGS.iter().filter_map(given).collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ParamFlags::from_arg_matches(matches)?;
        Ok(())
    }
}
