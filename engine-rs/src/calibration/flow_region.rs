//! The one region an image is measured with (docs/calibration.md#flow-region).

use crate::records::calibration::{ImageCalibration, VelocityAxis};
use crate::records::metadata::{FlowRegion, ImageMetadata, WarningCode};

use super::choice::{Candidate, flow};
use super::region::ImageSize;
use super::region_need::RegionNeed;
use super::sources::{ScaleSources, candidates};

/// Chooses the flow region of the file's own scale, as [`choose_with`].
pub fn choose(metadata: &ImageMetadata, need: Option<RegionNeed>) -> Option<FlowRegion> {
    choose_with(metadata, None, need)
}

/// Chooses the flow region under what a person chose: of the kind needed, or at load (`None`)
/// spectral, else M-Mode, else 2D. Of several the largest, then the first in the file. Pixel Spacing
/// counts as one 2D region over the whole image where the file has no regions.
///
/// None also where the frames have another size than the header names: its regions are elsewhere.
pub fn choose_with(
    metadata: &ImageMetadata,
    choice: Option<&ImageCalibration>,
    need: Option<RegionNeed>,
) -> Option<FlowRegion> {
    if metadata.warnings.contains(&WarningCode::FrameSizeMismatch) {
        return None;
    }
    let candidates = candidates(&ScaleSources {
        regions: &metadata.doppler_regions,
        size: ImageSize::of(metadata),
        spacing: metadata.pixel_spacing.as_ref(),
        choice,
    });
    let needs = match &need {
        Some(need) => std::slice::from_ref(need),
        None => &[RegionNeed::Spectral, RegionNeed::MMode, RegionNeed::TwoD],
    };
    let found = needs.iter().find_map(|&need| flow(&candidates, need))?;
    Some(flow_region(found, metadata, choice))
}

