//! Centripetal Catmull-Rom (Lee 1989, Yuksel 2011): through every point, local, without cusps or
//! loops inside a segment.

use super::cubic::Cubic;
use crate::geometry::Point;

/// The segments through two or more points of which no two neighbours coincide. Beyond an open
/// end stands the neighbour mirrored in it; a closed curve goes round.
pub(super) fn cubics(points: &[Point], closed: bool) -> Vec<Cubic> {
    let count = points.len();
    let mirrored = |end: Point, neighbour: Point| {
        Point::new(2.0 * end.x - neighbour.x, 2.0 * end.y - neighbour.y)
    };
    let (before, after) = if closed {
        (points[count - 1], [points[0], points[1]])
    } else {
        let after = mirrored(points[count - 1], points[count - 2]);
        (mirrored(points[0], points[1]), [after, after])
    };
    let mut all = Vec::with_capacity(count + 3);
    all.push(before);
    all.extend_from_slice(points);
    all.extend(&after[..if closed { 2 } else { 1 }]);
    // Parameter steps are roots of distances: alpha 0.5.
    let steps: Vec<f64> = all
        .windows(2)
        .map(|ends| ends[0].distance(ends[1]).sqrt())
        .collect();
    all.windows(4)
        .zip(steps.windows(3))
        .map(|(p, t)| segment([p[0], p[1], p[2], p[3]], [t[0], t[1], t[2]]))
        .collect()
}

/// The segment from the second to the third point.
fn segment(p: [Point; 4], [t0, t1, t2]: [f64; 3]) -> Cubic {
    let axis = |pick: fn(Point) -> f64| {
        let [a, b, c, d] = p.map(pick);
        let tangent_b = ((b - a) / t0 - (c - a) / (t0 + t1) + (c - b) / t1) * t1;
        let tangent_c = ((c - b) / t1 - (d - b) / (t1 + t2) + (d - c) / t2) * t1;
        let cubic = 2.0 * (b - c) + tangent_b + tangent_c;
        let square = 3.0 * (c - b) - 2.0 * tangent_b - tangent_c;
        [b, tangent_b, square, cubic]
    };
    Cubic {
        x: axis(|point| point.x),
        y: axis(|point| point.y),
    }
}
