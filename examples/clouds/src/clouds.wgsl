// The sky and its clouds, one pixel an invocation. Lengths in kilometres, y up.
//
// The cloud layer and its shape: Schneider, "The real-time volumetric cloudscapes of Horizon Zero Dawn" (2015).
// Scattering again and again as weaker octaves of one scattering: Wrenninge et al., "Oz: the great and volumetric" (2013);
// integrating a step whole: Hillaire, "Physically based sky, atmosphere and cloud rendering in Frostbite" (2016).

struct Sky {
    eye: vec3<f32>,
    cover: f32,
    right: vec3<f32>,
    density: f32,
    up: vec3<f32>,
    steps: f32,
    forward: vec3<f32>,
    rays: f32,
    sun: vec3<f32>,
    is_flat: f32,
    sunlight: vec3<f32>,
    frame: f32,
    zenith: vec3<f32>,
    width: f32,
    horizon: vec3<f32>,
    height: f32,
    glow: vec3<f32>,
    air: f32,
}

@group(0) @binding(0) var<uniform> sky: Sky;
@group(0) @binding(1) var linear: sampler;
@group(0) @binding(2) var shape: texture_3d<f32>;
@group(0) @binding(3) var erosion: texture_3d<f32>;
@group(0) @binding(4) var weather: texture_2d<f32>;
@group(0) @binding(5) var veil: texture_2d<f32>;

const PI: f32 = 3.14159265;
const EARTH: f32 = 6360.0;
// The layer that clouds lie in.
const BOTTOM: f32 = 1.5;
const TOP: f32 = 4.0;
// Kilometres that a texture covers before it repeats; the erosion's are whole parts of the shape's, so that all closes
// when the wind has gone through one.
override SHAPE_TILE: f32;
override EROSION_TILE: f32 = SHAPE_TILE / 4.0;
override WISP_TILE: f32 = SHAPE_TILE / 13.0;
override GRAIN_TILE: f32 = SHAPE_TILE / 41.0;
override VEIL_TILE: f32 = SHAPE_TILE * 6.0;
const WEATHER_TILE: f32 = 46.0;
// How far their tops are ahead of their feet.
const LEAN: f32 = 0.4;
// Where clouds have faded into the haze.
const FAR: f32 = 48.0;
// Extinction per kilometre of the densest cloud.
const EXTINCTION: f32 = 48.0;

