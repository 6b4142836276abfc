//! Mid-wall and circumferential strain, rules for end systole, what a shaking hand does to the values of
//! curves, and the curves of the command line: against closed forms and the second implementation in
//! Python (fixtures/golden/cycle-curves/derive.py).

use crate::support;

use std::f64::consts::PI;
use std::path::Path;

use echometry_engine::commands::{Output, Role, Session, parse_arguments};
use echometry_engine::measure::study::cycle_curves::{CurvesRequest, CycleCurve, CycleCurves};
use echometry_engine::measure::time_curve::NoCurveValue;
use echometry_engine::records::sequence::EndSystoleRule;
use echometry_engine::workbench::in_curves::{
    CurveReading, CurveValue, MAX_ROUNDS_OF_A_CALL, ShakeCurvesRequest, ShakenCurves, ShakenValue,
    shake_curves,
};
use echometry_engine::workbench::jitter::Jitter;
use serde_json::{Value, json};
use support::study::{ShippedSets, evaluator};
use support::{Builder, EXPLICIT};

/// How far strain may be from the second implementation, in points.
const STRAIN: f64 = 0.01;
/// Relative difference of shaken values: both cut curves into pieces.
const SAMPLED: f64 = 1e-3;
/// Places of end diastole and end systole among the frames.
const TO_SYSTOLE: usize = 15;

fn golden(path: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fixtures")
        .join(path);
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

fn cases() -> Value {
    golden("golden/cycle-curves/cases.json")
}

/// The cases with the epicardium.
fn with_epicardium() -> Value {
    let mut cases = cases();
    let epicardium = cases["epicardium"].clone();
    let lines = cases["request"]["lines"]["lines"].as_array_mut().unwrap();
    lines.push(epicardium);
    cases
}

fn request(cases: &Value) -> CurvesRequest {
    serde_json::from_value(cases["request"].clone()).unwrap()
}

fn curves(cases: &Value) -> CycleCurves {
    let study = evaluator(&ShippedSets::read(), cases);
    study.cycle_curves(&request(cases)).unwrap().unwrap()
}

fn of_kind(cases: &Value, kind: &str) -> Vec<CycleCurve> {
    let mut found = curves(cases).curves;
    found.retain(|one| one.kind == kind);
    found
}

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found} {expected}");
}

#[test]
fn mid_wall_strain_agrees_with_a_second_implementation() {
    let cases = with_epicardium();
    let found = of_kind(&cases, "mid-wall-strain");
    let expected = cases["mid_wall"].as_array().unwrap();
    assert_eq!(found.len(), expected.len());
    for (expected, found) in expected.iter().zip(&found) {
        assert_eq!(expected["segment"], json!(found.segment));
        assert_eq!(found.outer_line.as_deref(), Some("LV epi"));
        let values = expected["values"].as_array().unwrap();
        for (expected, found) in values.iter().zip(&found.values) {
            match (expected.as_f64(), found) {
                (Some(expected), Some(found)) => near(*found, expected, STRAIN),
                (expected, found) => assert!(expected.is_none() && found.is_none()),
            }
        }
    }
    // Between the strain of both borders, and with the values of a ventricle.
    let endo = &of_kind(&cases, "strain")[0];
    let whole = &found[0];
    assert!(endo.values[TO_SYSTOLE] < whole.values[TO_SYSTOLE]);
    assert!(whole.systolic.unwrap().post_systolic_index.is_some());
    assert!(whole.dispersion_ms.is_some());
    // The part that is pointed at is on the endocardium.
    let [from, to] = found[1].between.unwrap();
    assert!(from == 0.0 && to > 1.0 && to < 7.0, "{to}");
}

