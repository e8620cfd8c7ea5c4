//! How long the noise and the march of a frame take on the device, by its own timestamps.

use std::sync::mpsc::{Receiver, channel};

use wgpu_noise::gpu::wgpu;

/// Milliseconds of one frame.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    pub noise: f64,
    pub march: f64,
}

/// Timestamps around the noise and around the march.
pub struct Clock {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
    /// Nanoseconds of a tick.
    period: f32,
    /// While the ticks of a frame are on their way.
    answer: Option<Receiver<bool>>,
}

impl Clock {
    /// Two marks, the ends of the march, and one that nobody reads.
    const QUERIES: u32 = 5;

    /// `None` for a device without timestamps.
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Option<Clock> {
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
            answer: None,
        })
    }

    /// Before the noise (0) and after it (1): a pass of nothing that notes the time.
    ///
    /// And another, into the query that nobody reads: lavapipe notes a time when it next has to wait for what came before.
    pub fn mark(&self, encoder: &mut wgpu::CommandEncoder, query: u32) {
        for query in [query, Clock::QUERIES - 1] {
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some("mark"),
                timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                    query_set: &self.queries,
                    beginning_of_pass_write_index: None,
                    end_of_pass_write_index: Some(query),
                }),
            });
        }
    }

    pub fn march(&self) -> wgpu::RenderPassTimestampWrites<'_> {
        wgpu::RenderPassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2),
            end_of_pass_write_index: Some(3),
        }
    }

    /// After the march, unless an earlier frame's ticks are still on their way.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        if self.answer.is_none() {
            encoder.resolve_query_set(&self.queries, 0..Clock::QUERIES, &self.resolved, 0);
            encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.read, 0, self.read.size());
        }
    }

    /// Once the frame is submitted.
    pub fn ask(&mut self) {
        if self.answer.is_none() {
            let (sender, receiver) = channel();
            // A clock that is gone needs no answer.
            let answer = move |mapped: Result<(), _>| _ = sender.send(mapped.is_ok());
            self.read.map_async(wgpu::MapMode::Read, .., answer);
            self.answer = Some(receiver);
        }
    }

    /// What the last frame took whose ticks have arrived since; waits for nothing.
    pub fn times(&mut self) -> Option<Times> {
        let is_mapped = self.answer.as_ref()?.try_recv().ok()?;
        self.answer = None;
        if !is_mapped {
            return None;
        }
        let bytes = self.read.get_mapped_range(..).ok()?.to_vec();
        self.read.unmap();
        let ticks: Vec<u64> = (bytes.as_chunks().0.iter())
            .map(|ticks| u64::from_le_bytes(*ticks))
            .collect();
        let between = |a: usize, b: usize| {
            ticks[b].saturating_sub(ticks[a]) as f64 * f64::from(self.period) / 1e6
        };
        Some(Times {
            noise: between(0, 1),
            march: between(2, 3),
        })
    }
}
