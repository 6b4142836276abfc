//! JPEG XL that holds a JPEG stream (ISO 18181-1 with quantised coefficients kept, ISO 18181-2 annex A).
//!
//! The coefficients of the JPEG are all there, so its picture is made of them as from the JPEG itself;
//! the stream, which part 2 would rebuild byte for byte, is not needed for that.

mod coefficients;
mod groups;
pub(crate) mod rewrite;
mod stream;

use jxl_grid::AllocTracker;

use super::{Codec, Colour, Decoded, FrameInput, Layout, colour_by_photometric};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;
use crate::limits::MAX_DECODED_FRAME_BYTES;
use coefficients::Recompressed;
use stream::first_frame;

/// Memory that headers, groups and coefficients of one stream may take, as a multiple of the largest
/// decoded frame.
const MEMORY_FACTOR: u64 = 4;

/// Codec of JPEG XL JPEG Recompression.
pub struct JpegXl;

/// The library's error as an error of the engine.
fn malformed(error: impl std::fmt::Display) -> EngineError {
    EngineError::MalformedFrame {
        detail: format!("JPEG XL: {error}"),
    }
}

impl Codec for JpegXl {
    fn decode(
        &mut self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError> {
        let memory = usize::try_from(MAX_DECODED_FRAME_BYTES * MEMORY_FACTOR).unwrap_or(usize::MAX);
        let (frame, _) = first_frame(input.bytes, AllocTracker::with_limit(memory))?;
        // As coded: an orientation of the stream turns nothing, as none turns a JPEG in DICOM.
        let size = &frame.image_header().size;
        let (width, height) = (size.width, size.height);
        let bytes = u64::from(width) * u64::from(height) * 3;
        if bytes > MAX_DECODED_FRAME_BYTES {
            let limit = MAX_DECODED_FRAME_BYTES;
            return Err(EngineError::limit("decoded_frame_bytes", limit, bytes));
        }
        let picture = Recompressed::read(&frame)?;
        let planes = picture.blocks.store(output);
        let samples_per_pixel = planes.list.len() as u16;
        let grey = samples_per_pixel == 1;
        Ok(Decoded {
            width,
            height,
            samples_per_pixel,
            sample_bytes: 1,
            layout: if grey {
                Layout::Interleaved
            } else {
                Layout::Planes(planes)
            },
            colour: match format.colour_override {
                Some(chosen) if !grey => chosen.into(),
                _ if grey && colour_by_photometric(format) == Colour::Palette => Colour::Palette,
                _ if grey => Colour::Grey,
                _ if picture.ycbcr => Colour::YbrFull,
                _ => Colour::Rgb,
            },
            partial: false,
        })
    }
}
