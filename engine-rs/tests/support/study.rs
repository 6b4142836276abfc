//! Records of a study as JSON, evaluated with the shipped configuration or their own.

use std::path::Path;

use echometry_engine::measure::study::configuration::{Configuration, Sets};
use echometry_engine::measure::study::evaluator::StudyEvaluator;
use serde_json::{Value, json};

/// Sets of `contract/config`.
pub struct ShippedSets {
    /// `echo_image_types`.
    pub image_types: Value,
    /// `echo_measurements`.
    pub measurements: Value,
    /// `echo_caliper`.
    pub calipers: Value,
}

impl ShippedSets {
    /// Reads them.
    pub fn read() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../contract/config");
        let set = |name: &str| -> Value {
            let text = std::fs::read_to_string(folder.join(name)).unwrap();
            serde_json::from_str(&text).unwrap()
        };
        Self {
            image_types: set("echo_image_types.json"),
            measurements: set("echo_measurements.json"),
            calipers: set("echo_caliper.json"),
        }
    }

    /// They must be right as a whole.
    pub fn configuration(&self) -> Configuration {
        let sets = Sets {
            image_types: &self.image_types,
            measurements: &self.measurements,
            calipers: Some(&self.calipers),
        };
        Configuration::load(&sets).unwrap()
    }
}

/// The study of a case: `images`, and where they are named `study`, `files` and `sets`.
pub fn evaluator(shipped: &ShippedSets, case: &Value) -> StudyEvaluator {
    let configuration = match &case["sets"] {
        Value::Null => shipped.configuration(),
        own => {
            let set = |name: &str, key: &str| json!({"name": name, "version": 1, "data": own[key]});
            let (types, measurements) = (
                set("echo_image_types", "image_types"),
                set("echo_measurements", "measurements"),
            );
            let sets = Sets {
                image_types: &types,
                measurements: &measurements,
                calipers: Some(&shipped.calipers),
            };
            Configuration::load(&sets).unwrap()
        }
    };
    let facts = match &case["study"] {
        Value::Null => json!({}),
        facts => facts.clone(),
    };
    let mut study = StudyEvaluator::new(configuration, serde_json::from_value(facts).unwrap());
    for (id, file) in case["files"].as_object().into_iter().flatten() {
        study.set_file(id, serde_json::from_value(file.clone()).unwrap());
    }
    for image in case["images"].as_array().unwrap() {
        let record = serde_json::from_value(image.clone());
        study.set_image(record.unwrap_or_else(|error| panic!("{error}: {image}")));
    }
    study
}

/// Paths at which two values differ, numbers by more than a share of the expected one.
pub fn differences(expected: &Value, found: &Value, rel: f64) -> Vec<String> {
    match (expected, found) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            match (a - b).abs() <= rel * a.abs() + 1e-12 {
                true => Vec::new(),
                false => vec![format!("{a} is {b}")],
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b).enumerate();
            let inner = pairs.flat_map(|(at, (a, b))| {
                let found = differences(a, b, rel).into_iter();
                found
                    .map(move |text| format!("[{at}] {text}"))
                    .collect::<Vec<_>>()
            });
            inner.collect()
        }
        (a, b) if a == b => Vec::new(),
        (a, b) => vec![format!("{a} is {b}")],
    }
}
