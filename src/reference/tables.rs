//! A cache of permutation tables: to shuffle one takes longer than to compute a sample.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::hash::{Permutation, permutation};

#[derive(Clone, Debug, Default)]
pub(super) struct Tables(RefCell<HashMap<(u32, u32), Permutation>>);

impl Tables {
    pub fn get(&self, seed: u32, octave: u32) -> Permutation {
        let mut made = self.0.borrow_mut();
        *(made.entry((seed, octave))).or_insert_with(|| permutation(seed, octave))
    }
}
