//! Stored results of ten whole studies against what is computed of them again: nothing while nothing
//! moved, and by name what a change moved.

use crate::support;

use std::collections::BTreeSet;
use std::path::Path;

use echometry_engine::measure::study::evaluator::StudyEvaluator;
use echometry_engine::measure::study::recompute::{Comparison, ComparisonState};
use serde_json::{Value, json};
use support::study::{ShippedSets, evaluator};

/// Studies that are stored.
const STUDIES: usize = 10;
/// Image type with calipers in every study.
const WALLS: &str = "Parasternal long axis 2D";
/// Rounding of a few hundred operations.
const EXACT: f64 = 1e-9;
/// How much larger everything is after the calibration.
const LARGER: f64 = 1.2;

fn study(number: usize) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/studies");
    let text = std::fs::read_to_string(folder.join(format!("study-{number:02}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The study with everything that is measured stored in its records, calipers too.
fn stored(sets: &ShippedSets, mut content: Value) -> Value {
    for (place, image) in evaluator(sets, &content).evaluate().into_iter().enumerate() {
        let record = &mut content["images"][place];
        record["measurements"] = json!(image.measurements);
        for (at, caliper) in image.calipers.iter().enumerate() {
            let values = |list: &[_]| -> Value {
                let list = json!(list);
                let all = list.as_array().unwrap().iter();
                all.map(|value| value["value"].clone()).collect()
            };
            let stored = &mut record["measurements_caliper"][at];
            stored["dists"] = values(&caliper.distances);
            stored["angles"] = values(&caliper.angles);
        }
    }
    content
}

/// Place and key of the image with calipers.
fn walls(content: &Value) -> (usize, String) {
    let images = content["images"].as_array().unwrap();
    let of_type =
        |image: &Value| image["type"] == WALLS && !image["measurements_caliper"][0].is_null();
    let place = images.iter().position(of_type).unwrap();
    (place, images[place]["id"].as_str().unwrap().to_owned())
}

/// The caliper whose values count at end diastole.
fn counting_caliper(study: &StudyEvaluator, id: &str) -> usize {
    let calipers = study.calipers(id).unwrap();
    let mut all = calipers.iter();
    let counts = all.position(|caliper| {
        !caliper.superseded && caliper.event.as_deref() == Some("end_diastole")
    });
    counts.unwrap()
}

/// Differences from the stored values, over all images: image, whether it is of a caliper, and
/// name.
fn reported(study: &StudyEvaluator, content: &Value) -> BTreeSet<(String, bool, String)> {
    let images = content["images"].as_array().unwrap().iter();
    let of_image = |image: &Value| {
        let id = image["id"].as_str().unwrap().to_owned();
        let found = study.recompute(&id).unwrap().into_iter();
        let other =
            found.filter(|found| found.state != ComparisonState::Same || !found.changed.is_empty());
        other
            .map(move |found| (id.clone(), found.caliper.is_some(), found.name))
            .collect::<Vec<_>>()
    };
    images.flat_map(of_image).collect()
}

/// Measurements of the image type that a distance of a caliper enters, itself or by another one, and
/// that had a value.
fn built_on(sets: &ShippedSets, distance: &str, record: &Value) -> BTreeSet<String> {
    let rows = sets.measurements["data"].as_array().unwrap();
    let row = rows.iter().find(|row| row["image_type"] == WALLS).unwrap();
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for definition in row["measurements"].as_array().unwrap() {
            let mut inputs = definition["inputs"].as_array().into_iter().flatten();
            let enters = |input: &Value| match input.as_str() {
                Some(name) => found.contains(name),
                None => input["name"] == distance && !input["caliper"].is_null(),
            };
            if inputs.any(enters) {
                found.insert(definition["name"].as_str().unwrap().to_owned());
            }
        }
        if found.len() == before {
            break;
        }
    }
    let measured = record["measurements"].as_array().unwrap().iter();
    let with_value = measured.filter(|measurement| measurement["aggregate"].is_number());
    let names = with_value.map(|measurement| measurement["name"].as_str().unwrap().to_owned());
    names.filter(|name| found.contains(name)).collect()
}

#[test]
fn a_study_that_nobody_changed_reports_nothing() {
    let sets = ShippedSets::read();
    for number in 1..=STUDIES {
        let content = stored(&sets, study(number));
        let told = reported(&evaluator(&sets, &content), &content);
        assert!(told.is_empty(), "{}: {told:?}", content["title"]);
    }
}

/// A change of the image with calipers, and what it moves, by name.
struct Case {
    what: &'static str,
    change: fn(&mut Value),
    moves_values: bool,
    /// It stores a number, so it differs even where nothing is calibrated and nothing computed.
    stores_number: bool,
}

#[test]
fn a_caliper_that_moved_is_reported_with_the_values_built_on_it() {
    let table = [
        Case {
            what: "a moved point",
            change: |caliper| {
                let y = caliper["points"]["pixel"][0]["y"].as_f64().unwrap();
                caliper["points"]["pixel"][0]["y"] = json!(y - 12.0);
            },
            moves_values: true,
            stores_number: false,
        },
        Case {
            what: "another stored distance",
            change: |caliper| caliper["dists"][0] = json!(9.9),
            moves_values: false,
            stores_number: true,
        },
        Case {
            what: "a stored distance that is none",
            change: |caliper| caliper["dists"][0] = Value::Null,
            moves_values: false,
            stores_number: false,
        },
    ];
    let sets = ShippedSets::read();
    let (mut moved, mut uncalibrated) = (0, 0);
    for number in 1..=STUDIES {
        let base = stored(&sets, study(number));
        let (place, id) = walls(&base);
        let at = counting_caliper(&evaluator(&sets, &base), &id);
        let calipers = &base["images"][place]["measurements_caliper"];
        let calibrated = calipers[at]["dists"][0].is_number();
        uncalibrated += usize::from(!calibrated);
        for case in &table {
            let mut content = base.clone();
            let caliper = &mut content["images"][place]["measurements_caliper"][at];
            (case.change)(caliper);
            let distance = caliper["dists_name"][0].as_str().unwrap().to_owned();
            let told = reported(&evaluator(&sets, &content), &content);
            // The first point ends only the first distance.
            let mut expected = BTreeSet::new();
            if calibrated || case.stores_number {
                expected.insert((id.clone(), true, distance.clone()));
            }
            if case.moves_values {
                let names = built_on(&sets, &distance, &base["images"][place]);
                moved += names.len();
                expected.extend(names.into_iter().map(|name| (id.clone(), false, name)));
            }
            assert_eq!(told, expected, "{}: {}", content["title"], case.what);
        }
    }
    assert_eq!(uncalibrated, 1);
    assert!(moved >= STUDIES, "{moved}");
}

/// By how much a value grows with the calibration; none where it is not a length.
fn grows(kind: &str) -> Option<f64> {
    match kind {
        "distance" | "line-distance" | "p2p-distance" | "oval diam" | "oval circ" | "thickness" => {
            Some(LARGER)
        }
        "area" => Some(LARGER * LARGER),
        "volume" => Some(LARGER * LARGER * LARGER),
        _ => None,
    }
}

fn grew(found: &Comparison, factor: f64) -> bool {
    let pairs = found.stored.iter().zip(&found.computed);
    let mut compared = pairs.filter_map(|(old, new)| Some(((*old)?, (*new)?)));
    compared.all(|(old, new)| (old * factor - new).abs() <= EXACT * new.abs())
}

#[test]
fn a_calibration_by_hand_is_reported_with_every_length_it_scales() {
    let sets = ShippedSets::read();
    let (mut lengths, mut calipers) = (0, 0);
    for number in 1..=STUDIES {
        let mut content = stored(&sets, study(number));
        let (place, id) = walls(&content);
        let before = evaluator(&sets, &content);
        let measured = before.evaluate_image(&id).unwrap().measurements;
        let scale = measured.iter().find_map(|measurement| {
            let told = before.explain(&id, &measurement.name)?;
            let region = told.read.first()?.regions.first()?;
            // One scale for both axes is that of square pixels.
            let [x, y] = region.delta.map(f64::abs);
            (x == y).then_some(x)
        });
        let Some(scale) = scale else { continue };
        content["images"][place]["calibration"] = json!({"source": "manual", "version": 7,
            "manual": [{"axis": "xy", "from": {"x": 100, "y": 100}, "to": {"x": 400, "y": 500},
                "value": scale * LARGER * 500.0, "unit": "cm"}]});
        let after = evaluator(&sets, &content);
        let title = &content["title"];
        for found in after.recompute(&id).unwrap() {
            let value = found.stored.iter().any(Option::is_some);
            if found.caliper.is_some() {
                if value {
                    assert_eq!(
                        found.state,
                        ComparisonState::Different,
                        "{title} {}",
                        found.name
                    );
                    assert!(grew(&found, LARGER), "{title} {found:?}");
                    calipers += 1;
                }
                continue;
            }
            let of_name = measured
                .iter()
                .find(|old| *old.name == *found.name)
                .unwrap();
            let own = of_name
                .provenance
                .as_ref()
                .is_some_and(|from| from.inputs.is_empty());
            if let Some(factor) = grows(&of_name.kind).filter(|_| own && value) {
                assert_eq!(
                    found.state,
                    ComparisonState::Different,
                    "{title} {}",
                    found.name
                );
                assert!(found.changed.iter().any(|what| what == "calibration"));
                assert!(grew(&found, factor), "{title} {found:?}");
                lengths += 1;
            }
        }
    }
    assert!(
        lengths >= STUDIES && calipers >= 3 * STUDIES,
        "{lengths}, {calipers}"
    );
}
