//! One frame of a file in memory: find its bytes, join them, decode them.

use std::borrow::Cow;

use crate::codecs::{Decoded, FrameInput, codec_for};
use crate::dicom::frames::FrameBytes;
use crate::dicom::parse::Parser;
use crate::error::EngineError;

/// Joins the pieces of a frame; without a copy when there is one.
pub fn gather<'a>(file: &'a [u8], frame: &FrameBytes) -> Cow<'a, [u8]> {
    let piece = |&(start, length): &(u64, u64)| {
        let start = usize::try_from(start).unwrap_or(usize::MAX).min(file.len());
        let end = start.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
        &file[start..end.min(file.len())]
    };
    match frame.ranges.as_slice() {
        [only] => Cow::Borrowed(piece(only)),
        pieces => Cow::Owned(pieces.iter().map(piece).collect::<Vec<_>>().concat()),
    }
}

/// Decodes a frame (from 1) of a parsed file into `output`.
///
/// # Errors
/// As [`Parser::frame_bytes`] and [`crate::codecs::Codec::decode`].
pub fn decode_frame(
    parser: &Parser,
    file: &[u8],
    frame_number: u32,
    output: &mut Vec<u8>,
) -> Result<Decoded, EngineError> {
    let format = parser
        .format()
        .ok_or(EngineError::FrameNotAvailable { frame_number })?;
    let mut codec = codec_for(&format.transfer_syntax_uid)?;
    let frame = parser.frame_bytes(frame_number)?;
    let moved;
    let bytes = match parser.inflated() {
        Some((base, inflated)) => {
            let mut inside = frame.clone();
            for range in &mut inside.ranges {
                range.0 = range.0.saturating_sub(base);
            }
            moved = gather(inflated, &inside).into_owned();
            Cow::Borrowed(moved.as_slice())
        }
        None => gather(file, &frame),
    };
    let input = FrameInput {
        bytes: &bytes,
        skip_bits: frame.skip_bits,
    };
    let mut decoded = codec.decode(format, input, output)?;
    decoded.partial |= frame.partial;
    Ok(decoded)
}
