//! A value against a row: where it stands among the people that the source measured.

use serde::{Deserialize, Serialize};

use super::expression::Variable;
use super::limits::Limits;
use super::patient::{Fact, NotFor, Patient};
use super::resolved::{Percentile, Resolved, percent_below};
use super::row::ReferenceRow;
use super::scale::{NoScale, Scale};
use crate::records::measurement::RangeState;

/// The percentile of the median.
const MEDIAN: f64 = 50.0;

/// Side of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Below it.
    Below,
    /// In it.
    Within,
    /// Above it.
    Above,
}

/// Where a value stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// In a distribution.
    Z {
        /// Standard deviations from the expected value.
        z: f64,
        /// Percent of the population below the value.
        percentile: f64,
    },
    /// Among curves of percentiles.
    Percentile {
        /// The percentile, or the one of the outermost curve.
        percentile: f64,
        /// Beyond the outermost curve, or between two.
        side: Side,
    },
    /// As a multiple of the median.
    Multiple {
        /// Value / median.
        multiple: f64,
        /// What the source calls it; null below the first cut-off.
        label: Option<String>,
    },
    /// At limits.
    Limits {
        /// Where.
        side: Side,
    },
    /// As a grade.
    Grade {
        /// Name of the grade.
        label: String,
    },
}

/// Why there is no outcome. It is never extrapolated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum NoOutcome {
    /// The row needs facts that the study does not have.
    Missing {
        /// Which.
        facts: Vec<Fact>,
    },
    /// A fact is outside of the range that the source measured.
    OutsideRange {
        /// The fact.
        of: Variable,
        /// Its value.
        value: f64,
        /// From.
        from: f64,
        /// To.
        to: f64,
    },
    /// The row is for another kind of data.
    OtherDataType,
    /// The row is for the other sex.
    OtherSex,
    /// The unit of the row is none of the measurement's.
    Unit,
    /// There is no value.
    NoValue,
    /// The source gives an expected value without a spread.
    NoSpread,
    /// The equation has no result for this value.
    Undefined,
    /// The value is in a gap between the printed grades.
    NoGrade,
}

/// The limits that decide between in and out of range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LimitsUsed {
    /// z below -z and above z is out of range.
    Z {
        /// The limit.
        z: f64,
    },
    /// Outside of two curves; null where the source has no curve on that side.
    Percentiles {
        /// Lower curve.
        low: Option<f64>,
        /// Upper curve.
        high: Option<f64>,
    },
    /// Limits of the source.
    Printed {
        /// The lower limit is out of range.
        low_open: bool,
        /// The upper limit is out of range.
        high_open: bool,
    },
}

/// A value against a row. Limits are in the unit of the measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Standing {
    /// The row.
    pub row: String,
    /// In or out of range; undefined without an outcome, and where the source grades a disease only.
    pub state: RangeState,
    /// Where the value stands; null with a reason.
    pub outcome: Option<Outcome>,
    /// Why there is no outcome.
    pub reason: Option<NoOutcome>,
    /// Lower limit of this patient; null when it is open.
    pub low: Option<f64>,
    /// Upper limit of this patient; null when it is open.
    pub high: Option<f64>,
    /// Median or mean of such patients; null where the source has limits only.
    pub expected: Option<f64>,
    /// Limits in use; null without a result.
    pub limits: Option<LimitsUsed>,
}

/// A value with its unit.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    /// Null where it was not computed: limits are stated all the same.
    pub value: Option<f64>,
    /// Unit of the measurement.
    pub unit: &'a str,
}

impl From<NotFor> for NoOutcome {
    fn from(reason: NotFor) -> Self {
        match reason {
            NotFor::Missing(facts) => Self::Missing { facts },
            NotFor::OtherDataType => Self::OtherDataType,
            NotFor::OtherSex => Self::OtherSex,
            NotFor::Outside {
                of,
                value,
                range: [from, to],
            } => Self::OutsideRange {
                of,
                value,
                from,
                to,
            },
        }
    }
}

/// The limits of a row in one patient.
pub(super) struct Band {
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
    used: Option<LimitsUsed>,
}

/// Limits in the unit of the row.
pub(super) fn band(resolved: &Resolved, z_limit: f64) -> Band {
    match resolved {
        Resolved::Percentiles(curves) => {
            // The outermost curves that are not beyond the limit.
            let least = percent_below(-z_limit);
            let low = curves.iter().find(|(at, _)| *at >= least && *at < MEDIAN);
            let mut from_last = curves.iter().rev();
            let high = from_last.find(|(at, _)| *at <= 100.0 - least && *at > MEDIAN);
            let used = LimitsUsed::Percentiles {
                low: low.map(|curve| curve.0),
                high: high.map(|curve| curve.0),
            };
            Band {
                low: low.map(|curve| curve.1),
                high: high.map(|curve| curve.1),
                used: (low.is_some() || high.is_some()).then_some(used),
            }
        }
        Resolved::Limits(limits) => printed(*limits),
        Resolved::Grades(grades) => match grades.normal() {
            Some(normal) => printed(normal.limits()),
            None => Band::NONE,
        },
        Resolved::Expected(_) => Band::NONE,
        Resolved::Multiples { median, cutoffs } => match cutoffs.first() {
            Some(first) => printed(Limits {
                high: Some(first.low * median),
                high_open: true,
                ..Limits::default()
            }),
            None => Band::NONE,
        },
        _ => Band {
            low: resolved.value_at_z(-z_limit),
            high: resolved.value_at_z(z_limit),
            used: Some(LimitsUsed::Z { z: z_limit }),
        },
    }
}

