//! `envelope` on the command line, on a spectrum of one triangle.

use crate::support;

use echometry_engine::commands::{Output, parse_arguments, run};
use serde_json::{Value, json};
use support::{Builder, EXPLICIT};

const WIDTH: u16 = 300;
const HEIGHT: u16 = 128;
const ZERO: u16 = 100;
/// Columns of opening, peak and closure, and rows of the peak.
const WAVE: [f64; 3] = [60.0, 100.0, 180.0];
const PEAK_ROWS: f64 = 80.0;
const S_PER_COLUMN: f64 = 0.005;
const CM_S_PER_ROW: f64 = 1.5;

fn file() -> Vec<u8> {
    let mut region = Builder::data_set(EXPLICIT);
    let long = |value: u32| value.to_le_bytes();
    region.us(0x0018_6012, 3);
    region.us(0x0018_6014, 3);
    region.element(0x0018_6016, "UL", &long(0));
    for (tag, value) in [
        (0x0018_6018, 0),
        (0x0018_601a, 0),
        (0x0018_601c, WIDTH - 1),
        (0x0018_601e, HEIGHT - 1),
    ] {
        region.element(tag, "UL", &long(value.into()));
    }
    region.element(0x0018_6020, "SL", &0i32.to_le_bytes());
    region.element(0x0018_6022, "SL", &i32::from(ZERO).to_le_bytes());
    region.us(0x0018_6024, 4);
    region.us(0x0018_6026, 7);
    for (tag, value) in [
        (0x0018_6028, 0.0),
        (0x0018_602a, 0.0),
        (0x0018_602c, S_PER_COLUMN),
        (0x0018_602e, -CM_S_PER_ROW),
    ] {
        region.element(tag, "FD", &f64::to_le_bytes(value));
    }
    let mut file = Builder::with_meta(EXPLICIT);
    file.header(0x0018_6011, "SQ", region.bytes.len() as u32 + 8);
    file.item(0xfffe_e000, region.bytes.len() as u32);
    file.bytes.extend_from_slice(&region.bytes);
    file.image("1", HEIGHT, WIDTH, 1, 8, "MONOCHROME2");
    let mut pixels = Vec::new();
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let x = f64::from(x);
            let share =
                ((x - WAVE[0]) / (WAVE[1] - WAVE[0])).min((WAVE[2] - x) / (WAVE[2] - WAVE[1]));
            let inside = y <= ZERO && f64::from(ZERO - y) <= share * PEAK_ROWS;
            pixels.push(if inside && share > 0.0 { 200 } else { 10 });
        }
    }
    file.element(0x7fe0_0010, "OW", &pixels);
    file.bytes
}

fn envelope(options: &[&str]) -> Value {
    let arguments = ["envelope", "a.dcm"].iter().chain(options);
    let arguments: Vec<String> = arguments.map(|argument| (*argument).to_owned()).collect();
    let invocation = parse_arguments(&arguments).unwrap();
    let mut lines = Vec::new();
    run(
        &invocation.command,
        "a.dcm",
        &file(),
        &mut |output: Output| {
            lines.push(serde_json::from_str(&output.line).unwrap());
        },
    );
    lines.remove(0)
}

fn request(columns: [f64; 2]) -> String {
    let point = |name: &str, zero: bool, onset: bool| json!({"type": name, "forced_to_zero": zero, "on_onset": onset});
    let points = [
        point("onset start", true, true),
        point("valve opening", true, false),
        point("maximum velocity", false, false),
        point("valve closure", true, false),
        point("onset end", true, true),
    ];
    json!({"columns": columns, "side": "above", "control_points": points}).to_string()
}

#[test]
fn prints_the_points_in_pixels_and_in_units() {
    for options in [vec![], vec!["--region", "0"]] {
        let request = request([20.0, 260.0]);
        let line = envelope(&[&["--request", &request], options.as_slice()].concat());
        let found = &line["envelope"];
        assert_eq!(line["file"], "a.dcm");
        assert_eq!([&found["units_x"], &found["units_y"]], ["s", "cm/s"]);
        assert_eq!(found["rows"].as_array().unwrap().len(), 241);
        let points = found["points"].as_array().unwrap();
        let value = |name: &str, axis: &str| {
            let point = points.iter().find(|point| point["type"] == name);
            point.unwrap()[axis].as_f64().unwrap()
        };
        let names = ["valve opening", "maximum velocity", "valve closure"];
        for (name, column) in names.into_iter().zip(WAVE) {
            // 15 ms are three columns.
            assert!((value(name, "x") - column).abs() <= 3.0, "{name}: {line}");
            let seconds = (value(name, "x") - 20.0) * S_PER_COLUMN;
            assert!((value(name, "value_x") - seconds).abs() < 1e-9);
        }
        let peak = value("maximum velocity", "value_y");
        assert!(
            (peak / (PEAK_ROWS * CM_S_PER_ROW) - 1.0).abs() < 0.05,
            "{peak}"
        );
        assert_eq!(value("onset start", "value_x"), 0.0);
        assert_eq!(value("onset end", "value_y"), 0.0);
    }
}

#[test]
fn says_what_cannot_be() {
    let asked = request([20.0, 260.0]);
    let beyond = envelope(&["--request", &asked, "--region", "1"]);
    assert_eq!(beyond["error"]["code"], "invalid-argument");
    assert_eq!(envelope(&["--request", "{}"])["error"]["code"], "usage");
    let backwards = envelope(&["--request", &request([260.0, 20.0])]);
    assert_eq!(backwards["error"]["code"], "invalid-argument");
    assert_eq!(
        envelope(&["--request", &request([200.0, 290.0])])["envelope"],
        Value::Null
    );
}
