//! Expressions: what each part of the language makes, what is refused and where, and that texts are read back as they were
//! written.

mod imports;
mod language;
mod pages;
mod parameters;
mod recipes;
mod refusals;
mod samples;
mod written;
