//! Push parser: bytes in chunks of any size, elements and the frame index out.
//!
//! Keeps the elements before Pixel Data within the limits and the positions of frames, never
//! pixels. Repairs what real files get wrong and reports it in warnings (PS3.5 7, PS3.10 7.1).

mod answers;
mod elements;
mod feed;
mod fragments;
mod head;

use super::element::{DataSet, Tag, Value, Vr};
use super::header::u32_at;
use super::inflate::Inflater;
use super::pixel_data::PixelData;
use super::transfer_syntax;
use super::tree::Tree;
use super::warnings::Warnings;
use crate::error::EngineError;

/// The next input that the parser waits for.
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
    /// Pixel Data is over, or was passed; the rest is skipped.
    Rest,
}

/// Result of one step.
enum Step {
    /// Took this many bytes.
    Took(usize),
    /// Needs at least this many bytes, counted from the current position.
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
}
