//! Pixels to centimetres, seconds and velocities (docs/calibration.md).

pub mod aliasing;
pub mod choice;
pub mod doppler;
pub mod flow_region;
pub mod manual;
pub mod physical;
pub mod region;
pub mod region_need;
pub mod sources;
pub mod warnings;
