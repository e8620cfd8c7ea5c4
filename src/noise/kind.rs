//! The kinds of node, by role.
//!
//! Each role is an enum with a row of data for every kind, in a file of its own: `source.rs`,
//! `fractal.rs`, `domain.rs`, `derivative.rs`, `step.rs`. `docs/adding-a-node.md` lists the
//! places of a new kind.

use super::param::{Info, Param};
use super::{Derivative, Domain, Fractal, Source, Step, foreign_names};
use crate::{Error, Result};

/// What a node computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// A number at each position.
    Source(Source),
    /// The sum of a sub-graph over octaves.
    Fractal(Fractal),
    /// The value of a sub-graph at another position.
    Domain(Domain),
    /// The change of a sub-graph with the position.
    Derivative(Derivative),
    /// Arithmetic on values.
    Step(Step),
}

impl Kind {
    /// Iterates over every kind, role by role.
    pub fn all() -> impl Iterator<Item = Kind> {
        (Source::ALL.iter().copied().map(Kind::Source))
            .chain(Fractal::ALL.iter().copied().map(Kind::Fractal))
            .chain(Domain::ALL.iter().copied().map(Kind::Domain))
            .chain(Derivative::ALL.iter().copied().map(Kind::Derivative))
            .chain(Step::ALL.iter().copied().map(Kind::Step))
    }

    /// Returns the kind of that name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::all().find(|kind| kind.name() == name)
    }

    /// Returns the kind of that name. Errors blame `field`.
    ///
    /// # Errors
    /// [`Error::Unknown`] with the nearest name, or with the name here of what another program calls so, such as `voronoi`.
    pub fn find(field: impl Into<String>, name: &str) -> Result<Kind> {
        Kind::from_name(name).ok_or_else(|| {
            let mut error = Error::unknown(field, name, Kind::all().map(Kind::name));
            let meant = foreign_names::here(name).and_then(Kind::from_name);
            if let (Some(meant), Error::Unknown { nearest, .. }) = (meant, &mut error) {
                *nearest = Some(meant.name().to_string());
            }
            error
        })
    }

    /// Returns the parameter of a name, or of another name that it has.
    pub fn param(self, name: &str) -> Option<&'static Param> {
        self.params().iter().find(|param| param.is_called(name))
    }

    /// Returns the kind's row of data.
    pub fn info(self) -> &'static Info {
        match self {
            Kind::Source(source) => source.info(),
            Kind::Fractal(fractal) => fractal.info(),
            Kind::Domain(domain) => domain.info(),
            Kind::Derivative(derivative) => derivative.info(),
            Kind::Step(step) => step.info(),
        }
    }

    /// Returns the name in recipes.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the parameters, in the order of help.
    pub fn params(self) -> &'static [Param] {
        self.info().params
    }
}
