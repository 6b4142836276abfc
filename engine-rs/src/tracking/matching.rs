//! Place of a block of one frame in another: the place where both correlate best.

use super::plane::Plane;
use crate::codecs::simd::Register;

/// Columns and rows of a block: as wide as a wall, some speckles long.
pub const BLOCK: usize = 24;
/// Words of a row that are multiplied at once.
const LANES: usize = 8;
const PIXELS: f64 = (BLOCK * BLOCK) as f64;
/// Farthest that is searched, in pixels from the expected place.
pub const MAX_RADIUS: usize = 12;
const MAX_SIDE: usize = 2 * MAX_RADIUS + 1;

/// A block of a frame, ready to be looked for.
pub struct Template {
    rows: [[Register; BLOCK / LANES]; BLOCK],
    sum: f64,
    /// Sum of squares about the mean, times the number of pixels.
    energy: f64,
}

/// Where a block was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match {
    /// From the expected place, in pixels, with a fraction.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// Correlation coefficient at the best whole pixel, at most 1.
    pub score: f64,
}

/// First column and row of the block around a pixel; none where it leaves the picture.
fn corner(plane: &Plane, x: i64, y: i64, room: i64) -> Option<(usize, usize)> {
    let half = BLOCK as i64 / 2;
    let (left, top) = (x - half - room, y - half - room);
    let side = BLOCK as i64 + 2 * room;
    let inside = left >= 0
        && top >= 0
        && left + side <= plane.width() as i64
        && top + side <= plane.height() as i64;
    inside.then_some((left as usize, top as usize))
}

fn words(samples: &[u8]) -> Register {
    let mut eight = [0; LANES];
    eight.copy_from_slice(samples);
    Register::widened(eight)
}

impl Template {
    /// The block around a pixel; none where it leaves the picture or is of one brightness.
    pub fn around(plane: &Plane, x: i64, y: i64) -> Option<Self> {
        let (left, top) = corner(plane, x, y, 0)?;
        let mut rows = [[Register::words([0; LANES]); BLOCK / LANES]; BLOCK];
        let (mut sum, mut squares) = (0_u32, 0_u32);
        for (y, row) in rows.iter_mut().enumerate() {
            let samples = plane.row(left, top + y, BLOCK);
            for (part, samples) in row.iter_mut().zip(samples.as_chunks::<LANES>().0) {
                *part = Register::widened(*samples);
            }
            for &sample in samples {
                sum += u32::from(sample);
                squares += u32::from(sample) * u32::from(sample);
            }
        }
        let sum = f64::from(sum);
        let energy = PIXELS * f64::from(squares) - sum * sum;
        (energy > 0.0).then_some(Self { rows, sum, energy })
    }

    /// Looks for the block around a pixel of another frame, up to `radius` pixels away in each
    /// direction; none where the search leaves the picture or nothing resembles it.
    pub fn find(&self, plane: &Plane, x: i64, y: i64, radius: usize) -> Option<Match> {
        let radius = radius.min(MAX_RADIUS);
        let (left, top) = corner(plane, x, y, radius as i64)?;
        let side = 2 * radius + 1;
        let sums = Windows::of(plane, left, top, side);
        let mut scores = [[0.0; MAX_SIDE]; MAX_SIDE];
        let mut best = (f64::NEG_INFINITY, 0, 0);
        for (down, row) in scores.iter_mut().enumerate().take(side) {
            for (across, score) in row.iter_mut().enumerate().take(side) {
                let products = self.products(plane, left + across, top + down);
                *score = self.correlation(products, sums.at(across, down));
                if *score > best.0 {
                    best = (*score, across, down);
                }
            }
        }
        let (score, across, down) = best;
        if score <= 0.0 {
            return None;
        }
        let around = |at: usize, of: &dyn Fn(usize) -> f64| {
            if at == 0 || at + 1 == side {
                return 0.0;
            }
            vertex(of(at - 1), of(at), of(at + 1))
        };
        let part_x = around(across, &|at| scores[down][at]);
        let part_y = around(down, &|at| scores[at][across]);
        Some(Match {
            x: across as f64 - radius as f64 + part_x,
            y: down as f64 - radius as f64 + part_y,
            score,
        })
    }

    /// Correlation with the block around a pixel of another frame; none where it leaves the picture.
    pub fn likeness(&self, plane: &Plane, x: i64, y: i64) -> Option<f64> {
        let (left, top) = corner(plane, x, y, 0)?;
        let sums = Windows::of(plane, left, top, 1);
        Some(self.correlation(self.products(plane, left, top), sums.at(0, 0)))
    }

    fn products(&self, plane: &Plane, left: usize, top: usize) -> i32 {
        let mut sums = Register::numbers([0; 4]);
        for (y, row) in self.rows.iter().enumerate() {
            let samples = plane.row(left, top + y, BLOCK).as_chunks::<LANES>().0;
            for (part, samples) in row.iter().zip(samples) {
                sums = sums.add_32(part.dot(words(samples)));
            }
        }
        sums.to_numbers().iter().sum()
    }

    fn correlation(&self, products: i32, (sum, squares): (u32, u32)) -> f64 {
        let sum = f64::from(sum);
        let energy = PIXELS * f64::from(squares) - sum * sum;
        if energy <= 0.0 {
            return 0.0;
        }
        (PIXELS * f64::from(products) - self.sum * sum) / (self.energy * energy).sqrt()
    }
}

/// From the middle of three values to the highest place of the parabola through them.
fn vertex(before: f64, at: f64, after: f64) -> f64 {
    let bend = before - 2.0 * at + after;
    if bend >= 0.0 {
        return 0.0;
    }
    (0.5 * (before - after) / bend).clamp(-0.5, 0.5)
}

