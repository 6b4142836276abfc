//! Videos: what a decoder of the browser is given, and its pictures as textures.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use crate::dicom::pixel_format::PixelFormat;
use crate::pixels::icon;
use crate::pixels::video_picture::{self, VideoPicture};
use crate::records::metadata::ImageMetadata;
use crate::video;

/// The video of one file.
#[wasm_bindgen]
pub struct VideoStream {
    inner: video::VideoStream,
}

#[wasm_bindgen]
impl VideoStream {
    /// Finds the frames in the joined fragments of a file.
    ///
    /// # Errors
    /// `unsupported-transfer-syntax`, `malformed-video`, `unsupported-video`, `limit-exceeded`.
    #[wasm_bindgen(constructor)]
    pub fn new(transfer_syntax_uid: &str, bytes: Vec<u8>) -> Result<Self, JsValue> {
        let inner = video::VideoStream::read(transfer_syntax_uid, bytes).map_err(throw)?;
        Ok(Self { inner })
    }

    /// `{coding, codec, width, height}` as JSON.
    ///
    /// # Errors
    /// None in practice: every field can be written.
    pub fn decoder(&self) -> Result<String, JsValue> {
        to_json(&self.inner.decoder)
    }

    /// Decoder configuration record; undefined where samples carry start codes.
    pub fn configuration(&self) -> Option<Vec<u8>> {
        self.inner.decoder.configuration.clone()
    }

    /// Index on the screen of each sample, in decode order.
    pub fn presentation(&self) -> Vec<u32> {
        self.inner
            .samples
            .iter()
            .map(|sample| sample.presentation)
            .collect()
    }

    /// Decoding can begin at this sample.
    pub fn is_key(&self, index: usize) -> bool {
        self.inner
            .samples
            .get(index)
            .is_some_and(|sample| sample.key)
    }

    /// Sample at which decoding must begin so that this one is right.
    pub fn decode_from(&self, index: usize) -> usize {
        self.inner.decode_from(index)
    }

    /// Bytes of a sample as a decoder takes them; undefined beyond the last.
    pub fn sample(&self, index: usize) -> Option<Vec<u8>> {
        self.inner.sample_bytes(index)
    }

    /// `ImageMetadata` completed by what the video says, both as JSON.
    ///
    /// # Errors
    /// `invalid-argument` for other JSON.
    pub fn describe(&self, metadata_json: &str) -> Result<String, JsValue> {
        let mut metadata: ImageMetadata = from_json("metadata", metadata_json)?;
        video::describe(&self.inner, &mut metadata);
        to_json(&metadata)
    }
}

/// Pictures of a decoder brought to textures; the memory is reused from picture to picture.
#[wasm_bindgen]
#[derive(Default)]
pub struct VideoTexture {
    texture: Vec<u8>,
}

#[wasm_bindgen]
impl VideoTexture {
    /// An empty texture.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lays out a picture that `picture_json` (`VideoPicture`) describes. The answer is the header
    /// of a `FrameView` as JSON; its samples lie at `output_ptr` until the next call.
    ///
    /// # Errors
    /// `malformed-frame` when bytes are missing, `invalid-argument`.
    pub fn lay_out(&mut self, picture_json: &str, bytes: &[u8]) -> Result<String, JsValue> {
        let picture: VideoPicture = from_json("picture", picture_json)?;
        let view = video_picture::lay_out(&picture, bytes, &mut self.texture);
        to_json(&view.map_err(throw)?)
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

/// A small JPEG that stands for a video where nothing can decode it.
///
/// # Errors
/// `invalid-argument` for the size or the descriptor.
#[wasm_bindgen]
pub fn video_icon(
    descriptor_json: &str,
    max_width: u32,
    max_height: u32,
) -> Result<Vec<u8>, JsValue> {
    let format: PixelFormat = from_json("descriptor", descriptor_json)?;
    icon::video_icon(&format, max_width, max_height).map_err(throw)
}
