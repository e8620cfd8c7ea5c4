//! The methods that make graphs.

mod steps;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Derivative, Domain, Fractal, Kind, Node, Noise, Source, Value};

/// Makers of sources.
impl Noise {
    /// Improved Perlin noise in as many dimensions as the grid has axes.
    ///
    /// Source: Ken Perlin, *Improving Noise*, SIGGRAPH 2002; the 4-D form after his later Java
    /// code. Zero at every lattice point. Raw range (supremum over points and corner choices):
    /// 1-D ±1, 2-D ±1, 3-D ±1.036354, 4-D ±1.536582. Mean 0, variance 0.079, 0.064, 0.073, 0.086. Its partial derivatives
    /// reach, per cell, ±2.694302, ±2.75, ±3.75, ±5.625.
    pub fn perlin() -> Noise {
        Noise::of_kind(Kind::Source(Source::Perlin))
    }

    /// Gradient noise of 1985, on two or three axes.
    ///
    /// Source: Ken Perlin, *An Image Synthesizer*, SIGGRAPH 1985. Unit gradients in 256 directions and the cubic fade,
    /// so its second derivative jumps from cell to cell. Zero at every lattice point. Range: 2-D ±0.707063,
    /// 3-D ±0.862869. Mean 0, variance 0.0447, 0.0332. Its partial derivatives reach, per cell, ±1.684283, ±2.179450.
    pub fn classic() -> Noise {
        Noise::of_kind(Kind::Source(Source::Classic))
    }

    /// Value noise in as many dimensions as the grid has axes: numbers from −1 to 1 at lattice points, interpolated.
    ///
    /// Source: Hugo Elias, *Perlin Noise*, 1998. `hash = "elias"` is his own; `fade` is the curve between two points
    /// (`quintic`, the default, `cubic`, `cosine`, `linear`, `none`) or his cubic through four (`elias`); `smooth` averages
    /// each point with its neighbours first, with weights ½ and ¼ along each axis, and with `centre` for the point's own.
    /// Range: ±1; with his cubic ±1.5ⁿ in n dimensions, ±1.125ⁿ where it is smooth too. Mean 0; variance in 1-D to 4-D
    /// 0.261, 0.204, 0.162, 0.128, with the linear fade 0.222, 0.148, 0.100, 0.067, with his cubic 0.302, 0.272, 0.249,
    /// 0.224, and smooth (quintic) 0.116, 0.040, 0.015 in 1-D to 3-D. Its partial derivatives reach, per cell, ±3.75
    /// (quintic), ±3 (cubic), ±π (cosine), ±2 (linear, whose derivative jumps from cell to cell), ±3·1.5ⁿ⁻¹ (his cubic);
    /// without a fade it has none.
    pub fn value() -> Noise {
        Noise::of_kind(Kind::Source(Source::Value))
    }

    /// A number from −1 to 1 for each cell, on any axes: value noise without interpolation.
    ///
    /// Range: ±1. Mean 0, variance ⅓. Jumps from cell to cell, so it has no derivative.
    pub fn white() -> Noise {
        Noise::of_kind(Kind::Source(Source::White))
    }

    /// Simplex noise on two to four axes.
    ///
    /// Source: Ken Perlin, *Noise hardware*, SIGGRAPH course notes, 2001; the explanation of Stefan Gustavson, *Simplex
    /// noise demystified*, 2005. Kernels (½ − r²)⁴ end where the next simplex begins, so it is smooth. Scaled to the range ±1,
    /// which is the supremum over points and gradients. Mean 0; variance 0.200, 0.154, 0.0645 in 2-D to 4-D. It has no period:
    /// under `seamless` it is refused. Its partial derivatives reach, per cell, ±6.464102, ±6.832145, ±5.928363.
    pub fn simplex() -> Noise {
        Noise::of_kind(Kind::Source(Source::Simplex))
    }

    /// Cellular noise on two to four axes, from one point in each cell.
    ///
    /// Source: Steven Worley, *A Cellular Texture Basis Function*, SIGGRAPH 1996. `output` is the distance to the nearest
    /// point, `f1`, to the second, `f2`, their difference, `f2_minus_f1`, or the number of the nearest point's cell,
    /// `cell`, from −1 to 1; distances are in cells, by `metric`. Points are looked for in the 3ⁿ cells around; for the
    /// second one in 5² in two dimensions, while in three and four `jitter` must be ½ or less. With `motion = "swing"` time
    /// is no axis of cells: each coordinate of a point swings about the middle of its cell as a sine, a whole turn each
    /// cell of time.
    ///
    /// Range of f1 with the euclidean metric: 0 to √n·(1 + jitter)/2; of f2 the larger of that and
    /// √((1 + jitter/2)² + (n − 1)·(jitter/2)²). Mean of f1 in 2-D to 4-D 0.429, 0.520, 0.590, variance 0.0359, 0.0297,
    /// 0.0245; with jitter ½ mean of f2 0.702, 0.711, 0.740, variance 0.0171, 0.0117, 0.0093, and mean of the difference
    /// 0.306, 0.219, 0.168, variance 0.0471, 0.0297, 0.0197.
    ///
    /// It has no derivative: which point is the nearest changes from place to place.
    pub fn worley() -> Noise {
        Noise::of_kind(Kind::Source(Source::Worley))
    }

