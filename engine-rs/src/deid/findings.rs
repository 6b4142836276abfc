//! Irregularities of an imported file.

use serde::Serialize;

use crate::dicom::parse::Parser;
use crate::records::metadata::{ValueNote, WarningCode};
use crate::video;

/// Irregularities of a file before it is de-identified. The stored file has the used numbers and frames only, or a video as
/// a whole.
#[derive(Debug, Default, Serialize)]
pub struct Findings {
    /// Frames the file declares.
    pub number_of_frames: u32,
    /// Frames that are in it; null where that is not known.
    pub frames_present: Option<u32>,
    /// Its frames are one video.
    pub is_video: bool,
    /// Irregularities of its header and of its frames.
    pub warnings: Vec<WarningCode>,
    /// Stated numbers that are not used as they are written.
    pub value_notes: Vec<ValueNote>,
}

impl Findings {
    /// Nothing is found in what cannot be read, which is refused by name later.
    pub fn of(file: &[u8]) -> Self {
        let Ok(parser) = Parser::parse(file) else {
            return Self::default();
        };
        let Some(mut metadata) = parser.metadata_of(file) else {
            return Self::default();
        };
        let stream = video::stream_of(&parser, file);
        if let Ok(Some(stream)) = &stream {
            video::describe(stream, &mut metadata);
        }
        Self {
            number_of_frames: metadata.number_of_frames,
            frames_present: metadata.frames_present,
            is_video: !matches!(stream, Ok(None)),
            warnings: metadata.warnings,
            value_notes: metadata.value_notes,
        }
    }
}
