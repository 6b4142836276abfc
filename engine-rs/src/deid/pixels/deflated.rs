//! Deflated frames, inflated and deflated again: unused bits and what follows the stream can hold anything.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::samples::StoredBits;
use crate::codecs::Rewritten;
use crate::error::EngineError;

/// Level of compression: as the usual writers.
const LEVEL: u8 = 6;

/// The samples of the frame, deflated again.
///
/// # Errors
/// `malformed-frame` where nothing can be inflated, `limit-exceeded` where more inflates than a frame, as decoding it.
pub fn clean(frame: &[u8], bits: StoredBits) -> Result<Rewritten, EngineError> {
    // A frame and a byte of padding.
    let limit = bits.frame_bytes + 1;
    let (samples, cut) = match decompress_to_vec_with_limit(frame, limit) {
        Ok(samples) => (samples, false),
        Err(error) if error.status == TINFLStatus::HasMoreOutput => {
            let found = error.output.len().max(limit + 1) as u64;
            return Err(EngineError::limit(
                "inflated_frame_bytes",
                limit as u64,
                found,
            ));
        }
        Err(error) => (error.output, true),
    };
    let samples = bits.frame(samples)?;
    Ok(Rewritten {
        bytes: compress_to_vec(&samples.bytes, LEVEL),
        whole: samples.whole && !cut,
    })
}
