//! Agreement of readers: curves, events and values of two, statistics over many (docs/agreement.md).
//!
//! - [`request`]: what is compared and what is returned, as JSON
//! - [`curves`]: Dice, Hausdorff and mean contour distance, by [`overlap`] and [`distance`]
//! - [`readings`]: differences of events and of values
//! - [`reliability`], [`bland_altman`], [`control`]: statistics, by quantiles of [`distributions`]
//!
//! Differences are the second reader minus the first. Values that cannot be computed are null with
//! a reason, never zero.

mod bland_altman;
mod control;
mod curves;
mod distance;
mod distributions;
mod overlap;
mod readings;
mod reliability;
pub mod request;

use request::{AgreementRequest, AgreementResult};

use crate::error::EngineError;

/// Compares what a request holds; the result is of the same kind.
///
/// # Errors
/// `invalid-argument` for ratings of unequal length and numbers that are not finite,
/// `limit-exceeded` for curves of too many points.
pub fn agreement(request: &AgreementRequest) -> Result<AgreementResult, EngineError> {
    Ok(match request {
        AgreementRequest::Curves { pairs } => AgreementResult::Curves(
            pairs
                .iter()
                .map(curves::compared)
                .collect::<Result<_, _>>()?,
        ),
        AgreementRequest::Events { pairs, time } => {
            AgreementResult::Events(readings::events(pairs, time)?)
        }
        AgreementRequest::Values { pairs } => AgreementResult::Values(readings::values(pairs)?),
        AgreementRequest::Reliability { ratings } => {
            AgreementResult::Reliability(reliability::reliability(ratings)?)
        }
        AgreementRequest::BlandAltman { pairs, unit } => {
            AgreementResult::BlandAltman(bland_altman::bland_altman(pairs, unit)?)
        }
        AgreementRequest::Control { values, steady } => {
            AgreementResult::Control(control::control(values, steady.as_ref())?)
        }
    })
}

/// Refuses input that is not a number before it is used.
fn finite(argument: &str, numbers: impl IntoIterator<Item = f64>) -> Result<(), EngineError> {
    if numbers.into_iter().all(f64::is_finite) {
        return Ok(());
    }
    Err(EngineError::InvalidArgument {
        argument: argument.to_owned(),
        detail: "a number is not finite".to_owned(),
    })
}
