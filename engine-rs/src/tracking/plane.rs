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

/// Rows of 8-bit brightness without gaps.
#[derive(Debug, Clone, Default)]
pub struct Plane {
    samples: Vec<u8>,
    width: usize,
    height: usize,
}

impl Plane {
    /// Copies the luma of a frame, whose rows begin `stride` samples apart.
    ///
    /// # Errors
    /// `invalid-argument` when there are fewer samples.
    pub fn copied(
        luma: &[u8],
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
        let rows = luma.chunks(stride).take(height);
        let samples = rows.flat_map(|row| &row[..width]).copied().collect();
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
    pub fn row(&self, x: usize, y: usize, count: usize) -> &[u8] {
        &self.samples[y * self.width + x..][..count]
    }

    /// How much brighter each sample is than the mean of the square around it, times that mean, 128
    /// where it is as bright: edges between bright and dark are seen like speckle, and no longer
    /// outweigh it, and noise in the dark counts little. Only within these rows; the others are 0.
    pub fn detail(&self, rows: Range<usize>) -> Self {
        let (width, height) = (self.width, self.height);
        let rows = rows.start.min(height)..rows.end.min(height);
        let share = |size: usize, at: usize| {
            let near = at.saturating_sub(DETAIL_RADIUS)..(at + DETAIL_RADIUS + 1).min(size);
            1.0 / near.len() as f32
        };
        let shares: Vec<f32> = (0..width).map(|x| share(width, x)).collect();
        let mut columns = vec![0; width];
        let first = rows.start.saturating_sub(DETAIL_RADIUS);
        for y in first..(rows.start + DETAIL_RADIUS).min(height) {
            add(&mut columns, self.row(0, y, width));
        }
        let mut sums = vec![0; width];
        let mut samples = Vec::with_capacity(width * height);
        samples.resize(rows.start * width, 0);
        for y in rows.clone() {
            if y + DETAIL_RADIUS < height {
                add(&mut columns, self.row(0, y + DETAIL_RADIUS, width));
            }
            if let Some(above) = y
                .checked_sub(DETAIL_RADIUS + 1)
                .filter(|above| *above >= first)
            {
                take(&mut columns, self.row(0, above, width));
            }
            sum_across(&columns, &mut sums);
            let share = share(height, y);
            let each = self.row(0, y, width).iter().zip(&sums).zip(&shares);
            samples.extend(each.map(|((&sample, &sum), &of_row)| {
                let mean = sum as f32 * (share * of_row);
                // Rounded; what does not fit becomes 0 or 255.
                ((f32::from(sample) - mean) * (mean / FULL_BRIGHTNESS) + 128.5) as u8
            }));
        }
        samples.resize(width * height, 0);
        Self {
            samples,
            width,
            height,
        }
    }

    /// Means of two by two samples; an odd last column or row is left out.
    fn halved(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut samples = Vec::with_capacity(width * height);
        for y in 0..height {
            let upper = self.row(0, 2 * y, 2 * width).as_chunks::<2>().0;
            let lower = self.row(0, 2 * y + 1, 2 * width).as_chunks::<2>().0;
            samples.extend(upper.iter().zip(lower).map(|(a, b)| {
                let sum = u16::from(a[0]) + u16::from(a[1]) + u16::from(b[0]) + u16::from(b[1]);
                ((sum + 2) / 4) as u8
            }));
        }
        Self {
            samples,
            width,
            height,
        }
    }
}

fn add(columns: &mut [i32], row: &[u8]) {
    for (column, &sample) in columns.iter_mut().zip(row) {
        *column += i32::from(sample);
    }
}

fn take(columns: &mut [i32], row: &[u8]) {
    for (column, &sample) in columns.iter_mut().zip(row) {
        *column -= i32::from(sample);
    }
}

/// Sums of the columns around each one.
fn sum_across(columns: &[i32], sums: &mut [i32]) {
    let width = columns.len();
    let mut sum: i32 = columns[..DETAIL_RADIUS.min(width)].iter().sum();
    for (x, own) in sums.iter_mut().enumerate() {
        sum += columns.get(x + DETAIL_RADIUS).unwrap_or(&0);
        *own = sum;
        // The last of the next square's left neighbours.
        if let Some(first) = x.checked_sub(DETAIL_RADIUS) {
            sum -= columns[first];
        }
    }
}

/// A frame as it is matched: in full, and at half the size for what moves far.
#[derive(Debug, Clone, Default)]
pub struct Scales {
    /// Every pixel, against the mean around it, in the rows that lines may need.
    pub full: Plane,
    /// Means of two by two.
    pub half: Plane,
}

impl Scales {
    /// Both sizes of a frame, for lines that lie up to `margin` rows from these.
    pub fn of(frame: &Plane, lines: &[Vec<Point>], margin: f64) -> Self {
        let rows = || lines.iter().flatten().map(|at| at.y);
        let first = rows().fold(f64::INFINITY, f64::min) - margin;
        let last = rows().fold(f64::NEG_INFINITY, f64::max) + margin;
        Self {
            half: frame.halved(),
            // Numbers below 0 become 0.
            full: frame.detail(first as usize..(last + 1.0) as usize),
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
        let detail = plane.detail(0..height);
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
        let part = plane.detail(12..20);
        for y in 0..height {
            let known = match y {
                12..20 => detail.row(0, y, width).to_vec(),
                _ => vec![0; width],
            };
            assert_eq!(part.row(0, y, width), known);
        }
        // A picture smaller than the square is compared with its own mean.
        let small = Plane::copied(&[10, 20], 2, 2, 1).unwrap().detail(0..1);
        // 5 darker and brighter than 15, times 15 / 128.
        assert_eq!(small.row(0, 0, 2), [127, 129]);
    }

    #[test]
    fn too_few_samples_are_refused() {
        for (stride, width, height) in [(4, 3, 4), (2, 3, 1), (3, 0, 1)] {
            let refused = Plane::copied(&[0; 11], stride, width, height);
            assert!(matches!(refused, Err(EngineError::InvalidArgument { .. })));
        }
    }
}
