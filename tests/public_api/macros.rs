//! Expands the `macro_rules!` of the library, as far as they make items.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Error, Ident, Result};

/// What the variables of a rule stand for.
#[derive(Clone, Default)]
struct Bindings {
    single: BTreeMap<String, TokenStream>,
    /// For each repetition the names in it, and what they stand for each time.
    repeated: Vec<(Vec<String>, Vec<Bindings>)>,
}

/// The tokens that a call of a macro stands for. `definition` is what `macro_rules! name { ... }` has between its braces.
pub fn expand(definition: &TokenStream, call: &TokenStream) -> Result<TokenStream> {
    let tokens: Vec<TokenTree> = definition.clone().into_iter().collect();
    // A rule is (pattern) => {body}, and rules stand apart by a semicolon.
    for rule in tokens.split(|token| is(token, ';')) {
        let [TokenTree::Group(pattern), _, _, TokenTree::Group(body)] = rule else {
            continue;
        };
        let parser = |input: ParseStream| matched(&tokens_of(pattern), input);
        if let Ok(bindings) = parser.parse2(call.clone()) {
            return transcribed(&tokens_of(body), &bindings);
        }
    }
    Err(Error::new_spanned(call, "no rule of the macro fits"))
}

fn tokens_of(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

fn is(token: &TokenTree, punct: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == punct)
}

/// A repetition `$(...) separator operator` at the beginning of some tokens, and how many tokens it has.
fn repetition(tokens: &[TokenTree]) -> Option<(Vec<TokenTree>, Option<&TokenTree>, usize)> {
    let [dollar, TokenTree::Group(group), rest @ ..] = tokens else {
        return None;
    };
    let operator = |token: &TokenTree| ['*', '+', '?'].iter().any(|&c| is(token, c));
    match rest {
        _ if !is(dollar, '$') => None,
        [first, ..] if operator(first) => Some((tokens_of(group), None, 3)),
        [separator, second, ..] if operator(second) => Some((tokens_of(group), Some(separator), 4)),
        _ => None,
    }
}

/// Reads input by a pattern.
fn matched(mut pattern: &[TokenTree], input: ParseStream) -> Result<Bindings> {
    let mut bindings = Bindings::default();
    while let Some(first) = pattern.first() {
        if let Some((body, separator, length)) = repetition(pattern) {
            let mut times = Vec::new();
            while !input.is_empty() {
                let ahead = input.fork();
                if let Some(separator) = separator.filter(|_| !times.is_empty())
                    && token(separator, &ahead).is_err()
                {
                    break;
                }
                let Ok(found) = matched(&body, &ahead) else {
                    break;
                };
                syn::parse::discouraged::Speculative::advance_to(input, &ahead);
                times.push(found);
            }
            bindings.repeated.push((variables(&body), times));
            pattern = &pattern[length..];
            continue;
        }
        match pattern {
            [
                dollar,
                TokenTree::Ident(name),
                colon,
                TokenTree::Ident(kind),
                ..,
            ] if is(dollar, '$') && is(colon, ':') => {
                let tokens = fragment(&kind.to_string(), input)?;
                bindings.single.insert(name.to_string(), tokens);
                pattern = &pattern[4..];
                continue;
            }
            [TokenTree::Group(group), ..] => {
                let TokenTree::Group(found) = input.parse()? else {
                    return Err(input.error("expected a group"));
                };
                let parser = |input: ParseStream| matched(&tokens_of(group), input);
                let inner = parser.parse2(found.stream())?;
                bindings.single.extend(inner.single);
                bindings.repeated.extend(inner.repeated);
            }
            _ => token(first, input)?,
        }
        pattern = &pattern[1..];
    }
    Ok(bindings)
}

fn token(expected: &TokenTree, input: ParseStream) -> Result<()> {
    let found: TokenTree = input.parse()?;
    match found.to_string() == expected.to_string() {
        true => Ok(()),
        false => Err(Error::new_spanned(found, format!("expected {expected}"))),
    }
}

fn fragment(kind: &str, input: ParseStream) -> Result<TokenStream> {
    Ok(match kind {
        "ident" => Ident::parse_any(input)?.into_token_stream(),
        "literal" => input.parse::<syn::Lit>()?.into_token_stream(),
        "expr" => input.parse::<syn::Expr>()?.into_token_stream(),
        "ty" => input.parse::<syn::Type>()?.into_token_stream(),
        "path" => input.parse::<syn::Path>()?.into_token_stream(),
        "vis" => input.parse::<syn::Visibility>()?.into_token_stream(),
        "meta" => input.parse::<syn::Meta>()?.into_token_stream(),
        "block" => input.parse::<syn::Block>()?.into_token_stream(),
        "pat" => syn::Pat::parse_multi(input)?.into_token_stream(),
        "tt" => input.parse::<TokenTree>()?.into_token_stream(),
        _ => return Err(input.error(format!("this test cannot read the fragment `{kind}`"))),
    })
}

/// The names that follow a `$`.
fn variables(tokens: &[TokenTree]) -> Vec<String> {
    let mut names = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => names.extend(variables(&tokens_of(group))),
            TokenTree::Ident(name) if i > 0 && is(&tokens[i - 1], '$') => {
                names.push(name.to_string());
            }
            _ => {}
        }
    }
    names
}

/// The body of a rule with its variables replaced.
fn transcribed(mut body: &[TokenTree], bindings: &Bindings) -> Result<TokenStream> {
    let mut out = TokenStream::new();
    while let Some(first) = body.first() {
        if let Some((inner, separator, length)) = repetition(body) {
            let used = variables(&inner);
            let times = (bindings.repeated.iter())
                .find(|(names, _)| names.iter().any(|name| used.contains(name)))
                .ok_or_else(|| Error::new_spanned(first, "a repetition of no variable"))?;
            for (i, time) in times.1.iter().enumerate() {
                if i > 0 {
                    out.extend(separator.cloned());
                }
                let mut all = bindings.clone();
                all.single.extend(time.single.clone());
                all.repeated.splice(0..0, time.repeated.clone());
                out.extend(transcribed(&inner, &all)?);
            }
            body = &body[length..];
            continue;
        }
        match body {
            [dollar, TokenTree::Ident(name), ..] if is(dollar, '$') => {
                match bindings.single.get(&name.to_string()) {
                    Some(tokens) => out.extend(tokens.clone()),
                    None => out.extend([TokenTree::Ident(name.clone())]),
                }
                body = &body[2..];
                continue;
            }
            [TokenTree::Group(group), ..] => {
                let inner = transcribed(&tokens_of(group), bindings)?;
                let group = Group::new(Delimiter::clone(&group.delimiter()), inner);
                out.extend([TokenTree::Group(group)]);
            }
            _ => out.extend([first.clone()]),
        }
        body = &body[1..];
    }
    Ok(out)
}
