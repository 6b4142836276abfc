//! Curves of a followed cycle against the second implementation in Python
//! (fixtures/golden/cycle-curves/derive.py), and what is not a curve.

mod support;

use std::path::Path;
use std::process::Command;

use echometry_engine::measure::study::cycle_curves::{Chamber, CurvesRequest, CycleCurve};
use echometry_engine::measure::study::evaluator::StudyEvaluator;
use echometry_engine::measure::time_curve::{CurvePeak, NoCurveValue};
use serde_json::{Value, json};
use support::study::{ShippedSets, evaluator};

/// Relative difference that is left where curves are cut into pieces (engine-rs/tests/studies.rs).
const SAMPLED: f64 = 1e-4;
/// The same of what differences of two such values make.
const DIFFERENCES: f64 = 1e-3;
/// Rounding of times that are stored with six digits after the point.
const TIME_MS: f64 = 1e-5;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/golden/cycle-curves")
}

fn cases() -> Value {
    let text = std::fs::read_to_string(folder().join("cases.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn request(cases: &Value) -> CurvesRequest {
    serde_json::from_value(cases["request"].clone()).unwrap()
}

fn study(cases: &Value) -> StudyEvaluator {
    evaluator(&ShippedSets::read(), cases)
}

fn curves_of(cases: &Value) -> Vec<CycleCurve> {
    let found = study(cases).cycle_curves(&request(cases)).unwrap();
    found.unwrap().curves
}

fn of<'a>(curves: &'a [CycleCurve], line: &str, formula: &str) -> &'a CycleCurve {
    let named = |one: &&CycleCurve| one.line == line && one.formula == formula;
    curves.iter().find(named).unwrap()
}

fn near(expected: &Value, found: Option<f64>, rel: f64) -> bool {
    match (expected.as_f64(), found) {
        (Some(expected), Some(found)) => (found - expected).abs() <= rel * expected.abs(),
        (expected, found) => expected.is_none() && found.is_none(),
    }
}

fn check_peak(at: &str, expected: &Value, found: Option<CurvePeak>, rel: f64) {
    if expected.is_null() {
        assert_eq!(found, None, "{at}");
        return;
    }
    let found = found.unwrap_or_else(|| panic!("{at} has no value"));
    assert!(
        near(&expected["value"], Some(found.value), rel),
        "{at} {found:?}"
    );
    assert_eq!(json!(found.frame_number), expected["frame_number"], "{at}");
    let time = expected["time_ms"].as_f64().unwrap();
    assert!(
        (found.time_ms.unwrap() - time).abs() < TIME_MS,
        "{at} {found:?}"
    );
}

#[test]
fn every_frame_and_what_is_read_from_the_curve_agree_with_a_second_implementation() {
    let cases = cases();
    let found = study(&cases).cycle_curves(&request(&cases)).unwrap();
    let found = found.unwrap();
    let times = found.times_ms.unwrap();
    let expected_times = cases["times_ms"].as_array().unwrap();
    assert_eq!(
        (times.len(), found.frames.len()),
        (expected_times.len(), 42)
    );
    for (expected, found) in expected_times.iter().zip(&times) {
        assert!((expected.as_f64().unwrap() - found).abs() < TIME_MS);
    }
    let expected = cases["expected"].as_array().unwrap();
    assert_eq!(found.curves.len(), expected.len());
    for (expected, found) in expected.iter().zip(&found.curves) {
        let at = format!("{} {}", found.line, found.formula);
        assert_eq!(
            (&expected["line"], &expected["formula"]),
            (&json!(found.line), &json!(found.formula))
        );
        let values = expected["values"].as_array().unwrap();
        for (place, (expected, found)) in values.iter().zip(&found.values).enumerate() {
            assert!(near(expected, *found, SAMPLED), "{at} {place} {found:?}");
        }
        let (read, of_curve) = (&expected["of_curve"], &found.of_curve);
        check_peak(&at, &read["largest"], of_curve.largest, SAMPLED);
        check_peak(&at, &read["smallest"], of_curve.smallest, SAMPLED);
        check_peak(
            &at,
            &read["emptying_rate"],
            of_curve.emptying_rate,
            DIFFERENCES,
        );
        check_peak(
            &at,
            &read["filling_rate"],
            of_curve.filling_rate,
            DIFFERENCES,
        );
        let fraction = &read["emptying_fraction"];
        assert!(
            near(fraction, of_curve.emptying_fraction, DIFFERENCES),
            "{at}"
        );
        assert_eq!(json!(of_curve.no_extremes), read["no_extremes"], "{at}");
        assert_eq!(json!(of_curve.no_rates), read["no_rates"], "{at}");
        let (marks, of_marks) = (&expected["of_marks"], &found.of_marks);
        assert!(near(&marks["end_diastole"], of_marks.end_diastole, SAMPLED));
        assert!(near(&marks["end_systole"], of_marks.end_systole, SAMPLED));
        let fraction = &marks["emptying_fraction"];
        assert!(
            near(fraction, of_marks.emptying_fraction, DIFFERENCES),
            "{at}"
        );
    }
    // Fifteen points on a half ellipse make a curve that is nearly it.
    let systole = of(&found.curves, "LV endo", "simpson").of_marks.end_systole;
    assert!(near(&cases["closed_form_end_systole_ml"], systole, 2e-3));
}

#[test]
fn the_cases_are_what_their_derivation_computes() {
    let done = Command::new("python3")
        .arg(folder().join("derive.py"))
        .arg("--check")
        .status()
        .unwrap();
    assert!(done.success());
}

