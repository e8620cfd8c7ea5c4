//! What the grammar is made of: numbers, names, symbols, and what an error says of them.

use winnow::ascii::{digit0, digit1, multispace1, till_line_ending};
use winnow::combinator::{alt, opt, preceded, repeat};
use winnow::error::{ErrMode, ParserError};
use winnow::stream::{LocatingSlice, Location, Stateful, Stream};
use winnow::token::{one_of, take_while};
use winnow::{ModalResult, Parser};

use super::refusal::Refusal;

/// The most brackets, calls, signs and branches within one another. Each takes a dozen calls of this parser.
const BRACKETS_MAX: usize = 64;

/// The text, and how deep the parser is nested.
pub type Input<'a> = Stateful<LocatingSlice<&'a str>, usize>;
pub type Parsed<T> = ModalResult<T, Refusal>;

impl<I: Stream + Location> ParserError<I> for Refusal {
    type Inner = Refusal;

    fn from_input(input: &I) -> Refusal {
        Refusal::new(input.current_token_start(), "this is not expected here")
    }

    fn into_inner(self) -> Result<Refusal, Refusal> {
        Ok(self)
    }
}

/// A number, with a unit or without: 50% is 0.5, and 90deg is 0.25 turns.
pub fn number(input: &mut Input) -> Parsed<f64> {
    let exponent = (one_of(['e', 'E']), opt(one_of(['+', '-'])), digit1);
    let whole = (digit1, opt(('.', digit0))).void();
    let digits = (alt((whole, ('.', digit1).void())), opt(exponent)).take();
    let number: f64 = digits.parse_to().parse_next(input)?;
    let mut unit = take_while(0.., |c: char| c.is_alphanumeric() || "_%".contains(c));
    let at = input.current_token_start();
    let unit: &str = unit.parse_next(input)?;
    let number = match unit {
        "" | "turns" => number,
        "%" => number / 100.0,
        "deg" => number / 360.0,
        "rad" => number / std::f64::consts::TAU,
        _ => {
            let message = format!("unknown unit `{unit}`; known: %, deg, rad, turns");
            return Err(ErrMode::Cut(Refusal::new(at, message)));
        }
    };
    space(input)?;
    Ok(number)
}

/// A name, or any text in backticks.
pub fn name(input: &mut Input) -> Parsed<String> {
    let quoted = |input: &mut Input| {
        let inner = take_while(1.., |c: char| c != '`' && !c.is_control());
        let text: &str = preceded('`', inner).parse_next(input)?;
        let text = text.to_string();
        if opt('`').parse_next(input)?.is_none() {
            return Err(expected(input, "a closing backtick"));
        }
        space(input)?;
        Ok(text)
    };
    alt((quoted, plain_name)).parse_next(input)
}

pub fn plain_name(input: &mut Input) -> Parsed<String> {
    let first = one_of(|c: char| c.is_alphabetic() || c == '_');
    let rest = take_while(0.., |c: char| c.is_alphanumeric() || c == '_');
    let name: &str = (first, rest).take().parse_next(input)?;
    let name = name.to_string();
    space(input)?;
    Ok(name)
}

/// White space, and comments up to the end of their lines.
pub fn space(input: &mut Input) -> Parsed<()> {
    let comment = ('#', till_line_ending).void();
    repeat(0.., alt((multispace1.void(), comment))).parse_next(input)
}

/// Reads a symbol, if it is next.
pub fn symbol(input: &mut Input, symbol: &'static str) -> bool {
    let read: Parsed<()> = (symbol, space).void().parse_next(input);
    read.is_ok()
}

/// Reads one of some symbols, if one is next, and returns what it stands for.
pub fn one_symbol<T: Copy>(input: &mut Input, symbols: &[(&'static str, T)]) -> Option<T> {
    let mut all = symbols.iter();
    all.find_map(|&(text, meaning)| symbol(input, text).then_some(meaning))
}

pub fn require(input: &mut Input, text: &'static str) -> Parsed<()> {
    match symbol(input, text) {
        true => Ok(()),
        false => Err(expected(input, &format!("`{text}`"))),
    }
}

/// Reads what has to follow, named in the error.
pub fn required<'a, T>(
    input: &mut Input<'a>,
    mut parser: impl Parser<Input<'a>, T, ErrMode<Refusal>>,
    what: &str,
) -> Parsed<T> {
    parser.parse_next(input).map_err(|error| match error {
        ErrMode::Backtrack(_) => expected(input, what),
        other => other,
    })
}

pub fn expected(input: &Input, what: &str) -> ErrMode<Refusal> {
    let at = input.current_token_start();
    let found = match input.input.chars().next() {
        Some('"' | '\'') => {
            "a quote: words stand without quotes, other names in backticks".to_string()
        }
        Some(c) => format!("`{}`", c.escape_debug()),
        None => "the end".to_string(),
    };
    ErrMode::Cut(Refusal::new(
        at,
        format!("{what} is expected here, and not {found}"),
    ))
}

pub fn nested<T>(input: &mut Input, rule: impl FnOnce(&mut Input) -> Parsed<T>) -> Parsed<T> {
    if input.state == BRACKETS_MAX {
        let message = format!("more than {BRACKETS_MAX} levels within one another");
        let at = input.current_token_start();
        return Err(ErrMode::Cut(Refusal::new(at, message)));
    }
    input.state += 1;
    let result = rule(input);
    input.state -= 1;
    result
}
