//! The permutation tables of all functions of a snippet, each stored once.

use std::collections::HashMap;

use super::Function;
use crate::hash::Permutation;

/// The tables that the functions of a snippet share.
pub(super) struct SharedTables {
    /// Every table, without repetitions.
    pub all: Vec<Permutation>,
    /// For each function, the index in `all` of each table of its job.
    pub indices: Vec<Vec<usize>>,
}

impl SharedTables {
    /// Collects the tables of all functions.
    pub fn of(functions: &[Function]) -> SharedTables {
        let mut all = Vec::new();
        let mut indices = HashMap::new();
        let mut index_of = |table: &Permutation| {
            *indices.entry(*table).or_insert_with(|| {
                all.push(*table);
                all.len() - 1
            })
        };
        let indices = (functions.iter())
            .map(|function| function.job.tables.iter().map(&mut index_of).collect())
            .collect();
        SharedTables { all, indices }
    }

    /// Returns the contents of a storage buffer: one entry per word.
    pub fn words(&self) -> Vec<u32> {
        (self.all.iter().flatten())
            .map(|&entry| entry.into())
            .collect()
    }
}
