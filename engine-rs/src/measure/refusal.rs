//! Why a whole measurement is refused; a single value that cannot be computed is null instead.

use std::fmt;

use crate::error::EngineError;

/// Why nothing is measured at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeasurementRefusal {
    /// The definition cannot be loaded.
    Configuration(String),
    /// The image has no flow region: nothing is measured, never pixels.
    NotCalibrated,
    /// A coordinate, event or operand that is not a finite number.
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

/// The same refusal for callers that know only errors of the engine: it keeps its code.
impl From<MeasurementRefusal> for EngineError {
    fn from(refusal: MeasurementRefusal) -> Self {
        match refusal {
            MeasurementRefusal::Configuration(detail) => Self::Configuration { detail },
            MeasurementRefusal::NotCalibrated => Self::NotCalibrated,
            MeasurementRefusal::InvalidInput(detail) => Self::InvalidInput { detail },
        }
    }
}

impl fmt::Display for MeasurementRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        EngineError::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for MeasurementRefusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_keeps_its_code_as_an_error_of_the_engine() {
        let detail = || "example".to_owned();
        for refusal in [
            MeasurementRefusal::Configuration(detail()),
            MeasurementRefusal::NotCalibrated,
            MeasurementRefusal::InvalidInput(detail()),
        ] {
            assert_eq!(refusal.code(), EngineError::from(refusal.clone()).code());
        }
    }
}
