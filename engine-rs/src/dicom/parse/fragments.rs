//! Pixel Data: plain samples, or fragments with their offset table.

use super::{Parser, State, Step};
use crate::dicom::frames::HEAD_BYTES;
use crate::dicom::header::{Header, ITEM, SEQUENCE_END, SHORT_BYTES, UNDEFINED, read_header};
use crate::dicom::pixel_data::{Before, MAX_FRAME_HEADER_BYTES, PixelData};
use crate::dicom::transfer_syntax::Encoding;
use crate::error::EngineError;
use crate::limits;
use crate::records::metadata::WarningCode;

impl Parser {
    pub(super) fn begin_pixel_data(&mut self, header: &Header) -> Result<Step, EngineError> {
        self.seen_elements = true;
        let before = Before {
            meta: &self.meta,
            root: &self.tree.root,
            encoding: self.tree.encoding,
            transfer_syntax_uid: &self.transfer_syntax_uid,
        };
        let pixels = PixelData::begin(before, header, self.position, &mut self.warnings)?;
        if header.length == UNDEFINED {
            self.state = State::Fragment;
        } else {
            self.state = State::Rest;
            self.skip = u64::from(header.length);
        }
        self.pixels = Some(pixels);
        Ok(Step::Took(header.size))
    }

    pub(super) fn step_fragment(&mut self, input: &[u8]) -> Result<Step, EngineError> {
        let delimiters = Encoding {
            implicit: true,
            big_endian: self.tree.encoding.big_endian,
        };
        let Some(header) = read_header(input, delimiters) else {
            return Ok(Step::Need(SHORT_BYTES));
        };
        if header.tag == SEQUENCE_END {
            self.close_pixel_data();
            return Ok(Step::Took(SHORT_BYTES));
        }
        if header.tag != ITEM || header.length == UNDEFINED {
            self.warnings.push(WarningCode::MissingSequenceDelimiter);
            self.close_pixel_data();
            return Ok(Step::Took(0));
        }
        let value_start = self.position + SHORT_BYTES as u64;
        let length = header.length;
        if self.pixels.as_ref().is_some_and(PixelData::awaits_table) {
            if u64::from(length) > limits::MAX_KEPT_TABLE_BYTES {
                self.warnings.push(WarningCode::OffsetTableIgnored);
                self.skip = u64::from(length);
                self.set_table(value_start + u64::from(length), &[]);
            } else if length == 0 {
                self.set_table(value_start, &[]);
            } else {
                let length = length as usize;
                self.state = State::OffsetTable { length };
            }
        } else if length == 0 {
            self.add_fragment(value_start, 0, &[])?;
        } else {
            self.state = State::Head {
                offset: value_start,
                length,
            };
        }
        Ok(Step::Took(SHORT_BYTES))
    }

    pub(super) fn set_table(&mut self, base: u64, offsets: &[u64]) {
        if let Some(pixels) = &mut self.pixels {
            pixels.set_table(base, offsets, &mut self.warnings);
        }
    }

    /// The first fragment of a JPEG is read up to its frame header, all others are recognised by
    /// their first bytes.
    pub(super) fn head_bytes(&self) -> usize {
        match &self.pixels {
            Some(pixels) if pixels.awaits_frame_header() => MAX_FRAME_HEADER_BYTES,
            _ => HEAD_BYTES,
        }
    }

    pub(super) fn add_fragment(
        &mut self,
        offset: u64,
        length: u32,
        head: &[u8],
    ) -> Result<(), EngineError> {
        match &mut self.pixels {
            Some(pixels) => pixels.add_fragment(offset, length, head, &mut self.warnings),
            None => Ok(()),
        }
    }

    pub(super) fn close_pixel_data(&mut self) {
        self.state = State::Rest;
        if let Some(pixels) = &mut self.pixels {
            pixels.close(self.position, &mut self.warnings);
        }
    }
}
