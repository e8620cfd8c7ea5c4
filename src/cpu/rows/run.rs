//! A run: three multiply-adds a sample, for one or two rows at a time.

use super::coefficients::Coefficients;
use super::samples::{Columns, Narrow, Samples, Wide};
use crate::cpu::simd::Lanes;

/// Where the values of `N` rows go: from the sum so far, if any, to the sum or to the output.
pub(super) struct Target<'a, const N: usize> {
    /// The sums of the layers so far.
    pub sums: [&'a mut [f32]; N],
    /// The output, where this is the last layer.
    pub out: Option<[&'a mut [f32]; N]>,
    /// Whether this is the first layer.
    pub first: bool,
    /// Whether the output is written around the caches.
    pub stream: bool,
}

/// Evaluates one layer at all samples of a run.
#[inline(always)]
pub(super) fn run<L: Lanes, const N: usize>(
    lanes: L,
    samples: &Samples,
    coefficients: [&Coefficients; N],
    target: Target<N>,
) {
    let Target {
        sums,
        out,
        first,
        stream,
    } = target;
    match (out, first, stream) {
        (None, true, _) => all(lanes, samples, coefficients, Begin(sums)),
        (None, false, _) => all(lanes, samples, coefficients, Add(sums)),
        (Some(out), true, false) => all(lanes, samples, coefficients, Begin(out)),
        (Some(out), false, false) => all(lanes, samples, coefficients, End(sums, out)),
        (Some(out), true, true) => all(lanes, samples, coefficients, Stream(out)),
        (Some(out), false, true) => all(lanes, samples, coefficients, EndStream(sums, out)),
    }
}

/// What becomes of a vector of values.
trait Put {
    /// Takes the values of a row's samples from `at` on.
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats);
}

/// Sets them.
struct Begin<'a, const N: usize>([&'a mut [f32]; N]);
/// Adds them in place.
struct Add<'a, const N: usize>([&'a mut [f32]; N]);
/// Adds them to the first, and sets the second.
struct End<'a, const N: usize>([&'a mut [f32]; N], [&'a mut [f32]; N]);
/// Sets them around the caches.
struct Stream<'a, const N: usize>([&'a mut [f32]; N]);
/// Adds them to the first, and sets the second around the caches.
struct EndStream<'a, const N: usize>([&'a mut [f32]; N], [&'a mut [f32]; N]);

impl<const N: usize> Put for Begin<'_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        lanes.store(value, &mut self.0[row][at..]);
    }
}

impl<const N: usize> Put for Add<'_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        let sum = &mut self.0[row][at..];
        lanes.store(lanes.add(lanes.load(sum), value), sum);
    }
}

impl<const N: usize> Put for End<'_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        let value = lanes.add(lanes.load(&self.0[row][at..]), value);
        lanes.store(value, &mut self.1[row][at..]);
    }
}

impl<const N: usize> Put for Stream<'_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        lanes.stream(value, &mut self.0[row][at..]);
    }
}

impl<const N: usize> Put for EndStream<'_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        let value = lanes.add(lanes.load(&self.0[row][at..]), value);
        lanes.stream(value, &mut self.1[row][at..]);
    }
}

#[inline(always)]
fn all<L: Lanes, const N: usize>(
    lanes: L,
    samples: &Samples,
    coefficients: [&Coefficients; N],
    put: impl Put,
) {
    match &samples.columns {
        Columns::Wide(columns) => wide(lanes, samples, columns, coefficients, put),
        Columns::Narrow(columns) => narrow(lanes, samples, columns, coefficients, put),
        Columns::Scattered(columns) => scattered(lanes, samples, columns, coefficients, put),
    }
}

/// The four coefficients of the samples of a vector.
#[derive(Clone, Copy)]
struct Own<F> {
    a: F,
    b: F,
    e: F,
    f: F,
}

