//! Trials of formulas, which do not belong to a measurement: cases written as JSON, other results
//! of the engine in the same form, jitter, and random inputs with their hashes.
//!
//! - [`read`], [`tasks`]: the input of a golden case, and cases other than measurements
//! - [`jitter`]: formulas side by side on a shaken drawing
//! - [`in_study`]: the same for a measurement of a study
//! - [`in_curves`]: the same for the values of curves over a cycle
//! - [`random_inputs`]: one hash for each formula over seeded inputs

pub mod in_curves;
pub mod in_study;
pub mod jitter;
pub mod random_inputs;
pub mod read;
pub mod seeded;
pub mod tasks;
