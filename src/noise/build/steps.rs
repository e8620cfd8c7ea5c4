//! Value steps over a noise: methods and operators.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::noise::{Kind, Noise, Step, Value};

/// Value steps of one value. [`Step`] has their formulas.
impl Noise {
    /// |self|.
    pub fn abs(self) -> Noise {
        self.through(Step::Abs)
    }

    /// −1, 0 or 1. Jumps.
    pub fn sign(self) -> Noise {
        self.through(Step::Sign)
    }

    /// The greatest whole number that is not above `self`. Jumps.
    pub fn floor(self) -> Noise {
        self.through(Step::Floor)
    }

    /// self − floor(self). Jumps.
    pub fn fract(self) -> Noise {
        self.through(Step::Fract)
    }

    /// √max(self, 0).
    pub fn sqrt(self) -> Noise {
        self.through(Step::Sqrt)
    }

    /// e^self.
    pub fn exp(self) -> Noise {
        self.through(Step::Exp)
    }

    /// The natural logarithm; `self` must be above 0 everywhere.
    pub fn log(self) -> Noise {
        self.through(Step::Log)
    }

    /// sin(2π·self): turns, not radians.
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
        self.through(Step::Sin)
    }

    /// cos(2π·self): turns, not radians.
    pub fn cos(self) -> Noise {
        self.through(Step::Cos)
    }

    /// A wave of straight lines over turns: 1 at 0, −1 at ½.
    pub fn triangle(self) -> Noise {
        self.through(Step::Triangle)
    }

    /// self^exponent; 0 where `self` is not above 0.
    pub fn pow(self, exponent: impl Into<Value>) -> Noise {
        self.through(Step::Pow).set("exponent", exponent)
    }

    /// `from` mapped linearly onto `to`, and beyond both. The two ends of `from` must differ.
    pub fn remap(self, from: [f64; 2], to: [f64; 2]) -> Noise {
        self.through(Step::Remap)
            .set("from_low", from[0])
            .set("from_high", from[1])
            .set("to_low", to[0])
            .set("to_high", to[1])
    }

    /// `self` held within low..high.
    pub fn clamp(self, low: impl Into<Value>, high: impl Into<Value>) -> Noise {
        self.through(Step::Clamp).set("low", low).set("high", high)
    }

    /// 0 up to low, 1 from high on, smooth between. The two must differ.
    pub fn smoothstep(self, low: impl Into<Value>, high: impl Into<Value>) -> Noise {
        (self.through(Step::Smoothstep))
            .set("low", low)
            .set("high", high)
    }

    /// 0 where `self` is below edge, else 1. Jumps.
    pub fn step(self, edge: impl Into<Value>) -> Noise {
        self.through(Step::Step).set("edge", edge)
    }

    /// `self` from level on, else `below`. Jumps.
    pub fn threshold(self, level: impl Into<Value>, below: impl Into<Value>) -> Noise {
        (self.through(Step::Threshold))
            .set("level", level)
            .set("below", below)
    }

    /// Bends 0..1 so that ½ becomes `bias`, 0.01 to 0.99.
    pub fn bias(self, bias: f64) -> Noise {
        self.through(Step::Bias).set("bias", bias)
    }

    /// An S-curve over 0..1: contrast rises with `gain`, 0.01 to 0.99; ½ changes nothing.
    pub fn gain_curve(self, gain: f64) -> Noise {
        self.through(Step::GainCurve).set("gain", gain)
    }

    /// So many terraces in a unit, each with a ramp that takes that part of it; a ramp of 0 jumps.
    pub fn terrace(self, steps: f64, ramp: f64) -> Noise {
        (self.through(Step::Terrace))
            .set("steps", steps)
            .set("ramp", ramp)
    }

    /// Straight lines through 2 to 16 points, each a place and the value there, level beyond the first and the last.
    ///
    /// ```
    /// use wgpu_noise::{Grid, Noise, cpu};
    ///
    /// let ridge = Noise::x().curve([[0.0, 0.0], [0.5, 1.0], [1.0, 0.0]]);
    /// let volume = cpu::sample(&ridge, &Grid::new([4]))?;
    /// assert_eq!(volume.samples(), [0.25, 0.75, 0.75, 0.25]);
    /// # Ok::<(), wgpu_noise::Error>(())
    /// ```
    pub fn curve(self, points: impl Into<Value>) -> Noise {
        self.through(Step::Curve).set("points", points)
    }

    fn through(self, step: Step) -> Noise {
        Noise::of_kind(Kind::Step(step)).set("of", self)
    }
}

/// Value steps of two values. [`Step`] has their formulas.
impl Noise {
    /// The smaller of two.
    pub fn min(self, other: impl Into<Value>) -> Noise {
        self.with(Step::Min, other)
    }

    /// The greater of two.
    pub fn max(self, other: impl Into<Value>) -> Noise {
        self.with(Step::Max, other)
    }

    /// The smaller of two, rounded where they are closer than `radius`, 1e-6 to 1e6.
    pub fn smooth_min(self, other: impl Into<Value>, radius: f64) -> Noise {
        self.with(Step::SmoothMin, other).set("radius", radius)
    }

    /// The greater of two, rounded where they are closer than `radius`, 1e-6 to 1e6.
    pub fn smooth_max(self, other: impl Into<Value>, radius: f64) -> Noise {
        self.with(Step::SmoothMax, other).set("radius", radius)
    }

    /// self + t·(other − self); t is not clamped.
    pub fn mix(self, other: impl Into<Value>, t: impl Into<Value>) -> Noise {
        self.with(Step::Mix, other).set("t", t)
    }

    /// `self` where `by` is below edge, else `other`. Jumps.
    pub fn select(
        self,
        other: impl Into<Value>,
        by: impl Into<Value>,
        edge: impl Into<Value>,
    ) -> Noise {
        (self.with(Step::Select, other))
            .set("by", by)
            .set("edge", edge)
    }

    fn with(self, step: Step, other: impl Into<Value>) -> Noise {
        (Noise::of_kind(Kind::Step(step)))
            .set("a", self)
            .set("b", other)
    }
}

impl<T: Into<Value>> Add<T> for Noise {
    type Output = Noise;
    fn add(self, other: T) -> Noise {
        self.with(Step::Add, other)
    }
}

impl<T: Into<Value>> Sub<T> for Noise {
    type Output = Noise;
    fn sub(self, other: T) -> Noise {
        self.with(Step::Sub, other)
    }
}

impl<T: Into<Value>> Mul<T> for Noise {
    type Output = Noise;
    fn mul(self, other: T) -> Noise {
        self.with(Step::Mul, other)
    }
}

/// The divisor must be nowhere 0.
impl<T: Into<Value>> Div<T> for Noise {
    type Output = Noise;
    fn div(self, other: T) -> Noise {
        self.with(Step::Div, other)
    }
}

impl Neg for Noise {
    type Output = Noise;
    fn neg(self) -> Noise {
        self * -1.0
    }
}
