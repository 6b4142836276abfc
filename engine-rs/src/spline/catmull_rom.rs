//! Centripetal Catmull-Rom (Lee 1989, Yuksel 2011): through every point, local, without cusps or
//! loops inside a segment.

use super::contour::Contour;
use crate::geometry::Point;

/// The curve through distinct points, two or more.
#[derive(Debug, Clone)]
pub struct CatmullRom {
    points: Vec<Point>,
    closed: bool,
}

impl CatmullRom {
    /// From points of which no two neighbours coincide.
    pub(super) fn new(points: Vec<Point>, closed: bool) -> Self {
        Self { points, closed }
    }

    /// Point `index`, counted round when closed; beyond an open end the neighbour mirrored in it.
    fn point(&self, index: isize) -> Point {
        let count = self.points.len() as isize;
        if self.closed {
            return self.points[index.rem_euclid(count) as usize];
        }
        let mirrored = |end: Point, neighbour: Point| {
            Point::new(2.0 * end.x - neighbour.x, 2.0 * end.y - neighbour.y)
        };
        if index < 0 {
            mirrored(self.points[0], self.points[1])
        } else if index >= count {
            let last = self.points.len() - 1;
            mirrored(self.points[last], self.points[last - 1])
        } else {
            self.points[index as usize]
        }
    }
}

impl Contour for CatmullRom {
    fn segments(&self) -> usize {
        self.points.len() - usize::from(!self.closed)
    }

    fn at(&self, segment: usize, share: f64) -> Point {
        let first = segment as isize - 1;
        let p: [Point; 4] = core::array::from_fn(|offset| self.point(first + offset as isize));
        // Parameter steps are roots of distances: alpha 0.5.
        let step = |a: Point, b: Point| a.distance(b).sqrt();
        let (t0, t1, t2) = (step(p[0], p[1]), step(p[1], p[2]), step(p[2], p[3]));
        let axis = |pick: fn(Point) -> f64| {
            let [a, b, c, d] = p.map(pick);
            let tangent_b = ((b - a) / t0 - (c - a) / (t0 + t1) + (c - b) / t1) * t1;
            let tangent_c = ((c - b) / t1 - (d - b) / (t1 + t2) + (d - c) / t2) * t1;
            let cubic = 2.0 * (b - c) + tangent_b + tangent_c;
            let square = 3.0 * (c - b) - 2.0 * tangent_b - tangent_c;
            ((cubic * share + square) * share + tangent_b) * share + b
        };
        Point::new(axis(|point| point.x), axis(|point| point.y))
    }
}
