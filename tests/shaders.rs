//! Every WGSL file and every composed kernel, through naga, without a GPU.
#![cfg(feature = "gpu")]

use std::path::Path;

use naga::front::wgsl;
use naga::proc::Layouter;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{BinaryOperator, Expression, Function, MathFunction, Module, ScalarKind, TypeInner};
use wgpu_noise::gpu::PointLayout;
use wgpu_noise::internals::gpu::{
    KERNELS_OF_EROSION, Strategy, grid_kernel, point_kernel, run_kernel,
};
use wgpu_noise::noise::{Axis, Fade, Hash, Kind, Metric, ParamType, Step, WorleyOutput};
use wgpu_noise::{Grid, Job, Noise, Program};

fn shader(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("shaders")
        .join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn validated(wgsl: &str) -> (Module, ModuleInfo) {
    validated_with(wgsl, Capabilities::empty())
}

fn validated_with(wgsl: &str, capabilities: Capabilities) -> (Module, ModuleInfo) {
    let module = wgsl::parse_str(wgsl).unwrap_or_else(|e| panic!("{}", e.emit_to_string(wgsl)));
    let info = Validator::new(ValidationFlags::all(), capabilities)
        .validate(&module)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(wgsl)));
    (module, info)
}

/// Builtins whose accuracy WGSL leaves to the driver, or whose form it does.
fn is_forbidden(function: MathFunction) -> bool {
    use MathFunction as F;
    matches!(
        function,
        F::Mix
            | F::Fract
            | F::Fma
            | F::SmoothStep
            | F::Sin
            | F::Cos
            | F::Tan
            | F::Pow
            | F::Exp
            | F::Exp2
            | F::Log
            | F::Log2
            | F::Length
            | F::Distance
            | F::Normalize
            | F::Dot
            | F::InverseSqrt
            | F::Atan2
            | F::Modf
            | F::Step
    )
}

/// What a module uses that it must not.
fn offences(module: &Module, info: &ModuleInfo) -> Vec<String> {
    let named = module
        .functions
        .iter()
        .map(|(handle, function)| (function, &info[handle]));
    let entries = (module.entry_points.iter().enumerate())
        .map(|(index, entry)| (&entry.function, info.get_entry_point(index)));
    let mut found = padded(module);
    for (function, info) in named.chain(entries) {
        for (handle, expression) in function.expressions.iter() {
            match expression {
                Expression::Math { fun, .. } if is_forbidden(*fun) => {
                    found.push(format!("{}: {fun:?}", name(function)));
                }
                Expression::Binary {
                    op: BinaryOperator::Modulo,
                    ..
                } if scalar(info[handle].ty.inner_with(&module.types))
                    == Some(ScalarKind::Float) =>
                {
                    found.push(format!("{}: float %", name(function)));
                }
                _ => {}
            }
        }
    }
    found
}

/// The members of structs that an attribute has moved. The GLSL that naga writes for GL devices has no such attributes, so
/// the host and the shader would disagree.
fn padded(module: &Module) -> Vec<String> {
    let mut layouts = Layouter::default();
    layouts.update(module.to_ctx()).expect("types with sizes");
    let mut found = Vec::new();
    for (_, of) in module.types.iter() {
        let TypeInner::Struct { members, .. } = &of.inner else {
            continue;
        };
        let mut end = 0;
        for member in members {
            let layout = layouts[member.ty];
            let start = layout.alignment.round_up(end);
            if member.offset != start {
                let member = member.name.as_deref().unwrap_or("?");
                found.push(format!("{member}: moved"));
            }
            end = start + layout.size;
        }
    }
    found
}

fn name(function: &Function) -> &str {
    function.name.as_deref().unwrap_or("?")
}

fn scalar(inner: &TypeInner) -> Option<ScalarKind> {
    inner.scalar_kind()
}

/// The files under `shaders/noise`, in an order in which each stands after what it needs.
const NOISE_FILES: [&str; 31] = [
    "axis",
    "polynomials",
    "shaping",
    "fades",
    "table_hash",
    "integer_hash",
    "elias_hash",
    "hash",
    "perlin",
    "slope",
    "perlin_gradient",
    "classic",
    "classic_gradient",
    "value",
    "simplex",
    "simplex_gradient",
    "psrd",
    "worley",
    "worley_owner",
    "worley_edge",
    "worley_smooth",
    "position",
    "position_wide",
    "perlin_at",
    "classic_at",
    "value_at",
    "simplex_at",
    "psrd_at",
    "worley_at",
    "worley_edge_at",
    "worley_smooth_at",
];

