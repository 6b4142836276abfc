//! Pixel Data of one file: format, metadata and the index of its frames.

use super::element::{DataSet, Tag, Vr};
use super::frames::{FragmentIndex, FrameBytes, FrameIndex, HEAD_BYTES, NativeIndex};
use super::header::{Header, UNDEFINED};
use super::jpeg_colour::Evidence;
use super::jpeg_markers::read_markers;
use super::pixel_format::{self, PixelFormat};
use super::transfer_syntax::{self, Encoding, FrameMark};
use super::warnings::Warnings;
use super::{metadata, start};
use crate::error::EngineError;
use crate::limits;
use crate::records::metadata::{ImageMetadata, WarningCode};

/// Markers before the frame header of a JPEG: tables and a few application segments.
pub const MAX_FRAME_HEADER_BYTES: usize = 4096;

/// Facts that are known once Pixel Data starts.
#[derive(Debug)]
pub struct PixelData {
    /// Pixel Data, Float Pixel Data or Double Float Pixel Data.
    pub tag: Tag,
    /// Value representation, OW for implicit encodings.
    pub vr: Vr,
    /// Meaning of the bytes.
    pub format: PixelFormat,
    /// The record, without warnings.
    pub metadata: ImageMetadata,
    /// Where the frames lie.
    pub index: FrameIndex,
    closed: bool,
}

/// Elements before Pixel Data.
#[derive(Debug, Clone, Copy)]
pub struct Before<'a> {
    /// File meta information.
    pub meta: &'a DataSet,
    /// The data set.
    pub root: &'a DataSet,
    /// Encoding of the data set.
    pub encoding: Encoding,
    /// Transfer syntax the file is read with.
    pub transfer_syntax_uid: &'a str,
}

impl PixelData {
    /// Reads the elements before, at the header of Pixel Data.
    ///
    /// # Errors
    /// `missing-attribute`, `unsupported-pixel-format`, `limit-exceeded`.
    pub fn begin(
        before: Before<'_>,
        header: &Header,
        position: u64,
        warnings: &mut Warnings,
    ) -> Result<Self, EngineError> {
        let Before { meta, root, .. } = before;
        let uid = before.transfer_syntax_uid;
        let vr = if before.encoding.implicit {
            Vr::OW
        } else {
            header.vr
        };
        let mut format = pixel_format::read_format(root, uid, header.tag, vr, warnings)?;
        let declared = metadata::number_of_frames(root)?;
        let index = if header.length == UNDEFINED {
            let mut index = FragmentIndex::new(transfer_syntax::frame_mark(uid), declared);
            index.set_extended_table(&root.offsets(Tag(0x7fe0_0001)), warnings);
            FrameIndex::Encapsulated(index)
        } else {
            if !transfer_syntax::is_native(uid) {
                warnings.push(WarningCode::NotEncapsulated);
                start::uid_of(before.encoding).clone_into(&mut format.transfer_syntax_uid);
            }
            let length = u64::from(header.length);
            unpack_422(&mut format, length, declared, warnings);
            FrameIndex::Native(NativeIndex {
                start: position + header.size as u64,
                length,
                frame_bits: format.frame_bits(),
                declared: u64::from(declared),
                alignment: if format.swapped_words { 2 } else { 1 },
            })
        };
        let metadata = metadata::build(meta, root, &mut format, uid, warnings)?;
        Ok(Self {
            tag: header.tag,
            vr,
            format,
            metadata,
            index,
            closed: false,
        })
    }

    /// Frames whose bytes lie before `position`.
    pub fn available(&self, position: u64) -> u32 {
        self.index
            .available(self.metadata.number_of_frames, position, self.closed)
    }

    /// Frames that begin before `position`, whatever the file declares.
    pub fn present(&self, position: u64) -> u32 {
        u32::try_from(self.index.present(position)).unwrap_or(u32::MAX)
    }

    /// Frames of `file` that share a fragment with another frame: no frame number leads to them.
    pub fn sharing_a_fragment(&self, file: &[u8]) -> u32 {
        match &self.index {
            FrameIndex::Encapsulated(index) => {
                u32::try_from(index.sharing_a_fragment(file)).unwrap_or(u32::MAX)
            }
            FrameIndex::Native(_) => 0,
        }
    }

