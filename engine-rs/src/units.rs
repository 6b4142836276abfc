//! Physical units of ultrasound regions (PS3.3 C.8.5.5.1.15; docs/calibration.md#units).

use serde::{Deserialize, Serialize};

/// Unit of one axis of a region; the text is the specification's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum PhysicalUnit {
    /// No unit, or one without measurements.
    NA,
    /// Per cent.
    #[serde(rename = "%")]
    Percent,
    /// Decibel.
    #[serde(rename = "dB")]
    Decibel,
    /// Centimetre.
    #[serde(rename = "cm")]
    Centimetre,
    /// Second.
    #[serde(rename = "s")]
    Second,
    /// Hertz.
    #[serde(rename = "hz")]
    Hertz,
    /// Decibel per second.
    #[serde(rename = "dB/s")]
    DecibelPerSecond,
    /// Centimetre per second.
    #[serde(rename = "cm/s")]
    CentimetrePerSecond,
    /// Square centimetre.
    #[serde(rename = "cm2")]
    SquareCentimetre,
    /// Square centimetre per second.
    #[serde(rename = "cm2/s")]
    SquareCentimetrePerSecond,
    /// Cubic centimetre.
    #[serde(rename = "cm3")]
    CubicCentimetre,
    /// Cubic centimetre per second.
    #[serde(rename = "cm3/s")]
    CubicCentimetrePerSecond,
}

impl PhysicalUnit {
    /// Unit of a code of (0018,6024) or (0018,6026); degrees (12) and unknown codes are `NA`.
    pub fn from_code(code: u16) -> Self {
        match code {
            1 => Self::Percent,
            2 => Self::Decibel,
            3 => Self::Centimetre,
            4 => Self::Second,
            5 => Self::Hertz,
            6 => Self::DecibelPerSecond,
            7 => Self::CentimetrePerSecond,
            8 => Self::SquareCentimetre,
            9 => Self::SquareCentimetrePerSecond,
            10 => Self::CubicCentimetre,
            11 => Self::CubicCentimetrePerSecond,
            _ => Self::NA,
        }
    }
}
