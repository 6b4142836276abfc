//! MPEG program stream (and the system stream of MPEG-1): the packets of its first video stream
//! (ISO 13818-1 2.5.3).

use super::packets::Joined;
use crate::error::EngineError;

const PACK: [u8; 4] = [0, 0, 1, 0xba];
const END: u8 = 0xb9;
const VIDEO: std::ops::RangeInclusive<u8> = 0xe0..=0xef;
/// Bytes of a pack or packet that contain its length.
const LENGTH_BYTES: usize = 14;

/// The bytes begin with a pack.
pub fn is_program_stream(bytes: &[u8]) -> bool {
    bytes.starts_with(&PACK)
}

/// Reads packs and packets while they arrive.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// Bytes of a packet that is not whole yet: 65,541 at most.
    rest: Vec<u8>,
    /// Position of the first of them.
    at: usize,
    /// Number of the stream that is joined.
    video: Option<u8>,
    /// The end code, or data other than a packet, was met.
    is_over: bool,
}

impl Program {
    /// Takes the next bytes.
    ///
    /// # Errors
    /// `malformed-video` where a pack or packet is out of step, and errors of the video stream.
    pub fn push(&mut self, bytes: &[u8], joined: &mut Joined) -> Result<(), EngineError> {
        if !self.is_over {
            self.rest.extend_from_slice(bytes);
            self.read(false, joined)?;
        }
        Ok(())
    }

    /// No more bytes follow: what is left is a packet cut short.
    ///
    /// # Errors
    /// As [`Self::push`], and `malformed-video` without a video stream.
    pub fn finish(&mut self, joined: &mut Joined) -> Result<(), EngineError> {
        self.read(true, joined)?;
        if self.video.is_none() {
            return Err(EngineError::malformed_video(
                self.at,
                "program stream without a video stream",
            ));
        }
        Ok(())
    }

    fn read(&mut self, is_last: bool, joined: &mut Joined) -> Result<(), EngineError> {
        let mut used = 0;
        while let Some(&start) = self.rest[used..].first_chunk::<4>() {
            let [0, 0, 1, code] = start else {
                self.is_over = true;
                break;
            };
            if code == END {
                self.is_over = true;
                break;
            }
            let rest = &self.rest[used..];
            if rest.len() < LENGTH_BYTES && !is_last {
                break;
            }
            let at = self.at + used;
            let length = if code == PACK[3] {
                pack_bytes(rest)
            } else {
                rest.get(4..6)
                    .map(|length| 6 + usize::from(u16::from_be_bytes([length[0], length[1]])))
            };
            let length = length
                .ok_or_else(|| EngineError::malformed_video(at, "pack of a program stream"))?;
            if rest.len() < length && !is_last {
                break;
            }
            let packet = &rest[..length.min(rest.len())];
            if VIDEO.contains(&code) && *self.video.get_or_insert(code) == code {
                joined.begin(packet, at)?;
            }
            used += packet.len();
        }
        self.rest.drain(..used);
        self.at += used;
        Ok(())
    }
}

/// Length of a pack header: MPEG-2 with stuffing, MPEG-1 without.
fn pack_bytes(bytes: &[u8]) -> Option<usize> {
    match bytes.get(4)? >> 4 {
        4..=7 => Some(14 + usize::from(bytes.get(13)? & 7)),
        2 => Some(12),
        _ => None,
    }
}
