//! End systole by motion: the moment that looks least like the end diastole.

/// Part of a cycle in which end systole is looked for: from early systole to early filling.
const FIRST_SHARE: f64 = 0.15;
/// See [`FIRST_SHARE`].
const LAST_SHARE: f64 = 0.7;
/// The ventricle rests while this much of the greatest difference is reached.
const REACHED: f64 = 0.95;
/// Half of the window that speed is taken over, as a share of the cycle.
const SPEED_SHARE: f64 = 0.04;
/// Part of the rest before end systole: the valve closes early in it, and nearly the same volume
/// lasts until the inflow.
const INTO_REST: f64 = 1.0 / 3.0;

/// Contraction is over where its speed has fallen to this share of its greatest.
const SLOW_SHARE: f64 = 0.33;
/// Contraction is over before it speeds up again by this share of its greatest speed, and motion then
/// continues after the valve has closed.
const FASTER_AGAIN: f64 = 0.15;
/// Cycles of fewer steps do not show how their contraction ends.
const MIN_STEPS: f64 = 20.0;
/// Usual time from there to end systole; where it is this much longer, motion continues after the
/// valve has closed (post-systolic shortening), in ms.
const MAX_AFTER_MS: f64 = 70.0;
/// The same as a share of the cycle, for end systoles that are placed by the contraction.
const USUAL_AFTER: f64 = 0.05;
/// The last part of a contraction, as shares of the greatest difference: it takes at most so much of
/// the cycle where the heart moves no further after the valve has closed.
const LAST_PART: [f64; 2] = [0.9, 0.99];
const MAX_LAST_PART: f64 = 0.09;
/// End systoles differ from the usual share of their cycle by less; others are speckle, in ms.
const MAX_APART_MS: f64 = 30.0;
/// Share of the cycles that may differ so where motion continues after contraction.
const MOST_APART: f64 = 0.34;
/// Fewest cycles that have a usual share.
const MIN_CYCLES: usize = 3;

/// Where a cycle's motion rests, and where its contraction slows down before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rest {
    /// End systole, if motion ends with contraction.
    pub end_systole: f64,
    /// Contraction has slowed down; not a number where it does not before the greatest difference.
    pub slow: f64,
    /// Motion speeds up again after that.
    pub again: bool,
    /// Share of the cycle that the last part of the contraction takes.
    pub last_part: f64,
}

/// Where contraction ends, between two end diastoles; none when nothing moves.
///
/// `difference` is how much a step differs from the end diastoles, of any unit; steps may be frames
/// or columns.
pub fn rest(difference: impl Fn(usize) -> f64, from: f64, to: f64) -> Option<Rest> {
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
    let still = difference(from.round() as usize).min(difference(to.round() as usize));
    let greatest = smooth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if greatest <= still {
        return None;
    }
    let level = still + REACHED * (greatest - still);
    let peak = smooth.iter().position(|&value| value == greatest)?;
    // Where the level is crossed before and after the greatest difference.
    let before = smooth[..=peak].iter().rposition(|&value| value < level);
    let after = smooth[peak..].iter().position(|&value| value < level);
    let begins = before.map_or(0, |at| at + 1);
    let ends = after.map_or(smooth.len() - 1, |at| peak + at - 1);
    let rise = &smooth[..=peak];
    let (slow, again) = slow(rise, length);
    let reached = LAST_PART.map(|share| reached(rise, still + share * (greatest - still)));
    Some(Rest {
        end_systole: (first + begins) as f64 + INTO_REST * (ends - begins) as f64,
        slow: slow.map_or(f64::NAN, |at| (first + at) as f64),
        again: again && length >= MIN_STEPS,
        last_part: match length >= MIN_STEPS {
            true => (reached[1] - reached[0]) / length,
            false => 0.0,
        },
    })
}

/// Where a rise crosses a level for the last time, between two steps.
fn reached(rise: &[f64], level: f64) -> f64 {
    let below = rise.iter().rposition(|&value| value < level);
    below.map_or(0.0, |at| {
        let share = (level - rise[at]) / (rise[(at + 1).min(rise.len() - 1)] - rise[at]);
        at as f64 + share.clamp(0.0, 1.0)
    })
}

/// Step of a rise at which it has slowed down, none where it does not, and whether it speeds up again.
fn slow(rise: &[f64], length: f64) -> (Option<usize>, bool) {
    let half = ((SPEED_SHARE * length) as usize).max(1);
    let speed = |at: usize| {
        let (from, to) = (at.saturating_sub(half), (at + half).min(rise.len() - 1));
        (rise[to] - rise[from]) / (to - from).max(1) as f64
    };
    let speeds: Vec<f64> = (0..rise.len()).map(speed).collect();
    let most = speeds.iter().copied().fold(0.0, f64::max);
    let Some(fastest) = speeds
        .iter()
        .position(|&speed| speed == most && speed > 0.0)
    else {
        return (None, false);
    };
    let slow = (fastest..speeds.len()).find(|&at| speeds[at] <= SLOW_SHARE * most);
    let mut slowest = fastest;
    for at in fastest..speeds.len() {
        if speeds[at] < speeds[slowest] {
            slowest = at;
        } else if speeds[at] >= speeds[slowest] + FASTER_AGAIN * most {
            return (Some(slow.map_or(slowest, |slow| slow.min(slowest))), true);
        }
    }
    (slow, false)
}

