//! Measurements that take others: which image gives an input, how planes and times of several
//! images come together, and what a stored result says when it is computed again.

use echometry_engine::measure::study::recompute::ComparisonState;
use echometry_engine::measure::study::{Configuration, StudyEvaluator, StudyFacts};
use echometry_engine::records::measurement::Measurement;
use serde_json::{Value, json};

fn study(rows: Value) -> StudyEvaluator {
    let types = json!({"name": "echo_image_types", "version": 3, "data": []});
    let set = json!({"name": "echo_measurements", "version": 7, "data": rows});
    StudyEvaluator::new(
        Configuration::load(&types, &set).unwrap(),
        StudyFacts::default(),
    )
}

fn region(format: u16, units: [u16; 2], delta: [f64; 2]) -> Value {
    json!({"region_spatial_format": format, "region_data_type": 1, "region_flags": 0, "region_location_min_x0": 0,
        "region_location_min_y0": 0, "region_location_max_x1": 999, "region_location_max_y1": 799, "reference_pixel_x0": 0,
        "reference_pixel_y0": 400, "physical_units_x": units[0], "physical_units_y": units[1],
        "reference_pixel_physical_value_x": null, "reference_pixel_physical_value_y": null, "physical_delta_x": delta[0],
        "physical_delta_y": delta[1], "transducer_frequency_khz": null, "pulse_repetition_frequency_hz": null,
        "doppler_correction_angle": null, "steering_angle": null})
}

fn image(id: &str, image_type: &str, modality: &str, region: Value) -> Value {
    json!({"id": id, "filename": format!("{id}.dcm"), "instance_id": id, "type": image_type, "modality": modality,
        "reference": true, "is_segmented": true,
        "metadata": {"number_of_frames": 1, "width": 1000, "height": 800, "frame_rate": null, "manufacturer": null,
            "modality": "US", "doppler_regions": [region], "flow_region": null}})
}

fn line(name: &str, shape: &str, points: &[(f64, f64, &str)]) -> Value {
    let numbered = points.iter().enumerate();
    let points: Vec<Value> = numbered
        .map(|(place, (x, y, kind))| json!({"id": format!("{name}.{place}"), "x": x, "y": y, "type": kind}))
        .collect();
    json!({"name": name, "finished": true, "shape": shape, "points": points})
}

/// A plane with one straight line of so many pixels at end diastole of each cycle.
fn plane(id: &str, image_type: &str, lengths: &[f64]) -> Value {
    let mut plane = image(id, image_type, "2D", region(1, [3, 3], [0.02, 0.02]));
    let cycles = lengths.iter().map(|length| {
        json!({"end_diastole": {"lines": [line("l", "nospline", &[(100.0, 100.0, ""), (100.0 + length, 100.0, "")])]}})
    });
    plane["segmentation"] = cycles.collect();
    plane["cardiac_events"] = lengths.iter().map(|_| json!({"end_diastole": 1})).collect();
    plane
}

fn put(study: &mut StudyEvaluator, record: Value) {
    study.set_image(serde_json::from_value(record).unwrap());
}

fn measured(study: &StudyEvaluator, id: &str, name: &str) -> Option<Measurement> {
    let all = study.evaluate_image(id).unwrap().measurements;
    all.into_iter().find(|found| found.name == name)
}

#[test]
fn values_alone_are_those_with_provenance() {
    let only = json!({"name": "only", "type": "distance", "line": "l", "units": "cm", "patterns": ["separate"]});
    let mut study = study(json!([{"image_type": "A", "measurements": [distance("a"), only]}]));
    put(&mut study, plane("i", "A", &[100.0, 50.0]));
    let mut bare = plane("bare", "A", &[100.0]);
    bare["calibration"] = json!({"source": "none"});
    put(&mut study, bare);
    let values = study.values();
    assert_eq!(values[0].values.len(), 1);
    for (image, whole) in values.iter().zip(study.evaluate()) {
        for (value, measurement) in image.values.iter().zip(whole.measurements) {
            assert_eq!(
                (&value.name, &value.value),
                (&measurement.name, &measurement.value)
            );
            assert_eq!(value.aggregate, measurement.aggregate);
            assert_eq!(
                value.refused,
                measurement.refused.map(|refused| refused.code)
            );
        }
    }
    assert_eq!(
        values[1].values[0].refused.as_deref(),
        Some("not-calibrated")
    );
}