/// All of them, with a table.
fn noise_files() -> String {
    let files = NOISE_FILES.map(|file| shader(&format!("noise/{file}.wgsl")));
    format!("{}\n{}", shader("tables/storage.wgsl"), files.join("\n"))
}

#[test]
fn the_noise_files_validate_and_use_no_builtin_of_unknown_accuracy() {
    let (module, info) = validated(&noise_files());
    assert!(module.functions.len() > 20);
    assert_eq!(offences(&module, &info), Vec::<String>::new());
}

/// A driver inlines what a loop over samples or octaves calls. One branch after another in a loop costs SwiftShader's
/// compiler time and memory exponential in their number; `&&` and `||` are branches.
#[test]
fn noise_functions_do_not_branch() {
    let (module, _) = validated(&noise_files());
    // What these ask is constant where they are called, or they loop themselves.
    let may = |name: &str| {
        ["noise_hash", "noise_simplex", "noise_worley"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
    };
    let unexpected: Vec<&str> = (module.functions.iter())
        .filter(|(_, function)| branches(&function.body))
        .map(|(_, function)| name(function))
        .filter(|name| !may(name))
        .collect();
    assert_eq!(unexpected, Vec::<&str>::new());
    let either = "fn f(a: f32, b: f32) -> bool { return a > 0.0 || b > 0.0; }";
    let (module, _) = validated(either);
    assert!(module.functions.iter().all(|(_, f)| branches(&f.body)));
}

fn branches(block: &naga::Block) -> bool {
    (block.iter()).any(|statement| {
        matches!(
            statement,
            naga::Statement::If { .. } | naga::Statement::Switch { .. }
        )
    })
}

#[test]
fn every_file_is_among_those_tested() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/noise");
    let known = noise_files();
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(known.contains(&text));
    }
}

#[test]
fn noise_files_hold_nothing_but_prefixed_functions_structs_and_constants() {
    for file in NOISE_FILES {
        let text = shader(&format!("noise/{file}.wgsl"));
        for word in ["@group", "@binding", "@compute", "enable ", "requires "] {
            assert!(!text.contains(word), "{file}: {word}");
        }
        for line in text.lines() {
            let named = (line
                .strip_prefix("fn ")
                .map(|rest| rest.starts_with("noise_")))
            .or(line
                .strip_prefix("struct ")
                .map(|rest| rest.starts_with("Noise")))
            .or(line
                .strip_prefix("const ")
                .map(|rest| rest.starts_with("NOISE_")));
            assert_ne!(named, Some(false), "{file}: {line}");
        }
    }
}

/// The negative control of the walk: it finds what it looks for.
#[test]
fn the_walk_finds_what_is_forbidden() {
    for (body, offence) in [
        ("mix(a, 1.0, a)", "f: Mix"),
        ("sin(a)", "f: Sin"),
        ("a % 2.0", "f: float %"),
        ("f32(u32(a) % 2u)", ""),
    ] {
        let (module, info) = validated(&format!("fn f(a: f32) -> f32 {{ return {body}; }}"));
        assert_eq!(offences(&module, &info).join(""), offence);
    }
    for (attribute, offence) in [("@size(8)", "b: moved"), ("", "")] {
        let (module, info) = validated(&format!("struct S {{ {attribute} a: u32, b: u32 }}"));
        assert_eq!(offences(&module, &info).join(""), offence);
    }
}

