//! Proposals of a strip: M-Mode and Doppler, time from left to right.

use super::ecg::{RWaves, is_ecg, r_waves, trace};
use super::motion::{end_systoles, main_motion, rest, usual_step};
use super::period::{cycle_s, period};
use super::picture::{Area, Picture};
use crate::records::data_type::DataType;
use crate::records::metadata::{DopplerRegion, ImageMetadata};
use crate::records::proposals::{METHOD_VERSION, ProposalMethod, Proposals, Unclear};
use crate::units::PhysicalUnit;

/// Layout of an M-Mode region (PS3.3 C.8.5.5.1.1).
const M_MODE: u16 = 2;
/// Steps of time of two regions differ by less than this share where they are the same.
const STEP_TOLERANCE: f64 = 0.01;
/// Zero points of time of two regions differ by less, in s.
const ZERO_TOLERANCE_S: f64 = 0.02;
/// Milliseconds of a second.
const MS_PER_S: f64 = 1000.0;
/// Rows a strip is averaged to before its columns are compared.
const BANDS: usize = 64;
/// Columns on each side that a column is averaged with, in s.
const BLUR_S: f64 = 0.02;

/// Proposals for the strip that measurements use; none where its time is unknown, or neither an
/// ECG nor a repetition is seen.
pub fn of_strip(
    picture: &Picture<'_>,
    metadata: &ImageMetadata,
    data_type: Option<DataType>,
) -> Option<Proposals> {
    let flow = metadata.flow_region.as_ref()?;
    if flow.units_x != PhysicalUnit::Second || flow.spacing_x <= 0.0 {
        return None;
    }
    let columns_per_s = 1.0 / flow.spacing_x;
    let used = metadata.doppler_regions.get(flow.region_index? as usize)?;
    let area = picture.area(used)?;
    let zero_y = flow.reference_y;
    let waves = ecg_columns(picture, metadata, (used, area), columns_per_s, zero_y);
    let strip = Strip::read(picture, area, columns_per_s);
    if waves.columns.is_empty() {
        let [shortest, longest] = <[f64; 2]>::from(cycle_s(data_type)).map(|s| s * columns_per_s);
        return Proposals::periodic(period(&strip.columns, shortest, longest));
    }
    let onsets = waves.columns;
    let mut unclear = Vec::new();
    if waves.doubtful {
        unclear.push(Unclear::RWaves);
    }
    let moves = used.region_spatial_format == Some(M_MODE);
    let (end_systoles, goes_on) = match moves {
        true => strip.end_systoles(&onsets, MS_PER_S / columns_per_s),
        false => (Vec::new(), false),
    };
    if goes_on {
        unclear.push(Unclear::EndSystole);
    }
    Some(Proposals {
        method: ProposalMethod::EcgTrace,
        method_version: METHOD_VERSION.to_owned(),
        end_systoles,
        end_diastoles: if moves { onsets.clone() } else { Vec::new() },
        period: usual_step(&onsets),
        onsets,
        unclear,
    })
}

/// Columns of the R waves: of an ECG region on the same axis of time, else of a trace within the strip.
fn ecg_columns(
    picture: &Picture<'_>,
    metadata: &ImageMetadata,
    (used, strip): (&DopplerRegion, Area),
    columns_per_s: f64,
    zero_y: Option<f64>,
) -> RWaves {
    let within = |area: Area| Area {
        left: area.left.max(strip.left),
        right: area.right.min(strip.right),
        ..area
    };
    let regions = metadata
        .doppler_regions
        .iter()
        .filter(|region| is_ecg(region) && same_time(region, used));
    let areas = regions
        .filter_map(|region| picture.area(region))
        .chain([strip])
        .map(within);
    areas
        .filter(|area| area.left + 2 < area.right)
        .filter_map(|area| trace(&[*picture], area, zero_y))
        .map(|trace| r_waves(&trace, columns_per_s))
        .find(|waves| waves.columns.len() > 1)
        .unwrap_or_default()
}

