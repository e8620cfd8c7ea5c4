//! The records of a sweep: what a run needs of an octave that is the same for all invocations of a workgroup.
//!
//! A record is a part of the axis tables, whose entries have four words:
//! - the head: a word with a bit for each sample before which a plane is entered, and one that says which of these planes
//!   replace the odd one;
//! - keys: those of the first even and the first odd plane, then for each sample but the first that of the plane at the high
//!   end of its cell;
//! - for each sample, the factors of the height and the slope of the even plane, then of the odd plane.
//!
//! Planes are even and odd in turn, by the number of the cell above them, and each next one replaces the lower of the two. The
//! factors say which is the low one: nothing moves between registers. A sample's terms are always added in one order, even
//! before odd, wherever its run begins.

use super::factors::Factors;
use crate::grid::AxisTable;

/// The entry of a record with its first keys.
pub(super) const KEYS: u32 = 1;

/// The entry of a record with the factors of its first sample, for runs of this many.
pub(super) fn factors(run: u32) -> u32 {
    KEYS + (run + 1).div_ceil(4)
}

/// The entries of a record.
pub(super) fn entries(run: u32) -> u32 {
    factors(run) + run
}

/// Returns the records of the runs of this many samples along an axis, run by run. No two neighbouring samples may have a cell
/// between theirs.
pub(super) fn records<'a>(
    table: &'a AxisTable,
    samples: &'a [Factors],
    run: u32,
) -> impl Iterator<Item = Vec<[u32; 4]>> + use<'a> {
    let columns = table.column.chunks(run as usize);
    let runs = columns.zip(samples.chunks(run as usize));
    runs.map(move |(columns, samples)| record(table, columns, samples, run))
}

/// The record of a run whose samples lie in these columns of the table.
fn record(table: &AxisTable, columns: &[u32], samples: &[Factors], run: u32) -> Vec<[u32; 4]> {
    let keys_of = |column: u32| table.columns[column as usize];
    let low_is_odd = |column: u32| (table.first_cell + i64::from(column)) % 2 != 0;
    let mut words = vec![[0; 4]; entries(run) as usize];
    let (before, of_samples) = words.split_at_mut(factors(run) as usize);
    let (head, keys) = before.split_at_mut(KEYS as usize);
    let [entered, replaces_odd, ..] = &mut head[0];
    let keys = keys.as_flattened_mut();
    let first = columns[0];
    keys[..2].copy_from_slice(&even_first(keys_of(first), low_is_odd(first)));
    for (i, (&column, &own)) in columns.iter().zip(samples).enumerate() {
        if i > 0 {
            let [_, high] = keys_of(column);
            keys[i + 1] = high;
            let enters = column != columns[i - 1];
            *entered |= u32::from(enters) << i;
            *replaces_odd |= u32::from(enters && !low_is_odd(column)) << i;
        }
        let [[a, b], [c, d]] = even_first(own, low_is_odd(column));
        of_samples[i] = [a, b, c, d].map(f32::to_bits);
    }
    words
}

/// The even one of the low and the high end of a cell, then the odd one.
fn even_first<T>([low, high]: [T; 2], low_is_odd: bool) -> [T; 2] {
    match low_is_odd {
        true => [high, low],
        false => [low, high],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_even_and_odd_in_turn() {
        let mut table = AxisTable {
            columns: vec![[7, 8], [8, 9], [9, 10]],
            first_cell: 4,
            column: vec![0, 1, 1, 2, 2],
            fraction: Vec::new(),
            fade: Vec::new(),
        };
        let ends = [1.0, 2.0, 3.0, 4.0, 5.0].map(|n| [[n, 0.5], [-n, 0.25]]);
        let even = |samples: &[[u32; 4]], i: usize| f32::from_bits(samples[i][0]);
        {
            let record = record(&table, &table.column, &ends, 8);
            // The plane before sample 1 replaces the even one, and that before sample 3 the odd one.
            assert_eq!(record[0], [0b1010, 0b1000, 0, 0]);
            assert_eq!(record[1..3], [[7, 8, 9, 9], [10, 10, 0, 0]]);
            let samples = &record[factors(8) as usize..];
            assert_eq!(samples.len(), 8);
            assert_eq!(
                [0, 1, 2, 3, 4].map(|i| even(samples, i)),
                [1.0, -2.0, -3.0, 4.0, 5.0]
            );
            assert_eq!(samples[1].map(f32::from_bits), [-2.0, 0.25, 2.0, 0.5]);
            assert_eq!(even(samples, 5), 0.0);
        }
        // One cell further, what was even is odd.
        table.first_cell = 5;
        let record = record(&table, &table.column, &ends, 8);
        assert_eq!(record[0], [0b1010, 0b0010, 0, 0]);
        assert_eq!(record[1], [8, 7, 9, 9]);
        let samples = &record[factors(8) as usize..];
        assert_eq!(
            [0, 1, 2, 3, 4].map(|i| even(samples, i)),
            [-1.0, 2.0, 3.0, -4.0, -5.0]
        );
    }
}
