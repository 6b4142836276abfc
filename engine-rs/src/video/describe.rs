//! Metadata that a video adds to its file's.

use super::VideoStream;
use crate::dicom::parse::Parser;
use crate::error::EngineError;
use crate::records::metadata::{FrameTimeSource, ImageMetadata, WarningCode};

/// The video of a parsed file; none where its transfer syntax is not a video.
///
/// # Errors
/// As [`VideoStream::read`].
pub fn stream_of(parser: &Parser, file: &[u8]) -> Result<Option<VideoStream>, EngineError> {
    let Some(fragments) = parser.video_fragments(0) else {
        return Ok(None);
    };
    let mut stream = VideoStream::new(parser.transfer_syntax_uid())?;
    for (start, length) in fragments {
        stream.add_fragment(start, length)?;
        let rest = usize::try_from(start)
            .ok()
            .and_then(|start| file.get(start..));
        let rest = rest.unwrap_or(&[]);
        let present = usize::try_from(length).unwrap_or(usize::MAX);
        stream.push(&rest[..present.min(rest.len())])?;
    }
    stream.finish()?;
    Ok(Some(stream))
}

/// What [`describe`] would add is known, though the video has not arrived whole: its times come
/// from the header, or are in the video before its frames.
pub fn can_describe(stream: &VideoStream, metadata: &ImageMetadata) -> bool {
    let has_times = metadata.frame_time_source != FrameTimeSource::Assumed;
    stream.decoder().is_some() && (stream.is_complete() || has_times)
}

/// Completes metadata that were read without looking into the video: frame times where the header
/// names none, the count of frames, and warnings where header and video disagree on count or size.
pub fn describe(stream: &VideoStream, metadata: &mut ImageMetadata) {
    let declared = metadata.number_of_frames as usize;
    let found = stream.samples().len();
    if metadata.frame_time_source == FrameTimeSource::Assumed
        && let Some(times) = stream.times_ms()
        && let Some(mean_ms) = mean_step(&times)
    {
        metadata.frame_time_source = FrameTimeSource::VideoStream;
        metadata.frame_times_ms = times[..declared.min(found)].to_vec();
        // Frames that are announced and not there keep their place.
        for _ in found..declared {
            let last = metadata.frame_times_ms.last().copied().unwrap_or(0.0);
            metadata.frame_times_ms.push(last + mean_ms);
        }
        metadata.frame_rate = (declared > 1).then_some(1000.0 / mean_ms);
    }
    let mut warn = |code| {
        if !metadata.warnings.contains(&code) {
            metadata.warnings.push(code);
            metadata.warnings.sort_unstable();
        }
    };
    if stream.is_complete() {
        metadata.frames_present = u32::try_from(found).ok();
    }
    if stream.is_complete() && found < declared {
        warn(WarningCode::FewerFramesThanDeclared);
    } else if stream.is_complete() && found > declared {
        warn(WarningCode::MoreFramesThanDeclared);
    }
    let size = stream
        .decoder()
        .map(|decoder| (decoder.width, decoder.height));
    if size.is_some_and(|size| size != (metadata.width, metadata.height)) {
        warn(WarningCode::FrameSizeMismatch);
        // Regions are elsewhere in a picture of another size, so nothing is measured.
        metadata.flow_region = None;
    }
}

/// Mean time from frame to frame, where there is more than one.
fn mean_step(times: &[f64]) -> Option<f64> {
    let steps = times.len().checked_sub(1).filter(|&steps| steps > 0)?;
    let mean = times.last()? / steps as f64;
    (mean.is_finite() && mean > 0.0).then_some(mean)
}
