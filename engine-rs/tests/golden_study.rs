//! Golden cases of whole records: which image, cycle, caliper and pattern a value comes from, and
//! why a value is null. Expected values and how each was derived: fixtures/golden/study/derive.py.

use crate::support;

use serde_json::{Value, json};
use support::study::{ShippedSets, differences, evaluator};

fn cases() -> Vec<Value> {
    let text = include_str!("../../fixtures/golden/study/cases.json");
    let mut file: Value = serde_json::from_str(text).unwrap();
    match file["cases"].take() {
        Value::Array(cases) => cases,
        _ => panic!("no cases"),
    }
}

/// The result for one expected measurement, in the form of the expectation.
fn found(images: &Value, expected: &Value) -> Value {
    let measured = images.as_array().unwrap().iter();
    let mut image = measured.filter(|image| image["instance_id"] == expected["image"]);
    let image = image.next().unwrap();
    let measurements = image["measurements"].as_array().unwrap().iter();
    let mut named = measurements.filter(|found| found["name"] == expected["name"]);
    let Some(found) = named.next() else {
        return json!({"absent": true});
    };
    if let Some(code) = found["refused"]["code"].as_str() {
        return json!({"refused": code});
    }
    let values = found["value"].clone();
    let count = values.as_array().unwrap().len();
    let reasons = match &found["reasons"] {
        Value::Null => json!(vec![Value::Null; count]),
        reasons => reasons.clone(),
    };
    json!({"values": values, "aggregate": found["aggregate"], "reasons": reasons,
        "warnings": found["provenance"]["warnings"]})
}

#[test]
fn every_case_of_whole_records_is_answered() {
    let shipped = ShippedSets::read();
    let mut failing = Vec::new();
    for case in cases() {
        let study = evaluator(&shipped, &case);
        let images = serde_json::to_value(study.evaluate()).unwrap();
        for expected in case["expected"].as_array().unwrap() {
            let found = found(&images, expected);
            let rel = expected["tolerance"].as_f64().unwrap_or(1e-9);
            let keys = [
                "values",
                "aggregate",
                "reasons",
                "warnings",
                "refused",
                "absent",
            ];
            for key in keys
                .into_iter()
                .filter(|key| !expected[key].is_null() || found[key].is_null())
            {
                if !differences(&expected[key], &found[key], rel).is_empty() {
                    failing.push(format!("{} {}: {key} {found}", case["id"], expected));
                }
            }
        }
        for expected in case["calipers"].as_array().into_iter().flatten() {
            let images = images.as_array().unwrap();
            let image = images
                .iter()
                .find(|image| image["instance_id"] == expected[0]);
            let caliper = &image.unwrap()["calipers"][expected[1].as_u64().unwrap() as usize];
            let lists = ["distances", "angles"].map(|list| caliper[list].as_array().unwrap());
            let mut values = lists.into_iter().flatten();
            let found = values.find(|value| value["name"] == expected[2]).unwrap();
            let same = differences(&expected[3], &found["value"], 1e-12).is_empty();
            if !same || found["unit"] != expected[4] {
                failing.push(format!("{} {expected}: {found}", case["id"]));
            }
        }
    }
    assert!(failing.is_empty(), "{}", failing.join("\n"));
}

#[test]
fn every_case_says_how_it_was_derived_and_expects_something() {
    for case in cases() {
        let derivation = case["derivation"].as_str().unwrap_or_default();
        let expects = |key: &str| case[key].as_array().map_or(0, Vec::len);
        assert!(
            !derivation.is_empty() && expects("expected") + expects("calipers") > 0,
            "{}",
            case["id"]
        );
    }
}
