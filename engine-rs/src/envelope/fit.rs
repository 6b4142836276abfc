//! The points of a pattern on a curve that is known in every column.

/// Most columns that points are tried in; of a wider curve every second, third and so on.
const MAX_TRIED: usize = 200;
/// A point on top of a wave has at least this share of what is highest around it. The lesser share
/// is for a wave that is a shoulder of another: where lines fit that much better with it.
const PEAK_SHARE: f64 = 0.998;
const SHOULDER_SHARE: f64 = 0.97;
const MUCH_BETTER: f64 = 0.2;

/// The same of what is highest of the whole curve: a point on the zero line is on top of nothing.
const LEAST_PEAK_SHARE: f64 = 0.05;

/// What a control point of the pattern is held on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Knot {
    /// On the zero line.
    pub zero: bool,
    /// On the first or last column of the curve, if it is the first or last point.
    pub on_onset: bool,
    /// On top of a wave: nothing between it and its neighbours reaches farther.
    pub peak: bool,
}

/// A place on the curve: columns from its first one, and its value there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// Columns from the first one of the curve.
    pub column: f64,
    /// Value of the curve, 0 for a point on the zero line.
    pub value: f64,
}

/// Places the points so that the straight lines from one to the next leave least of the curve, in
/// the sense of squares; then those that stand above both neighbours, or below both, go to the
/// highest or lowest place between them. None where the curve has no room for the points.
pub fn fitted(curve: &[f64], knots: &[Knot]) -> Option<Vec<Placed>> {
    let [peaks, shoulders] = [PEAK_SHARE, SHOULDER_SHARE].map(|share| columns(curve, knots, share));
    let much_better = |one: &Fit, other: &Fit| one.left < MUCH_BETTER * other.left;
    let fit = match (peaks, shoulders) {
        (Some(peaks), Some(shoulders)) if much_better(&shoulders, &peaks) => shoulders,
        (Some(fit), _) | (None, Some(fit)) => fit,
        (None, None) => columns(curve, knots, 0.0)?,
    };
    let mut columns = fit.columns;
    to_extremes(curve, knots, &mut columns);
    let placed = columns.iter().zip(knots).map(|(&column, &knot)| Placed {
        column: column as f64,
        value: value(curve, knot, column),
    });
    Some(placed.collect())
}

/// Places `count` points between the ends of a curve so that straight lines leave least of it.
pub fn between_ends(curve: &[f64], count: usize) -> Option<Vec<usize>> {
    let mut knots = vec![Knot::default(); count + 2];
    knots[0].on_onset = true;
    knots[count + 1].on_onset = true;
    let placed = columns(curve, &knots, 0.0)?.columns;
    Some(placed[1..=count].to_vec())
}

fn value(curve: &[f64], knot: Knot, column: usize) -> f64 {
    if knot.zero { 0.0 } else { curve[column] }
}

/// Whether a peak has its share of what is farthest along a piece of curve; with a peak at both
/// ends one of them is the lower one.
fn holds(pair: &[Knot], [at, to]: [f64; 2], least: f64) -> bool {
    match (pair[0].peak, pair[1].peak) {
        (true, false) => at >= least,
        (false, true) => to >= least,
        _ => true,
    }
}

/// Columns of the points, and the squares that straight lines between them leave of the curve.
struct Fit {
    columns: Vec<usize>,
    left: f64,
}

