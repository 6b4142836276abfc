//! Curves of the lines on every frame of a cycle (docs/tracking.md#curves-of-a-cycle): what is asked
//! for, and what is returned.

use serde::{Deserialize, Serialize};

use crate::measure::atrial::AtrialPhases;
use crate::measure::strain::SystolicStrain;
use crate::measure::time_curve::{CurvePeak, NoCurveValue};
use crate::measure::transverse::TransverseWidths;
use crate::records::dense_lines::SequenceLines;
use crate::records::segmentation;
use crate::records::sequence::{ConfirmedPart, EndSystoleRule, Segment};

/// Lines on the frames of one cycle of an image.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CurvesRequest {
    /// The image.
    pub instance_id: String,
    /// The cycle, from 0.
    pub cycle: usize,
    /// The lines as they were followed.
    pub lines: SequenceLines,
    /// Lines that are drawn on a frame now; each replaces the followed one.
    pub drawn: Vec<segmentation::Line>,
    /// How end systole is found; by its mark, where no rule is named.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<EndSystoleRule>"))]
    pub end_systole: EndSystoleRule,
    /// Doubtful lines and segments that a user confirmed.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<ConfirmedPart>>"))]
    pub confirmed: Vec<ConfirmedPart>,
}

/// End systole of a cycle, and where it comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct EndSystole {
    /// The rule.
    pub rule: EndSystoleRule,
    /// The frame, from 1; null without one.
    pub frame_number: Option<u32>,
    /// Its time since end diastole, ms; of a valve closure the scaled time itself, which may be
    /// between two frames.
    pub time_ms: Option<f64>,
    /// Image of the valve closure; null for another rule.
    pub from_image: Option<String>,
    /// Why there is none.
    pub missing: Option<NoCurveValue>,
}

/// Part of the heart that a line surrounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Chamber {
    /// It empties towards end systole.
    Ventricle,
    /// It empties towards end diastole.
    Atrium,
    /// Anything else.
    Other,
}

/// Values read from a curve; what is null has its reason in `no_extremes` or `no_rates`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CurveSummary {
    /// The largest value: EDV of a ventricle, maximal volume of an atrium.
    pub largest: Option<CurvePeak>,
    /// The smallest value: ESV of a ventricle, minimal volume of an atrium.
    pub smallest: Option<CurvePeak>,
    /// 100 (largest - smallest) / largest, %: EF, fractional area change, total emptying fraction;
    /// null of a strain, without a reason.
    pub emptying_fraction: Option<f64>,
    /// Why these three are null.
    pub no_extremes: Option<NoCurveValue>,
    /// The fastest decrease, unit of the curve per second; negative.
    pub emptying_rate: Option<CurvePeak>,
    /// The fastest increase, unit of the curve per second.
    pub filling_rate: Option<CurvePeak>,
    /// Why both rates are null.
    pub no_rates: Option<NoCurveValue>,
}

/// Values of the lines that are drawn at the events, by the formula of the curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MarkValues {
    /// At end diastole.
    pub end_diastole: Option<f64>,
    /// At end systole.
    pub end_systole: Option<f64>,
    /// The emptying between them, % of the value before it; null of a strain.
    pub emptying_fraction: Option<f64>,
}

/// One line, or a segment of it, by one formula.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CycleCurve {
    /// Name of the line.
    pub line: String,
    /// The other line that the values are taken from: the epicardium of mid-wall strain; null without.
    pub outer_line: Option<String>,
    /// The chamber that the line surrounds.
    pub chamber: Chamber,
    /// Measurements of the configuration that take this formula, or offer it.
    pub measurements: Vec<String>,
    /// Part of the line; null for the whole.
    pub segment: Option<Segment>,
    /// Where the segment begins and ends on the line: places among its points, with a fraction between
    /// two of them; null for the whole, and where the segments are unknown.
    pub between: Option<[f64; 2]>,
    /// `volume`, `area`, `strain` (longitudinal), `mid-wall-strain` or `circumferential-strain`.
    pub kind: String,
    /// Name of the formula; empty for the only one of its kind.
    pub formula: String,
    /// Its version.
    pub formula_version: u32,
    /// Unit of the values.
    pub unit: String,
    /// Code of a refusal; null otherwise.
    pub refused: Option<String>,
    /// One value for each frame; null in a gap.
    pub values: Vec<Option<f64>>,
    /// Why a value is null, in the places of `values`.
    pub reasons: Vec<Option<String>>,
    /// Values read from the curve.
    pub of_curve: CurveSummary,
    /// Of the strain of a ventricle in systole; null otherwise.
    pub systolic: Option<SystolicStrain>,
    /// Phases of an atrium; null of anything else.
    pub atrial: Option<AtrialPhases>,
    /// Standard deviation of the times to the peak strain of the six segments, ms; null of all but
    /// the strain of a whole ventricle.
    pub dispersion_ms: Option<f64>,
    /// Why it is null there.
    pub no_dispersion: Option<NoCurveValue>,
    /// Values of the drawn lines.
    pub of_marks: MarkValues,
}

/// Curves that a line would have with another one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MissingCurve {
    /// Name of the line.
    pub line: String,
    /// Kind of the curves: `mid-wall-strain`.
    pub kind: String,
    /// Name of the line that is not followed.
    pub needs: String,
}

/// The line halfway between endocardium and epicardium, to be drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MidWallLine {
    /// Name of the endocardium.
    pub line: String,
    /// Positions on each frame from ring to ring, stored pixels, to a hundredth; empty where one of
    /// both lines has no curve.
    pub frames: Vec<Vec<[f64; 2]>>,
}

/// All curves of a cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CycleCurves {
    /// Frames of the cycle, from 1.
    pub frames: Vec<u32>,
    /// Time of each frame since the first, ms; null where the clip has no frame times.
    pub times_ms: Option<Vec<f64>>,
    /// End systole of strain, by the requested rule.
    pub end_systole: EndSystole,
    /// By line in the order of the configuration, the formula in use first, strain last.
    pub curves: Vec<CycleCurve>,
    /// Curves that need a line which is not followed.
    pub missing: Vec<MissingCurve>,
    /// Mid-wall lines of the curves of mid-wall strain.
    pub mid_walls: Vec<MidWallLine>,
    /// Widths of each ventricle of a fetus; empty in other studies.
    pub widths: Vec<TransverseWidths>,
}
