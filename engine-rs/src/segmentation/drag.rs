//! One point of a strip's line moved by hand, with everything that follows from it.

use super::pins::{PinContext, apply, pinned_x, pinned_y};
use crate::records::segmentation::LinePoint;

/// Least distance of neighbours in x, px (docs/specification.md#image-analysis).
pub const NEIGHBOUR_SPACING_PX: f64 = 1.0;
/// A control point of M-Mode stays within this distance of its event, px (docs/specification.md#image-analysis).
pub const EVENT_THRESHOLD_PX: f64 = 3.0;

/// Marks of an M-Mode cycle that hold its control points, columns.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct EventMarks {
    /// First end diastole.
    pub end_diastole_start: Option<f64>,
    /// End diastole that closes the cycle.
    pub end_diastole_end: Option<f64>,
    /// End systole.
    pub end_systole: Option<f64>,
}

impl EventMarks {
    /// The mark that a control point belongs to: a second `end diastole` to the closing one.
    fn of(&self, points: &[LinePoint], place: usize) -> Option<f64> {
        let kind = points.get(place)?.kind.as_str();
        let earlier = points[..place].iter().any(|point| point.kind == kind);
        match kind {
            "end diastole" if earlier => self.end_diastole_end,
            "end diastole" => self.end_diastole_start,
            "end systole" => self.end_systole,
            _ => None,
        }
    }

    /// Brings a column to the mark that the point belongs to, any other point into the cycle.
    fn near(&self, points: &[LinePoint], place: usize, x: f64) -> f64 {
        let of_mark = self.of(points, place);
        let least = of_mark.or(self.end_diastole_start);
        let most = of_mark.or(self.end_diastole_end);
        let x = least.map_or(x, |mark| x.max(mark - EVENT_THRESHOLD_PX));
        most.map_or(x, |mark| x.min(mark + EVENT_THRESHOLD_PX))
    }
}

/// Moves a point towards the cursor as far as pins, neighbours and events allow, and brings along
/// the points that follow it. A locked point, or one that is not there, stays.
///
/// Neighbours are never crossed: in x they keep 1 px. The cursor may be anywhere.
pub fn moved(
    points: &[LinePoint],
    place: usize,
    [x, y]: [f64; 2],
    context: &PinContext,
    events: &EventMarks,
) -> Vec<LinePoint> {
    let mut moved = points.to_vec();
    let Some(point) = points.get(place).filter(|point| !point.locked) else {
        return moved;
    };
    if !x.is_finite() || !y.is_finite() {
        return moved;
    }
    let column = pinned_x(points, place, context).unwrap_or_else(|| {
        let near_event = events.near(points, place, x);
        let left = place.checked_sub(1).and_then(|before| points.get(before));
        let right = points.get(place + 1);
        let least = left.map_or(f64::NEG_INFINITY, |left| left.x + NEIGHBOUR_SPACING_PX);
        let most = right.map_or(f64::INFINITY, |right| right.x - NEIGHBOUR_SPACING_PX);
        // Where both neighbours leave no room the point stays.
        if least <= most {
            near_event.max(least).min(most)
        } else {
            point.x
        }
    });
    let row = pinned_y(points, place, points[0].y, context).unwrap_or(y);
    moved[place].x = column;
    moved[place].y = row;
    apply(&mut moved, context);
    moved
}

#[cfg(test)]
mod tests {
    use super::super::pins::tests::{CONTEXT, point, trace};
    use super::*;

    fn drag(points: &[LinePoint], place: usize, to: [f64; 2]) -> Vec<[f64; 2]> {
        let moved = moved(points, place, to, &CONTEXT, &EventMarks::default());
        moved.iter().map(|point| [point.x, point.y]).collect()
    }

    #[test]
    fn neighbours_are_not_crossed() {
        assert_eq!(drag(&trace(), 1, [500.0, 150.0])[1], [179.0, 150.0]);
        assert_eq!(drag(&trace(), 1, [0.0, 150.0])[1], [102.0, 150.0]);
    }

    #[test]
    fn pinned_points_move_only_the_other_way_and_slaves_follow() {
        let found = drag(&trace(), 2, [170.0, 100.0]);
        assert_eq!(found[2], [170.0, 400.0]);
        let found = drag(&trace(), 0, [60.0, 350.0]);
        assert_eq!((found[0], found[3]), ([100.0, 350.0], [220.0, 350.0]));
        let found = drag(&trace(), 3, [400.0, 10.0]);
        assert_eq!(found[3], [220.0, 390.0]);
    }

    #[test]
    fn locked_points_and_cursors_that_are_no_numbers_move_nothing() {
        let mut locked = trace();
        locked[1].locked = true;
        assert_eq!(drag(&locked, 1, [160.0, 0.0])[1], [150.0, 200.0]);
        assert_eq!(drag(&trace(), 1, [f64::NAN, 0.0])[1], [150.0, 200.0]);
        assert_eq!(drag(&trace(), 9, [0.0, 0.0]).len(), 4);
    }

    #[test]
    fn m_mode_points_stay_within_3_px_of_their_event() {
        let mut line = vec![point(100.0, 50.0), point(150.0, 90.0), point(220.0, 50.0)];
        for (point, kind) in line
            .iter_mut()
            .zip(["end diastole", "end systole", "end diastole"])
        {
            point.kind = kind.to_owned();
        }
        let events = EventMarks {
            end_diastole_start: Some(100.0),
            end_diastole_end: Some(220.0),
            end_systole: Some(150.0),
        };
        let to = |place: usize, x: f64| {
            moved(&line, place, [x, 70.0], &PinContext::default(), &events)[place].x
        };
        assert_eq!(
            (to(0, 80.0), to(1, 170.0), to(2, 200.0)),
            (97.0, 153.0, 217.0)
        );
        assert_eq!(to(1, 149.5), 149.5);
        // A point of the person's own lies anywhere between the end diastoles.
        line[1].kind = "user-defined_1".to_owned();
        let ends = [line[1].clone()];
        let free = |x: f64| moved(&ends, 0, [x, 70.0], &PinContext::default(), &events)[0].x;
        assert_eq!((free(20.0), free(130.0), free(400.0)), (97.0, 130.0, 223.0));
    }
}
