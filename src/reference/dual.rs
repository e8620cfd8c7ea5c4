//! Dual numbers for forward-mode automatic differentiation (Wengert 1964; Griewank and Walther, *Evaluating Derivatives*,
//! chapter 3).
//!
//! The whole reference computes with these numbers, so that values and derivatives share one definition. The slopes are 0
//! except below a derivative, which seeds the position along its axis with slope 1.

use std::cmp::Ordering;
use std::f64::consts::TAU;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::grid::position::Double;
use crate::noise::Fade;

/// A value and its derivative with respect to the position along the axis of the enclosing derivative node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dual {
    pub value: f64,
    pub slope: f64,
    /// The rounding error of the value, known for coordinates and for sums with one. Far from the origin it can be a large
    /// part of a turn, so angles and fractional parts add it; everything else ignores it.
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

    /// Applies the chain rule to f(self), given f and its derivative at self. A slope of 0 stays 0 even if the derivative is
    /// infinite.
    fn through(self, value: f64, derivative: f64) -> Dual {
        let slope = match self.slope {
            0.0 => 0.0,
            slope => derivative * slope,
        };
        Dual::new(value, slope)
    }

    /// Returns the fractional part, self − floor(self).
    pub fn fract(self) -> Dual {
        // For a value just below 0 the part rounds to 1, which is closer to it than 0.
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

    /// Returns the same angle, reduced to above −½ and up to ½ turns.
    pub fn turn(self) -> Dual {
        let (high, low) = (self.value, self.low.unwrap_or_default());
        Dual::new(Double { high, low }.turn(), self.slope)
    }

    /// Returns the floor, whose slope is 0.
    pub fn floor(self) -> Dual {
        self.value.floor().into()
    }

    /// Returns the sign, whose slope is 0.
    pub fn signum(self) -> Dual {
        self.value.signum().into()
    }

    /// Returns the magnitude. Its slope at 0 is 0, between those on either side.
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

    /// Returns sin(2π·self): the unit is turns.
    pub fn sin(self) -> Dual {
        let [sine, cosine] = of_turn(self.turn().value);
        self.through(sine, TAU * cosine)
    }

    /// Returns cos(2π·self): the unit is turns.
    pub fn cos(self) -> Dual {
        let [sine, cosine] = of_turn(self.turn().value);
        self.through(cosine, -TAU * sine)
    }

    /// Returns self^exponent, for a base above 0.
    pub fn powf(self, exponent: Dual) -> Dual {
        let (base, power) = (self.value, self.value.powf(exponent.value));
        let by_base = self.through(power, exponent.value * base.powf(exponent.value - 1.0));
        let by_exponent = exponent.through(power, base.ln() * power);
        Dual::new(power, by_base.slope + by_exponent.slope)
    }

    /// Returns the smaller of the two, or `self` if they are equal.
    pub fn min(self, other: impl Into<Dual>) -> Dual {
        let other = other.into();
        if other < self { other } else { self }
    }

    /// Returns the larger of the two, or `self` if they are equal.
    pub fn max(self, other: impl Into<Dual>) -> Dual {
        let other = other.into();
        if other > self { other } else { self }
    }

    /// Returns the weight that a fade gives to the high corner at self.
    pub fn faded(self, fade: Fade) -> Dual {
        self.through(fade.at(self.value), fade.slope(self.value))
    }

    pub fn clamp(self, low: f64, high: f64) -> Dual {
        self.max(low).min(high)
    }
}

/// Returns the sine and cosine of an angle from −½ to ½ turns, exact at every quarter turn: the difference to the nearest
/// quarter turn is small and exact before it is multiplied by 2π.
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

/// Converts a coordinate whose slope is 0.
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

/// Compares values only.
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
