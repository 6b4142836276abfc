//! Deflated frames: inflated and deflated anew, because unused bits and what follows the stream can
//! hold anything.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::samples::StoredBits;

/// Level of compression: as the usual writers.
const LEVEL: u8 = 6;

/// The frame without what is no picture; one that cannot be inflated stays as it is, and is no picture.
pub fn clean(frame: &[u8], bits: Option<StoredBits>) -> Vec<u8> {
    let Some(bits) = bits else {
        return frame.to_vec();
    };
    let inflated = decompress_to_vec_with_limit(frame, bits.frame_bytes + 1);
    let mut samples = match inflated {
        Ok(samples) => samples,
        Err(error) if !error.output.is_empty() => error.output,
        Err(_) => return frame.to_vec(),
    };
    samples.truncate(bits.frame_bytes);
    bits.clear_unused(&mut samples);
    compress_to_vec(&samples, LEVEL)
}
