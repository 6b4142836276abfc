//! Proposals of one image, whose frames are shown one by one.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use super::decoder::FrameDecoder;
use crate::error::EngineError;
use crate::proposals;
use crate::records::data_type::DataType;

/// Looks at the frames of one image.
#[wasm_bindgen]
pub struct Proposer {
    inner: proposals::Proposer,
}

#[wasm_bindgen]
impl Proposer {
    /// For the image with this metadata, as JSON; the data are `fetal`, `pediatric`, `adult` or, by
    /// default, unknown.
    ///
    /// # Errors
    /// `invalid-argument`.
    #[wasm_bindgen(constructor)]
    pub fn new(metadata_json: &str, data_type: Option<String>) -> Result<Self, JsValue> {
        let metadata = from_json("metadata", metadata_json)?;
        let known = data_type.as_deref().map(|name| {
            let unknown = || EngineError::InvalidArgument {
                argument: "data_type".to_owned(),
                detail: format!("{name} is not fetal, pediatric or adult"),
            };
            DataType::named(name).ok_or_else(unknown)
        });
        Ok(Self {
            inner: proposals::Proposer::new(metadata, known.transpose().map_err(throw)?),
        })
    }

    /// Decodes a frame, counted from 1, and looks at it.
    ///
    /// # Errors
    /// As `FrameDecoder.decode`.
    pub fn show(
        &mut self,
        frame_number: u32,
        decoder: &mut FrameDecoder,
        frame_bytes: &[u8],
        skip_bits: Option<u32>,
    ) -> Result<(), JsValue> {
        let (width, height) = decoder.decode_rgb_size(frame_bytes, skip_bits)?;
        self.inner
            .show(frame_number, decoder.output(), width, height)
            .map_err(throw)
    }

    /// Proposals as JSON: `null` where nothing was seen.
    ///
    /// # Errors
    /// None that can be reached.
    pub fn proposals(&self) -> Result<String, JsValue> {
        to_json(&self.inner.proposals())
    }
}
