//! Small files that behave like those of public bug reports, with right values that come from other toolkits or from
//! how the files were made (`field-cases` next to the real files).

use crate::support;

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use support::command_line::lines;

/// Cases of the collection; a smaller number means that it is incomplete.
const CASES: usize = 141;
/// Lengths and times of `info` are right within this.
const EXACT: f64 = 1e-6;

/// Folder and cases. None, reported aloud, when the folder is absent.
fn cases() -> Option<(PathBuf, Map<String, Value>)> {
    let root = std::env::var_os("ECHOMETRY_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let folder = root.join("field-cases");
    if !folder.is_dir() {
        support::aloud("SKIPPED: no field cases; name the folder they are in in ECHOMETRY_SHARED");
        return None;
    }
    let text = std::fs::read_to_string(folder.join("cases.json")).expect("cases.json");
    let cases: Map<String, Value> = serde_json::from_str(&text).expect("cases.json");
    assert!(cases.len() >= CASES, "the collection is incomplete");
    Some((folder, cases))
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(Value::as_f64).collect()
}

fn near(found: &[f64], expected: &[f64], tolerance: f64) -> bool {
    found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() <= tolerance)
}

/// Faults of the frames.
fn faults_of_frames(case: &Value, frames: &[&Value], faults: &mut Vec<String>) {
    let wanted = case["pixel_frames"].as_u64().unwrap_or(0) as usize;
    if frames.len() < wanted {
        faults.push(format!("{} of {wanted} frames", frames.len()));
    }
    let hashes = case["sha256"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    for (number, (frame, hash)) in frames.iter().zip(hashes).enumerate() {
        if frame["sha256"] != *hash {
            faults.push(format!("pixels of frame {} differ", number + 1));
        }
    }
    let means = case["mean"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let tolerance = case["tolerance"]
        .as_f64()
        .map_or(1.5, |most| (most / 3.0).max(1.5));
    for (number, (frame, mean)) in frames.iter().zip(means).enumerate() {
        let (found, expected) = (numbers(&frame["mean"]), numbers(mean));
        if found.len() == expected.len() && !near(&found, &expected, tolerance) {
            faults.push(format!(
                "frame {}: mean {found:?}, not {expected:?}",
                number + 1
            ));
        }
    }
    let partial = frames.iter().any(|frame| frame["partial"] == true);
    if partial != (case["partial"] == true) {
        faults.push(format!("partial is {partial}"));
    }
}

/// Faults of scale and times.
fn faults_of_facts(case: &Value, info: &Value, faults: &mut Vec<String>) {
    if case["frames"].is_number() && info["number_of_frames"] != case["frames"] {
        faults.push(format!("{} frames declared", info["number_of_frames"]));
    }
    let region = &info["flow_region"];
    if let Some(expected) = case.get("spacing") {
        let found = [&region["spacing_x"], &region["spacing_y"]];
        let found: Vec<f64> = found.iter().filter_map(|value| value.as_f64()).collect();
        if !near(&found, &numbers(expected), EXACT) {
            faults.push(format!("spacing {found:?}, not {expected}"));
        }
    }
    let times = numbers(&info["frame_times_ms"]);
    if let Some(expected) = case.get("times")
        && !near(&times, &numbers(expected), 5e-4)
    {
        faults.push(format!("times {times:?}, not {expected}"));
    }
    if let Some(expected) = case.get("frame_ms") {
        let known = info["frame_time_source"] != "assumed";
        let step = times.get(1).copied().filter(|_| known);
        let right = match (step, expected.as_f64()) {
            (Some(step), Some(expected)) => (step - expected).abs() <= EXACT,
            (step, expected) => step == expected,
        };
        if !right {
            faults.push(format!("a step of {step:?} ms, not {expected}"));
        }
    }
    if let Some(expected) = case.get("reference_y")
        && region["reference_y"].as_f64() != expected.as_f64()
    {
        faults.push(format!("reference_y {}", region["reference_y"]));
    }
}

#[test]
fn field_cases_have_their_right_values() {
    let Some((folder, cases)) = cases() else {
        return;
    };
    let mut wrong = Vec::new();
    for (name, case) in &cases {
        let file = std::fs::read(folder.join("inputs").join(format!("{name}.dcm"))).expect(name);
        let kind = case["as"].as_str().unwrap();
        let info = lines("info a", &file).remove(0);
        let frames = lines(&format!("frame a --frame all --as {kind}"), &file);
        let frames: Vec<&Value> = frames
            .iter()
            .filter(|frame| frame["error"].is_null())
            .collect();
        let unread = frames.is_empty() || !info["error"].is_null();
        if unread && (case["may_be_refused"] == true || case["pixel_frames"].is_null()) {
            continue;
        }
        let mut faults = Vec::new();
        faults_of_frames(case, &frames, &mut faults);
        faults_of_facts(case, &info, &mut faults);
        if !faults.is_empty() {
            wrong.push(format!("{name}: {}", faults.join("; ")));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

/// What `info` prints of a field case.
fn info(name: &str) -> Option<Value> {
    let (folder, _) = cases()?;
    let file = std::fs::read(folder.join("inputs").join(format!("{name}.dcm"))).expect(name);
    Some(lines("info a", &file).remove(0))
}

fn has_warning(info: &Value, code: &str) -> bool {
    info["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .any(|warning| warning == code)
}

#[test]
fn a_number_that_is_not_used_is_quoted() {
    for (name, keyword, value, fault) in [
        ("b19comma", "FrameTime", "33,33", "unreadable"),
        ("b19huge", "FrameTime", "1000000000", "implausible"),
        ("c31sp", "PixelSpacing", "1,43\\1,43", "unreadable"),
        (
            "c31vec",
            "FrameTimeVector",
            "0\\16,7\\16,7\\16,7",
            "comma_for_point",
        ),
        ("c46inf", "FrameTime", "1.#INF", "unreadable"),
        (
            "b19vecshort",
            "FrameTimeVector",
            "20\\20\\20",
            "wrong_count",
        ),
    ] {
        let Some(info) = info(name) else { return };
        let note = &info["value_notes"][0];
        assert_eq!(note["keyword"], keyword, "{name}");
        assert_eq!(
            (&note["value"], &note["fault"]),
            (&value.into(), &fault.into()),
            "{name}"
        );
        let code = match fault {
            "unreadable" => "value_unreadable",
            "comma_for_point" => "comma_for_point",
            _ => "frame_times_implausible",
        };
        assert!(has_warning(&info, code), "{name}");
    }
}

#[test]
fn frames_beyond_those_declared_are_told() {
    for (name, declared, present) in [
        ("c12under", 2, 4),
        ("c15", 1, 6),
        ("c12over", 400, 4),
        ("b10", 4, 4),
    ] {
        let Some(info) = info(name) else { return };
        assert_eq!(info["number_of_frames"], declared, "{name}");
        assert_eq!(info["frames_present"], present, "{name}");
        assert_eq!(
            has_warning(&info, "more_frames_than_declared"),
            present > declared,
            "{name}"
        );
        assert_eq!(
            has_warning(&info, "fewer_frames_than_declared"),
            present < declared,
            "{name}"
        );
    }
}

#[test]
fn planes_of_a_volume_are_told_from_moments() {
    let Some(volume) = info("b27") else { return };
    assert_eq!(volume["frame_axis"], "planes");
    assert!(has_warning(&volume, "frames_are_planes"));
    assert_eq!(info("b10").unwrap()["frame_axis"], "time");
}
