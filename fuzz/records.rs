//! Broken records: measurements, calibration and copies of cycles on them end in finite numbers,
//! nulls or a typed error. Anything else is a panic.

use std::cell::RefCell;

use echometry_engine::measure::definition::Definition;
use echometry_engine::measure::evaluate::{Values, evaluate};
use echometry_engine::measure::refusal::MeasurementRefusal;
use echometry_engine::measure::study::configuration::{Configuration, Sets};
use echometry_engine::measure::study::evaluator::StudyEvaluator;
use echometry_engine::measure::study::facts::StudyFacts;
use echometry_engine::records::analysis::AnalysisImage;
use echometry_engine::workbench::read::read_image;
use echometry_engine::workbench::tasks;
use serde_json::{Map, Value, json};

/// Changes of a golden case at most.
const CASE_CHANGES: u64 = 4;
/// Changes of an analysis at most: more leave few that can be read at all.
pub const ANALYSIS_CHANGES: u64 = 2;

/// Choices among so many, each from 0: of a generator, or of the bytes of a fuzzer.
pub trait Choose {
    /// One of `count`.
    fn below(&mut self, count: u64) -> u64;
}

/// The bytes of a fuzzer, two for a choice; 0 when they are used up.
struct Bytes<'a>(&'a [u8]);

impl Choose for Bytes<'_> {
    fn below(&mut self, count: u64) -> u64 {
        let Some((pair, rest)) = self.0.split_first_chunk::<2>() else {
            return 0;
        };
        self.0 = rest;
        u64::from(u16::from_le_bytes(*pair)) % count.max(1)
    }
}

/// Result of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Values, or nulls in their places.
    Answered,
    /// A typed error.
    Refused,
}

fn golden() -> &'static Value {
    static CASES: std::sync::OnceLock<Value> = std::sync::OnceLock::new();
    CASES.get_or_init(|| {
        let text = include_str!("../fixtures/golden/golden-measurements.json");
        serde_json::from_str::<Value>(text).expect("golden cases")["cases"].take()
    })
}

/// A study of the shipped configuration.
pub fn shipped_study() -> StudyEvaluator {
    let set = |text: &str| -> Value { serde_json::from_str(text).expect("a shipped set") };
    let types = set(include_str!("../contract/config/echo_image_types.json"));
    let measurements = set(include_str!("../contract/config/echo_measurements.json"));
    let configuration = Configuration::load(&Sets {
        image_types: &types,
        measurements: &measurements,
        calipers: None,
    })
    .expect("the shipped sets load");
    StudyEvaluator::new(configuration, StudyFacts::default())
}

/// A text of JSON as it is, other bytes as choices of what is broken in a golden case or in an
/// analysis of an image.
pub fn run(data: &[u8]) {
    thread_local! {
        static STUDY: RefCell<StudyEvaluator> = RefCell::new(shipped_study());
    }
    let analysis = |record: Value| STUDY.with_borrow_mut(|study| broken_analysis(study, record));
    if data.first() == Some(&b'{') {
        if let Ok(record) = serde_json::from_slice::<Value>(data) {
            broken_case(&record);
            analysis(record);
        }
        return;
    }
    let mut choices = Bytes(data);
    if choices.below(2) == 0 {
        broken_case(&case(&mut choices));
    } else {
        let mut record = analyses()[choices.below(2) as usize].clone();
        change(&mut record, ANALYSIS_CHANGES, &mut choices);
        analysis(record);
    }
}

/// The input of a golden case with something changed.
pub fn case(choices: &mut impl Choose) -> Value {
    let cases = golden().as_array().map_or(&[][..], Vec::as_slice);
    let mut input = cases[choices.below(cases.len() as u64) as usize]["input"].clone();
    change(&mut input, CASE_CHANGES, choices);
    input
}

/// Changes a record in one place or more, at most in `most`.
pub fn change(record: &mut Value, most: u64, choices: &mut impl Choose) {
    for _ in 0..=choices.below(most) {
        mutate(record, choices);
    }
}