impl Band {
    const NONE: Self = Self {
        low: None,
        high: None,
        used: None,
    };
}

fn printed(limits: Limits) -> Band {
    let Limits {
        low,
        high,
        low_open,
        high_open,
    } = limits;
    Band {
        low,
        high,
        used: Some(LimitsUsed::Printed {
            low_open,
            high_open,
        }),
    }
}

/// Where a value in the unit of the row stands.
pub fn outcome(resolved: &Resolved, value: f64) -> Result<Outcome, NoOutcome> {
    Ok(match resolved {
        Resolved::Percentiles(_) => {
            let (percentile, side) = match resolved.percentile(value) {
                Some(Percentile::At(percentile)) => (percentile, Side::Within),
                Some(Percentile::Below(percentile)) => (percentile, Side::Below),
                Some(Percentile::Above(percentile)) => (percentile, Side::Above),
                None => return Err(NoOutcome::Undefined),
            };
            Outcome::Percentile { percentile, side }
        }
        Resolved::Limits(limits) => Outcome::Limits {
            side: side_of(limits, value),
        },
        Resolved::Grades(grades) => Outcome::Grade {
            label: grades.of(value).ok_or(NoOutcome::NoGrade)?.label.clone(),
        },
        Resolved::Expected(_) => return Err(NoOutcome::NoSpread),
        Resolved::Multiples { median, cutoffs } => {
            let multiple = value / median;
            let reached = cutoffs.iter().rev().find(|cutoff| multiple >= cutoff.low);
            if !multiple.is_finite() {
                return Err(NoOutcome::Undefined);
            }
            Outcome::Multiple {
                multiple,
                label: reached.map(|cutoff| cutoff.label.clone()),
            }
        }
        _ => {
            let z = resolved.z(value).ok_or(NoOutcome::Undefined)?;
            Outcome::Z {
                z,
                percentile: percent_below(z),
            }
        }
    })
}

fn side_of(limits: &Limits, value: f64) -> Side {
    if limits.is_below(value) {
        Side::Below
    } else if limits.is_above(value) {
        Side::Above
    } else {
        Side::Within
    }
}

/// Whether an outcome is in range.
fn state(resolved: &Resolved, outcome: &Outcome, (value, band): (f64, &Band)) -> RangeState {
    let inside = match (outcome, resolved, &band.used) {
        (_, _, None) => return RangeState::Undefined,
        (Outcome::Z { z, .. }, _, Some(LimitsUsed::Z { z: limit })) => z.abs() <= *limit,
        (Outcome::Percentile { .. }, ..) => {
            band.low.is_none_or(|low| value >= low) && band.high.is_none_or(|high| value <= high)
        }
        (Outcome::Limits { side }, ..) => *side == Side::Within,
        (Outcome::Multiple { label, .. }, ..) => label.is_none(),
        (Outcome::Grade { .. }, Resolved::Grades(grades), _) => {
            grades.of(value).is_some_and(|bin| bin.normal)
        }
        _ => return RangeState::Undefined,
    };
    if inside {
        RangeState::InRange
    } else {
        RangeState::OutOfRange
    }
}

impl Standing {
    /// The row is for the sex and the kind of data of the patient.
    pub fn is_for_patient(&self) -> bool {
        !matches!(
            self.reason,
            Some(NoOutcome::OtherSex | NoOutcome::OtherDataType)
        )
    }

    fn none(row: &ReferenceRow, reason: NoOutcome) -> Self {
        Self {
            row: row.id.clone(),
            state: RangeState::Undefined,
            outcome: None,
            reason: Some(reason),
            low: None,
            high: None,
            expected: None,
            limits: None,
        }
    }

    /// Of a value in a patient; z beyond `z_limit` is out of range.
    pub fn of(row: &ReferenceRow, judged: Judged, patient: &Patient, z_limit: f64) -> Self {
        let environment = patient.environment(row);
        if let Err(reason) = patient.fits(row, &environment) {
            return Self::none(row, reason.into());
        }
        let surface_m2 = environment.get(Variable::BsaM2);
        let scale = match Scale::of(row, judged.unit, surface_m2) {
            Ok(scale) => scale,
            Err(NoScale::Unit) => return Self::none(row, NoOutcome::Unit),
            Err(NoScale::Surface) => {
                let facts = patient.missing([Variable::BsaM2], &environment);
                return Self::none(row, NoOutcome::Missing { facts });
            }
        };
        let Some(resolved) = row.model.at(&environment) else {
            return Self::none(row, NoOutcome::Undefined);
        };
        let band = band(&resolved, z_limit);
        let value = judged.value.map(|value| scale.to_row(value));
        let found = value.map_or(Err(NoOutcome::NoValue), |value| outcome(&resolved, value));
        let [low, high] = scale.limits_from_row([band.low, band.high]);
        let state = match (&found, value) {
            (Ok(outcome), Some(value)) => state(&resolved, outcome, (value, &band)),
            _ => RangeState::Undefined,
        };
        let (outcome, reason) = match found {
            Ok(outcome) => (Some(outcome), None),
            Err(reason) => (None, Some(reason)),
        };
        Self {
            row: row.id.clone(),
            state,
            outcome,
            reason,
            low,
            high,
            expected: resolved.expected().map(|value| scale.from_row(value)),
            limits: band.used,
        }
    }
}
