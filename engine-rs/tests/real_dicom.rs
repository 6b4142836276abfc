//! The collection of real files compared with independent decoders and the machines' own values.

use crate::support;

use std::time::{Duration, Instant};

use echometry_engine::calibration::physical::physical_at;
use echometry_engine::commands::{Output, parse_arguments, run};
use echometry_engine::dicom::parse::Parser;
use echometry_engine::error::EngineError;
use serde_json::Value;
use support::shared_files::{collection, read};

/// The same pictures as in the file next to it, whose oracle is one byte a pixel; its own is packed.
const SAME_PICTURES: [(&str, &str); 1] = [(
    "syntaxes/pydicom-data__liver_deflate.dcm",
    "syntaxes/pydicom-data__liver_j2k.dcm",
)];
/// Lossy streams: two decoders differ by less than this in the mean of a channel.
const MEAN_TOLERANCE: f64 = 1.0;

fn command(arguments: &str, file: &str, bytes: &[u8]) -> Vec<Value> {
    let arguments: Vec<String> = format!("{arguments} {file}")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let invocation = parse_arguments(&arguments).unwrap();
    let mut lines = Vec::new();
    run(&invocation.command, file, bytes, &mut |output: Output| {
        lines.push(serde_json::from_str(&output.line).unwrap());
    });
    lines
}

fn name(entry: &Value) -> &str {
    entry["file"].as_str().unwrap()
}

#[test]
fn metadata_equals_the_manifest() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let mut compared = 0;
    for entry in &entries {
        if entry["set"] == "malformed" {
            continue;
        }
        let info = command("info", "a.dcm", &read(&folder, entry)).remove(0);
        assert_eq!(info["error"], Value::Null, "{}", name(entry));
        assert_eq!(info["width"], entry["columns"], "{}", name(entry));
        assert_eq!(info["height"], entry["rows"], "{}", name(entry));
        let frames = &entry["number_of_frames_effective"];
        assert_eq!(&info["number_of_frames"], frames, "{}", name(entry));
        for key in ["transfer_syntax_uid", "manufacturer", "modality"] {
            if let Some(expected) = entry[key].as_str() {
                assert_eq!(info[key], expected.trim(), "{} {key}", name(entry));
            }
        }
        compared += 1;
    }
    assert!(compared >= 118);
}

#[test]
fn regions_equal_the_manifest() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let fields = [
        ("RegionSpatialFormat", "region_spatial_format"),
        ("RegionDataType", "region_data_type"),
        ("RegionFlags", "region_flags"),
        ("RegionLocationMinX0", "region_location_min_x0"),
        ("RegionLocationMinY0", "region_location_min_y0"),
        ("RegionLocationMaxX1", "region_location_max_x1"),
        ("RegionLocationMaxY1", "region_location_max_y1"),
        ("ReferencePixelX0", "reference_pixel_x0"),
        ("ReferencePixelY0", "reference_pixel_y0"),
        ("PhysicalUnitsXDirection", "physical_units_x"),
        ("PhysicalUnitsYDirection", "physical_units_y"),
        ("PhysicalDeltaX", "physical_delta_x"),
        ("PhysicalDeltaY", "physical_delta_y"),
        (
            "ReferencePixelPhysicalValueX",
            "reference_pixel_physical_value_x",
        ),
        (
            "ReferencePixelPhysicalValueY",
            "reference_pixel_physical_value_y",
        ),
    ];
    let mut compared = 0;
    for entry in &entries {
        let Some(expected) = entry["regions"].as_array() else {
            continue;
        };
        let info = command("info", "a.dcm", &read(&folder, entry)).remove(0);
        let found = info["doppler_regions"].as_array().unwrap();
        assert_eq!(found.len(), expected.len(), "{}", name(entry));
        for (found, expected) in found.iter().zip(expected) {
            for (theirs, ours) in fields {
                assert_eq!(
                    found[ours].as_f64(),
                    expected[theirs].as_f64(),
                    "{} {ours}",
                    name(entry)
                );
            }
            compared += 1;
        }
    }
    assert!(compared >= 20, "{compared} regions");
}