    /// Where a frame's bytes lie, for a file seen up to `position`.
    ///
    /// # Errors
    /// `frame-out-of-range`, `frame-missing` when the file is over, `frame-not-available` before.
    pub fn frame_bytes(
        &self,
        frame_number: u32,
        position: u64,
        over: bool,
    ) -> Result<FrameBytes, EngineError> {
        let number_of_frames = self.metadata.number_of_frames;
        if frame_number == 0 || frame_number > number_of_frames {
            return Err(EngineError::FrameOutOfRange {
                frame_number,
                number_of_frames,
            });
        }
        let frames_present = self.available(position);
        if frame_number <= frames_present {
            return Ok(self.index.bytes(frame_number - 1, position));
        }
        Err(if over {
            EngineError::FrameMissing {
                frame_number,
                frames_present,
            }
        } else {
            EngineError::FrameNotAvailable { frame_number }
        })
    }

    /// The next item holds the Basic Offset Table.
    pub fn awaits_table(&self) -> bool {
        matches!(&self.index, FrameIndex::Encapsulated(index) if !index.has_base())
    }

    /// Takes the Basic Offset Table; `base` is the position after it.
    pub fn set_table(&mut self, base: u64, offsets: &[u64], warnings: &mut Warnings) {
        if let FrameIndex::Encapsulated(index) = &mut self.index {
            index.set_table(base, offsets, warnings);
        }
    }

    /// Takes a fragment: position and length of its payload and its first bytes.
    ///
    /// # Errors
    /// `limit-exceeded` for `fragments`.
    pub fn add_fragment(
        &mut self,
        offset: u64,
        length: u32,
        head: &[u8],
        warnings: &mut Warnings,
    ) -> Result<(), EngineError> {
        let FrameIndex::Encapsulated(index) = &mut self.index else {
            return Ok(());
        };
        let first = index.fragment_count() == 0;
        index.add(
            offset,
            length,
            &head[..head.len().min(HEAD_BYTES)],
            warnings,
        );
        let count = index.fragment_count();
        if count > limits::MAX_FRAGMENTS {
            return Err(EngineError::limit(
                "fragments",
                limits::MAX_FRAGMENTS as u64,
                count as u64,
            ));
        }
        if first && self.is_jpeg() {
            self.check_size(head, warnings);
            self.decide_colour(head);
        }
        Ok(())
    }

    /// The stream decides how large the picture is. Where the header names another size its regions
    /// are elsewhere, so nothing is measured.
    fn check_size(&mut self, head: &[u8], warnings: &mut Warnings) {
        let Some(markers) = read_markers(head) else {
            return;
        };
        // 0 rows: the number follows the first scan (DNL).
        let differs = markers.width != self.format.width
            || (markers.height != self.format.height && markers.height != 0);
        if differs {
            warnings.push(WarningCode::FrameSizeMismatch);
            self.metadata.flow_region = None;
        }
    }

    /// Decision about the colours of a JPEG stream, as in its codec.
    fn decide_colour(&mut self, head: &[u8]) {
        /// SOF3 and SOF55.
        const LOSSLESS: [u8; 2] = [0xc3, 0xf7];
        let Some(markers) = read_markers(head).filter(|markers| markers.process != LOSSLESS[1])
        else {
            return;
        };
        let evidence = Evidence {
            ids: &markers.component_ids,
            subsampled: markers.subsampled,
            markers: markers.colour,
            is_lossless: markers.process == LOSSLESS[0],
        };
        let header = &self.format.photometric_interpretation;
        let is_colour = markers.component_ids.len() == 3;
        self.metadata.colour_decision = is_colour.then(|| evidence.decide(header));
    }

    /// The markers of JPEG and JPEG-LS contain the size.
    fn is_jpeg(&self) -> bool {
        transfer_syntax::frame_mark(&self.format.transfer_syntax_uid) == FrameMark::Jpeg
    }

    /// The next fragment shows the size of the picture.
    pub fn awaits_frame_header(&self) -> bool {
        self.is_jpeg()
            && matches!(&self.index, FrameIndex::Encapsulated(index) if index.fragment_count() == 0)
    }

    /// No more frames follow.
    pub fn close(&mut self, position: u64, warnings: &mut Warnings) {
        if !self.closed {
            self.closed = true;
            let declared = self.metadata.number_of_frames;
            self.index.finish(declared, position, warnings);
        }
    }
}

/// Some writers name YBR_FULL_422 and store chroma for every pixel; the length decides.
fn unpack_422(format: &mut PixelFormat, length: u64, declared: u32, warnings: &mut Warnings) {
    if !format.packed_422 {
        return;
    }
    let pixels = u64::from(format.width) * u64::from(format.height);
    let full = pixels * 3 * u64::from(format.bits_allocated) / 8 * u64::from(declared);
    if length == full || length == full + 1 {
        format.packed_422 = false;
        warnings.push(WarningCode::FullLength422);
    }
}
