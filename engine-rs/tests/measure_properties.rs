//! Properties of every measurement, whatever is drawn: invariances, and nothing but finite numbers.

use echometry_engine::measure::definition::Definition;
use echometry_engine::measure::evaluate::{Answer, Values, evaluate};
use echometry_engine::measure::provenance::provenance_of;
use echometry_engine::measure::refusal::MeasurementRefusal;
use echometry_engine::measure::registry::KINDS;
use echometry_engine::workbench::read::read_image;
use serde_json::{Value, json};

/// Relative rounding of a few hundred operations.
const ROUNDING: f64 = 1e-9;

/// A generator of numbers from 0 to 1 (xorshift), the same in every run.
struct Seeded(u64);

impl Seeded {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn measured(definition: &Value, input: &Value) -> Result<Answer, MeasurementRefusal> {
    evaluate(&Definition::load(definition)?, &read_image(input)?)
}

fn numbers(answer: &Answer) -> Vec<Option<f64>> {
    match &answer.values {
        Values::Numbers(numbers) => numbers.clone(),
        Values::Pairs(_) => panic!("a series"),
    }
}

fn region(format: u16, units: [u16; 2], delta: [f64; 2]) -> Value {
    json!({
        "region_spatial_format": format, "region_data_type": 1, "region_flags": 0,
        "region_location_min_x0": 0, "region_location_min_y0": 0,
        "region_location_max_x1": 1999, "region_location_max_y1": 1999,
        "reference_pixel_x0": 0, "reference_pixel_y0": 1000,
        "physical_delta_x": delta[0], "physical_delta_y": delta[1],
        "physical_units_x": units[0], "physical_units_y": units[1],
    })
}

/// A plane with one contour, an oval and a caliper, moved and turned together.
fn plane(delta: f64, shift: [f64; 2], turn: f64) -> Value {
    let (sine, cosine) = libm::sincos(turn);
    let place = |[x, y]: [f64; 2], kind: &str| {
        let (dx, dy) = (x - 900.0, y - 900.0);
        json!({
            "x": 900.0 + dx * cosine - dy * sine + shift[0],
            "y": 900.0 + dx * sine + dy * cosine + shift[1],
            "type": kind,
        })
    };
    let clicks = [
        [800.0, 700.0],
        [790.0, 820.0],
        [815.0, 960.0],
        [870.0, 1080.0],
        [910.0, 1110.0],
        [960.0, 1060.0],
        [1010.0, 940.0],
        [1025.0, 800.0],
        [1000.0, 705.0],
    ];
    let wall =
        clicks.map(|[x, y]| place([900.0 + (x - 900.0) * 1.2, 700.0 + (y - 700.0) * 1.1], ""));
    let cavity = clicks.map(|point| place(point, ""));
    json!({
        "modality": "2D",
        "doppler_regions": [region(1, [3, 3], [delta, delta])],
        "cardiac_events": [{"end_diastole": 1, "end_systole": 5}],
        "segmentation": [{"end_diastole": {"lines": [
            {"name": "endo", "shape": "curve", "points": cavity},
            {"name": "epi", "shape": "curve", "points": wall},
            {"name": "head", "shape": "oval", "points": [
                place([700.0, 900.0], ""), place([1100.0, 950.0], ""), place([880.0, 1050.0], "")]},
            {"name": "caliper", "shape": "nospline", "points": [
                place([750.0, 800.0], "a"), place([1000.0, 850.0], "b"), place([900.0, 1100.0], "c")]},
        ]}}],
    })
}

/// Definitions on the plane with the power of a length each has.
fn definitions() -> Vec<(Value, i32)> {
    let contour = |kind: &str, more: Value| {
        let mut definition = json!({"name": "m", "type": kind, "line": "endo"});
        let fields = definition.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        definition
    };
    vec![
        (contour("area", json!({})), 2),
        (contour("area", json!({"line": "head"})), 2),
        (contour("line-distance", json!({"axis": "long"})), 1),
        (contour("line-distance", json!({"axis": "annulus"})), 1),
        (contour("line-distance", json!({"axis": "short"})), 1),
        (contour("line-distance", json!({"axis": "length"})), 1),
        (contour("volume", json!({})), 3),
        (
            contour("volume", json!({"formula": "area_length_exact"})),
            3,
        ),
        (contour("volume", json!({"formula": "simpson"})), 3),
        (contour("thickness", json!({"lines": ["endo", "epi"]})), 1),
        (contour("oval circ", json!({"line": "head"})), 1),
        (
            contour("oval diam", json!({"line": "head", "axis": "minor"})),
            1,
        ),
        (
            contour(
                "p2p-distance",
                json!({"line": "caliper", "points": ["a", "b"]}),
            ),
            1,
        ),
        (
            contour(
                "angle",
                json!({"line": "caliper", "points": ["a", "b", "c"]}),
            ),
            0,
        ),
        (contour("distance", json!({"line": "caliper"})), 1),
    ]
}

#[test]
fn moving_and_turning_changes_no_length_area_or_volume() {
    for (definition, _) in definitions() {
        let at = |shift, turn| {
            let answer = measured(&definition, &plane(0.02, shift, turn)).unwrap();
            answer.aggregate.unwrap_or_else(|| panic!("{definition}"))
        };
        let usual = at([0.0, 0.0], 0.0);
        for (shift, turn) in [
            ([137.5, -90.25], 0.0),
            ([0.0, 0.0], 0.7),
            ([-60.0, 45.0], 2.9),
        ] {
            let found = at(shift, turn);
            assert!(
                (found / usual - 1.0).abs() < ROUNDING,
                "{definition} {found} {usual}"
            );
        }
    }
}

#[test]
fn a_scale_enters_as_the_dimension_says() {
    for (definition, power) in definitions() {
        let at = |delta| {
            measured(&definition, &plane(delta, [0.0, 0.0], 0.0))
                .unwrap()
                .aggregate
        };
        let expected = (0..power).fold(at(0.02).unwrap(), |value, _| value * 1.5);
        let found = at(0.03).unwrap();
        assert!((found / expected - 1.0).abs() < ROUNDING, "{definition}");
    }
}

/// A trace over one cycle; `side` 1 puts it above the zero line, -1 below.
fn spectrum(side: f64) -> Value {
    let heights = [20.0, 60.0, 240.0, 180.0, 90.0, 60.0, 20.0];
    let names = ["onset", "", "S", "notch", "D", "a", "end"];
    let points: Vec<Value> = (0..7)
        .map(|i| {
            json!({"x": 100.0 + 40.0 * i as f64, "y": 1000.0 - side * heights[i], "type": names[i]})
        })
        .collect();
    json!({
        "modality": "Doppler",
        "doppler_regions": [region(3, [4, 7], [0.004, -0.5])],
        "cardiac_events": [{"onset_start": 100, "onset_end": 340}],
        "segmentation": [{"lines": [{"name": "flow", "shape": "curve", "points": points}]}],
    })
}

#[test]
fn mirroring_a_spectrum_keeps_indices_and_turns_velocities() {
    let value = |definition: Value, side: f64| {
        let answer = measured(&definition, &spectrum(side)).unwrap();
        answer.aggregate.unwrap_or_else(|| panic!("{definition}"))
    };
    for formula in ["PI", "RI", "SD", "PIV", "PLI"] {
        let index = json!({"type": "pulsatility", "formula": formula, "line": "flow"});
        assert_eq!(value(index.clone(), 1.0), value(index, -1.0), "{formula}");
    }
    let pviv =
        json!({"type": "pulsatility", "formula": "PVIV", "line": "flow", "named": ["S", "a", "D"]});
    assert_eq!(value(pviv.clone(), 1.0), 2.0);
    assert_eq!(value(pviv, -1.0), 2.0);
    for turned in [
        json!({"type": "velocity", "line": "flow", "points": ["S"]}),
        json!({"type": "auc", "line": "flow"}),
        json!({"type": "slope", "line": "flow", "points": ["S", "notch"]}),
        json!({"type": "slope-derivative_50", "line": "flow"}),
    ] {
        assert_eq!(value(turned.clone(), 1.0), -value(turned, -1.0));
    }
    for same in ["peak", "mean", "mean_velocity"] {
        let gradient = json!({"type": "pressure-gradient", "formula": same, "line": "flow"});
        assert_eq!(value(gradient.clone(), 1.0), value(gradient, -1.0));
    }
}

/// A coordinate that is ordinary, extreme or equal to others.
fn coordinate(random: &mut Seeded) -> f64 {
    match (random.next() * 8.0) as u32 {
        0 => 500.0,
        1 => 0.0,
        2 => -1e308,
        3 => 1e308,
        4 => 1e-300,
        _ => random.next() * 1999.0,
    }
}

#[test]
fn no_infinity_or_nan_ever_leaves() {
    let mut random = Seeded(0x9e37_79b9_7f4a_7c15);
    let modalities = ["2D", "M-Mode", "Doppler"];
    let shapes = ["oval", "curve", "ring", "nospline"];
    for round in 0..400 {
        let modality = modalities[round % 3];
        let mut lines = Vec::new();
        for name in ["A", "B"] {
            let count = (random.next() * 7.0) as usize;
            let names = ["p", "q", "", "S", "", "D", "a"];
            let mut columns: Vec<f64> = (0..count).map(|_| coordinate(&mut random)).collect();
            if round % 2 == 0 {
                columns.sort_by(f64::total_cmp);
            }
            let points: Vec<Value> = columns
                .iter()
                .zip(names)
                .map(|(x, kind)| json!({"x": x, "y": coordinate(&mut random), "type": kind}))
                .collect();
            let shape = shapes[(random.next() * 4.0) as usize];
            lines.push(json!({"name": name, "shape": shape, "points": points}));
        }
        let delta = [0.02, 1e-308, 1e308, 0.0][round % 4];
        let units = [[3, 3], [4, 3], [4, 7]][round % 3];
        let event = coordinate(&mut random);
        let input = json!({
            "modality": modality,
            "doppler_regions": [region(1 + (round % 3) as u16, units, [delta, delta])],
            "width": 2000, "height": 2000, "gestational_age_days": random.next() * 300.0,
            "cardiac_events": [{"end_diastole": 1, "end_systole": 2, "onset_start": 0,
                "onset_end": event, "end_diastole_start": event}],
            "segmentation": [{"lines": lines, "end_diastole": {"lines": lines},
                "end_systole": {"lines": lines}}],
            "operands": {"x": [coordinate(&mut random), 0.0], "y": [0.0, coordinate(&mut random)],
                "z": [null, 1e308]},
        });
        for kind in KINDS {
            let mut formulas: Vec<Value> = kind
                .formulas
                .iter()
                .map(|formula| json!(formula.name))
                .collect();
            formulas.push(Value::Null);
            for formula in formulas {
                let mut definition = json!({
                    "type": kind.name, "formula": formula, "lines": ["A", "B"], "reference": "HC",
                    "proximal_velocity": 1e200, "samples": 3,
                });
                if round % 5 < 2 {
                    definition["points"] = json!(["p", "q", "S"]);
                }
                if round % 7 < 3 || kind.name == "sum" {
                    definition["inputs"] = json!(["x", "y", "z"]);
                }
                if let Ok(answer) = measured(&definition, &input) {
                    let finite = |value: &f64| value.is_finite();
                    let all = match &answer.values {
                        Values::Numbers(numbers) => numbers.iter().flatten().all(finite),
                        Values::Pairs(pairs) => pairs.iter().flatten().flatten().all(finite),
                    };
                    assert!(
                        all && answer.aggregate.iter().all(finite),
                        "{definition} {input}"
                    );
                }
            }
        }
    }
}

#[test]
fn faults_of_a_definition_are_refused_when_it_is_loaded() {
    let faults = [
        json!({"type": "circumference"}),
        json!({"type": "volume", "formula": "guess"}),
        json!({"type": "area", "units": "furlong"}),
        json!({"type": "slope-derivative_0"}),
        json!({"type": "slope-derivative_101"}),
        json!({"type": "slope-derivative_NaN"}),
        json!({"type": "pulsatility", "unit_scale": -1}),
        json!({"type": "sum", "inputs": ["a"]}),
        json!({"type": "reference-multiple", "inputs": ["a"], "reference": "shoe size"}),
        json!({"type": "EF", "of": {"type": "volume", "formula": "guess"}}),
        json!({"formula": "PI"}),
    ];
    for definition in faults {
        let refusal = Definition::load(&definition).unwrap_err();
        assert_eq!(refusal.code(), "configuration", "{definition}");
    }
}

#[test]
fn what_is_no_number_refuses_the_whole_measurement() {
    let definition = json!({"type": "velocity", "line": "flow", "points": ["S"]});
    for bad in [json!(null), json!("NaN"), json!(true), json!([1])] {
        let mut input = spectrum(1.0);
        input["segmentation"][0]["lines"][0]["points"][3]["y"] = bad.clone();
        let refusal = measured(&definition, &input).unwrap_err();
        assert_eq!(refusal.code(), "invalid-input", "{bad}");
    }
    let mut input = spectrum(1.0);
    input["cardiac_events"][0]["onset_end"] = json!("late");
    assert_eq!(
        measured(&definition, &input).unwrap_err().code(),
        "invalid-input"
    );
    input = spectrum(1.0);
    input["doppler_regions"] = json!([]);
    assert_eq!(
        measured(&definition, &input).unwrap_err(),
        MeasurementRefusal::NotCalibrated
    );
}

#[test]
fn provenance_names_formula_lines_marks_region_and_source() {
    let definition = json!({"type": "pulsatility", "line": "flow", "units": ""});
    let image = read_image(&spectrum(1.0)).unwrap();
    let definition = Definition::load(&definition).unwrap();
    let answer = evaluate(&definition, &image).unwrap();
    let record = serde_json::to_value(provenance_of(&definition, &image, &answer)).unwrap();
    assert_eq!(
        record["formula"],
        json!({"kind": "pulsatility", "name": "PI", "version": 2})
    );
    assert_eq!(record["points"][0]["line"], "flow");
    assert_eq!(record["calibration"]["region_indices"], json!([0]));
    assert_eq!(record["calibration"]["source"], "regions");
    assert_eq!(
        record["marks"],
        json!([{"cycle": 0, "event": "onset_end", "position": 340.0},
            {"cycle": 0, "event": "onset_start", "position": 100.0}])
    );
    assert_eq!(numbers(&answer).len(), 1);
}
