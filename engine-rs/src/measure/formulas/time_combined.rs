//! `time-combined`: times of one or several images together.

use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "time-combined",
    formulas: &[
        Formula {
            name: "sum",
            version: 1,
            equation: "a + b",
            inputs: "times, s",
            unit: "s",
            source: "measurements.md 3",
        },
        Formula {
            name: "difference",
            version: 1,
            equation: "a - b",
            inputs: "times, s",
            unit: "s",
            source: "measurements.md 3",
        },
        Formula {
            name: "mpi",
            version: 1,
            equation: "(ICT + IRT) / ET",
            inputs: "ICT, IRT, ET in s, in this order",
            unit: "",
            source: "Tei 1995; Hernandez-Andrade 2005",
        },
        Formula {
            name: "mpi_ab",
            version: 1,
            equation: "(a - b) / b",
            inputs: "closure-to-opening interval a, ejection time b, s",
            unit: "",
            source: "Tei 1995",
        },
    ],
    invalid: "a missing input, a denominator of 0",
    compute: Compute::Inputs { at_least: 0 },
    from_inputs: Some(value),
    ..Kind::PLAIN
};

fn value(definition: &Definition, image: &Image, inputs: &[f64]) -> Option<f64> {
    match (definition.formula_on(image.modality).name, inputs) {
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
