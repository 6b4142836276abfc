//! What every coding offers to the stream that its packets are put together to.

use super::picture::Elementary;
use super::units::UnitReader;
use crate::error::EngineError;

/// What finds the pictures of one coding.
pub trait PictureReader: UnitReader {
    /// What was found so far.
    fn stream(&self) -> &Elementary;

    /// The stream is over at this byte.
    ///
    /// # Errors
    /// `malformed-video` without a picture, `limit-exceeded`.
    fn finish(&mut self, end: usize) -> Result<(), EngineError>;
}
