//! A video written again from what decoding needs: coded pictures, parameter sets and headers from their known fields,
//! times, and a container made around them. No box, packet or table is copied, and no unit that no decoder needs.
//!
//! Coded slices stay equal to the byte. Bytes of a slice after its last macroblock cannot be found without decoding
//! it.

mod avc;
mod bits;
mod elementary;
mod hevc;
mod hevc_fields;
mod movie;
mod mpeg2;
mod sets;
mod transport;
mod vui;

use crate::error::EngineError;
use crate::video::VideoStream;

/// Writes the joined fragments of a video again: MP4 as MP4, packets of any kind as a transport stream, a byte stream
/// as a byte stream.
///
/// # Errors
/// `cannot-deidentify` for a stream whose pictures cannot be found, or would not be the same afterwards.
pub fn clean(transfer_syntax_uid: &str, stream: &[u8]) -> Result<Vec<u8>, EngineError> {
    let refuse = |error: EngineError| EngineError::CannotDeidentify {
        detail: format!("the video cannot be read: {error}"),
    };
    let source = VideoStream::read(transfer_syntax_uid, stream).map_err(refuse)?;
    let written = write(&source, stream)?;
    let result = VideoStream::read(transfer_syntax_uid, &written).map_err(refuse)?;
    let keys = |video: &VideoStream| {
        video
            .samples()
            .iter()
            .map(|sample| sample.key)
            .collect::<Vec<_>>()
    };
    let size = |video: &VideoStream| {
        video
            .decoder()
            .map(|decoder| (decoder.width, decoder.height))
    };
    let changed = [
        ("the pictures", source.frames() != result.frames()),
        ("the key pictures", keys(&source) != keys(&result)),
        ("the times", source.times_ms() != result.times_ms()),
        ("the size", size(&source) != size(&result)),
    ];
    if let Some((what, _)) = changed.iter().find(|(_, is_changed)| *is_changed) {
        return Err(EngineError::CannotDeidentify {
            detail: format!("{what} of the video would change"),
        });
    }
    Ok(written)
}

fn write(source: &VideoStream, stream: &[u8]) -> Result<Vec<u8>, EngineError> {
    let samples = source.samples();
    if let (Some(times), Some(decoder)) = (source.movie_times(), source.decoder()) {
        return movie::write(&movie::Source {
            decoder: &decoder,
            samples,
            times,
            bytes: stream,
        });
    }
    let Some((coding, pieces)) = source.elementary() else {
        return Err(EngineError::CannotDeidentify {
            detail: "the video has no pictures".to_owned(),
        });
    };
    if source.is_bare() {
        return Ok(elementary::clean(coding, stream)?.bytes);
    }
    let mut joined = Vec::with_capacity(pieces.length() as usize);
    for (start, length) in pieces.ranges(0, pieces.length()) {
        let end = (start + length) as usize;
        joined.extend_from_slice(stream.get(start as usize..end).unwrap_or(&[]));
    }
    let clean = elementary::clean(coding, &joined)?;
    let begins: Vec<usize> = samples
        .iter()
        .map(|sample| {
            let at = clean
                .places
                .partition_point(|place| place.0 < sample.start as usize);
            clean
                .places
                .get(at)
                .map_or(clean.bytes.len(), |place| place.1)
        })
        .collect();
    let stamps = source.stamps();
    Ok(transport::write(
        coding,
        &clean.bytes,
        &begins,
        stamps.as_deref(),
    ))
}
