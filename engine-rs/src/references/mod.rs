//! Published reference values: where a value lies in the distribution or the limits of a source
//! (docs/references.md).
//!
//! - [`row`]: a row of the set `echo_references`, as it is stored
//! - [`expression`], [`surface`]: equations over the predictors, and formulas of body surface
//! - [`transform`], [`limits`]: scales of distributions, and limits, grades and cut-offs
//! - [`model`], [`resolved`]: the equation, table or limits of a row, and what they are in one patient
//! - [`patient`]: facts that predictors and populations need
//! - [`guideline`]: rules of guidelines as decision tables
//! - [`standing`], [`curve`]: a value against a row, and the limits of a row over a predictor
//! - [`cohort`]: a measurement of many studies, for statistics

pub mod cohort;
pub mod curve;
pub mod expression;
pub mod guideline;
pub mod limits;
pub mod model;
pub mod patient;
pub mod resolved;
pub mod row;
pub mod scale;
pub mod standing;
pub mod surface;
pub mod transform;
