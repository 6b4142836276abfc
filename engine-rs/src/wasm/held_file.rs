//! A file in the memory of the engine, which its caller fills and reads in place.

use std::borrow::Cow;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::throw;
use super::parser::Parser;
use crate::error::EngineError;

/// The bytes of a file. Handing them over as an argument or a result would copy them.
#[wasm_bindgen]
pub struct HeldFile {
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl HeldFile {
    /// Room for a file of this many bytes, to be written at [`Self::ptr`].
    #[wasm_bindgen(constructor)]
    pub fn new(len: usize) -> Self {
        Self::of(vec![0; len])
    }

    /// Where the bytes lie. They stay there; the view of the memory does not, once it grows.
    pub fn ptr(&self) -> *const u8 {
        self.bytes.as_ptr()
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A parser that has taken all of the bytes and was not notified of their end.
    ///
    /// # Errors
    /// As [`Parser::push`].
    pub fn parser(&self) -> Result<Parser, JsValue> {
        let mut parser = Parser::new();
        parser.push(&self.bytes)?;
        Ok(parser)
    }
}

impl HeldFile {
    pub(super) const fn of(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The pieces of a frame as one; `ranges` as of [`Parser::frame_ranges`].
    ///
    /// # Errors
    /// `invalid-argument` for a piece that is not in the file.
    pub(super) fn gather(&self, ranges: &[f64]) -> Result<Cow<'_, [u8]>, JsValue> {
        let mut pieces = ranges.chunks_exact(2).map(|range| {
            let (start, length) = (range[0] as usize, range[1] as usize);
            let piece = self.bytes.get(start..start.saturating_add(length));
            piece.ok_or_else(|| {
                throw(EngineError::InvalidArgument {
                    argument: "ranges".to_owned(),
                    detail: format!("{length} bytes from {start} are not in the file"),
                })
            })
        });
        let first = pieces.next().transpose()?.unwrap_or_default();
        let mut joined = Cow::Borrowed(first);
        for piece in pieces {
            joined.to_mut().extend_from_slice(piece?);
        }
        Ok(joined)
    }
}
