//! Where cardiac events may lie: what a person is offered, and never a mark by itself.
//!
//! Onsets come from the R waves of the file, of its ECG or of the ECG trace in the picture; a strip without
//! them has a period only. End systoles come from the R waves and the motion of the picture.
//! Positions are columns of the stored picture, or frames counted from 1; the methods are described
//! in docs/proposals.md.

mod clip;
mod ecg;
mod hue;
mod motion;
mod overlay;
mod period;
mod picture;
mod proposer;
pub(crate) mod ridge;
mod strip;
mod waveform;
mod white_line;

pub use overlay::Overlay;
pub use picture::{Area, Picture};
pub use proposer::Proposer;
