//! Results of a parser so far.

use super::Parser;
use crate::dicom::element::DataSet;
use crate::dicom::frames::{FrameBytes, FrameIndex, items_of};
use crate::dicom::pixel_data::PixelData;
use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::transfer_syntax::{self, Encoding};
use crate::error::EngineError;
use crate::records::metadata::{ImageMetadata, WarningCode};

impl Parser {
    /// Metadata; none until Pixel Data begins.
    pub fn metadata(&self) -> Option<ImageMetadata> {
        let mut metadata = self.pixels.as_ref()?.metadata.clone();
        metadata.warnings = self.warnings();
        metadata.value_notes = self.warnings.notes().to_vec();
        metadata.frames_present = self.frames_present();
        Some(metadata)
    }

    /// Metadata of a whole plain file. Surplus frames that share a fragment with another one are counted too.
    pub fn metadata_of(&self, file: &[u8]) -> Option<ImageMetadata> {
        let mut metadata = self.metadata()?;
        let declared = metadata.number_of_frames;
        let more = self.pixels.as_ref()?.sharing_a_fragment(file);
        if let Some(present) = metadata.frames_present.as_mut()
            && more > 0
            && *present >= declared
        {
            *present = present.saturating_add(more);
            let warnings = &mut metadata.warnings;
            warnings.push(WarningCode::MoreFramesThanDeclared);
            warnings.sort_unstable();
            warnings.dedup();
        }
        Some(metadata)
    }

    /// Format for a decoder of this file's frames; none until Pixel Data begins.
    pub fn format(&self) -> Option<&PixelFormat> {
        self.pixels.as_ref().map(|pixels| &pixels.format)
    }

    /// Where the pixels stand; none until Pixel Data begins.
    pub fn pixel_data(&self) -> Option<&PixelData> {
        self.pixels.as_ref()
    }

    /// Irregularities so far, each code once, in a fixed order.
    pub fn warnings(&self) -> Vec<WarningCode> {
        let mut warnings = self.warnings.clone();
        if self.tree.truncated {
            warnings.push(WarningCode::MetadataTruncated);
        }
        warnings.sorted()
    }

    /// Elements before Pixel Data.
    pub fn data_set(&self) -> &DataSet {
        &self.tree.root
    }

    /// File meta information.
    pub fn file_meta(&self) -> &DataSet {
        &self.meta
    }

    /// Encoding the data set is really written in.
    pub fn encoding(&self) -> Encoding {
        self.tree.encoding
    }

    /// Transfer syntax the file is read with; empty before the data set begins.
    pub fn transfer_syntax_uid(&self) -> &str {
        &self.transfer_syntax_uid
    }

    /// The inflated data set of a deflated file and the position where it stands instead of the
    /// deflated bytes: frames are in there.
    pub fn inflated(&self) -> Option<(u64, &[u8])> {
        let inflater = self.inflater.as_ref()?;
        Some((inflater.base, &inflater.bytes))
    }

    /// Frames whose bytes have all been seen. After the end: frames that begin in the file.
    pub fn frames_available(&self) -> u32 {
        let pixels = self.pixels.as_ref();
        pixels.map_or(0, |pixels| pixels.available(self.position))
    }

    /// Frames the file announces; after its end, those that are there.
    pub fn frames_total(&self) -> u32 {
        match &self.pixels {
            Some(_) if self.finished => self.frames_available(),
            Some(pixels) => pixels.metadata.number_of_frames,
            None => 0,
        }
    }

    /// Frames that are in the file, also beyond those it announces; none before its end, and for videos, whose
    /// container counts them.
    pub fn frames_present(&self) -> Option<u32> {
        let pixels = self.pixels.as_ref().filter(|_| self.finished)?;
        let is_video = transfer_syntax::video(&self.transfer_syntax_uid).is_some();
        (!is_video).then(|| pixels.present(self.position))
    }

    /// Where a frame's bytes lie; numbers count from 1.
    ///
    /// # Errors
    /// `frame-out-of-range`, `frame-missing` after the end of the file, `frame-not-available` before.
    pub fn frame_bytes(&self, frame_number: u32) -> Result<FrameBytes, EngineError> {
        let pixels = self.pixels.as_ref();
        let pixels = pixels.ok_or(EngineError::FrameNotAvailable { frame_number })?;
        pixels.frame_bytes(frame_number, self.position, self.finished)
    }

    /// Place of a frame that has not arrived, for a separate request of its bytes: first byte and,
    /// where known, the byte after. None for deflated files and without an offset table.
    pub fn announced(&self, frame_number: u32) -> Option<(u64, Option<u64>)> {
        let pixels = self.pixels.as_ref().filter(|_| self.inflater.is_none())?;
        let known = (1..=pixels.metadata.number_of_frames).contains(&frame_number);
        known.then(|| pixels.index.announced(frame_number - 1))?
    }

    /// Pieces of a frame within bytes fetched from where it was announced.
    pub fn pieces_in(&self, bytes: &[u8], frame_number: u32) -> Option<FrameBytes> {
        let pixels = self.pixels.as_ref()?;
        let (ranges, skip_bits) = match &pixels.index {
            FrameIndex::Native(_) => {
                let index = frame_number.checked_sub(1)?;
                let skip_bits = pixels.index.bytes(index, u64::MAX).skip_bits;
                (vec![(0, bytes.len() as u64)], skip_bits)
            }
            FrameIndex::Encapsulated(_) => {
                let mark = transfer_syntax::frame_mark(&pixels.format.transfer_syntax_uid);
                (items_of(bytes, mark)?, 0)
            }
        };
        Some(FrameBytes {
            ranges,
            skip_bits,
            partial: false,
        })
    }

    /// Start and announced length of each fragment of a video starting with one, arrived or not;
    /// none for other transfer syntaxes.
    pub fn video_fragments(&self, from: usize) -> Option<Vec<(u64, u64)>> {
        transfer_syntax::video(&self.transfer_syntax_uid)?;
        match &self.pixels.as_ref()?.index {
            FrameIndex::Encapsulated(index) => Some(index.fragments_from(from).collect()),
            FrameIndex::Native(_) => None,
        }
    }
}
