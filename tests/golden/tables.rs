//! Tables and hashes, bit for bit.

use wgpu_noise::internals::hash;

use crate::files::{golden, list, natural, naturals};

#[test]
fn tables_and_keys_are_the_golden_ones() {
    let document = golden("tables.json");
    let cases = list(&document["tables"]);
    assert!(cases.len() >= 8);
    for case in cases {
        let (seed, octave) = (natural(&case["seed"]), natural(&case["octave"]));
        let table = hash::permutation(seed, octave).map(u32::from);
        assert_eq!(
            table.as_slice(),
            naturals(&case["permutation"]),
            "{seed}, {octave}"
        );
        let key = hash::integer_key(seed, octave);
        assert_eq!(key.as_slice(), naturals(&case["key"]), "{seed}, {octave}");
    }
}

#[test]
fn the_integer_hash_is_the_golden_one() {
    let document = golden("integer_hash.json");
    let corners = list(&document["corners"]);
    let mut compared = 0;
    for case in list(&document["hashes"]) {
        let key = hash::integer_key(natural(&case["seed"]), natural(&case["octave"]));
        let words = list(&case["words"]);
        assert_eq!(words.len(), corners.len());
        for (corner, word) in corners.iter().zip(words) {
            assert_eq!(
                hash::integer(&key, &naturals(corner)),
                natural(word),
                "{corner}"
            );
            compared += 1;
        }
    }
    assert!(compared >= 400, "only {compared} hashes were compared");
}

/// All but the published ones are the words of the integer hash, made odd.
#[test]
fn the_constants_of_elias_are_odd_words() {
    assert_eq!(hash::elias_key(0, 0), [15_731, 789_221, 1_376_312_589, 0]);
    for seed in 1..50 {
        for octave in 0..4 {
            let words = hash::integer_key(seed, octave);
            let odd = |i: usize| words[i] + u32::from(words[i].is_multiple_of(2));
            assert_eq!(hash::elias_key(seed, octave), [odd(0), odd(1), odd(2), 0]);
        }
    }
}

#[test]
fn every_table_is_a_permutation() {
    for seed in [0, 1, 2, 0x8000_0000, u32::MAX] {
        for octave in (0..64).chain([1023]) {
            let mut table = hash::permutation(seed, octave);
            table.sort_unstable();
            assert!(
                table
                    .iter()
                    .enumerate()
                    .all(|(i, &entry)| i == usize::from(entry))
            );
        }
    }
}
