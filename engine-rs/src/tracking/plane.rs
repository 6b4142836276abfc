//! Brightness of one frame, in full and at half the size.

use crate::error::EngineError;

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

    /// `count` samples of a row from a column on.
    pub fn row(&self, x: usize, y: usize, count: usize) -> &[u8] {
        &self.samples[y * self.width + x..][..count]
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

/// A frame as it is matched: in full, and at half the size for what moves far.
#[derive(Debug, Clone, Default)]
pub struct Scales {
    /// Every pixel.
    pub full: Plane,
    /// Means of two by two.
    pub half: Plane,
}

impl Scales {
    /// Both sizes of a frame.
    pub fn of(full: Plane) -> Self {
        Self {
            half: full.halved(),
            full,
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
        let half = Scales::of(plane).half;
        assert_eq!(
            (half.width(), half.height(), half.row(0, 0, 1)),
            (1, 1, &[3][..])
        );
    }

    #[test]
    fn too_few_samples_are_refused() {
        for (stride, width, height) in [(4, 3, 4), (2, 3, 1), (3, 0, 1)] {
            let refused = Plane::copied(&[0; 11], stride, width, height);
            assert!(matches!(refused, Err(EngineError::InvalidArgument { .. })));
        }
    }
}
