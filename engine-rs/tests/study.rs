//! Measurements that take others: which image gives an input, how planes and times of several
//! images come together, and how a stored result compares when it is computed again.

use echometry_engine::measure::study::configuration::{Configuration, Sets};
use echometry_engine::measure::study::evaluator::StudyEvaluator;
use echometry_engine::measure::study::facts::StudyFacts;
use echometry_engine::measure::study::recompute::ComparisonState;
use echometry_engine::records::measurement::Measurement;
use serde_json::{Value, json};

fn study(rows: Value) -> StudyEvaluator {
    let types = json!({"name": "echo_image_types", "version": 3, "data": types_of(&rows)});
    let set = json!({"name": "echo_measurements", "version": 7, "data": rows});
    let sets = Sets {
        image_types: &types,
        measurements: &set,
        calipers: None,
    };
    StudyEvaluator::new(Configuration::load(&sets).unwrap(), StudyFacts::default())
}

/// Image types with the lines and points that the measurements name, in each of their patterns.
fn types_of(rows: &Value) -> Value {
    let texts = |value: &Value| -> Vec<String> {
        let all = value.as_array().into_iter().flatten();
        all.map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let all = rows.as_array().unwrap().iter();
    let all: Vec<&Value> = all
        .flat_map(|row| row["measurements"].as_array().unwrap())
        .collect();
    let of_row = |row: &Value| {
        let (mut lines, mut points) = (Vec::new(), Vec::new());
        let mut patterns = vec!["normal".to_owned()];
        for definition in &all {
            lines.extend(definition["line"].as_str().map(str::to_owned));
            points.extend(texts(&definition["points"]));
            patterns.extend(texts(&definition["patterns"]));
        }
        let points: Vec<Value> = points.iter().map(|name| json!({"type": name})).collect();
        let lines: Vec<Value> = lines
            .iter()
            .map(|name| {
                let interpolation = if name == "flow" { "pchip" } else { "linear" };
                json!({"name": name, "interpolation": interpolation, "control_points": points})
            })
            .collect();
        let patterns: Vec<Value> = patterns
            .iter()
            .map(|name| json!({"name": name, "lines": lines}))
            .collect();
        json!({"type": row["image_type"], "patterns": patterns})
    };
    rows.as_array().unwrap().iter().map(of_row).collect()
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
    all.into_iter().find(|found| *found.name == *name)
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
                (value.name.as_str(), &value.value),
                (&*measurement.name, &measurement.value)
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
        // Pixels of 0.02 cm: 0.5 and 0.25 cm, whatever is stored with them.
        let columns = if id == "l" { 25.0 } else { 12.5 };
        record["measurements_caliper"] = json!([{"type": "Length", "cycle": 0,
            "points": {"real": [], "pixel": [{"x": 10, "y": 10}, {"x": 10.0 + columns, "y": 10}]},
            "dists": [9.0], "dists_name": ["UV"]}]);
        put(&mut study, record);
    }
    assert!(near(&measured(&study, "l", "both").unwrap(), &[Some(40.0)]));
    assert!(near(&measured(&study, "l", "area").unwrap(), &[Some(1.0)]));
    assert!(near(&measured(&study, "r", "area").unwrap(), &[Some(1.5)]));
    // A caliper of another image may measure something else.
    put(&mut study, plane("bare", "U", &[100.0]));
    assert!(near(&measured(&study, "bare", "area").unwrap(), &[None]));
}

#[test]
fn a_calculated_value_has_the_least_trusted_scale_of_its_inputs() {
    let labelled = |side: &str| json!({"image_type": "U", "name": "d", "label": {"side": side}});
    let mut study = study(json!([{"image_type": "U", "measurements": [distance("d"),
        {"name": "both", "type": "mean", "inputs": [labelled("left"), labelled("right")], "units": "cm"},
        {"name": "twice", "type": "sum", "inputs": ["both", "both"], "units": "cm"},
        {"name": "area", "type": "product", "inputs": ["d", {"caliper": "Length", "name": "UV"}], "units": "cm2"}]}]));
    for (id, side) in [("l", "left"), ("r", "right")] {
        let mut record = plane(id, "U", &[100.0]);
        record["additional_labels"] = json!({"side": side});
        record["reference"] = json!(id == "l");
        record["measurements_caliper"] = json!([{"type": "Length", "cycle": 0,
            "points": {"real": [], "pixel": [{"x": 10, "y": 10}, {"x": 60, "y": 10}]},
            "dists": [1.0], "dists_name": ["UV"]}]);
        if side == "right" {
            record["calibration"] = json!({"source": "manual", "version": 1, "manual": [
                {"axis": "xy", "from": {"x": 0, "y": 0}, "to": {"x": 100, "y": 0}, "value": 2.0, "unit": "cm"}]});
        }
        put(&mut study, record);
    }
    let source = |id: &str, name: &str| {
        let told = serde_json::to_value(study.explain(id, name).unwrap()).unwrap();
        told["measurement"]["provenance"]["calibration"]["source"].clone()
    };
    assert_eq!(source("l", "d"), "regions");
    assert_eq!(source("l", "area"), "regions");
    assert_eq!(source("r", "area"), "manual");
    assert_eq!(source("l", "both"), "manual");
    assert_eq!(source("l", "twice"), "manual");
}

