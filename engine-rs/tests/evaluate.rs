//! The interface of `evaluate`: what is wrong is refused where it lies and by its name, and the rest
//! is measured.

use crate::support;

use echometry_engine::commands::{Output, Role, Session, parse_arguments};
use echometry_engine::measure::study::configuration::{Configuration, Sets};
use echometry_engine::measure::study::evaluator::StudyEvaluator;
use echometry_engine::measure::study::facts::StudyFacts;
use echometry_engine::measure::study::recompute::ComparisonState;
use serde_json::{Value, json};
use support::study::{ShippedSets, evaluator};

fn still(id: &str, columns: f64) -> Value {
    json!({"id": id, "filename": format!("{id}.dcm"), "instance_id": id, "type": "Femur", "modality": "2D",
        "reference": true, "is_segmented": true,
        "metadata": {"number_of_frames": 1, "width": 1000, "height": 800, "frame_rate": null,
            "manufacturer": null, "modality": "US", "flow_region": null, "doppler_regions": [
            {"region_spatial_format": 1, "region_data_type": 1, "region_flags": 0,
             "region_location_min_x0": 0, "region_location_min_y0": 0, "region_location_max_x1": 999,
             "region_location_max_y1": 799, "reference_pixel_x0": null, "reference_pixel_y0": null,
             "physical_units_x": 3, "physical_units_y": 3, "reference_pixel_physical_value_x": null,
             "reference_pixel_physical_value_y": null, "physical_delta_x": 0.02, "physical_delta_y": 0.02,
             "transducer_frequency_khz": null, "pulse_repetition_frequency_hz": null,
             "doppler_correction_angle": null, "steering_angle": null}]},
        "cardiac_events": [], "segmentation": [{"lines": [{"name": "Femur", "finished": true,
            "shape": "nospline", "points": [{"id": "a", "x": 100.0, "y": 100.0, "type": "proximal end"},
            {"id": "b", "x": 100.0 + columns, "y": 100.0, "type": "distal end"}]}]}],
        "measurements_caliper": [{"type": "Length", "cycle": 0, "points": {"real": [],
            "pixel": [{"x": 0.0, "y": 0.0}, {"x": 50.0, "y": 0.0}]}, "dists": [9.0], "dists_name": ["AB"]}]})
}

/// The line for an analysis under the shipped sets.
fn evaluated(analysis: &Value) -> (Value, bool) {
    let words = ["evaluate", "a.json", "--dicom", "b.dcm", "--config", "c"];
    let invocation = parse_arguments(&words.map(str::to_owned)).unwrap();
    let mut session = Session::new(invocation);
    let shipped = ShippedSets::read();
    let mut lines: Vec<Output> = Vec::new();
    for set in [
        &shipped.image_types,
        &shipped.measurements,
        &shipped.calipers,
    ] {
        let text = set.to_string();
        session.feed(Role::Config, "set", text.as_bytes(), &mut |line| {
            lines.push(line)
        });
    }
    let text = analysis.to_string();
    session.feed(Role::Main, "a.json", text.as_bytes(), &mut |line| {
        lines.push(line)
    });
    assert_eq!(lines.len(), 1);
    (
        serde_json::from_str(&lines[0].line).unwrap(),
        lines[0].failed,
    )
}

fn refused(analysis: &Value) -> String {
    let (line, failed) = evaluated(analysis);
    assert!(failed);
    line["error"]["message"].as_str().unwrap().to_owned()
}

#[test]
fn an_unknown_key_of_the_study_is_refused_by_its_name() {
    let study = json!({"data_type": "adult", "hieght_cm": 178});
    let message = refused(&json!({"images": [], "study": study}));
    assert!(
        message.contains("hieght_cm") && message.contains("study"),
        "{message}"
    );
    let message = refused(&json!({"images": [], "studdy": {}}));
    assert!(message.contains("studdy"), "{message}");
}

