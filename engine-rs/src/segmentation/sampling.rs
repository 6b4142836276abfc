//! Any line as positions to draw: the same curves that are measured, cut more coarsely.

use crate::geometry::Point;
use crate::measure::curves::{Fineness, in_drawn_order, is_closed, sampled_line};
use crate::measure::image::{Interpolation, Line};
use crate::spline::piecewise::Piecewise;
use crate::spline::{ContourKind, Curve, fit, pchip};

/// Most positions of one strip's line.
const MAX_POSITIONS: usize = 100_000;

/// Positions of a plane's line on the screen: straight pieces, curves with 10 positions a
/// segment, ovals with 50. Empty while too few points are there.
pub fn on_plane(line: &Line) -> Vec<Point> {
    sampled_line(line, Fineness::DRAWN).unwrap_or_default()
}

/// Positions of a strip's line at every `step` columns and at every point; empty while its points
/// do not run to the right.
pub fn on_strip(line: &Line, step: f64) -> Vec<Point> {
    let columns: Vec<f64> = line.points.iter().map(|point| point.x).collect();
    let rows: Vec<f64> = line.points.iter().map(|point| point.y).collect();
    let curve = match line.interpolation {
        Interpolation::Linear => Piecewise::linear(&columns, &rows),
        _ => pchip::pchip(&columns, &rows),
    };
    let Ok(curve) = curve else {
        return Vec::new();
    };
    let [first, last] = curve.range();
    // Written so that NaN is refused too.
    if !(step > 0.0 && (last - first) / step < MAX_POSITIONS as f64) {
        return Vec::new();
    }
    let mut positions = Vec::new();
    for ends in columns.windows(2) {
        let steps = ((ends[1] - ends[0]) / step).ceil().max(1.0);
        for at in 0..steps as usize {
            let x = ends[0] + (ends[1] - ends[0]) * at as f64 / steps;
            positions.extend(curve.at(x).map(|y| Point::new(x, y)));
        }
    }
    positions.extend(curve.at(last).map(|y| Point::new(last, y)));
    positions
}

/// The curve of a plane's line, for the nearest position and insertion; none for ovals, which take
/// no further points, and while too few points are there.
pub fn curve_of(line: &Line) -> Option<Curve> {
    if line.shape == "oval" {
        return None;
    }
    let kind = match line.interpolation {
        Interpolation::Linear | Interpolation::Pchip => ContourKind::Straight,
        Interpolation::CatmullRom => ContourKind::CatmullRom,
        Interpolation::ChordSpline => ContourKind::ChordSpline,
    };
    fit(kind, &in_drawn_order(line), is_closed(line)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::image::ControlPoint;

    fn line(shape: &str, interpolation: Interpolation, points: &[[f64; 2]]) -> Line {
        let point = |&[x, y]: &[f64; 2]| ControlPoint {
            x,
            y,
            ..ControlPoint::default()
        };
        let points = points.iter().map(point).collect();
        Line::new("", shape, interpolation, points)
    }

    #[test]
    fn an_oval_has_50_positions_and_closes() {
        let oval = line(
            "oval",
            Interpolation::CatmullRom,
            &[[0.0, 0.0], [100.0, 0.0], [50.0, 30.0]],
        );
        let found = on_plane(&oval);
        assert_eq!((found.len(), found[0]), (51, found[50]));
        let on =
            |p: &Point| ((p.x - 50.0) / 50.0) * ((p.x - 50.0) / 50.0) + (p.y / 30.0) * (p.y / 30.0);
        assert!(found.iter().all(|p| (on(p) - 1.0).abs() < 1e-12));
        assert!(curve_of(&oval).is_none());
    }

    #[test]
    fn a_valve_runs_from_hinge_over_apex_to_hinge() {
        let valve = line(
            "valve",
            Interpolation::Linear,
            &[[0.0, 0.0], [100.0, 0.0], [50.0, 30.0]],
        );
        let found = on_plane(&valve);
        let apex = Point::new(50.0, 30.0);
        assert_eq!((found.len(), found[1]), (3, apex));
    }

    #[test]
    fn a_strip_is_sampled_at_every_point_and_not_beyond() {
        let strip = line(
            "curve",
            Interpolation::Pchip,
            &[[10.0, 5.0], [12.5, 9.0], [40.0, 1.0]],
        );
        let found = on_strip(&strip, 1.0);
        for [x, y] in [[10.0, 5.0], [12.5, 9.0], [40.0, 1.0]] {
            assert!(found.iter().any(|p| p.distance(Point::new(x, y)) < 1e-9));
        }
        assert!(
            found
                .windows(2)
                .all(|pair| pair[1].x - pair[0].x <= 1.0 + 1e-9)
        );
        assert!(on_strip(&strip, 0.0).is_empty() && on_strip(&strip, f64::NAN).is_empty());
        let backwards = line("curve", Interpolation::Pchip, &[[10.0, 5.0], [2.0, 9.0]]);
        assert!(on_strip(&backwards, 1.0).is_empty());
    }
}
