//! The value of a parameter as the command line writes it.

use crate::noise::table::Cell;

/// Parses a value such as `4`, `4,2,1`, `true` or `integer`.
///
/// Any text that is not a number, a list of numbers or of pairs, `true` or `false` is a word. The check of the parameter refuses
/// a word that is not allowed.
///
/// ```
/// use wgpu_noise::{noise::table::Cell, recipe::cell};
///
/// assert_eq!(cell("4,2.5"), Cell::List(vec![4.0, 2.5]));
/// assert_eq!(cell("[[0, 0], [1, 2.5]]"), Cell::Points(vec![[0.0, 0.0], [1.0, 2.5]]));
/// assert_eq!(cell("integer"), Cell::Text("integer".into()));
/// ```
pub fn cell(text: &str) -> Cell {
    let text = text.trim();
    if let Ok(flag) = text.parse() {
        return Cell::Flag(flag);
    }
    if let Ok(number) = text.parse() {
        return Cell::Number(number);
    }
    if text.starts_with("[[")
        && let Ok(points) = serde_json::from_str(text)
    {
        return Cell::Points(points);
    }
    let bare = (text.strip_prefix('['))
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(text);
    match bare.split(',').map(|n| n.trim().parse()).collect() {
        Ok(list) => Cell::List(list),
        Err(_) => Cell::Text(text.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_same_alone_and_in_a_point() {
        for text in ["0.9583275921953511", "0.19327636160092454", "1e-300"] {
            let points = Cell::Points(vec![[text.parse().unwrap(), 1.0]]);
            assert_eq!(cell(&format!("[[{text}, 1]]")), points);
        }
    }
}
