//! Curves and roundings that take more than one expression. `shaders/noise/shaping.wgsl` does the same on the GPU.

/// Returns 0 up to `low`, 1 from `high` on, and t²·(3 − 2t) between them.
#[inline(always)]
pub fn smoothstep(value: f32, low: f32, high: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Bends 0..1 so that ½ becomes `bias`: b·t / ((1 − b)·(1 − t) + b·t) (Schlick, *Fast Alternatives to Perlin's Bias and Gain
/// Functions*, Graphics Gems IV, 1994). All terms are positive in this order of the sum, so nothing cancels.
#[inline(always)]
pub fn bias(value: f32, bias: f32) -> f32 {
    let t = value.clamp(0.0, 1.0);
    let top = bias * t;
    top / ((1.0 - bias) * (1.0 - t) + top)
}

/// Returns an S-curve of two biases: one for each half, mirrored.
#[inline(always)]
pub fn gain_curve(value: f32, gain: f32) -> f32 {
    let t = value.clamp(0.0, 1.0);
    let half = 0.5 * bias(2.0 * t.min(1.0 - t), 1.0 - gain);
    if t < 0.5 { half } else { 1.0 - half }
}

/// Returns terraces, `steps` in a unit, the last part `ramp` of each a ramp to the next.
#[inline(always)]
pub fn terrace(value: f32, steps: f32, ramp: f32) -> f32 {
    let v = value * steps;
    let low = v.floor();
    let up = ((v - low) - (1.0 - ramp)) / ramp.max(1e-6);
    (low + up.clamp(0.0, 1.0)) / steps
}

/// Returns the straight line from (start, low) to (end, high), constant beyond both ends.
#[inline(always)]
pub fn line(value: f32, start: f32, low: f32, end: f32, high: f32) -> f32 {
    low + ((value - start) / (end - start)).clamp(0.0, 1.0) * (high - low)
}

/// Returns the difference between the minimum and a smooth minimum: (r − |a − b|)²/4r if a and b are closer than r, else 0.
#[inline(always)]
pub fn rounding(a: f32, b: f32, radius: f32) -> f32 {
    let h = (radius - (a - b).abs()).max(0.0);
    0.25 * h * h / radius
}

/// Returns the smaller of two numbers, with a smooth transition.
#[inline(always)]
pub fn smooth_min(a: f32, b: f32, radius: f32) -> f32 {
    a.min(b) - rounding(a, b, radius)
}

/// Returns the greater of two numbers, with a smooth transition.
#[inline(always)]
pub fn smooth_max(a: f32, b: f32, radius: f32) -> f32 {
    a.max(b) + rounding(a, b, radius)
}
