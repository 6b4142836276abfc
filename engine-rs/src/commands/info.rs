//! `info`: what a file states about its picture, in one line.

use serde::Serialize;

use super::to_line;
use crate::dicom::parse::Parser;
use crate::error::EngineError;
use crate::records::metadata::{
    DopplerRegion, FlowRegion, FrameAxis, FrameTimeSource, ValueNote, WarningCode,
};
use crate::video;

#[derive(Serialize)]
struct InfoLine<'a> {
    file: &'a str,
    transfer_syntax_uid: String,
    number_of_frames: u32,
    width: u32,
    height: u32,
    frame_rate: Option<f64>,
    manufacturer: Option<String>,
    modality: Option<String>,
    doppler_regions: Vec<DopplerRegion>,
    flow_region: Option<FlowRegion>,
    frame_times_ms: Vec<f64>,
    frame_time_source: FrameTimeSource,
    frames_present: Option<u32>,
    frame_axis: FrameAxis,
    warnings: Vec<WarningCode>,
    value_notes: Vec<ValueNote>,
}

/// The line of one file.
///
/// # Errors
/// As [`Parser::finish`] and, for video, [`video::stream_of`].
pub fn info_line(file: &str, bytes: &[u8]) -> Result<String, EngineError> {
    let parser = Parser::parse(bytes)?;
    let mut metadata = parser.metadata_of(bytes).ok_or(EngineError::NoPixelData)?;
    if let Some(stream) = video::stream_of(&parser, bytes)? {
        video::describe(&stream, &mut metadata);
    }
    to_line(&InfoLine {
        file,
        transfer_syntax_uid: metadata.transfer_syntax_uid,
        number_of_frames: metadata.number_of_frames,
        width: metadata.width,
        height: metadata.height,
        frame_rate: metadata.frame_rate,
        manufacturer: metadata.manufacturer,
        modality: metadata.modality,
        doppler_regions: metadata.doppler_regions,
        flow_region: metadata.flow_region,
        frame_times_ms: metadata.frame_times_ms,
        frame_time_source: metadata.frame_time_source,
        frames_present: metadata.frames_present,
        frame_axis: metadata.frame_axis,
        warnings: metadata.warnings,
        value_notes: metadata.value_notes,
    })
}
