//! Sequence of Ultrasound Regions (0018,6011): values as stored (PS3.3 C.8.5.5).

use super::element::{DataSet, Tag};
use crate::error::EngineError;
use crate::limits::MAX_REGIONS;
use crate::records::metadata::DopplerRegion;

/// All regions in the order of the file.
///
/// # Errors
/// `limit-exceeded` for `regions`.
pub fn read_regions(data: &DataSet) -> Result<Vec<DopplerRegion>, EngineError> {
    let items = data.items(Tag(0x0018_6011));
    if items.len() > MAX_REGIONS {
        return Err(EngineError::limit(
            "regions",
            MAX_REGIONS as u64,
            items.len() as u64,
        ));
    }
    Ok(items.iter().map(read_region).collect())
}

fn read_region(item: &DataSet) -> DopplerRegion {
    DopplerRegion {
        region_spatial_format: item.u16(Tag(0x0018_6012)),
        region_data_type: item.u16(Tag(0x0018_6014)),
        region_flags: item.u32(Tag(0x0018_6016)),
        region_location_min_x0: item.u32(Tag(0x0018_6018)),
        region_location_min_y0: item.u32(Tag(0x0018_601a)),
        region_location_max_x1: item.u32(Tag(0x0018_601c)),
        region_location_max_y1: item.u32(Tag(0x0018_601e)),
        reference_pixel_x0: item.i32(Tag(0x0018_6020)),
        reference_pixel_y0: item.i32(Tag(0x0018_6022)),
        physical_units_x: item.u16(Tag(0x0018_6024)),
        physical_units_y: item.u16(Tag(0x0018_6026)),
        reference_pixel_physical_value_x: item.f64(Tag(0x0018_6028)),
        reference_pixel_physical_value_y: item.f64(Tag(0x0018_602a)),
        physical_delta_x: item.f64(Tag(0x0018_602c)),
        physical_delta_y: item.f64(Tag(0x0018_602e)),
        transducer_frequency_khz: item.u32(Tag(0x0018_6030)),
        pulse_repetition_frequency_hz: item.u32(Tag(0x0018_6032)),
        doppler_correction_angle: item.f64(Tag(0x0018_6034)),
        steering_angle: item.f64(Tag(0x0018_6036)),
    }
}
