//! Points that are held: on the zero line, on an onset, at the height of another point.

use crate::cycles::pins::Pins;
use crate::cycles::propagate::Onsets;
use crate::records::segmentation::LinePoint;

/// Coordinates that pins hold points on; each is none where it is not known, and then holds
/// nothing.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PinContext {
    /// Onsets of the cycle, columns.
    pub onsets: Option<Onsets>,
    /// Row where the velocity is 0.
    pub zero_y: Option<f64>,
    /// Row of the last point of the cycle before.
    pub previous_last_y: Option<f64>,
}

/// A control point as pins see it, whichever record it is of.
pub trait Pinned {
    /// Column and row, px.
    fn position(&self) -> [f64; 2];
    /// Moves it to a column and row, px.
    fn put(&mut self, position: [f64; 2]);
    /// Its constraints.
    fn pins(&self) -> Pins;
}

impl Pinned for LinePoint {
    fn position(&self) -> [f64; 2] {
        [self.x, self.y]
    }

    fn put(&mut self, [x, y]: [f64; 2]) {
        (self.x, self.y) = (x, y);
    }

    fn pins(&self) -> Pins {
        self.into()
    }
}

/// Column of a pinned point: the first one on the onset, the last one on its end; a single one on
/// the onset it is nearer to.
pub fn pinned_x<P: Pinned>(points: &[P], place: usize, context: &PinContext) -> Option<f64> {
    let onsets = context.onsets?;
    let is_pinned = |point: &P| point.pins().on_onset;
    let first = points.iter().position(is_pinned)?;
    let last = points.iter().rposition(is_pinned)?;
    let [x, _] = points
        .get(place)
        .filter(|point| is_pinned(point))?
        .position();
    let nearer_to_end = x > (onsets.start + onsets.end) / 2.0;
    if place == last && (first != last || nearer_to_end) {
        Some(onsets.end)
    } else if place == first {
        Some(onsets.start)
    } else {
        None
    }
}

/// Row of a pinned point, given the row of the line's first point.
pub fn pinned_y<P: Pinned>(
    points: &[P],
    place: usize,
    first_y: f64,
    context: &PinContext,
) -> Option<f64> {
    let pins = points.get(place)?.pins();
    if pins.forced_to_zero
        && let Some(zero_y) = context.zero_y
    {
        return Some(zero_y);
    }
    if pins.same_as_start && place > 0 {
        return Some(first_y);
    }
    if pins.same_as_end && place == 0 {
        return context.previous_last_y;
    }
    None
}

/// Brings every pinned point to its place; the first point goes first, because others follow it.
pub fn apply<P: Pinned>(points: &mut [P], context: &PinContext) {
    for place in 0..points.len() {
        let [x, y] = points[place].position();
        let [_, first_y] = points[0].position();
        let held = [
            pinned_x(points, place, context).unwrap_or(x),
            pinned_y(points, place, first_y, context).unwrap_or(y),
        ];
        points[place].put(held);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn point(x: f64, y: f64) -> LinePoint {
        LinePoint {
            id: format!("{x}"),
            x,
            y,
            ..LinePoint::default()
        }
    }

    /// Onset, peak, closure on the zero line, end as high as the onset.
    pub fn trace() -> Vec<LinePoint> {
        let mut points = vec![
            point(101.0, 390.0),
            point(150.0, 200.0),
            point(180.0, 395.0),
            point(222.0, 380.0),
        ];
        points[0].on_onset = true;
        points[2].forced_to_zero = true;
        points[3].on_onset = true;
        points[3].same_as_start = true;
        points
    }

    pub const CONTEXT: PinContext = PinContext {
        onsets: Some(Onsets {
            start: 100.0,
            end: 220.0,
        }),
        zero_y: Some(400.0),
        previous_last_y: Some(370.0),
    };

    #[test]
    fn every_pin_holds_its_own_direction() {
        let mut points = trace();
        apply(&mut points, &CONTEXT);
        let places: Vec<[f64; 2]> = points.iter().map(|p| [p.x, p.y]).collect();
        assert_eq!(
            places,
            [
                [100.0, 390.0],
                [150.0, 200.0],
                [180.0, 400.0],
                [220.0, 390.0]
            ]
        );
        points[0].same_as_end = true;
        apply(&mut points, &CONTEXT);
        assert_eq!((points[0].y, points[3].y), (370.0, 370.0));
    }

    #[test]
    fn without_what_they_hold_on_pins_hold_nothing() {
        let mut points = trace();
        let before = points.clone();
        apply(&mut points[..3], &PinContext::default());
        assert_eq!(points, before);
    }
}
