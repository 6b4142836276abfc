//! Pictures of an elementary stream in decode order, and their order on the screen.

use crate::error::EngineError;
use crate::limits::MAX_FRAMES;

/// One coded picture (an access unit; both fields of a frame).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// First byte in the elementary stream.
    pub start: usize,
    /// First byte behind.
    pub end: usize,
    /// Decoding can begin here.
    pub key: bool,
    /// The picture brings the parameter sets that a decoder needs.
    pub has_parameters: bool,
    /// Pictures of a later group are shown later, whatever their order says.
    pub group: u32,
    /// Order on the screen within the group.
    pub order: i64,
}

/// What an elementary stream says of itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Elementary {
    /// Codec as WebCodecs names it.
    pub codec: String,
    /// Columns shown, in pixels.
    pub width: u32,
    /// Rows shown, in pixels.
    pub height: u32,
    /// Steady time between frames, where the stream names it, in ms.
    pub step_ms: Option<f64>,
    /// Parameter sets as they stand in the stream, start codes included.
    pub parameters: Vec<u8>,
    /// Pictures in decode order.
    pub pictures: Vec<Picture>,
}

impl Elementary {
    /// Adds a picture.
    ///
    /// # Errors
    /// `limit-exceeded` for `frames`.
    pub fn push(&mut self, picture: Picture) -> Result<(), EngineError> {
        if self.pictures.len() >= MAX_FRAMES as usize {
            return Err(EngineError::limit(
                "frames",
                u64::from(MAX_FRAMES),
                self.pictures.len() as u64 + 1,
            ));
        }
        self.pictures.push(picture);
        Ok(())
    }
}

/// Rank of each value: where it stands when all are sorted; equal values keep their order.
pub fn ranks<T: Ord>(values: &[T]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|&index| &values[index]);
    let mut ranks = vec![0; values.len()];
    for (rank, index) in order.into_iter().enumerate() {
        ranks[index] = rank as u32;
    }
    ranks
}
