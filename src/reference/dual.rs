//! Numbers that know how fast they change: forward differentiation (Wengert 1964; Griewank and Walther, *Evaluating
//! Derivatives*, chapter 3).
//!
//! The walk over the graph is written once, in these. Their slope is 0 but below a derivative, where the position moves
//! along an axis.

use std::cmp::Ordering;
use std::f64::consts::TAU;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::grid::position::Double;
use crate::noise::Fade;

/// A value, and its change per unit of the position that moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dual {
    pub value: f64,
    pub slope: f64,
    /// What rounding took from the value, of a coordinate and of sums with one. Far from the origin it is a good part of a
    /// turn; all but what counts turns leaves it out.
    low: Option<f64>,
}

impl Dual {
    pub fn new(value: f64, slope: f64) -> Dual {
        Dual {
            value,
            slope,
            low: None,
        }
    }

    /// Another value, with the slope times a factor: f(self), from f and its derivative there. What does not move stays
    /// so where the derivative is infinite.
    fn through(self, value: f64, derivative: f64) -> Dual {
        let slope = match self.slope {
            0.0 => 0.0,
            slope => derivative * slope,
        };
        Dual::new(value, slope)
    }

    /// What is above the whole number below.
    pub fn fract(self) -> Dual {
        // Just below 0 a part rounds to 1, which is nearer than 0.
        let part = |of: f64| of - of.floor();
        let part = match self.low {
            None => part(self.value),
            Some(low) => match part(self.value) + part(low) {
                sum if sum >= 1.0 && low != 0.0 => sum - 1.0,
                sum => sum,
            },
        };
        Dual::new(part, self.slope)
    }

    /// The same turn, from −½ to ½.
    pub fn turn(self) -> Dual {
        let (high, low) = (self.value, self.low.unwrap_or_default());
        Dual::new(Double { high, low }.turn(), self.slope)
    }

    /// A constant from step to step.
    pub fn floor(self) -> Dual {
        self.value.floor().into()
    }

    /// A constant on each side of 0.
    pub fn signum(self) -> Dual {
        self.value.signum().into()
    }

    /// Its slope at 0 is 0, between those on either side.
    pub fn abs(self) -> Dual {
        let side = if self.value == 0.0 {
            0.0
        } else {
            self.value.signum()
        };
        self.through(self.value.abs(), side)
    }

    pub fn sqrt(self) -> Dual {
        let root = self.value.sqrt();
        self.through(root, 0.5 / root)
    }

    pub fn exp(self) -> Dual {
        let power = self.value.exp();
        self.through(power, power)
    }

    pub fn ln(self) -> Dual {
        self.through(self.value.ln(), 1.0 / self.value)
    }

    /// sin(2π·self), of turns.
    pub fn sin(self) -> Dual {
        let [sine, cosine] = of_turn(self.turn().value);
        self.through(sine, TAU * cosine)
    }

    /// cos(2π·self), of turns.
    pub fn cos(self) -> Dual {
        let [sine, cosine] = of_turn(self.turn().value);
        self.through(cosine, -TAU * sine)
    }

    /// Of a base above 0.
    pub fn powf(self, exponent: Dual) -> Dual {
        let (base, power) = (self.value, self.value.powf(exponent.value));
        let by_base = self.through(power, exponent.value * base.powf(exponent.value - 1.0));
        let by_exponent = exponent.through(power, base.ln() * power);
        Dual::new(power, by_base.slope + by_exponent.slope)
    }

    /// Where the two are equal, with the slope of the first.
    pub fn min(self, other: impl Into<Dual>) -> Dual {
        let other = other.into();
        if other < self { other } else { self }
    }

    /// Where the two are equal, with the slope of the first.
    pub fn max(self, other: impl Into<Dual>) -> Dual {
        let other = other.into();
        if other > self { other } else { self }
    }

    /// How far a fade has come.
    pub fn faded(self, fade: Fade) -> Dual {
        self.through(fade.at(self.value), fade.slope(self.value))
    }

    pub fn clamp(self, low: f64, high: f64) -> Dual {
        self.max(low).min(high)
    }
}

/// Sine and cosine of a turn from −½ to ½, exact at every quarter: what is more than the nearest quarter turn is small, and
/// known without rounding before it is multiplied by 2π.
fn of_turn(turn: f64) -> [f64; 2] {
    let quarters = (4.0 * turn).round();
    let (sine, cosine) = (TAU * (turn - 0.25 * quarters)).sin_cos();
    match quarters as i8 {
        0 => [sine, cosine],
        1 => [cosine, -sine],
        -1 => [-cosine, sine],
        _ => [-sine, -cosine],
    }
}

/// A coordinate that does not move.
impl From<Double> for Dual {
    fn from(Double { high, low }: Double) -> Dual {
        Dual {
            value: high,
            slope: 0.0,
            low: Some(low),
        }
    }
}

impl From<f64> for Dual {
    fn from(value: f64) -> Dual {
        Dual::new(value, 0.0)
    }
}

/// By their values.
impl PartialEq for Dual {
    fn eq(&self, other: &Dual) -> bool {
        self.value == other.value
    }
}

impl PartialOrd for Dual {
    fn partial_cmp(&self, other: &Dual) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl PartialEq<f64> for Dual {
    fn eq(&self, other: &f64) -> bool {
        self.value == *other
    }
}

impl PartialOrd<f64> for Dual {
    fn partial_cmp(&self, other: &f64) -> Option<Ordering> {
        self.value.partial_cmp(other)
    }
}

impl Neg for Dual {
    type Output = Dual;
    fn neg(self) -> Dual {
        Dual {
            value: -self.value,
            slope: -self.slope,
            low: self.low.map(f64::neg),
        }
    }
}

impl<T: Into<Dual>> Add<T> for Dual {
    type Output = Dual;
    fn add(self, other: T) -> Dual {
        let other = other.into();
        let sum = Double::sum(self.value, other.value);
        let low = match (self.low, other.low) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or_default() + b.unwrap_or_default() + sum.low),
        };
        Dual {
            value: sum.high,
            slope: self.slope + other.slope,
            low,
        }
    }
}

impl<T: Into<Dual>> Sub<T> for Dual {
    type Output = Dual;
    fn sub(self, other: T) -> Dual {
        self + -other.into()
    }
}

impl<T: Into<Dual>> Mul<T> for Dual {
    type Output = Dual;
    fn mul(self, other: T) -> Dual {
        let other = other.into();
        let slope = self.slope * other.value + self.value * other.slope;
        Dual::new(self.value * other.value, slope)
    }
}

impl<T: Into<Dual>> Div<T> for Dual {
    type Output = Dual;
    fn div(self, other: T) -> Dual {
        let other = other.into();
        let value = self.value / other.value;
        Dual::new(value, (self.slope - value * other.slope) / other.value)
    }
}

impl Add<Dual> for f64 {
    type Output = Dual;
    fn add(self, other: Dual) -> Dual {
        Dual::from(self) + other
    }
}

impl Sub<Dual> for f64 {
    type Output = Dual;
    fn sub(self, other: Dual) -> Dual {
        Dual::from(self) - other
    }
}

impl Mul<Dual> for f64 {
    type Output = Dual;
    fn mul(self, other: Dual) -> Dual {
        Dual::from(self) * other
    }
}

impl Sum for Dual {
    fn sum<I: Iterator<Item = Dual>>(terms: I) -> Dual {
        terms.fold(Dual::default(), |sum, term| sum + term)
    }
}
