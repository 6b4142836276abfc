//! The ECG that a file has as samples, in the time of its frames.

use serde::{Deserialize, Serialize};

/// One channel of an ECG (PS3.3 C.10.9). A value is `unit_at_zero` + `unit_per_step` * sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ecg {
    /// Name of the lead, e.g. `II`; null where the file does not state it.
    pub lead: Option<String>,
    /// Sampling frequency, in Hz.
    pub samples_per_s: f64,
    /// Time of the first sample in ms from the first frame; may be negative.
    pub start_ms: f64,
    /// Unit of the values; null where the file does not state a sensitivity.
    pub unit: Option<EcgUnit>,
    /// Value of one step of a sample; 1 without a unit.
    pub unit_per_step: f64,
    /// Value of a sample of 0.
    pub unit_at_zero: f64,
    /// Samples as stored; null where the channel has none.
    pub samples: Vec<Option<i32>>,
}

/// Unit of an ECG.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum EcgUnit {
    /// Millivolt.
    #[serde(rename = "mV")]
    Millivolt,
    /// Microvolt.
    #[serde(rename = "uV")]
    Microvolt,
}

impl EcgUnit {
    /// The code of the unit (UCUM).
    pub fn code(self) -> &'static str {
        match self {
            Self::Millivolt => "mV",
            Self::Microvolt => "uV",
        }
    }

    /// The unit of a code (UCUM).
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Millivolt, Self::Microvolt]
            .into_iter()
            .find(|unit| unit.code() == code)
    }
}
