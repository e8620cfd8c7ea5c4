//! What flags hold, and the parsers of it. Each error says what is allowed.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use wgpu_noise::noise::table::Cell;
use wgpu_noise::recipe::{Bounds, Ramp, Range, Space, cell};
use wgpu_noise::{Recipe, Result};

/// A ramp that replaces that of the recipe, or `None` to remove it.
#[derive(Clone, Debug)]
pub struct RampFlag(pub Option<Ramp>);

/// The number of samples along one to three axes. It is not a `Vec` itself, which clap would take for several values of a flag.
#[derive(Clone, Debug)]
pub struct Size(pub Vec<u32>);

/// The samples along one to three axes, from the first to before the end; `None` for all.
#[derive(Clone, Debug)]
pub struct Part(pub Vec<Option<[u32; 2]>>);

impl Part {
    /// Returns the ranges along the axes of a size; `None` if all samples are meant.
    pub fn of(&self, size: &[u32]) -> Option<Vec<[u32; 2]>> {
        let sides = size.iter().copied().chain(std::iter::repeat(0));
        let ranges = self.0.iter().zip(sides);
        let is_part = self.0.iter().any(Option::is_some) || self.0.len() > size.len();
        is_part.then(|| ranges.map(|(range, n)| range.unwrap_or([0, n])).collect())
    }
}

/// A seed, or a range of seeds with both ends included.
#[derive(Clone, Copy, Debug)]
pub struct Seeds {
    pub first: u32,
    pub last: u32,
}

impl Seeds {
    /// Whether there are several.
    pub fn is_range(self) -> bool {
        self.first < self.last
    }
}

/// Numbers separated by commas.
#[derive(Clone, Debug)]
pub struct Numbers(pub Vec<f64>);

/// Makes the parser of the names of values.
pub fn word<T: Copy + Send + Sync>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names = all.iter().map(move |&value| name(value));
    PossibleValuesParser::new(names).try_map(move |word| {
        let mut values = all.iter().copied();
        (values.find(|&value| name(value) == word)).ok_or("no value of this name")
    })
}

pub fn supersample(text: &str) -> Result<u32, String> {
    let number = text.parse().ok();
    (number.filter(|n| [1, 2, 4, 8].contains(n))).ok_or_else(|| "1, 2, 4, 8".to_string())
}

pub fn seeds(text: &str) -> Result<Seeds, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(Seeds { first, last }),
        _ => Err(format!(
            "{}, or two, the lower first, such as 0..9",
            allowed("seed")
        )),
    }
}

pub fn frames(text: &str) -> Result<u32, String> {
    parsed("frames", text)
}

/// Makes the parser of whole numbers of a range.
pub fn whole_number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Copy + Display + FromStr + PartialOrd,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Makes the same for a flag that stands for a key of recipes.
pub fn whole(
    key: &'static str,
    range: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<u32, String> + Clone {
    let parse = whole_number(range);
    move |text| parse(text).map_err(|_| allowed(key))
}

pub fn iterations(text: &str) -> Result<u32, String> {
    (text.parse()).map_err(|_| "a whole number of iterations, such as 100".into())
}

pub fn blur(text: &str) -> Result<f64, String> {
    parsed("blur", text)
}

/// Parses a time in hours.
pub fn hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok();
    (hours.filter(|hours| (0.0..=1e6).contains(hours)))
        .ok_or_else(|| "a number of hours from 0 to 1e6".into())
}

pub fn duration(text: &str) -> Result<f64, String> {
    parsed("duration", text.trim())
}

/// Parses the value of a key of recipes.
pub fn parsed<T: FromStr>(key: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| allowed(key))
}

/// Returns what a flag may hold that stands for a key of recipes.
fn allowed(key: &str) -> String {
    Recipe::allowed(key).unwrap_or_else(|| unreachable!("`{key}` is a key of recipes"))
}

pub fn size(text: &str) -> Result<Size, String> {
    let sizes: Result<_, _> = text.split(['x', 'X']).map(str::parse).collect();
    sizes
        .map(Size)
        .map_err(|_| format!("{}, such as 64x64x64", allowed("size")))
}

pub fn numbers(text: &str) -> Result<Numbers, String> {
    let numbers: Result<_, _> = text
        .split(',')
        .map(|number| number.trim().parse())
        .collect();
    numbers
        .map(Numbers)
        .map_err(|_| "numbers separated by commas, such as 0,2.5".to_string())
}

pub fn part(text: &str) -> Result<Part, String> {
    let range = |text: &str| match text.trim().split_once(':')? {
        ("", "") => Some(None),
        (first, end) => Some(Some([first.parse().ok()?, end.parse().ok()?])),
    };
    let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
    (ranges.map(Part)).ok_or_else(|| {
        "ranges of samples along x, y and z, such as 0:64,0:64,128:192 or :,:,128:192".to_string()
    })
}

pub fn range(text: &str) -> Result<Range, String> {
    match text {
        "auto" => return Ok(Range::Bounds(Bounds::Auto)),
        "measured" => return Ok(Range::Bounds(Bounds::Measured)),
        _ => {}
    }
    let is_f32 = |number: &f64| (*number as f32).is_finite();
    match numbers(text).map(|Numbers(numbers)| numbers).as_deref() {
        Ok(both @ &[low, high]) if both.iter().all(is_f32) => {
            Ok(Range::Of([low as f32, high as f32]))
        }
        _ => Err(
            "two numbers from -3.4e38 to 3.4e38 that differ, such as -1,1, or auto, or measured"
                .to_string(),
        ),
    }
}

pub fn ramp(text: &str) -> Result<RampFlag, String> {
    match text {
        "none" => Ok(RampFlag(None)),
        _ => match serde_json::from_str(text) {
            Ok(ramp) => Ok(RampFlag(Some(ramp))),
            Err(_) => Err(format!("{}, or none", allowed("ramp"))),
        },
    }
}

pub fn ramp_space(text: &str) -> Result<Space, String> {
    Space::from_name(text).ok_or_else(|| Space::ALL.map(Space::name).join(", "))
}

pub fn assignment(text: &str) -> Result<(String, Cell), String> {
    match text.split_once('=') {
        Some((path, value)) => Ok((path.trim().to_string(), cell(value))),
        None => Err("node.parameter=value, such as perlin.hash=integer".to_string()),
    }
}
