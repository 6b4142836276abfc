//! Physical values of a point: what the cursor reads (docs/calibration.md#regions and docs/calibration.md#sources-of-scale).

use serde::{Deserialize, Serialize};

use crate::records::calibration::{CalibrationSource, ImageCalibration, VelocityAxis};
use crate::records::metadata::{ImageMetadata, WarningCode};
use crate::units::PhysicalUnit;

use super::choice::Candidate;
use super::doppler::velocity_per_row;
use super::region::{Axis, ImageSize, Region};
use super::sources::{ScaleSources, candidates};

/// Value = `offset` + `scale` * pixel on one axis.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AxisMap {
    /// Unit of the value.
    pub unit: PhysicalUnit,
    /// Units per pixel, signed as the value grows.
    pub scale: f64,
    /// Value at pixel 0; null when only differences mean something.
    pub offset: Option<f64>,
}

/// How one region turns pixels into values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RegionMap {
    /// Place in the file's sequence, from 0; null for Pixel Spacing.
    pub region_index: Option<u32>,
    /// Where the scale comes from.
    pub source: CalibrationSource,
    /// Columns to values; null without a scale.
    pub x: Option<AxisMap>,
    /// Rows to values; null without a scale.
    pub y: Option<AxisMap>,
}

/// A value with its unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PhysicalValue {
    /// The value.
    pub value: f64,
    /// Its unit.
    pub unit: PhysicalUnit,
}

/// Why a point has no physical value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NoValue {
    /// The image has neither regions nor Pixel Spacing, or frames of another size than named.
    NotCalibrated,
    /// The image has regions, but none holds the point.
    OutsideRegions,
    /// The region gives this axis no scale.
    NoScale,
    /// A velocity without a zero line.
    NoBaseline,
}

/// Physical reading at one point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PhysicalReading {
    /// The region under the point; null when there is none.
    pub region: Option<RegionMap>,
    /// Value along x.
    pub x: Option<PhysicalValue>,
    /// Value along y.
    pub y: Option<PhysicalValue>,
    /// Why a value is null.
    pub reason: Option<NoValue>,
}

/// Reads the point (pixels, centre = whole number) under the image's calibration.
pub fn physical_at(
    metadata: &ImageMetadata,
    calibration: Option<&ImageCalibration>,
    x: f64,
    y: f64,
) -> PhysicalReading {
    let nothing = |reason| PhysicalReading {
        region: None,
        x: None,
        y: None,
        reason: Some(reason),
    };
    let candidates = candidates_of(metadata, calibration);
    if candidates.is_empty() {
        return nothing(NoValue::NotCalibrated);
    }
    let Some(map) = region_map(&candidates, calibration, x, y) else {
        return nothing(NoValue::OutsideRegions);
    };
    let read = |axis: Option<AxisMap>, pixel: f64| {
        let axis = axis?;
        let value = axis.offset? + axis.scale * pixel;
        value.is_finite().then_some(PhysicalValue {
            value,
            unit: axis.unit,
        })
    };
    let (value_x, value_y) = (read(map.x, x), read(map.y, y));
    let reason = match (&value_x, &value_y, map.y) {
        (Some(_), Some(_), _) => None,
        (_, None, Some(axis)) if axis.unit == PhysicalUnit::CentimetrePerSecond => {
            Some(NoValue::NoBaseline)
        }
        _ => Some(NoValue::NoScale),
    };
    PhysicalReading {
        region: Some(map),
        x: value_x,
        y: value_y,
        reason,
    }
}

/// Regions that give a scale; none where the frames have another size than the header names.
fn candidates_of(
    metadata: &ImageMetadata,
    calibration: Option<&ImageCalibration>,
) -> Vec<Candidate> {
    if metadata.warnings.contains(&WarningCode::FrameSizeMismatch) {
        return Vec::new();
    }
    candidates(&ScaleSources {
        regions: &metadata.doppler_regions,
        size: ImageSize::of(metadata),
        spacing: metadata.pixel_spacing.as_ref(),
        choice: calibration,
    })
}