impl<F: Copy> Own<F> {
    /// Those of one column for all.
    #[inline(always)]
    fn broadcast<L: Lanes<Floats = F>>(lanes: L, of: &Coefficients, column: usize) -> Own<F> {
        Own {
            a: lanes.splat(of.a[column]),
            b: lanes.splat(of.b[column]),
            e: lanes.splat(of.e[column]),
            f: lanes.splat(of.f[column]),
        }
    }

    #[inline(always)]
    fn at<L: Lanes<Floats = F>>(&self, lanes: L, u: F, fade: F) -> F {
        let low = lanes.mul_add(self.b, u, self.a);
        let rise = lanes.mul_add(self.f, u, self.e);
        lanes.mul_add(fade, rise, low)
    }
}

#[inline(always)]
fn wide<L: Lanes, const N: usize>(
    lanes: L,
    samples: &Samples,
    columns: &[Wide],
    coefficients: [&Coefficients; N],
    mut put: impl Put,
) {
    let mut fractions = samples.fraction.chunks_exact(L::WIDTH);
    let mut fades = samples.fade.chunks_exact(L::WIDTH);
    let mut at = 0;
    for column in columns {
        let c = column.column as usize;
        let mut own = [Own::broadcast(lanes, coefficients[0], c); N];
        for (own, of) in own.iter_mut().zip(coefficients).skip(1) {
            *own = Own::broadcast(lanes, of, c);
        }
        let vectors = column.vectors as usize;
        for (u, fade) in fractions.by_ref().take(vectors).zip(fades.by_ref().take(vectors)) {
            let (u, fade) = (lanes.load(u), lanes.load(fade));
            for row in 0..N {
                put.put(lanes, row, at, own[row].at(lanes, u, fade));
            }
            at += L::WIDTH;
        }
    }
}

#[inline(always)]
fn narrow<L: Lanes, const N: usize>(
    lanes: L,
    samples: &Samples,
    columns: &Narrow,
    coefficients: [&Coefficients; N],
    mut put: impl Put,
) {
    let vectors = (samples.fraction.chunks_exact(L::WIDTH))
        .zip(samples.fade.chunks_exact(L::WIDTH))
        .zip(columns.further.chunks_exact(L::WIDTH));
    let mut at = 0;
    for (&first, ((u, fade), further)) in columns.first.iter().zip(vectors) {
        let (u, fade) = (lanes.load(u), lanes.load(fade));
        let (c, further) = (first as usize, lanes.indices(further));
        for (row, of) in coefficients.iter().enumerate() {
            let own = Own {
                a: lanes.permute(lanes.load(&of.a[c..]), further),
                b: lanes.permute(lanes.load(&of.b[c..]), further),
                e: lanes.permute(lanes.load(&of.e[c..]), further),
                f: lanes.permute(lanes.load(&of.f[c..]), further),
            };
            put.put(lanes, row, at, own.at(lanes, u, fade));
        }
        at += L::WIDTH;
    }
}

#[inline(always)]
fn scattered<L: Lanes, const N: usize>(
    lanes: L,
    samples: &Samples,
    columns: &[u32],
    coefficients: [&Coefficients; N],
    mut put: impl Put,
) {
    let vectors = (samples.fraction.chunks_exact(L::WIDTH))
        .zip(samples.fade.chunks_exact(L::WIDTH))
        .zip(columns.chunks_exact(L::WIDTH));
    let mut at = 0;
    for ((u, fade), columns) in vectors {
        let (u, fade) = (lanes.load(u), lanes.load(fade));
        for (row, of) in coefficients.iter().enumerate() {
            let own = Own {
                a: lanes.gather(&of.a, columns),
                b: lanes.gather(&of.b, columns),
                e: lanes.gather(&of.e, columns),
                f: lanes.gather(&of.f, columns),
            };
            put.put(lanes, row, at, own.at(lanes, u, fade));
        }
        at += L::WIDTH;
    }
}
