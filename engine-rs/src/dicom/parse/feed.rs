//! Bytes of any chunking brought to the steps: what is unfinished waits, pixels are passed over.

use super::{Parser, State, Step};
use crate::dicom::inflate::Inflater;
use crate::dicom::tree::Place;
use crate::error::EngineError;
use crate::limits;
use crate::records::metadata::WarningCode;

impl Parser {
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

    /// Reports parts that the end of the file cut off.
    fn warn_truncated(&mut self) {
        let in_fragments = matches!(
            self.state,
            State::Fragment | State::OffsetTable { .. } | State::Head { .. }
        );
        if in_fragments {
            self.warnings.push(WarningCode::MissingSequenceDelimiter);
        }
        // Without pixels the data set may end with the last item of a sequence.
        self.tree.close_ended(self.position);
        let is_open = self.pixels.is_none() && self.tree.place() != Place::Root;
        if self.skip > 0 || !self.pending.is_empty() || is_open {
            self.warnings.push(WarningCode::Truncated);
        }
        self.pending.clear();
    }
}
