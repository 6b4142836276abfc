//! `thickness`: M-Mode, gap of two lines at an event; 2D, mean distance of endo- and epicardium.

use crate::geometry::distance::Boxed;
use crate::geometry::{Point, polyline};
use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_pair_of_lines};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::request::Axis;
use crate::measure::unit::Unit;

/// Positions on the endocardium.
const POSITIONS: usize = 101;

/// The kind.
pub const KIND: Kind = Kind {
    name: "thickness",
    formulas: &[Formula {
        name: "",
        version: 2,
        equation: "M-Mode: |y_A - y_B| delta_y at the event; 2D: mean over 101 equal steps of the endocardial arc of the distance to the epicardium; axis septum or free wall: first or last third",
        inputs: "two lines, cm",
        unit: ResultUnit::Is(Unit::Centimetre),
        source: "Lang 2015; docs/measurements.md#geometry",
        compute: per_pair_of_lines(value),
        from_inputs: None,
    }],
    axes: &[Axis::Septum, Axis::FreeWall],
    invalid: "a missing mark or line, an event outside of a curve",
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    if !view.is_plane() {
        return view.gap_at_event();
    }
    let (endo, epi) = (view.line(0)?, view.line(1)?);
    let [inner, outer] = view.contours([endo, epi])?;
    let part = match view.request.axis {
        Some(Axis::Septum) => [0.0, 1.0 / 3.0],
        Some(Axis::FreeWall) => [2.0 / 3.0, 1.0],
        _ => [0.0, 1.0],
    };
    let positions = polyline::equally_spaced(&inner.points, part, POSITIONS);
    let outer = Boxed::new(&outer.points);
    // The nearest block of one position is close to the next position's.
    let mut block = 0;
    let mut next = |position: Point| {
        let found = outer.nearest(position, block)?;
        block = found.block;
        Some(found.distance)
    };
    let distances: Option<Vec<f64>> = positions.into_iter().map(&mut next).collect();
    let distances = distances.filter(|distances| !distances.is_empty());
    let distances = distances.ok_or(NullReason::NoExtent)?;
    Ok(distances.iter().sum::<f64>() / distances.len() as f64)
}
