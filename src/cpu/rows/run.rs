//! A run: three multiply-adds a sample, for one or two rows at a time.
#![allow(
    clippy::needless_range_loop,
    reason = "counted loops unroll, and each row stays in registers"
)]

use super::Sums;
use super::coefficients::Coefficients;
use super::samples::{Columns, Narrow, Samples, Wide};
use crate::cpu::simd::{Kernel, Lanes};

/// Where the values of `N` rows go: from the sum so far, if any, to the sum or to the output.
pub(super) struct Target<'a, 'b, const N: usize> {
    /// The sums of the layers so far.
    pub sums: &'a mut [&'b mut Sums; N],
    /// The output, where this is the last layer.
    pub out: Option<&'a mut [&'b mut [f32]; N]>,
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
    let samples = (samples, coefficients);
    match (out, first, stream) {
        (None, true, _) => lanes.apart(All(samples, Begin(sums))),
        (None, false, _) => lanes.apart(All(samples, Add(sums))),
        (Some(out), true, false) => lanes.apart(All(samples, Set(out))),
        (Some(out), false, false) => lanes.apart(All(samples, End(sums, out))),
        (Some(out), true, true) => lanes.apart(All(samples, Stream(out))),
        (Some(out), false, true) => lanes.apart(All(samples, EndStream(sums, out))),
    }
}

/// All samples of a run, with the coefficients of their rows, and what becomes of their values.
struct All<'a, P, const N: usize>((&'a Samples, [&'a Coefficients; N]), P);

impl<P: Put, const N: usize> Kernel for All<'_, P, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let All((samples, coefficients), put) = self;
        all(lanes, samples, coefficients, put);
    }
}

/// What becomes of a vector of values.
trait Put {
    /// Takes the values of a row's samples from `at` on.
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats);
}

/// Sets them.
struct Begin<'a, 'b, const N: usize>(&'a mut [&'b mut Sums; N]);
/// The same, and there may be no room for all of the last vector.
struct Set<'a, 'b, const N: usize>(&'a mut [&'b mut [f32]; N]);
/// Adds them in place.
struct Add<'a, 'b, const N: usize>(&'a mut [&'b mut Sums; N]);
/// Adds them to the first, and sets the second.
struct End<'a, 'b, const N: usize>(&'a mut [&'b mut Sums; N], &'a mut [&'b mut [f32]; N]);
/// Sets them around the caches.
struct Stream<'a, 'b, const N: usize>(&'a mut [&'b mut [f32]; N]);
/// Adds them to the first, and sets the second around the caches.
struct EndStream<'a, 'b, const N: usize>(&'a mut [&'b mut Sums; N], &'a mut [&'b mut [f32]; N]);

impl<const N: usize> Put for Begin<'_, '_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        lanes.store(value, &mut self.0[row].0[at..][..L::WIDTH]);
    }
}

impl<const N: usize> Put for Set<'_, '_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        lanes.store(value, &mut self.0[row][at..]);
    }
}

impl<const N: usize> Put for Add<'_, '_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        let sum = &mut self.0[row].0[at..][..L::WIDTH];
        lanes.store(lanes.add(lanes.load(sum), value), sum);
    }
}

impl<const N: usize> Put for End<'_, '_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        let value = lanes.add(lanes.load(&self.0[row].0[at..]), value);
        lanes.store(value, &mut self.1[row][at..]);
    }
}

impl<const N: usize> Put for Stream<'_, '_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        lanes.stream(value, &mut self.0[row][at..]);
    }
}

impl<const N: usize> Put for EndStream<'_, '_, N> {
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, row: usize, at: usize, value: L::Floats) {
        let value = lanes.add(lanes.load(&self.0[row].0[at..]), value);
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
    // What all vectors share is loaded once, if there are registers to hold it.
    let held = samples.step == 0;
    match &samples.columns {
        Columns::Wide(Wide { column, vectors }) => match (vectors, held && L::MANY_REGISTERS) {
            (4, true) => wide::<L, N, 4, true>(lanes, samples, column, coefficients, put),
            (4, false) => wide::<L, N, 4, false>(lanes, samples, column, coefficients, put),
            (2, true) => wide::<L, N, 2, true>(lanes, samples, column, coefficients, put),
            (2, false) => wide::<L, N, 2, false>(lanes, samples, column, coefficients, put),
            (_, true) => wide::<L, N, 1, true>(lanes, samples, column, coefficients, put),
            (_, false) => wide::<L, N, 1, false>(lanes, samples, column, coefficients, put),
        },
        Columns::Narrow(columns) => match held {
            true => narrow::<L, N, true>(lanes, samples, columns, coefficients, put),
            false => narrow::<L, N, false>(lanes, samples, columns, coefficients, put),
        },
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
            a: lanes.splat(of.a.0[column]),
            b: lanes.splat(of.b.0[column]),
            e: lanes.splat(of.e.0[column]),
            f: lanes.splat(of.f.0[column]),
        }
    }

    #[inline(always)]
    fn at<L: Lanes<Floats = F>>(&self, lanes: L, u: F, fade: F) -> F {
        let low = lanes.mul_add(self.b, u, self.a);
        let rise = lanes.mul_add(self.f, u, self.e);
        lanes.mul_add(fade, rise, low)
    }
}

