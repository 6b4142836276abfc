//! Long axis of a cavity and the chords across it (docs/measurements.md#geometry).

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
    /// Place of the apex among the points of the contour: of one between two points, the place of
    /// the first after it.
    pub apex: usize,
}

impl LongAxis {
    /// The farthest point of the contour.
    pub fn apex_point(&self) -> Point {
        Point::new(
            self.base.x + self.direction.x * self.length,
            self.base.y + self.direction.y * self.length,
        )
    }

    /// The axis to another apex; none where it is on the base.
    fn to(&self, apex: Point) -> Option<Self> {
        let vector = apex.minus(self.base);
        let length = vector.length();
        (length > 0.0).then(|| Self {
            direction: Point::new(vector.x / length, vector.y / length),
            length,
            ..*self
        })
    }

    /// The axis to the farthest position of a curve around the apex found among its samples.
    ///
    /// `position` gives the curve at a parameter in samples; the distance has one maximum between
    /// the neighbours of the farthest sample, which is closed in on by the golden section.
    pub fn refined(&self, position: impl Fn(f64) -> Point, samples: usize) -> Self {
        let (mut low, mut high) = (
            self.apex.saturating_sub(1) as f64,
            (self.apex + 1).min(samples.saturating_sub(1)) as f64,
        );
        let distance = |at: f64| position(at).distance(self.base);
        let step = (high - low) * GOLDEN;
        let (mut left, mut right) = (high - step, low + step);
        let (mut at_left, mut at_right) = (distance(left), distance(right));
        // Of the two positions inside, one is inside the next interval again.
        for _ in 0..GOLDEN_STEPS {
            if at_left < at_right {
                low = left;
                (left, at_left) = (right, at_right);
                right = low + (high - low) * GOLDEN;
                at_right = distance(right);
            } else {
                high = right;
                (right, at_right) = (left, at_left);
                left = high - (high - low) * GOLDEN;
                at_left = distance(left);
            }
        }
        let at = (low + high) / 2.0;
        let found = self.to(position(at));
        // A corner is farthest at a sample itself.
        match found.filter(|found| found.length > self.length) {
            Some(found) => Self {
                apex: at.ceil() as usize,
                ..found
            },
            None => *self,
        }
    }
}

/// Share of the golden section, (sqrt 5 - 1) / 2.
const GOLDEN: f64 = 0.618_033_988_749_894_9;
/// Steps of the golden section: two samples shrink to 1e-8 of one.
const GOLDEN_STEPS: usize = 40;

/// The long axis of an open contour; none when it has no extent.
pub fn long_axis(contour: &[Point]) -> Option<LongAxis> {
    let base = contour.first()?.towards(*contour.last()?, 0.5);
    let (mut length, mut direction, mut apex) = (0.0, None, 0);
    for (place, point) in contour.iter().enumerate() {
        let vector = point.minus(base);
        let distance = vector.length();
        if distance > length {
            length = distance;
            apex = place;
            direction = Some(Point::new(vector.x / distance, vector.y / distance));
        }
    }
    Some(LongAxis {
        base,
        direction: direction?,
        length,
        apex,
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
    // The contour is closed: after the last point comes the first.
    let following = coordinates.iter().skip(1).chain(coordinates.first());
    for (&(along_a, across_a), &(along_b, across_b)) in coordinates.iter().zip(following) {
        let (low, high) = (along_a.min(along_b), along_a.max(along_b));
        // The first possible station on the piece; the conversion saturates.
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
