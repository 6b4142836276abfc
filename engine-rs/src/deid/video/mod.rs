//! A video without what it carries besides its pictures, overwritten in place: no byte moves, so that
//! tables, time stamps and offsets stay true, and every coded picture stays equal to the byte.
//!
//! In the elementary stream, user data of MPEG-2 become stuffing; supplemental information (SEI) and
//! units without a meaning of H.264 and HEVC become filler of the same length. Around it, what is
//! neither container structure nor picture is zeroed: other streams and packets, `udta`, `free`,
//! `skip`, `meta` and unknown boxes, names, and dates of making.

mod movie;
mod packets;
mod units;

use crate::error::EngineError;
use crate::video::VideoStream;

/// Cleans the joined fragments of a video.
///
/// # Errors
/// `cannot-deidentify` for a stream whose pictures cannot be found: what it carries cannot be told
/// from what it shows.
pub fn clean(transfer_syntax_uid: &str, stream: &mut [u8]) -> Result<(), EngineError> {
    let read = VideoStream::read(transfer_syntax_uid, stream).map_err(|error| {
        EngineError::CannotDeidentify {
            detail: format!("the video cannot be read: {error}"),
        }
    })?;
    match (read.elementary(), read.decoder()) {
        (Some((coding, pieces)), _) => {
            packets::clean(stream, pieces);
            units::clean_elementary(coding, stream, pieces);
        }
        (None, Some(decoder)) => movie::clean(stream, &decoder, read.samples()),
        (None, None) => {}
    }
    Ok(())
}
