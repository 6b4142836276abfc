//! Where beside a line the tissue lies that its blocks show. At an edge of a wall they show the wall
//! on one side and what hardly echoes on the other, and are found again by the wall.

use super::matching::BLOCK;
use super::plane::Plane;
use crate::geometry::{Point, polyline};

/// Points on each side whose depths are averaged, and over which a line's stretch is measured.
const REACH: usize = 10;
/// Share by which the wall of a ring gets thinner where it gets longer by 1: 1 for the stretch along
/// it, and the rest for the stretch through the plane, which is not seen.
const RING_THINNING: f64 = 1.4;
/// A line is a ring if its ends are at most this many times as far apart as its points are.
const RING_GAP: f64 = 2.0;
/// Width that is added to a chamber's, in parts of its length: the width of a nearly straight line
/// is hardly known, and changes little then.
const LEAST_WIDTH: f64 = 0.02;
/// Least and greatest stretch that is believed, of a piece of a line and around a chamber.
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
/// `line` to `goal`. A wall keeps its volume: it gets thinner by as much as it gets longer along the
/// line and around the chamber.
pub fn thinning(line: &[Point], goal: &[Point], depths: &[Point]) -> Vec<Point> {
    let lengths = |line: &[Point]| running(line.windows(2).map(|ends| ends[0].distance(ends[1])));
    let (before, after) = (lengths(line), lengths(goal));
    let ring = is_ring(line, before[before.len() - 1]);
    let around = if ring { 1.0 } else { widening(line, goal) };
    let share = if ring { RING_THINNING } else { 1.0 };
    let each = depths.iter().enumerate();
    each.map(|(at, depth)| {
        let (from, to) = (at.saturating_sub(REACH), (at + REACH).min(line.len() - 1));
        let (length, longer) = (before[to] - before[from], after[to] - after[from]);
        if length <= 0.0 {
            return Point::new(0.0, 0.0);
        }
        let stretch = (longer / length).clamp(STRETCH_LIMITS.0, STRETCH_LIMITS.1);
        let by = share * (1.0 / (stretch * around) - 1.0);
        Point::new(by * depth.x, by * depth.y)
    })
    .collect()
}

/// The ends of a ring are neighbours.
fn is_ring(line: &[Point], length: f64) -> bool {
    let ends = line.first().zip(line.last());
    let gaps = line.len().saturating_sub(1) as f64;
    ends.is_some_and(|(first, last)| first.distance(*last) * gaps <= RING_GAP * length)
}

/// Stretch around a chamber that a line goes around from ring to apex to ring: of its mean width,
/// which is its area over its length.
fn widening(line: &[Point], goal: &[Point]) -> f64 {
    let length = |line: &[Point]| {
        let middle = line[0].towards(line[line.len() - 1], 0.5);
        let ways = line.iter().map(|at| at.distance(middle));
        ways.fold(0.0, f64::max)
    };
    let (before, after) = (length(line), length(goal));
    if before <= 0.0 || after <= 0.0 {
        return 1.0;
    }
    let least = LEAST_WIDTH * before;
    let width = |line: &[Point], length: f64| polyline::area(line) / length + least;
    (width(goal, after) / width(line, before)).clamp(STRETCH_LIMITS.0, STRETCH_LIMITS.1)
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
        // A straight line has no chamber: a wall that is a quarter longer is a fifth thinner.
        for by in thinning(&upright(50.0, 6.0), &upright(53.0, 7.5), &depth) {
            assert!((by.x + 1.0).abs() < 1e-12 && by.y.abs() < 1e-12);
        }
        for by in thinning(&upright(50.0, 0.0), &upright(53.0, 7.5), &depth) {
            assert_eq!(by, Point::new(0.0, 0.0));
        }
    }

    /// Points on a circle of this radius, up to a turn.
    fn arc(radius: f64, turn: f64) -> Vec<Point> {
        let place = |step: u32| {
            let angle = turn * f64::from(step) / 60.0;
            Point::new(radius * libm::cos(angle), radius * libm::sin(angle))
        };
        (0..60).map(place).collect()
    }

    #[test]
    fn a_wall_that_shortens_along_and_around_a_chamber_keeps_its_volume() {
        let half = std::f64::consts::PI * 60.0 / 59.0;
        let depth = vec![Point::new(5.0, 0.0); 60];
        let kept = 5.0 * (1.0 / (0.8 * 0.8) - 1.0);
        for by in thinning(&arc(100.0, half), &arc(80.0, half), &depth) {
            // The least width takes a fiftieth of the radius: a hundredth of the shortening.
            assert!((by.x - kept).abs() < 0.03, "{} {kept}", by.x);
        }
    }

    #[test]
    fn of_a_ring_only_the_stretch_along_it_is_seen() {
        let depth = vec![Point::new(5.0, 0.0); 60];
        let turn = std::f64::consts::TAU;
        for by in thinning(&arc(100.0, turn), &arc(80.0, turn), &depth) {
            assert!((by.x - 5.0 * RING_THINNING * 0.25).abs() < 1e-9);
        }
    }
}
