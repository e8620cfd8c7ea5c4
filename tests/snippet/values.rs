//! Cases of the shared suite as snippets in WGSL: the reference's numbers, at points.

use wgpu_noise::gpu::Context;
use wgpu_noise::noise::{Axis, Fade, Filter, Hash, Picture, of};
use wgpu_noise::program::Job;
use wgpu_noise::snippet::{Function, Lang, Options, Parameters, Snippet, Table, Y, snippet};
use wgpu_noise::verify::Case;
use wgpu_noise::{Grid, Noise};

use crate::adapter::context;
use crate::agreement::{agree, wrong_snippets_are_noticed};
use crate::app::{values, with};
use crate::compare::{Nearness, compared, indices, points};
use crate::{jobs, support};

/// At some samples of the case, around the function.
fn wgsl(context: &Context, case: &Case, job: &Job, table: Table) -> Option<Nearness> {
    let options = Options::default().table(table);
    let made = snippet(&[Function::new("mine", job)], &options).ok()?;
    let form = (case.dimension(), case.channels.len());
    let found = values(context, &made, "mine", form, &points(&case.grid));
    Some(compared(case, job, &indices(&case.grid), &found))
}

#[test]
fn snippets_agree_with_the_reference() {
    let Some(context) = context() else { return };
    // With many tables in the source lavapipe takes seconds to compile.
    let mut tables = [Table::Storage; 9];
    tables[0] = Table::Const;
    agree("WGSL", context, &jobs::for_values(), wgsl, &tables);
}

#[test]
fn a_wrong_snippet_is_noticed() {
    let Some(context) = context() else { return };
    wrong_snippets_are_noticed(context, wgsl);
}

/// Two pictures, one of them read by two functions, are two textures; other pixels are noticed.
#[test]
fn pictures_are_the_textures_of_all_functions() {
    let Some(context) = context() else { return };
    let picture = |name: &str, factor: usize| {
        let numbers = (0..35).map(|i| (i * factor % 35) as f32 / 34.0).collect();
        Noise::image(Picture::new(name, [7, 5], 1, numbers).expect("a right picture"))
            .set("filter", Filter::Bicubic)
    };
    let grid = Grid::new([17, 9]).origin([-1.3; 4]);
    let both = support::case(&[picture("a", 8) - picture("b", 12) * 0.5], &grid);
    let one = support::case(&[picture("b", 12)], &grid);
    let jobs = [&both, &one].map(|case| case.job().expect("a right case"));
    let functions = [
        Function::new("both", &jobs[0]),
        Function::new("one", &jobs[1]),
    ];
    let mut made = made(&functions, &Options::default());
    assert_eq!(made.pictures.len(), 2);
    let (indices, points) = (indices(&grid), points(&grid));
    let worst = |made: &Snippet| {
        let of = |name: &str, case: &Case, job: &Job| {
            let found = values(context, made, name, (2, 1), &points);
            compared(case, job, &indices, &found).part
        };
        of("both", &both, &jobs[0]).max(of("one", &one, &jobs[1]))
    };
    assert!(worst(&made) <= 1.0);
    made.pictures.swap(0, 1);
    assert!(worst(&made) > 1.0, "the control");
}

