//! What binding a job computes once for each octave of the folds around a frame: the octaves themselves, and the affine maps.

use std::collections::HashMap;

use super::octaves::number_at;
use super::op::{Coordinate, FoldId, FrameId, PerOctave};
use super::{FrameStep, Octaves, Params, Program, seamless};
use crate::grid::{Affine, Grid, TIME};
use crate::hash::Permutation;
use crate::limits::LAYERS_MAX;
use crate::{Error, Result};

/// Computes octaves and layers, and collects the distinct permutation tables.
pub(super) struct Binder<'a> {
    pub program: &'a Program,
    pub params: &'a Params,
    pub grid: &'a Grid,
    pub octaves: Vec<Octaves>,
    /// The distinct tables, and the place of that of a seed and octave.
    pub tables: Vec<Permutation>,
    pub table_of: HashMap<(u32, u32), u32>,
}

impl<'a> Binder<'a> {
    /// Makes a binder with the octaves of each fold, which are counted if they are not given.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a fold cannot have the octaves that are asked for; [`Error::TooLarge`] for more octaves of all
    /// sources than [`LAYERS_MAX`].
    pub fn new(
        program: &'a Program,
        params: &'a Params,
        grid: &'a Grid,
        octaves: Option<Vec<Octaves>>,
    ) -> Result<Binder<'a>> {
        let mut binder = Binder {
            program,
            params,
            grid,
            octaves: Vec::new(),
            tables: Vec::new(),
            table_of: HashMap::new(),
        };
        let folds = (0..program.folds.len() as u32).map(FoldId);
        binder.octaves = match octaves {
            Some(octaves) => octaves,
            None => folds
                .map(|fold| binder.octaves_of(fold))
                .collect::<Result<_>>()?,
        };
        binder.check_layers()?;
        Ok(binder)
    }

    /// Refuses more octaves of all sources and coordinates than [`LAYERS_MAX`].
    fn check_layers(&self) -> Result<()> {
        let sources = self.program.sources.iter().map(|source| source.frame);
        let coordinates = self.program.coordinates.iter().map(|own| own.frame);
        let octaves = |fold: FoldId| self.octaves[fold.index()].count() as u64;
        let of_frame = |frame| -> u64 {
            let folds = self.program.folds_around(frame).into_iter();
            folds.map(octaves).product()
        };
        let layers: u64 = sources.chain(coordinates).map(of_frame).sum();
        if layers > LAYERS_MAX {
            return Err(Error::too_large(
                "the noise",
                format!("{layers} octaves of all sources"),
                LAYERS_MAX,
            )
            .with_field("octaves"));
        }
        Ok(())
    }

    /// Returns the affine map from the grid's position for each layer of a coordinate.
    pub fn maps(&self, coordinate: &Coordinate) -> Vec<Affine> {
        let extent = self.grid.span(coordinate.axis).extent;
        let closes = coordinate.in_turns && self.grid.seamless;
        let closing = |map: Affine| {
            if closes {
                seamless::close_turns(map, extent)
            } else {
                map
            }
        };
        (self.combinations(coordinate.frame).iter())
            .map(|ks| closing(self.map(coordinate.frame, coordinate.axis, ks)))
            .collect()
    }

    /// Returns every combination of octaves of the folds around a frame; the inner fold's octave varies fastest.
    pub fn combinations(&self, frame: FrameId) -> Vec<Vec<u32>> {
        (self.program.folds_around(frame).into_iter()).fold(vec![Vec::new()], |outer, fold| {
            let octaves = self.octaves[fold.index()].count() as u32;
            (outer.iter())
                .flat_map(|ks: &Vec<u32>| {
                    (0..octaves).map(|k| ks.iter().copied().chain([k]).collect())
                })
                .collect()
        })
    }

    /// Returns the affine map from the grid's position to a frame's plain position along an axis, in octaves `ks` of the folds
    /// around the frame.
    pub fn map(&self, frame: FrameId, axis: usize, ks: &[u32]) -> Affine {
        let number = |slot: &Option<_>| slot.map(|slot| self.params.at(slot));
        let mut ks = ks.iter();
        (self.program.path(frame).into_iter()).fold(Affine::IDENTITY, |map, step| match step {
            FrameStep::Same => map,
            FrameStep::Scale(factors) => number(&factors[axis]).map_or(map, |f| map.times(f)),
            FrameStep::Translate(offsets) => number(&offsets[axis]).map_or(map, |o| map.plus(o)),
            FrameStep::Octave(fold) => {
                let k = ks.next().copied().unwrap_or_default();
                map.times(self.factor(*fold, axis, k))
            }
            FrameStep::Made(made) if made[axis] => Affine::IDENTITY.times(0.0),
            FrameStep::Made(_) => map,
        })
    }

    /// Returns the frequency factor of a fold's octave k along an axis.
    pub fn factor(&self, fold: FoldId, axis: usize, k: u32) -> f64 {
        number_at(self.params, self.factors(fold, axis), k)
    }

    pub fn factors(&self, fold: FoldId, axis: usize) -> &PerOctave {
        let fold = &self.program.folds[fold.index()];
        match axis {
            TIME => &fold.time_frequencies,
            _ => &fold.frequencies,
        }
    }
}
