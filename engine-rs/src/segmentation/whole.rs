//! A whole line moved, scaled or turned about the middle of its points.

use serde::{Deserialize, Serialize};

use super::{PixelScale, to_cm, to_px};
use crate::geometry::Point;

/// Effect of a drag on the whole line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// Along with the pointer.
    Move,
    /// By the ratio of the pointer's distances from the middle.
    Scale,
    /// By the angle that the pointer went round the middle.
    Turn,
}

/// The points after the pointer went `from` one position `to` another; none without a middle to
/// scale or turn about. Angles and distances refer to the picture in cm, so that a shape keeps its
/// form where pixels are higher than wide.
pub fn moved(
    points: &[Point],
    motion: Motion,
    from: Point,
    to: Point,
    scale: PixelScale,
) -> Option<Vec<Point>> {
    let (from, to) = (to_cm(from, scale), to_cm(to, scale));
    let middle = middle_of(points, scale)?;
    let (before, after) = (from.minus(middle), to.minus(middle));
    let square = before.dot(before);
    // Real and imaginary part of the factor by which distances from the middle are multiplied.
    let [real, imaginary] = match motion {
        Motion::Move => {
            let way = to.minus(from);
            let shifted = |point: &Point| {
                let cm = to_cm(*point, scale);
                to_px(Point::new(cm.x + way.x, cm.y + way.y), scale)
            };
            return finite(points.iter().map(shifted).collect());
        }
        Motion::Scale => [after.length() / before.length(), 0.0],
        Motion::Turn => {
            let lengths = before.length() * after.length();
            [before.dot(after) / lengths, before.cross(after) / lengths]
        }
    };
    if square == 0.0 || (real == 0.0 && imaginary == 0.0) {
        return None;
    }
    let turned = |point: &Point| {
        let way = to_cm(*point, scale).minus(middle);
        let x = middle.x + way.x * real - way.y * imaginary;
        let y = middle.y + way.x * imaginary + way.y * real;
        to_px(Point::new(x, y), scale)
    };
    finite(points.iter().map(turned).collect())
}

fn middle_of(points: &[Point], scale: PixelScale) -> Option<Point> {
    let count = points.len() as f64;
    let sum = |axis: fn(&Point) -> f64| points.iter().map(axis).sum::<f64>();
    (!points.is_empty()).then(|| {
        let mean = Point::new(sum(|point| point.x) / count, sum(|point| point.y) / count);
        to_cm(mean, scale)
    })
}

fn finite(points: Vec<Point>) -> Option<Vec<Point>> {
    let all = points.iter().all(|p| p.x.is_finite() && p.y.is_finite());
    all.then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Point> {
        [(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)]
            .map(|(x, y)| Point::new(x, y))
            .to_vec()
    }

    fn close(found: &[Point], expected: [(f64, f64); 4]) {
        for (point, (x, y)) in found.iter().zip(expected) {
            assert!(point.distance(Point::new(x, y)) < 1e-9, "{point:?}");
        }
    }

    #[test]
    fn a_line_moves_scales_and_turns_about_its_middle() {
        let by = |motion, from: (f64, f64), to: (f64, f64)| {
            let point = |(x, y)| Point::new(x, y);
            moved(&square(), motion, point(from), point(to), [1.0, 1.0]).unwrap()
        };
        close(
            &by(Motion::Move, (3.0, 3.0), (8.0, 1.0)),
            [(5.0, -2.0), (25.0, -2.0), (25.0, 18.0), (5.0, 18.0)],
        );
        close(
            &by(Motion::Scale, (20.0, 10.0), (30.0, 10.0)),
            [(-10.0, -10.0), (30.0, -10.0), (30.0, 30.0), (-10.0, 30.0)],
        );
        close(
            &by(Motion::Turn, (20.0, 10.0), (10.0, 90.0)),
            [(20.0, 0.0), (20.0, 20.0), (0.0, 20.0), (0.0, 0.0)],
        );
    }

    #[test]
    fn a_turn_keeps_lengths_in_cm_where_pixels_are_higher_than_wide() {
        let scale = [0.02, 0.04];
        let points = [Point::new(100.0, 100.0), Point::new(150.0, 100.0)];
        let (from, to) = (Point::new(150.0, 100.0), Point::new(125.0, 112.5));
        let turned = moved(&points, Motion::Turn, from, to, scale).unwrap();
        let length = to_cm(turned[0], scale).distance(to_cm(turned[1], scale));
        assert!((length - 1.0).abs() < 1e-9);
        assert!((turned[0].x - 125.0).abs() < 1e-9 && (turned[1].y - 112.5).abs() < 1e-9);
    }

    #[test]
    fn from_the_middle_itself_nothing_scales_or_turns() {
        let middle = Point::new(10.0, 10.0);
        for motion in [Motion::Scale, Motion::Turn] {
            let to = Point::new(30.0, 30.0);
            assert_eq!(moved(&square(), motion, middle, to, [1.0, 1.0]), None);
            assert_eq!(moved(&square(), motion, to, middle, [1.0, 1.0]), None);
        }
        assert_eq!(moved(&[], Motion::Move, middle, middle, [1.0, 1.0]), None);
    }
}