@vertex
fn corner(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    let at = vec2<f32>(f32((i << 1u) & 2u), f32(i & 2u));
    return vec4<f32>(at * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn pixel(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let dither = offset(at.xy);
    var light = vec3<f32>(0.0);
    let rays = u32(sky.rays);
    for (var ray = 0u; ray < rays; ray += 1u) {
        // Places within the pixel by the R2 sequence, and offsets along the ray by the golden ratio.
        let k = f32(ray) + sky.frame * 0.5;
        let place = at.xy - 0.5 + fract(vec2<f32>(0.5) + k * vec2<f32>(0.75487767, 0.56984029));
        let screen = (place / vec2<f32>(sky.width, sky.height)) * vec2<f32>(2.0, -2.0) - vec2<f32>(1.0, -1.0);
        let way = normalize(sky.forward + screen.x * sky.right + screen.y * sky.up);
        light += radiance(way, fract(dither + k * 0.61803399));
    }
    let shown = tone(light / sky.rays);
    // Half a step of noise, so that no gradient shows bands.
    return vec4<f32>(shown + (dither - 0.5) / 255.0, 1.0);
}

// Evenly spread from pixel to pixel: interleaved gradient noise (Jimenez 2014).
fn offset(at: vec2<f32>) -> f32 {
    return fract(52.9829189 * fract(dot(at, vec2<f32>(0.06711056, 0.00583715))));
}

fn radiance(way: vec3<f32>, dither: f32) -> vec3<f32> {
    let behind = background(way);
    if sky.is_flat > 0.5 {
        return plane(way, behind);
    }
    return clouds(way, dither, behind);
}

// ---- the sky

fn background(way: vec3<f32>) -> vec3<f32> {
    let up = max(way.y, 0.0);
    let towards = max(dot(way, sky.sun), 0.0);
    var light = mix(sky.zenith, sky.horizon, exp(-up * 5.0));
    // Air and haze around the sun, widest near the horizon.
    light += sky.glow * (0.30 * pow(towards, 6.0) * exp(-up * 4.0) + 0.35 * pow(towards, 60.0));
    light += sky.sunlight * 12.0 * smoothstep(0.99985, 0.99997, towards);
    if way.y < 0.0 {
        // Land under haze.
        let land = vec3<f32>(0.035, 0.045, 0.035) * (0.2 + dot(sky.sunlight, vec3<f32>(0.02)));
        let distance = sky.eye.y / max(-way.y, 1e-4);
        light = mix(land, haze(way), 1.0 - exp(-distance / 14.0));
    }
    return light;
}

// What distance fades to.
fn haze(way: vec3<f32>) -> vec3<f32> {
    let towards = max(dot(way, sky.sun), 0.0);
    return sky.horizon + sky.glow * 0.30 * pow(towards, 6.0);
}

// ---- clouds in a volume

// Height over the curved ground.
fn altitude(p: vec3<f32>) -> f32 {
    return p.y + dot(p.xz, p.xz) / (2.0 * EARTH);
}

// The distance at which an upward ray reaches a height.
fn reach(way: vec3<f32>, height: f32) -> f32 {
    let a = dot(way.xz, way.xz) / (2.0 * EARTH);
    let c = sky.eye.y - height;
    let root = sqrt(max(way.y * way.y - 4.0 * a * c, 0.0));
    return -2.0 * c / (way.y + root);
}

fn remap(v: f32, low: f32, high: f32) -> f32 {
    return (v - low) / (high - low);
}

// Where the air of a point was when the wind began; above it is ahead. Weather stays over the land: clouds grow as they
// reach it, and fade as they leave.
fn carried(p: vec3<f32>, height: f32) -> vec3<f32> {
    return p - vec3<f32>(sky.air + height * LEAN, 0.0, 0.0);
}

// The density from 0 to 1 at a point, without what erosion takes from its edges.
fn body(p: vec3<f32>, height: f32) -> f32 {
    let map = textureSampleLevel(weather, linear, p.xz / WEATHER_TILE, 0.0);
    let cover = clamp(remap(map.x, 0.92 - sky.cover, 1.22 - sky.cover), 0.0, 1.0);
    if cover <= 0.0 {
        return 0.0;
    }
    // Flat below, round above; towers where the weather has them.
    let tower = 0.35 + 0.65 * map.y * cover;
    let profile = smoothstep(0.0, 0.09, height) * (1.0 - smoothstep(0.35 * tower, tower, height));
    let s = textureSampleLevel(shape, linear, carried(p, height) / SHAPE_TILE, 0.0);
    let billows = s.y * 0.625 + s.z * 0.25 + s.w * 0.125;
    let base = remap(s.x, 0.95 * (1.0 - billows), 1.0) * profile;
    return clamp(remap(base, 1.0 - 0.82 * cover, 1.0), 0.0, 1.0);
}

// With what erosion takes from its edges, as fine as is seen at that distance from the eye.
fn density(p: vec3<f32>, height: f32, distance: f32) -> f32 {
    let whole = body(p, height);
    if whole <= 0.0 {
        return 0.0;
    }
    let q = carried(p, height);
    let e = textureSampleLevel(erosion, linear, q / EROSION_TILE, 0.0).xyz;
    var billows = dot(e, vec3<f32>(0.5, 0.3, 0.2));
    // The same again and finer, each stirred by the one before.
    let near = 1.0 - smoothstep(6.0, 16.0, distance);
    if near > 0.0 {
        let r = q + (e - 0.5) * 0.10;
        let f = textureSampleLevel(erosion, linear, r / WISP_TILE, 0.0).xyz;
        billows += near * 0.6 * (dot(f, vec3<f32>(0.5, 0.3, 0.2)) - 0.5);
        let close = 1.0 - smoothstep(2.0, 5.0, distance);
        if close > 0.0 {
            let g = textureSampleLevel(erosion, linear, (r + (f - 0.5) * 0.03) / GRAIN_TILE, 0.0).xyz;
            billows += close * 0.35 * (dot(g, vec3<f32>(0.5, 0.3, 0.2)) - 0.5);
        }
    }
    // Means of cells keep to the middle: spread out, they bite.
    billows = clamp(remap(billows, 0.3, 0.72), 0.0, 1.0);
    // Round bumps; what is too thin to carry one goes altogether.
    let left = clamp(remap(whole, 0.10 + 0.75 * (1.0 - billows), 1.0), 0.0, 1.0);
    // Edges are thin.
    return left * (0.25 + 0.75 * smoothstep(0.0, 0.3, left)) * sky.density;
}

fn height_of(p: vec3<f32>) -> f32 {
    return (altitude(p) - BOTTOM) / (TOP - BOTTOM);
}

// The optical depth towards the sun, in steps that grow.
fn depth_to_sun(p: vec3<f32>, distance: f32) -> f32 {
    var depth = 0.0;
    var step = 0.035;
    var t = step * 0.5;
    for (var i = 0; i < 6; i += 1) {
        let q = p + sky.sun * t;
        let height = height_of(q);
        if height < 0.0 || height > 1.0 {
            break;
        }
        // Far from the point the edges count little.
        if i < 3 {
            depth += density(q, height, max(distance, 6.0)) * step;
        } else {
            depth += body(q, height) * 0.8 * sky.density * step;
        }
        t += step * 1.4;
        step *= 1.8;
    }
    return depth * EXTINCTION;
}

fn henyey_greenstein(cosine: f32, g: f32) -> f32 {
    let base = 1.0 + g * g - 2.0 * g * cosine;
    return (1.0 - g * g) / (4.0 * PI * base * sqrt(base));
}

// Mostly onwards, somewhat back.
fn phase(cosine: f32, weaker: f32) -> f32 {
    let onwards = henyey_greenstein(cosine, 0.80 * weaker);
    let back = henyey_greenstein(cosine, -0.25 * weaker);
    return mix(back, onwards, 0.55);
}

// Sunlight that reaches a point and goes on towards the eye, by one scattering and by more.
fn scattered(depth: f32, cosine: f32) -> f32 {
    var light = 0.0;
    var strength = 1.0;
    var thinner = 1.0;
    var weaker = 1.0;
    for (var octave = 0; octave < 4; octave += 1) {
        light += strength * exp(-depth * thinner) * phase(cosine, weaker);
        strength *= 0.58;
        thinner *= 0.34;
        weaker *= 0.55;
    }
    return light;
}

fn clouds(way: vec3<f32>, dither: f32, behind: vec3<f32>) -> vec3<f32> {
    if way.y < 0.004 {
        return behind;
    }
    let near = reach(way, BOTTOM);
    let far = min(reach(way, TOP), FAR);
    if near >= far {
        return behind;
    }
    let cosine = dot(way, sky.sun);
    // Steps are as long as they look from the eye.
    let pace = 0.75 / sky.steps;
    var t = near * (1.0 + pace * dither);
    var seen = 1.0;
    var light = vec3<f32>(0.0);
    var distance = 0.0;
    var weight = 0.0;
    var empty = 8;
    let most = i32(sky.steps * 3.0);
    for (var i = 0; i < most && t < far && seen > 0.01; i += 1) {
        let step = t * pace;
        let p = sky.eye + way * t;
        let height = height_of(p);
        if empty >= 8 {
            // In clear air, long steps through the body alone.
            if body(p, height) > 0.0 {
                t -= step * 2.0;
                empty = 0;
            } else {
                t += step * 2.0;
            }
            continue;
        }
        let here = density(p, height, t);
        if here > 0.0 {
            empty = 0;
            let extinction = here * EXTINCTION;
            let sun = sky.sunlight * scattered(depth_to_sun(p, t), cosine);
            let above = mix(sky.horizon, sky.zenith, 0.6);
            let around = above * (0.25 + 0.75 * clamp(height, 0.0, 1.0)) * 0.85;
            let through = exp(-extinction * step);
            let gone = seen * (1.0 - through);
            light += gone * (sun + around);
            distance += gone * t;
            weight += gone;
            seen *= through;
        } else {
            empty += 1;
        }
        t += step;
    }
    if weight <= 0.0 {
        return behind;
    }
    let fade = exp(-max(distance / weight - 4.0, 0.0) / 20.0);
    // What little the loop left to see is nothing, also of the sun.
    return behind * max(remap(seen, 0.01, 1.0), 0.0) + mix(haze(way) * weight, light, fade);
}

// ---- clouds on a plane

fn plane(way: vec3<f32>, behind: vec3<f32>) -> vec3<f32> {
    if way.y < 0.004 {
        return behind;
    }
    let t = reach(way, 3.0);
    let at = (sky.eye + way * t).xz / VEIL_TILE + vec2<f32>(0.3, 0.1);
    let here = thickness(at);
    // What lies between here and the sun.
    var depth = 0.0;
    for (var i = 1; i < 6; i += 1) {
        depth += thickness(at + sky.sun.xz * (0.0035 * f32(i)));
    }
    let light = sky.sunlight * scattered(depth * 0.9 + here, dot(way, sky.sun)) + sky.zenith * 0.6 + sky.horizon * 0.2;
    let fade = exp(-t / 30.0);
    let seen = mix(1.0, exp(-here * 3.5), fade);
    return mix(mix(haze(way), light, fade), behind, seen);
}

// The veil, and finer ones of itself that the wind carries along: whole parts of its tile.
fn thickness(at: vec2<f32>) -> f32 {
    let moved = at - vec2<f32>(sky.air / VEIL_TILE, 0.0);
    let fine = textureSampleLevel(veil, linear, moved * 6.0, 0.0).x - 0.5;
    let finer = textureSampleLevel(veil, linear, moved * 36.0 + 0.02 * fine, 0.0).x - 0.5;
    let v = textureSampleLevel(veil, linear, at + 0.004 * vec2<f32>(fine, finer), 0.0).x;
    return max(v + 0.2 * fine + 0.07 * finer - (0.98 - sky.cover), 0.0) * 2.4 * sky.density;
}

// ---- the picture

// A film's curve (Narkowicz 2015), then the curve of sRGB.
fn tone(light: vec3<f32>) -> vec3<f32> {
    let x = light * 0.72;
    let film = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), vec3<f32>(0.0), vec3<f32>(1.0));
    return select(1.055 * pow(film, vec3<f32>(1.0 / 2.4)) - 0.055, 12.92 * film, film <= vec3<f32>(0.0031308));
}
