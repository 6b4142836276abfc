//! Cubic spline over the cumulative length of the chords: free ends when open, periodic when
//! closed. Smoother than Catmull-Rom, but every point moves the whole curve.

use super::contour::Contour;
use super::{CurveError, Piecewise, natural};
use crate::geometry::Point;

/// The curve with its parameter values.
#[derive(Debug, Clone)]
pub struct ChordSpline {
    knots: Vec<f64>,
    x: Piecewise,
    y: Piecewise,
    end: Point,
}

impl ChordSpline {
    /// From points of which no two neighbours coincide.
    pub(super) fn new(mut points: Vec<Point>, closed: bool) -> Result<Self, CurveError> {
        let knots = chord_knots(&points, closed);
        if closed {
            points.extend(points.first().copied());
        }
        let end = *points.last().ok_or(CurveError::TooFewPoints)?;
        let fit = if closed {
            natural::periodic
        } else {
            natural::natural
        };
        let along = |pick: fn(&Point) -> f64| points.iter().map(pick).collect::<Vec<f64>>();
        Ok(Self {
            x: fit(&knots, &along(|point| point.x))?,
            y: fit(&knots, &along(|point| point.y))?,
            knots,
            end,
        })
    }
}

/// Parameter of each point: length of the chords before it; when closed, that of the way back to
/// the first follows.
pub fn chord_knots(points: &[Point], closed: bool) -> Vec<f64> {
    let back = points.first().filter(|_| closed);
    let mut length = 0.0;
    let mut knots = Vec::with_capacity(points.len() + 1);
    let mut before: Option<Point> = None;
    for &point in points.iter().chain(back) {
        length += before.map_or(0.0, |before| before.distance(point));
        knots.push(length);
        before = Some(point);
    }
    knots
}

impl Contour for ChordSpline {
    fn segments(&self) -> usize {
        self.knots.len() - 1
    }

    fn at(&self, segment: usize, share: f64) -> Point {
        let (start, end) = (self.knots[segment], self.knots[segment + 1]);
        let parameter = start + (end - start) * share;
        match (self.x.at(parameter), self.y.at(parameter)) {
            (Some(x), Some(y)) => Point::new(x, y),
            // Rounding may put the last parameter a bit past the end.
            _ => self.end,
        }
    }
}
