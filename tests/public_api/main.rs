//! `docs/public-api.txt` lists every public item of the library, so that a change of the API shows in a diff.
//!
//! The first test makes the list anew from the source and compares. After a change on purpose,
//! `NOISE_PUBLIC_API=write cargo test --test public_api` writes it.

mod listing;
mod macros;
mod print;
#[path = "../support/source.rs"]
mod source;
mod tree;

use std::path::Path;

use listing::Api;
use tree::Tree;

/// Items that have more than one public path. The number may only fall.
const AMBIGUOUS: usize = 6;

const LISTING: &str = "docs/public-api.txt";
const HEAD: &str = "\
# The public API of wgpu-noise: first the names, then the items with their signatures.
# `NOISE_PUBLIC_API=write cargo test --test public_api` makes this file anew.

";

fn made_up(files: &[(&str, &str)]) -> String {
    Api::of(&Tree::read(&source::made_up(files))).listing()
}

#[test]
fn the_listing_is_that_of_the_source() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(LISTING);
    let found = HEAD.to_owned() + &Api::of(&Tree::read(&source::files())).listing();
    if std::env::var("NOISE_PUBLIC_API").is_ok_and(|value| value == "write") {
        std::fs::write(&path, &found).expect("the listing can be written");
        return;
    }
    let listed = std::fs::read_to_string(&path).expect("the listing");
    let new = found
        .lines()
        .filter(|line| !listed.lines().any(|old| old == *line));
    let gone = listed
        .lines()
        .filter(|line| !found.lines().any(|new| new == *line));
    let changes: Vec<String> = (new.map(|line| format!("+{line}")))
        .chain(gone.map(|line| format!("-{line}")))
        .collect();
    assert!(
        found == listed,
        "the API differs from {LISTING}:\n{}\n`NOISE_PUBLIC_API=write cargo test --test public_api` writes the file",
        changes.join("\n")
    );
}

#[test]
fn each_item_has_one_path() {
    let tree = Tree::read(&source::files());
    let ambiguous = Api::of(&tree).ambiguous();
    assert_eq!(ambiguous.len(), AMBIGUOUS, "{}", ambiguous.join("\n"));
}

#[test]
fn every_kind_of_item_is_listed() {
    let found = made_up(&[
        ("lib.rs", "pub mod a; mod b; pub use b::{Open, Shape}; #[cfg(test)] mod tests {}"),
        (
            "a.rs",
            "pub fn sum<'a>(of: &'a [f32; 4], by: impl Fn(u32) -> Option<u32>,) -> Result<(), Error> {}
             pub const N: usize = 4; fn hidden() {} #[doc(hidden)] pub fn hidden_too() {}
             pub(crate) fn of_the_crate() {} #[cfg(feature = \"gpu\")] pub use wgpu;",
        ),
        (
            "b.rs",
            "#[derive(Clone, Debug)] #[non_exhaustive] pub struct Open { pub size: [u32; 3], secret: u8 }
             impl Open { pub fn new(size: [u32; 3]) -> Self {} fn secret(&self) {} pub const ALL: &[Open] = &[]; }
             impl From<u8> for Open {}
             pub enum Shape { Round, Square { side: f32 }, Other(Box<dyn Fn() + Send>) }
             pub struct Closed;",
        ),
    ]);
    let expected = "\
wgpu_noise            Open  Shape
a                     N  sum()  wgpu

mod wgpu_noise
  non_exhaustive struct Open: Clone + Debug + From<u8>
    size: [u32; 3]
    ..
    const ALL: &[Open]
    fn new(size: [u32; 3]) -> Self
  enum Shape
    Round | Square { side: f32 } | Other(Box<dyn Fn() + Send>)

mod a
  use wgpu
  const N: usize
  fn sum<'a>(of: &'a [f32; 4], by: impl Fn(u32) -> Option<u32>) -> Result<(), Error>
";
    assert_eq!(found, expected);
}

#[test]
fn items_of_macros_are_listed() {
    let text = "
        macro_rules! words {
            ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),* $(,)? }) => {
                $(#[$doc])*
                pub enum $name { $($variant),* }
                impl $name { pub const ALL: &[$name] = &[$($name::$variant),*]; }
            };
        }
        words! {
            /// A way.
            Way { Left = \"left\", Right = \"right\", }
        }";
    let found = made_up(&[("lib.rs", text)]);
    let expected = "  enum Way\n    Left | Right\n    const ALL: &[Way]\n";
    assert!(found.ends_with(expected), "{found}");
}

#[test]
fn a_second_path_is_noticed() {
    let files = [
        ("lib.rs", "pub mod a; pub use a::Thing;"),
        ("a.rs", "pub struct Thing;"),
    ];
    let tree = Tree::read(&source::made_up(&files));
    assert_eq!(Api::of(&tree).ambiguous(), ["Thing  a::Thing"]);
}