/// Columns of the points, by dynamic programming. A peak has that share of what is highest around it.
fn columns(curve: &[f64], knots: &[Knot], peak_share: f64) -> Option<Fit> {
    let last = curve.len().checked_sub(1)?;
    let stride = last / MAX_TRIED + 1;
    let tried: Vec<usize> = (0..=last).step_by(stride).collect();
    if knots.len() < 2 || tried.len() < knots.len() || last == 0 {
        return None;
    }
    let sums = Sums::of(curve);
    let lowest_peak = LEAST_PEAK_SHARE
        * curve
            .iter()
            .fold(0.0, |most: f64, value| most.max(value.abs()));
    let is_low = |knot: &Knot, column: usize| {
        peak_share > 0.0 && knot.peak && curve[column].abs() < lowest_peak
    };
    let end = tried.len() - 1;
    // A first point that is not held may begin later, where what lies before is left as it is.
    let first = knots[0];
    let mut best: Vec<f64> = tried
        .iter()
        .map(|&column| match first.on_onset && column > 0 {
            true => f64::INFINITY,
            false => sums.squares(0, column),
        })
        .collect();
    let mut from: Vec<Vec<usize>> = vec![Vec::new()];
    for pair in knots.windows(2) {
        let mut next = vec![f64::INFINITY; tried.len()];
        let mut origin = vec![0; tried.len()];
        for to in 1..tried.len() {
            if is_low(&pair[1], tried[to]) {
                continue;
            }
            let mut most = curve[tried[to]].abs();
            for at in (0..to).rev() {
                let ends = [tried[at], tried[to]];
                most = most.max(curve[ends[0]].abs());
                if best[at] >= next[to]
                    || !holds(pair, ends.map(|end| curve[end].abs()), peak_share * most)
                {
                    continue;
                }
                let values = [
                    value(curve, pair[0], ends[0]),
                    value(curve, pair[1], ends[1]),
                ];
                let cost = best[at] + sums.left_by_line(ends, values);
                if cost < next[to] {
                    next[to] = cost;
                    origin[to] = at;
                }
            }
        }
        best = next;
        from.push(origin);
    }
    let held = knots[knots.len() - 1].on_onset;
    let total = |at: usize| best[at] + sums.squares(tried[at], last);
    let mut at = if held {
        end
    } else {
        (0..tried.len()).fold(
            end,
            |least, at| if total(at) < total(least) { at } else { least },
        )
    };
    let left = total(at);
    if !left.is_finite() {
        return None;
    }
    let mut columns = vec![0; knots.len()];
    for (place, origin) in from.iter().enumerate().rev() {
        columns[place] = if held && place == knots.len() - 1 {
            last
        } else {
            tried[at]
        };
        if place > 0 {
            at = origin[at];
        }
    }
    Some(Fit { columns, left })
}

fn to_extremes(curve: &[f64], knots: &[Knot], columns: &mut [usize]) {
    let value = |place: usize, column: usize| value(curve, knots[place], column);
    for place in 1..columns.len() - 1 {
        if knots[place].zero {
            continue;
        }
        let (before, after) = (columns[place - 1], columns[place + 1]);
        let own = curve[columns[place]];
        let (left, right) = (value(place - 1, before), value(place + 1, after));
        let sign = if own > left && own > right {
            1.0
        } else if own < left && own < right {
            -1.0
        } else {
            continue;
        };
        columns[place] = (before + 1..after).fold(columns[place], |most, column| {
            if sign * curve[column] > sign * curve[most] {
                column
            } else {
                most
            }
        });
    }
}

/// Sums over the columns before each one, from which the squares of any piece follow.
struct Sums {
    value: Vec<f64>,
    square: Vec<f64>,
    product: Vec<f64>,
}

impl Sums {
    fn of(curve: &[f64]) -> Self {
        let running = |of: &dyn Fn(usize, f64) -> f64| {
            let mut sum = 0.0;
            let mut sums = vec![0.0];
            for (column, value) in curve.iter().enumerate() {
                sum += of(column, *value);
                sums.push(sum);
            }
            sums
        };
        Self {
            value: running(&|_, value| value),
            square: running(&|_, value| value * value),
            product: running(&|column, value| column as f64 * value),
        }
    }

    /// Sum of squares of the curve in columns `from` to `to`, the last one exclusive.
    fn squares(&self, from: usize, to: usize) -> f64 {
        self.square[to] - self.square[from]
    }

