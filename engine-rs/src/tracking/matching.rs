//! Place of a block of one frame in another: the place where both correlate best.

use super::plane::Plane;
use crate::codecs::simd::Register;

/// Columns and rows of a block: as wide as a wall, some speckles long.
pub const BLOCK: usize = 24;
/// Words of a row that are multiplied at once.
const LANES: usize = 8;
const PIXELS: f64 = (BLOCK * BLOCK) as f64;
/// Most places that are searched in each direction.
const MAX_SIDE: usize = 25;
/// Columns that a block is compared with at once: as many as registers can add up.
const AT_ONCE: usize = 7;

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
fn corner(plane: &Plane<i16>, x: i64, y: i64, room: i64) -> Option<(usize, usize)> {
    let half = BLOCK as i64 / 2;
    let (left, top) = (x - half - room, y - half - room);
    let side = BLOCK as i64 + 2 * room;
    let inside = left >= 0
        && top >= 0
        && left + side <= plane.width() as i64
        && top + side <= plane.height() as i64;
    inside.then_some((left as usize, top as usize))
}

impl Template {
    /// The block around a pixel; none where it leaves the picture or is of one brightness.
    pub fn around(plane: &Plane<i16>, x: i64, y: i64) -> Option<Self> {
        let (left, top) = corner(plane, x, y, 0)?;
        let mut rows = [[Register::words([0; LANES]); BLOCK / LANES]; BLOCK];
        let ones = Register::words([1; LANES]);
        let mut sum = Register::numbers([0; 4]);
        let mut squares = sum;
        for (row, samples) in rows.iter_mut().zip(plane.rows(left, top, BLOCK)) {
            let eights = samples.as_chunks::<LANES>().0;
            for (part, samples) in row.iter_mut().zip(eights) {
                *part = Register::words(*samples);
                sum = sum.add_32(part.dot(ones));
                squares = squares.add_32(part.dot(*part));
            }
        }
        let (sum, squares) = (total(sum), total(squares));
        let sum = f64::from(sum);
        let energy = PIXELS * f64::from(squares) - sum * sum;
        (energy > 0.0).then_some(Self { rows, sum, energy })
    }

