//! Every formula on random images and operands, as a hash of its answers: two builds of the engine
//! that give one hash compute the same bits.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use super::Refusal;
use super::definition::Definition;
use super::evaluate::{Values, evaluate};
use super::image::{ControlPoint, CycleLines, Image, Interpolation, Line, Modality};
use super::kind::{Compute, Kind};
use super::registry::KINDS;
use super::seeded::Seeded;
use crate::calibration::aliasing::Aliasing;
use crate::calibration::choice::of_file;
use crate::calibration::region::ImageSize;
use crate::records::calibration::{FlowDirection, ReferencePixelOrigin, VelocityAxis};
use crate::records::metadata::DopplerRegion;

/// What one formula answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FormulaHash {
    /// Kind of measurement.
    pub kind: &'static str,
    /// Formula; empty for a kind with a single one.
    pub formula: &'static str,
    /// Inputs that were tried.
    pub inputs: u32,
    /// Inputs with a value.
    pub valid: u32,
    /// FNV-1a over the bits of all values, as hexadecimal digits.
    pub hash: String,
}

/// Side of the random images, px.
const SIDE: u32 = 1000;
/// Axes that kinds may be taken along; what a kind does not know is null.
const AXES: [Option<&str>; 10] = [
    None,
    Some("x"),
    Some("y"),
    Some("long"),
    Some("short"),
    Some("annulus"),
    Some("length"),
    Some("minor"),
    Some("septum"),
    Some("free wall"),
];

/// Evaluates every formula on `inputs` random inputs.
///
/// # Errors
/// `configuration` would be a fault of this file: every kind can be loaded.
pub fn formula_hashes(inputs: u32, seed: u32) -> Result<Vec<FormulaHash>, Refusal> {
    let mut hashes = Vec::new();
    for kind in KINDS {
        for formula in kind.formulas {
            hashes.push(one_formula(kind, formula.name, inputs, u64::from(seed))?);
        }
    }
    Ok(hashes)
}

fn one_formula(
    kind: &'static Kind,
    formula: &'static str,
    inputs: u32,
    seed: u64,
) -> Result<FormulaHash, Refusal> {
    let definitions: Vec<Definition> = AXES
        .iter()
        .flat_map(|axis| [false, true].map(|points| definition(kind, formula, *axis, points)))
        .collect::<Result<_, _>>()?;
    let mut random = Seeded::new(seed);
    let (mut hash, mut valid) = (Fnv::new(), 0);
    for _ in 0..inputs {
        let definition = &definitions[random.below(definitions.len() as u64) as usize];
        let image = random_image(kind, &mut random);
        match evaluate(definition, &image).map(|answer| answer.values) {
            Ok(Values::Numbers(numbers)) => {
                valid += u32::from(numbers.iter().any(Option::is_some));
                numbers.iter().for_each(|number| hash.value(*number));
            }
            Ok(Values::Pairs(pairs)) => {
                valid += u32::from(pairs.iter().any(Option::is_some));
                for pair in pairs {
                    hash.value(pair.map(|pair| pair[0]));
                    hash.value(pair.map(|pair| pair[1]));
                }
            }
            Err(refusal) => refusal.code().bytes().for_each(|byte| hash.byte(byte)),
        }
    }
    Ok(FormulaHash {
        kind: kind.name,
        formula,
        inputs,
        valid,
        hash: format!("{:016x}", hash.0),
    })
}

