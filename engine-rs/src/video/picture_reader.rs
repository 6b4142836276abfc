//! Interface of every coding to the stream that is joined from its packets.

use super::picture::Elementary;
use super::units::UnitReader;
use crate::error::EngineError;

/// Reader of the pictures of one coding.
pub trait PictureReader: UnitReader {
    /// The result so far.
    fn stream(&self) -> &Elementary;

    /// The stream is over at this byte.
    ///
    /// # Errors
    /// `malformed-video` without a picture, `limit-exceeded`.
    fn finish(&mut self, end: usize) -> Result<(), EngineError>;
}
