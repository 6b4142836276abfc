//! MP4 (ISO base media file format, ISO 14496-12): the samples of its first video track.

use super::mp4_boxes::{children, find, full, u32_list};
use super::mp4_tables::{Tables, read_tables};
use super::picture::ranks;
use super::{Coding, Decoder, Sample, VideoStream, hevc_parameters};
use crate::error::EngineError;

/// Types of the first box of a file.
const FIRST: [&[u8; 4]; 6] = [b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide"];
/// Fields of a visual sample entry before its boxes (12.1.3).
const ENTRY_BYTES: usize = 78;

/// The bytes begin with a box of MP4.
pub fn is_mp4(bytes: &[u8]) -> bool {
    bytes
        .get(4..8)
        .is_some_and(|name| FIRST.iter().any(|first| name == *first))
}

/// Reads the track. Samples keep their place in the file.
///
/// # Errors
/// `malformed-video` where a box is absent or lies, `unsupported-video` for movie fragments and
/// other codecs, `limit-exceeded` for `frames`.
pub fn read(bytes: &[u8]) -> Result<VideoStream, EngineError> {
    let movie = find(bytes, 0..bytes.len(), b"moov")
        .ok_or_else(|| EngineError::malformed_video(0, "MP4 without a movie box (moov)"))?;
    let track = children(bytes, movie.clone())
        .filter(|child| &child.name == b"trak")
        .find_map(|track| video_media(bytes, track.content))
        .ok_or_else(|| EngineError::malformed_video(movie.start, "MP4 without a video track"))?;
    let absent = |name: &str| {
        EngineError::malformed_video(track.start, &format!("MP4 track without {name}"))
    };
    let header = find(bytes, track.clone(), b"mdhd").ok_or_else(|| absent("mdhd"))?;
    let scale = timescale(&bytes[header]).ok_or_else(|| absent("a time scale"))?;
    let table = find(bytes, track.clone(), b"minf")
        .and_then(|media| find(bytes, media, b"stbl"))
        .ok_or_else(|| absent("stbl"))?;
    let entries = find(bytes, table.clone(), b"stsd").ok_or_else(|| absent("stsd"))?;
    let entry = read_entry(bytes, entries)?;
    let tables = read_tables(bytes, table)?;
    if tables.places.is_empty() {
        let fragmented = find(bytes, movie.clone(), b"mvex").is_some();
        return Err(if fragmented {
            EngineError::unsupported_video("MP4 in movie fragments (moof)")
        } else {
            EngineError::malformed_video(movie.start, "MP4 track without samples")
        });
    }
    Ok(assemble(entry, &tables, scale))
}

fn assemble(entry: Entry, tables: &Tables, scale: f64) -> VideoStream {
    let presentation = ranks(&tables.times);
    let mut sorted = tables.times.clone();
    sorted.sort_unstable();
    let first = sorted.first().copied().unwrap_or(0);
    let times_ms = sorted
        .iter()
        .map(|&time| (time - first) as f64 * 1000.0 / scale)
        .collect();
    let samples = tables.places.iter().zip(&tables.keys).zip(presentation);
    VideoStream {
        decoder: Decoder {
            coding: entry.coding,
            codec: entry.codec,
            width: entry.width,
            height: entry.height,
            configuration: Some(entry.configuration),
        },
        samples: samples
            .map(|((&(start, length), &key), presentation)| Sample {
                start,
                length,
                key,
                presentation,
                has_parameters: true,
            })
            .collect(),
        times_ms: Some(times_ms),
        parameters: Vec::new(),
        bytes: Vec::new(),
    }
}

/// The media box of a track of video.
fn video_media(bytes: &[u8], track: std::ops::Range<usize>) -> Option<std::ops::Range<usize>> {
    let media = find(bytes, track, b"mdia")?;
    let handler = find(bytes, media.clone(), b"hdlr")?;
    (bytes.get(handler.start + 8..handler.start + 12)? == b"vide").then_some(media)
}

/// Ticks a second of a media header, version 0 or 1.
fn timescale(header: &[u8]) -> Option<f64> {
    let at = if *header.first()? == 1 { 20 } else { 12 };
    let scale = u32_list(header.get(at..at + 4)?).next()?;
    (scale > 0).then_some(f64::from(scale))
}

/// The first sample entry.
struct Entry {
    coding: Coding,
    codec: String,
    width: u32,
    height: u32,
    configuration: Vec<u8>,
}

fn read_entry(bytes: &[u8], entries: std::ops::Range<usize>) -> Result<Entry, EngineError> {
    let at = entries.start;
    let malformed = || EngineError::malformed_video(at, "sample entry of an MP4 track");
    let (_, inside) = full(bytes, entries).ok_or_else(malformed)?;
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
    Ok(Entry {
        coding,
        codec: codec_of(coding, &configuration).ok_or_else(malformed)?,
        width: size(24),
        height: size(26),
        configuration,
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
    Some(hevc_parameters::codec_string(
        u32::from(fields[1] >> 6),
        fields[1] & 0x20 != 0,
        u32::from(fields[1] & 0x1f),
        compatibility,
        &constraints,
        u32::from(fields[12]),
    ))
}
