//! Pixels to centimetres, seconds and velocities (calibration.md).

pub mod flow_region;
pub mod physical;
pub mod region;
