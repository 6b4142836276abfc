//! A cycle drawn from the one before (docs/measurements.md#curves-and-propagation).

use super::propagate::{Onsets, TracePoint, propagate};
use crate::records::calibration::PixelPosition;
use crate::records::origin::Origin;
use crate::records::segmentation::{Line, LinePoint};

/// Steady flow whose cycles are traced each on their own.
pub const UNPREDICTED_TYPE: &str = "Umbilical Vein";

/// Copies of a trace may be made: its configuration allows it, and it is not an umbilical vein.
pub fn predicts(image_type: &str, cycle_prediction: bool) -> bool {
    cycle_prediction && image_type != UNPREDICTED_TYPE
}

/// Name of the method, as copied points carry it.
pub const METHOD: &str = "propagation";

/// Its version: counts changes of where copies lie, from 1.
pub const METHOD_VERSION: &str = "1";

/// A point of the copy: its id names its source, and its origin where it was put.
fn copy_of(point: &LinePoint, cycle: usize, [x, y]: [f64; 2]) -> LinePoint {
    LinePoint {
        id: format!("{}.c{cycle}", point.id),
        x,
        y,
        origin: Origin::Copied,
        method: Some(METHOD.to_owned()),
        method_version: Some(METHOD_VERSION.to_owned()),
        proposed: Some(PixelPosition { x, y }),
        ..point.clone()
    }
}

/// A line copied to a cycle, unfinished until the user passes it. The frame of the cycle it is
/// copied to is the caller's to name.
fn line_of(line: &Line, cycle: usize, positions: impl Iterator<Item = [f64; 2]>) -> Line {
    let points = line.points.iter().zip(positions);
    Line {
        finished: false,
        spline: None,
        frame_number: None,
        points: points
            .map(|(point, at)| copy_of(point, cycle, at))
            .collect(),
        ..line.clone()
    }
}

/// The same event's lines of a plane, unchanged but for their ids.
pub fn on_plane(lines: &[Line], cycle: usize) -> Vec<Line> {
    let same = |line: &Line| {
        let positions = line.points.iter().map(|point| [point.x, point.y]);
        line_of(line, cycle, positions.collect::<Vec<_>>().into_iter())
    };
    lines.iter().map(same).collect()
}

/// End-diastolic columns of an M-Mode cycle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Diastoles {
    /// The onset that opens the cycle.
    pub start: f64,
    /// The onset that closes it.
    pub end: f64,
}

/// Lines of an M-Mode cycle shifted by the difference of the first end diastoles and scaled by the
/// ratio of the lengths; none when a cycle has no length.
pub fn on_m_mode(
    lines: &[Line],
    cycle: usize,
    from: Diastoles,
    to: Diastoles,
) -> Option<Vec<Line>> {
    let (length, target) = (from.end - from.start, to.end - to.start);
    if !(length > 0.0 && target > 0.0) {
        return None;
    }
    let scaled = |point: &LinePoint| [to.start + (point.x - from.start) * target / length, point.y];
    let copied = |line: &Line| {
        let positions: Vec<[f64; 2]> = line.points.iter().map(scaled).collect();
        line_of(line, cycle, positions.into_iter())
    };
    Some(lines.iter().map(copied).collect())
}

/// A Doppler trace copied to every later cycle, each null where an onset is missing or the cycle
/// is shorter than the trace has points. Cycles edited by hand keep their own line: they are null.
pub fn on_spectrum(
    line: &Line,
    cycles: &[Option<Onsets>],
    from_cycle: usize,
    edited: &[bool],
    zero_y: Option<f64>,
) -> Vec<Option<Line>> {
    let trace: Vec<TracePoint> = line.points.iter().map(trace_point).collect();
    let source = cycles.get(from_cycle).copied().flatten();
    let mut last_y = trace.last().map(|point| point.y);
    let mut copies = Vec::new();
    for (cycle, target) in cycles.iter().enumerate().skip(from_cycle + 1) {
        let by_hand = edited.get(cycle).copied().unwrap_or(false);
        let positions = match (source, target) {
            (Some(source), Some(target)) if !by_hand => {
                propagate(&trace, source, *target, last_y, zero_y)
            }
            _ => None,
        };
        if let Some(last) = positions.as_ref().and_then(|positions| positions.last()) {
            last_y = Some(last[1]);
        }
        copies.push(positions.map(|positions| line_of(line, cycle, positions.into_iter())));
    }
    copies
}

fn trace_point(point: &LinePoint) -> TracePoint {
    TracePoint {
        x: point.x,
        y: point.y,
        pins: point.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn line(columns: &[f64]) -> Line {
        let points: Vec<_> = columns
            .iter()
            .map(|x| json!({"id": format!("p{x}"), "x": x, "y": 50.0, "type": "user-defined_1"}))
            .collect();
        serde_json::from_value(json!({
            "name": "flow", "finished": true, "shape": "curve", "points": points,
        }))
        .unwrap()
    }

    #[test]
    fn a_copy_names_its_source_and_is_not_finished() {
        let copied = &on_plane(&[line(&[1.0, 2.0])], 3)[0];
        assert_eq!(copied.points[1].id, "p2.c3");
        assert_eq!((copied.points[1].x, copied.finished), (2.0, false));
        let point = &copied.points[1];
        assert_eq!(point.origin, Origin::Copied);
        assert_eq!(point.method.as_deref(), Some(METHOD));
        assert_eq!(point.method_version.as_deref(), Some(METHOD_VERSION));
        assert_eq!(point.proposed, Some(PixelPosition { x: 2.0, y: 50.0 }));
        assert_eq!(copied.frame_number, None);
    }

    #[test]
    fn m_mode_is_shifted_and_scaled_from_diastole_to_diastole() {
        let span = |start, end| Diastoles { start, end };
        let copied = on_m_mode(
            &[line(&[100.0, 150.0, 200.0])],
            1,
            span(100.0, 200.0),
            span(220.0, 370.0),
        );
        let columns: Vec<f64> = copied.unwrap()[0]
            .points
            .iter()
            .map(|point| point.x)
            .collect();
        assert_eq!(columns, [220.0, 295.0, 370.0]);
        assert!(on_m_mode(&[], 1, span(100.0, 100.0), span(0.0, 9.0)).is_none());
    }

    #[test]
    fn cycles_edited_by_hand_or_without_onsets_get_no_copy() {
        let onsets = |start, end| Some(Onsets { start, end });
        let cycles = [
            onsets(0.0, 100.0),
            onsets(100.0, 220.0),
            None,
            onsets(300.0, 380.0),
            onsets(380.0, 381.0),
        ];
        let copies = on_spectrum(&line(&[0.0, 50.0, 100.0]), &cycles, 0, &[false, true], None);
        assert_eq!(
            copies.iter().map(Option::is_some).collect::<Vec<_>>(),
            [false, false, true, false]
        );
        let columns: Vec<f64> = copies[2]
            .as_ref()
            .unwrap()
            .points
            .iter()
            .map(|p| p.x)
            .collect();
        assert_eq!(columns, [300.0, 340.0, 380.0]);
    }

    #[test]
    fn the_umbilical_vein_is_traced_cycle_by_cycle() {
        assert!(!predicts("Umbilical Vein", true) && !predicts("Mitral inflow", false));
        assert!(predicts("Ductus venosus", true));
    }
}