#[test]
fn a_caliper_of_an_event_is_not_that_of_another() {
    let caliper =
        |name: &str| json!({"caliper": "LV walls PLAX", "name": name, "event": "end_diastole"});
    let mut study = study(
        json!([{"image_type": "P", "measurements": [{"name": "LV mass", "type": "mass", "units": "g",
        "inputs": [caliper("LVID"), caliper("IVS"), caliper("PW")]}]}]),
    );
    let taken = |event: &str, dists: [f64; 3]| {
        let mut x = 100.0;
        let mut pixel = vec![json!({"x": x, "y": 50})];
        for cm in dists {
            x += cm / 0.02;
            pixel.push(json!({"x": x, "y": 50}));
        }
        json!({"type": "LV walls PLAX", "cycle": 0, "event": event,
        "points": {"real": [], "pixel": pixel}, "dists": dists, "dists_name": ["IVS", "LVID", "PW"]})
    };
    let mut record = plane("p", "P", &[100.0]);
    record["measurements_caliper"] = json!([taken("end_systole", [1.4, 3.0, 1.4])]);
    put(&mut study, record.clone());
    assert!(near(&measured(&study, "p", "LV mass").unwrap(), &[None]));
    record["measurements_caliper"] = json!([
        taken("end_systole", [1.4, 3.0, 1.4]),
        taken("end_diastole", [1.0, 5.0, 1.0])
    ]);
    put(&mut study, record);
    let expected = 0.8 * 1.04 * (343.0 - 125.0) + 0.6;
    assert!(near(
        &measured(&study, "p", "LV mass").unwrap(),
        &[Some(expected)]
    ));
}

#[test]
fn without_frame_times_a_cycle_has_no_length_and_the_reason_is_named() {
    let mut study = study(json!([{"image_type": "A", "measurements": [
        {"name": "CL", "type": "Cycle length", "units": "s"}, {"name": "HR", "type": "Heart rate", "units": "bpm"}]}]));
    let mut record = plane("i", "A", &[100.0, 100.0]);
    record["metadata"]["frame_rate"] = json!(50.0);
    record["cardiac_events"] = json!([{"end_diastole": 1}, {"end_diastole": 41}]);
    put(&mut study, record);
    let found = |study: &StudyEvaluator, name: &str| {
        let found = measured(study, "i", name).unwrap();
        let warnings = found.provenance.clone().unwrap().warnings;
        (found.value.clone(), warnings.join(" "))
    };
    // A stored frame rate is the mean of the clip, not the time of its frames.
    for name in ["CL", "HR"] {
        assert_eq!(
            found(&study, name),
            (vec![None], "no_file_for_frame_times".to_owned())
        );
    }
    let file = |source: &str| {
        let mut file = json!({"sop_instance_uid": "i", "sop_class_uid": "", "transfer_syntax_uid": "", "number_of_frames": 50,
            "width": 1000, "height": 800, "frame_rate": null, "manufacturer": null, "modality": "US",
            "doppler_regions": [region(1, [3, 3], [0.02, 0.02])], "flow_region": null,
            "frame_times_ms": (0..50).map(|frame| f64::from(frame) * 20.0).collect::<Vec<_>>(),
            "frame_time_source": source, "pixel_aspect_ratio": null, "pixel_spacing": null, "photometric_interpretation": "RGB",
            "samples_per_pixel": 3, "bits_allocated": 8, "bits_stored": 8, "pixel_representation": 0, "planar_configuration": 0});
        file["window"] = Value::Null;
        file["palette"] = Value::Null;
        file["full_metadata"] = json!([]);
        file["warnings"] = json!(["display_rate"]);
        serde_json::from_value(file).unwrap()
    };
    study.set_file("i", file("assumed"));
    assert_eq!(
        found(&study, "CL"),
        (vec![None], "display_rate no_frame_times_in_file".to_owned())
    );
    study.set_file("i", file("recommended_display_frame_rate"));
    assert_eq!(
        found(&study, "CL"),
        (vec![Some(0.8)], "display_rate".to_owned())
    );
    assert_eq!(found(&study, "HR").0, [Some(75.0)]);
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
    assert_eq!(provenance["calibration"]["source"], "regions");
    assert_eq!(provenance["calibration"]["region_indices"], json!([0]));
    assert_eq!(provenance["warnings"], json!([]));
    assert!(
        told["equation"]
            .as_str()
            .unwrap()
            .contains("P_last - P_first")
    );
    assert!(study.explain("i", "nothing").is_none());
}

