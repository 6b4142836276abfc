//! Measurements: a definition evaluated on what was drawn on an image (measurements.md).
//!
//! - [`definition`]: what is measured, checked when loaded
//! - [`image`], [`read`]: what is measured on, with its calibration
//! - [`registry`]: every kind by name; `formulas` holds one kind per file
//! - [`evaluate`]: values per cycle, aggregate and provenance
//! - [`study`]: all measurements of a study, one from another, with normal ranges
//! - [`tasks`]: calibration, region choice, propagation and other answers that are no measurement

pub mod aggregate;
pub mod curves;
pub mod definition;
pub mod evaluate;
pub mod flow;
mod formulas;
pub mod image;
pub mod jitter;
pub mod kind;
pub mod marks;
pub mod provenance;
pub mod random_inputs;
pub mod read;
pub mod reference;
pub mod registry;
pub mod seeded;
pub mod study;
pub mod tasks;
pub mod view;

use std::fmt;

/// Why a whole measurement is refused; a single value that cannot be computed is null instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The definition cannot be loaded.
    Configuration(String),
    /// The image has no flow region: nothing is measured, never pixels.
    NotCalibrated,
    /// A coordinate, event or operand that is no finite number.
    InvalidInput(String),
}

impl Refusal {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Configuration(_) => "configuration",
            Self::NotCalibrated => "not-calibrated",
            Self::InvalidInput(_) => "invalid-input",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Configuration(detail) => write!(f, "the definition cannot be loaded: {detail}"),
            Self::NotCalibrated => write!(f, "the image has no flow region"),
            Self::InvalidInput(detail) => write!(f, "no finite number: {detail}"),
        }
    }
}

impl std::error::Error for Refusal {}
