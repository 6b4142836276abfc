//! Distance of points from one line, for many points.

use super::Point;
use super::blocks::{Bounds, PIECES_PER_BLOCK, blocks, square_distance};

/// A line with boxes around its pieces.
#[derive(Debug)]
pub struct Boxed<'a> {
    points: &'a [Point],
    blocks: Vec<Bounds>,
}

impl<'a> Boxed<'a> {
    /// Boxes of an open line.
    pub fn new(points: &'a [Point]) -> Self {
        Self {
            points,
            blocks: blocks(points, false),
        }
    }

    /// Distance from a point to the nearest position of the line; none with fewer than two points.
    ///
    /// `within` is a distance that is known to be met: it saves looking at far blocks, infinity
    /// none of them.
    pub fn distance_within(&self, from: Point, within: f64) -> Option<f64> {
        let within = within * within;
        let mut least: Option<f64> = None;
        for (block, bounds) in self.blocks.iter().enumerate() {
            if square_distance(bounds, from) > least.unwrap_or(within).min(within) {
                continue;
            }
            let first = block * PIECES_PER_BLOCK;
            let last = (first + PIECES_PER_BLOCK + 1).min(self.points.len());
            for ends in self.points[first..last].windows(2) {
                let square = square_of_nearest(ends[0], ends[1], from);
                if least.is_none_or(|least| square < least) {
                    least = Some(square);
                }
            }
        }
        least.map(f64::sqrt)
    }
}

/// Square of the distance to the nearest position of one piece.
fn square_of_nearest(start: Point, end: Point, from: Point) -> f64 {
    let along = end.minus(start);
    let square = along.dot(along);
    let fraction = if square == 0.0 {
        0.0
    } else {
        (from.minus(start).dot(along) / square).clamp(0.0, 1.0)
    };
    let way = start.towards(end, fraction).minus(from);
    way.dot(way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::spiral;

    #[test]
    fn boxes_hide_nothing_near() {
        let spiral = spiral();
        let boxed = Boxed::new(&spiral);
        for step in 0..100 {
            let from = Point::new(
                f64::from(step % 10) * 40.0 - 200.0,
                f64::from(step / 10) * 40.0 - 200.0,
            );
            let each = spiral.windows(2);
            let least = each.map(|ends| square_of_nearest(ends[0], ends[1], from).sqrt());
            let least = least.fold(f64::INFINITY, f64::min);
            assert_eq!(boxed.distance_within(from, f64::INFINITY), Some(least));
            assert_eq!(boxed.distance_within(from, least * 1.001), Some(least));
        }
    }

    #[test]
    fn the_nearest_position_lies_inside_a_piece_or_on_a_corner() {
        let corner = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0]].map(|[x, y]| Point::new(x, y));
        let distance = |x, y| Boxed::new(&corner).distance_within(Point::new(x, y), f64::INFINITY);
        assert_eq!(distance(1.5, -2.0), Some(2.0));
        assert_eq!(distance(7.0, -3.0), Some(5.0));
        assert_eq!(
            Boxed::new(&corner[..1]).distance_within(corner[0], 1.0),
            None
        );
    }
}
