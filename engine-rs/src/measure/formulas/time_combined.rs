//! `time-combined`: times of one or several images together.

use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::kind::{Compute, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "time-combined",
    formulas: &["sum", "difference", "mpi", "mpi_ab"],
    equation: "sum a + b; difference a - b; mpi (ICT + IRT) / ET; mpi_ab (a - b) / b",
    unit: "s",
    source: "Tei 1995; Hernandez-Andrade 2005",
    invalid: "a missing input, a denominator of 0",
    compute: Compute::Inputs { at_least: 0 },
    from_inputs: Some(value),
    ..Kind::PLAIN
};

fn value(definition: &Definition, _: &Image, inputs: &[f64]) -> Option<f64> {
    match (definition.formula(), inputs) {
        ("mpi", &[contraction, relaxation, ejection]) => {
            Some((contraction + relaxation) / ejection)
        }
        ("mpi_ab", &[interval, ejection]) => Some((interval - ejection) / ejection),
        ("difference", &[first, ref others @ ..]) => {
            Some(others.iter().fold(first, |rest, other| rest - other))
        }
        ("sum", times) => Some(times.iter().sum()),
        _ => None,
    }
}
