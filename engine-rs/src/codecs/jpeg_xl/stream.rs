//! From a stream to its first frame (ISO 18181-1 annexes A to C, ISO 18181-2 for the container). Nothing
//! here renders: what would is half of a decoder, and every browser would have to fetch it.

use std::sync::Arc;

use jxl_bitstream::{Bitstream, ContainerParser, ParseEvent};
use jxl_frame::{Frame, FrameContext};
use jxl_grid::AllocTracker;
use jxl_image::ImageHeader;
use jxl_oxide_common::Bundle;
use jxl_threadpool::JxlThreadPool;

use super::malformed;
use crate::error::EngineError;

/// Bits of a byte.
const BYTE_BITS: usize = 8;

/// The first frame of a stream, with the header of its image, and the byte of the codestream after it; groups that the
/// stream no longer holds are missing in it.
///
/// # Errors
/// `malformed-frame` for data that are not JPEG XL, or end before the first frame.
pub fn first_frame(bytes: &[u8], memory: AllocTracker) -> Result<(Frame, usize), EngineError> {
    let codestream = codestream_of(bytes)?;
    let mut bits = Bitstream::new(&codestream);
    let header = Arc::new(ImageHeader::parse(&mut bits, ()).map_err(malformed)?);
    if header.metadata.colour_encoding.want_icc() {
        // The profile does not affect coefficients; it has to be skipped.
        jxl_color::icc::read_icc(&mut bits).map_err(malformed)?;
    }
    bits.zero_pad_to_byte().map_err(malformed)?;
    let read = |bits: &mut Bitstream<'_>| {
        let context = FrameContext {
            image_header: Arc::clone(&header),
            tracker: Some(&memory),
            pool: JxlThreadPool::none(),
        };
        Frame::parse(bits, context).map_err(malformed)
    };
    let mut frame_begin = bits.num_read_bits() / BYTE_BITS;
    if header.metadata.preview.is_some() {
        let preview = read(&mut bits)?;
        frame_begin = bits.num_read_bits() / BYTE_BITS + preview.toc().total_byte_size();
    }
    let rest = codestream
        .get(frame_begin..)
        .ok_or_else(|| malformed("the stream ends within the preview"))?;
    let mut bits = Bitstream::new(rest);
    let mut frame = read(&mut bits)?;
    let groups = bits.num_read_bits() / BYTE_BITS;
    frame.feed_bytes(&rest[groups..]).map_err(malformed)?;
    let end = frame_begin + groups + frame.toc().total_byte_size();
    Ok((frame, end))
}

/// The codestream, out of its container where it has one.
pub(super) fn codestream_of(bytes: &[u8]) -> Result<Vec<u8>, EngineError> {
    let mut codestream = Vec::new();
    for event in ContainerParser::new().feed_bytes(bytes) {
        if let ParseEvent::Codestream(part) = event.map_err(malformed)? {
            codestream.extend_from_slice(part);
        }
    }
    Ok(codestream)
}
