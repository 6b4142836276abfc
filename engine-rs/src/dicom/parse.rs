//! Push parser: bytes in chunks of any size, elements and the frame index out.
//!
//! Keeps the elements before Pixel Data within the limits and the positions of frames, never
//! pixels. Repairs what real files get wrong and says so in warnings (PS3.5 7, PS3.10 7.1).

use super::dictionary;
use super::element::{DataSet, Element, Tag, Value, Vr};
use super::frames::{FrameBytes, FrameIndex, HEAD_BYTES, items_of};
use super::header::{
    Header, ITEM, ITEM_END, SEQUENCE_END, SHORT_BYTES, UNDEFINED, bytes_needed, read_header, u32_at,
};
use super::inflate::Inflater;
use super::pixel_data::{Before, MAX_FRAME_HEADER_BYTES, PixelData};
use super::pixel_format::PixelFormat;
use super::start::{self, Start};
use super::transfer_syntax::{self, Encoding};
use super::tree::{Opened, Place, Tree};
use super::warnings::Warnings;
use crate::error::EngineError;
use crate::limits;
use crate::records::metadata::{ImageMetadata, WarningCode};

const PIXEL_DATA: Tag = Tag(0x7fe0_0010);

/// What the parser waits for next.
#[derive(Debug)]
enum State {
    /// Preamble or first element.
    Start,
    /// File meta information.
    Meta,
    /// First bytes of the data set, to see its encoding.
    Encoding,
    /// The data set is deflated: all that follows goes through the inflater.
    Deflated,
    /// Header of the next element.
    Header,
    /// Value of an element.
    Value { tag: Tag, vr: Vr, length: usize },
    /// Header of the next fragment.
    Fragment,
    /// Basic Offset Table.
    OffsetTable { length: usize },
    /// First bytes of a fragment.
    Head { offset: u64, length: u32 },
    /// Pixel Data is over, or was left behind; the rest is passed over.
    Rest,
}

/// What one step did with its input.
enum Step {
    /// Took this many bytes.
    Took(usize),
    /// Needs at least this many bytes from the current position on.
    Need(usize),
}

/// Parser of one file.
#[derive(Debug)]
pub struct Parser {
    state: State,
    /// Bytes of an unfinished step.
    pending: Vec<u8>,
    /// Length `pending` must reach before the next step.
    needed: usize,
    /// Bytes still to be passed over.
    skip: u64,
    position: u64,
    finished: bool,
    meta: DataSet,
    tree: Tree,
    /// A data set element other than delimiters was read.
    seen_elements: bool,
    transfer_syntax_uid: String,
    pixels: Option<PixelData>,
    warnings: Warnings,
    /// Inflates all that follows the file meta information of a deflated file.
    inflater: Option<Inflater>,
    error: Option<EngineError>,
}

impl Default for Parser {
    fn default() -> Self {
        Self::new()
    }
}

impl Parser {
    /// A parser at the start of a file.
    pub fn new() -> Self {
        Self {
            state: State::Start,
            pending: Vec::new(),
            needed: 0,
            skip: 0,
            position: 0,
            finished: false,
            meta: DataSet::default(),
            tree: Tree::new(transfer_syntax::encoding(transfer_syntax::EXPLICIT_LITTLE)),
            seen_elements: false,
            transfer_syntax_uid: String::new(),
            pixels: None,
            warnings: Warnings::default(),
            inflater: None,
            error: None,
        }
    }

    /// Parses a whole file.
    ///
    /// # Errors
    /// As [`Self::finish`].
    pub fn parse(bytes: &[u8]) -> Result<Self, EngineError> {
        let mut parser = Self::new();
        parser.push(bytes)?;
        parser.finish()?;
        Ok(parser)
    }

