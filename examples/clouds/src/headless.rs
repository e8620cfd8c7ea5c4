//! Frames without a window, into a PNG: of several, an animated one.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::time::Instant;

use wgpu_noise::gpu::wgpu;

use crate::Options;
use crate::renderer::Renderer;
use crate::sky::Sky;

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Seconds of a loop.
const LOOP: f64 = 60.0;

pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let host = Host::new(options)?;
    let mut renderer = Renderer::new(&host.device, FORMAT, options)?;
    let [width, height] = options.size;
    let mut encoder = png::Encoder::new(
        BufWriter::new(File::create(&options.output)?),
        width,
        height,
    );
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    if options.frames > 1 {
        encoder.set_animated(options.frames, 0)?;
        encoder.set_frame_delay(1, options.rate)?;
    }
    let mut writer = encoder.write_header()?;
    for frame in 0..options.frames {
        let start = Instant::now();
        let time = options.time / LOOP + f64::from(frame) / f64::from(options.frames);
        let (pixels, times) = host.frame(&mut renderer, &Sky::new(options, time, frame), time)?;
        writer.write_image_data(&pixels)?;
        println!("frame {frame}: {:.0?} in all{times}", start.elapsed());
    }
    Ok(writer.finish()?)
}

/// A device without a surface, and where it draws.
struct Host {
    device: wgpu::Device,
    queue: wgpu::Queue,
    target: wgpu::Texture,
    read: wgpu::Buffer,
    clock: Option<Clock>,
}

impl Host {
    fn new(options: &Options) -> Result<Host, Box<dyn Error>> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter = match &options.adapter {
            None => pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::HighPerformance,
                ..Default::default()
            }))?,
            Some(name) => pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()))
                .into_iter()
                .find(|adapter| adapter.get_info().name.contains(name))
                .ok_or_else(|| format!("no adapter is called {name}"))?,
        };
        println!("{}", adapter.get_info().name);
        let (device, queue) =
            pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
                required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
                ..Default::default()
            }))?;
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
        let clock = Clock::new(&device, &queue);
        Ok(Host {
            device,
            queue,
            target,
            read,
            clock,
        })
    }

    /// The pixels of one frame, and how long its parts took on the device, where that can be told.
    fn frame(
        &self,
        renderer: &mut Renderer,
        sky: &Sky,
        time: f64,
    ) -> Result<(Vec<u8>, String), Box<dyn Error>> {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let clock = self.clock.as_ref();
        clock.inspect(|clock| clock.mark(&mut encoder, 0));
        renderer.encode_fields(&mut encoder, time)?;
        clock.inspect(|clock| clock.mark(&mut encoder, 1));
        let view = self.target.create_view(&Default::default());
        let timestamps = clock.map(Clock::picture);
        renderer.encode_picture(&self.queue, &mut encoder, &view, sky, timestamps);
        let (width, height) = (self.target.width(), self.target.height());
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
        clock.inspect(|clock| clock.resolve(&mut encoder));
        self.queue.submit([encoder.finish()]);
        let rows = self.bytes(&self.read)?;
        let row = |row: &[u8]| row[..width as usize * 4].to_vec();
        let texels = rows
            .chunks(pitch(width) as usize)
            .flat_map(row)
            .collect::<Vec<_>>();
        let pixels = texels
            .chunks(4)
            .flat_map(|texel| [texel[0], texel[1], texel[2]])
            .collect();
        let times = match clock {
            Some(clock) => clock.text(&self.bytes(&clock.read)?),
            None => String::new(),
        };
        Ok((pixels, times))
    }

    /// Waits for what a buffer holds.
    fn bytes(&self, buffer: &wgpu::Buffer) -> Result<Vec<u8>, Box<dyn Error>> {
        buffer.map_async(wgpu::MapMode::Read, .., |_| ());
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        let bytes = buffer.get_mapped_range(..)?.to_vec();
        buffer.unmap();
        Ok(bytes)
    }
}

/// Rows of a texture are copied in multiples of this.
fn pitch(width: u32) -> u32 {
    (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

/// Timestamps around the noise and around the march.
struct Clock {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
    /// Nanoseconds of a tick.
    period: f32,
}

impl Clock {
    /// Two marks, and the ends of the picture.
    const QUERIES: u32 = 4;

    fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Option<Clock> {
        if !device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return None;
        }
        let buffer = |usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("clock"),
                size: u64::from(Clock::QUERIES) * 8,
                usage,
                mapped_at_creation: false,
            })
        };
        use wgpu::BufferUsages as Usage;
        Some(Clock {
            queries: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("clock"),
                ty: wgpu::QueryType::Timestamp,
                count: Clock::QUERIES,
            }),
            resolved: buffer(Usage::QUERY_RESOLVE | Usage::COPY_SRC),
            read: buffer(Usage::MAP_READ | Usage::COPY_DST),
            period: queue.get_timestamp_period(),
        })
    }

    /// A pass of nothing that notes the time.
    fn mark(&self, encoder: &mut wgpu::CommandEncoder, query: u32) {
        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("mark"),
            timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                query_set: &self.queries,
                beginning_of_pass_write_index: None,
                end_of_pass_write_index: Some(query),
            }),
        });
    }

    fn picture(&self) -> wgpu::RenderPassTimestampWrites<'_> {
        wgpu::RenderPassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2),
            end_of_pass_write_index: Some(3),
        }
    }

    fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.queries, 0..Clock::QUERIES, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.read, 0, self.read.size());
    }

    fn text(&self, bytes: &[u8]) -> String {
        let ticks = bytes
            .as_chunks()
            .0
            .iter()
            .map(|ticks| u64::from_le_bytes(*ticks));
        let ticks: Vec<u64> = ticks.collect();
        let between = |a: usize, b: usize| {
            ticks[b].saturating_sub(ticks[a]) as f64 * f64::from(self.period) / 1e6
        };
        format!(
            ", noise {:.2} ms, march {:.2} ms",
            between(0, 1),
            between(2, 3)
        )
    }
}