fn definition(
    kind: &Kind,
    formula: &str,
    axis: Option<&str>,
    points: bool,
) -> Result<Definition, Refusal> {
    let calculated = matches!(kind.compute, Compute::Inputs { .. }) || formula == "doppler";
    let inputs: &[&str] = match (calculated, kind.name) {
        (false, _) => &[],
        (_, "mass") => &["a", "b", "c"],
        (_, "time-combined") if formula == "mpi" => &["a", "b", "c"],
        (_, "reference-multiple") => &["a"],
        _ => &["a", "b"],
    };
    let named = [
        "velocity",
        "time",
        "slope",
        "p2p-distance",
        "angle",
        "event-time",
    ];
    Definition::load(&json!({
        "type": kind.name,
        "formula": Some(formula).filter(|name| !name.is_empty()),
        "lines": ["A", "B"],
        "points": if points || named.contains(&kind.name) { vec!["p", "q", "r"] } else { Vec::new() },
        "named": if kind.name == "pulsatility" && points { vec!["p", "q", "r"] } else { Vec::new() },
        "inputs": inputs, "axis": axis, "samples": 7, "proximal_velocity": 60.0, "reference": "HC",
        "cardiac_event": if kind.name == "distance" { json!(["end_diastole_start", "end_systole"]) } else { json!(null) },
    }))
}

fn random_image(kind: &Kind, random: &mut Seeded) -> Image {
    let oval = kind.name.starts_with("oval");
    let planes = oval || kind.name == "angle" || kind.name == "long-gls";
    let strips = [
        "auc",
        "velocity",
        "velocity-curve",
        "pressure-gradient",
        "pulsatility",
        "slope",
        "slope-derivative",
        "plot",
        "time",
        "event-time",
    ];
    let modality = if planes {
        Modality::TwoD
    } else if strips.contains(&kind.name) {
        Modality::Doppler
    } else {
        [Modality::TwoD, Modality::MMode, Modality::Doppler][random.below(3) as usize]
    };
    let lines = |random: &mut Seeded| -> Vec<Line> {
        ["A", "B"]
            .map(|name| match modality {
                Modality::TwoD => contour(name, oval, random),
                _ => trace(name, random),
            })
            .to_vec()
    };
    let (drawn, later) = (lines(random), lines(random));
    let onset = random.between(0.0, 200.0);
    let end = onset + random.between(300.0, 700.0);
    let mark = |share: f64| onset + (end - onset) * share;
    let marks = match modality {
        Modality::TwoD => vec![("end_diastole", 1.0), ("end_systole", 9.0)],
        _ => vec![
            ("onset_start", onset),
            ("onset_end", end),
            ("end_diastole_start", mark(random.uniform())),
            ("end_systole", mark(random.uniform())),
        ],
    };
    let marks: BTreeMap<String, f64> = marks
        .into_iter()
        .map(|(name, at)| (name.to_owned(), at))
        .collect();
    let mut operand = || {
        vec![
            Some(random.between(-50.0, 200.0)),
            Some(random.between(0.0, 2.0)),
        ]
    };
    let operands = ["a", "b", "c"].map(|name| (name.to_owned(), operand()));
    let region = region(modality, random);
    let size = ImageSize {
        width: SIDE,
        height: SIDE,
    };
    Image {
        modality,
        candidates: of_file(&[region], size, ReferencePixelOrigin::Region),
        velocity_axis: VelocityAxis::Up,
        flow_direction: if random.below(2) == 0 {
            FlowDirection::Toward
        } else {
            FlowDirection::Away
        },
        baseline_y: None,
        aliasing: Aliasing::default(),
        marks: Some(vec![marks]),
        cycles: vec![CycleLines {
            end_diastole: drawn.clone(),
            end_systole: later,
            strip: drawn,
        }],
        frame_times_ms: Some((0..20).map(|frame| f64::from(frame) * 33.3).collect()),
        region_warnings: Vec::new(),
        time_warnings: Vec::new(),
        gestational_age_days: Some(random.between(80.0, 300.0)),
        operands: operands.into(),
    }
}

