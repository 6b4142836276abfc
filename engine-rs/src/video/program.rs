//! MPEG program stream (and the system stream of MPEG-1): the packets of its first video stream
//! (ISO 13818-1 2.5.3).

use super::packets::Joined;
use crate::error::EngineError;

const PACK: [u8; 4] = [0, 0, 1, 0xba];
const END: u8 = 0xb9;
const VIDEO: std::ops::RangeInclusive<u8> = 0xe0..=0xef;

/// The bytes begin with a pack.
pub fn is_program_stream(bytes: &[u8]) -> bool {
    bytes.starts_with(&PACK)
}

/// Joins the first video stream.
///
/// # Errors
/// `malformed-video` where a pack or packet is out of step, and without a video stream.
pub fn join(bytes: &[u8]) -> Result<Joined, EngineError> {
    let mut joined = Joined::default();
    let mut video = None;
    let mut at = 0;
    while let Some(&[0, 0, 1, code]) = bytes.get(at..).and_then(<[u8]>::first_chunk::<4>) {
        if code == END {
            break;
        }
        let length = if code == PACK[3] {
            pack_bytes(&bytes[at..])
        } else {
            bytes[at..]
                .get(4..6)
                .map(|length| 6 + usize::from(u16::from_be_bytes([length[0], length[1]])))
        };
        let length =
            length.ok_or_else(|| EngineError::malformed_video(at, "pack of a program stream"))?;
        let packet = &bytes[at..at.saturating_add(length).min(bytes.len())];
        if VIDEO.contains(&code) && *video.get_or_insert(code) == code {
            joined.begin(packet, at)?;
        }
        at += length;
    }
    if video.is_none() {
        return Err(EngineError::malformed_video(
            at,
            "program stream without a video stream",
        ));
    }
    Ok(joined)
}

/// Length of a pack header: MPEG-2 with stuffing, MPEG-1 without.
fn pack_bytes(bytes: &[u8]) -> Option<usize> {
    match bytes.get(4)? >> 4 {
        4..=7 => Some(14 + usize::from(bytes.get(13)? & 7)),
        2 => Some(12),
        _ => None,
    }
}
