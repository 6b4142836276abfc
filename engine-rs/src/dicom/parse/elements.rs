//! Elements, sequences and items of the data set before Pixel Data.

use super::{Parser, State, Step};
use crate::dicom::dictionary;
use crate::dicom::element::{Tag, Value, Vr};
use crate::dicom::header::{
    Header, ITEM, ITEM_END, SEQUENCE_END, SHORT_BYTES, UNDEFINED, bytes_needed, read_header,
};
use crate::dicom::tree::{Opened, Place};
use crate::error::EngineError;
use crate::records::metadata::WarningCode;

const PIXEL_DATA: Tag = Tag(0x7fe0_0010);

impl Parser {
    pub(super) fn step_header(&mut self, input: &[u8]) -> Result<Step, EngineError> {
        self.tree.close_ended(self.position);
        let Some(header) = read_header(input, self.tree.encoding) else {
            return Ok(Step::Need(bytes_needed(input)));
        };
        match self.tree.place() {
            Place::Root => self.step_in_root(&header),
            Place::Item => self.step_in_item(&header),
            Place::Sequence | Place::Fragments => self.step_in_sequence(&header),
        }
    }

    fn step_in_sequence(&mut self, header: &Header) -> Result<Step, EngineError> {
        let fragments = self.tree.place() == Place::Fragments;
        match header.tag {
            ITEM if fragments && header.length != UNDEFINED => {
                self.skip = u64::from(header.length);
            }
            ITEM if !fragments => {
                let implicit = self.tree.encoding.implicit;
                self.tree
                    .open(Opened::Item, header, self.position, implicit)?;
            }
            SEQUENCE_END => self.tree.close(),
            _ => {
                self.warnings.push(WarningCode::SequenceRepaired);
                match self.tree.innermost_end() {
                    // Its length gives the position to continue at.
                    Some(end) => self.skip = end.saturating_sub(self.position),
                    None => self.tree.close(),
                }
                return Ok(Step::Took(0));
            }
        }
        Ok(Step::Took(SHORT_BYTES))
    }

    fn step_in_item(&mut self, header: &Header) -> Result<Step, EngineError> {
        match header.tag {
            ITEM_END => self.tree.close(),
            SEQUENCE_END => {
                self.warnings.push(WarningCode::SequenceRepaired);
                self.tree.close();
                self.tree.close();
            }
            ITEM => {
                // The delimiter of the item before is missing.
                self.warnings.push(WarningCode::SequenceRepaired);
                self.tree.close();
                return Ok(Step::Took(0));
            }
            _ => return self.step_element(header),
        }
        Ok(Step::Took(SHORT_BYTES))
    }

    fn step_in_root(&mut self, header: &Header) -> Result<Step, EngineError> {
        if matches!(header.tag, ITEM | ITEM_END | SEQUENCE_END) {
            self.warnings.push(WarningCode::SequenceRepaired);
            return Ok(Step::Took(SHORT_BYTES));
        }
        // Float Pixel Data, Double Float Pixel Data, Pixel Data.
        if matches!(header.tag.0, 0x7fe0_0008..=0x7fe0_0010) {
            return self.begin_pixel_data(header);
        }
        self.step_element(header)
    }

    fn step_element(&mut self, header: &Header) -> Result<Step, EngineError> {
        self.seen_elements = true;
        let encoding = self.tree.encoding;
        let known = dictionary::lookup(header.tag).map(|entry| entry.0);
        let vr = if encoding.implicit {
            known.unwrap_or(Vr::UN)
        } else {
            header.vr
        };
        // A sequence written as UN holds implicit little endian (PS3.5 6.2.2, note).
        let implicit = encoding.implicit || (vr == Vr::UN && !encoding.big_endian);
        let took = Ok(Step::Took(header.size));
        if header.length == UNDEFINED {
            let is_icon = matches!(vr, Vr::OB | Vr::OW) && header.tag == PIXEL_DATA;
            let opened = if is_icon {
                Opened::Fragments
            } else {
                Opened::Sequence
            };
            self.tree.open(opened, header, self.position, implicit)?;
            return took;
        }
        let value_start = self.position + header.size as u64;
        let length = self.tree.length_within(value_start, header.length);
        if length < header.length {
            self.warnings.push(WarningCode::SequenceRepaired);
        }
        if vr == Vr::SQ || (vr == Vr::UN && known == Some(Vr::SQ)) {
            let header = Header { length, ..*header };
            self.tree
                .open(Opened::Sequence, &header, self.position, implicit)?;
            return took;
        }
        // UN of a standard attribute is read by the standard's VR (seen in real files).
        let vr = if vr == Vr::UN {
            known.unwrap_or(vr)
        } else {
            vr
        };
        let tag = header.tag;
        if !self.tree.may_keep(tag, length) {
            let length = u64::from(length);
            self.skip = length;
            self.tree.add(tag, vr, Value::Omitted { length });
        } else if length == 0 {
            self.tree.add(tag, vr, Value::Bytes(Vec::new()));
        } else {
            let length = length as usize;
            self.state = State::Value { tag, vr, length };
        }
        took
    }
}