fn near(found: &Measurement, expected: &[Option<f64>]) -> bool {
    let same = |(a, b): (&Option<f64>, &Option<f64>)| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * b.abs(),
        (a, b) => a.is_none() && b.is_none(),
    };
    found.value.len() == expected.len() && found.value.iter().zip(expected).all(same)
}

fn distance(name: &str) -> Value {
    json!({"name": name, "type": "distance", "line": "l", "units": "mm", "unit_scale": 10})
}

#[test]
fn an_input_of_another_image_is_of_its_segmented_reference() {
    let mut study = study(json!([
        {"image_type": "A", "measurements": [distance("a")]},
        {"image_type": "B", "measurements": [distance("b"),
            {"name": "b/a", "type": "ratio", "inputs": ["b", {"image_type": "A", "name": "a"}], "units": ""}]},
    ]));
    put(&mut study, plane("b", "B", &[200.0, 300.0]));
    let ratio = |study: &StudyEvaluator| measured(study, "b", "b/a").unwrap();
    assert!(near(&ratio(&study), &[None]), "no such image");
    let mut other = plane("a1", "A", &[50.0, 50.0]);
    other["is_segmented"] = json!(false);
    put(&mut study, other.clone());
    assert!(near(&ratio(&study), &[None]), "not segmented");
    other["is_segmented"] = json!(true);
    other["reference"] = json!(false);
    put(&mut study, other);
    assert!(near(&ratio(&study), &[None]), "no reference");
    put(&mut study, plane("a2", "A", &[100.0, 100.0]));
    // Equal numbers of cycles go cycle by cycle, others by their aggregates.
    assert!(near(&ratio(&study), &[Some(2.0), Some(3.0)]));
    let used = ratio(&study).provenance.unwrap().inputs;
    assert_eq!(used[1].image.as_deref(), Some("a2"));
    assert!(
        used[1]
            .value
            .as_ref()
            .unwrap()
            .iter()
            .all(|cm| (cm.unwrap() - 2.0).abs() < 1e-12)
    );
    put(&mut study, plane("a2", "A", &[100.0]));
    assert!(near(&ratio(&study), &[Some(2.5)]));
}

#[test]
fn labels_and_calipers_choose_the_input() {
    let labelled = |side: &str| json!({"image_type": "U", "name": "d", "label": {"side": side}});
    let mut study = study(json!([{"image_type": "U", "measurements": [distance("d"),
        {"name": "both", "type": "mean", "inputs": [labelled("left"), labelled("right")], "units": "mm", "unit_scale": 10},
        {"name": "area", "type": "product", "inputs": ["d", {"caliper": "Length", "name": "UV"}], "units": "cm2"}]}]));
    for (id, side, length) in [("l", "left", 100.0), ("r", "right", 300.0)] {
        let mut record = plane(id, "U", &[length]);
        record["additional_labels"] = json!({"side": side});
        // One of a type may be the reference; the other has the label all the same.
        record["reference"] = json!(id == "l");
        record["measurements_caliper"] = json!([{"type": "Length", "cycle": 0, "points": {"real": [], "pixel": []},
            "dists": [if id == "l" { 0.5 } else { 0.25 }], "dists_name": ["UV"]}]);
        put(&mut study, record);
    }
    assert!(near(&measured(&study, "l", "both").unwrap(), &[Some(40.0)]));
    assert!(near(&measured(&study, "l", "area").unwrap(), &[Some(1.0)]));
    assert!(
        near(&measured(&study, "r", "area").unwrap(), &[Some(1.5)]),
        "its own caliper first"
    );
}

