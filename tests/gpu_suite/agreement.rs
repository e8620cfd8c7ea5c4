//! Every case on the adapter at hand.

use crate::adapter::{context, on};
use crate::support::failures;

#[test]
fn the_gpu_agrees_with_the_reference() {
    let Some(context) = context() else { return };
    let failed = failures(&on(context));
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