/// Makes a line the one of its first frame, times a factor that falls to 0.8, towards a place.
fn shrink(line: &mut Value, middle: [f64; 2]) {
    let points = line["frames"][0]["points"].clone();
    for (place, frame) in line["frames"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .enumerate()
    {
        let size = 1.0 - 0.2 * place as f64 / 41.0;
        let towards =
            |value: &Value, middle: f64| middle + size * (value.as_f64().unwrap() - middle);
        let moved = points.as_array().unwrap().iter();
        let moved = moved.map(|at| [towards(&at[0], middle[0]), towards(&at[1], middle[1])]);
        frame["points"] = json!(moved.collect::<Vec<_>>());
        for quality in frame["quality"].as_array_mut().unwrap() {
            *quality = json!(0.8);
        }
    }
}

#[test]
fn walls_that_shrink_evenly_have_the_same_mid_wall_strain_everywhere() {
    let mut cases = with_epicardium();
    for line in [0, 2] {
        shrink(
            &mut cases["request"]["lines"]["lines"][line],
            [500.0, 520.0],
        );
    }
    for curve in of_kind(&cases, "mid-wall-strain") {
        for (place, value) in curve.values.iter().enumerate() {
            near(value.unwrap(), -20.0 * place as f64 / 41.0, 1e-6);
        }
    }
}

#[test]
fn mid_wall_strain_without_an_epicardium_or_with_one_drawn_by_hand_has_a_reason() {
    assert!(of_kind(&cases(), "mid-wall-strain").is_empty());
    let missing = curves(&cases()).missing;
    let [missing] = missing.as_slice() else {
        panic!("{missing:?}")
    };
    assert_eq!(
        (&*missing.line, &*missing.kind, &*missing.needs),
        ("LV endo", "mid-wall-strain", "LV epi")
    );
    assert!(curves(&with_epicardium()).missing.is_empty());
    let mut cases = with_epicardium();
    let mut drawn = cases["images"][0]["segmentation"][0]["end_systole"]["lines"][0].clone();
    drawn["name"] = json!("LV epi");
    cases["request"]["drawn"] = json!([drawn]);
    let found = of_kind(&cases, "mid-wall-strain");
    assert_eq!(found[0].refused, None);
    let mut segments = found[1..].iter();
    assert!(segments.all(|one| one.refused.as_deref() == Some("drawn-by-hand")));
}

/// A short axis whose endocardium is an oval with these half axes on each frame.
fn short_axis(axes: impl Fn(f64) -> [f64; 2]) -> Value {
    let mut cases = cases();
    let image = &mut cases["images"][0];
    image["type"] = json!("Short axis 2D");
    image["segmentation"] = json!([{}, {}]);
    let kinds = ["first end", "second end", "side"];
    let frame = |number: u32| {
        let [a, b] = axes(f64::from(number - 3) / 41.0);
        let points = [[500.0 - a, 400.0], [500.0 + a, 400.0], [500.0, 400.0 + b]];
        json!({"frame_number": number, "points": points, "quality": [1, 1, 1],
            "drift_px": [null, null, null]})
    };
    let frames: Vec<Value> = (3..=44).map(frame).collect();
    cases["request"]["lines"]["lines"] =
        json!([{"name": "LV endo", "shape": "oval", "types": kinds, "frames": frames}]);
    cases
}

/// Perimeter of an ellipse by Simpson's rule.
fn perimeter([a, b]: [f64; 2]) -> f64 {
    const PARTS: usize = 2000;
    let at = |part: usize| {
        let angle = PI / 2.0 * part as f64 / PARTS as f64;
        libm::hypot(a * libm::sin(angle), b * libm::cos(angle))
    };
    let inside: f64 = (1..PARTS)
        .map(|part| at(part) * if part % 2 == 1 { 4.0 } else { 2.0 })
        .sum();
    4.0 * PI / 2.0 / PARTS as f64 / 3.0 * (at(0) + inside + at(PARTS))
}

#[test]
fn circumferential_strain_is_the_change_of_the_perimeter_of_a_closed_line() {
    let axes = |share: f64| {
        let part = libm::sin(PI * share);
        [200.0 - 60.0 * part, 150.0 - 30.0 * part]
    };
    let found = of_kind(&short_axis(axes), "circumferential-strain");
    let [curve] = found.as_slice() else {
        panic!("{found:?}")
    };
    let begin = perimeter(axes(0.0));
    for (place, value) in curve.values.iter().enumerate() {
        let expected = 100.0 * (perimeter(axes(place as f64 / 41.0)) / begin - 1.0);
        near(value.unwrap(), expected, STRAIN);
    }
    assert_eq!((&*curve.line, curve.segment), ("LV endo", None));
    assert_eq!(curve.no_dispersion, Some(NoCurveValue::NoInsertion));
    let systolic = curve.systolic.unwrap();
    assert_eq!(systolic.end_systolic, curve.values[TO_SYSTOLE]);
    // A line from ring to ring has none, and neither has an atrium.
    assert!(of_kind(&cases(), "circumferential-strain").is_empty());
}

#[test]
fn end_systole_is_the_mark_the_smallest_volume_or_the_closure_of_the_aortic_valve() {
    let mut cases = cases();
    let by_rule = |cases: &Value, rule: &str| {
        let mut cases = cases.clone();
        cases["request"]["end_systole"] = json!(rule);
        curves(&cases)
    };
    let marked = curves(&cases);
    assert_eq!(marked.end_systole.rule, EndSystoleRule::Mark);
    assert_eq!(marked.end_systole.frame_number, Some(18));
    let smallest = by_rule(&cases, "smallest-volume");
    let volume = smallest.curves[0].of_curve.smallest.unwrap();
    assert_eq!(smallest.end_systole.frame_number, Some(volume.frame_number));
    assert_eq!(smallest.end_systole.time_ms, volume.time_ms);
    let strain = smallest
        .curves
        .iter()
        .find(|one| one.kind == "strain")
        .unwrap();
    let place = smallest
        .frames
        .iter()
        .position(|frame| *frame == volume.frame_number);
    assert_eq!(
        strain.systolic.unwrap().end_systolic,
        strain.values[place.unwrap()]
    );

    let missing = by_rule(&cases, "aortic-valve-closure");
    assert_eq!(
        missing.end_systole.missing,
        Some(NoCurveValue::NoAorticClosure)
    );
    let strain = missing
        .curves
        .iter()
        .find(|one| one.kind == "strain")
        .unwrap();
    let systolic = strain.systolic.unwrap();
    assert_eq!(systolic.no_systole, Some(NoCurveValue::NoAorticClosure));

    // Two cycles with their onsets and closures in columns, as the means of both.
    let other = golden("studies/study-01.json");
    let mut images = other["images"].as_array().unwrap().iter();
    let flow = images
        .find(|image| image["type"] == "Aortic outflow")
        .unwrap();
    cases["images"].as_array_mut().unwrap().push(flow.clone());
    let closed = by_rule(&cases, "aortic-valve-closure");
    let share = (155.95 - 60.0 + 378.19 - 286.76) / (286.76 - 60.0 + 505.57 - 286.76);
    let times = closed.times_ms.unwrap();
    let expected = share * times[times.len() - 1];
    near(closed.end_systole.time_ms.unwrap(), expected, 1e-6);
    assert_eq!(
        closed.end_systole.from_image.as_deref(),
        flow["instance_id"].as_str()
    );
    let frame = closed.end_systole.frame_number.unwrap();
    let place = closed.frames.iter().position(|one| *one == frame).unwrap();
    assert!(
        (times[place] - expected).abs()
            <= (times[place + 1] - times[place]).max(times[place] - times[place - 1]) / 2.0
    );
    // Onsets of flow are not the R wave.
    cases["images"][1]["onset_type"] = json!("Flow");
    let of_flow = by_rule(&cases, "aortic-valve-closure");
    assert_eq!(
        of_flow.end_systole.missing,
        Some(NoCurveValue::NoAorticClosure)
    );
}

/// All repetitions, a few at a time.
fn shaken(cases: &Value, jitter: &Jitter) -> ShakenCurves {
    let study = evaluator(&ShippedSets::read(), cases);
    let mut so_far = None;
    loop {
        let request = ShakeCurvesRequest {
            curves: request(cases),
            jitter: jitter.clone(),
            so_far: so_far.take(),
        };
        let found = shake_curves(&study, request).unwrap().unwrap();
        if found.rounds >= jitter.rounds {
            return found;
        }
        assert_eq!(found.rounds % MAX_ROUNDS_OF_A_CALL, 0);
        so_far = Some(found);
    }
}

fn draws<'a>(
    found: &'a ShakenCurves,
    formula: &str,
    (value, reading): (CurveValue, CurveReading),
) -> &'a [f64] {
    let is_it = |ShakenValue { key, .. }: &&ShakenValue| {
        let is_of = key.line == "LV endo" && key.formula == formula && key.segment.is_none();
        is_of && key.value == value && key.reading == reading
    };
    &found.values.iter().find(is_it).unwrap().draws
}

