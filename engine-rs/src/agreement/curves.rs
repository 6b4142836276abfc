//! Agreement of two curves of a plane.

use super::distance::{hausdorff, mean_distance};
use super::finite;
use super::overlap::{Areas, areas};
use super::request::{Agreed, AgreementCurve, CurveAgreement, CurveEnds, CurvePair, NoAgreement};
use crate::error::EngineError;
use crate::geometry::{Point, polyline};
use crate::measure::curves::{Fineness, is_closed, sampled_line};
use crate::measure::image::{ControlPoint, Line};
use crate::records::segmentation::{LinePoint, LineShape};

/// Points of a sampled curve; distances take a time that grows with the product of both.
const MAX_POINTS: usize = 5_000;

/// Distances are averaged over parts of the curve no longer than this share of a pixel's smaller
/// side.
const STEP_OF_PIXEL: f64 = 0.25;

/// A curve in stored pixels, its first point not repeated.
struct Outline {
    points: Vec<Point>,
    ends: CurveEnds,
}

/// Compares two curves.
///
/// # Errors
/// `invalid-argument`, `limit-exceeded`.
pub fn compared(pair: &CurvePair) -> Result<CurveAgreement, EngineError> {
    if let Some(size) = pair.pixel_size_mm {
        finite("pixel_size_mm", size)?;
    }
    let (first, second) = (outline(&pair.first)?, outline(&pair.second)?);
    let both = first.and_then(|first| Ok((first, second?)));
    let both = both.and_then(|(first, second)| {
        let alike = first.ends == second.ends;
        alike
            .then_some((first, second))
            .ok_or(NoAgreement::EndsDiffer)
    });
    let both = both.as_ref().map_err(|&reason| reason);
    let measured = both.and_then(|(first, second)| measured_areas(first, second));
    let dice = measured.and_then(|areas| areas.dice().ok_or(NoAgreement::NoArea));
    let size = pair
        .pixel_size_mm
        .filter(|size| size.iter().all(|side| *side > 0.0))
        .ok_or(NoAgreement::NotCalibrated);
    let area_difference = measured.and_then(|areas| {
        size.map(|[height, width]| (areas.second - areas.first) * height * width)
    });
    let in_mm = both.and_then(|(first, second)| {
        let [height, width] = size?;
        let step = height.min(width) * STEP_OF_PIXEL;
        Ok((
            first.scaled([width, height]),
            second.scaled([width, height]),
            step,
        ))
    });
    let in_mm = in_mm.as_ref().map_err(|&reason| reason);
    let none = NoAgreement::TooFewPoints;
    let hausdorff = in_mm.and_then(|(first, second, _)| hausdorff(first, second).ok_or(none));
    let mean =
        in_mm.and_then(|(first, second, step)| mean_distance(first, second, *step).ok_or(none));
    Ok(CurveAgreement {
        dice: Agreed::new(dice, "1"),
        hausdorff: Agreed::new(hausdorff, "mm"),
        mean_distance: Agreed::new(mean, "mm"),
        area_difference: Agreed::new(area_difference, "mm2"),
    })
}

/// Areas of both in square pixels.
fn measured_areas(first: &Outline, second: &Outline) -> Result<Areas, NoAgreement> {
    for outline in [first, second] {
        if outline.ends == CurveEnds::Open {
            return Err(NoAgreement::NoArea);
        }
        if polyline::crosses_itself(&outline.points) {
            return Err(NoAgreement::CrossesItself);
        }
    }
    Ok(areas(&first.points, &second.points))
}

impl Outline {
    /// The drawn curve in mm: of a closed one with the piece back to the first point, otherwise
    /// without the chord.
    fn scaled(&self, [width, height]: [f64; 2]) -> Vec<Point> {
        let back = self
            .points
            .first()
            .filter(|_| self.ends == CurveEnds::Closed);
        let all = self.points.iter().chain(back);
        all.map(|p| Point::new(p.x * width, p.y * height)).collect()
    }
}