/// Sums, and sums of squares, of every block of a searched square.
struct Windows {
    sums: [[(u32, u32); MAX_SIDE]; MAX_SIDE],
}

impl Windows {
    fn of(plane: &Plane, left: usize, top: usize, side: usize) -> Self {
        let mut sums = [[(0, 0); MAX_SIDE]; MAX_SIDE];
        let mut columns = [(0_u32, 0_u32); BLOCK + MAX_SIDE];
        let width = BLOCK + side - 1;
        let add = |columns: &mut [(u32, u32)], y: usize| {
            for (column, &sample) in columns.iter_mut().zip(plane.row(left, y, width)) {
                column.0 += u32::from(sample);
                column.1 += u32::from(sample) * u32::from(sample);
            }
        };
        for y in top..top + BLOCK - 1 {
            add(&mut columns, y);
        }
        for (down, row) in sums.iter_mut().enumerate().take(side) {
            add(&mut columns, top + down + BLOCK - 1);
            let mut window = (0, 0);
            for column in &columns[..BLOCK - 1] {
                window = (window.0 + column.0, window.1 + column.1);
            }
            for (across, found) in row.iter_mut().enumerate().take(side) {
                let next = columns[across + BLOCK - 1];
                window = (window.0 + next.0, window.1 + next.1);
                *found = window;
                let first = columns[across];
                window = (window.0 - first.0, window.1 - first.1);
            }
            for (column, &sample) in columns.iter_mut().zip(plane.row(left, top + down, width)) {
                column.0 -= u32::from(sample);
                column.1 -= u32::from(sample) * u32::from(sample);
            }
        }
        Self { sums }
    }

    fn at(&self, across: usize, down: usize) -> (u32, u32) {
        self.sums[down][across]
    }
}

#[cfg(test)]
mod tests {
    use super::super::textures::picture;
    use super::*;
    use crate::geometry::Point;

    fn moved(by: Point) -> Plane {
        picture(120, 100, 7, |at| at.minus(by))
    }

    #[test]
    fn a_moved_texture_is_found_within_a_twentieth_of_a_pixel() {
        let still = moved(Point::new(0.0, 0.0));
        let block = Template::around(&still, 60, 50).unwrap();
        for (x, y) in [
            (0.0, 0.0),
            (3.0, -2.0),
            (1.3, 0.6),
            (-4.45, 5.5),
            (0.25, -3.75),
        ] {
            let found = block.find(&moved(Point::new(x, y)), 60, 50, 7).unwrap();
            assert!(
                (found.x - x).abs() < 0.05 && (found.y - y).abs() < 0.05,
                "{found:?}"
            );
            assert!(found.score > 0.95);
        }
    }

    #[test]
    fn the_correlation_is_that_of_the_plain_definition() {
        let (one, other) = (picture(60, 60, 1, |at| at), picture(60, 60, 2, |at| at));
        let found = Template::around(&one, 30, 30)
            .unwrap()
            .find(&other, 28, 31, 4)
            .unwrap();
        let block = |plane: &Plane, x: usize, y: usize| -> Vec<f64> {
            let rows = (0..BLOCK).flat_map(|row| plane.row(x - 12, y - 12 + row, BLOCK).to_vec());
            rows.map(f64::from).collect()
        };
        let about_mean = |values: Vec<f64>| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            values
                .into_iter()
                .map(|value| value - mean)
                .collect::<Vec<_>>()
        };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let own = about_mean(block(&one, 30, 30));
        let mut best = f64::NEG_INFINITY;
        for y in 27..=35 {
            for x in 24..=32 {
                let here = about_mean(block(&other, x, y));
                best = best.max(dot(&own, &here) / (dot(&own, &own) * dot(&here, &here)).sqrt());
            }
        }
        assert!((found.score - best).abs() < 1e-12, "{} {best}", found.score);
    }

    #[test]
    fn a_block_is_wholly_like_itself_and_hardly_like_another() {
        let still = moved(Point::new(0.0, 0.0));
        let block = Template::around(&still, 60, 50).unwrap();
        assert!((block.likeness(&still, 60, 50).unwrap() - 1.0).abs() < 1e-12);
        let other = picture(120, 100, 8, |at| at);
        assert!(block.likeness(&other, 60, 50).unwrap().abs() < 0.4);
        assert_eq!(block.likeness(&other, 5, 50), None);
    }

    #[test]
    fn a_change_of_gain_changes_nothing() {
        let still = moved(Point::new(0.0, 0.0));
        let samples: Vec<u8> = (0..100)
            .flat_map(|y| still.row(0, y, 120).to_vec())
            .collect();
        let darker: Vec<u8> = samples.iter().map(|sample| sample / 2 + 20).collect();
        let darker = Plane::copied(&darker, 120, 120, 100).unwrap();
        let found = Template::around(&still, 60, 50)
            .unwrap()
            .find(&darker, 62, 49, 4)
            .unwrap();
        assert!((found.x + 2.0).abs() < 0.05 && (found.y - 1.0).abs() < 0.05);
        assert!(found.score > 0.99);
    }

    #[test]
    fn blocks_that_leave_the_picture_or_show_nothing_are_none() {
        let plane = moved(Point::new(0.0, 0.0));
        assert!(Template::around(&plane, 11, 50).is_none());
        assert!(Template::around(&plane, 60, 89).is_none());
        let block = Template::around(&plane, 60, 50).unwrap();
        assert_eq!(block.find(&plane, 60, 84, 5), None);
        assert!(
            Template::around(&Plane::copied(&[9; 12_000], 120, 120, 100).unwrap(), 60, 50)
                .is_none()
        );
    }
}