#[test]
fn every_shaken_value_is_the_one_of_a_second_implementation() {
    let mut cases = cases();
    let told = cases["shaken"].clone();
    cases["request"]["drawn"] = told["drawn"].clone();
    let jitter = Jitter {
        points_px: told["points_px"].as_f64().unwrap(),
        events: 0.0,
        rounds: told["rounds"].as_u64().unwrap() as u32,
        seed: told["seed"].as_u64().unwrap() as u32,
    };
    let found = shaken(&cases, &jitter);
    let check = |at: &str, draws: &[f64], tolerance: &dyn Fn(f64) -> f64| {
        assert_eq!(draws.len(), jitter.rounds as usize, "{at}");
        for (draw, expected) in draws.iter().zip(told["values"].as_array().unwrap()) {
            let expected = expected.pointer(at).unwrap().as_f64().unwrap();
            near(*draw, expected, tolerance(expected.abs()));
        }
    };
    use CurveReading::{Marks, Time, Value};
    for (at, value, reading) in [
        ("/largest", CurveValue::Largest, Value),
        ("/smallest", CurveValue::Smallest, Value),
        ("/emptying-fraction", CurveValue::EmptyingFraction, Value),
        ("/emptying-rate", CurveValue::EmptyingRate, Value),
        ("/marks/largest", CurveValue::Largest, Marks),
        ("/marks/smallest", CurveValue::Smallest, Marks),
        (
            "/marks/emptying-fraction",
            CurveValue::EmptyingFraction,
            Marks,
        ),
    ] {
        let draws = draws(&found, "simpson", (value, reading));
        check(at, draws, &|expected| SAMPLED * expected);
    }
    for (at, value) in [
        ("/time/largest", CurveValue::Largest),
        ("/time/smallest", CurveValue::Smallest),
        ("/time/emptying-rate", CurveValue::EmptyingRate),
    ] {
        // Of two frames with nearly the same value, sampling decides which is the extreme.
        check(at, draws(&found, "simpson", (value, Time)), &|_| 1e-6);
    }
    for reading in [Value, Marks] {
        let draws = draws(&found, "", (CurveValue::EndSystolic, reading));
        check("/end-systolic", draws, &|_| STRAIN);
    }
}

