//! Writes tokens as Rust is written, on one line.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The text of some syntax.
pub fn text(syntax: &impl ToTokens) -> String {
    let mut out = String::new();
    write(syntax.to_token_stream(), &mut out);
    out.trim_end().to_owned()
}

fn write(tokens: TokenStream, out: &mut String) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            TokenTree::Ident(name) => {
                word(&name.to_string(), out);
            }
            TokenTree::Literal(literal) => word(&literal.to_string(), out),
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                if open == "[" && out.ends_with(char::is_alphanumeric) {
                    out.push(' ');
                }
                out.push_str(open);
                let mut inner = String::new();
                write(group.stream(), &mut inner);
                let inner = inner.trim_end();
                out.push_str(inner.strip_suffix(',').unwrap_or(inner));
                out.push_str(close);
            }
            TokenTree::Punct(_) => {
                let start = i;
                while let TokenTree::Punct(punct) = &tokens[i]
                    && punct.spacing() == Spacing::Joint
                    && matches!(tokens.get(i + 1), Some(TokenTree::Punct(_)))
                {
                    i += 1;
                }
                let operator: String = tokens[start..=i].iter().map(ToString::to_string).collect();
                punctuation(&operator, out);
            }
        }
        i += 1;
    }
}

/// A space stands between two words.
fn word(text: &str, out: &mut String) {
    if out.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ']' | ')' | '>' | '"')) {
        out.push(' ');
    }
    out.push_str(text);
}

fn punctuation(operator: &str, out: &mut String) {
    match operator {
        "," | ";" | ":" => {
            out.push_str(operator);
            out.push(' ');
        }
        "=" | "->" | "=>" | "+" | "|" => {
            let before = if out.ends_with(' ') { "" } else { " " };
            out.push_str(before);
            out.push_str(operator);
            out.push(' ');
        }
        "&" | "&'" | "'" | "#" | "?" | "*" => {
            if out.ends_with(|c: char| c.is_alphanumeric()) {
                out.push(' ');
            }
            out.push_str(operator);
        }
        _ => out.push_str(operator),
    }
}
