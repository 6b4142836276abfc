//! `area`: of an oval exactly, of other lines by the sampled curve closed with a straight chord.

use core::f64::consts::PI;

use crate::measure::curves::Contour;
use crate::measure::cycle_view::CycleView;
use crate::measure::image::Line;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::trace::warning;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "area",
    formulas: &[Formula {
        name: "",
        version: 2,
        equation: "oval: pi a b; other lines: |sum(x_i y_(i+1) - x_(i+1) y_i)| / 2 of the sampled curve",
        inputs: "one line in cm; open curves are closed by the straight chord",
        unit: ResultUnit::Is(Unit::SquareCentimetre),
        source: "plane geometry; docs/measurements.md#geometry",
        compute: per_cycle(value),
        from_inputs: None,
    }],
    invalid: "fewer than three points",
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    let line = view.line(0)?;
    if line.shape == "oval" {
        let (a, b) = view.oval(line)?.semi_axes();
        return Ok(PI * a * b);
    }
    let contour = view.contour(line)?;
    inside(view, line, &contour)
}

/// Area of a contour in cm; a contour that crosses itself keeps its value with a warning.
pub fn inside(view: &mut CycleView, line: &Line, contour: &Contour) -> Measured<f64> {
    if line.points.len() < 3 {
        return Err(NullReason::TooFewPoints);
    }
    if view.crosses_itself(line) {
        view.trace.warnings.insert(warning::SELF_INTERSECTING);
    }
    Ok(contour.area())
}
