// Curves that shape a value, and smooth minimum and maximum.
//
// Parameters: `value`, any number; `low` below `high`, and `start` below `end`; `bias` and `gain` between 0 and 1; `steps` and
//   `radius` above 0; `ramp` 0..1.
// Range: 0..1 for smoothstep, bias and gain curve; that of the value for a terrace; `low` to `high` for a line. A smooth
//   minimum or maximum differs from the sharp one by at most radius/4.
// Cost:
//   noise_smoothstep: 0 table reads, 9 operations
//   noise_bias: 0 table reads, 8 operations
//   noise_gain_curve: 0 table reads, 18 operations
//   noise_terrace: 0 table reads, 11 operations
//   noise_line: 0 table reads, 8 operations
//   noise_smooth_min: 0 table reads, 9 operations
//   noise_smooth_max: 0 table reads, 9 operations
// Source: Schlick, Fast Alternatives to Perlin's Bias and Gain Functions, Graphics Gems IV, 1994 (bias and gain); Quilez,
//   smooth minimum, 2013 (smooth minimum and maximum).
// Needs: nothing.

// 0 below `low`, 1 above `high`, and t^2 (3 - 2t) between them, with t from 0 to 1.
fn noise_smoothstep(value: f32, low: f32, high: f32) -> f32 {
    let t = min(max((value - low) / (high - low), 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Maps 0..1 onto itself so that 1/2 becomes `bias`: bias t/((1 - bias)(1 - t) + bias t), in which no terms cancel.
fn noise_bias(value: f32, bias: f32) -> f32 {
    let t = min(max(value, 0.0), 1.0);
    let top = bias * t;
    return top / ((1.0 - bias) * (1.0 - t) + top);
}

// Maps 0..1 onto itself by an S-curve through (1/2, 1/2): two bias curves, of which one is turned around.
fn noise_gain_curve(value: f32, gain: f32) -> f32 {
    let t = min(max(value, 0.0), 1.0);
    let half = 0.5 * noise_bias(2.0 * min(t, 1.0 - t), 1.0 - gain);
    return select(1.0 - half, half, t < 0.5);
}

// Divides each unit into `steps` terraces. The last part of each, `ramp` of its width, rises to the next.
fn noise_terrace(value: f32, steps: f32, ramp: f32) -> f32 {
    let v = value * steps;
    let low = floor(v);
    let up = ((v - low) - (1.0 - ramp)) / max(ramp, 1e-6);
    return (low + min(max(up, 0.0), 1.0)) / steps;
}

// The straight line from (start, low) to (end, high), constant beyond both ends.
fn noise_line(value: f32, start: f32, low: f32, end: f32, high: f32) -> f32 {
    return low + min(max((value - start) / (end - start), 0.0), 1.0) * (high - low);
}

// Returns how much a smooth minimum is below the sharp one: h^2/(4 radius) with h = max(radius - |a - b|, 0).
fn noise_rounding(a: f32, b: f32, radius: f32) -> f32 {
    let h = max(radius - abs(a - b), 0.0);
    return 0.25 * h * h / radius;
}

// Returns the minimum, smooth where `a` and `b` differ by less than `radius`.
fn noise_smooth_min(a: f32, b: f32, radius: f32) -> f32 {
    return min(a, b) - noise_rounding(a, b, radius);
}

// Returns the maximum, smooth where `a` and `b` differ by less than `radius`.
fn noise_smooth_max(a: f32, b: f32, radius: f32) -> f32 {
    return max(a, b) + noise_rounding(a, b, radius);
}