#[test]
fn a_calculated_value_explains_its_inputs_marks_and_warnings() {
    let mut study = study(json!([{"image_type": "F", "measurements": [
        {"name": "PSV", "type": "velocity", "line": "flow", "points": ["S"], "units": "cm/s"},
        {"name": "PI", "type": "pulsatility", "line": "flow", "units": ""},
        {"name": "CL", "type": "Cycle length", "units": "s"},
        {"name": "PSV x CL", "type": "product", "inputs": ["PSV", "CL"], "units": "cm"}]}]));
    let mut strip = region(3, [4, 7], [0.004, -0.5]);
    // The file's rate makes 130 cm/s of range, its scale 400.
    strip["transducer_frequency_khz"] = json!(2000);
    strip["pulse_repetition_frequency_hz"] = json!(3377);
    let mut record = image("f", "F", "PW Doppler", strip);
    record["cardiac_events"] = json!([{"onset_start": 100, "onset_end": 300}]);
    record["segmentation"] = json!([{"lines": [line("flow", "curve",
        &[(100.0, 380.0, ""), (150.0, 200.0, "S"), (300.0, 380.0, "")])]}]);
    record["calibration"] = json!({"source": "regions", "flow_direction": "toward", "version": 3});
    put(&mut study, record);
    let told = |name: &str| serde_json::to_value(study.explain("f", name).unwrap()).unwrap();
    let product = &told("PSV x CL")["measurement"]["provenance"];
    assert_eq!(
        product["inputs"],
        json!([{"name": "PSV", "image": "f", "value": [100.0]},
        {"name": "CL", "image": "f", "value": [0.8]}])
    );
    assert_eq!(product["calibration"]["source"], "regions");
    let index = &told("PI")["measurement"]["provenance"];
    assert_eq!(
        index["formula"],
        json!({"kind": "pulsatility", "name": "PI", "version": 2})
    );
    assert_eq!(
        index["points"],
        json!([{"cycle": 0, "event": null, "frame_number": null, "line": "flow",
        "point_ids": ["flow.0", "flow.1", "flow.2"]}])
    );
    assert_eq!(
        index["marks"],
        json!([{"cycle": 0, "event": "onset_end", "position": 300.0},
        {"cycle": 0, "event": "onset_start", "position": 100.0}])
    );
    assert_eq!(index["warnings"], json!(["scale_against_prf"]));
    assert_eq!(
        (
            &index["calibration"]["source"],
            &index["calibration"]["version"]
        ),
        (&json!("regions"), &json!(3))
    );
    assert_eq!(index["calibration"]["flow_direction"], "toward");
    let psv = &told("PSV")["measurement"]["provenance"];
    assert_eq!(psv["points"][0]["point_ids"], json!(["flow.1"]));
}

fn reasons(found: &Measurement) -> Vec<Option<&str>> {
    let reasons = found.reasons.iter().flatten();
    reasons.map(|reason| reason.as_deref()).collect()
}

#[test]
fn an_excluded_cycle_gives_null_with_that_reason_and_leaves_the_others_alone() {
    let mut study = study(json!([{"image_type": "A", "measurements": [distance("d"),
        {"name": "twice", "type": "sum", "inputs": ["d", "d"], "units": "mm", "unit_scale": 10},
        {"name": "wall", "type": "mean", "inputs": [{"caliper": "Wall", "name": "W"}, {"caliper": "Wall", "name": "W"}], "units": "cm"}]}]));
    let mut record = plane("i", "A", &[100.0, 50.0, 200.0]);
    record["measurements_caliper"] = json!([0, 1].map(
        |cycle| json!({"id": format!("k{cycle}"), "type": "Wall", "cycle": cycle,
        "points": {"pixel": [{"x": 10, "y": 10}, {"x": 60, "y": 10}]}, "dists_name": ["W"]})
    ));
    put(&mut study, record.clone());
    let whole = measured(&study, "i", "d").unwrap();
    assert!(near(&whole, &[Some(20.0), Some(10.0), Some(40.0)]));
    record["cardiac_events"][1]["excluded"] = json!({"reason": "ectopic beat"});
    put(&mut study, record.clone());
    let d = measured(&study, "i", "d").unwrap();
    assert!(near(&d, &[Some(20.0), None, Some(40.0)]));
    assert_eq!(reasons(&d), [None, Some("excluded-cycle"), None]);
    assert!((d.aggregate.unwrap() - 30.0).abs() < 1e-9);
    let twice = measured(&study, "i", "twice").unwrap();
    assert_eq!(reasons(&twice), [None, Some("excluded-cycle"), None]);
    let wall = measured(&study, "i", "wall").unwrap();
    assert_eq!(reasons(&wall)[1], Some("excluded-cycle"));
    let calipers = study.evaluate_image("i").unwrap().calipers;
    assert_eq!(calipers[0].distances[0].value, Some(1.0));
    assert_eq!(
        calipers[1].distances[0].reason.as_deref(),
        Some("excluded-cycle")
    );
    record["cardiac_events"][1]["excluded"] = Value::Null;
    put(&mut study, record);
    assert_eq!(measured(&study, "i", "d").unwrap().value, whole.value);
}

