//! The permutation tables of all functions, each once.

use std::collections::HashMap;

use super::Function;
use crate::hash::Permutation;

pub(super) struct Tables {
    pub all: Vec<Permutation>,
    /// Where the tables of each function's job lie among all.
    pub of: Vec<Vec<usize>>,
}

impl Tables {
    pub fn of(functions: &[Function]) -> Tables {
        let mut all = Vec::new();
        let mut places = HashMap::new();
        let mut place = |table: &Permutation| {
            *places.entry(*table).or_insert_with(|| {
                all.push(*table);
                all.len() - 1
            })
        };
        let of = (functions.iter())
            .map(|function| function.job.tables.iter().map(&mut place).collect())
            .collect();
        Tables { all, of }
    }

    /// An entry a word.
    pub fn words(&self) -> Vec<u32> {
        (self.all.iter().flatten())
            .map(|&entry| entry.into())
            .collect()
    }
}
