//! Displacements along a line that bend no more than tissue does.

use crate::geometry::Point;

/// Measurement at one point of a line.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Measured {
    /// Displacement, pixels.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// How much it counts, from 0.
    pub weight: f64,
}

/// Neighbours on each side that a measurement is compared with.
const NEIGHBOURS: usize = 4;
/// Least difference from the median of the neighbours that makes a measurement doubtful, in pixels.
const USUAL_PX: f64 = 0.75;
/// Weight that holds a line where nothing was measured.
const LEAST_WEIGHT: f64 = 1e-6;

/// Takes weight from what differs from its neighbours: a third of it at three times the usual.
pub fn without_outliers(measured: &mut [Measured]) {
    let old = measured.to_vec();
    for (at, own) in measured.iter_mut().enumerate() {
        let near = &old[at.saturating_sub(NEIGHBOURS)..(at + NEIGHBOURS + 1).min(old.len())];
        let x = median(near, |one| one.x);
        let y = median(near, |one| one.y);
        let (dx, dy) = (own.x - x, own.y - y);
        let far = (dx * dx + dy * dy) / (USUAL_PX * USUAL_PX);
        own.weight /= 1.0 + far * far;
    }
}

/// The median by weight.
fn median(near: &[Measured], of: impl Fn(&Measured) -> f64) -> f64 {
    let mut values: Vec<(f64, f64)> = near.iter().map(|one| (of(one), one.weight)).collect();
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = values.iter().map(|value| value.1).sum::<f64>() / 2.0;
    let mut sum = 0.0;
    for (value, weight) in &values {
        sum += weight;
        if sum >= half {
            return *value;
        }
    }
    0.0
}

/// Displacements that lie near the measured ones and bend little: the least of
/// `sum(weight * distance^2) + stiffness * sum(second difference^2)`.
pub fn smoothed(measured: &[Measured], stiffness: f64) -> Vec<Point> {
    let count = measured.len();
    if count < 3 {
        return measured
            .iter()
            .map(|one| Point::new(one.x, one.y))
            .collect();
    }
    // Diagonals of the symmetric matrix: its own, the next and the one after.
    let mut main: Vec<f64> = measured
        .iter()
        .map(|one| one.weight + LEAST_WEIGHT)
        .collect();
    let mut next = vec![0.0; count];
    let mut after = vec![0.0; count];
    for at in 0..count - 2 {
        main[at] += stiffness;
        main[at + 1] += 4.0 * stiffness;
        main[at + 2] += stiffness;
        next[at] -= 2.0 * stiffness;
        next[at + 1] -= 2.0 * stiffness;
        after[at] += stiffness;
    }
    let weighed = |of: &dyn Fn(&Measured) -> f64| -> Vec<f64> {
        measured.iter().map(|one| one.weight * of(one)).collect()
    };
    let (mut x, mut y) = (weighed(&|one| one.x), weighed(&|one| one.y));
    // Elimination downwards, two rows below each, then back.
    for at in 0..count {
        for (step, value) in [(1, next[at]), (2, after[at])] {
            let below = at + step;
            if below >= count {
                break;
            }
            let factor = value / main[at];
            if step == 1 {
                main[below] -= factor * next[at];
                next[below] -= factor * after[at];
            } else {
                main[below] -= factor * after[at];
            }
            x[below] -= factor * x[at];
            y[below] -= factor * y[at];
        }
    }
    for at in (0..count).rev() {
        let rest = |list: &[f64]| {
            let one = list.get(at + 1).map_or(0.0, |value| next[at] * value);
            let two = list.get(at + 2).map_or(0.0, |value| after[at] * value);
            one + two
        };
        let (rest_x, rest_y) = (rest(&x), rest(&y));
        x[at] = (x[at] - rest_x) / main[at];
        y[at] = (y[at] - rest_y) / main[at];
    }
    let places = x.into_iter().zip(y);
    places.map(|(x, y)| Point::new(x, y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(of: impl Fn(f64) -> (f64, f64)) -> Vec<Measured> {
        let one = |at: u32| {
            let (x, y) = of(f64::from(at));
            Measured { x, y, weight: 0.5 }
        };
        (0..30).map(one).collect()
    }

    #[test]
    fn what_grows_evenly_along_a_line_stays_as_it_was_measured() {
        let measured = line(|at| (0.3 * at - 2.0, 5.0 - 0.1 * at));
        for (found, one) in smoothed(&measured, 500.0).iter().zip(&measured) {
            assert!((found.x - one.x).abs() < 1e-3 && (found.y - one.y).abs() < 1e-3);
        }
    }

    #[test]
    fn the_result_is_the_least_of_what_it_minimises() {
        let measured = line(|at| (libm::sin(at * 1.7), libm::cos(at * 0.9) * 2.0));
        let cost = |places: &[f64]| {
            let near: f64 = places
                .iter()
                .zip(&measured)
                .map(|(x, one)| one.weight * (x - one.x) * (x - one.x))
                .sum();
            let bent: f64 = places
                .windows(3)
                .map(|x| (x[0] - 2.0 * x[1] + x[2]) * (x[0] - 2.0 * x[1] + x[2]))
                .sum();
            near + 3.0 * bent
        };
        let found: Vec<f64> = smoothed(&measured, 3.0)
            .iter()
            .map(|point| point.x)
            .collect();
        for place in 0..found.len() {
            for by in [-0.01, 0.01] {
                let mut other = found.clone();
                other[place] += by;
                assert!(cost(&other) > cost(&found));
            }
        }
    }

    #[test]
    fn one_that_went_elsewhere_is_not_followed() {
        let mut measured = line(|_| (1.0, -1.0));
        measured[12].x = 9.0;
        without_outliers(&mut measured);
        let found = smoothed(&measured, 50.0);
        assert!(found.iter().all(|point| (point.x - 1.0).abs() < 0.05));
    }

    #[test]
    fn points_without_a_measurement_go_with_their_neighbours() {
        let mut measured = line(|at| (0.1 * at, 2.0));
        for one in &mut measured[10..15] {
            *one = Measured::default();
        }
        without_outliers(&mut measured);
        let found = smoothed(&measured, 5.0);
        assert!((found[12].x - 1.2).abs() < 0.01 && (found[12].y - 2.0).abs() < 0.01);
    }
}
