//! Domain steps and derivatives.

use crate::noise::{
    Axis, Derivative, Domain, Kind, Noise, PerAxis, Signal, Value, derivative, domain, of,
};

/// `self` at another position.
impl<K> Noise<K> {
    /// Evaluates `self` at position · factor: a larger factor makes finer noise. The factor applies to space;
    /// [`Noise::time_factor`] sets that of time.
    pub fn scale(self, factor: impl Into<PerAxis>) -> Noise<of::Scale> {
        self.within(Domain::Scale)
            .with(domain::FACTOR, factor.into())
    }

    /// Evaluates `self` at position + offset. The offset applies to space; [`Noise::time_offset`] sets that of time.
    pub fn translate(self, offset: impl Into<PerAxis>) -> Noise<of::Translate> {
        self.within(Domain::Translate)
            .with(domain::OFFSET, offset.into())
    }

    /// Evaluates `self` at the position rotated about x, y and z, in this order. The angles are in turns and may be noises.
    /// An angle of 0 is left out.
    ///
    /// ```
    /// use wgpu_noise::{Grid, Noise, cpu};
    ///
    /// // A quarter turn about z takes (x, y) to (-y, x).
    /// let turned = Noise::x().rotate([0.0, 0.0, 0.25]);
    /// let volume = cpu::sample(&turned, &Grid::new([2, 2]))?;
    /// assert!((volume.samples()[0] + 0.25).abs() < 1e-6 && (volume.samples()[3] + 0.75).abs() < 1e-6);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn rotate(self, turns: [impl Into<Signal>; 3]) -> Noise {
        let angles = domain::ANGLES.into_iter().zip(turns.map(Into::into));
        angles
            .filter(|(_, turns)| *turns != Signal::Number(0.0))
            .fold(self.within(Domain::Rotate), |noise, (about, turns)| {
                noise.with(about, turns)
            })
    }

    /// Makes `self` `factor` times as long along a direction of one to three numbers.
    pub fn stretch(self, direction: impl AsRef<[f64]>, factor: f64) -> Noise {
        (self.within(Domain::Stretch))
            .with(domain::DIRECTION, Value::List(direction.as_ref().into()))
            .with(domain::LENGTH_FACTOR, factor)
    }

    /// Evaluates `self` at position + amplitude · (the values of `by`, for x, y, z and w in this order).
    ///
    /// ```
    /// use wgpu_noise::Noise;
    ///
    /// let bend = Noise::perlin().frequency(2.0);
    /// let bent = Noise::perlin().fbm().warp([bend.clone().seed(1), bend.seed(2)], 0.1);
    /// ```
    pub fn warp(
        self,
        by: impl IntoIterator<Item: Into<Signal>>,
        amplitude: f64,
    ) -> Noise<of::Warp> {
        let warp = (self.within(Domain::Warp)).with(domain::AMPLITUDE, amplitude);
        // A fifth displacement has no axis; the check refuses it.
        let axes = domain::DISPLACEMENTS.map(|axis| axis.param.name);
        (axes.into_iter().chain(["a fifth axis"]).zip(by))
            .fold(warp, |warp, (axis, by)| warp.set(axis, by.into()))
    }

    /// Evaluates `self` in three dimensions, on a sphere about the origin: x is the longitude and y the angle from the north
    /// pole, in turns.
    ///
    /// ```
    /// use wgpu_noise::{Grid, Noise, cpu};
    ///
    /// let planet = Noise::perlin().fbm().sphere(0.5);
    /// let map = cpu::sample(&planet, &Grid::new([256, 128]))?;
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn sphere(self, radius: f64) -> Noise {
        self.within(Domain::Sphere).with(domain::RADIUS, radius)
    }

    /// Evaluates `self` in three dimensions, on a cylinder about the axis y: x is the angle, in turns, and y stays.
    pub fn cylinder(self, radius: f64) -> Noise {
        self.within(Domain::Cylinder).with(domain::RADIUS, radius)
    }

    /// Evaluates `self` in three dimensions, on the plane origin + x·u + y·v. Each vector has one to three numbers.
    pub fn plane(
        self,
        origin: impl AsRef<[f64]>,
        u: impl AsRef<[f64]>,
        v: impl AsRef<[f64]>,
    ) -> Noise {
        (self.within(Domain::Plane))
            .with(domain::ORIGIN, Value::List(origin.as_ref().into()))
            .with(domain::U, Value::List(u.as_ref().into()))
            .with(domain::V, Value::List(v.as_ref().into()))
    }

    fn within<D>(self, domain: Domain) -> Noise<D> {
        Noise::made(Kind::Domain(domain)).with(domain::OF, self)
    }
}

