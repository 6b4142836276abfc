//! Deflated Image Frame Compression (PS3.5 A.4.13): each frame is a deflate stream of plain samples.

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::plain::Plain;
use super::{Codec, Decoded, FrameInput};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;

/// Codec of Deflated Image Frame Compression.
pub struct Deflated;

impl Codec for Deflated {
    fn decode(
        &mut self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError> {
        // A frame and a byte of padding; what inflates to more is not this picture.
        let limit = format.frame_bits().div_ceil(8) as usize + 1;
        let (bytes, cut) = match decompress_to_vec_with_limit(input.bytes, limit) {
            Ok(bytes) => (bytes, false),
            Err(error) if error.status == TINFLStatus::HasMoreOutput => {
                let found = error.output.len().max(limit + 1) as u64;
                return Err(EngineError::limit(
                    "inflated_frame_bytes",
                    limit as u64,
                    found,
                ));
            }
            Err(error) if !error.output.is_empty() => (error.output, true),
            Err(error) => {
                let detail = format!("deflate: {error}");
                return Err(EngineError::MalformedFrame { detail });
            }
        };
        let input = FrameInput {
            bytes: &bytes,
            skip_bits: 0,
        };
        let mut decoded = Plain.decode(format, input, output)?;
        decoded.partial |= cut;
        Ok(decoded)
    }
}