/// The map of the region under a point: high priority first, then the smaller area, then the
/// order of the file (docs/calibration.md#region-of-a-measurement); a scale of the whole image where a person chose one, and
/// Pixel Spacing where the file has no regions.
fn region_map(
    candidates: &[Candidate],
    calibration: Option<&ImageCalibration>,
    x: f64,
    y: f64,
) -> Option<RegionMap> {
    let rank = |region: &Region| (!region.high_priority, region.area());
    let under = candidates.iter().filter(|candidate| {
        let region = &candidate.region;
        let whole = candidate.index.is_none();
        (region.x.is_scaled() || region.y.is_scaled()) && (whole || region.contains(x, y))
    });
    let best = under.reduce(|best, candidate| {
        if rank(&candidate.region) < rank(&best.region) {
            candidate
        } else {
            best
        }
    })?;
    let region = &best.region;
    Some(RegionMap {
        region_index: best.index,
        source: best.source,
        x: position_map(&region.x, region.min_x),
        y: if region.is_velocity() {
            velocity_map(region, calibration)
        } else {
            position_map(&region.y, region.min_y)
        },
    })
}

/// Distances and times count from the reference pixel, or from the region's corner without one,
/// and grow to the right and downwards.
fn position_map(axis: &Axis, corner: f64) -> Option<AxisMap> {
    if !axis.is_scaled() || axis.unit == PhysicalUnit::NA {
        return None;
    }
    let scale = axis.delta.abs();
    let (origin, value) = match axis.reference {
        Some(reference) => (reference, axis.reference_value),
        None => (corner, 0.0),
    };
    Some(AxisMap {
        unit: axis.unit,
        scale,
        offset: Some(value - scale * origin),
    })
}

