//! Kernels, composed for noises of every kind on grids of every dimension.

use naga::valid::Capabilities;
use wgpu_noise::gpu::PointLayout;
use wgpu_noise::internals::gpu::{
    KERNELS_OF_EROSION, Strategy, grid_kernel, point_kernel, run_kernel,
};
use wgpu_noise::noise::{Axis, Fade, Hash, Kind, Metric, ParamType, Step, WorleyOutput};
use wgpu_noise::{Grid, Job, Noise, Program};

use crate::valid::{offences, shader, validated, validated_with};

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
