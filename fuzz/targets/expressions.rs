//! libFuzzer on [`wgpu_noise_fuzz::expressions`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgpu_noise_fuzz::expressions(data);
});
