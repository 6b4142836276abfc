//! The outer envelope of a Doppler spectrum: what a person is offered to accept, and never a trace
//! by itself.
//!
//! - [`detect`]: how far the flow reaches in each column of a strip
//! - [`fit`]: the points of a pattern on that envelope
//! - [`offer()`]: both, from a picture and a request
//!
//! The method is described in docs/envelope.md.

pub mod detect;
pub mod fit;
mod offer;

pub use offer::offer;
