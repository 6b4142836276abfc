//! The frame decoder: bytes of a frame in, a texture in wasm memory out.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use crate::codecs::{Codec, Decoded, FrameInput, codec_for};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;
use crate::pixels::view;

/// Decodes frames of one file; its memory is reused from frame to frame.
#[wasm_bindgen]
pub struct FrameDecoder {
    pub(super) format: PixelFormat,
    codec: Box<dyn Codec>,
    pub(super) samples: Vec<u8>,
    pub(super) texture: Vec<u8>,
}

#[wasm_bindgen]
impl FrameDecoder {
    /// A decoder for the file with this descriptor.
    ///
    /// # Errors
    /// `unsupported-transfer-syntax`, `invalid-argument`.
    #[wasm_bindgen(constructor)]
    pub fn new(descriptor_json: &str) -> Result<Self, JsValue> {
        let format: PixelFormat = from_json("descriptor", descriptor_json)?;
        let codec = codec_for(&format.transfer_syntax_uid).map_err(throw)?;
        Ok(Self {
            format,
            codec,
            samples: Vec::new(),
            texture: Vec::new(),
        })
    }

    /// Decodes a frame. Returns the header of a `FrameView` as JSON; its samples are at
    /// `output_ptr` until the next call.
    ///
    /// # Errors
    /// `malformed-frame`, `unsupported-pixel-format`, `limit-exceeded`.
    pub fn decode(
        &mut self,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
    ) -> Result<String, JsValue> {
        let mut decoded = self.decode_samples(frame_bytes, skip_bits).map_err(throw)?;
        let header = view::lay_out(
            &mut decoded,
            &mut self.samples,
            &self.format,
            &mut self.texture,
        );
        to_json(&header.map_err(throw)?)
    }

    /// Address of the texture in wasm memory.
    pub fn output_ptr(&self) -> *const u8 {
        self.texture.as_ptr()
    }

    /// Bytes of the texture.
    pub fn output_len(&self) -> usize {
        self.texture.len()
    }
}

impl FrameDecoder {
    pub(super) fn decode_samples(
        &mut self,
        bytes: &[u8],
        skip_bits: Option<u32>,
    ) -> Result<Decoded, EngineError> {
        // Samples that became the texture without a copy give their memory back: one memory that
        // stays in the cache is faster than two in turn.
        if self.samples.capacity() == 0 {
            std::mem::swap(&mut self.samples, &mut self.texture);
        }
        let skip_bits = skip_bits.unwrap_or(0);
        let input = FrameInput { bytes, skip_bits };
        self.codec.decode(&self.format, input, &mut self.samples)
    }
}