/// Velocities count from the zero line; a line set by the user replaces the file's.
fn velocity_map(region: &Region, calibration: Option<&ImageCalibration>) -> Option<AxisMap> {
    if !region.y.is_scaled() {
        return None;
    }
    let velocity_axis = calibration.map_or(VelocityAxis::Up, |choice| choice.velocity_axis);
    let scale = velocity_per_row(region, velocity_axis);
    let baseline = calibration.and_then(|choice| choice.baseline_y);
    let zero = baseline.or_else(|| region.zero_line(velocity_axis));
    Some(AxisMap {
        unit: PhysicalUnit::CentimetrePerSecond,
        scale,
        offset: zero.map(|zero| -scale * zero),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::flow_region::tests::{image, region};

    fn values(
        metadata: &ImageMetadata,
        choice: Option<&ImageCalibration>,
        x: f64,
        y: f64,
    ) -> (f64, f64) {
        let reading = physical_at(metadata, choice, x, y);
        (reading.x.unwrap().value, reading.y.unwrap().value)
    }

    fn close(found: (f64, f64), expected: (f64, f64)) -> bool {
        (found.0 - expected.0).abs() < 1e-9 && (found.1 - expected.1).abs() < 1e-9
    }

    fn choice(velocity_axis: VelocityAxis, baseline_y: Option<f64>) -> ImageCalibration {
        serde_json::from_value(serde_json::json!({
            "source": "regions", "velocity_axis": velocity_axis, "baseline_y": baseline_y,
        }))
        .unwrap()
    }

    fn spectrum(reference_y: Option<i32>, delta_y: f64) -> ImageMetadata {
        let mut strip = region(3, [60, 300, 859, 559], [4, 7], [0.004, delta_y]);
        strip.reference_pixel_x0 = Some(0);
        strip.reference_pixel_y0 = reference_y;
        image(vec![strip])
    }

    #[test]
    fn worked_examples_1_to_4_of_the_calibration_text() {
        let pw = spectrum(Some(180), -0.5);
        assert!(close(values(&pw, None, 160.0, 430.0), (0.4, 25.0)));
        assert!(close(values(&pw, None, 160.0, 540.0), (0.4, -30.0)));
        let positive = spectrum(Some(180), 0.5);
        assert!(close(values(&positive, None, 160.0, 430.0), (0.4, 25.0)));
        let dicom = choice(VelocityAxis::Dicom, None);
        assert!(close(
            values(&positive, Some(&dicom), 160.0, 430.0),
            (0.4, -25.0)
        ));
        assert!(close(
            values(&spectrum(Some(40), -0.5), None, 160.0, 500.0),
            (0.4, -80.0)
        ));
        assert!(close(
            values(&spectrum(Some(-25), -0.5), None, 160.0, 305.0),
            (0.4, -15.0)
        ));
    }

    #[test]
    fn without_a_reference_there_is_no_velocity_until_a_line_is_set() {
        let bare = spectrum(None, -0.5);
        let reading = physical_at(&bare, None, 160.0, 430.0);
        assert_eq!(
            (reading.y, reading.reason),
            (None, Some(NoValue::NoBaseline))
        );
        assert!((reading.x.unwrap().value - 0.4).abs() < 1e-12);
        let dragged = choice(VelocityAxis::Up, Some(450.0));
        assert!(close(
            values(&bare, Some(&dragged), 160.0, 430.0),
            (0.4, 10.0)
        ));
    }

    #[test]
    fn under_a_colour_box_the_box_is_read() {
        // docs/calibration.md#worked-examples, example 9.
        let mut tissue = region(1, [0, 0, 799, 599], [3, 3], [0.02, 0.02]);
        tissue.region_flags = Some(1);
        let colour = region(1, [200, 150, 499, 449], [3, 3], [0.02, 0.02]);
        let both = image(vec![tissue, colour]);
        let index = |x, y| physical_at(&both, None, x, y).region.unwrap().region_index;
        assert_eq!(index(300.0, 300.0), Some(1));
        assert_eq!(index(600.0, 300.0), Some(0));
        let outside = physical_at(&both, None, 900.0, 0.0);
        assert_eq!(outside.reason, Some(NoValue::OutsideRegions));
    }

    fn manual(scales: serde_json::Value, baseline_y: Option<f64>) -> ImageCalibration {
        serde_json::from_value(serde_json::json!({
            "source": "manual", "manual": scales, "baseline_y": baseline_y,
        }))
        .unwrap()
    }

    #[test]
    fn a_manual_scale_replaces_the_files_everywhere() {
        // 200 px along the depth scale are 10 cm.
        let ruler = manual(
            serde_json::json!([{"axis": "xy", "from": {"x": 5, "y": 100}, "to": {"x": 5, "y": 300},
                "value": 10, "unit": "cm"}]),
            None,
        );
        let wrong = image(vec![region(1, [0, 0, 99, 99], [3, 3], [0.5, 0.5])]);
        assert!(close(
            values(&wrong, Some(&ruler), 400.0, 20.0),
            (20.0, 1.0)
        ));
        let flow = crate::calibration::flow_region::choose_with(&wrong, Some(&ruler), None);
        assert_eq!(
            flow.map(|flow| (flow.spacing_x, flow.spacing_y)),
            Some((0.05, 0.05))
        );
        let strip = manual(
            serde_json::json!([
                {"axis": "x", "from": {"x": 100, "y": 0}, "to": {"x": 350, "y": 0}, "value": 1, "unit": "s"},
                {"axis": "y", "from": {"x": 0, "y": 300}, "to": {"x": 0, "y": 100}, "value": 100, "unit": "cm/s"}]),
            Some(400.0),
        );
        let bare = image(Vec::new());
        assert!(close(
            values(&bare, Some(&strip), 250.0, 300.0),
            (1.0, 50.0)
        ));
        let half = manual(serde_json::json!([]), None);
        let reading = physical_at(&wrong, Some(&half), 1.0, 1.0);
        assert_eq!(reading.reason, Some(NoValue::NotCalibrated));
    }

    #[test]
    fn a_spacing_counts_when_it_is_confirmed_and_none_takes_all_away() {
        let mut nominal = image(Vec::new());
        nominal.pixel_spacing = Some(crate::records::metadata::PixelSpacing {
            source: crate::records::metadata::PixelSpacingSource::ImagerPixelSpacing,
            row_mm: 0.2,
            column_mm: 0.25,
        });
        let with = |source: &str| -> ImageCalibration {
            serde_json::from_value(serde_json::json!({"source": source})).unwrap()
        };
        assert_eq!(
            physical_at(&nominal, None, 1.0, 1.0).reason,
            Some(NoValue::NotCalibrated)
        );
        let confirmed = with("confirmed_spacing");
        assert!(close(
            values(&nominal, Some(&confirmed), 100.0, 100.0),
            (2.5, 2.0)
        ));
        let reading = physical_at(&nominal, Some(&with("none")), 1.0, 1.0);
        assert_eq!(reading.reason, Some(NoValue::NotCalibrated));
    }

    #[test]
    fn an_image_without_any_scale_says_so() {
        let reading = physical_at(&image(Vec::new()), None, 1.0, 1.0);
        assert_eq!(reading.reason, Some(NoValue::NotCalibrated));
    }
}
