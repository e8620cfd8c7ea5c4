//! Computes the layers of a job: for each octave of each source the cells, the periods and the table.

use super::Layer;
use super::binder::Binder;
use super::lattice::{Lattice, Rate};
use super::op::{Fold, SlotId};
use super::seamless::{self, Moved};
use crate::grid::position::CELLS_MAX;
use crate::grid::{Affine, Span};
use crate::hash::{elias_key, integer_key, octave_shift, permutation};
use crate::limits::{PERIOD_MAX, short};
use crate::noise::{Axis, Hash};
use crate::{Error, Result};

impl Binder<'_> {
    /// Returns the layers of a source.
    pub fn layers(&mut self, source: &Lattice) -> Result<Vec<Layer>> {
        let noise = source.noise.properties();
        noise.check(self.params, source.axes.len())?;
        (self.combinations(source.frame).iter())
            .map(|ks| self.layer(source, ks))
            .collect()
    }

    /// Returns the name and the value of the parameter that gives the frequency factor of the innermost fold that is past its
    /// first octave, for messages.
    fn factor_of(&self, source: &Lattice, axis: usize, ks: &[u32]) -> Option<(&str, f64)> {
        let folds = self.program.folds_around(source.frame);
        let (fold, k) = folds.into_iter().zip(ks).rfind(|(_, k)| **k > 0)?;
        let slot = self.factors(fold, axis).slot(*k);
        Some((self.params.name(slot), self.params.at(slot)))
    }

    /// Returns a source's layer in octaves `ks`.
    fn layer(&mut self, source: &Lattice, ks: &[u32]) -> Result<Layer> {
        let seed = (self.params.seed).wrapping_add(self.params.at(source.seed) as u32);
        let shift = self.shift(source, seed, ks);
        let mut layer = Layer {
            cells: Vec::new(),
            shifts: source.axes.iter().map(|&axis| shift[axis]).collect(),
            rates: Vec::new(),
            periods: Vec::new(),
            table: 0,
            key: [0; 4],
        };
        for i in 0..source.axes.len() {
            let (cells, rate, period) = self.axis(source, i, layer.shifts[i], ks)?;
            layer.cells.push(cells);
            layer.rates.push(rate as f32);
            layer.periods.push(period);
        }
        let octave = self.octave(source, ks, |fold| !fold.shared_tables);
        match source.hash {
            Hash::Table => layer.table = self.table(seed, octave),
            Hash::Integer => layer.key = integer_key(seed, octave),
            Hash::Elias => layer.key = elias_key(seed, octave),
        }
        Ok(layer)
    }

    /// Returns the slot that gives the source's cells along its axis `i`, and the cells per unit.
    pub(super) fn rate(&self, source: &Lattice, i: usize) -> Result<(SlotId, f64)> {
        let extent = self.grid.span(source.axes[i]).extent;
        match source.rates[i] {
            Rate::Frequency(slot) => Ok((slot, self.params.at(slot))),
            Rate::Cells(slot) if extent > 0.0 => Ok((slot, self.params.at(slot) / extent)),
            Rate::Cells(slot) => {
                let name = self.params.name(slot);
                Err(Error::invalid(
                    name,
                    "cells along an axis without samples",
                    "frequency",
                ))
            }
        }
    }

    /// Returns how far the lattice is shifted in octaves `ks` along each axis of space and time, in cells.
    fn shift(&self, source: &Lattice, seed: u32, ks: &[u32]) -> [f64; 4] {
        if !self.program.is_shifted(source.frame) {
            return [0.0; 4];
        }
        octave_shift(seed, self.octave(source, ks, |fold| fold.shifted))
    }

    /// Returns the affine map to cells, the cells per unit of displacement and the period along the source's axis `i`, whose
    /// lattice is shifted by `shift` cells.
    fn axis(
        &self,
        source: &Lattice,
        i: usize,
        shift: f64,
        ks: &[u32],
    ) -> Result<(Affine, f64, u32)> {
        let axis = source.axes[i];
        let span = self.grid.span(axis);
        let (slot, mut rate) = self.rate(source, i)?;
        let field = self.params.name(slot);
        let mut cells = (self.map(source.frame, axis, ks).times(rate)).plus(shift);
        let mut period = self.period(source, i, ks)?;
        if self.grid.seamless && span.extent > 0.0 && cells.scale != 0.0 {
            let Some(&own_period) = source.periods.get(i) else {
                let given = format!("{} under seamless", source.noise.name());
                let allowed =
                    "a noise that has periods, such as psrd, which is simplex noise that tiles";
                return Err(Error::invalid(field, given, allowed));
            };
            let same = self.same_period_scale(source, axis, ks);
            let moved = Moved {
                field,
                period_field: self.params.name(own_period),
                given: self.params.at(slot),
                axis,
                extent: span.extent,
                has_extent_of_sizes: self.grid.has_extent_of_sizes(axis),
                factor: self.factor_of(source, axis, ks),
                same,
            };
            let open = cells;
            (cells, period) = seamless::close(cells, period, &moved)?;
            rate *= cells.rate() / open.rate();
        }
        if period % f64::from(source.period_step(i)) != 0.0 {
            return Err(self.wrong_period(source, i, ks, period));
        }
        let reach = cells.reach(&span);
        // The reach is NaN if an infinite rate meets an extent of 0.
        if reach.is_nan() || reach >= CELLS_MAX {
            // The message names the origin if the same box at 0 would be allowed, else the frequency.
            let at_zero = Span {
                origin: 0.0,
                ..span
            };
            let field = if cells.reach(&at_zero) < CELLS_MAX {
                "origin"
            } else {
                field
            };
            let given = format!("a position of {reach:e} cells{}", octave_name(ks));
            let allowed = format!("positions below {CELLS_MAX:e} cells");
            return Err(Error::invalid(field, given, allowed));
        }
        let rescaled = self.program.rescaling_fold(source.frame).zip(ks.last());
        let rate = rate * rescaled.map_or(1.0, |(fold, &k)| self.factor(fold, axis, k));
        Ok((cells, rate, wrapped(source.hash, period, field)?))
    }

    /// Makes the error of a period that the lattice of the source cannot have along its axis `i`. It names what the period
    /// comes from: the parameter itself, the factor of an octave, or the frequency on a seamless grid.
    fn wrong_period(&self, source: &Lattice, i: usize, ks: &[u32], period: f64) -> Error {
        let axis = source.axes[i];
        let name = |slot: SlotId| self.params.name(slot);
        let own = (source.periods.get(i).copied()).filter(|&slot| self.params.at(slot) != 0.0);
        let field = match (own, self.factor_of(source, axis, ks), source.rates[i]) {
            (Some(slot), ..) => name(slot),
            (None, Some((factor, _)), _) => factor,
            (None, None, Rate::Frequency(slot) | Rate::Cells(slot)) => name(slot),
        };
        let given = format!(
            "a period of {} cells along {}{}",
            short(period),
            Axis::ALL[axis],
            octave_name(ks)
        );
        let allowed = format!(
            "for {} a period that is a multiple of {}",
            source.noise.name(),
            source.period_step(i)
        );
        Error::invalid(field, given, allowed)
    }

    /// Returns the period that the source's own parameter asks for in octaves `ks`; 0 for none.
    fn period(&self, source: &Lattice, i: usize, ks: &[u32]) -> Result<f64> {
        let Some(&slot) = source.periods.get(i) else {
            return Ok(0.0);
        };
        let folds = self.program.folds_around(source.frame);
        let period =
            (folds.into_iter().zip(ks)).fold(self.params.at(slot), |period, (fold, &k)| {
                if self.program.folds[fold.index()].same_period {
                    period
                } else {
                    period * self.factor(fold, source.axes[i], k)
                }
            });
        if period == 0.0 {
            return Ok(0.0);
        }
        if let Some(whole) = seamless::rounded_to_whole(period) {
            return Ok(whole);
        }
        let field = self.params.name(slot);
        let given = format!(
            "a period of {} cells{}",
            seamless::tidy(period),
            octave_name(ks)
        );
        let allowed = "whole periods in every octave: whole factors of frequency, or octave_period = \"same\"";
        Err(Error::invalid(field, given, allowed))
    }

    /// Returns the product of the frequency factors of the folds with `octave_period = "same"`, which do not scale periods.
    fn same_period_scale(&self, source: &Lattice, axis: usize, ks: &[u32]) -> f64 {
        let folds = self.program.folds_around(source.frame);
        (folds.into_iter().zip(ks))
            .filter(|(fold, _)| self.program.folds[fold.index()].same_period)
            .map(|(fold, &k)| self.factor(fold, axis, k))
            .product()
    }

    /// Returns the octave number that selects a table or a shift: 32·outer + inner, where a fold whose octaves are all alike
    /// counts as in its first octave.
    fn octave(&self, source: &Lattice, ks: &[u32], differs: impl Fn(&Fold) -> bool) -> u32 {
        let folds = self.program.folds_around(source.frame);
        (folds.into_iter().zip(ks)).fold(0, |octave, (fold, &k)| {
            let differs = differs(&self.program.folds[fold.index()]);
            32 * octave + if differs { k } else { 0 }
        })
    }

    /// Returns the index of the table of a seed and octave, which is made if there is none yet.
    fn table(&mut self, seed: u32, octave: u32) -> u32 {
        *self.table_of.entry((seed, octave)).or_insert_with(|| {
            self.tables.push(permutation(seed, octave));
            self.tables.len() as u32 - 1
        })
    }
}

/// Describes a source's octaves for messages; empty outside of fractals.
fn octave_name(ks: &[u32]) -> String {
    match ks {
        [] => String::new(),
        [k] => format!(" in octave {k}"),
        [outer, inner, ..] => format!(" in octave {inner} of octave {outer}"),
    }
}

/// Returns the period as the axis tables apply it: 0 if the permutation table, which repeats after 256 cells, already has it.
fn wrapped(hash: Hash, period: f64, field: &str) -> Result<u32> {
    if hash == Hash::Table && period % 256.0 == 0.0 {
        return Ok(0);
    }
    if period > f64::from(PERIOD_MAX) {
        let given = format!("a period of {} cells", short(period));
        return Err(Error::invalid(
            field,
            given,
            format!("periods of up to {PERIOD_MAX} cells"),
        ));
    }
    Ok(period as u32)
}
