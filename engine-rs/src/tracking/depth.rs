//! Where beside a line the tissue lies that its blocks show. At an edge of a wall they show the wall
//! on one side and what hardly echoes on the other, and are found again by the wall.

use super::matching::BLOCK;
use super::plane::Plane;
use crate::geometry::Point;

/// Points on each side whose depths are averaged, and over which a line's stretch is measured.
const REACH: usize = 10;
/// Share by which a wall gets thinner where it gets longer by 1. It is 1 where the area in the
/// picture is kept, and 2 where the volume is and the wall lengthens as much around the chamber.
const THINNING: f64 = 1.4;
/// Least and greatest stretch of a piece of a line that is believed.
const STRETCH_LIMITS: (f64, f64) = (0.5, 2.0);

/// From each place of a line to the middle of the tissue that its block shows, across the line, in
/// stored pixels of the frame. Nothing where the block leaves the picture.
pub fn depths(plane: &Plane, line: &[Point]) -> Vec<Point> {
    let across: Vec<Point> = (0..line.len()).map(|at| normal(line, at)).collect();
    let own = line.iter().zip(&across);
    let sums = running(own.map(|(at, across)| bright_middle(plane, *at).dot(*across)));
    let along = across.iter().enumerate();
    along
        .map(|(at, across)| {
            let (from, to) = (at.saturating_sub(REACH), (at + REACH + 1).min(line.len()));
            let depth = (sums[to] - sums[from]) / (to - from) as f64;
            Point::new(depth * across.x, depth * across.y)
        })
        .collect()
}

/// How much farther the tissue at these depths moves than the line itself, when the line goes from
/// `line` to `goal`: a wall that gets longer gets thinner.
pub fn thinning(line: &[Point], goal: &[Point], depths: &[Point]) -> Vec<Point> {
    let lengths = |line: &[Point]| running(line.windows(2).map(|ends| ends[0].distance(ends[1])));
    let (before, after) = (lengths(line), lengths(goal));
    let each = depths.iter().enumerate();
    each.map(|(at, depth)| {
        let (from, to) = (at.saturating_sub(REACH), (at + REACH).min(line.len() - 1));
        let (length, longer) = (before[to] - before[from], after[to] - after[from]);
        if length <= 0.0 {
            return Point::new(0.0, 0.0);
        }
        let stretch = (longer / length).clamp(STRETCH_LIMITS.0, STRETCH_LIMITS.1);
        let by = THINNING * (1.0 / stretch - 1.0);
        Point::new(by * depth.x, by * depth.y)
    })
    .collect()
}

/// Sums of the values before each place, and of all.
fn running(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sums = vec![0.0];
    let mut sum = 0.0;
    for value in values {
        sum += value;
        sums.push(sum);
    }
    sums
}

/// Across a line at one of its places; no direction where its neighbours are in one place.
fn normal(line: &[Point], at: usize) -> Point {
    let ends = (at.saturating_sub(1), (at + 1).min(line.len() - 1));
    let along = line[ends.1].minus(line[ends.0]);
    let length = line[ends.1].distance(line[ends.0]);
    if length > 0.0 {
        Point::new(-along.y / length, along.x / length)
    } else {
        Point::new(0.0, 0.0)
    }
}

/// From a place to the middle of those pixels of its block that are brighter than the block's mean,
/// each weighted by how much: echoes of a wall spread into the dark as far as the beam is wide.
fn bright_middle(plane: &Plane, at: Point) -> Point {
    let half = (BLOCK / 2) as f64;
    let (left, top) = (at.x.round() - half, at.y.round() - half);
    let room = |size: usize| size as f64 - BLOCK as f64;
    let inside =
        (0.0..=room(plane.width())).contains(&left) && (0.0..=room(plane.height())).contains(&top);
    if !inside {
        return Point::new(0.0, 0.0);
    }
    let rows = (0..BLOCK).map(|y| plane.row(left as usize, top as usize + y, BLOCK));
    let sum: u32 = rows
        .clone()
        .flatten()
        .map(|&sample| u32::from(sample))
        .sum();
    let mean = (sum / (BLOCK * BLOCK) as u32) as u8;
    let (mut count, mut across, mut down) = (0, 0, 0);
    for (y, row) in (0_u32..).zip(rows) {
        let (mut own, mut own_across) = (0, 0);
        for (x, &sample) in (0_u32..).zip(row) {
            let bright = u32::from(sample.saturating_sub(mean));
            own += bright;
            own_across += bright * x;
        }
        count += own;
        across += own_across;
        down += own * y;
    }
    if count == 0 {
        return Point::new(0.0, 0.0);
    }
    let middle = |sum: u32| f64::from(sum) / f64::from(count);
    Point::new(left + middle(across) - at.x, top + middle(down) - at.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bright starting with a column.
    fn edge(column: usize) -> Plane {
        let row = |_| (0..100).map(move |x| if x < column { 40 } else { 120 });
        let samples: Vec<u8> = (0..100).flat_map(row).collect();
        Plane::copied(&samples, 100, 100, 100).unwrap()
    }

    fn upright(x: f64, spacing: f64) -> Vec<Point> {
        (0..7)
            .map(|at| Point::new(x, 20.0 + spacing * f64::from(at)))
            .collect()
    }

    #[test]
    fn tissue_at_an_edge_lies_a_quarter_of_a_block_away() {
        // The bright half of a block is 12 pixels wide: its middle is that of columns 50 to 61.
        for depth in depths(&edge(50), &upright(50.0, 6.0)) {
            assert!(
                (depth.x - 5.5).abs() < 1e-12 && depth.y.abs() < 1e-12,
                "{depth:?}"
            );
        }
        for depth in depths(&edge(50), &upright(50.0, 0.0)) {
            assert_eq!(depth, Point::new(0.0, 0.0));
        }
        // These blocks leave the picture.
        for depth in depths(&edge(50), &upright(5.0, 6.0)) {
            assert_eq!(depth, Point::new(0.0, 0.0));
        }
    }

    #[test]
    fn the_far_side_of_a_wall_that_gets_longer_comes_nearer() {
        let depth = vec![Point::new(5.0, 0.0); 7];
        for by in thinning(&upright(50.0, 6.0), &upright(53.0, 7.5), &depth) {
            assert!((by.x + THINNING).abs() < 1e-12 && by.y.abs() < 1e-12);
        }
        for by in thinning(&upright(50.0, 0.0), &upright(53.0, 7.5), &depth) {
            assert_eq!(by, Point::new(0.0, 0.0));
        }
    }
}
