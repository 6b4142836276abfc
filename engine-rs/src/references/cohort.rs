//! One measurement of many studies among the rows that judge it, with the limits of the rows that count.

use serde::{Deserialize, Serialize};

use super::curve::{Curve, Plot};
use super::guideline::cohort::CohortMeasurement;
use super::patient::{FetalSizes, Patient};
use super::row::{PopulationSex, ReferenceRow};
use super::standing::{Judged, Standing};
use crate::measure::study::facts::{Sex, StudyFacts};

/// The value of a study.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct CohortValue {
    /// The value.
    pub value: f64,
    /// Facts of the patient.
    pub facts: StudyFacts,
    /// Measured sizes of the fetus, each with the place of its measurement in `sizes` of the request.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<(usize, f64)>>"))]
    pub sizes: Vec<(usize, f64)>,
}

/// Values of one measurement, and what they are judged by.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuesRequest {
    /// z beyond it is out of range.
    pub z_limit: f64,
    /// Rows of the measurement, in the order in which they count.
    pub rows: Vec<ReferenceRow>,
    /// Unit of the values.
    pub unit: String,
    /// Points of a curve.
    pub points: usize,
    /// Measurements that give sizes of the fetus.
    #[serde(default)]
    pub sizes: Vec<CohortMeasurement>,
    /// The values.
    pub values: Vec<CohortValue>,
}

/// A value against the row that counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CohortStanding {
    /// Where it stands.
    pub standing: Standing,
    /// The first predictor of the row in this patient; null where it is unknown or the row has none.
    pub here: Option<f64>,
}

/// Limits of a row over its first predictor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RowCurve {
    /// The row.
    pub row: String,
    /// Its limits, for people of its sex.
    pub curve: Curve,
}

/// Values of a cohort among reference values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct JudgedValues {
    /// One for each value; null where no row is for the patient.
    pub standings: Vec<Option<CohortStanding>>,
    /// Curves of the rows that judge a value.
    pub curves: Vec<RowCurve>,
}

/// The standing that counts: the first with an outcome; otherwise the first, which has a reason.
fn leading(request: &ValuesRequest, judged: Judged, patient: &Patient) -> Option<CohortStanding> {
    let mut first = None;
    for row in &request.rows {
        let standing = Standing::of(row, judged, patient, request.z_limit);
        if !standing.is_for_patient() {
            continue;
        }
        let is_last = standing.outcome.is_some();
        if is_last || first.is_none() {
            let environment = patient.environment(row);
            let predictor = row.predictors.first();
            let here = predictor.and_then(|&predictor| environment.get(predictor));
            first = Some(CohortStanding { standing, here });
        }
        if is_last {
            break;
        }
    }
    first
}

/// Limits of a row for people of its sex, of whom nothing else is known.
fn curve_of(row: &ReferenceRow, request: &ValuesRequest) -> RowCurve {
    let sex = match row.population.sex {
        PopulationSex::Any => None,
        PopulationSex::Male => Some(Sex::M),
        PopulationSex::Female => Some(Sex::F),
    };
    let facts = StudyFacts {
        sex,
        ..StudyFacts::default()
    };
    let patient = Patient {
        facts,
        ..Patient::default()
    };
    let plot = Plot {
        unit: request.unit.clone(),
        over: None,
        points: request.points,
    };
    RowCurve {
        row: row.id.clone(),
        curve: Curve::of(row, &patient, &plot, request.z_limit),
    }
}

impl JudgedValues {
    /// Judges every value by the first row that has a result for it.
    pub fn of(request: &ValuesRequest) -> Self {
        let judge = |one: &CohortValue| {
            let measured = |(image_type, name): (&str, &str)| {
                let own = one.sizes.iter();
                own.filter_map(|&(at, value)| Some((request.sizes.get(at)?, value)))
                    .find(|(size, _)| size.image_type == image_type && size.name == name)
                    .map(|(size, value)| (value, size.unit.as_str()))
            };
            let patient = Patient {
                facts: one.facts,
                fetus: FetalSizes::default().with_measured(measured),
            };
            let judged = Judged {
                value: Some(one.value),
                unit: &request.unit,
            };
            leading(request, judged, &patient)
        };
        let standings: Vec<_> = request.values.iter().map(judge).collect();
        let counts = |row: &&ReferenceRow| {
            let mut known = standings.iter().flatten();
            known.any(|one| one.standing.row == row.id && one.standing.outcome.is_some())
        };
        let rows = request.rows.iter().filter(counts);
        Self {
            curves: rows.map(|row| curve_of(row, request)).collect(),
            standings,
        }
    }
}