#[test]
fn a_value_of_the_marks_has_no_spread_where_its_line_is_not_drawn() {
    let mut cases = cases();
    cases["request"]["drawn"] = json!([cases["shaken"]["drawn"][0]]);
    let jitter = Jitter {
        events: 0.0,
        rounds: 2,
        ..Jitter::default()
    };
    let found = shaken(&cases, &jitter);
    let of = |value| draws(&found, "simpson", (value, CurveReading::Marks)).len();
    assert_eq!(of(CurveValue::Largest), 2);
    // The record has the line of end systole, which was not handed over.
    assert_eq!(of(CurveValue::Smallest), 0);
    assert_eq!(of(CurveValue::EmptyingFraction), 0);
}

#[test]
fn the_mid_wall_line_is_drawn_where_its_strain_is_measured() {
    let cases = with_epicardium();
    let [line] = curves(&cases).mid_walls.try_into().unwrap();
    assert_eq!((&*line.line, line.frames.len()), ("LV endo", 42));
    let lengths = line.frames.iter().map(|positions| {
        let pieces = positions.windows(2);
        let length =
            |pair: &[[f64; 2]]| libm::hypot(pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
        pieces.map(length).sum::<f64>()
    });
    let lengths: Vec<f64> = lengths.collect();
    let expected = cases["mid_wall"][0]["values"].as_array().unwrap();
    for (length, expected) in lengths.iter().zip(expected) {
        let Some(expected) = expected.as_f64() else {
            continue;
        };
        // Drawn in pieces that are eight times as long as the measured ones.
        near(100.0 * (length / lengths[0] - 1.0), expected, 5.0 * STRAIN);
    }
    // Halfway between the walls of both lines at end diastole.
    let ends = [line.frames[0][0], line.frames[0][64]];
    let of = |line: &Value, at: usize| line["frames"][0]["points"][at].clone();
    for (end, at) in ends.iter().zip([0, 14]) {
        let [inner, outer] = [0, 2].map(|place| of(&cases["request"]["lines"]["lines"][place], at));
        for axis in 0..2 {
            let middle = (inner[axis].as_f64().unwrap() + outer[axis].as_f64().unwrap()) / 2.0;
            near(end[axis], middle, 0.01);
        }
    }
    assert!(curves(&self::cases()).mid_walls.is_empty());
}

#[test]
fn the_spread_of_a_shaken_oval_is_the_one_of_its_closed_form() {
    // As of a measurement (workbench/jitter.rs): var A = (pi b)^2 s^2 / 2 + (pi a)^2 3 s^2 / 2. The oval
    // is drawn once. It is moved alike on all frames, and stays the largest on the first.
    let cases = short_axis(|share| {
        [
            200.0 - 80.0 * libm::sin(PI * share),
            150.0 - 60.0 * libm::sin(PI * share),
        ]
    });
    let jitter = Jitter {
        events: 0.0,
        rounds: 2000,
        ..Jitter::default()
    };
    let found = shaken(&cases, &jitter);
    let (a, b, s) = (200.0 * 0.02, 150.0 * 0.02, 0.02);
    let expected = PI * s * (b * b / 2.0 + a * a * 1.5_f64).sqrt();
    let is_it = |one: &&ShakenValue| {
        let is_value = one.key.reading == CurveReading::Value;
        one.key.kind == "area" && one.key.value == CurveValue::Largest && is_value
    };
    let area = found.values.iter().find(is_it).unwrap();
    assert_eq!(area.draws.len(), 2000);
    // 2000 repetitions know a standard deviation to 1.6 %.
    near(area.sd.unwrap() / expected, 1.0, 0.05);
    near(area.half_95.unwrap(), 1.96 * area.sd.unwrap(), 1e-12);
    // A seed repeats a run to the bit.
    let few = Jitter {
        rounds: 8,
        ..jitter
    };
    assert_eq!(shaken(&cases, &few), shaken(&cases, &few));
}

/// The lines that a command prints.
fn printed(words: &[&str], fed: &[(Role, &str, Vec<u8>)]) -> Vec<Value> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let mut session = Session::new(parse_arguments(&words).unwrap());
    let shipped = ShippedSets::read();
    let mut lines = Vec::new();
    let mut emit = |output: Output| lines.push(serde_json::from_str(&output.line).unwrap());
    for set in [&shipped.image_types, &shipped.measurements] {
        session.feed(Role::Config, "set", set.to_string().as_bytes(), &mut emit);
    }
    for (role, file, bytes) in fed {
        session.feed(*role, file, bytes, &mut emit);
    }
    lines
}

