//! Scales on which values are distributed.

use serde::Deserialize;

/// Scale on which values are distributed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transform {
    /// Of the values themselves.
    #[default]
    None,
    /// Natural logarithm.
    Ln,
    /// Logarithm to base 10.
    Log10,
    /// Square root.
    Sqrt,
    /// -1 / value.
    MinusReciprocal,
}

impl Transform {
    /// The number of a value on the scale.
    pub fn apply(self, value: f64) -> f64 {
        match self {
            Self::None => value,
            Self::Ln => libm::log(value),
            Self::Log10 => libm::log10(value),
            Self::Sqrt => value.sqrt(),
            Self::MinusReciprocal => -1.0 / value,
        }
    }

    /// The value of a number on the scale; none where the scale does not have it.
    pub fn undo(self, scaled: f64) -> Option<f64> {
        Some(match self {
            Self::None => scaled,
            Self::Ln => libm::exp(scaled),
            Self::Log10 => libm::pow(10.0, scaled),
            Self::Sqrt if scaled < 0.0 => return None,
            Self::Sqrt => scaled * scaled,
            Self::MinusReciprocal if scaled >= 0.0 => return None,
            Self::MinusReciprocal => -1.0 / scaled,
        })
    }
}
