//! One segment of a contour.

use crate::geometry::Point;

/// One segment: coefficients of 1, s, s^2, s^3 for a share s from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cubic {
    /// Of the column.
    pub x: [f64; 4],
    /// Of the row.
    pub y: [f64; 4],
}

impl Cubic {
    /// The position at a share.
    pub fn at(&self, share: f64) -> Point {
        let value = |c: &[f64; 4]| ((c[3] * share + c[2]) * share + c[1]) * share + c[0];
        Point::new(value(&self.x), value(&self.y))
    }

    /// The velocity at a share, in pixels per segment.
    pub fn velocity(&self, share: f64) -> Point {
        let slope = |c: &[f64; 4]| (3.0 * c[3] * share + 2.0 * c[2]) * share + c[1];
        Point::new(slope(&self.x), slope(&self.y))
    }

    /// The straight segment from one point to another.
    pub fn straight(from: Point, to: Point) -> Self {
        Self {
            x: [from.x, to.x - from.x, 0.0, 0.0],
            y: [from.y, to.y - from.y, 0.0, 0.0],
        }
    }
}
