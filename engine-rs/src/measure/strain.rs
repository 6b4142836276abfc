//! Strain of a contour from ring to ring and of its segments, over the frames of a cycle
//! (docs/tracking.md#strain).
//!
//! Strain is Lagrangian: the change of a length against its length at end diastole. Segments are the
//! thirds of each wall, by arc length at end diastole; afterwards they stay with the points that were
//! followed (Voigt et al. 2015, doi:10.1093/ehjci/jeu184).

use serde::{Deserialize, Serialize};

use super::time_curve::{CurvePeak, NoCurveValue, Read, Sample, extremes};
use crate::geometry::Point;
use crate::geometry::axis::LongAxis;
use crate::records::sequence::Segment;

/// Segments of one wall.
const THIRDS: usize = 3;

impl Segment {
    /// The six that are equal thirds of the walls, in the order of the contour.
    pub const THIRDS_OF_WALLS: [Self; 2 * THIRDS] = [
        Self::SeptumBasal,
        Self::SeptumMid,
        Self::SeptumApical,
        Self::FreeWallApical,
        Self::FreeWallMid,
        Self::FreeWallBasal,
    ];
}

/// 100 (L - L0) / L0, %; not finite where L0 is 0.
pub fn strain(at_end_diastole: f64, length: f64) -> f64 {
    100.0 * (length - at_end_diastole) / at_end_diastole
}

/// The place of the apex on a contour, with a fraction: between the position in `axis` and the one
/// before.
pub fn place_of_apex(contour: &[Point], axis: &LongAxis) -> f64 {
    let Some(before) = axis.apex.checked_sub(1) else {
        return 0.0;
    };
    let apex = axis.apex_point();
    let (passed, left) = (
        contour[before].distance(apex),
        contour[axis.apex].distance(apex),
    );
    before as f64 + passed / (passed + left)
}

/// Where the thirds of both walls begin and end, as places among the positions of the contour with a
/// fraction between two of them.
pub fn bounds_of_thirds(contour: &[Point], apex: f64) -> [f64; 2 * THIRDS + 1] {
    let last = contour.len().saturating_sub(1) as f64;
    let wall = length_between(contour, [0.0, apex]);
    let other = length_between(contour, [apex, last]);
    let mut bounds = [0.0; 2 * THIRDS + 1];
    for third in 0..THIRDS {
        let share = third as f64 / THIRDS as f64;
        bounds[third] = place_at(contour, share * wall);
        bounds[THIRDS + third] = place_at(contour, wall + share * other);
    }
    bounds[THIRDS] = apex;
    bounds[2 * THIRDS] = last;
    bounds
}

/// The place at an arc length from the first position.
pub fn place_at(positions: &[Point], target: f64) -> f64 {
    let mut passed = 0.0;
    for (place, ends) in positions.windows(2).enumerate() {
        let piece = ends[0].distance(ends[1]);
        if piece > 0.0 && passed + piece >= target {
            return place as f64 + (target - passed) / piece;
        }
        passed += piece;
    }
    positions.len().saturating_sub(1) as f64
}

/// Arc length between two places of a contour.
pub fn length_between(contour: &[Point], [from, to]: [f64; 2]) -> f64 {
    let at = |place: f64| {
        let before = (libm::floor(place) as usize).min(contour.len() - 1);
        let after = (before + 1).min(contour.len() - 1);
        contour[before].towards(contour[after], place - before as f64)
    };
    let inside = (libm::floor(from) as usize + 1)..(libm::ceil(to) as usize).min(contour.len());
    let whole = contour.get(inside).unwrap_or_default();
    let mut length = 0.0;
    let mut reached = at(from);
    for &position in whole {
        length += reached.distance(position);
        reached = position;
    }
    length + reached.distance(at(to))
}

/// Values of the strain of a ventricle in systole; a null value has its reason in `no_systole`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SystolicStrain {
    /// At end systole by the rule of `CycleCurves`, %.
    pub end_systolic: Option<f64>,
    /// The greatest shortening up to end systole, %.
    pub peak_systolic: Option<CurvePeak>,
    /// 100 (peak - end systolic) / peak, %, where the peak of the cycle is after end systole; 0 where
    /// it is not.
    pub post_systolic_index: Option<f64>,
    /// Why one of them is null.
    pub no_systole: Option<NoCurveValue>,
}

impl SystolicStrain {
    /// From the samples of a cycle; `systole` is the place of end systole among them, `peak` the
    /// greatest shortening of the cycle.
    pub fn of(samples: &[Sample], systole: Read<usize>, peak: Read<CurvePeak>) -> Self {
        let within = |place: usize| samples.get(..=place).ok_or(NoCurveValue::NoEndSystole);
        let until = systole.and_then(within);
        let at_end = until.and_then(|samples| {
            let value = samples.last().and_then(|sample| sample.value);
            value.ok_or(NoCurveValue::Gap)
        });
        let within = until.and_then(extremes).map(|[_, smallest]| smallest);
        let index = post_systolic_index(until, at_end, peak);
        Self {
            end_systolic: at_end.ok(),
            peak_systolic: within.ok(),
            post_systolic_index: index.ok(),
            no_systole: at_end.err().or(within.err()).or(index.err()),
        }
    }
}

