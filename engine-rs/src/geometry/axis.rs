//! Long axis of a cavity and the chords across it (measurements.md 2).

use super::Point;

/// From the middle of the annulus to the farthest point of the contour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LongAxis {
    /// Middle of first and last point.
    pub base: Point,
    /// Unit vector towards the apex.
    pub direction: Point,
    /// Distance from base to apex, positive.
    pub length: f64,
}

/// The long axis of an open contour; none when it has no extent.
pub fn long_axis(contour: &[Point]) -> Option<LongAxis> {
    let base = contour.first()?.towards(*contour.last()?, 0.5);
    let (mut length, mut direction) = (0.0, None);
    for point in contour {
        let vector = point.minus(base);
        let distance = vector.length();
        if distance > length {
            length = distance;
            direction = Some(Point::new(vector.x / distance, vector.y / distance));
        }
    }
    Some(LongAxis {
        base,
        direction: direction?,
        length,
    })
}

/// Widths across the axis at the middles of `count` equal disks; 0 where the contour is not met.
pub fn widths(contour: &[Point], axis: &LongAxis, count: usize) -> Vec<f64> {
    (0..count)
        .map(|index| {
            let station = (index as f64 + 0.5) / count as f64 * axis.length;
            width(contour, axis, station)
        })
        .collect()
}

/// Distance between the outermost crossings of the perpendicular at `station`; the chord that
/// closes the contour counts.
fn width(contour: &[Point], axis: &LongAxis, station: f64) -> f64 {
    let coordinates = |point: Point| {
        let vector = point.minus(axis.base);
        (vector.dot(axis.direction), axis.direction.cross(vector))
    };
    let mut extent: Option<(f64, f64)> = None;
    let following = contour.iter().skip(1).chain(contour.first());
    for (&start, &end) in contour.iter().zip(following) {
        let ((along_a, across_a), (along_b, across_b)) = (coordinates(start), coordinates(end));
        if (along_a <= station) == (along_b <= station) {
            continue;
        }
        let fraction = (station - along_a) / (along_b - along_a);
        let across = across_a + (across_b - across_a) * fraction;
        extent = Some(extent.map_or((across, across), |(low, high)| {
            (low.min(across), high.max(across))
        }));
    }
    extent.map_or(0.0, |(low, high)| high - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_narrows_towards_its_apex() {
        let triangle = [
            Point::new(-2.0, 0.0),
            Point::new(0.0, 8.0),
            Point::new(2.0, 0.0),
        ];
        let axis = long_axis(&triangle).unwrap();
        assert_eq!((axis.length, axis.direction), (8.0, Point::new(0.0, 1.0)));
        let found = widths(&triangle, &axis, 4);
        for (width, expected) in found.iter().zip([3.5, 2.5, 1.5, 0.5]) {
            assert!((width - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn a_single_point_has_no_axis() {
        assert_eq!(long_axis(&[Point::new(1.0, 1.0)]), None);
        assert_eq!(long_axis(&[]), None);
    }
}
