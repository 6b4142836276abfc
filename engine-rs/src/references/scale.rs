//! From the unit of a measurement to the unit of a row, and back.

use super::row::{ReferenceRow, Sign};
use crate::measure::unit::{Unit, conversion};

/// Ending of units that are divided by body surface.
const PER_SURFACE: &str = "/m2";

/// How values of a measurement become values of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Units of the row in one unit of the measurement, with the sign.
    factor: f64,
    /// Square metres to divide by; 1 where the row is not indexed.
    surface_m2: f64,
}

/// Why a value has no unit of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoScale {
    /// The units measure different things.
    Unit,
    /// The body surface is unknown.
    Surface,
}

impl Scale {
    /// Of values in `unit` for a row; `surface_m2` is the body surface by the formula of the row.
    ///
    /// # Errors
    /// [`NoScale`].
    pub fn of(row: &ReferenceRow, unit: &str, surface_m2: Option<f64>) -> Result<Self, NoScale> {
        let scale = Self::between(unit, &row.unit, surface_m2)?;
        Ok(match row.sign {
            Some(Sign::Reversed) => Self {
                factor: -scale.factor,
                ..scale
            },
            None => scale,
        })
    }

    /// Between units; the ending `/m2` divides by body surface.
    ///
    /// # Errors
    /// [`NoScale`].
    pub fn between(from: &str, to: &str, surface_m2: Option<f64>) -> Result<Self, NoScale> {
        if let Some(factor) = factor(from, to) {
            return Ok(Self {
                factor,
                surface_m2: 1.0,
            });
        }
        let indexed = to.strip_suffix(PER_SURFACE);
        let factor = indexed.and_then(|amount| factor(from, amount));
        Ok(Self {
            factor: factor.ok_or(NoScale::Unit)?,
            surface_m2: surface_m2.ok_or(NoScale::Surface)?,
        })
    }

    /// The value in the unit of the row.
    pub fn to_row(self, value: f64) -> f64 {
        value * self.factor / self.surface_m2
    }

    /// The value in the unit of the measurement.
    pub fn from_row(self, value: f64) -> f64 {
        value * self.surface_m2 / self.factor
    }

    /// Lower and upper limit in the unit of the measurement.
    pub fn limits_from_row(self, [low, high]: [Option<f64>; 2]) -> [Option<f64>; 2] {
        let [low, high] = [low, high].map(|limit| limit.map(|limit| self.from_row(limit)));
        if self.factor < 0.0 {
            [high, low]
        } else {
            [low, high]
        }
    }
}

/// Factor between amounts of units by name; units that the engine does not know convert to themselves.
fn factor(from: &str, to: &str) -> Option<f64> {
    if from == to {
        return Some(1.0);
    }
    conversion(Unit::of(from)?, Unit::of(to)?)
}