/// A volume is a texture of three dimensions, beside that of a picture.
#[test]
fn volumes_are_textures_of_three_dimensions() {
    let Some(context) = context() else { return };
    let numbers = |count: usize| (0..count).map(|i| (i * 37 % 101) as f32 / 100.0).collect();
    let picture = Picture::new("a.png", [7, 5], 1, numbers(35)).expect("a right picture");
    let volume = Picture::volume("b.npy", [4, 3, 5], 1, numbers(60)).expect("a right volume");
    let read = |filter| Noise::image(volume.clone()).set("filter", filter);
    let grid = Grid::new([9, 7, 5]).origin([-1.3, -0.7, -1.9, 0.0]);
    let case = support::case(
        &[
            read(Filter::Bicubic) - Noise::image(picture) * 0.5,
            read(Filter::Bilinear),
            read(Filter::Spline).partial(Axis::Z).any(),
            read(Filter::Nearest),
        ],
        &grid,
    );
    let job = case.job().expect("a right case");
    let functions = [Function::new("mine", &job)];
    let mut made = made(&functions, &Options::default());
    let sizes: Vec<[u32; 3]> = made.pictures.iter().map(Picture::size).collect();
    assert_eq!(sizes, [[4, 3, 5], [7, 5, 1]]);
    let text = made.text().expect("WGSL").to_string();
    let bound = "noise_picture_a, a 3-D texture that need not be filtered at group 0, binding 4: 4 by 3 by 5 texels";
    assert!(text.contains(bound), "{text}");
    let (indices, points) = (indices(&grid), points(&grid));
    let worst = |made: &Snippet| {
        let found = values(context, made, "mine", (3, 4), &points);
        compared(&case, &job, &indices, &found).part
    };
    assert!(worst(&made) <= 1.0);
    let mut turned = volume.numbers().to_vec();
    turned.reverse();
    made.pictures[0] = Picture::volume("c", volume.size(), 1, turned).expect("a right volume");
    assert!(worst(&made) > 1.0, "the control");
    for (lang, said) in [
        (Lang::Glsl, ["a sampler3D", "sampler3D noise_picture_a;"]),
        (
            Lang::Hlsl,
            [
                "a Texture3D at register t4",
                "Texture3D<float4> noise_picture_a :",
            ],
        ),
        (
            Lang::Msl,
            ["an argument of the function", "texture3d<float"],
        ),
    ] {
        let other = snippet(&functions, &Options::default().lang(lang)).expect("a snippet");
        let text = other.text().expect("a text");
        assert!(said.iter().all(|words| text.contains(words)), "{text}");
    }
}

/// f(p) = f(p + period), to the last bit, on both sides of 0: the sums are exact here.
#[test]
fn periods_hold_bit_for_bit() {
    fn closed<K: of::Periodic>(noise: Noise<K>) -> Noise<K> {
        noise.frequency(4.0).period(3)
    }
    let Some(context) = context() else { return };
    for source in [
        closed(Noise::perlin()).any(),
        closed(Noise::perlin()).hash(Hash::Integer).any(),
        closed(Noise::value()).any(),
        (closed(Noise::value()).fade(Fade::Elias).smooth(true)).any(),
        closed(Noise::classic()).any(),
        closed(Noise::worley()).any(),
        closed(Noise::perlin()).fbm().any(),
    ] {
        let job =
            Job::of(std::slice::from_ref(&source), &Grid::new([4, 4])).expect("a right noise");
        let made = made(&[Function::new("mine", &job)], &Options::default());
        let points: Vec<[f32; 4]> = (-40..40)
            .map(|i| {
                [
                    i as f32 * 0.078125,
                    (i * 7 % 41) as f32 * 0.046875,
                    0.0,
                    0.0,
                ]
            })
            .collect();
        let moved = |by: f32| -> Vec<[f32; 4]> {
            let moved = |&[x, y, ..]: &[f32; 4]| [x + by, y - by, 0.0, 0.0];
            points.iter().map(moved).collect()
        };
        let at = |points: &[[f32; 4]]| values(context, &made, "mine", (2, 1), points);
        let here = at(&points);
        assert!(here.iter().any(|value| *value != here[0]));
        for periods in [-3.0, -1.0, 1.0, 2.0] {
            let there = at(&moved(0.75 * periods));
            support::same_bits(&there, &here).unwrap_or_else(|error| panic!("{source:?}: {error}"));
        }
        assert!(at(&moved(0.25)) != here, "{source:?}");
    }
}

fn made(functions: &[Function], options: &Options) -> Snippet {
    snippet(functions, options).unwrap_or_else(|error| panic!("{error}"))
}

