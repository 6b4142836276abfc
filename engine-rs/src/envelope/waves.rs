//! Waves of an envelope: where they begin and end, and which of them a limit cuts.

use super::fit::{Knot, Placed};

/// Below so many rows, or this share of the wave, flow is not visible.
const LEAST_ROWS: f64 = 3.0;
const LEAST_SHARE: f64 = 0.05;
/// A wave that rises again by this share of where it is cut has another one behind.
const RISES_AGAIN: f64 = 0.15;
/// A wave peaks beyond a limit where it reaches farther there by this share.
const FARTHER: f64 = 1.05;
/// A slope that rises again by this share of its wave, away from the peak, ends the wave there.
const CLICK_SHARE: f64 = 0.03;
/// The same for what falls by less over so many columns, above that share of the wave.
const STALL_COLUMNS: usize = 3;
const STALL_SHARE: f64 = 0.03;
const STALL_ABOVE: f64 = 0.12;
/// Share of a wave up to which its beginning is read.
const UPPER_SHARE: f64 = 0.6;
/// How far the beginning may lie before the flow that is seen, and after, in lengths of what is read.
const EARLIER: f64 = 0.6;
/// The same where a click of the valve marks the beginning.
const EARLIER_AT_CLICK: f64 = 0.15;
const LATER: f64 = 0.25;
/// Steps between the two.
const STEPS: usize = 34;
/// Powers of time with which a wave may begin.
const POWERS: [f64; 5] = [0.7, 1.0, 1.3, 1.7, 2.0];
/// Rows by which an edge is uncertain: what a beginning far from the flow that is seen must explain.
const UNCERTAIN_ROWS: f64 = 9.0;

/// A wave that crosses a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// No flow there.
    None,
    /// It peaks beyond the limit: so many columns before it are its tail.
    Foreign(usize),
    /// It peaks before the limit: so many columns beyond it are its own.
    Own(usize),
}

impl Cut {
    /// Columns on this side of the limit that belong to a wave of the other side.
    pub fn foreign(self) -> usize {
        match self {
            Self::Foreign(columns) => columns,
            _ => 0,
        }
    }

    /// Columns on the other side that belong to a wave of this one.
    pub fn own(self) -> usize {
        match self {
            Self::Own(columns) => columns,
            _ => 0,
        }
    }
}

/// How a limit at a column of the flow cuts a wave; the columns that follow are inside.
pub fn cut_wave(flow: &[f64], limit: usize) -> Cut {
    let cut = flow[limit];
    if cut.abs() < LEAST_ROWS {
        return Cut::None;
    }
    let size = |value: f64| value * cut.signum();
    let outside = flow[..limit].iter().rev().map(|&value| size(value));
    let inside = flow[limit..].iter().map(|&value| size(value));
    let (risen, beyond) = (top(outside.clone()), top(inside.clone()));
    if risen >= (FARTHER * cut.abs()).max(cut.abs() + LEAST_ROWS) && risen > beyond {
        Cut::Foreign(descent(inside))
    } else {
        Cut::Own(descent(outside))
    }
}

/// The greatest of the values up to where they fall away from it or end.
fn top(values: impl Iterator<Item = f64>) -> f64 {
    let mut most: f64 = 0.0;
    for value in values {
        if value < LEAST_ROWS || value < (1.0 - RISES_AGAIN) * most {
            break;
        }
        most = most.max(value);
    }
    most
}

/// How many values a slope takes to fall to nothing, or to the lowest before it rises again.
fn descent(values: impl Iterator<Item = f64>) -> usize {
    let (mut lowest, mut end, mut first) = (f64::INFINITY, 0, 0.0);
    for (column, value) in values.enumerate() {
        if column == 0 {
            first = value;
        } else if value > lowest + (RISES_AGAIN * first).max(LEAST_ROWS) {
            break;
        }
        if value < lowest {
            (lowest, end) = (value, column);
        }
        if lowest < LEAST_ROWS {
            break;
        }
    }
    end + 1
}

/// Moves the points on the zero line next to a wave to where it begins or ends.
pub fn to_feet(curve: &[f64], knots: &[Knot], placed: &mut [Placed]) {
    let last = knots.len() - 1;
    for place in 1..last {
        if !knots[place].zero {
            continue;
        }
        let bounds = [
            placed[place - 1].column + 1.0,
            placed[place + 1].column - 1.0,
        ];
        let column = match (knots[place - 1].zero, knots[place + 1].zero) {
            (_, false) if place + 1 < last && !is_wave(knots, placed, place, -1) => {
                let peak = placed[place + 1].column as usize;
                let before: Vec<f64> = curve[..=peak].iter().rev().copied().collect();
                foot(&before).map(|foot| peak as f64 - foot)
            }
            (false, _) if place > 1 && !is_wave(knots, placed, place, 1) => {
                let peak = placed[place - 1].column as usize;
                foot(&curve[peak..]).map(|foot| peak as f64 + foot)
            }
            _ => None,
        };
        if let Some(column) = column.filter(|_| bounds[0] <= bounds[1]) {
            placed[place].column = column.clamp(bounds[0], bounds[1]);
        }
    }
}