    /// Looks for the block around a pixel of another frame, at `SIDE` places in each direction, an
    /// odd number of which that pixel is the middle; none where the search leaves the picture or
    /// nothing resembles it.
    pub fn find<const SIDE: usize>(&self, plane: &Plane<i16>, x: i64, y: i64) -> Option<Match> {
        const { assert!(SIDE % 2 == 1 && SIDE <= MAX_SIDE) };
        let radius = SIDE / 2;
        let (left, top) = corner(plane, x, y, radius as i64)?;
        let scores = self.scores::<SIDE>(plane, left, top);
        let mut best = (f64::NEG_INFINITY, 0, 0);
        for (down, row) in scores.iter().enumerate() {
            for (across, score) in row.iter().enumerate() {
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
            if at == 0 || at + 1 == SIDE {
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
    pub fn likeness(&self, plane: &Plane<i16>, x: i64, y: i64) -> Option<f64> {
        let (left, top) = corner(plane, x, y, 0)?;
        let [[score]] = self.scores(plane, left, top);
        Some(score)
    }

    /// Correlations with the blocks that begin at these places, row by row.
    fn scores<const SIDE: usize>(
        &self,
        plane: &Plane<i16>,
        left: usize,
        top: usize,
    ) -> [[f64; SIDE]; SIDE] {
        let mut scores = [[0.0; SIDE]; SIDE];
        let mut windows = Windows::begun(plane, left, top, BLOCK + SIDE - 1);
        for (down, row) in scores.iter_mut().enumerate() {
            let mut products = [0; SIDE];
            let (sevens, rest) = products.as_chunks_mut::<AT_ONCE>();
            let done = sevens.len() * AT_ONCE;
            for (at, seven) in sevens.iter_mut().enumerate() {
                *seven = self.products(plane, left + at * AT_ONCE, top + down);
            }
            for (at, one) in rest.iter_mut().enumerate() {
                [*one] = self.products(plane, left + done + at, top + down);
            }
            let sums: [(u32, u32); SIDE] = windows.next(plane, left, top + down);
            for ((score, products), sums) in row.iter_mut().zip(products).zip(sums) {
                *score = self.correlation(products, sums);
            }
        }
        scores
    }

    /// Sums of products with the blocks that begin at these columns.
    fn products<const COLUMNS: usize>(
        &self,
        plane: &Plane<i16>,
        left: usize,
        top: usize,
    ) -> [i32; COLUMNS] {
        let mut sums = [Register::numbers([0; 4]); COLUMNS];
        for (row, samples) in self
            .rows
            .iter()
            .zip(plane.rows(left, top, BLOCK + COLUMNS - 1))
        {
            for (across, sum) in sums.iter_mut().enumerate() {
                let eights = samples[across..].as_chunks::<LANES>().0;
                for (part, samples) in row.iter().zip(eights) {
                    *sum = sum.add_32(part.dot(Register::words(*samples)));
                }
            }
        }
        sums.map(total)
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

fn total(sums: Register) -> i32 {
    sums.to_numbers().iter().sum()
}

/// From the middle of three values to the highest place of the parabola through them.
fn vertex(before: f64, at: f64, after: f64) -> f64 {
    let bend = before - 2.0 * at + after;
    if bend >= 0.0 {
        return 0.0;
    }
    (0.5 * (before - after) / bend).clamp(-0.5, 0.5)
}

/// Sums, and sums of squares, of the blocks of one row of places after the other.
struct Windows {
    /// Sums of as many rows as a block has, by column.
    sums: [u32; BLOCK + MAX_SIDE],
    squares: [u32; BLOCK + MAX_SIDE],
}

impl Windows {
    /// Before the first row of places.
    #[inline(always)]
    fn begun(plane: &Plane<i16>, left: usize, top: usize, width: usize) -> Self {
        let mut windows = Self {
            sums: [0; BLOCK + MAX_SIDE],
            squares: [0; BLOCK + MAX_SIDE],
        };
        for row in plane.rows(left, top, width).take(BLOCK - 1) {
            windows.change(row, |sum, by| *sum += by);
        }
        windows
    }

    /// Sums of the blocks that begin in this row, the next one.
    #[inline(always)]
    fn next<const SIDE: usize>(
        &mut self,
        plane: &Plane<i16>,
        left: usize,
        top: usize,
    ) -> [(u32, u32); SIDE] {
        let width = BLOCK + SIDE - 1;
        self.change(plane.row(left, top + BLOCK - 1, width), |sum, by| {
            *sum += by
        });
        let mut windows = [(0, 0); SIDE];
        let all = |columns: &[u32]| columns[..BLOCK].iter().sum();
        windows[0] = (all(&self.sums), all(&self.squares));
        for at in 1..SIDE {
            let next =
                |before: u32, columns: &[u32]| before + columns[at + BLOCK - 1] - columns[at - 1];
            let (sum, squares) = windows[at - 1];
            windows[at] = (next(sum, &self.sums), next(squares, &self.squares));
        }
        self.change(plane.row(left, top, width), |sum, by| *sum -= by);
        windows
    }

    #[inline(always)]
    fn change(&mut self, row: &[i16], by: impl Fn(&mut u32, u32)) {
        let columns = self.sums.iter_mut().zip(&mut self.squares);
        for ((sum, squares), &sample) in columns.zip(row) {
            // Of 8 bits.
            let sample = sample as u16;
            by(sum, u32::from(sample));
            by(squares, u32::from(sample.wrapping_mul(sample)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::textures::{picture, words};
    use super::*;
    use crate::geometry::Point;

    fn moved(by: Point) -> Plane<i16> {
        words(&picture(120, 100, 7, |at| at.minus(by)))
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
            let found = block.find::<15>(&moved(Point::new(x, y)), 60, 50).unwrap();
            assert!(
                (found.x - x).abs() < 0.05 && (found.y - y).abs() < 0.05,
                "{found:?}"
            );
            assert!(found.score > 0.95);
        }
    }

    #[test]
    fn the_correlation_is_that_of_the_plain_definition() {
        let (one, other) = (
            words(&picture(60, 60, 1, |at| at)),
            words(&picture(60, 60, 2, |at| at)),
        );
        let found = Template::around(&one, 30, 30)
            .unwrap()
            .find::<9>(&other, 28, 31)
            .unwrap();
        let block = |plane: &Plane<i16>, x: usize, y: usize| -> Vec<f64> {
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
        let other = words(&picture(120, 100, 8, |at| at));
        assert!(block.likeness(&other, 60, 50).unwrap().abs() < 0.4);
        assert_eq!(block.likeness(&other, 5, 50), None);
    }

    #[test]
    fn a_change_of_gain_changes_nothing() {
        let still = moved(Point::new(0.0, 0.0));
        let samples: Vec<i16> = (0..100)
            .flat_map(|y| still.row(0, y, 120).to_vec())
            .collect();
        let darker: Vec<i16> = samples.iter().map(|sample| sample / 2 + 20).collect();
        let darker = Plane::copied(&darker, 120, 120, 100).unwrap();
        let found = Template::around(&still, 60, 50)
            .unwrap()
            .find::<9>(&darker, 62, 49)
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
        assert_eq!(block.find::<11>(&plane, 60, 84), None);
        assert!(
            Template::around(&Plane::copied(&[9; 12_000], 120, 120, 100).unwrap(), 60, 50)
                .is_none()
        );
    }
}
