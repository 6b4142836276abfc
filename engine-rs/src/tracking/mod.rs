//! Lines that were drawn on one frame, followed through the clip by its speckle: they are offered
//! to the user, and become lines only when accepted.
//!
//! - [`plane`]: brightness of a frame, in full and at half the size
//! - [`matching`]: the place of a block of one frame in another
//! - [`depth`]: how far beside a line the tissue lies that its blocks show
//! - [`search`]: displacements of a line by its blocks
//! - [`support`]: points between the points of a line, which steady it
//! - [`overall`]: the motion of a line as a whole
//! - [`smooth`]: displacements along a line that bend no more than tissue does
//! - [`still`]: echoes that do not move with the tissue
//! - [`follow`]: one step, from some frames to the next
//! - [`ovals`]: an oval by its outline
//! - [`pass`]: one way through the frames of a request
//! - [`quality`]: how surely a point is near its tissue
//! - [`join`]: both ways together, with how far they end apart
//!
//! Positions are stored pixels. The method is described in docs/tracking.md.

pub mod depth;
pub mod follow;
pub mod join;
pub mod matching;
pub mod ovals;
pub mod overall;
pub mod pass;
pub mod plane;
pub mod quality;
pub mod search;
pub mod smooth;
pub mod still;
pub mod support;
#[cfg(test)]
mod textures;