#[test]
fn two_planes_each_have_their_own_scale() {
    let biplane = json!({"name": "EDV", "type": "volume", "formula": "simpson_biplane", "line": "endo",
        "with_image_type": "4C", "units": "ml"});
    let mut study = study(
        json!([{"image_type": "2C", "measurements": [biplane]}, {"image_type": "4C", "measurements": [distance("d")]}]),
    );
    // Triangles of 4 by 8 cm and of 6 by 8 cm; the second in pixels half as large.
    let triangle = |id: &str, image_type: &str, base: f64, delta: f64| {
        let mut record = image(id, image_type, "2D", region(1, [3, 3], [delta, delta]));
        let px = |cm: f64| cm / delta;
        let points = [
            (100.0, 100.0, ""),
            (100.0 + px(base) / 2.0, 100.0 + px(8.0), ""),
            (100.0 + px(base), 100.0, ""),
        ];
        let mut drawn = line("endo", "nospline", &points);
        drawn["pattern"] = json!("normal");
        record["cardiac_events"] = json!([{"end_diastole": 1}]);
        record["segmentation"] = json!([{"end_diastole": {"lines": [drawn]}}]);
        record
    };
    put(&mut study, triangle("2c", "2C", 4.0, 0.02));
    assert!(
        near(&measured(&study, "2c", "EDV").unwrap(), &[None]),
        "the other plane is missing"
    );
    put(&mut study, triangle("4c", "4C", 6.0, 0.0125));
    let found = measured(&study, "2c", "EDV").unwrap();
    let disks: f64 = (0..20)
        .map(|i| 1.0 - (f64::from(i) + 0.5) / 20.0)
        .map(|share| 4.0 * share * 6.0 * share)
        .sum();
    let expected = core::f64::consts::PI / 4.0 * disks * 8.0 / 20.0;
    assert!(
        near(&found, &[Some(expected)]),
        "{:?} {expected}",
        found.value
    );
    assert_eq!(found.provenance.unwrap().other_image.as_deref(), Some("4c"));
}

#[test]
fn times_of_several_images_combine_as_aggregates() {
    let time = |name: &str| json!({"name": name, "type": "time", "line": "flow", "points": ["o", "c"], "units": "ms", "unit_scale": 1000});
    let mut study = study(json!([
        {"image_type": "TV", "measurements": [time("a")]},
        {"image_type": "PV", "measurements": [time("b"), {"name": "MPI", "type": "time-combined", "formula": "mpi_ab",
            "inputs": [{"image_type": "TV", "name": "a"}, "b"], "units": ""}]},
    ]));
    for (id, columns) in [("TV", [140.0, 100.0]), ("PV", [75.0, 85.0])] {
        let mut record = image(id, id, "PW Doppler", region(3, [4, 7], [0.004, -0.5]));
        record["segmentation"] = columns
            .iter()
            .map(|width| json!({"lines": [line("flow", "curve", &[(100.0, 400.0, "o"), (100.0 + width, 400.0, "c")])]}))
            .collect();
        record["cardiac_events"] =
            json!([{"onset_start": 90, "onset_end": 300}, {"onset_start": 300, "onset_end": 500}]);
        put(&mut study, record);
    }
    // Means of 120 and 80 columns: (120 - 80) / 80, one value although both have two cycles.
    assert!(near(&measured(&study, "PV", "MPI").unwrap(), &[Some(0.5)]));
}

