//! Value steps over a noise: methods and operators.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::noise::{Kind, Noise, Signal, Step, Value};

/// Value steps of one value. [`Step`] has their formulas.
impl<K> Noise<K> {
    /// Returns |self|.
    pub fn abs(self) -> Noise {
        self.through(Step::Abs, [])
    }

    /// Returns the sign of `self`: −1, 0 or 1. Jumps.
    pub fn sign(self) -> Noise {
        self.through(Step::Sign, [])
    }

    /// Returns the greatest whole number that is not above `self`. Jumps.
    pub fn floor(self) -> Noise {
        self.through(Step::Floor, [])
    }

    /// Returns the fractional part, self − floor(self). Jumps.
    pub fn fract(self) -> Noise {
        self.through(Step::Fract, [])
    }

    /// Returns √max(self, 0).
    pub fn sqrt(self) -> Noise {
        self.through(Step::Sqrt, [])
    }

    /// Returns e^self.
    pub fn exp(self) -> Noise {
        self.through(Step::Exp, [])
    }

    /// Returns the natural logarithm. `self` must be above 0 everywhere.
    pub fn log(self) -> Noise {
        self.through(Step::Log, [])
    }

    /// Returns sin(2π·self): the unit is turns, not radians.
    ///
    /// ```
    /// use wgpu_noise::{Grid, Noise, cpu};
    ///
    /// let stripes = (Noise::x() * 4.0).sin();
    /// let volume = cpu::sample(&stripes, &Grid::new([16]).seamless())?;
    /// assert!((volume.samples()[0] - (std::f32::consts::TAU / 8.0).sin()).abs() < 1e-6);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn sin(self) -> Noise {
        self.through(Step::Sin, [])
    }

    /// Returns cos(2π·self): the unit is turns, not radians.
    pub fn cos(self) -> Noise {
        self.through(Step::Cos, [])
    }

    /// Returns a triangle wave over turns: 1 at 0, −1 at ½.
    pub fn triangle(self) -> Noise {
        self.through(Step::Triangle, [])
    }

    /// Returns self^exponent, and 0 where `self` is not above 0.
    pub fn pow(self, exponent: impl Into<Signal>) -> Noise {
        self.through(Step::Pow, [exponent.into()])
    }

    /// Maps `from` linearly onto `to`, and extrapolates beyond both. The two ends of `from` must differ.
    pub fn remap(self, from: [impl Into<Signal>; 2], to: [impl Into<Signal>; 2]) -> Noise {
        let ([from_low, from_high], [to_low, to_high]) = (from.map(Into::into), to.map(Into::into));
        self.through(Step::Remap, [from_low, from_high, to_low, to_high])
    }

    /// Limits `self` to the range from low to high.
    pub fn clamp(self, low: impl Into<Signal>, high: impl Into<Signal>) -> Noise {
        self.through(Step::Clamp, [low.into(), high.into()])
    }

    /// Returns 0 up to low, 1 from high on, and a cubic between. The two must differ.
    pub fn smoothstep(self, low: impl Into<Signal>, high: impl Into<Signal>) -> Noise {
        self.through(Step::Smoothstep, [low.into(), high.into()])
    }

    /// Returns 0 where `self` is below edge, else 1. Jumps.
    pub fn step(self, edge: impl Into<Signal>) -> Noise {
        self.through(Step::Step, [edge.into()])
    }

    /// Returns `self` where it is at least `level`, else `below`. Jumps.
    pub fn threshold(self, level: impl Into<Signal>, below: impl Into<Signal>) -> Noise {
        self.through(Step::Threshold, [level.into(), below.into()])
    }

    /// Bends the range 0 to 1 so that ½ becomes `bias`, 0.01 to 0.99.
    pub fn bias(self, bias: impl Into<Signal>) -> Noise {
        self.through(Step::Bias, [bias.into()])
    }

    /// Applies an S-curve to the range 0 to 1. The contrast rises with `gain`, 0.01 to 0.99; ½ changes nothing.
    pub fn gain_curve(self, gain: impl Into<Signal>) -> Noise {
        self.through(Step::GainCurve, [gain.into()])
    }

    /// Makes `steps` terraces per unit. `ramp` is the part of a terrace, 0 to 1, that its ramp takes; a ramp of 0 jumps, and has
    /// no derivative even within [`Noise::piecewise`].
    pub fn terrace(self, steps: impl Into<Signal>, ramp: impl Into<Signal>) -> Noise {
        self.through(Step::Terrace, [steps.into(), ramp.into()])
    }

    /// Returns `self`, with the derivative of the pieces between the jumps of the nodes within it: for what is continuous
    /// although nodes within it jump.
    ///
    /// ```
    /// use wgpu_noise::noise::Axis;
    /// use wgpu_noise::{Grid, Noise, cpu};
    ///
    /// // Parabolas side by side, whose slopes go from 4 to −4 in each.
    /// let part = (Noise::x() * 4.0).fract();
    /// let arches = (part.clone() - part.clone() * part).piecewise();
    /// let slopes = cpu::sample(&arches.partial(Axis::X), &Grid::new([8]))?;
    /// assert_eq!(slopes.samples()[..3], [2.0, -2.0, 2.0]);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn piecewise(self) -> Noise {
        self.through(Step::Piecewise, [])
    }

    /// Interpolates linearly between 2 to 16 points, each an input and its output. Beyond the first and the last point the
    /// result is constant.
    ///
    /// ```
    /// use wgpu_noise::{Grid, Noise, cpu};
    ///
    /// let ridge = Noise::x().curve([[0.0, 0.0], [0.5, 1.0], [1.0, 0.0]]);
    /// let volume = cpu::sample(&ridge, &Grid::new([4]))?;
    /// assert_eq!(volume.samples(), [0.25, 0.75, 0.75, 0.25]);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn curve(self, points: impl AsRef<[[f64; 2]]>) -> Noise {
        let points = Value::Points(points.as_ref().into());
        made(Step::Curve, [self.into(), points])
    }

    /// A step of `self` and further arguments.
    fn through<const N: usize>(self, step: Step, further: [Signal; N]) -> Noise {
        made(step, [self.into()].into_iter().chain(further))
    }
}

