//! Several noises in one file: functions of one snippet, and two snippets of which one has a prefix.

use std::collections::BTreeSet;

use wgpu_noise::snippet::{Function, Lang, Options, Snippet, Table, snippet};
use wgpu_noise::{Grid, Job, Noise};

use crate::adapter::context;
use crate::app::{values, with};
use crate::compare::points;
use crate::files::validate;
use crate::programs::{complaint_of_glsl, complaint_of_hlsl, file_of_glsl, whole_hlsl};
use crate::validity::text;
use crate::{jobs, support};

/// Two noises in one file.
pub struct Two {
    /// As two snippets with a prefix each, as two of which one has none, and as one snippet of two functions, with their labels.
    pub right: Vec<(String, String)>,
    /// As two snippets without a prefix.
    pub colliding: String,
}

/// Two presets in one file.
pub fn two(lang: Lang, table: Table) -> Two {
    let presets = jobs::presets();
    let job = |name: &str| {
        let found = presets.iter().find(|(own, _)| own == name);
        &found.expect("a preset").1
    };
    let [first, second] = [("first", job("clouds")), ("other", job("lava"))];
    let made = |functions: &[(&str, &Job)], prefix: &str| {
        let options = Options::default().lang(lang).table(table).prefix(prefix);
        made(functions, &options)
    };
    let pasted = |one, other| made(&[first], one) + &bound_elsewhere(&made(&[second], other));
    let right = [
        ("prefixes", pasted("sea_", "sky_")),
        ("prefix", pasted("", "sky_")),
        ("shared", made(&[first, second], "")),
    ];
    let label = |kind: &str| format!("two-{}-{}-{kind}", lang.name(), table.name());
    Two {
        right: right.map(|(kind, text)| (label(kind), text)).into(),
        colliding: pasted("", ""),
    }
}

/// The text of a snippet.
fn made(functions: &[(&str, &Job)], options: &Options) -> String {
    let functions: Vec<Function> = (functions.iter())
        .map(|(name, job)| Function::new(*name, job))
        .collect();
    let made = snippet(&functions, options).unwrap_or_else(|error| panic!("{error}"));
    text(&made.code).to_string()
}

/// The text with its tables at another binding, as whoever pastes two snippets with two buffers moves one of them.
fn bound_elsewhere(text: &str) -> String {
    text.replace("@binding(3)", "@binding(4)")
        .replace("binding = 3", "binding = 4")
        .replace("register(t3)", "register(t4)")
}

#[test]
fn two_noises_stand_in_one_file() {
    for (lang, table) in [Lang::Wgsl, Lang::Glsl, Lang::Hlsl, Lang::Msl]
        .into_iter()
        .flat_map(|lang| Table::ALL.iter().map(move |&table| (lang, table)))
    {
        let options = Options::default().lang(lang).table(table);
        let two = two(lang, table);
        // The negative control: what collides is noticed.
        assert!(!twice(&two.colliding).is_empty(), "{lang:?}, {table:?}");
        for (label, whole) in &two.right {
            assert_eq!(twice(whole), BTreeSet::new(), "{label}");
            match lang {
                Lang::Wgsl => validate(label, whole),
                Lang::Glsl => {
                    let file = file_of_glsl(label, &options, whole);
                    assert_eq!(complaint_of_glsl(&[file]), None, "{label}");
                }
                Lang::Hlsl => {
                    let (whole, stage, entry) = whole_hlsl(&options, whole);
                    let complaint = complaint_of_hlsl(label, stage, entry, &whole);
                    assert_eq!(complaint, None, "{label}");
                }
                _ => {}
            }
        }
    }
}

