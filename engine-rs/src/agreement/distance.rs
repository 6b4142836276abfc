//! Distances between two curves of straight pieces, in the unit of their points.
//!
//! Both are of the curves, not of their points: a point more or less on the same curve changes
//! nothing.

use crate::geometry::Point;
use crate::geometry::distance::Boxed;

/// The Hausdorff distance is found up to this.
const HAUSDORFF_TOLERANCE: f64 = 1e-6;

/// The greater of both directed Hausdorff distances (Huttenlocher et al. 1993,
/// doi:10.1109/34.232073): none with fewer than two points.
pub fn hausdorff(first: &[Point], second: &[Point]) -> Option<f64> {
    let there = directed_hausdorff(first, second)?;
    let back = directed_hausdorff(second, first)?;
    Some(there.max(back))
}

/// Mean of both directed mean distances along the curves: the average symmetric surface distance
/// of Heimann et al. 2009 (doi:10.1109/TMI.2009.2013851) in the plane. Taken in the middle of
/// parts no longer than `step`.
pub fn mean_distance(first: &[Point], second: &[Point], step: f64) -> Option<f64> {
    let there = directed_mean(first, second, step)?;
    let back = directed_mean(second, first, step)?;
    Some((there + back) / 2.0)
}

fn directed_mean(from: &[Point], to: &[Point], step: f64) -> Option<f64> {
    let to = Boxed::new(to);
    let (mut sum, mut length, mut near) = (0.0, 0.0, 0);
    for ends in from.windows(2) {
        let piece = ends[0].distance(ends[1]);
        let parts = (piece / step).ceil().max(1.0);
        for part in 0..parts as usize {
            let middle = ends[0].towards(ends[1], (part as f64 + 0.5) / parts);
            let found = to.nearest(middle, near)?;
            near = found.block;
            sum += found.distance * (piece / parts);
        }
        length += piece;
    }
    (length > 0.0).then(|| sum / length)
}

/// The farthest that a position of one curve lies from the other.
///
/// The farthest position need not be a point of the curve. The distance to one straight piece is
/// convex, so that along a piece of `from` it nowhere exceeds the greater of its values at both
/// ends: the least of these over the pieces of `to` bounds the whole, and a piece of `from` whose
/// bound exceeds what is found is halved.
fn directed_hausdorff(from: &[Point], to: &[Point]) -> Option<f64> {
    let boxed = Boxed::new(to);
    let distance = |position: Point| Some(boxed.nearest(position, 0)?.distance);
    let mut farthest = 0.0_f64;
    for &point in from {
        farthest = farthest.max(distance(point)?);
    }
    let mut left: Vec<[Point; 2]> = from.windows(2).map(|ends| [ends[0], ends[1]]).collect();
    while let Some([start, end]) = left.pop() {
        let enough = farthest + HAUSDORFF_TOLERANCE;
        if start.distance(end) <= HAUSDORFF_TOLERANCE || stays_within(to, [start, end], enough) {
            continue;
        }
        let middle = start.towards(end, 0.5);
        farthest = farthest.max(distance(middle)?);
        left.push([start, middle]);
        left.push([middle, end]);
    }
    Some(farthest)
}

/// Some piece of the curve has both ends within the distance, and so all between them.
fn stays_within(to: &[Point], ends: [Point; 2], distance: f64) -> bool {
    let near = |piece: &[Point], end: Point| {
        let along = piece[1].minus(piece[0]);
        let square = along.dot(along);
        let share = if square > 0.0 {
            (end.minus(piece[0]).dot(along) / square).clamp(0.0, 1.0)
        } else {
            0.0
        };
        piece[0].towards(piece[1], share).distance(end) <= distance
    };
    to.windows(2)
        .any(|piece| ends.iter().all(|&end| near(piece, end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[[f64; 2]]) -> Vec<Point> {
        list.iter().map(|&[x, y]| Point::new(x, y)).collect()
    }

    fn circle(radius: f64, count: usize) -> Vec<Point> {
        (0..=count)
            .map(|step| step as f64 / count as f64 * 2.0 * core::f64::consts::PI)
            .map(|turn| Point::new(radius * libm::cos(turn), radius * libm::sin(turn)))
            .collect()
    }

    #[test]
    fn the_farthest_position_may_lie_within_a_piece() {
        // The middle of the base is 4 from both walls, and its ends are on them.
        let base = points(&[[0.0, 0.0], [8.0, 0.0]]);
        let walls = points(&[[0.0, 0.0], [0.0, 9.0], [8.0, 9.0], [8.0, 0.0]]);
        assert!((directed_hausdorff(&base, &walls).unwrap() - 4.0).abs() <= 1e-6);
        assert!((directed_hausdorff(&walls, &base).unwrap() - 9.0).abs() <= 1e-6);
        assert!((hausdorff(&base, &walls).unwrap() - 9.0).abs() <= 1e-6);
    }

    #[test]
    fn circles_about_one_centre_are_as_far_as_their_radii_differ() {
        let (inner, outer) = (circle(20.0, 2000), circle(23.0, 2000));
        assert!((hausdorff(&inner, &outer).unwrap() - 3.0).abs() < 1e-4);
        assert!((mean_distance(&inner, &outer, 0.05).unwrap() - 3.0).abs() < 1e-4);
    }

    #[test]
    fn directed_means_differ_and_are_averaged() {
        // From the short line 1 everywhere; back 1 along its length, then growing.
        let short = points(&[[0.0, 0.0], [1.0, 0.0]]);
        let long = points(&[[0.0, 1.0], [3.0, 1.0]]);
        let tail = |t: f64| (t * (1.0 + t * t).sqrt() + libm::asinh(t)) / 2.0;
        let expected = (1.0 + (1.0 + tail(2.0)) / 3.0) / 2.0;
        assert!((mean_distance(&short, &long, 0.001).unwrap() - expected).abs() < 1e-6);
    }
}