/// Whether two regions show the same time in the same column, as far as they state it: an ECG of
/// another speed, or of another moment, tells nothing of the strip.
fn same_time(a: &DopplerRegion, b: &DopplerRegion) -> bool {
    let (Some(step_a), Some(step_b)) = (a.physical_delta_x, b.physical_delta_x) else {
        return true;
    };
    if (step_a - step_b).abs() > STEP_TOLERANCE * step_b.abs() {
        return false;
    }
    let zero = |region: &DopplerRegion| {
        let left = f64::from(region.region_location_min_x0?);
        let reference = left + f64::from(region.reference_pixel_x0?);
        Some(region.reference_pixel_physical_value_x? - reference * region.physical_delta_x?)
    };
    match (zero(a), zero(b)) {
        (Some(zero_a), Some(zero_b)) => (zero_a - zero_b).abs() <= ZERO_TOLERANCE_S,
        _ => true,
    }
}

/// A strip as one list of brightnesses for each of its columns.
struct Strip {
    left: usize,
    columns: Vec<Vec<f64>>,
}

impl Strip {
    fn read(picture: &Picture<'_>, area: Area, columns_per_s: f64) -> Self {
        let height = area.bottom - area.top;
        let bands = BANDS.min(height);
        let raw: Vec<Vec<f64>> = (area.left..area.right)
            .map(|x| {
                (0..bands)
                    .map(|band| {
                        let rows = area.top + band * height / bands
                            ..area.top + (band + 1) * height / bands;
                        let count = rows.len() as f64;
                        rows.map(|y| picture.grey(x, y)).sum::<f64>() / count
                    })
                    .collect()
            })
            .collect();
        let half = (BLUR_S * columns_per_s).round() as usize;
        let columns = (0..raw.len())
            .map(|at| {
                let window = &raw[at.saturating_sub(half)..(at + half + 1).min(raw.len())];
                (0..bands)
                    .map(|band| {
                        window.iter().map(|column| column[band]).sum::<f64>() / window.len() as f64
                    })
                    .collect()
            })
            .collect();
        Self {
            left: area.left,
            columns,
        }
    }

    /// End systoles between neighbouring onsets, as columns of the picture, and whether motion
    /// continues after contraction.
    fn end_systoles(&self, onsets: &[f64], step_ms: f64) -> (Vec<f64>, bool) {
        let left = self.left as f64;
        let motion = main_motion(&self.columns);
        let last = motion.len() - 1;
        let at_onset = |onset: f64| motion[((onset - left).round().max(0.0) as usize).min(last)];
        let cycles: Vec<_> = onsets
            .windows(2)
            .filter_map(|pair| {
                let still = (at_onset(pair[0]) + at_onset(pair[1])) / 2.0;
                let difference = |at: usize| (motion[at.min(last)] - still).abs();
                let cycle = [pair[0] - left, pair[1] - left];
                Some((cycle, rest(difference, cycle[0], cycle[1])?))
            })
            .collect();
        let (ends, goes_on) = end_systoles(&cycles, step_ms);
        (ends.into_iter().map(|at| at + left).collect(), goes_on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(left: u32, step: f64, reference: Option<i32>) -> DopplerRegion {
        DopplerRegion {
            region_location_min_x0: Some(left),
            physical_delta_x: Some(step),
            reference_pixel_x0: reference,
            reference_pixel_physical_value_x: Some(0.0),
            ..DopplerRegion::default()
        }
    }

    #[test]
    fn an_ecg_of_another_speed_or_moment_is_not_of_the_strip() {
        let strip = region(60, 0.004, Some(639));
        assert!(same_time(&region(60, 0.004, Some(639)), &strip));
        assert!(same_time(&region(100, 0.004, Some(599)), &strip));
        assert!(same_time(&region(60, 0.004, None), &strip));
        assert!(!same_time(&region(60, 0.005, Some(639)), &strip));
        assert!(!same_time(&region(100, 0.004, Some(639)), &strip));
    }
}
