//! Sources and their parameters.

use crate::noise::{
    Axis, Fade, Hash, Kind, Metric, Noise, PerAxis, Picture, Source, WorleyMotion, WorleyOutput,
    of, source,
};

/// Sources.
impl Noise {
    /// Returns improved Perlin noise in as many dimensions as the grid has axes.
    ///
    /// Source: Ken Perlin, *Improving Noise*, SIGGRAPH 2002; the 4-D form after his later Java
    /// code. Zero at every lattice point. Raw range (supremum over points and corner choices):
    /// 1-D ±1, 2-D ±1, 3-D ±1.036354, 4-D ±1.536582. Mean 0, variance 0.079, 0.064, 0.073, 0.086. Its partial derivatives
    /// reach, per cell, ±2.694302, ±2.75, ±3.75, ±5.625.
    pub fn perlin() -> Noise<of::Perlin> {
        Noise::made(Kind::Source(Source::Perlin))
    }

    /// Returns gradient noise of 1985, on two or three axes.
    ///
    /// Source: Ken Perlin, *An Image Synthesizer*, SIGGRAPH 1985. Unit gradients in 256 directions and the cubic fade,
    /// so its second derivative jumps from cell to cell. Zero at every lattice point. Range: 2-D ±0.707063,
    /// 3-D ±0.862869. Mean 0, variance 0.0447, 0.0332. Its partial derivatives reach, per cell, ±1.684283, ±2.179450.
    pub fn classic() -> Noise<of::Classic> {
        Noise::made(Kind::Source(Source::Classic))
    }

    /// Returns value noise in as many dimensions as the grid has axes: numbers from −1 to 1 at lattice points, interpolated.
    ///
    /// Source: Hugo Elias, *Perlin Noise*, 1998. [`Hash::Elias`] is his own; [`Noise::fade`] selects the curve between two
    /// points, quintic by default, or his cubic through four; [`Noise::smooth`] averages each point with its neighbours
    /// first, with weights ½ and ¼ along each axis, and [`Noise::centre`] sets the point's own weight.
    /// Range: ±1; with his cubic ±1.5ⁿ in n dimensions, ±1.125ⁿ where it is smooth too. Mean 0; variance in 1-D to 4-D
    /// 0.261, 0.204, 0.162, 0.128, with the linear fade 0.222, 0.148, 0.100, 0.067, with his cubic 0.302, 0.272, 0.249,
    /// 0.224, and smooth (quintic) 0.116, 0.040, 0.015 in 1-D to 3-D. Its partial derivatives reach, per cell, ±3.75
    /// (quintic), ±3 (cubic), ±π (cosine), ±2 (linear, whose derivative jumps from cell to cell), ±3·1.5ⁿ⁻¹ (his cubic);
    /// without a fade it has none.
    pub fn value() -> Noise<of::Value> {
        Noise::made(Kind::Source(Source::Value))
    }

    /// Returns white noise on any axes: a number from −1 to 1 for each cell, as value noise without interpolation. Its hash is
    /// [`Hash::Integer`] by default, since a table would make each column of cells a shifted copy of the others.
    ///
    /// Range: ±1. Mean 0, variance ⅓. Jumps from cell to cell, so it has no derivative.
    pub fn white() -> Noise<of::White> {
        Noise::made(Kind::Source(Source::White))
    }

    /// Returns simplex noise on two to four axes.
    ///
    /// Source: Ken Perlin, *Noise hardware*, SIGGRAPH course notes, 2001; the explanation of Stefan Gustavson, *Simplex
    /// noise demystified*, 2005. Kernels (½ − r²)⁴ end where the next simplex begins, so it is smooth. Scaled to the range ±1,
    /// which is the supremum over points and gradients. Mean 0; variance 0.200, 0.154, 0.0645 in 2-D to 4-D. It has no period:
    /// under `seamless` it is refused. Its partial derivatives reach, per cell, ±6.464102, ±6.832145, ±5.928363.
    pub fn simplex() -> Noise<of::Simplex> {
        Noise::made(Kind::Source(Source::Simplex))
    }

    /// Returns simplex noise that tiles, on two or three axes of space. Where it also has the axis of time, its gradients
    /// turn, by one turn per cell of time: a flow that loops.
    ///
    /// Source: Stefan Gustavson and Ian McEwan, *Tiling simplex noise and flow noise in two and three dimensions*, JCGT 2022. In
    /// the plane corners lie in rows one cell apart, in odd rows half a cell to the left, so that a period along the second
    /// axis must be even; in space they are the corners and the centres of unit cells. Kernels (h² − r²)⁴ end where the next
    /// triangle or tetrahedron begins, at the height h with h² = 0.8 and ½. Gradients are unit vectors in 256 directions;
    /// [`Noise::angle`] turns them, in space each in a plane of its own. Scaled to the range ±1, which is the supremum over
    /// points and gradients. Mean 0, variance 0.224 in the plane and 0.151 in space. Its partial derivatives reach, per cell,
    /// ±5.272727, ±6.728343, in time ±2π.
    pub fn psrd() -> Noise<of::Psrd> {
        Noise::made(Kind::Source(Source::Psrd))
    }

