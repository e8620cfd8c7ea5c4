use super::*;
use half::f16;

fn pack(format: Format, channels: u32, range: [f32; 2], samples: &[f32]) -> (Vec<u8>, u64) {
    let packing = Packing::new(format, channels, range).unwrap();
    let mut out = vec![0xAA; samples.len() / channels as usize * packing.bytes() as usize];
    let saturated = packing.pack(samples, &mut out);
    (out, saturated)
}

fn words(bytes: &[u8]) -> Vec<u16> {
    let pairs = bytes.as_chunks().0;
    pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect()
}

#[test]
fn every_byte_is_reached_and_its_steps_lie_halfway() {
    let ramp: Vec<f32> = (0..=255).map(|i| i as f32 / 255.0).collect();
    let (out, saturated) = pack(Format::R8Unorm, 1, [0.0, 1.0], &ramp);
    assert_eq!(out, (0..=255).collect::<Vec<u8>>());
    assert_eq!(saturated, 0);
    for i in 0..255_u32 {
        let step = (f64::from(i) + 0.5) / 255.0;
        let around = [(step - 1e-6) as f32, (step + 1e-6) as f32];
        let (out, _) = pack(Format::R8Unorm, 1, [0.0, 1.0], &around);
        assert_eq!(out, [i as u8, i as u8 + 1]);
    }
}

#[test]
fn every_word_is_reached() {
    for range in [[0.0, 1.0], [-1.0, 1.0], [-3.0, 5.0]] {
        let [lo, hi] = range;
        let ramp: Vec<f32> = (0..=65535)
            .map(|i| lo + (hi - lo) * (i as f32 / 65535.0))
            .collect();
        let (out, saturated) = pack(Format::R16Unorm, 1, range, &ramp);
        assert_eq!(words(&out), (0..=65535).collect::<Vec<u16>>());
        assert_eq!(saturated, 0);
    }
}

#[test]
fn the_rule_holds_on_a_fine_ramp() {
    let [lo, hi] = [-0.7_f32, 1.3];
    let ramp: Vec<f32> = (-1000..300_000).map(|i| i as f32 * 7.3e-6 - 0.72).collect();
    let (bytes, outside) = pack(Format::R8Unorm, 1, [lo, hi], &ramp);
    for (v, byte) in ramp.iter().zip(&bytes) {
        let t = ((v - lo) / (hi - lo)).clamp(0.0, 1.0);
        assert_eq!(*byte, (t * 255.0 + 0.5).floor() as u8, "{v}");
    }
    let expected = ramp.iter().filter(|v| **v < lo || **v > hi).count();
    assert!(expected > 1000);
    assert_eq!(outside, expected as u64);
}

#[test]
fn outside_the_range_saturates_and_is_counted() {
    let wild = [
        -1.0,
        1.0,
        -1.0000001,
        1.0000001,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        f32::MAX,
    ];
    let (out, saturated) = pack(Format::R8Unorm, 1, [-1.0, 1.0], &wild);
    assert_eq!(out, [0, 255, 0, 255, 255, 0, 0, 255]);
    assert_eq!(saturated, 6);
    let (out, saturated) = pack(Format::R16Unorm, 1, [-1.0, 1.0], &wild);
    assert_eq!(words(&out), [0, 65535, 0, 65535, 65535, 0, 0, 65535]);
    assert_eq!(saturated, 6);
    for format in [Format::R32Float, Format::R16Float] {
        assert_eq!(pack(format, 1, [-1.0, 1.0], &wild).1, 0);
    }
}

#[test]
fn a_range_with_the_greater_first_inverts() {
    let wild = [
        1.25,
        0.0,
        1.2,
        0.6,
        -0.1,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    let (out, saturated) = pack(Format::R8Unorm, 1, [1.2, 0.0], &wild);
    assert_eq!(out, [0, 255, 0, 128, 255, 0, 255, 0]);
    assert_eq!(saturated, 5);
    let (out, saturated) = pack(Format::Rgba8Unorm, 3, [1.2, 0.0], &[1.2, 0.6, 0.0]);
    assert_eq!((out, saturated), (vec![0, 128, 255, 255], 0));
}

#[test]
fn halves_round_to_nearest_even() {
    // Every finite half, and the singles on either side of the midpoint to its neighbour.
    for bits in 0..=u16::MAX {
        let h = f16::from_bits(bits);
        if !h.is_finite() {
            continue;
        }
        let v = h.to_f32();
        // The next half away from 0; after the largest comes 65536, which is stored as infinity.
        let away = match bits & 0x7FFF {
            0x7BFF => 65536_f32.copysign(v),
            _ => f16::from_bits(bits + 1).to_f32(),
        };
        let middle = (v + away) / 2.0;
        let below = f32::from_bits(middle.to_bits() - 1);
        let above = f32::from_bits(middle.to_bits() + 1);
        let even = bits + (bits & 1);
        let (out, _) = pack(Format::R16Float, 1, [0.0, 1.0], &[v, below, middle, above]);
        assert_eq!(words(&out), [bits, bits, even, bits + 1], "{bits:#06x}");
    }
    let special = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e30];
    let (out, _) = pack(Format::R16Float, 1, [0.0, 1.0], &special);
    let out = words(&out);
    assert_eq!([out[0], out[1], out[3]], [0x7C00, 0xFC00, 0x7C00]);
    assert!(f16::from_bits(out[2]).is_nan());
}

