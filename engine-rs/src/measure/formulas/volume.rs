//! `volume`: from a diameter, an area and a length, or twenty disks.

use core::f64::consts::PI;
use std::rc::Rc;

use super::area;
use crate::geometry::axis::{LongAxis, widths};
use crate::measure::curves::Contour;
use crate::measure::cycle_view::CycleView;
use crate::measure::image::Line;
use crate::measure::kind::{
    Formula, FromInputs, Kind, Lines, ResultUnit, on_lines, per_pair_of_lines,
};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::trace::warning;
use crate::measure::unit::Unit;

/// Disks of Simpson's method.
const DISKS: usize = 20;
/// Diameters that are volumes of a ventricle, cm.
const DIAMETERS_CM: core::ops::RangeInclusive<f64> = 0.1..=15.0;
/// Share of the longer axis by which two may differ without a warning.
const LENGTH_TOLERANCE: f64 = 0.2;
/// Factor of area and length by convention.
const AREA_LENGTH: f64 = 0.85;
/// Factor of area and length of a half prolate spheroid.
const HALF_SPHEROID: f64 = 8.0 / (3.0 * PI);

/// The kind. A strip takes Teichholz, a plane area and length, when the definition names none.
pub const KIND: Kind = Kind {
    name: "volume",
    formulas: &[
        Formula {
            name: "teichholz",
            version: 1,
            equation: "7 / (2.4 + D) D^3",
            inputs: "inner diameter D, cm",
            unit: ResultUnit::Is(Unit::Millilitre),
            source: "Teichholz 1976",
            compute: on_lines(Lines::GAP_OR_CONTOUR, |view| diameter(view, teichholz)),
            from_inputs: Some(FromInputs::exactly(1, |inputs| {
                of_diameter(inputs.values[0], teichholz)
            })),
        },
        Formula {
            name: "teichholz_legacy",
            version: 1,
            equation: "7 / (2.4 / D) D^3 = 2.9167 D^4; not physiological, for old exports only",
            inputs: "inner diameter D, cm",
            unit: ResultUnit::Is(Unit::Millilitre),
            source: "docs/measurements.md#departures-from-the-literature",
            compute: on_lines(Lines::GAP_OR_CONTOUR, |view| {
                diameter(view, teichholz_legacy)
            }),
            from_inputs: Some(FromInputs::exactly(1, |inputs| {
                of_diameter(inputs.values[0], teichholz_legacy)
            })),
        },
        Formula {
            name: "cube",
            version: 1,
            equation: "D^3",
            inputs: "inner diameter D, cm",
            unit: ResultUnit::Is(Unit::Millilitre),
            source: "docs/measurements.md#geometry",
            compute: on_lines(Lines::GAP_OR_CONTOUR, |view| diameter(view, cube)),
            from_inputs: Some(FromInputs::exactly(1, |inputs| {
                of_diameter(inputs.values[0], cube)
            })),
        },
        Formula {
            name: "area_length",
            version: 2,
            equation: "0.85 A^2 / L",
            inputs: "area A in cm2 and long axis L in cm of one contour",
            unit: ResultUnit::Is(Unit::Millilitre),
            source: "Lang 2015; docs/measurements.md#departures-from-the-literature",
            compute: on_lines(Lines::GAP_OR_CONTOUR, |view| {
                area_and_length(view, AREA_LENGTH)
            }),
            from_inputs: Some(FromInputs::exactly(2, |inputs| {
                of_area(AREA_LENGTH, inputs.values)
            })),
        },
        Formula {
            name: "area_length_exact",
            version: 2,
            equation: "8 A^2 / (3 pi L), exact for a half prolate spheroid",
            inputs: "area A in cm2 and long axis L in cm of one contour",
            unit: ResultUnit::Is(Unit::Millilitre),
            source: "docs/measurements.md#geometry",
            compute: on_lines(Lines::GAP_OR_CONTOUR, |view| {
                area_and_length(view, HALF_SPHEROID)
            }),
            from_inputs: Some(FromInputs::exactly(2, |inputs| {
                of_area(HALF_SPHEROID, inputs.values)
            })),
        },
        Formula {
            name: "area_length_biplane",
            version: 2,
            equation: "0.85 A_1 A_2 / L, L the shorter long axis",
            inputs: "areas in cm2 and long axes in cm of two contours",
            unit: ResultUnit::Is(Unit::Millilitre),
            source: "Lang 2015",
            compute: per_pair_of_lines(area_length_biplane),
            from_inputs: Some(FromInputs::exactly(4, |inputs| of_areas(inputs.values))),
        },
        Formula {
            name: "simpson",
            version: 2,
            equation: "pi / 4 sum(d_i^2) L / 20",
            inputs: "20 widths d_i across the long axis L of one contour, cm",
            unit: ResultUnit::Is(Unit::Millilitre),
            source: "Lang 2015",
            compute: on_lines(Lines::GAP_OR_CONTOUR, simpson),
            from_inputs: None,
        },
        Formula {
            name: "simpson_biplane",
            version: 2,
            equation: "pi / 4 sum(a_i b_i) L / 20, L the longer long axis",
            inputs: "20 widths across the long axes of two contours, cm",
            unit: ResultUnit::Is(Unit::Millilitre),
            source: "Lang 2015",
            compute: per_pair_of_lines(simpson_biplane),
            from_inputs: None,
        },
    ],
    usual_on_planes: "area_length",
    invalid: "D outside of 0.1 to 15 cm; A or L not positive; a missing line or mark",
    ..Kind::PLAIN
};