    /// Returns cellular noise on two to four axes, made from one point in each cell.
    ///
    /// Source: Steven Worley, *A Cellular Texture Basis Function*, SIGGRAPH 1996. [`Noise::output`] selects the distance to
    /// the nearest point (the default), to the second, their difference, or the number of the nearest point's cell;
    /// distances are in cells, by [`Noise::metric`]. Points are searched in the 3ⁿ cells around; for the second one in 5²
    /// in two dimensions, while in three and four [`Noise::jitter`] must be ½ or less; by the Manhattan metric in 5ⁿ in two and
    /// three dimensions. With jitter above ½ a nearer point may rarely lie beyond these cells, so that distances jump there.
    /// With [`WorleyMotion::Swing`] time is no axis of cells.
    ///
    /// [`WorleyOutput::Edge`] is the distance to the nearest border of the Voronoi diagram of the points, a true one: the
    /// least of (|b|² − |a|²)/(2·|b − a|), with the vectors a to the nearest point and b to each other. Both are searched in
    /// 5ⁿ cells, in two and three dimensions, by the euclidean metric.
    ///
    /// [`WorleyOutput::SmoothF1`] is −s·ln Σ exp(1 − √(d² + s²)/s)·(1 − d²/4)² over the points at distances d below 2, with
    /// the [`Noise::smoothness`] s; the second factor makes it exact to search 5ⁿ cells. It is a smooth minimum, as in Inigo
    /// Quilez, *Voronoise*, 2014, with distances that are rounded off at the points, in two and three dimensions, by the
    /// euclidean metric. It alone has a derivative, except where points swing.
    ///
    /// Range of f1 with the euclidean metric: 0 to √n·(1 + jitter)/2; of f2 the larger of that and
    /// √((1 + jitter/2)² + (n − 1)·(jitter/2)²). Mean of f1 in 2-D to 4-D 0.429, 0.520, 0.590, variance 0.0359, 0.0297,
    /// 0.0245; with jitter ½ mean of f2 0.702, 0.711, 0.740, variance 0.0171, 0.0117, 0.0093, and mean of the difference
    /// 0.306, 0.219, 0.168, variance 0.0471, 0.0297, 0.0197. The edge reaches 0.790 in 2-D and 0.866 in 3-D, with jitter 1; mean
    /// 0.166, 0.127, variance 0.0141, 0.0095. Mean of smooth_f1 0.217, 0.254, variance 0.0238, 0.0172.
    ///
    /// [`WorleyOutput::ToX`], [`ToY`](WorleyOutput::ToY) and [`ToZ`](WorleyOutput::ToZ) are the way to the nearest point
    /// along an axis of space, in cells and in the noise's own axes, in two and three dimensions. Divided by the frequency
    /// they displace another noise to the point, so that it has one value in each cell: `warp(perlin(3), (worley(8, output =
    /// to_x)/8, ...))`.
    ///
    /// The other outputs have no derivative: which point is the nearest changes from place to place.
    pub fn worley() -> Noise<of::Worley> {
        Noise::made(Kind::Source(Source::Worley))
    }

    /// Returns the pixels of a picture over x and y, in domain units: one picture per unit along x, and as many along y as
    /// make its pixels squares. Row 0 is at y = 0.
    ///
    /// [`Noise::set`] changes `frequency`, `filter` ([`Filter`](super::super::Filter)), `edges`
    /// ([`Edges`](super::super::Edges)), `channel` ([`Channel`](super::super::Channel)) and `decoding`
    /// ([`Decoding`](super::super::Decoding)). Its range is that of the pixels; bicubic goes beyond it by up to 9/32 of its
    /// width. Bicubic and spline have derivatives. It takes no seed. Under `seamless` the box must be a whole number of
    /// pictures; with mirrored edges, an even one; with clamped ones it is refused.
    pub fn image(picture: Picture) -> Noise {
        Noise::made(Kind::Source(Source::Image)).set("file", picture)
    }

    /// Returns the same number everywhere.
    pub fn constant(value: f64) -> Noise {
        Noise::made(Kind::Source(Source::Constant)).with(source::VALUE, value)
    }

    /// Returns the position along x, in domain units.
    pub fn x() -> Noise {
        Noise::coordinate(Axis::X)
    }

    /// Returns the position along y, in domain units.
    pub fn y() -> Noise {
        Noise::coordinate(Axis::Y)
    }

    /// Returns the position along z, in domain units.
    pub fn z() -> Noise {
        Noise::coordinate(Axis::Z)
    }

    /// Returns the time, in units of time.
    pub fn w() -> Noise {
        Noise::coordinate(Axis::W)
    }

    fn coordinate(axis: Axis) -> Noise {
        Noise::made(Kind::Source(Source::Coordinate)).with(source::COORDINATE_AXIS, axis)
    }
}

