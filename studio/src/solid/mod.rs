//! Samples seen in space: a plane as a lit surface of heights, and a volume by rays through it.

mod orbit;
mod samples;

use eframe::egui::TextureId;
use eframe::egui_wgpu::{RenderState, wgpu};
use serde::{Deserialize, Serialize};
use wgpu_noise::Result;

pub use orbit::Orbit;

use crate::picture::{Drawn, Latest, Shot};
use crate::view::Computes;
use samples::{OnGpu, Samples};

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// The words of `View` in `solid.wgsl`.
const VIEW_WORDS: usize = 40;

/// What is drawn of the samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// The heights of a surface: how high white is above black, where the longest side of the plane is 2.
    Relief(f32),
    /// A cloud: how dense white is, from 0 to 1.
    Density(f32),
    /// The surface where the value is this.
    Surface(f32),
}

/// How far a look goes, as one chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Levels {
    /// The height of a relief.
    pub height: f32,
    /// Whether a volume is shown as the surface of a level; else as a cloud.
    pub is_surface: bool,
    /// The level of the surface, or the density of the cloud.
    pub level: f32,
}

impl Default for Levels {
    fn default() -> Levels {
        Levels {
            height: 0.3,
            is_surface: false,
            level: 0.5,
        }
    }
}

impl Levels {
    /// Returns the look of a volume, or of a plane.
    pub fn look(self, is_volume: bool) -> Look {
        match (is_volume, self.is_surface) {
            (false, _) => Look::Relief(self.height),
            (true, false) => Look::Density(self.level),
            (true, true) => Look::Surface(self.level),
        }
    }
}

/// Draws samples in space on egui's device.
pub struct Solid {
    state: RenderState,
    groups: wgpu::BindGroupLayout,
    relief: wgpu::RenderPipeline,
    volume: wgpu::RenderPipeline,
    view: wgpu::Buffer,
    on_gpu: OnGpu,
    on_cpu: Latest<Samples>,
    picture: Option<Picture>,
    /// The milliseconds that were told last.
    told: Option<f32>,
}

struct Picture {
    size: [u32; 2],
    colour: wgpu::TextureView,
    depth: wgpu::TextureView,
    id: TextureId,
}

