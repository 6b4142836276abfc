//! Curves of a followed cycle against the second implementation in Python
//! (fixtures/golden/cycle-curves/derive.py), and what is not a curve.

use crate::support;

use std::path::Path;
use std::process::Command;

use echometry_engine::measure::study::cycle_curves::{Chamber, CurvesRequest, CycleCurve};
use echometry_engine::measure::study::evaluator::StudyEvaluator;
use echometry_engine::measure::time_curve::{CurvePeak, NoCurveValue};
use echometry_engine::records::sequence::Segment;
use serde_json::{Value, json};
use support::study::{ShippedSets, evaluator};

/// Relative difference that is left where curves are cut into pieces (engine-rs/tests/studies.rs).
const SAMPLED: f64 = 1e-4;
/// The same of what differences of two such values make.
const DIFFERENCES: f64 = 1e-3;
/// How far strain may be from the second implementation, in points: both cut curves into
/// pieces, and the bounds of its segments are at the nearest piece.
const STRAIN: f64 = 0.01;
/// The same of strain rates, in points per second.
const STRAIN_RATE: f64 = 0.5;
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

fn strains_of(cases: &Value) -> Vec<CycleCurve> {
    let mut curves = curves_of(cases);
    curves.retain(|one| one.kind == "strain");
    curves
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
    let mut sizes = found.curves;
    sizes.retain(|one| one.kind != "strain");
    assert_eq!(sizes.len(), expected.len());
    for (expected, found) in expected.iter().zip(&sizes) {
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
    let systole = of(&sizes, "LV endo", "simpson").of_marks.end_systole;
    assert!(near(&cases["closed_form_end_systole_ml"], systole, 2e-3));
}

fn check_strain_peak(at: &str, expected: &Value, found: Option<CurvePeak>, points: f64) {
    if expected.is_null() {
        assert_eq!(found, None, "{at}");
        return;
    }
    let found = found.unwrap_or_else(|| panic!("{at} has no value"));
    let value = expected["value"].as_f64().unwrap();
    assert!((found.value - value).abs() < points, "{at} {found:?}");
    assert_eq!(json!(found.frame_number), expected["frame_number"], "{at}");
}

#[test]
fn strain_of_lines_and_of_their_segments_agrees_with_a_second_implementation() {
    let cases = cases();
    let found = strains_of(&cases);
    let expected = cases["strain"].as_array().unwrap();
    assert_eq!(found.len(), expected.len());
    for (expected, found) in expected.iter().zip(&found) {
        let at = format!("{} {:?}", found.line, found.segment);
        assert_eq!(
            (&expected["line"], &expected["segment"]),
            (&json!(found.line), &json!(found.segment))
        );
        let values = expected["values"].as_array().unwrap();
        for (place, (expected, found)) in values.iter().zip(&found.values).enumerate() {
            match (expected.as_f64(), found) {
                (Some(value), Some(found)) => {
                    assert!(
                        (value - found).abs() < STRAIN,
                        "{at} {place} {value} {found}"
                    );
                }
                (value, found) => assert!(value.is_none() && found.is_none(), "{at} {place}"),
            }
        }
        let of_curve = &found.of_curve;
        check_strain_peak(&at, &expected["smallest"], of_curve.smallest, STRAIN);
        check_strain_peak(
            &at,
            &expected["shortening"],
            of_curve.emptying_rate,
            STRAIN_RATE,
        );
        check_strain_peak(
            &at,
            &expected["lengthening"],
            of_curve.filling_rate,
            STRAIN_RATE,
        );
        assert_eq!(of_curve.emptying_fraction, None, "{at}");
        let Some(systolic) = found.systolic else {
            assert_eq!(found.chamber, Chamber::Atrium);
            continue;
        };
        let end = expected["end_systolic"].as_f64().unwrap();
        assert!(
            (systolic.end_systolic.unwrap() - end).abs() < STRAIN,
            "{at}"
        );
        assert_eq!(systolic.peak_systolic.unwrap().frame_number, 18, "{at}");
        let index = expected["post_systolic_index"].as_f64().unwrap();
        let difference = systolic.post_systolic_index.unwrap() - index;
        assert!(difference.abs() < STRAIN, "{at} {difference}");
    }
    let dispersion = cases["strain"][0]["dispersion_ms"].as_f64();
    assert_eq!(found[0].dispersion_ms, dispersion);
}

#[test]
fn a_ventricle_that_shrinks_evenly_has_the_same_strain_everywhere() {
    let mut cases = cases();
    // Towards the middle of the ring, whose points move along: each length times 1 - 0.2 share.
    let line = &mut cases["request"]["lines"]["lines"][0];
    let points = line["frames"][0]["points"].clone();
    for (place, frame) in line["frames"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .enumerate()
    {
        let share = place as f64 / 41.0;
        let moved = points.as_array().unwrap().iter().map(|point| {
            let [x, y] = [point[0].as_f64().unwrap(), point[1].as_f64().unwrap()];
            let towards = |value: f64, middle: f64| middle + (1.0 - 0.2 * share) * (value - middle);
            json!([towards(x, 500.0), towards(y, 520.0)])
        });
        frame["points"] = json!(moved.collect::<Vec<_>>());
    }
    for curve in strains_of(&cases).iter().take(7) {
        for (place, value) in curve
            .values
            .iter()
            .enumerate()
            .filter(|(_, value)| value.is_some())
        {
            let expected = -20.0 * place as f64 / 41.0;
            assert!(
                (value.unwrap() - expected).abs() < 1e-9,
                "{:?} {place}",
                curve.segment
            );
        }
    }
}

#[test]
fn strain_at_the_marks_is_the_measurement() {
    let mut cases = cases();
    // A measurement of both events needs as many of one as of the other.
    cases["images"][0]["segmentation"][1] = json!({});
    let measured = study(&cases).evaluate_image("i1").unwrap().measurements;
    let gls = measured.iter().find(|one| &*one.name == "LV-GLS").unwrap();
    let gls = serde_json::to_value(gls).unwrap()["value"][0].as_f64();
    let whole = &strains_of(&cases)[0];
    assert_eq!(whole.measurements, ["LV-GLS"]);
    // To the last bit.
    assert_eq!(
        (whole.of_marks.end_diastole, whole.of_marks.end_systole),
        (Some(0.0), gls)
    );
    assert_eq!((whole.values[0], whole.values[15]), (Some(0.0), gls));
}

#[test]
fn segments_need_the_points_that_were_followed() {
    let mut cases = cases();
    let drawn = cases["images"][0]["segmentation"][0]["end_systole"]["lines"][0].clone();
    let mut first = cases["images"][0]["segmentation"][0]["end_diastole"]["lines"][0].clone();
    cases["request"]["drawn"] = json!([first, drawn]);
    let by_hand = strains_of(&cases);
    assert_eq!(by_hand[0].refused, None);
    assert_eq!(by_hand[0].no_dispersion, Some(NoCurveValue::NoSegments));
    for segment in &by_hand[1..7] {
        assert_eq!(segment.refused.as_deref(), Some("drawn-by-hand"));
        assert!(segment.values.iter().all(Option::is_none));
    }
    // Accepted as it was followed.
    let mut followed = drawn;
    for point in followed["points"].as_array_mut().unwrap() {
        point["origin"] = json!("proposed");
        point["method"] = json!("speckle-tracking");
    }
    cases["request"]["drawn"] = json!([first, followed]);
    let segments = strains_of(&cases);
    assert!(segments[1..7].iter().all(|one| one.refused.is_none()));
    assert!(segments[0].dispersion_ms.is_some());
    // Doubt about some points leaves out the segments that they shape.
    cases["request"]["lines"]["lines"][0]["frames"][5]["quality"][1] = json!(0.0);
    let doubtful = strains_of(&cases);
    let reasons: Vec<bool> = doubtful[1..7]
        .iter()
        .map(|one| one.reasons[5].is_some())
        .collect();
    assert_eq!(reasons, [true, false, false, false, false, false]);
    assert_eq!(doubtful[1].reasons[5].as_deref(), Some("doubtful-line"));
    // The confirmed segment has the values of a line without doubt; other segments do not change.
    let mut sure = cases.clone();
    for frame in sure["request"]["lines"]["lines"][0]["frames"]
        .as_array_mut()
        .unwrap()
    {
        let points = frame["points"].as_array().unwrap().len();
        frame["quality"] = json!(vec![1.0; points]);
    }
    let sure = strains_of(&sure);
    cases["request"]["confirmed"] = json!([{"name": "LV endo", "segment": "septum-basal"}]);
    assert_eq!(strains_of(&cases)[1], sure[1]);
    cases["request"]["confirmed"] = json!([{"name": "LV endo", "segment": "septum-mid"},
        {"name": "LA endo", "segment": null}]);
    assert_eq!(strains_of(&cases)[1], doubtful[1]);
    // The whole line is counted with its segments.
    cases["request"]["confirmed"] = json!([{"name": "LV endo", "segment": null}]);
    assert_eq!(strains_of(&cases)[1], sure[1]);
    // The first mark has moved: no length to compare with.
    first["frame_number"] = json!(4);
    cases["images"][0]["cardiac_events"][0]["end_diastole"] = json!(4);
    let moved = strains_of(&cases);
    assert!(moved[0].values.iter().all(Option::is_none));
    assert_eq!(moved[0].reasons[0].as_deref(), Some("missing-mark"));
}

#[test]
fn the_strain_of_a_right_ventricle_has_a_free_wall() {
    let mut cases = cases();
    let text = serde_json::to_string(&cases).unwrap();
    let text = text
        .replace("LV endo", "RV endo")
        .replace("LA endo", "RA endo");
    cases = serde_json::from_str(&text.replace("4-chamber 2D", "RV 4-chamber 2D")).unwrap();
    let strains = strains_of(&cases);
    let wall = |one: &&CycleCurve| one.segment == Some(Segment::FreeWall);
    let wall = strains.iter().find(wall).unwrap();
    assert_eq!(wall.measurements, ["RV-GLS free wall"]);
    // Both halves of the ellipse move alike.
    let whole = strains[0].of_curve.smallest.unwrap();
    let of_wall = wall.of_curve.smallest.unwrap();
    assert!((whole.value - of_wall.value).abs() < STRAIN);
    let atrium = strains.last().unwrap();
    assert_eq!(
        (&*atrium.line, atrium.chamber),
        ("RA endo", Chamber::Atrium)
    );
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
    // A confirmed line has the values of a line without doubt.
    let mut sure = cases["request"]["lines"].clone();
    for frame in sure["lines"][0]["frames"].as_array_mut().unwrap() {
        let points = frame["points"].as_array().unwrap().len();
        frame["quality"] = json!(vec![1.0; points]);
    }
    cases["request"]["drawn"] = json!([]);
    let mut known = cases.clone();
    known["request"]["lines"] = sure;
    cases["request"]["confirmed"] = json!([{"name": "LV endo", "segment": null}]);
    let [counted, known] = [curves_of(&cases), curves_of(&known)];
    assert!(counted[0].values[27].is_some());
    assert_eq!(counted[0].values, known[0].values);
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
