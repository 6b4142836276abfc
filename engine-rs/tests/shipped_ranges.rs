//! Checked ranges over gestational age against printed centiles (`fixtures/reference-values`).

use std::path::Path;

use echometry_engine::measure::study::equation::Equation;
use echometry_engine::measure::study::facts::{DataType, StudyFacts};
use echometry_engine::measure::study::normal::{NormalRange, normal_state};
use serde_json::Value;

fn read(path: &str) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    serde_json::from_str(&std::fs::read_to_string(root.join(path)).unwrap()).unwrap()
}

/// Units and ranges of a measurement.
fn ranges_of<'a>(sets: &'a Value, image_type: &str, name: &str) -> (&'a str, &'a [Value]) {
    let rows = sets["data"].as_array().unwrap();
    let row = rows.iter().find(|row| row["image_type"] == image_type);
    let definitions = row.unwrap()["measurements"].as_array().unwrap();
    let definition = definitions.iter().find(|one| one["name"] == name).unwrap();
    (
        definition["units"].as_str().unwrap(),
        definition["normal"].as_array().unwrap(),
    )
}

#[test]
fn equations_meet_the_printed_centiles() {
    let sets = read("contract/config/echo_measurements.json");
    let fixture = read("fixtures/reference-values/checked-ranges.json");
    for row in fixture["centiles"].as_array().unwrap() {
        let [image_type, name] =
            ["image_type", "measurement"].map(|key| row[key].as_str().unwrap());
        let [weeks, z, printed, tolerance] =
            ["weeks", "z", "value", "tolerance"].map(|key| row[key].as_f64().unwrap());
        let (units, ranges) = ranges_of(&sets, image_type, name);
        let facts = StudyFacts {
            data_type: Some(DataType::Fetal),
            gestational_age_days: Some(weeks * 7.0),
            ..StudyFacts::default()
        };
        let state = normal_state(
            &[NormalRange::load(&ranges[0], units).unwrap()],
            Some(printed),
            &facts,
        );
        // Limits are the 5th and 95th centile; a mean without a deviation has none.
        let centile = match z {
            0.0 => Some(
                Equation::parse(ranges[0]["M"].as_str().unwrap())
                    .unwrap()
                    .at(weeks),
            ),
            z if z < 0.0 => state.low,
            _ => state.high,
        };
        let off = (centile.unwrap_or(f64::NAN) - printed).abs();
        assert!(off <= tolerance, "{row}: {centile:?}");
    }
}
