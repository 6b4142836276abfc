//! Geometry of one region: bounds, scale and reference of each axis (docs/calibration.md#regions).

use crate::limits::SPEED_OF_SOUND_CM_S;
use crate::records::calibration::{ReferencePixelOrigin, VelocityAxis};
use crate::records::metadata::{DopplerRegion, ImageMetadata};
use crate::units::PhysicalUnit;

/// Bit 0 of the flags: set for low priority.
const LOW_PRIORITY: u32 = 1;
/// Bit 2 of the flags: set when the y axis is a frequency.
const FREQUENCY_SCALE: u32 = 1 << 2;

/// Size of an image, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageSize {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl ImageSize {
    /// Size of the image a record describes.
    pub fn of(metadata: &ImageMetadata) -> Self {
        Self {
            width: metadata.width,
            height: metadata.height,
        }
    }
}

/// One axis of a region.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    /// Unit of the values.
    pub unit: PhysicalUnit,
    /// Change per pixel to the right or downwards; 0 when the axis has no scale.
    pub delta: f64,
    /// Absolute position of the reference pixel; none when the file has none.
    pub reference: Option<f64>,
    /// Value at the reference pixel.
    pub reference_value: f64,
}

impl Axis {
    /// The axis can be measured on.
    pub fn is_scaled(&self) -> bool {
        self.delta.is_finite() && self.delta != 0.0
    }
}

/// A region with its axes in the units that are measured in.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// Spatial format code.
    pub spatial_format: u16,
    /// Bit 0 of the flags is clear.
    pub high_priority: bool,
    /// Left column.
    pub min_x: f64,
    /// Top row.
    pub min_y: f64,
    /// Right column, inclusive, as stored.
    pub max_x: f64,
    /// Bottom row, inclusive, as stored.
    pub max_y: f64,
    /// Columns to values.
    pub x: Axis,
    /// Rows to values.
    pub y: Axis,
}

impl Region {
    /// Reads a region; none when its rectangle is absent or empty.
    pub fn new(
        source: &DopplerRegion,
        size: ImageSize,
        origin: ReferencePixelOrigin,
    ) -> Option<Self> {
        let min_x = f64::from(source.region_location_min_x0?);
        let min_y = f64::from(source.region_location_min_y0?);
        let max_x = f64::from(source.region_location_max_x1?);
        let max_y = f64::from(source.region_location_max_y1?);
        if max_x < min_x || max_y < min_y {
            return None;
        }
        let flags = source.region_flags.unwrap_or(0);
        let corner = |corner: f64| match origin {
            ReferencePixelOrigin::Region => corner,
            ReferencePixelOrigin::Image => 0.0,
        };
        let mut y = Axis {
            unit: unit(source.physical_units_y),
            delta: source.physical_delta_y.unwrap_or(0.0),
            reference: reference(source.reference_pixel_y0, corner(min_y), size.height),
            reference_value: source.reference_pixel_physical_value_y.unwrap_or(0.0),
        };
        if flags & FREQUENCY_SCALE != 0
            && y.unit == PhysicalUnit::Hertz
            && let Some(factor) = velocity_per_hertz(source)
        {
            y.unit = PhysicalUnit::CentimetrePerSecond;
            y.delta *= factor;
            y.reference_value *= factor;
        }
        Some(Self {
            spatial_format: source.region_spatial_format.unwrap_or(0),
            high_priority: flags & LOW_PRIORITY == 0,
            min_x,
            min_y,
            max_x,
            max_y,
            x: Axis {
                unit: unit(source.physical_units_x),
                delta: source.physical_delta_x.unwrap_or(0.0),
                reference: reference(source.reference_pixel_x0, corner(min_x), size.width),
                reference_value: source.reference_pixel_physical_value_x.unwrap_or(0.0),
            },
            y,
        })
    }

    /// Pixels inside, with the edges.
    pub fn area(&self) -> f64 {
        (self.max_x - self.min_x + 1.0) * (self.max_y - self.min_y + 1.0)
    }

    /// The point is on a whole pixel of the region.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        let inside = |value: f64, min: f64, max: f64| value >= min - 0.5 && value <= max + 0.5;
        inside(x, self.min_x, self.max_x) && inside(y, self.min_y, self.max_y)
    }

    /// Rows are velocities.
    pub fn is_velocity(&self) -> bool {
        self.y.unit == PhysicalUnit::CentimetrePerSecond
    }

    /// Rows are velocities, or frequencies that nothing turns into velocities: both have a zero line.
    pub fn has_zero_line(&self) -> bool {
        self.is_velocity() || self.y.unit == PhysicalUnit::Hertz
    }

    /// Absolute row where the velocity is 0; none without a reference (docs/calibration.md#zero-line).
    pub fn zero_line(&self, velocity_axis: VelocityAxis) -> Option<f64> {
        let reference = self.y.reference?;
        if !self.y.is_scaled() {
            return None;
        }
        let value = self.y.reference_value;
        Some(match velocity_axis {
            VelocityAxis::Up => reference + value / self.y.delta.abs(),
            VelocityAxis::Down => reference - value / self.y.delta.abs(),
            VelocityAxis::Dicom => reference - value / self.y.delta,
        })
    }
}

