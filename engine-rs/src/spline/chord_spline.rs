//! Cubic spline over the cumulative length of the chords: free ends when open, periodic when
//! closed. Smoother than Catmull-Rom, but every point moves the whole curve.

use super::cubic::Cubic;
use super::{CurveError, natural};
use crate::geometry::Point;

/// The segments through points of which no two neighbours coincide.
pub(super) fn cubics(mut points: Vec<Point>, closed: bool) -> Result<Vec<Cubic>, CurveError> {
    let knots = chord_knots(&points, closed);
    if closed {
        points.extend(points.first().copied());
    }
    let fit = if closed {
        natural::periodic
    } else {
        natural::natural
    };
    let along = |pick: fn(&Point) -> f64| points.iter().map(pick).collect::<Vec<f64>>();
    let x = fit(&knots, &along(|point| point.x))?;
    let y = fit(&knots, &along(|point| point.y))?;
    let segments = x.pieces().iter().zip(y.pieces()).zip(knots.windows(2));
    Ok(segments
        .map(|((x, y), ends)| {
            // From the length of the chord to a share of it.
            let h = ends[1] - ends[0];
            let shares = |c: &[f64; 4]| [c[0], c[1] * h, c[2] * h * h, c[3] * h * h * h];
            Cubic {
                x: shares(x),
                y: shares(y),
            }
        })
        .collect())
}

/// Parameter of each point: length of the chords before it; when closed, the length of the way back
/// to the first follows.
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