/// Positions of a curve, or why it is none.
fn outline(curve: &AgreementCurve) -> Result<Result<Outline, NoAgreement>, EngineError> {
    let (points, ends) = match curve {
        AgreementCurve::Sampled { points, ends } => {
            finite("points", points.iter().flatten().copied())?;
            let points = points.iter().map(|&[x, y]| Point::new(x, y));
            (points.collect(), *ends)
        }
        AgreementCurve::Drawn {
            shape,
            interpolation,
            points,
        } => {
            finite("points", points.iter().flat_map(|point| [point.x, point.y]))?;
            let point = |point: &LinePoint| ControlPoint {
                x: point.x,
                y: point.y,
                kind: point.kind.clone(),
                ..ControlPoint::default()
            };
            let points = points.iter().map(point).collect();
            let line = Line::new("", shape.name(), *interpolation, points);
            let ends = ends_of(*shape, &line);
            (
                sampled_line(&line, Fineness::MEASURED).unwrap_or_default(),
                ends,
            )
        }
    };
    if points.len() > MAX_POINTS {
        return Err(EngineError::LimitExceeded {
            limit: "points_of_a_curve".to_owned(),
            maximum: MAX_POINTS as f64,
            found: points.len() as f64,
        });
    }
    Ok(distinct(points, ends))
}

fn ends_of(shape: LineShape, line: &Line) -> CurveEnds {
    if is_closed(line) {
        return CurveEnds::Closed;
    }
    match shape {
        LineShape::Valve | LineShape::Curve | LineShape::Nospline => CurveEnds::Open,
        _ => CurveEnds::Chord,
    }
}