const CLIP_FRAMES: u32 = 6;

/// A small clip of speckle that does not move, with a scale and frame times.
fn clip() -> Vec<u8> {
    const SIDE: u16 = 160;
    let mut file = Builder::with_meta(EXPLICIT);
    file.text(0x0008_0018, "UI", "1.2.3");
    file.text(0x0018_1063, "DS", "20");
    file.image(&CLIP_FRAMES.to_string(), SIDE, SIDE, 1, 8, "MONOCHROME2");
    file.text(0x0028_0030, "DS", "0.2\\0.2");
    let mut state = 1_u32;
    let frame: Vec<u8> = (0..usize::from(SIDE) * usize::from(SIDE))
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    file.element(0x7fe0_0010, "OB", &frame.repeat(CLIP_FRAMES as usize));
    file.bytes
}

/// A record of the clip with an endocardium at end diastole, and its points.
fn record() -> (Value, Vec<[f64; 2]>) {
    let points: Vec<[f64; 2]> = (0..9)
        .map(|step| {
            let angle = PI * f64::from(step) / 8.0;
            [
                80.0 - 35.0 * libm::cos(angle),
                120.0 - 70.0 * libm::sin(angle),
            ]
        })
        .collect();
    let kind = |place: usize| match place {
        0 => "septum wall ring".to_owned(),
        8 => "free wall ring".to_owned(),
        _ => format!("user-defined_{place}"),
    };
    let drawn = points.iter().enumerate().map(
        |(place, [x, y])| json!({"id": place.to_string(), "x": x, "y": y, "type": kind(place)}),
    );
    let line = json!({"name": "LV endo", "finished": true, "shape": "endo-epi", "pattern": "normal",
        "frame_number": 1, "points": drawn.collect::<Vec<_>>()});
    let record = json!({"id": "1.2.3", "filename": "a.dcm", "instance_id": "1.2.3",
        "type": "4-chamber 2D", "modality": "2D", "reference": true, "is_segmented": true,
        "metadata": {"number_of_frames": CLIP_FRAMES, "width": 160, "height": 160, "frame_rate": null,
            "manufacturer": null, "modality": "US", "flow_region": null, "doppler_regions": []},
        "cardiac_events": [{"end_diastole": 1, "end_systole": 3}, {"end_diastole": CLIP_FRAMES}],
        "segmentation": [{"end_diastole": {"lines": [line]}}, {}]});
    (record, points)
}

