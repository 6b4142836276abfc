//! How often a picture repeats itself.

/// Shortest and longest cycle that is looked for, in s: 30 to 300 beats per minute.
pub const CYCLE_S: (f64, f64) = (0.2, 2.0);
/// Least correlation of a signal with itself one period later.
const MIN_CORRELATION: f64 = 0.35;
/// A later maximum this close to the highest is a multiple of the period, so the first one counts.
const FIRST_SHARE: f64 = 0.85;

/// Length after which rows of features repeat, in steps and parts of one; none when nothing repeats.
///
/// Every step has the same number of features. The correlation over a lag is the mean over the
/// features of their autocorrelation, unbiased; the period is the first high maximum between the
/// two bounds.
pub fn period(features: &[Vec<f64>], shortest: f64, longest: f64) -> Option<f64> {
    let steps = features.len();
    let count = features.first().map_or(0, Vec::len);
    let last = (longest.ceil() as usize).min(steps * 2 / 3);
    let first = (shortest.floor() as usize).max(2);
    if count == 0 || first + 2 > last {
        return None;
    }
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
    if energy <= 0.0 {
        return None;
    }
    let correlations: Vec<f64> = (first - 1..=last)
        .map(|lag| product(lag) / energy)
        .collect();
    let maxima: Vec<(usize, f64)> = correlations
        .windows(3)
        .enumerate()
        .filter(|(_, three)| three[1] >= three[0] && three[1] > three[2])
        .map(|(at, three)| (at + 1, three[1]))
        .collect();
    let highest = maxima.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    if highest < MIN_CORRELATION {
        return None;
    }
    let (at, _) = maxima
        .into_iter()
        .find(|(_, value)| *value >= FIRST_SHARE * highest)?;
    let [before, here, after] = [correlations[at - 1], correlations[at], correlations[at + 1]];
    let bend = before - 2.0 * here + after;
    let shift = if bend < 0.0 {
        (before - after) / (2.0 * bend)
    } else {
        0.0
    };
    Some((first - 1 + at) as f64 + shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_period_of_a_sawtooth_between_two_steps() {
        let features: Vec<Vec<f64>> = (0..300)
            .map(|at| vec![(f64::from(at) / 37.5) % 1.0, 3.0])
            .collect();
        let found = period(&features, 10.0, 150.0).unwrap();
        assert!((found - 37.5).abs() < 0.5, "{found}");
    }

    #[test]
    fn what_does_not_repeat_has_none() {
        let ramp: Vec<Vec<f64>> = (0..200).map(|at| vec![f64::from(at)]).collect();
        assert_eq!(period(&ramp, 10.0, 100.0), None);
        assert_eq!(period(&vec![vec![5.0]; 100], 10.0, 60.0), None);
        assert_eq!(period(&[], 10.0, 60.0), None);
    }
}
