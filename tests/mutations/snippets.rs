//! What only snippets have: where they find their numbers, and positions of one's own.

use super::{Mutation, Suite, mutation};

const SNIPPETS: &str = "values::snippets_agree_with_the_reference";

pub const SUITE: Suite = Suite {
    test: "snippet",
    features: "gpu,snippet",
    mutations: MUTATIONS,
};

#[rustfmt::skip]
const MUTATIONS: &[Mutation] = &[
    mutation("an offset that is lost", SNIPPETS, "src/snippet/constants.rs",
        "[map.rate() / units, map.offset / units]", "[map.rate() / units, 0.0 * map.offset / units]"),
    mutation("an axis that the function has not", SNIPPETS, "src/program/job.rs",
        "Affine::IDENTITY.times(0.0).plus(cells)", "Affine::IDENTITY.times(0.0).plus(0.0 * cells)"),
    mutation("the outer octave forgotten", SNIPPETS, "src/snippet/inputs.rs",
        "({index}) * {}u + {octave}\"", "({index}) * 0u * {}u + {octave}\""),
    mutation("a rate without the factor of the octave", SNIPPETS, "src/snippet/inputs.rs",
        "Some(fold) => format!(\"({rate} * {})\"", "Some(fold) => format!(\"({rate} + 0.0 * {})\""),
    mutation("no period at a point", SNIPPETS, "src/snippet/inputs.rs",
        "noise_axis({cells}, {layer}.period.{field})", "noise_axis({cells}, 0u * {layer}.period.{field})"),
    mutation("a table for another", SNIPPETS, "shaders/tables/const.wgsl",
        "table * 64u", "0u * table"),
    mutation("the fraction of a skewed position", SNIPPETS, "shaders/noise/position.wgsl",
        "skew - whole,", "skew - cell,"),
    mutation("2-D without the third look-up at a point", "constants_give_the_numbers", "shaders/noise/perlin_at.wgsl",
        "noise_perms(table, noise_table_2d(table, x, y))", "noise_table_2d(table, x, y)"),
    mutation("a prefix that is none", "together::two_noises", "src/snippet/renaming.rs",
        "is_shared(word).then(||", "(is_shared(word) && prefix.is_empty()).then(||"),
    mutation("tables that are not shared", "together::functions_of_one_call", "src/snippet/tables.rs",
        "indices.entry(*table).or_insert_with(|| {\n                all.push(*table);", "indices.entry((*table, indices.len())).or_insert_with(|| {\n                all.push(*table);"),
    mutation("y that goes down where it goes up", "values::upward", "src/snippet/inputs.rs",
        "1 => format!(\"{} - p.{field}\", number(turned(self.job)))", "4 => format!(\"{} - p.{field}\", number(turned(self.job)))"),
    mutation("octaves that the struct has, unread", "values::a_struct", "src/snippet/inputs.rs",
        "clamp({octaves}, 1u, {most}u)", "max({octaves}, {most}u)"),
    mutation("a gain above 1 in the order of one below", "values::a_struct", "src/snippet/parameters.rs",
        "select(k, octaves - 1u - k, reversed)", "k"),
    mutation("a time that stands still", "fragment::", "src/snippet/entry.rs",
        "{first} + {name}_time.x", "{first} + 0.0 * {name}_time.x"),
    mutation("a picture upside down in OpenGL", "fragment::", "src/snippet/entry.rs",
        "Lang::Glsl => format!(\"{} - at.y\"", "Lang::Spirv => format!(\"{} - at.y\""),
    mutation("a buffer that the comment has elsewhere", "comment::", "src/snippet/languages/msl.rs",
        "SIZES_BINDING: u32 = 1;", "SIZES_BINDING: u32 = 2;"),
    mutation("a cost that is not so", "headers_have_the_costs", "shaders/noise/worley_at.wgsl",
        "42 table reads", "43 table reads"),
    mutation("a file that is not named", "headers_say_what", "shaders/noise/classic.wgsl",
        "axis.wgsl and polynomials.wgsl.", "axis.wgsl."),
];