// Indices, not iterators: a zip of chunks is not always inlined, and a call in these loops costs
// more than the few bounds checks that are left.

/// Groups of `VECTORS` vectors that lie in one column.
#[inline(always)]
fn wide<L: Lanes, const N: usize, const VECTORS: usize, const HELD: bool>(
    lanes: L,
    samples: &Samples,
    columns: &[u32],
    coefficients: [&Coefficients; N],
    mut put: impl Put,
) {
    let group = VECTORS * L::WIDTH;
    let (fractions, fades) = (&samples.fraction[..], &samples.fade[..]);
    let mut held = [(lanes.load(fractions), lanes.load(fades)); VECTORS];
    for i in 1..VECTORS {
        let from = i * L::WIDTH;
        held[i] = (lanes.load(&fractions[from..]), lanes.load(&fades[from..]));
    }
    let (mut at, mut from) = (0, 0);
    for &column in columns {
        let (own_u, own_fade) = (&fractions[from..][..group], &fades[from..][..group]);
        for row in 0..N {
            let own = Own::broadcast(lanes, coefficients[row], column as usize);
            for i in 0..VECTORS {
                let from = i * L::WIDTH;
                let (u, fade) = match HELD {
                    true => held[i],
                    false => (lanes.load(&own_u[from..]), lanes.load(&own_fade[from..])),
                };
                put.put(lanes, row, at + from, own.at(lanes, u, fade));
            }
        }
        at += group;
        from += samples.step;
    }
}

/// Vectors that cross columns.
#[inline(always)]
fn narrow<L: Lanes, const N: usize, const HELD: bool>(
    lanes: L,
    samples: &Samples,
    columns: &Narrow,
    coefficients: [&Coefficients; N],
    mut put: impl Put,
) {
    let (fractions, fades) = (&samples.fraction[..], &samples.fade[..]);
    let all_further = &columns.further[..];
    let (mut u, mut fade) = (lanes.load(fractions), lanes.load(fades));
    let mut further = lanes.indices(all_further);
    let (mut at, mut from) = (0, 0);
    for &first in &columns.first {
        if !HELD {
            (u, fade) = (lanes.load(&fractions[from..]), lanes.load(&fades[from..]));
            further = lanes.indices(&all_further[from..]);
        }
        let c = first as usize;
        for row in 0..N {
            let of = coefficients[row];
            let own = Own {
                a: lanes.permute(lanes.load(&of.a.0[c..]), further),
                b: lanes.permute(lanes.load(&of.b.0[c..]), further),
                e: lanes.permute(lanes.load(&of.e.0[c..]), further),
                f: lanes.permute(lanes.load(&of.f.0[c..]), further),
            };
            put.put(lanes, row, at, own.at(lanes, u, fade));
        }
        at += L::WIDTH;
        from += samples.step;
    }
}

/// Vectors of samples in any columns.
#[inline(always)]
fn scattered<L: Lanes, const N: usize>(
    lanes: L,
    samples: &Samples,
    columns: &[u32],
    coefficients: [&Coefficients; N],
    mut put: impl Put,
) {
    let (fractions, fades) = (&samples.fraction[..], &samples.fade[..]);
    let mut at = 0;
    while at < columns.len() {
        let (u, fade) = (lanes.load(&fractions[at..]), lanes.load(&fades[at..]));
        for row in 0..N {
            let of = coefficients[row];
            let own = Own {
                a: lanes.gather(&of.a.0, &columns[at..]),
                b: lanes.gather(&of.b.0, &columns[at..]),
                e: lanes.gather(&of.e.0, &columns[at..]),
                f: lanes.gather(&of.f.0, &columns[at..]),
            };
            put.put(lanes, row, at, own.at(lanes, u, fade));
        }
        at += L::WIDTH;
    }
}
