//! The trace of a finished cycle copied to a later one, scaled in time (docs/measurements.md#curves-and-propagation).

use super::pins::Pins;

/// Least distance of neighbours in x, px.
const MIN_NEIGHBOUR_SPACING_PX: f64 = 1.0;

/// Onsets of a cycle, columns in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Onsets {
    /// Start.
    pub start: f64,
    /// End.
    pub end: f64,
}

impl Onsets {
    fn length(self) -> f64 {
        self.end - self.start
    }
}

/// A point of the trace with what pins it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TracePoint {
    /// Column.
    pub x: f64,
    /// Row.
    pub y: f64,
    /// Its constraints.
    pub pins: Pins,
}

/// Copies a trace to another cycle; none when that has fewer columns than the trace has points.
///
/// `last_y` is the last row of the cycle before the copy, `zero_y` the zero line where there is one.
pub fn propagate(
    points: &[TracePoint],
    source: Onsets,
    target: Onsets,
    last_y: Option<f64>,
    zero_y: Option<f64>,
) -> Option<Vec<[f64; 2]>> {
    let usable = |onsets: Onsets| onsets.length() > 0.0;
    if !usable(source) || !usable(target) || target.length() < points.len() as f64 {
        return None;
    }
    let mut copied = scaled(points, source, target);
    spread(&mut copied);
    for (place, point) in points.iter().enumerate() {
        if point.pins.same_as_end && place == 0 {
            copied[place][1] = last_y.unwrap_or(copied[place][1]);
        }
        if point.pins.same_as_start {
            copied[place][1] = copied[0][1];
        }
        if point.pins.forced_to_zero {
            copied[place][1] = zero_y.unwrap_or(copied[place][1]);
        }
    }
    Some(copied)
}

/// Columns scaled from onset to onset; the first pinned point is on the start, the last on the end.
/// A single pinned point is on the nearer onset.
fn scaled(points: &[TracePoint], source: Onsets, target: Onsets) -> Vec<[f64; 2]> {
    let pinned = |point: &TracePoint| point.pins.on_onset;
    let first = points.iter().position(pinned);
    let last = points.iter().rposition(pinned);
    let middle = (source.start + source.end) / 2.0;
    let column = |(place, point): (usize, &TracePoint)| {
        let is_end = Some(place) == last && (first != last || point.x > middle);
        let x = if is_end {
            target.end
        } else if Some(place) == first {
            target.start
        } else {
            target.start + (point.x - source.start) * target.length() / source.length()
        };
        [x, point.y]
    };
    points.iter().enumerate().map(column).collect()
}

/// Pushes neighbours apart: to the right first, then back from the last point's scaled place.
fn spread(points: &mut [[f64; 2]]) {
    let Some(last_x) = points.last().map(|point| point[0]) else {
        return;
    };
    for place in 1..points.len() {
        let least = points[place - 1][0] + MIN_NEIGHBOUR_SPACING_PX;
        points[place][0] = points[place][0].max(least);
    }
    let last = points.len() - 1;
    points[last][0] = last_x;
    for place in (0..last).rev() {
        let most = points[place + 1][0] - MIN_NEIGHBOUR_SPACING_PX;
        points[place][0] = points[place][0].min(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> TracePoint {
        TracePoint {
            x,
            y,
            pins: Pins::default(),
        }
    }

    #[test]
    fn order_is_kept_however_short_the_cycle_is() {
        let source = Onsets {
            start: 100.0,
            end: 300.0,
        };
        let points: Vec<TracePoint> = (0..20)
            .map(|step| point(100.0 + f64::from(step * step) * 200.0 / 361.0, 5.0))
            .collect();
        for length in 20..60 {
            let target = Onsets {
                start: 400.0,
                end: 400.0 + f64::from(length),
            };
            let copied = propagate(&points, source, target, None, None).unwrap();
            assert!(
                copied
                    .windows(2)
                    .all(|pair| pair[1][0] - pair[0][0] >= 1.0 - 1e-9)
            );
            assert!(copied[0][0] >= 400.0 - 1e-9 && copied[19][0] <= target.end + 1e-9);
        }
    }

    #[test]
    fn flags_keep_their_meaning() {
        let source = Onsets {
            start: 0.0,
            end: 100.0,
        };
        let target = Onsets {
            start: 100.0,
            end: 300.0,
        };
        let mut points = [point(1.0, 7.0), point(50.0, 9.0), point(99.0, 8.0)];
        points[0].pins.on_onset = true;
        points[0].pins.same_as_end = true;
        points[1].pins.forced_to_zero = true;
        points[2].pins.on_onset = true;
        points[2].pins.same_as_start = true;
        let copied = propagate(&points, source, target, Some(3.0), Some(40.0)).unwrap();
        assert_eq!(copied, [[100.0, 3.0], [200.0, 40.0], [300.0, 3.0]]);
    }
}
