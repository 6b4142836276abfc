//! `splines`: curves against expected values that were not computed with this engine.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Output, error_output};
use crate::error::EngineError;
use crate::geometry::{Point, polyline};
use crate::spline::piecewise::Part;
use crate::spline::{ContourKind, Piecewise, fit, natural, pchip};

/// Relative tolerance of values, to the largest of their list (notes of the file).
const TOLERANCE: f64 = 1e-9;
/// Tolerance of least and greatest value, to their distance: the file has them from a grid of
/// positions, which miss the true extremes.
const RANGE_TOLERANCE: f64 = 1e-5;

#[derive(Deserialize)]
struct Cases {
    envelopes: Vec<Envelope>,
    contours: Vec<ContourCase>,
}

#[derive(Deserialize)]
struct Envelope {
    name: String,
    x: Vec<f64>,
    y: Vec<f64>,
    query: Vec<f64>,
    pchip: Vec<f64>,
    pchip_slopes: Vec<f64>,
    pchip_integral: f64,
    #[serde(default)]
    pchip_range: Option<Range>,
    #[serde(default)]
    natural: Option<Vec<f64>>,
    #[serde(default)]
    natural_integral: Option<f64>,
    #[serde(default)]
    natural_overshoot: Option<Range>,
}

#[derive(Deserialize)]
struct Range {
    min: f64,
    max: f64,
}

#[derive(Deserialize)]
struct ContourCase {
    name: String,
    closed: bool,
    points: Vec<[f64; 2]>,
    samples_per_segment: usize,
    catmull_rom: Vec<[f64; 2]>,
    catmull_rom_length: f64,
    catmull_rom_area: f64,
    #[serde(alias = "chord_natural", alias = "chord_periodic")]
    chord: Vec<[f64; 2]>,
    chord_knots: Vec<f64>,
    chord_length: f64,
    chord_area: f64,
}

/// A line for each field that differs, then the counts of cases.
pub fn run_splines(file: &str, bytes: &[u8], emit: &mut dyn FnMut(Output)) {
    let cases: Cases = match serde_json::from_slice(bytes) {
        Ok(cases) => cases,
        Err(error) => {
            let error = EngineError::InvalidArgument {
                argument: "cases".to_owned(),
                detail: error.to_string(),
            };
            return emit(error_output(file, &error));
        }
    };
    let (mut passed, mut failed) = (0, 0);
    let mut count = |checks: Checks| {
        if checks.failures.is_empty() {
            passed += 1;
        } else {
            failed += 1;
        }
        for line in checks.failures {
            emit(Output {
                line,
                failed: true,
                file: None,
            });
        }
    };
    for case in &cases.envelopes {
        count(check_envelope(case));
    }
    for case in &cases.contours {
        count(check_contour(case));
    }
    emit(Output {
        line: format!("{passed} passed, {failed} failed"),
        failed: failed > 0,
        file: None,
    });
}

/// Differences in one case.
struct Checks<'a> {
    case: &'a str,
    failures: Vec<String>,
}

impl<'a> Checks<'a> {
    fn new(case: &'a str) -> Self {
        Self {
            case,
            failures: Vec::new(),
        }
    }

    fn fail(&mut self, field: &str, expected: Value, got: Value, tolerance: f64) {
        let line = json!({
            "case": self.case, "field": field, "expected": expected, "got": got,
            "tolerance": tolerance,
        });
        self.failures.push(line.to_string());
    }

    fn numbers(&mut self, field: &str, expected: &[f64], got: &[f64]) {
        let largest = expected
            .iter()
            .fold(0.0_f64, |most, value| most.max(value.abs()));
        let tolerance = TOLERANCE * largest;
        let near = |(a, b): (&f64, &f64)| (a - b).abs() <= tolerance;
        if expected.len() != got.len() || !expected.iter().zip(got).all(near) {
            self.fail(field, json!(expected), json!(got), tolerance);
        }
    }

    fn range(&mut self, field: &str, expected: Option<&Range>, got: Option<(f64, f64)>) {
        let Some(expected) = expected else { return };
        let tolerance = RANGE_TOLERANCE * (expected.max - expected.min).abs();
        let near = |(least, greatest): (f64, f64)| {
            (least - expected.min).abs() <= tolerance
                && (greatest - expected.max).abs() <= tolerance
        };
        if !got.is_some_and(near) {
            let expected = json!([expected.min, expected.max]);
            self.fail(field, expected, json!(got), tolerance);
        }
    }
}

fn check_envelope(case: &Envelope) -> Checks<'_> {
    let mut checks = Checks::new(&case.name);
    let both = (
        pchip::pchip(&case.x, &case.y),
        natural::natural(&case.x, &case.y),
    );
    let (Ok(monotone), Ok(smooth)) = both else {
        checks.fail("x", json!(case.x), Value::Null, 0.0);
        return checks;
    };
    let values = |curve: &Piecewise| -> Vec<f64> {
        case.query.iter().filter_map(|&x| curve.at(x)).collect()
    };
    let integral = |curve: &Piecewise| -> Vec<f64> {
        let [first, last] = curve.range();
        curve
            .integral(first, last, Part::Signed)
            .into_iter()
            .collect()
    };
    let slopes = pchip::slopes(&case.x, &case.y).unwrap_or_default();
    checks.numbers("pchip", &case.pchip, &values(&monotone));
    checks.numbers("pchip_slopes", &case.pchip_slopes, &slopes);
    checks.numbers(
        "pchip_integral",
        &[case.pchip_integral],
        &integral(&monotone),
    );
    if let Some(expected) = &case.natural {
        checks.numbers("natural", expected, &values(&smooth));
    }
    if let Some(expected) = case.natural_integral {
        checks.numbers("natural_integral", &[expected], &integral(&smooth));
    }
    let [first, last] = monotone.range();
    checks.range(
        "pchip_range",
        case.pchip_range.as_ref(),
        monotone.extremes(first, last),
    );
    let overshoot = smooth.extremes(first, last);
    checks.range(
        "natural_overshoot",
        case.natural_overshoot.as_ref(),
        overshoot,
    );
    checks
}

fn check_contour(case: &ContourCase) -> Checks<'_> {
    let mut checks = Checks::new(&case.name);
    let points: Vec<Point> = case.points.iter().map(|&[x, y]| Point::new(x, y)).collect();
    let kinds = [
        (
            ContourKind::CatmullRom,
            "catmull_rom",
            &case.catmull_rom,
            case.catmull_rom_length,
            case.catmull_rom_area,
        ),
        (
            ContourKind::ChordSpline,
            "chord",
            &case.chord,
            case.chord_length,
            case.chord_area,
        ),
    ];
    for (kind, name, expected, length, area) in kinds {
        let Ok(curve) = fit(kind, &points, case.closed) else {
            checks.fail(name, json!(case.points), Value::Null, 0.0);
            continue;
        };
        let mut samples = curve.sample(case.samples_per_segment);
        let found = [polyline::length(&samples), polyline::area(&samples)];
        if case.closed {
            // The file lists the way round without its end.
            samples.pop();
        }
        let flat = |list: &[[f64; 2]]| list.concat();
        let got: Vec<[f64; 2]> = samples.iter().map(|point| [point.x, point.y]).collect();
        checks.numbers(name, &flat(expected), &flat(&got));
        checks.numbers(&format!("{name}_length"), &[length], &found[..1]);
        checks.numbers(&format!("{name}_area"), &[area], &found[1..]);
    }
    let knots = crate::spline::chord_spline::chord_knots(&points, case.closed);
    checks.numbers("chord_knots", &case.chord_knots, &knots);
    checks
}
