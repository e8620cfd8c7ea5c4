//! The channels of a recipe: those of its nodes, the colours of a ramp, or a gradient.

use super::{Output, Recipe};
use crate::noise::table;
use crate::{Error, Noise, Result};

impl Recipe {
    /// Returns the noise of each channel. With a ramp these are the components of its colours, with an output the channel
    /// and its derivatives, or a normal.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is no channel or more than four, if a ramp or a gradient has several channels, if there are both a ramp and a
    /// gradient, or if a node is its own input; [`Error::Unknown`] for the name of a node or kind that does not exist.
    pub fn noises(&self) -> Result<Vec<Noise>> {
        if self.channels.is_empty() {
            let nodes: Vec<&str> = self.nodes.keys().map(String::as_str).collect();
            let allowed = if nodes.is_empty() {
                "one to four names of nodes, and a table [nodes.NAME] for each".to_string()
            } else {
                format!("one to four of {}", nodes.join(", "))
            };
            return Err(Error::left_out("channels", allowed));
        }
        if self.channels.len() > 4 {
            let given = format!("{} names", self.channels.len());
            return Err(Error::invalid(
                "channels",
                given,
                "one to four names of nodes",
            ));
        }
        let noises = table::read(&self.resolved(), &self.channels)?;
        self.check_transfer()?;
        match (&self.ramp, self.output, &noises[..]) {
            (None, None, _) => Ok(noises),
            (None, Some(Output::Normal), [height]) => Ok(self.normal(height, 1.0)),
            (None, Some(Output::NormalDirectx), [height]) => Ok(self.normal(height, -1.0)),
            (Some(ramp), None, [noise]) => {
                ramp.validate()?;
                Ok(ramp.colours(noise, self.ramp_space))
            }
            (None, Some(Output::Gradient), [noise]) => Ok(noise.clone().gradient(self.size.len())),
            (Some(_), None, several) => {
                let given = format!("a ramp over {} channels", several.len());
                Err(Error::invalid("ramp", given, "a ramp over one channel"))
            }
            (None, Some(_), several) => {
                let given = format!("the derivatives of {} channels", several.len());
                Err(Error::invalid("output", given, "that of one channel"))
            }
            (Some(_), Some(_), _) => {
                let given = "derivatives beside a ramp";
                Err(Error::invalid("output", given, "one of the two"))
            }
        }
    }

    /// Returns the names of the channels of [`Recipe::noises`]: those of the nodes. With a ramp these are `red`, `green`,
    /// `blue` and `alpha`; of a normal `x`, `y` and `z`; with a gradient of the node `n` they are `n`, `n_dx`, `n_dy` and
    /// `n_dz`, as far as the grid has these axes.
    pub fn channel_names(&self) -> Vec<String> {
        match (&self.ramp, self.output, &self.channels[..]) {
            (Some(ramp), ..) => ramp.names().iter().map(ToString::to_string).collect(),
            (None, Some(Output::Gradient), [of]) => {
                let along = ["", "_dx", "_dy", "_dz"].iter().take(1 + self.size.len());
                along.map(|axis| format!("{of}{axis}")).collect()
            }
            (None, Some(Output::Normal | Output::NormalDirectx), _) => {
                ["x", "y", "z"].map(str::to_string).to_vec()
            }
            _ => self.channels.clone(),
        }
    }
}
