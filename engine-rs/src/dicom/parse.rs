//! Push parser: bytes in chunks of any size, elements and the frame index out.
//!
//! Keeps the elements before Pixel Data within the limits and the positions of frames, never
//! pixels. Repairs what real files get wrong and says so in warnings (PS3.5 7, PS3.10 7.1).

use super::dictionary;
use super::element::{DataSet, Element, Tag, Value, Vr};
use super::frames::{FragmentIndex, FrameBytes, FrameIndex, HEAD_BYTES, NativeIndex};
use super::metadata;
use super::pixel_format::{self, PixelFormat};
use super::start::{self, Start};
use super::transfer_syntax::{self, Encoding};
use crate::error::EngineError;
use crate::limits;
use crate::records::metadata::{ImageMetadata, WarningCode};

const UNDEFINED: u32 = 0xffff_ffff;
const ITEM: Tag = Tag(0xfffe_e000);
const ITEM_END: Tag = Tag(0xfffe_e00d);
const SEQUENCE_END: Tag = Tag(0xfffe_e0dd);

/// What the parser waits for next.
#[derive(Debug)]
enum State {
    /// Preamble or first element.
    Start,
    /// File meta information.
    Meta,
    /// First bytes of the data set, to see its encoding.
    Encoding,
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

/// An open sequence or item.
#[derive(Debug)]
struct Container {
    kind: ContainerKind,
    /// Position where it ends; none when a delimiter ends it.
    end: Option<u64>,
    /// Encoding of the container around it.
    outer_implicit: bool,
}

#[derive(Debug)]
enum ContainerKind {
    Sequence {
        tag: Tag,
        items: Vec<DataSet>,
    },
    Item {
        elements: Vec<Element>,
    },
    /// Pixel Data of an icon: items hold bytes.
    Fragments,
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
    encoding: Encoding,
    meta: DataSet,
    root: DataSet,
    stack: Vec<Container>,
    kept_elements: usize,
    kept_bytes: u64,
    /// A data set element other than delimiters was read.
    seen_elements: bool,
    transfer_syntax_uid: String,
    pixel: Option<Pixel>,
    warnings: Vec<WarningCode>,
    error: Option<EngineError>,
}

/// Where Pixel Data stands in the file.
#[derive(Debug, Clone, Copy)]
pub struct PixelSource<'a> {
    /// Pixel Data, Float Pixel Data or Double Float Pixel Data.
    pub tag: Tag,
    /// Value representation, OW for implicit encodings.
    pub vr: Vr,
    /// Its frames.
    pub index: &'a FrameIndex,
}

/// What is known once Pixel Data begins.
#[derive(Debug)]
struct Pixel {
    tag: Tag,
    vr: Vr,
    format: PixelFormat,
    metadata: ImageMetadata,
    index: FrameIndex,
    closed: bool,
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
            encoding: transfer_syntax::encoding(transfer_syntax::EXPLICIT_LITTLE),
            meta: DataSet::default(),
            root: DataSet::default(),
            stack: Vec::new(),
            kept_elements: 0,
            kept_bytes: 0,
            seen_elements: false,
            transfer_syntax_uid: String::new(),
            pixel: None,
            warnings: Vec::new(),
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
        let mut input = chunk;
        while !input.is_empty() {
            if self.skip > 0 || matches!(self.state, State::Rest) {
                input = self.pass_over(input);
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
        Ok(())
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
        match &self.pixel {
            Some(_) => Ok(()),
            None if self.seen_elements => self.fail(EngineError::NoPixelData),
            None => self.fail(EngineError::NotDicom),
        }
    }

    /// Metadata; none until Pixel Data begins.
    pub fn metadata(&self) -> Option<ImageMetadata> {
        let mut metadata = self.pixel.as_ref()?.metadata.clone();
        metadata.warnings = self.warnings();
        Some(metadata)
    }

    /// What a decoder of this file's frames needs; none until Pixel Data begins.
    pub fn format(&self) -> Option<&PixelFormat> {
        self.pixel.as_ref().map(|pixel| &pixel.format)
    }

    /// Where the pixels stand; none until Pixel Data begins.
    pub fn pixel_source(&self) -> Option<PixelSource<'_>> {
        self.pixel.as_ref().map(|pixel| PixelSource {
            tag: pixel.tag,
            vr: pixel.vr,
            index: &pixel.index,
        })
    }

