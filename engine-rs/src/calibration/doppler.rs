//! Rows of a spectrum as velocities (docs/calibration.md#zero-line, docs/calibration.md#velocity-axis, docs/calibration.md#aliasing).

use super::region::{Region, velocity_per_hertz};
use crate::records::calibration::VelocityAxis;
use crate::records::metadata::DopplerRegion;

/// Share by which scale and pulse repetition may differ without a warning.
const PRF_TOLERANCE: f64 = 0.02;

/// cm/s per row downwards, before the direction of flow.
pub(super) fn velocity_per_row(region: &Region, axis: VelocityAxis) -> f64 {
    match axis {
        VelocityAxis::Up => -region.y.delta.abs(),
        VelocityAxis::Down => region.y.delta.abs(),
        VelocityAxis::Dicom => region.y.delta,
    }
}

/// v = (y - zero) * scale, before the direction of flow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VelocityScale {
    /// Absolute row where the velocity is 0.
    pub zero_y: f64,
    /// cm/s per row downwards.
    pub scale: f64,
}

impl VelocityScale {
    /// The scale of a region; none without velocities or without a zero line. A line that the
    /// user set replaces the file's, reference value included.
    pub fn of(region: &Region, axis: VelocityAxis, baseline_y: Option<f64>) -> Option<Self> {
        if !region.is_velocity() || !region.y.is_scaled() {
            return None;
        }
        let scale = velocity_per_row(region, axis);
        let zero_y = baseline_y.or_else(|| region.zero_line(axis))?;
        Some(Self { zero_y, scale })
    }

    /// Velocity of a row, in cm/s.
    pub fn at(&self, y: f64) -> f64 {
        (y - self.zero_y) * self.scale
    }
}

/// The rows of the region span another range than twice the Nyquist velocity of its pulse
/// repetition; false where the file does not state it.
pub fn differs_from_repetition(source: &DopplerRegion, region: &Region) -> bool {
    let repetition = source.pulse_repetition_frequency_hz.filter(|&hz| hz > 0);
    let (Some(hz), Some(factor)) = (repetition, velocity_per_hertz(source)) else {
        return false;
    };
    if !region.is_velocity() || !region.y.is_scaled() {
        return false;
    }
    let expected = f64::from(hz) * factor;
    let range = (region.max_y - region.min_y + 1.0) * region.y.delta.abs();
    (range - expected).abs() > PRF_TOLERANCE * expected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::flow_region::tests::region;
    use crate::calibration::region::ImageSize;
    use crate::records::calibration::ReferencePixelOrigin;

    const SIZE: ImageSize = ImageSize {
        width: 1024,
        height: 768,
    };

    #[test]
    fn a_dragged_line_replaces_the_reference_and_its_value() {
        let mut source = region(3, [60, 300, 859, 559], [4, 7], [0.004, 0.5]);
        source.reference_pixel_physical_value_y = Some(12.0);
        let read = Region::new(&source, SIZE, ReferencePixelOrigin::Region).unwrap();
        assert_eq!(VelocityScale::of(&read, VelocityAxis::Up, None), None);
        let at = |axis| {
            VelocityScale::of(&read, axis, Some(471.5))
                .unwrap()
                .at(431.5)
        };
        assert_eq!(at(VelocityAxis::Up), 20.0);
        assert_eq!(at(VelocityAxis::Down), -20.0);
        assert_eq!(at(VelocityAxis::Dicom), -20.0);
    }

    #[test]
    fn the_scale_is_compared_with_the_pulse_repetition() {
        // 154000 * 3377 / (2 * 2e6) = 130.01 cm/s for 260 rows of 0.5 cm/s.
        let mut source = region(3, [60, 300, 859, 559], [4, 7], [0.004, -0.5]);
        source.transducer_frequency_khz = Some(2_000);
        source.pulse_repetition_frequency_hz = Some(3_377);
        let differs = |source: &DopplerRegion| {
            let read = Region::new(source, SIZE, ReferencePixelOrigin::Region).unwrap();
            differs_from_repetition(source, &read)
        };
        assert!(!differs(&source));
        source.pulse_repetition_frequency_hz = Some(3_500);
        assert!(differs(&source));
        source.transducer_frequency_khz = None;
        assert!(!differs(&source));
    }
}
