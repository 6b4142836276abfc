//! The oval: two ends of one axis, and a third point for the half width of the other.

use crate::geometry::Point;

/// The third point brought to the end of the other half axis: on the perpendicular through the
/// middle, at the cursor's distance from the axis and on its side. None when the first two are one.
pub fn third_point([first, second]: [Point; 2], cursor: Point) -> Option<Point> {
    let axis = second.minus(first);
    let length = axis.length();
    if length == 0.0 || !length.is_finite() {
        return None;
    }
    Some(beside(
        [first, second],
        axis.cross(cursor.minus(first)) / length,
    ))
}

/// The third point of an oval whose other axis is this share of the first (0.85 of heads, 0.9 of
/// abdomens), on the side of the cursor where there is one.
pub fn third_by_ratio(
    [first, second]: [Point; 2],
    ratio: f64,
    cursor: Option<Point>,
) -> Option<Point> {
    let axis = second.minus(first);
    let length = axis.length();
    if length == 0.0 || !(ratio > 0.0 && ratio <= 1.0) {
        return None;
    }
    let side = cursor.map_or(1.0, |cursor| axis.cross(cursor.minus(first)));
    let half_width = ratio * length / 2.0;
    Some(beside(
        [first, second],
        if side < 0.0 { -half_width } else { half_width },
    ))
}

/// Perpendicular to the axis from its middle, positive to the right of the way from first to second
/// as it is seen on the screen.
fn beside([first, second]: [Point; 2], distance: f64) -> Point {
    let axis = second.minus(first);
    let length = axis.length();
    let middle = first.towards(second, 0.5);
    Point::new(
        middle.x - axis.y / length * distance,
        middle.y + axis.x / length * distance,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ellipse::Oval;

    const ENDS: [Point; 2] = [Point::new(100.0, 100.0), Point::new(400.0, 500.0)];

    #[test]
    fn the_constraint_changes_no_oval() {
        for cursor in [Point::new(300.0, 120.0), Point::new(90.0, 480.0)] {
            let third = third_point(ENDS, cursor).unwrap();
            let free = Oval::through([ENDS[0], ENDS[1], cursor])
                .unwrap()
                .semi_axes();
            let held = Oval::through([ENDS[0], ENDS[1], third])
                .unwrap()
                .semi_axes();
            assert!((free.0 - held.0).abs() < 1e-9 && (free.1 - held.1).abs() < 1e-9);
            let middle = Point::new(250.0, 300.0);
            assert!(third.minus(middle).dot(ENDS[1].minus(ENDS[0])).abs() < 1e-9);
            let side = |p: Point| ENDS[1].minus(ENDS[0]).cross(p.minus(ENDS[0])) > 0.0;
            assert_eq!(side(third), side(cursor));
        }
        assert_eq!(third_point([ENDS[0]; 2], ENDS[1]), None);
    }

    #[test]
    fn presets_give_their_ratio() {
        for ratio in [0.85, 0.9] {
            let third = third_by_ratio(ENDS, ratio, None).unwrap();
            let (a, b) = Oval::through([ENDS[0], ENDS[1], third])
                .unwrap()
                .semi_axes();
            assert!((b / a - ratio).abs() < 1e-12 && (a - 250.0).abs() < 1e-9);
        }
        assert_eq!(third_by_ratio(ENDS, 1.5, None), None);
    }
}