/// End systoles of the cycles of an image, which begin and end at their onsets, and whether motion
/// continues after contraction. End systole is then placed by the contraction, not by the least
/// volume; none is placed where the contractions do not agree.
pub fn end_systoles(cycles: &[([f64; 2], Rest)], step_ms: f64) -> (Vec<f64>, bool) {
    let later = cycles.iter().map(|(_, rest)| rest.end_systole - rest.slow);
    let later = median(later.filter(|steps| steps.is_finite()));
    let last_part = median(cycles.iter().map(|(_, rest)| rest.last_part));
    let again = cycles.iter().filter(|(_, rest)| rest.again).count();
    let goes_on = 2 * again > cycles.len()
        || later.is_some_and(|steps| steps * step_ms > MAX_AFTER_MS)
        || last_part.is_some_and(|share| share > MAX_LAST_PART);
    let own = |([from, to], rest): &([f64; 2], Rest)| match goes_on {
        true => rest.slow + USUAL_AFTER * (to - from),
        false => rest.end_systole,
    };
    let share = |cycle: &([f64; 2], Rest)| (own(cycle) - cycle.0[0]) / (cycle.0[1] - cycle.0[0]);
    let usual = median(cycles.iter().map(share).filter(|share| share.is_finite()));
    let expected = |[from, to]: [f64; 2]| usual.map(|share| from + share * (to - from));
    let is_apart = |cycle: &([f64; 2], Rest)| {
        let apart = expected(cycle.0).map(|at| (at - own(cycle)).abs() * step_ms);
        apart.is_none_or(|apart| apart.is_nan() || apart > MAX_APART_MS)
    };
    let apart = cycles.iter().filter(|cycle| is_apart(cycle)).count();
    let few = cycles.len() < MIN_CYCLES;
    if goes_on && (apart as f64 > MOST_APART * cycles.len() as f64 || few && apart > 0) {
        return (Vec::new(), true);
    }
    let end = |cycle: &([f64; 2], Rest)| {
        let usual = expected(cycle.0).filter(|_| !few && is_apart(cycle));
        usual.unwrap_or(own(cycle))
    };
    (cycles.iter().map(end).collect(), goes_on)
}

/// The middle of some values; none of none.
pub fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    Some((sorted[last / 2] + sorted[last.div_ceil(2)]) / 2.0)
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
        let found = rest(difference, 8.0, 88.0).unwrap().end_systole;
        assert!((34.0..=38.0).contains(&found), "{found}");
    }

    /// Contraction as a half cosine to the closure of the valve, further shortening as a second one
    /// to `after` of the whole, then filling. Times are ms from the R wave, one step is 10 ms.
    fn shortening(closure: f64, after: f64, later: f64) -> impl Fn(usize) -> f64 {
        let cosine = |x: f64| (1.0 - libm::cos(core::f64::consts::PI * x.clamp(0.0, 1.0))) / 2.0;
        move |at: usize| {
            let t = (at as f64 - 10.0) * 10.0;
            let contraction = (1.0 - after) * cosine((t - 40.0) / (closure - 40.0));
            let further = after * cosine((t - closure) / later);
            let filling = cosine((t - closure - later.max(80.0)) / 140.0);
            (contraction + further) * (1.0 - filling)
        }
    }

    #[test]
    fn end_systole_is_near_the_closure_where_shortening_goes_on() {
        for closure in [300.0, 340.0, 380.0] {
            for (after, later) in [
                (0.0, 90.0),
                (0.06, 90.0),
                (0.1, 100.0),
                (0.15, 120.0),
                (0.2, 110.0),
            ] {
                let onsets = [10.0, 10.0 + closure / 4.2];
                let found = rest(shortening(closure, after, later), onsets[0], onsets[1]).unwrap();
                let (ends, goes_on) = end_systoles(&[(onsets, found)], 10.0);
                let off = (ends[0] - 10.0) * 10.0 - closure;
                assert!(off.abs() <= 40.0, "closure {closure}, {after}: {off}");
                assert_eq!(goes_on, after > 0.0, "closure {closure}, {after}");
            }
        }
    }

    #[test]
    fn no_end_systole_is_offered_where_shortening_goes_on_and_contractions_differ() {
        let cycle = |from: f64, slow: f64| {
            let found = Rest {
                end_systole: from + 60.0,
                slow: from + slow,
                again: false,
                last_part: 0.15,
            };
            ([from, from + 100.0], found)
        };
        let found = |slow: &[f64]| {
            let cycles = slow.iter().enumerate();
            let cycles: Vec<_> = cycles
                .map(|(at, slow)| cycle(100.0 * at as f64, *slow))
                .collect();
            end_systoles(&cycles, 10.0)
        };
        assert_eq!(found(&[35.0, 50.0]), (Vec::new(), true));
        assert_eq!(found(&[f64::NAN, f64::NAN, 40.0, 41.0]), (Vec::new(), true));
        assert_eq!(found(&[f64::NAN]), (Vec::new(), true));
        // The third of three takes the share of the others.
        assert_eq!(found(&[36.0, 37.0, 50.0]), (vec![41.0, 142.0, 242.0], true));
        assert_eq!(found(&[36.0, 37.0]), (vec![41.0, 142.0], true));
    }

    #[test]
    fn a_beat_that_is_unlike_the_others_takes_their_share() {
        let cycle = |from: f64, at: f64| {
            let found = Rest {
                end_systole: from + at,
                slow: from + at - 2.0,
                again: false,
                last_part: 0.05,
            };
            ([from, from + 100.0], found)
        };
        let cycles = [cycle(0.0, 40.0), cycle(100.0, 41.0), cycle(200.0, 55.0)];
        assert_eq!(end_systoles(&cycles, 10.0).0, [40.0, 141.0, 241.0]);
    }

    #[test]
    fn nothing_that_moves_ends_nothing() {
        assert_eq!(rest(|_| 3.0, 1.0, 60.0), None);
        assert_eq!(rest(|at| at as f64, 1.0, 3.0), None);
    }
}
