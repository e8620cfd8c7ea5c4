//! What must hold on an adapter.

use wgpu_noise::gpu::Context;
use wgpu_noise::internals::gpu::Strategy;

use crate::adapter::{by_strategy, on};
use crate::bits::{closes, cut};
use crate::promises::Promise;
use crate::values::agrees;

/// Compiling a kernel takes far longer than running it, so that one that is there is used for all.
pub fn on_adapter(context: &Context) -> Vec<Promise<'_>> {
    let other = |strategy| move |case: &_| agrees(case, &by_strategy(context, strategy));
    vec![
        Promise::new("the GPU agrees", 1, |case| agrees(case, &on(context))),
        Promise::new("the GPU agrees point by point", 4, other(Strategy::Points)),
        Promise::new("the GPU agrees walking", 4, other(Strategy::Runs)),
        Promise::new("the GPU agrees marching", 4, other(Strategy::March)),
        Promise::new("pieces have the bits of the whole", 1, |case| {
            cut(case, &on(context))
        }),
        Promise::new("seamless noise closes", 1, |case| {
            closes(case, &on(context))
        }),
    ]
}
