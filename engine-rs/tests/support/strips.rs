//! Metadata of drawn strips, and strips with an ECG only.

use echometry_engine::records::metadata::ImageMetadata;

use super::spectra::{Drawing, Random, ecg_rows};

/// A file whose one region, PW Doppler, is the whole picture.
pub fn metadata(strip: &Drawing) -> ImageMetadata {
    let (step, row) = (1.0 / strip.columns_per_s, strip.cm_s_per_row);
    let (right, bottom) = (strip.width - 1, strip.height - 1);
    let json = serde_json::json!({
        "sop_instance_uid": "", "sop_class_uid": "", "transfer_syntax_uid": "",
        "number_of_frames": 1, "width": strip.width, "height": strip.height, "frame_rate": null,
        "manufacturer": null, "modality": "US",
        "doppler_regions": [{"region_spatial_format": 3, "region_data_type": 3, "region_flags": 0,
            "region_location_min_x0": 0, "region_location_min_y0": 0,
            "region_location_max_x1": right, "region_location_max_y1": bottom,
            "reference_pixel_x0": 0, "reference_pixel_y0": strip.zero,
            "physical_units_x": 4, "physical_units_y": 7,
            "reference_pixel_physical_value_x": 0.0, "reference_pixel_physical_value_y": 0.0,
            "physical_delta_x": step, "physical_delta_y": -row,
            "transducer_frequency_khz": null, "pulse_repetition_frequency_hz": null,
            "doppler_correction_angle": null, "steering_angle": null}],
        "flow_region": {"region_location_min_x": 0.0, "region_location_max_x": right,
            "region_location_min_y": 0.0, "region_location_max_y": bottom,
            "spacing_x": step, "spacing_y": row, "reference_x": 0.0, "reference_y": strip.zero,
            "units_x": "s", "units_y": "cm/s", "physical_delta_x": step, "physical_delta_y": -row,
            "region_index": 0},
        "frame_times_ms": [0.0], "frame_time_source": "assumed", "pixel_aspect_ratio": null,
        "pixel_spacing": null, "photometric_interpretation": "RGB", "samples_per_pixel": 3,
        "bits_allocated": 8, "bits_stored": 8, "pixel_representation": 0, "planar_configuration": 0,
        "window": null, "palette": null, "full_metadata": [], "warnings": []
    });
    serde_json::from_value(json).unwrap()
}

/// A dark strip with an ECG.
pub struct EcgStrip {
    pub drawing: Drawing,
    pub rgb: Vec<u8>,
    /// R waves within the strip.
    pub r_waves_s: Vec<f64>,
}

const R_ROWS: f64 = 24.0;

impl EcgStrip {
    /// `t_share` is the height of the T wave over that of R.
    pub fn draw(seed: u64, colour: [u8; 3], t_share: f64) -> Self {
        let random = &mut Random(seed);
        let drawing = Drawing {
            width: 700,
            height: 160,
            columns_per_s: random.one_of(&[100.0, 150.0, 200.0, 240.0]),
            cm_s_per_row: 1.0,
            zero: 10,
            below: true,
            slowest: 0.0,
            wall_filter: 1.0,
            window_s: 0.01,
            snr_db: 40.0,
            ecg: None,
            seed,
        };
        let rate = random.between(50.0, 110.0);
        let mut onsets = vec![-random.between(0.1, 0.6)];
        while onsets[onsets.len() - 1] < 8.0 {
            onsets.push(onsets[onsets.len() - 1] + 60.0 / rate * random.between(0.95, 1.05));
        }
        let row = |x: f64| {
            let t = x / drawing.columns_per_s;
            let next = onsets.partition_point(|&onset| onset <= t);
            let (before, after) = (onsets[next - 1], onsets[next]);
            130.0 - ecg_rows(t - before, after - before, [R_ROWS, t_share * R_ROWS])
        };
        let mut rgb = vec![0; drawing.width * drawing.height * 3];
        for x in 0..drawing.width {
            let rows = [-0.5, 0.0, 0.5].map(|step| row((x as f64 + step).max(0.0)));
            let top = rows
                .iter()
                .copied()
                .fold(f64::INFINITY, f64::min)
                .floor()
                .max(0.0) as usize;
            let bottom = rows.iter().copied().fold(0.0, f64::max).ceil() as usize;
            for y in top..=bottom.min(drawing.height - 1) {
                rgb[(y * drawing.width + x) * 3..][..3].copy_from_slice(&colour);
            }
        }
        let end = drawing.width as f64 / drawing.columns_per_s;
        let r_waves_s = onsets
            .into_iter()
            .filter(|t| (0.0..end).contains(t))
            .collect();
        Self {
            drawing,
            rgb,
            r_waves_s,
        }
    }
}