fn post_systolic_index(
    until: Read<&[Sample]>,
    at_end: Read<f64>,
    peak: Read<CurvePeak>,
) -> Read<f64> {
    let (samples, at_end, peak) = (until?, at_end?, peak?);
    let end = samples.last().map_or(0, |sample| sample.frame_number);
    if peak.frame_number <= end {
        return Ok(0.0);
    }
    let index = 100.0 * (peak.value - at_end) / peak.value;
    if index.is_finite() {
        Ok(index)
    } else {
        Err(NoCurveValue::NotFinite)
    }
}

/// The standard deviation (of a sample) of the times to the peaks of all segments, ms: mechanical
/// dispersion (Haugaa et al. 2010, doi:10.1016/j.jcmg.2009.11.012).
///
/// # Errors
/// `NoSegments` where a segment has no peak or no time.
pub fn dispersion(peaks: &[Option<CurvePeak>]) -> Read<f64> {
    let times: Option<Vec<f64>> = peaks.iter().map(|peak| (*peak)?.time_ms).collect();
    let times = times
        .filter(|times| times.len() > 1)
        .ok_or(NoCurveValue::NoSegments)?;
    let count = times.len() as f64;
    let mean = times.iter().sum::<f64>() / count;
    let squares: f64 = times.iter().map(|time| (time - mean) * (time - mean)).sum();
    Ok(libm::sqrt(squares / (count - 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(values: &[Option<f64>]) -> Vec<Sample> {
        (0..)
            .zip(values)
            .map(|(place, &value)| Sample {
                frame_number: 5 + place,
                time_ms: Some(f64::from(place) * 20.0),
                value,
            })
            .collect()
    }

    fn peak(value: f64, frame_number: u32) -> CurvePeak {
        CurvePeak {
            value,
            frame_number,
            time_ms: Some(f64::from(frame_number - 5) * 20.0),
        }
    }

    #[test]
    fn thirds_of_a_tent_lie_at_thirds_of_its_sides() {
        // Sides of 3 and 6, each in pieces of other lengths.
        let tent = [0.0, 0.5, 3.0, 7.0, 9.0].map(|x: f64| Point::new(x, 0.0));
        let bounds = bounds_of_thirds(&tent, 2.0);
        let lengths: Vec<f64> = bounds
            .windows(2)
            .map(|ends| length_between(&tent, [ends[0], ends[1]]))
            .collect();
        let expected = [1.0, 1.0, 1.0, 2.0, 2.0, 2.0];
        for (found, expected) in lengths.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{lengths:?}");
        }
        assert_eq!((bounds[0], bounds[3], bounds[6]), (0.0, 2.0, 4.0));
        assert!((length_between(&tent, [0.0, 4.0]) - 9.0).abs() < 1e-12);
        assert!((length_between(&tent, [2.25, 2.5]) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_peak_after_end_systole_has_an_index_and_one_before_it_has_none_to_speak_of() {
        let late = samples(&[Some(0.0), Some(-10.0), Some(-15.0), Some(-20.0), Some(-4.0)]);
        let found = SystolicStrain::of(&late, Ok(2), Ok(peak(-20.0, 8)));
        assert_eq!(found.end_systolic, Some(-15.0));
        assert_eq!(found.peak_systolic, Some(peak(-15.0, 7)));
        assert_eq!(found.post_systolic_index, Some(25.0));
        assert_eq!(found.no_systole, None);
        let early = SystolicStrain::of(&late, Ok(3), Ok(peak(-20.0, 8)));
        assert_eq!(early.post_systolic_index, Some(0.0));
    }

    #[test]
    fn what_is_missing_in_systole_is_a_reason() {
        let whole = samples(&[Some(0.0), Some(-10.0), Some(-15.0)]);
        let unmarked =
            SystolicStrain::of(&whole, Err(NoCurveValue::NoEndSystole), Ok(peak(-15.0, 7)));
        assert_eq!(unmarked.no_systole, Some(NoCurveValue::NoEndSystole));
        assert_eq!(unmarked.end_systolic, None);
        let doubtful = samples(&[Some(0.0), Some(-10.0), None]);
        let found = SystolicStrain::of(&doubtful, Ok(2), Err(NoCurveValue::CycleNotCovered));
        assert_eq!(found.no_systole, Some(NoCurveValue::Gap));
        let open = SystolicStrain::of(&whole, Ok(2), Err(NoCurveValue::CycleNotCovered));
        assert_eq!(open.end_systolic, Some(-15.0));
        assert_eq!(open.no_systole, Some(NoCurveValue::CycleNotCovered));
        // The line never shortens: nothing to compare with.
        let still = samples(&[Some(0.0), Some(0.0), Some(0.0), Some(0.0)]);
        let found = SystolicStrain::of(&still, Ok(1), Ok(peak(0.0, 8)));
        assert_eq!(found.no_systole, Some(NoCurveValue::NotFinite));
    }

    #[test]
    fn dispersion_is_the_deviation_of_a_sample() {
        let peaks = [100.0, 140.0, 120.0].map(|time| {
            Some(CurvePeak {
                time_ms: Some(time),
                ..peak(-1.0, 6)
            })
        });
        assert!((dispersion(&peaks).unwrap() - 20.0).abs() < 1e-12);
        assert_eq!(dispersion(&[peaks[0], None]), Err(NoCurveValue::NoSegments));
        assert_eq!(dispersion(&[]), Err(NoCurveValue::NoSegments));
    }
}