    /// What was odd so far, each code once, in a fixed order.
    pub fn warnings(&self) -> Vec<WarningCode> {
        let mut warnings = self.warnings.clone();
        warnings.sort_unstable();
        warnings.dedup();
        warnings
    }

    /// Elements before Pixel Data.
    pub fn data_set(&self) -> &DataSet {
        &self.root
    }

    /// File meta information.
    pub fn file_meta(&self) -> &DataSet {
        &self.meta
    }

    /// Encoding the data set is really written in.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Transfer syntax the file is read with; empty before the data set begins.
    pub fn transfer_syntax_uid(&self) -> &str {
        &self.transfer_syntax_uid
    }

    /// Frames whose bytes have all been seen. After the end: frames that begin in the file.
    pub fn frames_available(&self) -> u32 {
        self.pixel.as_ref().map_or(0, |pixel| {
            pixel
                .index
                .available(pixel.metadata.number_of_frames, self.position, pixel.closed)
        })
    }

    /// Frames the file announces; after its end, those that are there.
    pub fn frames_total(&self) -> u32 {
        match &self.pixel {
            Some(_) if self.finished => self.frames_available(),
            Some(pixel) => pixel.metadata.number_of_frames,
            None => 0,
        }
    }

    /// Where a frame's bytes lie; numbers count from 1.
    ///
    /// # Errors
    /// `frame-out-of-range`, `frame-missing` after the end of the file, `frame-not-available` before.
    pub fn frame_bytes(&self, frame_number: u32) -> Result<FrameBytes, EngineError> {
        let pixel = self
            .pixel
            .as_ref()
            .ok_or(EngineError::FrameNotAvailable { frame_number })?;
        let number_of_frames = pixel.metadata.number_of_frames;
        if frame_number == 0 || frame_number > number_of_frames {
            return Err(EngineError::FrameOutOfRange {
                frame_number,
                number_of_frames,
            });
        }
        let available = self.frames_available();
        if frame_number > available {
            return Err(if self.finished {
                EngineError::FrameMissing {
                    frame_number,
                    frames_present: available,
                }
            } else {
                EngineError::FrameNotAvailable { frame_number }
            });
        }
        Ok(pixel.index.bytes(frame_number - 1, self.position))
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
                self.add_element(tag, vr, Value::Bytes(input[..length].to_vec()));
                Ok(Step::Took(length))
            }
            State::Fragment => self.step_fragment(input),
            State::OffsetTable { length } => {
                if input.len() < length {
                    return Ok(Step::Need(length));
                }
                self.state = State::Fragment;
                let offsets = input[..length]
                    .chunks_exact(4)
                    .map(|entry| u64::from(self.read_u32(entry)))
                    .collect::<Vec<_>>();
                self.set_offset_table(self.position + length as u64, &offsets);
                Ok(Step::Took(length))
            }
            State::Head { offset, length } => {
                let wanted = HEAD_BYTES.min(length as usize);
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
        if input.len() < 8 {
            return Ok(Step::Need(8));
        }
        if input[..2] != [2, 0] {
            self.state = State::Encoding;
            return Ok(Step::Took(0));
        }
        let little = Encoding {
            implicit: false,
            big_endian: false,
        };
        let Some(header) = read_header(input, little) else {
            return Ok(Step::Need(12));
        };
        let length = header.length as usize;
        if header.length == UNDEFINED || u64::from(header.length) > limits::MAX_KEPT_VALUE_BYTES {
            return Err(EngineError::MalformedDataSet {
                offset: self.position as f64,
                detail: format!("file meta element {} of {length} bytes", header.tag),
            });
        }
        let whole = header.size + length;
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

    fn step_encoding(&mut self, input: &[u8]) -> Result<Step, EngineError> {
        if input.len() < 8 {
            return Ok(Step::Need(8));
        }
        let named = self.meta.text(Tag(0x0002_0010));
        let uid = named.clone().unwrap_or_default();
        if uid == transfer_syntax::DEFLATED {
            return Err(EngineError::UnsupportedTransferSyntax {
                name: transfer_syntax::name(&uid).to_owned(),
                uid,
            });
        }
        let expected = transfer_syntax::encoding(&uid);
        let seen = start::guess_encoding(input);
        self.encoding = seen.unwrap_or(expected);
        self.transfer_syntax_uid = if named.is_none() {
            self.warnings.push(WarningCode::MissingFileMeta);
            start::uid_of(self.encoding).to_owned()
        } else if self.encoding != expected {
            self.warnings.push(WarningCode::TransferSyntaxMismatch);
            if transfer_syntax::is_native(&uid) {
                start::uid_of(self.encoding).to_owned()
            } else {
                uid
            }
        } else {
            uid
        };
        self.root.big_endian = self.encoding.big_endian;
        self.state = State::Header;
        Ok(Step::Took(0))
    }

    fn step_header(&mut self, input: &[u8]) -> Result<Step, EngineError> {
        self.close_ended();
        if input.len() < 8 {
            return Ok(Step::Need(8));
        }
        let Some(header) = read_header(input, self.encoding) else {
            return Ok(Step::Need(12));
        };
        match self.stack.last().map(|container| &container.kind) {
            Some(ContainerKind::Sequence { .. } | ContainerKind::Fragments) => {
                self.step_in_sequence(&header)
            }
            Some(ContainerKind::Item { .. }) => self.step_in_item(&header),
            None => self.step_in_root(&header),
        }
    }

    fn step_in_sequence(&mut self, header: &Header) -> Result<Step, EngineError> {
        match header.tag {
            ITEM => {
                let raw = matches!(
                    self.stack.last().map(|container| &container.kind),
                    Some(ContainerKind::Fragments)
                );
                if raw {
                    self.skip = u64::from(header.length);
                } else {
                    let elements = Vec::new();
                    self.open(ContainerKind::Item { elements }, header, 8)?;
                }
            }
            SEQUENCE_END => self.close(),
            _ => {
                self.warnings.push(WarningCode::SequenceRepaired);
                match self.stack.last().and_then(|container| container.end) {
                    // Its length says where to go on.
                    Some(end) => {
                        self.skip = end.saturating_sub(self.position);
                        return Ok(Step::Took(0));
                    }
                    None => {
                        self.close();
                        return Ok(Step::Took(0));
                    }
                }
            }
        }
        Ok(Step::Took(8))
    }

    fn step_in_item(&mut self, header: &Header) -> Result<Step, EngineError> {
        match header.tag {
            ITEM_END => self.close(),
            SEQUENCE_END => {
                self.warnings.push(WarningCode::SequenceRepaired);
                self.close();
                self.close();
            }
            ITEM => {
                // The delimiter of the item before is missing.
                self.warnings.push(WarningCode::SequenceRepaired);
                self.close();
                return Ok(Step::Took(0));
            }
            _ => return self.step_element(header),
        }
        Ok(Step::Took(8))
    }

    fn step_in_root(&mut self, header: &Header) -> Result<Step, EngineError> {
        if matches!(header.tag, ITEM | ITEM_END | SEQUENCE_END) {
            self.warnings.push(WarningCode::SequenceRepaired);
            return Ok(Step::Took(8));
        }
        if matches!(header.tag.0, 0x7fe0_0008..=0x7fe0_0010) {
            self.begin_pixel_data(header)?;
            return Ok(Step::Took(header.size));
        }
        self.step_element(header)
    }

    fn step_element(&mut self, header: &Header) -> Result<Step, EngineError> {
        self.seen_elements = true;
        let known = dictionary::lookup(header.tag).map(|entry| entry.0);
        let vr = if self.encoding.implicit {
            known.unwrap_or(Vr::UN)
        } else {
            header.vr
        };
        if header.length == UNDEFINED {
            let kind = if matches!(vr, Vr::OB | Vr::OW) && header.tag.0 == 0x7fe0_0010 {
                ContainerKind::Fragments
            } else {
                ContainerKind::Sequence {
                    tag: header.tag,
                    items: Vec::new(),
                }
            };
            // UN of undefined length holds implicit little endian (PS3.5 6.2.2 note).
            self.open(kind, header, header.size)?;
            if vr == Vr::UN && !self.encoding.big_endian {
                self.encoding.implicit = true;
            }
            return Ok(Step::Took(header.size));
        }
        let length = self.length_within(header);
        let is_sequence = vr == Vr::SQ || (vr == Vr::UN && known == Some(Vr::SQ));
        if is_sequence {
            let items = Vec::new();
            let kind = ContainerKind::Sequence {
                tag: header.tag,
                items,
            };
            self.open(kind, &Header { length, ..*header }, header.size)?;
            if vr == Vr::UN && !self.encoding.big_endian {
                self.encoding.implicit = true;
            }
            return Ok(Step::Took(header.size));
        }
        // UN of a standard attribute reads as what the standard says (seen in real files).
        let vr = if vr == Vr::UN {
            known.unwrap_or(vr)
        } else {
            vr
        };
        if self.may_keep(header.tag, length) {
            self.state = State::Value {
                tag: header.tag,
                vr,
                length: length as usize,
            };
            if length == 0 {
                self.state = State::Header;
                self.add_element(header.tag, vr, Value::Bytes(Vec::new()));
            }
        } else {
            self.skip = u64::from(length);
            self.add_element(
                header.tag,
                vr,
                Value::Omitted {
                    length: u64::from(length),
                },
            );
        }
        Ok(Step::Took(header.size))
    }

    /// The element's length, cut where the item or sequence around it ends.
    fn length_within(&mut self, header: &Header) -> u32 {
        let value_start = self.position + header.size as u64;
        let end = self
            .stack
            .iter()
            .filter_map(|container| container.end)
            .min();
        match end {
            Some(end) if value_start + u64::from(header.length) > end => {
                self.warnings.push(WarningCode::SequenceRepaired);
                end.saturating_sub(value_start) as u32
            }
            _ => header.length,
        }
    }

    fn may_keep(&mut self, tag: Tag, length: u32) -> bool {
        let is_table = matches!(
            tag.0,
            0x0018_1065 | 0x0028_1201..=0x0028_1203 | 0x0028_1221..=0x0028_1223 | 0x7fe0_0001 | 0x7fe0_0002
        );
        let limit = if is_table {
            limits::MAX_KEPT_TABLE_BYTES
        } else {
            limits::MAX_KEPT_VALUE_BYTES
        };
        let length = u64::from(length);
        let keep = length <= limit && self.kept_bytes + length <= limits::MAX_KEPT_TOTAL_BYTES;
        if keep {
            self.kept_bytes += length;
        }
        keep
    }

    fn add_element(&mut self, tag: Tag, vr: Vr, value: Value) {
        if self.kept_elements >= limits::MAX_KEPT_ELEMENTS {
            self.warn_once(WarningCode::MetadataTruncated);
            return;
        }
        self.kept_elements += 1;
        let element = Element { tag, vr, value };
        match self.stack.last_mut().map(|container| &mut container.kind) {
            Some(ContainerKind::Item { elements }) => elements.push(element),
            Some(_) => {}
            None => self.root.elements.push(element),
        }
    }

    fn open(
        &mut self,
        kind: ContainerKind,
        header: &Header,
        size: usize,
    ) -> Result<(), EngineError> {
        let sequences = self
            .stack
            .iter()
            .filter(|container| !matches!(container.kind, ContainerKind::Item { .. }))
            .count();
        if sequences >= limits::MAX_SEQUENCE_NESTING && !matches!(kind, ContainerKind::Item { .. })
        {
            return Err(EngineError::limit(
                "sequence_nesting",
                limits::MAX_SEQUENCE_NESTING as u64,
                sequences as u64 + 1,
            ));
        }
        let length = header.length;
        let end = (length != UNDEFINED).then(|| self.position + (size as u64) + u64::from(length));
        self.stack.push(Container {
            kind,
            end,
            outer_implicit: self.encoding.implicit,
        });
        Ok(())
    }

    /// Closes the innermost container and hands its content to the one around it.
    fn close(&mut self) {
        let Some(container) = self.stack.pop() else {
            return;
        };
        self.encoding.implicit = container.outer_implicit;
        match container.kind {
            ContainerKind::Sequence { tag, items } => {
                self.add_element(tag, Vr::SQ, Value::Items(items));
            }
            ContainerKind::Item { elements } => {
                let big_endian = self.encoding.big_endian;
                if let Some(Container {
                    kind: ContainerKind::Sequence { items, .. },
                    ..
                }) = self.stack.last_mut()
                {
                    if self.kept_elements < limits::MAX_KEPT_ELEMENTS {
                        self.kept_elements += 1;
                        items.push(DataSet {
                            elements,
                            big_endian,
                        });
                    }
                }
            }
            ContainerKind::Fragments => {}
        }
    }

    /// Closes containers that end here or ended already, with all that is open inside them.
    fn close_ended(&mut self) {
        let ended = self
            .stack
            .iter()
            .position(|container| container.end.is_some_and(|end| end <= self.position));
        if let Some(depth) = ended {
            while self.stack.len() > depth {
                self.close();
            }
        }
    }

    fn begin_pixel_data(&mut self, header: &Header) -> Result<(), EngineError> {
        self.seen_elements = true;
        let start = self.position + header.size as u64;
        let vr = if self.encoding.implicit {
            Vr::OW
        } else {
            header.vr
        };
        let uid = self.transfer_syntax_uid.clone();
        let mut format =
            pixel_format::read_format(&self.root, &uid, header.tag, vr, &mut self.warnings)?;
        let declared = metadata::number_of_frames(&self.root)?;
        let encapsulated = header.length == UNDEFINED;
        let index = if encapsulated {
            let mut index = FragmentIndex::new(transfer_syntax::frame_mark(&uid), declared);
            let offsets = self.root.offsets(Tag(0x7fe0_0001));
            index.set_extended_table(&offsets, &mut self.warnings);
            self.state = State::Fragment;
            FrameIndex::Encapsulated(index)
        } else {
            if !transfer_syntax::is_native(&uid) {
                self.warnings.push(WarningCode::NotEncapsulated);
                format.transfer_syntax_uid = start::uid_of(self.encoding).to_owned();
            }
            let length = u64::from(header.length);
            if format.packed_422 {
                let full = format.frame_bits() / 8 / 2 * 3 * u64::from(declared);
                if length == full || length == full + 1 {
                    format.packed_422 = false;
                    self.warnings.push(WarningCode::FullLength422);
                }
            }
            self.skip = length;
            self.state = State::Rest;
            FrameIndex::Native(NativeIndex {
                start,
                length,
                frame_bits: format.frame_bits(),
                alignment: if format.swapped_words { 2 } else { 1 },
            })
        };
        let metadata = metadata::build(
            &self.meta,
            &self.root,
            &mut format,
            &uid,
            &mut self.warnings,
        )?;
        self.pixel = Some(Pixel {
            tag: header.tag,
            vr,
            format,
            metadata,
            index,
            closed: false,
        });
        Ok(())
    }

    fn step_fragment(&mut self, input: &[u8]) -> Result<Step, EngineError> {
        if input.len() < 8 {
            return Ok(Step::Need(8));
        }
        let encoding = Encoding {
            implicit: true,
            big_endian: self.encoding.big_endian,
        };
        let Some(header) = read_header(input, encoding) else {
            return Ok(Step::Need(8));
        };
        if header.tag == SEQUENCE_END {
            self.close_pixel_data();
            return Ok(Step::Took(8));
        }
        if header.tag != ITEM || header.length == UNDEFINED {
            self.warn_once(WarningCode::MissingSequenceDelimiter);
            self.close_pixel_data();
            return Ok(Step::Took(0));
        }
        let value_start = self.position + 8;
        let fragments = self
            .fragment_index()
            .map_or(0, |index| index.fragment_count());
        let is_table = fragments == 0 && !self.offset_table_read();
        if is_table {
            let length = header.length as usize;
            if u64::from(header.length) > limits::MAX_KEPT_TABLE_BYTES {
                self.warnings.push(WarningCode::OffsetTableIgnored);
                self.set_offset_table(value_start + length as u64, &[]);
                self.skip = length as u64;
            } else if length == 0 {
                self.set_offset_table(value_start, &[]);
            } else {
                self.state = State::OffsetTable { length };
            }
        } else if header.length == 0 {
            self.add_fragment(value_start, 0, &[])?;
        } else {
            self.state = State::Head {
                offset: value_start,
                length: header.length,
            };
        }
        Ok(Step::Took(8))
    }

    fn fragment_index(&mut self) -> Option<&mut FragmentIndex> {
        match self.pixel.as_mut().map(|pixel| &mut pixel.index) {
            Some(FrameIndex::Encapsulated(index)) => Some(index),
            _ => None,
        }
    }

    fn offset_table_read(&mut self) -> bool {
        self.fragment_index().is_some_and(|index| index.has_base())
    }

    fn set_offset_table(&mut self, base: u64, offsets: &[u64]) {
        let mut warnings = std::mem::take(&mut self.warnings);
        if let Some(index) = self.fragment_index() {
            index.set_table(base, offsets, &mut warnings);
        }
        self.warnings = warnings;
    }

    fn add_fragment(&mut self, offset: u64, length: u32, head: &[u8]) -> Result<(), EngineError> {
        let mut warnings = std::mem::take(&mut self.warnings);
        let mut count = 0;
        if let Some(index) = self.fragment_index() {
            index.add(offset, length, head, &mut warnings);
            count = index.fragment_count();
        }
        self.warnings = warnings;
        if count > limits::MAX_FRAGMENTS {
            return Err(EngineError::limit(
                "fragments",
                limits::MAX_FRAGMENTS as u64,
                count as u64,
            ));
        }
        Ok(())
    }

    fn close_pixel_data(&mut self) {
        self.state = State::Rest;
        let position = self.position;
        if let Some(pixel) = &mut self.pixel
            && !pixel.closed
        {
            pixel.closed = true;
            let declared = pixel.metadata.number_of_frames;
            pixel.index.finish(declared, position, &mut self.warnings);
        }
    }

    fn warn_truncated(&mut self) {
        let in_fragments = matches!(
            self.state,
            State::Fragment | State::OffsetTable { .. } | State::Head { .. }
        );
        if in_fragments {
            self.warn_once(WarningCode::MissingSequenceDelimiter);
        }
        if self.skip > 0 || !self.pending.is_empty() {
            self.warn_once(WarningCode::Truncated);
        }
        self.pending.clear();
    }

    fn warn_once(&mut self, code: WarningCode) {
        if !self.warnings.contains(&code) {
            self.warnings.push(code);
        }
    }

    fn read_u32(&self, bytes: &[u8]) -> u32 {
        u32_at(bytes, self.encoding.big_endian)
    }
}

/// Header of an element or delimiter.
#[derive(Debug, Clone, Copy)]
struct Header {
    tag: Tag,
    vr: Vr,
    length: u32,
    /// Bytes of the header itself: 8 or 12.
    size: usize,
}

fn u16_at(bytes: &[u8], big_endian: bool) -> u16 {
    let raw = [bytes[0], bytes[1]];
    if big_endian {
        u16::from_be_bytes(raw)
    } else {
        u16::from_le_bytes(raw)
    }
}

fn u32_at(bytes: &[u8], big_endian: bool) -> u32 {
    let raw = [bytes[0], bytes[1], bytes[2], bytes[3]];
    if big_endian {
        u32::from_be_bytes(raw)
    } else {
        u32::from_le_bytes(raw)
    }
}

/// Reads a header from at least 8 bytes; none when 12 are needed and not there.
fn read_header(input: &[u8], encoding: Encoding) -> Option<Header> {
    let big = encoding.big_endian;
    let group = u32::from(u16_at(input, big));
    let tag = Tag(group << 16 | u32::from(u16_at(&input[2..], big)));
    let implicit = Header {
        tag,
        vr: Vr::UN,
        length: u32_at(&input[4..], big),
        size: 8,
    };
    if encoding.implicit || group == 0xfffe {
        return Some(implicit);
    }
    let vr = Vr([input[4], input[5]]);
    let short = Header {
        tag,
        vr,
        length: u32::from(u16_at(&input[6..], big)),
        size: 8,
    };
    let letters = vr.0.iter().all(u8::is_ascii_uppercase);
    let long = vr.has_long_header() || (letters && !vr.is_known() && input[6..8] == [0, 0]);
    if long {
        // Some writers give OB and UN a short header; the reserved bytes are then a length.
        let length = u32_at(input.get(8..12)?, big);
        return Some(Header {
            tag,
            vr,
            length,
            size: 12,
        });
    }
    if letters {
        return Some(short);
    }
    // No value representation: an implicit element inside an explicit data set. Lengths beyond
    // the longest kept table are taken for a short header with an unknown representation.
    if u64::from(implicit.length) <= limits::MAX_KEPT_TABLE_BYTES || implicit.length == UNDEFINED {
        Some(implicit)
    } else {
        Some(Header {
            vr: Vr::UN,
            ..short
        })
    }
}