fn region(modality: Modality, random: &mut Seeded) -> DopplerRegion {
    let (format, unit_x, unit_y) = match modality {
        Modality::TwoD => (1, 3, 3),
        Modality::MMode => (2, 4, 3),
        _ => (3, 4, 7),
    };
    let delta_x = if format == 1 {
        random.between(0.005, 0.05)
    } else {
        random.between(0.001, 0.01)
    };
    let delta_y = if format == 3 {
        random.between(-2.0, -0.1)
    } else {
        random.between(0.005, 0.05)
    };
    DopplerRegion {
        region_spatial_format: Some(format),
        region_data_type: Some(1),
        region_flags: Some(0),
        region_location_min_x0: Some(0),
        region_location_min_y0: Some(0),
        region_location_max_x1: Some(SIDE - 1),
        region_location_max_y1: Some(SIDE - 1),
        reference_pixel_x0: None,
        reference_pixel_y0: Some(500),
        physical_units_x: Some(unit_x),
        physical_units_y: Some(unit_y),
        reference_pixel_physical_value_x: None,
        reference_pixel_physical_value_y: None,
        physical_delta_x: Some(delta_x),
        physical_delta_y: Some(delta_y),
        transducer_frequency_khz: None,
        pulse_repetition_frequency_hz: None,
        doppler_correction_angle: None,
        steering_angle: None,
    }
}

/// Names of the points of a line.
const NAMES: [&str; 4] = ["p", "q", "r", ""];

fn control_point(place: usize, x: f64, y: f64) -> ControlPoint {
    ControlPoint {
        x,
        y,
        kind: NAMES[place.min(3)].to_owned(),
        ..ControlPoint::default()
    }
}

/// An open contour round a middle, its radii shaken.
fn contour(name: &str, oval: bool, random: &mut Seeded) -> Line {
    let count = if oval { 3 } else { 3 + random.below(8) };
    let (width, height) = (random.between(50.0, 200.0), random.between(50.0, 400.0));
    let points = (0..count).map(|place| {
        let turn = core::f64::consts::PI * (1.0 - place as f64 / (count - 1) as f64);
        let (sine, cosine) = libm::sincos(turn);
        let radius = random.between(0.8, 1.2);
        control_point(
            place as usize,
            500.0 + width * cosine * radius,
            300.0 + height * sine * radius,
        )
    });
    let kinds = [
        Interpolation::CatmullRom,
        Interpolation::ChordSpline,
        Interpolation::Linear,
    ];
    Line {
        name: name.to_owned(),
        points: points.collect(),
        shape: if oval { "oval" } else { "curve" }.to_owned(),
        interpolation: kinds[random.below(3) as usize],
    }
}

/// A trace that runs to the right over the whole image.
fn trace(name: &str, random: &mut Seeded) -> Line {
    let count = 3 + random.below(8);
    let mut x = 0.0;
    let points = (0..count).map(|place| {
        let point = control_point(place as usize, x, random.between(0.0, 999.0));
        x += random.between(1.0, 2.0) * 990.0 / (2.0 * count as f64);
        point
    });
    let mut points: Vec<ControlPoint> = points.collect();
    let last = points.len();
    points.push(control_point(last, 999.0, random.between(0.0, 999.0)));
    Line {
        name: name.to_owned(),
        points,
        shape: "curve".to_owned(),
        interpolation: if random.below(4) == 0 {
            Interpolation::Linear
        } else {
            Interpolation::Pchip
        },
    }
}

/// FNV-1a of 64 bits.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    fn value(&mut self, value: Option<f64>) {
        match value {
            Some(number) => number
                .to_bits()
                .to_le_bytes()
                .into_iter()
                .for_each(|b| self.byte(b)),
            None => self.byte(0xff),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_random_inputs_have_values_and_each_formula_its_own_hash() {
        let hashes = formula_hashes(300, 1).unwrap();
        for found in &hashes {
            assert!(found.valid > 20, "{found:?}");
        }
        let repeated = formula_hashes(300, 1).unwrap();
        let other = formula_hashes(300, 2).unwrap();
        assert_eq!(hashes, repeated);
        assert!(
            hashes
                .iter()
                .zip(&other)
                .all(|(one, two)| one.hash != two.hash)
        );
    }
}