    /// Squares that a straight line between two places leaves of the curve.
    fn left_by_line(&self, [from, to]: [usize; 2], [start, end]: [f64; 2]) -> f64 {
        let slope = (end - start) / (to - from) as f64;
        let level = start - slope * from as f64;
        let count = (to - from) as f64;
        let columns = (from + to - 1) as f64 * count / 2.0;
        let below = |n: f64| n * (n - 1.0) * (2.0 * n - 1.0) / 6.0;
        let squares_of_columns = below(to as f64) - below(from as f64);
        let (value, product) = (
            self.value[to] - self.value[from],
            self.product[to] - self.product[from],
        );
        self.squares(from, to) - 2.0 * (level * value + slope * product)
            + level * level * count
            + 2.0 * level * slope * columns
            + slope * slope * squares_of_columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Knot = Knot {
        zero: false,
        on_onset: false,
        peak: false,
    };
    const ZERO: Knot = Knot {
        zero: true,
        on_onset: false,
        peak: false,
    };
    const ONSET: Knot = Knot {
        zero: true,
        on_onset: true,
        peak: false,
    };

    /// Straight from corner to corner.
    fn corners(places: &[(usize, f64)]) -> Vec<f64> {
        let mut curve = vec![places[0].1];
        for ends in places.windows(2) {
            let [(a, from), (b, to)] = [ends[0], ends[1]];
            let share = |at: usize| (at - a) as f64 / (b - a) as f64;
            curve.extend((a + 1..=b).map(|at| from + (to - from) * share(at)));
        }
        curve
    }

    #[test]
    fn corners_are_found_where_they_are() {
        let places = [(0, 0.0), (12, 0.0), (25, 90.0), (61, 0.0), (100, 0.0)];
        let found = fitted(&corners(&places), &[ONSET, ZERO, FREE, ZERO, ONSET]).unwrap();
        let columns: Vec<f64> = found.iter().map(|placed| placed.column).collect();
        assert_eq!(columns, [0.0, 12.0, 25.0, 61.0, 100.0]);
        assert_eq!(found[2].value, 90.0);
    }

    #[test]
    fn flow_below_the_zero_line_has_its_extremes_too() {
        let places = [
            (0, 0.0),
            (9, 0.0),
            (20, -40.0),
            (33, -8.0),
            (47, -25.0),
            (60, 0.0),
            (80, 0.0),
        ];
        let knots = [ONSET, ZERO, FREE, FREE, FREE, ZERO, ONSET];
        let found = fitted(&corners(&places), &knots).unwrap();
        let values: Vec<f64> = found.iter().map(|placed| placed.value).collect();
        assert_eq!(values, [0.0, 0.0, -40.0, -8.0, -25.0, 0.0, 0.0]);
    }

    #[test]
    fn a_peak_stands_at_the_highest_place_of_a_round_curve() {
        let curve: Vec<f64> = (0..=120)
            .map(|x| {
                let t = (f64::from(x) - 20.0) / 60.0;
                if (0.0..=1.0).contains(&t) {
                    100.0 * t * (1.0 - t) * (1.0 - t)
                } else {
                    0.0
                }
            })
            .collect();
        let found = fitted(&curve, &[ONSET, ZERO, FREE, ZERO, ONSET]).unwrap();
        // x (1 - x)^2 is highest at a third.
        assert_eq!(found[2].column, 40.0);
        assert!((found[1].column - 20.0).abs() <= 4.0 && (found[3].column - 80.0).abs() <= 14.0);
    }

    #[test]
    fn a_wide_curve_is_fitted_too_and_a_narrow_one_has_no_room() {
        let places = [(0, 0.0), (300, 0.0), (600, 90.0), (1500, 0.0), (3000, 0.0)];
        let found = fitted(&corners(&places), &[ONSET, ZERO, FREE, ZERO, ONSET]).unwrap();
        assert!((found[2].column - 600.0).abs() < 1.0 && found[4].column == 3000.0);
        assert_eq!(
            fitted(&[0.0, 1.0, 0.0], &[ONSET, ZERO, FREE, ZERO, ONSET]),
            None
        );
        assert_eq!(fitted(&[], &[ONSET, ONSET]), None);
    }
}
