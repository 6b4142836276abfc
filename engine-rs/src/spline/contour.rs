//! Contours in the plane: one curve kind behind one trait, sampled by equal steps of each segment.

use super::CurveError;
use super::catmull_rom::CatmullRom;
use super::chord_spline::ChordSpline;
use crate::geometry::Point;

/// Samples of each segment for drawing, lengths and areas (measurements.md 9).
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

/// A curve of segments, each running from one point to the next.
pub trait Contour {
    /// Segments; when closed as many as points.
    fn segments(&self) -> usize;
    /// Position at a share from 0 to 1 of a segment.
    fn at(&self, segment: usize, share: f64) -> Point;
}

/// Straight pieces.
struct Straight(Vec<Point>);

impl Contour for Straight {
    fn segments(&self) -> usize {
        self.0.len() - 1
    }

    fn at(&self, segment: usize, share: f64) -> Point {
        self.0[segment].towards(self.0[segment + 1], share)
    }
}

/// Drops points that repeat their neighbour, and when closed a last one that repeats the first.
pub(super) fn distinct(points: &[Point], closed: bool) -> Vec<Point> {
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
pub fn fit(
    kind: ContourKind,
    points: &[Point],
    closed: bool,
) -> Result<Box<dyn Contour>, CurveError> {
    if points
        .iter()
        .any(|point| !(point.x.is_finite() && point.y.is_finite()))
    {
        return Err(CurveError::NotFinite);
    }
    let mut kept = distinct(points, closed);
    if kept.len() < if closed { 3 } else { 2 } {
        return Err(CurveError::TooFewPoints);
    }
    Ok(match kind {
        ContourKind::CatmullRom => Box::new(CatmullRom::new(kept, closed)),
        ContourKind::ChordSpline => Box::new(ChordSpline::new(kept, closed)?),
        ContourKind::Straight => {
            if closed {
                kept.extend(kept.first().copied());
            }
            Box::new(Straight(kept))
        }
    })
}

/// `per_segment` positions of every segment, then the end of the last one: for a closed curve the
/// first position again.
pub fn sample(curve: &dyn Contour, per_segment: usize) -> Vec<Point> {
    let segments = curve.segments();
    let mut positions = Vec::with_capacity(segments * per_segment + 1);
    for segment in 0..segments {
        for step in 0..per_segment {
            positions.push(curve.at(segment, step as f64 / per_segment as f64));
        }
    }
    if segments > 0 {
        positions.push(curve.at(segments - 1, 1.0));
    }
    positions
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
                let samples = sample(curve.as_ref(), SAMPLES_PER_SEGMENT);
                for point in corner() {
                    let near = samples.iter().any(|found| found.distance(point) < 1e-9);
                    assert!(near, "{kind:?} {closed} {point:?}");
                }
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