/// The record of a region; bounds of the file's regions are copied as stored.
fn flow_region(
    found: &Candidate,
    metadata: &ImageMetadata,
    choice: Option<&ImageCalibration>,
) -> FlowRegion {
    let region = &found.region;
    let stored = found
        .index
        .and_then(|index| metadata.doppler_regions.get(index as usize));
    let bound = |stored: Option<u32>, read: f64| stored.map_or(read, f64::from);
    let axis = choice.map_or(VelocityAxis::Up, |choice| choice.velocity_axis);
    // Without a reference a spacing counts from the corner of the image.
    let whole = |reference: Option<f64>| reference.or(found.index.is_none().then_some(0.0));
    let reference_y = if region.is_velocity() {
        choice
            .and_then(|choice| choice.baseline_y)
            .or_else(|| region.zero_line(axis))
    } else {
        whole(region.y.reference)
    };
    FlowRegion {
        region_location_min_x: region.min_x,
        region_location_max_x: bound(stored.and_then(|r| r.region_location_max_x1), region.max_x),
        region_location_min_y: region.min_y,
        region_location_max_y: bound(stored.and_then(|r| r.region_location_max_y1), region.max_y),
        spacing_x: region.x.delta.abs(),
        spacing_y: region.y.delta.abs(),
        reference_x: whole(region.x.reference),
        reference_y,
        units_x: region.x.unit,
        units_y: region.y.unit,
        physical_delta_x: region.x.delta,
        physical_delta_y: region.y.delta,
        region_index: found.index,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::records::analysis::ImageModality;
    use crate::records::metadata::{
        DopplerRegion, FrameTimeSource, PixelSpacing, PixelSpacingSource,
    };
    use crate::units::PhysicalUnit;

    /// A region without reference pixel: format, bounds, unit codes, deltas.
    pub(crate) fn region(
        format: u16,
        [min_x, min_y, max_x, max_y]: [u32; 4],
        [unit_x, unit_y]: [u16; 2],
        [delta_x, delta_y]: [f64; 2],
    ) -> DopplerRegion {
        DopplerRegion {
            region_spatial_format: Some(format),
            region_data_type: Some(1),
            region_flags: Some(0),
            region_location_min_x0: Some(min_x),
            region_location_min_y0: Some(min_y),
            region_location_max_x1: Some(max_x),
            region_location_max_y1: Some(max_y),
            physical_units_x: Some(unit_x),
            physical_units_y: Some(unit_y),
            physical_delta_x: Some(delta_x),
            physical_delta_y: Some(delta_y),
            ..DopplerRegion::default()
        }
    }

    /// Metadata of an 800 x 600 image with these regions.
    pub(crate) fn image(doppler_regions: Vec<DopplerRegion>) -> ImageMetadata {
        ImageMetadata {
            sop_instance_uid: String::new(),
            sop_class_uid: String::new(),
            transfer_syntax_uid: String::new(),
            number_of_frames: 1,
            width: 800,
            height: 600,
            frame_rate: None,
            manufacturer: None,
            modality: None,
            doppler_regions,
            flow_region: None,
            frame_times_ms: vec![0.0],
            frame_time_source: FrameTimeSource::Assumed,
            r_wave_times_ms: Vec::new(),
            ecg: None,
            pixel_aspect_ratio: None,
            pixel_spacing: None,
            photometric_interpretation: String::new(),
            samples_per_pixel: 1,
            bits_allocated: 8,
            bits_stored: 8,
            pixel_representation: 0,
            planar_configuration: 0,
            window: None,
            palette: None,
            full_metadata: Vec::new(),
            warnings: Vec::new(),
            value_notes: Vec::new(),
            frames_present: None,
            colour_decision: None,
            frame_axis: Default::default(),
        }
    }

    #[test]
    fn at_load_a_spectrum_goes_before_m_mode_before_2d() {
        let all = vec![
            region(1, [0, 0, 799, 299], [3, 3], [0.02, 0.02]),
            region(2, [0, 0, 99, 99], [4, 3], [0.005, 0.02]),
            region(3, [0, 300, 99, 399], [4, 7], [0.005, -0.5]),
        ];
        let metadata = image(all);
        let units = |need| choose(&metadata, need).map(|region| (region.units_x, region.units_y));
        use PhysicalUnit::{Centimetre, CentimetrePerSecond, Second};
        assert_eq!(units(None), Some((Second, CentimetrePerSecond)));
        assert_eq!(units(Some(RegionNeed::MMode)), Some((Second, Centimetre)));
        let two_d = units(Some(ImageModality::TwoD.into()));
        assert_eq!(two_d, Some((Centimetre, Centimetre)));
    }

    #[test]
    fn of_several_regions_the_largest_counts_then_the_first() {
        let metadata = image(vec![
            region(1, [0, 0, 99, 99], [3, 3], [0.01, 0.01]),
            region(1, [0, 0, 199, 99], [3, 3], [0.02, 0.02]),
            region(1, [200, 0, 399, 99], [3, 3], [0.03, 0.03]),
        ]);
        let flow = choose(&metadata, None).unwrap();
        assert_eq!((flow.spacing_x, flow.region_index), (0.02, Some(1)));
    }

    #[test]
    fn the_sign_of_delta_is_kept_beside_the_spacing() {
        let mut strip = region(3, [60, 300, 859, 559], [4, 7], [0.004, -0.5]);
        strip.reference_pixel_y0 = Some(40);
        let flow = choose(&image(vec![strip]), None).unwrap();
        assert_eq!((flow.spacing_y, flow.physical_delta_y), (0.5, -0.5));
        assert_eq!((flow.reference_x, flow.reference_y), (None, Some(340.0)));
    }

    #[test]
    fn pixel_spacing_counts_as_one_2d_region_when_there_are_no_regions() {
        // docs/calibration.md#worked-examples, example 10.
        let mut metadata = image(Vec::new());
        metadata.pixel_spacing = Some(PixelSpacing {
            source: PixelSpacingSource::PixelSpacing,
            row_mm: 0.2,
            column_mm: 0.25,
        });
        let flow = choose(&metadata, None).unwrap();
        assert_eq!((flow.spacing_x, flow.spacing_y), (0.025, 0.02));
        assert_eq!(flow.region_location_max_x, 799.0);
        assert_eq!(choose(&metadata, Some(RegionNeed::Spectral)), None);
        metadata.pixel_spacing.as_mut().unwrap().source = PixelSpacingSource::ImagerPixelSpacing;
        assert_eq!(choose(&metadata, None), None);
    }
}
