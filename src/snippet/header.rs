//! The comment before a snippet: how to call and bind it, what made it, what it gives.

use super::entry::{self, WORKGROUP};
use super::glsl::es_version;
use super::languages::{SIZES, SIZES_BINDING};
use super::{Entry, Function, Lang, Options, Parameters, Tables, Y};
use crate::wgsl::items::identifiers;

/// The text of a snippet after its comment, but for a version, which must stand first; with the tables of a buffer that it
/// reads.
pub(super) fn headed(
    text: &str,
    functions: &[Function],
    options: &Options,
    tables: Option<&Tables>,
) -> String {
    let mut lines = title(functions, options);
    for function in functions {
        lines.push(String::new());
        lines.extend(of_function(text, function, options));
    }
    let bound = bindings(text, functions, options, tables);
    if !bound.is_empty() {
        lines.push(String::new());
        let bind = |bound: &Bound| {
            let Bound { name, what, .. } = bound;
            format!("Bind: {name}, {}: {what}.", place(bound, options))
        };
        lines.extend(bound.iter().map(bind));
    }
    for function in functions {
        lines.extend(recipe(function));
    }
    if let Some(tables) = tables {
        lines.extend([String::new(), "Permutations, in hexadecimal:".to_string()]);
        for table in &tables.all {
            for row in table.chunks(32) {
                let row: String = row.iter().map(|entry| format!("{entry:02x}")).collect();
                lines.push(format!("    {row}"));
            }
        }
    }
    let comment = |line: &String| format!("// {}", plain(line)).trim_end().to_string() + "\n";
    let header = lines.iter().map(comment).collect::<String>();
    let version = (text.split_inclusive('\n').next()).filter(|line| line.starts_with("#version"));
    let (first, rest) = text.split_at(version.map_or(0, str::len));
    format!("{first}{header}\n{rest}")
}

/// What it is, in which language, and what to know before another snippet comes into the same file.
fn title(functions: &[Function], options: &Options) -> Vec<String> {
    let names: Vec<&str> = functions.iter().map(|own| &own.name[..]).collect();
    let what = match functions.len() {
        1 => "noise as a function of position",
        _ => "noises as functions of position",
    };
    let language = match options.lang {
        Lang::Wgsl | Lang::Spirv => "WGSL",
        Lang::Glsl if es_version(options.table, options.entry) == 300 => "GLSL ES 3.00 or later",
        Lang::Glsl => "GLSL ES 3.10 or later",
        Lang::Hlsl => "HLSL for shader model 5.1 or later",
        Lang::Msl => "MSL 2.0 or later",
    };
    let own: Vec<String> = names
        .iter()
        .map(|name| format!("{name}, {name}_*"))
        .collect();
    let (names, own) = (names.join(", "), own.join(", "));
    let others = match &options.prefix[..] {
        "" => "are the same in every snippet. For two snippets in one file, make both in one call, or one with a prefix.".into(),
        prefix => format!("begin with {prefix}."),
    };
    vec![
        format!(
            "{names}: {what}, made by wgpu-noise {}.",
            env!("CARGO_PKG_VERSION")
        ),
        format!("Language: {language}."),
        format!("Names: all global names other than {own} {others}"),
    ]
}

/// How to call one function, and what it gives.
fn of_function(text: &str, function: &Function, options: &Options) -> Vec<String> {
    let Function { name, job, .. } = function;
    let letters = || (job.program.axes.indices()).map(|axis| (axis, ["x", "y", "z", "time"][axis]));
    let position: Vec<&str> = letters().map(|(_, letter)| letter).collect();
    let boxes: Vec<String> = letters()
        .map(|(axis, letter)| {
            let span = job.grid.span(axis);
            format!("{letter} {} to {}", span.origin, span.origin + span.extent)
        })
        .collect();
    let channels = job.program.channels();
    let ranges: Vec<String> = (0..channels)
        .map(|channel| {
            let [low, high] = job.range(channel).map(|end| end as f32);
            let letter = if channels == 1 {
                ""
            } else {
                ["x ", "y ", "z ", "w "][channel]
            };
            format!("{letter}{low} to {high}")
        })
        .collect();
    let (call, position) = (signature(text, name), position.join(", "));
    let mut lines = vec![
        format!("Call: {call}."),
        format!(
            "The position is ({position}), in units of the recipe's domain, whose box is {}. Positions are f32.",
            boxes.join(", ")
        ),
    ];
    if options.y == Y::Up {
        lines.push("y points up: the first row of the recipe's picture has the greatest y.".into());
    }
    lines.push(format!("Range: {}.", ranges.join(", ")));
    if options.parameters == Parameters::Struct {
        let octaves = match identifiers(text).any(|word| word.ends_with("_octaves")) {
            true => " Octaves are held to between 1 and the recipe's.",
            false => "",
        };
        lines.push(format!(
            "{name}_defaults has the recipe's parameters.{octaves}"
        ));
    }
    lines.extend(entry_point(function, options));
    lines
}

