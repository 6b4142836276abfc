//! Distance of points from one line, for many points.

use super::Point;
use super::blocks::{BLOCKS_PER_RUN, Bounds, PIECES_PER_BLOCK, blocks, gathered, square_distance};

/// A line with boxes around its pieces, and around runs of those boxes.
#[derive(Debug)]
pub struct Boxed<'a> {
    points: &'a [Point],
    blocks: Vec<Bounds>,
    runs: Vec<Bounds>,
}

/// The nearest position of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// In the unit of the points.
    pub distance: f64,
    /// Block of the position: where to begin for a position close by.
    pub block: usize,
}

impl<'a> Boxed<'a> {
    /// Boxes of an open line.
    pub fn new(points: &'a [Point]) -> Self {
        let blocks = blocks(points, false);
        Self {
            points,
            runs: gathered(&blocks),
            blocks,
        }
    }

    /// The nearest position of the line to a point; none with fewer than two points.
    ///
    /// `begin` is the block that is looked at first. It changes how many are looked at, not what is
    /// found.
    pub fn nearest(&self, from: Point, begin: usize) -> Option<Nearest> {
        let mut least = f64::INFINITY;
        let mut nearest = None;
        let mut look = |block: usize, least: &mut f64| {
            let first = block * PIECES_PER_BLOCK;
            let last = (first + PIECES_PER_BLOCK + 1).min(self.points.len());
            for ends in self.points[first..last].windows(2) {
                let square = square_of_nearest(ends[0], ends[1], from);
                if square < *least {
                    *least = square;
                    nearest = Some(block);
                }
            }
        };
        if begin < self.blocks.len() {
            look(begin, &mut least);
        }
        for (run, bounds) in self.runs.iter().enumerate() {
            if square_distance(bounds, from) > least {
                continue;
            }
            let first = run * BLOCKS_PER_RUN;
            let last = (first + BLOCKS_PER_RUN).min(self.blocks.len());
            for block in first..last {
                if block != begin && square_distance(&self.blocks[block], from) <= least {
                    look(block, &mut least);
                }
            }
        }
        nearest.map(|block| Nearest {
            distance: least.sqrt(),
            block,
        })
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
            for begin in [0, 3, usize::MAX] {
                let found = boxed.nearest(from, begin).map(|found| found.distance);
                assert_eq!(found, Some(least));
            }
        }
    }

    #[test]
    fn the_nearest_position_lies_inside_a_piece_or_on_a_corner() {
        let corner = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0]].map(|[x, y]| Point::new(x, y));
        let distance = |x, y| {
            let found = Boxed::new(&corner).nearest(Point::new(x, y), 0);
            found.map(|found| found.distance)
        };
        assert_eq!(distance(1.5, -2.0), Some(2.0));
        assert_eq!(distance(7.0, -3.0), Some(5.0));
        assert_eq!(Boxed::new(&corner[..1]).nearest(corner[0], 0), None);
    }
}
