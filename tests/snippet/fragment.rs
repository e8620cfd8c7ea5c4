//! The fragment shader of a snippet, run: it shows the picture of the recipe at the time that its uniform has.

use wgpu_noise::gpu::wgpu::BufferUsages as Usage;
use wgpu_noise::gpu::{Context, wgpu};
use wgpu_noise::snippet::{Entry, Function, Lang, Options, Parameters, Y, snippet};
use wgpu_noise::{Grid, Noise};

use crate::adapter::context;
use crate::buffers::{buffer, read};
use crate::compare::compared;
use crate::support;

/// Rows of 256 bytes, as a copy from a texture has them.
const WIDTH: u32 = 16;
const HEIGHT: u32 = 12;

/// A triangle over all pixels.
const CORNER: &str = "
@vertex
fn corner(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
";

#[test]
fn a_fragment_shader_shows_the_frame_of_its_time() {
    let Some(context) = context() else { return };
    let grid = Grid::new([WIDTH, HEIGHT])
        .origin([-0.5, -0.25, 0.0, 0.5])
        .frames(4);
    let case = support::case(&[Noise::perlin().frequency(3.0)], &grid);
    let job = case.job().expect("a right case");
    let [low, high] = job.range(0);
    for (y, parameters) in [(Y::Down, Parameters::Const), (Y::Up, Parameters::Struct)] {
        let options = Options::default()
            .entry(Entry::Fragment)
            .y(y)
            .parameters(parameters);
        let made = snippet(&[Function::new("mine", &job)], &options).expect("a snippet");
        let text = made.text().expect("WGSL").to_string() + CORNER;
        let mut shown = Shown::new(context, &text);
        for frame in 0..4 {
            let pixels = shown.at(frame as f32 / 4.0);
            let found: Vec<f32> = (pixels.iter())
                .map(|[grey, ..]| (f64::from(*grey) * (high - low) + low) as f32)
                .collect();
            let part = |frame| {
                let row = |y| (0..WIDTH).map(move |x| [x, y, 0, frame]);
                let indices: Vec<[u32; 4]> = (0..HEIGHT).flat_map(row).collect();
                compared(&case, &job, &indices, &found).part
            };
            assert!(part(frame) <= 1.0, "{y:?}, frame {frame}");
            // The negative control: another time is noticed.
            assert!(part((frame + 1) % 4) > 1.0, "{y:?}, frame {frame}");
        }
    }
}

/// OpenGL counts rows of pixels from the bottom: there the first pixel shows the last row of samples.
#[test]
fn pictures_are_upright_where_rows_are_counted_from_the_bottom() {
    let job = support::job(&Noise::perlin().frequency(3.0), &Grid::new([WIDTH, HEIGHT]));
    let job = job.expect("a right noise");
    let made = |lang| {
        let options = Options::default().lang(lang).entry(Entry::Fragment);
        let made = snippet(&[Function::new("mine", &job)], &options).expect("a snippet");
        made.text().expect("a text").to_string()
    };
    assert!(made(Lang::Glsl).contains("(11.5 - at.y)"));
    for lang in [Lang::Wgsl, Lang::Hlsl, Lang::Msl] {
        assert!(made(lang).contains("at.y - 0.5"), "{lang:?}");
    }
}

/// A fragment shader that draws into a texture of floats.
struct Shown<'a> {
    context: &'a Context,
    pipeline: wgpu::RenderPipeline,
    group: wgpu::BindGroup,
    time: wgpu::Buffer,
}

impl<'a> Shown<'a> {
    fn new(context: &'a Context, text: &str) -> Shown<'a> {
        let device = context.device();
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: None,
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("corner"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("mine_fragment"),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::TextureFormat::Rgba32Float.into())],
            }),
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            multiview_mask: None,
            cache: None,
        });
        let time = buffer(device, 16, Usage::UNIFORM | Usage::COPY_DST);
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry {
                binding: 2,
                resource: time.as_entire_binding(),
            }],
        });
        Shown {
            context,
            pipeline,
            group,
            time,
        }
    }

    /// Every pixel at a time, row by row from the top.
    fn at(&mut self, time: f32) -> Vec<[f32; 4]> {
        let (device, queue) = (self.context.device(), self.context.queue());
        queue.write_buffer(&self.time, 0, bytemuck::cast_slice(&[time, 0.0, 0.0, 0.0]));
        let size = wgpu::Extent3d {
            width: WIDTH,
            height: HEIGHT,
            depth_or_array_layers: 1,
        };
        let picture = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba32Float,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = picture.create_view(&Default::default());
        let mut encoder = device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: Default::default(),
                })],
                ..Default::default()
            });
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &self.group, &[]);
            pass.draw(0..3, 0..1);
        }
        let bytes = u64::from(WIDTH * HEIGHT * 16);
        let back = buffer(device, bytes, Usage::MAP_READ | Usage::COPY_DST);
        let copy = wgpu::TexelCopyBufferInfo {
            buffer: &back,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(WIDTH * 16),
                rows_per_image: None,
            },
        };
        encoder.copy_texture_to_buffer(picture.as_image_copy(), copy, size);
        queue.submit([encoder.finish()]);
        bytemuck::pod_collect_to_vec(&read(device, &back))
    }
}