/// What the entry point does, and how it is started.
fn entry_point(function: &Function, options: &Options) -> Option<String> {
    let [width, height, depth] = function.job.grid.size3();
    let name = match options.lang {
        Lang::Glsl => "main".to_string(),
        _ => entry::name(function, options),
    };
    let what = match options.entry {
        Entry::None => return None,
        Entry::Fragment => {
            let rows = match options.lang {
                Lang::Glsl => "bottom",
                _ => "top",
            };
            format!(
                "a fragment shader. It shows the {width} x {height} samples of the recipe, a pixel each, with rows of pixels \
                 counted from the {rows}, and the range as 0 to 1"
            )
        }
        Entry::Compute => {
            let groups = match options.lang {
                Lang::Hlsl => "thread groups",
                Lang::Msl => "threadgroups",
                _ => "workgroups",
            };
            let along = width.div_ceil(WORKGROUP);
            format!(
                "a compute shader. Dispatch {along} x {height} x {depth} {groups} of {WORKGROUP} x 1 x 1"
            )
        }
    };
    Some(format!("Entry point: {name}, {what}."))
}

/// Something that is bound.
struct Bound {
    name: String,
    kind: Kind,
    binding: u32,
    what: String,
}

/// What a binding is for.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Read,
    Written,
    Uniform,
}

/// Everything that is bound.
fn bindings(
    text: &str,
    functions: &[Function],
    options: &Options,
    tables: Option<&Tables>,
) -> Vec<Bound> {
    let mut all = Vec::new();
    if let Some(tables) = tables {
        let words = 256 * tables.all.len();
        all.push(Bound {
            name: format!("{}noise_tables", options.prefix),
            kind: Kind::Read,
            binding: 3,
            what: format!("{words} words of 32 bits, the permutations below, an entry a word"),
        });
    }
    for Function { name, job, .. } in functions {
        if entry::has_time(job, options) {
            let span = job.grid.span(3).extent;
            all.push(Bound {
                name: format!("{name}_time"),
                kind: Kind::Uniform,
                binding: 2,
                what: format!(
                    "four floats; the first is the time since the start of the recipe, whose frames span {span}"
                ),
            });
        }
        if options.entry == Entry::Compute {
            let [width, height, depth] = job.grid.size3().map(u64::from);
            let floats = width * height * depth * job.program.channels() as u64;
            all.push(Bound {
                name: format!("{name}_samples"),
                kind: Kind::Written,
                binding: 0,
                what: format!("{floats} floats, x fastest, the channels of a sample together"),
            });
        }
    }
    if options.lang == Lang::Msl && identifiers(text).any(|word| word == SIZES) {
        let storage = all.iter().filter(|bound| bound.kind != Kind::Uniform);
        let names: Vec<&str> = storage.map(|bound| &bound.name[..]).collect();
        let names = names.join(" and ");
        all.push(Bound {
            name: SIZES.into(),
            kind: Kind::Uniform,
            binding: SIZES_BINDING,
            what: format!("the size in bytes of {names}, a uint each"),
        });
    }
    all
}

/// Where something is bound, in the words of the language.
fn place(bound: &Bound, options: &Options) -> String {
    let Bound {
        name,
        kind,
        binding,
        ..
    } = bound;
    let has_bindings = es_version(options.table, options.entry) > 300;
    match (options.lang, *kind) {
        (Lang::Wgsl | Lang::Spirv, kind) => {
            let kind = match kind {
                Kind::Read => "a read-only storage buffer",
                Kind::Written => "a storage buffer",
                Kind::Uniform => "a uniform buffer",
            };
            format!("{kind} at group 0, binding {binding}")
        }
        (Lang::Glsl, Kind::Uniform) if !has_bindings => {
            format!("in the uniform block {name}_block")
        }
        (Lang::Glsl, Kind::Uniform) => {
            format!("in the uniform block {name}_block at binding {binding}")
        }
        (Lang::Glsl, _) => format!("in the buffer block {name}_block at binding {binding}"),
        (Lang::Hlsl, Kind::Read) => format!("a ByteAddressBuffer at register t{binding}"),
        (Lang::Hlsl, Kind::Written) => format!("an RWByteAddressBuffer at register u{binding}"),
        (Lang::Hlsl, Kind::Uniform) => format!("a cbuffer at register b{binding}"),
        // Without an entry point the caller has what is bound, and hands it on.
        (Lang::Msl, _) if options.entry == Entry::None => "an argument of the function".into(),
        (Lang::Msl, _) => format!("a buffer at [[buffer({binding})]]"),
    }
}

/// The recipe that a function is made from.
fn recipe(function: &Function) -> Vec<String> {
    let Some(recipe) = &function.recipe else {
        return Vec::new();
    };
    let lines = recipe.trim_end().lines().map(|line| format!("    {line}"));
    [String::new(), format!("Recipe of {}:", function.name)]
        .into_iter()
        .chain(lines)
        .collect()
}

/// How a text declares a function.
fn signature(text: &str, name: &str) -> String {
    let head = format!(" {name}(");
    let at = text.match_indices(&head).map(|(at, _)| at);
    let start = at
        .map(|at| text[..at].rfind('\n').map_or(0, |newline| newline + 1))
        .find(|&start| text[start..].starts_with(|c: char| c.is_ascii_alphabetic()));
    let declared = text[start.unwrap_or_default()..].split('{').next();
    let words: Vec<&str> = declared.unwrap_or_default().split_whitespace().collect();
    words.join(" ").replace("( ", "(").replace(" )", ")")
}

/// Without what some languages end or continue a line comment with.
fn plain(line: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii() && !c.is_control() && c != '\\' {
            c
        } else {
            '?'
        }
    };
    line.chars().map(plain).collect()
}
