//! Mip levels are the means of the level above, as the host computes them.

use wgpu_noise::bake::Plan;
use wgpu_noise::cpu::Cpu;
use wgpu_noise::format::{FileType, create};
use wgpu_noise::gpu::{Generator, Mips, Target, required_limits, required_usages, wgpu};
use wgpu_noise::texel::{Format, Packing};
use wgpu_noise::{Grid, Job, Noise, Recipe};

use crate::device::{Own, own, own_with};
use crate::texels::{descriptor, same, values};

/// The mean over each box, in f64, one axis after the other.
fn average(level: &[f64], from: [usize; 3], to: [usize; 3], channels: usize) -> Vec<f64> {
    let mut size = from;
    let mut values = level.to_vec();
    for axis in 0..3 {
        let (n, m) = (size[axis], to[axis]);
        let inner: usize = size[..axis].iter().product::<usize>() * channels;
        let outer: usize = size[axis + 1..].iter().product();
        let mut means = vec![0.0; outer * m * inner];
        for (o, i, k) in
            (0..outer).flat_map(|o| (0..m).flat_map(move |i| (0..n).map(move |k| (o, i, k))))
        {
            let covered = ((i + 1) * n).min((k + 1) * m) as f64 - (i * n).max(k * m) as f64;
            for c in 0..inner {
                means[(o * m + i) * inner + c] +=
                    values[(o * n + k) * inner + c] * covered.max(0.0) / n as f64;
            }
        }
        size[axis] = m;
        values = means;
    }
    values
}

#[test]
fn levels_are_means() {
    let Some(own) = own() else { return };
    for (format, size, is_volume) in [
        (Format::R32Float, [37, 9, 1], false),
        (Format::Rgba8Unorm, [16, 16, 2], false),
        (Format::Rgba16Float, [12, 7, 5], true),
        (Format::Rg8Unorm, [19, 6, 4], true),
        (Format::R16Float, [33, 12, 1], false),
    ] {
        check(&own, format, size, is_volume);
    }
}

/// What does not fit a binding is averaged in pieces.
#[test]
fn levels_of_a_large_texture_are_averaged_in_pieces() {
    let small = wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 14,
        ..required_limits([40, 36, 30])
    };
    let Some(own) = own_with(small) else { return };
    check(&own, Format::Rgba8Unorm, [40, 36, 30], true);
    check(&own, Format::R16Float, [40, 36, 30], true);
}

fn check(own: &Own, format: Format, size: [u32; 3], is_volume: bool) {
    let usage = required_usages(format) | wgpu::TextureUsages::TEXTURE_BINDING;
    let texture = own.device.create_texture(&wgpu::TextureDescriptor {
        mip_level_count: 4,
        ..descriptor(
            format,
            size,
            is_volume,
            usage | wgpu::TextureUsages::COPY_SRC,
        )
    });
    let noises: Vec<_> = (0..format.components())
        .map(|seed| Noise::perlin().frequency(5.0).seed(seed))
        .collect();
    let mut mips = Mips::new(&own.device, &texture).expect("mips");
    let layers = if is_volume { 1 } else { size[2] };
    let depth = size[2] / layers;
    own.submit(|encoder| {
        for layer in 0..layers {
            let job = Job::of(&noises, &Grid::new([size[0], size[1], depth])).expect("a job");
            let params = job.params().clone();
            let target = Target::layer(&texture, layer);
            let mut generator = Generator::new(&own.device, job, &target).expect("a generator");
            generator.encode(encoder, &params, 0.0).expect("a frame");
        }
        mips.encode(encoder).expect("levels");
    });
    let packing = Packing::new(format, format.components(), [0.0, 1.0]).expect("a packing");
    let shape = |level: u32| {
        let [x, y, z] = size.map(|n| (n >> level).max(1) as usize);
        [x, y, if is_volume { z } else { 1 }]
    };
    for level in 1..4 {
        let [above, found] = [level - 1, level].map(|level| own.texels(&texture, level));
        let per_layer = above.len() / layers as usize;
        let means: Vec<f32> = (above.chunks(per_layer))
            .flat_map(|layer| {
                let layer = values(layer, format.component());
                let channels = format.components() as usize;
                average(&layer, shape(level - 1), shape(level), channels)
            })
            .map(|mean| mean as f32)
            .collect();
        let mut expected = vec![0; found.len()];
        packing.pack(&means, &mut expected);
        same(&found, &expected, &packing, 1e-6)
            .unwrap_or_else(|error| panic!("{format}, level {level}: {error}"));
        assert!(same(&vec![0; found.len()], &expected, &packing, 1e-6).is_err());
    }
}