#[test]
fn a_fault_in_one_image_refuses_it_by_its_path_and_goes_on_with_the_others() {
    type Break = fn(&mut Value);
    let table: [(&str, Break); 6] = [
        ("images[1].segmentation[0].lines[0].points[1].x", |image| {
            image["segmentation"][0]["lines"][0]["points"][1]["x"] = Value::Null;
        }),
        ("images[1].segmentation[0].lines[0].shape", |image| {
            image["segmentation"][0]["lines"][0]["shape"] = json!("triangle");
        }),
        ("images[1].cardiac_events[0].diastole", |image| {
            image["cardiac_events"] = json!([{"diastole": 3}]);
        }),
        ("images[1].measurements_caliper[0].event", |image| {
            image["measurements_caliper"][0]["event"] = json!("diastole");
        }),
        ("images[1].modality", |image| {
            image["modality"] = json!("3D")
        }),
        ("images[1].colour", |image| image["colour"] = json!("red")),
    ];
    for (path, broken) in table {
        let mut images = [
            still("one", 100.0),
            still("two", 200.0),
            still("three", 300.0),
        ];
        broken(&mut images[1]);
        let (line, failed) = evaluated(&json!({"images": images}));
        assert!(failed, "{path}");
        let images = line["images"].as_array().unwrap();
        let fault = &images[1]["refused"];
        assert_eq!(images[1]["instance_id"], "two", "{path}");
        assert_eq!(
            (&fault["code"], &fault["path"]),
            (&json!("invalid-input"), &json!(path)),
            "{fault}"
        );
        for (image, mm) in [(&images[0], 20.0), (&images[2], 60.0)] {
            assert_eq!(image["measurements"][0]["value"], json!([mm]), "{path}");
        }
    }
}

/// A still of a type that measures its lines at events, with one straight line of each name, `columns` long.
fn still_of(image_type: &str, lines: &[(&str, f64)]) -> Value {
    let mut image = still("one", 0.0);
    image["type"] = json!(image_type);
    let drawn = lines.iter().map(|(name, columns)| {
        json!({"name": name, "finished": true, "shape": "nospline",
            "points": [{"id": format!("{name} a"), "x": 100.0, "y": 100.0, "type": "end"},
                {"id": format!("{name} b"), "x": 100.0 + columns, "y": 100.0, "type": "end"}]})
    });
    image["segmentation"] = json!([{"lines": drawn.collect::<Vec<_>>()}]);
    image
}

fn value_of(image: &Value, name: &str) -> Value {
    let (line, _) = evaluated(&json!({"images": [image]}));
    let all = line["images"][0]["measurements"].as_array().unwrap();
    let found = all.iter().find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("{name}: {line}"))["value"].clone()
}

#[test]
fn a_still_gives_the_diameters_that_its_type_measures_at_one_event() {
    // 0.02 cm a column: 50 columns are 10 mm.
    let vessels = still_of(
        "Three-vessel 2D",
        &[("PA", 50.0), ("AAo", 25.0), ("SVC", 100.0)],
    );
    assert_eq!(value_of(&vessels, "PA diameter"), json!([10.0]));
    assert_eq!(value_of(&vessels, "AAo diameter"), json!([5.0]));
    assert_eq!(value_of(&vessels, "SVC diameter"), json!([20.0]));
    assert_eq!(value_of(&vessels, "PA/Ao"), json!([2.0]));
}

#[test]
fn a_still_gives_no_value_of_a_line_that_its_type_measures_at_two_events() {
    // End-diastolic and end-systolic from one frame would be the same, and the shortening 0.
    let axis = still_of(
        "Parasternal long axis 2D",
        &[("LVID", 200.0), ("LVOT", 100.0)],
    );
    assert_eq!(value_of(&axis, "LVIDd"), json!([null]));
    assert_eq!(value_of(&axis, "LVIDs"), json!([null]));
    assert_eq!(value_of(&axis, "LVOT d"), json!([2.0]));
}

