//! Why a whole measurement is refused; a single value that cannot be computed is null instead.

use std::fmt;

/// Why nothing is measured at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeasurementRefusal {
    /// The definition cannot be loaded.
    Configuration(String),
    /// The image has no flow region: nothing is measured, never pixels.
    NotCalibrated,
    /// A coordinate, event or operand that is no finite number.
    InvalidInput(String),
}

impl MeasurementRefusal {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Configuration(_) => "configuration",
            Self::NotCalibrated => "not-calibrated",
            Self::InvalidInput(_) => "invalid-input",
        }
    }

    /// The same fault with its place before it; what has no detail stays as it is.
    pub fn at(self, place: &str) -> Self {
        match self {
            Self::Configuration(detail) => Self::Configuration(format!("{place}: {detail}")),
            Self::InvalidInput(detail) => Self::InvalidInput(format!("{place}: {detail}")),
            Self::NotCalibrated => self,
        }
    }
}

impl fmt::Display for MeasurementRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Configuration(detail) => write!(f, "the definition cannot be loaded: {detail}"),
            Self::NotCalibrated => write!(f, "the image has no flow region"),
            Self::InvalidInput(detail) => write!(f, "no finite number: {detail}"),
        }
    }
}

impl std::error::Error for MeasurementRefusal {}
