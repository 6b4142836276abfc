//! A value over the frames of one cycle: its extremes, and how fast it changes.
//!
//! Frames without a value are gaps. Nothing is put in their place; where too much is missing, values
//! of the whole curve are unknown, with the reason.

use serde::{Deserialize, Serialize};

/// Longest time without a value, in ms, within which the curve still counts as known: two frames at
/// 50 frames per second. In a longer one an extreme or the fastest change could be hidden.
pub const MAX_GAP_MS: f64 = 60.0;
/// Half of the time whose values give the slope on a frame, in ms. A wave of 2 Hz, as slow as
/// ejection, loses 1.4 % of its slope to it, one of 3 Hz, as fast as early filling, 3 %.
pub const HALF_WINDOW_MS: f64 = 30.0;

/// Milliseconds of a second.
const MS_PER_S: f64 = 1000.0;

/// A value on a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// From 1.
    pub frame_number: u32,
    /// Since the first frame of the cycle; none where the frames have no times.
    pub time_ms: Option<f64>,
    /// None in a gap.
    pub value: Option<f64>,
}

/// Why nothing can be read from a curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum NoCurveValue {
    /// No frame has a value.
    NoValues,
    /// Values are missing for longer than the limit.
    Gap,
    /// The clip ends too early in the cycle.
    CycleNotCovered,
    /// The frames have no times.
    NoFrameTimes,
    /// The times of the frames do not increase.
    FrameTimesOutOfOrder,
    /// Frames are too far apart for a slope.
    FrameRate,
    /// The values have no ratio: the one that is divided by is 0.
    NotFinite,
    /// End systole is not marked in the cycle.
    NoEndSystole,
    /// A segment has no peak.
    NoSegments,
    /// No point of a closed line marks where its segments begin.
    NoInsertion,
    /// No aortic outflow of the study has the time of valve closure since the R wave.
    NoAorticClosure,
    /// The atrium does not empty a second time.
    NoAWave,
}

/// The largest or the smallest value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CurvePeak {
    /// In the unit of the curve; of a rate, that unit per second.
    pub value: f64,
    /// The frame, from 1.
    pub frame_number: u32,
    /// Since end diastole, in ms; null where the frames have no times.
    pub time_ms: Option<f64>,
}

/// A value, or why there is none.
pub type Read<T> = Result<T, NoCurveValue>;

fn finite(sample: &Sample) -> Option<f64> {
    sample.value.filter(|value| value.is_finite())
}

/// The times of all samples, when each is later than the one before.
fn times(samples: &[Sample]) -> Read<Vec<f64>> {
    let known: Option<Vec<f64>> = samples.iter().map(|sample| sample.time_ms).collect();
    let known = known.ok_or(NoCurveValue::NoFrameTimes)?;
    let later = |pair: &[f64]| pair[0].is_finite() && pair[1] > pair[0];
    if known.windows(2).all(later) && known.iter().all(|time| time.is_finite()) {
        Ok(known)
    } else {
        Err(NoCurveValue::FrameTimesOutOfOrder)
    }
}

/// Values are not missing for longer than the limit. Without times any missing value is too much.
fn check_gaps(samples: &[Sample]) -> Read<()> {
    let known: Vec<usize> = (0..samples.len())
        .filter(|&place| finite(&samples[place]).is_some())
        .collect();
    let (Some(&first), Some(&end)) = (known.first(), known.last()) else {
        return Err(NoCurveValue::NoValues);
    };
    if known.len() == samples.len() {
        return Ok(());
    }
    let times = times(samples).map_err(|_| NoCurveValue::Gap)?;
    let last = samples.len() - 1;
    let between = known.windows(2).map(|pair| (pair[0], pair[1]));
    let inside = between.filter(|(from, to)| to > &(from + 1));
    let too_long = |(from, to): (usize, usize)| times[to] - times[from] > MAX_GAP_MS;
    if inside.chain([(0, first), (end, last)]).any(too_long) {
        return Err(NoCurveValue::Gap);
    }
    Ok(())
}

/// The first of the values that no other is beyond, by `is_beyond`.
fn peak(
    samples: impl Iterator<Item = CurvePeak>,
    is_beyond: impl Fn(f64, f64) -> bool,
) -> Option<CurvePeak> {
    samples.reduce(|found, one| {
        if is_beyond(one.value, found.value) {
            one
        } else {
            found
        }
    })
}

/// The largest and the smallest value.
///
/// # Errors
/// The reason why they are unknown.
pub fn extremes(samples: &[Sample]) -> Read<[CurvePeak; 2]> {
    check_gaps(samples)?;
    let known = || {
        samples.iter().filter_map(|sample| {
            Some(CurvePeak {
                value: finite(sample)?,
                frame_number: sample.frame_number,
                time_ms: sample.time_ms.filter(|time| time.is_finite()),
            })
        })
    };
    let largest = peak(known(), |one, other| one > other);
    let smallest = peak(known(), |one, other| one < other);
    match (largest, smallest) {
        (Some(largest), Some(smallest)) => Ok([largest, smallest]),
        _ => Err(NoCurveValue::NoValues),
    }
}

