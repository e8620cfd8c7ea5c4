//! What does not fit is refused before anything is made, by the name of what is missing.

use wgpu_noise::gpu::{
    Generator, Mips, PointLayout, Points, Target, check_format, required_usages, wgpu,
};
use wgpu_noise::grid::Brick;
use wgpu_noise::noise::Octaves;
use wgpu_noise::texel::Format;
use wgpu_noise::{Error, Grid, Job, Noise};

use crate::buffers::buffer;
use crate::texels::descriptor;

/// A device that only checks. An error outside every scope would panic.
fn device(limits: wgpu::Limits) -> (wgpu::Device, wgpu::Queue) {
    wgpu::Device::noop(&wgpu::DeviceDescriptor {
        required_limits: limits,
        ..Default::default()
    })
}

fn common() -> (wgpu::Device, wgpu::Queue) {
    device(wgpu::Limits::downlevel_defaults())
}

fn job(channels: usize, grid: Grid) -> Job {
    let noises: Vec<_> = (0..channels as u32)
        .map(|seed| Noise::perlin().seed(seed).fbm().name(format!("n{seed}")))
        .collect();
    Job::of(&noises, &grid).expect("a right job")
}

fn flat() -> Job {
    job(1, Grid::new([16, 8]).frames(1))
}

/// Whether an error is the caller's, about this field, and says this.
fn refused(outcome: Result<Generator, Error>, field: &str, says: &str) {
    match outcome {
        Err(error @ (Error::Invalid { .. } | Error::TooLarge { .. })) => {
            let text = error.to_string();
            assert!(text.starts_with(field) && text.contains(says), "{text}");
        }
        other => panic!("{field}: {:?}", other.map(|_| "accepted")),
    }
}

#[test]
fn a_texture_that_does_not_fit_is_refused() {
    let (device, _queue) = common();
    let usage = required_usages(Format::R32Float);
    let right = || descriptor(Format::R32Float, [16, 8, 1], false, usage);
    let attempt = |descriptor: &wgpu::TextureDescriptor, layer: u32, job: Job| {
        let texture = device.create_texture(descriptor);
        Generator::new(&device, job, &Target::layer(&texture, layer))
    };
    attempt(&right(), 0, flat()).expect("a target that fits");
    let mut wrong = right();
    wrong.usage = wgpu::TextureUsages::TEXTURE_BINDING;
    refused(
        attempt(&wrong, 0, flat()),
        "target usage",
        "STORAGE_BINDING",
    );
    wrong.format = wgpu::TextureFormat::R8Unorm;
    refused(attempt(&wrong, 0, flat()), "target usage", "COPY_DST");
    wrong.format = wgpu::TextureFormat::Rgba8UnormSrgb;
    refused(attempt(&wrong, 0, flat()), "target format", "rgba8unorm");
    let mut wrong = right();
    wrong.size.width = 17;
    refused(attempt(&wrong, 0, flat()), "target size", "16x8x1");
    let error = attempt(&wrong, 0, flat())
        .err()
        .map(|error| error.to_string());
    assert!(error.is_some_and(|error| error.ends_with("as the grid is")));
    refused(attempt(&right(), 1, flat()), "target layer", "0 to 0");
    refused(
        attempt(&right(), 0, job(2, Grid::new([16, 8]))),
        "channels",
        "1 for r32float",
    );
    let mut line = right();
    line.dimension = wgpu::TextureDimension::D1;
    line.size.height = 1;
    line.usage = wgpu::TextureUsages::COPY_DST;
    line.format = wgpu::TextureFormat::R8Unorm;
    let thin = || job(1, Grid::new([16]));
    refused(attempt(&line, 0, thin()), "target dimension", "2-D or 3-D");
    let mut volume = right();
    volume.dimension = wgpu::TextureDimension::D3;
    volume.size.depth_or_array_layers = 4;
    refused(attempt(&volume, 0, flat()), "target size", "16x8x4");
    let texture = device.create_texture(&right());
    let empty = Target::texture(&texture).range([1.0, 1.0]);
    refused(
        Generator::new(&device, flat(), &empty),
        "range",
        "that differ",
    );
}

#[test]
fn a_range_of_a_buffer_that_does_not_fit_is_refused() {
    let (device, _queue) = common();
    let buffer = |usage| buffer(&device, 1024, usage);
    let right = buffer(wgpu::BufferUsages::COPY_DST);
    let attempt = |buffer: &wgpu::Buffer, range| {
        let target = Target::buffer(buffer, range, Format::R32Float);
        Generator::new(&device, flat(), &target)
    };
    attempt(&right, 0..512).expect("a range that fits");
    attempt(&right, 512..1024).expect("a range that fits");
    for range in [2..514, 0..508, 516..1028, 0..0] {
        refused(attempt(&right, range), "target range", "512 bytes");
    }
    let wrong = buffer(wgpu::BufferUsages::STORAGE);
    refused(attempt(&wrong, 0..512), "target usage", "COPY_DST");
}

#[test]
fn a_device_without_what_is_needed_is_refused() {
    let none = wgpu::Limits {
        max_storage_buffers_per_shader_stage: 3,
        ..wgpu::Limits::downlevel_defaults()
    };
    let (few, _queue) = device(none);
    let usage = required_usages(Format::R32Float);
    let texture = few.create_texture(&descriptor(Format::R32Float, [16, 8, 1], false, usage));
    match Generator::new(&few, flat(), &Target::texture(&texture)) {
        Err(Error::DeviceInit { reason, .. }) => {
            assert!(reason.contains("max_storage_buffers_per_shader_stage is 3"));
        }
        other => panic!("{:?}", other.map(|_| "accepted")),
    }
    let small = wgpu::Limits {
        max_uniform_buffer_binding_size: 256,
        ..wgpu::Limits::downlevel_defaults()
    };
    let (small, _queue) = device(small);
    let texture = small.create_texture(&descriptor(Format::R32Float, [16, 8, 1], false, usage));
    refused(
        Generator::new(&small, flat(), &Target::texture(&texture)),
        "the program's numbers",
        "256 bytes on this device",
    );
}

