//! What a recipe may hold, whoever made it.

use super::{Bounds, Range, Recipe, functions};
use crate::limits::{POSITIVE, short};
use crate::noise::{Kind, foreign_names, table};
use crate::texel::Transfer;
use crate::{Error, Noise, Result};

impl Recipe {
    /// Checks the grid and every node, also nodes that no channel uses.
    ///
    /// # Errors
    /// Those of [`Grid::validate`](crate::Grid::validate), [`Recipe::noises`] and
    /// [`Noise::validate`](crate::Noise::validate).
    pub fn validate(&self) -> Result<()> {
        self.checked().map(drop)
    }

    /// Checks all of that, and returns the channels.
    pub(super) fn checked(&self) -> Result<Vec<Noise>> {
        if self.origin.len() > 4 {
            return Err(Recipe::refused("origin", format!("{:?}", self.origin)));
        }
        self.grid().validate()?;
        self.check_box()?;
        self.check_supersample()?;
        self.check_strength()?;
        self.check_kinds()?;
        let names: Vec<&String> = self.nodes.keys().collect();
        self.check_parameters()?;
        for noise in table::read(&self.resolved(), &names)? {
            noise.validate()?;
        }
        let channels = self.noises()?;
        self.check_grid_steps()?;
        self.check_outputs()?;
        Ok(channels)
    }

    /// Refuses a function of expressions in the place of a kind, also by its name elsewhere.
    fn check_kinds(&self) -> Result<()> {
        let nodes = self.nodes.iter();
        // Other names that are no kinds are refused when the graph is made.
        for (node, row) in nodes.filter(|(_, row)| Kind::from_name(&row.kind).is_none()) {
            let name = foreign_names::here(&row.kind).unwrap_or(&row.kind);
            if let Some(function) = functions().find(|function| function.name() == name) {
                let given = format!("`{}`, which is a function of expressions,", row.kind);
                let allowed = format!(
                    "a kind of node, or an expression: {node} = \"{}\"",
                    function.signature
                );
                return Err(Error::invalid(format!("{node}.kind"), given, allowed));
            }
        }
        Ok(())
    }

    /// Refuses a strength that is none.
    pub(super) fn check_strength(&self) -> Result<()> {
        let strength = self.strength.unwrap_or(1.0);
        match (POSITIVE[0]..=POSITIVE[1]).contains(&strength) {
            true => Ok(()),
            false => Err(Recipe::refused("strength", short(strength))),
        }
    }

    /// Refuses a transfer that contradicts the ramp, the output or the number of channels, and another range of colours.
    pub(super) fn check_transfer(&self) -> Result<()> {
        if self.ramp.is_none()
            && self.transfer == Some(Transfer::Srgb)
            && let Some(range) = self.range
            && range != Range::Of([0.0, 1.0])
        {
            let given = match range {
                Range::Of(ends) => format!("{ends:?}"),
                Range::Bounds(Bounds::Auto) => "auto".into(),
                Range::Bounds(Bounds::Measured) => "measured".into(),
            };
            return Err(Error::invalid("range", given, "0 and 1, as of all colours"));
        }
        let (given, allowed) = match (self.transfer, &self.ramp, self.output, self.channels.len()) {
            (Some(Transfer::Linear), Some(_), ..) => ("linear with a ramp".into(), "srgb"),
            (Some(Transfer::Srgb), None, Some(_), _) => ("srgb with an output".into(), "linear"),
            (Some(Transfer::Srgb), None, None, ..3) => {
                let allowed = "three or four channels: red, green, blue and opacity, or linear";
                (format!("srgb with channels = {:?}", self.channels), allowed)
            }
            _ => return Ok(()),
        };
        Err(Error::invalid("transfer", given, allowed))
    }

    /// Refuses other numbers of sub-samples, and those whose samples lie on the edges of the box: they would lie outside.
    fn check_supersample(&self) -> Result<()> {
        let given = match (self.supersample, self.edge_samples) {
            (1, _) | (2 | 4 | 8, false) => return Ok(()),
            (2 | 4 | 8, true) => format!("{} with edge_samples", self.supersample),
            (other, _) => other.to_string(),
        };
        Err(Recipe::refused("supersample", given))
    }

    /// Refuses a box that is not within the grid.
    fn check_box(&self) -> Result<()> {
        let Some(part) = &self.part else {
            return Ok(());
        };
        let (axes, grid) = (1..=self.size.len(), self.grid());
        if axes.contains(&part.len()) && self.brick().is_within(&grid) {
            return Ok(());
        }
        let given = match axes.contains(&part.len()) {
            true => (part.iter())
                .map(|[first, end]| format!("{first}:{end}"))
                .collect::<Vec<_>>()
                .join(","),
            false => format!("ranges along {} axes", part.len()),
        };
        let sides = self.size.iter().zip(["x", "y", "z"]);
        let allowed: Vec<String> = sides
            .map(|(n, axis)| format!("0:{n} along {axis}"))
            .collect();
        let allowed = format!("parts of {}, with one sample or more", allowed.join(", "));
        Err(Error::invalid("box", given, allowed))
    }
}
