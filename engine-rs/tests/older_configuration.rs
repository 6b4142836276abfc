//! A set of version 1, as it was shipped, still opens: what stricter checks refuse measures nothing
//! and gives the reason, the others measure as before.

use std::path::Path;

use echometry_engine::measure::study::configuration::{Configuration, Sets};
use echometry_engine::measure::study::evaluator::StudyEvaluator;
use serde_json::{Value, json};

/// Definitions of version 1.
const DEFINITIONS: usize = 289;

fn fixture(path: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let text = std::fs::read_to_string(folder.join(path)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn opened(sets: &Value) -> Configuration {
    Configuration::open(&Sets {
        image_types: &sets["image_types"],
        measurements: &sets["measurements"],
        calipers: None,
    })
    .unwrap()
}

/// Measurements of one still of a femur, and the second implementation's.
fn of_a_femur(sets: &Value) -> (Value, Value) {
    let study = fixture("studies/study-08.json");
    let images = study["images"].as_array().unwrap().iter();
    let mut femora = images.filter(|image| image["type"] == "Femur");
    let femur = femora.next().unwrap();
    let facts = serde_json::from_value(study["study"].clone()).unwrap();
    let mut evaluator = StudyEvaluator::new(opened(sets), facts);
    evaluator.set_image(serde_json::from_value(femur.clone()).unwrap());
    let id = femur["id"].as_str().unwrap();
    let found = evaluator.evaluate_image(id).unwrap().measurements;
    (json!(found), study["expected"][id]["measurements"].clone())
}

#[test]
fn the_sets_of_version_1_open_with_every_definition() {
    let sets = fixture("configuration/version-1.json");
    let opened = opened(&sets);
    assert_eq!(opened.versions["echo_measurements"], 1);
    let faults: Vec<String> = opened.faults().iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(opened.in_order().count(), DEFINITIONS);
}

#[test]
fn a_definition_of_version_1_that_is_refused_says_why_and_leaves_the_others() {
    let mut sets = fixture("configuration/version-1.json");
    let rows = sets["measurements"]["data"].as_array_mut().unwrap();
    let row = rows.iter_mut().find(|row| row["image_type"] == "Femur");
    let definitions = row.unwrap()["measurements"].as_array_mut().unwrap();
    let mut refused = definitions[0].clone();
    (refused["name"], refused["line"]) = (json!("old"), json!("Tibia"));
    definitions.push(refused);
    let (found, expected) = of_a_femur(&sets);
    let named = |name: &str| {
        let mut all = found.as_array().unwrap().iter();
        all.find(|measurement| measurement["name"] == name).unwrap()
    };
    let old = named("old");
    assert_eq!(old["refused"]["code"], "configuration");
    let message = old["refused"]["message"].as_str().unwrap();
    assert!(message.contains("unknown line Tibia"), "{message}");
    assert_eq!(old["aggregate"], Value::Null);
    let [length, wanted] = [&named("FL")["aggregate"], &expected["FL"]["aggregate"]];
    let [length, wanted] = [length, wanted].map(|value| value.as_f64().unwrap());
    // The digits that are stored.
    assert!((length - wanted).abs() <= 1e-9 * wanted, "{length}");
}