/// Parameters of every source on a lattice.
impl<K: of::Source> Noise<K> {
    /// Sets the cells per unit of domain, 1e-12 to 1e12: one number, or one for each of x, y, z. The default is 4.
    pub fn frequency(self, frequency: impl Into<PerAxis>) -> Noise<K> {
        self.with(source::FREQUENCY, frequency.into())
    }

    /// Sets the cells in the whole extent of the grid, in place of [`Noise::frequency`].
    pub fn cells(self, cells: impl Into<PerAxis>) -> Noise<K> {
        self.with(source::CELLS, cells.into())
    }

    /// Sets the cells per unit of time, 1e-12 to 1e12. The default is 4.
    ///
    /// A seamless loop of one cell barely moves: its values go to and fro along a line. With [`WorleyMotion::Swing`],
    /// and of `psrd`, the number counts turns, and a loop of several turns repeats itself: 1 is right there.
    pub fn time_frequency(self, frequency: f64) -> Noise<K> {
        self.with(source::TIME_FREQUENCY, frequency)
    }

    /// Sets the number that selects the tables. It is added to the seed of the [`Params`](crate::Params), wrapping. The
    /// default is 0.
    pub fn seed(self, seed: u32) -> Noise<K> {
        self.with(source::SEED, f64::from(seed))
    }

    /// Sets how a lattice corner becomes an integer. The default is [`Hash::Table`], for white noise [`Hash::Integer`].
    pub fn hash(self, hash: Hash) -> Noise<K> {
        self.with(source::HASH, hash)
    }

    /// Sets the axes that the noise depends on, in the order of x, y, z, w. The default is all axes of the grid.
    ///
    /// ```
    /// use wgpu_noise::{Noise, noise::Axis};
    ///
    /// let columns = Noise::perlin().axes([Axis::X, Axis::Z]);
    /// ```
    pub fn axes(self, axes: impl AsRef<[Axis]>) -> Noise<K> {
        let letters: String = axes.as_ref().iter().map(|axis| axis.name()).collect();
        self.with(source::AXES, letters.as_str())
    }
}

/// Parameters of sources that can repeat.
impl<K: of::Periodic> Noise<K> {
    /// Sets the cells after which the source repeats, up to 2³⁰: one number, or one for each of x, y, z. With 0, the
    /// default, a [`Hash::Table`] repeats after 256 cells, and other hashes do not.
    pub fn period(self, period: impl Into<PerAxis<u32>>) -> Noise<K> {
        self.with(source::PERIOD, period.into())
    }

    /// Sets the cells of time after which the source repeats, up to 2³⁰. With 0, the default, a [`Hash::Table`] repeats after
    /// 256 cells of time, and other hashes do not.
    pub fn time_period(self, period: u32) -> Noise<K> {
        self.with(source::TIME_PERIOD, f64::from(period))
    }
}

/// Parameters of value noise.
impl Noise<of::Value> {
    /// Sets the curve between lattice points. The default is [`Fade::Quintic`].
    pub fn fade(self, fade: Fade) -> Noise<of::Value> {
        self.with(source::FADE, fade)
    }

    /// Sets whether each lattice point is averaged with its neighbours, as Elias does. The default is `false`.
    pub fn smooth(self, smooth: bool) -> Noise<of::Value> {
        self.with(source::SMOOTH, smooth)
    }

    /// Sets a lattice point's own weight in that average, 0 to 4. The default is ½ to the power of the dimension.
    pub fn centre(self, weight: f64) -> Noise<of::Value> {
        self.with(source::CENTRE, weight)
    }
}

/// Parameters of cellular noise.
impl Noise<of::Worley> {
    /// Sets what the noise returns. The default is [`WorleyOutput::F1`].
    pub fn output(self, output: WorleyOutput) -> Noise<of::Worley> {
        self.with(source::OUTPUT, output)
    }

    /// Sets how distances are measured. The default is [`Metric::Euclidean`].
    pub fn metric(self, metric: Metric) -> Noise<of::Worley> {
        self.with(source::METRIC, metric)
    }

    /// Sets how far points stray from the middle of their cells, 0 (a grid) to 1 (anywhere in the cell). The default is 1.
    pub fn jitter(self, jitter: f64) -> Noise<of::Worley> {
        self.with(source::JITTER, jitter)
    }

    /// Sets what time does to the points. The default is [`WorleyMotion::Axis`].
    pub fn motion(self, motion: WorleyMotion) -> Noise<of::Worley> {
        self.with(source::MOTION, motion)
    }

    /// Sets how much farther than the nearest point another one may be and still count for [`WorleyOutput::SmoothF1`], in cells.
    pub fn smoothness(self, smoothness: f64) -> Noise<of::Worley> {
        self.with(source::SMOOTHNESS, smoothness)
    }
}

impl Noise<of::Psrd> {
    /// Sets by how much gradients are turned, in turns, −1 to 1; 0 by default. Time adds to it.
    pub fn angle(self, turns: f64) -> Noise<of::Psrd> {
        self.with(source::ANGLE, turns)
    }
}
