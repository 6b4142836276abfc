//! What a result was computed from.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::records::calibration::CalibrationSource;

/// Codes of what a reader of a value should know.
pub mod warning {
    /// A contour crosses itself.
    pub const SELF_INTERSECTING: &str = "self_intersecting";
    /// Two long axes differ by more than a fifth of the longer.
    pub const BIPLANE_LENGTHS_DIFFER: &str = "biplane_lengths_differ";
    /// The scale of a spectrum does not fit its pulse repetition.
    pub const SCALE_AGAINST_PRF: &str = "scale_against_prf";
}

/// What was used on the way, gathered while formulas run.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Trace {
    /// Lines that were read.
    pub lines: BTreeSet<String>,
    /// Ids of the points that were read by name.
    pub point_ids: BTreeSet<String>,
    /// Regions that gave the scale, from 0 in the order of the file.
    pub region_indices: BTreeSet<u32>,
    /// Where the scale came from; null when no geometry was scaled.
    pub calibration_source: Option<CalibrationSource>,
    /// Codes of what a reader should know.
    pub warnings: BTreeSet<&'static str>,
}

/// The formula and everything that entered it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Provenance {
    /// Kind of measurement.
    pub kind: String,
    /// Name of the formula that ran; null for kinds with a single one.
    pub formula: Option<String>,
    /// Names of the measurements that entered.
    pub inputs: Vec<String>,
    /// Version of the engine.
    pub engine_version: &'static str,
    /// What was read.
    #[serde(flatten)]
    pub trace: Trace,
}
