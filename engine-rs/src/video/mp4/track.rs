//! The video track of a movie box: codec, time scale, samples, and what movie fragments build on
//! (ISO 14496-12 8.3 to 8.8).

use std::ops::Range;

use super::boxes::{children, find, full, u32_list};
use super::tables::{Tables, read_tables};
use crate::error::EngineError;
use crate::video::hevc::parameters;
use crate::video::{Coding, Decoder};

/// Fields of a visual sample entry before its boxes (12.1.3).
const ENTRY_BYTES: usize = 78;

/// Facts of a track about all of its samples.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// Configuration of a decoder.
    pub decoder: Decoder,
    /// Ticks a second.
    pub scale: f64,
    /// Number of the track.
    pub id: u32,
    /// Defaults for fragments of this track; none where the movie has none (trex).
    pub defaults: Option<Defaults>,
    /// Time in ticks at which the next sample of a fragment is decoded, unless the fragment states it itself.
    pub decode_time: i64,
    /// Samples may be shown before they are decoded, by offsets below 0.
    pub has_negative_offsets: bool,
}

/// Defaults of samples in fragments (8.8.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Defaults {
    /// Ticks.
    pub duration: u32,
    /// Bytes.
    pub size: u32,
    /// Sample flags.
    pub flags: u32,
}

impl Track {
    /// Movie fragments may follow.
    pub fn has_fragments(&self) -> bool {
        self.defaults.is_some()
    }

    /// Earliest time at which later samples are shown; none where that is not known.
    pub fn next_shown(&self) -> Option<i64> {
        (!self.has_negative_offsets).then_some(self.decode_time)
    }
}

/// Reads the content of a movie box that lies `at` so many bytes.
///
/// # Errors
/// `malformed-video` where a box is absent or lies, `unsupported-video` for other codecs,
/// `limit-exceeded` for `frames`.
pub fn read_track(movie: &[u8], at: usize) -> Result<(Track, Tables), EngineError> {
    let absent =
        |name: &str| EngineError::malformed_video(at, &format!("MP4 track without {name}"));
    let (id, media) = children(movie, 0..movie.len())
        .filter(|child| &child.name == b"trak")
        .find_map(|track| video_media(movie, track.content))
        .ok_or_else(|| EngineError::malformed_video(at, "MP4 without a video track"))?;
    let header = find(movie, media.clone(), b"mdhd").ok_or_else(|| absent("mdhd"))?;
    let scale = timescale(&movie[header]).ok_or_else(|| absent("a time scale"))?;
    let table = find(movie, media, b"minf")
        .and_then(|information| find(movie, information, b"stbl"))
        .ok_or_else(|| absent("stbl"))?;
    let entries = find(movie, table.clone(), b"stsd").ok_or_else(|| absent("stsd"))?;
    let decoder = read_entry(movie, entries, at)?;
    let tables = read_tables(movie, table, at)?;
    let defaults = defaults(movie, id);
    if tables.samples.is_empty() && defaults.is_none() {
        return Err(absent("samples"));
    }
    let track = Track {
        decoder,
        scale,
        id,
        defaults,
        decode_time: tables.duration,
        has_negative_offsets: tables.has_negative_offsets,
    };
    Ok((track, tables))
}

/// Number and media box of a track of video.
fn video_media(bytes: &[u8], track: Range<usize>) -> Option<(u32, Range<usize>)> {
    let header = find(bytes, track.clone(), b"tkhd")
        .and_then(|header| track_number(&bytes[header]))
        .unwrap_or(0);
    let media = find(bytes, track, b"mdia")?;
    let handler = find(bytes, media.clone(), b"hdlr")?;
    (bytes.get(handler.start + 8..handler.start + 12)? == b"vide").then_some((header, media))
}

/// track_ID of a track header, version 0 or 1.
fn track_number(header: &[u8]) -> Option<u32> {
    let at = if *header.first()? == 1 { 20 } else { 12 };
    u32_list(header.get(at..at + 4)?).next()
}

/// Ticks a second of a media header, version 0 or 1.
fn timescale(header: &[u8]) -> Option<f64> {
    let at = if *header.first()? == 1 { 20 } else { 12 };
    let scale = u32_list(header.get(at..at + 4)?).next()?;
    (scale > 0).then_some(f64::from(scale))
}

/// The extends box of a track; all zeros where the movie has fragments and does not describe it.
fn defaults(bytes: &[u8], track: u32) -> Option<Defaults> {
    let extends = find(bytes, 0..bytes.len(), b"mvex")?;
    let described = children(bytes, extends)
        .filter(|child| &child.name == b"trex")
        .filter_map(|child| {
            let (_, inside) = full(bytes, child.content)?;
            let numbers: Vec<u32> = u32_list(&bytes[inside]).collect();
            numbers.first_chunk::<5>().copied()
        })
        .find(|numbers| numbers[0] == track);
    Some(
        described.map_or_else(Defaults::default, |[_, _, duration, size, flags]| {
            Defaults {
                duration,
                size,
                flags,
            }
        }),
    )
}

/// The first sample entry.
fn read_entry(bytes: &[u8], entries: Range<usize>, at: usize) -> Result<Decoder, EngineError> {
    let malformed =
        || EngineError::malformed_video(at + entries.start, "sample entry of an MP4 track");
    let (_, inside) = full(bytes, entries.clone()).ok_or_else(malformed)?;
    let entry = children(bytes, inside.start + 4..inside.end)
        .next()
        .ok_or_else(malformed)?;
    let (coding, name) = match &entry.name {
        b"avc1" | b"avc3" => (Coding::Avc, b"avcC"),
        b"hvc1" | b"hev1" => (Coding::Hevc, b"hvcC"),
        other => {
            let name = String::from_utf8_lossy(other).into_owned();
            return Err(EngineError::unsupported_video(&format!(
                "MP4 track of type {name}"
            )));
        }
    };
    let fields = bytes
        .get(entry.content.start..entry.content.start + ENTRY_BYTES)
        .ok_or_else(malformed)?;
    let size = |at: usize| u32::from(u16::from_be_bytes([fields[at], fields[at + 1]]));
    let boxes = entry.content.start + ENTRY_BYTES..entry.content.end;
    let configuration = find(bytes, boxes, name).ok_or_else(malformed)?;
    let configuration = bytes[configuration].to_vec();
    Ok(Decoder {
        coding,
        codec: codec_of(coding, &configuration).ok_or_else(malformed)?,
        width: size(24),
        height: size(26),
        configuration: Some(configuration),
    })
}

/// The codec string of a decoder configuration record (ISO 14496-15 5.3.3.1, 8.3.3.1).
fn codec_of(coding: Coding, record: &[u8]) -> Option<String> {
    if coding == Coding::Avc {
        let &[_, profile, constraints, level] = record.first_chunk::<4>()?;
        return Some(format!("avc1.{profile:02x}{constraints:02x}{level:02x}"));
    }
    let fields = record.first_chunk::<13>()?;
    let compatibility = u32_list(&fields[2..6]).next()?;
    let constraints: Vec<u32> = fields[6..12].iter().map(|&byte| u32::from(byte)).collect();
    Some(parameters::codec_string(
        u32::from(fields[1] >> 6),
        fields[1] & 0x20 != 0,
        u32::from(fields[1] & 0x1f),
        compatibility,
        &constraints,
        u32::from(fields[12]),
    ))
}
