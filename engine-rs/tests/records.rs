//! The record of an image with everything in it: read and written, nothing is lost or added.

use std::path::Path;

use echometry_engine::records::analysis::AnalysisImage;
use serde_json::Value;

fn json_of(path: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

fn full() -> Value {
    json_of("fixtures/golden/records/full-image.json")
}

/// Numbers as 64-bit floats: how a writer spells a whole number does not matter.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().unwrap().into(),
        Value::Array(all) => all.into_iter().map(plain).collect(),
        Value::Object(all) => all
            .into_iter()
            .map(|(key, all)| (key, plain(all)))
            .collect(),
        other => other,
    }
}

#[test]
fn every_field_is_read_and_written_again() {
    let image: AnalysisImage = serde_json::from_value(full()).unwrap();
    assert_eq!(plain(serde_json::to_value(&image).unwrap()), plain(full()));
}

/// Names of the fields of an object and of everything inside that the schema knows and `value` lacks.
fn absent(schema: &Value, root: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let options = |key: &str| schema[key].as_array().cloned().unwrap_or_default();
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return absent(&root["definitions"][name], root, value, at, found);
    }
    for option in [options("anyOf"), options("oneOf"), options("allOf")].concat() {
        let is_of = match value {
            Value::Object(_) => option["$ref"].is_string() || option["type"] == "object",
            Value::Array(_) => option["type"] == "array",
            _ => false,
        };
        if is_of {
            absent(&option, root, value, at, found);
        }
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        match value.get(name) {
            None | Some(Value::Null) => found.push(format!("{at}.{name}")),
            Some(inner) => absent(field, root, inner, &format!("{at}.{name}"), found),
        }
    }
    if let (Value::Array(all), Some(_)) = (value, schema.get("items")) {
        if all.is_empty() {
            found.push(format!("{at}[]"));
        }
        for inner in all {
            absent(&schema["items"], root, inner, &format!("{at}[]"), found);
        }
    }
}

#[test]
fn the_record_holds_every_field_there_is() {
    let schema = json_of("contract/generated/analysis-image.schema.json");
    let mut found = Vec::new();
    absent(&schema, &schema, &full(), "image", &mut found);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_record_of_format_1_is_read_without_what_came_later() {
    let older = r#"{"id": "1", "filename": "a", "instance_id": "1", "cardiac_events": [{"end_diastole": 4}],
        "segmentation": [{"end_diastole": {"lines": [{"name": "l", "shape": "curve",
            "points": [{"id": "p", "x": 1, "y": 2, "type": "t"}]}]}}],
        "measurements_caliper": [{"type": "Distance", "cycle": 2, "points": {}}]}"#;
    let image: AnalysisImage = serde_json::from_str(older).unwrap();
    assert_eq!(image.cardiac_events[0].id, "");
    assert_eq!(image.cardiac_events[0].excluded, None);
    assert_eq!(image.measurements_caliper[0].cycle, Some(2));
    let lines = &image.segmentation[0].end_diastole.as_ref().unwrap().lines;
    assert_eq!(lines[0].frame_number, None);
    assert!(lines[0].points[0].origin.is_hand());
}