/// The flow region (docs/calibration.md#flow-region) derived only from the manifest: returns min_x, max_x, min_y, max_y,
/// spacing_x, spacing_y and the reference.
fn expected_flow_region(entry: &Value) -> Option<([f64; 6], Option<f64>, Option<f64>)> {
    let regions = entry["regions"].as_array().map_or(&[][..], Vec::as_slice);
    let number = |region: &Value, key: &str| region[key].as_f64();
    for (format, unit_x, unit_y) in [(3.0, 4.0, 7.0), (2.0, 4.0, 3.0), (1.0, 3.0, 3.0)] {
        let mut best: Option<(&Value, f64)> = None;
        for region in regions {
            let fits = number(region, "RegionSpatialFormat") == Some(format)
                && number(region, "PhysicalUnitsXDirection") == Some(unit_x)
                && number(region, "PhysicalUnitsYDirection") == Some(unit_y)
                && number(region, "PhysicalDeltaX").is_some_and(|delta| delta != 0.0)
                && number(region, "PhysicalDeltaY").is_some_and(|delta| delta != 0.0);
            let side = |max: &str, min: &str| {
                region[max].as_f64().unwrap() - region[min].as_f64().unwrap() + 1.0
            };
            if fits {
                let area = side("RegionLocationMaxX1", "RegionLocationMinX0")
                    * side("RegionLocationMaxY1", "RegionLocationMinY0");
                if best.is_none_or(|(_, other)| area > other) {
                    best = Some((region, area));
                }
            }
        }
        if let Some((region, _)) = best {
            let get = |key: &str| number(region, key).unwrap();
            let reference = |offset: &str, min: &str| Some(get(min) + number(region, offset)?);
            let value = number(region, "ReferencePixelPhysicalValueY").unwrap_or(0.0);
            let mut reference_y = reference("ReferencePixelY0", "RegionLocationMinY0");
            if unit_y == 7.0 {
                reference_y = reference_y.map(|y| y + value / get("PhysicalDeltaY").abs());
            }
            let numbers = [
                get("RegionLocationMinX0"),
                get("RegionLocationMaxX1"),
                get("RegionLocationMinY0"),
                get("RegionLocationMaxY1"),
                get("PhysicalDeltaX").abs(),
                get("PhysicalDeltaY").abs(),
            ];
            return Some((
                numbers,
                reference("ReferencePixelX0", "RegionLocationMinX0"),
                reference_y,
            ));
        }
    }
    let spacing = entry["pixel_spacing"].as_array()?;
    if !regions.is_empty() {
        return None;
    }
    let numbers = [
        0.0,
        entry["columns"].as_f64()? - 1.0,
        0.0,
        entry["rows"].as_f64()? - 1.0,
        spacing[1].as_f64()? / 10.0,
        spacing[0].as_f64()? / 10.0,
    ];
    Some((numbers, Some(0.0), Some(0.0)))
}

#[test]
fn the_flow_region_follows_from_the_manifest() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let mut chosen = 0;
    for entry in entries.iter().filter(|entry| entry["set"] == "us") {
        let info = command("info", "a.dcm", &read(&folder, entry)).remove(0);
        let flow = &info["flow_region"];
        let Some((numbers, reference_x, reference_y)) = expected_flow_region(entry) else {
            assert_eq!(flow, &Value::Null, "{}", name(entry));
            continue;
        };
        let keys = [
            "region_location_min_x",
            "region_location_max_x",
            "region_location_min_y",
            "region_location_max_y",
            "spacing_x",
            "spacing_y",
        ];
        for (key, expected) in keys.iter().zip(numbers) {
            let found = flow[key].as_f64().unwrap();
            // The manifest rounds pixel spacing to five digits.
            assert!(
                (found - expected).abs() <= expected.abs() * 1e-4,
                "{} {key}",
                name(entry)
            );
        }
        assert_eq!(flow["reference_x"].as_f64(), reference_x, "{}", name(entry));
        assert_eq!(flow["reference_y"].as_f64(), reference_y, "{}", name(entry));
        chosen += 1;
    }
    assert!(chosen >= 10, "{chosen} flow regions");
}

