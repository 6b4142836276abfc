//! Input and output of comparisons: JSON of the boundary and of the command line.

use serde::{Deserialize, Serialize};

use crate::measure::image::Interpolation;
use crate::records::segmentation::{LinePoint, LineShape};

/// How the ends of a curve belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CurveEnds {
    /// The curve runs back to its first point.
    Closed,
    /// Its area is closed by the straight chord, which does not belong to the curve: a ventricle
    /// from ring to ring.
    Chord,
    /// It has no area: a valve, a vessel's wall.
    Open,
}

/// A curve of one reader, in stored pixels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum AgreementCurve {
    /// Positions joined by straight pieces, without the first one repeated at the end.
    Sampled {
        /// In order, stored pixels.
        points: Vec<[f64; 2]>,
        /// How the ends belong together.
        ends: CurveEnds,
    },
    /// A line of a plane as it is stored: sampled as for measurements, its ends by its shape.
    Drawn {
        /// Shape of the line.
        shape: LineShape,
        /// How it runs between its points, by the image type.
        interpolation: Interpolation,
        /// Control points in order.
        points: Vec<LinePoint>,
    },
}

/// The same structure by two readers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CurvePair {
    /// Of the first reader.
    pub first: AgreementCurve,
    /// Of the second reader.
    pub second: AgreementCurve,
    /// Height and width of a stored pixel in mm; null without calibration.
    pub pixel_size_mm: Option<[f64; 2]>,
}

/// The same mark by two readers: a frame number from 1, or a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EventPair {
    /// Of the first reader; null where it is not set.
    pub first: Option<f64>,
    /// Of the second reader; null where it is not set.
    pub second: Option<f64>,
}

/// Conversion of marks to milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum EventTime {
    /// Marks are frame numbers.
    Frames {
        /// Start of each frame in milliseconds; null where the file gives none.
        times_ms: Option<Vec<f64>>,
    },
    /// Marks are columns of a strip.
    Columns {
        /// Milliseconds from a column to the next; null without calibration.
        ms_per_column: Option<f64>,
    },
}

/// The same measurement by two readers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ValuePair {
    /// Of the first reader; null where it could not be computed.
    pub first: Option<f64>,
    /// Of the second reader; null where it could not be computed.
    pub second: Option<f64>,
    /// Unit of the first value.
    pub first_unit: String,
    /// Unit of the second value.
    pub second_unit: String,
}

/// Kinds of comparisons.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum AgreementRequest {
    /// Curves of two readers.
    Curves {
        /// Compared one by one.
        pairs: Vec<CurvePair>,
    },
    /// Marks of two readers on one image.
    Events {
        /// Compared one by one.
        pairs: Vec<EventPair>,
        /// Conversion to milliseconds.
        time: EventTime,
    },
    /// Values of two readers.
    Values {
        /// Compared one by one.
        pairs: Vec<ValuePair>,
    },
    /// ICC(2,1) of values in one unit.
    Reliability {
        /// A row for each subject, a column for each reader; null where a value is missing.
        ratings: Vec<Vec<Option<f64>>>,
    },
    /// Bias and limits of agreement of two readers.
    BlandAltman {
        /// First and second reader, one pair for each subject.
        pairs: Vec<[Option<f64>; 2]>,
        /// Unit of the values.
        unit: String,
    },
    /// Control charts of the differences of a reader.
    Control {
        /// Differences in one unit, the oldest first.
        values: Vec<f64>,
        /// Mean and deviation of a steady reader; null judges each case by those before it.
        steady: Option<Steady>,
    },
}

/// Differences of a steady reader.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Steady {
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub sd: f64,
}

/// Why something could not be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum NoAgreement {
    /// One of the readers has no value.
    Missing,
    /// The two values are in different units.
    UnitsDiffer,
    /// Relative to a mean of zero.
    ZeroMean,
    /// The size of a pixel is not known.
    NotCalibrated,
    /// The times of the frames are not known.
    NoFrameTimes,
    /// A mark names a frame that the clip does not have.
    FrameOutOfRange,
    /// Too few points for a curve.
    TooFewPoints,
    /// The curve encloses nothing: it is open, or all its points are on one line.
    NoArea,
    /// The curve crosses itself: its inside is not defined.
    CrossesItself,
    /// One curve is closed and the other is not.
    EndsDiffer,
    /// Too few complete pairs or subjects.
    TooFewSubjects,
    /// All values are equal: they have no variance to compare.
    NoVariance,
}

