//! Fractals and their parameters.

use crate::noise::{
    Fractal, Kind, Noise, OctavePeriod, OctavePositions, OctaveTables, Octaves, RidgedForm, Value,
    fractal, of,
};

/// Fractals of `self`.
impl<K> Noise<K> {
    /// Returns fractional Brownian motion: the weighted sum over octaves, divided by the sum of the weights. There are 5
    /// octaves of lacunarity 2 and gain ½, unless
    /// [`Noise::octaves`], [`Noise::lacunarity`] and [`Noise::gain`] say otherwise.
    pub fn fbm(self) -> Noise<of::Fbm> {
        self.folded(Fractal::Fbm)
    }

    /// Returns the weighted sum of |self| over octaves: [`Fractal::Billow`].
    pub fn billow(self) -> Noise<of::Billow> {
        self.folded(Fractal::Billow)
    }

    /// Returns Musgrave's ridged multifractal, or with [`RidgedForm::Plain`] the weighted sum of 1 − |self|:
    /// [`Fractal::Ridged`].
    pub fn ridged(self) -> Noise<of::Ridged> {
        self.folded(Fractal::Ridged)
    }

    /// Returns the weighted sum over octaves of `self`, reflected back and forth between −1 and 1: [`Fractal::PingPong`].
    pub fn ping_pong(self) -> Noise<of::PingPong> {
        self.folded(Fractal::PingPong)
    }

    /// Returns Musgrave's hybrid multifractal: [`Fractal::Hybrid`].
    pub fn hybrid(self) -> Noise<of::Hybrid> {
        self.folded(Fractal::Hybrid)
    }

    /// Returns eroded hills, octaves that weaken where their sum is steep: [`Fractal::Eroded`].
    pub fn eroded(self) -> Noise<of::Eroded> {
        self.folded(Fractal::Eroded)
    }

    fn folded<F>(self, fractal: Fractal) -> Noise<F> {
        Noise::made(Kind::Fractal(fractal)).with(fractal::OF, self)
    }
}

/// Parameters of every fractal.
impl<K: of::Fractal> Noise<K> {
    /// Sets the number of octaves, 1 to 32, or [`Octaves::Auto`]: as many as the grid and the output can show. The default
    /// is 5.
    pub fn octaves(self, octaves: impl Into<Octaves>) -> Noise<K> {
        self.with(fractal::OCTAVES, octaves.into())
    }

    /// Sets the frequency ratio from one octave to the next, 0.01 to 100. The default is 2.
    pub fn lacunarity(self, lacunarity: f64) -> Noise<K> {
        self.with(fractal::LACUNARITY, lacunarity)
    }

    /// Sets the frequency ratio in time, 0.01 to 100. The default is that in space.
    pub fn time_lacunarity(self, lacunarity: f64) -> Noise<K> {
        self.with(fractal::TIME_LACUNARITY, lacunarity)
    }

    /// Sets the amplitude ratio from one octave to the next, 0 to 100: what Elias calls persistence. The default is ½.
    pub fn gain(self, gain: f64) -> Noise<K> {
        self.with(fractal::GAIN, gain)
    }

    /// Sets whether the sum is divided by the sum of the amplitudes. The default is `true`.
    pub fn normalize(self, normalize: bool) -> Noise<K> {
        self.with(fractal::NORMALIZE, normalize)
    }

    /// Sets which tables the octaves use. The default is [`OctaveTables::Distinct`].
    pub fn octave_tables(self, tables: OctaveTables) -> Noise<K> {
        self.with(fractal::OCTAVE_TABLES, tables)
    }

    /// Sets where the lattices of the octaves lie. The default is [`OctavePositions::Shifted`].
    pub fn octave_positions(self, positions: OctavePositions) -> Noise<K> {
        self.with(fractal::OCTAVE_POSITIONS, positions)
    }

    /// Sets how the periods of sources below change from octave to octave. The default is [`OctavePeriod::Scaled`].
    pub fn octave_period(self, period: OctavePeriod) -> Noise<K> {
        self.with(fractal::OCTAVE_PERIOD, period)
    }

    /// Sets the amplitude of each octave, in place of [`Noise::gain`]: one number for each octave, 0 to 100.
    pub fn amplitudes(self, amplitudes: impl AsRef<[f64]>) -> Noise<K> {
        self.with(fractal::AMPLITUDES, Value::List(amplitudes.as_ref().into()))
    }

    /// Sets the frequency factor of each octave, in place of [`Noise::lacunarity`]: one number for each octave, 1e-12 to
    /// 1e12.
    pub fn frequencies(self, frequencies: impl AsRef<[f64]>) -> Noise<K> {
        self.with(
            fractal::FREQUENCIES,
            Value::List(frequencies.as_ref().into()),
        )
    }
}

/// Parameters of ridges.
impl Noise<of::Ridged> {
    /// Sets what is added up. The default is [`RidgedForm::Musgrave`].
    pub fn form(self, form: RidgedForm) -> Noise<of::Ridged> {
        self.with(fractal::FORM, form)
    }

    /// Sets the height of a ridge before it is squared. The default is 1.
    pub fn offset(self, offset: f64) -> Noise<of::Ridged> {
        self.with(fractal::RIDGE_OFFSET, offset)
    }

    /// Sets how fast an octave's value becomes full weight for the next, 0 to 100, in the form of Musgrave. The default
    /// is 2.
    pub fn ridge_gain(self, gain: f64) -> Noise<of::Ridged> {
        self.with(fractal::RIDGE_GAIN, gain)
    }
}

/// Parameters of ping-pong.
impl Noise<of::PingPong> {
    /// Sets how many times a value from −1 to 1 goes from end to end, 0 to 100. The default is 2.
    pub fn strength(self, strength: f64) -> Noise<of::PingPong> {
        self.with(fractal::STRENGTH, strength)
    }
}

/// Parameters of the hybrid multifractal.
impl Noise<of::Hybrid> {
    /// Sets what is added to every octave's value. The default is 0.7.
    pub fn offset(self, offset: f64) -> Noise<of::Hybrid> {
        self.with(fractal::HYBRID_OFFSET, offset)
    }
}

/// Parameters of eroded hills.
impl Noise<of::Eroded> {
    /// Sets how steep the sum of the octaves' gradients is, per unit of domain, where an octave is half as strong, 1e-12 to 1e12.
    /// The default is 4.
    pub fn slope(self, slope: f64) -> Noise<of::Eroded> {
        self.with(fractal::ERODED_SLOPE, slope)
    }
}
