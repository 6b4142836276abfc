//! Scales that a person marked and typed (docs/calibration.md#sources-of-scale and docs/calibration.md#region-of-a-measurement).

use super::choice::{Candidate, SPECTRAL, axis, whole_image};
use super::region::{Axis, ImageSize, Region};
use crate::records::calibration::{CalibrationSource, ManualScale, ScaleAxis};
use crate::units::PhysicalUnit;

/// The regions that typed scales make; empty when they make none.
///
/// Scales of both axes are one region over the whole image. A scale of only one axis is combined
/// with the other axis of each region of the file that stays a plane, an M-Mode or a spectrum by
/// it; `file` is what the file gives, regions or Pixel Spacing.
pub fn of_manual(size: ImageSize, scales: &[ManualScale], file: &[Candidate]) -> Vec<Candidate> {
    let Some(typed) = typed(scales) else {
        return Vec::new();
    };
    match typed {
        [Some(x), Some(y)] => format(&x, &y)
            .map(|format| Candidate {
                index: None,
                source: CalibrationSource::Manual,
                region: whole_image(size, format, x, y),
            })
            .into_iter()
            .collect(),
        [None, None] => Vec::new(),
        [x, y] => file
            .iter()
            .filter_map(|found| with_typed_axis(found, x, y))
            .collect(),
    }
}

/// The typed axes; none when a pair of points or a value gives no scale. A pair for both axes
/// applies unless a separate pair replaces it.
fn typed(scales: &[ManualScale]) -> Option<[Option<Axis>; 2]> {
    let mut axes = [None, None];
    let for_both = |scale: &&ManualScale| scale.axis == ScaleAxis::Xy;
    let of_one = scales.iter().filter(|scale| !for_both(scale));
    for scale in scales.iter().filter(for_both).chain(of_one) {
        let (dx, dy) = (scale.to.x - scale.from.x, scale.to.y - scale.from.y);
        let pixels = match scale.axis {
            ScaleAxis::Xy => (dx * dx + dy * dy).sqrt(),
            ScaleAxis::X => dx.abs(),
            ScaleAxis::Y => dy.abs(),
        };
        let delta = scale.value.abs() / pixels;
        if !delta.is_finite() || delta <= 0.0 {
            return None;
        }
        let marked = axis(scale.unit, delta);
        if scale.axis != ScaleAxis::Y {
            axes[0] = Some(marked);
        }
        if scale.axis != ScaleAxis::X {
            axes[1] = Some(marked);
        }
    }
    Some(axes)
}

/// Spatial format of a region with these axes; none when measurements do not support it.
fn format(x: &Axis, y: &Axis) -> Option<u16> {
    use PhysicalUnit::{Centimetre, CentimetrePerSecond, Second};
    match (x.unit, y.unit) {
        (Centimetre, Centimetre) => Some(1),
        (Second, Centimetre) => Some(2),
        (Second, CentimetrePerSecond) => Some(SPECTRAL),
        _ => None,
    }
}