    /// Takes the next bytes of the file. Pixels are passed over without being copied.
    ///
    /// # Errors
    /// The first error met; every later call repeats it.
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), EngineError> {
        self.check()?;
        let seen = self.position + self.pending.len() as u64 + chunk.len() as u64;
        if seen > limits::MAX_FILE_BYTES {
            return self.fail(EngineError::limit(
                "file_bytes",
                limits::MAX_FILE_BYTES,
                seen,
            ));
        }
        if self.inflater.is_some() {
            return self.push_deflated(chunk);
        }
        self.feed(chunk)
    }

    /// Takes bytes of the file, or what was inflated from them.
    fn feed(&mut self, chunk: &[u8]) -> Result<(), EngineError> {
        let mut input = chunk;
        while !input.is_empty() {
            if self.skip > 0 || matches!(self.state, State::Rest) {
                input = self.pass_over(input);
            } else if matches!(self.state, State::Deflated) {
                return self.begin_deflated(input);
            } else if self.pending.is_empty() {
                input = self.step_on(input, false)?;
            } else {
                let missing = self
                    .needed
                    .saturating_sub(self.pending.len())
                    .min(input.len());
                self.pending.extend_from_slice(&input[..missing]);
                input = &input[missing..];
                if self.pending.len() >= self.needed {
                    self.step_on_pending(false)?;
                }
            }
        }
        if matches!(self.state, State::Deflated) {
            return self.begin_deflated(&[]);
        }
        Ok(())
    }

    fn begin_deflated(&mut self, input: &[u8]) -> Result<(), EngineError> {
        self.inflater = Some(Inflater::new(self.position));
        self.state = State::Encoding;
        let pending = std::mem::take(&mut self.pending);
        self.push_deflated(&pending)?;
        self.push_deflated(input)
    }

    fn push_deflated(&mut self, chunk: &[u8]) -> Result<(), EngineError> {
        let Some(mut inflater) = self.inflater.take() else {
            return Ok(());
        };
        match inflater.push(chunk) {
            // The parser looks at what is new, the inflater keeps it.
            Ok(fresh) => {
                let bytes = std::mem::take(&mut inflater.bytes);
                self.inflater = Some(inflater);
                let fed = self.feed(&bytes[bytes.len() - fresh..]);
                if let Some(inflater) = &mut self.inflater {
                    inflater.bytes = bytes;
                }
                fed
            }
            Err(error) => self.fail(error),
        }
    }

    /// The file is over.
    ///
    /// # Errors
    /// `empty-file`, `not-dicom`, `no-pixel-data`, or the error that stopped the parser.
    pub fn finish(&mut self) -> Result<(), EngineError> {
        self.check()?;
        if self.finished {
            return Ok(());
        }
        if self.position == 0 && self.pending.is_empty() {
            return self.fail(EngineError::EmptyFile);
        }
        self.step_on_pending(true)?;
        self.finished = true;
        self.warn_truncated();
        self.close_pixel_data();
        match &self.pixels {
            Some(_) => Ok(()),
            None if self.seen_elements => self.fail(EngineError::NoPixelData),
            None => self.fail(EngineError::NotDicom),
        }
    }

    /// Metadata; none until Pixel Data begins.
    pub fn metadata(&self) -> Option<ImageMetadata> {
        let mut metadata = self.pixels.as_ref()?.metadata.clone();
        metadata.warnings = self.warnings();
        Some(metadata)
    }

    /// What a decoder of this file's frames needs; none until Pixel Data begins.
    pub fn format(&self) -> Option<&PixelFormat> {
        self.pixels.as_ref().map(|pixels| &pixels.format)
    }

    /// Where the pixels stand; none until Pixel Data begins.
    pub fn pixel_data(&self) -> Option<&PixelData> {
        self.pixels.as_ref()
    }

    /// What was odd so far, each code once, in a fixed order.
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
    /// deflated bytes: frames lie in there.
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

    /// Where a frame's bytes lie; numbers count from 1.
    ///
    /// # Errors
    /// `frame-out-of-range`, `frame-missing` after the end of the file, `frame-not-available` before.
    pub fn frame_bytes(&self, frame_number: u32) -> Result<FrameBytes, EngineError> {
        let pixels = self.pixels.as_ref();
        let pixels = pixels.ok_or(EngineError::FrameNotAvailable { frame_number })?;
        pixels.frame_bytes(frame_number, self.position, self.finished)
    }

    /// Where a frame should lie that has not arrived, for a request of its bytes alone: first byte
    /// and, where known, the byte behind. None for deflated files and without an offset table.
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

    fn check(&self) -> Result<(), EngineError> {
        match &self.error {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }

    fn fail<T>(&mut self, error: EngineError) -> Result<T, EngineError> {
        self.error = Some(error.clone());
        Err(error)
    }

    fn pass_over<'a>(&mut self, input: &'a [u8]) -> &'a [u8] {
        let length = if matches!(self.state, State::Rest) {
            input.len()
        } else {
            usize::try_from(self.skip)
                .unwrap_or(usize::MAX)
                .min(input.len())
        };
        self.skip = self.skip.saturating_sub(length as u64);
        self.position += length as u64;
        &input[length..]
    }

    /// Steps on the input itself as long as it suffices; the rest is kept for later.
    fn step_on<'a>(&mut self, input: &'a [u8], end: bool) -> Result<&'a [u8], EngineError> {
        match self.step(input, end) {
            Ok(Step::Took(length)) => {
                self.position += length as u64;
                Ok(&input[length..])
            }
            Ok(Step::Need(length)) => {
                self.pending.extend_from_slice(input);
                self.needed = length;
                Ok(&[])
            }
            Err(error) => self.fail(error),
        }
    }

    fn step_on_pending(&mut self, end: bool) -> Result<(), EngineError> {
        let pending = std::mem::take(&mut self.pending);
        let mut input = pending.as_slice();
        while !input.is_empty() {
            if matches!(self.state, State::Deflated) {
                self.pending = input.to_vec();
                break;
            }
            if self.skip > 0 || matches!(self.state, State::Rest) {
                input = self.pass_over(input);
            } else {
                input = self.step_on(input, end)?;
                if !self.pending.is_empty() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, input: &[u8], end: bool) -> Result<Step, EngineError> {
        match self.state {
            State::Start => self.step_start(input, end),
            State::Meta => self.step_meta(input),
            State::Encoding => self.step_encoding(input),
            State::Header => self.step_header(input),
            State::Value { tag, vr, length } => {
                if input.len() < length {
                    return Ok(Step::Need(length));
                }
                self.state = State::Header;
                self.tree
                    .add(tag, vr, Value::Bytes(input[..length].to_vec()));
                Ok(Step::Took(length))
            }
            State::Fragment => self.step_fragment(input),
            State::OffsetTable { length } => {
                if input.len() < length {
                    return Ok(Step::Need(length));
                }
                self.state = State::Fragment;
                let big_endian = self.tree.encoding.big_endian;
                let entries = input[..length].chunks_exact(4);
                let offsets: Vec<u64> = entries
                    .map(|entry| u64::from(u32_at(entry, big_endian)))
                    .collect();
                self.set_table(self.position + length as u64, &offsets);
                Ok(Step::Took(length))
            }
            State::Head { offset, length } => {
                let wanted = self.head_bytes().min(length as usize);
                if input.len() < wanted && !end {
                    return Ok(Step::Need(wanted));
                }
                let taken = wanted.min(input.len());
                self.state = State::Fragment;
                self.skip = u64::from(length) - taken as u64;
                self.add_fragment(offset, length, &input[..taken])?;
                Ok(Step::Took(taken))
            }
            State::Rest => Ok(Step::Took(input.len())),
            State::Deflated => Ok(Step::Need(input.len() + 1)),
        }
    }

    fn step_start(&mut self, input: &[u8], end: bool) -> Result<Step, EngineError> {
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
    fn step_meta(&mut self, input: &[u8]) -> Result<Step, EngineError> {
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
    fn step_encoding(&mut self, input: &[u8]) -> Result<Step, EngineError> {
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

    fn step_header(&mut self, input: &[u8]) -> Result<Step, EngineError> {
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
                    // Its length says where to go on.
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
        // UN of a standard attribute reads as what the standard says (seen in real files).
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

    fn begin_pixel_data(&mut self, header: &Header) -> Result<Step, EngineError> {
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

    fn step_fragment(&mut self, input: &[u8]) -> Result<Step, EngineError> {
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

    fn set_table(&mut self, base: u64, offsets: &[u64]) {
        if let Some(pixels) = &mut self.pixels {
            pixels.set_table(base, offsets, &mut self.warnings);
        }
    }

    /// The first fragment of a JPEG is looked at up to its frame header, all others are told by
    /// their first bytes.
    fn head_bytes(&self) -> usize {
        match &self.pixels {
            Some(pixels) if pixels.awaits_frame_header() => MAX_FRAME_HEADER_BYTES,
            _ => HEAD_BYTES,
        }
    }

    fn add_fragment(&mut self, offset: u64, length: u32, head: &[u8]) -> Result<(), EngineError> {
        match &mut self.pixels {
            Some(pixels) => pixels.add_fragment(offset, length, head, &mut self.warnings),
            None => Ok(()),
        }
    }

    fn close_pixel_data(&mut self) {
        self.state = State::Rest;
        if let Some(pixels) = &mut self.pixels {
            pixels.close(self.position, &mut self.warnings);
        }
    }

    /// Says what the end of the file cut off.
    fn warn_truncated(&mut self) {
        let in_fragments = matches!(
            self.state,
            State::Fragment | State::OffsetTable { .. } | State::Head { .. }
        );
        if in_fragments {
            self.warnings.push(WarningCode::MissingSequenceDelimiter);
        }
        if self.skip > 0 || !self.pending.is_empty() {
            self.warnings.push(WarningCode::Truncated);
        }
        self.pending.clear();
    }
}
