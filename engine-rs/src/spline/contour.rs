//! Contours in the plane: every kind is made of cubics, one from each point to the next.

use super::CurveError;
use super::cubic::Cubic;
use super::{catmull_rom, chord_spline};
use crate::geometry::Point;

/// Samples of each segment for drawing.
pub const SAMPLES_PER_SEGMENT: usize = 10;
/// Neighbours closer than this many pixels are one point.
const SAME_POINT_PX: f64 = 1e-9;

/// How a contour runs between its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContourKind {
    /// Centripetal Catmull-Rom, the default.
    CatmullRom,
    /// Cubic spline over chord length.
    ChordSpline,
    /// Straight pieces.
    Straight,
}

/// A contour through its points.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    pub(super) cubics: Vec<Cubic>,
    /// The position both ends of a closed curve meet in; the last point of an open one.
    end: Point,
}

impl Curve {
    /// Segments; when closed as many as points.
    pub fn segments(&self) -> usize {
        self.cubics.len()
    }

    /// The position at a parameter that counts segments from 0; the end beyond the last one.
    pub fn at(&self, parameter: f64) -> Point {
        // The conversion saturates at 0.
        let segment = parameter as usize;
        match self.cubics.get(segment) {
            Some(cubic) => cubic.at(parameter - segment as f64),
            None => self.end,
        }
    }

    /// `per_segment` positions of every segment, then the end: for a closed curve the first
    /// position again, to the bit.
    pub fn sample(&self, per_segment: usize) -> Vec<Point> {
        let mut positions = Vec::with_capacity(self.cubics.len() * per_segment + 1);
        for cubic in &self.cubics {
            for step in 0..per_segment {
                positions.push(cubic.at(step as f64 / per_segment as f64));
            }
        }
        positions.push(self.end);
        positions
    }
}

/// Drops points that repeat their neighbour, and when closed a last point that repeats the first.
fn distinct(points: &[Point], closed: bool) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for &point in points {
        if kept
            .last()
            .is_none_or(|last| last.distance(point) >= SAME_POINT_PX)
        {
            kept.push(point);
        }
    }
    while closed && kept.len() > 1 && kept[0].distance(kept[kept.len() - 1]) < SAME_POINT_PX {
        kept.pop();
    }
    kept
}

/// The curve through the points, in pixels.
///
/// # Errors
/// Fewer than two distinct points (three when closed), or coordinates that are not finite.
pub fn fit(kind: ContourKind, points: &[Point], closed: bool) -> Result<Curve, CurveError> {
    if points
        .iter()
        .any(|point| !(point.x.is_finite() && point.y.is_finite()))
    {
        return Err(CurveError::NotFinite);
    }
    let kept = distinct(points, closed);
    if kept.len() < if closed { 3 } else { 2 } {
        return Err(CurveError::TooFewPoints);
    }
    let end = kept[if closed { 0 } else { kept.len() - 1 }];
    let cubics = match kind {
        ContourKind::CatmullRom => catmull_rom::cubics(&kept, closed),
        ContourKind::ChordSpline => chord_spline::cubics(kept, closed)?,
        ContourKind::Straight => {
            let following = kept.iter().skip(1).chain(kept.first().filter(|_| closed));
            kept.iter()
                .zip(following)
                .map(|(from, to)| Cubic::straight(*from, *to))
                .collect()
        }
    };
    Ok(Curve { cubics, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner() -> Vec<Point> {
        vec![
            Point::new(0.0, 0.0),
            Point::new(30.0, 10.0),
            Point::new(30.0, 10.0),
            Point::new(40.0, 60.0),
            Point::new(-10.0, 70.0),
        ]
    }

    #[test]
    fn every_kind_runs_through_every_point() {
        for kind in [
            ContourKind::CatmullRom,
            ContourKind::ChordSpline,
            ContourKind::Straight,
        ] {
            for closed in [false, true] {
                let curve = fit(kind, &corner(), closed).unwrap();
                assert_eq!(curve.segments(), if closed { 4 } else { 3 });
                let samples = curve.sample(SAMPLES_PER_SEGMENT);
                for point in corner() {
                    let near = samples.iter().any(|found| found.distance(point) < 1e-9);
                    assert!(near, "{kind:?} {closed} {point:?}");
                }
                let ends_meet = samples.first() == samples.last();
                assert_eq!(ends_meet, closed);
            }
        }
    }

    #[test]
    fn segments_meet_without_a_gap_or_a_corner() {
        for kind in [ContourKind::CatmullRom, ContourKind::ChordSpline] {
            let curve = fit(kind, &corner(), true).unwrap();
            let following = curve.cubics.iter().skip(1).chain(curve.cubics.first());
            for (cubic, next) in curve.cubics.iter().zip(following) {
                assert!(cubic.at(1.0).distance(next.at(0.0)) < 1e-12);
                let (before, after) = (cubic.velocity(1.0), next.velocity(0.0));
                let turn = before.cross(after) / (before.length() * after.length());
                assert!(turn.abs() < 1e-12 && before.dot(after) > 0.0, "{kind:?}");
            }
        }
    }

    #[test]
    fn too_few_points_make_no_curve() {
        let one = [Point::new(1.0, 1.0), Point::new(1.0, 1.0)];
        for kind in [ContourKind::CatmullRom, ContourKind::ChordSpline] {
            assert!(fit(kind, &one, false).is_err());
            assert!(fit(kind, &corner()[..2], true).is_err());
        }
        let bad = [Point::new(f64::NAN, 0.0), Point::new(1.0, 1.0)];
        assert!(matches!(
            fit(ContourKind::Straight, &bad, false),
            Err(CurveError::NotFinite)
        ));
    }
}