#[test]
fn a_length_ends_on_the_first_frame_of_an_excluded_cycle_and_none_begins_there() {
    let mut study = study(json!([{"image_type": "S", "measurements": [
        {"name": "length", "type": "Cycle length", "units": "s"}, {"name": "rate", "type": "Heart rate", "units": "bpm"}]}]));
    let mut strip = image("s", "S", "PW Doppler", region(3, [4, 7], [0.005, -0.5]));
    let cycle = |start: u32| json!({"onset_start": start, "onset_end": start + 200});
    strip["cardiac_events"] = json!([cycle(0), cycle(200), cycle(400)]);
    strip["cardiac_events"][1]["excluded"] = json!({"reason": "artefact"});
    put(&mut study, strip);
    let length = measured(&study, "s", "length").unwrap();
    assert!(near(&length, &[Some(1.0), None, Some(1.0)]));
    assert_eq!(reasons(&length)[1], Some("excluded-cycle"));
    let rate = measured(&study, "s", "rate").unwrap();
    assert!(near(&rate, &[Some(60.0), None, Some(60.0)]));
}

#[test]
fn a_line_whose_mark_moved_away_from_its_frame_gives_null_until_it_is_confirmed() {
    let mut study = study(json!([{"image_type": "A", "measurements": [distance("d")]}]));
    let mut record = plane("i", "A", &[100.0, 50.0, 60.0]);
    record["cardiac_events"] =
        json!([{"end_diastole": 3}, {"end_diastole": 30}, {"end_diastole": 60}]);
    let lines = |cycle: usize| format!("/segmentation/{cycle}/end_diastole/lines/0");
    for (cycle, frame) in [(0, json!(3)), (1, json!(30)), (2, Value::Null)] {
        let line = record.pointer_mut(&lines(cycle)).unwrap();
        line["frame_number"] = frame;
    }
    put(&mut study, record.clone());
    let whole = measured(&study, "i", "d").unwrap();
    assert!(near(&whole, &[Some(20.0), Some(10.0), Some(12.0)]));
    // The third line does not know its frame: it goes with the mark.
    record["cardiac_events"] =
        json!([{"end_diastole": 3}, {"end_diastole": 31}, {"end_diastole": 61}]);
    put(&mut study, record.clone());
    let moved = measured(&study, "i", "d").unwrap();
    assert!(near(&moved, &[Some(20.0), None, Some(12.0)]));
    assert_eq!(reasons(&moved), [None, Some("mark-moved"), None]);
    record.pointer_mut(&lines(1)).unwrap()["frame_number"] = json!(31);
    put(&mut study, record);
    assert_eq!(measured(&study, "i", "d").unwrap().value, whole.value);
}

#[test]
fn a_caliper_of_no_cycle_has_values_of_its_own_and_enters_no_measurement() {
    let mut study = study(json!([{"image_type": "U", "measurements": [
        {"name": "wall", "type": "mean", "inputs": [{"caliper": "Wall", "name": "W"}, {"caliper": "Wall", "name": "W"}], "units": "cm"}]}]));
    let mut record = plane("i", "U", &[100.0]);
    let caliper = |id: &str, cycle: Value, columns: f64| {
        json!({"id": id, "type": "Wall", "cycle": cycle, "frame_number": 7,
            "points": {"pixel": [{"x": 10, "y": 10}, {"x": 10.0 + columns, "y": 10}]}, "dists_name": ["W"]})
    };
    record["measurements_caliper"] = json!([
        caliper("a", Value::Null, 50.0),
        caliper("b", Value::Null, 100.0)
    ]);
    put(&mut study, record.clone());
    let calipers = study.evaluate_image("i").unwrap().calipers;
    let seen: Vec<_> = calipers
        .iter()
        .map(|found| {
            (
                found.id.as_str(),
                found.cycle,
                found.superseded,
                found.distances[0].value,
            )
        })
        .collect();
    assert_eq!(
        seen,
        [("a", None, false, Some(1.0)), ("b", None, false, Some(2.0))]
    );
    let wall = measured(&study, "i", "wall").unwrap();
    assert!(wall.value.iter().all(Option::is_none));
    record["measurements_caliper"][0]["cycle"] = json!(0);
    put(&mut study, record);
    assert!(near(&measured(&study, "i", "wall").unwrap(), &[Some(1.0)]));
}
