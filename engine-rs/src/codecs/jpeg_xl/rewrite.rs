//! A JPEG XL codestream as far as its first frame reaches, out of the boxes around it (ISO 18181-2): Exif, XML and the
//! data that would rebuild the original JPEG, its comments included, go.

use jxl_grid::AllocTracker;

use super::stream::{codestream_of, first_frame};
use crate::codecs::Rewritten;
use crate::error::EngineError;
use crate::limits::MAX_DECODED_FRAME_BYTES;

/// The bare codestream of one frame.
///
/// # Errors
/// `malformed-frame`; `unsupported-pixel-format` for an ICC profile, a preview, an animation, further channels and
/// names, which do not affect the picture.
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
        || !frame.header().name.is_empty();
    if has_more {
        return Err(EngineError::UnsupportedPixelFormat {
            detail:
                "JPEG XL with an ICC profile, a preview, an animation, further channels or names"
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