#[test]
fn a_frame_that_does_not_fit_is_refused_and_the_next_is_not() {
    let (device, queue) = common();
    let usage = required_usages(Format::R32Float);
    let texture = device.create_texture(&descriptor(Format::R32Float, [16, 8, 1], false, usage));
    let right = flat().params().clone();
    let mut generator =
        Generator::new(&device, flat(), &Target::texture(&texture)).expect("a generator");
    let mut encoder = device.create_command_encoder(&Default::default());
    for time in [f64::NAN, f64::INFINITY, 1e300] {
        let refused = generator.encode(&mut encoder, &right, time);
        assert!(
            refused.is_err_and(|error| error.is_callers_fault()),
            "{time}"
        );
    }
    let other = job(2, Grid::new([16, 8]).frames(1)).params().clone();
    let refused = generator.encode(&mut encoder, &other, 0.0);
    assert!(refused.is_err_and(|error| error.to_string().starts_with("params")));
    generator
        .encode(&mut encoder, &right, 0.0)
        .expect("a right frame");
    queue.submit([encoder.finish()]);
}

/// A finer grid shows more octaves, whose tables do not fit on a small device.
#[test]
fn a_view_that_does_not_fit_is_refused_and_the_old_one_stays() {
    let (device, _queue) = device(wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 16,
        ..wgpu::Limits::downlevel_defaults()
    });
    let fbm = |seed| {
        let fbm = Noise::perlin().frequency(4.0).seed(seed).fbm();
        fbm.lacunarity(1.5).gain(1.0).octaves(Octaves::Auto)
    };
    let sum = fbm(0) + fbm(1) + fbm(2);
    let job = Job::of(&[sum], &Grid::new([16, 16])).expect("a right job");
    let usage = required_usages(Format::R32Float);
    let texture = device.create_texture(&descriptor(Format::R32Float, [16, 16, 1], false, usage));
    let mut generator = Generator::new(&device, job, &Target::texture(&texture))
        .expect("a generator of a few octaves");
    let params = generator.job().params().clone();
    let fine = Grid::new([1 << 18, 1 << 18]).origin([0.0, 0.0, 0.0, 0.5]);
    let brick = Brick {
        start: [16, 0, 0, 0],
        size: [16, 16, 1, 1],
    };
    let refused = generator.show(&fine, brick);
    assert!(
        matches!(refused, Err(Error::TooLarge { .. })),
        "{refused:?}"
    );
    let mut encoder = device.create_command_encoder(&Default::default());
    (generator.encode(&mut encoder, &params, 0.25)).expect("a frame of the old view");
    assert_eq!(generator.job().grid().origin[3], 0.25);
}

/// A format that the device has not is refused before a texture is made, and such a texture by all that would write it.
#[test]
fn a_format_without_its_feature_is_refused() {
    let (device, _queue) = common();
    for format in Format::ALL {
        let refused = check_format(&device, format).err();
        let text = refused.map(|error| error.to_string()).unwrap_or_default();
        let is_of_blocks = text.contains("target format: got bc");
        assert_eq!(is_of_blocks, !Format::TEXELS.contains(&format), "{text}");
        let needs = matches!(format, Format::R16Unorm | Format::Rgba16Unorm);
        assert_eq!(
            text.contains("TEXTURE_FORMAT_16BIT_NORM"),
            needs,
            "{format}: {text}"
        );
    }
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let usage = required_usages(Format::R16Unorm) | wgpu::TextureUsages::TEXTURE_BINDING;
    let texture = device.create_texture(&descriptor(Format::R16Unorm, [16, 8, 1], false, usage));
    let made = Generator::new(&device, flat(), &Target::texture(&texture));
    refused(made, "target format", "TEXTURE_FORMAT_16BIT_NORM");
    let mips = Mips::new(&device, &texture).map_err(|error| error.to_string());
    assert!(mips.is_err_and(|text| text.contains("TEXTURE_FORMAT_16BIT_NORM")));
    let complaint = pollster::block_on(scope.pop());
    assert!(complaint.is_some(), "wgpu made the texture");
}

/// A kernel that the device refuses is an error of the constructor that waits, too.
#[test]
fn a_kernel_that_the_device_refuses_is_an_error() {
    let (device, _queue) = device(wgpu::Limits {
        max_bind_groups: 0,
        ..wgpu::Limits::downlevel_defaults()
    });
    let usage = required_usages(Format::R32Float) | wgpu::TextureUsages::TEXTURE_BINDING;
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        mip_level_count: 2,
        ..descriptor(Format::R32Float, [16, 8, 1], false, usage)
    });
    let ends = [wgpu::BufferUsages::STORAGE; 2].map(|usage| buffer(&device, 1024, usage));
    let layout = PointLayout::Cells;
    let target = Target::texture(&texture);
    let outcomes = pollster::block_on(async {
        [
            Generator::new_async(&device, flat(), &target).await.err(),
            Points::new_async(&device, flat(), layout, &ends[0], &ends[1])
                .await
                .err(),
            Mips::new_async(&device, &texture).await.err(),
            Generator::new(&device, flat(), &target).err(),
        ]
    });
    for outcome in outcomes {
        assert!(matches!(outcome, Some(Error::Gpu(_))), "{outcome:?}");
    }
}
