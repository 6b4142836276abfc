//! What is odd about the regions of a file: it is said, never mended silently.

use super::choice::of_file;
use super::doppler::differs_from_repetition;
use super::flow_region::reference_warnings_of;
use super::region::{ImageSize, Region};
use crate::records::calibration::{ReferencePixelOrigin, VelocityAxis};
use crate::records::metadata::{DopplerRegion, WarningCode};
use crate::units::PhysicalUnit;

/// Codes of what is odd.
pub mod code {
    /// A reference pixel written as 16 bits without sign.
    pub const REFERENCE_16_BIT: &str = "reference_16_bit";
    /// The baseline fits the region only when its reference is absolute.
    pub const BASELINE_MAY_BE_ABSOLUTE: &str = "baseline_may_be_absolute";
    /// The scale of a spectrum does not fit its pulse repetition.
    pub const SCALE_AGAINST_PRF: &str = "scale_against_prf";
    /// A region reaches beyond the image.
    pub const REGION_BEYOND_IMAGE: &str = "region_beyond_image";
    /// A picture deeper than any probe looks.
    pub const DEPTH_IMPLAUSIBLE: &str = "depth_implausible";
    /// Delta and reference value of a spectrum contradict each other.
    pub const DELTA_AGAINST_REFERENCE: &str = "delta_against_reference";
}

/// Greatest depth that is believed, cm.
const MAX_DEPTH_CM: f64 = 40.0;
/// Rows by which the zero line may differ between the readings of the sign of delta.
const SAME_ROW_PX: f64 = 1.0;

/// What may be odd about one region: as stored, as read, in an image of this size.
type Check = fn(&DopplerRegion, &Region, ImageSize) -> bool;

/// Codes for the regions of a file, each once.
pub fn of_regions(
    sources: &[DopplerRegion],
    size: ImageSize,
    origin: ReferencePixelOrigin,
) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = Vec::new();
    let reference = reference_warnings_of(sources, size, origin);
    let of_reference = [
        (WarningCode::Reference16Bit, code::REFERENCE_16_BIT),
        (
            WarningCode::BaselineMayBeAbsolute,
            code::BASELINE_MAY_BE_ABSOLUTE,
        ),
    ];
    for (warning, name) in of_reference {
        if reference.contains(&warning) {
            codes.push(name);
        }
    }
    let candidates = of_file(sources, size, origin);
    let checks: [(&'static str, Check); 4] = [
        (code::SCALE_AGAINST_PRF, |source, region, _| {
            differs_from_repetition(source, region)
        }),
        (code::REGION_BEYOND_IMAGE, |_, region, size| {
            reaches_beyond(region, size)
        }),
        (code::DEPTH_IMPLAUSIBLE, |_, region, _| is_too_deep(region)),
        (code::DELTA_AGAINST_REFERENCE, |_, region, _| {
            contradicts_reference(region)
        }),
    ];
    for (name, check) in checks {
        let raised = candidates.iter().any(|candidate| {
            let source = candidate
                .index
                .and_then(|index| sources.get(index as usize));
            source.is_some_and(|source| check(source, &candidate.region, size))
        });
        if raised {
            codes.push(name);
        }
    }
    codes
}

/// Beyond the last pixel; a bound equal to the size was clipped before.
fn reaches_beyond(region: &Region, size: ImageSize) -> bool {
    let beyond = |last: f64, side: u32| side > 0 && last > f64::from(side) - 1.0;
    beyond(region.max_x, size.width) || beyond(region.max_y, size.height)
}

fn is_too_deep(region: &Region) -> bool {
    let rows = region.max_y - region.min_y + 1.0;
    region.y.unit == PhysicalUnit::Centimetre && rows * region.y.delta.abs() > MAX_DEPTH_CM
}

/// A reference value that is not 0 gives a zero line farther from the region than the region is
/// high, or one that depends on how the sign of delta is read.
fn contradicts_reference(region: &Region) -> bool {
    if !region.is_velocity() || region.y.reference_value == 0.0 {
        return false;
    }
    let zero = |axis| region.zero_line(axis);
    let (Some(up), Some(literal)) = (zero(VelocityAxis::Up), zero(VelocityAxis::Dicom)) else {
        return false;
    };
    let height = region.max_y - region.min_y + 1.0;
    let far = up < region.min_y - height || up > region.max_y + height;
    far || (up - literal).abs() > SAME_ROW_PX
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::flow_region::tests::region;

    const SIZE: ImageSize = ImageSize {
        width: 800,
        height: 600,
    };

    fn codes(source: DopplerRegion) -> Vec<&'static str> {
        of_regions(&[source], SIZE, ReferencePixelOrigin::Region)
    }

    #[test]
    fn a_bound_equal_to_the_size_is_no_fault_and_one_more_is() {
        let with_right = |right: u32| region(1, [0, 0, right, 599], [3, 3], [0.02, 0.02]);
        assert!(codes(with_right(800)).is_empty());
        assert_eq!(codes(with_right(801)), [code::REGION_BEYOND_IMAGE]);
    }

    #[test]
    fn forty_centimetres_are_believed_and_more_is_not() {
        let deep = |delta: f64| region(1, [0, 0, 799, 399], [3, 3], [0.02, delta]);
        assert!(codes(deep(0.1)).is_empty());
        assert_eq!(codes(deep(0.1001)), [code::DEPTH_IMPLAUSIBLE]);
    }

    #[test]
    fn a_reference_value_must_fit_the_delta() {
        let strip = |delta: f64, value: f64| {
            let mut strip = region(3, [60, 300, 799, 559], [4, 7], [0.004, delta]);
            strip.reference_pixel_y0 = Some(120);
            strip.reference_pixel_physical_value_y = Some(value);
            codes(strip)
        };
        assert!(strip(-0.8, 10.0).is_empty());
        assert!(strip(0.8, 0.0).is_empty());
        // Read upwards the zero line lies below the reference, read literally above.
        assert_eq!(strip(0.8, 10.0), [code::DELTA_AGAINST_REFERENCE]);
        // 500 cm/s at 0.8 cm/s a row are 625 rows, the region has 260.
        assert_eq!(strip(-0.8, 500.0), [code::DELTA_AGAINST_REFERENCE]);
    }
}
