//! `propose`: possible cardiac events in an image.

use serde::Serialize;

use super::to_line;
use crate::dicom::parse::Parser;
use crate::error::EngineError;
use crate::pixels::{frame, rgb};
use crate::proposals::Proposer;
use crate::records::data_type::DataType;
use crate::records::proposals::Proposals;

#[derive(Serialize)]
struct ProposeLine<'a> {
    file: &'a str,
    proposals: Option<Proposals>,
}

/// The line of one file; `proposals` is null where nothing is seen.
///
/// # Errors
/// Errors of the parser and the decoder, for the first frame that fails.
pub fn propose_line(
    file: &str,
    data_type: Option<DataType>,
    bytes: &[u8],
) -> Result<String, EngineError> {
    let parser = Parser::parse(bytes)?;
    let Some(metadata) = parser.metadata() else {
        return Err(EngineError::FrameNotAvailable { frame_number: 1 });
    };
    let mut samples = Vec::new();
    let mut proposer = Proposer::new(metadata.clone(), data_type);
    for frame_number in 1..=metadata.number_of_frames {
        let format = parser
            .format()
            .ok_or(EngineError::FrameNotAvailable { frame_number })?;
        let decoded = frame::decode_frame(&parser, bytes, frame_number, &mut samples)?;
        let picture = rgb::to_8_bits(format, rgb::to_rgb(format, &decoded, &samples)?);
        proposer.show(frame_number, &picture, decoded.width, decoded.height)?;
    }
    let proposals = proposer.proposals();
    to_line(&ProposeLine { file, proposals })
}
