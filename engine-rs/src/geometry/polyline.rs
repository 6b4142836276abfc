//! Lines of straight pieces: length, area, crossings, equally spaced positions.

use super::Point;
use super::blocks::{BLOCKS_PER_RUN, PIECES_PER_BLOCK, blocks, gathered, meet};

/// Sum of the pieces' lengths.
pub fn length(points: &[Point]) -> f64 {
    points
        .windows(2)
        .map(|ends| ends[0].distance(ends[1]))
        .sum()
}

/// Area inside, closed by the straight chord from last to first; either orientation.
///
/// Counted from the first point, so that far away positions lose no digits.
pub fn area(points: &[Point]) -> f64 {
    let Some(&origin) = points.first() else {
        return 0.0;
    };
    let twice: f64 = points
        .windows(2)
        .map(|ends| ends[0].minus(origin).cross(ends[1].minus(origin)))
        .sum();
    twice.abs() / 2.0
}

/// `count` positions at equal steps of arc length between two fractions of the whole, ends
/// included. Empty when the line has no length.
pub fn equally_spaced(points: &[Point], [from, to]: [f64; 2], count: usize) -> Vec<Point> {
    let total = length(points);
    if total <= 0.0 || count < 2 {
        return Vec::new();
    }
    let mut positions = Vec::with_capacity(count);
    let (mut piece, mut passed) = (0, 0.0);
    let last_piece = points.len() - 2;
    for index in 0..count {
        let share = index as f64 / (count - 1) as f64;
        let target = total * (from + (to - from) * share);
        let mut here = points[piece].distance(points[piece + 1]);
        while piece < last_piece && passed + here < target {
            passed += here;
            piece += 1;
            here = points[piece].distance(points[piece + 1]);
        }
        let fraction = if here > 0.0 {
            ((target - passed) / here).clamp(0.0, 1.0)
        } else {
            0.0
        };
        positions.push(points[piece].towards(points[piece + 1], fraction));
    }
    positions
}

/// Some piece touches or crosses another that is not its neighbour; the closing chord counts.
pub fn crosses_itself(points: &[Point]) -> bool {
    let count = points.len();
    let boxes = blocks(points, true);
    let runs = gathered(&boxes);
    let pieces_of = |block: usize| {
        let first = block * PIECES_PER_BLOCK;
        first..(first + PIECES_PER_BLOCK).min(count)
    };
    let piece = |index: usize| (points[index], points[(index + 1) % count]);
    let apart =
        |first: usize, second: usize| second >= first + 2 && !(first == 0 && second == count - 1);
    for (one, bounds) in boxes.iter().enumerate() {
        // The closing chord does not belong to a run.
        let run = one * PIECES_PER_BLOCK..(one + 2) * PIECES_PER_BLOCK;
        let smooth = run.end < count && runs_one_way(points, run);
        // A run that goes one way neither crosses itself nor its continuation in the next block.
        let first_other = if smooth { one + 2 } else { one };
        let met_runs =
            (first_other / BLOCKS_PER_RUN..runs.len()).filter(|&run| meet(bounds, &runs[run]));
        let met = met_runs.flat_map(|run| {
            let first = (run * BLOCKS_PER_RUN).max(first_other);
            let last = ((run + 1) * BLOCKS_PER_RUN).min(boxes.len());
            (first..last).filter(|&other| meet(bounds, &boxes[other]))
        });
        for other in met {
            for first in pieces_of(one) {
                let (a, b) = piece(first);
                for second in pieces_of(other).filter(|second| apart(first, *second)) {
                    let (c, d) = piece(second);
                    if boxes_meet((a, b), (c, d)) && pieces_meet((a, b), (c, d)) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Every piece of the run goes forward along the chord of the run, and none turns back.
fn runs_one_way(points: &[Point], pieces: core::ops::Range<usize>) -> bool {
    let chord = points[pieces.end].minus(points[pieces.start]);
    let forward = |piece: usize| points[piece + 1].minus(points[piece]).dot(chord) > 0.0;
    pieces.into_iter().all(forward)
}

fn boxes_meet((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    a.x.min(b.x) <= c.x.max(d.x)
        && c.x.min(d.x) <= a.x.max(b.x)
        && a.y.min(b.y) <= c.y.max(d.y)
        && c.y.min(d.y) <= a.y.max(b.y)
}

/// For pieces whose boxes meet: the ends of each are on both sides of, or on, the other.
fn pieces_meet((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let side = |p: Point, q: Point, r: Point| q.minus(p).cross(r.minus(p));
    let apart = |one: f64, other: f64| (one > 0.0 && other > 0.0) || (one < 0.0 && other < 0.0);
    !apart(side(a, b, c), side(a, b, d)) && !apart(side(c, d, a), side(c, d, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::spiral;

    fn points(list: &[[f64; 2]]) -> Vec<Point> {
        list.iter().map(|&[x, y]| Point::new(x, y)).collect()
    }

    #[test]
    fn a_rectangle_has_its_area_and_length_in_both_orientations() {
        let mut rectangle = points(&[[1e6, 5.0], [1e6 + 3.0, 5.0], [1e6 + 3.0, 9.0], [1e6, 9.0]]);
        assert_eq!((area(&rectangle), length(&rectangle)), (12.0, 10.0));
        rectangle.reverse();
        assert_eq!(area(&rectangle), 12.0);
        assert!(!crosses_itself(&rectangle));
    }

    #[test]
    fn a_bow_tie_crosses_itself() {
        assert!(crosses_itself(&points(&[
            [0.0, 0.0],
            [2.0, 2.0],
            [2.0, 0.0],
            [0.0, 2.0]
        ])));
        assert!(!crosses_itself(&points(&[
            [0.0, 0.0],
            [2.0, 2.0],
            [2.0, 0.0]
        ])));
    }

    #[test]
    fn equal_steps_follow_the_arc_length() {
        let corner = points(&[[0.0, 0.0], [3.0, 0.0], [3.0, 1.0]]);
        let steps = equally_spaced(&corner, [0.0, 1.0], 5);
        let expected = points(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [3.0, 1.0]]);
        assert_eq!(steps, expected);
        assert!(equally_spaced(&corner[..1], [0.0, 1.0], 5).is_empty());
    }

    #[test]
    fn the_chord_that_closes_a_wave_crosses_it_wherever_it_ends() {
        for count in 12..60 {
            let wave: Vec<Point> = (0..count)
                .map(|step| Point::new(f64::from(step), libm::sin(f64::from(step) * 0.5) + 0.3))
                .collect();
            assert!(crosses_itself(&wave), "{count}");
            let arch: Vec<Point> = (0..count)
                .map(|step| f64::from(step) / f64::from(count - 1) * core::f64::consts::PI)
                .map(|turn| Point::new(-libm::cos(turn), libm::sin(turn)))
                .collect();
            assert!(!crosses_itself(&arch), "{count}");
        }
    }

    #[test]
    fn boxes_hide_no_crossing() {
        // A spiral of many pieces, then the same with its end thrown across all turns.
        let spiral = spiral();
        assert!(!crosses_itself(&spiral[..25]));
        assert!(crosses_itself(&spiral));
    }
}
