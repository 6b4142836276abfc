//! The endocardial contour in its order, and the epicardial one predicted from it.

use crate::geometry::{Point, polyline};

/// Least wall thickness, as a share of the image's height (docs/specification.md#image-analysis).
pub const MIN_THICKNESS: f64 = 0.01;
/// Greatest wall thickness.
pub const MAX_THICKNESS: f64 = 0.15;
/// Thickness of a new prediction.
pub const DEFAULT_THICKNESS: f64 = 0.05;
/// Step of the slider.
pub const THICKNESS_STEP: f64 = 0.005;

/// Place of a new point in a contour from ring to ring: its place by the angle about the middle of
/// the annulus, between the ring points. The first two points are the rings while no other is
/// there.
pub fn place_in_contour(points: &[Point], new: Point) -> usize {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return 0;
    };
    if points.len() < 2 {
        return points.len();
    }
    let middle = first.towards(last, 0.5);
    let start = angle(first.minus(middle));
    // The contour runs round the side on which most of it lies; a first point decides it.
    let inner = &points[1..points.len() - 1];
    let turn = |point: Point| wrapped(angle(point.minus(middle)) - start);
    let probe = inner.first().copied().unwrap_or(new);
    let clockwise = turn(probe) < core::f64::consts::PI;
    let along = |point: Point| {
        let turned = turn(point);
        if clockwise {
            turned
        } else {
            2.0 * core::f64::consts::PI - turned
        }
    };
    1 + inner
        .iter()
        .filter(|point| along(**point) <= along(new))
        .count()
}

fn angle(vector: Point) -> f64 {
    libm::atan2(vector.y, vector.x)
}

/// From 0 to a full turn.
fn wrapped(angle: f64) -> f64 {
    let full = 2.0 * core::f64::consts::PI;
    if angle < 0.0 { angle + full } else { angle }
}

/// Why no epicardium can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EpiError {
    /// Fewer than three points, or a contour without extent: relocating was not possible and the
    /// old points stay.
    NoContour,
    /// A thickness outside of its limits.
    Thickness,
}

/// How the points of an endocardium make its contour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contour {
    /// From ring to ring, open along the annulus.
    Open,
    /// Round a short axis: the last point is followed by the first.
    Closed,
    /// Two ends of one axis, and a third point for the half width of the other.
    Oval,
}

/// The epicardium at a distance of `thickness` times the image's height outside of the endocardium:
/// each point along the outward normal, the rings along the annulus, the points of an oval along
/// its axes.
///
/// # Errors
/// Why there is none.
pub fn predicted(
    endo: &[Point],
    contour: Contour,
    thickness: f64,
    image_height: f64,
) -> Result<Vec<Point>, EpiError> {
    if !(MIN_THICKNESS..=MAX_THICKNESS).contains(&thickness) {
        return Err(EpiError::Thickness);
    }
    let (Some(&first), Some(&last)) = (endo.first(), endo.last()) else {
        return Err(EpiError::NoContour);
    };
    if endo.len() < 3 || polyline::area(endo) == 0.0 {
        return Err(EpiError::NoContour);
    }
    let distance = thickness * image_height;
    let side = orientation(endo);
    let chord = unit(last.minus(first));
    let count = endo.len();
    endo.iter()
        .enumerate()
        .map(|(place, &point)| {
            let outward = match contour {
                Contour::Oval => along_axis(endo, place),
                Contour::Open if place == 0 => chord.map(|chord| Point::new(-chord.x, -chord.y)),
                Contour::Open if place == count - 1 => chord,
                Contour::Open | Contour::Closed => {
                    let before = endo[(place + count - 1) % count];
                    normal(before, point, endo[(place + 1) % count], side)
                }
            };
            let outward = outward.ok_or(EpiError::NoContour)?;
            Ok(Point::new(
                point.x + outward.x * distance,
                point.y + outward.y * distance,
            ))
        })
        .collect()
}

/// The epicardium of another thickness: what was moved by hand keeps its share of the wall.
///
/// # Errors
/// Why there is none; points that do not pair are `NoContour`.
pub fn rescaled(endo: &[Point], epi: &[Point], from: f64, to: f64) -> Result<Vec<Point>, EpiError> {
    let limits = MIN_THICKNESS..=MAX_THICKNESS;
    if !limits.contains(&from) || !limits.contains(&to) {
        return Err(EpiError::Thickness);
    }
    if endo.len() != epi.len() || endo.len() < 3 {
        return Err(EpiError::NoContour);
    }
    let ratio = to / from;
    let moved = |(endo, epi): (&Point, &Point)| endo.towards(*epi, ratio);
    Ok(endo.iter().zip(epi).map(moved).collect())
}

/// 1 when the way round the inside is clockwise on the screen, else -1.
fn orientation(contour: &[Point]) -> f64 {
    let origin = contour[0];
    let pairs = contour.windows(2);
    let twice: f64 = pairs
        .map(|ends| ends[0].minus(origin).cross(ends[1].minus(origin)))
        .sum();
    if twice < 0.0 { -1.0 } else { 1.0 }
}

/// From the middle of an oval to one of its three points.
fn along_axis(oval: &[Point], place: usize) -> Option<Point> {
    unit(oval[place].minus(oval[0].towards(oval[1], 0.5)))
}

fn unit(vector: Point) -> Option<Point> {
    let length = vector.length();
    (length > 0.0).then(|| Point::new(vector.x / length, vector.y / length))
}