/// Parameters of a scale.
impl Noise<of::Scale> {
    /// Sets the factor of time, 1e-12 to 1e12. The default is 1.
    pub fn time_factor(self, factor: f64) -> Noise<of::Scale> {
        self.with(domain::TIME_FACTOR, factor)
    }
}

/// Parameters of a translation.
impl Noise<of::Translate> {
    /// Sets what is added to time. The default is 0.
    pub fn time_offset(self, offset: f64) -> Noise<of::Translate> {
        self.with(domain::TIME_OFFSET, offset)
    }
}

/// Parameters of a warp.
impl Noise<of::Warp> {
    /// Sets whether each displacement is evaluated at the position that the displacements before it have already moved:
    /// [`Domain::Warp`]. The default is `false`.
    pub fn progressive(self, progressive: bool) -> Noise<of::Warp> {
        self.with(domain::PROGRESSIVE, progressive)
    }
}

/// Derivatives of `self`.
impl<K> Noise<K> {
    /// Returns the derivative of `self` along an axis, per unit of domain.
    ///
    /// ```
    /// use wgpu_noise::{Grid, Noise, cpu, noise::Axis};
    ///
    /// let slope = (Noise::x() * Noise::x()).partial(Axis::X);
    /// let volume = cpu::sample(&slope, &Grid::new([4]))?;
    /// assert_eq!(volume.samples(), [0.25, 0.75, 1.25, 1.75]);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn partial(self, axis: Axis) -> Noise {
        Noise::made(Kind::Derivative(Derivative::Partial))
            .with(derivative::OF, self)
            .with(derivative::ALONG, axis)
    }

    /// Returns the component along x or y of a flow in the plane without divergence, the curl of (0, 0, `self`): it follows the
    /// contour lines of `self`.
    /// [`Noise::curl_of`] takes a potential in space.
    pub fn curl(self, component: Axis) -> Noise {
        Noise::made(Kind::Derivative(Derivative::Curl))
            .with(derivative::POTENTIAL[2], self)
            .with(derivative::COMPONENT, component)
    }

    /// Returns `self` and its derivatives along the first `axes` axes of space, at most three: the channels that a normal is
    /// made of.
    pub fn gradient(self, axes: usize) -> Vec<Noise> {
        let along = Axis::SPACE.into_iter().take(axes);
        let partials: Vec<Noise> = along.map(|axis| self.clone().partial(axis)).collect();
        [vec![self.any()], partials].concat()
    }
}

/// Derivatives of several noises.
impl Noise {
    /// Returns a component, along x, y or z, of the curl of a potential in space: of three numbers or noises, its components
    /// along x, y and z.
    ///
    /// ```
    /// use wgpu_noise::{Noise, noise::Axis};
    ///
    /// let potential = [1, 2, 3].map(|seed| Noise::perlin().seed(seed));
    /// let wind = Axis::SPACE.map(|axis| Noise::curl_of(potential.clone(), axis));
    /// ```
    pub fn curl_of(potential: [impl Into<Signal>; 3], component: Axis) -> Noise {
        let curl = Noise::made(Kind::Derivative(Derivative::Curl));
        (derivative::POTENTIAL.into_iter().zip(potential))
            .fold(curl, |curl, (axis, of)| curl.with(axis, of.into()))
            .with(derivative::COMPONENT, component)
    }
}
