//! Records that somebody broke: whatever is written in them, the answer is finite numbers, nulls or
//! a typed error.

use std::path::Path;

use echometry_engine::measure::definition::Definition;
use echometry_engine::measure::evaluate::{Values, evaluate};
use echometry_engine::measure::read::read_image;
use echometry_engine::measure::seeded::Seeded;
use echometry_engine::measure::study::{Configuration, StudyEvaluator, StudyFacts};
use echometry_engine::measure::tasks;
use echometry_engine::records::analysis::AnalysisImage;
use echometry_engine::records::measurement::Measurement;
use serde_json::{Map, Value, json};

fn root(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn file(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(root(path)).unwrap()).unwrap()
}

/// A value that does not belong where it is put.
fn odd(random: &mut Seeded) -> Value {
    let odd = [
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(-1),
        json!(1e308),
        json!(-1e308),
        json!(5e-324),
        json!(4294967296_u64),
        json!(-0.0),
        json!(""),
        json!("NaN"),
        json!("flow"),
        json!([]),
        json!({}),
        json!([[[]]]),
        json!("end_systole"),
        json!("x".repeat(1000)),
        json!(1.5),
        json!(2147483648_i64),
    ];
    odd[random.below(odd.len() as u64) as usize].clone()
}

/// Changes one place somewhere below, chosen at random.
fn mutate(value: &mut Value, random: &mut Seeded) {
    let inside = random.below(12) != 0;
    match value {
        Value::Object(fields) if inside && !fields.is_empty() => mutate_field(fields, random),
        Value::Array(items) if inside && !items.is_empty() => {
            let place = random.below(items.len() as u64) as usize;
            match random.below(20) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                2 => items.swap(0, place),
                _ => mutate(&mut items[place], random),
            }
        }
        Value::Number(number) if random.below(6) != 0 => {
            let scaled = number.as_f64().unwrap_or(0.0) * random.between(-4.0, 4.0);
            *value = json!(scaled);
        }
        _ => *value = odd(random),
    }
}

fn mutate_field(fields: &mut Map<String, Value>, random: &mut Seeded) {
    let place = random.below(fields.len() as u64) as usize;
    let name = fields.keys().nth(place).cloned().unwrap_or_default();
    match random.below(20) {
        0 => drop(fields.remove(&name)),
        1 => drop(fields.insert(format!("{name}_2"), odd(random))),
        _ => {
            if let Some(value) = fields.get_mut(&name) {
                mutate(value, random);
            }
        }
    }
}

fn finite_json(value: &Value) -> bool {
    match value {
        // serde_json writes no NaN: it would have become null, which the values below are read for.
        Value::Number(number) => number.as_f64().is_some_and(f64::is_finite),
        Value::Array(items) => items.iter().all(finite_json),
        Value::Object(fields) => fields.values().all(finite_json),
        _ => true,
    }
}

#[test]
fn broken_golden_cases_end_in_a_value_or_a_typed_error() {
    let cases = file("fixtures/golden/golden-measurements.json");
    let cases = cases["cases"].as_array().unwrap();
    let mut random = Seeded::new(6);
    let (mut answered, mut refused) = (0, 0);
    for round in 0..6000 {
        let mut input = cases[round % cases.len()]["input"].clone();
        for _ in 0..=random.below(4) {
            mutate(&mut input, &mut random);
        }
        let definition = &input["definition"];
        let kind = definition["type"].as_str().unwrap_or_default();
        if let Some(task) = tasks::run(kind, &input) {
            match task {
                Ok(fields) => assert!(fields.values().all(finite_json), "{input}"),
                Err(refusal) => assert!(!refusal.code().is_empty()),
            }
            continue;
        }
        let answer = Definition::load(definition)
            .and_then(|definition| evaluate(&definition, &read_image(&input)?));
        match answer {
            Ok(answer) => {
                answered += 1;
                let finite = |value: &f64| value.is_finite();
                let all = match &answer.values {
                    Values::Numbers(numbers) => numbers.iter().flatten().all(finite),
                    Values::Pairs(pairs) => pairs.iter().flatten().flatten().all(finite),
                };
                assert!(all && answer.aggregate.iter().all(finite), "{input}");
            }
            Err(refusal) => {
                refused += 1;
                assert!(
                    ["configuration", "not-calibrated", "invalid-input"].contains(&refusal.code())
                );
            }
        }
    }
    assert!(answered > 1000 && refused > 500, "{answered} {refused}");
}

