//! Seamless grids: chooses the periods with which sources repeat after the box. `winding` checks the values at both ends of it.

use crate::grid::Affine;
use crate::noise::Axis;
use crate::{Error, Result};

/// The relative distance from a whole number within which a number of cells counts as whole and is snapped to it.
pub(super) const NEARLY: f64 = 1e-6;

/// The same for what rounding in f64 causes: turns, which the reference does not snap, and periods, which are products.
const ROUNDED: f64 = 1e-12;

/// A source's axis in one octave over the box.
pub(super) struct Moved<'a> {
    /// The parameter that gives the frequency, for messages.
    pub field: &'a str,
    /// The parameter that gives the period, for messages.
    pub period_field: &'a str,
    /// The value of that parameter.
    pub given: f64,
    pub axis: usize,
    pub extent: f64,
    /// Whether that follows from the sizes.
    pub has_extent_of_sizes: bool,
    /// The name and value of the parameter that gives the octave's frequency factor; `None` in the first octave.
    pub factor: Option<(&'a str, f64)>,
    /// The product of the frequency factors that do not scale periods.
    pub same: f64,
}

/// Returns the map, snapped so that the box has a whole number of cells, and a period that divides this number.
pub(super) fn close(cells: Affine, period: f64, moved: &Moved) -> Result<(Affine, f64)> {
    let crossed = cells.scale * moved.extent;
    let Some(whole) = nearly_whole(crossed) else {
        return Err(moved.open(crossed));
    };
    let snapped = cells.closing(whole, moved.extent);
    let period = match period {
        0.0 => nearly_whole(crossed / moved.same).ok_or_else(|| moved.open(crossed))?,
        given => given,
    };
    if whole % period != 0.0 {
        let given = format!("a period of {period} cells where the box crosses {whole}");
        let allowed = format!("a period that divides {whole}");
        return Err(Error::invalid(moved.period_field, given, allowed));
    }
    Ok((snapped, period))
}

/// Returns the map, snapped so that the box has a whole number of turns if the number differs from it only by rounding.
pub(super) fn close_turns(map: Affine, extent: f64) -> Affine {
    let turns = rounded_to_whole(map.scale * extent);
    turns.map_or(map, |turns| map.closing(turns, extent))
}

/// Returns the nearest whole number if it is not 0 and the number differs from it only by rounding.
pub(super) fn rounded_to_whole(number: f64) -> Option<f64> {
    let whole = number.round();
    (whole != 0.0 && (number - whole).abs() <= ROUNDED * whole.abs()).then_some(whole)
}

/// Returns the nearest whole number if it is at least 1 and close enough.
pub(super) fn nearly_whole(cells: f64) -> Option<f64> {
    let whole = cells.round();
    (whole >= 1.0 && (cells - whole).abs() <= NEARLY * whole).then_some(whole)
}

impl Moved<'_> {
    /// Makes the error for a box with `crossed` cells, which is not a whole number: it names the nearest frequencies that work.
    fn open(&self, crossed: f64) -> Error {
        let letter = Axis::ALL[self.axis];
        if let Some((field, factor)) = self.factor {
            let given = format!(
                "{factor} (an octave of {} cells along {letter})",
                tidy(crossed)
            );
            return Error::invalid(
                field,
                given,
                "under seamless, a whole lacunarity or factor, or fewer octaves",
            );
        }
        let per_cell = self.given / crossed;
        let nearest = [crossed.floor(), crossed.ceil()].map(|cells| tidy(cells * per_cell));
        let mut allowed = if crossed < 1.0 {
            format!(
                "under seamless, a whole number of cells: {} is the least",
                nearest[1]
            )
        } else {
            format!(
                "under seamless, the nearest that close: {} or {}",
                nearest[0], nearest[1]
            )
        };
        if self.has_extent_of_sizes {
            allowed += &format!("; or an extent along {letter}, which else follows from the size");
        }
        let given = format!("{} ({} cells along {letter})", self.given, tidy(crossed));
        Error::invalid(self.field, given, allowed)
    }
}

/// Rounds a number to 12 digits for a message.
pub(super) fn tidy(number: f64) -> f64 {
    format!("{number:.11e}").parse().unwrap_or(number)
}
