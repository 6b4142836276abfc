//! Measurements: a definition evaluated on what was drawn on an image (docs/measuring.md).
//!
//! - [`definition`], [`request`]: what is measured, checked when loaded
//! - [`image`]: what is measured on, with its calibration
//! - [`registry`]: every kind by name; `formulas` holds one kind per file
//! - [`evaluate`]: values per cycle, the reason for each null, the aggregate
//! - [`provenance`], [`trace`]: what a value was computed from
//! - [`study`]: all measurements of a study, one from another, with normal ranges
//! - [`time_curve`], [`strain`], [`mid_wall`], [`atrial`], [`transverse`]: values over the frames of a cycle

pub mod aggregate;
pub mod atrial;
pub mod curves;
pub mod cycle_view;
pub mod definition;
pub mod evaluate;
pub mod flow;
mod formulas;
pub mod image;
pub mod kind;
pub mod marks;
pub mod mid_wall;
pub mod null_reason;
pub mod provenance;
pub mod reference;
pub mod refusal;
pub mod registry;
pub mod request;
pub mod strain;
pub mod study;
pub mod time_curve;
pub mod trace;
pub mod transverse;
pub mod unit;
