//! Brightness of one frame, in full and at half the size.

use std::ops::Range;

use crate::error::EngineError;
use crate::geometry::Point;

/// Half the side of the square whose mean is taken off, in pixels: some speckles wide, and less than
/// a block, in which an edge would outweigh the speckle otherwise.
const DETAIL_RADIUS: usize = 8;
/// Mean brightness at which a difference from it is kept as it is. Compression makes noise in the
/// dark blood as strong as the speckle of a wall. It is other noise on every frame, so it hides
/// less of the match the farther a block moves into the wall, and draws the match outwards.
const FULL_BRIGHTNESS: f32 = 128.0;

/// Added to a difference before it is truncated: 128 for no difference, and half of 1 to round.
const ROUNDED_128: f32 = 128.5;

/// A part of a picture; rows and columns beyond the picture are left out.
#[derive(Debug, Clone)]
pub struct Area {
    /// Its columns.
    pub columns: Range<usize>,
    /// Its rows.
    pub rows: Range<usize>,
}

/// Rows of brightness without gaps: 8 bits, or words of 16 that registers multiply.
#[derive(Debug, Clone, Default)]
pub struct Plane<Sample = u8> {
    samples: Vec<Sample>,
    width: usize,
    height: usize,
}

impl<Sample: Copy> Plane<Sample> {
    /// Copies the luma of a frame, whose rows begin `stride` samples apart.
    ///
    /// # Errors
    /// `invalid-argument` when there are fewer samples.
    pub fn copied(
        luma: &[Sample],
        stride: usize,
        width: usize,
        height: usize,
    ) -> Result<Self, EngineError> {
        let needed = height.saturating_sub(1) * stride + width;
        if width == 0 || height == 0 || stride < width || luma.len() < needed {
            return Err(EngineError::InvalidArgument {
                argument: "luma".to_owned(),
                detail: format!("{} samples are no {width} x {height}", luma.len()),
            });
        }
        let mut samples = Vec::with_capacity(width * height);
        for row in luma.chunks(stride).take(height) {
            samples.extend_from_slice(&row[..width]);
        }
        Ok(Self {
            samples,
            width,
            height,
        })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// `count` samples of a row, starting with a column.
    pub fn row(&self, x: usize, y: usize, count: usize) -> &[Sample] {
        &self.samples[y * self.width + x..][..count]
    }

    /// `count` samples of each row, starting with a column and a row.
    pub fn rows(&self, x: usize, y: usize, count: usize) -> impl Iterator<Item = &[Sample]> {
        let below = self.samples.get(y * self.width..).unwrap_or_default();
        let rows = below.chunks_exact(self.width.max(1));
        rows.map(move |row| &row[x..][..count])
    }
}

impl Plane {
    /// How much brighter each sample is than the mean of the square around it, times that mean, 128
    /// where it is as bright: edges between bright and dark are seen like speckle, and no longer
    /// outweigh it, and noise in the dark counts little. Only within this area; the rest is 0.
    pub fn detail(&self, area: &Area) -> Plane<i16> {
        let (width, height) = (self.width, self.height);
        let rows = area.rows.start.min(height)..area.rows.end.min(height);
        let columns = area.columns.start.min(width)..area.columns.end.min(width);
        let mut samples = vec![0; width * height];
        if rows.is_empty() || columns.is_empty() {
            return Plane {
                samples,
                width,
                height,
            };
        }
        let share = |size: usize, at: usize| {
            let near = at.saturating_sub(DETAIL_RADIUS)..(at + DETAIL_RADIUS + 1).min(size);
            1.0 / near.len() as f32
        };
        let shares: Vec<f32> = columns.clone().map(|x| share(width, x)).collect();
        let mut squares = Squares::begun(self, &columns, rows.start);
        for y in rows {
            squares.go_on(self, y);
            let share = share(height, y);
            let own = &self.row(0, y, width)[columns.clone()];
            let detail = &mut samples[y * width..][columns.clone()];
            let each = own.iter().zip(&squares.sums).zip(&shares);
            for (detail, ((&sample, &sum), &of_row)) in detail.iter_mut().zip(each) {
                let mean = sum as f32 * (share * of_row);
                let value = (f32::from(sample) - mean) * (mean / FULL_BRIGHTNESS) + ROUNDED_128;
                // Through a number of 32 bits, as registers convert.
                *detail = (value as i32).clamp(0, 255) as i16;
            }
        }
        Plane {
            samples,
            width,
            height,
        }
    }

