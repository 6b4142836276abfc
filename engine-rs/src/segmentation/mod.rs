//! Shapes that a person draws, and the constraints on their points.
//!
//! Positions are stored pixels. Straight lines and right angles refer to the picture in cm where a
//! scale is given, because pixels may be higher than wide; an oval is drawn in pixels.
//!
//! - [`oval`], [`valve`], [`endo_epi`]: shapes with special rules
//! - [`completion`]: when a line is complete
//! - [`snap`]: points that lines share
//! - [`pins`], [`drag`]: points held on a line, on an onset or next to their neighbours
//! - [`caliper`]: straight and perpendicular templates
//! - [`sampling`]: any line as positions to draw
//! - [`whole`]: a line moved, scaled or turned
//! - [`stroke`]: a line drawn by a free hand

pub mod caliper;
pub mod completion;
pub mod drag;
pub mod endo_epi;
pub mod oval;
pub mod pins;
pub mod sampling;
pub mod snap;
pub mod stroke;
pub mod valve;
pub mod whole;

use crate::geometry::Point;

/// cm per pixel of both axes; `[1, 1]` where the image is not calibrated.
pub type PixelScale = [f64; 2];

/// The point of the line through `anchor` at a right angle to `first`-`second` that is nearest to
/// `cursor`, all in the metric of the picture; none when the first two are one point.
pub fn on_perpendicular(
    [first, second]: [Point; 2],
    anchor: Point,
    cursor: Point,
    scale: PixelScale,
) -> Option<Point> {
    let axis = to_cm(second, scale).minus(to_cm(first, scale));
    let normal = Point::new(-axis.y, axis.x);
    project(to_cm(anchor, scale), normal, to_cm(cursor, scale)).map(|found| to_px(found, scale))
}

/// The point of the line through both that is nearest to `cursor`, in the metric of the picture.
pub fn on_line([first, second]: [Point; 2], cursor: Point, scale: PixelScale) -> Option<Point> {
    let axis = to_cm(second, scale).minus(to_cm(first, scale));
    project(to_cm(first, scale), axis, to_cm(cursor, scale)).map(|found| to_px(found, scale))
}

fn project(origin: Point, direction: Point, from: Point) -> Option<Point> {
    let square = direction.dot(direction);
    if square == 0.0 {
        return None;
    }
    let along = from.minus(origin).dot(direction) / square;
    let found = Point::new(
        origin.x + direction.x * along,
        origin.y + direction.y * along,
    );
    (found.x.is_finite() && found.y.is_finite()).then_some(found)
}

fn to_cm(point: Point, [sx, sy]: PixelScale) -> Point {
    Point::new(point.x * sx, point.y * sy)
}

fn to_px(point: Point, [sx, sy]: PixelScale) -> Point {
    Point::new(point.x / sx, point.y / sy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_angles_are_those_of_the_picture_in_cm() {
        // Pixels twice as high as wide: the line (0, 0)-(100, 50) runs at 45 degrees in cm.
        let ends = [Point::new(0.0, 0.0), Point::new(100.0, 50.0)];
        let found = on_perpendicular(ends, ends[1], Point::new(90.0, 60.0), [0.01, 0.02]).unwrap();
        let cm = |p: Point| Point::new(p.x * 0.01, p.y * 0.02);
        let (arm, axis) = (cm(found).minus(cm(ends[1])), cm(ends[1]).minus(cm(ends[0])));
        assert!(arm.dot(axis).abs() < 1e-12 && arm.length() > 0.0);
        let on = on_line(ends, Point::new(70.0, 10.0), [0.01, 0.02]).unwrap();
        assert!((on.x - 2.0 * on.y).abs() < 1e-9);
        assert_eq!(on_line([ends[0]; 2], ends[1], [1.0, 1.0]), None);
    }
}
