//! The deflated data set: inflated as it arrives, kept because its frames are in no file (PS3.5 A.5).

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use crate::error::EngineError;
use crate::limits::{MAX_INFLATED_BYTES, MAX_INFLATED_RATIO};

/// Bytes inflated at once.
const STEP_BYTES: usize = 64 << 10;

/// An inflater and all that came out of it.
pub struct Inflater {
    state: Box<InflateState>,
    /// Position in the file where the deflated data begin.
    pub base: u64,
    /// Bytes inflated so far.
    pub bytes: Vec<u8>,
    taken: u64,
    over: bool,
}

impl Inflater {
    /// An inflater for what follows the first `base` bytes of a file.
    pub fn new(base: u64) -> Self {
        Self {
            state: InflateState::new_boxed(DataFormat::Raw),
            base,
            bytes: Vec::new(),
            taken: 0,
            over: false,
        }
    }

    /// Inflates the next bytes; returns how many bytes are new at the end of [`Self::bytes`].
    ///
    /// # Errors
    /// `limit-exceeded` for `inflated_bytes`, `malformed-data-set`.
    pub fn push(&mut self, mut input: &[u8]) -> Result<usize, EngineError> {
        let before = self.bytes.len();
        let mut step = vec![0; STEP_BYTES];
        while !self.over {
            let result = inflate(&mut self.state, input, &mut step, MZFlush::None);
            input = &input[result.bytes_consumed..];
            self.taken += result.bytes_consumed as u64;
            self.bytes.extend_from_slice(&step[..result.bytes_written]);
            let limit = MAX_INFLATED_BYTES + MAX_INFLATED_RATIO * self.taken;
            if self.bytes.len() as u64 > limit {
                return Err(EngineError::limit(
                    "inflated_bytes",
                    limit,
                    self.bytes.len() as u64,
                ));
            }
            match result.status {
                Ok(MZStatus::StreamEnd) => self.over = true,
                Ok(_) if result.bytes_consumed + result.bytes_written > 0 => {}
                Ok(_) | Err(MZError::Buf) => break,
                Err(error) => {
                    return Err(EngineError::MalformedDataSet {
                        offset: (self.base + self.taken) as f64,
                        detail: format!("deflate: {error:?}"),
                    });
                }
            }
        }
        Ok(self.bytes.len() - before)
    }
}

impl std::fmt::Debug for Inflater {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Inflater({} of {})", self.bytes.len(), self.taken)
    }
}
