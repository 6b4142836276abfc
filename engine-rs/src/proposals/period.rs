//! How often a picture repeats itself.

use crate::records::data_type::DataType;
use crate::records::proposals::{METHOD_VERSION, ProposalMethod, Proposals, Unclear};

/// Heart rates of each kind of data, beats per minute; unknown data may have any of them.
const FETAL_BPM: (f64, f64) = (90.0, 240.0);
const PEDIATRIC_BPM: (f64, f64) = (40.0, 220.0);
const ADULT_BPM: (f64, f64) = (30.0, 200.0);
const ANY_BPM: (f64, f64) = (30.0, 240.0);
/// Seconds of a minute.
const S_PER_MIN: f64 = 60.0;
/// Least correlation of a signal with itself one period later.
const MIN_CORRELATION: f64 = 0.3;
/// A maximum that high, as a share of the highest, may be the period; beats that differ lower it.
const LIKELY_SHARE: f64 = 0.6;
/// A maximum that high, as a share of the highest, is a period without doubt.
const CERTAIN_SHARE: f64 = 0.85;
/// The period and its multiples are found where they are expected within this share.
const MULTIPLE_TOLERANCE: f64 = 0.15;

/// Shortest and longest cycle that is looked for, in s.
pub fn cycle_s(data_type: Option<DataType>) -> (f64, f64) {
    let (slowest, fastest) = match data_type {
        Some(DataType::Fetal) => FETAL_BPM,
        Some(DataType::Pediatric) => PEDIATRIC_BPM,
        Some(DataType::Adult) => ADULT_BPM,
        None => ANY_BPM,
    };
    (S_PER_MIN / fastest, S_PER_MIN / slowest)
}

/// Repetition of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Period {
    /// The picture does not repeat.
    None,
    /// It repeats, but a multiple or a part of the period fits as well.
    Unclear,
    /// It repeats every so many steps.
    Every(f64),
}

impl Proposals {
    /// A period and no marks; none where nothing repeats.
    pub(super) fn periodic(found: Period) -> Option<Self> {
        let (period, unclear) = match found {
            Period::None => return None,
            Period::Unclear => (None, vec![Unclear::Period]),
            Period::Every(steps) => (Some(steps), Vec::new()),
        };
        Some(Self {
            method: ProposalMethod::Periodicity,
            method_version: METHOD_VERSION.to_owned(),
            onsets: Vec::new(),
            end_diastoles: Vec::new(),
            end_systoles: Vec::new(),
            period,
            unclear,
        })
    }
}

/// Length after which rows of features repeat, in steps and parts of one.
///
/// Every step has the same number of features. The correlation over a lag is the mean over the
/// features of their autocorrelation, unbiased. Beats that differ correlate less with the next one
/// than steady ones, and by chance more with a later one: so the period is the shortest lag with a
/// maximum that is not much lower than the highest and whose multiples are maxima too.
pub fn period(features: &[Vec<f64>], shortest: f64, longest: f64) -> Period {
    let steps = features.len();
    let last = ((2.0 * longest).ceil() as usize).min(steps * 2 / 3);
    let first = (shortest.floor() as usize).max(2);
    if features.first().is_none_or(Vec::is_empty) || first + 2 > last {
        return Period::None;
    }
    let correlations = correlations(features, first - 1, last);
    let all: Vec<(f64, f64)> = maxima(&correlations, first - 1);
    let within = |lag: f64| (shortest..=longest).contains(&lag);
    let candidates: Vec<(f64, f64)> = all
        .iter()
        .copied()
        .filter(|(lag, _)| within(*lag))
        .collect();
    let highest = candidates
        .iter()
        .map(|(_, value)| *value)
        .fold(0.0, f64::max);
    if highest < MIN_CORRELATION {
        return Period::None;
    }
    let near = |wanted: f64| {
        let close = |lag: f64| (lag / wanted - 1.0).abs() <= MULTIPLE_TOLERANCE;
        all.iter()
            .filter(move |(lag, _)| close(*lag))
            .map(|(_, value)| *value)
            .fold(0.0, f64::max)
    };
    // The maximum near twice a lag may lie beyond what is seen.
    let is_seen = |lag: f64| 2.0 * lag * (1.0 + MULTIPLE_TOLERANCE) <= last as f64;
    let repeats = |lag: f64, value: f64| !is_seen(lag) || near(2.0 * lag) >= LIKELY_SHARE * value;
    let best = candidates.iter().find(|(_, value)| *value == highest);
    let times = |lag: f64| best.map_or(1.0, |(best, _)| best / lag);
    // A part of the best lag is at most half of it; a lag between the two is neither.
    let is_part = |lag: f64| times(lag) >= 2.0 * (1.0 - MULTIPLE_TOLERANCE);
    let is_best = |lag: f64| times(lag) <= 1.0 + MULTIPLE_TOLERANCE;
    let likely = candidates.iter().find(|&&(lag, value)| {
        let stands_out = value >= LIKELY_SHARE * highest && repeats(lag, value);
        stands_out && (is_part(lag) || is_best(lag))
    });
    let Some(&(lag, value)) = likely else {
        return Period::Unclear;
    };
    let times = times(lag);
    let is_multiple = (times / times.round() - 1.0).abs() <= MULTIPLE_TOLERANCE;
    if value >= CERTAIN_SHARE * highest || is_multiple {
        Period::Every(lag)
    } else {
        Period::Unclear
    }
}

/// Correlation of the features with themselves over each lag.
fn correlations(features: &[Vec<f64>], first: usize, last: usize) -> Vec<f64> {
    let steps = features.len();
    let count = features.first().map_or(0, Vec::len);
    let means: Vec<f64> = (0..count)
        .map(|k| features.iter().map(|row| row[k]).sum::<f64>() / steps as f64)
        .collect();
    let product = |lag: usize| {
        let mut sum = 0.0;
        for at in 0..steps - lag {
            for (k, mean) in means.iter().enumerate() {
                sum += (features[at][k] - mean) * (features[at + lag][k] - mean);
            }
        }
        sum / (steps - lag) as f64
    };
    let energy = product(0);
    (first..=last)
        .map(|lag| {
            if energy > 0.0 {
                product(lag) / energy
            } else {
                0.0
            }
        })
        .collect()
}

/// Lags of the maxima, between two steps, with their values.
fn maxima(correlations: &[f64], first: usize) -> Vec<(f64, f64)> {
    let peaks = correlations.windows(3).enumerate();
    peaks
        .filter(|(_, three)| three[1] >= three[0] && three[1] > three[2])
        .map(|(at, three)| {
            let bend = three[0] - 2.0 * three[1] + three[2];
            let shift = match bend < 0.0 {
                true => (three[0] - three[2]) / (2.0 * bend),
                false => 0.0,
            };
            ((first + at + 1) as f64 + shift, three[1])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_period_of_a_sawtooth_between_two_steps() {
        let features: Vec<Vec<f64>> = (0..300)
            .map(|at| vec![(f64::from(at) / 37.5) % 1.0, 3.0])
            .collect();
        let Period::Every(found) = period(&features, 10.0, 150.0) else {
            panic!("no period")
        };
        assert!((found - 37.5).abs() < 0.5, "{found}");
    }

    #[test]
    fn what_does_not_repeat_has_none() {
        let ramp: Vec<Vec<f64>> = (0..200).map(|at| vec![f64::from(at)]).collect();
        assert_eq!(period(&ramp, 10.0, 100.0), Period::None);
        assert_eq!(period(&vec![vec![5.0]; 100], 10.0, 60.0), Period::None);
        assert_eq!(period(&[], 10.0, 60.0), Period::None);
    }
}
