//! Kind of data; heart rates and reference values depend on it.

use serde::{Deserialize, Serialize};

/// Kind of data that a study holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DataType {
    /// Before birth.
    Fetal,
    /// Children.
    Pediatric,
    /// Adults.
    Adult,
}

impl DataType {
    /// By its name in requests and on the command line.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "fetal" => Some(Self::Fetal),
            "pediatric" => Some(Self::Pediatric),
            "adult" => Some(Self::Adult),
            _ => None,
        }
    }
}
