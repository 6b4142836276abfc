//! Irregularities of the regions of a file: it is reported, never mended silently.

use super::choice::of_file;
use super::doppler::differs_from_repetition;
use super::region::{ImageSize, Region, is_16_bit};
use crate::records::calibration::{ReferencePixelOrigin, VelocityAxis};
use crate::records::metadata::{DopplerRegion, WarningCode};
use crate::units::PhysicalUnit;

/// Greatest depth that is believed, cm.
const MAX_DEPTH_CM: f64 = 40.0;
/// Rows by which the zero line may differ between the readings of the sign of delta.
const SAME_ROW_PX: f64 = 1.0;

/// Codes for the regions of a file, each once.
pub fn of_regions(
    sources: &[DopplerRegion],
    size: ImageSize,
    origin: ReferencePixelOrigin,
) -> Vec<WarningCode> {
    let candidates = of_file(sources, size, origin);
    let some_source = |is_odd: fn(&DopplerRegion, ImageSize, ReferencePixelOrigin) -> bool| {
        sources.iter().any(|source| is_odd(source, size, origin))
    };
    let some_region =
        |is_odd: fn(&Region) -> bool| candidates.iter().any(|candidate| is_odd(&candidate.region));
    let against_prf = candidates.iter().any(|candidate| {
        let index = candidate.index.map(|index| index as usize);
        let source = index.and_then(|index| sources.get(index));
        source.is_some_and(|source| differs_from_repetition(source, &candidate.region))
    });
    let beyond = candidates
        .iter()
        .any(|candidate| reaches_beyond(&candidate.region, size));
    let found = [
        (WarningCode::Reference16Bit, some_source(has_16_bit)),
        (
            WarningCode::BaselineMayBeAbsolute,
            some_source(may_be_absolute),
        ),
        (WarningCode::ScaleAgainstPrf, against_prf),
        (WarningCode::RegionBeyondImage, beyond),
        (WarningCode::DepthImplausible, some_region(is_too_deep)),
        (
            WarningCode::DeltaAgainstReference,
            some_region(contradicts_reference),
        ),
    ];
    let raised = found.into_iter().filter(|(_, raised)| *raised);
    raised.map(|(code, _)| code).collect()
}

/// A reference pixel is written as 16 bits without sign (docs/calibration.md#zero-line).
fn has_16_bit(source: &DopplerRegion, size: ImageSize, origin: ReferencePixelOrigin) -> bool {
    let axes = [
        (
            source.reference_pixel_x0,
            source.region_location_min_x0,
            size.width,
        ),
        (
            source.reference_pixel_y0,
            source.region_location_min_y0,
            size.height,
        ),
    ];
    axes.into_iter().any(|(offset, corner, side)| {
        offset.zip(corner).is_some_and(|(offset, corner)| {
            is_16_bit(offset, origin.position(f64::from(corner), offset), side)
        })
    })
}

/// The reference row is outside of the region as it is read, inside as it is stored.
fn may_be_absolute(source: &DopplerRegion, size: ImageSize, origin: ReferencePixelOrigin) -> bool {
    let Some(region) = Region::new(source, size, origin).filter(Region::is_velocity) else {
        return false;
    };
    let rows = region.min_y..=region.max_y;
    let read = region.y.reference.zip(source.reference_pixel_y0);
    read.is_some_and(|(read, stored)| !rows.contains(&read) && rows.contains(&f64::from(stored)))
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

/// A reference value other than 0 gives a zero line farther from the region than its height, or one
/// that depends on the reading of the sign of delta.
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

    fn codes(source: DopplerRegion) -> Vec<WarningCode> {
        of_regions(&[source], SIZE, ReferencePixelOrigin::Region)
    }

    #[test]
    fn a_baseline_that_only_fits_as_absolute_is_told() {
        let mut strip = region(3, [60, 300, 699, 559], [4, 7], [0.004, -0.5]);
        strip.reference_pixel_y0 = Some(420);
        assert_eq!(codes(strip.clone()), [WarningCode::BaselineMayBeAbsolute]);
        strip.reference_pixel_y0 = Some(120);
        assert!(codes(strip).is_empty());
    }

    #[test]
    fn a_reference_of_16_bits_is_told() {
        let mut strip = region(3, [60, 300, 699, 559], [4, 7], [0.004, -0.5]);
        strip.reference_pixel_y0 = Some(65_536 - 25);
        assert_eq!(codes(strip), [WarningCode::Reference16Bit]);
    }

    #[test]
    fn a_scale_that_does_not_fit_the_pulse_repetition_is_told() {
        // 154000 * 3377 / (2 * 2e6) = 130.01 cm/s for 260 rows of 0.5 cm/s.
        let mut strip = region(3, [60, 300, 699, 559], [4, 7], [0.004, -0.5]);
        strip.transducer_frequency_khz = Some(2_000);
        strip.pulse_repetition_frequency_hz = Some(3_377);
        assert!(codes(strip.clone()).is_empty());
        strip.pulse_repetition_frequency_hz = Some(3_500);
        assert_eq!(codes(strip), [WarningCode::ScaleAgainstPrf]);
    }

    #[test]
    fn a_bound_equal_to_the_size_is_no_fault_and_one_more_is() {
        let with_right = |right: u32| region(1, [0, 0, right, 599], [3, 3], [0.02, 0.02]);
        assert!(codes(with_right(800)).is_empty());
        assert_eq!(codes(with_right(801)), [WarningCode::RegionBeyondImage]);
    }

    #[test]
    fn forty_centimetres_are_believed_and_more_is_not() {
        let deep = |delta: f64| region(1, [0, 0, 799, 399], [3, 3], [0.02, delta]);
        assert!(codes(deep(0.1)).is_empty());
        assert_eq!(codes(deep(0.1001)), [WarningCode::DepthImplausible]);
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
        // Read upwards the zero line is below the reference, read literally above.
        assert_eq!(strip(0.8, 10.0), [WarningCode::DeltaAgainstReference]);
        // 500 cm/s at 0.8 cm/s a row are 625 rows, the region has 260.
        assert_eq!(strip(-0.8, 500.0), [WarningCode::DeltaAgainstReference]);
    }
}