fn teichholz(d: f64) -> f64 {
    7.0 / (2.4 + d) * cube(d)
}

fn teichholz_legacy(d: f64) -> f64 {
    7.0 / (2.4 / d) * cube(d)
}

fn cube(d: f64) -> f64 {
    d * d * d
}

fn of_diameter(d: f64, volume: fn(f64) -> f64) -> Measured<f64> {
    if DIAMETERS_CM.contains(&d) {
        Ok(volume(d))
    } else {
        Err(NullReason::Implausible)
    }
}

/// From [area, length].
fn of_area(factor: f64, inputs: &[f64]) -> Measured<f64> {
    let [area, length] = *inputs else {
        return Err(NullReason::MissingInput);
    };
    of_two_areas(factor, [area, area], length)
}

/// From [area, area, length, length]; the shorter length counts.
fn of_areas(inputs: &[f64]) -> Measured<f64> {
    let [first, second, one, other] = *inputs else {
        return Err(NullReason::MissingInput);
    };
    of_two_areas(AREA_LENGTH, [first, second], one.min(other))
}

fn of_two_areas(factor: f64, [first, second]: [f64; 2], length: f64) -> Measured<f64> {
    if first <= 0.0 || second <= 0.0 || length <= 0.0 {
        return Err(NullReason::Implausible);
    }
    Ok(factor * first * second / length)
}

/// One plane: contour in cm and its long axis.
struct Plane {
    contour: Rc<Contour>,
    axis: LongAxis,
    area: f64,
}

fn plane(view: &mut CycleView, line: &Line, contour: Rc<Contour>) -> Measured<Plane> {
    Ok(Plane {
        axis: contour.long_axis().ok_or(NullReason::NoExtent)?,
        area: area::inside(view, line, &contour)?,
        contour,
    })
}

fn single_plane(view: &mut CycleView) -> Measured<Plane> {
    if !view.is_plane() {
        return Err(NullReason::OtherModality);
    }
    let line = view.line(0)?;
    let contour = view.contour(line)?;
    plane(view, line, contour)
}

/// Two planes: one line of each of two images, or two lines of one image in one region.
fn two_planes(view: &mut CycleView) -> Measured<[Plane; 2]> {
    if let Some(mut other) = view.on_other_image() {
        let second = single_plane(&mut other).map_err(|_| NullReason::MissingPlane);
        return Ok([single_plane(view)?, second?]);
    }
    if !view.is_plane() {
        return Err(NullReason::OtherModality);
    }
    let lines = [view.line(0)?, view.line(1)?];
    let [first, second] = view.contours(lines)?;
    Ok([
        plane(view, lines[0], first)?,
        plane(view, lines[1], second)?,
    ])
}

fn diameter(view: &mut CycleView, volume: fn(f64) -> f64) -> Measured<f64> {
    let diameter = if view.is_plane() {
        let line = view.line(0)?;
        let contour = view.contour(line)?;
        contour.points[0].distance(contour.points[contour.points.len() - 1])
    } else {
        view.gap_at_event()?
    };
    of_diameter(diameter, volume)
}

fn area_and_length(view: &mut CycleView, factor: f64) -> Measured<f64> {
    let plane = single_plane(view)?;
    of_area(factor, &[plane.area, plane.axis.length])
}

fn area_length_biplane(view: &mut CycleView) -> Measured<f64> {
    let [first, second] = two_planes(view)?;
    of_areas(&[
        first.area,
        second.area,
        first.axis.length,
        second.axis.length,
    ])
}

fn simpson(view: &mut CycleView) -> Measured<f64> {
    let plane = single_plane(view)?;
    disks(&plane, &plane, plane.axis.length)
}

fn simpson_biplane(view: &mut CycleView) -> Measured<f64> {
    let [first, second] = two_planes(view)?;
    let (one, other) = (first.axis.length, second.axis.length);
    let longer = one.max(other);
    if (one - other).abs() > LENGTH_TOLERANCE * longer {
        view.trace.warnings.insert(warning::BIPLANE_LENGTHS_DIFFER);
    }
    disks(&first, &second, longer)
}

/// Elliptic disks whose diameters come from two planes.
fn disks(first: &Plane, second: &Plane, length: f64) -> Measured<f64> {
    if first.area <= 0.0 || second.area <= 0.0 {
        return Err(NullReason::Implausible);
    }
    let a = widths(&first.contour.points, &first.axis, DISKS);
    let b = widths(&second.contour.points, &second.axis, DISKS);
    let sum: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    Ok(PI / 4.0 * sum * length / DISKS as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn a_diameter_of_5_cm_is_118_ml_and_literally_1823() {
        assert!((of_diameter(5.0, teichholz).unwrap() - 118.243_243_243).abs() < 1e-6);
        assert!((of_diameter(5.0, teichholz_legacy).unwrap() - 1_822.916_666_667).abs() < 1e-6);
        assert_eq!(of_diameter(2.0, cube), Ok(8.0));
        assert_eq!(of_diameter(15.1, cube), Err(NullReason::Implausible));
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
        let exact = of_area(HALF_SPHEROID, &[plane.area, 8.0]).unwrap();
        assert!((exact / expected - 1.0).abs() < 1e-12);
    }
}
