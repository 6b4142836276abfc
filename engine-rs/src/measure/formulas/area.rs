//! `area`: of an oval exactly, of other lines by the sampled curve closed with a straight chord.

use core::f64::consts::PI;

use crate::measure::curves::Contour;
use crate::measure::image::Line;
use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::provenance::warning;
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "area",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "oval: pi a b; other lines: |sum(x_i y_(i+1) - x_(i+1) y_i)| / 2 of the sampled curve",
        inputs: "one line in cm; open curves are closed by the straight chord",
        unit: "cm2",
        source: "plane geometry; measurements.md 2",
    }],
    invalid: "fewer than three points",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let line = view.line(0)?;
    if line.shape == "oval" {
        let (a, b) = view.oval(line)?.semi_axes();
        return Some(PI * a * b);
    }
    let contour = view.contour(line)?;
    inside(view, line, &contour)
}

/// Area of a contour in cm; a contour that crosses itself keeps its value with a warning.
pub fn inside(view: &mut View, line: &Line, contour: &Contour) -> Option<f64> {
    if line.points.len() < 3 {
        return None;
    }
    if view.crosses_itself(line) {
        view.trace.warnings.insert(warning::SELF_INTERSECTING);
    }
    Some(contour.area())
}