/// Whether this side of a point is a wave.
fn is_wave(knots: &[Knot], placed: &[Placed], place: usize, side: isize) -> bool {
    let Some(next) = place.checked_add_signed(side) else {
        return false;
    };
    let is_end = next == 0 || next == knots.len() - 1;
    !is_end && !knots[next].zero && placed[next].value != 0.0
}

/// Columns from a peak, the first of `curve`, to where its wave ends: where a power of time through
/// the lower part of the slope reaches zero. The flow itself is seen up to the wall filter only.
fn foot(curve: &[f64]) -> Option<f64> {
    let top = *curve.first()?;
    let mut slope: Vec<f64> = Vec::new();
    let (mut lowest, mut earlier) = (f64::INFINITY, EARLIER);
    for value in curve {
        let size = value * top.signum();
        // The click of a valve stands higher than the flow next to it.
        let rises = size > lowest + LEAST_ROWS.max(CLICK_SHARE * top.abs());
        lowest = lowest.min(size);
        let before = slope
            .len()
            .checked_sub(STALL_COLUMNS)
            .map_or(top, |at| slope[at]);
        let stalls = lowest > STALL_ABOVE * top.abs()
            && lowest < UPPER_SHARE * top.abs()
            && before.abs() - lowest < STALL_SHARE * top.abs();
        if stalls {
            slope.truncate(slope.len() + 1 - STALL_COLUMNS);
        }
        if rises || stalls {
            earlier = EARLIER_AT_CLICK;
        }
        if rises || stalls || lowest < LEAST_ROWS.max(LEAST_SHARE * top.abs()) {
            break;
        }
        slope.push(lowest);
    }
    let seen = slope.len();
    let begins = slope
        .iter()
        .position(|&value| value <= UPPER_SHARE * top.abs());
    let begins = begins.unwrap_or(seen).min(seen.saturating_sub(2));
    let read = (seen - begins) as f64;
    let mut best = (f64::INFINITY, seen as f64);
    for step in 0..=STEPS {
        let away = -LATER + (earlier + LATER) * step as f64 / STEPS as f64;
        let end = (seen as f64 - 0.5) + away * read;
        for power in POWERS {
            let basis = |column: usize| libm::pow((end - column as f64).max(0.0), power);
            let (mut product, mut square) = (0.0, 0.0);
            for (column, value) in slope.iter().enumerate().skip(begins) {
                product += value * basis(column);
                square += basis(column) * basis(column);
            }
            if square <= 0.0 {
                continue;
            }
            let scale = product / square;
            let left = slope
                .iter()
                .enumerate()
                .skip(begins)
                .map(|(column, value)| {
                    let off = value - scale * basis(column);
                    off * off
                });
            let cost = left.sum::<f64>() + away * away * read * UNCERTAIN_ROWS * UNCERTAIN_ROWS;
            if cost < best.0 {
                best = (cost, end);
            }
        }
    }
    Some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle from 10 to 40 with 60 at 20, and one from 60 to 70 with 30 at 65.
    fn flow() -> Vec<f64> {
        let triangle = |x: f64, [from, top, to]: [f64; 3], height: f64| {
            (height * ((x - from) / (top - from)).min((to - x) / (to - top))).max(0.0)
        };
        (0..90)
            .map(f64::from)
            .map(|x| triangle(x, [10.0, 20.0, 40.0], 60.0) + triangle(x, [60.0, 65.0, 70.0], 30.0))
            .collect()
    }

    #[test]
    fn a_wave_belongs_to_the_side_of_its_peak() {
        // Inside is what follows the limit; a wave reaches to where it is no longer seen.
        assert_eq!(cut_wave(&flow(), 30), Cut::Foreign(11));
        assert_eq!(cut_wave(&flow(), 50), Cut::None);
        assert_eq!(cut_wave(&flow(), 15), Cut::Own(5));
    }

    #[test]
    fn a_wave_ends_where_its_slope_reaches_zero_for_several_powers() {
        for power in [0.7, 1.0, 1.5] {
            let curve: Vec<f64> = (0..60)
                .map(|x| 100.0 * libm::pow((1.0 - f64::from(x) / 40.0).max(0.0), power))
                .collect();
            let end = foot(&curve).unwrap();
            assert!((end - 40.0).abs() < 3.0, "power {power}: {end}");
        }
    }

    #[test]
    fn a_click_next_to_a_wave_is_not_part_of_it() {
        let mut curve: Vec<f64> = (0..60)
            .map(|x| (100.0 - 2.5 * f64::from(x)).max(0.0))
            .collect();
        curve[38..44].fill(45.0);
        let end = foot(&curve).unwrap();
        assert!((end - 40.0).abs() < 3.0, "{end}");
    }
}