/// A region of the file with one of its axes replaced: reference, its value and the sign of delta
/// stay the file's. None where the other axis has no scale, or the region would change its kind.
fn with_typed_axis(found: &Candidate, x: Option<Axis>, y: Option<Axis>) -> Option<Candidate> {
    let replaced = |own: Axis, typed: Option<Axis>| match typed {
        None => own,
        Some(typed) => Axis {
            unit: typed.unit,
            delta: if own.delta < 0.0 {
                -typed.delta
            } else {
                typed.delta
            },
            ..own
        },
    };
    let region = Region {
        x: replaced(found.region.x, x),
        y: replaced(found.region.y, y),
        ..found.region.clone()
    };
    let fits = format(&region.x, &region.y) == Some(region.spatial_format)
        && region.x.is_scaled()
        && region.y.is_scaled();
    fits.then_some(Candidate {
        index: found.index,
        source: CalibrationSource::Manual,
        region,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::choice::{of_file, of_spacing};
    use crate::calibration::flow_region::tests::region;
    use crate::records::calibration::{ReferencePixelOrigin, VelocityAxis};
    use serde_json::json;

    const SIZE: ImageSize = ImageSize {
        width: 800,
        height: 600,
    };

    fn scales(list: serde_json::Value) -> Vec<ManualScale> {
        serde_json::from_value(list).unwrap()
    }

    /// 250 columns are one second.
    fn time() -> serde_json::Value {
        json!({"axis": "x", "from": {"x": 100, "y": 0}, "to": {"x": 350, "y": 9}, "value": 1, "unit": "s"})
    }

    /// 200 rows are 100 cm/s.
    fn velocity() -> serde_json::Value {
        json!({"axis": "y", "from": {"x": 0, "y": 300}, "to": {"x": 4, "y": 100}, "value": 100, "unit": "cm/s"})
    }

    /// A plane above a spectrum whose zero line is row 480.
    fn duplex() -> Vec<Candidate> {
        let plane = region(1, [0, 0, 799, 299], [3, 3], [0.02, 0.02]);
        let mut strip = region(3, [60, 300, 799, 559], [4, 7], [0.004, -0.8]);
        strip.reference_pixel_y0 = Some(180);
        of_file(&[plane, strip], SIZE, ReferencePixelOrigin::Region)
    }

    #[test]
    fn scales_of_both_axes_make_a_spectrum_over_the_image() {
        let made = &of_manual(SIZE, &scales(json!([time(), velocity()])), &duplex())[0].region;
        assert_eq!((made.x.delta, made.y.delta), (0.004, 0.5));
        assert_eq!((made.spatial_format, made.max_x), (SPECTRAL, 799.0));
        assert!(of_manual(SIZE, &scales(json!([time()])), &[]).is_empty());
    }

    #[test]
    fn one_typed_axis_is_combined_with_the_other_of_the_region() {
        let made = of_manual(SIZE, &scales(json!([velocity()])), &duplex());
        // The plane above has no seconds to go with velocities.
        assert_eq!(made.len(), 1);
        let Candidate {
            index,
            source,
            region,
        } = &made[0];
        assert_eq!((*index, *source), (Some(1), CalibrationSource::Manual));
        assert_eq!((region.x.delta, region.y.delta), (0.004, -0.5));
        assert_eq!((region.min_y, region.max_y), (300.0, 559.0));
        assert_eq!(region.zero_line(VelocityAxis::Up), Some(480.0));
        let made = of_manual(SIZE, &scales(json!([time()])), &duplex());
        assert_eq!(made.len(), 1);
        assert_eq!(
            (made[0].region.x.delta, made[0].region.y.delta),
            (0.004, -0.8)
        );
    }

    #[test]
    fn a_typed_axis_gives_a_scale_to_a_region_that_had_none() {
        let bare = region(3, [60, 300, 799, 559], [4, 7], [0.004, 0.0]);
        let file = of_file(&[bare], SIZE, ReferencePixelOrigin::Region);
        let made = of_manual(SIZE, &scales(json!([velocity()])), &file);
        assert_eq!(made[0].region.y.delta, 0.5);
        // The other axis has no scale either: nothing is guessed.
        assert!(of_manual(SIZE, &scales(json!([time()])), &file).is_empty());
    }

    #[test]
    fn one_axis_of_pixel_spacing_is_replaced() {
        let width = json!([{"axis": "x", "from": {"x": 0, "y": 0}, "to": {"x": 100, "y": 0}, "value": 5, "unit": "cm"}]);
        let file = of_spacing(SIZE, [0.2, 0.25], CalibrationSource::PixelSpacing).unwrap();
        let made = of_manual(SIZE, &scales(width), &[file]);
        assert_eq!(
            (made[0].region.x.delta, made[0].region.y.delta),
            (0.05, 0.02)
        );
    }

    #[test]
    fn two_points_that_are_one_give_no_scale() {
        let nothing = json!([{"axis": "xy", "from": {"x": 5, "y": 5}, "to": {"x": 5, "y": 5}, "value": 5, "unit": "cm"}]);
        assert!(of_manual(SIZE, &scales(nothing), &duplex()).is_empty());
    }
}
