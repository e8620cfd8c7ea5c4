//! Frames without a window, into a PNG: of several, an animated one.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::time::Instant;

use wgpu_noise::gpu::wgpu;

use crate::Options;
use crate::clock::Times;
use crate::device::Device;
use crate::renderer::Renderer;
use crate::scene::{LOOP, Moment, Scene, closing};

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut host = Host::new(options)?;
    let [width, height] = options.size;
    let mut encoder = png::Encoder::new(
        BufWriter::new(File::create(&options.output)?),
        width,
        height,
    );
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut scene = options.scene.clone();
    if options.frames > 1 {
        scene.wind = closing(scene.wind);
        encoder.set_animated(options.frames, 0)?;
        encoder.set_frame_delay(1, options.rate)?;
    }
    let mut writer = encoder.write_header()?;
    let mut moment = Moment::at(options.time, scene.wind);
    for frame in 0..options.frames {
        let start = Instant::now();
        let (pixels, times) = host.frame(&scene, &moment)?;
        writer.write_image_data(&pixels)?;
        let times = times.map_or(String::new(), |Times { noise, march }| {
            format!(", noise {noise:.2} ms, march {march:.2} ms")
        });
        let all = start.elapsed().as_secs_f64() * 1000.0;
        println!("frame {frame}: {all:.2} ms in all{times}");
        moment = moment.after(LOOP / f64::from(options.frames), scene.wind);
    }
    Ok(writer.finish()?)
}

/// A device without a surface, and where it draws.
struct Host {
    device: wgpu::Device,
    queue: wgpu::Queue,
    renderer: Renderer,
    target: wgpu::Texture,
    read: wgpu::Buffer,
}

impl Host {
    fn new(options: &Options) -> Result<Host, Box<dyn Error>> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let Device { device, queue, .. } =
            Device::open(&instance, options.adapter.as_deref(), None)?;
        let [width, height] = options.size;
        let target = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let read = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size: u64::from(pitch(width) * height),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Ok(Host {
            renderer: Renderer::new(&device, &queue, FORMAT, options.volume)?,
            device,
            queue,
            target,
            read,
        })
    }

    /// The pixels of one frame, and how long its parts took on the device, where that can be told.
    fn frame(
        &mut self,
        scene: &Scene,
        moment: &Moment,
    ) -> Result<(Vec<u8>, Option<Times>), Box<dyn Error>> {
        let (width, height) = (self.target.width(), self.target.height());
        let mut encoder = self.device.create_command_encoder(&Default::default());
        self.renderer
            .encode(&mut encoder, &self.target, scene, moment)?;
        encoder.copy_texture_to_buffer(
            self.target.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &self.read,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(pitch(width)),
                    rows_per_image: Some(height),
                },
            },
            self.target.size(),
        );
        self.queue.submit([encoder.finish()]);
        self.read.map_async(wgpu::MapMode::Read, .., |_| ());
        let mut clock = self.renderer.clock.as_mut();
        if let Some(clock) = &mut clock {
            clock.ask();
        }
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        let rows = self.read.get_mapped_range(..)?.to_vec();
        self.read.unmap();
        let pixels = rows
            .chunks(pitch(width) as usize)
            .flat_map(|row| row[..width as usize * 4].as_chunks().0)
            .flat_map(|[red, green, blue, _]| [*red, *green, *blue])
            .collect();
        Ok((pixels, clock.and_then(|clock| clock.times())))
    }
}

/// Rows of a texture are copied in multiples of this.
fn pitch(width: u32) -> u32 {
    (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}
