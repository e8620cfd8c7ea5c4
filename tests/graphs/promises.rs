//! What must hold of every graph. Each promise is checked alone, so that a graph that breaks it can be made smaller.

use std::panic::{AssertUnwindSafe, catch_unwind};

use wgpu_noise::verify::Case;

use crate::bits::{closes, cut};
use crate::differences::is_differentiated;
use crate::support::cpu;
use crate::text::{bounds, refusal, survives_as_text};
use crate::values::{agrees, agrees_at_points, every_level_agrees};

type Check<'a> = Box<dyn Fn(&Case) -> Result<(), String> + 'a>;

/// Something that must hold of a case, and the part of all graphs of which it is checked.
pub struct Promise<'a> {
    pub name: &'static str,
    /// Whether it is about what the check refuses.
    pub of_refused: bool,
    /// Checked of one graph in so many.
    pub every: u64,
    /// What is wrong, in words.
    pub check: Check<'a>,
}

impl<'a> Promise<'a> {
    pub fn new(
        name: &'static str,
        every: u64,
        check: impl Fn(&Case) -> Result<(), String> + 'a,
    ) -> Promise<'a> {
        Promise {
            name,
            of_refused: false,
            every,
            check: Box::new(check),
        }
    }

    /// What is wrong with a case; a panic is wrong, too.
    pub fn broken(&self, case: &Case) -> Option<String> {
        match catch_unwind(AssertUnwindSafe(|| (self.check)(case))) {
            Ok(found) => found.err(),
            Err(payload) => {
                let text = (payload.downcast_ref::<String>().map(String::as_str))
                    .or_else(|| payload.downcast_ref::<&str>().copied());
                Some(format!("a panic: {}", text.unwrap_or("of no text")))
            }
        }
    }
}

/// Those that need no GPU.
pub fn without_gpu<'a>() -> Vec<Promise<'a>> {
    let of_refused = true;
    vec![
        Promise {
            of_refused,
            ..Promise::new("refusals are sentences", 1, refusal)
        },
        Promise::new("bounds are honest", 1, bounds),
        Promise::new("a recipe's text keeps it", 2, survives_as_text),
        Promise::new("the CPU agrees", 1, |case| agrees(case, &cpu)),
        Promise::new("every SIMD level of the CPU agrees", 4, every_level_agrees),
        Promise::new("the CPU agrees at points", 3, agrees_at_points),
        Promise::new("pieces have the bits of the whole", 2, |case| {
            cut(case, &cpu)
        }),
        Promise::new("seamless noise closes", 1, |case| closes(case, &cpu)),
        Promise::new(
            "derivatives are limits of differences",
            3,
            is_differentiated,
        ),
    ]
}

/// What was found, or the refusal.
pub fn in_words<T>(result: wgpu_noise::Result<T>) -> Result<T, String> {
    result.map_err(|error| format!("refused: {error}"))
}