#[test]
fn frame_times_follow_from_the_manifest() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let mut vectors = 0;
    let mut steady = 0;
    for entry in entries.iter().filter(|entry| entry["set"] == "us") {
        let info = command("info", "a.dcm", &read(&folder, entry)).remove(0);
        let times: Vec<f64> = serde_json::from_value(info["frame_times_ms"].clone()).unwrap();
        assert_eq!(
            times.len() as u64,
            info["number_of_frames"].as_u64().unwrap()
        );
        assert_eq!(times[0], 0.0);
        if let Some(vector) = entry["frame_time_vector_ms"].as_array() {
            // The first entry of all these files is a step, not 0: t(n) = sum of 1..n-1.
            let mut expected = 0.0;
            for (time, step) in times.iter().zip(vector) {
                assert!((time - expected).abs() < 1e-6, "{}", name(entry));
                expected += step.as_f64().unwrap();
            }
            assert_eq!(info["frame_time_source"], "frame_time_vector");
            let warnings = info["warnings"].as_array().unwrap();
            assert!(warnings.contains(&"frame_time_vector_forward".into()));
            vectors += 1;
        } else if let Some(step) = entry["frame_time_ms"].as_f64() {
            for (index, time) in times.iter().enumerate() {
                assert!((time - step * index as f64).abs() < 1e-6, "{}", name(entry));
            }
            assert_eq!(info["frame_time_source"], "frame_time");
            steady += 1;
        }
        if times.len() == 1 {
            assert_eq!(info["frame_rate"], Value::Null);
        }
    }
    assert!(
        vectors == 6 && steady >= 4,
        "{vectors} vectors, {steady} steady"
    );
}

#[test]
fn the_times_of_a_frame_time_vector_written_out() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let entry = entries
        .iter()
        .find(|entry| name(entry) == "us/go-dicom__I_000023.dcm")
        .expect("go-dicom__I_000023.dcm");
    let info = command("info", "a.dcm", &read(&folder, entry)).remove(0);
    let expected = [
        0.0, 20.0, 40.0, 80.0, 100.0, 120.0, 160.0, 180.0, 200.0, 240.0, 260.0,
    ];
    assert_eq!(info["frame_times_ms"], serde_json::json!(expected));
    // Ten steps in 260 ms.
    let rate = info["frame_rate"].as_f64().unwrap();
    assert!((rate - 10_000.0 / 260.0).abs() < 1e-9);
}

#[test]
fn decoded_frames_equal_independent_decoders() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let (mut exact, mut lossy, mut failed) = (0, 0, Vec::new());
    for entry in &entries {
        let bytes = read(&folder, entry);
        let twin = SAME_PICTURES.iter().find(|(file, _)| *file == name(entry));
        let judge = entries
            .iter()
            .find(|other| twin.is_some_and(|twin| twin.1 == name(other)));
        let oracle = &judge.unwrap_or(entry)["oracle"];
        for side in ["first", "last"] {
            let line = command(&format!("frame --frame {side}"), "a.dcm", &bytes).remove(0);
            if let Some(expected) = ["stored", "unpacked_bits"]
                .iter()
                .find_map(|key| oracle[key][format!("sha256_{side}_frame")].as_str())
            {
                let other = oracle["also_right"][format!("sha256_{side}_frame")].as_str();
                let tolerance = oracle["tolerance"].is_string() && oracle["stored"].is_object();
                if line["sha256"] == expected || line["sha256"].as_str() == other.or(Some("")) {
                    exact += 1;
                } else if tolerance && means_agree(&line, &oracle["stored"], side) {
                    lossy += 1;
                } else {
                    failed.push(format!("{} {side}: {line}", name(entry)));
                }
            } else {
                lossy += compare_means(&line, oracle, side, name(entry));
            }
        }
    }
    println!("{exact} exact, {lossy} lossy");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(exact >= 110, "{exact} exact frames");
    assert!(lossy >= 40, "{lossy} lossy frames");
}

