//! libFuzzer on [`wgpu_noise_fuzz::http`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgpu_noise_fuzz::http(data);
});
