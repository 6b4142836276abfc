//! Points that lines share: the rings of ventricle and atrium.

use crate::geometry::Point;

/// The last point of a line snaps within this distance, px (docs/specification.md#image-analysis).
pub const LAST_POINT_SNAP_PX: f64 = 10.0;

/// A point of another line with its control point type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shared<'a> {
    /// Type, e.g. `septum wall ring`.
    pub kind: &'a str,
    /// Where it is.
    pub point: Point,
}

/// The first point of a line goes to the point that another line shares with it: of the same type,
/// the nearest.
pub fn first_point(kind: &str, cursor: Point, shared: &[Shared]) -> Point {
    nearest(cursor, shared.iter().filter(|found| found.kind == kind)).unwrap_or(cursor)
}

/// The last point goes to a shared point, of whatever type, that is near enough.
pub fn last_point(cursor: Point, shared: &[Shared]) -> Point {
    let found = nearest(cursor, shared.iter());
    found
        .filter(|point| point.distance(cursor) <= LAST_POINT_SNAP_PX)
        .unwrap_or(cursor)
}

fn nearest<'a>(cursor: Point, shared: impl Iterator<Item = &'a Shared<'a>>) -> Option<Point> {
    let mut best: Option<Point> = None;
    for found in shared {
        if best.is_none_or(|best| found.point.distance(cursor) < best.distance(cursor)) {
            best = Some(found.point);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_points_go_to_their_like_and_last_ones_to_what_is_near() {
        let shared = [
            Shared {
                kind: "septum wall ring",
                point: Point::new(100.0, 100.0),
            },
            Shared {
                kind: "free wall ring",
                point: Point::new(300.0, 100.0),
            },
        ];
        let far = Point::new(150.0, 140.0);
        assert_eq!(
            first_point("septum wall ring", far, &shared),
            shared[0].point
        );
        assert_eq!(first_point("apex", far, &shared), far);
        let at_edge = Point::new(306.0, 108.0);
        assert_eq!(last_point(at_edge, &shared), shared[1].point);
        let beyond = Point::new(306.0, 108.1);
        assert_eq!(last_point(beyond, &shared), beyond);
        assert_eq!(last_point(far, &[]), far);
    }
}
