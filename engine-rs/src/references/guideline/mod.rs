//! Rules of guidelines as decision tables (docs/references.md#decision-tables).
//!
//! - [`table`]: inputs, criteria with thresholds, and rules over criteria, as they are stored
//! - [`grade`]: the grade of one study, what it rests on, and what would change it
//! - [`cohort`]: many studies by two tables

pub mod cohort;
pub mod grade;
pub mod table;
