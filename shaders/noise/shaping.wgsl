// Curves and roundings that are more than one expression.
//
// Parameters: `value`, a number; `low` below `high`, `start` before `end`; `bias` and `gain` within 0..1; `steps` and
//   `radius` above 0; `ramp` 0..1.
// Range: smoothstep, bias and gain curve 0..1; a terrace that of its value; a line between `low` and `high`; a smooth
//   minimum or maximum within a quarter of `radius` of the sharp one.
// Cost:
//   noise_smoothstep: 0 table reads, 9 operations
//   noise_bias: 0 table reads, 8 operations
//   noise_gain_curve: 0 table reads, 18 operations
//   noise_terrace: 0 table reads, 11 operations
//   noise_line: 0 table reads, 8 operations
//   noise_smooth_min: 0 table reads, 9 operations
//   noise_smooth_max: 0 table reads, 9 operations
// Source: bias and gain after Schlick, Fast Alternatives to Perlin's Bias and Gain Functions, Graphics Gems IV, 1994; the
//   rounding after Quilez, smooth minimum, 2013.
// Needs: nothing.

// 0 up to low, 1 from high on, t^2 (3 - 2t) between.
fn noise_smoothstep(value: f32, low: f32, high: f32) -> f32 {
    let t = min(max((value - low) / (high - low), 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Bends 0..1 so that 1/2 becomes `bias`: the rational form, as a quotient of sums of positive terms.
fn noise_bias(value: f32, bias: f32) -> f32 {
    let t = min(max(value, 0.0), 1.0);
    let top = bias * t;
    return top / ((1.0 - bias) * (1.0 - t) + top);
}

// An S-curve of two biases.
fn noise_gain_curve(value: f32, gain: f32) -> f32 {
    let t = min(max(value, 0.0), 1.0);
    let half = 0.5 * noise_bias(2.0 * min(t, 1.0 - t), 1.0 - gain);
    return select(1.0 - half, half, t < 0.5);
}

// Terraces, each with a ramp to the next.
fn noise_terrace(value: f32, steps: f32, ramp: f32) -> f32 {
    let v = value * steps;
    let low = floor(v);
    let up = ((v - low) - (1.0 - ramp)) / max(ramp, 1e-6);
    return (low + min(max(up, 0.0), 1.0)) / steps;
}

// The straight line from (start, low) to (end, high), level beyond both.
fn noise_line(value: f32, start: f32, low: f32, end: f32, high: f32) -> f32 {
    return low + min(max((value - start) / (end - start), 0.0), 1.0) * (high - low);
}

// What the rounding of a smooth minimum takes away.
fn noise_rounding(a: f32, b: f32, radius: f32) -> f32 {
    let h = max(radius - abs(a - b), 0.0);
    return 0.25 * h * h / radius;
}

// The smaller of two, rounded.
fn noise_smooth_min(a: f32, b: f32, radius: f32) -> f32 {
    return min(a, b) - noise_rounding(a, b, radius);
}

// The greater of two, rounded.
fn noise_smooth_max(a: f32, b: f32, radius: f32) -> f32 {
    return max(a, b) + noise_rounding(a, b, radius);
}
