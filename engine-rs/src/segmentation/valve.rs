//! The valve: two hinges and an apex on the perpendicular through their middle.

use super::{PixelScale, on_perpendicular};
use crate::geometry::Point;

/// Distance by which a copied valve is put next to the first, px (docs/specification.md#image-analysis).
pub const COPY_OFFSET_PX: f64 = 100.0;

/// The apex brought to the perpendicular bisector of the hinges; none when they are one point.
pub fn apex(hinges: [Point; 2], cursor: Point, scale: PixelScale) -> Option<Point> {
    let middle = hinges[0].towards(hinges[1], 0.5);
    on_perpendicular(hinges, middle, cursor, scale)
}

/// A second valve copied from the first: next to it to the right, or to the left where the image
/// ends; kept inside the image where it fits nowhere.
pub fn copied(points: &[Point], image_width: f64) -> Vec<Point> {
    let columns = || points.iter().map(|point| point.x);
    let right = columns().fold(f64::NEG_INFINITY, f64::max);
    let left = columns().fold(f64::INFINITY, f64::min);
    let shift = if right + COPY_OFFSET_PX <= image_width - 1.0 {
        COPY_OFFSET_PX
    } else if left >= COPY_OFFSET_PX {
        -COPY_OFFSET_PX
    } else {
        (image_width - 1.0 - right).max(0.0)
    };
    let moved = |point: &Point| Point::new(point.x + shift, point.y);
    points.iter().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_apex_is_as_far_from_both_hinges_in_cm() {
        let hinges = [Point::new(100.0, 200.0), Point::new(240.0, 260.0)];
        let scale = [0.02, 0.03];
        let apex = apex(hinges, Point::new(150.0, 100.0), scale).unwrap();
        let cm = |p: Point| Point::new(p.x * scale[0], p.y * scale[1]);
        let far = hinges.map(|hinge| cm(apex).distance(cm(hinge)));
        assert!((far[0] - far[1]).abs() < 1e-12 && apex.y < 230.0);
    }

    #[test]
    fn a_copy_stands_100_px_beside_on_the_side_where_it_fits() {
        let valve = [Point::new(300.0, 5.0), Point::new(420.0, 9.0)];
        assert_eq!(copied(&valve, 800.0)[0], Point::new(400.0, 5.0));
        assert_eq!(copied(&valve, 500.0)[1], Point::new(320.0, 9.0));
        let wide = [Point::new(50.0, 0.0), Point::new(150.0, 0.0)];
        assert_eq!(copied(&wide, 200.0)[1].x, 199.0);
    }
}
