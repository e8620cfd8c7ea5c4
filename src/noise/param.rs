//! Parameters as data: what recipes, `--set`, help texts, docs and sliders are made from.

use crate::limits::{ANY, POINTS_MAX, POINTS_MIN, between};

/// A kind's row of data.
#[derive(Debug)]
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
pub struct Param {
    /// The name in recipes.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// The unit of its numbers; empty for pure numbers and words.
    pub unit: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// What may be given.
    pub of: ParamType,
}

/// What a parameter may hold.
#[derive(Clone, Copy, Debug)]
pub enum ParamType {
    /// A real number in a closed range; without a default it may be left out.
    Number {
        /// Least and greatest value.
        range: [f64; 2],
        /// The value where none is given.
        default: Option<f64>,
    },
    /// A whole number in a closed range.
    Whole {
        /// Least and greatest value.
        range: [u32; 2],
        /// The value where none is given.
        default: u32,
        /// Whether the word `auto` may stand for a number that the grid and the output give.
        auto: bool,
    },
    /// A list of numbers in a closed range, at least one; left out where something else gives them. How many is structure.
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
        /// The value where none is given.
        default: Option<f64>,
        /// Whether only whole numbers are allowed.
        whole: bool,
    },
    /// One to three real numbers for x, y, z; those left out are 0, and how many are given is structure.
    Vector {
        /// The numbers where none are given.
        default: &'static [f64],
        /// Whether all of them may be 0.
        zero: bool,
    },
    /// One of a few words; the first is the default.
    Choice {
        /// The words.
        words: &'static [&'static str],
    },
    /// Some of the letters x, y, z, w, each once and in this order; left out: all axes of the grid.
    Axes,
    /// On or off.
    Flag {
        /// The value where none is given.
        default: bool,
    },
    /// Pairs of numbers, two to sixteen of them; how many is structure.
    Points {
        /// The pairs where none are given.
        default: &'static [[f64; 2]],
    },
    /// A number or another node: it can vary in space. Without a default it is required.
    Signal {
        /// The value where none is given.
        default: Option<f64>,
    },
}

impl Param {
    /// The default of a numeric parameter.
    pub fn default_number(&self) -> Option<f64> {
        match self.of {
            ParamType::Number { default, .. }
            | ParamType::PerAxis { default, .. }
            | ParamType::Signal { default } => default,
            ParamType::Whole { default, .. } => Some(f64::from(default)),
            ParamType::Choice { .. }
            | ParamType::Axes
            | ParamType::Flag { .. }
            | ParamType::Vector { .. }
            | ParamType::List { .. }
            | ParamType::Points { .. } => None,
        }
    }

    /// What may be given, in words: the second half of an error.
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
            ParamType::Points { .. } => format!(
                "{POINTS_MIN} to {POINTS_MAX} pairs of numbers {}, such as [[0, 0], [1, 1]]",
                between(ANY)
            ),
            ParamType::Signal { .. } => {
                format!("a number {}, a node's name, or x, y, z, w", between(ANY))
            }
        }
    }
}

/// The word for a number that the grid and the output give.
pub(crate) const AUTO: &str = "auto";