fn jobs() -> Vec<Job> {
    let perlin = || Noise::perlin().frequency(3.0);
    let noises = [
        perlin().any(),
        perlin().hash(Hash::Integer).any(),
        perlin().fbm().fbm().any(),
        perlin()
            .warp([perlin(), perlin().seed(1), perlin(), perlin()], 0.1)
            .fbm()
            .any(),
        Noise::constant(0.5),
        Noise::x()
            .abs()
            .min(0.5)
            .max(-0.5)
            .mix(perlin(), 0.3)
            .clamp(-0.2, 0.9),
        (Noise::x() * 2.0 + perlin()).remap([-1.0, 1.0], [0.0, 1.0]),
        every_step(),
        perlin().scale(2.0).translate(1.0).any(),
        perlin().partial(Axis::X) + perlin().hash(Hash::Integer).partial(Axis::Y),
        perlin().fbm().warp([perlin()], 0.1).curl(Axis::X),
        perlin().fbm().any(),
        perlin().hash(Hash::Integer).fbm().any(),
        perlin().axes([Axis::Y, Axis::Z]).any(),
        perlin().axes([Axis::Z, Axis::W]).hash(Hash::Integer).any(),
        perlin().axes([Axis::Y, Axis::W]).any(),
        perlin().axes([Axis::Z]).any(),
        perlin().axes([Axis::Y, Axis::Z, Axis::W]).fbm().any(),
        perlin().axes([Axis::X]) + perlin().fbm() * (Noise::z() + perlin().seed(4)),
    ]
    .into_iter()
    .chain(other_sources());
    let noises: Vec<Noise> = noises.collect();
    let grids = [
        Grid::new([8]),
        Grid::new([8, 8]),
        Grid::new([8, 8, 8]),
        Grid::new([8, 8, 8]).frames(2),
    ];
    (grids.iter())
        .flat_map(|grid| {
            noises
                .iter()
                .map(|noise| Job::of(std::slice::from_ref(noise), grid))
        })
        .collect::<Result<_, _>>()
        .unwrap()
}

/// Every other source, with every hash, on the grid and displaced.
fn other_sources() -> Vec<Noise> {
    let worley = |output| {
        let noise = Noise::worley().axes([Axis::X, Axis::Y]).output(output);
        noise.metric(Metric::Manhattan).any()
    };
    let noises = [
        Noise::value().any(),
        Noise::value().fade(Fade::Cosine).any(),
        Noise::value().fade(Fade::Elias).smooth(true).any(),
        Noise::value().smooth(true).centre(1.0).any(),
        Noise::white().any(),
        Noise::classic().axes([Axis::X, Axis::Y]).any(),
        Noise::classic().axes([Axis::X, Axis::Y, Axis::Z]).any(),
        Noise::simplex().axes([Axis::X, Axis::Y]).any(),
        Noise::simplex()
            .axes([Axis::X, Axis::Y, Axis::Z, Axis::W])
            .any(),
        Noise::psrd().axes([Axis::X, Axis::Y]).any(),
        Noise::psrd().axes([Axis::X, Axis::Y, Axis::Z]).any(),
        worley(WorleyOutput::F1),
        worley(WorleyOutput::F2MinusF1),
        Noise::worley()
            .axes([Axis::X, Axis::Y])
            .output(WorleyOutput::Edge)
            .any(),
        Noise::worley()
            .axes([Axis::X, Axis::Y])
            .output(WorleyOutput::SmoothF1)
            .any(),
        Noise::worley()
            .axes([Axis::X, Axis::Y])
            .output(WorleyOutput::ToY)
            .any(),
        Noise::worley()
            .axes([Axis::X, Axis::Y, Axis::Z, Axis::W])
            .any(),
    ];
    let hashed = noises.into_iter().flat_map(|noise| {
        let elias = matches!(noise.node().kind.name(), "value" | "white");
        let words = ["table", "integer", "elias"]
            .into_iter()
            .take(if elias { 3 } else { 2 });
        let with = words.map(|word| noise.clone().set("hash", word));
        with.collect::<Vec<Noise>>()
    });
    hashed
        .flat_map(|noise| {
            [
                noise.clone().fbm().any(),
                noise.warp([Noise::x(), Noise::y()], 0.1).any(),
            ]
        })
        .collect()
}

/// The sum of every value step, each with its inputs at their defaults or at the x coordinate.
fn every_step() -> Noise {
    (Step::ALL.iter()).fold(Noise::constant(0.0), |sum, &step| {
        let needed = (step.info().params.iter())
            .filter(|param| matches!(param.of, ParamType::Signal { default: None, .. }));
        let node = needed.fold(Noise::of_kind(Kind::Step(step)), |node, param| {
            node.set(param.name, Noise::x())
        });
        sum + node
    })
}