/// A strip and a plane with everything drawn.
fn records() -> Vec<Value> {
    let region = |format: u16, units: [u16; 2], delta: [f64; 2]| {
        json!({"region_spatial_format": format, "region_data_type": 1, "region_flags": 0,
            "region_location_min_x0": 0, "region_location_min_y0": 0, "region_location_max_x1": 999, "region_location_max_y1": 799,
            "reference_pixel_x0": 0, "reference_pixel_y0": 400, "physical_units_x": units[0], "physical_units_y": units[1],
            "reference_pixel_physical_value_x": 0.0, "reference_pixel_physical_value_y": 0.0, "physical_delta_x": delta[0],
            "physical_delta_y": delta[1], "transducer_frequency_khz": null, "pulse_repetition_frequency_hz": null,
            "doppler_correction_angle": null, "steering_angle": null})
    };
    let metadata = |region: Value| {
        json!({"number_of_frames": 30, "width": 1000, "height": 800, "frame_rate": 30.0, "manufacturer": null,
            "modality": "US", "doppler_regions": [region], "flow_region": null})
    };
    let line = |name: &str, shape: &str, points: &[(f64, f64, &str)]| {
        let points: Vec<Value> = points
            .iter()
            .enumerate()
            .map(|(place, (x, y, kind))| json!({"id": format!("{name}{place}"), "x": x, "y": y, "type": kind}))
            .collect();
        json!({"name": name, "finished": true, "shape": shape, "points": points})
    };
    let chamber = |depth: f64| {
        let endo = [
            (300.0, 200.0, "septum wall ring"),
            (280.0, 300.0, ""),
            (350.0, depth, ""),
            (420.0, 300.0, ""),
            (400.0, 200.0, "free wall ring"),
        ];
        let epi = [
            (280.0, 200.0, "septum wall ring"),
            (260.0, 300.0, ""),
            (350.0, depth + 20.0, ""),
            (440.0, 300.0, ""),
            (420.0, 200.0, "free wall ring"),
        ];
        json!({"lines": [line("LV endo", "endo-epi", &endo), line("LV epi", "endo-epi", &epi), line("LA endo", "ring", &endo)]})
    };
    let flow = [
        (100.0, 400.0, "onset start"),
        (150.0, 400.0, "valve opening"),
        (200.0, 200.0, "maximum velocity"),
        (300.0, 400.0, "valve closure"),
        (400.0, 400.0, "onset end"),
    ];
    let base = |id: &str, kind: &str, modality: &str| json!({"id": id, "filename": format!("{id}.dcm"), "instance_id": id, "type": kind, "modality": modality, "reference": true, "is_segmented": true});
    let mut plane = base("plane", "4-chamber 2D", "2D");
    plane["metadata"] = metadata(region(1, [3, 3], [0.02, 0.02]));
    plane["cardiac_events"] =
        json!([{"end_diastole": 1, "end_systole": 9}, {"end_diastole": 20, "end_systole": 28}]);
    plane["segmentation"] = json!([{"end_diastole": chamber(500.0), "end_systole": chamber(430.0)}, {"end_diastole": chamber(510.0), "end_systole": chamber(440.0)}]);
    let mut strip = base("strip", "Aortic outflow", "PW Doppler");
    strip["metadata"] = metadata(region(3, [4, 7], [0.004, -0.5]));
    strip["cardiac_events"] =
        json!([{"onset_start": 100, "onset_end": 400}, {"onset_start": 400, "onset_end": false}]);
    strip["segmentation"] = json!([{"lines": [line("flow", "curve", &flow)]}]);
    strip["calibration"] = json!({"source": "regions", "flow_direction": "toward"});
    strip["correct_aliasing"] = json!({"up": 0, "down": 40});
    vec![plane, strip]
}

fn shipped() -> (Value, Value) {
    (
        file("contract/config/echo_image_types.json"),
        file("contract/config/echo_measurements.json"),
    )
}

#[test]
fn broken_analyses_end_in_values_nulls_or_a_typed_error() {
    let (types, measurements) = shipped();
    let mut study = StudyEvaluator::new(
        Configuration::load(&types, &measurements).unwrap(),
        StudyFacts::default(),
    );
    let records = records();
    for record in &records {
        study.set_image(serde_json::from_value(record.clone()).unwrap());
    }
    let whole = study.evaluate();
    let values = |measurements: &[Measurement]| {
        measurements
            .iter()
            .filter(|found| found.aggregate.is_some())
            .count()
    };
    assert!(values(&whole[0].measurements) >= 10 && values(&whole[1].measurements) >= 10);
    let mut random = Seeded::new(9);
    let (mut read, mut refused) = (0, 0);
    for round in 0..3000 {
        let mut record = records[round % 2].clone();
        for _ in 0..=random.below(2) {
            mutate(&mut record, &mut random);
        }
        let Ok(image) = serde_json::from_value::<AnalysisImage>(record) else {
            refused += 1;
            continue;
        };
        read += 1;
        let id = image.instance_id.clone();
        study.set_image(image);
        for measurement in study
            .evaluate()
            .iter()
            .flat_map(|image| &image.measurements)
        {
            let finite = measurement
                .value
                .iter()
                .flatten()
                .chain(&measurement.aggregate)
                .all(|v| v.is_finite());
            assert!(finite, "{measurement:?}");
        }
        assert!(study.recompute(&id).is_some());
        study.remove_image(&id);
    }
    assert!(read > 400 && refused > 400, "{read} {refused}");
}

#[test]
fn broken_configurations_load_or_are_refused() {
    let (types, measurements) = shipped();
    let mut random = Seeded::new(11);
    let (mut loaded, mut refused) = (0, 0);
    for _ in 0..150 {
        let mut broken = measurements.clone();
        // One image type alone, so that a change is likely to matter.
        let rows = broken["data"].as_array_mut().unwrap();
        let place = random.below(rows.len() as u64) as usize;
        mutate(&mut rows[place], &mut random);
        match Configuration::load(&types, &broken) {
            Ok(_) => loaded += 1,
            Err(refusal) => {
                refused += 1;
                assert_eq!(refusal.code(), "configuration");
            }
        }
    }
    assert!(loaded > 10 && refused > 10, "{loaded} {refused}");
}