fn means_agree(line: &Value, oracle: &Value, side: &str) -> bool {
    let expected = oracle[format!("mean_{side}_frame")].as_array();
    let (Some(expected), Some(found)) = (expected, line["mean"].as_array()) else {
        return false;
    };
    expected.len() == found.len()
        && expected.iter().zip(found).all(|(expected, found)| {
            let (expected, found) = (expected.as_f64(), found.as_f64());
            expected
                .zip(found)
                .is_some_and(|(a, b)| (a - b).abs() <= MEAN_TOLERANCE)
        })
}

fn compare_means(line: &Value, oracle: &Value, side: &str, name: &str) -> usize {
    let key = format!("mean_{side}_frame");
    let expected = ["samples_dcmtk", "samples_gdcm"]
        .iter()
        .find_map(|decoder| oracle[decoder][&key].as_array());
    let Some(expected) = expected else {
        return 0;
    };
    let found = line["mean"]
        .as_array()
        .unwrap_or_else(|| panic!("{name}: {line}"));
    assert_eq!(found.len(), expected.len(), "{name}");
    for (found, expected) in found.iter().zip(expected) {
        let difference = found.as_f64().unwrap() - expected.as_f64().unwrap();
        assert!(difference.abs() <= MEAN_TOLERANCE, "{name} {side}: {line}");
    }
    1
}

#[test]
fn colours_equal_independent_conversions() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let mut compared = 0;
    for entry in entries.iter().filter(|entry| entry["set"] != "malformed") {
        let oracle = &entry["oracle"];
        let line = || {
            command(
                "frame --frame first --as rgb",
                "a.dcm",
                &read(&folder, entry),
            )
            .remove(0)
        };
        if oracle["palette_rgb"].is_object() {
            let line = line();
            let hash = line["sha256"]
                .as_str()
                .unwrap_or_else(|| panic!("{}: {line}", name(entry)));
            assert!(
                oracle["palette_rgb"].to_string().contains(hash),
                "{}",
                name(entry)
            );
            compared += 1;
        } else if let Some(expected) = oracle["rgb"]["mean_first_frame"].as_array() {
            let line = line();
            let found = line["mean"].as_array();
            let found = found.unwrap_or_else(|| panic!("{}: {line}", name(entry)));
            for (found, expected) in found.iter().zip(expected) {
                let difference = found.as_f64().unwrap() - expected.as_f64().unwrap();
                assert!(
                    difference.abs() <= MEAN_TOLERANCE,
                    "{}: {line}",
                    name(entry)
                );
            }
            compared += 1;
        }
    }
    assert!(compared >= 35, "{compared} colour files");
}

#[test]
fn calibration_reproduces_what_the_machines_burned_in() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let mut checks = 0;
    for entry in &entries {
        let Some(burned_in) = entry["burned_in_checks"].as_array() else {
            continue;
        };
        let parser = Parser::parse(&read(&folder, entry)).unwrap();
        let metadata = parser.metadata().unwrap();
        for check in burned_in {
            if let Some(points) = check["points_px"].as_array() {
                let read = |point: &Value| {
                    let at = |index: usize| point[index].as_f64().unwrap();
                    let reading = physical_at(&metadata, None, at(0), at(1));
                    (reading.x.unwrap().value, reading.y.unwrap().value)
                };
                let (a, b) = (read(&points[0]), read(&points[1]));
                let distance = ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt();
                let expected = check["expected_cm"].as_f64().unwrap();
                let tolerance = check["tolerance_cm"].as_f64().unwrap();
                assert!(
                    (distance - expected).abs() <= tolerance,
                    "{}: {distance} cm",
                    name(entry)
                );
                checks += 1;
            }
            checks += check_ticks(&metadata, check, name(entry));
        }
    }
    assert!(checks >= 7, "{checks} checks");
}

