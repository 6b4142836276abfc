//! Why one value is null: every null of a list carries one of these.

/// Why a cycle has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NullReason {
    /// A person excluded the cycle; the record has their reason.
    ExcludedCycle,
    /// The mark of the event moved away from the frame that the line was drawn on.
    MarkMoved,
    /// The event is not marked in this cycle.
    MissingMark,
    /// The line is not drawn, or not finished, in this cycle.
    MissingLine,
    /// The line has no point of this name.
    MissingPoint,
    /// Fewer points than the shape needs, or coinciding points.
    TooFewPoints,
    /// The points of a strip's line do not run to the right.
    PointsOutOfOrder,
    /// The event or point lies beyond the ends of the curve.
    OutsideCurve,
    /// No one region holds all points and has the units that are needed.
    NoRegion,
    /// The spectrum has no zero line.
    NoZeroLine,
    /// An axis or an arm without length.
    NoExtent,
    /// No time between the limits.
    NoDuration,
    /// A diameter, area or length that no cavity has.
    Implausible,
    /// A denominator of zero, or a result that is not a finite number.
    NotFinite,
    /// The index has no meaning for these velocities.
    UndefinedIndex,
    /// The jet does not reach the speeds in this order.
    SpeedNotReached,
    /// The definition names no velocity before the stenosis.
    NoProximalVelocity,
    /// The kind is not measured on images of this modality.
    OtherModality,
    /// The cycle is traced in a pattern that the measurement does not exist in.
    OtherPattern,
    /// A measurement that enters has no value in this cycle.
    MissingInput,
    /// No image of the study gives the measurement that enters.
    MissingSource,
    /// The image that would give the measurement has no scale.
    SourceNotCalibrated,
    /// The caliper was not placed in this cycle and event.
    MissingCaliper,
    /// The second plane is not there, or lacks this cycle.
    MissingPlane,
    /// Times of several images come only from segmented references, and the image is not one.
    NotAReference,
    /// A single end-diastolic frame makes no cycle.
    SingleCycle,
    /// The frame times of the clip are not known.
    NoFrameTimes,
    /// The study has no gestational age.
    NoGestationalAge,
    /// The study has no height or weight.
    NoBodySurface,
    /// The gestational age is outside of the weeks of the reference.
    OutsideWeeks,
}

impl NullReason {
    /// All of them.
    pub const ALL: [Self; 30] = [
        Self::ExcludedCycle,
        Self::MarkMoved,
        Self::MissingMark,
        Self::MissingLine,
        Self::MissingPoint,
        Self::TooFewPoints,
        Self::PointsOutOfOrder,
        Self::OutsideCurve,
        Self::NoRegion,
        Self::NoZeroLine,
        Self::NoExtent,
        Self::NoDuration,
        Self::Implausible,
        Self::NotFinite,
        Self::UndefinedIndex,
        Self::SpeedNotReached,
        Self::NoProximalVelocity,
        Self::OtherModality,
        Self::OtherPattern,
        Self::MissingInput,
        Self::MissingSource,
        Self::SourceNotCalibrated,
        Self::MissingCaliper,
        Self::MissingPlane,
        Self::NotAReference,
        Self::SingleCycle,
        Self::NoFrameTimes,
        Self::NoGestationalAge,
        Self::NoBodySurface,
        Self::OutsideWeeks,
    ];

    /// The stable code, as stored with a measurement.
    pub fn code(self) -> &'static str {
        match self {
            Self::ExcludedCycle => "excluded-cycle",
            Self::MarkMoved => "mark-moved",
            Self::MissingMark => "missing-mark",
            Self::MissingLine => "missing-line",
            Self::MissingPoint => "missing-point",
            Self::TooFewPoints => "too-few-points",
            Self::PointsOutOfOrder => "points-out-of-order",
            Self::OutsideCurve => "outside-curve",
            Self::NoRegion => "no-region",
            Self::NoZeroLine => "no-zero-line",
            Self::NoExtent => "no-extent",
            Self::NoDuration => "no-duration",
            Self::Implausible => "implausible",
            Self::NotFinite => "not-finite",
            Self::UndefinedIndex => "undefined-index",
            Self::SpeedNotReached => "speed-not-reached",
            Self::NoProximalVelocity => "no-proximal-velocity",
            Self::OtherModality => "other-modality",
            Self::OtherPattern => "other-pattern",
            Self::MissingInput => "missing-input",
            Self::MissingSource => "missing-source",
            Self::SourceNotCalibrated => "source-not-calibrated",
            Self::MissingCaliper => "missing-caliper",
            Self::MissingPlane => "missing-plane",
            Self::NotAReference => "not-a-reference",
            Self::SingleCycle => "single-cycle",
            Self::NoFrameTimes => "no-frame-times",
            Self::NoGestationalAge => "no-gestational-age",
            Self::NoBodySurface => "no-body-surface",
            Self::OutsideWeeks => "outside-weeks",
        }
    }
}

/// A value, or why there is none.
pub type Measured<T> = Result<T, NullReason>;

/// The value where it is a finite number.
pub fn finite(value: f64) -> Measured<f64> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(NullReason::NotFinite)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_code_of_its_own() {
        let codes: std::collections::BTreeSet<&str> =
            NullReason::ALL.iter().map(|reason| reason.code()).collect();
        assert_eq!(codes.len(), NullReason::ALL.len());
        assert_eq!(finite(f64::NAN), Err(NullReason::NotFinite));
    }
}