#[test]
fn two_images_of_one_key_are_an_error() {
    let message =
        refused(&json!({"images": [still("one", 100.0), still("two", 9.0), still("one", 8.0)]}));
    assert!(
        message.contains("images[2].instance_id") && message.contains("images[0]"),
        "{message}"
    );
}

#[test]
fn the_values_of_calipers_are_part_of_the_output() {
    let (line, failed) = evaluated(&json!({"images": [still("one", 100.0)]}));
    assert!(!failed);
    let caliper = &line["images"][0]["calipers"][0];
    assert_eq!(
        caliper["distances"],
        json!([{"name": "AB", "value": 1.0, "unit": "cm", "reason": null, "length_px": null}])
    );
    assert_eq!(
        (&caliper["type"], &caliper["superseded"]),
        (&json!("Length"), &json!(false))
    );
    // From the corner of the region, which has no reference pixel.
    assert_eq!(
        caliper["real"],
        json!([{"x": 0.0, "y": 0.0}, {"x": 1.0, "y": 0.0}])
    );
    assert_eq!(
        caliper["provenance"]["formula"],
        json!({"kind": "caliper", "name": "Length", "version": 1})
    );
    assert_eq!(
        caliper["provenance"]["calibration"]["region_indices"],
        json!([0])
    );
}

#[test]
fn a_caliper_without_a_scale_has_its_length_in_pixels_and_no_value() {
    let mut unscaled = still("one", 100.0);
    unscaled["metadata"]["doppler_regions"] = json!([]);
    let (line, _) = evaluated(&json!({"images": [unscaled]}));
    let caliper = &line["images"][0]["calipers"][0];
    assert_eq!(
        caliper["distances"],
        json!([{"name": "AB", "value": null, "unit": null, "reason": "no-region", "length_px": 50.0}])
    );
    assert_eq!(
        (&caliper["real"], &caliper["provenance"]),
        (&json!([]), &Value::Null)
    );
}

/// The shipped measurements with one more definition of the Femur.
fn with_definition(definition: &Value) -> (ShippedSets, Result<Configuration, String>) {
    let mut sets = ShippedSets::read();
    let rows = sets.measurements["data"].as_array_mut().unwrap();
    let row = rows
        .iter_mut()
        .find(|row| row["image_type"] == "Femur")
        .unwrap();
    row["measurements"]
        .as_array_mut()
        .unwrap()
        .push(definition.clone());
    let loaded = Configuration::load(&Sets {
        image_types: &sets.image_types,
        measurements: &sets.measurements,
        calipers: Some(&sets.calipers),
    });
    let loaded = loaded.map_err(|refusal| refusal.to_string());
    (sets, loaded)
}

/// A definition that is right.
fn right() -> Value {
    json!({"name": "new", "type": "distance", "line": "Femur", "units": "mm", "unit_scale": 10,
        "class": "direct", "anatomy": "Femur"})
}

