//! `judge`: values against rows of reference values, a line for each case, a cohort by two decision tables,
//! and a measurement of many studies.

use serde::Deserialize;

use super::to_line;
use crate::error::EngineError;
use crate::references::cohort::{JudgedValues, ValuesRequest};
use crate::references::guideline::cohort::{Cohort, CohortRequest};
use crate::references::patient::Patient;
use crate::references::row::ReferenceRow;
use crate::references::standing::{Judged, Standing};

/// Rows, and the cases in which they are used.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Request {
    rows: Vec<ReferenceRow>,
    cases: Vec<Case>,
    cohort: Option<CohortRequest>,
    values: Option<ValuesRequest>,
}

/// A value of a patient.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// Place of the row, from 0.
    row: usize,
    unit: String,
    value: Option<f64>,
    patient: Patient,
    z_limit: f64,
}

/// A line for each case, one for the cohort, and one for the values of many studies.
///
/// # Errors
/// `invalid-argument` naming what cannot be read.
pub fn run_judge(bytes: &[u8]) -> Result<Vec<String>, EngineError> {
    let invalid = |detail: String| EngineError::InvalidArgument {
        argument: "request".to_owned(),
        detail,
    };
    let request: Request =
        serde_json::from_slice(bytes).map_err(|error| invalid(error.to_string()))?;
    let line = |(place, case): (usize, &Case)| {
        let row = request.rows.get(case.row);
        let row = row.ok_or_else(|| invalid(format!("cases[{place}]: no row {}", case.row)))?;
        let judged = Judged {
            value: case.value,
            unit: &case.unit,
        };
        to_line(&Standing::of(row, judged, &case.patient, case.z_limit))
    };
    let cases = request.cases.iter().enumerate().map(line);
    let cohort = request.cohort.iter();
    let values = request.values.iter();
    cases
        .chain(cohort.map(|cohort| to_line(&Cohort::of(cohort))))
        .chain(values.map(|values| to_line(&JudgedValues::of(values))))
        .collect()
}
