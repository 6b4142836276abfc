//! A JPEG XL codestream as far as its first frame reaches, out of the boxes around it (ISO 18181-2): Exif, XML and the
//! data that would rebuild the original JPEG, its comments included, go.

use jxl_grid::AllocTracker;
use jxl_image::Extensions;

use super::stream::{codestream_of, first_frame};
use crate::codecs::Rewritten;
use crate::error::EngineError;
use crate::limits::MAX_DECODED_FRAME_BYTES;

/// The bare codestream of one frame.
///
/// # Errors
/// `malformed-frame`; `unsupported-pixel-format` for an ICC profile, a preview, an animation, further channels, names
/// and extensions, which do not affect the picture.
pub(crate) fn rewrite(bytes: &[u8]) -> Result<Rewritten, EngineError> {
    let memory = usize::try_from(MAX_DECODED_FRAME_BYTES * super::MEMORY_FACTOR);
    let memory = AllocTracker::with_limit(memory.unwrap_or(usize::MAX));
    let (frame, end) = first_frame(bytes, memory)?;
    let metadata = &frame.image_header().metadata;
    let has_more = metadata.colour_encoding.want_icc()
        || metadata.preview.is_some()
        || metadata.animation.is_some()
        || metadata.intrinsic_size.is_some()
        || !metadata.ec_info.is_empty()
        || !frame.header().name.is_empty()
        || has_any(&metadata.extensions)
        || has_any(&frame.header().extensions)
        || has_any(&frame.header().restoration_filter.extensions);
    if has_more {
        return Err(EngineError::UnsupportedPixelFormat {
            detail:
                "JPEG XL with an ICC profile, a preview, an animation, further channels, names or extensions"
                    .to_owned(),
        });
    }
    let mut codestream = codestream_of(bytes)?;
    let whole = codestream.len() >= end;
    codestream.truncate(end);
    Ok(Rewritten {
        bytes: codestream,
        whole,
    })
}

/// The standard defines no extension yet; a decoder passes over their bits. Which there are is shown only for debugging.
fn has_any(extensions: &Extensions) -> bool {
    format!("{extensions:?}") != format!("{:?}", Extensions::default())
}

#[cfg(test)]
mod tests {
    use jxl_bitstream::Bitstream;
    use jxl_oxide_common::Bundle;

    use super::*;

    #[test]
    fn extensions_are_noticed() {
        // ISO 18181-1: extensions as U64, of which the two bits 00 mean 0, and 01 with four bits mean 1 to 16.
        let read = |bytes: &[u8]| Extensions::parse(&mut Bitstream::new(bytes), ()).unwrap();
        assert!(!has_any(&read(&[0b00])));
        // Extension 0, of no bits; then extension 0 of 8 bits, which hold a letter.
        assert!(has_any(&read(&[0b0000_0001, 0])));
        assert!(has_any(&read(&[0b0100_0001, 0b0111, b'A'])));
    }
}
