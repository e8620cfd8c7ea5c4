//! Why an expression is refused, and where in its text.

use crate::Error;

/// The most characters of a line in an error.
const EXCERPT_MAX: usize = 76;

/// A place in a text, in bytes, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub at: usize,
    pub message: String,
}

impl Refusal {
    pub fn new(at: usize, message: impl Into<String>) -> Refusal {
        let message = message.into();
        Refusal { at, message }
    }

    /// An unknown name, with the most similar of the known ones.
    pub fn unknown<'a>(
        at: usize,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Refusal {
        let nearest = match Error::unknown(what, name, known) {
            Error::Unknown {
                nearest: Some(nearest),
                ..
            } => format!(", did you mean `{nearest}`?"),
            _ => String::new(),
        };
        Refusal::new(at, format!("unknown {what} `{name}`{nearest}"))
    }

    /// Returns the error with the line and the column in a text, the file's name, and a caret below the place.
    pub fn in_text(self, text: &str, file: &str) -> Error {
        let mut at = self.at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = text[begin..at].chars().count();
        let line = text[begin..].lines().next().unwrap_or_default();
        // Of a long line the part around the place.
        let skipped = before.saturating_sub(EXCERPT_MAX / 2);
        let shown: String = line.chars().skip(skipped).take(EXCERPT_MAX).collect();
        let shown = shown.replace(char::is_control, " ");
        let caret = " ".repeat(before - skipped);
        Error::Expression {
            file: file.to_string(),
            line: 1 + text[..begin].matches('\n').count(),
            column: before + 1,
            message: self.message,
            excerpt: format!("    {shown}\n    {caret}^"),
        }
    }
}
