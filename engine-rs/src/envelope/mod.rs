//! The outer envelope of a Doppler spectrum: what a person is offered to accept, and never a trace
//! by itself.
//!
//! - [`detect`]: how far the flow reaches in each column of a strip
//! - [`fit`]: the points of a pattern on that envelope
//! - [`waves`]: waves that a limit cuts, and where waves begin and end
//! - [`offer()`]: both, from a picture and a request
//!
//! The method is described in docs/envelope.md.

mod area;
pub mod detect;
pub mod fit;
mod offer;
pub mod waves;

pub use offer::offer;
