//! Limits, grades and cut-offs of a source.

use serde::Deserialize;

/// Limits; they belong to the range unless they are open.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Lower limit.
    pub low: Option<f64>,
    /// Upper limit.
    pub high: Option<f64>,
    /// The lower limit does not belong to the range.
    pub low_open: bool,
    /// The upper limit does not belong to the range.
    pub high_open: bool,
}

impl Limits {
    /// Below the range.
    pub fn is_below(&self, value: f64) -> bool {
        let below = |low| value < low || self.low_open && value == low;
        self.low.is_some_and(below)
    }

    /// Above the range.
    pub fn is_above(&self, value: f64) -> bool {
        let above = |high| value > high || self.high_open && value == high;
        self.high.is_some_and(above)
    }

    /// Within the range.
    pub fn contain(&self, value: f64) -> bool {
        !self.is_below(value) && !self.is_above(value)
    }
}

/// A grade of severity.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bin {
    /// Its name.
    pub label: String,
    /// Values of it are normal.
    pub normal: bool,
    #[serde(default)]
    low: Option<f64>,
    #[serde(default)]
    high: Option<f64>,
    #[serde(default)]
    low_open: bool,
    #[serde(default)]
    high_open: bool,
}

impl Bin {
    /// Its limits.
    pub fn limits(&self) -> Limits {
        Limits {
            low: self.low,
            high: self.high,
            low_open: self.low_open,
            high_open: self.high_open,
        }
    }
}

/// Grades, of which the first that contains the value counts.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grades {
    /// Decimals of the printed table, to which values are rounded first.
    #[serde(default)]
    decimals: Option<u8>,
    bins: Vec<Bin>,
}

impl Grades {
    /// The grade of a value; none in a gap.
    pub fn of(&self, value: f64) -> Option<&Bin> {
        let rounded = self.decimals.map_or(value, |decimals| {
            let per_unit = libm::pow(10.0, f64::from(decimals));
            libm::round(value * per_unit) / per_unit
        });
        self.bins.iter().find(|bin| bin.limits().contain(rounded))
    }

    /// The grade of normal values; none where the table grades a disease only.
    pub fn normal(&self) -> Option<&Bin> {
        self.bins.iter().find(|bin| bin.normal)
    }
}

/// A multiple of the median from which on a label applies.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cutoff {
    /// What the multiple suggests.
    pub label: String,
    /// Multiple of the median.
    pub low: f64,
}