#[test]
fn a_curve_passes_through_the_values_of_the_measurements_at_the_marks() {
    let cases = cases();
    let study = study(&cases);
    let measured = study.evaluate_image("i1").unwrap().measurements;
    let value = |name: &str| {
        let found = measured.iter().find(|one| &*one.name == name).unwrap();
        serde_json::to_value(found).unwrap()["value"][0].as_f64()
    };
    let curves = curves_of(&cases);
    let ventricle = &curves[0];
    assert_eq!(ventricle.chamber, Chamber::Ventricle);
    assert_eq!(ventricle.measurements, ["LV EDV", "LV ESV"]);
    // To the last bit: end diastole is frame 3, the first, and end systole frame 18.
    assert_eq!(ventricle.values[0], value("LV EDV"));
    assert_eq!(ventricle.values[15], value("LV ESV"));
    assert_eq!(ventricle.of_marks.end_systole, value("LV ESV"));
    let atrium = of(&curves, "LA endo", "");
    assert_eq!(atrium.chamber, Chamber::Atrium);
    assert_eq!(atrium.measurements, ["LA area ES"]);
    assert_eq!(atrium.of_marks.end_systole, value("LA area ES"));
}

#[test]
fn a_line_that_is_drawn_now_replaces_the_followed_one() {
    let mut cases = cases();
    let drawn = cases["images"][0]["segmentation"][0]["end_systole"]["lines"][0].clone();
    let systole = curves_of(&cases)[0].values[15];
    let before = curves_of(&cases);
    let mut moved = drawn;
    moved["frame_number"] = json!(30);
    cases["request"]["drawn"] = json!([moved]);
    let after = curves_of(&cases);
    // Frame 30 was followed with doubt; what is drawn there is not.
    assert_eq!((before[0].values[27], after[0].values[27]), (None, systole));
    assert_eq!(before[0].reasons[27].as_deref(), Some("doubtful-line"));
    assert_eq!(before[0].values[26], after[0].values[26]);
}

#[test]
fn what_the_image_lacks_is_a_reason() {
    let without = |change: fn(&mut Value)| {
        let mut cases = cases();
        change(&mut cases);
        curves_of(&cases)
    };
    let uncalibrated = without(|cases| {
        cases["images"][0]["metadata"]["doppler_regions"] = json!([]);
        cases["files"]["i1"]["doppler_regions"] = json!([]);
    });
    assert_eq!(uncalibrated[0].refused.as_deref(), Some("not-calibrated"));
    assert!(uncalibrated[0].values.iter().all(Option::is_none));
    assert_eq!(
        uncalibrated[0].of_curve.no_extremes,
        Some(NoCurveValue::NoValues)
    );

    let timeless = without(|cases| cases["files"]["i1"]["frame_time_source"] = json!("assumed"));
    assert_eq!(
        timeless[0].of_curve.no_rates,
        Some(NoCurveValue::NoFrameTimes)
    );
    // Without times a single missing frame may be a long gap.
    assert_eq!(timeless[0].of_curve.no_extremes, Some(NoCurveValue::Gap));

    let excluded = without(|cases| {
        cases["images"][0]["cardiac_events"][0]["excluded"] = json!({"reason": "ectopic beat"});
    });
    assert_eq!(excluded[0].reasons[0].as_deref(), Some("excluded-cycle"));
    assert_eq!(excluded[0].of_curve.largest, None);

    // The clip ends within the cycle: a ventricle has emptied, but is not filled again.
    let open = without(|cases| cases["images"][0]["cardiac_events"][1]["end_diastole"] = json!(46));
    let ventricle = of(&open, "LV endo", "simpson");
    assert!(ventricle.of_curve.largest.is_some());
    assert_eq!(
        ventricle.of_curve.no_rates,
        Some(NoCurveValue::CycleNotCovered)
    );
}

#[test]
fn lines_that_make_no_cycle_are_refused() {
    let refused = |change: fn(&mut Value)| {
        let mut cases = cases();
        let study = study(&cases);
        change(&mut cases["request"]["lines"]["lines"]);
        study.cycle_curves(&request(&cases)).is_err()
    };
    assert!(!refused(|_| ()));
    assert!(refused(|lines| *lines = json!([])));
    assert!(refused(
        |lines| lines[0]["frames"][5]["frame_number"] = json!(3)
    ));
    assert!(refused(
        |lines| lines[0]["frames"][0]["frame_number"] = json!(0)
    ));
    assert!(refused(
        |lines| lines[0]["frames"][41]["frame_number"] = json!(4_000_000_000_u32)
    ));
    assert!(refused(|lines| lines[0]["frames"][0]["quality"] = json!([])));

    let cases = cases();
    let (study, mut odd) = (study(&cases), request(&cases));
    odd.lines.lines[0].frames[4].points[3] = [f64::NAN, 0.0];
    odd.lines.lines[0].frames[6].quality[2] = f64::NAN;
    let ventricle = study
        .cycle_curves(&odd)
        .unwrap()
        .unwrap()
        .curves
        .swap_remove(0);
    assert_eq!((ventricle.values[4], ventricle.values[6]), (None, None));
    odd.instance_id = "other".to_owned();
    assert!(study.cycle_curves(&odd).unwrap().is_none());
    odd.instance_id = "i1".to_owned();
    odd.cycle = 7;
    assert!(study.cycle_curves(&odd).unwrap().is_some());
    // A single frame does not make a curve.
    odd.cycle = 0;
    for line in &mut odd.lines.lines {
        line.frames.truncate(1);
    }
    let alone = study
        .cycle_curves(&odd)
        .unwrap()
        .unwrap()
        .curves
        .swap_remove(0);
    assert_eq!(
        alone.of_curve.no_extremes,
        Some(NoCurveValue::CycleNotCovered)
    );
    assert_eq!(alone.of_curve.no_rates, Some(NoCurveValue::FrameRate));
}
