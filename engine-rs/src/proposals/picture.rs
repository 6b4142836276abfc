//! A picture to look at: 8-bit RGB, and the rectangles that are looked at.

use crate::error::EngineError;
use crate::records::metadata::DopplerRegion;

/// A picture as interleaved 8-bit RGB.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    rgb: &'a [u8],
    width: usize,
    height: usize,
}

/// Columns and rows of a part of a picture, the last ones exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// First column.
    pub left: usize,
    /// First row.
    pub top: usize,
    /// Column after the last.
    pub right: usize,
    /// Row after the last.
    pub bottom: usize,
}

impl<'a> Picture<'a> {
    /// A picture of `width` by `height` pixels.
    ///
    /// # Errors
    /// `invalid-argument` when the samples are of another size.
    pub fn new(rgb: &'a [u8], width: u32, height: u32) -> Result<Self, EngineError> {
        let (width, height) = (width as usize, height as usize);
        if width == 0
            || height == 0
            || width.checked_mul(height).and_then(|n| n.checked_mul(3)) != Some(rgb.len())
        {
            return Err(EngineError::InvalidArgument {
                argument: "rgb".to_owned(),
                detail: format!(
                    "{} bytes are not a picture of {width} x {height}",
                    rgb.len()
                ),
            });
        }
        Ok(Self { rgb, width, height })
    }

    /// Red, green and blue of a pixel.
    pub fn rgb(&self, x: usize, y: usize) -> [u8; 3] {
        let at = (y * self.width + x) * 3;
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    /// Brightness of a pixel, 0 to 255.
    pub fn grey(&self, x: usize, y: usize) -> f64 {
        let [red, green, blue] = self.rgb(x, y).map(f64::from);
        0.299 * red + 0.587 * green + 0.114 * blue
    }

    /// All of it.
    pub fn whole(&self) -> Area {
        Area {
            left: 0,
            top: 0,
            right: self.width,
            bottom: self.height,
        }
    }

    /// What of a region lies within the picture; none when that is less than a line.
    pub fn area(&self, region: &DopplerRegion) -> Option<Area> {
        let area = Area {
            left: region.region_location_min_x0? as usize,
            top: region.region_location_min_y0? as usize,
            right: (region.region_location_max_x1? as usize + 1).min(self.width),
            bottom: (region.region_location_max_y1? as usize + 1).min(self.height),
        };
        (area.left + 1 < area.right && area.top + 1 < area.bottom).then_some(area)
    }
}
