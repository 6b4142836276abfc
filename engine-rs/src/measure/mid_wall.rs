//! The line halfway between endocardium and epicardium (docs/tracking.md#mid-wall-strain).
//!
//! It joins the middles between places at the same share of the arc length from the ring point to the
//! apex, on both lines and on each wall separately. The task force of EACVI, ASE and the industry takes
//! the midline of the wall as halfway between both borders (Voigt et al. 2015,
//! doi:10.1093/ehjci/jeu184).

use super::strain::{length_between, place_at};
use crate::geometry::Point;

/// Pieces of each wall of the mid-wall line: as fine as the lines that it is made of, so that its
/// length is as exact as theirs (`curves::Fineness::MEASURED`).
pub const PIECES: usize = 256;

/// One border of both walls: from ring point over apex to ring point.
#[derive(Debug)]
pub struct Border<'a> {
    /// Its positions.
    pub contour: &'a [Point],
    /// Place of the apex (`strain::place_of_apex`).
    pub apex: f64,
    /// Arc lengths of both walls.
    pub walls: [f64; 2],
}

impl<'a> Border<'a> {
    /// A contour with the place of its apex.
    pub fn new(contour: &'a [Point], apex: f64) -> Self {
        let last = contour.len().saturating_sub(1) as f64;
        let wall = length_between(contour, [0.0, apex]);
        Self {
            contour,
            apex,
            walls: [wall, length_between(contour, [apex, last])],
        }
    }

    /// Positions at equal shares of each wall, `PIECES` to a wall.
    fn positions(&self) -> Vec<Point> {
        let [wall, other] = self.walls;
        let share = |piece: usize| piece as f64 / PIECES as f64;
        let first = (0..PIECES).map(|piece| share(piece) * wall);
        let second = (0..=PIECES).map(|piece| wall + share(piece) * other);
        at_lengths(self.contour, first.chain(second))
    }

    /// The place on the mid-wall line at the share of the wall that a place of this border has.
    fn on_mid_wall(&self, place: f64) -> f64 {
        let [wall, other] = self.walls;
        let pieces = PIECES as f64;
        if place <= self.apex {
            return pieces * length_between(self.contour, [0.0, place]) / wall;
        }
        pieces + pieces * length_between(self.contour, [self.apex, place]) / other
    }

    /// The place of this border at an arc length share of the mid-wall line's place.
    fn place_of(&self, on_mid_wall: f64) -> f64 {
        let [wall, other] = self.walls;
        let pieces = PIECES as f64;
        let target = if on_mid_wall <= pieces {
            on_mid_wall / pieces * wall
        } else {
            wall + (on_mid_wall - pieces) / pieces * other
        };
        place_at(self.contour, target)
    }
}

/// Positions at arc lengths, which do not decrease, from the first position of a contour.
fn at_lengths(contour: &[Point], lengths: impl Iterator<Item = f64>) -> Vec<Point> {
    let (mut piece, mut passed) = (0, 0.0);
    let length_of = |piece: usize| contour[piece].distance(contour[piece + 1]);
    lengths
        .map(|target| {
            while piece + 2 < contour.len() && passed + length_of(piece) < target {
                passed += length_of(piece);
                piece += 1;
            }
            let length = length_of(piece);
            let share = if length > 0.0 {
                ((target - passed) / length).clamp(0.0, 1.0)
            } else {
                0.0
            };
            contour[piece].towards(contour[piece + 1], share)
        })
        .collect()
}

/// The mid-wall line; its apex is position [`PIECES`]. None where a wall has no length.
pub fn mid_wall(inner: &Border, outer: &Border) -> Option<Vec<Point>> {
    let mut walls = inner.walls.iter().chain(&outer.walls);
    if !walls.all(|wall| wall.is_finite() && *wall > 0.0) {
        return None;
    }
    let pairs = inner.positions().into_iter().zip(outer.positions());
    Some(pairs.map(|(one, other)| one.towards(other, 0.5)).collect())
}

/// Places of both borders that belong to a place of the mid-wall line.
pub fn tissue_at(inner: &Border, outer: &Border, on_mid_wall: f64) -> [f64; 2] {
    [inner, outer].map(|border| border.place_of(on_mid_wall))
}

/// Where the tissue at a place of each border is on the mid-wall line: in the middle of their shares.
pub fn place_of_tissue(inner: &Border, outer: &Border, tissue: [f64; 2]) -> f64 {
    (inner.on_mid_wall(tissue[0]) + outer.on_mid_wall(tissue[1])) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polyline;

    /// Half a circle of many pieces, with its apex in the middle.
    fn half_circle(radius: f64, pieces: usize) -> Vec<Point> {
        let angle = |step: usize| core::f64::consts::PI * step as f64 / pieces as f64;
        let position = |step| {
            let at = angle(step);
            Point::new(-radius * libm::cos(at), radius * libm::sin(at))
        };
        (0..=pieces).map(position).collect()
    }

    #[test]
    fn between_two_circles_is_the_circle_of_the_mean_radius() {
        let (inner, outer) = (half_circle(2.0, 500), half_circle(3.0, 744));
        let borders = [Border::new(&inner, 250.0), Border::new(&outer, 372.0)];
        let found = mid_wall(&borders[0], &borders[1]).unwrap();
        for position in &found {
            let radius = position.distance(Point::new(0.0, 0.0));
            assert!((radius - 2.5).abs() < 1e-4, "{radius}");
        }
        let length = polyline::length(&found);
        assert!((length / (2.5 * core::f64::consts::PI) - 1.0).abs() < 1e-4);
        assert!((found[PIECES].x).abs() < 1e-9);
    }

    #[test]
    fn a_place_leads_to_tissue_and_back() {
        let (inner, outer) = (half_circle(2.0, 90), half_circle(3.0, 50));
        let borders = [Border::new(&inner, 45.0), Border::new(&outer, 25.0)];
        for place in [0.0, 100.5, 256.0, 300.25, 512.0] {
            let tissue = tissue_at(&borders[0], &borders[1], place);
            let back = place_of_tissue(&borders[0], &borders[1], tissue);
            assert!((back - place).abs() < 1e-9, "{place} {back}");
        }
    }

    #[test]
    fn a_wall_without_length_has_no_middle() {
        let inner = half_circle(2.0, 10);
        let point = vec![Point::new(0.0, 0.0); 3];
        let borders = [Border::new(&inner, 5.0), Border::new(&point, 1.0)];
        assert!(mid_wall(&borders[0], &borders[1]).is_none());
    }
}
