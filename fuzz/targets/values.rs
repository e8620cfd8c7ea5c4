//! libFuzzer on [`wgpu_noise_fuzz::values`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgpu_noise_fuzz::values(data);
});