#[test]
fn track_and_evaluate_print_the_same_curves() {
    let (mut image, points) = record();
    let follow = json!({"frame_number": 1, "alike": [], "first": 1, "last": CLIP_FRAMES,
        "lines": [{"points": points, "form": "open"}]});
    let options = json!({"image": image, "cycle": 0, "lines": ["LV endo"],
        "study": {"data_type": "adult"}});
    let (follow, options) = (follow.to_string(), options.to_string());
    let words = [
        "track",
        "a.dcm",
        "--request",
        &follow,
        "--curves",
        &options,
        "--config",
        "c",
    ];
    let tracked = printed(&words, &[(Role::Main, "a.dcm", clip())]).remove(0);
    let of_track = &tracked["curves"];
    assert_eq!(of_track["frames"], json!([1, 2, 3, 4, 5, 6]), "{tracked}");
    let volume = &of_track["curves"][0];
    // Nothing moves, so it is about the half ellipse that was drawn on every frame.
    let expected = 2.0 / 3.0 * PI * (35.0 * 0.02 * 35.0 * 0.02) * 70.0 * 0.02;
    for value in volume["values"].as_array().unwrap() {
        near(value.as_f64().unwrap() / expected, 1.0, 0.05);
    }

    // Accepted: the record names the lines by a hash, and the analysis carries them.
    let frames = tracked["tracks"]["frames"]
        .as_array()
        .unwrap()
        .iter()
        .map(|frame| {
            let of = |key: &str| -> Vec<Value> {
                let points = frame["lines"][0].as_array().unwrap().iter();
                points.map(|point| point[key].clone()).collect()
            };
            let places = of("x").into_iter().zip(of("y")).map(|(x, y)| json!([x, y]));
            json!({"frame_number": frame["frame_number"], "points": places.collect::<Vec<_>>(),
            "quality": of("quality"), "drift_px": of("drift_px")})
        });
    let types: Vec<Value> = image["segmentation"][0]["end_diastole"]["lines"][0]["points"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| point["type"].clone())
        .collect();
    let document = json!({"format": 1, "lines": [{"name": "LV endo", "shape": "endo-epi",
        "types": types, "frames": frames.collect::<Vec<_>>()}]});
    image["segmentation"][0]["sequence"] = json!({"from_frame": 1, "to_frame": CLIP_FRAMES,
        "method": "speckle-tracking", "method_version": "3", "lines_sha256": "abc",
        "anchors": [{"name": "LV endo", "frame_number": 1, "points": points}]});
    let analysis = |image: &Value, sequences: Value| json!({"images": [image], "study": {"data_type": "adult"}, "sequences": sequences});
    let words = ["evaluate", "a.json", "--dicom", "a.dcm", "--config", "c"];
    let evaluated = |analysis: Value| {
        let fed = [
            (Role::Dicom, "a.dcm", clip()),
            (Role::Main, "a.json", analysis.to_string().into_bytes()),
        ];
        printed(&words, &fed).remove(0)["images"][0]["cycles"][0].clone()
    };
    let found = evaluated(analysis(&image, json!({"abc": document})));
    assert_eq!(found["cycle"], 0);
    assert_eq!(&found["curves"], of_track);
    let missing = evaluated(analysis(&image, json!({})));
    assert_eq!(missing["missing"], "missing-lines");
    // The rule that the record has for end systole.
    image["segmentation"][0]["sequence"]["end_systole"] = json!("smallest-volume");
    let by_volume = evaluated(analysis(&image, json!({"abc": document})));
    let smallest = &by_volume["curves"]["curves"][0]["of_curve"]["smallest"];
    let found = &by_volume["curves"]["end_systole"];
    assert_eq!(found["rule"], "smallest-volume");
    assert_eq!(found["frame_number"], smallest["frame_number"]);
    // A point of the drawn line has moved since.
    image["segmentation"][0]["end_diastole"]["lines"][0]["points"][2]["x"] = json!(70.0);
    let outdated = evaluated(analysis(&image, json!({"abc": document})));
    assert_eq!(
        (&outdated["missing"], &outdated["curves"]),
        (&json!("outdated"), &Value::Null)
    );
}
