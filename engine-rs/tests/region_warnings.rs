//! What `info` reports as odd about regions: generated files, and the collection of real ones judged by the
//! manifest's own numbers.

use crate::support;

use echometry_engine::commands::{Output, parse_arguments, run};
use serde_json::Value;
use support::shared_files::{collection, read};
use support::{Builder, EXPLICIT};

fn warnings(file: &[u8]) -> Vec<String> {
    let invocation = parse_arguments(&["info".to_owned(), "a".to_owned()]).unwrap();
    let mut lines: Vec<Value> = Vec::new();
    run(&invocation.command, "a", file, &mut |output: Output| {
        lines.push(serde_json::from_str(&output.line).unwrap());
    });
    let found = lines[0]["warnings"].as_array().unwrap().iter();
    found
        .map(|code| code.as_str().unwrap().to_owned())
        .collect()
}

/// A region of 100 x 100 pixels: kind, units of y (3 cm, 7 cm/s), delta of y, right edge, row and
/// value of the reference, pulse repetition in Hz at 2 MHz.
struct Strip {
    kind: u16,
    unit: u16,
    delta: f64,
    right: u32,
    row: i32,
    value: f64,
    repetition: Option<u32>,
}

const TISSUE: Strip = Strip {
    kind: 1,
    unit: 3,
    delta: 0.1,
    right: 99,
    row: 0,
    value: 0.0,
    repetition: None,
};
/// Zero in the middle, 1 cm/s a row: 100 cm/s from edge to edge.
const SPECTRUM: Strip = Strip {
    kind: 3,
    unit: 7,
    delta: -1.0,
    row: 50,
    ..TISSUE
};

fn file(strip: &Strip) -> Vec<u8> {
    let mut region = Builder::data_set(EXPLICIT);
    let long = |value: u32| value.to_le_bytes();
    region.us(0x0018_6012, strip.kind);
    region.us(0x0018_6014, strip.kind);
    region.element(0x0018_6016, "UL", &long(0));
    for (tag, value) in [
        (0x0018_6018, 0),
        (0x0018_601a, 0),
        (0x0018_601c, strip.right),
        (0x0018_601e, 99),
    ] {
        region.element(tag, "UL", &long(value));
    }
    region.element(0x0018_6020, "SL", &0i32.to_le_bytes());
    region.element(0x0018_6022, "SL", &strip.row.to_le_bytes());
    region.us(0x0018_6024, if strip.kind == 3 { 4 } else { 3 });
    region.us(0x0018_6026, strip.unit);
    region.element(0x0018_6028, "FD", &0f64.to_le_bytes());
    region.element(0x0018_602a, "FD", &strip.value.to_le_bytes());
    region.element(0x0018_602c, "FD", &0.01f64.to_le_bytes());
    region.element(0x0018_602e, "FD", &strip.delta.to_le_bytes());
    if let Some(hertz) = strip.repetition {
        region.element(0x0018_6030, "UL", &long(2_000));
        region.element(0x0018_6032, "UL", &long(hertz));
    }
    let mut file = Builder::with_meta(EXPLICIT);
    file.header(0x0018_6011, "SQ", region.bytes.len() as u32 + 8);
    file.item(0xfffe_e000, region.bytes.len() as u32);
    file.bytes.extend(&region.bytes);
    file.image("1", 100, 100, 1, 8, "MONOCHROME2");
    file.element(0x7fe0_0010, "OB", &[0; 10_000]);
    file.bytes
}

fn region_codes(strip: &Strip) -> Vec<String> {
    let known = [
        "reference_16_bit",
        "baseline_may_be_absolute",
        "scale_against_prf",
        "region_beyond_image",
        "depth_implausible",
        "delta_against_reference",
    ];
    let mut found = warnings(&file(strip));
    found.retain(|code| known.contains(&code.as_str()));
    found
}

#[test]
fn each_oddity_of_a_region_is_told_and_a_sound_one_is_not() {
    let none: [&str; 0] = [];
    assert_eq!(region_codes(&TISSUE), none);
    assert_eq!(region_codes(&SPECTRUM), none);
    let deep = Strip {
        delta: 0.401,
        ..TISSUE
    };
    assert_eq!(region_codes(&deep), ["depth_implausible"]);
    let beyond = Strip {
        right: 101,
        ..TISSUE
    };
    assert_eq!(region_codes(&beyond), ["region_beyond_image"]);
    // 154000 cm/s * 1299 Hz / (2 * 2 MHz) = 50 cm/s, and the rows span 100.
    let repetition = |hertz| Strip {
        repetition: Some(hertz),
        ..SPECTRUM
    };
    assert_eq!(region_codes(&repetition(2_597)), none);
    assert_eq!(region_codes(&repetition(1_299)), ["scale_against_prf"]);
    // 20 cm/s are at the reference: read as rising and as falling the zero line differs by 40 rows.
    let rising = Strip {
        delta: 1.0,
        value: 20.0,
        ..SPECTRUM
    };
    assert_eq!(region_codes(&rising), ["delta_against_reference"]);
}

#[test]
fn real_files_are_judged_as_the_numbers_of_the_manifest_are() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let mut raised = [0, 0];
    for entry in &entries {
        let Some(regions) = entry["regions"].as_array() else {
            continue;
        };
        let number = |value: &Value| value.as_f64().unwrap_or(0.0);
        let (columns, rows) = (number(&entry["columns"]), number(&entry["rows"]));
        let beyond = regions.iter().any(|region| {
            number(&region["RegionLocationMaxX1"]) > columns
                || number(&region["RegionLocationMaxY1"]) > rows
        });
        let deep = regions.iter().any(|region| {
            let bottom = number(&region["RegionLocationMaxY1"]).min(rows - 1.0);
            let height = bottom - number(&region["RegionLocationMinY0"]) + 1.0;
            region["PhysicalUnitsYDirection"] == 3
                && height * number(&region["PhysicalDeltaY"]).abs() > 40.0
        });
        let found = warnings(&read(&folder, entry));
        for (index, (code, expected)) in
            [("region_beyond_image", beyond), ("depth_implausible", deep)]
                .into_iter()
                .enumerate()
        {
            let told = found.iter().any(|found| found == code);
            assert_eq!(told, expected, "{} {code}", entry["file"]);
            raised[index] += usize::from(told);
        }
    }
    assert!(raised[0] >= 2 && raised[1] >= 2, "{raised:?}");
}
