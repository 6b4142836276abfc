//! The push parser.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{throw, to_json};
use crate::dicom::{parse, transfer_syntax};
use crate::error::EngineError;

/// Reads one file as its bytes arrive.
#[wasm_bindgen]
#[derive(Default)]
pub struct Parser {
    inner: parse::Parser,
}

#[wasm_bindgen]
impl Parser {
    /// A parser at the start of a file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// The first error met.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.inner.push(bytes).map_err(throw)
    }

    /// The file is over.
    ///
    /// # Errors
    /// `empty-file`, `not-dicom`, `no-pixel-data`, or the first error met.
    pub fn finish(&mut self) -> Result<(), JsValue> {
        self.inner.finish().map_err(throw)
    }

    /// `ImageMetadata` as JSON; undefined until Pixel Data begins.
    ///
    /// # Errors
    /// None in practice: every field can be written.
    pub fn metadata(&self) -> Result<Option<String>, JsValue> {
        self.inner.metadata().as_ref().map(to_json).transpose()
    }

    /// Frames whose bytes have all been seen.
    pub fn frames_available(&self) -> u32 {
        self.inner.frames_available()
    }

    /// Frames announced; after the end of the file, those that are there.
    pub fn frames_total(&self) -> u32 {
        self.inner.frames_total()
    }

    /// Start and length of each piece of a frame, in bytes of the file.
    ///
    /// # Errors
    /// `frame-out-of-range`, `frame-missing`, `frame-not-available`.
    pub fn frame_ranges(&self, frame_number: u32) -> Result<Vec<f64>, JsValue> {
        let frame = self.inner.frame_bytes(frame_number).map_err(throw)?;
        let numbers = frame
            .ranges
            .iter()
            .flat_map(|&(start, length)| [start as f64, length as f64]);
        Ok(numbers.collect())
    }

    /// Bits to pass over at the start of a frame's bytes: 0 but for frames that begin within a
    /// byte or a turned word.
    ///
    /// # Errors
    /// As [`Self::frame_ranges`].
    pub fn frame_skip_bits(&self, frame_number: u32) -> Result<u32, JsValue> {
        let frame = self.inner.frame_bytes(frame_number).map_err(throw)?;
        Ok(frame.skip_bits)
    }

    /// The file ends before this frame does.
    ///
    /// # Errors
    /// As [`Self::frame_ranges`].
    pub fn frame_partial(&self, frame_number: u32) -> Result<bool, JsValue> {
        let frame = self.inner.frame_bytes(frame_number).map_err(throw)?;
        Ok(frame.partial)
    }

    /// First byte of a frame that has not arrived and the byte after it, 0 where that is not
    /// known; empty where nothing is known.
    pub fn announced(&self, frame_number: u32) -> Vec<f64> {
        let span = self.inner.announced(frame_number);
        span.map_or_else(Vec::new, |(start, end)| {
            vec![start as f64, end.unwrap_or(0) as f64]
        })
    }

    /// Bits to pass over, then start and length of each piece of a frame within bytes fetched from
    /// where it was announced; empty where they are no such frame.
    pub fn pieces_in(&self, bytes: &[u8], frame_number: u32) -> Vec<f64> {
        let Some(frame) = self.inner.pieces_in(bytes, frame_number) else {
            return Vec::new();
        };
        let ranges = frame
            .ranges
            .iter()
            .flat_map(|&(start, length)| [start as f64, length as f64]);
        std::iter::once(f64::from(frame.skip_bits))
            .chain(ranges)
            .collect()
    }

    /// All fragments are one video, whose frames its own container lists.
    pub fn is_video(&self) -> bool {
        transfer_syntax::video(self.inner.transfer_syntax_uid()).is_some()
    }

    /// Start and announced length of each fragment of a video starting with one, in bytes of the
    /// file; undefined where Pixel Data is not a video in fragments.
    pub fn video_fragments(&self, from: usize) -> Option<Vec<f64>> {
        let fragments = self.inner.video_fragments(from)?;
        let numbers = fragments
            .iter()
            .flat_map(|&(start, length)| [start, length]);
        Some(numbers.map(|number| number as f64).collect())
    }

    /// The data set is deflated, so that frames are in the result of [`Self::inflated`].
    pub fn is_deflated(&self) -> bool {
        self.inner.inflated().is_some()
    }

    /// The file with its data set inflated, for positions of frames; bytes before the data set are
    /// left zero. Undefined for files that are not deflated.
    pub fn inflated(&self) -> Option<Vec<u8>> {
        let (base, bytes) = self.inner.inflated()?;
        let mut file = vec![0; usize::try_from(base).ok()?];
        file.extend_from_slice(bytes);
        Some(file)
    }

    /// What `FrameDecoder` needs to know of this file, as JSON.
    ///
    /// # Errors
    /// `no-pixel-data` before Pixel Data begins.
    pub fn decoder_descriptor(&self) -> Result<String, JsValue> {
        let format = self.inner.format().ok_or(EngineError::NoPixelData);
        to_json(format.map_err(throw)?)
    }

    /// Codes of what was odd so far, as a JSON list.
    ///
    /// # Errors
    /// None in practice.
    pub fn warnings(&self) -> Result<String, JsValue> {
        to_json(&self.inner.warnings())
    }
}
