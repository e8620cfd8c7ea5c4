//! How long passes took on a device, by its own clock.

use std::time::Duration;

use super::buffers::Owned;

/// The passes that are timed before their times must be taken.
const PASSES: u32 = 1024;
/// The bytes of the two times of a pass.
const BYTES: u64 = 2 * size_of::<u64>() as u64;

/// The times of passes on a device that has the feature [`wgpu::Features::TIMESTAMP_QUERY`].
#[derive(Debug)]
pub(crate) struct Timestamps {
    queries: wgpu::QuerySet,
    /// The times, once they are resolved.
    times: Owned,
    passes: u32,
    /// Nanoseconds of a tick.
    period: f32,
}

impl Timestamps {
    /// Returns `None` if the device has no timestamps. Call under error scopes.
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Option<Timestamps> {
        (device.features())
            .contains(wgpu::Features::TIMESTAMP_QUERY)
            .then(|| Timestamps {
                queries: device.create_query_set(&wgpu::QuerySetDescriptor {
                    label: Some("wgpu-noise times"),
                    ty: wgpu::QueryType::Timestamp,
                    count: 2 * PASSES,
                }),
                times: Owned::new(device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some("wgpu-noise times"),
                    size: BYTES * u64::from(PASSES),
                    usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                    mapped_at_creation: false,
                })),
                passes: 0,
                period: queue.get_timestamp_period(),
            })
    }

    /// Whether the times must be taken before another pass is timed.
    pub fn is_full(&self) -> bool {
        self.passes == PASSES
    }

    /// Returns what times the next pass. If that is submitted, [`Timestamps::advance`] keeps its times.
    pub fn of_next_pass(&self) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2 * self.passes),
            end_of_pass_write_index: Some(2 * self.passes + 1),
        }
    }

    /// Keeps the times of a pass that was submitted.
    pub fn advance(&mut self) {
        self.passes += 1;
    }

    /// Records that the times so far are written to [`Timestamps::times`].
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.queries, 0..2 * self.passes, &self.times, 0);
    }

    /// The buffer for resolved times.
    pub fn times(&self) -> &wgpu::Buffer {
        &self.times
    }

    /// The length of the times so far, in bytes.
    pub fn bytes(&self) -> u64 {
        BYTES * u64::from(self.passes)
    }

    /// Returns the sum of the times so far, which were read back, and begins anew.
    pub fn take(&mut self, times: &[u8]) -> Duration {
        self.passes = 0;
        let time = |bytes: &[u8]| {
            bytes
                .first_chunk()
                .map_or(0, |bytes| u64::from_le_bytes(*bytes))
        };
        let ticks = times.chunks_exact(BYTES as usize).map(|pass| {
            let (begin, end) = pass.split_at(size_of::<u64>());
            time(end).saturating_sub(time(begin))
        });
        Duration::from_nanos((ticks.sum::<u64>() as f64 * f64::from(self.period)) as u64)
    }
}