    /// Means of two by two samples; an odd last column or row is left out.
    fn halved(&self) -> Plane<i16> {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut samples = Vec::with_capacity(width * height);
        for y in 0..height {
            let upper = self.row(0, 2 * y, 2 * width).as_chunks::<2>().0;
            let lower = self.row(0, 2 * y + 1, 2 * width).as_chunks::<2>().0;
            samples.extend(upper.iter().zip(lower).map(|(a, b)| {
                let sum = u16::from(a[0]) + u16::from(a[1]) + u16::from(b[0]) + u16::from(b[1]);
                ((sum + 2) / 4) as i16
            }));
        }
        Plane {
            samples,
            width,
            height,
        }
    }
}

/// Sums of the squares around the samples of one row after the other.
struct Squares {
    /// First and last column of the picture that they need.
    needed: Range<usize>,
    /// Sums of the rows near the last one, by column, with zeros where the picture ends.
    columns: Vec<u16>,
    /// Columns of zeros on the left.
    blank: usize,
    /// Sums of 2, 4 and 8 columns.
    twos: Vec<u16>,
    fours: Vec<u16>,
    eights: Vec<u16>,
    first_row: usize,
    sums: Vec<i32>,
}

impl Squares {
    /// Before the first row.
    fn begun(plane: &Plane, columns: &Range<usize>, first: usize) -> Self {
        let needed = columns.start.saturating_sub(DETAIL_RADIUS)
            ..(columns.end + DETAIL_RADIUS).min(plane.width);
        let count = columns.len() + 2 * DETAIL_RADIUS;
        let mut squares = Self {
            blank: DETAIL_RADIUS - (columns.start - needed.start),
            columns: vec![0; count],
            twos: vec![0; count - 1],
            fours: vec![0; count - 3],
            eights: vec![0; count - 7],
            first_row: first.saturating_sub(DETAIL_RADIUS),
            sums: vec![0; columns.len()],
            needed,
        };
        for y in squares.first_row..(first + DETAIL_RADIUS).min(plane.height) {
            squares.add(plane, y);
        }
        squares
    }

    /// Sums around the samples of the next row.
    fn go_on(&mut self, plane: &Plane, y: usize) {
        if y + DETAIL_RADIUS < plane.height {
            self.add(plane, y + DETAIL_RADIUS);
        }
        let above = y.checked_sub(DETAIL_RADIUS + 1);
        if let Some(above) = above.filter(|above| *above >= self.first_row) {
            let row = &plane.row(0, above, plane.width)[self.needed.clone()];
            for (column, &sample) in self.columns[self.blank..].iter_mut().zip(row) {
                *column -= u16::from(sample);
            }
        }
        pairs(&self.columns, 1, &mut self.twos);
        pairs(&self.twos, 2, &mut self.fours);
        pairs(&self.fours, 4, &mut self.eights);
        let left = self.eights.iter().zip(&self.eights[DETAIL_RADIUS..]);
        let parts = left.zip(&self.columns[2 * DETAIL_RADIUS..]);
        for (sum, ((&left, &right), &last)) in self.sums.iter_mut().zip(parts) {
            *sum = i32::from(left) + i32::from(right) + i32::from(last);
        }
    }