/// Key in the manifest, value of a pixel, units per pixel, whether the origin is printed too.
type TickAxis<'a> = (&'a str, &'a dyn Fn(f64) -> f64, f64, bool);

/// Ticks of an axis: the printed values must be within the tolerance in pixels. Depth is printed
/// from the transducer, so only differences are compared there.
fn check_ticks(
    metadata: &echometry_engine::records::metadata::ImageMetadata,
    check: &Value,
    name: &str,
) -> usize {
    let flow = metadata.flow_region.as_ref().unwrap();
    let middle_x = (flow.region_location_min_x + flow.region_location_max_x) / 2.0;
    let middle_y = (flow.region_location_min_y + flow.region_location_max_y) / 2.0;
    let tolerance = check["tolerance_px"].as_f64().unwrap_or(0.0);
    let value_y = |y: f64| physical_at(metadata, None, middle_x, y).y.unwrap().value;
    let value_x = |x: f64| physical_at(metadata, None, x, middle_y).x.unwrap().value;
    let axes: [TickAxis<'_>; 3] = [
        ("tick_y_px_to_cm", &value_y, flow.spacing_y, false),
        ("tick_y_px_to_cm_per_s", &value_y, flow.spacing_y, true),
        ("tick_x_px_to_s", &value_x, flow.spacing_x, true),
    ];
    let mut checked = 0;
    for (key, value, spacing, absolute) in axes {
        let Some(ticks) = check[key].as_array() else {
            continue;
        };
        let pixel = |tick: &Value| tick[0].as_f64().unwrap();
        let printed = |tick: &Value| tick[1].as_f64().unwrap();
        let origin = if absolute {
            0.0
        } else {
            value(pixel(&ticks[0])) - printed(&ticks[0])
        };
        for tick in ticks {
            let error_px = (value(pixel(tick)) - origin - printed(tick)) / spacing;
            assert!(error_px.abs() <= tolerance, "{name} {key}: {error_px} px");
        }
        checked += 1;
    }
    checked
}

#[test]
fn chunks_of_any_size_give_the_same_answer() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let mut random = support::Random(7);
    for entry in &entries {
        let bytes = read(&folder, entry);
        let whole = answer(&bytes, |_| usize::MAX);
        let pieces = answer(&bytes, |_| 1 + random.below(5_000));
        assert_eq!(whole, pieces, "{}", name(entry));
        if bytes.len() < 400_000 {
            assert_eq!(whole, answer(&bytes, |_| 1), "{}", name(entry));
        }
    }
}

/// Everything a parser returns, as one text.
fn answer(bytes: &[u8], mut size: impl FnMut(usize) -> usize) -> String {
    let mut parser = Parser::new();
    let mut at = 0;
    let mut push = || -> Result<(), EngineError> {
        while at < bytes.len() {
            let end = at.saturating_add(size(at)).min(bytes.len());
            parser.push(&bytes[at..end])?;
            at = end;
        }
        parser.finish()
    };
    let result = push();
    let frames: Vec<_> = (1..=parser.frames_total())
        .map(|number| parser.frame_bytes(number))
        .collect();
    let metadata = serde_json::to_string(&parser.metadata()).unwrap();
    format!("{result:?} {metadata} {frames:?} {:?}", parser.format())
}

#[test]
fn broken_files_are_answered_within_a_second() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    for entry in entries.iter().filter(|entry| entry["set"] == "malformed") {
        let bytes = read(&folder, entry);
        let start = Instant::now();
        let lines = command("frame --frame all", "a.dcm", &bytes);
        assert!(start.elapsed() < Duration::from_secs(1), "{}", name(entry));
        for line in lines {
            let code = line["error"]["code"].as_str();
            assert!(
                code.is_some() || line["sha256"].is_string(),
                "{}",
                name(entry)
            );
        }
    }
}
