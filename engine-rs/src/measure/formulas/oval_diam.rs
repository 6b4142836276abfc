//! `oval diam`: a diameter of the oval through three points (BPD, OFD).

use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "oval diam",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "axis major 2 a (the usual one), minor 2 b, mean a + b",
        inputs: "semi-axes a, b of the oval in cm",
        unit: "cm",
        source: "Salomon 2019; measurements.md 2",
    }],
    invalid: "fewer than three points, the first two the same",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let line = view.line(0)?;
    let (a, b) = view.oval(line)?.semi_axes();
    match view.definition.axis.as_deref() {
        None | Some("major" | "long") => Some(2.0 * a),
        Some("minor" | "short") => Some(2.0 * b),
        Some("mean") => Some(a + b),
        _ => None,
    }
}