    fn add(&mut self, plane: &Plane, y: usize) {
        let row = &plane.row(0, y, plane.width)[self.needed.clone()];
        for (column, &sample) in self.columns[self.blank..].iter_mut().zip(row) {
            *column += u16::from(sample);
        }
    }
}

/// Sums of each value and the one so far behind it.
fn pairs(values: &[u16], behind: usize, sums: &mut [u16]) {
    let each = values.iter().zip(&values[behind..]);
    for (sum, (one, other)) in sums.iter_mut().zip(each) {
        *sum = one + other;
    }
}

/// A frame as it is matched: in full, and at half the size for what moves far.
#[derive(Debug, Clone, Default)]
pub struct Scales {
    /// Every pixel, against the mean around it, in the area that lines may need.
    pub full: Plane<i16>,
    /// Means of two by two.
    pub half: Plane<i16>,
}

impl Scales {
    /// Both sizes of a frame, for lines that lie up to `margin` pixels from these.
    pub fn of(frame: &Plane, lines: &[&[Vec<Point>]], margin: f64) -> Self {
        let range = |of: fn(&Point) -> f64| {
            let each = || lines.iter().copied().flatten().flatten().map(of);
            let first = each().fold(f64::INFINITY, f64::min) - margin;
            let last = each().fold(f64::NEG_INFINITY, f64::max) + margin;
            // Numbers below 0 become 0.
            first as usize..(last + 1.0) as usize
        };
        let area = Area {
            columns: range(|at| at.x),
            rows: range(|at| at.y),
        };
        Self {
            half: frame.halved(),
            full: frame.detail(&area),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_taken_by_their_stride_and_halved_by_means_of_four() {
        let luma = [1, 3, 5, 0, 3, 5, 8, 0, 9, 9, 9];
        let plane = Plane::copied(&luma, 4, 3, 3).unwrap();
        assert_eq!(plane.row(0, 1, 3), [3, 5, 8]);
        let half = Scales::of(&plane, &[], 0.0).half;
        assert_eq!(
            (half.width(), half.height(), half.row(0, 0, 1)),
            (1, 1, &[3][..])
        );
    }

    #[test]
    fn detail_is_the_difference_from_the_mean_of_the_samples_that_there_are_times_the_mean() {
        let at = |x: usize, y: usize| (x * 37 + y * 91 + x * y * 13) % 251;
        let (width, height) = (40, 30);
        let luma: Vec<u8> = (0..width * height)
            .map(|place| at(place % width, place / width) as u8)
            .collect();
        let plane = Plane::copied(&luma, width, width, height).unwrap();
        let detail = plane.detail(&Area {
            columns: 0..width,
            rows: 0..height,
        });
        let near = |middle: usize, end: usize| {
            middle.saturating_sub(DETAIL_RADIUS)..(middle + DETAIL_RADIUS + 1).min(end)
        };
        for y in 0..height {
            for x in 0..width {
                let (columns, rows) = (near(x, width), near(y, height));
                let count = columns.len() * rows.len();
                let sum: usize = rows
                    .flat_map(|y| columns.clone().map(move |x| at(x, y)))
                    .sum();
                let mean = sum as f64 / count as f64;
                let known = ((at(x, y) as f64 - mean) * mean / 128.0 + 128.0).clamp(0.0, 255.0);
                let found = f64::from(detail.row(x, y, 1)[0]);
                // Rounded to the nearest.
                assert!((found - known).abs() < 0.5 + 1e-3, "{x} {y}");
            }
        }
        let part = plane.detail(&Area {
            columns: 5..31,
            rows: 12..20,
        });
        for y in 0..height {
            let known = match y {
                12..20 => [&[0; 5], detail.row(5, y, 26), &[0; 9]].concat(),
                _ => vec![0; width],
            };
            assert_eq!(part.row(0, y, width), known);
        }
        // A picture smaller than the square is compared with its own mean.
        let small = Plane::copied(&[10, 20], 2, 2, 1).unwrap().detail(&Area {
            columns: 0..2,
            rows: 0..1,
        });
        // 5 darker and brighter than 15, times 15 / 128.
        assert_eq!(small.row(0, 0, 2), [127, 129]);
        let nothing = plane.detail(&Area {
            columns: 7..7,
            rows: 0..height,
        });
        assert_eq!(nothing.row(0, 3, width), vec![0; width]);
    }

    #[test]
    fn too_few_samples_are_refused() {
        for (stride, width, height) in [(4, 3, 4), (2, 3, 1), (3, 0, 1)] {
            let refused = Plane::copied(&[0; 11], stride, width, height);
            assert!(matches!(refused, Err(EngineError::InvalidArgument { .. })));
        }
    }
}
