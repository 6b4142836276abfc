//! Runs of pieces in boxes, so that far ones need not be looked at one by one.

use super::Point;

/// Pieces in one block.
pub const PIECES_PER_BLOCK: usize = 8;

/// Blocks in one run of blocks.
pub const BLOCKS_PER_RUN: usize = 8;

/// Least and greatest coordinates: `[min_x, min_y, max_x, max_y]`.
pub type Bounds = [f64; 4];

/// Bounds of each block of pieces, a piece running from each point to the next; with `closed` a
/// last piece runs back to the first point.
pub fn blocks(points: &[Point], closed: bool) -> Vec<Bounds> {
    let pieces = if closed {
        points.len()
    } else {
        points.len().saturating_sub(1)
    };
    let bounds = |start: usize| {
        let end = (start + PIECES_PER_BLOCK).min(pieces);
        let corners = (start..=end).map(|place| points[place % points.len()]);
        corners.fold(EMPTY, |bounds, point| {
            [
                lesser(bounds[0], point.x),
                lesser(bounds[1], point.y),
                greater(bounds[2], point.x),
                greater(bounds[3], point.y),
            ]
        })
    };
    (0..pieces).step_by(PIECES_PER_BLOCK).map(bounds).collect()
}

const EMPTY: Bounds = [
    f64::INFINITY,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NEG_INFINITY,
];

/// Bounds around runs of boxes that follow each other.
pub fn gathered(boxes: &[Bounds]) -> Vec<Bounds> {
    let around = |run: &[Bounds]| {
        run.iter().fold(EMPTY, |all, one| {
            [
                lesser(all[0], one[0]),
                lesser(all[1], one[1]),
                greater(all[2], one[2]),
                greater(all[3], one[3]),
            ]
        })
    };
    boxes.chunks(BLOCKS_PER_RUN).map(around).collect()
}

/// The boxes touch or overlap.
pub fn meet(a: &Bounds, b: &Bounds) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

/// No point of the box is nearer than the root of this.
pub fn square_distance(bounds: &Bounds, from: Point) -> f64 {
    let beside = |value: f64, min: f64, max: f64| greater(greater(min - value, value - max), 0.0);
    let across = beside(from.x, bounds[0], bounds[2]);
    let down = beside(from.y, bounds[1], bounds[3]);
    across * across + down * down
}

/// As `f64::min` of numbers, which WebAssembly calls a function for.
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// As `f64::max` of numbers.
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
