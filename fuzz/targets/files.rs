//! libFuzzer on [`wgpu_noise_fuzz::files`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    wgpu_noise_fuzz::files(data);
});