    /// The same number everywhere.
    pub fn constant(value: f64) -> Noise {
        Noise::of_kind(Kind::Source(Source::Constant)).set("value", value)
    }

    /// The position along x, in domain units.
    pub fn x() -> Noise {
        Noise::coordinate("x")
    }

    /// The position along y, in domain units.
    pub fn y() -> Noise {
        Noise::coordinate("y")
    }

    /// The position along z, in domain units.
    pub fn z() -> Noise {
        Noise::coordinate("z")
    }

    /// The time, in units of time.
    pub fn w() -> Noise {
        Noise::coordinate("w")
    }

    fn coordinate(axis: &str) -> Noise {
        Noise::of_kind(Kind::Source(Source::Coordinate)).set("axis", axis)
    }
}

/// Fractals, domain steps and derivatives of `self`; `steps` has the value steps.
impl Noise {
    /// The weighted sum over octaves, divided by the sum of the weights: 5 octaves of lacunarity 2 and gain ½, unless
    /// [`Noise::octaves`], [`Noise::lacunarity`] and [`Noise::gain`] say otherwise.
    pub fn fbm(self) -> Noise {
        self.folded(Fractal::Fbm)
    }

    /// The weighted sum of |self| over octaves: [`Fractal::Billow`].
    pub fn billow(self) -> Noise {
        self.folded(Fractal::Billow)
    }

    /// Musgrave's ridged multifractal, or with `form = "plain"` the weighted sum of 1 − |self|: [`Fractal::Ridged`].
    pub fn ridged(self) -> Noise {
        self.folded(Fractal::Ridged)
    }

    /// The weighted sum over octaves of `self` thrown back and forth between −1 and 1: [`Fractal::PingPong`].
    pub fn ping_pong(self) -> Noise {
        self.folded(Fractal::PingPong)
    }

    /// Musgrave's hybrid multifractal: [`Fractal::Hybrid`].
    pub fn hybrid(self) -> Noise {
        self.folded(Fractal::Hybrid)
    }

    fn folded(self, fractal: Fractal) -> Noise {
        Noise::of_kind(Kind::Fractal(fractal)).set("of", self)
    }

    /// `self` at position · factor.
    pub fn scale(self, factor: impl Into<Value>) -> Noise {
        self.within(Domain::Scale).set("factor", factor)
    }

    /// `self` at position + offset.
    pub fn translate(self, offset: impl Into<Value>) -> Noise {
        self.within(Domain::Translate).set("offset", offset)
    }

    /// `self` at the position turned about x, y and z, in this order, in turns. An angle of 0 is left out. Set `x`,
    /// `y` or `z` to a noise for an angle that varies in space.
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
    pub fn rotate(self, turns: [f64; 3]) -> Noise {
        let about = ["x", "y", "z"].into_iter().zip(turns);
        about
            .filter(|(_, turns)| *turns != 0.0)
            .fold(self.within(Domain::Rotate), |noise, (axis, turns)| {
                noise.set(axis, turns)
            })
    }

    /// `self`, `factor` times as long along a direction of one to three numbers.
    pub fn stretch(self, direction: impl Into<Value>, factor: f64) -> Noise {
        (self.within(Domain::Stretch))
            .set("direction", direction)
            .set("factor", factor)
    }

    /// `self` at position + amplitude · (values of `by`, for x, y, z and w in turn). Set `progressive` to take each
    /// value where those before it have moved the position to.
    pub fn warp(self, by: impl IntoIterator<Item = Noise>, amplitude: f64) -> Noise {
        let warp = self.within(Domain::Warp).set("amplitude", amplitude);
        // A fifth has no axis, and the check says so.
        let axes = ["x", "y", "z", "w", "a fifth axis"].into_iter();
        (axes.zip(by)).fold(warp, |warp, (axis, noise)| warp.set(axis, noise))
    }

