//! Cardiac cycles: alarms of their lengths, traces copied to later cycles.

pub mod check;
pub mod propagate;