#[test]
fn unfinished_lines_other_patterns_and_uncalibrated_images_give_no_value() {
    let only = json!({"name": "only", "type": "distance", "line": "l", "units": "cm", "patterns": ["separate"]});
    let mut study = study(json!([{"image_type": "A", "measurements": [distance("a"), only]}]));
    let mut record = plane("i", "A", &[100.0]);
    put(&mut study, record.clone());
    assert!(near(&measured(&study, "i", "a").unwrap(), &[Some(20.0)]));
    assert!(measured(&study, "i", "only").is_none());
    record["segmentation"][0]["end_diastole"]["lines"][0]["pattern"] = json!("separate");
    put(&mut study, record.clone());
    assert!(near(&measured(&study, "i", "only").unwrap(), &[Some(2.0)]));
    record["calibration"] = json!({"source": "none"});
    put(&mut study, record.clone());
    let refused = measured(&study, "i", "a").unwrap();
    assert_eq!(refused.refused.unwrap().code, "not-calibrated");
    assert!(refused.value.is_empty() && refused.aggregate.is_none());
    record["calibration"] = json!({"source": "manual", "version": 4, "manual": [
        {"axis": "xy", "from": {"x": 0, "y": 0}, "to": {"x": 0, "y": 200}, "value": 10, "unit": "cm"}]});
    put(&mut study, record.clone());
    let manual = measured(&study, "i", "a").unwrap();
    assert!(near(&manual, &[Some(50.0)]));
    let used = serde_json::to_value(manual.provenance.unwrap().calibration).unwrap();
    assert_eq!(
        (&used["source"], &used["version"]),
        (&json!("manual"), &json!(4))
    );
    record["segmentation"][0]["end_diastole"]["lines"][0]["finished"] = json!(false);
    put(&mut study, record);
    assert!(near(&measured(&study, "i", "a").unwrap(), &[None]));
}

#[test]
fn a_stored_result_is_the_same_again_or_says_what_changed() {
    let mut study = study(json!([{"image_type": "A", "measurements": [distance("a")]}]));
    let mut record = plane("i", "A", &[100.0, 110.0]);
    put(&mut study, record.clone());
    record["measurements"] = json!(study.evaluate_image("i").unwrap().measurements);
    put(&mut study, record.clone());
    let compared = study.recompute("i").unwrap();
    assert_eq!(
        (compared.len(), compared[0].state),
        (1, ComparisonState::Same)
    );
    assert!(compared[0].changed.is_empty());
    record["measurements"][0]["provenance"]["engine_version"] = json!("0.0.1");
    record["segmentation"][1]["end_diastole"]["lines"][0]["points"][1]["x"] = json!(215.0);
    put(&mut study, record.clone());
    let compared = study.recompute("i").unwrap();
    assert_eq!(compared[0].state, ComparisonState::Different);
    assert!((compared[0].largest_difference.unwrap() - 1.0).abs() < 1e-9);
    assert_eq!(compared[0].changed, ["engine_version"]);
    record["measurements"][0]["name"] = json!("old");
    put(&mut study, record);
    let states: Vec<ComparisonState> = study
        .recompute("i")
        .unwrap()
        .iter()
        .map(|found| found.state)
        .collect();
    assert_eq!(
        states,
        [ComparisonState::OnlyStored, ComparisonState::OnlyComputed]
    );
    assert!(study.recompute("nobody").is_none());
}

#[test]
fn a_value_explains_itself_by_points_frames_formula_and_versions() {
    let mut study = study(json!([{"image_type": "A", "measurements": [distance("a")]}]));
    put(&mut study, plane("i", "A", &[100.0]));
    let told = serde_json::to_value(study.explain("i", "a").unwrap()).unwrap();
    assert_eq!(told["base_unit"], "cm");
    let provenance = &told["measurement"]["provenance"];
    assert_eq!(
        provenance["formula"],
        json!({"kind": "distance", "name": null, "version": 1})
    );
    assert_eq!(
        provenance["config_versions"],
        json!({"echo_image_types": 3, "echo_measurements": 7})
    );
    assert_eq!(
        provenance["points"],
        json!([{"cycle": 0, "event": "end_diastole", "frame_number": 1, "line": "l",
        "point_ids": ["l.0", "l.1"]}])
    );
    assert_eq!(provenance["engine_version"], env!("CARGO_PKG_VERSION"));
    assert!(study.explain("i", "nothing").is_none());
}
