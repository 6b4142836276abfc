//! Aliasing correction: rows that were wrapped round the scale (docs/calibration.md#aliasing).
//!
//! Control points are stored in the unwrapped frame, so curves stay continuous.

use super::region::Region;

/// Rows taken from the top and from the bottom of the scale; 0 or less is off.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Aliasing {
    /// Top rows that hold flow from below the bottom.
    pub up: f64,
    /// Bottom rows that hold flow from above the top.
    pub down: f64,
}

impl Aliasing {
    /// The part of the correction that a region has rows for.
    pub fn within(self, region: &Region) -> Self {
        self.within_rows(rows(region))
    }

    /// The part of the correction that a scale of so many rows has room for.
    pub fn within_rows(self, rows: f64) -> Self {
        let up = self.up.max(0.0).min(rows - 1.0);
        let down = self.down.max(0.0).min(rows - 1.0 - up);
        Self { up, down }
    }

    /// Stored row of a row as seen; rows between the thresholds stay.
    pub fn unwrap_row(self, region: &Region, y: f64) -> f64 {
        let Self { up, down } = self.within(region);
        if up > 0.0 && y < region.min_y + up - 0.5 {
            y + rows(region)
        } else if down > 0.0 && y > region.max_y - down + 0.5 {
            y - rows(region)
        } else {
            y
        }
    }

    /// Row as seen of a stored row.
    pub fn wrap_row(self, region: &Region, y: f64) -> f64 {
        if y < region.min_y - 0.5 {
            y + rows(region)
        } else if y > region.max_y + 0.5 {
            y - rows(region)
        } else {
            y
        }
    }
}

/// Rows of the region: the full range of its scale.
fn rows(region: &Region) -> f64 {
    region.max_y - region.min_y + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::flow_region::tests::region;
    use crate::calibration::region::ImageSize;
    use crate::records::calibration::ReferencePixelOrigin;

    fn spectrum() -> Region {
        let source = region(3, [60, 300, 859, 559], [4, 7], [0.004, -0.5]);
        let size = ImageSize {
            width: 1024,
            height: 768,
        };
        Region::new(&source, size, ReferencePixelOrigin::Region).unwrap()
    }

    #[test]
    fn a_peak_wrapped_to_the_bottom_goes_above_the_top() {
        // docs/calibration.md#worked-examples, example 7.
        let correction = Aliasing {
            up: 0.0,
            down: 40.0,
        };
        assert_eq!(correction.unwrap_row(&spectrum(), 540.0), 280.0);
        assert_eq!(Aliasing::default().unwrap_row(&spectrum(), 540.0), 540.0);
    }

    #[test]
    fn wrapping_undoes_unwrapping() {
        let correction = Aliasing {
            up: 50.0,
            down: 20.0,
        };
        for quarter in 0..1039 {
            let y = 299.75 + f64::from(quarter) * 0.25;
            let stored = correction.unwrap_row(&spectrum(), y);
            assert_eq!(correction.wrap_row(&spectrum(), stored), y);
        }
    }

    #[test]
    fn corrections_never_take_all_rows() {
        let all = Aliasing {
            up: 400.0,
            down: 400.0,
        };
        let within = all.within(&spectrum());
        assert_eq!((within.up, within.down), (259.0, 0.0));
        let both = Aliasing {
            up: 70.0,
            down: 50.0,
        };
        let within = both.within_rows(100.0);
        assert_eq!((within.up, within.down), (70.0, 29.0));
        let off = Aliasing {
            up: -2.0,
            down: -1.0,
        };
        assert_eq!(off.within(&spectrum()), Aliasing::default());
    }
}
