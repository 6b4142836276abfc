//! JPEG streams against the exact planes and colours of libjpeg-turbo (fixtures/golden/jpeg-planes).

use crate::support;

use std::path::Path;

use echometry_engine::commands::{Output, parse_arguments, run};
use serde_json::Value;
use support::{Builder, JPEG};

/// Streams of the collection.
const STREAMS: usize = 62;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/golden/jpeg-planes")
}

fn entries() -> Vec<Value> {
    let text = std::fs::read_to_string(folder().join("manifest.json")).unwrap();
    let mut manifest: Value = serde_json::from_str(&text).unwrap();
    let Value::Array(entries) = manifest["files"].take() else {
        panic!("manifest.json holds no files");
    };
    assert_eq!(entries.len(), STREAMS);
    entries
}

fn stream(entry: &Value) -> Vec<u8> {
    std::fs::read(folder().join(entry["file"].as_str().unwrap())).unwrap()
}

fn command(arguments: &str, bytes: &[u8]) -> Value {
    let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
    let invocation = parse_arguments(&arguments).unwrap();
    let mut lines = Vec::new();
    run(&invocation.command, "a", bytes, &mut |output: Output| {
        lines.push(serde_json::from_str(&output.line).unwrap());
    });
    lines.remove(0)
}

fn hashes(planes: &Value) -> Vec<&str> {
    let planes = planes.as_array().map(Vec::as_slice).unwrap_or_default();
    planes
        .iter()
        .filter_map(|plane| plane["sha256"].as_str())
        .collect()
}

#[test]
fn every_stream_gives_the_planes_of_libjpeg() {
    for entry in entries() {
        let line = command("planes a", &stream(&entry));
        let found = hashes(&line["planes"]);
        let others = entry["also_right"].as_array().cloned().unwrap_or_default();
        let right = found == hashes(&entry["planes"])
            || others.iter().any(|other| {
                let hashes: Vec<&str> = other["sha256"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter_map(Value::as_str)
                    .collect();
                hashes == found
            });
        assert!(right, "{}: {line}", entry["file"]);
        for (found, expected) in line["planes"]
            .as_array()
            .unwrap()
            .iter()
            .zip(entry["planes"].as_array().unwrap())
        {
            for key in ["component", "width", "height"] {
                assert_eq!(found[key], expected[key], "{} {key}", entry["file"]);
            }
        }
    }
}

/// The stream as the only frame of a file with the Photometric Interpretation `photometric`.
fn in_dicom(entry: &Value, photometric: &str) -> Vec<u8> {
    let stream = stream(entry);
    let mut file = Builder::with_meta(JPEG);
    let components = entry["components"].as_array().unwrap().len() as u16;
    let size = |key: &str| entry[key].as_u64().unwrap() as u16;
    let bits = if entry["precision"] == 12 { 16 } else { 8 };
    file.image(
        "1",
        size("height"),
        size("width"),
        components,
        bits,
        photometric,
    );
    file.fragments(&[], &[&stream]);
    file.bytes
}

#[test]
fn colours_equal_those_of_libjpeg_to_the_bit() {
    let mut compared = 0;
    for entry in entries() {
        if entry["precision"] == 12 || entry["components"].as_array().unwrap().len() != 3 {
            continue;
        }
        // Without evidence in the stream the header decides, so it is correct here.
        let truth = if entry["colour"]["samples"] == "RGB" {
            "RGB"
        } else {
            "YBR_FULL_422"
        };
        let read_as = if truth == "RGB" { "RGB" } else { "YCbCr" };
        let expected = ["rgb_fancy", "rgb_other"]
            .iter()
            .map(|key| &entry[*key])
            .find(|oracle| oracle["read_as"] == read_as);
        let Some(expected) = expected.and_then(|oracle| oracle["sha256"].as_str()) else {
            continue;
        };
        if entry["also_right"].is_array() {
            continue;
        }
        let line = command("frame a --frame 1 --as rgb", &in_dicom(&entry, truth));
        assert_eq!(line["sha256"], expected, "{}: {line}", entry["file"]);
        compared += 1;
    }
    assert!(compared >= 35, "{compared} streams");
}

#[test]
fn markers_of_the_stream_go_before_the_header() {
    let mut judged = 0;
    for entry in entries() {
        let lie = match entry["colour"]["markers"].as_str() {
            Some("YCbCr") => "RGB",
            Some("RGB") => "YBR_FULL_422",
            _ => continue,
        };
        let line = command("frame a --frame 1", &in_dicom(&entry, lie));
        let expected = if lie == "RGB" { "YBR_FULL" } else { "RGB" };
        assert_eq!(line["photometric_after"], expected, "{}", entry["file"]);
        judged += 1;
    }
    assert!(judged >= 20, "{judged} streams");
}

#[test]
fn only_cut_streams_are_called_partial() {
    for entry in entries() {
        let cut = entry["file"].as_str().unwrap().contains("-cut-");
        let line = command("frame a --frame 1", &in_dicom(&entry, "MONOCHROME2"));
        assert_eq!(line["partial"], cut, "{}", entry["file"]);
    }
}
