//! `volume`: from a diameter, an area and a length, or twenty disks.

use core::f64::consts::PI;
use std::rc::Rc;

use super::area;
use crate::geometry::axis::{LongAxis, widths};
use crate::measure::curves::Contour;
use crate::measure::definition::Definition;
use crate::measure::image::{Image, Line, Modality};
use crate::measure::kind::{Formula, Kind, per_pair_of_lines};
use crate::measure::provenance::warning;
use crate::measure::view::View;

/// Disks of Simpson's method.
const DISKS: usize = 20;
/// Diameters that are volumes of a ventricle, cm.
const DIAMETERS_CM: core::ops::RangeInclusive<f64> = 0.1..=15.0;
/// Share of the longer axis by which two may differ without a warning.
const LENGTH_TOLERANCE: f64 = 0.2;

/// The kind. A strip takes Teichholz, a plane area and length, when the definition names none.
pub const KIND: Kind = Kind {
    name: "volume",
    formulas: &[
        Formula {
            name: "teichholz",
            version: 1,
            equation: "7 / (2.4 + D) D^3",
            inputs: "inner diameter D, cm",
            unit: "ml",
            source: "Teichholz 1976",
        },
        Formula {
            name: "teichholz_legacy",
            version: 1,
            equation: "7 / (2.4 / D) D^3 = 2.9167 D^4; not physiological, for old exports only",
            inputs: "inner diameter D, cm",
            unit: "ml",
            source: "measurements.md 7",
        },
        Formula {
            name: "cube",
            version: 1,
            equation: "D^3",
            inputs: "inner diameter D, cm",
            unit: "ml",
            source: "measurements.md 2",
        },
        Formula {
            name: "area_length",
            version: 1,
            equation: "0.85 A^2 / L",
            inputs: "area A in cm2 and long axis L in cm of one contour",
            unit: "ml",
            source: "Lang 2015; measurements.md 7",
        },
        Formula {
            name: "area_length_exact",
            version: 1,
            equation: "8 A^2 / (3 pi L), exact for a half prolate spheroid",
            inputs: "area A in cm2 and long axis L in cm of one contour",
            unit: "ml",
            source: "measurements.md 2",
        },
        Formula {
            name: "area_length_biplane",
            version: 1,
            equation: "0.85 A_1 A_2 / L, L the shorter long axis",
            inputs: "areas in cm2 and long axes in cm of two contours",
            unit: "ml",
            source: "Lang 2015",
        },
        Formula {
            name: "simpson",
            version: 1,
            equation: "pi / 4 sum(d_i^2) L / 20",
            inputs: "20 widths d_i across the long axis L of one contour, cm",
            unit: "ml",
            source: "Lang 2015",
        },
        Formula {
            name: "simpson_biplane",
            version: 1,
            equation: "pi / 4 sum(a_i b_i) L / 20, L the longer long axis",
            inputs: "20 widths across the long axes of two contours, cm",
            unit: "ml",
            source: "Lang 2015",
        },
    ],
    formula_on_planes: "area_length",
    invalid: "D outside of 0.1 to 15 cm; A or L not positive; a missing line or mark",
    compute: per_pair_of_lines(value),
    from_inputs: Some(from_inputs),
    ..Kind::PLAIN
};

/// From measured diameters, areas and lengths: [D], [A, L], or [A1, A2, L1, L2].
fn from_inputs(definition: &Definition, image: &Image, inputs: &[f64]) -> Option<f64> {
    let formula = definition.formula_on(image.modality).name;
    match *inputs {
        [diameter] => of_diameter(formula, diameter),
        [area, length] => of_area(formula, area, area, length),
        [first, second, one, other] if formula == "area_length_biplane" => {
            of_area(formula, first, second, one.min(other))
        }
        _ => None,
    }
}

fn of_diameter(formula: &str, d: f64) -> Option<f64> {
    if !DIAMETERS_CM.contains(&d) {
        return None;
    }
    let cube = d * d * d;
    match formula {
        "teichholz" => Some(7.0 / (2.4 + d) * cube),
        "teichholz_legacy" => Some(7.0 / (2.4 / d) * cube),
        "cube" => Some(cube),
        _ => None,
    }
}

fn of_area(formula: &str, first: f64, second: f64, length: f64) -> Option<f64> {
    if first <= 0.0 || second <= 0.0 || length <= 0.0 {
        return None;
    }
    let factor = match formula {
        "area_length" | "area_length_biplane" => 0.85,
        "area_length_exact" => 8.0 / (3.0 * PI),
        _ => return None,
    };
    Some(factor * first * second / length)
}

