//! `reference-multiple`: a value in multiples of the median at the gestational age (MoM).

use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::kind::{Compute, Formula, Kind};
use crate::measure::reference;
/// The kind.
pub const KIND: Kind = Kind {
    name: "reference-multiple",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "value / median(gestational age)",
        inputs: "a measurement in the unit of the reference; gestational age of the study, weeks",
        unit: "",
        source: "image-types.md 5",
    }],
    invalid: "no gestational age, weeks outside of the reference",
    compute: Compute::Inputs { at_least: 0 },
    from_inputs: Some(value),
    needs_reference: true,
    ..Kind::PLAIN
};

fn value(definition: &Definition, image: &Image, inputs: &[f64]) -> Option<f64> {
    let weeks = image.gestational_age_days? / 7.0;
    let median = reference::median(definition.reference.as_deref()?, weeks)?;
    inputs.first().map(|value| value / median)
}
