//! The curve of sRGB, between encoded colours and light (IEC 61966-2-1).

/// Returns the light of an encoded component.
pub fn decoded(encoded: f32) -> f32 {
    if encoded <= 0.04045 {
        encoded / 12.92
    } else {
        ((encoded + 0.055) / 1.055).powf(2.4)
    }
}

/// Returns the encoded component of light.
pub fn encoded(light: f32) -> f32 {
    if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_undoes_the_other() {
        for byte in 0..=255_u8 {
            let colour = f32::from(byte) / 255.0;
            assert!((encoded(decoded(colour)) - colour).abs() < 1e-6, "{byte}");
        }
        // Half of the light of white looks much brighter than half of its number.
        assert!((encoded(0.5) - 0.735_357).abs() < 1e-6);
        assert!((decoded(0.5) - 0.214_041).abs() < 1e-6);
    }
}