#[test]
fn every_composed_kernel_validates() {
    for job in jobs() {
        for text in kernels(&job) {
            let (module, info) = validated(&text);
            assert_eq!(module.entry_points.len(), 1);
            assert_eq!(offences(&module, &info), Vec::<String>::new());
        }
    }
}

/// The kernels of points, and those of runs and of tiles where there is something to walk.
fn kernels(job: &Job) -> Vec<String> {
    let vectors = 16384 / 16;
    let layouts = [PointLayout::Floats, PointLayout::Cells];
    let points = layouts.map(|layout| point_kernel(job.program(), layout));
    let points = points.into_iter().chain([grid_kernel(job.program())]);
    let runs = [
        Strategy::Runs,
        Strategy::Tiles,
        Strategy::March,
        Strategy::Sweep,
    ]
    .map(|strategy| run_kernel(job, strategy, vectors));
    points.chain(runs.into_iter().flatten()).collect()
}

#[test]
fn plain_lattices_are_walked_and_nothing_else() {
    fn walks<K>(noise: Noise<K>, grid: &Grid) -> bool {
        let job = Job::of(&[noise], grid).unwrap();
        run_kernel(&job, Strategy::Runs, 1024).is_some()
    }
    let (line, plane, solid) = (Grid::new([8]), Grid::new([8, 8]), Grid::new([8, 8, 8]));
    for grid in [&plane, &solid] {
        assert!(walks(Noise::perlin(), grid));
        assert!(walks(Noise::perlin().fbm() * Noise::x(), grid));
        assert!(!walks(Noise::perlin().axes([Axis::X]), grid));
        assert!(!walks(Noise::perlin().warp([Noise::x()], 0.1), grid));
        assert!(!walks(Noise::x(), grid));
    }
    assert!(!walks(Noise::perlin(), &line));
}

/// Rows need an axis beside the walk axis, and registers for their samples.
#[test]
fn solids_have_tiles_where_their_arrays_fit() {
    fn tiled<K>(noise: Noise<K>, grid: &Grid) -> bool {
        let job = Job::of(&[noise], grid).unwrap();
        let [run, tile] =
            [Strategy::Runs, Strategy::Tiles].map(|strategy| run_kernel(&job, strategy, 1024));
        run != tile
    }
    let (plane, solid) = (Grid::new([8, 8]), Grid::new([8, 8, 8]));
    assert!(tiled(Noise::perlin().fbm(), &solid));
    assert!(!tiled(Noise::perlin().fbm(), &plane));
    let sum = |count| {
        (1..count).fold(Noise::perlin().any(), |sum, seed| {
            sum + Noise::perlin().seed(seed)
        })
    };
    assert!(tiled(sum(8), &solid));
    assert!(!tiled(sum(9), &solid));
}

