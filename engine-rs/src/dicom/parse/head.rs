//! The beginning of a file: preamble, file meta information, and how the data set is encoded.

use super::{Parser, State, Step};
use crate::dicom::element::{Element, Tag, Value};
use crate::dicom::header::{SHORT_BYTES, UNDEFINED, bytes_needed, read_header};
use crate::dicom::start::{self, Start};
use crate::dicom::transfer_syntax;
use crate::dicom::tree::Tree;
use crate::error::EngineError;
use crate::limits;
use crate::records::metadata::WarningCode;

impl Parser {
    pub(super) fn step_start(&mut self, input: &[u8], end: bool) -> Result<Step, EngineError> {
        if input.len() < start::PROBE_BYTES && !end {
            return Ok(Step::Need(start::PROBE_BYTES));
        }
        let (offset, has_meta) = match start::find(input) {
            Start::Meta { offset } => (offset, true),
            Start::DataSet => (0, false),
            Start::Unknown => return Err(EngineError::NotDicom),
        };
        if offset == 0 {
            self.warnings.push(WarningCode::MissingFileMeta);
        }
        self.state = if has_meta {
            State::Meta
        } else {
            State::Encoding
        };
        Ok(Step::Took(offset))
    }

    /// File meta elements are explicit little endian; a few writers leave out the VR.
    pub(super) fn step_meta(&mut self, input: &[u8]) -> Result<Step, EngineError> {
        if input.len() < SHORT_BYTES {
            return Ok(Step::Need(SHORT_BYTES));
        }
        if input[..2] != [2, 0] {
            self.state = State::Encoding;
            return Ok(Step::Took(0));
        }
        let explicit = transfer_syntax::encoding(transfer_syntax::EXPLICIT_LITTLE);
        let Some(header) = read_header(input, explicit) else {
            return Ok(Step::Need(bytes_needed(input)));
        };
        let count = self.meta.elements.len();
        if header.length == UNDEFINED
            || u64::from(header.length) > limits::MAX_KEPT_VALUE_BYTES
            || count >= limits::MAX_FILE_META_ELEMENTS
        {
            return Err(EngineError::MalformedDataSet {
                offset: self.position as f64,
                detail: format!(
                    "file meta element {} of {} bytes",
                    header.tag, header.length
                ),
            });
        }
        let whole = header.size + header.length as usize;
        if input.len() < whole {
            return Ok(Step::Need(whole));
        }
        self.meta.elements.push(Element {
            tag: header.tag,
            vr: header.vr,
            value: Value::Bytes(input[header.size..whole].to_vec()),
        });
        Ok(Step::Took(whole))
    }

    /// Believes the first header more than the transfer syntax: both are there in every file,
    /// but only one of them was written with the elements.
    pub(super) fn step_encoding(&mut self, input: &[u8]) -> Result<Step, EngineError> {
        if input.len() < SHORT_BYTES {
            return Ok(Step::Need(SHORT_BYTES));
        }
        let named = self.meta.text(Tag(0x0002_0010));
        let uid = named.clone().unwrap_or_default();
        if uid == transfer_syntax::DEFLATED && self.inflater.is_none() {
            self.state = State::Deflated;
            return Ok(Step::Took(0));
        }
        let expected = transfer_syntax::encoding(&uid);
        let encoding = start::guess_encoding(input).unwrap_or(expected);
        if named.is_none() {
            self.warnings.push(WarningCode::MissingFileMeta);
        } else if encoding != expected {
            self.warnings.push(WarningCode::TransferSyntaxMismatch);
        }
        let plain = named.is_none() || transfer_syntax::is_native(&uid);
        self.transfer_syntax_uid = if plain && (named.is_none() || encoding != expected) {
            start::uid_of(encoding).to_owned()
        } else {
            uid
        };
        self.tree = Tree::new(encoding);
        self.state = State::Header;
        Ok(Step::Took(0))
    }
}
