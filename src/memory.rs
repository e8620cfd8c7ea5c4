//! Allocations whose size depends on the request. One that fails is an error for the caller, not the end of the process.

use bytemuck::Zeroable;
use bytemuck::allocation::{try_zeroed_box, try_zeroed_vec};

use crate::{Error, Result};

/// Returns an empty vector with capacity for exactly `count` elements.
pub(crate) fn room<T>(count: usize) -> Result<Vec<T>> {
    let mut vector = Vec::new();
    vector
        .try_reserve_exact(count)
        .map_err(|_| none_left::<T>(count as u64))?;
    Ok(vector)
}

/// Returns a vector of `count` zeros. Large memory that the system hands out is zero already, and is not touched.
pub(crate) fn zeros<T: Zeroable>(count: u64) -> Result<Vec<T>> {
    (usize::try_from(count).ok())
        .and_then(|length| try_zeroed_vec(length).ok())
        .ok_or_else(|| none_left::<T>(count))
}

/// Sets the length of a vector that is used again and again. What is in it afterwards has no meaning: zeros, or what was left.
pub(crate) fn resize<T: Zeroable + Clone>(vector: &mut Vec<T>, count: u64) -> Result<()> {
    if count > vector.capacity() as u64 {
        // The old memory is freed first.
        *vector = Vec::new();
        *vector = zeros(count)?;
    }
    vector.resize(count as usize, T::zeroed());
    Ok(())
}

/// Collects an iterator of known length.
pub(crate) fn collect<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>> {
    let mut vector = Vec::new();
    extend(&mut vector, items)?;
    Ok(vector)
}

/// Appends the items of an iterator of known length.
pub(crate) fn extend<T>(
    vector: &mut Vec<T>,
    items: impl ExactSizeIterator<Item = T>,
) -> Result<()> {
    (vector.try_reserve(items.len())).map_err(|_| none_left::<T>(items.len() as u64))?;
    vector.extend(items);
    Ok(())
}

/// Collects an iterator of results, up to the first error.
pub(crate) fn try_collect<T>(items: impl Iterator<Item = Result<T>>) -> Result<Vec<T>> {
    let mut vector = Vec::new();
    for item in items {
        push(&mut vector, item?)?;
    }
    Ok(vector)
}

/// Returns a box of zeros.
pub(crate) fn zeroed_box<T: Zeroable>() -> Result<Box<T>> {
    try_zeroed_box().map_err(|()| none_left::<T>(1))
}

/// Appends an element.
#[inline(always)]
pub(crate) fn push<T>(vector: &mut Vec<T>, element: T) -> Result<()> {
    if vector.len() == vector.capacity() {
        (vector.try_reserve(1)).map_err(|_| none_left::<T>(vector.len() as u64 + 1))?;
    }
    vector.push(element);
    Ok(())
}

/// Returns the error of an allocation of `count` elements.
pub(crate) fn none_left<T>(count: u64) -> Error {
    Error::OutOfHostMemory {
        bytes: count.saturating_mul(size_of::<T>() as u64),
    }
}
