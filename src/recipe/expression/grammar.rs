//! The grammar of expressions, in the notation of docs/expressions.md: a function for each rule.

use std::collections::HashSet;

use winnow::Parser;
use winnow::combinator::opt;
use winnow::error::ErrMode;
use winnow::stream::{LocatingSlice, Location, Stateful, Stream};

use super::refusal::Refusal;
use super::tokens::{
    Input, Parsed, expected, name, nested, number, one_symbol, plain_name, require, required,
    space, symbol,
};
use super::tree::{
    Argument, Binding, Body, Comparison, DEPTH_MAX, Expr, Form, Operator, Parameter,
};

/// Parses a whole text.
pub fn parse(text: &str) -> Result<Body, Refusal> {
    let mut input = Stateful {
        input: LocatingSlice::new(text),
        state: 0,
    };
    body(&mut input).map_err(|error| match error {
        ErrMode::Backtrack(refusal) | ErrMode::Cut(refusal) => refusal,
        ErrMode::Incomplete(_) => unreachable!("a text is complete"),
    })
}

fn body(input: &mut Input) -> Parsed<Body> {
    space(input)?;
    let mut bindings = Vec::new();
    while let Some(binding) = opt(binding).parse_next(input)? {
        bindings.push(binding);
    }
    let result = choice(input)?;
    match input.input.is_empty() {
        true => Ok(Body { bindings, result }),
        false => Err(expected(input, "an operator or the end")),
    }
}

fn binding(input: &mut Input) -> Parsed<Binding> {
    let at = input.current_token_start();
    let start = input.checkpoint();
    if plain_name(input)? != "let" {
        input.reset(&start);
        return Err(ErrMode::Backtrack(Refusal::new(at, "no binding")));
    }
    let at = input.current_token_start();
    let name = required(input, name, "a name")?;
    let parameters = match symbol(input, "(") {
        true => Some(list(input, ")", parameter)?),
        false => None,
    };
    let mut names = HashSet::new();
    if let Some(twice) = (parameters.iter().flatten()).find(|one| !names.insert(&one.name)) {
        let message = format!("`{}` is another parameter already", twice.name);
        return Err(ErrMode::Cut(Refusal::new(twice.at, message)));
    }
    require(input, "=")?;
    let value = choice(input)?;
    require(input, ";")?;
    Ok(Binding {
        at,
        name,
        parameters,
        value,
    })
}

fn parameter(input: &mut Input) -> Parsed<Parameter> {
    let at = input.current_token_start();
    let name = required(input, name, "a name")?;
    let default = match symbol(input, "=") {
        true => Some(choice(input)?),
        false => None,
    };
    Ok(Parameter { at, name, default })
}

fn choice(input: &mut Input) -> Parsed<Expr> {
    nested(input, |input| {
        let at = input.current_token_start();
        let condition = comparison(input)?;
        if !symbol(input, "?") {
            return Ok(condition);
        }
        let yes = choice(input)?;
        require(input, ":")?;
        let no = choice(input)?;
        made(at, Form::Choice(Box::new([condition, yes, no])))
    })
}

fn comparison(input: &mut Input) -> Parsed<Expr> {
    const COMPARISONS: [(&str, Comparison); 4] = [
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("<", Comparison::Less),
        (">", Comparison::Greater),
    ];
    let at = input.current_token_start();
    let left = sum(input)?;
    match one_symbol(input, &COMPARISONS) {
        None => Ok(left),
        Some(comparison) => {
            let both = Box::new([left, sum(input)?]);
            made(at, Form::Comparison { comparison, both })
        }
    }
}

fn sum(input: &mut Input) -> Parsed<Expr> {
    chain(
        input,
        product,
        &[("+", Operator::Add), ("-", Operator::Sub)],
    )
}

fn product(input: &mut Input) -> Parsed<Expr> {
    chain(input, unary, &[("*", Operator::Mul), ("/", Operator::Div)])
}

