//! `ratio`: of two measurements, e.g. E/A.

use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "ratio",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "a / b",
        inputs: "two measurements",
        unit: "",
        source: "measurements.md 3",
    }],
    invalid: "a missing input, b = 0",
    compute: Compute::Inputs { at_least: 0 },
    from_inputs: Some(value),
    ..Kind::PLAIN
};

fn value(_: &Definition, _: &Image, inputs: &[f64]) -> Option<f64> {
    let [a, b] = *inputs else {
        return None;
    };
    Some(a / b)
}
