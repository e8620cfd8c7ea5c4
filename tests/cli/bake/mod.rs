//! Bakes that succeed: what stands in the file, on standard output and on standard error.

mod automatic;
mod grids;
mod plans;
mod ranges;
mod said;
mod several;
mod values;

/// The samples of an `.npy` file, by another reader.
pub fn npy(bytes: &[u8]) -> (Vec<u64>, Vec<f32>) {
    let npy = npyz::NpyFile::new(bytes).expect("an .npy file");
    (npy.shape().to_vec(), npy.into_vec().expect("floats"))
}