/// 100 (largest - smallest) / largest: ejection fraction of a volume of a ventricle, fractional area
/// change of its area, total emptying fraction of an atrium.
///
/// # Errors
/// `NotFinite` where the largest is 0.
pub fn emptying_fraction(largest: f64, smallest: f64) -> Read<f64> {
    let fraction = 100.0 * (largest - smallest) / largest;
    if fraction.is_finite() {
        Ok(fraction)
    } else {
        Err(NoCurveValue::NotFinite)
    }
}

/// The slope on each frame, per second: of the parabola with the least squares to the values of
/// [`HALF_WINDOW_MS`] before and after it, and always to the nearest value on either side (Savitzky
/// and Golay 1964, doi:10.1021/ac60214a047, for frames that are not equally far apart). Between three
/// values it is their central difference. None on a frame without a value, and without a value on
/// both sides within [`MAX_GAP_MS`].
///
/// # Errors
/// The reason why the frames have no times.
pub fn rates(samples: &[Sample]) -> Read<Vec<Option<f64>>> {
    let times = times(samples)?;
    let known: Vec<(usize, f64)> = samples
        .iter()
        .enumerate()
        .filter_map(|(place, sample)| Some((place, finite(sample)?)))
        .collect();
    let mut found = vec![None; samples.len()];
    for (at, &(place, value)) in known.iter().enumerate() {
        let shift = |&(other, _): &(usize, f64)| times[other] - times[place];
        let before = known[..at].last().map(shift);
        let after = known.get(at + 1).map(shift);
        let (Some(before), Some(after)) = (before, after) else {
            continue;
        };
        if -before > MAX_GAP_MS || after > MAX_GAP_MS {
            continue;
        }
        let reach = (-HALF_WINDOW_MS).min(before)..=HALF_WINDOW_MS.max(after);
        let within = known.iter().filter(|one| reach.contains(&shift(one)));
        // Counted in windows from the frame and from its value, so that no digits are lost.
        let steps = within.map(|one| (shift(one) / HALF_WINDOW_MS, one.1 - value));
        found[place] = slope_at_zero(steps).map(|slope| slope * MS_PER_S / HALF_WINDOW_MS);
    }
    Ok(found)
}

/// The slope at 0 of the parabola with the least squares; none through fewer than three places.
fn slope_at_zero(steps: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (mut s, mut t) = ([0.0; 5], [0.0; 3]);
    for (x, y) in steps {
        let powers = [1.0, x, x * x, x * x * x, x * x * x * x];
        for (sum, power) in s.iter_mut().zip(powers) {
            *sum += power;
        }
        for (sum, power) in t.iter_mut().zip(powers) {
            *sum += power * y;
        }
    }
    let minor = |a: f64, b: f64, c: f64, d: f64| a * d - b * c;
    let determinant = s[0] * minor(s[2], s[3], s[3], s[4]) - s[1] * minor(s[1], s[3], s[2], s[4])
        + s[2] * minor(s[1], s[2], s[2], s[3]);
    let slope = s[0] * minor(t[1], s[3], t[2], s[4]) - t[0] * minor(s[1], s[3], s[2], s[4])
        + s[2] * minor(s[1], t[1], s[2], t[2]);
    let slope = slope / determinant;
    slope.is_finite().then_some(slope)
}

/// The fastest decrease and the fastest increase, per second.
///
/// # Errors
/// The reason why they are unknown.
pub fn peak_rates(samples: &[Sample]) -> Read<[CurvePeak; 2]> {
    let rates = rates(samples)?;
    check_gaps(samples)?;
    let known = || {
        samples.iter().zip(&rates).filter_map(|(sample, rate)| {
            Some(CurvePeak {
                value: (*rate)?,
                frame_number: sample.frame_number,
                time_ms: sample.time_ms,
            })
        })
    };
    // Only the first and the last value lack a rate; another frame without one could hide the fastest.
    let values = samples.iter().filter(|one| finite(one).is_some()).count();
    if known().count() + 2 < values {
        return Err(NoCurveValue::FrameRate);
    }
    let emptying = peak(known(), |one, other| one < other);
    let filling = peak(known(), |one, other| one > other);
    match (emptying, filling) {
        (Some(emptying), Some(filling)) => Ok([emptying, filling]),
        _ => Err(NoCurveValue::FrameRate),
    }
}

#[cfg(test)]
mod tests {
    use core::f64::consts::PI;

    use super::*;

    /// A volume of 80 ml on average that moves by 40 ml to both sides once in a second.
    fn wave(frames: u32, step_ms: f64) -> Vec<Sample> {
        (0..frames)
            .map(|frame| {
                let time = f64::from(frame) * step_ms;
                Sample {
                    frame_number: 11 + frame,
                    time_ms: Some(time),
                    value: Some(80.0 + 40.0 * libm::cos(2.0 * PI * time / 1000.0)),
                }
            })
            .collect()
    }

