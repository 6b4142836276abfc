//! Displacements of a line by the blocks around its points.

use super::depth::thinning;
use super::matching::Template;
use super::plane::Plane;
use super::smooth::Measured;
use crate::geometry::Point;

/// Correlation by chance: of speckle that is not the same.
const CHANCE: f64 = 0.2;

/// A frame on which a line is known, at one scale.
pub struct Source<'a> {
    /// Its samples.
    pub plane: &'a Plane<i16>,
    /// The line on it, in stored pixels.
    pub places: &'a [Point],
    /// From each place to the tissue that its block shows, in stored pixels; none where that is not
    /// looked at.
    pub depths: &'a [Point],
    /// How much it counts among the sources of a search.
    pub weight: f64,
}

/// Reference of the blocks, which are looked for at `SIDE` places in each direction, as
/// [`Template::find`].
pub struct Search<'a, const SIDE: usize> {
    /// Frames at one scale.
    pub sources: Vec<Source<'a>>,
    /// The frame that is looked at, at the same scale.
    pub target: &'a Plane<i16>,
    /// Stored pixels of a pixel of this scale.
    pub scale: f64,
    /// How much each point of the line counts, 0 to 1.
    pub trust: &'a [f64],
}

impl<const SIDE: usize> Search<'_, SIDE> {
    /// Displacements from `line`, expected to be near `expected`; with the mean correlation.
    pub fn measured(&self, line: &[Point], expected: &[Point]) -> Vec<(Measured, f64)> {
        let places = line.iter().zip(expected);
        let goal: Vec<Point> = places
            .map(|(from, by)| Point::new(from.x + by.x, from.y + by.y))
            .collect();
        let mut sums = vec![(Measured::default(), 0.0); line.len()];
        for source in &self.sources {
            let thinning = thinning(source.places, &goal, source.depths);
            for (number, (sum, correlation)) in sums.iter_mut().enumerate() {
                let Some((at, score)) = self.found(source, number, goal[number]) else {
                    continue;
                };
                // The tissue was found; the line moves differently because of the tissue between
                // them.
                let still = Point::new(0.0, 0.0);
                let by = thinning.get(number).copied().unwrap_or(still);
                *correlation += score;
                let sure = (score - CHANCE).max(0.0);
                let weight = sure * sure * source.weight * self.trust[number];
                sum.x += weight * (at.x - by.x - line[number].x);
                sum.y += weight * (at.y - by.y - line[number].y);
                sum.weight += weight;
            }
        }
        for (sum, correlation) in &mut sums {
            if sum.weight > 0.0 {
                sum.x /= sum.weight;
                sum.y /= sum.weight;
            }
            *correlation /= self.sources.len().max(1) as f64;
        }
        sums
    }

    /// Where the block around a place of a source is found again near `goal`, in stored pixels, and
    /// its correlation.
    fn found(&self, source: &Source<'_>, number: usize, goal: Point) -> Option<(Point, f64)> {
        let origin = source.places[number];
        // The block around the nearest whole pixel moves as the point does.
        let (own_x, own_y) = (self.scaled(origin.x), self.scaled(origin.y));
        let (x, y) = (own_x.round(), own_y.round());
        let goal_x = (self.scaled(goal.x) - own_x + x).round();
        let goal_y = (self.scaled(goal.y) - own_y + y).round();
        let block = Template::around(source.plane, x as i64, y as i64)?;
        let found = block.find::<SIDE>(self.target, goal_x as i64, goal_y as i64)?;
        let at = Point::new(
            origin.x + (goal_x - x + found.x) * self.scale,
            origin.y + (goal_y - y + found.y) * self.scale,
        );
        Some((at, found.score))
    }

    /// A stored coordinate at this scale: pixel 0 at half the size is the middle of 0 and 1.
    fn scaled(&self, stored: f64) -> f64 {
        (stored - (self.scale - 1.0) / 2.0) / self.scale
    }
}
