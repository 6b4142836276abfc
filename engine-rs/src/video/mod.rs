//! Video transfer syntaxes: container, pictures, their order and times (PS3.5 8.2.5 to 8.2.9).
//!
//! Frames are decoded by the browser. The engine says which bytes are one picture, where decoding
//! can begin and which picture is which frame, so that a seek shows exactly the frame asked for.

mod avc;
mod avc_parameters;
mod bits;
mod describe;
mod hevc;
mod hevc_parameters;
mod mp4;
mod mp4_boxes;
mod mp4_tables;
mod mpeg2;
mod packets;
mod picture;
mod program;
mod start_codes;
mod transport;

use serde::Serialize;

use crate::dicom::transfer_syntax::{self, VideoSyntax};
use crate::error::EngineError;
use packets::{Joined, TICKS_PER_MS};
use picture::{Elementary, ranks};

pub use describe::{describe, stream_of};

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

/// What a decoder is set up with.
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
    /// First byte in [`VideoStream::bytes`].
    pub start: usize,
    /// Bytes.
    pub length: usize,
    /// Decoding can begin here.
    pub key: bool,
    /// Index of the frame on the screen, from 0.
    pub presentation: u32,
    /// The sample brings its parameter sets, or the configuration does.
    pub has_parameters: bool,
}

/// A video, ready to be handed to a decoder.
#[derive(Debug, Clone, PartialEq)]
pub struct VideoStream {
    /// What a decoder is set up with.
    pub decoder: Decoder,
    /// Frames in decode order.
    pub samples: Vec<Sample>,
    /// Time of each frame in the order of the screen, in ms, the first 0; none where the stream
    /// names none.
    pub times_ms: Option<Vec<f64>>,
    /// Parameter sets for key frames that bring none.
    parameters: Vec<u8>,
    /// What samples point into: the file of MP4, else the elementary stream.
    bytes: Vec<u8>,
}

impl VideoStream {
    /// Finds the frames in the joined fragments of a file with a video transfer syntax.
    ///
    /// # Errors
    /// `unsupported-transfer-syntax` for one that is no video, `malformed-video`,
    /// `unsupported-video`, `limit-exceeded` for `frames`.
    pub fn read(transfer_syntax_uid: &str, bytes: Vec<u8>) -> Result<Self, EngineError> {
        let Some(syntax) = transfer_syntax::video(transfer_syntax_uid) else {
            return Err(EngineError::UnsupportedTransferSyntax {
                uid: transfer_syntax_uid.to_owned(),
                name: transfer_syntax::name(transfer_syntax_uid).to_owned(),
            });
        };
        if mp4::is_mp4(&bytes) {
            let stream = mp4::read(&bytes)?;
            return Ok(Self { bytes, ..stream });
        }
        if let Some(packets) = transport::packets_of(&bytes) {
            let (joined, coding) = transport::join(&bytes, packets)?;
            return from_packets(joined, coding);
        }
        let coding = match syntax {
            VideoSyntax::Mpeg2 => Coding::Mpeg2,
            VideoSyntax::Avc => Coding::Avc,
            VideoSyntax::Hevc => Coding::Hevc,
        };
        if program::is_program_stream(&bytes) {
            return from_packets(program::join(&bytes)?, coding);
        }
        if !bytes.starts_with(&[0, 0, 1]) && !bytes.starts_with(&[0, 0, 0, 1]) {
            return Err(EngineError::malformed_video(
                0,
                "neither MP4, transport stream, program stream nor byte stream",
            ));
        }
        let joined = Joined {
            bytes,
            stamps: Vec::new(),
        };
        from_packets(joined, coding)
    }

    /// Bytes of a sample as a decoder takes them, or none beyond the last.
    pub fn sample_bytes(&self, index: usize) -> Option<Vec<u8>> {
        let sample = self.samples.get(index)?;
        let bytes = self.bytes.get(sample.start..sample.start + sample.length)?;
        if sample.key && !sample.has_parameters {
            return Some([self.parameters.as_slice(), bytes].concat());
        }
        Some(bytes.to_vec())
    }

    /// Sample from which decoding must begin so that this one is right: the last key before it
    /// that is not shown after it. What is shown before a key may refer to pictures before that.
    pub fn decode_from(&self, index: usize) -> usize {
        let Some(wanted) = self.samples.get(index) else {
            return 0;
        };
        let mut keys = self.samples[..=index].iter();
        keys.rposition(|sample| sample.key && sample.presentation <= wanted.presentation)
            .unwrap_or(0)
    }
}

fn from_packets(joined: Joined, coding: Coding) -> Result<VideoStream, EngineError> {
    let stream = match coding {
        Coding::Mpeg2 => mpeg2::read(&joined.bytes)?,
        Coding::Avc => avc::read(&joined.bytes)?,
        Coding::Hevc => hevc::read(&joined.bytes)?,
    };
    let order: Vec<_> = stream
        .pictures
        .iter()
        .map(|picture| (picture.group, picture.order))
        .collect();
    let presentation = ranks(&order);
    let times_ms = stamped_times(&joined, &stream, &presentation).or_else(|| {
        let step = stream.step_ms?;
        Some((0..order.len()).map(|index| index as f64 * step).collect())
    });
    Ok(VideoStream {
        decoder: Decoder {
            coding,
            codec: stream.codec,
            width: stream.width,
            height: stream.height,
            configuration: None,
        },
        samples: stream
            .pictures
            .iter()
            .zip(presentation)
            .map(|(picture, presentation)| Sample {
                start: picture.start,
                length: picture.end - picture.start,
                key: picture.key,
                presentation,
                has_parameters: picture.has_parameters,
            })
            .collect(),
        times_ms,
        parameters: stream.parameters,
        bytes: joined.bytes,
    })
}

/// Times by the stamps of packets, where every picture has one and they agree with the order.
fn stamped_times(joined: &Joined, stream: &Elementary, presentation: &[u32]) -> Option<Vec<f64>> {
    let stamps = joined.times(stream.pictures.iter().map(|picture| picture.start))?;
    let mut shown = vec![0; stamps.len()];
    for (&stamp, &place) in stamps.iter().zip(presentation) {
        *shown.get_mut(place as usize)? = stamp;
    }
    let first = *shown.first()?;
    let rising = shown.windows(2).all(|pair| pair[0] < pair[1]);
    rising.then(|| {
        shown
            .iter()
            .map(|&stamp| (stamp - first) as f64 / TICKS_PER_MS)
            .collect()
    })
}