/// One plane: contour in cm and its long axis.
struct Plane {
    contour: Rc<Contour>,
    axis: LongAxis,
    area: f64,
}

fn plane(view: &mut View, line: &Line, contour: Rc<Contour>) -> Option<Plane> {
    Some(Plane {
        axis: contour.long_axis()?,
        area: area::inside(view, line, &contour)?,
        contour,
    })
}

fn single_plane(view: &mut View) -> Option<Plane> {
    let line = view.line(0)?;
    let contour = view.contour(line)?;
    plane(view, line, contour)
}

/// Two planes: one line of each of two images, or two lines of one image in one region.
fn two_planes(view: &mut View) -> Option<[Plane; 2]> {
    if let Some(mut other) = view.on_other_image() {
        let second = single_plane(&mut other)?;
        return Some([single_plane(view)?, second]);
    }
    let lines = [view.line(0)?, view.line(1)?];
    let [first, second] = view.contours(lines)?;
    Some([
        plane(view, lines[0], first)?,
        plane(view, lines[1], second)?,
    ])
}

fn value(view: &mut View) -> Option<f64> {
    let flat = view.image.modality == Modality::TwoD;
    let formula = view.formula();
    match formula {
        "teichholz" | "teichholz_legacy" | "cube" => {
            let diameter = if flat {
                let line = view.line(0)?;
                let contour = view.contour(line)?;
                contour.points.first()?.distance(*contour.points.last()?)
            } else {
                view.gap_at_event()?
            };
            of_diameter(formula, diameter)
        }
        _ if !flat => None,
        "simpson" => {
            let plane = single_plane(view)?;
            disks(&plane, &plane, plane.axis.length)
        }
        "area_length_biplane" => {
            let [first, second] = two_planes(view)?;
            let length = first.axis.length.min(second.axis.length);
            of_area(formula, first.area, second.area, length)
        }
        "simpson_biplane" => {
            let [first, second] = two_planes(view)?;
            let (one, other) = (first.axis.length, second.axis.length);
            let longer = one.max(other);
            if (one - other).abs() > LENGTH_TOLERANCE * longer {
                view.trace.warnings.insert(warning::BIPLANE_LENGTHS_DIFFER);
            }
            disks(&first, &second, longer)
        }
        _ => {
            let plane = single_plane(view)?;
            of_area(formula, plane.area, plane.area, plane.axis.length)
        }
    }
}

/// Elliptic disks whose diameters come from two planes.
fn disks(first: &Plane, second: &Plane, length: f64) -> Option<f64> {
    if first.area <= 0.0 || second.area <= 0.0 {
        return None;
    }
    let a = widths(&first.contour.points, &first.axis, DISKS);
    let b = widths(&second.contour.points, &second.axis, DISKS);
    let sum: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    Some(PI / 4.0 * sum * length / DISKS as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn a_diameter_of_5_cm_is_118_ml_and_literally_1823() {
        assert!((of_diameter("teichholz", 5.0).unwrap() - 118.243_243_243).abs() < 1e-6);
        assert!((of_diameter("teichholz_legacy", 5.0).unwrap() - 1_822.916_666_667).abs() < 1e-6);
        assert_eq!(of_diameter("cube", 2.0), Some(8.0));
        assert_eq!(of_diameter("cube", 15.1), None);
    }

    #[test]
    fn disks_of_a_half_ellipsoid_give_two_thirds_of_its_cylinder() {
        // Half axes 2.5 cm, length 8 cm: 2/3 pi 2.5^2 8.
        let around: Vec<Point> = (0..=2000)
            .map(|step| {
                let (sine, cosine) = libm::sincos(PI * f64::from(step) / 2000.0);
                Point::new(-2.5 * cosine, 8.0 * sine)
            })
            .collect();
        let contour = Rc::new(Contour::new(around));
        let plane = Plane {
            axis: contour.long_axis().unwrap(),
            area: PI * 2.5 * 8.0 / 2.0,
            contour,
        };
        let expected = 2.0 / 3.0 * PI * 2.5 * 2.5 * 8.0;
        let found = disks(&plane, &plane, 8.0).unwrap();
        assert!((found / expected - 1.0).abs() < 1e-3);
        let exact = of_area("area_length_exact", plane.area, plane.area, 8.0).unwrap();
        assert!((exact / expected - 1.0).abs() < 1e-12);
    }
}