/// Operands with operators of one precedence between them, from left to right.
fn chain(
    input: &mut Input,
    operand: fn(&mut Input) -> Parsed<Expr>,
    operators: &[(&'static str, Operator)],
) -> Parsed<Expr> {
    let at = input.current_token_start();
    let mut left = operand(input)?;
    while let Some(operator) = one_symbol(input, operators) {
        let both = Box::new([left, operand(input)?]);
        left = made(at, Form::Operation { operator, both })?;
    }
    Ok(left)
}

fn unary(input: &mut Input) -> Parsed<Expr> {
    let at = input.current_token_start();
    match symbol(input, "-") {
        true => {
            let of = nested(input, unary)?;
            made(at, Form::Negative(Box::new(of)))
        }
        false => power(input),
    }
}

fn power(input: &mut Input) -> Parsed<Expr> {
    let at = input.current_token_start();
    let base = slopes(input)?;
    if !symbol(input, "^") {
        return Ok(base);
    }
    let operator = Operator::Pow;
    let both = Box::new([base, nested(input, unary)?]);
    made(at, Form::Operation { operator, both })
}

fn slopes(input: &mut Input) -> Parsed<Expr> {
    let at = input.current_token_start();
    let mut of = atom(input)?;
    while symbol(input, ".") {
        let start = input.current_token_start();
        let what = "dx, dy, dz or dw";
        let part = required(input, plain_name, what)?;
        of = match (part.as_str(), of.form) {
            ("dx" | "dy" | "dz" | "dw", form) => {
                let of = Box::new(Expr { form, ..of });
                let axis = part[1..].to_string();
                made(at, Form::Slope { of, axis })?
            }
            // The name of a node within another one, or of an import.
            (part, Form::Name(name)) => made(at, Form::Name(format!("{name}.{part}")))?,
            _ => {
                let message = format!("{what} is expected here, and not `{part}`");
                return Err(ErrMode::Cut(Refusal::new(start, message)));
            }
        };
    }
    Ok(of)
}

fn atom(input: &mut Input) -> Parsed<Expr> {
    let at = input.current_token_start();
    if symbol(input, "(") {
        let mut items = list(input, ")", choice)?;
        return match items.len() {
            1 => Ok(items.remove(0)),
            _ => made(at, Form::List(items)),
        };
    }
    if symbol(input, "[") {
        let items = list(input, "]", choice)?;
        return made(at, Form::List(items));
    }
    if let Some(number) = opt(number).parse_next(input)? {
        return made(at, Form::Number(number));
    }
    let start = input.checkpoint();
    if binding(input).is_ok() {
        let message = "a binding stands before the whole expression, and not within it";
        return Err(ErrMode::Cut(Refusal::new(at, message)));
    }
    input.reset(&start);
    let what = "a number, a name, `-`, `(` or `[`";
    let name = required(input, name, what)?;
    match symbol(input, "(") {
        false => made(at, Form::Name(name)),
        true => {
            let arguments = list(input, ")", argument)?;
            made(at, Form::Call { name, arguments })
        }
    }
}

fn argument(input: &mut Input) -> Parsed<Argument> {
    let at = input.current_token_start();
    let start = input.checkpoint();
    let named = opt(name).parse_next(input)?;
    if let Some(name) = named
        && symbol(input, "=")
    {
        let value = choice(input)?;
        let name = Some(name);
        return Ok(Argument { at, name, value });
    }
    input.reset(&start);
    let (name, value) = (None, choice(input)?);
    Ok(Argument { at, name, value })
}

/// Items with commas between them, up to the closing bracket. A comma may follow the last.
fn list<T>(
    input: &mut Input,
    end: &'static str,
    item: fn(&mut Input) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    let mut items = Vec::new();
    while !symbol(input, end) {
        items.push(item(input)?);
        if symbol(input, ",") {
            continue;
        }
        if !symbol(input, end) {
            return Err(expected(input, &format!("an operator, `,` or `{end}`")));
        }
        break;
    }
    Ok(items)
}

fn made(at: usize, form: Form) -> Parsed<Expr> {
    let expr = Expr::new(at, form);
    if expr.depth > DEPTH_MAX {
        let message = format!("an expression of more than {DEPTH_MAX} levels");
        return Err(ErrMode::Cut(Refusal::new(at, message)));
    }
    Ok(expr)
}
