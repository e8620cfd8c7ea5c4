//! What must hold on an adapter.

use wgpu_noise::gpu::{Context, Way};

use crate::adapter::{in_way, on};
use crate::bits::{closes, cut};
use crate::promises::Promise;
use crate::values::agrees;

/// Compiling a kernel takes far longer than running it, so that one that is there is used for all.
pub fn on_adapter(context: &Context) -> Vec<Promise<'_>> {
    let other = |way| move |case: &_| agrees(case, &in_way(context, way));
    vec![
        Promise::new("the GPU agrees", 1, |case| agrees(case, &on(context))),
        Promise::new("the GPU agrees point by point", 4, other(Way::Points)),
        Promise::new("the GPU agrees walking", 4, other(Way::Walk)),
        Promise::new("pieces have the bits of the whole", 1, |case| {
            cut(case, &on(context))
        }),
        Promise::new("seamless noise closes", 1, |case| {
            closes(case, &on(context))
        }),
    ]
}