    /// `self` in three dimensions, on a sphere about the origin: x is the longitude and y the angle from the north
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
        self.within(Domain::Sphere).set("radius", radius)
    }

    /// `self` in three dimensions, on a cylinder about the axis y: x is the angle, in turns, y stays.
    pub fn cylinder(self, radius: f64) -> Noise {
        self.within(Domain::Cylinder).set("radius", radius)
    }

    /// `self` in three dimensions, at origin + x·u + y·v; each is one to three numbers.
    pub fn plane(
        self,
        origin: impl Into<Value>,
        u: impl Into<Value>,
        v: impl Into<Value>,
    ) -> Noise {
        (self.within(Domain::Plane))
            .set("origin", origin)
            .set("u", u)
            .set("v", v)
    }

    /// The derivative of `self` along an axis, `x`, `y`, `z` or `w`, per unit of domain.
    ///
    /// ```
    /// use wgpu_noise::{Grid, Noise, cpu};
    ///
    /// let slope = (Noise::x() * Noise::x()).partial("x");
    /// let volume = cpu::sample(&slope, &Grid::new([4]))?;
    /// assert_eq!(volume.samples(), [0.25, 0.75, 1.25, 1.75]);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn partial(self, axis: &str) -> Noise {
        Noise::of_kind(Kind::Derivative(Derivative::Partial))
            .set("of", self)
            .set("axis", axis)
    }

    /// A component, `x`, `y` or `z`, of the flow in a plane around `self`: the curl of (0, 0, self). Set `x` and `y` too
    /// for a potential in space.
    pub fn curl(self, component: &str) -> Noise {
        Noise::of_kind(Kind::Derivative(Derivative::Curl))
            .set("z", self)
            .set("component", component)
    }

    /// `self` and its derivatives along x, y and z, as far as there are axes of space: the channels that a normal is
    /// made of.
    pub fn gradient(self, axes: usize) -> Vec<Noise> {
        let along = ["x", "y", "z"].into_iter().take(axes);
        let partials: Vec<Noise> = along.map(|axis| self.clone().partial(axis)).collect();
        [vec![self], partials].concat()
    }

    fn within(self, domain: Domain) -> Noise {
        Noise::of_kind(Kind::Domain(domain)).set("of", self)
    }
}

/// Parameters of the outermost node. [`Noise::set`] reaches those that have no method, such as `hash`, `axes`,
/// `normalize`, `amplitudes`, `octave_tables` or `time_period`.
impl Noise {
    /// A node of any kind, with every parameter at its default.
    pub fn of_kind(kind: Kind) -> Noise {
        Noise(Arc::new(Node {
            kind,
            name: None,
            params: BTreeMap::new(),
        }))
    }

    /// Sets a parameter of the outermost node by its name. Names and values are checked when the
    /// graph becomes a program.
    pub fn set(mut self, param: &str, value: impl Into<Value>) -> Noise {
        Arc::make_mut(&mut self.0)
            .params
            .insert(param.to_string(), value.into());
        self
    }

    /// Names the outermost node: its numbers are then `name.parameter`.
    pub fn name(mut self, name: impl Into<String>) -> Noise {
        Arc::make_mut(&mut self.0).name = Some(name.into());
        self
    }

    /// Cells per unit of domain, 1e-12 to 1e12: one number, or one for each of x, y, z; 4 by default.
    pub fn frequency(self, frequency: impl Into<Value>) -> Noise {
        self.set("frequency", frequency)
    }

    /// Cells in the whole extent of the grid, in place of [`Noise::frequency`].
    pub fn cells(self, cells: impl Into<Value>) -> Noise {
        self.set("cells", cells)
    }

    /// Cells per unit of time, 1e-12 to 1e12; 4 by default. A seamless loop of one cell barely moves: its values go to and fro
    /// along a line. For [`Noise::worley`] with `motion = "swing"` these are turns, and a loop of several turns repeats
    /// itself: 1 is right there.
    pub fn time_frequency(self, frequency: f64) -> Noise {
        self.set("time_frequency", frequency)
    }

    /// Selects the tables; added to the seed of the [`Params`](crate::Params), wrapping; 0 by default.
    pub fn seed(self, seed: u32) -> Noise {
        self.set("seed", f64::from(seed))
    }

    /// Cells after which the source repeats, up to 2³⁰: one number, or one for each of x, y, z; 0, the
    /// default, is never.
    pub fn period(self, period: impl Into<Value>) -> Noise {
        self.set("period", period)
    }

    /// The number of octaves, 1 to 32, or `"auto"`: as many as the grid and the output can show; 5 by default.
    pub fn octaves(self, octaves: impl Into<Value>) -> Noise {
        self.set("octaves", octaves)
    }

    /// The frequency ratio from one octave to the next, 0.01 to 100; 2 by default.
    pub fn lacunarity(self, lacunarity: f64) -> Noise {
        self.set("lacunarity", lacunarity)
    }

    /// The amplitude ratio from one octave to the next, 0 to 100; 0.5 by default: what Elias calls persistence.
    pub fn gain(self, gain: f64) -> Noise {
        self.set("gain", gain)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Number(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(number.into())
    }
}

impl<const N: usize> From<[f64; N]> for Value {
    fn from(list: [f64; N]) -> Value {
        Value::List(list.to_vec())
    }
}

impl From<Vec<f64>> for Value {
    fn from(list: Vec<f64>) -> Value {
        Value::List(list)
    }
}

impl<const N: usize> From<[[f64; 2]; N]> for Value {
    fn from(points: [[f64; 2]; N]) -> Value {
        Value::Points(points.to_vec())
    }
}

impl From<Vec<[f64; 2]>> for Value {
    fn from(points: Vec<[f64; 2]>) -> Value {
        Value::Points(points)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Flag(flag)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Value {
        Value::Text(word.to_string())
    }
}

impl From<Noise> for Value {
    fn from(noise: Noise) -> Value {
        Value::Noise(noise)
    }
}