/// What a text declares twice at its outermost level: names, those of functions with what they take.
fn twice(text: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let lines = text.lines().map(|line| line.replace("metal::", ""));
    let declared = lines.filter_map(|line| {
        let is_outermost = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
        if !is_outermost || line.starts_with("using ") || line.starts_with("precision ") {
            return None;
        }
        // What stands before says where it is bound, or in which memory it lies.
        let line = match line.strip_prefix("layout(").or(line.strip_prefix('@')) {
            Some(bound) => bound.rsplit_once(") ")?.1,
            None => &line,
        };
        let line = match line.strip_prefix("var<") {
            Some(variable) => variable.split_once("> ")?.1,
            None => line,
        };
        // A function in GLSL may give an array: `uvec4[2] f(`.
        let before = line.split(['(', '=']).next()?;
        let is_array = line[before.len()..].starts_with('(');
        let line = match before.find("] ") {
            Some(at) if is_array => &line[at + 2..],
            _ => line,
        };
        let end = line.find(['(', ':', '=', '[', '{', ';'])?;
        let (head, rest) = line.split_at(end);
        let name = head.split_whitespace().next_back()?;
        let takes = if rest.starts_with('(') { rest } else { "" };
        Some(format!("{name}{takes}"))
    });
    declared.filter(|name| !seen.insert(name.clone())).collect()
}

/// Two noises that share a table, a source and the functions that they call.
fn sharing(grid: &Grid) -> [Job; 2] {
    let base = |seed| Noise::perlin().frequency(4.0).seed(seed).fbm();
    [base(0) * 0.5, base(0).octaves(3) + base(7)]
        .map(|noise| Job::of(&[noise], grid).expect("a right noise"))
}

/// What functions of one call have in common is there once: structs, functions and tables.
#[test]
fn functions_of_one_call_share_what_they_have_in_common() {
    let [first, second] = &sharing(&Grid::new([16, 16]));
    for table in Table::ALL {
        let words = |functions: &[(&str, &Job)]| {
            let options = Options::default().table(table);
            let text = made(functions, &options);
            assert_eq!(text.matches("\nfn noise_perm(").count(), 1);
            assert_eq!(text.matches("\nstruct NoiseAxis {").count(), 1);
            let words = match table {
                Table::Const => text.split("NOISE_TABLES = array<u32, ").nth(1),
                _ => text.split("binding 3: ").nth(1),
            };
            let digits = words.expect("tables").split(|c: char| !c.is_ascii_digit());
            let entries = if table == Table::Const { 4 } else { 1 };
            entries * digits.into_iter().next().unwrap().parse::<usize>().unwrap()
        };
        // Five octaves of seed 0; three of them again, and five of seed 7.
        assert_eq!(words(&[("first", first)]), 256 * 5, "{table:?}");
        assert_eq!(words(&[("other", second)]), 256 * 8, "{table:?}");
        let both = words(&[("first", first), ("other", second)]);
        assert_eq!(both, 256 * 10, "{table:?}");
    }
}

/// Functions of one snippet, and snippets with prefixes in one file, have the values that they have alone.
#[test]
fn two_functions_in_one_file_have_their_own_values() {
    let Some(context) = context() else { return };
    let grid = Grid::new([16, 16]);
    let [first, second] = &sharing(&grid);
    let [first, other] = [
        Function::new("first", first),
        Function::new("other", second),
    ];
    let made = |functions: &[Function], table: Table, prefix: &str| {
        let options = Options::default().table(table).prefix(prefix);
        snippet(functions, &options).unwrap_or_else(|error| panic!("{error}"))
    };
    let at = |snippet: &Snippet, name: &str| values(context, snippet, name, (2, 1), &points(&grid));
    for table in Table::ALL {
        let alone = [&first, &other].map(|own| {
            let snippet = made(std::slice::from_ref(own), table, "");
            (&own.name, at(&snippet, &own.name))
        });
        assert!(alone[0].1 != alone[1].1);
        let mut together = vec![made(&[first.clone(), other.clone()], table, "")];
        if table == Table::Const {
            let sky = made(std::slice::from_ref(&other), table, "sky_");
            let one = made(std::slice::from_ref(&first), table, "");
            together.push(with(one, text(&sky.code)));
        }
        for snippet in &together {
            for (name, alone) in &alone {
                support::same_bits(&at(snippet, name), alone)
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}