fn unit(code: Option<u16>) -> PhysicalUnit {
    code.map_or(PhysicalUnit::NA, PhysicalUnit::from_code)
}

/// Absolute position of a reference pixel; 16-bit writers are read as signed where the unsigned
/// position is outside of the image.
fn reference(offset: Option<i32>, corner: f64, side: u32) -> Option<f64> {
    let offset = offset?;
    let position = corner + f64::from(offset);
    if is_16_bit(offset, position, side) {
        Some(position - 65_536.0)
    } else {
        Some(position)
    }
}

/// Stored reference of 32768 to 65535 whose position is outside of the image.
pub fn is_16_bit(offset: i32, position: f64, side: u32) -> bool {
    (32_768..=65_535).contains(&offset) && (position < 0.0 || position >= f64::from(side))
}

/// cm/s per Hz of Doppler shift: c / (2 f0 cos(angle)); none without a transducer frequency.
pub(super) fn velocity_per_hertz(source: &DopplerRegion) -> Option<f64> {
    let frequency_hz = f64::from(source.transducer_frequency_khz.filter(|&khz| khz > 0)?) * 1000.0;
    let degrees = source.doppler_correction_angle.unwrap_or(0.0);
    let cosine = libm::cos(degrees * core::f64::consts::PI / 180.0);
    // A right angle gives no Doppler shift to scale.
    let factor = SPEED_OF_SOUND_CM_S / (2.0 * frequency_hz * cosine);
    (cosine > 1e-6).then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::flow_region::tests::region;

    const SIZE: ImageSize = ImageSize {
        width: 1024,
        height: 768,
    };

    fn pw() -> DopplerRegion {
        let mut pw = region(3, [60, 300, 859, 559], [4, 7], [0.004, -0.5]);
        pw.reference_pixel_x0 = Some(0);
        pw.reference_pixel_y0 = Some(180);
        pw
    }

    #[test]
    fn the_reference_counts_from_the_region() {
        let read = Region::new(&pw(), SIZE, ReferencePixelOrigin::Region).unwrap();
        assert_eq!(read.zero_line(VelocityAxis::Up), Some(480.0));
        let read = Region::new(&pw(), SIZE, ReferencePixelOrigin::Image).unwrap();
        assert_eq!(read.zero_line(VelocityAxis::Up), Some(180.0));
    }

    #[test]
    fn a_reference_value_moves_the_zero_line() {
        // docs/calibration.md#worked-examples, example 11.
        let mut strip = pw();
        strip.reference_pixel_y0 = Some(120);
        strip.reference_pixel_physical_value_y = Some(10.0);
        strip.physical_delta_y = Some(-0.8);
        let read = Region::new(&strip, SIZE, ReferencePixelOrigin::Region).unwrap();
        assert_eq!(read.zero_line(VelocityAxis::Up), Some(432.5));
        assert_eq!(read.zero_line(VelocityAxis::Down), Some(407.5));
        assert_eq!(read.zero_line(VelocityAxis::Dicom), Some(432.5));
    }

    #[test]
    fn references_of_16_bits_are_signed_only_outside_of_the_image() {
        let mut strip = pw();
        strip.reference_pixel_y0 = Some(65_536 - 25);
        let read = Region::new(&strip, SIZE, ReferencePixelOrigin::Region).unwrap();
        assert_eq!(read.y.reference, Some(275.0));
        assert!(!is_16_bit(40_000, 40_300.0, 50_000));
    }

    #[test]
    fn a_frequency_scale_becomes_velocities() {
        let mut strip = pw();
        strip.region_flags = Some(4);
        strip.physical_units_y = Some(5);
        strip.physical_delta_y = Some(-20.0);
        strip.transducer_frequency_khz = Some(2_000);
        strip.doppler_correction_angle = Some(60.0);
        let read = Region::new(&strip, SIZE, ReferencePixelOrigin::Region).unwrap();
        // 20 Hz * 154000 / (2 * 2e6 * 0.5) = 1.54 cm/s
        assert!((read.y.delta + 1.54).abs() < 1e-12);
        assert!(read.is_velocity());
        strip.transducer_frequency_khz = None;
        let read = Region::new(&strip, SIZE, ReferencePixelOrigin::Region).unwrap();
        assert!(!read.is_velocity());
    }

    #[test]
    fn bounds_are_inclusive_of_whole_pixels() {
        let read = Region::new(&pw(), SIZE, ReferencePixelOrigin::Region).unwrap();
        assert!(read.contains(59.5, 559.5));
        assert!(!read.contains(59.4, 400.0));
        assert_eq!(read.area(), 800.0 * 260.0);
    }
}
