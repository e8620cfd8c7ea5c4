use super::*;
use crate::Recipe;
use crate::cpu::Cpu;
use crate::format::FileType;
use crate::reference::Reference;

/// Cells of one value each, with jumps between them.
const CELLS: &str = "nodes.cells = \"worley(5, output = cell)\"\nchannels = [\"cells\"]\n";

fn plan(text: &str) -> Plan {
    let recipe = Recipe::parse(text, "r.toml").unwrap();
    Plan::of_recipe(&recipe, Some(FileType::Npy)).unwrap()
}

fn filled(plan: &Plan, brick: &Brick) -> Vec<f32> {
    let packing = Packing::samples(plan.packing().channels()).unwrap();
    let mut samples = vec![0.0_f32; brick.samples() as usize * packing.channels() as usize];
    let mut backend = Cpu::new(plan.job().clone());
    let out = bytemuck::cast_slice_mut(&mut samples);
    plan.fill(&mut backend, brick, &packing, out).unwrap();
    samples
}

fn all(plan: &Plan) -> Vec<f32> {
    filled(plan, &Brick::all(plan.grid()))
}

#[test]
fn a_constant_stays_and_a_wave_becomes_its_mean() {
    let constant =
        "size = [5, 3]\nsupersample = 8\nnodes.n = \"constant(0.3)\"\nchannels = [\"n\"]";
    assert!(all(&plan(constant)).iter().all(|v| *v == 0.3));
    // The two sub-samples of a sample lie half a period of the wave apart.
    let wave = "size = [4]\nsupersample = 2\nnodes.n = \"cos(4*x - 0.125)\"\nchannels = [\"n\"]";
    let plain = wave.replace("supersample = 2", "");
    assert!(all(&plan(wave)).iter().all(|v| v.abs() < 1e-6));
    assert!(all(&plan(&plain)).iter().any(|v| v.abs() > 0.5));
}

#[test]
fn samples_are_the_means_of_the_definition_in_f64() {
    for text in [
        "size = [6, 5]\nnodes.n = \"perlin(3)\"\n",
        "size = [3, 4, 2]\nnodes.n = \"fbm(perlin(2), octaves = 3)\"\n",
        "size = [7]\nframes = 2\nnodes.n = \"perlin(3)\"\n",
    ] {
        let recipe = format!("supersample = 4\nchannels = [\"n\"]\n{text}");
        let plan = plan(&recipe);
        let reference = Reference::new(plan.job()).unwrap();
        let axes = plan.grid().size.len();
        let (found, plain) = (
            all(&plan),
            all(&self::plan(&recipe.replace("supersample = 4", ""))),
        );
        let (mut worst, mut control) = (0.0_f64, 0.0_f64);
        for (index, found) in found.iter().enumerate() {
            let at = Brick::all(plan.grid()).piece(index as u64, 1).start;
            let beside = |axis: usize| if axis < axes { 4 } else { 1 };
            let mut sum = 0.0;
            for k in 0..beside(2) {
                for j in 0..beside(1) {
                    for i in 0..beside(0) {
                        let at = [
                            at[0] * beside(0) + i,
                            at[1] * beside(1) + j,
                            at[2] * beside(2) + k,
                            at[3],
                        ];
                        sum += reference.values(at)[0];
                    }
                }
            }
            let mean = sum / f64::from(beside(0) * beside(1) * beside(2));
            worst = worst.max((f64::from(*found) - mean).abs());
            control = control.max((f64::from(plain[index]) - mean).abs());
        }
        assert!(worst < 1e-6 && control > 1e-3, "{text}: {worst}, {control}");
    }
}

#[test]
fn pieces_have_the_bits_of_the_whole() {
    let text = format!(
        "size = [9, 7, 5]\nextent = [1, 1, 1]\nframes = 3\nsupersample = 2\nseamless = true\n{CELLS}"
    );
    let plan = plan(&text);
    let whole = all(&plan);
    for most in [1, 5, 9, 40, 63, 1000] {
        let pieces = Brick::all(plan.grid()).pieces(most);
        let joined: Vec<f32> = pieces.flat_map(|piece| filled(&plan, &piece)).collect();
        assert!(joined == whole, "{most}");
    }
    let mut other = Brick::all(plan.grid());
    (other.start[0], other.size[0]) = (1, 8);
    assert!(filled(&plan, &other) != whole[..8 * 7 * 5 * 3]);
}

#[test]
fn edges_of_cells_have_steps_between() {
    let between = |text: &str| {
        let samples = all(&plan(text));
        let mut values: Vec<u32> = samples.iter().map(|v| v.to_bits()).collect();
        values.sort_unstable();
        values.dedup();
        let rows = samples.chunks(64).flat_map(|row| row.windows(2));
        let jumps = rows.filter(|pair| (pair[0] - pair[1]).abs() > 0.75);
        (values.len(), jumps.count())
    };
    let (values, jumps) = between(&format!("size = [64, 64]\n{CELLS}"));
    let (smooth_values, smooth_jumps) =
        between(&format!("size = [64, 64]\nsupersample = 4\n{CELLS}"));
    assert!(values <= 64, "{values} values of about 25 cells");
    assert!(
        smooth_values > 4 * values && 4 * smooth_jumps < 3 * jumps,
        "{smooth_values} {values}, {smooth_jumps} {jumps}"
    );
}

#[test]
fn colours_are_averaged_as_light() {
    // Each sample is half black and half white.
    let text = "size = [4]\nsupersample = 2\nnodes.n = \"fract(4*x)\"\nchannels = [\"n\"]\n";
    let ramp = "ramp = [[0.499, \"#000000\"], [0.501, \"#ffffff\"]]\n";
    let colours = all(&plan(&format!("{ramp}{text}")));
    assert!(
        colours.iter().all(|v| (v - 0.735_357).abs() < 1e-4),
        "{colours:?}"
    );
    assert!(all(&plan(text)).iter().all(|v| (v - 0.5).abs() < 1e-6));
}

#[test]
fn what_has_no_finer_grid_is_refused() {
    let refused = |text: &str| {
        let text = format!("{text}\nnodes.n = \"perlin\"\nchannels = [\"n\"]");
        let planned =
            Recipe::parse(&text, "r.toml").and_then(|recipe| Plan::of_recipe(&recipe, None));
        planned.map(drop).unwrap_err().to_string()
    };
    assert!(
        refused("size = [4]\nsupersample = 3").contains("supersample: got 3; allowed: 1, 2, 4, 8")
    );
    assert!(refused("size = [4]\nedge_samples = true\nsupersample = 2").contains("edge_samples"));
    assert!(refused("size = [2147483648]\nsupersample = 2").contains("sub-samples along an axis"));
}

#[test]
fn means_of_normals_are_as_long_as_normals() {
    let text = "size = [16, 16]\nsupersample = 4\nnodes.n = \"worley(6)\"\nchannels = [\"n\"]\nstrength = 5.0\n";
    let normals = all(&plan(&format!("{text}output = \"normal\"")));
    let length = |n: &[f32]| n.iter().map(|v| v * v).sum::<f32>().sqrt();
    let lengths = || normals.chunks_exact(3).map(length);
    assert!(lengths().all(|length| (length - 1.0).abs() < 1e-5));
    // The control: gradients keep the length that their mean has.
    let gradients = all(&plan(&format!(
        "{}output = \"gradient\"",
        text.replace("worley", "perlin")
            .replace("strength = 5.0\n", "")
    )));
    assert!(
        gradients
            .chunks_exact(3)
            .any(|g| (length(g) - 1.0).abs() > 0.1)
    );
}
