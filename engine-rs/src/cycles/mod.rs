//! Cardiac cycles: order and spacing of marks, alarms, choice of cycles, copies to later cycles.

pub mod check;
pub mod marks;
pub mod pins;
pub mod predict;
pub mod propagate;
pub mod refusal;
pub mod selection;
