//! `agree`: agreement of readers, a line for each request of a list.

use super::to_line;
use crate::agreement::agreement;
use crate::agreement::request::AgreementRequest;
use crate::error::EngineError;

/// A line for each request.
///
/// # Errors
/// `invalid-argument` naming what cannot be read, and as [`agreement`].
pub fn run_agree(bytes: &[u8]) -> Result<Vec<String>, EngineError> {
    let requests: Vec<AgreementRequest> =
        serde_json::from_slice(bytes).map_err(|error| EngineError::InvalidArgument {
            argument: "requests".to_owned(),
            detail: error.to_string(),
        })?;
    requests
        .iter()
        .map(|request| to_line(&agreement(request)?))
        .collect()
}
