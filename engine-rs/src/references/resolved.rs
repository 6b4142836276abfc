//! A model in one patient: numbers instead of equations.

use core::f64::consts::SQRT_2;

use super::limits::{Cutoff, Grades, Limits};
use super::transform::Transform;

/// Skewness that counts as none.
const NO_SKEW: f64 = 1e-12;
/// z of the limits of tables of means and limits.
const Z_OF_HALVES: f64 = 2.0;

/// The distribution or the limits of a quantity in one patient.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolved<'a> {
    /// Normal on a scale.
    Normal {
        /// The scale.
        transform: Transform,
        /// Mean on the scale.
        mean: f64,
        /// Standard deviation on the scale.
        sd: f64,
    },
    /// Box-Cox with skewness, median and variation.
    BoxCox {
        /// The scale.
        transform: Transform,
        /// Skewness.
        l: f64,
        /// Median on the scale.
        m: f64,
        /// Variation.
        s: f64,
    },
    /// Exponential normal.
    Exponential {
        /// Skewness.
        gamma: f64,
        /// Median.
        mu: f64,
        /// Spread.
        sigma: f64,
    },
    /// A mean with limits of z -2 and +2.
    Halves {
        /// Mean.
        mean: f64,
        /// z -2.
        low: f64,
        /// z +2.
        high: f64,
    },
    /// Values of percentiles, in their order.
    Percentiles(Vec<(f64, f64)>),
    /// Limits.
    Limits(Limits),
    /// Grades.
    Grades(&'a Grades),
    /// An expected value.
    Expected(f64),
    /// Multiples of a median.
    Multiples {
        /// The median.
        median: f64,
        /// What multiples suggest.
        cutoffs: &'a [Cutoff],
    },
}

/// A percentile by curves of percentiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Percentile {
    /// On the straight line between two curves.
    At(f64),
    /// Below the lowest curve.
    Below(f64),
    /// Above the highest curve.
    Above(f64),
}

/// Percent of a standard normal distribution below z.
pub fn percent_below(z: f64) -> f64 {
    50.0 * libm::erfc(-z / SQRT_2)
}

impl Resolved<'_> {
    /// Standard deviations from the expected value; none without a distribution, and for a value
    /// that its scale does not have.
    pub fn z(&self, value: f64) -> Option<f64> {
        let z = match *self {
            Self::Normal {
                transform,
                mean,
                sd,
            } => (transform.apply(value) - mean) / sd,
            Self::BoxCox { transform, l, m, s } => {
                let ratio = transform.apply(value) / m;
                if l.abs() < NO_SKEW {
                    libm::log(ratio) / s
                } else {
                    (libm::pow(ratio, l) - 1.0) / (l * s)
                }
            }
            Self::Exponential { gamma, mu, sigma } => {
                (libm::exp((value - mu) * gamma / sigma) - 1.0) / gamma
            }
            Self::Halves { mean, low, high } => {
                let half = if value >= mean {
                    high - mean
                } else {
                    mean - low
                };
                (value - mean) / (half / Z_OF_HALVES)
            }
            _ => return None,
        };
        (z.is_finite() && self.has_spread()).then_some(z)
    }

    /// The spread of a distribution is above zero.
    fn has_spread(&self) -> bool {
        match *self {
            Self::Normal { sd, .. } => sd > 0.0,
            Self::BoxCox { s, .. } => s > 0.0,
            Self::Exponential { sigma, .. } => sigma > 0.0,
            Self::Halves { mean, low, high } => low < mean && mean < high,
            _ => true,
        }
    }

    /// The value at a z; none without a distribution, and where its scale has no such value.
    pub fn value_at_z(&self, z: f64) -> Option<f64> {
        let value = match *self {
            Self::Normal {
                transform,
                mean,
                sd,
            } => transform.undo(mean + z * sd)?,
            Self::BoxCox { transform, l, m, s } => transform.undo(if l.abs() < NO_SKEW {
                m * libm::exp(s * z)
            } else {
                m * libm::pow(1.0 + l * s * z, 1.0 / l)
            })?,
            Self::Exponential { gamma, mu, sigma } => {
                mu + sigma * libm::log(1.0 + gamma * z) / gamma
            }
            Self::Halves { mean, low, high } => {
                let half = if z >= 0.0 { high - mean } else { mean - low };
                mean + z * (half / Z_OF_HALVES)
            }
            _ => return None,
        };
        (value.is_finite() && self.has_spread()).then_some(value)
    }

    /// Median, mean or expected value; none where the source has only limits.
    pub fn expected(&self) -> Option<f64> {
        match self {
            Self::Percentiles(values) => {
                let median = values.iter().find(|(percentile, _)| *percentile == 50.0);
                median.map(|(_, value)| *value)
            }
            Self::Expected(value) => Some(*value),
            Self::Multiples { median, .. } => Some(*median),
            _ => self.value_at_z(0.0),
        }
    }

    /// The percentile of a value by curves of percentiles; none for other models.
    pub fn percentile(&self, value: f64) -> Option<Percentile> {
        let Self::Percentiles(curves) = self else {
            return None;
        };
        let around = curves.windows(2).find_map(|pair| {
            let [(low, a), (high, b)] = *pair else {
                return None;
            };
            let inside = a <= value && value <= b;
            // Two curves that meet give the lower percentile.
            let share = if a == b { 0.0 } else { (value - a) / (b - a) };
            inside.then_some(low + (high - low) * share)
        });
        if let Some(percentile) = around {
            return Some(Percentile::At(percentile));
        }
        let (&(lowest, first), &(highest, _)) = (curves.first()?, curves.last()?);
        Some(if value < first {
            Percentile::Below(lowest)
        } else {
            Percentile::Above(highest)
        })
    }
}