/// Whatever gain and octaves the struct has, the values are those of the recipe with these numbers, where octaves are held to
/// those of the snippet. The sum of amplitudes, which a recipe has in f64, is one of f32 there.
#[test]
fn a_struct_has_the_values_of_its_numbers() {
    fn base() -> Noise<of::Perlin> {
        Noise::perlin().frequency(4.0)
    }
    let Some(context) = context() else { return };
    let grid = Grid::new([16, 16]);
    let kinds: [fn(f64, u32) -> Noise; 2] = [
        |gain, octaves| base().fbm().gain(gain).octaves(octaves).any(),
        |gain, octaves| base().ridged().gain(gain).octaves(octaves).any(),
    ];
    for noise in kinds {
        let recipe = Job::of(&[noise(0.5, 5)], &grid).expect("a right noise");
        let options = Options::default().parameters(Parameters::Struct);
        let snippet = made(&[Function::new("made", &recipe)], &options);
        let [gain, octaves] = ["gain", "octaves"].map(|end| field(&snippet, end));
        // The last two of four numbers are those of the struct.
        let mine = format!(
            "fn mine(p: vec4<f32>) -> f32 {{
                var own = made_defaults;
                if p.w >= 0.0 {{
                    own.{gain} = p.z;
                    own.{octaves} = u32(p.w);
                }}
                return made(p.xy, own);
            }}"
        );
        let whole = with(snippet, &mine);
        let settings = [
            (0.5, 5, 5),
            (0.3, 5, 5),
            (0.5, 2, 2),
            (0.9, 1, 1),
            (0.7, 4, 4),
            (0.7, 9, 5),
            (0.7, 0, 1),
            (3.0, 5, 5),
            (100.0, 4, 4),
        ];
        let of_settings = settings.map(|(gain, given, _)| [gain as f32, given as f32]);
        let at = |&[gain, octaves]: &[f32; 2]| {
            let point = move |[x, y, ..]: [f32; 4]| [x, y, gain, octaves];
            points(&grid).into_iter().map(point)
        };
        let all: Vec<[f32; 4]> = ([[0.0, -1.0]].iter().chain(&of_settings))
            .flat_map(at)
            .collect();
        let found = values(context, &whole, "mine", (4, 1), &all);
        let mut found = found.chunks(points(&grid).len());
        let defaults = found.next().expect("the defaults");
        for ((value, given, taken), found) in settings.into_iter().zip(found) {
            let own = support::case(&[noise(value, taken)], &grid);
            let job = own.job().expect("a right case");
            let part = |found: &[f32]| compared(&own, &job, &indices(&grid), found).part;
            assert!(part(found) <= 1.0, "gain {value}, octaves {given}");
            // The negative control: other numbers are noticed.
            let is_default = (value, taken) == (0.5, 5);
            assert_eq!(part(defaults) <= 1.0, is_default, "{value}, {given}");
        }
    }
}

/// The field of a struct of parameters whose name ends so.
fn field(snippet: &Snippet, end: &str) -> String {
    let text = snippet.text().expect("WGSL");
    let (_, fields) = text
        .split_once("struct made_parameters {")
        .expect("a struct");
    let line = fields
        .lines()
        .find(|line| line.contains(&format!("_{end}: ")));
    let (name, _) = line.and_then(|line| line.split_once(": ")).expect(end);
    name.trim().to_string()
}

/// With y up the function has at the top what it has at the bottom.
#[test]
fn upward_is_downward_turned() {
    let Some(context) = context() else { return };
    let grid = Grid::new([16, 16]).origin([0.0, -0.25, 0.0, 0.0]);
    let job = &Job::of(&[Noise::perlin().frequency(4.0)], &grid).expect("a right noise");
    let at = |y: Y, points: &[[f32; 4]]| {
        let options = Options::default().y(y);
        let made = made(&[Function::new("mine", job)], &options);
        values(context, &made, "mine", (2, 1), points)
    };
    let downward = points(&grid);
    // The box is from -0.25 to 0.75, and these sums are exact.
    let upward: Vec<[f32; 4]> = (downward.iter())
        .map(|&[x, y, ..]| [x, 0.5 - y, 0.0, 0.0])
        .collect();
    let expected = at(Y::Down, &downward);
    support::same_bits(&at(Y::Up, &upward), &expected).unwrap_or_else(|error| panic!("{error}"));
    assert!(at(Y::Up, &downward) != expected);
}
