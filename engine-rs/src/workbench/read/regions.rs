//! Regions, size and scale of an image.

use serde::Deserialize;
use serde_json::Value;

use super::fields::{invalid, list, number, optional};
use crate::calibration::aliasing::Aliasing;
use crate::calibration::choice::{Candidate, of_file, of_spacing};
use crate::calibration::manual::of_manual;
use crate::calibration::region::ImageSize;
use crate::limits::MAX_REGIONS;
use crate::measure::refusal::MeasurementRefusal;
use crate::records::calibration::{CalibrationSource, ManualScale, ReferencePixelOrigin};
use crate::records::metadata::DopplerRegion;

/// Regions as in the file.
pub fn read_regions(input: &Value) -> Result<Vec<DopplerRegion>, MeasurementRefusal> {
    let items = list(input, "doppler_regions")?;
    if items.len() > MAX_REGIONS {
        return Err(invalid("doppler_regions"));
    }
    items.iter().map(read_region).collect()
}

fn read_region(item: &Value) -> Result<DopplerRegion, MeasurementRefusal> {
    // Conversions saturate; all of these are whole numbers in the file.
    let whole = |field: &str| optional(item, field);
    let unsigned = |field: &str| whole(field).map(|value| value.map(|value| value as u32));
    let short = |field: &str| whole(field).map(|value| value.map(|value| value as u16));
    let signed = |field: &str| whole(field).map(|value| value.map(|value| value as i32));
    Ok(DopplerRegion {
        region_spatial_format: short("region_spatial_format")?,
        region_data_type: short("region_data_type")?,
        region_flags: unsigned("region_flags")?,
        region_location_min_x0: unsigned("region_location_min_x0")?,
        region_location_min_y0: unsigned("region_location_min_y0")?,
        region_location_max_x1: unsigned("region_location_max_x1")?,
        region_location_max_y1: unsigned("region_location_max_y1")?,
        reference_pixel_x0: signed("reference_pixel_x0")?,
        reference_pixel_y0: signed("reference_pixel_y0")?,
        physical_units_x: short("physical_units_x")?,
        physical_units_y: short("physical_units_y")?,
        reference_pixel_physical_value_x: whole("reference_pixel_physical_value_x")?,
        reference_pixel_physical_value_y: whole("reference_pixel_physical_value_y")?,
        physical_delta_x: whole("physical_delta_x")?,
        physical_delta_y: whole("physical_delta_y")?,
        transducer_frequency_khz: unsigned("transducer_frequency")?,
        pulse_repetition_frequency_hz: unsigned("pulse_repetition_frequency")?,
        doppler_correction_angle: whole("doppler_correction_angle")?,
        steering_angle: None,
    })
}

/// Size of the image; without one, the smallest that holds all regions.
pub fn read_size(
    input: &Value,
    sources: &[DopplerRegion],
) -> Result<ImageSize, MeasurementRefusal> {
    let extent = |bound: fn(&DopplerRegion) -> Option<u32>| {
        let last = sources.iter().filter_map(bound).max();
        last.map_or(0, |last| last.saturating_add(1))
    };
    let side = |field: &str| optional(input, field).map(|side| side.map(|side| side as u32));
    Ok(ImageSize {
        width: side("width")?.unwrap_or_else(|| extent(|region| region.region_location_max_x1)),
        height: side("height")?.unwrap_or_else(|| extent(|region| region.region_location_max_y1)),
    })
}

/// Where the scale comes from, in order: manual scales, regions, Pixel Spacing.
pub(super) fn read_candidates(
    input: &Value,
    sources: &[DopplerRegion],
    size: ImageSize,
    origin: ReferencePixelOrigin,
) -> Result<Vec<Candidate>, MeasurementRefusal> {
    let manual = input
        .get("calibration")
        .map(|settings| list(settings, "manual"));
    let manual: Vec<ManualScale> = manual
        .transpose()?
        .unwrap_or_default()
        .iter()
        .map(|scale| Deserialize::deserialize(scale).map_err(|_| invalid("manual")))
        .collect::<Result<_, _>>()?;
    let file = read_file_candidates(input, sources, size, origin)?;
    if manual.is_empty() {
        return Ok(file);
    }
    Ok(of_manual(size, &manual, &file))
}

fn read_file_candidates(
    input: &Value,
    sources: &[DopplerRegion],
    size: ImageSize,
    origin: ReferencePixelOrigin,
) -> Result<Vec<Candidate>, MeasurementRefusal> {
    if !sources.is_empty() {
        return Ok(of_file(sources, size, origin));
    }
    let spacing = list(input, "pixel_spacing")?;
    let [row, column] = spacing else {
        return Ok(Vec::new());
    };
    let spacing = [
        number(row, "pixel_spacing")?,
        number(column, "pixel_spacing")?,
    ];
    let candidate = of_spacing(size, spacing, CalibrationSource::PixelSpacing);
    Ok(candidate.into_iter().collect())
}

/// Rows of an aliasing correction.
pub fn read_aliasing(input: &Value) -> Result<Aliasing, MeasurementRefusal> {
    let Some(record) = input
        .get("correct_aliasing")
        .filter(|record| record.is_object())
    else {
        return Ok(Aliasing::default());
    };
    Ok(Aliasing {
        up: optional(record, "up")?.unwrap_or(0.0),
        down: optional(record, "down")?.unwrap_or(0.0),
    })
}
