//! Proposals of any image: a strip has one frame, a clip several.

use super::clip::ClipMotion;
use super::picture::Picture;
use super::strip::of_strip;
use crate::error::EngineError;
use crate::records::data_type::DataType;
use crate::records::metadata::ImageMetadata;
use crate::records::proposals::Proposals;

/// Looks at the frames of one image, in any order, and proposes where its events may lie.
pub struct Proposer {
    seen: Seen,
    data_type: Option<DataType>,
}

enum Seen {
    Strip(ImageMetadata, Option<Proposals>),
    Clip(ClipMotion),
}

impl Proposer {
    /// A proposer without frames; the kind of data limits the possible heart rates.
    pub fn new(metadata: ImageMetadata, data_type: Option<DataType>) -> Self {
        let seen = if metadata.number_of_frames > 1 {
            Seen::Clip(ClipMotion::new(metadata, data_type))
        } else {
            Seen::Strip(metadata, None)
        };
        Self { seen, data_type }
    }

    /// Looks at a frame, counted from 1, as interleaved 8-bit RGB.
    ///
    /// # Errors
    /// `invalid-argument` when the samples are of another size.
    pub fn show(
        &mut self,
        frame_number: u32,
        rgb: &[u8],
        width: u32,
        height: u32,
    ) -> Result<(), EngineError> {
        match &mut self.seen {
            Seen::Clip(motion) => motion.show(frame_number, rgb, width, height),
            Seen::Strip(metadata, found) => {
                *found = of_strip(&Picture::new(rgb, width, height)?, metadata, self.data_type);
                Ok(())
            }
        }
    }

    /// What is proposed by what was seen so far; none where that shows nothing.
    pub fn proposals(&self) -> Option<Proposals> {
        match &self.seen {
            Seen::Strip(_, found) => found.clone(),
            Seen::Clip(motion) => motion.proposals(),
        }
    }
}
