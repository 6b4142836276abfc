//! `formula-hashes`: what every formula returns for seeded random inputs, as one hash a formula. Two
//! builds that print the same lines compute the same bits.

use serde::Deserialize;

use super::to_line;
use crate::error::EngineError;
use crate::workbench::random_inputs::formula_hashes;

/// Most inputs of one formula.
const MAX_INPUTS: u32 = 10_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    inputs: u32,
    seed: u32,
}

/// A line for each formula; the file holds `{inputs, seed}`.
///
/// # Errors
/// `invalid-argument`, `limit-exceeded`.
pub fn run_hashes(bytes: &[u8]) -> Result<Vec<String>, EngineError> {
    let invalid = |argument: &str, detail: String| EngineError::InvalidArgument {
        argument: argument.to_owned(),
        detail,
    };
    let request: Request =
        serde_json::from_slice(bytes).map_err(|error| invalid("hashes", error.to_string()))?;
    if request.inputs > MAX_INPUTS {
        let found = u64::from(request.inputs);
        return Err(EngineError::limit("inputs", u64::from(MAX_INPUTS), found));
    }
    let hashes = formula_hashes(request.inputs, request.seed)
        .map_err(|refusal| invalid("registry", refusal.to_string()))?;
    hashes.iter().map(to_line).collect()
}