impl Solid {
    /// Compiles what draws.
    pub fn new(state: &RenderState) -> Solid {
        let device = &state.device;
        let module = device.create_shader_module(wgpu::include_wgsl!("solid.wgsl"));
        let groups = groups(device);
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("solid"),
            bind_group_layouts: &[Some(&groups)],
            immediate_size: 0,
        });
        let pipeline = |vertex: &str, fragment: &str, is_solid: bool| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(vertex),
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(vertex),
                    compilation_options: Default::default(),
                    buffers: &[],
                },
                primitive: Default::default(),
                depth_stencil: Some(wgpu::DepthStencilState {
                    format: DEPTH,
                    depth_write_enabled: Some(is_solid),
                    depth_compare: Some(match is_solid {
                        true => wgpu::CompareFunction::Less,
                        false => wgpu::CompareFunction::Always,
                    }),
                    stencil: Default::default(),
                    bias: Default::default(),
                }),
                multisample: Default::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(fragment),
                    compilation_options: Default::default(),
                    targets: &[Some(FORMAT.into())],
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        Solid {
            groups,
            relief: pipeline("relief_vertex", "relief_fragment", true),
            volume: pipeline("volume_vertex", "volume_fragment", false),
            view: device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("view"),
                size: 4 * VIEW_WORDS as u64,
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }),
            state: state.clone(),
            on_gpu: OnGpu::default(),
            on_cpu: Latest::default(),
            picture: None,
            told: None,
        }
    }

    /// Draws the samples of a shot into a picture of so many pixels.
    ///
    /// # Errors
    /// Those of computing.
    pub fn draw(
        &mut self,
        shot: &Shot,
        computes: Computes,
        look: Look,
        orbit: &Orbit,
        pixels: [u32; 2],
    ) -> Result<Drawn> {
        let is_fit = |picture: &Picture| picture.size == pixels;
        if !self.picture.as_ref().is_some_and(is_fit) {
            self.resize(pixels);
        }
        let samples = match computes {
            Computes::Gpu => self.on_gpu.compute(&self.state, shot)?,
            Computes::Cpu => {
                let (_, samples) = self.on_cpu.show(shot, |_, shown, texels| {
                    Samples::of_texels(&self.state, &shown.sight, &texels)
                })?;
                samples
            }
        };
        let Some(picture) = &self.picture else {
            unreachable!("it has its size");
        };
        let bind = bound(
            &self.state.device,
            &self.groups,
            [&self.view, &samples.buffer],
        );
        let [x, y, z] = samples.size;
        let words = view_words([x, y, z], look, orbit, pixels);
        let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_ne_bytes).collect();
        self.state.queue.write_buffer(&self.view, 0, &bytes);
        let mut encoder = self
            .state
            .device
            .create_command_encoder(&Default::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("solid"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &picture.colour,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &picture.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_bind_group(0, &bind, &[]);
        match look {
            Look::Relief(_) => {
                pass.set_pipeline(&self.relief);
                pass.draw(0..6 * (x - 1) * (y - 1), 0..1);
            }
            Look::Density(_) | Look::Surface(_) => {
                pass.set_pipeline(&self.volume);
                pass.draw(0..3, 0..1);
            }
        }
        drop(pass);
        self.state.queue.submit([encoder.finish()]);
        Ok(Drawn {
            texture: picture.id,
            shares: [[0.0, 1.0]; 2],
            is_done: computes == Computes::Gpu || self.on_cpu.is_done(),
        })
    }

    /// Returns the milliseconds that the last samples took which were computed.
    pub fn milliseconds(&self, computes: Computes) -> Option<f32> {
        match computes {
            Computes::Gpu => self.on_gpu.milliseconds(),
            Computes::Cpu => self.on_cpu.milliseconds(),
        }
    }

    /// Returns the milliseconds that samples took, once for each time: a GPU says so some frames later.
    pub fn news(&mut self, computes: Computes) -> Option<f32> {
        let taken = self.milliseconds(computes);
        let before = std::mem::replace(&mut self.told, taken);
        taken.filter(|_| taken != before)
    }

    fn resize(&mut self, size: [u32; 2]) {
        let device = &self.state.device;
        let texture = |format, usage| {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: Some("solid"),
                size: wgpu::Extent3d {
                    width: size[0],
                    height: size[1],
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
                view_formats: &[],
            });
            texture.create_view(&Default::default())
        };
        let colour = texture(FORMAT, wgpu::TextureUsages::TEXTURE_BINDING);
        let depth = texture(DEPTH, wgpu::TextureUsages::empty());
        let mut renderer = self.state.renderer.write();
        if let Some(picture) = self.picture.take() {
            renderer.free_texture(&picture.id);
        }
        let id = renderer.register_native_texture(device, &colour, wgpu::FilterMode::Linear);
        self.picture = Some(Picture {
            size,
            colour,
            depth,
            id,
        });
    }
}

fn groups(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
        ty: wgpu::BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("solid"),
        entries: &[
            entry(0, wgpu::BufferBindingType::Uniform),
            entry(1, wgpu::BufferBindingType::Storage { read_only: true }),
        ],
    })
}

fn bound(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    buffers: [&wgpu::Buffer; 2],
) -> wgpu::BindGroup {
    let entries = [0, 1].map(|binding| wgpu::BindGroupEntry {
        binding,
        resource: buffers[binding as usize].as_entire_binding(),
    });
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("solid"),
        layout,
        entries: &entries,
    })
}

/// Returns the words of `View`.
fn view_words(size: [u32; 3], look: Look, orbit: &Orbit, pixels: [u32; 2]) -> [u32; VIEW_WORDS] {
    let is_volume = !matches!(look, Look::Relief(_));
    let [to_clip, to_box] = orbit.matrices(pixels[0] as f32 / pixels[1] as f32, is_volume);
    let longest = size.into_iter().max().unwrap_or(1) as f32;
    let half = size.map(|side| side as f32 / longest);
    let (mode, level) = match look {
        Look::Relief(level) | Look::Density(level) => (0, level),
        Look::Surface(level) => (1, level),
    };
    let mut words = [0; VIEW_WORDS];
    let numbers = to_box.into_iter().chain(to_clip).flatten();
    for (word, number) in words.iter_mut().zip(numbers) {
        *word = number.to_bits();
    }
    words[32..35].copy_from_slice(&size);
    words[35] = mode;
    words[36..39].copy_from_slice(&half.map(f32::to_bits));
    words[39] = level.to_bits();
    words
}
