//! Agreement of readers against independent packages (fixtures/golden/agreement/derive.py).

use std::path::Path;

use echometry_engine::agreement::agreement;
use echometry_engine::agreement::request::AgreementRequest;
use serde_json::Value;

const CASES: usize = 12;

/// Parts of `expected` that are missing, as paths.
fn differences(path: &str, found: &Value, expected: &Value, case: &Value) -> Vec<String> {
    match expected {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, one)| differences(&format!("{path}.{name}"), &found[name], one, case))
            .collect(),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .flat_map(|(place, one)| {
                differences(&format!("{path}[{place}]"), &found[place], one, case)
            })
            .collect(),
        Value::Number(number) => {
            let name = if path.contains(".dice") {
                "tolerance_dice"
            } else {
                "tolerance"
            };
            let tolerance = case[name].as_f64().unwrap();
            let expected = number.as_f64().unwrap();
            let scale = expected.abs().max(1.0);
            let close = found
                .as_f64()
                .is_some_and(|found| (found - expected).abs() <= tolerance * scale);
            let report = || format!("{path}: {found}, not {expected}");
            if close { Vec::new() } else { vec![report()] }
        }
        other if found == other => Vec::new(),
        other => vec![format!("{path}: {found}, not {other}")],
    }
}

fn cases() -> Vec<Value> {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/golden/agreement/cases.json");
    let golden: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    golden["cases"].as_array().unwrap().clone()
}

fn compare(case: &Value, expected: &Value) -> Vec<String> {
    let request: AgreementRequest = serde_json::from_value(case["request"].clone()).unwrap();
    let found = serde_json::to_value(agreement(&request).unwrap()).unwrap();
    differences(case["id"].as_str().unwrap(), &found, expected, case)
}

#[test]
fn every_case_of_other_packages_is_met() {
    let cases = cases();
    assert_eq!(cases.len(), CASES);
    let all: Vec<String> = cases
        .iter()
        .flat_map(|case| compare(case, &case["expected"]))
        .collect();
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn an_expectation_that_is_wrong_is_found_out() {
    for case in cases() {
        let off = case["expected"]
            .to_string()
            .replace("\"value\":", "\"value\":1e3,\"_\":");
        let wrong: Value = serde_json::from_str(&off).unwrap();
        assert!(!compare(&case, &wrong).is_empty(), "{}", case["id"]);
    }
}