/// Outward normal of the circle through a point and its neighbours, which on a circle is exact
/// however unequal the distances are.
fn normal(before: Point, point: Point, after: Point, side: f64) -> Option<Point> {
    let (back, forth) = (point.minus(before), after.minus(point));
    let (a, b) = (back.length(), forth.length());
    if a == 0.0 || b == 0.0 {
        return unit(after.minus(before)).map(|t| Point::new(t.y * side, -t.x * side));
    }
    // Derivative over chord length of the parabola through the three points.
    let tangent = Point::new(
        back.x / a * b + forth.x / b * a,
        back.y / a * b + forth.y / b * a,
    );
    unit(tangent).map(|t| Point::new(t.y * side, -t.x * side))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half a circle below the annulus, from the left ring to the right one, unequal steps.
    fn half_circle(radius: f64) -> Vec<Point> {
        [0.0, 0.1, 0.3, 0.45, 0.7, 0.8, 1.0]
            .map(|share| {
                let (sine, cosine) = libm::sincos(core::f64::consts::PI * (1.0 - share));
                Point::new(300.0 + radius * cosine, 200.0 + radius * sine)
            })
            .to_vec()
    }

    #[test]
    fn around_a_circle_the_wall_is_equally_thick() {
        let endo = half_circle(100.0);
        let epi = predicted(&endo, Contour::Open, 0.05, 600.0).unwrap();
        for (inner, outer) in endo.iter().zip(&epi) {
            assert!((inner.distance(*outer) - 30.0).abs() < 1e-9);
            let radius = outer.distance(Point::new(300.0, 200.0));
            assert!((radius - 130.0).abs() < 0.5, "{radius}");
        }
        assert!((epi[0].x - 170.0).abs() < 1e-9 && (epi[0].y - 200.0).abs() < 1e-9);
        let reversed: Vec<Point> = endo.into_iter().rev().collect();
        let epi = predicted(&reversed, Contour::Open, 0.05, 600.0).unwrap();
        assert!(
            epi.iter()
                .all(|p| p.distance(Point::new(300.0, 200.0)) > 129.0)
        );
    }

    #[test]
    fn round_a_short_axis_every_point_moves_along_its_normal() {
        let centre = Point::new(300.0, 200.0);
        for turn in [1.0, -1.0] {
            let endo: Vec<Point> = [0.0, 0.4, 1.3, 2.2, 3.0, 4.1, 5.5]
                .map(|angle| {
                    let (sine, cosine) = libm::sincos(turn * angle);
                    Point::new(300.0 + 100.0 * cosine, 200.0 + 100.0 * sine)
                })
                .to_vec();
            for point in predicted(&endo, Contour::Closed, 0.05, 600.0).unwrap() {
                // The normal of the parabola through three points of a circle is within its curvature.
                assert!((point.distance(centre) - 130.0).abs() < 0.5);
            }
        }
    }

    #[test]
    fn an_oval_grows_by_the_wall_along_both_axes() {
        let oval = [(100.0, 200.0), (300.0, 200.0), (200.0, 260.0)].map(|(x, y)| Point::new(x, y));
        let epi = predicted(&oval, Contour::Oval, 0.05, 600.0).unwrap();
        let expected = [(70.0, 200.0), (330.0, 200.0), (200.0, 290.0)];
        for (found, (x, y)) in epi.iter().zip(expected) {
            assert!(found.distance(Point::new(x, y)) < 1e-9);
        }
    }

    #[test]
    fn another_thickness_keeps_what_was_moved_by_hand() {
        let endo = half_circle(100.0);
        let mut epi = predicted(&endo, Contour::Open, 0.05, 600.0).unwrap();
        epi[3] = endo[3].towards(epi[3], 1.2);
        let thick = rescaled(&endo, &epi, 0.05, 0.1).unwrap();
        assert!((endo[3].distance(thick[3]) - 72.0).abs() < 1e-9);
        assert!((endo[1].distance(thick[1]) - 60.0).abs() < 1e-9);
        let back = rescaled(&endo, &thick, 0.1, 0.05).unwrap();
        assert!(back.iter().zip(&epi).all(|(a, b)| a.distance(*b) < 1e-9));
    }

    #[test]
    fn what_cannot_be_predicted_is_refused() {
        let endo = half_circle(100.0);
        assert_eq!(
            predicted(&endo[..2], Contour::Open, 0.05, 600.0),
            Err(EpiError::NoContour)
        );
        assert_eq!(
            predicted(&endo, Contour::Open, 0.16, 600.0),
            Err(EpiError::Thickness)
        );
        assert_eq!(
            predicted(&endo, Contour::Open, f64::NAN, 600.0),
            Err(EpiError::Thickness)
        );
        assert_eq!(
            rescaled(&endo, &endo[1..], 0.05, 0.1),
            Err(EpiError::NoContour)
        );
    }

    #[test]
    fn points_are_placed_by_their_angle_about_the_annulus() {
        let contour = half_circle(100.0);
        for left_out in 1..6 {
            let mut rest = contour.clone();
            let point = rest.remove(left_out);
            assert_eq!(place_in_contour(&rest, point), left_out);
            let mirrored: Vec<Point> = rest.iter().map(|p| Point::new(p.x, 400.0 - p.y)).collect();
            let place = place_in_contour(&mirrored, Point::new(point.x, 400.0 - point.y));
            assert_eq!(place, left_out);
        }
        assert_eq!(place_in_contour(&[contour[0], contour[6]], contour[3]), 1);
        assert_eq!(place_in_contour(&[], contour[0]), 0);
    }
}
