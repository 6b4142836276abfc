//! `sum`: of two or more measurements.

use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "sum",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "a + b + ...",
        inputs: "two or more measurements of one unit",
        unit: "as the inputs",
        source: "measurements.md 3",
    }],
    invalid: "a missing input",
    compute: Compute::Inputs { at_least: 2 },
    from_inputs: Some(value),
    ..Kind::PLAIN
};

fn value(_: &Definition, _: &Image, inputs: &[f64]) -> Option<f64> {
    Some(inputs.iter().sum())
}
