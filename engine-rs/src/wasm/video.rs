//! Videos: what a decoder of the browser is given, and its pictures as textures.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use crate::dicom::pixel_format::PixelFormat;
use crate::pixels::icon;
use crate::pixels::video_picture::{self, VideoPicture};
use crate::records::metadata::ImageMetadata;
use crate::video;

/// The video of one file, read while its bytes arrive. Nothing of them is kept.
#[wasm_bindgen]
pub struct VideoStream {
    inner: video::VideoStream,
}

#[wasm_bindgen]
impl VideoStream {
    /// A video of which nothing has arrived.
    ///
    /// # Errors
    /// `unsupported-transfer-syntax`.
    #[wasm_bindgen(constructor)]
    pub fn new(transfer_syntax_uid: &str) -> Result<Self, JsValue> {
        let inner = video::VideoStream::new(transfer_syntax_uid).map_err(throw)?;
        Ok(Self { inner })
    }

    /// The next fragment lies here in the file; it need not have arrived.
    ///
    /// # Errors
    /// `limit-exceeded`.
    pub fn add_fragment(&mut self, place: f64, length: f64) -> Result<(), JsValue> {
        let added = self.inner.add_fragment(place as u64, length as u64);
        added.map_err(throw)
    }

    /// Takes the next bytes of the joined fragments.
    ///
    /// # Errors
    /// `malformed-video`, `unsupported-video`, `limit-exceeded`.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.inner.push(bytes).map_err(throw)
    }

    /// No more bytes follow.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub fn finish(&mut self) -> Result<(), JsValue> {
        self.inner.finish().map_err(throw)
    }

    /// First byte in the file and the byte after, 0 where that is not known, of the frame index;
    /// empty where nothing is to be asked for.
    pub fn wanted(&self) -> Vec<f64> {
        let wanted = self.inner.wanted();
        wanted.map_or_else(Vec::new, |(start, end)| {
            vec![start as f64, end.unwrap_or(0) as f64]
        })
    }

    /// Takes bytes that were asked for by [`Self::wanted`].
    ///
    /// # Errors
    /// As [`Self::push`].
    pub fn push_wanted(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.inner.push_wanted(bytes).map_err(throw)
    }

    /// `{coding, codec, width, height}` as JSON; undefined until it has arrived.
    ///
    /// # Errors
    /// None in practice: every field can be written.
    pub fn decoder(&self) -> Result<Option<String>, JsValue> {
        self.inner.decoder().as_ref().map(to_json).transpose()
    }

    /// Decoder configuration record; undefined where samples carry start codes.
    pub fn configuration(&self) -> Option<Vec<u8>> {
        self.inner.decoder()?.configuration
    }

    /// Frames so far whose number is known.
    pub fn frames_known(&self) -> usize {
        self.inner.frames().len()
    }

    /// Number of frames, from the first, that can be decoded from the first `arrived` bytes of the
    /// file.
    pub fn ready(&mut self, arrived: f64) -> usize {
        self.inner.ready(arrived as u64)
    }

    /// Sample of a frame, both from 0; undefined while it is not known.
    pub fn sample_of(&self, frame: usize) -> Option<u32> {
        self.inner.frames().get(frame).copied()
    }

    /// Frame of a sample, both from 0; undefined while it is not known.
    pub fn frame_of(&self, sample: usize) -> Option<u32> {
        self.inner.frame_of(sample)
    }

    /// Decoding can begin at this sample.
    pub fn is_key(&self, index: usize) -> bool {
        let sample = self.inner.samples().get(index);
        sample.is_some_and(|sample| sample.key)
    }

    /// Sample at which decoding must begin so that this one is right.
    pub fn decode_from(&self, index: usize) -> usize {
        self.inner.decode_from(index)
    }

    /// Bytes of a sample; undefined beyond the last.
    pub fn sample_length(&self, index: usize) -> Option<f64> {
        let sample = self.inner.samples().get(index)?;
        Some(sample.length as f64)
    }

    /// Start and length in the file of the pieces of a sample.
    pub fn sample_places(&self, index: usize) -> Vec<f64> {
        let places = self.inner.sample_places(index);
        let numbers = places.iter().flat_map(|&(start, length)| [start, length]);
        numbers.map(|number| number as f64).collect()
    }

    /// Parameter sets that a decoder needs before this sample; often none.
    pub fn prefix(&self, index: usize) -> Vec<u8> {
        self.inner.prefix(index).to_vec()
    }

    /// What [`Self::describe`] would add is known.
    ///
    /// # Errors
    /// `invalid-argument` for other JSON.
    pub fn can_describe(&self, metadata_json: &str) -> Result<bool, JsValue> {
        let metadata: ImageMetadata = from_json("metadata", metadata_json)?;
        Ok(video::can_describe(&self.inner, &metadata))
    }

    /// `ImageMetadata` completed by the video, both as JSON.
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

    /// Lays out a picture that `picture_json` (`VideoPicture`) describes. Returns the header of a
    /// `FrameView` as JSON; its samples are at `output_ptr` until the next call.
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
