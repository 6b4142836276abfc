//! `p2p-distance`: between two named points, straight or along one axis.

use crate::calibration::choice::{Axes, Need};
use crate::measure::kind::{Compute, Kind, PerCycle};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "p2p-distance",
    equation: "axis xy: sqrt((dx sx)^2 + (dy sy)^2), cm on both axes; x: |dx| sx; y: |dy| sy",
    unit: "cm",
    source: "measurements.md 2",
    invalid: "a missing point, mixed units with xy",
    compute: Compute::Cycle(PerCycle {
        value,
        lines: 2,
        pair_of_events: false,
    }),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let (from, to) = (view.point(0)?, view.point(1)?);
    let ends = [[from.x, from.y], [to.x, to.y]];
    match view.definition.axis.as_deref().unwrap_or("xy") {
        "xy" => {
            let ends = view.in_cm(&[from, to])?;
            Some(ends[0].distance(ends[1]))
        }
        "x" => {
            let region = view.region(Need::Horizontal, Axes::X, &ends)?;
            Some((to.x - from.x).abs() * region.x.delta.abs())
        }
        "y" => {
            let region = view.region(Need::Vertical, Axes::Y, &ends)?;
            Some((to.y - from.y).abs() * region.y.delta.abs())
        }
        _ => None,
    }
}
