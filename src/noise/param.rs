//! Parameters as data: recipes, `--set`, help texts, docs and sliders are made from it.

use crate::limits::{ANY, POINTS_MAX, POINTS_MIN, between};

/// A kind's row of data.
#[derive(Debug)]
#[non_exhaustive]
pub struct Info {
    /// The name in recipes.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// The parameters, in the order in which help lists them.
    pub params: &'static [Param],
}

/// A parameter of a node kind.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Param {
    /// The name in recipes.
    pub name: &'static str,
    /// Other names that recipes may use.
    pub aliases: &'static [&'static str],
    /// The unit of its numbers; empty where they have none.
    pub unit: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// The type of its values.
    pub of: ParamType,
}

impl Param {
    /// Whether it has this name, in the place of its own or of another one.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// The type of a parameter's values.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ParamType {
    /// A real number in a closed range. Without a default it may be left out.
    Number {
        /// Least and greatest value.
        range: [f64; 2],
        /// The value if none is given.
        default: Option<f64>,
    },
    /// A whole number in a closed range.
    Whole {
        /// Least and greatest value.
        range: [u32; 2],
        /// The value if none is given.
        default: u32,
        /// Whether the word `auto` is allowed: the number then follows from the grid and the output.
        auto: bool,
    },
    /// A list of at least one number in a closed range, which may be left out. Its length is part of a program's structure.
    List {
        /// Least and greatest value.
        range: [f64; 2],
        /// The most numbers.
        most: u32,
    },
    /// A real number for each of x, y, z, or one for all three.
    PerAxis {
        /// Least and greatest value.
        range: [f64; 2],
        /// The value if none is given.
        default: Option<f64>,
        /// Whether only whole numbers are allowed.
        whole: bool,
    },
    /// One to three real numbers for x, y, z; those left out are 0. Their count is part of a program's structure.
    Vector {
        /// The numbers if none are given.
        default: &'static [f64],
        /// Whether all of them may be 0.
        zero: bool,
    },
    /// One of a few words; the first is the default.
    Choice {
        /// The words.
        words: &'static [&'static str],
    },
    /// Some of the letters x, y, z, w, each once and in this order. The default is all axes of the grid.
    Axes,
    /// On or off.
    Flag {
        /// The value if none is given.
        default: bool,
    },
    /// The path of a file, or what has been read from it. It is required.
    Path,
    /// Two to sixteen pairs of numbers. Their count is part of a program's structure.
    Points {
        /// The pairs if none are given.
        default: &'static [[f64; 2]],
    },
    /// A number or another node, so that the value can vary in space. Without a default it is required.
    Signal {
        /// Least and greatest value, of a node as well.
        range: [f64; 2],
        /// The value if none is given.
        default: Option<f64>,
    },
}

impl Param {
    /// Returns the default of a numeric parameter.
    pub fn default_number(&self) -> Option<f64> {
        match self.of {
            ParamType::Number { default, .. }
            | ParamType::PerAxis { default, .. }
            | ParamType::Signal { default, .. } => default,
            ParamType::Whole { default, .. } => Some(f64::from(default)),
            ParamType::Choice { .. }
            | ParamType::Axes
            | ParamType::Flag { .. }
            | ParamType::Path
            | ParamType::Vector { .. }
            | ParamType::List { .. }
            | ParamType::Points { .. } => None,
        }
    }

    /// Whether a node needs a value for it, as there is no default and it may not be left out.
    ///
    /// ```
    /// use wgpu_noise::noise::{Kind, Source};
    ///
    /// let params = Kind::Source(Source::Image).params();
    /// let needed = params.iter().filter(|param| param.is_required()).map(|param| param.name);
    /// assert!(needed.eq(["file"]));
    /// ```
    pub fn is_required(&self) -> bool {
        matches!(
            self.of,
            ParamType::Path | ParamType::Signal { default: None, .. }
        )
    }

    /// Describes the allowed values, as errors and help quote them.
    pub fn allowed(&self) -> String {
        match &self.of {
            ParamType::Number { range, .. } => {
                format!("a number {}", between(*range))
            }
            ParamType::Whole { range, auto, .. } => format!(
                "a whole number from {} to {}{}",
                range[0],
                range[1],
                if *auto { ", or auto" } else { "" }
            ),
            ParamType::List { range, most } => {
                format!("1 to {most} numbers {}, such as [1, 0.5]", between(*range))
            }
            ParamType::PerAxis { range, whole, .. } => format!(
                "one {}number {}, or one for each of x, y, z",
                if *whole { "whole " } else { "" },
                between(*range)
            ),
            ParamType::Vector { zero, .. } => format!(
                "one to three numbers {} in a list, for x, y, z, {}such as [1, 0.5]",
                between(ANY),
                if *zero { "" } else { "not all of them 0, " }
            ),
            ParamType::Choice { words } => words.join(", "),
            ParamType::Axes => "some of the letters xyzw, in this order, such as xz".into(),
            ParamType::Flag { .. } => "true, false".into(),
            ParamType::Path => "the path of a file".into(),
            ParamType::Points { .. } => format!(
                "{POINTS_MIN} to {POINTS_MAX} pairs of numbers {}, such as [[0, 0], [1, 1]]",
                between(ANY)
            ),
            ParamType::Signal { range, .. } => {
                format!("a number {}, a node's name, or x, y, z, w", between(*range))
            }
        }
    }
}

/// The word for a number that follows from the grid and the output.
pub(crate) const AUTO: &str = "auto";
