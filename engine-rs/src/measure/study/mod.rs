//! All measurements of a study: configured definitions on every image, one from another, with
//! their normal ranges and what each was computed from.
//!
//! - [`configuration`], [`configured`]: configured definitions in an order in which each can be
//!   computed
//! - [`facts`]: what is known of the patient
//! - `record`: the stored analysis of an image as what formulas read
//! - `sources`, `calipers`: which image or caliper gives the input of another measurement
//! - [`normal`], [`equation`]: normal ranges, also by equations over gestational age
//! - [`recompute`], [`explain`]: stored values against computed ones, and a value in words
//! - [`cycle_curves`]: values of lines on every frame of a cycle; `cycle_frames` measures the frames,
//!   `size_curves`, `strain_curves` and `mid_wall_curves` make the curves, [`end_systole`] finds end
//!   systole by a rule, `all_curves` puts them together, `fetal_widths` adds widths, and
//!   [`bulls_eye`] joins three views
//! - [`followed`]: the same of the accepted cycles of a record, for the command line
//! - [`standings`]: values among published reference values
//! - [`redrawn`]: a value on other drawings of its image
//! - [`read`]: the points, marks and scales a value was read from, in numbers

mod all_curves;
pub mod bulls_eye;
pub mod calipers;
pub mod configuration;
pub mod configured;
pub mod cycle_curves;
mod cycle_frames;
pub mod end_systole;
pub mod equation;
pub mod evaluator;
pub mod explain;
pub mod facts;
mod fetal_widths;
pub mod followed;
mod image_types;
mod mid_wall_curves;
pub mod normal;
mod order;
pub mod read;
pub mod recompute;
mod record;
pub mod redrawn;
pub mod references;
mod size_curves;
mod sole_event;
mod sources;
pub mod standings;
mod strain_curves;
pub mod structure;
mod templates;