    #[test]
    fn a_wave_has_its_extremes_and_its_rates_where_the_closed_form_has_them() {
        let samples = wave(101, 10.0);
        let [largest, smallest] = extremes(&samples).unwrap();
        assert_eq!((largest.value, largest.frame_number), (120.0, 11));
        assert!((smallest.value - 40.0).abs() < 1e-12);
        assert_eq!((smallest.frame_number, smallest.time_ms), (61, Some(500.0)));
        let fraction = emptying_fraction(largest.value, smallest.value).unwrap();
        assert!((fraction - 100.0 * 80.0 / 120.0).abs() < 1e-9);
        let [emptying, filling] = peak_rates(&samples).unwrap();
        assert_eq!(
            (emptying.time_ms, filling.time_ms),
            (Some(250.0), Some(750.0))
        );
        // The slope of a sine over seven samples, each weighted by its distance.
        let sums: f64 = (1..=3)
            .map(|k| f64::from(k) * libm::sin(2.0 * PI * 0.01 * f64::from(k)))
            .sum();
        let expected = 40.0 * sums / (0.01 * 14.0);
        assert!((filling.value - expected).abs() < 1e-9, "{}", filling.value);
        assert!((emptying.value + expected).abs() < 1e-9);
        let exact = 40.0 * 2.0 * PI;
        assert!((filling.value / exact - 1.0).abs() < 0.005);
    }

    #[test]
    fn a_parabola_keeps_its_slope_on_frames_that_are_not_equally_far_apart() {
        let times = [0.0, 7.0, 19.0, 26.0, 50.0, 58.0, 81.0];
        let samples: Vec<Sample> = (1..)
            .zip(times)
            .map(|(frame_number, time)| Sample {
                frame_number,
                time_ms: Some(time),
                value: Some(3.0 - 0.4 * time + 0.01 * time * time),
            })
            .collect();
        let found = rates(&samples).unwrap();
        for (time, rate) in times.iter().zip(&found).skip(1).take(5) {
            let expected = 1000.0 * (0.02 * time - 0.4);
            assert!((rate.unwrap() - expected).abs() < 1e-9, "{time} {rate:?}");
        }
        assert_eq!((found[0], found[6]), (None, None));
    }

    #[test]
    fn frames_30_ms_apart_give_central_differences_and_frames_70_ms_apart_give_none() {
        let samples = wave(31, 33.0);
        let found = rates(&samples).unwrap();
        let value = |place: usize| samples[place].value.unwrap();
        let expected = (value(6) - value(4)) / 0.066;
        assert!((found[5].unwrap() - expected).abs() < 1e-9);
        assert_eq!(peak_rates(&wave(15, 70.0)), Err(NoCurveValue::FrameRate));
        assert!(extremes(&wave(15, 70.0)).is_ok());
    }

    #[test]
    fn a_short_gap_leaves_the_curve_known_and_a_long_one_does_not() {
        let without = |from: usize, to: usize| {
            let mut samples = wave(51, 20.0);
            for sample in &mut samples[from..to] {
                sample.value = None;
            }
            samples
        };
        // Between the values around them are 60 ms, then 80 ms.
        assert!(extremes(&without(20, 22)).is_ok());
        assert_eq!(extremes(&without(20, 23)), Err(NoCurveValue::Gap));
        assert_eq!(peak_rates(&without(20, 23)), Err(NoCurveValue::Gap));
        assert!(extremes(&without(0, 3)).is_ok() && extremes(&without(48, 51)).is_ok());
        assert_eq!(extremes(&without(0, 4)), Err(NoCurveValue::Gap));
        assert_eq!(extremes(&without(47, 51)), Err(NoCurveValue::Gap));
        assert_eq!(extremes(&without(0, 51)), Err(NoCurveValue::NoValues));
        let rates = rates(&without(20, 22)).unwrap();
        assert!(rates[19].is_some() && rates[20].is_none() && rates[22].is_some());
    }

    #[test]
    fn bad_times_and_values_give_a_reason() {
        let of = |change: fn(&mut Sample)| {
            let mut samples = wave(51, 20.0);
            change(&mut samples[10]);
            samples
        };
        let stopped = of(|sample| sample.time_ms = Some(180.0));
        assert_eq!(
            peak_rates(&stopped),
            Err(NoCurveValue::FrameTimesOutOfOrder)
        );
        assert!(extremes(&stopped).is_ok());
        let endless = of(|sample| sample.time_ms = Some(f64::NAN));
        assert_eq!(
            peak_rates(&endless),
            Err(NoCurveValue::FrameTimesOutOfOrder)
        );
        let timeless = of(|sample| sample.time_ms = None);
        assert_eq!(peak_rates(&timeless), Err(NoCurveValue::NoFrameTimes));
        // A value that is not a number is a gap, not an extreme.
        let odd = of(|sample| sample.value = Some(f64::NAN));
        assert_eq!(extremes(&odd).unwrap()[0].value, 120.0);
        assert_eq!(extremes(&[]), Err(NoCurveValue::NoValues));
        assert_eq!(peak_rates(&wave(1, 20.0)), Err(NoCurveValue::FrameRate));
        assert_eq!(emptying_fraction(0.0, 0.0), Err(NoCurveValue::NotFinite));
    }
}