/// Value steps of two values. [`Step`] has their formulas.
impl<K> Noise<K> {
    /// Returns the smaller of the two.
    pub fn min(self, other: impl Into<Signal>) -> Noise {
        self.through(Step::Min, [other.into()])
    }

    /// Returns the greater of the two.
    pub fn max(self, other: impl Into<Signal>) -> Noise {
        self.through(Step::Max, [other.into()])
    }

    /// Returns the smaller of the two, rounded where they are closer than `radius`, 1e-6 to 1e6.
    pub fn smooth_min(self, other: impl Into<Signal>, radius: impl Into<Signal>) -> Noise {
        self.through(Step::SmoothMin, [other.into(), radius.into()])
    }

    /// Returns the greater of the two, rounded where they are closer than `radius`, 1e-6 to 1e6.
    pub fn smooth_max(self, other: impl Into<Signal>, radius: impl Into<Signal>) -> Noise {
        self.through(Step::SmoothMax, [other.into(), radius.into()])
    }

    /// Interpolates linearly: self + t·(other − self). `t` is not clamped.
    pub fn mix(self, other: impl Into<Signal>, t: impl Into<Signal>) -> Noise {
        self.through(Step::Mix, [other.into(), t.into()])
    }

    /// Returns `self` where `by` is below edge, else `other`. Jumps.
    pub fn select(
        self,
        other: impl Into<Signal>,
        by: impl Into<Signal>,
        edge: impl Into<Signal>,
    ) -> Noise {
        self.through(Step::Select, [other.into(), by.into(), edge.into()])
    }
}

/// A step of its arguments, in the order of its parameters.
fn made(step: Step, args: impl IntoIterator<Item: Into<Value>>) -> Noise {
    (step.info().params.iter().zip(args))
        .fold(Noise::of_kind(Kind::Step(step)), |noise, (param, arg)| {
            noise.set(param.name, arg)
        })
}

impl<K, T: Into<Signal>> Add<T> for Noise<K> {
    type Output = Noise;
    fn add(self, other: T) -> Noise {
        self.through(Step::Add, [other.into()])
    }
}

impl<K, T: Into<Signal>> Sub<T> for Noise<K> {
    type Output = Noise;
    fn sub(self, other: T) -> Noise {
        self.through(Step::Sub, [other.into()])
    }
}

impl<K, T: Into<Signal>> Mul<T> for Noise<K> {
    type Output = Noise;
    fn mul(self, other: T) -> Noise {
        self.through(Step::Mul, [other.into()])
    }
}

/// The divisor must not be 0 anywhere.
impl<K, T: Into<Signal>> Div<T> for Noise<K> {
    type Output = Noise;
    fn div(self, other: T) -> Noise {
        self.through(Step::Div, [other.into()])
    }
}

impl<K> Add<Noise<K>> for f64 {
    type Output = Noise;
    fn add(self, noise: Noise<K>) -> Noise {
        made(Step::Add, [Value::from(self), noise.into()])
    }
}

impl<K> Sub<Noise<K>> for f64 {
    type Output = Noise;
    fn sub(self, noise: Noise<K>) -> Noise {
        made(Step::Sub, [Value::from(self), noise.into()])
    }
}

impl<K> Mul<Noise<K>> for f64 {
    type Output = Noise;
    fn mul(self, noise: Noise<K>) -> Noise {
        made(Step::Mul, [Value::from(self), noise.into()])
    }
}

/// The divisor must not be 0 anywhere.
impl<K> Div<Noise<K>> for f64 {
    type Output = Noise;
    fn div(self, noise: Noise<K>) -> Noise {
        made(Step::Div, [Value::from(self), noise.into()])
    }
}

impl<K> Neg for Noise<K> {
    type Output = Noise;
    fn neg(self) -> Noise {
        self * -1.0
    }
}
