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

/// Widths across the axis at the middles of `count` equal disks: distances between the outermost
/// crossings of the perpendicular there, the chord that closes the contour included; 0 where the
/// contour is not met.
pub fn widths(contour: &[Point], axis: &LongAxis, count: usize) -> Vec<f64> {
    let stations: Vec<f64> = (0..count)
        .map(|index| (index as f64 + 0.5) / count as f64 * axis.length)
        .collect();
    let coordinates: Vec<(f64, f64)> = contour
        .iter()
        .map(|point| {
            let vector = point.minus(axis.base);
            (vector.dot(axis.direction), axis.direction.cross(vector))
        })
        .collect();
    let mut extents: Vec<Option<(f64, f64)>> = vec![None; count];
    // The contour is closed: behind the last point comes the first.
    let following = coordinates.iter().skip(1).chain(coordinates.first());
    for (&(along_a, across_a), &(along_b, across_b)) in coordinates.iter().zip(following) {
        let (low, high) = (along_a.min(along_b), along_a.max(along_b));
        // The first station that may lie on the piece; the conversion saturates.
        let mut index = (low / axis.length * count as f64 - 1.5).max(0.0) as usize;
        while let Some(&at) = stations.get(index).filter(|at| **at < high) {
            if low <= at {
                let fraction = (at - along_a) / (along_b - along_a);
                let across = across_a + (across_b - across_a) * fraction;
                extents[index] = Some(extents[index].map_or((across, across), |(least, most)| {
                    (least.min(across), most.max(across))
                }));
            }
            index += 1;
        }
    }
    let width = |extent: Option<(f64, f64)>| extent.map_or(0.0, |(least, most)| most - least);
    extents.into_iter().map(width).collect()
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