/// A bake averages the samples, the GPU the texels of the level above. A stored number of a bake is within 0.51 steps of the
/// exact mean; a texel of the GPU is within half a step for its own rounding, and half a step for that of each level above
/// it. Floats are not rounded to steps: there the backends differ by at most 1e-6, and each mean by some last bits.
#[test]
fn levels_are_those_of_a_bake() {
    let Some(own) = own() else { return };
    for (size, channels, format) in [
        ([37, 22, 9], "\"a\"", Format::R32Float),
        ([37, 22, 9], "\"a\"", Format::R8Unorm),
        (
            [24, 17, 16],
            "\"a\", \"b\", \"a\", \"b\"",
            Format::Rgba8Unorm,
        ),
    ] {
        let recipe = format!(
            "size = {size:?}\nchannels = [{channels}]\nformat = \"{format}\"\nrange = [-0.5, 0.5]\nmips = true\n\
             nodes.a = {{ kind = \"perlin\", frequency = 5 }}\nnodes.b = {{ kind = \"perlin\", frequency = 3 }}"
        );
        let recipe = Recipe::parse(&recipe, "the test").expect("a recipe");
        let baked = levels_of_bake(&recipe);
        let rendered = levels_of_gpu(&own, format, size, recipe.job().expect("a job"));
        assert_eq!(baked.len(), rendered.len());
        let apart = |a: &[u8], b: &[u8]| {
            let [a, b] = [a, b].map(|level| values(level, format.component()));
            assert_eq!(a.len(), b.len());
            let apart = a.iter().zip(&b).map(|(a, b)| (a - b).abs());
            apart.max_by(f64::total_cmp).expect("texels")
        };
        for (level, (baked, rendered)) in baked.iter().zip(&rendered).enumerate() {
            let most = match format {
                Format::R32Float => 2e-6,
                _ => (0.51 + 0.5 * (level as f64 + 1.0)).floor() * (1.0 / 255.0) + 1e-9,
            };
            let found = apart(baked, rendered);
            assert!(found <= most, "{format}, level {level}: {found}");
            // The control: the same texels one place further are others, except where few are left.
            let mut moved = rendered.clone();
            moved.rotate_right(format.bytes() as usize);
            assert!(
                level > 2 || apart(baked, &moved) > most,
                "{format}, level {level}"
            );
        }
    }
}

/// The levels of the `.ktx2` that a bake on the CPU makes.
fn levels_of_bake(recipe: &Recipe) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.ktx2");
    let plan = Plan::of_recipe(recipe, Some(FileType::Ktx2)).expect("a plan");
    let mut writer = create(&path, &plan.contents(recipe)).expect("a writer");
    let mut cpu = Cpu::new(plan.job().clone());
    (plan.bake(&mut cpu, &mut writer, &mut |_| ())).expect("a bake");
    writer.finish().expect("a file");
    let file = std::fs::read(&path).expect("the file");
    let reader = ktx2::Reader::new(&file[..]).expect("a KTX file");
    reader.levels().map(|level| level.data.to_vec()).collect()
}

/// All levels of a volume that a generator and [`Mips`] fill.
fn levels_of_gpu(own: &Own, format: Format, size: [u32; 3], job: Job) -> Vec<Vec<u8>> {
    let usage = required_usages(format)
        | wgpu::TextureUsages::TEXTURE_BINDING
        | wgpu::TextureUsages::COPY_SRC;
    let texture = own.device.create_texture(&wgpu::TextureDescriptor {
        mip_level_count: size.into_iter().max().map_or(1, |side| side.ilog2() + 1),
        ..descriptor(format, size, true, usage)
    });
    let mut mips = Mips::new(&own.device, &texture).expect("mips");
    let params = job.params().clone();
    let target = Target::layer(&texture, 0).range([-0.5, 0.5]);
    let mut generator = Generator::new(&own.device, job, &target).expect("a generator");
    own.submit(|encoder| {
        generator.encode(encoder, &params, 0.0).expect("a frame");
        mips.encode(encoder).expect("levels");
    });
    let levels = 0..texture.mip_level_count();
    levels.map(|level| own.texels(&texture, level)).collect()
}

#[test]
fn a_texture_that_cannot_be_read_is_refused() {
    let (device, _queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    let usage = required_usages(Format::R32Float);
    let texture = device.create_texture(&descriptor(Format::R32Float, [16, 8, 1], false, usage));
    let refused = Mips::new(&device, &texture);
    assert!(refused.is_err_and(|error| error.to_string().contains("TEXTURE_BINDING")));
}
