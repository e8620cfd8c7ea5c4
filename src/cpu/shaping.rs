//! Curves and roundings that are more than one expression: the twin of `shaders/noise/shaping.wgsl`.

/// 0 up to low, 1 from high on, t²·(3 − 2t) between.
#[inline(always)]
pub fn smoothstep(value: f32, low: f32, high: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Bends 0..1 so that ½ becomes `bias`: the rational form, as a quotient of sums of positive terms.
#[inline(always)]
pub fn bias(value: f32, bias: f32) -> f32 {
    let t = value.clamp(0.0, 1.0);
    let top = bias * t;
    top / ((1.0 - bias) * (1.0 - t) + top)
}

/// An S-curve of two biases.
#[inline(always)]
pub fn gain_curve(value: f32, gain: f32) -> f32 {
    let t = value.clamp(0.0, 1.0);
    let half = 0.5 * bias(2.0 * t.min(1.0 - t), 1.0 - gain);
    if t < 0.5 { half } else { 1.0 - half }
}

/// Terraces, each with a ramp to the next.
#[inline(always)]
pub fn terrace(value: f32, steps: f32, ramp: f32) -> f32 {
    let v = value * steps;
    let low = v.floor();
    let up = ((v - low) - (1.0 - ramp)) / ramp.max(1e-6);
    (low + up.clamp(0.0, 1.0)) / steps
}

/// The straight line from (start, low) to (end, high), level beyond both.
#[inline(always)]
pub fn line(value: f32, start: f32, low: f32, end: f32, high: f32) -> f32 {
    low + ((value - start) / (end - start)).clamp(0.0, 1.0) * (high - low)
}

/// What the rounding of a smooth minimum takes away.
#[inline(always)]
pub fn rounding(a: f32, b: f32, radius: f32) -> f32 {
    let h = (radius - (a - b).abs()).max(0.0);
    0.25 * h * h / radius
}

/// The smaller of two, rounded.
#[inline(always)]
pub fn smooth_min(a: f32, b: f32, radius: f32) -> f32 {
    a.min(b) - rounding(a, b, radius)
}

/// The greater of two, rounded.
#[inline(always)]
pub fn smooth_max(a: f32, b: f32, radius: f32) -> f32 {
    a.max(b) + rounding(a, b, radius)
}
