//! Steps whose result is one of their arguments or one of a few numbers.

use super::jump::{either_side, never, share_at_edge};
use super::rounding::Argument;
use super::{Rules, Winding};
use crate::program::interval::{self, hull, size, sub};

pub const PIECEWISE: Rules = Rules {
    range: |x| Ok(x.a),
    error: |x, _| x.a.error,
    jump: never,
    winding: Winding::Same,
};

pub const MIN: Rules = Rules {
    range: |x| Ok(interval::min(x.a, x.b)),
    error: |x, _| x.a.error.max(x.b.error),
    jump: never,
    winding: Winding::None,
};

pub const MAX: Rules = Rules {
    range: |x| Ok(interval::max(x.a, x.b)),
    ..MIN
};

pub const CLAMP: Rules = Rules {
    range: |x| Ok(interval::min(interval::max(x.a, x.b), x.c)),
    error: |x, _| x.a.error.max(x.b.error).max(x.c.error),
    jump: never,
    winding: Winding::None,
};

/// a where c < d, else b.
pub const SELECT: Rules = Rules {
    range: |x| Ok(hull([x.a, x.b].concat())),
    error: |x, _| {
        let height = size(sub(x.b.range, x.a.range));
        x.a.error.max(x.b.error) + either_side(x.c, x.d, height)
    },
    jump: |x| share_at_edge(x.c, x.d),
    winding: Winding::None,
};

/// 0 where a < b, else 1.
pub const STEP: Rules = Rules {
    range: |_| Ok([0.0, 1.0]),
    error: |x, _| either_side(x.a, x.b, 1.0),
    jump: |x| share_at_edge(x.a, x.b),
    winding: Winding::None,
};

/// c where a < b, else a.
pub const THRESHOLD: Rules = Rules {
    range: |x| Ok([x.a[0].max(x.b[0]).min(x.c[0]), x.a[1].max(x.c[1])]),
    error: |x, _| {
        let height = size(sub(x.a.range, x.c.range));
        x.a.error.max(x.c.error) + either_side(x.a, x.b, height)
    },
    jump: |x| share_at_edge(x.a, x.b),
    winding: Winding::None,
};

pub const SIGN: Rules = Rules {
    range: |x| Ok(x.a.map(|end| if end == 0.0 { 0.0 } else { end.signum() })),
    error: |x, _| either_side(x.a, Argument::default(), 2.0),
    jump: |x| share_at_edge(x.a, Argument::default()),
    winding: Winding::None,
};
