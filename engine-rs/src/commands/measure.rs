//! `measure`: measurements against expected values (fixtures/golden/README.md).

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::{Output, error_output};
use crate::error::EngineError;
use crate::measure::definition::Definition;
use crate::measure::evaluate::evaluate;
use crate::measure::null_reason::NullReason;
use crate::measure::provenance::provenance_of;
use crate::measure::refusal::MeasurementRefusal;
use crate::workbench::read::read_image;
use crate::workbench::tasks;

/// The warnings that are compared; others may be there.
const COMPARED_WARNINGS: [&str; 7] = [
    "reference_16_bit",
    "baseline_may_be_absolute",
    "scale_against_prf",
    "frame_time_vector_forward",
    "display_rate",
    "self_intersecting",
    "biplane_lengths_differ",
];

/// The file; each case is read separately, so that an unreadable one stops no other.
#[derive(Deserialize)]
struct Cases<'a> {
    #[serde(borrow)]
    cases: Vec<&'a RawValue>,
}

/// A line for each failing case, then the counts.
pub fn run_measure(file: &str, bytes: &[u8], emit: &mut dyn FnMut(Output)) {
    let cases: Cases = match serde_json::from_slice(bytes) {
        Ok(cases) => cases,
        Err(error) => {
            let error = EngineError::InvalidArgument {
                argument: "cases".to_owned(),
                detail: error.to_string(),
            };
            return emit(error_output(file, &error));
        }
    };
    let (mut passed, mut failed) = (0, 0);
    for case in cases.cases {
        match check(case.get()) {
            None => passed += 1,
            Some(line) => {
                failed += 1;
                emit(Output {
                    line,
                    failed: true,
                    file: None,
                });
            }
        }
    }
    emit(Output {
        line: format!("{passed} passed, {failed} failed"),
        failed: failed > 0,
        file: None,
    });
}

/// The line of a case whose result is not the expected one.
fn check(text: &str) -> Option<String> {
    // A number beyond the range of floats is not finite.
    let unreadable = |error: serde_json::Error| MeasurementRefusal::InvalidInput(error.to_string());
    let case: Value = match serde_json::from_str(text).map_err(unreadable) {
        Ok(case) => case,
        Err(refusal) => {
            let got = refused(&refusal);
            return Some(json!({"id": null, "expected": null, "got": got}).to_string());
        }
    };
    let got = answer(&case["input"]);
    let expected = &case["expected"];
    let tolerance = &case["tolerance"];
    if agrees(expected, &got, tolerance) {
        return None;
    }
    let line = json!({
        "id": case["id"], "expected": expected, "got": got, "tolerance": tolerance,
    });
    Some(line.to_string())
}

/// Everything the engine returns for the input of a case.
fn answer(input: &Value) -> Map<String, Value> {
    let definition = &input["definition"];
    let kind = definition
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let result = tasks::run(kind, input).unwrap_or_else(|| measurement(definition, input));
    result.unwrap_or_else(|refusal| refused(&refusal))
}

fn measurement(
    definition: &Value,
    input: &Value,
) -> Result<Map<String, Value>, MeasurementRefusal> {
    let definition = Definition::load(definition)?;
    let image = read_image(input)?;
    let answer = evaluate(&definition, &image)?;
    let mut fields = Map::new();
    fields.insert("values".to_owned(), json!(answer.values));
    fields.insert("aggregate".to_owned(), json!(answer.aggregate));
    let reasons = answer
        .reasons
        .iter()
        .map(|reason| reason.map(NullReason::code));
    fields.insert("reasons".to_owned(), reasons.collect());
    fields.insert("warnings".to_owned(), json!(answer.trace.warnings));
    let provenance = provenance_of(&definition, &image, &answer);
    fields.insert("provenance".to_owned(), json!(provenance));
    Ok(fields)
}

fn refused(refusal: &MeasurementRefusal) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("values".to_owned(), json!([]));
    fields.insert("aggregate".to_owned(), Value::Null);
    fields.insert("error".to_owned(), json!(refusal.code()));
    fields.insert("message".to_owned(), json!(refusal.to_string()));
    fields
}

/// Every expected field is returned, and nothing was refused unexpectedly.
fn agrees(expected: &Value, got: &Map<String, Value>, tolerance: &Value) -> bool {
    let Some(expected) = expected.as_object() else {
        return false;
    };
    if got.contains_key("error") && !expected.contains_key("error") {
        return false;
    }
    let bound = |field: &str| tolerance.get(field).and_then(Value::as_f64).unwrap_or(0.0);
    let (rel, abs) = (bound("rel"), bound("abs"));
    expected.iter().all(|(field, value)| match got.get(field) {
        None => false,
        Some(found) if field == "warnings" => same_warnings(value, found),
        Some(found) => same(value, found, rel, abs),
    })
}

fn same(expected: &Value, got: &Value, rel: f64, abs: f64) -> bool {
    match (expected, got) {
        (Value::Array(expected), Value::Array(got)) => {
            let near = |(a, b): (&Value, &Value)| same(a, b, rel, abs);
            expected.len() == got.len() && expected.iter().zip(got).all(near)
        }
        (Value::Number(expected), Value::Number(got)) => {
            let (Some(expected), Some(got)) = (expected.as_f64(), got.as_f64()) else {
                return false;
            };
            (got - expected).abs() <= abs.max(rel * expected.abs())
        }
        _ => expected == got,
    }
}

fn same_warnings(expected: &Value, got: &Value) -> bool {
    let compared = |value: &Value| -> Vec<String> {
        let items = value.as_array().map_or(&[][..], Vec::as_slice);
        let texts = items.iter().filter_map(Value::as_str);
        let mut codes: Vec<String> = texts
            .filter(|code| COMPARED_WARNINGS.contains(code))
            .map(str::to_owned)
            .collect();
        codes.sort();
        codes
    };
    compared(expected) == compared(got)
}
