//! Phases of an atrium, widths of a fetal ventricle and three views together, on followed lines whose
//! lengths have a closed form or come from the second implementation in Python
//! (fixtures/golden/cycle-curves/derive.py).

use crate::support;

use std::path::Path;

use echometry_engine::measure::atrial::PhaseStrain;
use echometry_engine::measure::study::bulls_eye::{
    ApicalView, BullsEye, BullsEyePart, NoViewStrain,
};
use echometry_engine::measure::study::cycle_curves::{Chamber, CurvesRequest, CycleCurve};
use echometry_engine::measure::time_curve::NoCurveValue;
use echometry_engine::records::sequence::Segment;
use echometry_engine::workbench::in_curves::{ShakeViewsRequest, ShakenViews, shake_views};
use echometry_engine::workbench::jitter::Jitter;
use serde_json::{Value, json};
use support::study::{ShippedSets, evaluator};

/// Both implementations cut curves into pieces (engine-rs/tests/cycle_curves.rs).
const SAMPLED: f64 = 1e-3;
/// The same of strain, in points.
const STRAIN: f64 = 0.01;
/// How far a phase may be from its closed form, in points: the onset is a frame, 20 ms from the next,
/// and slopes look 30 ms ahead.
const PHASE: f64 = 0.2;
/// End diastole and end systole of the cycle, and frames from one to the other.
const FRAMES: [u32; 2] = [3, 18];
const TO_SYSTOLE: usize = 15;
/// Frames of the cycle after the first.
const STEPS: f64 = 41.0;