/// Returns the input of a case.
///
/// # Panics
/// When a number that is not finite comes out, or an error without its code.
pub fn broken_case(input: &Value) -> Ended {
    let definition = &input["definition"];
    let kind = definition["type"].as_str().unwrap_or_default();
    if let Some(task) = tasks::run(kind, input) {
        return match task {
            Ok(fields) => {
                assert!(fields.values().all(finite_json), "{input}");
                Ended::Answered
            }
            Err(refusal) => refused(&refusal),
        };
    }
    let answer = Definition::load(definition)
        .and_then(|definition| evaluate(&definition, &read_image(input)?));
    match answer {
        Ok(answer) => {
            let finite = |value: &f64| value.is_finite();
            let all = match &answer.values {
                Values::Numbers(numbers) => numbers.iter().flatten().all(finite),
                Values::Pairs(pairs) => pairs.iter().flatten().flatten().all(finite),
            };
            assert!(all && answer.aggregate.iter().all(finite), "{input}");
            Ended::Answered
        }
        Err(refusal) => refused(&refusal),
    }
}

fn refused(refusal: &MeasurementRefusal) -> Ended {
    let codes = ["configuration", "not-calibrated", "invalid-input"];
    assert!(codes.contains(&refusal.code()));
    Ended::Refused
}

/// Evaluates and compares the record of an image besides whatever else the study holds.
///
/// # Panics
/// When a number that is not finite comes out.
pub fn broken_analysis(study: &mut StudyEvaluator, record: Value) -> Ended {
    let Ok(image) = serde_json::from_value::<AnalysisImage>(record) else {
        return Ended::Refused;
    };
    let id = image.instance_id.clone();
    study.set_image(image);
    let all = study.evaluate();
    for measurement in all.iter().flat_map(|image| &image.measurements) {
        let mut numbers = measurement
            .value
            .iter()
            .flatten()
            .chain(&measurement.aggregate);
        assert!(numbers.all(|v| v.is_finite()), "{measurement:?}");
    }
    assert!(study.recompute(&id).is_some());
    study.remove_image(&id);
    Ended::Answered
}

/// A value that does not belong where it is put.
fn odd(choices: &mut impl Choose) -> Value {
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
    odd[choices.below(odd.len() as u64) as usize].clone()
}

/// Changes one place somewhere below.
pub fn mutate(value: &mut Value, choices: &mut impl Choose) {
    let inside = choices.below(12) != 0;
    match value {
        Value::Object(fields) if inside && !fields.is_empty() => mutate_field(fields, choices),
        Value::Array(items) if inside && !items.is_empty() => {
            let place = choices.below(items.len() as u64) as usize;
            match choices.below(20) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                2 => items.swap(0, place),
                _ => mutate(&mut items[place], choices),
            }
        }
        Value::Number(number) if choices.below(6) != 0 => {
            // From -4 to 4 times.
            let factor = choices.below(1 << 12) as f64 / 512.0 - 4.0;
            *value = json!(number.as_f64().unwrap_or(0.0) * factor);
        }
        _ => *value = odd(choices),
    }
}

fn mutate_field(fields: &mut Map<String, Value>, choices: &mut impl Choose) {
    let place = choices.below(fields.len() as u64) as usize;
    let name = fields.keys().nth(place).cloned().unwrap_or_default();
    match choices.below(20) {
        0 => drop(fields.remove(&name)),
        1 => drop(fields.insert(format!("{name}_2"), odd(choices))),
        _ => {
            if let Some(value) = fields.get_mut(&name) {
                mutate(value, choices);
            }
        }
    }
}

fn finite_json(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(f64::is_finite),
        Value::Array(items) => items.iter().all(finite_json),
        Value::Object(fields) => fields.values().all(finite_json),
        _ => true,
    }
}

/// A strip and a plane with everything drawn.
pub fn analyses() -> Vec<Value> {
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
