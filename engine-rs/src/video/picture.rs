//! Pictures of an elementary stream in decode order.

use crate::error::EngineError;
use crate::limits::MAX_FRAMES;

/// One coded picture (an access unit; both fields of a frame).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// First byte in the elementary stream.
    pub start: usize,
    /// First byte after.
    pub end: usize,
    /// Decoding can begin here.
    pub key: bool,
    /// The picture brings the parameter sets that a decoder needs.
    pub has_parameters: bool,
    /// Pictures of a later group are shown later, whatever their order counts are.
    pub group: u32,
    /// Order on the screen within the group.
    pub order: i64,
    /// Up to this order nothing of the group is still to come.
    pub settled: Option<i64>,
}

/// Facts of an elementary stream.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Elementary {
    /// Codec as WebCodecs names it; empty until a picture can be decoded.
    pub codec: String,
    /// Columns shown, in pixels.
    pub width: u32,
    /// Rows shown, in pixels.
    pub height: u32,
    /// Steady time between frames, where the stream names it, in ms.
    pub step_ms: Option<f64>,
    /// Parameter sets as in the stream, start codes included.
    pub parameters: Vec<u8>,
    /// Pictures in decode order.
    pub pictures: Vec<Picture>,
    /// The last picture is a field whose partner may follow.
    pub is_open: bool,
}

impl Elementary {
    /// Adds a picture.
    ///
    /// # Errors
    /// `limit-exceeded` for `frames`.
    pub fn push(&mut self, picture: Picture) -> Result<(), EngineError> {
        check_frames(self.pictures.len() as u64 + 1)?;
        self.pictures.push(picture);
        Ok(())
    }

    /// The sets before the first picture serve key pictures that bring none.
    pub fn keep_parameters(&mut self, unit: &[u8]) {
        if self.pictures.is_empty() {
            self.parameters.extend_from_slice(&[0, 0, 0, 1]);
            self.parameters.extend_from_slice(unit);
        }
    }

    /// Pictures that are whole.
    pub fn whole(&self) -> usize {
        self.pictures.len() - usize::from(self.is_open && !self.pictures.is_empty())
    }
}

/// Refuses more pictures than a file may have.
///
/// # Errors
/// `limit-exceeded` for `frames`.
pub fn check_frames(count: u64) -> Result<(), EngineError> {
    if count > u64::from(MAX_FRAMES) {
        return Err(EngineError::limit("frames", u64::from(MAX_FRAMES), count));
    }
    Ok(())
}
