//! `line-distance`: M-Mode, gap of two lines at an event (LVID); 2D, extents of a contour.

use crate::geometry::{axis, polyline};
use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, Lines, ResultUnit, on_lines};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::request::Axis;
use crate::measure::unit::Unit;

/// Stations along the long axis where the widest chord is looked for.
const STATIONS: usize = 200;

/// The kind.
pub const KIND: Kind = Kind {
    name: "line-distance",
    formulas: &[Formula {
        name: "",
        version: 2,
        equation: "M-Mode: |y_A - y_B| delta_y at the event; 2D by axis: long = middle of the annulus to the farthest point, annulus = first to last point, short = widest of 200 chords across, length = arc length, free wall = arc length from the farthest point to the last",
        inputs: "two lines of a strip, or one contour, cm",
        unit: ResultUnit::Is(Unit::Centimetre),
        source: "Lang 2015; docs/measurements.md#geometry",
        compute: on_lines(Lines::GAP_OR_CONTOUR, value),
        from_inputs: None,
    }],
    axes: &[
        Axis::Long,
        Axis::Short,
        Axis::Annulus,
        Axis::Length,
        Axis::FreeWall,
    ],
    invalid: "a missing mark or line, an event outside of a curve",
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    if !view.is_plane() {
        return view.gap_at_event();
    }
    let line = view.line(0)?;
    let contour = view.contour(line)?;
    let along = contour.long_axis().ok_or(NullReason::NoExtent)?;
    let points = contour.points.as_slice();
    Ok(match view.request.axis {
        Some(Axis::Annulus) => points[0].distance(points[points.len() - 1]),
        Some(Axis::Length) => polyline::length(points),
        Some(Axis::FreeWall) => contour.length_from_apex().ok_or(NullReason::NoExtent)?,
        Some(Axis::Short) => {
            let widths = axis::widths(points, &along, STATIONS);
            widths.into_iter().fold(0.0, f64::max)
        }
        _ => along.length,
    })
}
