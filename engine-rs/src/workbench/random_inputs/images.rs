//! Random images that a kind can be measured on: most of them have a value.

use crate::calibration::aliasing::Aliasing;
use crate::calibration::choice::of_file;
use crate::calibration::region::ImageSize;
use crate::measure::image::{ControlPoint, CycleLines, Image, Interpolation, Line, Modality};
use crate::measure::kind::Kind;
use crate::measure::marks::{Event, Marks};
use crate::records::calibration::{FlowDirection, ReferencePixelOrigin, VelocityAxis};
use crate::records::metadata::DopplerRegion;
use crate::workbench::seeded::Seeded;
use std::collections::BTreeSet;

/// Side of the random images, px.
const SIDE: u32 = 1000;
/// One image of the modality of a kind, with two lines of one cycle, marks and operands.
pub(super) fn random_image(kind: &Kind, random: &mut Seeded) -> Image {
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
        Modality::TwoD => vec![(Event::EndDiastole, 1.0), (Event::EndSystole, 9.0)],
        _ => vec![
            (Event::OnsetStart, onset),
            (Event::OnsetEnd, end),
            (Event::EndDiastoleStart, mark(random.uniform())),
            (Event::EndSystole, mark(random.uniform())),
        ],
    };
    let marks: Marks = marks.into_iter().collect();
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
            timeless: drawn,
            pattern: None,
        }],
        single_frame: false,
        excluded: BTreeSet::new(),
        frame_times_ms: Ok((0..20).map(|frame| f64::from(frame) * 33.3).collect()),
        region_warnings: Vec::new(),
        time_warnings: Vec::new(),
        gestational_age_days: Some(random.between(80.0, 300.0)),
        body_surface_m2: Some(random.between(0.2, 2.5)),
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
        reference_pixel_y0: Some(500),
        physical_units_x: Some(unit_x),
        physical_units_y: Some(unit_y),
        physical_delta_x: Some(delta_x),
        physical_delta_y: Some(delta_y),
        ..DopplerRegion::default()
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
    let points = points.collect();
    let shape = if oval { "oval" } else { "curve" };
    Line::new(name, shape, kinds[random.below(3) as usize], points)
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
    let interpolation = if random.below(4) == 0 {
        Interpolation::Linear
    } else {
        Interpolation::Pchip
    };
    Line::new(name, "curve", interpolation, points)
}
