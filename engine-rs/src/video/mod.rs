//! Video transfer syntaxes: container, pictures, their order and times (PS3.5 8.2.5 to 8.2.9).
//!
//! Frames are decoded by the browser. The engine finds the bytes of each picture, where decoding
//! can start and the frame number of each picture, so that a seek shows exactly the requested
//! frame. It looks at the bytes as they arrive and keeps none of them: a picture is known by where
//! it lies.

pub(crate) mod avc;
mod bits;
mod describe;
mod hevc;
pub(crate) mod mp4;
mod mpeg2;
mod order;
mod packets;
mod picture;
mod picture_reader;
mod pieces;
mod program;
mod stream;
pub(crate) mod transport;
mod units;

use serde::Serialize;

pub use describe::{can_describe, describe, stream_of};
pub use pieces::Pieces;
pub use stream::VideoStream;

/// Pictures of H.264 and HEVC that may be decoded before one shown before them: the most that a
/// decoder holds (H.264 A.3.1, H.265 A.4.2).
const MAX_REORDERED: usize = 16;
/// The same of MPEG-2: only the later of two references waits (6.1.1.11).
const MAX_REORDERED_MPEG_2: usize = 1;

/// How pictures are coded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Coding {
    /// MPEG-2 (ISO 13818-2), and MPEG-1 within it.
    Mpeg2,
    /// H.264 (MPEG-4 AVC).
    Avc,
    /// H.265.
    Hevc,
}

/// Configuration of a decoder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Decoder {
    /// How pictures are coded.
    pub coding: Coding,
    /// Codec as WebCodecs names it.
    pub codec: String,
    /// Columns shown.
    pub width: u32,
    /// Rows shown.
    pub height: u32,
    /// Decoder configuration record of MP4; with it samples carry lengths, without it start codes.
    #[serde(skip)]
    pub configuration: Option<Vec<u8>>,
}

/// One coded frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// First byte in the joined fragments of MP4, else in the elementary stream.
    pub start: u64,
    /// Bytes.
    pub length: u64,
    /// Decoding can begin here.
    pub key: bool,
    /// The sample brings its parameter sets, or the configuration does.
    pub has_parameters: bool,
}