/// The kernels that no program shapes, with what the host puts before them.
#[test]
fn the_other_kernels_validate() {
    let store = "@group(0) @binding(2) var texels: texture_storage_3d<rgba16float, write>;
        fn put(at: vec3<u32>, value: vec4<f32>) { textureStore(texels, at, value); }";
    let mip = "@group(0) @binding(2) var above: texture_3d<f32>;
        fn texel(at: vec3<u32>) -> vec4<f32> { return textureLoad(above, at, 0); }";
    // `pack2x16float` is core WebGPU; naga counts it as a capability because some GLs lack it.
    let halves = Capabilities::SHADER_FLOAT16_IN_FLOAT32;
    let texts = [("", "pack"), (store, "store"), (mip, "mip")]
        .map(|(before, file)| format!("{before}\n{}", shader(&format!("kernels/{file}.wgsl"))));
    for text in texts
        .into_iter()
        .chain(KERNELS_OF_EROSION.map(String::from))
    {
        let (module, info) = validated_with(&text, halves);
        assert_eq!(module.entry_points.len(), 1, "{text}");
        assert_eq!(offences(&module, &info), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn numbers_leave_the_text_as_it_is_and_structure_changes_it() {
    fn text<K>(noise: Noise<K>) -> String {
        grid_kernel(&Program::check(&[noise], Grid::new([8, 8]).axes()).unwrap())
    }
    let plain = text(Noise::perlin().fbm());
    let numbers = Noise::perlin().frequency(7.0).seed(9).period(3).fbm();
    assert_eq!(
        plain,
        text(
            numbers
                .octaves(9)
                .gain(0.9)
                .lacunarity(3.0)
                .normalize(false)
        )
    );
    assert_ne!(plain, text(Noise::perlin().hash(Hash::Integer).fbm()));
    let line = |points: &[[f64; 2]]| text(Noise::x().curve(points));
    let two = line(&[[0.0, 0.0], [1.0, 1.0]]);
    assert_eq!(two, line(&[[-3.0, 2.5], [0.5, 1.0]]));
    assert_ne!(two, line(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]));
    assert_ne!(plain, text(Noise::perlin().axes([Axis::X]).fbm()));
    assert_ne!(plain, text(Noise::perlin()));
}

/// A source is one file in each evaluator, of one stem, with functions of one name.
#[test]
fn twins_carry_one_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: String| {
        let names = [format!("{path}.rs"), format!("{path}/mod.rs")];
        let mut texts = (names.iter()).map(|name| std::fs::read_to_string(root.join(name)));
        texts.find_map(std::io::Result::ok).expect(&path)
    };
    for source in wgpu_noise::noise::Source::ALL {
        let stem = source.info().name;
        // Operations of their own; and white noise is value noise.
        if matches!(stem, "constant" | "coordinate" | "white" | "image") {
            continue;
        }
        let reference = read(format!("src/reference/{stem}"));
        assert!(reference.contains(&format!("fn {stem}(")));
        let points = read(format!("src/cpu/pointwise/{stem}"));
        let wgsl = shader(&format!("noise/{stem}.wgsl"));
        let [fewest, mut most] = source.dimensions();
        if stem == "psrd" {
            // Time is no axis of its lattice.
            most = 3;
        }
        for d in fewest..=most {
            // One for each dimension, or one for all.
            let named = [format!("fn {stem}_{d}d("), format!("fn {stem}<")];
            assert!(
                named.iter().any(|name| points.contains(name)),
                "{stem} in {d}-D"
            );
            assert!(
                wgsl.contains(&format!("fn noise_{stem}_{d}d(")),
                "{stem} in {d}-D"
            );
        }
    }
}

/// The functions of value steps are the same in both evaluators: names, arguments and every number, in one order.
#[test]
fn functions_of_steps_are_twins() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (stem, least) in [("polynomials", 10), ("shaping", 7)] {
        let path = root.join(format!("src/cpu/{stem}.rs"));
        let cpu = functions(&std::fs::read_to_string(path).unwrap());
        let wgsl = functions(&shader(&format!("noise/{stem}.wgsl")));
        assert_eq!(cpu, wgsl, "{stem}");
        assert!(cpu.len() >= least, "{stem}: {cpu:?}");
    }
}

/// The negative control of the comparison: it sees names, arguments and coefficients.
#[test]
fn functions_that_differ_are_no_twins() {
    let twin = functions("pub fn twice(of: f32) -> f32 {\n    2.0 * of\n}");
    assert_eq!(
        twin,
        functions("fn noise_twice(of: f32) -> f32 {\n    return 2.0 * of;\n}")
    );
    for other in [
        "fn noise_thrice(of: f32) -> f32 {\n    return 2.0 * of;\n}",
        "fn noise_twice(x: f32) -> f32 {\n    return 2.0 * x;\n}",
        "fn noise_twice(of: f32) -> f32 {\n    return 2.5 * of;\n}",
    ] {
        assert_ne!(twin, functions(other));
    }
}

/// Each function's head and the fractions among its numbers that are not bounds: 0, ±1 and ½ stand in `clamp` and `select`
/// where one language has them and the other has not.
fn functions(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
    {
        let head = line
            .strip_prefix("pub fn ")
            .or(line.strip_prefix("fn noise_"));
        if let Some(head) = head {
            found.push((head.to_string(), Vec::new()));
        } else if let Some((_, numbers)) = found.last_mut() {
            let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'));
            let fractions = words.filter(|word| {
                word.starts_with(|c: char| c.is_ascii_digit())
                    && word.contains('.')
                    && !matches!(*word, "0.0" | "1.0")
            });
            numbers.extend(fractions.map(str::to_string));
        }
    }
    found
}
