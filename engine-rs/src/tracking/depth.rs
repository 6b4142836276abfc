//! Where beside a line the tissue lies that its blocks show. At an edge of a wall they show the wall
//! on one side and what hardly echoes on the other, and are found again by the wall.

use super::matching::BLOCK;
use super::plane::Plane;
use crate::geometry::Point;

/// Points on each side whose depths are averaged, and over which a line's stretch is measured.
const REACH: usize = 10;
/// Share by which a wall gets thinner where it gets longer by 1, wherever it is.
const THINNING: f64 = 1.4;
/// The same in addition where a line is straight, by the stretch of the whole line. The sides of a
/// chamber thin by more than 2 because they also get longer around it. Carrying all of a line
/// farther would change its length where it bends, and so strain.
const STRAIGHT_THINNING: f64 = 1.7;
/// Least share of it where the line bends most: below 0 the line moves the other way there.
const LEAST_STRAIGHT: f64 = -0.2;
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
    if depths.is_empty() {
        return Vec::new();
    }
    let lengths = |line: &[Point]| running(line.windows(2).map(|ends| ends[0].distance(ends[1])));
    let (before, after) = (lengths(line), lengths(goal));
    let last = line.len() - 1;
    let shortening = |from: usize, to: usize| {
        let (length, longer) = (before[to] - before[from], after[to] - after[from]);
        if length > 0.0 {
            1.0 / (longer / length).clamp(STRETCH_LIMITS.0, STRETCH_LIMITS.1) - 1.0
        } else {
            0.0
        }
    };
    let whole = shortening(0, last);
    let each = depths.iter().zip(straightness(line)).enumerate();
    each.map(|(at, (depth, straight))| {
        let own = shortening(at.saturating_sub(REACH), (at + REACH).min(last));
        let by = THINNING * own + STRAIGHT_THINNING * straight * whole;
        Point::new(by * depth.x, by * depth.y)
    })
    .collect()
}

/// How straight a line is at each place: 1 where it is, 0 everywhere on a ring, and less where it
/// bends more. Shifts across the line by these shares leave its length as it is, but for
/// `LEAST_STRAIGHT`.
fn straightness(line: &[Point]) -> Vec<f64> {
    let bends = bends(line);
    let (sum, squares) = bends.iter().fold((0.0, 0.0), |sums, bend| {
        (sums.0 + bend, sums.1 + bend * bend)
    });
    let usual = if squares > 0.0 { sum / squares } else { 0.0 };
    let share = |bend: f64| (1.0 - usual * bend).max(LEAST_STRAIGHT);
    bends.into_iter().map(share).collect()
}

/// Sine of the turn of a line about each place, to one side positive. Places near an end have the turn
/// at the nearest place with enough neighbours on both sides; lines that are too short have 0.
fn bends(line: &[Point]) -> Vec<f64> {
    let bend = |middle: usize| {
        let before = line[middle].minus(line[middle - REACH]);
        let after = line[middle + REACH].minus(line[middle]);
        let size = (before.dot(before) * after.dot(after)).sqrt();
        if size > 0.0 {
            before.cross(after) / size
        } else {
            0.0
        }
    };
    let bend_near = |at: usize| {
        let last = line.len().checked_sub(REACH + 1);
        let last = last.filter(|last| *last >= REACH);
        last.map_or(0.0, |last| bend(at.clamp(REACH, last)))
    };
    (0..line.len()).map(bend_near).collect()
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

    /// Two straight sides that a half circle joins, 6 pixels from place to place.
    fn horseshoe(radius: f64) -> Vec<Point> {
        let side = |at: u32| 6.0 * f64::from(at) - 180.0;
        let turn = |at: u32| f64::from(at) * 6.0 / radius;
        let arc = (std::f64::consts::PI * radius / 6.0) as u32;
        let down = (0..30).map(|at| Point::new(-radius, side(at)));
        let around = (0..arc)
            .map(|at| Point::new(-radius * libm::cos(turn(at)), radius * libm::sin(turn(at))));
        let up = (0..30).map(|at| Point::new(radius, -6.0 * f64::from(at)));
        down.chain(around).chain(up).collect()
    }

    #[test]
    fn shifts_by_straightness_keep_the_length_of_a_chamber_and_narrow_it() {
        let line = horseshoe(40.0);
        let shares = straightness(&line);
        let moved = |shares: &[f64]| -> f64 {
            let places: Vec<Point> = (0..line.len())
                .map(|at| {
                    let across = normal(&line, at);
                    Point::new(
                        line[at].x + shares[at] * across.x,
                        line[at].y + shares[at] * across.y,
                    )
                })
                .collect();
            let length = |line: &[Point]| -> f64 {
                line.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
            };
            (length(&places) - length(&line)).abs()
        };
        // An even shift of 1 pixel changes a half circle by pi pixels.
        let even = moved(&vec![1.0; line.len()]);
        assert!((even - std::f64::consts::PI).abs() < 0.1, "{even}");
        assert!(moved(&shares) < 0.3 * even, "{}", moved(&shares));
        assert!(shares[..15].iter().all(|share| (share - 1.0).abs() < 1e-9));
    }

    #[test]
    fn a_ring_is_straight_nowhere() {
        let turn = |at: u32| f64::from(at) * std::f64::consts::TAU / 60.0;
        let ring: Vec<Point> = (0..60)
            .map(|at| Point::new(libm::cos(turn(at)), libm::sin(turn(at))))
            .collect();
        assert!(straightness(&ring).iter().all(|share| share.abs() < 1e-9));
    }

    #[test]
    fn the_far_side_of_a_wall_that_gets_longer_comes_nearer() {
        let depth = vec![Point::new(5.0, 0.0); 7];
        for by in thinning(&upright(50.0, 6.0), &upright(53.0, 7.5), &depth) {
            let expected = THINNING + STRAIGHT_THINNING;
            assert!((by.x + expected).abs() < 1e-12 && by.y.abs() < 1e-12);
        }
        for by in thinning(&upright(50.0, 0.0), &upright(53.0, 7.5), &depth) {
            assert_eq!(by, Point::new(0.0, 0.0));
        }
    }
}
