//! The limits of a row over one of its predictors, for a plot.

use serde::{Deserialize, Serialize};

use super::expression::{Environment, Variable};
use super::patient::{Fact, Patient};
use super::row::{Population, ReferenceRow};
use super::scale::Scale;
use super::standing::band;

/// Fewest and most points of a curve: a line needs two, a screen has no more columns than the most.
const MIN_POINTS: usize = 2;
const MAX_POINTS: usize = 1000;

/// What is plotted of a row.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// Unit of the measurement.
    pub unit: String,
    /// The predictor that varies; without it the first one of the row.
    #[serde(default)]
    pub over: Option<Variable>,
    /// Number of points.
    pub points: usize,
}

/// Limits at one place of the predictor, in the unit of the measurement.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CurvePoint {
    /// The predictor.
    pub at: f64,
    /// Lower limit; null when it is open.
    pub low: Option<f64>,
    /// Median or mean; null where the source has limits only.
    pub expected: Option<f64>,
    /// Upper limit; null when it is open.
    pub high: Option<f64>,
}

/// Limits over a predictor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Curve {
    /// The predictor; null where the limits are the same for all.
    pub over: Option<Variable>,
    /// Place of the patient; null where it is unknown.
    pub here: Option<f64>,
    /// From the first to the last place that the source measured; empty where facts are missing.
    pub points: Vec<CurvePoint>,
    /// Facts that the other predictors need.
    pub missing: Vec<Fact>,
}

/// Places of plots where a source states no range, for people of any age.
const fn usual_range(variable: Variable) -> [f64; 2] {
    match variable {
        Variable::AgeYears => [0.0, 90.0],
        Variable::AgeDays => [0.0, 28.0],
        Variable::HeightCm => [45.0, 200.0],
        Variable::HeightM => [0.45, 2.0],
        Variable::WeightKg => [2.0, 120.0],
        Variable::BsaM2 => [0.2, 2.2],
        Variable::GaWeeks => [14.0, 40.0],
        Variable::GaDays => [98.0, 280.0],
        Variable::FlCm => [1.5, 7.5],
        Variable::FlMm => [15.0, 75.0],
        Variable::BpdCm => [2.5, 9.8],
        Variable::HcCm => [9.5, 35.0],
        Variable::AcCm => [8.0, 36.0],
        Variable::AcM => [0.08, 0.36],
        Variable::CrlMm => [15.0, 95.0],
        Variable::EfwG => [100.0, 3800.0],
    }
}

/// The range of a predictor that the source measured.
fn range_of(row: &ReferenceRow, over: Variable) -> [f64; 2] {
    let Population {
        age_years,
        age_days,
        ga_weeks,
        bsa_m2,
        height_cm,
        weight_kg,
        crl_mm,
        ..
    } = row.population;
    let stated = match over {
        Variable::AgeYears => age_years,
        Variable::AgeDays => age_days,
        Variable::GaWeeks => ga_weeks,
        Variable::BsaM2 => bsa_m2,
        Variable::HeightCm => height_cm,
        Variable::WeightKg => weight_kg,
        Variable::CrlMm => crl_mm,
        _ => None,
    };
    let of_table = || {
        let (index, extent) = row.model.extent()?;
        (index == over).then_some(extent)
    };
    stated.or_else(of_table).unwrap_or(usual_range(over))
}

impl Curve {
    /// The curves of a row in a patient, whose facts give the other predictors.
    pub fn of(row: &ReferenceRow, patient: &Patient, plot: &Plot, z_limit: f64) -> Self {
        let mut environment = patient.environment(row);
        let over = plot.over.or_else(|| row.predictors.first().copied());
        let others = row
            .predictors
            .iter()
            .copied()
            .filter(|one| Some(*one) != over);
        let missing = patient.missing(others, &environment);
        let here = over.and_then(|over| environment.get(over));
        let points = match over {
            Some(over) if missing.is_empty() => {
                let count = plot.points.clamp(MIN_POINTS, MAX_POINTS);
                let [from, to] = range_of(row, over);
                let step = (to - from) / (count - 1) as f64;
                let places = (0..count).map(|place| from + step * place as f64);
                let point = |at| {
                    environment.set(over, Some(at));
                    point((row, &plot.unit), (&environment, at), z_limit)
                };
                places.filter_map(point).collect()
            }
            _ => Vec::new(),
        };
        Self {
            over,
            here,
            points,
            missing,
        }
    }
}

fn point(
    (row, unit): (&ReferenceRow, &str),
    (environment, at): (&Environment, f64),
    z_limit: f64,
) -> Option<CurvePoint> {
    let resolved = row.model.at(environment)?;
    let surface_m2 = environment.get(Variable::BsaM2);
    let scale = Scale::of(row, unit, surface_m2).ok()?;
    let band = band(&resolved, z_limit);
    let [low, high] = scale.limits_from_row([band.low, band.high]);
    Some(CurvePoint {
        at,
        low,
        expected: resolved.expected().map(|value| scale.from_row(value)),
        high,
    })
}
