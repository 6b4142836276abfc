//! `mass`: left ventricular mass by the cube formula; LVIDd, IVSd, PWd in cm, in this order.

use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "mass",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "0.8 * 1.04 ((LVIDd + IVSd + PWd)^3 - LVIDd^3) + 0.6",
        inputs: "LVIDd, IVSd, PWd in cm, in this order",
        unit: "g",
        source: "Lang 2015 (ASE cube formula)",
    }],
    invalid: "a missing input",
    compute: Compute::Inputs { at_least: 0 },
    from_inputs: Some(value),
    ..Kind::PLAIN
};

fn value(_: &Definition, _: &Image, inputs: &[f64]) -> Option<f64> {
    let [cavity, septum, wall] = *inputs else {
        return None;
    };
    let outer = cavity + septum + wall;
    Some(0.8 * 1.04 * (outer * outer * outer - cavity * cavity * cavity) + 0.6)
}
