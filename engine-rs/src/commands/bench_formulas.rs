//! `bench-formulas`: many formulas on the same geometry, with the spread that jitter makes.

use serde::Deserialize;
use serde_json::Value;

use super::to_line;
use crate::error::EngineError;
use crate::measure::definition::Definition;
use crate::measure::refusal::MeasurementRefusal;
use crate::workbench::jitter::{Compared, Jitter, compare_formulas};
use crate::workbench::read::read_image;

/// Options of a comparison.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bench {
    /// Image as in the golden cases.
    input: Value,
    /// Definitions to compare on it.
    definitions: Vec<Value>,
    /// How marks and points are moved.
    #[serde(default)]
    jitter: Jitter,
}

/// A line for each definition.
///
/// # Errors
/// As [`compare_formulas_json`].
pub fn run_bench(bytes: &[u8]) -> Result<Vec<String>, EngineError> {
    compare_formulas_json(bytes)?.iter().map(to_line).collect()
}

/// Compares what a JSON text `{input, definitions, jitter}` holds.
///
/// # Errors
/// `invalid-argument` naming what cannot be read; the codes of [`MeasurementRefusal`] for input
/// and definitions.
pub fn compare_formulas_json(bytes: &[u8]) -> Result<Vec<Compared>, EngineError> {
    let invalid = |argument: &str, detail: String| EngineError::InvalidArgument {
        argument: argument.to_owned(),
        detail,
    };
    let bench: Bench =
        serde_json::from_slice(bytes).map_err(|error| invalid("bench", error.to_string()))?;
    let image = read_image(&bench.input).map_err(|refusal| refusal.at("input"))?;
    let definitions: Vec<Definition> = bench
        .definitions
        .iter()
        .map(Definition::load)
        .collect::<Result<_, _>>()
        .map_err(|refusal: MeasurementRefusal| refusal.at("definitions"))?;
    compare_formulas(&image, &definitions, &bench.jitter)
        .map_err(|detail| invalid("jitter", detail))
}
