//! End systole by motion: the moment that looks least like the end diastole.

/// Part of a cycle in which end systole is looked for: from early systole to early filling.
const FIRST_SHARE: f64 = 0.15;
/// See [`FIRST_SHARE`].
const LAST_SHARE: f64 = 0.7;
/// The ventricle rests while this much of the greatest difference is reached.
const REACHED: f64 = 0.95;
/// Part of the rest before end systole: the valve closes early in it, and nearly the same volume
/// lasts until the inflow.
const INTO_REST: f64 = 1.0 / 3.0;

/// Step at which contraction ends, between two end diastoles; none when nothing moves.
///
/// `difference` is how much a step differs from the end diastoles, of any unit; steps may be frames
/// or columns.
pub fn end_systole(difference: impl Fn(usize) -> f64, from: f64, to: f64) -> Option<f64> {
    let length = to - from;
    let first = (from + FIRST_SHARE * length).ceil() as usize;
    let last = (from + LAST_SHARE * length).floor() as usize;
    if last < first + 2 {
        return None;
    }
    let values: Vec<f64> = (first - 1..=last + 1).map(&difference).collect();
    let smooth: Vec<f64> = values
        .windows(3)
        .map(|three| (three[0] + 2.0 * three[1] + three[2]) / 4.0)
        .collect();
    let rest = difference(from.round() as usize).min(difference(to.round() as usize));
    let greatest = smooth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if greatest <= rest {
        return None;
    }
    let level = rest + REACHED * (greatest - rest);
    let peak = smooth.iter().position(|&value| value == greatest)?;
    // Where the level is crossed before and after the greatest difference.
    let before = smooth[..=peak].iter().rposition(|&value| value < level);
    let after = smooth[peak..].iter().position(|&value| value < level);
    let begins = before.map_or(0, |at| at + 1);
    let ends = after.map_or(smooth.len() - 1, |at| peak + at - 1);
    Some((first + begins) as f64 + INTO_REST * (ends - begins) as f64)
}

/// Median step between neighbours; none with fewer than two.
pub fn usual_step(positions: &[f64]) -> Option<f64> {
    let mut steps: Vec<f64> = positions.windows(2).map(|pair| pair[1] - pair[0]).collect();
    steps.sort_unstable_by(f64::total_cmp);
    steps.get(steps.len() / 2).copied()
}

/// Mean absolute difference of two lists of the same length.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>() / a.len().max(1) as f64
}

/// Rounds of the power method: more than enough to part the main motion from the next.
const ROUNDS: usize = 60;

/// How far each step lies along the main component of what changes in a picture: its strongest motion,
/// of any unit and sign.
pub fn main_motion(features: &[Vec<f64>]) -> Vec<f64> {
    let count = features.first().map_or(0, Vec::len);
    let steps = features.len().max(1) as f64;
    let means: Vec<f64> = (0..count)
        .map(|k| features.iter().map(|row| row[k]).sum::<f64>() / steps)
        .collect();
    let centred: Vec<Vec<f64>> = features
        .iter()
        .map(|row| {
            row.iter()
                .zip(&means)
                .map(|(value, mean)| value - mean)
                .collect()
        })
        .collect();
    // Begins with the step that differs most, so that it is not across the component that is looked for.
    let energy = |row: &[f64]| row.iter().map(|value| value * value).sum::<f64>();
    let mut axis = centred
        .iter()
        .max_by(|a, b| energy(a).total_cmp(&energy(b)))
        .cloned()
        .unwrap_or_default();
    for _ in 0..ROUNDS {
        let mut next = vec![0.0; count];
        for row in &centred {
            let along = dot(row, &axis);
            next.iter_mut()
                .zip(row)
                .for_each(|(sum, value)| *sum += along * value);
        }
        let length = energy(&next).sqrt();
        if length == 0.0 {
            break;
        }
        next.iter_mut().for_each(|value| *value /= length);
        axis = next;
    }
    centred.iter().map(|row| dot(row, &axis)).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_systole_lies_in_the_first_half_of_the_rest() {
        // Rises from 10 to 34, rests to 42, falls to 60, as a ventricle does.
        let difference = |at: usize| match at as f64 {
            x if x < 10.0 => 1.0,
            x if x < 34.0 => 1.0 + (x - 10.0) / 24.0,
            x if x <= 42.0 => 2.0,
            x => 2.0 - (x - 42.0) / 18.0,
        };
        let found = end_systole(difference, 8.0, 88.0).unwrap();
        assert!((34.0..=38.0).contains(&found), "{found}");
    }

    #[test]
    fn nothing_that_moves_ends_nothing() {
        assert_eq!(end_systole(|_| 3.0, 1.0, 60.0), None);
        assert_eq!(end_systole(|at| at as f64, 1.0, 3.0), None);
    }
}