/// The curve without points that repeat the one before, which would look like crossings.
fn distinct(mut points: Vec<Point>, ends: CurveEnds) -> Result<Outline, NoAgreement> {
    points.dedup();
    while ends != CurveEnds::Open && points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    let least = if ends == CurveEnds::Open { 2 } else { 3 };
    if points.len() < least {
        return Err(NoAgreement::TooFewPoints);
    }
    Ok(Outline { points, ends })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::image::Interpolation;

    fn sampled(points: &[[f64; 2]], ends: CurveEnds) -> AgreementCurve {
        AgreementCurve::Sampled {
            points: points.to_vec(),
            ends,
        }
    }

    fn pair(first: AgreementCurve, second: AgreementCurve) -> CurvePair {
        CurvePair {
            first,
            second,
            pixel_size_mm: Some([1.0, 1.0]),
        }
    }

    const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];

    fn reasons(found: &CurveAgreement) -> [Option<NoAgreement>; 3] {
        [&found.dice, &found.hausdorff, &found.mean_distance].map(|agreed| agreed.reason)
    }

    #[test]
    fn a_pixel_is_as_high_and_as_wide_as_it_is() {
        let moved = |dx: f64, dy: f64| SQUARE.map(|[x, y]| [x + dx, y + dy]);
        for (by, expected) in [([1.0, 0.0], 0.3), ([0.0, 1.0], 0.2)] {
            let pair = CurvePair {
                pixel_size_mm: Some([0.2, 0.3]),
                ..pair(
                    sampled(&SQUARE, CurveEnds::Closed),
                    sampled(&moved(by[0], by[1]), CurveEnds::Closed),
                )
            };
            let found = compared(&pair).unwrap();
            assert_eq!(found.dice.value, Some(0.75));
            assert!((found.hausdorff.value.unwrap() - expected).abs() < 1e-6);
        }
    }

    #[test]
    fn a_smaller_rectangle_has_less_area_in_mm2() {
        // 4 by 4 pixels of 0.2 mm by 0.3 mm, and the upper 4 by 3 of them.
        let smaller = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]];
        let of = |ends, pixel_size_mm| {
            let curves = pair(sampled(&SQUARE, ends), sampled(&smaller, ends));
            let found = compared(&CurvePair {
                pixel_size_mm,
                ..curves
            })
            .unwrap();
            found.area_difference
        };
        let found = of(CurveEnds::Closed, Some([0.2, 0.3]));
        assert!((found.value.unwrap() + 4.0 * 0.06).abs() < 1e-12);
        let without = [
            of(CurveEnds::Closed, None).reason,
            of(CurveEnds::Open, Some([0.2, 0.3])).reason,
        ];
        assert_eq!(
            without,
            [Some(NoAgreement::NotCalibrated), Some(NoAgreement::NoArea)]
        );
    }

    #[test]
    fn the_chord_closes_the_area_and_is_no_part_of_the_curve() {
        // A cup, and the same with a bump in the middle of its chord's row: the areas differ, and
        // the farthest point of the bump is 2 from the walls of the cup, not 0 from its chord.
        let cup = SQUARE;
        let bumped = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 0.5], [0.0, 4.0]];
        let of = |ends| compared(&pair(sampled(&cup, ends), sampled(&bumped, ends))).unwrap();
        let (closed, chord) = (of(CurveEnds::Closed), of(CurveEnds::Chord));
        assert_eq!(closed.dice, chord.dice);
        let open = of(CurveEnds::Open);
        assert_eq!(reasons(&open), [Some(NoAgreement::NoArea), None, None]);
        assert_eq!(open.hausdorff, chord.hausdorff);
    }

    #[test]
    fn what_cannot_be_compared_has_its_reason() {
        let closed = |points: &[[f64; 2]]| sampled(points, CurveEnds::Closed);
        let uncalibrated = CurvePair {
            pixel_size_mm: None,
            ..pair(closed(&SQUARE), closed(&SQUARE))
        };
        let no_mm = Some(NoAgreement::NotCalibrated);
        let found = compared(&uncalibrated).unwrap();
        assert_eq!(reasons(&found), [None, no_mm, no_mm]);

        let few = compared(&pair(closed(&SQUARE), closed(&SQUARE[..2]))).unwrap();
        assert_eq!(reasons(&few), [Some(NoAgreement::TooFewPoints); 3]);

        let ends = pair(closed(&SQUARE), sampled(&SQUARE, CurveEnds::Open));
        assert_eq!(
            reasons(&compared(&ends).unwrap()),
            [Some(NoAgreement::EndsDiffer); 3]
        );

        let bow = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]];
        let crossed = compared(&pair(closed(&SQUARE), closed(&bow))).unwrap();
        assert_eq!(crossed.dice.reason, Some(NoAgreement::CrossesItself));
        assert!(crossed.hausdorff.value.is_some());

        let infinite = pair(closed(&SQUARE), closed(&[[f64::NAN, 0.0]]));
        assert_eq!(compared(&infinite).unwrap_err().code(), "invalid-argument");
        let long = vec![[0.0, 0.0]; MAX_POINTS + 1];
        let long = compared(&pair(closed(&SQUARE), closed(&long)));
        assert_eq!(long.unwrap_err().code(), "limit-exceeded");
    }

    #[test]
    fn a_drawn_oval_is_its_ellipse() {
        // Two circles of radius 50 drawn by three points, 30 apart.
        let oval = |dx: f64| {
            let places = [[0.0, 50.0], [100.0, 50.0], [50.0, 100.0]];
            let point = |[x, y]: [f64; 2]| LinePoint {
                x: x + dx,
                y,
                ..LinePoint::default()
            };
            AgreementCurve::Drawn {
                shape: LineShape::Oval,
                interpolation: Interpolation::CatmullRom,
                points: places.map(point).to_vec(),
            }
        };
        let found = compared(&pair(oval(0.0), oval(30.0))).unwrap();
        let (r, d) = (50.0_f64, 30.0_f64);
        let lens = 2.0 * r * r * libm::acos(d / (2.0 * r)) - d / 2.0 * (4.0 * r * r - d * d).sqrt();
        let dice = lens / (core::f64::consts::PI * r * r);
        assert!((found.dice.value.unwrap() - dice).abs() < 1e-4);
        assert!((found.hausdorff.value.unwrap() - d).abs() < 1e-2);
    }
}