#[test]
fn missing_components_are_zero_and_a_missing_fourth_is_one() {
    let range = [-1.0, 1.0];
    assert_eq!(
        pack(Format::Rg8Unorm, 1, range, &[1.0, -1.0]).0,
        [255, 0, 0, 0]
    );
    let (out, saturated) = pack(
        Format::Rgba8Unorm,
        3,
        range,
        &[1.0, 0.0, -1.0, 2.0, 1.0, 1.0],
    );
    assert_eq!(out, [255, 128, 0, 255, 255, 255, 255, 255]);
    assert_eq!(saturated, 1);
    assert_eq!(
        pack(Format::Rgba8Unorm, 1, range, &[1.0]).0,
        [255, 0, 0, 255]
    );
    let (out, saturated) = pack(Format::Rgba16Unorm, 3, range, &[1.0, 0.0, -2.0]);
    assert_eq!(words(&out), [0xFFFF, 0x8000, 0, 0xFFFF]);
    assert_eq!(saturated, 1);
    let (out, _) = pack(Format::Rgba16Float, 2, range, &[1.0, -2.0]);
    assert_eq!(words(&out), [0x3C00, 0xC000, 0, 0x3C00]);
    let (out, _) = pack(Format::Rgba32Float, 3, range, &[1.5, 2.5, 3.5]);
    assert_eq!(out, [1.5_f32, 2.5, 3.5, 1.0].map(f32::to_le_bytes).concat());
}

#[test]
fn long_runs_are_packed_as_short_ones() {
    let samples: Vec<f32> = (0..3 * 5000).map(|i| (i as f32 * 0.37).sin()).collect();
    for format in [Format::Rgba8Unorm, Format::Rgba16Float, Format::Rgba32Float] {
        let (whole, _) = pack(format, 3, [-1.0, 1.0], &samples);
        let single: Vec<u8> = samples
            .chunks(3)
            .flat_map(|texel| pack(format, 3, [-1.0, 1.0], texel).0)
            .collect();
        assert_eq!(whole, single, "{format}");
    }
}

#[test]
fn samples_stay_as_they_are() {
    let samples = [1.0, f32::MIN_POSITIVE, -0.0, 65504.7, 1e-42, f32::INFINITY];
    for channels in 1..=3 {
        let packing = Packing::samples(channels).unwrap();
        assert_eq!(packing.bytes(), 4 * channels);
        let mut out = vec![0; 24];
        assert_eq!(packing.pack(&samples, &mut out), 0);
        assert_eq!(out, samples.map(f32::to_le_bytes).concat());
    }
}

#[test]
fn wrong_requests_name_the_field() {
    let refused = |format, channels, range| {
        Packing::new(format, channels, range)
            .unwrap_err()
            .to_string()
    };
    let message = refused(Format::R8Unorm, 2, [0.0, 1.0]);
    assert_eq!(message, "channels: got 2; allowed: 1 for r8unorm");
    assert!(refused(Format::Rgba8Unorm, 0, [0.0, 1.0]).contains("1 to 4 for rgba8unorm"));
    assert!(refused(Format::Rgba8Unorm, 5, [0.0, 1.0]).starts_with("channels: got 5"));
    for range in [
        [1.0, 1.0],
        [f32::NAN, 1.0],
        [0.0, f32::INFINITY],
        [-3e38, 3e38],
    ] {
        assert!(refused(Format::R8Unorm, 1, range).starts_with("range: "));
    }
    assert!(Packing::samples(0).is_err() && Packing::samples(5).is_err());
}

#[test]
fn a_range_is_refused_for_what_is_wrong_with_it() {
    let message = |range| {
        Packing::new(Format::R8Unorm, 1, range)
            .unwrap_err()
            .to_string()
    };
    let allowed = "; allowed: two finite numbers that differ, by at most 3.4e38";
    for (range, given) in [
        ([0.5, 0.5], "0.5,0.5"),
        ([-3e38, 3e38], "-3e38,3e38"),
        ([0.0, f32::INFINITY], "0,inf"),
        ([f32::NAN, 1.0], "NaN,1"),
    ] {
        assert_eq!(message(range), format!("range: got {given}{allowed}"));
    }
    assert!(Packing::new(Format::R8Unorm, 1, [f32::MIN, 0.0]).is_ok());
}
