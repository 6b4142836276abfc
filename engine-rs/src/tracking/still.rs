//! Echoes that do not move with the tissue: ribs, reverberation, haze. Once a line has moved away
//! from a place, other tissue is seen there; what still looks alike does not move.

use super::matching::Template;
use super::overall::Overall;
use super::plane::Plane;
use super::search::Source;
use super::smooth::Measured;
use crate::geometry::Point;

/// Points on each side over which likeness is averaged: single blocks are alike by chance.
const REACH: usize = 6;
/// Displacements from which likeness begins to count, and from which it counts in full, in pixels:
/// a speckle and two.
const MOVED_PX: (f64, f64) = (4.0, 9.0);
/// Likeness of different tissue, by chance.
const CHANCE: f64 = 0.1;
/// Share of still echoes at which a point counts half.
const HALF_TRUST: f64 = 0.2;

/// How much of what is seen at each point of a line is still.
#[derive(Debug, Clone)]
pub struct Still {
    /// Sum of likeness since the known frame, and of how much it counts.
    sums: Vec<(f64, f64)>,
    shares: Vec<f64>,
}

impl Still {
    /// Nothing was looked at.
    pub fn none(count: usize) -> Self {
        Self {
            sums: vec![(0.0, 0.0); count],
            shares: vec![0.0; count],
        }
    }

    /// Compares a frame with the known one, at the places on the known one. `line` is where the
    /// line was last. The line may be held by still echoes, so its motion as a whole decides how far
    /// each point has moved.
    pub fn look(&mut self, known: Source<'_>, line: &[Point], frame: &Plane<i16>) {
        let from = known.places;
        let trust = self.trust();
        let each = from.iter().zip(line).zip(trust);
        let moved = each.map(|((from, to), weight)| Measured {
            x: to.x - from.x,
            y: to.y - from.y,
            weight,
        });
        let overall = Overall::of(from, &moved.collect::<Vec<_>>());
        for (place, sum) in from.iter().zip(&mut self.sums) {
            let by = overall.at(*place);
            let (first, full) = MOVED_PX;
            let way = (by.x * by.x + by.y * by.y).sqrt();
            let count = ((way - first) / (full - first)).clamp(0.0, 1.0);
            if count > 0.0
                && let Some(alike) = likeness(known.plane, frame, *place)
            {
                sum.0 += count * alike;
                sum.1 += count;
            }
        }
        for (at, share) in self.shares.iter_mut().enumerate() {
            let near = at.saturating_sub(REACH)..(at + REACH + 1).min(self.sums.len());
            let (alike, count) = self.sums[near]
                .iter()
                .fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            *share = (alike / count.max(1.0) - CHANCE).max(0.0);
        }
    }

    /// Share of still echoes at each point, 0 to 1.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// How much each point counts, 0 to 1.
    pub fn trust(&self) -> Vec<f64> {
        let each = self.shares.iter().map(|share| {
            let ratio = share / HALF_TRUST;
            let square = ratio * ratio;
            1.0 / (1.0 + square * square)
        });
        each.collect()
    }
}

/// Correlation of two frames at one place.
fn likeness(known: &Plane<i16>, frame: &Plane<i16>, at: Point) -> Option<f64> {
    let (x, y) = (at.x.round() as i64, at.y.round() as i64);
    Template::around(known, x, y)?.likeness(frame, x, y)
}

#[cfg(test)]
mod tests {
    use super::super::textures::{picture, words};
    use super::*;

    /// A line that moves by 12 pixels, over a texture whose right part does not.
    fn looked(moving: f64) -> Still {
        let line = |by: f64| -> Vec<Point> {
            let places = (0..40).map(|step| Point::new(40.0 + 6.0 * f64::from(step), 60.0 + by));
            places.collect()
        };
        let frame = |by: f64| {
            words(&picture(340, 140, 3, move |at| {
                let moves = if at.x < moving { by } else { 0.0 };
                Point::new(at.x, at.y - moves)
            }))
        };
        let (known, from) = (frame(0.0), line(0.0));
        let source = Source {
            plane: &known,
            places: &from,
            depths: &[],
            weight: 1.0,
        };
        let mut still = Still::none(from.len());
        still.look(source, &line(12.0), &frame(12.0));
        still
    }

    #[test]
    fn tissue_that_moves_along_is_trusted() {
        assert!(looked(1000.0).trust().iter().all(|trust| *trust > 0.5));
    }

    #[test]
    fn points_over_what_does_not_move_hardly_count() {
        let trust = looked(160.0).trust();
        assert!(trust[..8].iter().all(|trust| *trust > 0.5), "{trust:?}");
        assert!(trust[30..].iter().all(|trust| *trust < 0.01), "{trust:?}");
    }

    #[test]
    fn nothing_is_known_of_a_line_that_has_not_moved() {
        let known = words(&picture(340, 140, 3, |at| at));
        let line = [Point::new(100.0, 60.0), Point::new(106.0, 60.0)];
        let source = Source {
            plane: &known,
            places: &line,
            depths: &[],
            weight: 1.0,
        };
        let mut still = Still::none(line.len());
        still.look(source, &line, &known);
        assert_eq!(still.trust(), [1.0, 1.0]);
    }
}
