//! Buffers that this crate makes, freed with their last handle.

use std::ops::Deref;
use std::sync::Arc;

/// A buffer that this crate made, whose memory is freed with its last handle.
///
/// On native targets wgpu does so by itself. In a browser it leaves a dropped buffer to the page's garbage collector, which
/// does not know how much memory on the GPU that is; so the last handle destroys the buffer. Submitted work is not disturbed
/// by that, but recorded work that is not submitted yet would fail: a
/// [`Load`](super::upload::Load) keeps a handle of every buffer that it uses.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Owned(Arc<DestroyedOnDrop>);

#[derive(Debug, PartialEq)]
struct DestroyedOnDrop(wgpu::Buffer);

impl Owned {
    pub fn new(buffer: wgpu::Buffer) -> Owned {
        Owned(Arc::new(DestroyedOnDrop(buffer)))
    }
}

impl Deref for Owned {
    type Target = wgpu::Buffer;

    fn deref(&self) -> &wgpu::Buffer {
        let DestroyedOnDrop(buffer) = &*self.0;
        buffer
    }
}

impl Drop for DestroyedOnDrop {
    fn drop(&mut self) {
        self.0.destroy();
    }
}