/// Changes of a right definition, each with what the refusal names.
fn wrong() -> Vec<(&'static str, Value)> {
    let change = |changes: Value| {
        let mut definition = right();
        for (key, value) in changes.as_object().unwrap() {
            definition[key] = value.clone();
        }
        definition
    };
    vec![
        ("unknown line Tibia", change(json!({"line": "Tibia"}))),
        (
            "unknown point knee",
            change(json!({"points": ["knee", "distal end"]})),
        ),
        (
            "unknown pattern fused",
            change(json!({"patterns": ["fused"]})),
        ),
        ("unknown field `colour`", change(json!({"colour": "red"}))),
        (
            "unknown cardiac_event diastole",
            change(json!({"cardiac_event": "diastole"})),
        ),
        ("unknown axis deep", change(json!({"axis": "deep"}))),
        ("taken along no minor", change(json!({"axis": "minor"}))),
        ("has no formula cube", change(json!({"formula": "cube"}))),
        (
            "unknown combined product",
            change(json!({"combined": "product"})),
        ),
        ("unknown unit furlong", change(json!({"units": "furlong"}))),
        (
            "units mm with unit_scale 1 do not fit",
            change(json!({"unit_scale": 1})),
        ),
        (
            "units ms with unit_scale 10 do not fit",
            change(json!({"units": "ms"})),
        ),
        (
            "names no unit of cm",
            change(json!({"units": "", "unit_scale": 1})),
        ),
        (
            "another measurement has its name",
            change(json!({"name": "FL"})),
        ),
        (
            "unknown type circumference",
            change(json!({"type": "circumference"})),
        ),
        (
            "unknown image type Tibia",
            change(json!({"with_image_type": "Tibia"})),
        ),
        (
            "mean takes 2 or more inputs, not 1",
            change(json!({"type": "mean", "inputs": ["FL"]})),
        ),
        (
            "Femur/length, which is not configured",
            change(
                json!({"type": "ratio", "inputs": ["FL", "length"], "units": "", "unit_scale": 1}),
            ),
        ),
        (
            "unknown caliper Ruler",
            change(
                json!({"type": "ratio", "inputs": ["FL", {"caliper": "Ruler", "name": "AB"}], "units": "", "unit_scale": 1}),
            ),
        ),
        (
            "caliper Length has no distance CD",
            change(
                json!({"type": "ratio", "inputs": ["FL", {"caliper": "Length", "name": "CD"}], "units": "", "unit_scale": 1}),
            ),
        ),
        (
            "do not fit inputs in mm, mm",
            change(
                json!({"type": "sum", "inputs": ["FL", "FL"], "units": "ms", "unit_scale": 1000}),
            ),
        ),
        (
            "do not fit inputs in mm, mm",
            change(
                json!({"type": "product", "inputs": ["FL", "FL"], "units": "ml", "unit_scale": 1}),
            ),
        ),
        (
            "unknown event diastole",
            change(
                json!({"type": "ratio", "inputs": ["FL", {"caliper": "Length", "name": "AB", "event": "diastole"}], "units": "", "unit_scale": 1}),
            ),
        ),
    ]
}

#[test]
fn faults_of_definitions_are_refused_at_load_with_what_and_where() {
    assert!(with_definition(&right()).1.is_ok());
    for (named, definition) in wrong() {
        let (_, loaded) = with_definition(&definition);
        let message = loaded.unwrap_err();
        let place = format!("Femur, {}", definition["name"].as_str().unwrap());
        assert!(
            message.contains(named) && message.contains(&place),
            "{named}: {message}"
        );
    }
}

#[test]
fn a_stored_set_opens_and_its_refused_definitions_say_why() {
    for (named, definition) in wrong() {
        let (sets, _) = with_definition(&definition);
        let opened = Configuration::open(&Sets {
            image_types: &sets.image_types,
            measurements: &sets.measurements,
            calipers: Some(&sets.calipers),
        })
        .unwrap();
        assert_eq!(opened.faults().len(), 1, "{named}");
        let mut study = StudyEvaluator::new(opened, StudyFacts::default());
        study.set_image(serde_json::from_value(still("one", 100.0)).unwrap());
        let measured = study.evaluate_image("one").unwrap().measurements;
        assert_eq!(measured[0].value, [Some(20.0)], "{named}");
        let refused = measured.last().unwrap().refused.as_ref().unwrap();
        assert_eq!(refused.code, "configuration", "{named}");
        assert!(refused.message.contains(named), "{}", refused.message);
    }
}

#[test]
fn a_stored_distance_of_a_caliper_that_differs_is_reported() {
    let case = json!({"images": [still("one", 100.0)]});
    let study = evaluator(&ShippedSets::read(), &case);
    let compared = study.recompute("one").unwrap();
    let caliper = compared
        .iter()
        .find(|found| found.caliper.is_some())
        .unwrap();
    assert_eq!(
        (caliper.name.as_str(), caliper.state),
        ("AB", ComparisonState::Different)
    );
    assert_eq!(
        (caliper.stored.as_slice(), caliper.computed.as_slice()),
        (&[Some(9.0)][..], &[Some(1.0)][..])
    );
    assert_eq!(caliper.largest_difference, Some(8.0));
}