/// A number with its unit (UCUM), or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Agreed {
    /// The number; null with a reason.
    pub value: Option<f64>,
    /// UCUM; `1` without a dimension.
    pub unit: String,
    /// Why there is none; null with a value.
    pub reason: Option<NoAgreement>,
}

impl Agreed {
    /// A number or the reason against it.
    pub fn new(result: Result<f64, NoAgreement>, unit: &str) -> Self {
        Self {
            value: result.ok(),
            unit: unit.to_owned(),
            reason: result.err(),
        }
    }
}

/// A number with its 95 % interval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Estimate {
    /// The number; null with a reason.
    pub value: Option<f64>,
    /// Lower end of the interval; null without a variance, or with a reason.
    pub low: Option<f64>,
    /// Upper end of the interval; null without a variance, or with a reason.
    pub high: Option<f64>,
    /// UCUM; `1` without a dimension.
    pub unit: String,
    /// Why there is none; null with a value.
    pub reason: Option<NoAgreement>,
}

/// Agreement of two curves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CurveAgreement {
    /// Twice the common area by the sum of both, 0 to 1.
    pub dice: Agreed,
    /// The greater of both directed distances, mm.
    pub hausdorff: Agreed,
    /// Mean of both directed mean distances along the curves, mm.
    pub mean_distance: Agreed,
    /// Area of the second minus area of the first, mm².
    pub area_difference: Agreed,
}

/// Difference of a mark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct EventAgreement {
    /// Second minus first, in `{frame}` or `{column}`.
    pub steps: Agreed,
    /// Second minus first, ms.
    pub ms: Agreed,
}

/// Difference of a value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ValueAgreement {
    /// Second minus first, in the unit of both.
    pub difference: Agreed,
    /// The difference by the magnitude of the mean of both, %.
    pub relative: Agreed,
}

/// How far readers can stand for one another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Reliability {
    /// ICC(2,1): two-way random effects, absolute agreement, a single reader.
    pub icc: Estimate,
    /// Subjects that every reader has a value of.
    pub n: usize,
    /// Readers.
    pub raters: usize,
    /// Subjects left out because a value is missing.
    pub left_out: usize,
}

/// Bias and limits of agreement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BlandAltman {
    /// Mean of second minus first.
    pub bias: Estimate,
    /// Standard deviation of the differences, by n - 1.
    pub sd: Agreed,
    /// Bias less 1.96 standard deviations.
    pub lower_limit: Estimate,
    /// Bias and 1.96 standard deviations.
    pub upper_limit: Estimate,
    /// Complete pairs.
    pub n: usize,
    /// Pairs left out because a value is missing.
    pub left_out: usize,
}

/// Chart that gave an alarm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AlarmChart {
    /// Exponentially weighted moving average.
    Ewma,
    /// Cumulative sum.
    Cusum,
}

/// Side of the mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Deviation {
    /// Differences became larger.
    Above,
    /// Differences became smaller.
    Below,
}

/// The first alarm of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Alarm {
    /// Place of the case that gave it.
    pub at: usize,
    /// Place of the case with which the change probably began.
    pub since: usize,
    /// The chart that gave it.
    pub chart: AlarmChart,
    /// Side that the differences moved to.
    pub deviation: Deviation,
}

/// A case of a control chart, in standard deviations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ControlPoint {
    /// Standardised difference; null while there are too few cases to judge it.
    pub score: Option<f64>,
    /// Moving average of the scores.
    pub ewma: f64,
    /// Its limit on both sides.
    pub ewma_limit: f64,
    /// Cumulative sum of what is above the mean, 0 or more.
    pub cusum_above: f64,
    /// Cumulative sum of what is below the mean, 0 or more.
    pub cusum_below: f64,
    /// Limit of both sums.
    pub cusum_limit: f64,
}

/// Control charts of a reader.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ControlChart {
    /// In the order of the differences.
    pub points: Vec<ControlPoint>,
    /// Null without one.
    pub alarm: Option<Alarm>,
    /// Why no case could be judged; null with a score.
    pub reason: Option<NoAgreement>,
}

/// The result of a request, of the same kind, without a name.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum AgreementResult {
    /// In the order of the pairs.
    Curves(Vec<CurveAgreement>),
    /// In the order of the pairs.
    Events(Vec<EventAgreement>),
    /// In the order of the pairs.
    Values(Vec<ValueAgreement>),
    /// Of all ratings.
    Reliability(Reliability),
    /// Of all pairs.
    BlandAltman(BlandAltman),
    /// Of all differences.
    Control(ControlChart),
}