fn cases() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fixtures/golden/cycle-curves")
        .join("cases.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

fn request(cases: &Value) -> CurvesRequest {
    serde_json::from_value(cases["request"].clone()).unwrap()
}

/// Makes a line the one of the first frame, times `size` of the share of the cycle that has passed,
/// towards the middle of its ring.
fn resize(request: &mut Value, line: usize, middle: [f64; 2], size: impl Fn(f64) -> f64) {
    let frames = &mut request["lines"]["lines"][line]["frames"];
    let points = frames[0]["points"].clone();
    for (place, frame) in frames.as_array_mut().unwrap().iter_mut().enumerate() {
        let size = size(place as f64 / STEPS);
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

/// A half wave from 0 to 1 between two shares of a cycle.
fn wave(share: f64, [from, to]: [f64; 2]) -> f64 {
    let at = ((share - from) / (to - from)).clamp(0.0, 1.0);
    (1.0 - libm::cos(std::f64::consts::PI * at)) / 2.0
}

/// Grows by 30 %, and gets back half of it before and half of it with the contraction.
fn beating(share: f64) -> f64 {
    1.0 + 0.3 * wave(share, [0.0, 0.4])
        - 0.15 * wave(share, [0.4, 0.6])
        - 0.15 * wave(share, [0.8, 1.0])
}

fn atrial(cases: &Value, kind: &str) -> CycleCurve {
    let found = evaluator(&ShippedSets::read(), cases).cycle_curves(&request(cases));
    let mut curves = found.unwrap().unwrap().curves.into_iter();
    let wanted = |one: &CycleCurve| one.chamber == Chamber::Atrium && one.kind == kind;
    curves.find(wanted).unwrap()
}

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found} {expected}");
}

#[test]
fn an_atrium_that_is_followed_has_the_phases_of_its_closed_form() {
    let mut cases = cases();
    resize(&mut cases["request"], 1, [500.0, 540.0], beating);
    let strain = atrial(&cases, "strain").atrial.unwrap();
    let onset = strain.onset.unwrap();
    near(onset.value, 15.0, PHASE);
    // Rest ends at 0.8 of the 41 frames after frame 3.
    near(f64::from(onset.frame_number), 3.0 + 0.8 * STEPS, 2.0);
    let check = |found: PhaseStrain, [reservoir, conduit, contraction]: [f64; 3]| {
        near(found.reservoir, reservoir, PHASE);
        near(found.conduit, conduit, PHASE);
        near(found.contraction, contraction, PHASE);
    };
    check(strain.from_end_diastole.unwrap(), [30.0, -15.0, -15.0]);
    let by = 100.0 / 115.0;
    check(
        strain.from_onset.unwrap(),
        [30.0 * by, -15.0 * by, -15.0 * by],
    );
    // Areas go with the square of lengths, volumes with their cube.
    for (kind, power) in [("area", 2.0), ("volume", 3.0)] {
        let [full, before] = [1.3_f64, 1.15].map(|size| libm::pow(size, power));
        let found = atrial(&cases, kind).atrial.unwrap();
        near(
            found.passive_fraction.unwrap(),
            100.0 * (1.0 - before / full),
            2.0 * PHASE,
        );
        near(
            found.active_fraction.unwrap(),
            100.0 * (1.0 - 1.0 / before),
            2.0 * PHASE,
        );
    }
}

#[test]
fn phases_that_are_unknown_have_a_reason() {
    // Followed with doubt for too long, as in the golden case.
    let mut cases = cases();
    let reason = |cases: &Value| atrial(cases, "strain").atrial.unwrap().no_onset;
    assert_eq!(reason(&cases), Some(NoCurveValue::Gap));
    // One emptying.
    let once = |share: f64| 1.0 + 0.3 * wave(share, [0.0, 0.4]) - 0.3 * wave(share, [0.4, 1.0]);
    resize(&mut cases["request"], 1, [500.0, 540.0], once);
    assert_eq!(reason(&cases), Some(NoCurveValue::NoAWave));
    // The clip ends before the cycle.
    resize(&mut cases["request"], 1, [500.0, 540.0], beating);
    for line in cases["request"]["lines"]["lines"].as_array_mut().unwrap() {
        line["frames"].as_array_mut().unwrap().truncate(38);
    }
    assert_eq!(reason(&cases), Some(NoCurveValue::CycleNotCovered));
}

#[test]
fn a_segment_begins_and_ends_at_places_among_the_points_of_its_line() {
    let cases = cases();
    let found = evaluator(&ShippedSets::read(), &cases).cycle_curves(&request(&cases));
    let curves = found.unwrap().unwrap().curves;
    let between: Vec<[f64; 2]> = curves.iter().filter_map(|one| one.between).collect();
    assert_eq!(between.len(), 6);
    // Fifteen points at equal angles: the apex is at the eighth, and segments meet.
    near(between[0][0], 0.0, 1e-9);
    near(between[2][1], 7.0, 0.05);
    near(between[5][1], 14.0, 1e-9);
    for pair in between.windows(2) {
        assert_eq!(pair[0][1].to_bits(), pair[1][0].to_bits());
    }
}

#[test]
fn widths_of_a_fetal_ventricle_agree_with_a_second_implementation() {
    let mut cases = cases();
    let of = |cases: &Value| {
        let found = evaluator(&ShippedSets::read(), cases).cycle_curves(&request(cases));
        found.unwrap().unwrap()
    };
    assert!(of(&cases).widths.is_empty());
    cases["study"]["data_type"] = json!("fetal");
    let found = of(&cases);
    let [ventricle] = found.widths.as_slice() else {
        panic!("{:?}", found.widths);
    };
    assert_eq!(ventricle.line, "LV endo");
    let expected = &cases["widths"];
    let length = expected["length_cm"].as_f64().unwrap();
    near(ventricle.length_cm.unwrap(), length, SAMPLED * length);
    let list = |name: &str| -> Vec<f64> {
        let values = expected[name].as_array().unwrap().iter();
        values.map(|value| value.as_f64().unwrap()).collect()
    };
    let (before, after) = (list("end_diastole_cm"), list("end_systole_cm"));
    assert_eq!(ventricle.end_diastole_cm.len(), 24);
    for place in 0..24 {
        let tolerance = SAMPLED * before[0];
        near(ventricle.end_diastole_cm[place], before[place], tolerance);
        near(ventricle.end_systole_cm[place], after[place], tolerance);
        let sphericity = length / before[place];
        let relative = ventricle.sphericity[place].unwrap() / sphericity;
        // The last width is a tenth of the first.
        near(relative, 1.0, 10.0 * SAMPLED);
        let shortening = 100.0 * (1.0 - after[place] / before[place]);
        near(
            ventricle.fractional_shortening[place].unwrap(),
            shortening,
            1.0,
        );
    }
    // The fractional area change is of an area curve, which this configuration does not have.
    let area = |one: &&CycleCurve| one.line == "LV endo" && one.kind == "area";
    let area = found.curves.iter().find(area).unwrap();
    let change = area.of_curve.emptying_fraction.unwrap();
    let values = area.values.iter().flatten();
    let [low, high] = [f64::min, f64::max].map(|of| values.clone().copied().reduce(of).unwrap());
    near(change, 100.0 * (1.0 - low / high), 1e-9);
    // Without the mark of end systole there is nothing to compare with.
    cases["images"][0]["cardiac_events"][0]["end_systole"] = Value::Null;
    let unmarked = of(&cases).widths.swap_remove(0);
    assert_eq!(unmarked.no_end_systole.as_deref(), Some("missing-mark"));
    assert_eq!(unmarked.no_end_diastole, None);
    assert!(unmarked.fractional_shortening.is_empty());
}

/// The golden study with an image of each view: as followed, and shortened evenly by 20 % and 10 %.
fn three_views() -> (Value, Vec<Value>) {
    let mut cases = cases();
    let (image, file) = (cases["images"][0].clone(), cases["files"]["i1"].clone());
    let mut requests = vec![cases["request"].clone()];
    for (id, image_type, shorter) in [("i2", "2-chamber 2D", 0.2), ("i3", "3-chamber 2D", 0.1)] {
        let mut record = image.clone();
        for (key, value) in [("id", id), ("instance_id", id), ("type", image_type)] {
            record[key] = json!(value);
        }
        record["segmentation"] = json!([]);
        cases["images"].as_array_mut().unwrap().push(record);
        cases["files"][id] = file.clone();
        cases["files"][id]["sop_instance_uid"] = json!(id);
        let mut request = requests[0].clone();
        request["instance_id"] = json!(id);
        resize(&mut request, 0, [500.0, 520.0], |share| {
            1.0 - shorter * share
        });
        requests.push(request);
    }
    (cases, requests)
}

fn bulls_eye(cases: &Value, requests: &[Value]) -> BullsEye {
    let requests = requests
        .iter()
        .map(|one| serde_json::from_value(one.clone()).unwrap());
    let requests: Vec<CurvesRequest> = requests.collect();
    let study = evaluator(&ShippedSets::read(), cases);
    study.bulls_eye(&requests).unwrap()
}

#[test]
fn three_views_make_an_average_and_the_segments_of_their_walls() {
    let (cases, requests) = three_views();
    let found = bulls_eye(&cases, &requests);
    // Of the four-chamber view from Python, of the other two by how much they were shortened.
    let four = |place: usize| cases["strain"][place]["end_systolic"].as_f64().unwrap();
    let share = TO_SYSTOLE as f64 / STEPS;
    let (two, three) = (-20.0 * share, -10.0 * share);
    near(
        found.average.unwrap(),
        (four(0) + two + three) / 3.0,
        STRAIN,
    );
    assert_eq!(found.rates_differ_by, None);
    // From the base: anterior, anteroseptal, inferoseptal, inferior, inferolateral, anterolateral.
    let of_18: Vec<f64> = (0..3)
        .flat_map(|level| [two, three, four(1 + level), two, three, four(6 - level)])
        .collect();
    assert_eq!((found.of_18.len(), found.of_17.len()), (18, 17));
    for (number, (segment, expected)) in found.of_18.iter().zip(&of_18).enumerate() {
        assert_eq!((segment.number, segment.missing), (number + 1, None));
        near(segment.strain.unwrap(), *expected, STRAIN);
    }
    let apical = [
        two,
        (three + four(3)) / 2.0,
        two,
        (three + four(4)) / 2.0,
        (2.0 * two + 2.0 * three + four(3) + four(4)) / 6.0,
    ];
    let of_17 = of_18[..12].iter().chain(&apical);
    for (segment, expected) in found.of_17.iter().zip(of_17) {
        near(segment.strain.unwrap(), *expected, STRAIN);
    }
    let [first, last] = FRAMES.map(|frame| frame as usize);
    assert_eq!(last - first, TO_SYSTOLE);
}

/// All repetitions of the views, a few at a time.
fn shaken_views(cases: &Value, requests: &[Value], jitter: &Jitter) -> ShakenViews {
    let study = evaluator(&ShippedSets::read(), cases);
    let cycles: Vec<CurvesRequest> = requests
        .iter()
        .map(|one| serde_json::from_value(one.clone()).unwrap())
        .collect();
    let mut so_far = None;
    loop {
        let request = ShakeViewsRequest {
            cycles: cycles.clone(),
            jitter: jitter.clone(),
            so_far,
        };
        let found = shake_views(&study, request).unwrap();
        if found.rounds >= jitter.rounds {
            return found;
        }
        so_far = Some(found);
    }
}

#[test]
fn the_average_of_three_views_has_the_spread_of_their_mean() {
    let (mut cases, mut requests) = three_views();
    let told = cases["shaken"].take();
    requests[0]["drawn"] = told["drawn"].clone();
    let jitter = Jitter {
        points_px: told["points_px"].as_f64().unwrap(),
        events: 0.0,
        rounds: 150,
        seed: told["seed"].as_u64().unwrap() as u32,
    };
    let found = shaken_views(&cases, &requests, &jitter);
    // The first view takes the first random numbers: its values are those of Python.
    let expected = told["values"].as_array().unwrap();
    for (draw, expected) in found.views[0].draws.iter().zip(expected) {
        near(*draw, expected["end-systolic"].as_f64().unwrap(), STRAIN);
    }
    let sds: Vec<f64> = found.views.iter().map(|view| sd_of(&view.draws)).collect();
    let average = sd_of(&found.average.draws);
    near(found.average.half_95.unwrap(), 1.96 * average, 1e-9);
    for (round, average) in found.average.draws.iter().enumerate() {
        let sum: f64 = found.views.iter().map(|view| view.draws[round]).sum();
        near(*average, sum / 3.0, 1e-9);
    }
    // Views are drawn independently: variances add up. 150 repetitions know a standard deviation to 6 %.
    let squares: f64 = sds.iter().map(|sd| sd * sd).sum();
    near(average / (squares.sqrt() / 3.0), 1.0, 0.2);
    // Without the third view, the average has no draws, and the other views keep their values.
    let two = shaken_views(
        &cases,
        &requests[..2],
        &Jitter {
            rounds: 3,
            ..jitter
        },
    );
    assert_eq!((two.average.draws.len(), two.average.half_95), (0, None));
    assert_eq!(two.views[0].draws, found.views[0].draws[..3]);
    assert!(two.views[2].draws.is_empty());
}

/// Standard deviation (n - 1).
fn sd_of(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    (squares.sum::<f64>() / (count - 1.0)).sqrt()
}

#[test]
fn a_view_that_is_missing_is_named_and_there_is_no_average() {
    let (mut cases, requests) = three_views();
    let found = bulls_eye(&cases, &requests[..1]);
    let missing: Vec<Option<NoViewStrain>> = found.views.iter().map(|view| view.missing).collect();
    let not_followed = Some(NoViewStrain::NotFollowed);
    assert_eq!(missing, [None, not_followed, not_followed]);
    assert_eq!(found.average, None);
    assert_eq!(found.of_18[0].missing, not_followed);
    let part = |segment| BullsEyePart {
        view: ApicalView::TwoChamber,
        segment,
    };
    assert_eq!(found.of_18[0].parts, [part(Segment::FreeWallBasal)]);
    assert_eq!(found.of_18[15].parts, [part(Segment::SeptumApical)]);
    assert!(found.of_18[2].strain.is_some());
    // Each apical segment of 17 with a part of a missing view is missing too.
    assert_eq!(found.of_17[13].missing, not_followed);
    assert_eq!(found.of_17[16].parts.len(), 6);

    cases["images"].as_array_mut().unwrap().truncate(2);
    let found = bulls_eye(&cases, &requests[..2]);
    assert_eq!(found.views[2].missing, Some(NoViewStrain::NoImage));

    // Drawn by hand at end systole: the whole line has a strain, its segments do not.
    let mut by_hand = requests[0].clone();
    by_hand["drawn"] = json!([cases["images"][0]["segmentation"][0]["end_systole"]["lines"][0]]);
    let found = bulls_eye(&cases, &[by_hand]);
    assert!(found.views[0].strain.is_some());
    assert_eq!(found.of_18[2].missing, Some(NoViewStrain::DrawnByHand));
}

#[test]
fn heart_rates_that_differ_are_named_by_how_much() {
    let (mut cases, requests) = three_views();
    let times = cases["files"]["i2"]["frame_times_ms"]
        .as_array_mut()
        .unwrap();
    for time in times {
        *time = json!(time.as_f64().unwrap() * 1.25);
    }
    let found = bulls_eye(&cases, &requests);
    near(found.rates_differ_by.unwrap(), 0.25, 1e-9);
    let length = cases["times_ms"].as_array().unwrap().last().unwrap();
    let rate = 60_000.0 / length.as_f64().unwrap();
    near(found.views[0].heart_rate_bpm.unwrap(), rate, 1e-6);
    near(found.views[1].heart_rate_bpm.unwrap(), rate / 1.25, 1e-6);
}
